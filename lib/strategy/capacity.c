/*
 * The strategy `capacity`: fires at the cell that the most placements of a ship cover, counting for
 * each cell the longest ship afloat that fits there; first beside unresolved hits.
 *
 * The state is only a workspace: every aim starts from the chart.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "strategy/hits.h"
#include "strategy/strategy.h"

struct capacity {
    uint8_t *free;     /* by position: whether a ship afloat can cover the cell */
    uint16_t *room[4]; /* by side and position: free cells in a row on that side */
    uint64_t *values;  /* by position */
};

/* Greater than any number of placements. */
#define INFINITE UINT64_MAX

static void carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    struct capacity *self = state;
    self->free = bsi_arena_take(arena, rules->positions, sizeof *self->free);
    for (int i = 0; i < 4; i++)
        self->room[i] = bsi_arena_take(arena, rules->positions, sizeof *self->room[i]);
    self->values = bsi_arena_take(arena, rules->positions, sizeof *self->values);
}

static bship_status start(void *state, const bship_rules *rules, bsi_draws *draws,
                          bsi_work_budget *budget)
{
    (void)draws;
    struct capacity *self = state;
    /* Blocked cells and guards stay 0. */
    memset(self->free, 0, rules->positions);
    return bsi_work_charge(budget, (int64_t)rules->positions);
}

/* ---- placements through a cell ---- */

static bool is_sunk(const bship_chart *chart, uint32_t position)
{
    return chart->hit_states[position] == BSHIP_HIT_ATTRIBUTED;
}

static bool can_hold_ship(const bship_chart *chart, uint32_t position)
{
    switch (chart->states[position]) {
    case BSHIP_CHART_HIT:
        return true;
    case BSHIP_CHART_UNKNOWN:
    case BSHIP_CHART_SHOT:
        return !bsi_is_barred(chart, position, is_sunk);
    default:
        return false;
    }
}

static bship_status measure_side(struct capacity *self, const bship_rules *rules, uint32_t side,
                                 bsi_work_budget *budget)
{
    bool is_ascending = rules->neighbours[side] < 0;
    for (uint32_t k = 0; k < rules->free_count; k++) {
        uint32_t position = rules->free_cells[is_ascending ? k : rules->free_count - 1 - k];
        uint32_t next = bsi_neighbour(rules, position, side);
        self->room[side][position] = self->free[next] ? (uint16_t)(self->room[side][next] + 1) : 0;
    }
    return bsi_work_charge(budget, 4 * (int64_t)rules->free_count);
}

static bship_status measure_room(struct capacity *self, const bship_chart *chart,
                                 bsi_work_budget *budget)
{
    const bship_rules *rules = chart->rules;
    bship_status status = bsi_work_charge(budget, 16 * (int64_t)rules->free_count);
    for (uint32_t k = 0; !status && k < rules->free_count; k++)
        self->free[rules->free_cells[k]] = (uint8_t)can_hold_ship(chart, rules->free_cells[k]);
    for (uint32_t side = 0; !status && side < 4; side++)
        status = measure_side(self, rules, side, budget);
    return status;
}

/* The number of placements of a length and orientation that cover a cell. */
static uint32_t placements_along(const struct capacity *self, uint32_t position, int32_t length,
                                 int32_t orientation)
{
    int32_t before = self->room[2 * orientation][position];
    int32_t after = self->room[2 * orientation + 1][position];
    before = before < length - 1 ? before : length - 1;
    after = after < length - 1 ? after : length - 1;
    return before + after + 1 < length ? 0 : (uint32_t)(before + after + 2 - length);
}

/* The number of placements through a cell of the longest ship afloat that fits; 0: none fits. */
static uint32_t placements_of_longest(const struct capacity *self, const bship_chart *chart,
                                      uint32_t position)
{
    const bship_fleet *fleet = chart->rules->fleet;
    for (int32_t k = 0; k < fleet->class_count; k++) {
        int32_t length = fleet->classes[k].length;
        if (chart->afloat[k] <= 0)
            continue;
        uint32_t count = placements_along(self, position, length, BSHIP_ORIENTATION_HORIZONTAL);
        /* A ship of length 1 has one orientation. */
        if (length > 1)
            count += placements_along(self, position, length, BSHIP_ORIENTATION_VERTICAL);
        if (count > 0)
            return count;
    }
    return 0;
}

