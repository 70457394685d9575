/* Every method behind one interface; see solver_methods.h. */
#include "inference/solver_methods.h"

#include <math.h>
#include <stdbool.h>

/* How far counts of weights may be off by rounding, relative to their total. */
#define NOISE_MAX 1e-9

/* What rounding makes of differences, relative to what they are taken of, at most. */
#define ROUNDING 0x1p-46

/*
 * Whether rounding has left exact weights good: OK or UNSUPPORTED. Sums of the smallest numbers
 * lose their digits; and inclusion-exclusion takes differences, of `most` in all: where weights
 * are very far apart, what is left of them may be nothing but rounding.
 */
static bship_status check_rounding(const bsi_placement_counts *counts, double most)
{
    bool is_good = counts->is_whole || (counts->weight >= BSI_WEIGHT_MIN &&
                                        ROUNDING * most <= NOISE_MAX * counts->weight);
    return is_good ? BSHIP_OK : BSHIP_ERROR_UNSUPPORTED;
}

/* ---- inclusion-exclusion ---- */

static bship_status plan_enumeration(bsi_solver *solver, const bsi_sample_request *order,
                                     double *steps)
{
    bship_status status =
        bsi_enumeration_plan(&solver->enumeration, !solver->evidence->is_weighted, order->budget);
    if (!status)
        *steps = solver->enumeration.steps;
    return status;
}

static bship_status check_by_enumeration(bsi_solver *solver, const bsi_sample_request *order,
                                         bsi_placement_counts *counts)
{
    bsi_placement_counts whole = *counts;
    whole.is_whole = true;
    bship_status status = bsi_enumeration_plan(&solver->enumeration, 1, order->budget);
    return status ? status : bsi_enumeration_check(&solver->enumeration, &whole, order->budget);
}

/* Rounding may make something of nothing, or nothing of something. */
static bship_status close_weights(bsi_solver *solver, const bsi_sample_request *order,
                                  bsi_placement_counts *counts)
{
    bsi_enumeration *enumeration = &solver->enumeration;
    bship_status status = check_by_enumeration(solver, order, counts);
    if (!status)
        status = bsi_enumeration_plan(enumeration, 0, order->budget);
    if (status)
        return status;
    status = bsi_enumeration_count(enumeration, counts, order->budget);
    /* That there is a layout is known. */
    if (status == BSHIP_ERROR_CONTRADICTION)
        return BSHIP_ERROR_UNSUPPORTED;
    return status ? status : check_rounding(counts, enumeration->most);
}

static bship_status count_by_enumeration(bsi_solver *solver, const bsi_sample_request *order,
                                         bsi_placement_counts *counts)
{
    bsi_work_budget *budget = order->budget;
    bsi_work_expect(budget, solver->enumeration.steps);
    if (budget->expected > budget->limit)
        return BSHIP_ERROR_WORK_LIMIT;
    return counts->is_whole ? bsi_enumeration_count(&solver->enumeration, counts, budget)
                            : close_weights(solver, order, counts);
}

static bship_status draw_by_enumeration(bsi_solver *solver, const bsi_placement_counts *counts,
                                        bship_rng *rng, bsi_work_budget *budget,
                                        bship_placement *placements)
{
    return bsi_enumeration_draw(&solver->enumeration, counts, rng, budget, placements);
}

static void release_covers(bsi_solver *solver)
{
    bsi_hit_covers_clear(&solver->enumeration.covers);
}

const bsi_algorithm bsi_inclusion_exclusion = {
    plan_enumeration,    count_by_enumeration, check_by_enumeration,
    draw_by_enumeration, release_covers,
};

/* ---- frontier ---- */

static bship_status plan_frontier(bsi_solver *solver, const bsi_sample_request *order,
                                  double *steps)
{
    return bsi_frontier_estimate(solver->evidence, order->budget, steps, NULL);
}

