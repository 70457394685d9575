/* Each way of counting by itself; see methods_ways.h. */
#include "inference/methods_ways.h"

#include <math.h>

enum {
    PLAN_MAX = 20000000 /* steps that may be spent on seeing how much closing would cost */
};

/* How far counts of weights may be off by rounding, relative to their total. */
#define NOISE_MAX 1e-9

/* What rounding makes of differences, relative to what they are taken of, at most. */
#define ROUNDING 0x1p-46

/* ---- exactly ---- */

bship_status bship_internal_check_by_closing(bship_internal_methods *methods,
                                             bship_internal_tally *tally,
                                             bship_internal_effort *effort)
{
    bship_internal_tally whole = *tally;
    whole.is_whole = 1;
    bship_status status = bship_internal_closing_plan(&methods->closing, 1, effort);
    return status ? status : bship_internal_closing_check(&methods->closing, &whole, effort);
}

bship_status bship_internal_check_rounding(const bship_internal_tally *tally, double most)
{
    int is_good = tally->is_whole || (tally->weight >= BSHIP_INTERNAL_WEIGHT_MIN &&
                                      ROUNDING * most <= NOISE_MAX * tally->weight);
    return is_good ? BSHIP_OK : BSHIP_ERROR_UNSUPPORTED;
}

bship_status bship_internal_count_by_closing(bship_internal_methods *methods,
                                             const bship_internal_count_order *order,
                                             bship_internal_tally *tally)
{
    bship_internal_closing *closing = &methods->closing;
    bship_internal_effort *effort = order->sample.effort;
    bship_internal_effort_expect(effort, closing->steps);
    if (effort->expected > effort->limit)
        return BSHIP_ERROR_WORK_LIMIT;
    methods->method = BSHIP_METHOD_EXACT;
    if (tally->is_whole)
        return bship_internal_closing_count(closing, tally, effort);
    /* Rounding may make something of nothing, or nothing of something. */
    bship_status status = bship_internal_check_by_closing(methods, tally, effort);
    if (!status)
        status = bship_internal_closing_plan(closing, 0, effort);
    if (status)
        return status;
    status = bship_internal_closing_count(closing, tally, effort);
    /* That there is a layout is known. */
    if (status == BSHIP_ERROR_CONTRADICTION)
        return BSHIP_ERROR_UNSUPPORTED;
    return status ? status : bship_internal_check_rounding(tally, closing->most);
}

bship_status bship_internal_make_frontier(bship_internal_methods *methods)
{
    if (methods->frontier)
        return BSHIP_OK;
    return bship_internal_frontier_new(&methods->frontier, &methods->allocator, UINT64_MAX);
}

int bship_internal_release_frontier(bship_internal_methods *methods)
{
    if (!methods->frontier)
        return 0;
    bship_internal_frontier_free(methods->frontier);
    methods->frontier = NULL;
    return 1;
}

bship_status bship_internal_count_by_frontier(bship_internal_methods *methods,
                                              const bship_internal_count_order *order,
                                              bship_internal_tally *tally)
{
    bship_status status = bship_internal_make_frontier(methods);
    if (status)
        return status;
    methods->method = BSHIP_METHOD_FRONTIER;
    status = bship_internal_frontier_count(methods->frontier, methods->evidence, tally,
                                           order->sample.effort);
    return status ? status : bship_internal_check_rounding(tally, 0);
}

/* ---- by samples ---- */

bship_status bship_internal_read_draws(bship_internal_methods *methods,
                                       bship_internal_effort *effort)
{
    if (methods->draws_ready)
        return BSHIP_OK;
    if (methods->draws_too_many)
        return BSHIP_ERROR_WORK_LIMIT;
    bship_status status = BSHIP_OK;
    if (!methods->rejection)
        status = bship_internal_rejection_new(&methods->rejection, methods->evidence,
                                              &methods->allocator);
    if (!status)
        status = bship_internal_rejection_read(methods->rejection, effort);
    if (!status)
        status = bship_internal_rejection_estimate(methods->rejection, effort, &methods->accepted);
    methods->draws_ready = !status;
    methods->draws_too_many = status == BSHIP_ERROR_WORK_LIMIT;
    return status;
}

