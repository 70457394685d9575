/* Drawing from the ways that a ledger leaves, independently; see totals/residual.h. */
#include "base/random.h"
#include "inference/common/drawing.h"
#include "inference/totals/residual.h"

/* One of the payments of a debt, by the ways behind them. */
static const bsi_residual_transition *pick_transition(const bsi_residual *residual,
                                                      const bsi_residual_state *state,
                                                      bship_rng *rng)
{
    const bsi_residual_transition *first = bsi_residual_transition_at(residual, state->transitions);
    uint32_t count = state->transitions_end - state->transitions;
    return first + (count == 1 ? 0 : bsi_draw_item(first, sizeof *first, count, rng));
}

/* One of the placements of a group, by their weights. */
static bsi_placement pick_place(const bsi_totals *totals, const bsi_group *from, bship_rng *rng,
                                int64_t *steps)
{
    const bsi_placement *places = totals->places.items;
    uint32_t i = from->first;
    if (!totals->evidence->is_weighted)
        return places[i + bsi_rng_below(rng, from->end - i)];
    double point = bsi_rng_unit(rng) * from->weight;
    while (i + 1 < from->end && (point -= bsi_placement_weight(totals->evidence, places[i])) >= 0)
        i++;
    *steps += i - from->first;
    return places[i];
}

/* Takes the ships off again of which so many are laid. */
static void remove_ships(bsi_residual *residual, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        bsi_grid_remove(&residual->grid, residual->placed[i]);
}

int bsi_residual_draw(bsi_residual *residual, bship_rng *rng, int64_t *steps)
{
    const bsi_totals *totals = &residual->totals;
    uint32_t ships = (uint32_t)totals->evidence->rules->fleet->count, number = residual->root, i;
    for (i = 0; i < ships; i++) {
        const bsi_residual_transition *transition =
            pick_transition(residual, bsi_residual_state_at(residual, number), rng);
        residual->placed[i] =
            pick_place(totals, bsi_group_at(totals, transition->group), rng, steps);
        *steps += 30 + bsi_grid_cost(&residual->grid, residual->placed[i].class);
        if (!bsi_grid_fits(&residual->grid, residual->placed[i]))
            break;
        bsi_grid_place(&residual->grid, residual->placed[i]);
        number = transition->next;
    }
    remove_ships(residual, i);
    return i == ships;
}
