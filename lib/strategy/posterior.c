/*
 * The strategy `posterior`: fires at the cell of highest occupancy; where its limits do not suffice
 * for an analysis, at the cell of greatest weight by density_counts.h.
 */
#include "strategy/posterior.h"

#include "inference/habits/snapshot.h"
#include "strategy/density_counts.h"

enum {
    CACHE_DEFAULT = 4 << 20, /* bytes */
    CACHE_SHARE = 4          /* the cache gets one part of so many of a memory limit */
};

/* The standard error of a sample that suffices to choose a cell. */
#define PRECISION 0.01

typedef struct analysis {
    const bship_rules *rules;
    const bship_habits_snapshot *habits; /* NULL: none */
    bship_posterior_options options;
    uint64_t cache_bytes;
    bsi_posterior_ranking *ranking;
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
    own->cache_bytes = limit ? limit / CACHE_SHARE : CACHE_DEFAULT;
    options->work_limit = given->work_limit ? given->work_limit : BSHIP_AI_WORK_DEFAULT;
    options->memory_limit = limit ? limit - own->cache_bytes : BSHIP_POSTERIOR_MEMORY_DEFAULT;
    options->precision = PRECISION;
    options->progress = given->progress;
    options->user = given->user;
    return bsi_posterior_ranking_new(&own->ranking, rules, own->habits, options, own->cache_bytes);
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
    if (!is_equivalent) {
        bship_status status = bsi_posterior_ranking_new(&ranking, own->rules, habits, &own->options,
                                                        own->cache_bytes);
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

static bool uses_density(const analysis *own)
{
    return bsi_posterior_ranking_last(own->ranking).status != BSHIP_OK;
}

static bship_status count_density(analysis *own, const bsi_view *view)
{
    bship_status status = BSHIP_OK;
    if (!own->is_density_started)
        status = bsi_density_start(&own->density, view->budget);
    own->is_density_started = true;
    return status ? status : bsi_density_update(&own->density, view->chart, view->budget);
}

bship_status bsi_strategy_posterior_analyse(void *state, const bsi_view *view, size_t count)
{
    analysis *own = state;
    bship_status status = bsi_posterior_ranking_score(own->ranking, view->chart, count);
    return status || !uses_density(own) ? status : count_density(own, view);
}

bsi_posterior_ranking *bsi_strategy_posterior_ranking(const void *state)
{
    return ((const analysis *)state)->ranking;
}

static bship_status posterior_prepare(void *state, const bsi_view *view, size_t count)
{
    analysis *own = state;
    if (count == 0)
        return bsi_strategy_posterior_analyse(own, view, 1);
    bship_status status = bsi_posterior_ranking_update(own->ranking, view->chart, count);
    return status || !uses_density(own) ? status : count_density(own, view);
}

static bool posterior_describe(const void *state, bship_ai_info *info)
{
    const analysis *own = state;
    bsi_cell_ranks last = bsi_posterior_ranking_last(own->ranking);
    info->method = last.method;
    info->is_exact = last.is_exact;
    info->work = last.work;
    info->status = (int32_t)last.status;
    return last.ranks != NULL;
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
