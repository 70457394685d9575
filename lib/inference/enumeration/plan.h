/*
 * The plan of an enumeration, and what it works on: the order of the remaining ships, the width of
 * integers, the symmetries used, and the estimated steps.
 */
#ifndef BSI_INFERENCE_ENUMERATION_PLAN_H
#define BSI_INFERENCE_ENUMERATION_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
 * Plans a count for the current evidence, which must not change before it: finds the exact covers
 * and estimates the remaining `steps`. `is_whole` as in the placement counts to be used. OK,
 * MEMORY, WORK_LIMIT or CANCELLED.
 */
bship_status bsi_enumeration_plan(bsi_enumeration *enumeration, bool is_whole,
                                  bsi_work_budget *budget);

/* Prepares the workspace for the plan, with all open cells free: OK, MEMORY or CANCELLED. */
bship_status bsi_prepare_workspace(bsi_enumeration *enumeration, bsi_work_budget *budget);

/* How many of the remaining ships are counted by inclusion-exclusion: three, or all if fewer. */
int32_t bsi_last_ships(const bsi_remaining *remaining);

/* Makes the plan for a set of remaining ships: lists their classes, longest first. */
void bsi_make_plan(bsi_enumeration *enumeration, const bsi_remaining *remaining);

/* Whether a ship of the plan takes only placements after that of the ship before it, which is of
 * the same class. */
bool bsi_is_ordered(const bsi_enumeration *enumeration, int32_t depth);

/*
 * How often each layout is counted: once for every ordered choice of the last ships within their
 * classes and, under symmetry, for every enumerated ship of the first class as the first one.
 */
uint64_t bsi_times_counted(const bsi_enumeration *enumeration, const bsi_remaining *remaining);

/* Steps of a kernel call for a number of ships. */
int64_t bsi_enumeration_cost(const bsi_enumeration *enumeration, int32_t ships);

#endif
