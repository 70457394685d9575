/*
 * The strategy `capacity`: fires first beside unresolved hits, else at the cell of greatest value.
 * The *value* of a cell is the number of placements that cover it of the longest ship afloat that
 * fits there.
 *
 * The *room* of a cell on one side is the number of free cells in a row on that side, up to what
 * the longest ship needs; values follow from it. Both are updated incrementally: a cell that stops
 * or starts being free changes the room of the cells in its row and column, as far as the longest
 * ship reaches. Room and values of an empty chart are computed for the first game and then copied.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "model/chart_placement.h"
#include "strategy/hits.h"
#include "strategy/strategy.h"

struct capacity {
    uint32_t shots;       /* number of shots of the log that the values include */
    int32_t sinkings;     /* number of sinkings that the values include */
    int32_t lengths;      /* number of lengths afloat in the values; -1: there are no values yet */
    uint16_t most_room;   /* the length of the longest ship less one */
    uint8_t *free;        /* by position: whether a ship afloat can cover the cell */
    uint16_t *room[4];    /* by side and position, for free cells; four grids in one array */
    uint64_t *values;     /* by position */
    uint16_t *empty_room; /* the room in an empty chart, as one array */
    uint64_t *empty_values; /* the values in an empty chart */
    uint32_t *targets;      /* the cells beside hits, whose value is INFINITE for this aim */
    uint32_t target_count;  /* number of targets */
    bool has_empty_room;    /* whether `empty_room` is computed */
    bool has_empty_values;  /* whether `empty_values` is computed */
};

/* The value of a target, greater than any number of placements. */
#define INFINITE UINT64_MAX

static void carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    struct capacity *self = state;
    self->free = bsi_arena_take(arena, rules->positions, sizeof *self->free);
    self->room[0] = bsi_arena_take(arena, 4 * (size_t)rules->positions, sizeof *self->room[0]);
    self->empty_room = bsi_arena_take(arena, 4 * (size_t)rules->positions, sizeof *self->room[0]);
    self->values = bsi_arena_take(arena, rules->positions, sizeof *self->values);
    self->empty_values = bsi_arena_take(arena, rules->positions, sizeof *self->empty_values);
    self->targets = bsi_arena_take(arena, rules->free_count, sizeof *self->targets);
}

/* ---- room ---- */

/* The room of a cell on one side, by that of its neighbour. */
static uint16_t room_beside(const struct capacity *self, const bship_rules *rules,
                            uint32_t position, uint32_t side)
{
    uint32_t next = bsi_neighbour(rules, position, side);
    if (!self->free[next])
        return 0;
    uint16_t room = self->room[side][next];
    return room < self->most_room ? (uint16_t)(room + 1) : room;
}

/* Sets the room of all cells of an empty chart, that of each cell after its neighbour's. */
static void set_empty_room(struct capacity *self, const bship_rules *rules)
{
    size_t bytes = 4 * rules->positions * sizeof *self->room[0];
    if (self->has_empty_room) {
        memcpy(self->room[0], self->empty_room, bytes);
        return;
    }
    for (uint32_t side = 0; side < 4; side++) {
        self->room[side] = self->room[0] + side * (size_t)rules->positions;
        bool is_ascending = rules->neighbours[side] < 0;
        for (uint32_t k = 0; k < rules->free_count; k++) {
            uint32_t position = rules->free_cells[is_ascending ? k : rules->free_count - 1 - k];
            self->room[side][position] = room_beside(self, rules, position, side);
        }
    }
    memcpy(self->empty_room, self->room[0], bytes);
    self->has_empty_room = true;
}

static bship_status start(void *state, const bship_rules *rules, bsi_draws *draws,
                          bsi_work_budget *budget)
{
    (void)draws;
    struct capacity *self = state;
    self->shots = 0;
    self->sinkings = 0;
    self->lengths = -1;
    self->target_count = 0;
    self->most_room = (uint16_t)(rules->fleet->classes[0].length - 1);
    for (uint32_t p = 0; p < rules->positions; p++)
        self->free[p] = !rules->blocked[p];
    set_empty_room(self, rules);
    return bsi_work_charge(budget, rules->positions + 16 * (int64_t)rules->free_count);
}

/* ---- placements through a cell ---- */

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

/* Sets the value of a cell that is no target. */
static void set_value(struct capacity *self, const bship_chart *chart, uint32_t position)
{
    self->values[position] =
        self->free[position] ? placements_of_longest(self, chart, position) : 0;
}

