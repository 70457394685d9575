/*
 * Applying a turn of the log: updates the grids and counts of a chart and checks cheap necessary
 * conditions for the existence of a layout.
 */
#include "model/chart_apply.h"

#include <stdbool.h>
#include <string.h>

#include "base/compiler.h"
#include "model/chart_deduce.h"
#include "model/chart_placement.h"

/* ---- replaying the log ---- */

void bsi_chart_rebuild(bship_chart *chart)
{
    const bship_fleet *fleet = chart->rules->fleet;
    memcpy(chart->states, chart->empty_states, chart->rules->positions);
    memset(chart->hit_states, BSHIP_HIT_STATE_NONE, chart->rules->positions);
    for (int32_t k = 0; k < fleet->class_count; k++)
        chart->afloat[k] = fleet->classes[k].ships;
    for (int32_t i = 0; i < fleet->count; i++) {
        chart->afloat_of_name[i] = fleet->ships[i].ships_of_name;
        chart->hits_of_name[i] = 0;
    }
    chart->hit_cell_count = chart->unresolved_count = chart->ambiguous_count = 0;
    chart->sinking_count = chart->unsettled_count = 0;
    chart->unhit = fleet->cells;
    chart->sunk_count = chart->known_length_count = chart->known_length_cells = 0;
    chart->shortest = bsi_chart_shortest(chart);
    chart->unknown_count = chart->rules->free_count;
    chart->wasted = 0;
    chart->changed_turn = UINT32_MAX;
    /* These turns were accepted before, so none of them fails. */
    for (uint32_t turn = 0, unused; turn < chart->turn_count; turn++)
        bsi_chart_apply(chart, turn, &unused);
}

/* ---- conditions ---- */

/* Checks the counts: every ship afloat has a cell that was not hit, and no sunk ship has one. */
static inline bool counts_agree(const bship_chart *chart)
{
    const bship_fleet *fleet = chart->rules->fleet;
    int32_t afloat = fleet->count - chart->sunk_count;
    if ((uint32_t)chart->unhit > chart->unknown_count)
        return false;
    if (!bsi_discloses_sinkings(chart->rules))
        return true;
    int32_t shortest = fleet->classes[fleet->class_count - 1].length;
    int32_t sunk_cells =
        chart->known_length_cells + (chart->sunk_count - chart->known_length_count) * shortest;
    return afloat >= 0 && chart->unhit >= afloat &&
           chart->unhit <= (afloat ? fleet->cells - sunk_cells : 0);
}

/* As counts_agree(), for the ships of one name, where every hit discloses the name. */
static bool name_agrees(const bship_chart *chart, int32_t ship)
{
    const bsi_ship *named = &chart->rules->fleet->ships[ship];
    int32_t afloat = chart->afloat_of_name[ship];
    int32_t hits = chart->hits_of_name[ship];
    int32_t sunk = named->ships_of_name - afloat;
    int32_t least_unhit = bsi_discloses_sinkings(chart->rules) ? afloat : 0;
    return afloat >= 0 && hits <= named->ships_of_name * named->length - least_unhit &&
           hits >= sunk * named->length;
}

/* The states of cells in which a ship is possible, one bit for each. */
enum {
    SHIP_STATES =
        1 << BSHIP_CHART_STATE_UNKNOWN | 1 << BSHIP_CHART_STATE_HIT | 1 << BSHIP_CHART_STATE_SHOT
};

static inline bool can_hold_ship(const bship_chart *chart, uint32_t position)
{
    return SHIP_STATES >> chart->states[position] & 1;
}

/* Whether a hit lies on a run of at least `needed` cells that can hold a ship. */
static bool has_run(const bship_chart *chart, uint32_t position, int32_t needed)
{
    const uint32_t steps[2] = { 1, chart->rules->stride };
    for (int i = 0; i < 2 && needed > 0; i++) {
        int32_t run = 1;
        for (uint32_t p = position - steps[i]; run < needed && can_hold_ship(chart, p); run++)
            p -= steps[i];
        for (uint32_t p = position + steps[i]; run < needed && can_hold_ship(chart, p); run++)
            p += steps[i];
        if (run >= needed)
            return true;
    }
    return false;
}

/* Whether a ship afloat fits through an unresolved hit. */
static inline bool ship_fits(const bship_chart *chart, uint32_t position)
{
    int32_t ship = chart->shots[chart->shot_of[position]].ship;
    int32_t needed = ship >= 0 ? chart->rules->fleet->ships[ship].length : chart->shortest;
    uint32_t stride = chart->rules->stride;
    if (needed != 2)
        return has_run(chart, position, needed);
    /* One free neighbour suffices. The sum has no branches, which makes it faster than a loop. */
    return can_hold_ship(chart, position - 1) + can_hold_ship(chart, position + 1) +
               can_hold_ship(chart, position - stride) + can_hold_ship(chart, position + stride) >
           0;
}

