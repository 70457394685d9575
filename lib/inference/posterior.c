/* Posteriors: making and updating them; see posterior.h. */
#include "inference/posterior.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"

void bship_posterior_options_init(bship_posterior_options *options, size_t size)
{
    static const bship_posterior_options defaults = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_internal_sized_init(options, size, &defaults, sizeof defaults);
}

/* ---- options ---- */

static bship_status check_weights(const bship_posterior_options *options, const bship_rules *rules,
                                  bship_internal_effort *effort, bship_error *error)
{
    int64_t count = bship_placement_count(rules);
    if (options->weight_count != (options->weights ? count : 0))
        return bship_internal_fail(error, BSHIP_ERROR_RANGE, -1,
                                   "%" PRId64 " weights for %" PRId64 " placements",
                                   options->weight_count, count);
    for (int64_t i = 0; options->weights && i < count; i++) {
        bship_status status = bship_internal_effort_spend_at(effort, (size_t)i, (size_t)count, 1);
        if (status)
            return bship_internal_fail_plain(error, status);
        if (!(options->weights[i] >= 0 && isfinite(options->weights[i])))
            return bship_internal_fail(error, BSHIP_ERROR_RANGE, i,
                                       "weight %" PRId64 " is not a finite number >= 0", i);
    }
    return BSHIP_OK;
}

static bship_status read_options(bship_posterior_options *options,
                                 const bship_posterior_options *given, bship_error *error)
{
    *options = (bship_posterior_options)BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_status status = bship_internal_sized_read(options, sizeof *options, given);
    if (status)
        return bship_internal_fail_plain(error, status);
    if (!bship_posterior_method_name(options->method))
        return bship_internal_fail(error, BSHIP_ERROR_ARGUMENT, -1, "there is no method %d",
                                   (int)options->method);
    if (options->work_limit < 0)
        return bship_internal_fail(error, BSHIP_ERROR_RANGE, -1, "a work limit is not negative");
    if (!(options->precision >= 0 && options->precision < 1))
        return bship_internal_fail(error, BSHIP_ERROR_RANGE, -1, "a precision is in 0..1");
    return BSHIP_OK;
}

/* ---- making ---- */

static void tally_layout(bship_posterior *posterior, bship_internal_arena *arena)
{
    bship_internal_tally *tally = &posterior->tally;
    size_t count = (size_t)posterior->evidence.kind_count * 2 * posterior->rules->positions;
    *tally = (bship_internal_tally){ .positions = posterior->rules->positions,
                                     .is_whole = !posterior->evidence.is_weighted };
    /* Sampling needs the weights, and whether there is any layout is found in whole numbers. */
    tally->counts = bship_internal_arena_take(arena, count, sizeof *tally->counts);
    tally->weights = bship_internal_arena_take(arena, count, sizeof *tally->weights);
}

static void lay_out(bship_posterior *posterior, const bship_internal_alike *alike, int is_weighted,
                    bship_internal_arena *arena)
{
    const bship_rules *rules = posterior->rules;
    bship_internal_evidence_layout(&posterior->evidence, rules, alike, is_weighted, arena);
    bship_internal_methods_layout(&posterior->methods, &posterior->evidence, arena);
    tally_layout(posterior, arena);
    bship_internal_figures_layout(&posterior->figures, &posterior->evidence, arena);
    posterior->drawn =
        bship_internal_arena_take(arena, (size_t)rules->fleet->count, sizeof *posterior->drawn);
    posterior->states =
        bship_internal_arena_take(arena, rules->positions, sizeof *posterior->states);
}

