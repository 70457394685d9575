/* Creating and updating posteriors: options, memory, and the stages in order; see posterior.h. */
#include "inference/posterior.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/exponential.h"
#include "base/random.h"
#include "base/versioned.h"
#include "inference/habits/snapshot.h"

enum {
    CANDIDATES = 8, /* draws of which one follows the law of pairs */
    PAIRS_PART = 4  /* one part in so many of the work limit is kept for the law of pairs */
};

/* ---- options ---- */

static bship_status check_weights(const bship_posterior_options *options, const bship_rules *rules,
                                  bsi_work_budget *budget, bship_error *error)
{
    int64_t count = bship_rules_placement_count(rules);
    if (options->weight_count != (options->weights ? count : 0))
        return bsi_fail(error, BSHIP_ERROR_COUNT, -1,
                        "%" PRId64 " weights for %" PRId64 " placements", options->weight_count,
                        count);
    for (int64_t i = 0; options->weights && i < count; i++) {
        bship_status status = bsi_work_charge_at(budget, (size_t)i, (size_t)count, 1);
        if (status)
            return bsi_fail_plain(error, status);
        if (!(options->weights[i] >= 0 && isfinite(options->weights[i])))
            return bsi_fail(error, BSHIP_ERROR_RANGE, i,
                            "weight %" PRId64 " is not a finite number >= 0", i);
    }
    return BSHIP_OK;
}

static bship_status check_habits(const bship_posterior_options *options, const bship_rules *rules,
                                 bship_error *error)
{
    const bship_habits_snapshot *habits = options->habits;
    if (habits && options->weights)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "both weights and habits are given");
    if (habits && !bship_rules_equal(habits->rules, rules))
        return bsi_fail(error, BSHIP_ERROR_RULES, -1, "the habits have other rules");
    return BSHIP_OK;
}

static bship_status read_options(bship_posterior_options *options,
                                 const bship_posterior_options *given, bship_error *error)
{
    *options = (bship_posterior_options)BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_status status =
        bsi_versioned_read(options, BSI_VERSIONED(bship_posterior_options), given);
    if (status)
        return bsi_fail_plain(error, status);
    if (!bsi_name(&bsi_method_names, options->method))
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "there is no method %d",
                        (int)options->method);
    if (options->exact_only != 0 && options->exact_only != 1)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "exact_only is neither 0 nor 1");
    bool samples = options->method != BSHIP_METHOD_AUTO && !bsi_is_exact(options->method);
    if (samples && options->exact_only)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "the method %s is not exact",
                        bsi_name(&bsi_method_names, options->method));
    if (options->work_limit < 0)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "the work limit is negative");
    if (!(options->precision >= 0 && options->precision < 1))
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "the precision is not in [0, 1)");
    return BSHIP_OK;
}

/* ---- making ---- */

static void counts_carve(bship_posterior *posterior, const bship_rules *rules, bsi_arena *arena)
{
    bsi_placement_counts *counts = &posterior->counts;
    size_t count = (size_t)posterior->evidence.class_count * 2 * rules->positions;
    *counts = (bsi_placement_counts){ .positions = rules->positions,
                                      .is_whole = !posterior->evidence.is_weighted };
    /* Both types: samples need doubles, and checks of weighted counts integers. */
    counts->by_placement = bsi_arena_take(arena, count, sizeof *counts->by_placement);
    counts->weights = bsi_arena_take(arena, count, sizeof *counts->weights);
}

static void carve(bship_posterior *posterior, const bship_rules *rules,
                  const bsi_class_map *class_map, bool is_weighted, bsi_arena *arena)
{
    bsi_evidence_carve(&posterior->evidence, rules, class_map, is_weighted, arena);
    bsi_solver_carve(&posterior->solver, &posterior->evidence, &posterior->memory, arena);
    counts_carve(posterior, rules, arena);
    bsi_marginals_carve(&posterior->marginals, &posterior->evidence, arena);
    bsi_reweighting_carve(&posterior->reweighting, rules, arena);
    posterior->drawn = bsi_arena_take(arena, (size_t)rules->fleet->count, sizeof *posterior->drawn);
    posterior->kept = bsi_arena_take(arena, (size_t)rules->fleet->count, sizeof *posterior->kept);
    posterior->states = bsi_arena_take(arena, rules->positions, sizeof *posterior->states);
}

/* The law of pairs that marginals follow; NULL: none. */
static const bsi_pair_law *law_of_pairs(const bship_rules *rules,
                                        const bship_posterior_options *options)
{
    bool is_used = options->habits && !options->exact_only && !bsi_reports_totals(rules);
    return is_used ? options->habits->pairs : NULL;
}

