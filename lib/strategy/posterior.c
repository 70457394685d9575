/* The strategy `posterior`: fires at the cell of highest occupancy. */
#include "inference/posterior_ranking.h"
#include "strategy/strategy.h"

enum {
    WORK_DEFAULT = 500000000, /* steps: about half a second */
    CACHE_DEFAULT = 4 << 20   /* bytes */
};

/* The standard error of a sample that suffices to choose a cell. */
#define PRECISION 0.01

typedef struct analysis {
    bsi_posterior_ranking *ranking;
} analysis;

static bship_status posterior_open(void *state, const bship_rules *rules,
                                   const bship_ai_options *given)
{
    analysis *own = state;
    bsi_ranking_options options = {
        .work_limit = given->work_limit ? given->work_limit : WORK_DEFAULT,
        .is_limit_strict = given->work_limit > 0,
        .precision = PRECISION,
        .cache_bytes = given->memory_limit ? given->memory_limit : CACHE_DEFAULT,
    };
    return bsi_posterior_ranking_new(&own->ranking, rules, &options);
}

static void posterior_close(void *state)
{
    analysis *own = state;
    bsi_posterior_ranking_free(own->ranking);
}

static bship_status posterior_prepare(void *state, const bship_chart *chart, size_t count)
{
    analysis *own = state;
    (void)count;
    return bsi_posterior_ranking_update(own->ranking, chart);
}

static bool posterior_describe(const void *state, bship_ai_info *info)
{
    const analysis *own = state;
    bsi_cell_ranks last = bsi_posterior_ranking_last(own->ranking);
    info->method = last.method;
    info->is_exact = last.is_exact;
    info->work = last.work;
    return last.ranks != NULL;
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
    const uint16_t *ranks = context;
    return (int)ranks[a] - (int)ranks[b];
}

static uint32_t posterior_aim(void *state, const bsi_view *view)
{
    const analysis *own = state;
    bsi_cell_ranks last = bsi_posterior_ranking_last(own->ranking);
    return bsi_draw_first(view, compare, last.ranks);
}

const bsi_strategy bsi_strategy_posterior = {
    .name = "posterior",
    .text = "fires where the most possible layouts have a ship",
    .plays_totals = true,
    .state_size = BSI_STATE_SIZE(analysis),
    .open = posterior_open,
    .close = posterior_close,
    .prepare = posterior_prepare,
    .describe = posterior_describe,
    .aim = posterior_aim,
};
