/*
 * The residual dynamic programme: the ways in which ships can add up to the totals of salvos.
 *
 * Ships are placed in a fixed order, classes with the fewest placements first. A *state* is the
 * number of ships placed and the *residual*: what the remaining ships must still contribute. A
 * *transition* is a group of placements of the next ship; it subtracts their contribution. A *way*
 * is a path from the root to residual zero with a placement for each transition. Conflicts between
 * ships are ignored, so not every way is a layout, but every layout is a way. Hence three uses: a
 * search that follows only transitions that can reach zero (totals/enumerate.c), an upper bound on
 * its cost in advance, and a proposal distribution for samplers (totals/smc.h).
 *
 * States are listed from both ends (meet in the middle): backward from residual zero for the later
 * half of the ships, forward from the totals for the earlier half. A backward pass then sums up the
 * number and the weight of all ways from each state.
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
    bsi_packed remainder;  /* the residual */
    double ways;           /* number of ways from the state to zero */
    double weight;         /* of all these ways, in units of 2^exponent */
    double paths;          /* from the root to the state, estimated; 0: it is not reachable */
    double paths_left_out; /* more of them: those whose last ship an exact cover leaves out */
    uint32_t transitions;  /* the first of its transitions */
    uint32_t transitions_end;
    uint32_t depth; /* number of ships placed */
} bsi_residual_state;

typedef struct bsi_residual_transition {
    double sum;     /* cumulative weight: of the ways by this transition and those before it */
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
    int64_t exponent;     /* keeps the weights of states within the range of a double */
    uint32_t root;        /* the state before any ship is placed */
    double steps;         /* upper bound on those of enumerating all layouts */
    double cover_steps;   /* the same for exact covers: without ships that contribute to no total */
    int64_t counted;      /* steps of the last bsi_residual_count() */
    /* Workspace. */
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

/* Tests whether there is any layout: the same, but stops at the first and counts nothing. */
bship_status bsi_residual_check(bsi_residual *residual, bsi_work_budget *budget);

/*
 * Draws one of the layouts counted last by weight, by enumerating them up to it: OK, WORK_LIMIT,
 * CANCELLED or MEMORY.
 */
bship_status bsi_residual_draw_layout(bsi_residual *residual, const bsi_placement_counts *counts,
                                      bship_rng *rng, bsi_work_budget *budget,
                                      bship_placement *placements);

/* The weight of all ways in units of 2^`*exponent`: of ways that differ only in the order of equal
 * ships it counts one, as layouts do. */
double bsi_residual_weight(const bsi_residual *residual, int64_t *exponent);

/* The share of the ways, by weight, that are layouts, if these have a total weight; 0 if the weight
 * of the ways is rounded to 0. */
double bsi_residual_share(const bsi_residual *residual, double layouts);

/*
 * Draws a way into `placed`, with probability proportional to its weight; returns whether it is a
 * layout. Draws are independent, so those that are layouts are exact samples of the layouts. Adds
 * the steps it takes to `*steps`.
 */
bool bsi_residual_draw(void *residual, bship_rng *rng, int64_t *steps);

/*
 * The branching of exact covers (common/exact_cover.h) where totals say what must be covered: each
 * level of the search takes the next ship of the programme, so the search also decides which of the
 * cells fired at are hits. The programme must be built and outlive the branching.
 */
bsi_branching bsi_residual_branching(const bsi_residual *residual);

/* Approximate steps. */
enum {
    BSI_COST_TRY = 20,    /* to try a placement, and place the ship if it fits */
    BSI_COST_LAST = 5,    /* to count a placement of the last ship */
    BSI_COST_COVER = 300, /* to store an exact cover */
    BSI_COST_DRAW = 30    /* to draw a ship of a way, at least */
};

/* Whether the ship at a depth is of the same class as the one before it. */
static inline bool bsi_residual_is_same_class(const bsi_residual *residual, uint32_t depth)
{
    return depth > 0 && residual->classes[depth] == residual->classes[depth - 1];
}

#endif
