/* density: the cell through which the most placements are possible. */
#include "inference/density.h"

#include "strategy/strategy.h"

static void density_layout(void *state, const bship_rules *rules, bship_internal_arena *arena)
{
    bship_internal_density_layout(state, rules, arena);
}

static void density_start(void *state, const bship_rules *rules, bship_internal_draws *draws)
{
    (void)rules;
    (void)draws;
    bship_internal_density_start(state);
}

static uint32_t density_aim(void *state, const bship_internal_view *view)
{
    bship_internal_density *density = state;
    if (view->chosen_count == 0)
        bship_internal_density_update(density, view->chart);
    return bship_internal_draw_best(view, density->weights);
}

const bship_internal_strategy bship_internal_strategy_density = {
    .name = "density",
    .text = "shoots where the most placements of the ships afloat are possible",
    .plays_totals = 1,
    .state_size = BSHIP_INTERNAL_STATE_SIZE(bship_internal_density),
    .layout = density_layout,
    .start = density_start,
    .aim = density_aim,
};
