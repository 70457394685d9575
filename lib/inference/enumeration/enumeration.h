/*
 * The method `enumeration`: exact counts by enumeration and inclusion-exclusion.
 *
 * For each exact cover of the hits (merged into leaves, hit_covers.h) the remaining ships are
 * placed one by one, longest first, until three remain; the three are counted at once by
 * inclusion-exclusion (kernel.h). Enumerated ships of one class are placed in increasing order
 * only. If the last three contain several ships of a class, or ships of an enumerated class, every
 * layout is counted several times. The `unit` is a common multiple of these numbers over all
 * leaves, so that every layout of every leaf can count `unit` times.
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

#include "base/work_budget.h"
#include "inference/common/placement_counts.h"
#include "inference/common/symmetry.h"
#include "inference/enumeration/hit_covers.h"
#include "inference/enumeration/kernel.h"

typedef struct bsi_enumeration {
    const bsi_evidence *evidence;
    bsi_occupancy_grid *grid; /* that of the exact covers */
    int32_t lane;             /* a bsi_lane, or -1: the narrowest that suffices */
    int32_t cpu;              /* a bsi_cpu, or -1: the best */
    bsi_hit_covers covers;

    bsi_workspace workspace;
    bsi_arena arena; /* of the workspace */
    size_t arena_size;

    int32_t *plan; /* classes of the remaining ships, longest first */

    /* The plan. */
    bool is_whole; /* whether counts are integers, or else doubles */
    bsi_symmetry symmetry;
    int64_t cost;  /* steps of a kernel call for three ships */
    uint64_t unit; /* how often each layout counts */
    double steps;  /* estimate of the whole count */

    /* State of a count. */
    bsi_placement_counts *counts;
    bsi_work_budget *budget;
    int32_t placed;     /* ships of the plan that are placed one by one */
    bool stop_at_first; /* whether one layout suffices */
    uint64_t factor;    /* integers: of the workspace's sums and of layouts counted now */
    double weight;      /* doubles: the same */
    double most;        /* sum of the largest minuends: the scale of rounding errors */
} bsi_enumeration;

/*
 * Carves the arrays from a zeroed arena; further memory comes from the allocator of `cover` as
 * needed and is freed by bsi_enumeration_clear().
 */
void bsi_enumeration_carve(bsi_enumeration *enumeration, bsi_exact_cover *cover,
                           const bsi_residual *residual, bsi_arena *arena);
void bsi_enumeration_clear(bsi_enumeration *enumeration);

/*
 * Plans a count for the current evidence, which must not change before it: finds the exact covers
 * and estimates the remaining `steps`. `is_whole` as in the placement counts to be used. OK,
 * MEMORY, WORK_LIMIT or CANCELLED.
 */
bship_status bsi_enumeration_plan(bsi_enumeration *enumeration, bool is_whole,
                                  bsi_work_budget *budget);

/* Counts as planned: OK, CONTRADICTION, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bsi_enumeration_count(bsi_enumeration *enumeration, bsi_placement_counts *counts,
                                   bsi_work_budget *budget);

/*
 * Draws one of the layouts counted last; `counts` is the result of that count. OK, WORK_LIMIT or
 * CANCELLED. `placements` are by ship.
 */
bship_status bsi_enumeration_draw(bsi_enumeration *enumeration, const bsi_placement_counts *counts,
                                  bship_rng *rng, bsi_work_budget *budget,
                                  bship_placement *placements);

/*
 * Tests whether any layout exists: bsi_enumeration_count() that stops at the first. `counts`, of
 * integers, has no valid contents afterwards.
 */
bship_status bsi_enumeration_check(bsi_enumeration *enumeration, bsi_placement_counts *counts,
                                   bsi_work_budget *budget);

#endif