/* ---- changes ---- */

static bool can_hold_ship(const bship_chart *chart, uint32_t position)
{
    switch (chart->states[position]) {
    case BSHIP_CHART_STATE_HIT:
        return true;
    case BSHIP_CHART_STATE_UNKNOWN:
    case BSHIP_CHART_STATE_SHOT:
        return !bsi_contact_excludes(chart, position);
    default:
        return false;
    }
}

/* Updates the room on one side, and the values, of the cells from which that side leads to a
 * changed cell. */
static void update_room(struct capacity *self, const bship_chart *chart, uint32_t changed,
                        uint32_t side)
{
    const bship_rules *rules = chart->rules;
    uint32_t step = (uint32_t)rules->neighbours[side];
    for (uint32_t position = changed - step; self->free[position]; position -= step) {
        uint16_t room = room_beside(self, rules, position, side);
        if (room == self->room[side][position])
            return;
        self->room[side][position] = room;
        set_value(self, chart, position);
    }
}

/* Updates whether a cell is free; returns whether that has changed. */
static bool update_cell(struct capacity *self, const bship_chart *chart, uint32_t position)
{
    bool is_free = can_hold_ship(chart, position);
    if (self->free[position] == is_free)
        return false;
    self->free[position] = is_free;
    for (uint32_t side = 0; side < 4; side++) {
        self->room[side][position] = room_beside(self, chart->rules, position, side);
        update_room(self, chart, position, side);
    }
    set_value(self, chart, position);
    return true;
}

/* The steps of set_value(). */
static int64_t steps_a_value(const bship_rules *rules)
{
    return 16 + 4 * (int64_t)rules->fleet->class_count;
}

/* Updates cells whose state may have changed, and all their neighbours if there is a contact rule:
 * a ship has no cell beside two hits in a row. */
static bship_status update_cells(struct capacity *self, const bship_chart *chart,
                                 const uint32_t *cells, uint32_t count, bsi_work_budget *budget)
{
    const bship_rules *rules = chart->rules;
    int64_t steps = 4 * self->most_room * steps_a_value(rules);
    uint32_t neighbours = rules->contact_count > 0 ? 8 : 0;
    bship_status status = BSHIP_OK;
    for (uint32_t k = 0; !status && k < count; k++) {
        int64_t changes = update_cell(self, chart, cells[k]);
        for (uint32_t i = 0; i < neighbours; i++)
            changes += update_cell(self, chart, bsi_neighbour(rules, cells[k], i));
        status = bsi_work_charge(budget, 16 * (1 + (int64_t)neighbours) + changes * steps);
    }
    return status;
}

/* Only a sinking changes cells other than those fired at: it attributes hits, or reveals water. */
static bship_status update_board(struct capacity *self, const bship_chart *chart,
                                 bsi_work_budget *budget)
{
    const bship_rules *rules = chart->rules;
    bship_status status = BSHIP_OK;
    for (; !status && self->shots < chart->shot_count; self->shots++)
        status = update_cells(self, chart, &chart->shots[self->shots].position, 1, budget);
    if (status || self->sinkings == chart->sinking_count)
        return status;
    self->sinkings = chart->sinking_count;
    if (bsi_reveals_water(rules))
        return update_cells(self, chart, rules->free_cells, rules->free_count, budget);
    return update_cells(self, chart, chart->hits, chart->hit_cell_count, budget);
}

/* Whether set_values() is called for an empty chart. */
static bool is_empty(const struct capacity *self, const bship_chart *chart)
{
    return self->shots == 0 && self->lengths == chart->rules->fleet->class_count;
}

/* Sets the values of all cells. Copying charges as much as computing, so that a work limit acts
 * alike in every game. */
static bship_status set_values(struct capacity *self, const bship_chart *chart,
                               bsi_work_budget *budget)
{
    const bship_rules *rules = chart->rules;
    size_t bytes = rules->positions * sizeof *self->values;
    bship_status status = BSHIP_OK;
    bool can_copy = is_empty(self, chart) && self->has_empty_values;
    for (uint32_t k = 0; !status && k < rules->free_count; k++) {
        status = bsi_work_charge_at(budget, k, rules->free_count, steps_a_value(rules));
        if (!can_copy)
            set_value(self, chart, rules->free_cells[k]);
    }
    if (can_copy) {
        memcpy(self->values, self->empty_values, bytes);
    } else if (!status && is_empty(self, chart)) {
        memcpy(self->empty_values, self->values, bytes);
        self->has_empty_values = true;
    }
    return status;
}

