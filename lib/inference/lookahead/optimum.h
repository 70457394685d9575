/*
 * Optimal play on a small explicit set of layouts: the least number of misses, summed over all
 * layouts, that any policy needs.
 *
 * Expectimax by branch and bound with a transposition table. A state is a list of layouts and the
 * hits so far; its value depends on nothing else. Two kinds of hits need not be told apart or
 * delayed: a cell that all layouts cover with the same part of the same ship is fired at once,
 * because its report is known, and is no part of the state. Other certain hits cost no miss either,
 * but when they are fired decides what the reports of sinkings tell.
 *
 * Lower bound: shots before the first hit are at different cells, so the first k of them hit no
 * more layouts than the k most covered cells have together. Of the layouts that the k-th one hits
 * first, at most as many have m further misses as there are sequences of reports with m misses. The
 * cheapest of all these places are filled with the layouts.
 *
 * The shots of a state are tried in the order of the sum of the bounds of what they lead to.
 */
#ifndef BSI_INFERENCE_LOOKAHEAD_OPTIMUM_H
#define BSI_INFERENCE_LOOKAHEAD_OPTIMUM_H

#include "inference/lookahead/optimum_model.h"
#include "inference/lookahead/optimum_table.h"

enum {
    BSI_OPTIMUM_LAYOUTS = 64,        /* larger sets are not searched: proofs rarely succeed */
    BSI_OPTIMUM_LAYOUTS_SMALL = 2048 /* the same on a small board, where they often do */
};

typedef struct bsi_optimum {
    const bsi_layout_set *set;
    const bsi_optimum_table *known; /* values that were found before; NULL: none */
    size_t entries_max;             /* of the table */
    bsi_optimum_model model;
    bsi_optimum_table table;
    bsi_work_budget *budget;
    bship_status status;       /* OK, or why the search stopped */
    BSI_ARRAY(uint16_t) lists; /* a stack of lists of layouts */
    BSI_ARRAY(uint16_t) sizes; /* scratch, 0: by group of layouts that cover the same cells */
} bsi_optimum;

/* Opens a search of what the set will be; its table has at most so many entries. */
void bsi_optimum_open(bsi_optimum *optimum, const bsi_layout_set *set, size_t entries_max);
void bsi_optimum_close(bsi_optimum *optimum);

/* Whether the present set is small enough. */
bool bsi_optimum_can_solve(const bsi_optimum *optimum);

/*
 * Finds the best live cell to fire at, and the misses of all layouts together if optimal play goes
 * on from there. If they are no fewer than `limit` and were not known before, there is no cell
 * (BSI_NOT_LIVE). OK, WORK_LIMIT, CANCELLED or MEMORY.
 */
bship_status bsi_optimum_solve(bsi_optimum *optimum, int64_t limit, uint32_t *cell, int64_t *misses,
                               bsi_work_budget *budget);

#endif
