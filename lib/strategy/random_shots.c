/* The strategy `random`: the yardstick that every other strategy must beat. */
#include "strategy/strategy.h"

static uint32_t aim(void *state, const bship_internal_view *view)
{
    (void)state;
    return bship_internal_draw_any(view, view->untried);
}

const bship_internal_strategy bship_internal_strategy_random = {
    .name = "random",
    .text = "shoots at random",
    .plays_totals = 1,
    .aim = aim,
};