/* Its memory is limited by the solver's budget. */
static bship_status make_frontier(bsi_solver *solver)
{
    if (solver->frontier)
        return BSHIP_OK;
    return bsi_frontier_new(&solver->frontier, &solver->allocator, UINT64_MAX);
}

static bship_status count_by_frontier(bsi_solver *solver, const bsi_sample_request *order,
                                      bsi_placement_counts *counts)
{
    bship_status status = make_frontier(solver);
    if (!status)
        status = bsi_frontier_count(solver->frontier, solver->evidence, counts, order->budget);
    return status ? status : check_rounding(counts, 0);
}

static bship_status check_by_frontier(bsi_solver *solver, const bsi_sample_request *order,
                                      bsi_placement_counts *counts)
{
    (void)counts;
    bship_status status = make_frontier(solver);
    return status ? status
                  : bsi_frontier_prepare(solver->frontier, solver->evidence, order->budget);
}

static bship_status draw_by_frontier(bsi_solver *solver, const bsi_placement_counts *counts,
                                     bship_rng *rng, bsi_work_budget *budget,
                                     bship_placement *placements)
{
    (void)counts;
    (void)budget;
    bsi_frontier_draw(solver->frontier, solver->evidence, rng, placements);
    return BSHIP_OK;
}

static void release_frontier(bsi_solver *solver)
{
    bsi_frontier_free(solver->frontier);
    solver->frontier = NULL;
}

const bsi_algorithm bsi_frontier_programme = {
    plan_frontier, count_by_frontier, check_by_frontier, draw_by_frontier, release_frontier,
};

/* ---- rejection ---- */

/* Reads the evidence and tries how many draws are accepted, once a chart. */
static bship_status plan_rejection(bsi_solver *solver, const bsi_sample_request *order,
                                   double *steps)
{
    bsi_work_budget *budget = order->budget;
    bship_status status = BSHIP_OK;
    (void)steps;
    if (solver->rejection_ready)
        return BSHIP_OK;
    if (solver->rejection_too_much)
        return BSHIP_ERROR_WORK_LIMIT;
    if (!solver->rejection)
        status = bsi_rejection_new(&solver->rejection, solver->evidence, &solver->allocator);
    if (!status)
        status = bsi_rejection_read(solver->rejection, budget);
    if (!status)
        status = bsi_rejection_estimate(solver->rejection, budget, &solver->accepted);
    solver->rejection_ready = !status;
    solver->rejection_too_much = status == BSHIP_ERROR_WORK_LIMIT;
    return status;
}

static bship_status count_by_rejection(bsi_solver *solver, const bsi_sample_request *order,
                                       bsi_placement_counts *counts)
{
    counts->is_whole = false;
    return bsi_rejection_run(solver->rejection, order, counts, &solver->quality);
}

static bship_status draw_by_rejection(bsi_solver *solver, const bsi_placement_counts *counts,
                                      bship_rng *rng, bsi_work_budget *budget,
                                      bship_placement *placements)
{
    (void)counts;
    return bsi_rejection_draw(solver->rejection, rng, budget, placements);
}

/* What lacked memory once is not tried again for the same chart. */
static void release_rejection(bsi_solver *solver)
{
    bsi_rejection_free(solver->rejection);
    solver->rejection = NULL;
    solver->rejection_too_much = 1;
}

/* ---- Markov chains ---- */

/* Finds a layout, from which the chains begin. */
static bship_status read_mcmc(bsi_solver *solver, const bsi_sample_request *order)
{
    bship_status status = BSHIP_OK;
    if (!solver->mcmc)
        status = bsi_mcmc_new(&solver->mcmc, solver->evidence, &solver->allocator);
    return status ? status : bsi_mcmc_read(solver->mcmc, order->seed, order->budget);
}

static bship_status plan_mcmc(bsi_solver *solver, const bsi_sample_request *order, double *steps)
{
    bship_status status = read_mcmc(solver, order);
    if (!status || status == BSHIP_ERROR_WORK_LIMIT)
        *steps = bsi_mcmc_least_cost(solver->mcmc);
    return status;
}