bool bsi_chart_miss_agrees(const bship_chart *chart, uint32_t position)
{
    if (bsi_chart_is_defeated(chart) || (uint32_t)chart->unhit > chart->unknown_count)
        return false;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t neighbour = bsi_neighbour(chart->rules, position, i);
        if (chart->hit_states[neighbour] == BSHIP_HIT_STATE_UNRESOLVED &&
            !ship_fits(chart, neighbour))
            return false;
    }
    return true;
}

/* ---- a turn reported shot by shot ---- */

static void mark_hit(bship_chart *chart, uint32_t position, uint32_t shot)
{
    bsi_chart_touch(chart, position);
    chart->states[position] = BSHIP_CHART_STATE_HIT;
    chart->hit_states[position] = BSHIP_HIT_STATE_UNRESOLVED;
    chart->shot_of[position] = shot;
    chart->hits[chart->hit_cell_count++] = position;
    chart->unresolved_count++;
    chart->unknown_count--;
}

static bship_status apply_sinking(bship_chart *chart, const bsi_shot *shot, uint32_t number)
{
    if (chart->sinking_count == chart->rules->fleet->count)
        return BSHIP_ERROR_CONTRADICTION;
    chart->states[shot->position] = BSHIP_CHART_STATE_SUNK;
    chart->hit_states[shot->position] = BSHIP_HIT_STATE_ATTRIBUTED;
    chart->unresolved_count--;
    chart->sinkings[chart->sinking_count++] = (bsi_sinking){
        number, shot->position, shot->ship, shot->length, 0, BSHIP_ORIENTATION_HORIZONTAL
    };
    chart->unsettled_count++;
    chart->sunk_count++;
    if (shot->length > 0 && !bsi_chart_sink_length(chart, shot->length, 1))
        return BSHIP_ERROR_CONTRADICTION;
    if (shot->ship >= 0)
        chart->afloat_of_name[shot->ship]--;
    return bsi_chart_deduce(chart);
}

/* Counts a hit or sinking that names a ship; returns whether the counts of the name agree. */
static bool apply_name(bship_chart *chart, int32_t ship)
{
    if (!bsi_discloses_hit_names(chart->rules))
        return chart->afloat_of_name[ship] >= 0;
    chart->hits_of_name[ship]++;
    return name_agrees(chart, ship);
}

static inline bship_status apply_hit(bship_chart *chart, const bsi_shot *shot, uint32_t number)
{
    mark_hit(chart, shot->position, number);
    chart->unhit--;
    if (bsi_contact_excludes(chart, shot->position))
        return BSHIP_ERROR_CONTRADICTION;
    bship_status status = BSHIP_OK;
    if (shot->result == BSHIP_RESULT_SUNK)
        status = apply_sinking(chart, shot, number);
    if (status || (shot->ship >= 0 && !apply_name(chart, shot->ship)) || !counts_agree(chart))
        return BSHIP_ERROR_CONTRADICTION;
    if (chart->hit_states[shot->position] == BSHIP_HIT_STATE_UNRESOLVED &&
        !ship_fits(chart, shot->position))
        return BSHIP_ERROR_CONTRADICTION;
    return BSHIP_OK;
}

static inline bship_status apply_shot(bship_chart *chart, uint32_t number)
{
    const bsi_shot *shot = &chart->shots[number];
    if (shot->result == BSHIP_RESULT_MISS) {
        bsi_chart_touch(chart, shot->position);
        bool agrees = bsi_chart_mark_miss(chart, shot->position) ||
                      bsi_chart_miss_agrees(chart, shot->position);
        return agrees ? BSHIP_OK : BSHIP_ERROR_CONTRADICTION;
    }
    if (bsi_chart_is_defeated(chart))
        return BSHIP_ERROR_CONTRADICTION;
    if (shot->result != BSHIP_RESULT_WASTED)
        return apply_hit(chart, shot, number);
    chart->wasted++;
    return BSHIP_OK;
}

/* The unknown cells around a settled sunk ship become known water. */
static void reveal_around(bship_chart *chart, const bsi_sinking *sinking)
{
    const bship_rules *rules = chart->rules;
    uint32_t step = bsi_step(rules, sinking->orientation);
    for (int32_t k = 0; k < sinking->length; k++) {
        uint32_t cell = sinking->first + (uint32_t)k * step;
        for (uint32_t i = 0; i < 8; i++) {
            uint32_t neighbour = bsi_neighbour(rules, cell, i);
            if (chart->states[neighbour] == BSHIP_CHART_STATE_UNKNOWN) {
                bsi_chart_touch(chart, neighbour);
                chart->states[neighbour] = BSHIP_CHART_STATE_KNOWN_WATER;
                chart->unknown_count--;
            }
        }
    }
}

/* Reveals water around the sinkings from `sinking` on. */
static BSI_NOINLINE bship_status reveal_from(bship_chart *chart, int32_t sinking)
{
    if (!bsi_reveals_water(chart->rules))
        return BSHIP_OK;
    for (; sinking < chart->sinking_count; sinking++)
        reveal_around(chart, &chart->sinkings[sinking]);
    return counts_agree(chart) ? BSHIP_OK : BSHIP_ERROR_CONTRADICTION;
}

