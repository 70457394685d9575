/* The ways of counting, and the choice between them; see methods.h. */
#include "inference/methods.h"

#include <math.h>

/* In steps; see effort.h. */
enum {
    PLAN_MAX = 20000000,   /* what may be spent on seeing how much closing would cost */
    CHEAP = 5000000,       /* below this it is not worth looking for anything cheaper */
    CHECK_MAX = 100000000, /* what closing may spend on finding any layout */
    DRAWS_MAX = 50000000,  /* what may be spent on seeing whether draws are accepted */
    ROUGH_MAX = 5000000,   /* where any sample will do an exact count is worth no more than this, */
    TRY_MAX = 20000000     /* or than this if samples are dear */
};

/* How far counts of weights may be off by rounding, relative to their total. */
#define NOISE_MAX 1e-9

/* What rounding makes of differences, relative to what they are taken of, at most. */
#define ROUNDING 0x1p-46

/* How many times less than estimated counting one by one may take. */
#define LESS_MAX 1e6

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

/* Only the ledger, and closing by it, know of salvos answered by totals. */
static int has_totals(const bship_internal_methods *methods)
{
    return bship_internal_totals_matter(&methods->ledger.totals);
}

static int must_be_exact(const bship_internal_count_order *order)
{
    return order->exact_only || order->method == BSHIP_METHOD_EXACT;
}

static int knows_totals(int32_t method)
{
    return method == BSHIP_METHOD_AUTO || method == BSHIP_METHOD_EXACT ||
           method == BSHIP_METHOD_DRAWS;
}

/* ---- each method ---- */

/* Has part of an effort spent by `run`, and adds what it spent to the whole. */
static bship_internal_effort part_of(const bship_internal_effort *effort, int64_t steps)
{
    bship_internal_effort part = *effort;
    if (part.limit - part.done > steps)
        part.limit = part.done + steps;
    return part;
}

static void spend_part(bship_internal_effort *effort, const bship_internal_effort *part)
{
    effort->done = part->done;
    effort->unheard = part->unheard;
}

static void expect(bship_internal_effort *effort, double steps)
{
    double expected = (double)effort->done + steps;
    effort->expected = expected < 0x1p62 ? (int64_t)expected : INT64_MAX;
}

static double steps_left(const bship_internal_effort *effort)
{
    return (double)(effort->limit - effort->done);
}

static bship_status check_by_closing(bship_internal_methods *methods, bship_internal_tally *tally,
                                     bship_internal_effort *effort)
{
    bship_internal_tally whole = *tally;
    whole.is_whole = 1;
    bship_status status = bship_internal_closing_plan(&methods->closing, 1, effort);
    return status ? status : bship_internal_closing_check(&methods->closing, &whole, effort);
}

/*
 * Whether rounding has left exact weights good. Sums of the smallest numbers lose their digits; and
 * closing takes differences, of `most` in all: where weights are very far apart, what is left of
 * them may be nothing but rounding.
 */
static bship_status check_rounding(const bship_internal_tally *tally, double most)
{
    int is_good = tally->is_whole || (tally->weight >= BSHIP_INTERNAL_WEIGHT_MIN &&
                                      ROUNDING * most <= NOISE_MAX * tally->weight);
    return is_good ? BSHIP_OK : BSHIP_ERROR_UNSUPPORTED;
}

/* Counts what has been planned. */
static bship_status count_by_closing(bship_internal_methods *methods,
                                     const bship_internal_count_order *order,
                                     bship_internal_tally *tally)
{
    bship_internal_closing *closing = &methods->closing;
    bship_internal_effort *effort = order->sample.effort;
    expect(effort, closing->steps);
    if (effort->expected > effort->limit)
        return BSHIP_ERROR_WORK_LIMIT;
    methods->method = BSHIP_METHOD_EXACT;
    if (tally->is_whole)
        return bship_internal_closing_count(closing, tally, effort);
    /* Rounding may make something of nothing, or nothing of something. */
    bship_status status = check_by_closing(methods, tally, effort);
    if (!status)
        status = bship_internal_closing_plan(closing, 0, effort);
    if (status)
        return status;
    status = bship_internal_closing_count(closing, tally, effort);
    /* That there is a layout is known. */
    if (status == BSHIP_ERROR_CONTRADICTION)
        return BSHIP_ERROR_UNSUPPORTED;
    return status ? status : check_rounding(tally, closing->most);
}