static bship_status count_by_mcmc(bsi_solver *solver, const bsi_sample_request *order,
                                  bsi_placement_counts *counts)
{
    bsi_work_budget *budget = order->budget;
    counts->is_whole = false;
    bsi_work_expect(budget, bsi_mcmc_least_cost(solver->mcmc));
    if (budget->expected > budget->limit)
        return BSHIP_ERROR_WORK_LIMIT;
    /* How many rounds there will be is not known. */
    budget->expected = 0;
    return bsi_mcmc_run(solver->mcmc, order, counts, &solver->quality);
}

static bship_status check_by_search(bsi_solver *solver, const bsi_sample_request *order,
                                    bsi_placement_counts *counts)
{
    (void)counts;
    return read_mcmc(solver, order);
}

static bship_status draw_by_mcmc(bsi_solver *solver, const bsi_placement_counts *counts,
                                 bship_rng *rng, bsi_work_budget *budget,
                                 bship_placement *placements)
{
    (void)counts;
    return bsi_mcmc_draw(solver->mcmc, rng, budget, placements);
}

/* The search for the first state of a chain is the check of both samplers. */
const bsi_algorithm bsi_rejection_sampling = {
    plan_rejection, count_by_rejection, check_by_search, draw_by_rejection, release_rejection,
};

const bsi_algorithm bsi_markov_chains = {
    plan_mcmc, count_by_mcmc, check_by_search, draw_by_mcmc, NULL,
};

/* ---- salvos reported by totals ---- */

/* Opening the ledger was all that it takes to know. */
static bship_status plan_residual(bsi_solver *solver, const bsi_sample_request *order,
                                  double *steps)
{
    (void)order;
    *steps = solver->residual.steps;
    return BSHIP_OK;
}

static bship_status count_by_residual(bsi_solver *solver, const bsi_sample_request *order,
                                      bsi_placement_counts *counts)
{
    bship_status status = bsi_residual_count(&solver->residual, counts, order->budget);
    return status ? status : check_rounding(counts, 0);
}

static bship_status check_by_residual(bsi_solver *solver, const bsi_sample_request *order,
                                      bsi_placement_counts *counts)
{
    (void)counts;
    return bsi_residual_check(&solver->residual, order->budget);
}

static bship_status draw_by_residual(bsi_solver *solver, const bsi_placement_counts *counts,
                                     bship_rng *rng, bsi_work_budget *budget,
                                     bship_placement *placements)
{
    (void)counts;
    return bsi_smc_draw(&solver->smc, rng, budget, placements);
}

static bship_status plan_draws(bsi_solver *solver, const bsi_sample_request *order, double *steps)
{
    (void)steps;
    return bsi_smc_try(&solver->smc, order->budget, &solver->accepted);
}

static bship_status count_by_draws(bsi_solver *solver, const bsi_sample_request *order,
                                   bsi_placement_counts *counts)
{
    counts->is_whole = false;
    return bsi_smc_run(&solver->smc, 0, order, counts, &solver->quality);
}

static bship_status plan_smc(bsi_solver *solver, const bsi_sample_request *order, double *steps)
{
    (void)order;
    (void)steps;
    return bsi_smc_make_room(&solver->smc);
}

static bship_status count_by_smc(bsi_solver *solver, const bsi_sample_request *order,
                                 bsi_placement_counts *counts)
{
    counts->is_whole = false;
    return bsi_smc_run(&solver->smc, 1, order, counts, &solver->quality);
}

const bsi_algorithm bsi_totals_enumeration = {
    plan_residual, count_by_residual, check_by_residual, draw_by_residual, NULL,
};

const bsi_algorithm bsi_totals_rejection = {
    plan_draws, count_by_draws, check_by_residual, draw_by_residual, NULL,
};

const bsi_algorithm bsi_totals_particles = {
    plan_smc, count_by_smc, check_by_residual, draw_by_residual, NULL,
};
