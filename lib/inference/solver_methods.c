/* How each method plans, counts, checks and draws; see solver.h. */
#include "inference/solver.h"

/* The largest error of weighted counts by rounding, relative to their total. */
#define ROUNDING_ERROR_MAX 1e-9

/* The largest error of a difference, relative to its terms. */
#define DIFFERENCE_ERROR 0x1p-46

/*
 * OK, or UNSUPPORTED if rounding spoils weighted counts: tiny sums lose their digits, and the
 * differences that inclusion-exclusion takes, of `terms` in all, cancel where weights are far
 * apart.
 */
static bship_status check_rounding(const bsi_placement_counts *counts, double terms)
{
    bool is_good =
        counts->is_whole || (counts->weight >= BSI_WEIGHT_MIN &&
                             DIFFERENCE_ERROR * terms <= ROUNDING_ERROR_MAX * counts->weight);
    return is_good ? BSHIP_OK : BSHIP_ERROR_UNSUPPORTED;
}

/* Expects so many steps: OK, or WORK_LIMIT if the budget does not allow them. */
static bship_status require(bsi_work_budget *budget, double steps)
{
    bsi_work_expect(budget, steps);
    return budget->expected > budget->limit ? BSHIP_ERROR_WORK_LIMIT : BSHIP_OK;
}

/* ---- inclusion-exclusion ---- */

static bship_status plan_enumeration(bsi_solver *solver, const bsi_solve_request *request)
{
    bship_status status = bsi_enumeration_plan(&solver->enumeration, !solver->evidence->is_weighted,
                                               request->sample.budget);
    if (!status)
        solver->estimate = solver->enumeration.steps;
    return status;
}

static bship_status check_by_enumeration(bsi_solver *solver, const bsi_solve_request *request)
{
    bsi_work_budget *budget = request->sample.budget;
    bsi_placement_counts whole = *request->counts;
    whole.is_whole = true;
    bship_status status = bsi_enumeration_plan(&solver->enumeration, true, budget);
    return status ? status : bsi_enumeration_check(&solver->enumeration, &whole, budget);
}

/* Whether there is a layout is found in integers: a sum of 0 may be due to rounding. */
static bship_status count_weights(bsi_solver *solver, const bsi_solve_request *request)
{
    bsi_enumeration *enumeration = &solver->enumeration;
    bsi_work_budget *budget = request->sample.budget;
    bship_status status = check_by_enumeration(solver, request);
    if (!status)
        status = bsi_enumeration_plan(enumeration, false, budget);
    if (status)
        return status;
    status = bsi_enumeration_count(enumeration, request->counts, budget);
    if (status == BSHIP_ERROR_CONTRADICTION)
        return BSHIP_ERROR_UNSUPPORTED;
    return status ? status : check_rounding(request->counts, enumeration->most);
}

static bship_status count_by_enumeration(bsi_solver *solver, const bsi_solve_request *request)
{
    bsi_enumeration *enumeration = &solver->enumeration;
    bsi_work_budget *budget = request->sample.budget;
    bship_status status = require(budget, enumeration->steps);
    if (status)
        return status;
    return request->counts->is_whole ? bsi_enumeration_count(enumeration, request->counts, budget)
                                     : count_weights(solver, request);
}

static bship_status draw_by_enumeration(bsi_solver *solver, const bsi_solve_request *request)
{
    return bsi_enumeration_draw(&solver->enumeration, request->counts, request->rng,
                                request->sample.budget, request->placements);
}

static void release_covers(bsi_solver *solver)
{
    bsi_hit_covers_clear(&solver->enumeration.covers);
    bsi_exact_cover_clear(&solver->cover);
}

const bsi_algorithm bsi_inclusion_exclusion = {
    plan_enumeration,    count_by_enumeration, check_by_enumeration,
    draw_by_enumeration, release_covers,
};

/* ---- frontier ---- */

static bship_status plan_frontier(bsi_solver *solver, const bsi_solve_request *request)
{
    return bsi_frontier_estimate(solver->evidence, request->sample.budget, &solver->estimate, NULL);
}

/* The solver's memory budget is its only limit. */
static bship_status make_frontier(bsi_solver *solver)
{
    return solver->frontier ? BSHIP_OK
                            : bsi_frontier_new(&solver->frontier, &solver->allocator, UINT64_MAX);
}

static bship_status count_by_frontier(bsi_solver *solver, const bsi_solve_request *request)
{
    bship_status status = make_frontier(solver);
    if (!status)
        status = bsi_frontier_count(solver->frontier, solver->evidence, request->counts,
                                    request->sample.budget);
    return status ? status : check_rounding(request->counts, 0);
}

static bship_status check_by_frontier(bsi_solver *solver, const bsi_solve_request *request)
{
    bship_status status = make_frontier(solver);
    return status ? status
                  : bsi_frontier_prepare(solver->frontier, solver->evidence, false,
                                         request->sample.budget);
}

