/*
 * The table of methods and the policy that reads it; see solver.h.
 *
 * Exact methods come first, the cheaper one before the other, each if its estimate is within its
 * share of the steps. Then a sample is taken: by rejection, if enough of some trial draws are
 * layouts, else by mcmc. Where salvos were reported by totals, a ledger of what the ships must
 * add up to tells the steps of an exact count; the sample is one of its ways, or by smc.
 */
#include "inference/solver.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "inference/solver_methods.h"

/* In steps; see common/work_budget.h. */
enum {
    CHEAP = 5000000,      /* a count that takes less needs no cheaper method */
    PLAN_MAX = 20000000,  /* for the estimate of enumeration */
    TRIAL_MAX = 50000000, /* for trial draws, and what prepares them */
    CHECK_MAX = 100000000 /* for finding any layout by enumeration */
};

/* Where a sample may follow an exact count, one part in so many of the steps is left to it. */
enum {
    SAMPLE_PARTS = 4
};

/* With totals, the same after a first exact count was given up: the share of the steps left. */
#define SAMPLE_SHARE_OF_TOTALS 0.5

/* With totals, steps of an exact count where a sample of any size will do. */
enum {
    ROUGH_MAX = 5000000,       /* of the first */
    ROUGH_RETRY_MAX = 20000000 /* of the second, where smc would follow */
};

/* With totals, the most by which the estimate of an exact count may be too high. */
#define ESTIMATE_TOO_HIGH_MAX 1e6

/* ---- the table ---- */

static const char no_totals[] = "only for salvos reported by totals";
static const char by_totals[] = "not for salvos reported by totals";

/* By how salvos were reported. */
enum {
    BY_SHOT,
    BY_TOTALS,
    REPORTS
};

static const struct method {
    const char *name;
    const char *text;
    bool is_exact;
    const bsi_algorithm *algorithm[REPORTS]; /* NULL: it cannot run */
    double accepted_min[REPORTS];            /* the share of trial draws that must be layouts */
    const char *obstacle;                    /* why it cannot run where it has no algorithm */
    const char *range;                       /* where its estimate is infinite; NULL: nowhere */
    const char *merit;                       /* why it is chosen */
} methods[BSI_METHODS] = {
    [BSHIP_METHOD_AUTO] = {
        .name = "auto",
        .text = "exact if that fits the limits, else sampled",
    },
    [BSHIP_METHOD_ENUMERATION] = {
        .name = "enumeration",
        .text = "exact: ship by ship, the last three by inclusion-exclusion",
        .is_exact = 1,
        .algorithm = { &bsi_inclusion_exclusion, &bsi_totals_enumeration },
        .merit = "exact within its share of the steps",
    },
    [BSHIP_METHOD_FRONTIER] = {
        .name = "frontier",
        .text = "exact: dynamic programming over the cells",
        .is_exact = 1,
        .algorithm = { &bsi_frontier_programme, NULL },
        .obstacle = by_totals,
        .range = "the board is too broad, or the fleet too varied",
        .merit = "exact within its share of the steps",
    },
    [BSHIP_METHOD_REJECTION] = {
        .name = "rejection",
        .text = "sampled: rejection sampling, independent and exact draws",
        .algorithm = { &bsi_rejection_sampling, &bsi_totals_rejection },
        .accepted_min = { 0.005, 4.0 / BSI_PARTICLES },
        .merit = "enough trial draws are layouts",
    },
    [BSHIP_METHOD_MCMC] = {
        .name = "mcmc",
        .text = "sampled: Markov chain Monte Carlo",
        .algorithm = { &bsi_markov_chains, NULL },
        .obstacle = by_totals,
        .merit = "no exact count and no rejection sampling will do",
    },
    [BSHIP_METHOD_SMC] = {
        .name = "smc",
        .text = "sampled: sequential Monte Carlo, if salvos report totals",
        .algorithm = { NULL, &bsi_totals_particles },
        .obstacle = no_totals,
        .merit = "no exact count and no rejection sampling will do",
    },
};

int32_t bship_posterior_method_count(void)
{
    return BSI_METHODS;
}

static const struct method *method_at(int32_t method)
{
    return method >= 0 && method < BSI_METHODS ? &methods[method] : NULL;
}

