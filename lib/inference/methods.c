/* The choice between the ways of counting; see methods.h. */
#include "inference/methods.h"

#include <math.h>

#include "inference/methods_ways.h"

/* In steps; see effort.h. */
enum {
    CHECK_MAX = 100000000, /* what closing may spend on finding any layout */
    DRAWS_MAX = 50000000   /* what may be spent on seeing whether draws are accepted */
};

/* The share of draws that must be accepted to prefer them to chains. */
#define ACCEPTED_MIN 0.005

/* ---- life ---- */

void bship_internal_methods_layout(bship_internal_methods *methods,
                                   const bship_internal_evidence *evidence,
                                   bship_internal_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    methods->evidence = evidence;
    bship_internal_ledger_layout(&methods->ledger, evidence, arena);
    bship_internal_closing_layout(&methods->closing, evidence, &methods->ledger, arena);
    bship_internal_walks_layout(&methods->walks, &methods->ledger, arena);
    methods->quality.errors =
        bship_internal_arena_take(arena, rules->positions, sizeof *methods->quality.errors);
}

void bship_internal_methods_use(bship_internal_methods *methods, bship_internal_budget *budget)
{
    methods->budget = budget;
    methods->room = budget->left;
    methods->allocator = bship_internal_budget_allocator(budget);
    methods->ledger.totals.allocator = methods->allocator;
    bship_internal_closing_use(&methods->closing, methods->allocator);
}

void bship_internal_methods_clear(bship_internal_methods *methods)
{
    bship_internal_ledger_clear(&methods->ledger);
    bship_internal_closing_clear(&methods->closing);
    bship_internal_frontier_free(methods->frontier);
    bship_internal_rejection_free(methods->rejection);
    bship_internal_chain_free(methods->chain);
    methods->frontier = NULL;
    methods->rejection = NULL;
    methods->chain = NULL;
}

bship_status bship_internal_methods_read(bship_internal_methods *methods, const bship_chart *chart,
                                         bship_internal_effort *effort)
{
    /* What it left cannot be told from what would be there without others before it. */
    if (methods->budget->is_reached)
        bship_internal_methods_clear(methods);
    methods->budget->is_reached = 0;
    methods->is_warm = methods->budget->left < methods->room;
    methods->draws_ready = 0;
    methods->draws_too_many = 0;
    return bship_internal_totals_read(&methods->ledger.totals, chart, effort);
}

/* ---- the choice ---- */

/* There is no room for draws, nor will there be: others may need what they have. */
static void give_up_draws(bship_internal_methods *methods)
{
    bship_internal_rejection_free(methods->rejection);
    methods->rejection = NULL;
    methods->draws_too_many = 1;
}

static bship_status sample(bship_internal_methods *methods, const bship_internal_count_order *order,
                           bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    bship_internal_effort part = bship_internal_effort_part(effort, DRAWS_MAX);
    bship_status status = bship_internal_read_draws(methods, &part);
    bship_internal_effort_join(effort, &part);
    if (status && !bship_internal_is_beyond(methods, status))
        return status;
    if (status == BSHIP_ERROR_MEMORY) {
        if (methods->frontier)
            return status; /* see bship_internal_run_way() */
        give_up_draws(methods);
    }
    if (!status && methods->accepted >= ACCEPTED_MIN)
        return bship_internal_sample_by_draws(methods, order, tally);
    return bship_internal_sample_by_chain(methods, order, tally);
}

/*
 * Runs an exact way, unless it is known to need more than it may take: all that is left, or
 * where sampling may follow, most of it. `*steps` are what it needs, and made better known.
 */
