/* Creating and updating posteriors: options, memory, and the stages in order; see posterior.h. */
#include "inference/posterior.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/exponential.h"
#include "base/versioned.h"

/* ---- options ---- */

static bship_status check_weights(const bship_posterior_options *options, const bship_rules *rules,
                                  bsi_work_budget *budget, bship_error *error)
{
    int64_t count = bship_rules_placement_count(rules);
    if (options->weight_count != (options->weights ? (size_t)count : 0))
        return bsi_fail(error, BSHIP_ERROR_COUNT, -1, "%zu weights for %" PRId64 " placements",
                        options->weight_count, count);
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

static bship_status check_prior(const bship_posterior_options *options, const bship_rules *rules,
                                const bsi_prior *prior, bship_error *error)
{
    if (prior && options->weights)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "both weights and habits are given");
    if (prior && !bship_rules_equal(prior->rules, rules))
        return bsi_fail(error, BSHIP_ERROR_RULES, -1, "the habits have other rules");
    return BSHIP_OK;
}

static bship_status read_options(bship_posterior_options *options,
                                 const bship_posterior_options *given, bship_error *error)
{
    *options = (bship_posterior_options)BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_status status =
        bsi_versioned_read(options, BSI_VERSIONED(bship_posterior_options), given, error);
    if (status)
        return status;
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

static void carve(bship_posterior *posterior, const bship_rules *rules,
                  const bsi_class_map *class_map, bool is_weighted, bsi_arena *arena)
{
    bsi_evidence_carve(&posterior->evidence, rules, class_map, is_weighted, arena);
    bsi_solver_carve(&posterior->solver, &posterior->evidence, &posterior->memory, arena);
    size_t count = (size_t)posterior->evidence.class_count * 2 * rules->positions;
    bsi_placement_counts *counts = &posterior->counts;
    *counts = (bsi_placement_counts){ .positions = rules->positions, .is_whole = !is_weighted };
    /* Both types: samples need doubles, and checks of weighted counts integers. */
    counts->by_placement = bsi_arena_take(arena, count, sizeof *counts->by_placement);
    counts->weights = bsi_arena_take(arena, count, sizeof *counts->weights);
    bsi_marginals_carve(&posterior->marginals, &posterior->evidence, arena);
    posterior->drawn = bsi_arena_take(arena, (size_t)rules->fleet->count, sizeof *posterior->drawn);
    size_t mixed = posterior->mixture.prior ? rules->positions : 0;
    posterior->errors = bsi_arena_take(arena, mixed, sizeof *posterior->errors);
    posterior->states = bsi_arena_take(arena, rules->positions, sizeof *posterior->states);
}

/* The prior that counts are mixed by; NULL: none, as with totals of salvos. */
static const bsi_prior *mixed_prior(const bship_rules *rules, const bsi_prior *prior)
{
    return bsi_reports_totals(rules) ? NULL : prior;
}

/* The number of contact rules that are counted. */
static int32_t count_parts(const bship_rules *rules, const bsi_prior *prior)
{
    const bsi_prior *mixed = mixed_prior(rules, prior);
    return mixed ? mixed->contact_count : 1;
}

/* The size of a posterior without its parts. */
static size_t measure(const bship_rules *rules, const bship_posterior_options *options,
                      const bsi_prior *prior, const bsi_class_map *class_map)
{
    bship_posterior measured = { .mixture.prior = mixed_prior(rules, prior) };
    bsi_arena arena = { NULL, 0 };
    carve(&measured, rules, class_map, options->weights != NULL, &arena);
    return sizeof measured + arena.used;
}

/* Allocates a posterior and carves its arrays: OK, MEMORY or CANCELLED. */
static bship_status posterior_alloc(bship_posterior **out, const bship_rules *rules,
                                    const bship_posterior_options *options, const bsi_prior *prior,
                                    const bsi_class_map *class_map, bsi_work_budget *budget)
{
    int32_t part_count = count_parts(rules, prior);
    size_t size = measure(rules, options, prior, class_map);
    bsi_memory_budget memory = { rules->allocator, options->memory_limit / (uint64_t)part_count,
                                 0 };
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
    posterior->part_count = part_count;
    posterior->parts[0] = posterior;
    posterior->prior = bsi_prior_ref(prior);
    posterior->mixture.prior = mixed_prior(rules, prior);
    posterior->memory = memory;
    posterior->block_size = size;
    bsi_arena arena = { (unsigned char *)posterior->block, 0 };
    carve(posterior, rules, class_map, options->weights != NULL, &arena);
    *out = posterior;
    return BSHIP_OK;
}

/* Makes the parts under the other contact rules of the prior. */
static bship_status make_parts(bship_posterior *posterior, const bship_posterior_options *given,
                               bsi_work_budget *budget)
{
    bship_posterior_options options = *given;
    bship_status status = BSHIP_OK;
    options.memory_limit /= (uint64_t)posterior->part_count;
    for (int32_t i = 1; !status && i < posterior->part_count; i++) {
        const bship_rules *rules = posterior->prior->contacts[i].rules;
        status = bsi_posterior_make(&posterior->parts[i], rules, &options, NULL, budget);
    }
    return status;
}

/* Options with the defaults in place of 0, and with the weights of the prior. */
static bship_posterior_options complete(const bship_posterior_options *given,
                                        const bsi_prior *prior)
{
    bship_posterior_options options = *given;
    if (prior)
        options.weights = prior->weights;
    if (options.work_limit == 0)
        options.work_limit = BSHIP_POSTERIOR_WORK_DEFAULT;
    if (options.memory_limit == 0)
        options.memory_limit = BSHIP_POSTERIOR_MEMORY_DEFAULT;
    if (!(options.precision > 0))
        options.precision = BSHIP_POSTERIOR_PRECISION_DEFAULT;
    return options;
}

bship_status bsi_posterior_check_size(const bship_rules *rules,
                                      const bship_posterior_options *given, const bsi_prior *prior,
                                      bsi_work_budget *budget)
{
    bship_posterior_options options = complete(given, prior);
    uint64_t parts = (uint64_t)count_parts(rules, prior);
    bsi_class_map class_map;
    bship_status status = bsi_class_map_find(&class_map, rules, options.weights, budget);
    if (!status && measure(rules, &options, prior, &class_map) > options.memory_limit / parts)
        status = BSHIP_ERROR_MEMORY;
    return status;
}

bship_status bsi_posterior_make(bship_posterior **out, const bship_rules *rules,
                                const bship_posterior_options *given, const bsi_prior *prior,
                                bsi_work_budget *budget)
{
    bship_posterior_options options = complete(given, prior);
    bsi_class_map class_map;
    bship_posterior *posterior = NULL;
    bship_status status = bsi_class_map_find(&class_map, rules, options.weights, budget);
    if (!status)
        status = posterior_alloc(&posterior, rules, &options, prior, &class_map, budget);
    if (!status)
        status = bsi_evidence_weigh(&posterior->evidence, options.weights, budget);
    if (!status)
        status = make_parts(posterior, &options, budget);
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
    for (int32_t i = 1; i < posterior->part_count; i++)
        bship_posterior_free(posterior->parts[i]);
    bsi_solver_clear(&posterior->solver);
    bsi_prior_unref(posterior->prior);
    bsi_free(&rules->allocator, posterior, posterior->block_size, 1);
    bship_rules_unref(rules);
}

void bsi_posterior_make_rough(bship_posterior *posterior, uint64_t memory)
{
    for (int32_t i = 0; i < posterior->part_count; i++) {
        posterior->parts[i]->memory.left = memory / (uint64_t)posterior->part_count;
        posterior->parts[i]->is_rough = true;
    }
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

const bsi_placement_counts *bsi_posterior_game_counts(const bship_posterior *posterior)
{
    return &posterior->mixture.game;
}

int64_t bsi_posterior_exponent(const bship_posterior *posterior)
{
    int64_t exponent = bsi_weight_exponent(&posterior->evidence);
    if (!bsi_is_exact(posterior->solver.method))
        exponent += posterior->solver.quality.exponent;
    return exponent;
}

/* log2 of the total of counts. */
static double log2_total(const bship_posterior *posterior, const bsi_placement_counts *counts)
{
    if (!bsi_posterior_is_counted(posterior))
        return (double)NAN;
    double total = counts->is_whole ? bsi_uint128_to_double(counts->total) : counts->weight;
    double scale =
        counts->is_whole ? -bsi_log2(counts->unit) : (double)bsi_posterior_exponent(posterior);
    return bsi_log2(total) + scale + log2_orders(&posterior->evidence);
}

double bsi_posterior_log2_layouts(const bship_posterior *posterior)
{
    return log2_total(posterior, bsi_posterior_game_counts(posterior));
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

/* Lets the progress of a call begin. */
static void begin_progress(bship_posterior *posterior)
{
    const bship_posterior_options *options = &posterior->options;
    posterior->relay = (bsi_progress_relay){ options->progress, options->user, 0 };
}

/* A budget of so many steps for a part of a call. */
static bsi_work_budget budget_of(bship_posterior *posterior, int64_t limit)
{
    return (bsi_work_budget){ .limit = limit,
                              .progress = bsi_relayed(&posterior->relay),
                              .user = &posterior->relay,
                              .is_finishing = posterior->is_finishing };
}

bsi_work_budget bsi_posterior_budget(bship_posterior *posterior)
{
    begin_progress(posterior);
    return budget_of(posterior, posterior->options.work_limit);
}

bsi_solve_request bsi_posterior_request(bship_posterior *posterior, bsi_work_budget *budget)
{
    const bship_posterior_options *options = &posterior->options;
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

/* Reports why a count within a budget failed. The work limit is divided among `parts`, each of
 * which sets aside `later` steps for marginals. */
static bship_status fail(const bship_posterior *posterior, const bsi_work_budget *budget,
                         int64_t later, int64_t parts, bship_status status, bship_error *error)
{
    if (status != BSHIP_ERROR_WORK_LIMIT)
        return bsi_fail_plain(error, status);
    bsi_work_need need = bsi_work_needed(budget);
    if (!need.how)
        return bsi_fail(error, status, INT64_MAX, "no number of steps is known to suffice");
    int64_t needed =
        need.steps < INT64_MAX / parts - later ? (need.steps + later) * parts : INT64_MAX;
    return bsi_fail(error, status, needed,
                    "%s %" PRId64 " steps are needed, and %" PRId64 " allowed", need.how, needed,
                    posterior->options.work_limit);
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
        budget->done = budget->refused = budget->expected = 0;
        status = count(posterior, chart, request);
    }
    return status;
}

/* ---- contact rules ---- */

/*
 * Counts a chart under a contact rule of the prior: OK, also where no layout is possible, which
 * leaves a total of 0; CANCELLED; or MEMORY. `*part` receives the counts; a total that is not known
 * within limits, or when the update is asked to finish, is NaN.
 */
static bship_status count_part(bship_posterior *posterior, int32_t number, const bship_chart *chart,
                               int64_t limit, bsi_mixture_part *part)
{
    bship_posterior *counted = posterior->parts[number];
    bsi_work_budget budget = budget_of(posterior, limit);
    bsi_solve_request request = bsi_posterior_request(counted, &budget);
    bship_status status = count_anew(counted, chart, &request);
    posterior->work += budget.done;
    *part = (bsi_mixture_part){ &counted->counts, (double)NAN };
    if (!status)
        part->log2_total = log2_total(counted, &counted->counts);
    else if (status == BSHIP_ERROR_CONTRADICTION)
        part->log2_total = (double)-INFINITY;
    else if (status != BSHIP_ERROR_UNSUPPORTED && !bsi_work_is_finishing(&budget) &&
             !bsi_posterior_met_limit(counted, status))
        return status;
    return BSHIP_OK;
}

/*
 * Counts the other parts and mixes: OK, CANCELLED or MEMORY. `limit` holds for each part; `budget`
 * is that of the first. An update that is asked to finish answers with the first part alone, as
 * does one that lacks a total.
 */
static bship_status mix(bship_posterior *posterior, const bship_chart *chart, int64_t limit,
                        const bsi_work_budget *budget)
{
    bsi_mixture_part parts[BSI_CONTACTS_MAX] = { { &posterior->counts,
                                                   log2_total(posterior, &posterior->counts) } };
    bsi_mixture *mixture = &posterior->mixture;
    for (int32_t i = 1; i < posterior->part_count && !bsi_work_is_finishing(budget); i++) {
        bship_status status = count_part(posterior, i, chart, limit, &parts[i]);
        if (status)
            return status;
    }
    bool is_mixed = mixture->prior && !bsi_work_is_finishing(budget);
    for (int32_t i = 0; is_mixed && i < posterior->part_count; i++)
        is_mixed = !isnan(parts[i].log2_total) && !isnan(posterior->prior->contacts[i].log2_empty);
    bsi_mixture_make(mixture, &posterior->evidence, is_mixed ? parts : NULL, &posterior->counts);
    posterior->ignores_contact =
        posterior->prior && posterior->prior->contact_count > 1 && !is_mixed;
    return BSHIP_OK;
}

bship_posterior *bsi_posterior_sole_part(const bship_posterior *posterior)
{
    return posterior->mixture.sole >= 0 ? posterior->parts[posterior->mixture.sole] : NULL;
}

bool bsi_posterior_is_exact(const bship_posterior *posterior)
{
    for (int32_t i = 0; i < posterior->part_count; i++) {
        bool is_used = i == 0 || posterior->mixture.rules[i] > 0;
        if (is_used && !bsi_is_exact(posterior->parts[i]->solver.method))
            return false;
    }
    return true;
}

/* ---- updating ---- */

/* Turns the counts into marginals in so many steps. They are part of the answer of an update that
 * was asked to finish. */
static bship_status make_marginals(bship_posterior *posterior, int64_t limit)
{
    bsi_work_budget budget = budget_of(posterior, limit);
    if (bsi_work_is_finishing(&budget))
        budget.progress = NULL;
    bship_status status = bsi_marginals_make(&posterior->marginals, &posterior->counts, &budget);
    posterior->work += budget.done;
    posterior->has_marginals = !status;
    return status;
}

static bship_status update(bship_posterior *posterior, const bship_chart *chart, bship_error *error)
{
    int64_t parts = posterior->part_count, later = bsi_marginals_cost(&posterior->evidence);
    /* A sample may use up its budget, so the steps of what follows are set aside. */
    int64_t limit = posterior->options.work_limit / parts - later;
    begin_progress(posterior);
    bsi_work_budget budget = budget_of(posterior, limit);
    bsi_solve_request request = bsi_posterior_request(posterior, &budget);
    request.sample.may_finish = true;
    bship_status status = count_anew(posterior, chart, &request);
    posterior->work = budget.done;
    if (status)
        return fail(posterior, &budget, later, parts, status, error);
    status = mix(posterior, chart, limit, &budget);
    if (!status)
        status = make_marginals(posterior, later);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
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
    const bsi_mixture *mixture = &posterior->mixture;
    int32_t rule = bsi_mixture_draw(mixture, &posterior->counts, request->rng, request->placements);
    if (rule < 0)
        return BSHIP_OK;
    bship_posterior *part = posterior->parts[rule];
    bsi_placement_counts counts = rule == 0 ? mixture->game : part->counts;
    bsi_solve_request of_part = *request;
    of_part.counts = &counts;
    return bsi_solver_draw(&part->solver, &of_part);
}

bship_status bsi_posterior_open(bship_posterior **out, const bship_rules *rules,
                                const bship_posterior_options *given, const bsi_prior *prior,
                                bship_error *error)
{
    bship_posterior_options options;
    bship_status status = read_options(&options, given, error);
    if (status)
        return status;
    /* The limit applies to updates, not to reading the options. */
    bsi_work_budget budget = bsi_work_unlimited(options.progress, options.user);
    status = check_prior(&options, rules, prior, error);
    if (status)
        return status;
    status = check_weights(&options, rules, &budget, error);
    if (status)
        return status;
    status = bsi_posterior_make(out, rules, &options, prior, &budget);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

/* Makes a posterior of a chart's rules, without marginals. */
static bship_status make_for(bship_posterior **out, const bship_chart *chart,
                             const bship_posterior_options *given, const bsi_prior *prior,
                             bship_error *error)
{
    if (!chart)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return bsi_posterior_open(out, chart->rules, given, prior, error);
}

bship_status bsi_posterior_new(bship_posterior **out, const bship_chart *chart,
                               const bship_posterior_options *options, const bsi_prior *prior,
                               int32_t lane, int32_t cpu, bship_error *error)
{
    bship_posterior *posterior = NULL;
    bship_status status = make_for(&posterior, chart, options, prior, error);
    if (status)
        return status;
    for (int32_t i = 0; i < posterior->part_count; i++) {
        posterior->parts[i]->solver.enumeration.lane = lane;
        posterior->parts[i]->solver.enumeration.cpu = cpu;
    }
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
    return bsi_posterior_new(out, chart, options, NULL, -1, -1, error);
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
    bship_status status = make_for(&posterior, chart, options, NULL, error);
    if (status)
        return status;
    bsi_work_budget budget = bsi_posterior_budget(posterior);
    bsi_solve_request request = bsi_posterior_request(posterior, &budget);
    status = read_chart(posterior, chart, &budget);
    if (!status)
        status = bsi_solver_check(&posterior->solver, &request);
    if (status)
        fail(posterior, &budget, 0, 1, status, error);
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