const char *bship_posterior_method_name(int32_t method)
{
    return method_at(method) ? method_at(method)->name : NULL;
}

const char *bship_posterior_method_text(int32_t method)
{
    return method_at(method) ? method_at(method)->text : NULL;
}

int32_t bship_posterior_method_find(const char *name)
{
    for (int32_t i = 0; name && i < BSI_METHODS; i++) {
        if (strcmp(methods[i].name, name) == 0)
            return i;
    }
    return -1;
}

bool bsi_is_exact(int32_t method)
{
    return methods[method].is_exact;
}

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
    bsi_solver_begin(solver);
}

void bsi_solver_clear(bsi_solver *solver)
{
    bsi_residual_clear(&solver->residual);
    bsi_smc_clear(&solver->smc);
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
    /* Drops what other charts left, so that results do not depend on them. */
    if (solver->memory->is_reached)
        bsi_solver_clear(solver);
    solver->memory->is_reached = false;
    solver->is_warm = solver->memory->left < solver->room;
    solver->rejection_ready = 0;
    solver->rejection_too_much = 0;
    solver->accepted = (double)NAN;
    return bsi_totals_read(&solver->residual.totals, chart, budget);
}

static bool has_totals(const bsi_solver *solver)
{
    return bsi_totals_matter(&solver->residual.totals);
}

/* ---- explanations ---- */

/* A method, its algorithm for the chart, and the steps that counting takes: see its plan. */
struct candidate {
    int32_t method;
    const bsi_algorithm *algorithm;
    double accepted_min;
    double steps;
};

static struct candidate candidate_of(const bsi_solver *solver, int32_t method)
{
    int reports = has_totals(solver) ? BY_TOTALS : BY_SHOT;
    return (struct candidate){ method, methods[method].algorithm[reports],
                               methods[method].accepted_min[reports], (double)INFINITY };
}

static void explain(bsi_solver *solver, int32_t method, int32_t state, const char *reason)
{
    solver->explained[method].state = state;
    solver->explained[method].reason = reason;
}

void bsi_solver_begin(bsi_solver *solver)
{
    for (int32_t i = 0; i < BSI_METHODS; i++) {
        bship_posterior_explanation *explained = &solver->explained[i];
        *explained = (bship_posterior_explanation)BSHIP_POSTERIOR_EXPLANATION_INIT;
        explained->method = i;
        explained->is_exact = methods[i].is_exact;
        explained->accepted = explained->estimated_steps = (double)NAN;
        explain(solver, i, BSHIP_EXPLANATION_UNREACHED, "not reached");
    }
}

/* Explains what is known of the methods before any of them is planned. */
static void explain_order(bsi_solver *solver, const bsi_solve_request *order)
{
    bsi_solver_begin(solver);
    for (int32_t i = BSHIP_METHOD_AUTO + 1; i < BSI_METHODS; i++) {
        if (!candidate_of(solver, i).algorithm)
            explain(solver, i, BSHIP_EXPLANATION_UNABLE, methods[i].obstacle);
        else if (order->method != BSHIP_METHOD_AUTO && order->method != i)
            explain(solver, i, BSHIP_EXPLANATION_DECLINED, "another method was asked for");
        else if (order->method != i && order->exact_only && !methods[i].is_exact)
            explain(solver, i, BSHIP_EXPLANATION_DECLINED, "only exact methods are allowed");
    }
}

static void explain_failure(bsi_solver *solver, const struct candidate *candidate,
                            bship_status status)
{
    static const char spoilt[] = "its numbers are out of range, or spoilt by rounding";
    const char *reason = status == BSHIP_ERROR_WORK_LIMIT  ? "ran out of its share of the steps"
                         : status == BSHIP_ERROR_MEMORY    ? "ran out of memory"
                         : status == BSHIP_ERROR_CANCELLED ? "cancelled"
                                                           : spoilt;
    if (status == BSHIP_ERROR_CONTRADICTION)
        explain(solver, candidate->method, BSHIP_EXPLANATION_CHOSEN,
                "it shows that no layout is left");
    else
        explain(solver, candidate->method, BSHIP_EXPLANATION_ABANDONED, reason);
}

