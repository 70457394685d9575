/* The strategy `density`: fires at the cell of greatest weight by density_counts.h. */
#include "strategy/density_counts.h"
#include "strategy/strategy.h"

static void density_carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    bsi_density_carve(state, rules, arena);
}

static void density_start(void *state, const bship_rules *rules, bsi_draws *draws)
{
    (void)rules;
    (void)draws;
    bsi_density_start(state);
}

static uint32_t density_aim(void *state, const bsi_view *view)
{
    bsi_density *density = state;
    if (view->chosen_count == 0)
        bsi_density_update(density, view->chart);
    return bsi_draw_best(view, density->weights);
}

const bsi_strategy bsi_strategy_density = {
    .name = "density",
    .text = "fires where the most placements of ships afloat are possible",
    .plays_totals = true,
    .state_size = BSI_STATE_SIZE(bsi_density),
    .carve = density_carve,
    .start = density_start,
    .aim = density_aim,
};
