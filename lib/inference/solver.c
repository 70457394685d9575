/*
 * The table of methods, the policy that chooses between them, and what becomes of each method;
 * see solver.h.
 */
#include "inference/solver.h"

#include <math.h>

#include "base/names.h"

/* ---- the policy's constants, in steps unless they say otherwise ---- */

enum {
    CHEAP = 5000000,       /* a count that takes less is not compared with other methods */
    PLAN_MAX = 20000000,   /* for the estimate of enumeration */
    TRIAL_MAX = 50000000,  /* for the trial of rejection sampling */
    CHECK_MAX = 100000000, /* for the search for any layout by enumeration */
    SAMPLE_PARTS = 4       /* one part in so many is left to a sample that may follow */
};

/* With totals, if the request is rough: for exact attempts before and after choosing a sampler. */
enum {
    ROUGH_MAX = 5000000,
    ROUGH_RETRY_MAX = 20000000
};

/* With totals, for the exact attempt after: its share of the steps left, unless rough; and the
 * factor by which the estimate of the residual may be too high. */
#define RETRY_SHARE 0.5
#define ESTIMATE_TOO_HIGH_MAX 1e6

#define ALL_STEPS ((double)INFINITY) /* no limit but the budget's */

/* ---- the table ---- */

static const char no_totals[] = "only for salvos reported by totals";
static const char by_totals[] = "not for salvos reported by totals";

/* How salvos are reported. */
enum {
    BY_SHOT,
    BY_TOTALS,
    REPORTS
};

static const struct method {
    const char *name;
    const char *text;
    bool is_exact;
    const bsi_algorithm *algorithm[REPORTS]; /* NULL: cannot run */
    const char *obstacle;                    /* why it cannot run */
    double accepted_min[REPORTS];            /* share of trial draws that must be layouts */
    const char *range;                       /* why its estimate may be infinite; NULL: never */
    const char *merit;                       /* why it is chosen */
} methods[BSI_METHODS] = {
    [BSHIP_METHOD_AUTO] = {
        .name = "auto",
        .text = "exact if that fits the limits, else sampled",
    },
    [BSHIP_METHOD_ENUMERATION] = {
        .name = "enumeration",
        .text = "exact: ship by ship, the last three by inclusion-exclusion",
        .is_exact = true,
        .algorithm = { &bsi_inclusion_exclusion, &bsi_totals_enumeration },
        .merit = "exact within its share of the steps",
    },
    [BSHIP_METHOD_FRONTIER] = {
        .name = "frontier",
        .text = "exact: dynamic programming over the cells",
        .is_exact = true,
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
        .merit = "neither exact methods nor rejection will do",
    },
    [BSHIP_METHOD_SMC] = {
        .name = "smc",
        .text = "sampled: sequential Monte Carlo, if salvos report totals",
        .algorithm = { NULL, &bsi_totals_particles },
        .obstacle = no_totals,
        .merit = "neither exact methods nor rejection will do",
    },
};

const bsi_names bsi_method_names = BSI_NAMES(methods);

bool bsi_is_exact(int32_t method)
{
    return methods[method].is_exact;
}

/* ---- life ---- */

void bsi_solver_carve(bsi_solver *solver, const bsi_evidence *evidence, bsi_memory_budget *memory,
                      bsi_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    solver->evidence = evidence;
    solver->memory = memory;
    solver->room = memory->left;
    solver->allocator = bsi_memory_budget_allocator(memory);
    bsi_exact_cover_carve(&solver->cover, evidence, &solver->allocator, arena);
    bsi_residual_carve(&solver->residual, &solver->cover, arena);
    bsi_enumeration_carve(&solver->enumeration, &solver->cover, &solver->residual, arena);
    bsi_rejection_carve(&solver->rejection, &solver->cover, arena);
    bsi_mcmc_carve(&solver->mcmc, &solver->cover, arena);
    bsi_smc_carve(&solver->smc, &solver->residual, arena);
    solver->quality.errors =
        bsi_arena_take(arena, rules->positions, sizeof *solver->quality.errors);
    bsi_solver_begin(solver);
}

