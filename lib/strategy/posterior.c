/*
 * posterior: the cell that a ship covers with the highest probability.
 *
 * Analysing costs much more than aiming, and positions early in a game come again from
 * game to game: what was found exactly is remembered, as ranks of the cells.
 */
#include "inference/posterior.h"

#include "inference/position_cache.h"
#include "strategy/strategy.h"
#include <stdbool.h>

enum {
    WORK_DEFAULT = 500000000, /* steps: half a second, more or less */
    RECALL_DEFAULT = 4 << 20, /* bytes */
    STEPS_WORTH_KEEPING = 40000
};

/* What a choice needs of a sample. */
#define PRECISION 0.01

typedef struct analysis {
    bship_posterior *posterior;
    bsi_position_cache cache;
    uint64_t hash; /* of the log that is analysed; 0: of none */
    bsi_ranking ranking;
    int64_t work;
    bool is_limited; /* whether the caller set a work limit */
    uint16_t *ranks; /* by position: of the cells in fog, the best first */
} analysis;

static void posterior_carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    analysis *own = state;
    own->ranks = bsi_arena_take(arena, rules->positions, sizeof *own->ranks);
}

static void posterior_close(void *state)
{
    analysis *own = state;
    bsi_position_cache_close(&own->cache);
    bship_posterior_free(own->posterior);
}

static bship_status posterior_open(void *state, bship_rules *rules, const bship_ai_options *given)
{
    analysis *own = state;
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    options.work_limit = given->work_limit ? given->work_limit : WORK_DEFAULT;
    options.precision = PRECISION;
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    bship_status status = bsi_posterior_make(&own->posterior, rules, &options, &budget);
    if (status)
        return status;
    /* Any choice is better than none. */
    own->posterior->is_rough = true;
    own->is_limited = given->work_limit > 0;
    uint64_t bytes = given->memory_limit ? given->memory_limit : RECALL_DEFAULT;
    status = bsi_position_cache_open(&own->cache, &own->posterior->evidence, bytes);
    if (status)
        posterior_close(own);
    return status;
}

/* Ranks the cells in fog: cells that are equally good share a rank. */
static void rank_all(analysis *own)
{
    const bsi_marginals *marginals = &own->posterior->marginals;
    const uint32_t *order;
    uint32_t count = bsi_marginals_rank(marginals, &order);
    uint16_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && bsi_marginals_compare(marginals, order[i - 1], order[i]) != 0)
            last = (uint16_t)(last + (last < UINT16_MAX));
        own->ranks[order[i]] = last;
    }
}

/* Tells only the best cells from all others. */
static void rank_best(analysis *own)
{
    const bsi_marginals *marginals = &own->posterior->marginals;
    const bship_rules *rules = marginals->evidence->rules;
    uint32_t best = 0;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t cell = rules->free_cells[i];
        own->ranks[cell] = marginals->evidence->cells[cell] != BSI_CELL_OPEN;
        if (!own->ranks[cell] && (!best || bsi_marginals_compare(marginals, cell, best) < 0))
            best = cell;
    }
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t cell = rules->free_cells[i];
        if (!own->ranks[cell])
            own->ranks[cell] = bsi_marginals_compare(marginals, best, cell) != 0;
    }
}

/* Where nothing can be told of the cells within the limits, any will do. */
static void rank_none(analysis *own)
{
    const bsi_evidence *evidence = &own->posterior->evidence;
    for (uint32_t i = 0; i < evidence->rules->free_count; i++) {
        uint32_t cell = evidence->rules->free_cells[i];
        own->ranks[cell] = evidence->cells[cell] != BSI_CELL_OPEN;
    }
    own->ranking = (bsi_ranking){ UINT16_MAX, BSHIP_METHOD_AUTO };
}

/* Whether an update failed at a limit that the caller did not set. */
static bool is_beyond(const analysis *own, bship_status status)
{
    return (status == BSHIP_ERROR_WORK_LIMIT && !own->is_limited) ||
           (status == BSHIP_ERROR_MEMORY && own->posterior->memory.is_reached);
}

/* Ranks the cells so far as is wanted: OK, or as bship_posterior_update(). */
static bship_status analyse(analysis *own, const bship_chart *chart, uint16_t wanted)
{
    bsi_key key = bsi_position_cache_key(&own->cache, chart);
    own->work = 0;
    if (bsi_position_cache_find(&own->cache, &key, wanted, &own->ranking, own->ranks))
        return BSHIP_OK;
    bship_status status = bship_posterior_update(own->posterior, chart, NULL);
    own->work = own->posterior->work;
    if (is_beyond(own, status)) {
        rank_none(own);
        return BSHIP_OK;
    }
    if (status)
        return status;
    if (wanted > 1)
        rank_all(own);
    else
        rank_best(own);
    own->ranking = (bsi_ranking){ wanted, (uint16_t)own->posterior->solver.method };
    if (own->work >= STEPS_WORTH_KEEPING && bsi_is_exact(own->ranking.method))
        bsi_position_cache_keep(&own->cache, &key, chart->shot_count, own->ranking, own->ranks);
    return BSHIP_OK;
}

static bship_status posterior_prepare(void *state, const bship_chart *chart, size_t count)
{
    analysis *own = state;
    uint16_t wanted = count > 1 ? UINT16_MAX : 1;
    if (own->hash == chart->hash && own->ranking.known >= wanted)
        return BSHIP_OK;
    own->hash = 0;
    bship_status status = analyse(own, chart, wanted);
    if (!status)
        own->hash = chart->hash;
    return status;
}

static int posterior_describe(const void *state, bship_ai_info *info)
{
    const analysis *own = state;
    info->method = own->ranking.method;
    info->is_exact = bsi_is_exact(info->method);
    info->work = own->work;
    return own->hash != 0;
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
    const uint16_t *ranks = context;
    return (int)ranks[a] - (int)ranks[b];
}

static uint32_t posterior_aim(void *state, const bsi_view *view)
{
    const analysis *own = state;
    return bsi_draw_first(view, compare, own->ranks);
}

const bsi_strategy bsi_strategy_posterior = {
    .name = "posterior",
    .text = "shoots where a ship lies in the most layouts that are still possible",
    .plays_totals = 1,
    .state_size = BSI_STATE_SIZE(analysis),
    .layout = posterior_carve,
    .open = posterior_open,
    .close = posterior_close,
    .prepare = posterior_prepare,
    .describe = posterior_describe,
    .aim = posterior_aim,
};
