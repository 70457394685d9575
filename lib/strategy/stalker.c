/*
 * The strategies `stalker-easy` and `stalker`: follow unresolved hits one by one, oldest first, and
 * runs of hits to their ends. They differ only in where they hunt: anywhere, or on a lattice of
 * diagonals that every ship afloat crosses.
 *
 * They need no state: the chart lists the hits in order, and the end of the run being followed is
 * the one with the newest hit.
 */
#include "strategy/stalker.h"

#include <stdbool.h>

#include "model/chart_placement.h"
#include "strategy/hits.h"
#include "strategy/strategy.h"

/* ---- unresolved hits and targets ---- */

static bool fleet_has_length(const bship_fleet *fleet, uint32_t length)
{
    for (int32_t k = 0; k < fleet->class_count; k++) {
        if ((uint32_t)fleet->classes[k].length == length)
            return true;
    }
    return false;
}

/* Whether a cell is known to contain no ship. */
static bool is_water(const bship_chart *chart, uint32_t position)
{
    uint8_t state = chart->states[position];
    return state == BSHIP_CHART_STATE_MISS || state == BSHIP_CHART_STATE_KNOWN_WATER ||
           state == BSHIP_CHART_STATE_BLOCKED;
}

static bool ends_in_water(const bship_chart *chart, const bsi_hit_run *run)
{
    return is_water(chart, run->ends[0]) && is_water(chart, run->ends[1]);
}

static bool is_whole_ship(const bship_chart *chart, const bsi_hit_run *run)
{
    return run->length > 1 && ends_in_water(chart, run) &&
           fleet_has_length(chart->rules->fleet, run->length);
}

/*
 * Where sinkings are not disclosed: whether a hit is in a run that ends in water on both sides and
 * is as long as a ship of the fleet.
 */
static bool counts_as_sunk(const bship_chart *chart, uint32_t position)
{
    if (bsi_discloses_sinkings(chart->rules))
        return false;
    const bsi_hit_run across = bsi_hit_run_through(chart, position, 1, bsi_is_unresolved);
    const bsi_hit_run down =
        bsi_hit_run_through(chart, position, chart->rules->stride, bsi_is_unresolved);
    if (across.length == 1 && down.length == 1)
        return ends_in_water(chart, &across) && ends_in_water(chart, &down) &&
               fleet_has_length(chart->rules->fleet, 1);
    return is_whole_ship(chart, &across) || is_whole_ship(chart, &down);
}

static bool is_unresolved(const bship_chart *chart, uint32_t position)
{
    return bsi_is_unresolved(chart, position) && !counts_as_sunk(chart, position);
}

/* Whether the contact rule excludes a ship from a cell, also since a side of it is sunk. */
static bool is_barred(const bship_chart *chart, uint32_t position)
{
    const bship_rules *rules = chart->rules;
    if (bsi_contact_excludes(chart, position))
        return true;
    for (uint32_t i = 0; i < 4 && i < rules->contact_count; i++) {
        uint32_t neighbour = bsi_neighbour(rules, position, i);
        if (bsi_is_unresolved(chart, neighbour) && counts_as_sunk(chart, neighbour))
            return true;
    }
    return false;
}

/* An upper bound on the steps of is_promising(); without sinkings it follows runs of hits. */
static int64_t steps_a_cell(const bship_rules *rules)
{
    return bsi_discloses_sinkings(rules) ? 16 : 16 * (int64_t)rules->fleet->classes[0].length;
}

/* Whether a cell is unknown and the contact rule allows a ship there. */
static bool is_promising(const bsi_view *view, uint32_t position)
{
    return bsi_cell_set_has(view->unknown, position) && !is_barred(view->chart, position);
}

static bool is_target(const bsi_view *view, uint32_t position)
{
    return !view->is_chosen[position] && is_promising(view, position);
}

/* ---- following hits ---- */

/* The index of the end of a run at which the newest hit lies; a random end if neither has it. */
static uint32_t followed_end(const bsi_view *view, const bsi_hit_run *run, uint32_t step)
{
    const uint32_t *shot_of = view->chart->shot_of;
    uint32_t first = run->ends[0] + step, last = run->ends[1] - step;
    uint32_t newest = first;
    for (uint32_t p = first + step; p <= last; p += step)
        newest = shot_of[p] > shot_of[newest] ? p : newest;
    /* With two hits no end has been followed yet: the second was fired from the first. */
    if (run->length > 2 && (newest == first || newest == last))
        return newest == last;
    return bsi_draws_below(view->draws, 2);
}

/* The next target of a run of two or more hits, or 0. */
static uint32_t follow_run(const bsi_view *view, const bsi_hit_run *run, uint32_t step)
{
    bool targets[2] = { is_target(view, run->ends[0]), is_target(view, run->ends[1]) };
    if (targets[0] && targets[1])
        return run->ends[followed_end(view, run, step)];
    return targets[0] ? run->ends[0] : targets[1] ? run->ends[1] : 0;
}

