/*
 * The strategy `posterior`: fires at the cell of the highest index (inference/shot_index.h), which
 * weighs how probable a hit is, and what it is worth. Where its limits do not suffice for an
 * analysis, it fires as `density` does, at the cell of greatest weight by density_counts.h. Its
 * scores are occupancies, which say what is likely, not where to fire.
 */
#include "strategy/posterior.h"

#include "strategy/density_counts.h"

enum {
    CACHE_DEFAULT = 4 << 20, /* bytes of the position cache if there is no memory limit */
    CACHE_SHARE = 4,         /* with a limit, the cache gets a quarter; the methods need the rest */
    EARLY_STEPS = 500000     /* limit of counting placements in an aim that is to finish early: half
                                a millisecond, for the answer is due within one */
};

/*
 * The standard error at which a sample ends. It suffices to choose a cell: a smaller one takes time
 * and changes few choices.
 */
#define PRECISION 0.01

struct posterior {
    const bship_rules *rules;
    const bsi_prior *prior; /* over the layouts of the opponent; NULL: none */
    bship_posterior_options options;
    bship_progress_callback progress; /* of the AI's options, for changes of the prior */
    void *user;                       /* argument of `progress` */
    uint64_t cache_bytes;             /* size of the position cache */
    bsi_posterior_ranking *ranking;   /* NULL: not created yet */
    bsi_density density;
    bool is_density_started; /* whether the counts include a part of the log, possibly empty */
};

static void posterior_carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    struct posterior *posterior = state;
    bsi_density_carve(&posterior->density, rules, arena);
}

static bship_status posterior_open(void *state, const bship_rules *rules,
                                   const bship_ai_options *given)
{
    struct posterior *posterior = state;
    uint64_t limit = given->memory_limit;
    bship_posterior_options *options = &posterior->options;
    *options = (bship_posterior_options)BSHIP_POSTERIOR_OPTIONS_INIT;
    posterior->rules = rules;
    posterior->prior = NULL;
    posterior->progress = given->progress;
    posterior->user = given->user;
    posterior->cache_bytes = limit ? limit / CACHE_SHARE : CACHE_DEFAULT;
    options->memory_limit = limit ? limit - posterior->cache_bytes : BSHIP_POSTERIOR_MEMORY_DEFAULT;
    options->precision = PRECISION;
    bsi_work_budget budget = bsi_work_unlimited(given->progress, given->user);
    return bsi_posterior_ranking_check(rules, NULL, &budget);
}

static void posterior_close(void *state)
{
    struct posterior *posterior = state;
    bsi_posterior_ranking_free(posterior->ranking);
}

static bship_status posterior_set_prior(void *state, const bsi_prior *prior)
{
    struct posterior *posterior = state;
    bsi_posterior_ranking *ranking = NULL;
    bsi_work_budget budget = bsi_work_unlimited(posterior->progress, posterior->user);
    bship_status status = BSHIP_OK;
    bool is_equivalent =
        prior == posterior->prior || (bsi_is_uniform(prior) && bsi_is_uniform(posterior->prior));
    if (!is_equivalent && posterior->ranking)
        status = bsi_posterior_ranking_new(&ranking, posterior->rules, prior, &posterior->options,
                                           posterior->cache_bytes, &budget);
    else if (!is_equivalent)
        status = bsi_posterior_ranking_check(posterior->rules, prior, &budget);
    if (status)
        return status;
    if (ranking) {
        bsi_posterior_ranking_free(posterior->ranking);
        posterior->ranking = ranking;
    }
    posterior->prior = prior;
    return BSHIP_OK;
}

static bship_status posterior_start(void *state, const bship_rules *rules, bsi_draws *draws,
                                    bsi_work_budget *budget)
{
    struct posterior *posterior = state;
    (void)rules;
    (void)draws;
    (void)budget;
    posterior->is_density_started = false;
    return BSHIP_OK;
}

/* Whether there is no analysis, because of a limit or of finishing early. */
static bool uses_density(const struct posterior *posterior)
{
    return !posterior->ranking || bsi_posterior_ranking_last(posterior->ranking).status;
}