/* ---- targets beside unresolved hits ---- */

static bool can_continue(const struct capacity *self, const bship_chart *chart, uint32_t position)
{
    return chart->states[position] == BSHIP_CHART_UNKNOWN && self->free[position];
}

/* Whether an unresolved hit makes its neighbour in an orientation a target. */
static bool makes_target(const struct capacity *self, const bship_chart *chart, uint32_t hit,
                         int32_t orientation)
{
    const bship_rules *rules = chart->rules;
    bsi_run along = bsi_run_through(chart, hit, bsi_step(rules, orientation), bsi_is_unresolved);
    if (along.length > 1)
        return true;
    bsi_run across = bsi_run_through(chart, hit, bsi_step(rules, !orientation), bsi_is_unresolved);
    return across.length == 1 || (!can_continue(self, chart, across.ends[0]) &&
                                  !can_continue(self, chart, across.ends[1]));
}

static bool is_target(const struct capacity *self, const bship_chart *chart, uint32_t position)
{
    for (uint32_t i = 0; chart->unresolved_count > 0 && i < 4; i++) {
        uint32_t hit = bsi_neighbour(chart->rules, position, i);
        int32_t orientation = i < 2 ? BSHIP_ORIENTATION_HORIZONTAL : BSHIP_ORIENTATION_VERTICAL;
        if (bsi_is_unresolved(chart, hit) && makes_target(self, chart, hit, orientation))
            return true;
    }
    return false;
}

/* ---- values of cells ---- */

static uint64_t value_of(const struct capacity *self, const bship_chart *chart, uint32_t position)
{
    uint64_t value = self->free[position] ? placements_of_longest(self, chart, position) : 0;
    return value > 0 && is_target(self, chart, position) ? INFINITE : value;
}

/* Computes the values, which are the same for all cells of a salvo. */
static bship_status prepare(void *state, const bsi_view *view, size_t count)
{
    struct capacity *self = state;
    const bsi_cell_set *unknown = view->unknown;
    int64_t steps = 16 + 4 * (int64_t)view->rules->fleet->class_count;
    bship_status status = measure_room(self, view->chart, view->budget);
    (void)count;
    for (uint32_t i = 0; !status && i < unknown->count; i++) {
        status = bsi_work_charge_at(view->budget, i, unknown->count, steps);
        self->values[unknown->items[i]] = value_of(self, view->chart, unknown->items[i]);
    }
    return status;
}

static double score(const void *state, uint32_t position)
{
    const struct capacity *self = state;
    uint64_t value = self->values[position];
    return value == INFINITE ? (double)INFINITY : (double)value;
}

/* The values, and the greatest of them. */
struct greatest {
    const uint64_t *values;
    uint64_t value;
};

static bool is_greatest(const void *context, const bsi_view *view, uint32_t position)
{
    const struct greatest *greatest = context;
    (void)view;
    return greatest->values[position] == greatest->value;
}

/* Whether the length of every sunk ship becomes known; ships that do not touch show it. */
static bool knows_lengths(const bship_rules *rules)
{
    return bsi_discloses_length(rules, true) ||
           (bsi_discloses_sinkings(rules) && rules->contact_count > 0);
}

/*
 * Where lengths are hidden, the longest ship counts as afloat to the end. A sweep that is packed
 * for that ship alone then takes one or two shots more than random ties, which are kept.
 */
static uint32_t aim(void *state, const bsi_view *view)
{
    const struct capacity *self = state;
    uint32_t first = bsi_pick_greatest(view, self->values);
    if (*view->status || knows_lengths(view->rules))
        return first;
    struct greatest greatest = { self->values, self->values[first] };
    return bsi_draw_accepted(view, view->unknown, is_greatest, &greatest, 1);
}

const bsi_strategy bsi_strategy_capacity = {
    .name = "capacity",
    .text = "fires where the longest ship that fits has the most placements",
    .plays_totals = true,
    .state_size = BSI_STATE_SIZE(struct capacity),
    .carve = carve,
    .start = start,
    .prepare = prepare,
    .score = score,
    .aim = aim,
};
