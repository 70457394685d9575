/*
 * The strategy `posterior`: fires at the cell of highest occupancy; where its limits do not suffice
 * for an analysis, at the cell of greatest weight by density_counts.h.
 */
#include "strategy/posterior.h"

#include "inference/habits/snapshot.h"
#include "strategy/density_counts.h"

enum {
    CACHE_DEFAULT = 4 << 20, /* bytes */
    CACHE_SHARE = 4,         /* the cache gets one part of so many of a memory limit */
    EARLY_STEPS = 500000     /* for `density`, if an aim is to finish early: half a millisecond */
};

/* The standard error of a sample that suffices to choose a cell. */
#define PRECISION 0.01

typedef struct analysis {
    const bship_rules *rules;
    const bship_habits_snapshot *habits; /* NULL: none */
    bship_posterior_options options;
    bship_progress_callback progress; /* for changes of the habits, as the AI was made with */
    void *user;
    uint64_t cache_bytes;
    bsi_posterior_ranking *ranking; /* NULL: not made yet */
    bsi_density density;
    bool is_density_started; /* whether the counts are of a part of the log */
} analysis;

static void posterior_carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    analysis *own = state;
    bsi_density_carve(&own->density, rules, arena);
}

static bship_status posterior_open(void *state, const bship_rules *rules,
                                   const bship_ai_options *given)
{
    analysis *own = state;
    uint64_t limit = given->memory_limit;
    bship_posterior_options *options = &own->options;
    *options = (bship_posterior_options)BSHIP_POSTERIOR_OPTIONS_INIT;
    own->rules = rules;
    own->habits = given->habits;
    own->progress = given->progress;
    own->user = given->user;
    own->cache_bytes = limit ? limit / CACHE_SHARE : CACHE_DEFAULT;
    options->memory_limit = limit ? limit - own->cache_bytes : BSHIP_POSTERIOR_MEMORY_DEFAULT;
    options->precision = PRECISION;
    bsi_work_budget budget = bsi_work_unlimited(given->progress, given->user);
    return bsi_posterior_ranking_check(rules, own->habits, &budget);
}

static void posterior_close(void *state)
{
    analysis *own = state;
    bsi_posterior_ranking_free(own->ranking);
}

static bship_status posterior_set_habits(void *state, const bship_habits_snapshot *habits)
{
    analysis *own = state;
    bsi_posterior_ranking *ranking = NULL;
    bool is_equivalent =
        habits == own->habits || (bsi_is_uniform(habits) && bsi_is_uniform(own->habits));
    if (!is_equivalent && own->ranking) {
        bsi_work_budget budget = bsi_work_unlimited(own->progress, own->user);
        bship_status status = bsi_posterior_ranking_new(&ranking, own->rules, habits, &own->options,
                                                        own->cache_bytes, &budget);
        if (status)
            return status;
        bsi_posterior_ranking_free(own->ranking);
        own->ranking = ranking;
    }
    own->habits = habits;
    return BSHIP_OK;
}

static bship_status posterior_start(void *state, const bship_rules *rules, bsi_draws *draws,
                                    bsi_work_budget *budget)
{
    analysis *own = state;
    (void)rules;
    (void)draws;
    (void)budget;
    own->is_density_started = false;
    return BSHIP_OK;
}

/* Whether there is no analysis: because a limit was met, or the aim was to finish early. */
static bool uses_density(const analysis *own)
{
    return !own->ranking || bsi_posterior_ranking_last(own->ranking).status != BSHIP_OK;
}

/* Counts placements instead of an analysis. If the aim is to finish early, that has its limit. */
static bship_status count_density(analysis *own, const bsi_view *view)
{
    bsi_work_budget early = bsi_work_unlimited(NULL, NULL), *budget = view->budget;
    bship_status status = BSHIP_OK;
    early.limit = EARLY_STEPS;
    if (bsi_work_is_finishing(budget))
        budget = &early;
    if (!own->is_density_started)
        status = bsi_density_start(&own->density, budget);
    own->is_density_started = true;
    return status ? status : bsi_density_update(&own->density, view->chart, budget);
}

/* Makes the ranking at the first analysis. */
static bship_status make_ranking(analysis *own, const bsi_view *view)
{
    bsi_work_budget budget = bsi_work_unlimited(view->budget->progress, view->budget->user);
    budget.is_finishing = view->budget->is_finishing;
    return own->ranking ? BSHIP_OK
                        : bsi_posterior_ranking_new(&own->ranking, own->rules, own->habits,
                                                    &own->options, own->cache_bytes, &budget);
}

typedef bship_status ranking_update(bsi_posterior_ranking *ranking,
                                    const bsi_ranking_request *request);

/* Ranks the cells, by the density where there is no analysis. */
static bship_status rank(analysis *own, const bsi_view *view, size_t count, int64_t work_limit,
                         ranking_update *update)
{
    bsi_ranking_request request = { view->chart, count, work_limit, view->budget };
    bship_status status = make_ranking(own, view);
    if (!status)
        status = update(own->ranking, &request);
    bool is_early = status == BSHIP_ERROR_CANCELLED && bsi_work_is_finishing(view->budget);
    if (status && !is_early)
        return status;
    return uses_density(own) ? count_density(own, view) : BSHIP_OK;
}

bship_status bsi_strategy_posterior_analyse(void *state, const bsi_view *view, size_t count,
                                            int64_t work_limit)
{
    return rank(state, view, count, work_limit, bsi_posterior_ranking_score);
}

bsi_posterior_ranking *bsi_strategy_posterior_ranking(const void *state)
{
    return ((const analysis *)state)->ranking;
}

static bship_status posterior_prepare(void *state, const bsi_view *view, size_t count)
{
    return count == 0 ? rank(state, view, 1, view->work_limit, bsi_posterior_ranking_score)
                      : rank(state, view, count, view->work_limit, bsi_posterior_ranking_update);
}

static bool posterior_describe(const void *state, bship_ai_info *info)
{
    const analysis *own = state;
    bsi_cell_ranks last = bsi_posterior_ranking_last(own->ranking);
    info->method = last.method;
    info->is_exact = last.is_exact;
    info->work = last.work;
    info->status = own->ranking ? (int32_t)last.status : BSHIP_ERROR_CANCELLED;
    return last.ranks || !own->ranking;
}

static double posterior_score(const void *state, uint32_t position)
{
    const analysis *own = state;
    return uses_density(own) ? (double)own->density.weights[position]
                             : bsi_posterior_ranking_occupancy(own->ranking, position);
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
    const uint16_t *ranks = context;
    return (int)ranks[a] - (int)ranks[b];
}

static uint32_t posterior_aim(void *state, const bsi_view *view)
{
    const analysis *own = state;
    if (uses_density(own))
        return bsi_pick_greatest(view, own->density.weights);
    return bsi_pick_by(view, compare, bsi_posterior_ranking_last(own->ranking).ranks);
}

const bsi_strategy bsi_strategy_posterior = {
    .name = "posterior",
    .text = "fires where the most possible layouts have a ship; beyond its limits, as density",
    .plays_totals = true,
    .keeps_limits = true,
    .state_size = BSI_STATE_SIZE(analysis),
    .carve = posterior_carve,
    .open = posterior_open,
    .close = posterior_close,
    .set_habits = posterior_set_habits,
    .start = posterior_start,
    .prepare = posterior_prepare,
    .score = posterior_score,
    .describe = posterior_describe,
    .aim = posterior_aim,
};