bship_status bship_internal_sample_by_draws(bship_internal_methods *methods,
                                            const bship_internal_count_order *order,
                                            bship_internal_tally *tally)
{
    methods->method = BSHIP_METHOD_DRAWS;
    tally->is_whole = 0;
    return bship_internal_rejection_run(methods->rejection, &order->sample, tally,
                                        &methods->quality);
}

bship_status bship_internal_read_chain(bship_internal_methods *methods,
                                       const bship_internal_count_order *order)
{
    bship_status status = BSHIP_OK;
    if (!methods->chain)
        status = bship_internal_chain_new(&methods->chain, methods->evidence, &methods->allocator);
    if (!status)
        status =
            bship_internal_chain_read(methods->chain, order->sample.seed, order->sample.effort);
    return status;
}

bship_status bship_internal_sample_by_chain(bship_internal_methods *methods,
                                            const bship_internal_count_order *order,
                                            bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    bship_status status = bship_internal_read_chain(methods, order);
    methods->method = BSHIP_METHOD_CHAIN;
    tally->is_whole = 0;
    if (status && status != BSHIP_ERROR_WORK_LIMIT)
        return status;
    bship_internal_effort_expect(effort, bship_internal_chain_least_cost(methods->chain));
    if (effort->expected > effort->limit)
        return BSHIP_ERROR_WORK_LIMIT;
    /* How many rounds there will be is not known. */
    effort->expected = 0;
    return bship_internal_chain_run(methods->chain, &order->sample, tally, &methods->quality);
}

/* ---- one after the other ---- */

/* Whether memory is lacking, and it is not other charts that keep it. */
static int is_out_of_budget(const bship_internal_methods *methods, bship_status status)
{
    return status == BSHIP_ERROR_MEMORY && methods->budget->is_reached && !methods->is_warm;
}

int bship_internal_is_beyond(const bship_internal_methods *methods, bship_status status)
{
    return status == BSHIP_ERROR_WORK_LIMIT || status == BSHIP_ERROR_UNSUPPORTED ||
           is_out_of_budget(methods, status);
}

/* Whether what lacked memory may be done again: the frontier had kept some. */
static int may_retry(bship_internal_methods *methods, bship_status status)
{
    return is_out_of_budget(methods, status) && bship_internal_release_frontier(methods);
}

bship_status bship_internal_plan_closing(bship_internal_methods *methods, int is_whole,
                                         bship_internal_effort *effort, double *steps)
{
    /* Of totals it is known what it takes to see. */
    double most = bship_internal_has_totals(methods) ? (double)INFINITY : PLAN_MAX;
    bship_internal_effort part = bship_internal_effort_part(effort, most);
    bship_status status = bship_internal_closing_plan(&methods->closing, is_whole, &part);
    if (may_retry(methods, status))
        status = bship_internal_closing_plan(&methods->closing, is_whole, &part);
    bship_internal_effort_join(effort, &part);
    *steps = status ? (double)INFINITY : methods->closing.steps;
    if (!bship_internal_is_beyond(methods, status))
        return status;
    /* The other ways may need the memory that did not do for all ways to cover the hits. */
    if (status == BSHIP_ERROR_MEMORY)
        bship_internal_coverings_clear(&methods->closing.coverings);
    return BSHIP_OK;
}

bship_status bship_internal_run_way(bship_internal_counting run_once,
                                    bship_internal_methods *methods,
                                    const bship_internal_count_order *order,
                                    bship_internal_tally *tally)
{
    bship_status status = run_once(methods, order, tally);
    if (run_once == bship_internal_count_by_frontier || !may_retry(methods, status))
        return status;
    return run_once(methods, order, tally);
}
