/* The choice between the ways of counting; see methods.h. */
#include "inference/methods.h"

#include <math.h>
#include <stdbool.h>

#include "inference/methods_ways.h"

/* In steps; see common/work_budget.h. */
enum {
    CHECK_MAX = 100000000,   /* what closing may spend on finding any layout */
    REJECTION_MAX = 50000000 /* what may be spent on seeing whether draws are accepted */
};

/* The share of draws that must be accepted to prefer them to chains. */
#define ACCEPTED_MIN 0.005

/* ---- life ---- */

void bsi_solver_carve(bsi_solver *solver, const bsi_evidence *evidence, bsi_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    solver->evidence = evidence;
    bsi_residual_carve(&solver->residual, evidence, arena);
    bsi_enumeration_carve(&solver->enumeration, evidence, &solver->residual, arena);
    bsi_smc_carve(&solver->smc, &solver->residual, arena);
    solver->quality.errors =
        bsi_arena_take(arena, rules->positions, sizeof *solver->quality.errors);
}

void bsi_solver_use(bsi_solver *solver, bsi_memory_budget *memory)
{
    solver->memory = memory;
    solver->room = memory->left;
    solver->allocator = bsi_memory_budget_allocator(memory);
    solver->residual.totals.allocator = solver->allocator;
    bsi_enumeration_use(&solver->enumeration, solver->allocator);
}

void bsi_solver_clear(bsi_solver *solver)
{
    bsi_smc_clear(&solver->smc);
    bsi_residual_clear(&solver->residual);
    bsi_enumeration_clear(&solver->enumeration);
    bsi_frontier_free(solver->frontier);
    bsi_rejection_free(solver->rejection);
    bsi_mcmc_free(solver->mcmc);
    solver->frontier = NULL;
    solver->rejection = NULL;
    solver->mcmc = NULL;
}

bship_status bsi_solver_read(bsi_solver *solver, const bship_chart *chart, bsi_work_budget *budget)
{
    /* What it left cannot be told from what would be there without others before it. */
    if (solver->memory->is_reached)
        bsi_solver_clear(solver);
    solver->memory->is_reached = false;
    solver->is_warm = solver->memory->left < solver->room;
    solver->rejection_ready = 0;
    solver->rejection_too_many = 0;
    return bsi_totals_read(&solver->residual.totals, chart, budget);
}

/* ---- the choice ---- */

/* There is no room for draws, nor will there be: others may need what they have. */
static void give_up_draws(bsi_solver *solver)
{
    bsi_rejection_free(solver->rejection);
    solver->rejection = NULL;
    solver->rejection_too_many = 1;
}

static bship_status sample(bsi_solver *solver, const bsi_solve_request *order,
                           bsi_placement_counts *counts)
{
    bsi_work_budget *budget = order->sample.budget;
    bsi_work_budget part = bsi_work_split(budget, REJECTION_MAX);
    bship_status status = bsi_read_rejection(solver, &part);
    bsi_work_merge(budget, &part);
    if (status && !bsi_is_beyond(solver, status))
        return status;
    if (status == BSHIP_ERROR_MEMORY) {
        if (solver->frontier)
            return status; /* see bsi_run_way() */
        give_up_draws(solver);
    }
    if (!status && solver->accepted >= ACCEPTED_MIN)
        return bsi_sample_by_rejection(solver, order, counts);
    return bsi_sample_by_mcmc(solver, order, counts);
}

/*
 * Runs an exact way, unless it is known to need more than it may take: all that is left, or
 * where sampling may follow, most of it. `*steps` are what it needs, and made better known.
 */
