/* density: the cell through which the most placements are possible. */
#include "inference/density.h"

#include "strategy/strategy.h"

_Static_assert(sizeof(bship_internal_density) <= BSHIP_INTERNAL_STATE_MAX, "too large a state");

static void density_layout(void *state, const bship_rules *rules, bship_internal_arena *arena)
{
    bship_internal_density_layout(state, rules, arena);
}

static void density_start(void *state, const bship_rules *rules, bship_rng *rng)
{
    (void)rules;
    (void)rng;
    bship_internal_density_start(state);
}

/* The greatest weight of a cell that can be chosen, how many cells have it, and the first. */
struct best {
    uint64_t weight;
    uint32_t count;
    uint32_t first;
};

static struct best find_best(const bship_internal_view *view, const uint64_t *weights)
{
    struct best best = { 0, 0, 0 };
    for (uint32_t i = 0; i < view->untried->count; i++) {
        uint32_t position = view->untried->items[i];
        uint64_t weight = weights[position];
        if (weight < best.weight || view->chosen[position])
            continue;
        if (weight > best.weight || best.count == 0)
            best = (struct best){ weight, 0, i };
        best.count++;
    }
    return best;
}

static uint32_t density_aim(void *state, const bship_internal_view *view)
{
    bship_internal_density *density = state;
    if (view->chosen_count == 0)
        bship_internal_density_update(density, view->chart);
    struct best best = find_best(view, density->weights);
    uint32_t skip = best.count > 1 ? bship_internal_rng_below(view->rng, best.count) : 0;
    for (uint32_t i = best.first;; i++) {
        uint32_t position = view->untried->items[i];
        if (density->weights[position] == best.weight && !view->chosen[position] && skip-- == 0)
            return position;
    }
}

const bship_internal_strategy bship_internal_strategy_density = {
    .name = "density",
    .text = "shoots where the most placements of the ships afloat are possible",
    .plays_totals = 1,
    .state_size = sizeof(bship_internal_density),
    .layout = density_layout,
    .start = density_start,
    .aim = density_aim,
};