void bsi_solver_clear(bsi_solver *solver)
{
    bsi_residual_clear(&solver->residual);
    bsi_smc_clear(&solver->smc);
    bsi_enumeration_clear(&solver->enumeration);
    bsi_frontier_free(solver->frontier);
    solver->frontier = NULL;
    bsi_rejection_clear(&solver->rejection);
    bsi_exact_cover_clear(&solver->cover);
}

bship_status bsi_solver_read(bsi_solver *solver, const bship_chart *chart, bsi_work_budget *budget)
{
    /* Drops what earlier charts left, so that results do not depend on them. */
    if (solver->memory->is_reached)
        bsi_solver_clear(solver);
    solver->memory->is_reached = false;
    solver->is_warm = solver->memory->left < solver->room;
    solver->is_residual_built = false;
    solver->is_rejection_ready = false;
    solver->is_rejection_given_up = false;
    solver->accepted = (double)NAN;
    return bsi_totals_read(&solver->residual.totals, chart, budget);
}

static bool has_totals(const bsi_solver *solver)
{
    return bsi_totals_matter(&solver->residual.totals);
}

/* ---- explanations ---- */

/* A method as it applies to the chart. */
struct candidate {
    int32_t method;
    const bsi_algorithm *algorithm; /* NULL: none */
    double accepted_min;
    double steps; /* to count, by its plan; NaN: unknown; infinite: not planned, or it cannot */
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
        explain(solver, i, BSHIP_EXPLANATION_STATE_UNREACHED, "not reached");
    }
}

/* Explains the methods that the request excludes. */
static void explain_request(bsi_solver *solver, const bsi_solve_request *request)
{
    bsi_solver_begin(solver);
    for (int32_t i = BSHIP_METHOD_AUTO + 1; i < BSI_METHODS; i++) {
        if (!candidate_of(solver, i).algorithm)
            explain(solver, i, BSHIP_EXPLANATION_STATE_UNABLE, methods[i].obstacle);
        else if (request->method != BSHIP_METHOD_AUTO && request->method != i)
            explain(solver, i, BSHIP_EXPLANATION_STATE_DECLINED, "another method was asked for");
        else if (request->exact_only && !methods[i].is_exact)
            explain(solver, i, BSHIP_EXPLANATION_STATE_DECLINED, "only exact methods are allowed");
    }
}

static const char *reason_of(bship_status status)
{
    switch (status) {
    case BSHIP_ERROR_CONTRADICTION:
        return "it shows that no layout is left";
    case BSHIP_ERROR_WORK_LIMIT:
        return "ran out of its share of the steps";
    case BSHIP_ERROR_MEMORY:
        return "ran out of memory";
    case BSHIP_ERROR_CANCELLED:
        return "cancelled";
    default:
        return "its numbers are out of range, or spoilt by rounding";
    }
}

/* Records what a plan or a count took, and why it failed. */
static void record(bsi_solver *solver, const struct candidate *candidate, int64_t steps,
                   bship_status status)
{
    bship_posterior_explanation *explained = &solver->explained[candidate->method];
    explained->estimated_steps = candidate->steps;
    explained->accepted = candidate->accepted_min > 0 ? solver->accepted : (double)NAN;
    explained->steps += steps;
    explained->memory = solver->room - solver->memory->left;
    explained->status = status;
    /* An infinite estimate is explained by the plan. */
    if (status && !(status == BSHIP_ERROR_UNSUPPORTED && isinf(candidate->steps)))
        explain(solver, candidate->method,
                status == BSHIP_ERROR_CONTRADICTION ? BSHIP_EXPLANATION_STATE_CHOSEN
                                                    : BSHIP_EXPLANATION_STATE_ABANDONED,
                reason_of(status));
}

/* ---- memory ---- */

/* Whether the memory limit was reached, other than by what earlier charts left. */
static bool lacks_memory(const bsi_solver *solver, bship_status status)
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
 * Runs an operation in at most `most` steps of the budget. The frontier keeps its memory for the
 * next chart unless another method lacks it: then that method is tried again without it.
 */
