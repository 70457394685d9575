/*
 * The strategies `stalker-easy` and `stalker`: hits are honed in on one by one,
 * oldest first, and runs of hits are followed to their ends. They differ only in
 * where they hunt.
 *
 * There is no state: the queue of hits is read off the chart, and so is the end
 * of a run that is being followed, since the newest hit lies there.
 */
#include "strategy/hits.h"

#include "strategy/strategy.h"
#include <stdbool.h>

/* ---- which hits are open, and which cells can hold a ship ---- */

static int fleet_has_length(const bship_fleet *fleet, uint32_t length)
{
    for (int32_t k = 0; k < fleet->class_count; k++) {
        if ((uint32_t)fleet->classes[k].length == length)
            return 1;
    }
    return 0;
}

/* Whether a cell is known to hold no ship. */
static bool is_water(const bship_chart *chart, uint32_t position)
{
    uint8_t state = chart->states[position];
    return state == BSHIP_CHART_MISS || state == BSHIP_CHART_KNOWN_WATER ||
           state == BSHIP_CHART_BLOCKED;
}

static bool is_dry(const bship_chart *chart, const bsi_run *run)
{
    return is_water(chart, run->ends[0]) && is_water(chart, run->ends[1]);
}

static bool is_whole_ship(const bship_chart *chart, const bsi_run *run)
{
    return run->length > 1 && is_dry(chart, run) &&
           fleet_has_length(chart->rules->fleet, run->length);
}

/* Where sinkings are never told: whether a hit is in a dry run as long as some ship. */
static int counts_as_sunk(const bship_chart *chart, uint32_t position)
{
    if (bsi_discloses_sinkings(chart->rules))
        return 0;
    const bsi_run across = bsi_run_through(chart, position, 1, bsi_is_open);
    const bsi_run down = bsi_run_through(chart, position, chart->rules->stride, bsi_is_open);
    if (across.length == 1 && down.length == 1)
        return is_dry(chart, &across) && is_dry(chart, &down) &&
               fleet_has_length(chart->rules->fleet, 1);
    return is_whole_ship(chart, &across) || is_whole_ship(chart, &down);
}

static bool is_open(const bship_chart *chart, uint32_t position)
{
    return bsi_is_open(chart, position) && !counts_as_sunk(chart, position);
}

static bool is_wreck(const bship_chart *chart, uint32_t position)
{
    return chart->hit_states[position] == BSHIP_HIT_ATTRIBUTED ||
           (bsi_is_open(chart, position) && counts_as_sunk(chart, position));
}

/* Whether a shot at a cell, were it not chosen yet, would be worth anything. */
static bool is_promising(const bsi_view *view, uint32_t position)
{
    return bsi_cell_set_has(view->unknown_count, position) &&
           !bsi_is_barred(view->chart, position, is_wreck);
}

static bool is_target(const bsi_view *view, uint32_t position)
{
    return !view->chosen[position] && is_promising(view, position);
}

/* ---- stalking ---- */

/* The end of a run at which its newest hit lies, or one at random. */
static uint32_t followed_end(const bsi_view *view, const bsi_run *run, uint32_t step)
{
    const uint32_t *when = view->chart->when;
    uint32_t first = run->ends[0] + step, last = run->ends[1] - step;
    uint32_t newest = first;
    for (uint32_t p = first + step; p <= last; p += step)
        newest = when[p] > when[newest] ? p : newest;
    /* Of two hits in line the second tells nothing yet: no end was followed. */
    if (run->length > 2 && (newest == first || newest == last))
        return newest == last;
    return bsi_draws_below(view->draws, 2);
}

/* The next cell of a run of two or more hits, or 0. */
static uint32_t follow(const bsi_view *view, const bsi_run *run, uint32_t step)
{
    int targets[2] = { is_target(view, run->ends[0]), is_target(view, run->ends[1]) };
    if (targets[0] && targets[1])
        return run->ends[followed_end(view, run, step)];
    return targets[0] ? run->ends[0] : targets[1] ? run->ends[1] : 0;
}

/* A side of a hit, or 0. */
static uint32_t hone(const bsi_view *view, uint32_t position)
{
    uint32_t sides[4], count = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t neighbour = bsi_neighbour(view->rules, position, i);
        if (is_target(view, neighbour))
            sides[count++] = neighbour;
    }
    return count ? sides[bsi_draws_below(view->draws, count)] : 0;
}

/* The orientation of the longer of two runs, at random if they are equal. */
static uint32_t longer(const bsi_view *view, const bsi_run runs[2])
{
    if (runs[0].length == runs[1].length)
        return bsi_draws_below(view->draws, 2);
    return runs[1].length > runs[0].length ? BSHIP_ORIENTATION_VERTICAL
                                           : BSHIP_ORIENTATION_HORIZONTAL;
}

/* What there is to try for an open hit, or 0. */
static uint32_t stalk(const bsi_view *view, uint32_t position)
{
    const uint32_t steps[2] = { 1, view->rules->stride };
    bsi_run runs[2];
    for (int i = 0; i < 2; i++)
        runs[i] = bsi_run_through(view->chart, position, steps[i], is_open);
    uint32_t longest = longer(view, runs);
    int blocked = 1;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t orientation = i == 0 ? longest : !longest;
        const bsi_run *run = &runs[orientation];
        if (run->length == 1)
            continue;
        uint32_t target = follow(view, run, steps[orientation]);
        if (target)
            return target;
        /* An end chosen for the same salvo is not blocked. */
        blocked = blocked && !is_promising(view, run->ends[0]) && !is_promising(view, run->ends[1]);
    }
    return blocked ? hone(view, position) : 0;
}

static uint32_t stalk_oldest(const bsi_view *view)
{
    const bship_chart *chart = view->chart;
    for (uint32_t i = 0; chart->open_count > 0 && i < chart->hit_cell_count; i++) {
        uint32_t target = is_open(chart, chart->hits[i]) ? stalk(view, chart->hits[i]) : 0;
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

/* `context` points to the distance of the lattice's diagonals. */
static int accept_on_lattice(const void *context, const bsi_view *view, uint32_t position)
{
    int32_t distance = *(const int32_t *)context;
    bship_cell cell = bsi_cell(view->rules, position);
    return (cell.x - cell.y) % distance == 0 && !bsi_is_barred(view->chart, position, is_wreck);
}

/* Cells where no ship can lie are left until last. */
static uint32_t hunt(const bsi_view *view, int32_t distance)
{
    const int32_t any = 1;
    uint32_t cell = bsi_draw_accepted(view, view->unknown_count, accept_on_lattice, &distance);
    if (!cell && distance != any)
        cell = bsi_draw_accepted(view, view->unknown_count, accept_on_lattice, &any);
    return cell ? cell : bsi_draw_any(view, view->unknown_count);
}

static uint32_t aim_easy(void *state, const bsi_view *view)
{
    (void)state;
    uint32_t target = stalk_oldest(view);
    return target ? target : hunt(view, 1);
}

static uint32_t aim(void *state, const bsi_view *view)
{
    (void)state;
    uint32_t target = stalk_oldest(view);
    return target ? target : hunt(view, shortest_afloat(view->chart));
}

const bsi_strategy bsi_strategy_stalker_easy = {
    .name = "stalker-easy",
    .text = "hunts at random, and follows hits to the ends of their ship",
    .plays_totals = 1,
    .aim = aim_easy,
};

const bsi_strategy bsi_strategy_stalker = {
    .name = "stalker",
    .text = "hunts on diagonals that no ship afloat fits between, and follows hits",
    .plays_totals = 1,
    .aim = aim,
};