/* Sets all values anew after the last ship of a length has sunk. */
static bship_status update_lengths(struct capacity *self, const bship_chart *chart,
                                   bsi_work_budget *budget)
{
    int32_t lengths = 0;
    for (int32_t k = 0; k < chart->rules->fleet->class_count; k++)
        lengths += chart->afloat[k] > 0;
    if (self->lengths == lengths)
        return BSHIP_OK;
    self->lengths = lengths;
    return set_values(self, chart, budget);
}

/* ---- targets beside unresolved hits ---- */

static bool can_continue(const struct capacity *self, const bship_chart *chart, uint32_t position)
{
    return chart->states[position] == BSHIP_CHART_STATE_UNKNOWN && self->free[position];
}

/*
 * Whether an unresolved hit makes its neighbours in an orientation targets: it is on a run of hits
 * in this orientation, or on none, or on one in the other orientation that is blocked at both ends.
 */
static bool makes_target(const struct capacity *self, const bship_chart *chart, uint32_t hit,
                         int32_t orientation)
{
    const bship_rules *rules = chart->rules;
    bsi_hit_run along =
        bsi_hit_run_through(chart, hit, bsi_step(rules, orientation), bsi_is_unresolved);
    if (along.length > 1)
        return true;
    bsi_hit_run across =
        bsi_hit_run_through(chart, hit, bsi_step(rules, !orientation), bsi_is_unresolved);
    return across.length == 1 || (!can_continue(self, chart, across.ends[0]) &&
                                  !can_continue(self, chart, across.ends[1]));
}

static void add_target(struct capacity *self, const bship_chart *chart, uint32_t position)
{
    if (chart->states[position] != BSHIP_CHART_STATE_UNKNOWN || self->values[position] == 0 ||
        self->values[position] == INFINITE)
        return;
    self->values[position] = INFINITE;
    self->targets[self->target_count++] = position;
}

static bship_status add_targets(struct capacity *self, const bship_chart *chart,
                                bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    if (chart->unresolved_count == 0)
        return BSHIP_OK;
    for (uint32_t i = 0; !status && i < chart->hit_cell_count; i++) {
        status = bsi_work_charge_at(budget, i, chart->hit_cell_count, 64);
        uint32_t hit = chart->hits[i];
        if (!bsi_is_unresolved(chart, hit))
            continue;
        for (int32_t orientation = 0; orientation < 2; orientation++) {
            uint32_t step = bsi_step(chart->rules, orientation);
            if (!makes_target(self, chart, hit, orientation))
                continue;
            add_target(self, chart, hit - step);
            add_target(self, chart, hit + step);
        }
    }
    return status;
}

/* ---- aiming ---- */

/* Updates the values, which are the same for all cells of a salvo. */
static bship_status prepare(void *state, const bsi_view *view, size_t count)
{
    struct capacity *self = state;
    (void)count;
    while (self->target_count > 0)
        set_value(self, view->chart, self->targets[--self->target_count]);
    bship_status status = update_board(self, view->chart, view->budget);
    if (!status)
        status = update_lengths(self, view->chart, view->budget);
    return status ? status : add_targets(self, view->chart, view->budget);
}

static double score(const void *state, uint32_t position)
{
    const struct capacity *self = state;
    uint64_t value = self->values[position];
    return value == INFINITE ? (double)INFINITY : (double)value;
}

/* The context of is_greatest(). */
struct greatest {
    const uint64_t *values;
    uint64_t value; /* the greatest of them */
};

static bool is_greatest(const void *context, const bsi_view *view, uint32_t position)
{
    const struct greatest *greatest = context;
    (void)view;
    return greatest->values[position] == greatest->value;
}

/* Whether the length of every sunk ship becomes known: it is disclosed, or ships may not touch. */
static bool knows_lengths(const bship_rules *rules)
{
    return bsi_discloses_length(rules, true) ||
           (bsi_discloses_sinkings(rules) && rules->contact_count > 0);
}

/*
 * Where lengths stay unknown, the longest ship counts as afloat to the end. The order of ties would
 * then pack shots for that ship alone, which takes one or two shots more than random ties do.
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