static bship_status operate(bsi_solver *solver, const struct candidate *candidate,
                            bsi_operation *operation, const bsi_solve_request *request, double most)
{
    bsi_work_budget part = bsi_work_split(request->sample.budget, most);
    bsi_solve_request limited = *request;
    limited.sample.budget = &part;
    bship_status status = operation(solver, &limited);
    if (lacks_memory(solver, status) && solver->frontier &&
        candidate->method != BSHIP_METHOD_FRONTIER) {
        bsi_frontier_programme.release(solver);
        status = operation(solver, &limited);
    }
    bsi_work_merge(request->sample.budget, &part);
    request->sample.budget->expected = part.expected;
    return status;
}

/* A method that cannot even be planned or checked in memory leaves it to the others. */
static void release_if_short(bsi_solver *solver, const struct candidate *candidate,
                             bship_status status)
{
    if (lacks_memory(solver, status) && candidate->algorithm->release)
        candidate->algorithm->release(solver);
}

/* ---- planning and counting ---- */

/* Plans in at most `most` steps. */
static bship_status plan(bsi_solver *solver, struct candidate *candidate,
                         const bsi_solve_request *request, double most)
{
    bsi_work_budget *budget = request->sample.budget;
    const char *range = methods[candidate->method].range;
    int64_t before = budget->done;
    solver->estimate = (double)NAN;
    bship_status status = operate(solver, candidate, candidate->algorithm->plan, request, most);
    candidate->steps = solver->estimate;
    record(solver, candidate, budget->done - before, status);
    release_if_short(solver, candidate, status);
    if (!status && range && isinf(candidate->steps))
        explain(solver, candidate->method, BSHIP_EXPLANATION_STATE_UNABLE, range);
    else if (!status)
        explain(solver, candidate->method, BSHIP_EXPLANATION_STATE_DECLINED,
                request->exact_only && !methods[candidate->method].is_exact
                    ? "only exact methods are allowed"
                    : "another method is better");
    return status;
}

/* Plans a method that has no alternative: a failure expects its steps, if they are known. */
static bship_status plan_fully(bsi_solver *solver, struct candidate *candidate,
                               const bsi_solve_request *request)
{
    bship_status status = plan(solver, candidate, request, ALL_STEPS);
    if (status && !isnan(candidate->steps))
        bsi_work_expect(request->sample.budget, candidate->steps);
    return status;
}

/* Counts what was planned in at most `most` steps. If they fall short, `steps` may be updated. */
static bship_status run(bsi_solver *solver, struct candidate *candidate,
                        const bsi_solve_request *request, double most)
{
    bsi_work_budget *budget = request->sample.budget;
    int64_t before = budget->done;
    solver->method = candidate->method;
    solver->algorithm = candidate->algorithm;
    request->counts->is_whole =
        methods[candidate->method].is_exact && !solver->evidence->is_weighted;
    request->counts->unit = 1;
    if (!isnan(candidate->steps))
        bsi_work_expect(budget, candidate->steps);
    bship_status status = operate(solver, candidate, candidate->algorithm->count, request, most);
    record(solver, candidate, budget->done - before, status);
    if (!status)
        explain(solver, candidate->method, BSHIP_EXPLANATION_STATE_CHOSEN,
                request->method == BSHIP_METHOD_AUTO ? methods[candidate->method].merit
                                                     : "asked for");
    if ((double)(budget->expected - before) > most)
        candidate->steps = (double)(budget->expected - before);
    return status;
}

/* Runs a method if its estimate is within `most`; else WORK_LIMIT. */
static bship_status run_within(bsi_solver *solver, struct candidate *candidate,
                               const bsi_solve_request *request, double most)
{
    if (candidate->steps <= most)
        return run(solver, candidate, request, most);
    if (isfinite(candidate->steps))
        explain(solver, candidate->method, BSHIP_EXPLANATION_STATE_DECLINED,
                "its estimate exceeds its share of the steps");
    return BSHIP_ERROR_WORK_LIMIT;
}

/* Whether enough trial draws of a plan were layouts, for a method that depends on it. */
static bool is_accepted(bsi_solver *solver, const struct candidate *candidate)
{
    if (!(solver->accepted < candidate->accepted_min))
        return true;
    explain(solver, candidate->method, BSHIP_EXPLANATION_STATE_DECLINED,
            "too few trial draws are layouts");
    return false;
}