/* The block of a posterior, laid out: OK, MEMORY or CANCELLED. */
static bship_status posterior_alloc(bship_posterior **out, bship_rules *rules,
                                    const bship_posterior_options *options,
                                    const bship_internal_alike *alike,
                                    bship_internal_effort *effort)
{
    bship_posterior measured = { .rules = rules };
    bship_internal_arena arena = { NULL, 0 };
    lay_out(&measured, alike, options->weights != NULL, &arena);
    size_t size = sizeof measured + arena.used;
    bship_internal_budget budget = { rules->allocator, options->memory_limit, 0 };
    if (bship_internal_budget_spend(&budget, size))
        return BSHIP_ERROR_MEMORY;
    bship_posterior *posterior = bship_internal_grow(&rules->allocator, NULL, 0, size, 1);
    if (!posterior)
        return BSHIP_ERROR_MEMORY;
    bship_status status = bship_internal_effort_clear(effort, posterior, size);
    if (status) {
        bship_internal_free(&rules->allocator, posterior, size, 1);
        return status;
    }
    posterior->rules = bship_rules_ref(rules);
    posterior->options = *options;
    posterior->options.weights = NULL;
    posterior->budget = budget;
    posterior->block_size = size;
    arena = (bship_internal_arena){ (unsigned char *)posterior->block, 0 };
    lay_out(posterior, alike, options->weights != NULL, &arena);
    bship_internal_methods_use(&posterior->methods, &posterior->budget);
    *out = posterior;
    return BSHIP_OK;
}

bship_status bship_internal_posterior_make(bship_posterior **out, bship_rules *rules,
                                           const bship_posterior_options *given,
                                           bship_internal_effort *effort)
{
    bship_posterior_options options = *given;
    if (options.work_limit == 0)
        options.work_limit = BSHIP_POSTERIOR_WORK_DEFAULT;
    if (options.memory_limit == 0)
        options.memory_limit = BSHIP_POSTERIOR_MEMORY_DEFAULT;
    if (!(options.precision > 0))
        options.precision = BSHIP_POSTERIOR_PRECISION_DEFAULT;
    bship_internal_alike alike;
    bship_posterior *posterior = NULL;
    bship_status status = bship_internal_alike_find(&alike, rules, options.weights, effort);
    if (!status)
        status = posterior_alloc(&posterior, rules, &options, &alike, effort);
    if (!status)
        status = bship_internal_evidence_weigh(&posterior->evidence, options.weights, effort);
    if (status)
        bship_posterior_free(posterior);
    else
        *out = posterior;
    return status;
}

void bship_posterior_free(bship_posterior *posterior)
{
    if (!posterior)
        return;
    bship_rules *rules = posterior->rules;
    bship_internal_methods_clear(&posterior->methods);
    bship_internal_free(&rules->allocator, posterior, posterior->block_size, 1);
    bship_rules_unref(rules);
}

/* ---- counting ---- */

bship_internal_effort bship_internal_posterior_effort(const bship_posterior *posterior)
{
    return (bship_internal_effort){ .limit = posterior->options.work_limit,
                                    .progress = posterior->options.progress,
                                    .user = posterior->options.user };
}

static bship_status read_chart(bship_posterior *posterior, const bship_chart *chart,
                               bship_internal_effort *effort)
{
    memcpy(posterior->states, chart->states,
           posterior->rules->positions * sizeof *posterior->states);
    bship_status status = bship_internal_evidence_read(&posterior->evidence, chart, effort);
    return status ? status : bship_internal_methods_read(&posterior->methods, chart, effort);
}

static bship_internal_count_order order_of(const bship_posterior *posterior,
                                           bship_internal_effort *effort)
{
    const bship_posterior_options *options = &posterior->options;
    return (bship_internal_count_order){
        .method = options->method,
        .exact_only = options->exact_only,
        .sample = { options->seed, options->precision, posterior->is_rough, effort },
    };
}

/* `later` are the steps that were kept for what comes after the counting. */
static bship_status explain(const bship_internal_effort *effort, int64_t later, bship_status status,
                            bship_error *error)
{
    if (status != BSHIP_ERROR_WORK_LIMIT)
        return bship_internal_fail_plain(error, status);
    int64_t needed = effort->expected > effort->done ? effort->expected : effort->done;
    if (needed <= effort->limit)
        return bship_internal_fail(error, status, INT64_MAX, "no number of steps is known to do");
    const char *how = effort->expected > effort->done ? "about" : "at least";
    needed = needed < INT64_MAX - later ? needed + later : INT64_MAX;
    return bship_internal_fail(error, status, needed,
                               "%s %" PRId64 " steps are needed, and %" PRId64 " allowed", how,
                               needed, effort->limit + later);
}

