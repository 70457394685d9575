/*
 * The method `enumeration`: exact counts by enumeration and inclusion-exclusion.
 *
 * For each exact cover of the hits (merged into leaves, hit_covers.h) the remaining ships are
 * placed one by one, longest first, until three remain; the three are counted at once by
 * inclusion-exclusion (kernel.h). Enumerated ships of one class are placed in increasing order
 * only. If the last three contain ships of that class too, every layout is counted the same
 * number of times, by which the counts are divided (the `unit`).
 *
 * Cost: leaves * (placements of every ship beyond three, multiplied) * cells. Classic fleet, empty
 * 10x10 board: 14,400 kernel calls without symmetry.
 */
#ifndef BSI_INFERENCE_ENUMERATION_ENUMERATION_H
#define BSI_INFERENCE_ENUMERATION_ENUMERATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/geometry.h>
#include <battleship/random.h>

#include "inference/common/placement_counts.h"
#include "inference/common/symmetry.h"
#include "inference/common/work_budget.h"
#include "inference/enumeration/hit_covers.h"
#include "inference/enumeration/kernel.h"

typedef struct bsi_enumeration {
    const bsi_evidence *evidence;
    bship_allocator allocator;
    int32_t lane; /* a bsi_lane, or -1: the narrowest that will do */
    int32_t cpu;  /* a bsi_cpu, or -1: the best */
    bsi_hit_covers covers;

    bsi_workspace workspace;
    bsi_arena arena; /* of the bench */
    size_t arena_size;

    bsi_placement *open;  /* the open placements of all kinds, by kind */
    uint32_t *open_begin; /* by kind; one more for the end */
    int32_t *plan;        /* the kinds of the ships that are left, longest first */

    /* What is planned. */
    bool is_whole;
    bsi_symmetry symmetry;
    int64_t cost;  /* of closing as many ships as can be, in steps */
    uint64_t unit; /* a layout is met so often, or counted as if */
    double steps;

    /* What is being done. */
    bsi_placement_counts *counts;
    bsi_work_budget *budget;
    int32_t placed;    /* how many ships of the plan are laid, not closed */
    int stop_at_first; /* whether it is enough to know that there is a layout */
    /* By which the sums of the bench, and the layouts met now, count. */
    uint64_t factor;
    double weight;
    double most; /* the weights that differences were taken of: rounding is relative to these */
} bsi_enumeration;

/*
 * Takes the arrays from an arena, which must be zeroed; the rest comes from the
 * allocator as need be, and goes back to it by bsi_enumeration_clear().
 */
void bsi_enumeration_carve(bsi_enumeration *enumeration, const bsi_evidence *evidence,
                           const bsi_residual *residual, bsi_arena *arena);
void bsi_enumeration_clear(bsi_enumeration *enumeration);

/* Sets the allocator, before anything is counted; till then it is that of the rules. */
void bsi_enumeration_use(bsi_enumeration *enumeration, bship_allocator allocator);

/*
 * Plans for the evidence as it is now, which must not change until all is counted: covers
 * the hits and finds about what the rest will cost, `closing->steps`. `is_whole` is that of the
 * tally. OK; MEMORY, WORK_LIMIT, CANCELLED.
 */
bship_status bsi_enumeration_plan(bsi_enumeration *enumeration, bool is_whole,
                                  bsi_work_budget *budget);

/* Counts the layouts that are planned for: OK; CONTRADICTION, WORK_LIMIT, CANCELLED, MEMORY. */
bship_status bsi_enumeration_count(bsi_enumeration *enumeration, bsi_placement_counts *counts,
                                   bsi_work_budget *budget);

/*
 * Draws one of the layouts that were counted last, for a tally that holds the count:
 * OK, WORK_LIMIT or CANCELLED. `placements` are by ship.
 */
bship_status bsi_enumeration_draw(bsi_enumeration *enumeration, const bsi_placement_counts *counts,
                                  bship_rng *rng, bsi_work_budget *budget,
                                  bship_placement *placements);

/*
 * Whether there is any layout of a weight: the same, but ends at the first. `tally`, in
 * whole numbers, is spoilt.
 */
bship_status bsi_enumeration_check(bsi_enumeration *enumeration, bsi_placement_counts *counts,
                                   bsi_work_budget *budget);

#endif