/* ---- the policy ---- */

static bool must_be_exact(const bsi_solve_request *request)
{
    return request->exact_only || request->method == BSHIP_METHOD_ENUMERATION;
}

/* Plans enumeration; where its limits do not allow even that, its `steps` are infinite. */
static bship_status plan_enumeration(bsi_solver *solver, struct candidate *enumeration,
                                     const bsi_solve_request *request, double most)
{
    bship_status status = plan(solver, enumeration, request, most);
    if (status)
        enumeration->steps = (double)INFINITY;
    return is_beyond(solver, status) ? BSHIP_OK : status;
}

/* Runs an exact method within its share: all steps left, or most of them if a sample may follow. */
static bship_status run_within_share(bsi_solver *solver, struct candidate *candidate,
                                     const bsi_solve_request *request)
{
    double left = bsi_work_left(request->sample.budget);
    double most = request->exact_only ? left : floor(left * (SAMPLE_PARTS - 1) / SAMPLE_PARTS);
    return run_within(solver, candidate, request, most);
}

/*
 * The frontier where rounding spoils the differences of enumeration: it takes none, so it is worth
 * a try at any price.
 */
static bship_status count_without_differences(bsi_solver *solver, struct candidate *frontier,
                                              const bsi_solve_request *request)
{
    bship_status status = plan(solver, frontier, request, ALL_STEPS);
    if (status)
        return status;
    return isfinite(frontier->steps) ? run_within_share(solver, frontier, request)
                                     : BSHIP_ERROR_UNSUPPORTED;
}

/* The cheaper of enumeration and frontier, then the other one. */
static bship_status count_shots_exactly(bsi_solver *solver, const bsi_solve_request *request)
{
    bsi_work_budget *budget = request->sample.budget;
    struct candidate enumeration = candidate_of(solver, BSHIP_METHOD_ENUMERATION);
    struct candidate frontier = candidate_of(solver, BSHIP_METHOD_FRONTIER);
    bship_status status = plan_enumeration(solver, &enumeration, request, PLAN_MAX);
    if (!status)
        bsi_work_expect(budget, enumeration.steps);
    if (!status && enumeration.steps > CHEAP)
        status = plan(solver, &frontier, request, ALL_STEPS);
    if (status)
        return status;
    if (frontier.steps < enumeration.steps) {
        status = run_within_share(solver, &frontier, request);
        if (is_beyond(solver, status))
            status = run_within_share(solver, &enumeration, request);
    } else {
        status = run_within_share(solver, &enumeration, request);
        if (status == BSHIP_ERROR_UNSUPPORTED) {
            enumeration.steps = (double)INFINITY;
            status = count_without_differences(solver, &frontier, request);
        }
    }
    bsi_work_expect(budget, fmin(enumeration.steps, frontier.steps));
    /* More steps would not make up for memory. */
    bool is_memory = solver->memory->is_reached && is_beyond(solver, status);
    return is_memory ? BSHIP_ERROR_MEMORY : status;
}

/*
 * With totals, enumeration goes layout by layout, in `residual->steps` at most. Inclusion-exclusion
 * is planned where that may be cheaper: its plan enumerates covers, in `residual->cover_steps`, and
 * leaves half of the steps to what follows.
 */
static bship_status count_totals_exactly(bsi_solver *solver, const bsi_solve_request *request)
{
    const bsi_residual *residual = &solver->residual;
    struct candidate one_by_one = candidate_of(solver, BSHIP_METHOD_ENUMERATION);
    struct candidate by_covers = one_by_one;
    bship_status status = plan(solver, &one_by_one, request, ALL_STEPS);
    if (status)
        return status;
    double left = bsi_work_left(request->sample.budget);
    double most = request->sample.is_rough ? fmin(left, ROUGH_MAX) : left;
    by_covers.algorithm = &bsi_inclusion_exclusion;
    if (residual->steps > CHEAP && residual->cover_steps < residual->steps &&
        residual->cover_steps <= most / 2)
        status = plan_enumeration(solver, &by_covers, request, most / 2);
    if (!status && by_covers.steps < residual->steps && by_covers.steps <= most) {
        status = run(solver, &by_covers, request, ALL_STEPS);
        if (!is_beyond(solver, status))
            return status;
        /* More steps make up neither for rounding nor for memory. */
        if (status != BSHIP_ERROR_WORK_LIMIT)
            by_covers.steps = (double)INFINITY;
        status = BSHIP_OK;
    }
    if (status)
        return status;
    bsi_work_expect(request->sample.budget, fmin(residual->steps, by_covers.steps));
    return run_within(solver, &one_by_one, request, most);
}