/* Refers to the habits of the options. */
static void take_habits(bship_posterior *posterior, const bship_posterior_options *options)
{
    const bship_habits_snapshot *habits = options->habits;
    posterior->habits = bship_habits_snapshot_ref(habits);
    posterior->mixture.log2_empty = (double)NAN;
    posterior->law_work = -1;
    if (habits && habits->remembered > 0 && !bsi_reports_totals(posterior->rules))
        posterior->mixture.snapshot = habits;
}

/* The size of a posterior. */
static size_t measure(const bship_rules *rules, const bship_posterior_options *options,
                      const bsi_class_map *class_map)
{
    bship_posterior measured = { .reweighting.law = law_of_pairs(rules, options) };
    bsi_arena arena = { NULL, 0 };
    carve(&measured, rules, class_map, options->weights != NULL, &arena);
    return sizeof measured + arena.used;
}

/* Allocates a posterior and carves its arrays: OK, MEMORY or CANCELLED. */
static bship_status posterior_alloc(bship_posterior **out, const bship_rules *rules,
                                    const bship_posterior_options *options,
                                    const bsi_class_map *class_map, bsi_work_budget *budget)
{
    size_t size = measure(rules, options, class_map);
    bsi_memory_budget memory = { rules->allocator, options->memory_limit, 0 };
    if (bsi_memory_budget_spend(&memory, size))
        return BSHIP_ERROR_MEMORY;
    bship_posterior *posterior = bsi_grow(&rules->allocator, NULL, 0, size, 1);
    if (!posterior)
        return BSHIP_ERROR_MEMORY;
    bship_status status = bsi_work_clear_memory(budget, posterior, size);
    if (status) {
        bsi_free(&rules->allocator, posterior, size, 1);
        return status;
    }
    posterior->rules = bship_rules_ref(rules);
    posterior->options = *options;
    posterior->options.weights = NULL;
    posterior->options.habits = NULL;
    posterior->reweighting.law = law_of_pairs(rules, options);
    posterior->memory = memory;
    posterior->block_size = size;
    bsi_arena arena = { (unsigned char *)posterior->block, 0 };
    carve(posterior, rules, class_map, options->weights != NULL, &arena);
    take_habits(posterior, options);
    *out = posterior;
    return BSHIP_OK;
}

/* Options with the defaults in place of 0, and with the weights of the habits. */
static bship_posterior_options complete(const bship_posterior_options *given)
{
    bship_posterior_options options = *given;
    if (options.habits)
        options.weights = options.habits->weights;
    if (options.work_limit == 0)
        options.work_limit = BSHIP_POSTERIOR_WORK_DEFAULT;
    if (options.memory_limit == 0)
        options.memory_limit = BSHIP_POSTERIOR_MEMORY_DEFAULT;
    if (!(options.precision > 0))
        options.precision = BSHIP_POSTERIOR_PRECISION_DEFAULT;
    return options;
}

bship_status bsi_posterior_check_size(const bship_rules *rules,
                                      const bship_posterior_options *given, bsi_work_budget *budget)
{
    bship_posterior_options options = complete(given);
    bsi_class_map class_map;
    bship_status status = bsi_class_map_find(&class_map, rules, options.weights, budget);
    if (!status && measure(rules, &options, &class_map) > options.memory_limit)
        status = BSHIP_ERROR_MEMORY;
    return status;
}

bship_status bsi_posterior_make(bship_posterior **out, const bship_rules *rules,
                                const bship_posterior_options *given, bsi_work_budget *budget)
{
    bship_posterior_options options = complete(given);
    bsi_class_map class_map;
    bship_posterior *posterior = NULL;
    bship_status status = bsi_class_map_find(&class_map, rules, options.weights, budget);
    if (!status)
        status = posterior_alloc(&posterior, rules, &options, &class_map, budget);
    if (!status)
        status = bsi_evidence_weigh(&posterior->evidence, options.weights, budget);
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
    bsi_solver_clear(&posterior->solver);
    bship_habits_snapshot_unref(posterior->habits);
    bsi_free(&rules->allocator, posterior, posterior->block_size, 1);
    bship_rules_unref(rules);
}

/* ---- the number of layouts ---- */