/* Records what a plan or a count took, and how it ended. */
static void record(bsi_solver *solver, const struct candidate *candidate, int64_t steps,
                   bship_status status)
{
    bship_posterior_explanation *explained = &solver->explained[candidate->method];
    explained->estimated_steps = candidate->steps;
    explained->accepted = candidate->accepted_min > 0 ? solver->accepted : (double)NAN;
    explained->steps += steps;
    explained->memory = solver->room - solver->memory->left;
    explained->status = status;
    /* An infinite estimate has been explained already. */
    if (status && !(status == BSHIP_ERROR_UNSUPPORTED && isinf(candidate->steps)))
        explain_failure(solver, candidate, status);
}

static void explain_remaining(bsi_solver *solver)
{
    for (int32_t i = BSHIP_METHOD_AUTO + 1; i < BSI_METHODS; i++) {
        if (solver->explained[i].state == BSHIP_EXPLANATION_UNREACHED)
            solver->explained[i].reason = "not needed";
    }
}

/* ---- planning and counting ---- */

/* Whether the memory limit was met, and not because of what other charts left in memory. */
static int lacks_memory(const bsi_solver *solver, bship_status status)
{
    return status == BSHIP_ERROR_MEMORY && solver->memory->is_reached && !solver->is_warm;
}

/* Whether a method failed where another may succeed: at a limit, or by its range of numbers. */
static bool is_beyond(const bsi_solver *solver, bship_status status)
{
    return status == BSHIP_ERROR_WORK_LIMIT || status == BSHIP_ERROR_UNSUPPORTED ||
           lacks_memory(solver, status);
}

/*
 * Whether a method that lacked memory may try again, since the frontier could give some back. The
 * frontier keeps its memory for the next count, unless another method lacks it.
 */
static bool may_retry(bsi_solver *solver, const struct candidate *candidate, bship_status status)
{
    if (!lacks_memory(solver, status) || !solver->frontier ||
        candidate->method == BSHIP_METHOD_FRONTIER)
        return false;
    bsi_frontier_programme.release(solver);
    return true;
}

static bship_status plan_once(bsi_solver *solver, struct candidate *candidate,
                              const bsi_solve_request *order, double most)
{
    bsi_work_budget *budget = order->sample.budget;
    int64_t before = budget->done;
    bsi_work_budget part = bsi_work_split(budget, most);
    bsi_sample_request own = order->sample;
    own.budget = &part;
    candidate->steps = (double)NAN;
    bship_status status = candidate->algorithm->plan(solver, &own, &candidate->steps);
    bsi_work_merge(budget, &part);
    record(solver, candidate, budget->done - before, status);
    return status;
}

/* Plans, in so many steps at most. */
static bship_status plan(bsi_solver *solver, struct candidate *candidate,
                         const bsi_solve_request *order, double most)
{
    bship_status status = plan_once(solver, candidate, order, most);
    if (may_retry(solver, candidate, status))
        status = plan_once(solver, candidate, order, most);
    const char *range = methods[candidate->method].range;
    if (!status && range && isinf(candidate->steps))
        explain(solver, candidate->method, BSHIP_EXPLANATION_UNABLE, range);
    else if (!status)
        explain(solver, candidate->method, BSHIP_EXPLANATION_DECLINED, "another method is better");
    return status;
}

/* Counts what was planned. */
static bship_status run(bsi_solver *solver, const struct candidate *candidate,
                        const bsi_solve_request *order, bsi_placement_counts *counts)
{
    int64_t before = order->sample.budget->done;
    bool is_asked_for = order->method != BSHIP_METHOD_AUTO;
    solver->method = candidate->method;
    solver->algorithm = candidate->algorithm;
    bship_status status = candidate->algorithm->count(solver, &order->sample, counts);
    if (may_retry(solver, candidate, status))
        status = candidate->algorithm->count(solver, &order->sample, counts);
    record(solver, candidate, order->sample.budget->done - before, status);
    if (!status)
        explain(solver, candidate->method, BSHIP_EXPLANATION_CHOSEN,
                is_asked_for ? "asked for" : methods[candidate->method].merit);
    return status;
}