/*
 * The same once smc has been chosen, which shows that ships overlap in most ways to meet the
 * totals: then there may be far fewer layouts than estimated. Otherwise returns `status`.
 */
static bship_status retry_totals_exactly(bsi_solver *solver, const bsi_solve_request *request,
                                         bship_status status)
{
    struct candidate one_by_one = candidate_of(solver, BSHIP_METHOD_ENUMERATION);
    double left = bsi_work_left(request->sample.budget);
    one_by_one.steps = solver->residual.steps;
    if (!must_be_exact(request))
        left = request->sample.is_rough && left > 2.0 * ROUGH_RETRY_MAX ? ROUGH_RETRY_MAX
                                                                        : left * RETRY_SHARE;
    return one_by_one.steps <= left * ESTIMATE_TOO_HIGH_MAX
               ? run(solver, &one_by_one, request, left)
               : status;
}

/* Rejection sampling if enough trial draws are layouts; else smc with totals, mcmc without. */
static bship_status choose_sampler(bsi_solver *solver, struct candidate *sampler,
                                   const bsi_solve_request *request)
{
    bool totals = has_totals(solver);
    *sampler = candidate_of(solver, BSHIP_METHOD_REJECTION);
    bship_status status = plan(solver, sampler, request, totals ? ALL_STEPS : TRIAL_MAX);
    if (!status && is_accepted(solver, sampler))
        return BSHIP_OK;
    if (status && (totals || !is_beyond(solver, status)))
        return status;
    *sampler = candidate_of(solver, totals ? BSHIP_METHOD_SMC : BSHIP_METHOD_MCMC);
    return plan_fully(solver, sampler, request);
}

/* Plans for the smaller of two costs: a budget whose exact share suffices, or a sample. */
static void expect_exact_share(bsi_work_budget *budget, int64_t exact)
{
    int64_t needed = exact < INT64_MAX / 2 ? exact / (SAMPLE_PARTS - 1) * SAMPLE_PARTS : INT64_MAX;
    if (needed > budget->limit && (needed < budget->expected || budget->expected == 0))
        budget->expected = needed;
}

/* The status if only an exact count will do, after a sampler was chosen in vain. */
static bship_status exact_status(const bsi_solver *solver, bship_status exact, bship_status chosen)
{
    /* Weights out of range for drawing are out of range for counting. */
    bool is_limit = is_beyond(solver, chosen) && chosen != BSHIP_ERROR_UNSUPPORTED;
    return chosen && !is_limit ? chosen : exact;
}

/*
 * The policy of `auto` and, with totals, of `enumeration`. The budget's `expected` is for the
 * message of a WORK_LIMIT.
 */
static bship_status count_by_policy(bsi_solver *solver, const bsi_solve_request *request)
{
    bsi_work_budget *budget = request->sample.budget;
    bool totals = has_totals(solver);
    /* 1. An exact count, if its estimate is within its share of the steps. */
    bship_status exact =
        totals ? count_totals_exactly(solver, request) : count_shots_exactly(solver, request);
    bool is_final = totals ? !solver->is_residual_built : must_be_exact(request);
    if (!is_beyond(solver, exact) || is_final)
        return exact;
    int64_t expected = budget->expected;
    /* 2. Else a sampler is chosen, by trial draws. */
    struct candidate sampler;
    budget->expected = 0;
    bship_status status = choose_sampler(solver, &sampler, request);
    /* 3. If it is smc, an exact count in limited steps although its estimate is too high. */
    if (!status && sampler.method == BSHIP_METHOD_SMC)
        exact = retry_totals_exactly(solver, request, exact);
    if (!is_beyond(solver, exact))
        return exact;
    if (must_be_exact(request)) {
        budget->expected = expected;
        return exact_status(solver, exact, status);
    }
    /* 4. Else the sample. */
    if (!status) {
        budget->expected = 0;
        status = run(solver, &sampler, request, ALL_STEPS);
    }
    if (!totals)
        expect_exact_share(budget, expected);
    return status;
}

