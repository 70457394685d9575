/* The strategy `random`: the yardstick that every other strategy must beat. */
#include "strategy/strategy.h"

static uint32_t aim(void *state, const bsi_view *view)
{
    (void)state;
    return bsi_draw_any(view, view->unknown_count);
}

const bsi_strategy bsi_strategy_random = {
    .name = "random",
    .text = "shoots at random",
    .plays_totals = 1,
    .aim = aim,
};
