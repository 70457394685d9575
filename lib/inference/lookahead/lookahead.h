/*
 * Lookahead: one step of policy improvement (Howard 1960) on an explicit set of layouts, also known
 * as a rollout (Tesauro and Galperin 1996), but without its noise.
 *
 * The posterior's best cell is the greedy choice: the least chance of a miss now. For each of the
 * few best cells the exact number of misses still to come is computed over an explicit set
 * (layout_set.h), if the greedy policy plays on after it (rollout.h), and the least is chosen. The
 * set is every layout where there are few, else independent draws from the posterior, in batches if
 * they are many.
 */
#ifndef BSI_INFERENCE_LOOKAHEAD_LOOKAHEAD_H
#define BSI_INFERENCE_LOOKAHEAD_LOOKAHEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/work_budget.h"
#include "inference/posterior_ranking.h"

typedef struct bsi_lookahead bsi_lookahead;

/* The limits of an update. */
typedef struct bsi_lookahead_limits {
    uint32_t listed_max;      /* layouts that are listed at most; BSI_LAYOUTS_MAX if it is more */
    uint32_t drawn_max;       /* of a sample, all batches together */
    uint64_t evaluations_max; /* layouts times cells compared, except for a few cells */
    int64_t game_steps;       /* to solve the whole game of a small board, once */
} bsi_lookahead_limits;

/* A cell compared. */
typedef struct bsi_lookahead_cell {
    uint32_t position;
    int64_t misses;  /* of all layouts of the set together, before the fleet is sunk */
    double error;    /* standard error of their mean; 0 for every layout */
    bool is_optimal; /* whether optimal play follows, not greedy play */
} bsi_lookahead_cell;

/* What the last update found. */
typedef struct bsi_lookahead_result {
    int32_t lookahead;               /* a bship_lookahead; NONE: nothing could be compared */
    bool is_optimal;                 /* whether the first cell is proven to be the best of all */
    uint32_t layouts;                /* of the set, or of the sample */
    uint32_t hits_left;              /* shots that must still hit */
    uint32_t count;                  /* of the cells */
    const bsi_lookahead_cell *cells; /* best first */
    int64_t work;                    /* steps taken */
} bsi_lookahead_result;

/* What an update is to do. */
typedef struct bsi_lookahead_request {
    const bship_chart *chart; /* that the ranking has scored last, without meeting a limit; a ship
                                 is afloat */
    bsi_lookahead_limits limits;
    const uint32_t *order; /* all free cells, in the order of ties */
    uint64_t key;          /* of the random numbers */
    uint32_t shots;        /* of the salvo: as many cells are in their right order */
    bool is_full;          /* all cells are compared to the end */
} bsi_lookahead_request;

/* The memory that a layout of a set takes at most. */
size_t bsi_lookahead_bytes(const bship_rules *rules);

/* A lookahead on the posterior of a ranking, which must outlive it: OK or MEMORY. `entries_max` are
 * those of each table of optimal play. */
bship_status bsi_lookahead_new(bsi_lookahead **out, bsi_posterior_ranking *ranking,
                               size_t entries_max);
void bsi_lookahead_free(bsi_lookahead *lookahead);

/* Forgets the last update. */
void bsi_lookahead_reset(bsi_lookahead *lookahead);

/* Compares cells; charges its steps. OK, also where there is nothing to compare, where the budget
 * does not suffice, and if it is to finish early: then it has compared some of the cells, two at
 * least, or none; CANCELLED or MEMORY. */
bship_status bsi_lookahead_update(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                                  bsi_work_budget *budget);

/*
 * Evaluates shots at given unknown cells, `count` different ones: what an update finds of a cell if
 * it is compared exactly, over every layout or over a sample of the limits. The result has the
 * cells in their order, but only the first ones where the budget does not suffice or the evaluation
 * is to finish early, and of no optimal play. OK; UNSUPPORTED for rules whose layouts have no
 * codes; CANCELLED or MEMORY.
 */
bship_status bsi_lookahead_evaluate(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                                    const bship_cell *cells, uint32_t count,
                                    bsi_work_budget *budget);

/* What the last update or evaluation found; of none (NULL), nothing. */
bsi_lookahead_result bsi_lookahead_last(const bsi_lookahead *lookahead);

#endif