/* log2 of the number of orders of equal ships, where layouts are labelled. */
static double log2_orders(const bsi_evidence *evidence)
{
    double sum = 0;
    for (int32_t k = 0; evidence->is_labelled && k < evidence->class_count; k++) {
        for (int32_t i = 2; i <= evidence->classes[k].ships; i++)
            sum += bsi_log2(i);
    }
    return sum;
}

bool bsi_posterior_is_counted(const bship_posterior *posterior)
{
    return posterior->solver.method != BSHIP_METHOD_MCMC;
}

int64_t bsi_posterior_exponent(const bship_posterior *posterior)
{
    int64_t exponent = bsi_weight_exponent(&posterior->evidence);
    if (!bsi_is_exact(posterior->solver.method))
        exponent += posterior->solver.quality.exponent;
    return exponent;
}

double bsi_posterior_log2_layouts(const bship_posterior *posterior)
{
    if (!bsi_posterior_is_counted(posterior))
        return (double)NAN;
    const bsi_placement_counts *counts = &posterior->counts;
    double total = counts->is_whole ? bsi_uint128_to_double(counts->total) : counts->weight;
    double scale =
        counts->is_whole ? -bsi_log2(counts->unit) : (double)bsi_posterior_exponent(posterior);
    return bsi_log2(total) + scale + log2_orders(&posterior->evidence);
}

/* ---- counting ---- */

static bship_status read_chart(bship_posterior *posterior, const bship_chart *chart,
                               bsi_work_budget *budget)
{
    memcpy(posterior->states, chart->states,
           posterior->rules->positions * sizeof *posterior->states);
    bship_status status = bsi_evidence_read(&posterior->evidence, chart, budget);
    return status ? status : bsi_solver_read(&posterior->solver, chart, budget);
}

bsi_solve_request bsi_posterior_request(bship_posterior *posterior, bsi_work_budget *budget)
{
    const bship_posterior_options *options = &posterior->options;
    *budget = (bsi_work_budget){ .limit = options->work_limit,
                                 .progress = options->progress,
                                 .user = options->user,
                                 .is_finishing = posterior->is_finishing };
    return (bsi_solve_request){
        .method = options->method,
        .exact_only = options->exact_only,
        .sample = { .seed = options->seed,
                    .precision = options->precision,
                    .is_rough = posterior->is_rough,
                    .budget = budget },
        .counts = &posterior->counts,
    };
}

/* Reports why counting failed; `later` are the steps kept for what follows it. */
static bship_status fail(const bsi_work_budget *budget, int64_t later, bship_status status,
                         bship_error *error)
{
    if (status != BSHIP_ERROR_WORK_LIMIT)
        return bsi_fail_plain(error, status);
    int64_t needed = budget->expected > budget->done ? budget->expected : budget->done;
    if (needed <= budget->limit)
        return bsi_fail(error, status, INT64_MAX, "no number of steps is known to suffice");
    const char *how = budget->expected > budget->done ? "about" : "at least";
    needed = needed < INT64_MAX - later ? needed + later : INT64_MAX;
    return bsi_fail(error, status, needed,
                    "%s %" PRId64 " steps are needed, and %" PRId64 " allowed", how, needed,
                    budget->limit + later);
}

/* Counts the layouts that agree with a chart. */
static bship_status count(bship_posterior *posterior, const bship_chart *chart,
                          const bsi_solve_request *request)
{
    bship_status status = read_chart(posterior, chart, request->sample.budget);
    return status ? status : bsi_solver_count(&posterior->solver, request);
}

/* The same from the start, and once more if memory was short. */
static bship_status count_anew(bship_posterior *posterior, const bship_chart *chart,
                               const bsi_solve_request *request)
{
    bsi_work_budget *budget = request->sample.budget;
    bsi_solver_begin(&posterior->solver);
    bship_status status = count(posterior, chart, request);
    if (status == BSHIP_ERROR_MEMORY && bsi_solver_was_short(&posterior->solver)) {
        budget->done = budget->expected = 0;
        status = count(posterior, chart, request);
    }
    return status;
}

/* ---- habits ---- */

/*
 * The steps that counting a chart may take. With a mixture they are half of the limit: as many may
 * go to counting an empty chart, so that results do not depend on when that is done.
 */
static int64_t count_limit(const bship_posterior *posterior)
{
    int64_t limit = posterior->options.work_limit;
    return posterior->mixture.snapshot ? limit / 2 : limit;
}

