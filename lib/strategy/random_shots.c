/* The strategy `random`: the baseline for all others. */
#include "strategy/strategy.h"

static uint32_t aim(void *state, const bsi_view *view)
{
    (void)state;
    return bsi_draw_any(view, view->unknown);
}

const bsi_strategy bsi_strategy_random = {
    .name = "random",
    .text = "fires at random",
    .plays_totals = true,
    .aim = aim,
};
