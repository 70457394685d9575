/*
 * The solver: one table, one row per method - can it run, what would it cost, count, check, draw -
 * and the one policy that chooses between them (solver.c).
 *
 *     enumeration  exact covers of the hits, ships one by one, inclusion-exclusion over the last
 *                  three: few ships, any board
 *     frontier     dynamic programming over the cells: many short ships, narrow boards
 *     rejection    rejection sampling: few ships on large boards
 *     smc          sequential Monte Carlo: totals of salvos where rejection accepts too little
 *     mcmc         Markov chain Monte Carlo: everything else
 *
 * The first two are exact, and their cost is estimated before they run. `auto` runs the cheaper
 * of them if it fits into its share of the work budget, and otherwise samples. The choice depends
 * on the evidence and the limits only, never on time or on earlier charts.
 */
#ifndef BSI_INFERENCE_SOLVER_H
#define BSI_INFERENCE_SOLVER_H

#include <stdbool.h>

#include <battleship/experimental/explain.h>
#include <battleship/posterior.h>

#include "base/memory.h"
#include "base/names.h"
#include "inference/enumeration/enumeration.h"
#include "inference/frontier/frontier.h"
#include "inference/sampling/mcmc.h"
#include "inference/sampling/rejection.h"
#include "inference/totals/smc.h"

enum {
    BSI_METHODS = BSHIP_METHOD_SMC + 1 /* including auto */
};

struct bsi_algorithm;

/* The state of all methods. */
typedef struct bsi_solver {
    const bsi_evidence *evidence;
    bship_allocator allocator;
    bsi_memory_budget *memory;  /* of the allocator */
    uint64_t room;              /* bytes left in it while no method holds any */
    bool is_warm;               /* methods held memory when the chart was read */
    bool is_residual_built;     /* for the chart, as are the next two */
    bool is_rejection_ready;    /* it has been planned */
    bool is_rejection_given_up; /* too many covers of the hits, or too little memory */
    bsi_exact_cover cover;      /* in which methods search, one at a time */
    bsi_residual residual;
    bsi_enumeration enumeration;
    bsi_frontier *frontier; /* NULL until first needed */
    bsi_rejection rejection;
    bsi_mcmc mcmc;
    bsi_smc smc;
    bsi_sample_quality quality;            /* of the last sample */
    double accepted;                       /* share of trial draws accepted; NaN: none tried */
    double estimate;                       /* steps to count, by the last plan; NaN: unknown */
    int32_t method;                        /* that made the last count */
    const struct bsi_algorithm *algorithm; /* of that method */
    bship_posterior_explanation explained[BSI_METHODS];
} bsi_solver;

/* What a call of the solver, or of a method, is to do. */
typedef struct bsi_solve_request {
    int32_t method; /* a bship_method */
    bool exact_only;
    bsi_sample_request sample;    /* its budget limits every method */
    bsi_placement_counts *counts; /* with room for integers and doubles */
    bship_rng *rng;               /* for drawing, as is `placements` */
    bship_placement *placements;
} bsi_solve_request;

/* ---- methods ---- */

/*
 * A method behind one interface, for the solver's table (solver_methods.c). It neither knows the
 * others nor the policy, and frees no memory of theirs.
 */
typedef bship_status bsi_operation(bsi_solver *solver, const bsi_solve_request *request);

typedef struct bsi_algorithm {
    /*
     * Prepares for the evidence and sets the solver's `estimate`: infinite if the method cannot
     * count, unchanged if the steps are not known. OK; CONTRADICTION; WORK_LIMIT, with or without
     * an estimate; CANCELLED; MEMORY; UNSUPPORTED.
     */
    bsi_operation *plan;
    bsi_operation *count;                /* after a plan: as bsi_solver_count() */
    bsi_operation *check;                /* without a plan: as bsi_solver_check() */
    bsi_operation *draw;                 /* after a count: as bsi_solver_draw() */
    void (*release)(bsi_solver *solver); /* frees what it holds; NULL: little */
} bsi_algorithm;

/* For charts without totals; inclusion-exclusion also with totals. */
extern const bsi_algorithm bsi_inclusion_exclusion;
extern const bsi_algorithm bsi_frontier_programme;
extern const bsi_algorithm bsi_rejection_sampling;
extern const bsi_algorithm bsi_markov_chains;

/* For charts with totals, by the residual dynamic programme. */
extern const bsi_algorithm bsi_totals_enumeration;
extern const bsi_algorithm bsi_totals_rejection;
extern const bsi_algorithm bsi_totals_particles;

/* ---- the solver ---- */

/* Takes the arrays from an arena, which must be zeroed; the memory budget must outlive the solver.
 */
void bsi_solver_carve(bsi_solver *solver, const bsi_evidence *evidence, bsi_memory_budget *memory,
                      bsi_arena *arena);

/* Frees what the methods hold. */
void bsi_solver_clear(bsi_solver *solver);

/* Resets the explanations: no method reached. */
void bsi_solver_begin(bsi_solver *solver);

/*
 * Whether a count that ended in MEMORY lacked what methods kept from earlier charts. Reading the
 * chart again frees that, so that results do not depend on earlier charts.
 */
static inline bool bsi_solver_was_short(const bsi_solver *solver)
{
    return solver->is_warm && solver->memory->is_reached;
}

/* Reads a chart's totals, after its evidence: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bsi_solver_read(bsi_solver *solver, const bship_chart *chart, bsi_work_budget *budget);

/*
 * Counts the layouts into `counts`: OK; CONTRADICTION; WORK_LIMIT, the budget's `expected` being
 * the steps needed, if known; CANCELLED; MEMORY; UNSUPPORTED if the method requested cannot count
 * them.
 */
bship_status bsi_solver_count(bsi_solver *solver, const bsi_solve_request *request);

/* Whether there is any layout: statuses as above; spoils `counts`. */
bship_status bsi_solver_check(bsi_solver *solver, const bsi_solve_request *request);

/* Draws one of the layouts counted last into `placements`: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bsi_solver_draw(bsi_solver *solver, const bsi_solve_request *request);

/* Whether a method is exact. */
bool bsi_is_exact(int32_t method);

/* By bship_method. */
extern const bsi_names bsi_method_names;

#endif