static inline bship_status apply_shots(bship_chart *chart, uint32_t first, uint32_t end,
                                       uint32_t *fault)
{
    int32_t sinkings = chart->sinking_count;
    for (uint32_t i = first; i < end; i++) {
        bship_status status = apply_shot(chart, i);
        if (status) {
            *fault = i;
            return status;
        }
    }
    return sinkings == chart->sinking_count ? BSHIP_OK : reveal_from(chart, sinkings);
}

/* ---- a turn reported by a total ---- */

/* Marks the unknown cells among those of shots. If all or none were hit, their results are known.
 * Returns whether the chart agrees. */
static bool mark_shots(bship_chart *chart, uint32_t first, uint32_t end, int32_t hits)
{
    int32_t effective = 0;
    for (uint32_t i = first; i < end; i++)
        effective += chart->states[chart->shots[i].position] == BSHIP_CHART_STATE_UNKNOWN;
    chart->wasted += (int64_t)(end - first) - effective;
    bool agrees = true;
    for (uint32_t i = first; i < end; i++) {
        uint32_t position = chart->shots[i].position;
        if (chart->states[position] != BSHIP_CHART_STATE_UNKNOWN)
            continue;
        if (hits == effective && hits > 0) {
            mark_hit(chart, position, i);
            agrees = agrees && !bsi_contact_excludes(chart, position);
        } else {
            bsi_chart_touch(chart, position);
            chart->states[position] = hits ? BSHIP_CHART_STATE_SHOT : BSHIP_CHART_STATE_MISS;
            chart->unknown_count--;
        }
    }
    return agrees;
}

/*
 * As mark_shots(), for a salvo that sinks the last ship. A salvo ends with the shot that does, so
 * its last shot is known to be a hit.
 */
static bool mark_last_salvo(bship_chart *chart, uint32_t first, uint32_t end, int32_t hits)
{
    uint32_t last = end - 1, position = chart->shots[last].position;
    if (chart->states[position] != BSHIP_CHART_STATE_UNKNOWN ||
        !mark_shots(chart, first, last, hits - 1))
        return false;
    mark_hit(chart, position, last);
    return !bsi_contact_excludes(chart, position);
}

/* Applies the counts of a total by ship; returns whether the chart agrees. */
static bool apply_counts(bship_chart *chart, const int32_t *sunk_of, const int32_t *hits_of)
{
    const bship_fleet *fleet = chart->rules->fleet;
    bool names = bsi_discloses_name(chart->rules, true);
    bool hit_names = bsi_discloses_hit_names(chart->rules);
    bool agrees = true;
    for (int32_t i = 0; i < fleet->count; i++) {
        if (sunk_of[i] > 0) {
            int32_t length = fleet->ships[i].length;
            agrees = bsi_chart_sink_length(chart, length, sunk_of[i]) && agrees;
            chart->afloat_of_name[i] -= names ? sunk_of[i] : 0;
            agrees = agrees && chart->afloat_of_name[i] >= 0;
        }
        chart->hits_of_name[i] += hits_of[i];
        if (hit_names && fleet->ships[i].first_of_name == i)
            agrees = agrees && name_agrees(chart, i);
    }
    return agrees;
}

static BSI_NOINLINE bship_status apply_total(bship_chart *chart, uint32_t first, uint32_t end,
                                             int32_t total)
{
    const int32_t *row = chart->totals + (size_t)total * bsi_total_width(chart);
    if (bsi_chart_is_defeated(chart) || row[0] > chart->unhit)
        return BSHIP_ERROR_CONTRADICTION;
    bool agrees = row[0] == chart->unhit ? mark_last_salvo(chart, first, end, row[0])
                                         : mark_shots(chart, first, end, row[0]);
    chart->unhit -= row[0];
    chart->sunk_count += row[1] > 0 ? row[1] : 0;
    agrees = apply_counts(chart, row + 2, row + 2 + chart->rules->fleet->count) && agrees;
    return agrees && counts_agree(chart) ? BSHIP_OK : BSHIP_ERROR_CONTRADICTION;
}

/* Begins to note which cells a turn changes. */
static inline void begin_changes(bship_chart *chart, uint32_t turn)
{
    chart->changed_turn = turn;
    bsi_stamp_set_clear(&chart->changed);
}

bship_status bsi_chart_apply(bship_chart *chart, uint32_t turn, uint32_t *fault)
{
    begin_changes(chart, turn);
    const bsi_turn *entry = &chart->turns[turn];
    uint32_t end = bsi_turn_end(chart, turn);
    if (entry->total >= 0)
        return apply_total(chart, entry->first_shot, end, entry->total);
    return apply_shots(chart, entry->first_shot, end, fault);
}

bship_status bsi_chart_apply_shot(bship_chart *chart, uint32_t shot)
{
    int32_t sinkings = chart->sinking_count;
    begin_changes(chart, chart->turn_count - 1);
    bship_status status = apply_shot(chart, shot);
    if (status || sinkings == chart->sinking_count)
        return status;
    return reveal_from(chart, sinkings);
}