/* Counts in so many steps at most; `steps` may be better known then. */
static bship_status run_part(bsi_solver *solver, struct candidate *candidate,
                             const bsi_solve_request *order, bsi_placement_counts *counts,
                             double most)
{
    bsi_work_budget *budget = order->sample.budget;
    int64_t before = budget->done;
    bsi_work_budget part = bsi_work_split(budget, most);
    bsi_solve_request own = *order;
    own.sample.budget = &part;
    bsi_work_expect(&part, candidate->steps);
    bship_status status = run(solver, candidate, &own, counts);
    bsi_work_merge(budget, &part);
    if (part.expected > part.limit)
        candidate->steps = (double)(part.expected - before);
    return status;
}

/* The same unless more steps are known to be needed: then WORK_LIMIT. */
static bship_status run_within(bsi_solver *solver, struct candidate *candidate,
                               const bsi_solve_request *order, bsi_placement_counts *counts,
                               double most)
{
    if (candidate->steps <= most)
        return run_part(solver, candidate, order, counts, most);
    if (isfinite(candidate->steps))
        explain(solver, candidate->method, BSHIP_EXPLANATION_DECLINED,
                "its estimate exceeds its share of the steps");
    return BSHIP_ERROR_WORK_LIMIT;
}

/* Whether enough trial draws of a plan were layouts. */
static bool are_accepted(bsi_solver *solver, const struct candidate *candidate)
{
    if (solver->accepted >= candidate->accepted_min)
        return true;
    explain(solver, candidate->method, BSHIP_EXPLANATION_DECLINED,
            "too few trial draws are layouts");
    return false;
}

static bship_status plan_and_run(bsi_solver *solver, struct candidate *candidate,
                                 const bsi_solve_request *order, bsi_placement_counts *counts)
{
    bship_status status = plan(solver, candidate, order, (double)INFINITY);
    if (!isnan(candidate->steps))
        bsi_work_expect(order->sample.budget, candidate->steps);
    return status ? status : run(solver, candidate, order, counts);
}

/* ---- the policy ---- */

/* Plans enumeration; its `steps` are infinite where that is too much to find out. */
static bship_status plan_enumeration(bsi_solver *solver, struct candidate *candidate,
                                     const bsi_solve_request *order, double most)
{
    bship_status status = plan(solver, candidate, order, most);
    if (status)
        candidate->steps = (double)INFINITY;
    if (!is_beyond(solver, status))
        return status;
    /* The other methods may need the memory that did not do for all ways to cover the hits. */
    if (status == BSHIP_ERROR_MEMORY)
        candidate->algorithm->release(solver);
    return BSHIP_OK;
}

/* An exact count may take all that is left, or where a sample may follow, most of it. */
static bship_status run_exactly(bsi_solver *solver, struct candidate *candidate,
                                const bsi_solve_request *order, bsi_placement_counts *counts)
{
    double left = bsi_work_left(order->sample.budget);
    double most = order->exact_only ? left : floor(left * (SAMPLE_PARTS - 1) / SAMPLE_PARTS);
    return run_within(solver, candidate, order, counts, most);
}

/* What rounding spoilt is counted without differences, if that can be done. */
static bship_status count_without_differences(bsi_solver *solver, struct candidate *frontier,
                                              const bsi_solve_request *order,
                                              bsi_placement_counts *counts)
{
    bship_status status = plan(solver, frontier, order, (double)INFINITY);
    if (status)
        return status;
    return isinf(frontier->steps) ? BSHIP_ERROR_UNSUPPORTED
                                  : run_exactly(solver, frontier, order, counts);
}

/*
 * Runs the cheaper exact method, and the other one if that cannot do it. The status is one of
 * is_beyond() if neither can, or not within the limits.
 */