static bship_status try_exactly(bsi_counting count, bsi_solver *solver,
                                const bsi_solve_request *order, double *steps,
                                bsi_placement_counts *counts)
{
    bsi_work_budget *budget = order->sample.budget;
    int64_t before = budget->done;
    double left = bsi_work_left(budget);
    bsi_work_budget part = bsi_work_split(budget, order->exact_only ? left : left * 3 / 4);
    if (!(*steps <= bsi_work_left(&part)))
        return BSHIP_ERROR_WORK_LIMIT;
    bsi_solve_request own = *order;
    own.sample.budget = &part;
    bsi_work_expect(&part, *steps);
    bship_status status = bsi_run_way(count, solver, &own, counts);
    bsi_work_merge(budget, &part);
    if (part.expected > part.limit)
        *steps = (double)(part.expected - before);
    return status;
}

/* As bsi_is_beyond() says if no exact way can do it, or not within the limits. */
static bship_status count_exactly(bsi_solver *solver, const bsi_solve_request *order,
                                  bsi_placement_counts *counts)
{
    bsi_work_budget *budget = order->sample.budget;
    double by_enumeration, by_frontier = (double)INFINITY;
    bship_status status = bsi_plan_enumeration(solver, counts->is_whole, budget, &by_enumeration);
    if (!status)
        bsi_work_expect(budget, by_enumeration);
    if (!status && by_enumeration > BSI_CHEAP)
        status = bsi_frontier_estimate(solver->evidence, budget, &by_frontier, NULL);
    if (status)
        return status;
    bool is_tried = by_frontier < by_enumeration;
    status = BSHIP_ERROR_WORK_LIMIT;
    if (is_tried)
        status = try_exactly(bsi_count_by_frontier, solver, order, &by_frontier, counts);
    if (bsi_is_beyond(solver, status))
        status = try_exactly(bsi_count_by_enumeration, solver, order, &by_enumeration, counts);
    /* What rounding spoilt is counted without differences. */
    if (status == BSHIP_ERROR_UNSUPPORTED && !is_tried) {
        by_enumeration = (double)INFINITY;
        status = bsi_frontier_estimate(solver->evidence, budget, &by_frontier, NULL);
        if (!status)
            status = isinf(by_frontier)
                         ? BSHIP_ERROR_UNSUPPORTED
                         : try_exactly(bsi_count_by_frontier, solver, order, &by_frontier, counts);
    }
    bsi_work_expect(budget, by_enumeration < by_frontier ? by_enumeration : by_frontier);
    /* More steps would not do where the memory did not. */
    bool is_memory = solver->memory->is_reached && bsi_is_beyond(solver, status);
    return is_memory ? BSHIP_ERROR_MEMORY : status;
}

static bship_status count_by_best(bsi_solver *solver, const bsi_solve_request *order,
                                  bsi_placement_counts *counts)
{
    bship_status status = count_exactly(solver, order, counts);
    if (order->exact_only || !bsi_is_beyond(solver, status))
        return status;
    bsi_work_budget *budget = order->sample.budget;
    /* An exact way may take three quarters of an effort. */
    int64_t exactly = budget->expected < INT64_MAX / 2 ? budget->expected / 3 * 4 : INT64_MAX;
    budget->expected = 0;
    status = bsi_run_way(sample, solver, order, counts);
    if (exactly > budget->limit && (exactly < budget->expected || budget->expected == 0))
        budget->expected = exactly;
    return status;
}

bship_status bsi_solver_count(bsi_solver *solver, const bsi_solve_request *order,
                              bsi_placement_counts *counts)
{
    bsi_work_budget *budget = order->sample.budget;
    bship_status status;
    double steps;
    counts->is_whole = !solver->evidence->is_weighted;
    counts->unit = 1;
    solver->is_listed = false;
    if (bsi_has_totals(solver))
        return bsi_solver_count_totals(solver, order, counts);
    switch (order->method) {
    case BSHIP_METHOD_ENUMERATION:
        status = bsi_enumeration_plan(&solver->enumeration, counts->is_whole, budget);
        return status ? status : bsi_count_by_enumeration(solver, order, counts);
    case BSHIP_METHOD_FRONTIER:
        status = bsi_frontier_estimate(solver->evidence, budget, &steps, NULL);
        bsi_work_expect(budget, steps);
        return status ? status : bsi_count_by_frontier(solver, order, counts);
    case BSHIP_METHOD_REJECTION:
        status = bsi_read_rejection(solver, budget);
        return status ? status : bsi_sample_by_rejection(solver, order, counts);
    case BSHIP_METHOD_MCMC:
        return bsi_sample_by_mcmc(solver, order, counts);
    default:
        return count_by_best(solver, order, counts);
    }
}