/* Counts placements, in place of an analysis. If the aim is to finish early, within EARLY_STEPS. */
static bship_status count_density(struct posterior *posterior, const bsi_view *view)
{
    bsi_work_budget early = bsi_work_unlimited(NULL, NULL), *budget = view->budget;
    bship_status status = BSHIP_OK;
    early.limit = EARLY_STEPS;
    if (bsi_work_is_finishing(budget))
        budget = &early;
    if (!posterior->is_density_started)
        status = bsi_density_start(&posterior->density, budget);
    posterior->is_density_started = true;
    return status ? status : bsi_density_update(&posterior->density, view->chart, budget);
}

typedef bship_status ranking_update(bsi_posterior_ranking *ranking,
                                    const bsi_ranking_request *request);

/* Ranks the cells, by placement counts where there is no analysis. Creates the ranking first. */
static bship_status rank(struct posterior *posterior, const bsi_view *view, size_t count,
                         int64_t work_limit, bool is_greedy, ranking_update *update)
{
    bsi_ranking_request request = { view->chart, count, work_limit, is_greedy, view->budget };
    bship_status status = BSHIP_OK;
    if (!posterior->ranking) {
        bsi_work_budget budget = bsi_work_unlimited(view->budget->progress, view->budget->user);
        budget.is_finishing = view->budget->is_finishing;
        status = bsi_posterior_ranking_new(&posterior->ranking, posterior->rules, posterior->prior,
                                           &posterior->options, posterior->cache_bytes, &budget);
    }
    if (!status)
        status = update(posterior->ranking, &request);
    bool is_early = status == BSHIP_ERROR_CANCELLED && bsi_work_is_finishing(view->budget);
    if (status && !is_early)
        return status;
    return uses_density(posterior) ? count_density(posterior, view) : BSHIP_OK;
}

bship_status bsi_strategy_posterior_analyse(void *state, const bsi_view *view, size_t count,
                                            int64_t work_limit)
{
    return rank(state, view, count, work_limit, true, bsi_posterior_ranking_score);
}

bsi_posterior_ranking *bsi_strategy_posterior_ranking(const void *state)
{
    return ((const struct posterior *)state)->ranking;
}

static bship_status posterior_prepare(void *state, const bsi_view *view, size_t count)
{
    return count == 0
               ? rank(state, view, 1, view->work_limit, false, bsi_posterior_ranking_score)
               : rank(state, view, count, view->work_limit, false, bsi_posterior_ranking_update);
}

static bool posterior_describe(const void *state, bship_ai_info *info)
{
    const struct posterior *posterior = state;
    bsi_cell_ranks last = bsi_posterior_ranking_last(posterior->ranking);
    info->method = last.method;
    info->is_exact = last.is_exact;
    info->work = last.work;
    info->status = posterior->ranking ? (int32_t)last.status : BSHIP_ERROR_CANCELLED;
    return last.ranks || !posterior->ranking;
}

static double posterior_score(const void *state, uint32_t position)
{
    const struct posterior *posterior = state;
    return uses_density(posterior) ? (double)posterior->density.weights[position]
                                   : bsi_posterior_ranking_occupancy(posterior->ranking, position);
}

static bship_posterior *posterior_of_scores(const void *state)
{
    const struct posterior *posterior = state;
    return uses_density(posterior) ? NULL : bsi_posterior_ranking_posterior(posterior->ranking);
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
    const uint16_t *ranks = context;
    return (int)ranks[a] - (int)ranks[b];
}

static uint32_t posterior_aim(void *state, const bsi_view *view)
{
    const struct posterior *posterior = state;
    if (uses_density(posterior))
        return bsi_pick_greatest(view, posterior->density.weights);
    return bsi_pick_by(view, compare, bsi_posterior_ranking_last(posterior->ranking).ranks);
}

const bsi_strategy bsi_strategy_posterior = {
    .name = "posterior",
    .text = "fires where a hit is probable and worth most, over all possible layouts; where that "
            "is too much work, as density",
    .plays_totals = true,
    .keeps_limits = true,
    .state_size = BSI_STATE_SIZE(struct posterior),
    .carve = posterior_carve,
    .open = posterior_open,
    .close = posterior_close,
    .set_prior = posterior_set_prior,
    .start = posterior_start,
    .prepare = posterior_prepare,
    .score = posterior_score,
    .posterior = posterior_of_scores,
    .describe = posterior_describe,
    .aim = posterior_aim,
};
