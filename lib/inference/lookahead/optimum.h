/*
 * Optimal play on a small explicit set of layouts: the least number of misses, summed over all
 * layouts, that any policy needs.
 *
 * Expectimax, depth first, by branch and bound with a transposition table. A state is a list of
 * layouts and the hits on the path; its value does not depend on how it was reached. Bounds: before
 * the first hit, k misses leave at least all layouts less those of the k cells covered most. A
 * certain hit that all layouts cover with one placement is fired at first, because that tells
 * nothing less about any other shot; other certain hits are not, because the report of a sinking
 * can come later and then tells something else.
 */
#ifndef BSI_INFERENCE_LOOKAHEAD_OPTIMUM_H
#define BSI_INFERENCE_LOOKAHEAD_OPTIMUM_H

#include "inference/lookahead/rollout.h"

enum {
    BSI_OPTIMUM_LAYOUTS = 512, /* of a set that can be solved; its cells must have masks */
};

/* An entry of the transposition table. */
typedef struct bsi_optimum_entry {
    uint64_t hash;
    uint32_t round;   /* the search that made it */
    int32_t bound;    /* the value, or a lower bound of it */
    int32_t is_exact; /* whether it is the value */
    int32_t unused;
} bsi_optimum_entry;

typedef struct bsi_optimum {
    const bsi_rollout *rollout; /* whose set and masks are searched */
    bsi_path path;
    bsi_work_budget *budget;
    bship_status status; /* OK, or why the budget stopped the search */
    uint32_t round;
    uint8_t reports[BSI_OPTIMUM_LAYOUTS]; /* scratch of a split: by place in a list */
    uint16_t *ends[BSI_CODES_MAX];        /* the same: by report, where its part ends so far */
    BSI_ARRAY(bsi_optimum_entry) entries;
    BSI_ARRAY(uint16_t) lists; /* a stack of lists of layouts */
} bsi_optimum;

/* Carves the arrays from a zeroed arena; the lists grow by the allocator of the rules. */
void bsi_optimum_carve(bsi_optimum *optimum, const bsi_rollout *rollout, bsi_arena *arena);
void bsi_optimum_close(bsi_optimum *optimum);

/* Whether the present set is small enough. */
bool bsi_optimum_can_solve(const bsi_optimum *optimum);

/* Prepares for the present set: OK or MEMORY. */
bship_status bsi_optimum_start(bsi_optimum *optimum);

/*
 * The misses of all layouts together if a live cell is fired at and optimal play follows; `limit`
 * or more if they are no fewer than that. OK, WORK_LIMIT or CANCELLED.
 */
bship_status bsi_optimum_evaluate(bsi_optimum *optimum, uint32_t cell, int64_t limit,
                                  int64_t *misses, bsi_work_budget *budget);

#endif
