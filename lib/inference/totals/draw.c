/*
 * Drawing a way from the residual dynamic programme (totals/residual.h): transitions with
 * probability proportional to the weight of the ways behind them, then a placement of the group.
 * Draws are independent. A draw whose ships conflict is rejected, so the accepted ones are exact
 * samples of the layouts.
 */
#include "base/random.h"
#include "inference/totals/residual.h"

/* Draws a transition by the weight of the ways behind it. */
static const bsi_residual_transition *pick_transition(const bsi_residual *residual,
                                                      const bsi_residual_state *state,
                                                      bship_rng *rng)
{
    const bsi_residual_transition *first = &residual->transitions.items[state->transitions];
    uint32_t count = state->transitions_end - state->transitions;
    return first + (count == 1 ? 0 : bsi_rng_pick(rng, first, sizeof *first, count));
}

/* Draws a placement of a group by weight. */
static bsi_placement pick_placement(const bsi_totals *totals, const bsi_group *group,
                                    bship_rng *rng, int64_t *steps)
{
    const bsi_placement *placements = totals->placements.items;
    uint32_t i = group->first;
    if (!totals->evidence->is_weighted)
        return placements[i + bsi_rng_below(rng, group->end - i)];
    double point = bsi_rng_unit(rng) * group->weight;
    while (i + 1 < group->end &&
           (point -= bsi_placement_weight(totals->evidence, placements[i])) >= 0)
        i++;
    *steps += i - group->first;
    return placements[i];
}

/* Removes the first `count` ships. */
static void remove_ships(bsi_residual *residual, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        bsi_grid_remove(residual->grid, residual->placed[i]);
}

bool bsi_residual_draw(void *user, bship_rng *rng, int64_t *steps)
{
    bsi_residual *residual = user;
    const bsi_totals *totals = &residual->totals;
    uint32_t number = residual->root, i;
    for (i = 0; i < residual->ships; i++) {
        const bsi_residual_transition *transition =
            pick_transition(residual, &residual->states.items[number], rng);
        residual->placed[i] =
            pick_placement(totals, &totals->groups.items[transition->group], rng, steps);
        *steps += 30 + bsi_grid_cost(residual->grid, residual->placed[i].class);
        if (!bsi_grid_fits(residual->grid, residual->placed[i]))
            break;
        bsi_grid_place(residual->grid, residual->placed[i]);
        number = transition->next;
    }
    remove_ships(residual, i);
    return i == residual->ships;
}
