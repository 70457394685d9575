/* A chart: memory, and queries. Its log as a whole is in chart_log.c; turns are recorded in
 * chart_record.c. */
#include "model/chart.h"

#include <stdbool.h>
#include <string.h>

#include <battleship/experimental/hash.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/versioned.h"
#include "model/board.h"

/* ---- memory ---- */

/* The initial capacity of the log, more than a game on 10x10 has shots; it doubles when full. */
enum {
    FIRST_SHOTS = 128
};

static bship_status alloc_arrays(bship_chart *chart)
{
    const bship_rules *rules = chart->rules;
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    size_t positions = rules->positions;
    chart->states = bsi_alloc(allocator, positions, sizeof *chart->states);
    chart->empty_states = bsi_alloc(allocator, positions, sizeof *chart->empty_states);
    chart->hit_states = bsi_alloc(allocator, positions, sizeof *chart->hit_states);
    chart->shot_of = bsi_alloc(allocator, positions, sizeof *chart->shot_of);
    chart->salvo_cells.stamps = bsi_alloc(allocator, positions, sizeof *chart->salvo_cells.stamps);
    chart->changed.stamps = bsi_alloc(allocator, positions, sizeof *chart->changed.stamps);
    chart->old_hit_states = bsi_alloc(allocator, positions, sizeof *chart->old_hit_states);
    chart->hits = bsi_alloc(allocator, (size_t)rules->fleet->cells + 1, sizeof *chart->hits);
    chart->sinkings = bsi_alloc(allocator, ships + 1, sizeof *chart->sinkings);
    chart->afloat = bsi_alloc(allocator, ships, sizeof *chart->afloat);
    chart->afloat_of_name = bsi_alloc(allocator, ships, sizeof *chart->afloat_of_name);
    chart->hits_of_name = bsi_alloc(allocator, ships, sizeof *chart->hits_of_name);
    bool is_complete = chart->states && chart->empty_states && chart->hit_states &&
                       chart->shot_of && chart->salvo_cells.stamps && chart->changed.stamps &&
                       chart->old_hit_states && chart->hits && chart->sinkings && chart->afloat &&
                       chart->afloat_of_name && chart->hits_of_name;
    return is_complete ? bsi_chart_grow(chart, FIRST_SHOTS, 1) : BSHIP_ERROR_MEMORY;
}

bship_status bship_chart_new(bship_chart **out, const bship_rules *rules,
                             const bship_chart_options *options, bship_error *error)
{
    bship_chart_options known;
    if (!out || !rules)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status =
        bsi_versioned_read(&known, BSI_VERSIONED(bship_chart_options), options, error);
    if (status)
        return status;
    bship_chart *chart = bsi_alloc(&rules->allocator, 1, sizeof *chart);
    if (!chart)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    chart->rules = bship_rules_ref(rules);
    chart->salvo_cells.positions = rules->positions;
    chart->changed.positions = rules->positions;
    status = alloc_arrays(chart);
    if (status) {
        bship_chart_free(chart);
        return bsi_fail_plain(error, status);
    }
    for (uint32_t p = 0; p < rules->positions; p++)
        chart->empty_states[p] =
            rules->blocked[p] ? BSHIP_CHART_STATE_BLOCKED : BSHIP_CHART_STATE_UNKNOWN;
    bship_chart_reset(chart);
    *out = chart;
    return BSHIP_OK;
}

void bship_chart_free(bship_chart *chart)
{
    if (!chart)
        return;
    bship_rules *rules = chart->rules;
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    size_t positions = rules->positions;
    bsi_free(allocator, chart->shots, chart->shot_capacity, sizeof *chart->shots);
    bsi_free(allocator, chart->turns, chart->turn_capacity, sizeof *chart->turns);
    bsi_free(allocator, chart->totals, chart->total_capacity,
             bsi_total_width(chart) * sizeof *chart->totals);
    bsi_free(allocator, chart->states, positions, sizeof *chart->states);
    bsi_free(allocator, chart->empty_states, positions, sizeof *chart->empty_states);
    bsi_free(allocator, chart->hit_states, positions, sizeof *chart->hit_states);
    bsi_free(allocator, chart->shot_of, positions, sizeof *chart->shot_of);
    bsi_free(allocator, chart->salvo_cells.stamps, positions, sizeof *chart->salvo_cells.stamps);
    bsi_free(allocator, chart->changed.stamps, positions, sizeof *chart->changed.stamps);
    bsi_free(allocator, chart->old_hit_states, positions, sizeof *chart->old_hit_states);
    bsi_free(allocator, chart->hits, (size_t)rules->fleet->cells + 1, sizeof *chart->hits);
    bsi_free(allocator, chart->sinkings, ships + 1, sizeof *chart->sinkings);
    bsi_free(allocator, chart->afloat, ships, sizeof *chart->afloat);
    bsi_free(allocator, chart->afloat_of_name, ships, sizeof *chart->afloat_of_name);
    bsi_free(allocator, chart->hits_of_name, ships, sizeof *chart->hits_of_name);
    bsi_free(allocator, chart, 1, sizeof *chart);
    bship_rules_unref(rules);
}