static bship_status try_exactly(bship_internal_counting count, bship_internal_methods *methods,
                                const bship_internal_count_order *order, double *steps,
                                bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    int64_t before = effort->done;
    double left = bship_internal_effort_left(effort);
    bship_internal_effort part =
        bship_internal_effort_part(effort, order->exact_only ? left : left * 3 / 4);
    if (!(*steps <= bship_internal_effort_left(&part)))
        return BSHIP_ERROR_WORK_LIMIT;
    bship_internal_count_order own = *order;
    own.sample.effort = &part;
    bship_internal_effort_expect(&part, *steps);
    bship_status status = bship_internal_run_way(count, methods, &own, tally);
    bship_internal_effort_join(effort, &part);
    if (part.expected > part.limit)
        *steps = (double)(part.expected - before);
    return status;
}

/* As bship_internal_is_beyond() says if no exact way can do it, or not within the limits. */
static bship_status count_exactly(bship_internal_methods *methods,
                                  const bship_internal_count_order *order,
                                  bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    double by_closing, by_frontier = (double)INFINITY;
    bship_status status =
        bship_internal_plan_closing(methods, tally->is_whole, effort, &by_closing);
    if (!status)
        bship_internal_effort_expect(effort, by_closing);
    if (!status && by_closing > BSHIP_INTERNAL_CHEAP)
        status = bship_internal_frontier_estimate(methods->evidence, effort, &by_frontier, NULL);
    if (status)
        return status;
    int is_tried = by_frontier < by_closing;
    status = BSHIP_ERROR_WORK_LIMIT;
    if (is_tried)
        status = try_exactly(bship_internal_count_by_frontier, methods, order, &by_frontier, tally);
    if (bship_internal_is_beyond(methods, status))
        status = try_exactly(bship_internal_count_by_closing, methods, order, &by_closing, tally);
    /* What rounding spoilt is counted without differences. */
    if (status == BSHIP_ERROR_UNSUPPORTED && !is_tried) {
        by_closing = (double)INFINITY;
        status = bship_internal_frontier_estimate(methods->evidence, effort, &by_frontier, NULL);
        if (!status)
            status = isinf(by_frontier) ? BSHIP_ERROR_UNSUPPORTED
                                        : try_exactly(bship_internal_count_by_frontier, methods,
                                                      order, &by_frontier, tally);
    }
    bship_internal_effort_expect(effort, by_closing < by_frontier ? by_closing : by_frontier);
    /* More steps would not do where the memory did not. */
    int is_memory = methods->budget->is_reached && bship_internal_is_beyond(methods, status);
    return is_memory ? BSHIP_ERROR_MEMORY : status;
}

static bship_status count_by_best(bship_internal_methods *methods,
                                  const bship_internal_count_order *order,
                                  bship_internal_tally *tally)
{
    bship_status status = count_exactly(methods, order, tally);
    if (order->exact_only || !bship_internal_is_beyond(methods, status))
        return status;
    bship_internal_effort *effort = order->sample.effort;
    /* An exact way may take three quarters of an effort. */
    int64_t exactly = effort->expected < INT64_MAX / 2 ? effort->expected / 3 * 4 : INT64_MAX;
    effort->expected = 0;
    status = bship_internal_run_way(sample, methods, order, tally);
    if (exactly > effort->limit && (exactly < effort->expected || effort->expected == 0))
        effort->expected = exactly;
    return status;
}

bship_status bship_internal_methods_count(bship_internal_methods *methods,
                                          const bship_internal_count_order *order,
                                          bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    bship_status status;
    double steps;
    tally->is_whole = !methods->evidence->is_weighted;
    tally->unit = 1;
    methods->is_listed = 0;
    if (bship_internal_has_totals(methods))
        return bship_internal_methods_count_totals(methods, order, tally);
    switch (order->method) {
    case BSHIP_METHOD_EXACT:
        status = bship_internal_closing_plan(&methods->closing, tally->is_whole, effort);
        return status ? status : bship_internal_count_by_closing(methods, order, tally);
    case BSHIP_METHOD_FRONTIER:
        status = bship_internal_frontier_estimate(methods->evidence, effort, &steps, NULL);
        bship_internal_effort_expect(effort, steps);
        return status ? status : bship_internal_count_by_frontier(methods, order, tally);
    case BSHIP_METHOD_DRAWS:
        status = bship_internal_read_draws(methods, effort);
        return status ? status : bship_internal_sample_by_draws(methods, order, tally);
    case BSHIP_METHOD_CHAIN:
        return bship_internal_sample_by_chain(methods, order, tally);
    default:
        return count_by_best(methods, order, tally);
    }
}

