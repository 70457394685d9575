/*
 * The ways of counting, and the choice between them.
 *
 *     exact     closing three ships (enumeration/enumeration.h): few ships, any board
 *     frontier  cell by cell (frontier/frontier.h): any number of ships, boards that are not too
 * broad draws     independent draws (sampling/rejection.h): where most layouts have room; random
 * walks (totals/smc.h), where salvos were answered by totals chain     Markov chains
 * (sampling/mcmc.h): what is left
 *
 * The first two are exact. What each costs is known, roughly, before it is begun; the
 * cheapest exact one is taken that the effort allows, and if there is none, sampling.
 */
#ifndef BSI_INFERENCE_METHODS_H
#define BSI_INFERENCE_METHODS_H

#include <stdbool.h>

#include <battleship/posterior.h>

#include "base/memory.h"
#include "inference/enumeration/enumeration.h"
#include "inference/frontier/frontier.h"
#include "inference/sampling/mcmc.h"
#include "inference/sampling/rejection.h"
#include "inference/totals/smc.h"

typedef struct bsi_solver {
    const bsi_evidence *evidence;
    bship_allocator allocator;
    bsi_memory_budget *memory; /* of the allocator */
    uint64_t room;             /* what it had left when nothing was made */
    bool is_warm;              /* whether memory was in use when the chart was read */
    bsi_residual residual;     /* of salvos answered by totals */
    bsi_enumeration enumeration;
    bsi_frontier *frontier; /* these are made when first needed */
    bsi_rejection *rejection;
    bsi_mcmc *mcmc;
    bsi_smc smc;
    bool is_listed; /* whether the last count went through the ledger, not the coverings */
    bsi_sample_quality quality; /* of the last sample */
    int rejection_ready;        /* whether `rejection` has read the evidence as it is */
    int rejection_too_many;     /* or could not, as there are too many ways to cover the hits, or no
                                   room */
    double accepted;            /* if ready: the share of its draws that are layouts, about */
    int32_t method;             /* that made the last count */
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

/*
 * Whether a count that ended in MEMORY lacked what was kept from other charts. To read the chart
 * again frees all that; then what becomes of a chart does not depend on those before it.
 */
static inline bool bsi_solver_were_short(const bsi_solver *solver)
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
static inline bool bsi_is_exact(int32_t method)
{
    return method == BSHIP_METHOD_ENUMERATION || method == BSHIP_METHOD_FRONTIER;
}

#endif
