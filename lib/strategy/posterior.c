/* posterior: the cell that a ship covers with the highest probability, exactly. */
#include "inference/posterior.h"

#include "strategy/strategy.h"

typedef struct analysis {
    bship_posterior *posterior;
    uint64_t hash; /* of the log that it is of; 0: of none */
} analysis;

static bship_status posterior_open(void *state, bship_rules *rules, const bship_ai_options *given)
{
    analysis *own = state;
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    options.work_limit = given->work_limit;
    options.memory_limit = given->memory_limit;
    own->hash = 0;
    return bship_internal_posterior_make(&own->posterior, rules, &options);
}

static void posterior_close(void *state)
{
    analysis *own = state;
    bship_posterior_free(own->posterior);
}

static bship_status posterior_prepare(void *state, const bship_chart *chart)
{
    analysis *own = state;
    if (own->hash == chart->hash)
        return BSHIP_OK;
    own->hash = 0;
    bship_status status = bship_posterior_update(own->posterior, chart, NULL);
    if (!status)
        own->hash = chart->hash;
    return status;
}

static int compare(const void *figures, uint32_t a, uint32_t b)
{
    return bship_internal_figures_compare(figures, a, b);
}

static uint32_t posterior_aim(void *state, const bship_internal_view *view)
{
    const analysis *own = state;
    return bship_internal_draw_first(view, compare, &own->posterior->figures);
}

const bship_internal_strategy bship_internal_strategy_posterior = {
    .name = "posterior",
    .text = "shoots where a ship lies in the most layouts that are still possible",
    .state_size = BSHIP_INTERNAL_STATE_SIZE(analysis),
    .open = posterior_open,
    .close = posterior_close,
    .prepare = posterior_prepare,
    .aim = posterior_aim,
};