static bship_status count_exactly(bsi_solver *solver, const bsi_solve_request *order,
                                  bsi_placement_counts *counts)
{
    bsi_work_budget *budget = order->sample.budget;
    struct candidate enumeration = candidate_of(solver, BSHIP_METHOD_ENUMERATION);
    struct candidate frontier = candidate_of(solver, BSHIP_METHOD_FRONTIER);
    bship_status status = plan_enumeration(solver, &enumeration, order, PLAN_MAX);
    if (!status)
        bsi_work_expect(budget, enumeration.steps);
    if (!status && enumeration.steps > CHEAP)
        status = plan(solver, &frontier, order, (double)INFINITY);
    if (status)
        return status;
    bool is_tried = frontier.steps < enumeration.steps;
    status = BSHIP_ERROR_WORK_LIMIT;
    if (is_tried)
        status = run_exactly(solver, &frontier, order, counts);
    if (is_beyond(solver, status))
        status = run_exactly(solver, &enumeration, order, counts);
    if (status == BSHIP_ERROR_UNSUPPORTED && !is_tried) {
        enumeration.steps = (double)INFINITY;
        status = count_without_differences(solver, &frontier, order, counts);
    }
    bsi_work_expect(budget, fmin(enumeration.steps, frontier.steps));
    /* More steps would not do where the memory did not. */
    bool is_memory = solver->memory->is_reached && is_beyond(solver, status);
    return is_memory ? BSHIP_ERROR_MEMORY : status;
}

/* By rejection if that is efficient, else by chains. */
static bship_status sample(bsi_solver *solver, const bsi_solve_request *order,
                           bsi_placement_counts *counts)
{
    struct candidate rejection = candidate_of(solver, BSHIP_METHOD_REJECTION);
    struct candidate mcmc = candidate_of(solver, BSHIP_METHOD_MCMC);
    bship_status status = plan(solver, &rejection, order, TRIAL_MAX);
    if (!status && are_accepted(solver, &rejection))
        return run(solver, &rejection, order, counts);
    if (status && !is_beyond(solver, status))
        return status;
    if (status == BSHIP_ERROR_MEMORY)
        rejection.algorithm->release(solver);
    return plan_and_run(solver, &mcmc, order, counts);
}

/* Counts exactly if that fits the limits; else takes a sample, if that is allowed. */
static bship_status count_by_best(bsi_solver *solver, const bsi_solve_request *order,
                                  bsi_placement_counts *counts)
{
    bship_status status = count_exactly(solver, order, counts);
    if (order->exact_only || !is_beyond(solver, status))
        return status;
    bsi_work_budget *budget = order->sample.budget;
    /* What an exact count needs must be its share of the limit. */
    int64_t exactly = budget->expected < INT64_MAX / 2
                          ? budget->expected / (SAMPLE_PARTS - 1) * SAMPLE_PARTS
                          : INT64_MAX;
    budget->expected = 0;
    status = sample(solver, order, counts);
    if (exactly > budget->limit && (exactly < budget->expected || budget->expected == 0))
        budget->expected = exactly;
    return status;
}

/* ---- the policy where salvos were reported by totals ---- */

static bool must_be_exact(const bsi_solve_request *order)
{
    return order->exact_only || order->method == BSHIP_METHOD_ENUMERATION;
}

/*
 * Counts exactly where that is known to take so many steps at most: one by one by the ledger, or
 * by inclusion-exclusion of what covers hits.
 */
static bship_status count_totals_within(bsi_solver *solver, struct candidate *by_residual,
                                        const bsi_solve_request *order,
                                        bsi_placement_counts *counts, double most)
{
    bsi_work_budget *budget = order->sample.budget;
    const bsi_residual *residual = &solver->residual;
    struct candidate enumeration = { BSHIP_METHOD_ENUMERATION, &bsi_inclusion_exclusion, 0,
                                     (double)INFINITY };
    if (residual->steps > CHEAP && residual->cover_steps < residual->steps &&
        residual->cover_steps <= most / 2) {
        /* The ledger tells what it takes to plan. */
        bship_status status = plan_enumeration(solver, &enumeration, order, (double)INFINITY);
        if (status)
            return status;
    }
    if (enumeration.steps < residual->steps && enumeration.steps <= most) {
        bship_status status = run(solver, &enumeration, order, counts);
        if (!is_beyond(solver, status))
            return status;
        /* More steps mend neither rounding nor lack of memory. */
        if (status != BSHIP_ERROR_WORK_LIMIT)
            enumeration.steps = (double)INFINITY;
    }
    bsi_work_expect(budget, fmin(residual->steps, enumeration.steps));
    return run_within(solver, by_residual, order, counts, most);
}