/* ---- is there any? ---- */

static bship_status check_by_best(bship_internal_methods *methods,
                                  const bship_internal_count_order *order,
                                  bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    bship_internal_effort part = bship_internal_effort_part(effort, CHECK_MAX);
    bship_status status = bship_internal_check_by_closing(methods, tally, &part);
    bship_internal_effort_join(effort, &part);
    if (!bship_internal_is_beyond(methods, status))
        return status;
    if (status == BSHIP_ERROR_MEMORY)
        bship_internal_coverings_clear(&methods->closing.coverings);
    return bship_internal_read_chain(methods, order);
}

bship_status bship_internal_methods_check(bship_internal_methods *methods,
                                          const bship_internal_count_order *order,
                                          bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    bship_status status;
    if (bship_internal_has_totals(methods))
        return bship_internal_methods_check_totals(methods, order);
    switch (order->method) {
    case BSHIP_METHOD_EXACT:
        return bship_internal_check_by_closing(methods, tally, effort);
    case BSHIP_METHOD_FRONTIER:
        status = bship_internal_make_frontier(methods);
        return status
                   ? status
                   : bship_internal_frontier_prepare(methods->frontier, methods->evidence, effort);
    case BSHIP_METHOD_DRAWS:
    case BSHIP_METHOD_CHAIN:
        return bship_internal_read_chain(methods, order);
    default:
        return check_by_best(methods, order, tally);
    }
}

/* ---- drawing ---- */

/* Closing can draw from any of its counts, but draws are quicker where they are accepted. */
static bship_status draw_exactly(bship_internal_methods *methods, const bship_internal_tally *tally,
                                 bship_rng *rng, bship_internal_effort *effort,
                                 bship_placement *placements)
{
    bship_internal_effort part = bship_internal_effort_part(effort, DRAWS_MAX);
    bship_status status = bship_internal_has_totals(methods)
                              ? BSHIP_ERROR_WORK_LIMIT
                              : bship_internal_read_draws(methods, &part);
    bship_internal_effort_join(effort, &part);
    /* Whatever keeps the memory: closing needs no more. */
    if (status == BSHIP_ERROR_MEMORY && methods->budget->is_reached)
        give_up_draws(methods);
    else if (status && !bship_internal_is_beyond(methods, status))
        return status;
    if (!status && methods->accepted >= ACCEPTED_MIN)
        return bship_internal_rejection_draw(methods->rejection, rng, effort, placements);
    return bship_internal_closing_draw(&methods->closing, tally, rng, effort, placements);
}

bship_status bship_internal_methods_draw(bship_internal_methods *methods,
                                         const bship_internal_tally *tally, bship_rng *rng,
                                         bship_internal_effort *effort, bship_placement *placements)
{
    if (methods->is_listed)
        return bship_internal_walks_draw(&methods->walks, rng, effort, placements);
    switch (methods->method) {
    case BSHIP_METHOD_FRONTIER:
        bship_internal_frontier_draw(methods->frontier, methods->evidence, rng, placements);
        return BSHIP_OK;
    case BSHIP_METHOD_DRAWS:
        return bship_internal_rejection_draw(methods->rejection, rng, effort, placements);
    case BSHIP_METHOD_CHAIN:
        return bship_internal_chain_draw(methods->chain, rng, effort, placements);
    default:
        return draw_exactly(methods, tally, rng, effort, placements);
    }
}