/* Its memory is limited by the budget. */
static bship_status make_frontier(bship_internal_methods *methods)
{
    if (methods->frontier)
        return BSHIP_OK;
    return bship_internal_frontier_new(&methods->frontier, &methods->allocator, UINT64_MAX);
}

static bship_status count_by_frontier(bship_internal_methods *methods,
                                      const bship_internal_count_order *order,
                                      bship_internal_tally *tally)
{
    bship_status status = make_frontier(methods);
    if (status)
        return status;
    methods->method = BSHIP_METHOD_FRONTIER;
    status = bship_internal_frontier_count(methods->frontier, methods->evidence, tally,
                                           order->sample.effort);
    return status ? status : check_rounding(tally, 0);
}

/* Readies draws: OK; else there is no telling, or no layout. */
static bship_status read_draws(bship_internal_methods *methods, bship_internal_effort *effort)
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

static bship_status sample_by_draws(bship_internal_methods *methods,
                                    const bship_internal_count_order *order,
                                    bship_internal_tally *tally)
{
    methods->method = BSHIP_METHOD_DRAWS;
    tally->is_whole = 0;
    return bship_internal_rejection_run(methods->rejection, &order->sample, tally,
                                        &methods->quality);
}

static bship_status read_chain(bship_internal_methods *methods,
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

static bship_status sample_by_chain(bship_internal_methods *methods,
                                    const bship_internal_count_order *order,
                                    bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    bship_status status = read_chain(methods, order);
    methods->method = BSHIP_METHOD_CHAIN;
    tally->is_whole = 0;
    if (status && status != BSHIP_ERROR_WORK_LIMIT)
        return status;
    expect(effort, bship_internal_chain_least_cost(methods->chain));
    if (effort->expected > effort->limit)
        return BSHIP_ERROR_WORK_LIMIT;
    /* How many rounds there will be is not known. */
    effort->expected = 0;
    return bship_internal_chain_run(methods->chain, &order->sample, tally, &methods->quality);
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

/* ---- the choice ---- */

/* Whether memory is lacking, and it is not other charts that keep it. */
static int is_out_of_budget(const bship_internal_methods *methods, bship_status status)
{
    return status == BSHIP_ERROR_MEMORY && methods->budget->is_reached && !methods->is_warm;
}

/* Whether a way of counting cannot do it, but another may: within the limits, of memory too. */
static int is_beyond(const bship_internal_methods *methods, bship_status status)
{
    return status == BSHIP_ERROR_WORK_LIMIT || status == BSHIP_ERROR_UNSUPPORTED ||
           is_out_of_budget(methods, status);
}

/* What closing would cost, in `*steps`; infinite if that is too much to find out. */
static bship_status plan_closing(bship_internal_methods *methods, int is_whole,
                                 bship_internal_effort *effort, double *steps)
{
    /* Of totals it is known what it takes to see. */
    bship_internal_effort part = part_of(effort, has_totals(methods) ? effort->limit : PLAN_MAX);
    bship_status status = bship_internal_closing_plan(&methods->closing, is_whole, &part);
    spend_part(effort, &part);
    *steps = status ? (double)INFINITY : methods->closing.steps;
    if (!is_beyond(methods, status))
        return status;
    /* The other ways may need the memory that did not do for all ways to cover the hits. */
    if (status == BSHIP_ERROR_MEMORY)
        bship_internal_coverings_clear(&methods->closing.coverings);
    return BSHIP_OK;
}

static bship_status sample(bship_internal_methods *methods, const bship_internal_count_order *order,
                           bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    bship_internal_effort part = part_of(effort, DRAWS_MAX);
    bship_status status = read_draws(methods, &part);
    spend_part(effort, &part);
    if (status && !is_beyond(methods, status))
        return status;
    if (status == BSHIP_ERROR_MEMORY) {
        if (methods->frontier)
            return status; /* see run() */
        bship_internal_rejection_free(methods->rejection);
        methods->rejection = NULL;
    }
    if (!status && methods->accepted >= ACCEPTED_MIN)
        return sample_by_draws(methods, order, tally);
    return sample_by_chain(methods, order, tally);
}

/* A way of counting, after what has been planned or read. */
typedef bship_status (*way)(bship_internal_methods *methods,
                            const bship_internal_count_order *order, bship_internal_tally *tally);

/* Runs a way of counting. The frontier keeps its memory, but not if another way lacks it. */
static bship_status run(way run_once, bship_internal_methods *methods,
                        const bship_internal_count_order *order, bship_internal_tally *tally)
{
    bship_status status = run_once(methods, order, tally);
    if (!is_out_of_budget(methods, status) || !methods->frontier || run_once == count_by_frontier)
        return status;
    bship_internal_frontier_free(methods->frontier);
    methods->frontier = NULL;
    return run_once(methods, order, tally);
}

/*
 * Runs an exact way, unless it is known to need more than it may take: all that is left, or
 * where sampling may follow, most of it. `*steps` are what it needs, and made better known.
 */
static bship_status try_exactly(way count, bship_internal_methods *methods,
                                const bship_internal_count_order *order, double *steps,
                                bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    int64_t left = effort->limit - effort->done, before = effort->done;
    bship_internal_effort part = part_of(effort, order->exact_only ? left : left - left / 4);
    if (!(*steps <= steps_left(&part)))
        return BSHIP_ERROR_WORK_LIMIT;
    bship_internal_count_order own = *order;
    own.sample.effort = &part;
    expect(&part, *steps);
    bship_status status = run(count, methods, &own, tally);
    spend_part(effort, &part);
    if (part.expected > part.limit)
        *steps = (double)(part.expected - before);
    return status;
}

/* As is_beyond() says if no exact way can do it, or not within the limits. */
static bship_status count_exactly(bship_internal_methods *methods,
                                  const bship_internal_count_order *order,
                                  bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    double by_closing, by_frontier = (double)INFINITY;
    bship_status status = plan_closing(methods, tally->is_whole, effort, &by_closing);
    if (!status)
        expect(effort, by_closing);
    if (!status && by_closing > CHEAP)
        status = bship_internal_frontier_estimate(methods->evidence, effort, &by_frontier, NULL);
    if (status)
        return status;
    int is_tried = by_frontier < by_closing;
    status = BSHIP_ERROR_WORK_LIMIT;
    if (is_tried)
        status = try_exactly(count_by_frontier, methods, order, &by_frontier, tally);
    if (is_beyond(methods, status))
        status = try_exactly(count_by_closing, methods, order, &by_closing, tally);
    /* What rounding spoilt is counted without differences. */
    if (status == BSHIP_ERROR_UNSUPPORTED && !is_tried) {
        by_closing = (double)INFINITY;
        status = bship_internal_frontier_estimate(methods->evidence, effort, &by_frontier, NULL);
        if (!status)
            status = isinf(by_frontier)
                         ? BSHIP_ERROR_UNSUPPORTED
                         : try_exactly(count_by_frontier, methods, order, &by_frontier, tally);
    }
    expect(effort, by_closing < by_frontier ? by_closing : by_frontier);
    return status;
}

static bship_status count_by_best(bship_internal_methods *methods,
                                  const bship_internal_count_order *order,
                                  bship_internal_tally *tally)
{
    bship_status status = count_exactly(methods, order, tally);
    if (order->exact_only || !is_beyond(methods, status))
        return status;
    order->sample.effort->expected = 0;
    return run(sample, methods, order, tally);
}

/* Counts the layouts of a ledger one by one, in so many steps at most. */
static bship_status count_by_ledger(bship_internal_methods *methods,
                                    const bship_internal_count_order *order,
                                    bship_internal_tally *tally, int64_t most)
{
    bship_internal_effort *effort = order->sample.effort;
    bship_internal_effort part = part_of(effort, most);
    bship_status status = bship_internal_ledger_count(&methods->ledger, tally, &part);
    spend_part(effort, &part);
    methods->method = BSHIP_METHOD_EXACT;
    methods->is_listed = 1;
    return status ? status : check_rounding(tally, 0);
}

/*
 * Counts what salvos answered by totals leave, where that is known to take so many steps at
 * most: one by one, or by closing what covers hits.
 */
static bship_status count_totals(bship_internal_methods *methods,
                                 const bship_internal_count_order *order,
                                 bship_internal_tally *tally, int64_t most)
{
    bship_internal_effort *effort = order->sample.effort;
    bship_internal_ledger *ledger = &methods->ledger;
    double by_closing = (double)INFINITY;
    if (ledger->steps > CHEAP && ledger->covering_steps < ledger->steps &&
        ledger->covering_steps <= (double)most / 2) {
        bship_status status = plan_closing(methods, tally->is_whole, effort, &by_closing);
        if (status)
            return status;
    }
    if (by_closing < ledger->steps && by_closing <= (double)most) {
        bship_status status = run(count_by_closing, methods, order, tally);
        if (!is_beyond(methods, status))
            return status;
    }
    expect(effort, ledger->steps < by_closing ? ledger->steps : by_closing);
    return ledger->steps <= (double)most ? count_by_ledger(methods, order, tally, most)
                                         : BSHIP_ERROR_WORK_LIMIT;
}

/* Counts exactly, if that is worth its while. */
static bship_status count_totals_exactly(bship_internal_methods *methods,
                                         const bship_internal_count_order *order,
                                         bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    int is_rough = order->sample.is_rough;
    int64_t left = effort->limit - effort->done;
    bship_status status =
        count_totals(methods, order, tally, is_rough && left > ROUGH_MAX ? ROUGH_MAX : left);
    if (!is_beyond(methods, status))
        return status;
    bship_status chosen = bship_internal_walks_choose(&methods->walks, effort);
    if (chosen)
        return chosen;
    left = effort->limit - effort->done;
    if (!must_be_exact(order))
        left = is_rough && left > 2 * TRY_MAX ? TRY_MAX : left / 2;
    /* Where ships meet in most ways there are far fewer layouts: it may take much less. */
    int may_do = methods->walks.is_walked && methods->ledger.steps <= (double)left * LESS_MAX;
    return may_do ? count_by_ledger(methods, order, tally, left) : status;
}

/* All that is asked of salvos answered by totals. */
static bship_status count_with_totals(bship_internal_methods *methods,
                                      const bship_internal_count_order *order,
                                      bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    if (!knows_totals(order->method))
        return BSHIP_ERROR_UNSUPPORTED;
    bship_status status = bship_internal_ledger_open(&methods->ledger, effort);
    if (status)
        return status;
    if (order->method != BSHIP_METHOD_DRAWS) {
        status = count_totals_exactly(methods, order, tally);
        if (!is_beyond(methods, status) || must_be_exact(order))
            return status;
    }
    effort->expected = 0;
    status = bship_internal_walks_choose(&methods->walks, effort);
    return status ? status : sample_by_walks(methods, order, tally);
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
    if (has_totals(methods))
        return count_with_totals(methods, order, tally);
    switch (order->method) {
    case BSHIP_METHOD_EXACT:
        status = bship_internal_closing_plan(&methods->closing, tally->is_whole, effort);
        return status ? status : count_by_closing(methods, order, tally);
    case BSHIP_METHOD_FRONTIER:
        status = bship_internal_frontier_estimate(methods->evidence, effort, &steps, NULL);
        expect(effort, steps);
        return status ? status : count_by_frontier(methods, order, tally);
    case BSHIP_METHOD_DRAWS:
        status = read_draws(methods, effort);
        return status ? status : sample_by_draws(methods, order, tally);
    case BSHIP_METHOD_CHAIN:
        return sample_by_chain(methods, order, tally);
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
    bship_internal_effort part = part_of(effort, CHECK_MAX);
    bship_status status = check_by_closing(methods, tally, &part);
    spend_part(effort, &part);
    if (!is_beyond(methods, status))
        return status;
    if (status == BSHIP_ERROR_MEMORY)
        bship_internal_coverings_clear(&methods->closing.coverings);
    return read_chain(methods, order);
}

static bship_status check_with_totals(bship_internal_methods *methods,
                                      const bship_internal_count_order *order)
{
    if (!knows_totals(order->method))
        return BSHIP_ERROR_UNSUPPORTED;
    bship_status status = bship_internal_ledger_open(&methods->ledger, order->sample.effort);
    return status ? status : bship_internal_ledger_check(&methods->ledger, order->sample.effort);
}

bship_status bship_internal_methods_check(bship_internal_methods *methods,
                                          const bship_internal_count_order *order,
                                          bship_internal_tally *tally)
{
    bship_internal_effort *effort = order->sample.effort;
    bship_status status;
    if (has_totals(methods))
        return check_with_totals(methods, order);
    switch (order->method) {
    case BSHIP_METHOD_EXACT:
        return check_by_closing(methods, tally, effort);
    case BSHIP_METHOD_FRONTIER:
        status = make_frontier(methods);
        return status
                   ? status
                   : bship_internal_frontier_prepare(methods->frontier, methods->evidence, effort);
    case BSHIP_METHOD_DRAWS:
    case BSHIP_METHOD_CHAIN:
        return read_chain(methods, order);
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
    bship_internal_effort part = part_of(effort, DRAWS_MAX);
    bship_status status = has_totals(methods) ? BSHIP_ERROR_WORK_LIMIT : read_draws(methods, &part);
    spend_part(effort, &part);
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