/* Chooses rejection or particles: OK, or as their plans. */
static bship_status choose_sampler(bsi_solver *solver, struct candidate *sampler,
                                   const bsi_solve_request *order)
{
    *sampler = candidate_of(solver, BSHIP_METHOD_REJECTION);
    bship_status status = plan(solver, sampler, order, (double)INFINITY);
    if (status || are_accepted(solver, sampler))
        return status;
    *sampler = candidate_of(solver, BSHIP_METHOD_SMC);
    return plan(solver, sampler, order, (double)INFINITY);
}

/*
 * Counts exactly if the estimate allows it; else plans a sampler, `*chosen` being the status of
 * that plan. Where the sampler must be smc, ships overlap in most ways, so there may be far fewer
 * layouts than estimated: then an exact count is attempted all the same.
 */
static bship_status count_totals_exactly(bsi_solver *solver, struct candidate *sampler,
                                         const bsi_solve_request *order,
                                         bsi_placement_counts *counts, bship_status *chosen)
{
    bsi_work_budget *budget = order->sample.budget;
    bool is_rough = order->sample.is_rough;
    double left = bsi_work_left(budget);
    struct candidate by_residual = candidate_of(solver, BSHIP_METHOD_ENUMERATION);
    (void)plan(solver, &by_residual, order, left);
    bship_status status = count_totals_within(solver, &by_residual, order, counts,
                                              is_rough ? fmin(left, ROUGH_MAX) : left);
    if (!is_beyond(solver, status))
        return status;
    *chosen = choose_sampler(solver, sampler, order);
    /* Weights too small to draw by are too small to count: then more steps would not do. */
    if (*chosen == BSHIP_ERROR_UNSUPPORTED)
        return *chosen;
    if (*chosen)
        return is_beyond(solver, *chosen) ? status : *chosen;
    left = bsi_work_left(budget);
    if (!must_be_exact(order))
        left = is_rough && left > 2.0 * ROUGH_RETRY_MAX ? ROUGH_RETRY_MAX
                                                        : left * (1 - SAMPLE_SHARE_OF_TOTALS);
    bool may_do = sampler->method == BSHIP_METHOD_SMC &&
                  solver->residual.steps <= left * ESTIMATE_TOO_HIGH_MAX;
    return may_do ? run_part(solver, &by_residual, order, counts, left) : status;
}

static bship_status count_totals_by_best(bsi_solver *solver, const bsi_solve_request *order,
                                         bsi_placement_counts *counts)
{
    struct candidate sampler;
    bship_status chosen = BSHIP_OK;
    bship_status status = count_totals_exactly(solver, &sampler, order, counts, &chosen);
    if (!is_beyond(solver, status) || must_be_exact(order))
        return status;
    order->sample.budget->expected = 0;
    return chosen ? chosen : run(solver, &sampler, order, counts);
}

/* A sampler of totals that was asked for: UNSUPPORTED also where rejection would reject all. */
static bship_status sample_totals(bsi_solver *solver, const bsi_solve_request *order,
                                  bsi_placement_counts *counts)
{
    struct candidate sampler = candidate_of(solver, order->method);
    order->sample.budget->expected = 0;
    bship_status status = plan(solver, &sampler, order, (double)INFINITY);
    if (!status && sampler.accepted_min > 0 && !are_accepted(solver, &sampler))
        status = BSHIP_ERROR_UNSUPPORTED;
    return status ? status : run(solver, &sampler, order, counts);
}

static bship_status count_totals(bsi_solver *solver, const bsi_solve_request *order,
                                 bsi_placement_counts *counts)
{
    /* The frontier will not be needed before the next game. */
    bsi_frontier_programme.release(solver);
    bship_status status = bsi_residual_open(&solver->residual, order->sample.budget);
    if (status)
        return status;
    bool is_sampler = order->method == BSHIP_METHOD_REJECTION || order->method == BSHIP_METHOD_SMC;
    return is_sampler ? sample_totals(solver, order, counts)
                      : count_totals_by_best(solver, order, counts);
}

/* ---- what is asked of it ---- */

