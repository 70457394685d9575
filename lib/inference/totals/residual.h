/*
 * What is owed: how the ships can add up to what totals of salvos told.
 *
 * The ships are laid in a fixed order. What those from some ship on still have to add is a
 * *debt*; it becomes another when that ship *pays* by a placement of some group. All debts that
 * can be come to, and paid off, are listed here, with the weight of all the ways to do it - which
 * may make ships meet, so some are no layouts. But no layout is missing, which serves three
 * times: a search for layouts never enters a branch that does not add up; its cost is known
 * beforehand; and a draw of a way, each by its weight, is one of all layouts if no ships meet.
 */
#ifndef BSI_INFERENCE_TOTALS_RESIDUAL_H
#define BSI_INFERENCE_TOTALS_RESIDUAL_H

#include <stdbool.h>

#include "base/hash_table.h"
#include "inference/common/occupancy_grid.h"
#include "inference/common/placement_counts.h"
#include "inference/totals/constraints.h"

typedef struct bsi_residual_state {
    bsi_sum remainder;
    double ways;          /* how many there are to pay; 0: it cannot be paid */
    double weight;        /* of all these, over 2^exponent */
    double paths;         /* how many ways to lay ships come to it, about; 0: none */
    uint32_t transitions; /* the first one */
    uint32_t transitions_end;
    uint32_t depth; /* how many ships are laid */
} bsi_residual_state;

typedef struct bsi_residual_transition {
    double sum;     /* of the weights of the ways by this payment and those before it */
    uint32_t group; /* which pays */
    uint32_t next;  /* the debt that is left */
} bsi_residual_transition;

typedef struct bsi_residual {
    bsi_totals totals;
    int32_t *classes;       /* by depth: of the ship to be laid; those of a kind together */
    uint32_t *states_begin; /* by depth: its debts in the list of all */
    uint32_t *states_end;
    bsi_array states;      /* bsi_residual_state */
    bsi_array transitions; /* bsi_residual_transition */
    bsi_hash_table table;  /* of debts by depth and what is owed */
    int64_t exponent;
    uint32_t root;      /* the debt of all ships */
    double steps;       /* that going through all layouts takes at most, about */
    double cover_steps; /* the same of all ways to cover hits: without ships that add nothing */
    /* Work space. */
    bsi_occupancy_grid grid; /* where no ship is laid between calls */
    bsi_placement *placed;   /* by depth */
    bsi_array numbers;       /* double: one for each placement */
} bsi_residual;

/* Takes the arrays from an arena, which must be zeroed; the lists come from an allocator. */
void bsi_residual_carve(bsi_residual *residual, const bsi_evidence *evidence, bsi_arena *arena);
void bsi_residual_clear(bsi_residual *residual);

/*
 * Lists all debts of what the totals have read: OK; CONTRADICTION if they cannot be paid;
 * WORK_LIMIT; CANCELLED; MEMORY.
 */
bship_status bsi_residual_open(bsi_residual *residual, bsi_work_budget *budget);

/*
 * Counts the layouts one by one, into whole numbers or weights as the tally is: OK, though
 * rounding may leave nothing of the weights; CONTRADICTION; WORK_LIMIT; CANCELLED; MEMORY.
 */
bship_status bsi_residual_count(bsi_residual *residual, bsi_placement_counts *counts,
                                bsi_work_budget *budget);

/* Whether there is any layout: the same, but ends at the first. */
bship_status bsi_residual_check(bsi_residual *residual, bsi_work_budget *budget);

/*
 * Draws a way to pay, which is then in `laid`, with a probability in proportion to its weight;
 * returns 1, or 0 if ships meet. Adds the steps that it took.
 */
int bsi_residual_draw(bsi_residual *residual, bship_rng *rng, int64_t *steps);

/* In steps, about: to try a placement, and lay what fits; the last one; to keep a covering. */
enum {
    BSI_COST_TRY = 20,
    BSI_COST_LAST = 5,
    BSI_COST_COVER = 300
};

/* Whether the ship at a depth is of the kind of the one before it. */
static inline bool bsi_residual_is_same_class(const bsi_residual *residual, uint32_t depth)
{
    return depth > 0 && residual->classes[depth] == residual->classes[depth - 1];
}

static inline const bsi_residual_state *bsi_residual_state_at(const bsi_residual *residual,
                                                              uint32_t number)
{
    return (const bsi_residual_state *)residual->states.items + number;
}

static inline const bsi_residual_transition *bsi_residual_transition_at(
    const bsi_residual *residual, uint32_t number)
{
    return (const bsi_residual_transition *)residual->transitions.items + number;
}

#endif
