/*
 * Counting what salvos answered by totals leave: all goes by the ledger, which says what going
 * through the layouts takes (totals/residual.h).
 */
#include <math.h>
#include <stdbool.h>

#include "inference/methods_ways.h"

/* In steps; see common/work_budget.h. */
enum {
    ROUGH_MAX = 5000000, /* where any sample will do an exact count is worth no more than this, */
    TRY_MAX = 20000000   /* or than this if samples are dear */
};

/* How many times less than estimated counting one by one may take. */
#define LESS_MAX 1e6

static bool must_be_exact(const bsi_solve_request *order)
{
    return order->exact_only || order->method == BSHIP_METHOD_ENUMERATION;
}

static bool knows_totals(int32_t method)
{
    return method == BSHIP_METHOD_AUTO || method == BSHIP_METHOD_ENUMERATION ||
           method == BSHIP_METHOD_REJECTION;
}

static bship_status sample_by_smc(bsi_solver *solver, const bsi_solve_request *order,
                                  bsi_placement_counts *counts)
{
    solver->method = BSHIP_METHOD_REJECTION;
    solver->is_listed = true;
    counts->is_whole = false;
    return bsi_smc_run(&solver->smc, &order->sample, counts, &solver->quality);
}

/* Counts the layouts of a ledger one by one, in so many steps at most. */
static bship_status count_by_residual(bsi_solver *solver, const bsi_solve_request *order,
                                      bsi_placement_counts *counts, double most)
{
    bsi_work_budget *budget = order->sample.budget;
    bsi_work_budget part = bsi_work_split(budget, most);
    bship_status status = bsi_residual_count(&solver->residual, counts, &part);
    bsi_work_merge(budget, &part);
    solver->method = BSHIP_METHOD_ENUMERATION;
    solver->is_listed = true;
    return status ? status : bsi_check_rounding(counts, 0);
}

/*
 * Counts what salvos answered by totals leave, where that is known to take so many steps at
 * most: one by one, or by closing what covers hits.
 */
static bship_status count_totals(bsi_solver *solver, const bsi_solve_request *order,
                                 bsi_placement_counts *counts, double most)
{
    bsi_work_budget *budget = order->sample.budget;
    bsi_residual *residual = &solver->residual;
    double by_enumeration = (double)INFINITY;
    if (residual->steps > BSI_CHEAP && residual->cover_steps < residual->steps &&
        residual->cover_steps <= most / 2) {
        bship_status status =
            bsi_plan_enumeration(solver, counts->is_whole, budget, &by_enumeration);
        if (status)
            return status;
    }
    if (by_enumeration < residual->steps && by_enumeration <= most) {
        bship_status status = bsi_run_way(bsi_count_by_enumeration, solver, order, counts);
        if (!bsi_is_beyond(solver, status))
            return status;
        /* Rounding and lack of memory are not mended by more steps. */
        if (status != BSHIP_ERROR_WORK_LIMIT)
            by_enumeration = (double)INFINITY;
    }
    bsi_work_expect(budget, residual->steps < by_enumeration ? residual->steps : by_enumeration);
    return residual->steps <= most ? count_by_residual(solver, order, counts, most)
                                   : BSHIP_ERROR_WORK_LIMIT;
}

/* Counts exactly, if that is worth its while; else says whether samples can be had. */
static bship_status count_totals_exactly(bsi_solver *solver, const bsi_solve_request *order,
                                         bsi_placement_counts *counts, bship_status *chosen)
{
    bsi_work_budget *budget = order->sample.budget;
    bool is_rough = order->sample.is_rough;
    double left = bsi_work_left(budget);
    bship_status status =
        count_totals(solver, order, counts, is_rough && left > ROUGH_MAX ? ROUGH_MAX : left);
    if (!bsi_is_beyond(solver, status))
        return status;
    *chosen = bsi_smc_choose(&solver->smc, budget);
    /* Weights too small to draw by are too small to count: then more steps would not do. */
    if (*chosen == BSHIP_ERROR_UNSUPPORTED)
        return *chosen;
    if (*chosen)
        return bsi_is_beyond(solver, *chosen) ? status : *chosen;
    left = bsi_work_left(budget);
    if (!must_be_exact(order))
        left = is_rough && left > 2.0 * TRY_MAX ? TRY_MAX : left / 2;
    /* Where ships meet in most ways there are far fewer layouts: it may take much less. */
    bool may_do = solver->smc.is_walked && solver->residual.steps <= left * LESS_MAX;
    return may_do ? count_by_residual(solver, order, counts, left) : status;
}

bship_status bsi_solver_count_totals(bsi_solver *solver, const bsi_solve_request *order,
                                     bsi_placement_counts *counts)
{
    bsi_work_budget *budget = order->sample.budget;
    if (!knows_totals(order->method))
        return BSHIP_ERROR_UNSUPPORTED;
    /* It will not be needed before the next game. */
    bsi_release_frontier(solver);
    bship_status chosen = BSHIP_OK, status = bsi_residual_open(&solver->residual, budget);
    if (status)
        return status;
    if (order->method == BSHIP_METHOD_REJECTION) {
        chosen = bsi_smc_choose(&solver->smc, budget);
    } else {
        status = count_totals_exactly(solver, order, counts, &chosen);
        if (!bsi_is_beyond(solver, status) || must_be_exact(order))
            return status;
    }
    budget->expected = 0;
    return chosen ? chosen : sample_by_smc(solver, order, counts);
}

bship_status bsi_solver_check_totals(bsi_solver *solver, const bsi_solve_request *order)
{
    if (!knows_totals(order->method))
        return BSHIP_ERROR_UNSUPPORTED;
    bship_status status = bsi_residual_open(&solver->residual, order->sample.budget);
    return status ? status : bsi_residual_check(&solver->residual, order->sample.budget);
}