/* Counts an empty chart for a mixture, once: OK, also at a limit; CANCELLED; or MEMORY. */
static bship_status learn_law(bship_posterior *posterior)
{
    bsi_work_budget budget;
    bsi_solve_request request = bsi_posterior_request(posterior, &budget);
    bship_chart *empty = NULL;
    bship_status status = bship_chart_new(&empty, posterior->rules, NULL, NULL);
    if (status)
        return status;
    budget.limit = count_limit(posterior) - bsi_marginals_cost(&posterior->evidence);
    status = count_anew(posterior, empty, &request);
    bship_chart_free(empty);
    if (status && !bsi_posterior_met_limit(posterior, status))
        return status;
    posterior->law_work = budget.done;
    posterior->mixture.log2_empty = status ? (double)NAN : bsi_posterior_log2_layouts(posterior);
    return BSHIP_OK;
}

/* Adds the other component of a mixture to the counts. */
static void mix(bship_posterior *posterior)
{
    double log2_layouts = bsi_posterior_log2_layouts(posterior);
    bsi_mixture_add(&posterior->mixture, &posterior->evidence, log2_layouts, &posterior->counts);
}

/* Draws a layout without the law of pairs; `factor` is what it weighs by that law. Remembered
 * layouts are no part of it. */
static bship_status draw(bship_posterior *posterior, const bsi_solve_request *request,
                         double *factor)
{
    bsi_mixture *mixture = &posterior->mixture;
    bsi_solve_request by_law = *request;
    *factor = 1;
    if (bsi_mixture_draw(mixture, &posterior->counts, request->rng, request->placements))
        return BSHIP_OK;
    by_law.counts = mixture->added > 0 ? &mixture->law : &posterior->counts;
    bship_status status = bsi_solver_draw(&posterior->solver, &by_law);
    if (!status && posterior->reweighting.law)
        *factor = bsi_reweighting_factor(&posterior->reweighting, request->placements);
    return status;
}

/* Applies the law of pairs to the marginals: OK, also at the limit or an early end, which leave
 * them; or CANCELLED. The random stream belongs to the chart. */
static bship_status reweigh(bship_posterior *posterior, const bship_chart *chart,
                            bsi_work_budget *budget)
{
    bsi_reweighting *reweighting = &posterior->reweighting;
    bsi_work_budget unused;
    bsi_solve_request request = bsi_posterior_request(posterior, &unused);
    bship_rng rng;
    bship_status status = BSHIP_OK;
    bship_rng_seed(&rng, posterior->options.seed, BSHIP_RNG_PURPOSE_SAMPLE, chart->hash);
    request.sample.budget = budget;
    request.rng = &rng;
    request.placements = posterior->drawn;
    bsi_reweighting_start(reweighting);
    while (!status && !bsi_reweighting_suffices(reweighting)) {
        double factor;
        status = draw(posterior, &request, &factor);
        if (!status)
            bsi_reweighting_add(reweighting, posterior->drawn, factor);
        if (!status)
            status = bsi_work_charge(budget, bsi_reweighting_cost(posterior->rules));
    }
    if (!status)
        bsi_reweighting_apply(reweighting, &posterior->marginals);
    bool is_cancelled = status == BSHIP_ERROR_CANCELLED && !bsi_work_is_finishing(budget);
    return is_cancelled ? status : BSHIP_OK;
}

/* ---- updating ---- */

