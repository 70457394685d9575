/*
 * Counting what salvos answered by totals leave: all goes by the ledger, which says what going
 * through the layouts takes (ledger.h).
 */
#include <math.h>

#include "inference/methods_ways.h"

/* In steps; see effort.h. */
enum {
    ROUGH_MAX = 5000000, /* where any sample will do an exact count is worth no more than this, */
    TRY_MAX = 20000000   /* or than this if samples are dear */
};

/* How many times less than estimated counting one by one may take. */
#define LESS_MAX 1e6

static int must_be_exact(const bship_internal_count_order *order)
{
    return order->exact_only || order->method == BSHIP_METHOD_EXACT;
}

static int knows_totals(int32_t method)
{
    return method == BSHIP_METHOD_AUTO || method == BSHIP_METHOD_EXACT ||
           method == BSHIP_METHOD_DRAWS;
}

static bship_status sample_by_walks(bship_internal_methods *methods,
                                    const bship_internal_count_order *order,
                                    bship_internal_tally *tally)
{
    methods->method = BSHIP_METHOD_DRAWS;
    methods->is_listed = 1;
    tally->is_whole = 0;
    return bship_internal_walks_run(&methods->walks, &order->sample, tally, &methods->quality);
}

/* Counts the layouts of a ledger one by one, in so many steps at most. */
static bship_status count_by_ledger(bship_internal_methods *methods,
                                    const bship_internal_count_order *order,
                                    bship_internal_tally *tally, double most)
{
    bship_internal_effort *effort = order->sample.effort;
    bship_internal_effort part = bship_internal_effort_part(effort, most);
    bship_status status = bship_internal_ledger_count(&methods->ledger, tally, &part);
    bship_internal_effort_join(effort, &part);
    methods->method = BSHIP_METHOD_EXACT;
    methods->is_listed = 1;
    return status ? status : bship_internal_check_rounding(tally, 0);
}

/*
 * Counts what salvos answered by totals leave, where that is known to take so many steps at
 * most: one by one, or by closing what covers hits.
 */
static bship_status count_totals(bship_internal_methods *methods,
                                 const bship_internal_count_order *order,
                                 bship_internal_tally *tally, double most)
{
    bship_internal_effort *effort = order->sample.effort;
    bship_internal_ledger *ledger = &methods->ledger;
    double by_closing = (double)INFINITY;
    if (ledger->steps > BSHIP_INTERNAL_CHEAP && ledger->covering_steps < ledger->steps &&
        ledger->covering_steps <= most / 2) {
        bship_status status =
            bship_internal_plan_closing(methods, tally->is_whole, effort, &by_closing);
        if (status)
            return status;
    }
    if (by_closing < ledger->steps && by_closing <= most) {
        bship_status status =
            bship_internal_run_way(bship_internal_count_by_closing, methods, order, tally);
        if (!bship_internal_is_beyond(methods, status))
            return status;
        /* Rounding and lack of memory are not mended by more steps. */
        if (status != BSHIP_ERROR_WORK_LIMIT)
            by_closing = (double)INFINITY;
    }
    bship_internal_effort_expect(effort, ledger->steps < by_closing ? ledger->steps : by_closing);
    return ledger->steps <= most ? count_by_ledger(methods, order, tally, most)
                                 : BSHIP_ERROR_WORK_LIMIT;
}

/* Counts exactly, if that is worth its while; else says whether samples can be had. */
static bship_status count_totals_exactly(bship_internal_methods *methods,
                                         const bship_internal_count_order *order,
                                         bship_internal_tally *tally, bship_status *chosen)
{
    bship_internal_effort *effort = order->sample.effort;
    int is_rough = order->sample.is_rough;
    double left = bship_internal_effort_left(effort);
    bship_status status =
        count_totals(methods, order, tally, is_rough && left > ROUGH_MAX ? ROUGH_MAX : left);
    if (!bship_internal_is_beyond(methods, status))
        return status;
    *chosen = bship_internal_walks_choose(&methods->walks, effort);
    /* Weights too small to draw by are too small to count: then more steps would not do. */
    if (*chosen == BSHIP_ERROR_UNSUPPORTED)
        return *chosen;
    if (*chosen)
        return bship_internal_is_beyond(methods, *chosen) ? status : *chosen;
    left = bship_internal_effort_left(effort);
    if (!must_be_exact(order))
        left = is_rough && left > 2.0 * TRY_MAX ? TRY_MAX : left / 2;
    /* Where ships meet in most ways there are far fewer layouts: it may take much less. */
    int may_do = methods->walks.is_walked && methods->ledger.steps <= left * LESS_MAX;
    return may_do ? count_by_ledger(methods, order, tally, left) : status;
}

bship_status bship_internal_methods_count_totals(bship_internal_methods *methods,
                                                 const bship_internal_count_order *order,
                                                 bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    if (!knows_totals(order->method))
        return BSHIP_ERROR_UNSUPPORTED;
    /* It will not be needed before the next game. */
    bship_internal_release_frontier(methods);
    bship_status chosen = BSHIP_OK, status = bship_internal_ledger_open(&methods->ledger, effort);
    if (status)
        return status;
    if (order->method == BSHIP_METHOD_DRAWS) {
        chosen = bship_internal_walks_choose(&methods->walks, effort);
    } else {
        status = count_totals_exactly(methods, order, tally, &chosen);
        if (!bship_internal_is_beyond(methods, status) || must_be_exact(order))
            return status;
    }
    effort->expected = 0;
    return chosen ? chosen : sample_by_walks(methods, order, tally);
}

bship_status bship_internal_methods_check_totals(bship_internal_methods *methods,
                                                 const bship_internal_count_order *order)
{
    if (!knows_totals(order->method))
        return BSHIP_ERROR_UNSUPPORTED;
    bship_status status = bship_internal_ledger_open(&methods->ledger, order->sample.effort);
    return status ? status : bship_internal_ledger_check(&methods->ledger, order->sample.effort);
}