/* Counts the layouts that agree with a chart. */
static bship_status count(bship_posterior *posterior, const bship_chart *chart,
                          bship_internal_effort *effort)
{
    bship_internal_count_order order = order_of(posterior, effort);
    bship_status status = read_chart(posterior, chart, effort);
    return status ? status
                  : bship_internal_methods_count(&posterior->methods, &order, &posterior->tally);
}

static bship_status update(bship_posterior *posterior, const bship_chart *chart, bship_error *error)
{
    bship_internal_effort effort = bship_internal_posterior_effort(posterior);
    /* A sample may take all that it is allowed: the figures are made of the rest. */
    int64_t later = bship_internal_figures_cost(&posterior->evidence);
    effort.limit -= later;
    bship_status status = count(posterior, chart, &effort);
    if (status == BSHIP_ERROR_MEMORY && bship_internal_methods_were_short(&posterior->methods)) {
        effort.done = effort.expected = 0;
        status = count(posterior, chart, &effort);
    }
    posterior->work = effort.done;
    if (status)
        return explain(&effort, later, status, error);
    effort.limit = (effort.done > effort.limit ? effort.done : effort.limit) + later;
    status = bship_internal_figures_make(&posterior->figures, &posterior->tally, &effort);
    if (status)
        return bship_internal_fail_plain(error, status);
    posterior->has_figures = 1;
    posterior->work = effort.done;
    return BSHIP_OK;
}

bship_status bship_posterior_update(bship_posterior *posterior, const bship_chart *chart,
                                    bship_error *error)
{
    if (!posterior)
        return bship_internal_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    posterior->has_figures = 0;
    if (!chart)
        return bship_internal_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (posterior->rules != chart->rules && !bship_rules_equal(posterior->rules, chart->rules))
        return bship_internal_fail_plain(error, BSHIP_ERROR_RULES);
    return update(posterior, chart, error);
}

/* A posterior of a chart's rules, without figures. */
static bship_status start(bship_posterior **out, const bship_chart *chart,
                          const bship_posterior_options *given, bship_error *error)
{
    bship_posterior_options options;
    if (!chart)
        return bship_internal_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_options(&options, given, error);
    if (status)
        return status;
    /* What is given is read whatever the limit. */
    bship_internal_effort effort = bship_internal_effort_unlimited(options.progress, options.user);
    status = check_weights(&options, chart->rules, &effort, error);
    if (status)
        return status;
    status = bship_internal_posterior_make(out, chart->rules, &options, &effort);
    return status ? bship_internal_fail_plain(error, status) : BSHIP_OK;
}

bship_status bship_internal_posterior_new(bship_posterior **out, const bship_chart *chart,
                                          const bship_posterior_options *options, int32_t lane,
                                          int32_t cpu, bship_error *error)
{
    bship_posterior *posterior = NULL;
    bship_status status = start(&posterior, chart, options, error);
    if (status)
        return status;
    posterior->methods.closing.lane = lane;
    posterior->methods.closing.cpu = cpu;
    status = update(posterior, chart, error);
    if (status)
        bship_posterior_free(posterior);
    else
        *out = posterior;
    return status;
}

bship_status bship_posterior_new(bship_posterior **out, const bship_chart *chart,
                                 const bship_posterior_options *options, bship_error *error)
{
    if (!out)
        return bship_internal_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return bship_internal_posterior_new(out, chart, options, -1, -1, error);
}

bship_status bship_posterior_check(const bship_chart *chart, const bship_posterior_options *options,
                                   bship_error *error)
{
    bship_posterior *posterior = NULL;
    bship_status status = start(&posterior, chart, options, error);
    if (status)
        return status;
    bship_internal_effort effort = bship_internal_posterior_effort(posterior);
    bship_internal_count_order order = order_of(posterior, &effort);
    status = read_chart(posterior, chart, &effort);
    if (!status)
        status = bship_internal_methods_check(&posterior->methods, &order, &posterior->tally);
    if (status)
        explain(&effort, 0, status, error);
    bship_posterior_free(posterior);
    return status;
}