/* ---- is there any? ---- */

static bship_status check_by_best(bsi_solver *solver, const bsi_solve_request *order,
                                  bsi_placement_counts *counts)
{
    bsi_work_budget *budget = order->sample.budget;
    bsi_work_budget part = bsi_work_split(budget, CHECK_MAX);
    bship_status status = bsi_check_by_enumeration(solver, counts, &part);
    bsi_work_merge(budget, &part);
    if (!bsi_is_beyond(solver, status))
        return status;
    if (status == BSHIP_ERROR_MEMORY)
        bsi_hit_covers_clear(&solver->enumeration.covers);
    return bsi_read_mcmc(solver, order);
}

bship_status bsi_solver_check(bsi_solver *solver, const bsi_solve_request *order,
                              bsi_placement_counts *counts)
{
    bsi_work_budget *budget = order->sample.budget;
    bship_status status;
    if (bsi_has_totals(solver))
        return bsi_solver_check_totals(solver, order);
    switch (order->method) {
    case BSHIP_METHOD_ENUMERATION:
        return bsi_check_by_enumeration(solver, counts, budget);
    case BSHIP_METHOD_FRONTIER:
        status = bsi_make_frontier(solver);
        return status ? status : bsi_frontier_prepare(solver->frontier, solver->evidence, budget);
    case BSHIP_METHOD_REJECTION:
    case BSHIP_METHOD_MCMC:
        return bsi_read_mcmc(solver, order);
    default:
        return check_by_best(solver, order, counts);
    }
}

/* ---- drawing ---- */

/* Closing can draw from any of its counts, but draws are quicker where they are accepted. */
static bship_status draw_exactly(bsi_solver *solver, const bsi_placement_counts *counts,
                                 bship_rng *rng, bsi_work_budget *budget,
                                 bship_placement *placements)
{
    bsi_work_budget part = bsi_work_split(budget, REJECTION_MAX);
    bship_status status =
        bsi_has_totals(solver) ? BSHIP_ERROR_WORK_LIMIT : bsi_read_rejection(solver, &part);
    bsi_work_merge(budget, &part);
    /* Whatever keeps the memory: closing needs no more. */
    if (status == BSHIP_ERROR_MEMORY && solver->memory->is_reached)
        give_up_draws(solver);
    else if (status && !bsi_is_beyond(solver, status))
        return status;
    if (!status && solver->accepted >= ACCEPTED_MIN)
        return bsi_rejection_draw(solver->rejection, rng, budget, placements);
    return bsi_enumeration_draw(&solver->enumeration, counts, rng, budget, placements);
}

bship_status bsi_solver_draw(bsi_solver *solver, const bsi_placement_counts *counts, bship_rng *rng,
                             bsi_work_budget *budget, bship_placement *placements)
{
    if (solver->is_listed)
        return bsi_smc_draw(&solver->smc, rng, budget, placements);
    switch (solver->method) {
    case BSHIP_METHOD_FRONTIER:
        bsi_frontier_draw(solver->frontier, solver->evidence, rng, placements);
        return BSHIP_OK;
    case BSHIP_METHOD_REJECTION:
        return bsi_rejection_draw(solver->rejection, rng, budget, placements);
    case BSHIP_METHOD_MCMC:
        return bsi_mcmc_draw(solver->mcmc, rng, budget, placements);
    default:
        return draw_exactly(solver, counts, rng, budget, placements);
    }
}
