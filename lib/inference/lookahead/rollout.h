/*
 * Policy evaluation: the exact number of misses of the greedy policy, summed over all layouts of
 * an explicit set, after a given first shot.
 *
 * The greedy policy fires at the live cell that most layouts of its list cover; of equal ones where
 * the report tells most about those layouts (the least sum of squares of the numbers of layouts by
 * report), then at the first in the order of ties. Every layout needs the same number of hits, so
 * policies are compared by their misses alone: whole numbers, the same on every machine.
 *
 * A shot partitions the list by report. The largest part goes on in place; each of the others is
 * evaluated first, so that its cells can be subtracted from the counts that the largest inherits:
 * only layouts of smaller parts are ever counted. Recursion halves the list, so its depth is at
 * most the logarithm of the number of layouts, and all memory is reserved beforehand. Short lists
 * need no counts: each layout is a set of cells in two words, and vertical counters, bit planes of
 * the counts of all cells at once, find the cells covered most.
 *
 * An estimate is cheaper: a truncated rollout (Bertsekas). Short lists are not played, but take the
 * mean of those that were, of as many layouts after as many hits. It is meant for samples, in which
 * the play of a few layouts says little: they are told apart too early.
 */
#ifndef BSI_INFERENCE_LOOKAHEAD_ROLLOUT_H
#define BSI_INFERENCE_LOOKAHEAD_ROLLOUT_H

#include <stdint.h>

#include "inference/lookahead/path.h"

enum {
    BSI_MASK_CELLS = 128, /* live cells of sets whose layouts are also kept as masks */
    BSI_SHORT_LIST = 15   /* layouts at most */
};

/* A set of live cells. */
typedef struct bsi_cell_mask {
    uint64_t words[BSI_MASK_CELLS / 64];
} bsi_cell_mask;

enum {
    BSI_ROLLOUT_BYTES = sizeof(bsi_cell_mask) + 4 * sizeof(uint16_t) + 1 /* memory for a layout */
};

/* What the short lists of a class took that were played. */
typedef struct bsi_short_lists {
    int64_t count;
    int64_t misses;  /* of all layouts together, from there on */
    int64_t squares; /* the sum over the layouts of these misses squared */
    int64_t met;     /* lists estimated in this evaluation */
} bsi_short_lists;

typedef struct bsi_rollout {
    const bsi_layout_set *set;
    bsi_path path;
    bool has_masks;
    bool is_estimate;        /* whether short lists of known classes are estimated */
    bsi_short_lists *shorts; /* by layouts and hits on the path */
    int64_t misses;
    int64_t squares; /* the sum over the layouts of their misses squared */
    int64_t limit;   /* the evaluation stops when misses reach it */
    int64_t steps;   /* not charged yet */
    bsi_work_budget *budget;
    bship_status status;            /* OK, or why the budget stopped the evaluation */
    uint32_t stride;                /* counts of a level: the live cells, and a few zeros */
    BSI_ARRAY(bsi_cell_mask) masks; /* by layout: its live cells */
    BSI_ARRAY(uint16_t) lists;      /* a stack of lists of layouts */
    BSI_ARRAY(int16_t) counts;      /* level by level: layouts of a list by live cell */
    BSI_ARRAY(uint8_t) reports;     /* scratch, by place in a list */
} bsi_rollout;

/* Carves the arrays from a zeroed arena; the lists grow by the allocator of the rules. */
void bsi_rollout_carve(bsi_rollout *rollout, const bsi_layout_set *set, bsi_arena *arena);
void bsi_rollout_close(bsi_rollout *rollout);

/* Prepares for the present set: OK or MEMORY. */
bship_status bsi_rollout_start(bsi_rollout *rollout);

/*
 * Evaluates a shot at a live cell, or at one that no layout covers (BSI_NOT_LIVE): the misses of
 * all layouts together, that shot included, or `limit` if they are no fewer. Charges its steps: OK,
 * WORK_LIMIT or CANCELLED.
 */
bship_status bsi_rollout_evaluate(bsi_rollout *rollout, uint32_t cell, int64_t limit,
                                  int64_t *misses, bsi_work_budget *budget);

/* Estimates the same by the short lists of the evaluations since the start: OK, WORK_LIMIT or
 * CANCELLED. */
bship_status bsi_rollout_estimate(bsi_rollout *rollout, uint32_t cell, int64_t limit,
                                  int64_t *misses, bsi_work_budget *budget);

/* The standard error of the mean number of misses by the last evaluation, if that was not stopped
 * and the layouts are independent draws. */
double bsi_rollout_error(const bsi_rollout *rollout);

#endif
