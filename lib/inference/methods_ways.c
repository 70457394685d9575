/* Each way of counting by itself; see methods_ways.h. */
#include "inference/methods_ways.h"

#include <math.h>
#include <stdbool.h>

enum {
    PLAN_MAX = 20000000 /* steps that may be spent on seeing how much closing would cost */
};

/* How far counts of weights may be off by rounding, relative to their total. */
#define NOISE_MAX 1e-9

/* What rounding makes of differences, relative to what they are taken of, at most. */
#define ROUNDING 0x1p-46

/* ---- exactly ---- */

bship_status bsi_check_by_enumeration(bsi_solver *solver, bsi_placement_counts *counts,
                                      bsi_work_budget *budget)
{
    bsi_placement_counts whole = *counts;
    whole.is_whole = true;
    bship_status status = bsi_enumeration_plan(&solver->enumeration, 1, budget);
    return status ? status : bsi_enumeration_check(&solver->enumeration, &whole, budget);
}

bship_status bsi_check_rounding(const bsi_placement_counts *counts, double most)
{
    bool is_good = counts->is_whole || (counts->weight >= BSI_WEIGHT_MIN &&
                                        ROUNDING * most <= NOISE_MAX * counts->weight);
    return is_good ? BSHIP_OK : BSHIP_ERROR_UNSUPPORTED;
}

bship_status bsi_count_by_enumeration(bsi_solver *solver, const bsi_solve_request *order,
                                      bsi_placement_counts *counts)
{
    bsi_enumeration *enumeration = &solver->enumeration;
    bsi_work_budget *budget = order->sample.budget;
    bsi_work_expect(budget, enumeration->steps);
    if (budget->expected > budget->limit)
        return BSHIP_ERROR_WORK_LIMIT;
    solver->method = BSHIP_METHOD_ENUMERATION;
    if (counts->is_whole)
        return bsi_enumeration_count(enumeration, counts, budget);
    /* Rounding may make something of nothing, or nothing of something. */
    bship_status status = bsi_check_by_enumeration(solver, counts, budget);
    if (!status)
        status = bsi_enumeration_plan(enumeration, 0, budget);
    if (status)
        return status;
    status = bsi_enumeration_count(enumeration, counts, budget);
    /* That there is a layout is known. */
    if (status == BSHIP_ERROR_CONTRADICTION)
        return BSHIP_ERROR_UNSUPPORTED;
    return status ? status : bsi_check_rounding(counts, enumeration->most);
}

bship_status bsi_make_frontier(bsi_solver *solver)
{
    if (solver->frontier)
        return BSHIP_OK;
    return bsi_frontier_new(&solver->frontier, &solver->allocator, UINT64_MAX);
}

int bsi_release_frontier(bsi_solver *solver)
{
    if (!solver->frontier)
        return 0;
    bsi_frontier_free(solver->frontier);
    solver->frontier = NULL;
    return 1;
}

bship_status bsi_count_by_frontier(bsi_solver *solver, const bsi_solve_request *order,
                                   bsi_placement_counts *counts)
{
    bship_status status = bsi_make_frontier(solver);
    if (status)
        return status;
    solver->method = BSHIP_METHOD_FRONTIER;
    status = bsi_frontier_count(solver->frontier, solver->evidence, counts, order->sample.budget);
    return status ? status : bsi_check_rounding(counts, 0);
}

/* ---- by samples ---- */

bship_status bsi_read_rejection(bsi_solver *solver, bsi_work_budget *budget)
{
    if (solver->rejection_ready)
        return BSHIP_OK;
    if (solver->rejection_too_many)
        return BSHIP_ERROR_WORK_LIMIT;
    bship_status status = BSHIP_OK;
    if (!solver->rejection)
        status = bsi_rejection_new(&solver->rejection, solver->evidence, &solver->allocator);
    if (!status)
        status = bsi_rejection_read(solver->rejection, budget);
    if (!status)
        status = bsi_rejection_estimate(solver->rejection, budget, &solver->accepted);
    solver->rejection_ready = !status;
    solver->rejection_too_many = status == BSHIP_ERROR_WORK_LIMIT;
    return status;
}