static bship_status draw_by_frontier(bsi_solver *solver, const bsi_solve_request *request)
{
    bsi_frontier_draw(solver->frontier, solver->evidence, request->rng, request->placements);
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

/* Once per chart: the covers of the hits, and trial draws. */
static bship_status plan_rejection(bsi_solver *solver, const bsi_solve_request *request)
{
    bsi_work_budget *budget = request->sample.budget;
    if (solver->is_rejection_ready)
        return BSHIP_OK;
    if (solver->is_rejection_given_up)
        return BSHIP_ERROR_WORK_LIMIT;
    bship_status status = bsi_rejection_read(&solver->rejection, budget);
    if (!status)
        status = bsi_proposal_estimate(&solver->rejection.proposal, budget, &solver->accepted);
    solver->is_rejection_ready = !status;
    solver->is_rejection_given_up = status == BSHIP_ERROR_WORK_LIMIT;
    return status;
}

static bship_status count_by_rejection(bsi_solver *solver, const bsi_solve_request *request)
{
    return bsi_rejection_run(&solver->rejection, &request->sample, request->counts,
                             &solver->quality);
}

static bship_status draw_by_rejection(bsi_solver *solver, const bsi_solve_request *request)
{
    return bsi_proposal_draw(&solver->rejection.proposal, request->rng, request->sample.budget,
                             request->placements);
}

/* Out of memory once, rejection sampling is not tried again for the same chart. */
static void release_rejection(bsi_solver *solver)
{
    bsi_rejection_clear(&solver->rejection);
    bsi_exact_cover_clear(&solver->cover);
    solver->is_rejection_given_up = true;
}

/* ---- Markov chains ---- */

/* Searches the first state of the chains, which also shows that there is a layout. */
static bship_status check_by_search(bsi_solver *solver, const bsi_solve_request *request)
{
    const bsi_sample_request *sample = &request->sample;
    return bsi_mcmc_read(&solver->mcmc, sample->seed, sample->budget);
}

static bship_status plan_mcmc(bsi_solver *solver, const bsi_solve_request *request)
{
    bship_status status = check_by_search(solver, request);
    if (!status || status == BSHIP_ERROR_WORK_LIMIT)
        solver->estimate = bsi_mcmc_least_cost(&solver->mcmc);
    return status;
}

static bship_status count_by_mcmc(bsi_solver *solver, const bsi_solve_request *request)
{
    bsi_work_budget *budget = request->sample.budget;
    bship_status status = require(budget, bsi_mcmc_least_cost(&solver->mcmc));
    if (status)
        return status;
    /* The number of rounds is not known in advance. */
    budget->expected = 0;
    return bsi_mcmc_run(&solver->mcmc, &request->sample, request->counts, &solver->quality);
}

static bship_status draw_by_mcmc(bsi_solver *solver, const bsi_solve_request *request)
{
    return bsi_mcmc_draw(&solver->mcmc, request->rng, request->sample.budget, request->placements);
}

const bsi_algorithm bsi_rejection_sampling = {
    plan_rejection, count_by_rejection, check_by_search, draw_by_rejection, release_rejection,
};

const bsi_algorithm bsi_markov_chains = {
    plan_mcmc, count_by_mcmc, check_by_search, draw_by_mcmc, NULL,
};

/* ---- totals ---- */

/* Once per chart: whichever method is planned first lists the states. */
static bship_status open_residual(bsi_solver *solver, const bsi_solve_request *request)
{
    bship_status status = BSHIP_OK;
    if (!solver->is_residual_built)
        status = bsi_residual_build(&solver->residual, request->sample.budget);
    solver->is_residual_built = !status;
    return status;
}

static bship_status plan_residual(bsi_solver *solver, const bsi_solve_request *request)
{
    bship_status status = open_residual(solver, request);
    if (!status)
        solver->estimate = solver->residual.steps;
    return status;
}

static bship_status count_by_residual(bsi_solver *solver, const bsi_solve_request *request)
{
    bship_status status =
        bsi_residual_count(&solver->residual, request->counts, request->sample.budget);
    return status ? status : check_rounding(request->counts, 0);
}

static bship_status check_by_residual(bsi_solver *solver, const bsi_solve_request *request)
{
    bship_status status = open_residual(solver, request);
    return status ? status : bsi_residual_check(&solver->residual, request->sample.budget);
}

/* By drawing ways until one is a layout, unless enumerating the layouts again takes less. */
static bship_status draw_by_residual(bsi_solver *solver, const bsi_solve_request *request)
{
    bsi_residual *residual = &solver->residual;
    const bsi_placement_counts *counts = request->counts;
    double total = counts->is_whole ? bsi_uint128_to_double(counts->total) : counts->weight;
    double share = bsi_residual_share(residual, total);
    double steps_a_way = (double)BSI_COST_DRAW * residual->ships;
    return (double)residual->counted * share < steps_a_way
               ? bsi_residual_draw_layout(residual, counts, request->rng, request->sample.budget,
                                          request->placements)
               : bsi_smc_draw(&solver->smc, share, request->rng, request->sample.budget,
                              request->placements);
}

static bship_status plan_totals_rejection(bsi_solver *solver, const bsi_solve_request *request)
{
    bship_status status = open_residual(solver, request);
    return status ? status
                  : bsi_smc_estimate(&solver->smc, request->sample.budget, &solver->accepted);
}

static bship_status plan_smc(bsi_solver *solver, const bsi_solve_request *request)
{
    bship_status status = open_residual(solver, request);
    return status ? status : bsi_smc_reserve(&solver->smc);
}

static bship_status draw_by_rejecting_ways(bsi_solver *solver, const bsi_solve_request *request)
{
    return bsi_smc_draw(&solver->smc, bsi_smc_share(&solver->smc), request->rng,
                        request->sample.budget, request->placements);
}

/* By particles or, as rejection sampling, by independent draws. */
static bship_status count_by_batches(bsi_solver *solver, const bsi_solve_request *request)
{
    bool by_particles = solver->method == BSHIP_METHOD_SMC;
    return bsi_smc_run(&solver->smc, by_particles, &request->sample, request->counts,
                       &solver->quality);
}

const bsi_algorithm bsi_totals_enumeration = {
    plan_residual, count_by_residual, check_by_residual, draw_by_residual, NULL,
};

const bsi_algorithm bsi_totals_rejection = {
    plan_totals_rejection, count_by_batches, check_by_residual, draw_by_rejecting_ways, NULL,
};

const bsi_algorithm bsi_totals_particles = {
    plan_smc, count_by_batches, check_by_residual, draw_by_rejecting_ways, NULL,
};
