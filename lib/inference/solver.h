/*
 * Which method counts, and what it may take: the one policy of the inference.
 *
 *     enumeration  ships one by one, the last three by inclusion-exclusion
 * (enumeration/enumeration.h); where salvos were reported by totals also by their ledger
 * (totals/residual.h) frontier     dynamic programming over the cells (frontier/frontier.h)
 *     rejection    rejection sampling: ships independently, whole layouts rejected
 * (sampling/rejection.h); of totals by their ledger (totals/smc.h) smc          sequential Monte
 * Carlo: weighted particles, of totals only (totals/smc.h) mcmc         Markov chain Monte Carlo
 * (sampling/mcmc.h)
 *
 * solver.c holds a table with a row for each method and the policy that reads it;
 * solver_methods.c adapts the methods to the table's columns. The first two methods are exact.
 */
#ifndef BSI_INFERENCE_SOLVER_H
#define BSI_INFERENCE_SOLVER_H

#include <stdbool.h>

#include <battleship/posterior.h>

#include "base/memory.h"
#include "inference/enumeration/enumeration.h"
#include "inference/frontier/frontier.h"
#include "inference/sampling/mcmc.h"
#include "inference/sampling/rejection.h"
#include "inference/totals/smc.h"

enum {
    BSI_METHODS = BSHIP_METHOD_SMC + 1 /* auto included */
};

struct bsi_algorithm;

/* The state of all methods. */
typedef struct bsi_solver {
    const bsi_evidence *evidence;
    bship_allocator allocator;
    bsi_memory_budget *memory; /* of the allocator */
    uint64_t room;             /* what it had left when nothing was made */
    bool is_warm;              /* whether memory was in use when the chart was read */
    bsi_residual residual;     /* of salvos reported by totals */
    bsi_enumeration enumeration;
    bsi_frontier *frontier; /* these are made when first needed */
    bsi_rejection *rejection;
    bsi_mcmc *mcmc;
    bsi_smc smc;
    bsi_sample_quality quality; /* of the last sample */
    int rejection_ready;        /* whether `rejection` has read the evidence as it is */
    int rejection_too_much;     /* or could not: too many ways to cover the hits, or no memory */
    double accepted;            /* the share of trial draws that were layouts; NaN: not tried */
    int32_t method;             /* that made the last count, */
    const struct bsi_algorithm *algorithm; /* and its algorithm */
    bship_posterior_explanation explained[BSI_METHODS];
} bsi_solver;

/* What is wanted of a count. */
typedef struct bsi_solve_request {
    int32_t method; /* a bship_posterior_method */
    int exact_only;
    bsi_sample_request sample; /* its effort is that of any method */
} bsi_solve_request;

/* Takes the arrays from an arena, which must be zeroed. */
void bsi_solver_carve(bsi_solver *solver, const bsi_evidence *evidence, bsi_arena *arena);

/* Sets the budget of all else, which must outlive it, before anything is read. */
void bsi_solver_use(bsi_solver *solver, bsi_memory_budget *memory);

/* Frees all that was made: as if nothing had been read. */
void bsi_solver_clear(bsi_solver *solver);

/* Drops what is known of the last count; what is explained is that nothing was reached. */
void bsi_solver_begin(bsi_solver *solver);

/*
 * Whether a count that ended in MEMORY lacked what was kept from other charts. To read the chart
 * again frees all that; then what becomes of a chart does not depend on those before it.
 */
static inline bool bsi_solver_was_short(const bsi_solver *solver)
{
    return solver->is_warm && solver->memory->is_reached;
}

/*
 * Reads what the evidence, which was read before, does not hold of a chart: OK, WORK_LIMIT,
 * CANCELLED or MEMORY.
 */
bship_status bsi_solver_read(bsi_solver *solver, const bship_chart *chart, bsi_work_budget *budget);

/*
 * Counts the layouts into a tally, which has room for numbers of both types: OK;
 * CONTRADICTION; WORK_LIMIT, the effort's `expected` being what is needed; CANCELLED;
 * MEMORY; UNSUPPORTED where the method asked for cannot count these.
 */
bship_status bsi_solver_count(bsi_solver *solver, const bsi_solve_request *order,
                              bsi_placement_counts *counts);

/* Whether there is any layout: answers as the above; the tally is spoilt. */
bship_status bsi_solver_check(bsi_solver *solver, const bsi_solve_request *order,
                              bsi_placement_counts *counts);

/* Draws one of the layouts that were counted last: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bsi_solver_draw(bsi_solver *solver, const bsi_placement_counts *counts, bship_rng *rng,
                             bsi_work_budget *budget, bship_placement *placements);

/* Whether a method is exact. */
bool bsi_is_exact(int32_t method);

#endif