/* Grows an array of the log, doubling its capacity until it holds `needed` items. */
static bship_status grow(bship_chart *chart, void **block, uint32_t *capacity, size_t needed,
                         size_t size)
{
    size_t larger = *capacity ? *capacity : 1;
    while (larger < needed)
        larger *= 2;
    if (larger > UINT32_MAX / 2)
        return BSHIP_ERROR_MEMORY;
    if (larger == *capacity)
        return BSHIP_OK;
    void *grown = bsi_grow(&chart->rules->allocator, *block, *capacity, larger, size);
    if (!grown)
        return BSHIP_ERROR_MEMORY;
    *block = grown;
    *capacity = (uint32_t)larger;
    return BSHIP_OK;
}

/* Shots grow last, so that there is never room for more shots than turns, even after a failure. */
bship_status bsi_chart_grow(bship_chart *chart, size_t shots, size_t totals)
{
    void *shot_block = chart->shots, *turn_block = chart->turns, *total_block = chart->totals;
    size_t width = bsi_total_width(chart) * sizeof *chart->totals;
    bship_status status = grow(chart, &total_block, &chart->total_capacity, totals, width);
    chart->totals = total_block;
    if (!status)
        status = grow(chart, &turn_block, &chart->turn_capacity, shots, sizeof *chart->turns);
    chart->turns = turn_block;
    if (!status)
        status = grow(chart, &shot_block, &chart->shot_capacity, shots, sizeof *chart->shots);
    chart->shots = shot_block;
    return status;
}

const bship_rules *bship_chart_rules(const bship_chart *chart)
{
    return chart->rules;
}

/* ---- turns and shots ---- */

int64_t bship_chart_turns(const bship_chart *chart)
{
    return chart->turn_count;
}

int64_t bship_chart_shots(const bship_chart *chart)
{
    return chart->shot_count;
}

bship_status bship_chart_turn(const bship_chart *chart, int64_t turn, bship_turn *out)
{
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_turn), NULL);
    if (status || !chart)
        return status ? status : BSHIP_ERROR_ARGUMENT;
    if (turn < 0 || turn >= chart->turn_count)
        return BSHIP_ERROR_RANGE;
    const bsi_turn *entry = &chart->turns[turn];
    uint32_t end = bsi_turn_end(chart, (uint32_t)turn);
    bship_turn value = { sizeof value, entry->first_shot, (int32_t)(end - entry->first_shot),
                         entry->total >= 0 };
    bsi_versioned_write(out, &value, sizeof value);
    return BSHIP_OK;
}

bship_status bship_chart_shot(const bship_chart *chart, int64_t shot, bship_cell *cell,
                              bship_report *report)
{
    if (!chart)
        return BSHIP_ERROR_ARGUMENT;
    if (shot < 0 || shot >= chart->shot_count)
        return BSHIP_ERROR_RANGE;
    const bsi_shot *entry = &chart->shots[shot];
    if (cell)
        *cell = bsi_cell(chart->rules, entry->position);
    if (report)
        *report = bsi_shot_report(chart->rules, entry);
    return BSHIP_OK;
}

bship_status bship_chart_total(const bship_chart *chart, int64_t turn, bship_total *total)
{
    if (!chart)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_total_check_out(chart->rules, total, NULL);
    if (status)
        return status;
    if (turn < 0 || turn >= chart->turn_count || chart->turns[turn].total < 0)
        return BSHIP_ERROR_RANGE;
    size_t ships = (size_t)chart->rules->fleet->count;
    const int32_t *row = chart->totals + (size_t)chart->turns[turn].total * bsi_total_width(chart);
    bship_total value = { sizeof value,   row[0],         row[1],
                          total->sunk_of, total->hits_of, total->capacity };
    if (value.sunk_of)
        memcpy(value.sunk_of, row + 2, ships * sizeof *row);
    if (value.hits_of)
        memcpy(value.hits_of, row + 2 + ships, ships * sizeof *row);
    bsi_versioned_write(total, &value, sizeof value);
    return BSHIP_OK;
}

uint64_t bship_chart_hash(const bship_chart *chart, int64_t turns)
{
    if (turns < 0 || turns > chart->turn_count)
        return 0;
    return bsi_chart_hash(chart, (uint32_t)turns);
}

/* ---- deduced state ---- */

int32_t bship_chart_state_at(const bship_chart *chart, bship_cell cell)
{
    if (!bsi_on_board(chart->rules, cell))
        return BSHIP_CHART_STATE_BLOCKED;
    return chart->states[bsi_position(chart->rules, cell)];
}

size_t bship_chart_states(const bship_chart *chart, uint8_t *states, size_t capacity)
{
    return bsi_copy_grid(chart->rules, chart->states, states, capacity);
}

int32_t bship_chart_hit_state_at(const bship_chart *chart, bship_cell cell)
{
    if (!bsi_on_board(chart->rules, cell))
        return BSHIP_HIT_STATE_NONE;
    return chart->hit_states[bsi_position(chart->rules, cell)];
}