/* Whether the method that was asked for has an algorithm for the chart. */
static bool can_run(const bsi_solver *solver, int32_t method)
{
    return method == BSHIP_METHOD_AUTO || candidate_of(solver, method).algorithm;
}

/* Counts by the method that is asked for, or by the best. */
static bship_status count(bsi_solver *solver, const bsi_solve_request *order,
                          bsi_placement_counts *counts)
{
    if (!can_run(solver, order->method))
        return BSHIP_ERROR_UNSUPPORTED;
    if (has_totals(solver))
        return count_totals(solver, order, counts);
    if (order->method == BSHIP_METHOD_AUTO)
        return count_by_best(solver, order, counts);
    struct candidate asked_for = candidate_of(solver, order->method);
    return plan_and_run(solver, &asked_for, order, counts);
}

bship_status bsi_solver_count(bsi_solver *solver, const bsi_solve_request *order,
                              bsi_placement_counts *counts)
{
    counts->is_whole = !solver->evidence->is_weighted;
    counts->unit = 1;
    explain_order(solver, order);
    bship_status status = count(solver, order, counts);
    if (!status)
        explain_remaining(solver);
    return status;
}

/* By enumeration, if that is quick, else by the search that chains begin with. */
static bship_status check_by_best(bsi_solver *solver, const bsi_solve_request *order,
                                  bsi_placement_counts *counts)
{
    bsi_work_budget *budget = order->sample.budget;
    const bsi_algorithm *enumeration = &bsi_inclusion_exclusion;
    bsi_work_budget part = bsi_work_split(budget, CHECK_MAX);
    bsi_sample_request own = order->sample;
    own.budget = &part;
    bship_status status = enumeration->check(solver, &own, counts);
    bsi_work_merge(budget, &part);
    if (!is_beyond(solver, status))
        return status;
    if (status == BSHIP_ERROR_MEMORY)
        enumeration->release(solver);
    return bsi_markov_chains.check(solver, &order->sample, counts);
}

bship_status bsi_solver_check(bsi_solver *solver, const bsi_solve_request *order,
                              bsi_placement_counts *counts)
{
    if (!can_run(solver, order->method))
        return BSHIP_ERROR_UNSUPPORTED;
    if (has_totals(solver)) {
        bship_status status = bsi_residual_open(&solver->residual, order->sample.budget);
        return status ? status : bsi_totals_enumeration.check(solver, &order->sample, counts);
    }
    if (order->method == BSHIP_METHOD_AUTO)
        return check_by_best(solver, order, counts);
    return candidate_of(solver, order->method).algorithm->check(solver, &order->sample, counts);
}

/* Enumeration can draw from any of its counts, but rejection is faster where it is efficient. */
static bship_status draw_counted(bsi_solver *solver, const bsi_placement_counts *counts,
                                 bship_rng *rng, bsi_work_budget *budget,
                                 bship_placement *placements)
{
    const bsi_algorithm *rejection = &bsi_rejection_sampling;
    bsi_work_budget part = bsi_work_split(budget, TRIAL_MAX);
    bsi_sample_request own = { .budget = &part };
    double steps;
    bship_status status = rejection->plan(solver, &own, &steps);
    bsi_work_merge(budget, &part);
    /* Whatever keeps the memory: enumeration needs no more. */
    if (status == BSHIP_ERROR_MEMORY && solver->memory->is_reached)
        rejection->release(solver);
    else if (status && !is_beyond(solver, status))
        return status;
    bool is_quick =
        !status && solver->accepted >= methods[BSHIP_METHOD_REJECTION].accepted_min[BY_SHOT];
    const bsi_algorithm *drawer = is_quick ? rejection : solver->algorithm;
    return drawer->draw(solver, counts, rng, budget, placements);
}

bship_status bsi_solver_draw(bsi_solver *solver, const bsi_placement_counts *counts, bship_rng *rng,
                             bsi_work_budget *budget, bship_placement *placements)
{
    if (solver->method == BSHIP_METHOD_ENUMERATION && !has_totals(solver))
        return draw_counted(solver, counts, rng, budget, placements);
    return solver->algorithm->draw(solver, counts, rng, budget, placements);
}
