/*
 * posterior: the cell that a ship covers with the highest probability, exactly.
 *
 * Analysing costs much more than aiming, and positions early in a game come again from
 * game to game: what was found is remembered, as ranks of the cells.
 */
#include "inference/posterior.h"
#include "inference/recall.h"
#include "strategy/strategy.h"

enum {
    RECALL_DEFAULT = 64 << 20, /* bytes */
    STEPS_WORTH_KEEPING = 40000
};

typedef struct analysis {
    bship_posterior *posterior;
    bship_internal_recall recall;
    uint64_t hash;   /* of the log that is analysed; 0: of none */
    uint32_t known;  /* how many ranks tell cells apart */
    uint16_t *ranks; /* by position: of the cells in fog, the best first */
} analysis;

static void posterior_layout(void *state, const bship_rules *rules, bship_internal_arena *arena)
{
    analysis *own = state;
    own->ranks = bship_internal_arena_take(arena, rules->positions, sizeof *own->ranks);
}

static void posterior_close(void *state)
{
    analysis *own = state;
    bship_internal_recall_close(&own->recall);
    bship_posterior_free(own->posterior);
}

static bship_status posterior_open(void *state, bship_rules *rules, const bship_ai_options *given)
{
    analysis *own = state;
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    options.work_limit = given->work_limit;
    bship_status status = bship_internal_posterior_make(&own->posterior, rules, &options);
    if (status)
        return status;
    uint64_t bytes = given->memory_limit ? given->memory_limit : RECALL_DEFAULT;
    status = bship_internal_recall_open(&own->recall, &own->posterior->evidence, bytes);
    if (status)
        posterior_close(own);
    return status;
}

/* Ranks the cells in fog: cells that are equally good share a rank. */
static uint32_t rank_all(analysis *own)
{
    const bship_internal_figures *figures = &own->posterior->figures;
    const uint32_t *order;
    uint32_t count = bship_internal_figures_rank(figures, &order);
    uint16_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && bship_internal_figures_compare(figures, order[i - 1], order[i]) != 0)
            last = (uint16_t)(last + (last < UINT16_MAX));
        own->ranks[order[i]] = last;
    }
    return UINT32_MAX;
}

/* Tells only the best cells from all others. */
static uint32_t rank_best(analysis *own)
{
    const bship_internal_figures *figures = &own->posterior->figures;
    const bship_rules *rules = figures->evidence->rules;
    uint32_t best = 0;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t cell = rules->free_cells[i];
        own->ranks[cell] = figures->evidence->cells[cell] != BSHIP_INTERNAL_CELL_OPEN;
        if (!own->ranks[cell] && (!best || bship_internal_figures_compare(figures, cell, best) < 0))
            best = cell;
    }
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t cell = rules->free_cells[i];
        if (!own->ranks[cell])
            own->ranks[cell] = bship_internal_figures_compare(figures, best, cell) != 0;
    }
    return 1;
}

/* Ranks the cells for so many shots: OK, or as bship_posterior_update(). */
static bship_status analyse(analysis *own, const bship_chart *chart, uint32_t wanted)
{
    bship_internal_key key = bship_internal_recall_key(&own->recall, chart);
    own->known = bship_internal_recall_find(&own->recall, &key, wanted, own->ranks);
    if (own->known > 0)
        return BSHIP_OK;
    bship_status status = bship_posterior_update(own->posterior, chart, NULL);
    if (status)
        return status;
    own->known = wanted > 1 ? rank_all(own) : rank_best(own);
    if (own->posterior->work >= STEPS_WORTH_KEEPING)
        bship_internal_recall_keep(&own->recall, &key, chart->shot_count, own->known, own->ranks);
    return BSHIP_OK;
}

static bship_status posterior_prepare(void *state, const bship_chart *chart, size_t count)
{
    analysis *own = state;
    uint32_t wanted = count > 1 ? UINT32_MAX : 1;
    if (own->hash == chart->hash && own->known >= wanted)
        return BSHIP_OK;
    own->hash = 0;
    bship_status status = analyse(own, chart, wanted);
    if (!status)
        own->hash = chart->hash;
    return status;
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
    const uint16_t *ranks = context;
    return (int)ranks[a] - (int)ranks[b];
}

static uint32_t posterior_aim(void *state, const bship_internal_view *view)
{
    const analysis *own = state;
    return bship_internal_draw_first(view, compare, own->ranks);
}

const bship_internal_strategy bship_internal_strategy_posterior = {
    .name = "posterior",
    .text = "shoots where a ship lies in the most layouts that are still possible",
    .plays_totals = 1,
    .state_size = BSHIP_INTERNAL_STATE_SIZE(analysis),
    .layout = posterior_layout,
    .open = posterior_open,
    .close = posterior_close,
    .prepare = posterior_prepare,
    .aim = posterior_aim,
};