size_t bship_chart_hit_states(const bship_chart *chart, uint8_t *hit_states, size_t capacity)
{
    return bsi_copy_grid(chart->rules, chart->hit_states, hit_states, capacity);
}

/* Whether the turn applied last changed a cell. */
static bool is_changed(const bship_chart *chart, uint32_t position)
{
    if (!bsi_stamp_set_has(&chart->changed, position))
        return false;
    /* A touched cell that was no hit became a miss, a hit or known water. */
    uint8_t old = chart->old_hit_states[position];
    return old == BSHIP_HIT_STATE_NONE || old != chart->hit_states[position];
}

size_t bship_chart_changes(const bship_chart *chart, bship_cell *cells, size_t capacity)
{
    capacity = bsi_room(cells, capacity);
    const bship_rules *rules = chart->rules;
    size_t count = 0;
    if (chart->turn_count == 0)
        return 0;
    /* A turn that was not applied is one miss, which changes no other cell. */
    bool is_applied = chart->changed_turn == chart->turn_count - 1;
    uint32_t last = chart->shots[chart->shot_count - 1].position;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        if (is_applied ? !is_changed(chart, position) : position != last)
            continue;
        if (count < capacity)
            cells[count] = bsi_cell(rules, position);
        count++;
    }
    return count;
}

int32_t bship_chart_unknown(const bship_chart *chart)
{
    return (int32_t)chart->unknown_count;
}

int32_t bship_chart_hits(const bship_chart *chart)
{
    return chart->rules->fleet->cells - chart->unhit;
}

int32_t bship_chart_ships_afloat_of_class(const bship_chart *chart, int32_t ship_class)
{
    bool exists = ship_class >= 0 && ship_class < chart->rules->fleet->class_count;
    return exists ? chart->afloat[ship_class] : 0;
}

int32_t bship_chart_ships_afloat_of_name(const bship_chart *chart, int32_t ship)
{
    int32_t first = bship_fleet_first_of_name(chart->rules->fleet, ship);
    return first < 0 ? 0 : chart->afloat_of_name[first];
}

int32_t bship_chart_ships_afloat(const bship_chart *chart)
{
    return bship_chart_is_defeated(chart) ? 0 : chart->rules->fleet->count - chart->sunk_count;
}

int32_t bship_chart_sinkings(const bship_chart *chart)
{
    return chart->sinking_count;
}

bship_status bship_chart_sinking(const bship_chart *chart, int32_t sinking, bship_sinking *out)
{
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_sinking), NULL);
    if (status || !chart)
        return status ? status : BSHIP_ERROR_ARGUMENT;
    if (sinking < 0 || sinking >= chart->sinking_count)
        return BSHIP_ERROR_RANGE;
    const bsi_sinking *entry = &chart->sinkings[sinking];
    bship_sinking value = BSHIP_SINKING_INIT;
    value.shot = entry->shot;
    value.cell = bsi_cell(chart->rules, entry->position);
    value.ship = entry->ship;
    value.length = entry->length;
    value.ship_class = bsi_class_of_length(chart->rules->fleet, entry->length);
    value.is_settled = entry->first != 0;
    if (value.is_settled) {
        bship_cell first = bsi_cell(chart->rules, entry->first);
        value.placement = (bship_placement){ entry->ship, first.x, first.y, entry->orientation };
    }
    bsi_versioned_write(out, &value, sizeof value);
    return BSHIP_OK;
}

int bship_chart_is_defeated(const bship_chart *chart)
{
    return bsi_chart_is_defeated(chart);
}

/* ---- names ---- */

static const bsi_name_row states[] = {
    [BSHIP_CHART_STATE_UNKNOWN] = { "unknown", "nothing is known" },
    [BSHIP_CHART_STATE_MISS] = { "miss", "fired at: water" },
    [BSHIP_CHART_STATE_HIT] = { "hit", "fired at: a ship, not known to be sunk" },
    [BSHIP_CHART_STATE_SUNK] = { "sunk", "fired at: a sunk ship" },
    [BSHIP_CHART_STATE_KNOWN_WATER] = { "known-water", "not fired at, but revealed as water" },
    [BSHIP_CHART_STATE_SHOT] = { "shot", "fired at in a salvo whose total leaves its result open" },
    [BSHIP_CHART_STATE_BLOCKED] = { "blocked", "a blocked cell" },
};

const bsi_names bsi_chart_state_names = BSI_NAMES(states);

static const bsi_name_row hit_states[] = {
    [BSHIP_HIT_STATE_NONE] = { "none", "the cell is not a hit" },
    [BSHIP_HIT_STATE_UNRESOLVED] = { "unresolved", "the ship is afloat, as far as is known" },
    [BSHIP_HIT_STATE_AMBIGUOUS] = { "ambiguous",
                                    "the hit may belong to a sinking that is not settled" },
    [BSHIP_HIT_STATE_ATTRIBUTED] = { "attributed", "the hit belongs to a sunk ship" },
};

const bsi_names bsi_hit_state_names = BSI_NAMES(hit_states);
