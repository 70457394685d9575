/*
 * The residual dynamic programme: the ways in which ships can add up to the totals of salvos.
 *
 * Ships are placed in a fixed order, classes with the fewest placements first. A *state* is the
 * number of ships placed and the *residual*: what the remaining ships must still contribute. A
 * *transition* is a group of placements of the next ship; it subtracts their contribution. A *way*
 * is a path from the root to residual zero with a placement for each transition. Conflicts between
 * ships are ignored, so not every way is a layout, but every layout is a way. Hence three uses: a
 * search that follows only transitions that can reach zero, an upper bound on its cost in advance,
 * and a proposal distribution for samplers.
 *
 * States are listed by meeting in the middle: backward from residual zero for the later half of
 * the ships, forward from the totals for the earlier half. A backward pass then sums up the number
 * and the weight of all ways from each state.
 *
 * Cost: states times groups, in time and memory. Dozens of states for the classic fleet, up to ten
 * thousand for ten ships.
 */
#ifndef BSI_INFERENCE_TOTALS_RESIDUAL_H
#define BSI_INFERENCE_TOTALS_RESIDUAL_H

#include <stdbool.h>

#include "base/hash_table.h"
#include "inference/common/exact_cover.h"
#include "inference/common/placement_counts.h"
#include "inference/totals/constraints.h"

typedef struct bsi_residual_state {
    bsi_packed remainder; /* the residual */
    double ways;          /* number of ways to reach zero; 0: there is none */
    double weight;        /* of all these, in units of 2^exponent */
    double paths;         /* ways to reach the state, estimated; 0: it is not reachable */
    uint32_t transitions; /* the first one */
    uint32_t transitions_end;
    uint32_t depth; /* number of ships placed */
} bsi_residual_state;

typedef struct bsi_residual_transition {
    double sum;     /* of the weights of the ways by this transition and those before it */
    uint32_t group; /* of the next ship's placements */
    uint32_t next;  /* the state that it leads to */
} bsi_residual_transition;

typedef struct bsi_residual {
    bsi_totals totals;
    uint32_t ships;
    int32_t *classes;       /* by depth: of the next ship; ships of one class are consecutive */
    uint32_t *states_begin; /* by depth: its states in the list of all */
    uint32_t *states_end;
    BSI_ARRAY(bsi_residual_state) states;
    BSI_ARRAY(bsi_residual_transition) transitions;
    bsi_hash_table table; /* of states by depth and residual */
    int64_t exponent;
    uint32_t root;      /* the state before any ship is placed */
    double steps;       /* upper bound on those of enumerating all layouts */
    double cover_steps; /* the same for exact covers: without ships that contribute to no total */
    /* Work space. */
    bsi_occupancy_grid *grid;  /* of the exact covers; empty between calls */
    bsi_placement *placed;     /* by depth */
    BSI_ARRAY(double) weights; /* by placement */
} bsi_residual;

/* Takes the arrays from a zeroed arena; the lists come from the allocator of `cover`. */
void bsi_residual_carve(bsi_residual *residual, bsi_exact_cover *cover, bsi_arena *arena);
void bsi_residual_clear(bsi_residual *residual);

/*
 * Lists the states and transitions for totals that have been read: OK; CONTRADICTION if no way
 * reaches zero; WORK_LIMIT; CANCELLED; MEMORY.
 */
bship_status bsi_residual_build(bsi_residual *residual, bsi_work_budget *budget);

/*
 * Enumerates the layouts and fills placement counts, of integers or weights as `is_whole` says:
 * OK, even if all weights are rounded to 0; CONTRADICTION; WORK_LIMIT; CANCELLED; MEMORY.
 */
bship_status bsi_residual_count(bsi_residual *residual, bsi_placement_counts *counts,
                                bsi_work_budget *budget);

/* Whether there is any layout: the same statuses, but it stops at the first. */
bship_status bsi_residual_check(bsi_residual *residual, bsi_work_budget *budget);

/*
 * Draws a way into `placed`, with probability proportional to its weight; returns whether it is a
 * layout. Adds the steps it takes to `*steps`.
 */
bool bsi_residual_draw(void *residual, bship_rng *rng, int64_t *steps);

/* What exact covers branch on, for a programme that is built and outlives the branching. */
bsi_branching bsi_residual_branching(const bsi_residual *residual);

/* Approximate steps to try a placement and place the ship if it fits, to count a placement of the
 * last ship, and to store an exact cover. */
enum {
    BSI_COST_TRY = 20,
    BSI_COST_LAST = 5,
    BSI_COST_COVER = 300
};

/* Whether the ship at a depth is of the same class as the one before it. */
static inline bool bsi_residual_is_same_class(const bsi_residual *residual, uint32_t depth)
{
    return depth > 0 && residual->classes[depth] == residual->classes[depth - 1];
}

#endif