/* Counts a chart, and makes its marginals; `kept` are the steps kept for what follows. */
static bship_status make_marginals(bship_posterior *posterior, const bship_chart *chart,
                                   int64_t kept, bsi_work_budget *budget, bship_error *error)
{
    bsi_solve_request request = bsi_posterior_request(posterior, budget);
    int64_t later = bsi_marginals_cost(&posterior->evidence) + kept;
    /* A sample may use up its budget, so the steps of what follows are set aside. */
    budget->limit = count_limit(posterior) - later;
    request.sample.may_finish = true;
    bship_status status = count_anew(posterior, chart, &request);
    posterior->work = budget->done;
    if (status)
        return fail(budget, later, status, error);
    bool is_finishing = bsi_work_is_finishing(budget);
    if (chart->turn_count == 0 && posterior->mixture.snapshot && posterior->law_work < 0 &&
        !is_finishing) {
        posterior->mixture.log2_empty = bsi_posterior_log2_layouts(posterior);
        posterior->law_work = budget->done;
    }
    /* The marginals of a sample that was ended early are part of its answer. */
    if (is_finishing)
        budget->progress = NULL;
    mix(posterior);
    budget->limit = (budget->done > budget->limit ? budget->done : budget->limit) + later;
    status = bsi_marginals_make(&posterior->marginals, &posterior->counts, budget);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

static bship_status update(bship_posterior *posterior, const bship_chart *chart, bship_error *error)
{
    bsi_work_budget budget;
    bship_status status = BSHIP_OK;
    bool has_pairs = posterior->reweighting.law != NULL;
    posterior->reweighting.is_applied = false;
    if (posterior->mixture.snapshot && posterior->law_work < 0 && chart->turn_count > 0)
        status = learn_law(posterior);
    if (status)
        return bsi_fail_plain(error, status);
    int64_t kept = has_pairs ? posterior->options.work_limit / PAIRS_PART : 0;
    status = make_marginals(posterior, chart, kept, &budget, error);
    if (status)
        return status;
    if (has_pairs && !bsi_work_is_finishing(&budget))
        status = reweigh(posterior, chart, &budget);
    if (status)
        return bsi_fail_plain(error, status);
    posterior->has_marginals = true;
    posterior->work = budget.done;
    if (chart->turn_count > 0 && posterior->law_work > 0)
        posterior->work += posterior->law_work;
    return BSHIP_OK;
}

bship_status bship_posterior_update(bship_posterior *posterior, const bship_chart *chart,
                                    bship_error *error)
{
    if (!posterior)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    posterior->has_marginals = false;
    if (!chart)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (posterior->rules != chart->rules && !bship_rules_equal(posterior->rules, chart->rules))
        return bsi_fail_plain(error, BSHIP_ERROR_RULES);
    return update(posterior, chart, error);
}

bship_status bsi_posterior_draw(bship_posterior *posterior, const bsi_solve_request *request)
{
    size_t ships = (size_t)posterior->rules->fleet->count;
    double factor, sum = 0;
    if (!posterior->reweighting.is_applied)
        return draw(posterior, request, &factor);
    for (int i = 0; i < CANDIDATES; i++) {
        bship_status status = draw(posterior, request, &factor);
        if (status)
            return status;
        sum += factor;
        if (i == 0 || bsi_rng_unit(request->rng) * sum < factor)
            memcpy(posterior->kept, request->placements, ships * sizeof *posterior->kept);
    }
    memcpy(request->placements, posterior->kept, ships * sizeof *posterior->kept);
    return BSHIP_OK;
}

/* Makes a posterior of a chart's rules, without marginals. */
static bship_status make_for(bship_posterior **out, const bship_chart *chart,
                             const bship_posterior_options *given, bship_error *error)
{
    bship_posterior_options options;
    if (!chart)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_options(&options, given, error);
    if (status)
        return status;
    /* The limit applies to updates, not to reading the options. */
    bsi_work_budget budget = bsi_work_unlimited(options.progress, options.user);
    status = check_habits(&options, chart->rules, error);
    if (status)
        return status;
    status = check_weights(&options, chart->rules, &budget, error);
    if (status)
        return status;
    status = bsi_posterior_make(out, chart->rules, &options, &budget);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

bship_status bsi_posterior_new(bship_posterior **out, const bship_chart *chart,
                               const bship_posterior_options *options, int32_t lane, int32_t cpu,
                               bship_error *error)
{
    bship_posterior *posterior = NULL;
    bship_status status = make_for(&posterior, chart, options, error);
    if (status)
        return status;
    posterior->solver.enumeration.lane = lane;
    posterior->solver.enumeration.cpu = cpu;
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
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return bsi_posterior_new(out, chart, options, -1, -1, error);
}

bool bsi_posterior_met_limit(const bship_posterior *posterior, bship_status status)
{
    return status == BSHIP_ERROR_WORK_LIMIT ||
           (status == BSHIP_ERROR_MEMORY && posterior->memory.is_reached);
}

bship_status bsi_posterior_check(const bship_chart *chart, const bship_posterior_options *options,
                                 bool *met_limit, bship_error *error)
{
    bship_posterior *posterior = NULL;
    *met_limit = false;
    bship_status status = make_for(&posterior, chart, options, error);
    if (status)
        return status;
    bsi_work_budget budget;
    bsi_solve_request request = bsi_posterior_request(posterior, &budget);
    status = read_chart(posterior, chart, &budget);
    if (!status)
        status = bsi_solver_check(&posterior->solver, &request);
    if (status)
        fail(&budget, 0, status, error);
    *met_limit = bsi_posterior_met_limit(posterior, status);
    bship_posterior_free(posterior);
    return status;
}

bship_status bship_posterior_check(const bship_chart *chart, const bship_posterior_options *options,
                                   bship_error *error)
{
    bool met_limit;
    return bsi_posterior_check(chart, options, &met_limit, error);
}