bship_status bsi_sample_by_rejection(bsi_solver *solver, const bsi_solve_request *order,
                                     bsi_placement_counts *counts)
{
    solver->method = BSHIP_METHOD_REJECTION;
    counts->is_whole = false;
    return bsi_rejection_run(solver->rejection, &order->sample, counts, &solver->quality);
}

bship_status bsi_read_mcmc(bsi_solver *solver, const bsi_solve_request *order)
{
    bship_status status = BSHIP_OK;
    if (!solver->mcmc)
        status = bsi_mcmc_new(&solver->mcmc, solver->evidence, &solver->allocator);
    if (!status)
        status = bsi_mcmc_read(solver->mcmc, order->sample.seed, order->sample.budget);
    return status;
}

bship_status bsi_sample_by_mcmc(bsi_solver *solver, const bsi_solve_request *order,
                                bsi_placement_counts *counts)
{
    bsi_work_budget *budget = order->sample.budget;
    bship_status status = bsi_read_mcmc(solver, order);
    solver->method = BSHIP_METHOD_MCMC;
    counts->is_whole = false;
    if (status && status != BSHIP_ERROR_WORK_LIMIT)
        return status;
    bsi_work_expect(budget, bsi_mcmc_least_cost(solver->mcmc));
    if (budget->expected > budget->limit)
        return BSHIP_ERROR_WORK_LIMIT;
    /* How many rounds there will be is not known. */
    budget->expected = 0;
    return bsi_mcmc_run(solver->mcmc, &order->sample, counts, &solver->quality);
}

/* ---- one after the other ---- */

/* Whether memory is lacking, and it is not other charts that keep it. */
static bool is_out_of_memory(const bsi_solver *solver, bship_status status)
{
    return status == BSHIP_ERROR_MEMORY && solver->memory->is_reached && !solver->is_warm;
}

bool bsi_is_beyond(const bsi_solver *solver, bship_status status)
{
    return status == BSHIP_ERROR_WORK_LIMIT || status == BSHIP_ERROR_UNSUPPORTED ||
           is_out_of_memory(solver, status);
}

/* Whether what lacked memory may be done again: the frontier had kept some. */
static bool may_retry(bsi_solver *solver, bship_status status)
{
    return is_out_of_memory(solver, status) && bsi_release_frontier(solver);
}

bship_status bsi_plan_enumeration(bsi_solver *solver, bool is_whole, bsi_work_budget *budget,
                                  double *steps)
{
    /* Of totals it is known what it takes to see. */
    double most = bsi_has_totals(solver) ? (double)INFINITY : PLAN_MAX;
    bsi_work_budget part = bsi_work_split(budget, most);
    bship_status status = bsi_enumeration_plan(&solver->enumeration, is_whole, &part);
    if (may_retry(solver, status))
        status = bsi_enumeration_plan(&solver->enumeration, is_whole, &part);
    bsi_work_merge(budget, &part);
    *steps = status ? (double)INFINITY : solver->enumeration.steps;
    if (!bsi_is_beyond(solver, status))
        return status;
    /* The other ways may need the memory that did not do for all ways to cover the hits. */
    if (status == BSHIP_ERROR_MEMORY)
        bsi_hit_covers_clear(&solver->enumeration.covers);
    return BSHIP_OK;
}

bship_status bsi_run_way(bsi_counting run_once, bsi_solver *solver, const bsi_solve_request *order,
                         bsi_placement_counts *counts)
{
    bship_status status = run_once(solver, order, counts);
    if (run_once == bsi_count_by_frontier || !may_retry(solver, status))
        return status;
    return run_once(solver, order, counts);
}