/* A target beside a hit, or 0. */
static uint32_t target_beside(const bsi_view *view, uint32_t position)
{
    uint32_t sides[4], count = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t neighbour = bsi_neighbour(view->rules, position, i);
        if (is_target(view, neighbour))
            sides[count++] = neighbour;
    }
    return count ? sides[bsi_draws_below(view->draws, count)] : 0;
}

/* The orientation of the longer of two runs; a random one if they are equally long. */
static uint32_t longer(const bsi_view *view, const bsi_hit_run runs[2])
{
    if (runs[0].length == runs[1].length)
        return bsi_draws_below(view->draws, 2);
    return runs[1].length > runs[0].length ? BSHIP_ORIENTATION_VERTICAL
                                           : BSHIP_ORIENTATION_HORIZONTAL;
}

/* The next target for an unresolved hit, or 0. */
static uint32_t follow_hit(const bsi_view *view, uint32_t position)
{
    const uint32_t steps[2] = { 1, view->rules->stride };
    bsi_hit_run runs[2];
    for (int i = 0; i < 2; i++)
        runs[i] = bsi_hit_run_through(view->chart, position, steps[i], is_unresolved);
    uint32_t longest = longer(view, runs);
    bool is_blocked = true;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t orientation = i == 0 ? longest : !longest;
        const bsi_hit_run *run = &runs[orientation];
        if (run->length == 1)
            continue;
        uint32_t target = follow_run(view, run, steps[orientation]);
        if (target)
            return target;
        /* An end that is chosen for the same salvo is no target, but does not block the run. */
        is_blocked =
            is_blocked && !is_promising(view, run->ends[0]) && !is_promising(view, run->ends[1]);
    }
    return is_blocked ? target_beside(view, position) : 0;
}

uint32_t bsi_stalker_follow(const bsi_view *view)
{
    const bship_chart *chart = view->chart;
    int64_t steps = steps_a_cell(chart->rules);
    for (uint32_t i = 0; chart->unresolved_count > 0 && i < chart->hit_cell_count; i++) {
        if (!bsi_view_charge_at(view, i, chart->hit_cell_count, steps))
            return 0;
        uint32_t target =
            is_unresolved(chart, chart->hits[i]) ? follow_hit(view, chart->hits[i]) : 0;
        if (target)
            return target;
    }
    return 0;
}

/* ---- hunting ---- */

static int32_t shortest_afloat(const bship_chart *chart)
{
    const bship_fleet *fleet = chart->rules->fleet;
    for (int32_t k = fleet->class_count - 1; k > 0; k--) {
        if (chart->afloat[k] > 0)
            return fleet->classes[k].length;
    }
    return fleet->classes[0].length;
}

/* Accepts the cells of the lattice that the contact rule does not bar; `context` points to the
 * distance of its diagonals. */
static bool accept_on_lattice(const void *context, const bsi_view *view, uint32_t position)
{
    int32_t distance = *(const int32_t *)context;
    bship_cell cell = bsi_cell(view->rules, position);
    return (cell.x - cell.y) % distance == 0 && !is_barred(view->chart, position);
}

/* Draws a cell of the lattice; if it has none left, one where a ship can be; else any cell. */
static uint32_t hunt_on_lattice(const bsi_view *view, int32_t distance)
{
    const int32_t any = 1;
    int64_t steps = steps_a_cell(view->rules);
    uint32_t cell = bsi_draw_accepted(view, view->unknown, accept_on_lattice, &distance, steps);
    if (!cell && distance != any)
        cell = bsi_draw_accepted(view, view->unknown, accept_on_lattice, &any, steps);
    return cell ? cell : bsi_draw_any(view, view->unknown);
}

uint32_t bsi_stalker_hunt(const bsi_view *view)
{
    return hunt_on_lattice(view, shortest_afloat(view->chart));
}

/* ---- the strategies ---- */

static uint32_t aim_easy(void *state, const bsi_view *view)
{
    (void)state;
    uint32_t target = bsi_stalker_follow(view);
    return target ? target : hunt_on_lattice(view, 1);
}

static uint32_t aim(void *state, const bsi_view *view)
{
    (void)state;
    uint32_t target = bsi_stalker_follow(view);
    return target ? target : bsi_stalker_hunt(view);
}

const bsi_strategy bsi_strategy_stalker_easy = {
    .name = "stalker-easy",
    .text = "hunts at random, and follows hits to the ends of the ship",
    .plays_totals = true,
    .aim = aim_easy,
};

const bsi_strategy bsi_strategy_stalker = {
    .name = "stalker",
    .text = "hunts on diagonals that every ship afloat crosses, and follows hits to the ends of "
            "the ship",
    .plays_totals = true,
    .aim = aim,
};