/* The method requested, whatever it takes; rejection with totals only where it accepts enough. */
static bship_status count_as_requested(bsi_solver *solver, const bsi_solve_request *request)
{
    struct candidate candidate = candidate_of(solver, request->method);
    bship_status status = plan_fully(solver, &candidate, request);
    if (!status && has_totals(solver) && !is_accepted(solver, &candidate))
        status = BSHIP_ERROR_UNSUPPORTED;
    return status ? status : run(solver, &candidate, request, ALL_STEPS);
}

/* ---- the calls ---- */

/* Whether the method requested has an algorithm for the chart. */
static bool can_run(const bsi_solver *solver, int32_t method)
{
    return method == BSHIP_METHOD_AUTO || candidate_of(solver, method).algorithm;
}

bship_status bsi_solver_count(bsi_solver *solver, const bsi_solve_request *request)
{
    explain_request(solver, request);
    if (!can_run(solver, request->method))
        return BSHIP_ERROR_UNSUPPORTED;
    bool totals = has_totals(solver);
    bool is_policy = request->method == BSHIP_METHOD_AUTO ||
                     (totals && request->method == BSHIP_METHOD_ENUMERATION);
    /* With totals the frontier is of no use before the next game. */
    if (totals)
        bsi_frontier_programme.release(solver);
    bship_status status =
        is_policy ? count_by_policy(solver, request) : count_as_requested(solver, request);
    for (int32_t i = BSHIP_METHOD_AUTO + 1; !status && i < BSI_METHODS; i++) {
        if (solver->explained[i].state == BSHIP_EXPLANATION_STATE_UNREACHED)
            solver->explained[i].reason = "not needed";
    }
    return status;
}

/* By enumeration if that is quick, else by the search for the first state of a Markov chain. */
bship_status bsi_solver_check(bsi_solver *solver, const bsi_solve_request *request)
{
    bool is_auto = request->method == BSHIP_METHOD_AUTO;
    bool has_choice = is_auto && !has_totals(solver);
    if (!can_run(solver, request->method))
        return BSHIP_ERROR_UNSUPPORTED;
    struct candidate candidate =
        candidate_of(solver, is_auto ? BSHIP_METHOD_ENUMERATION : request->method);
    bship_status status = operate(solver, &candidate, candidate.algorithm->check, request,
                                  has_choice ? CHECK_MAX : ALL_STEPS);
    if (!has_choice || !is_beyond(solver, status))
        return status;
    release_if_short(solver, &candidate, status);
    return bsi_markov_chains.check(solver, request);
}

/* By the method that counted, but what enumeration counted by rejection where that is quick. */
bship_status bsi_solver_draw(bsi_solver *solver, const bsi_solve_request *request)
{
    if (solver->method != BSHIP_METHOD_ENUMERATION || has_totals(solver))
        return solver->algorithm->draw(solver, request);
    const struct method *rejection = &methods[BSHIP_METHOD_REJECTION];
    const bsi_algorithm *sampling = rejection->algorithm[BY_SHOT];
    bsi_work_budget trial = bsi_work_split(request->sample.budget, TRIAL_MAX);
    bsi_solve_request planned = *request;
    planned.sample.budget = &trial;
    bship_status status = sampling->plan(solver, &planned);
    bsi_work_merge(request->sample.budget, &trial);
    if (status == BSHIP_ERROR_MEMORY && solver->memory->is_reached)
        sampling->release(solver);
    else if (status && !is_beyond(solver, status))
        return status;
    bool is_quick = !status && solver->accepted >= rejection->accepted_min[BY_SHOT];
    return (is_quick ? sampling : solver->algorithm)->draw(solver, request);
}
