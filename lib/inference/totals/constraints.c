/* Reading totals from a chart, and grouping placements; see totals/constraints.h. */
#include "inference/totals/constraints.h"

#include <string.h>

/* A placement and its group, before the placements are sorted by group. */
struct bsi_entry {
    bsi_placement placement;
    uint32_t group;
};

void bsi_totals_carve(bsi_totals *totals, const bsi_evidence *evidence,
                      const bship_allocator *allocator, bsi_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    totals->evidence = evidence;
    totals->allocator = allocator;
    totals->columns = 2 + 2 * (size_t)rules->fleet->count;
    totals->has_sinkings = bsi_discloses_sinkings(rules);
    if (!bsi_reports_totals(rules))
        return;
    totals->salvo_of = bsi_arena_take(arena, rules->positions, sizeof *totals->salvo_of);
    totals->remaining = bsi_arena_take(arena, totals->columns, sizeof *totals->remaining);
    totals->groups_begin =
        bsi_arena_take(arena, (size_t)evidence->class_count + 1, sizeof *totals->groups_begin);
}

void bsi_totals_clear(bsi_totals *totals)
{
    const bship_allocator *allocator = totals->allocator;
    BSI_FREE(&totals->units, allocator);
    BSI_FREE(&totals->groups, allocator);
    BSI_FREE(&totals->placements, allocator);
    BSI_FREE(&totals->entries, allocator);
}

/* ---- reading ---- */

static bsi_packed *unit_of(const bsi_totals *totals, uint32_t salvo, size_t column)
{
    return &totals->units.items[salvo * totals->columns + column];
}

/*
 * The columns of a total are those of a chart: all hits, all sinkings, sinkings by ship, hits by
 * ship. Where the rules do not disclose the ship, all classes count in the first two.
 */

/* The column that counts the hits of a class. */
static size_t hits_column(const bsi_evidence *evidence, int32_t class)
{
    const bship_rules *rules = evidence->rules;
    int32_t ship = bsi_disclosed_ship(rules, evidence->classes[class].ship, 0);
    return ship < 0 ? 0 : 2 + (size_t)rules->fleet->count + (size_t)ship;
}

/* The column that counts the sinkings of a class. */
static size_t sinkings_column(const bsi_evidence *evidence, int32_t class)
{
    int32_t ship = bsi_disclosed_ship(evidence->rules, evidence->classes[class].ship, 1);
    return ship < 0 ? 1 : 2 + (size_t)ship;
}

/* Adds a field for each positive number of a salvo that some class contributes to. */
static void add_fields(bsi_totals *totals, uint32_t salvo, const int32_t *observed)
{
    const bsi_evidence *evidence = totals->evidence;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        size_t columns[] = { hits_column(evidence, k), sinkings_column(evidence, k) };
        for (int i = 0; i <= totals->has_sinkings; i++) {
            bsi_packed *unit = unit_of(totals, salvo, columns[i]);
            if (observed[columns[i]] > 0 && bsi_packed_is_zero(unit))
                bsi_packing_add(&totals->packing, unit, observed[columns[i]]);
        }
    }
}

/* Reads the total of a salvo, and subtracts it from what remains to virtual salvo 0. */
static void read_salvo(bsi_totals *totals, const bship_chart *chart, uint32_t turn, uint32_t salvo)
{
    const bsi_turn *entry = &chart->turns[turn];
    const int32_t *observed = chart->totals + (size_t)entry->total * totals->columns;
    /* A second shot at a cell is wasted and counts in no total. */
    for (uint32_t i = entry->first_shot; i < bsi_turn_end(chart, turn); i++) {
        if (!totals->salvo_of[chart->shots[i].position])
            totals->salvo_of[chart->shots[i].position] = salvo;
    }
    for (size_t i = 0; i < totals->columns; i++)
        totals->remaining[i] -= observed[i];
    add_fields(totals, salvo, observed);
}

/*
 * Moves the shot that sank the last ship from its salvo to a separate virtual salvo. A hit there
 * still counts in the fields of its salvo, and in one more field that requires this one hit.
 */
static void read_last_shot(bsi_totals *totals, const bship_chart *chart, uint32_t salvo)
{
    size_t hits_of = totals->columns - (size_t)totals->evidence->rules->fleet->count;
    bsi_packed *units = unit_of(totals, salvo + 1, 0), last = { { 0, 0 } };
    memcpy(units, unit_of(totals, salvo, 0), totals->columns * sizeof *units);
    bsi_packing_add(&totals->packing, &last, 1);
    for (size_t i = 0; i < totals->columns; i++) {
        bool counts_hits = i == 0 || i >= hits_of;
        if (counts_hits && !bsi_packed_is_zero(&units[i]))
            units[i] = bsi_packed_sum(units[i], &last);
    }
    totals->salvo_of[chart->shots[chart->shot_count - 1].position] = salvo + 1;
}

/* Sets `remaining` to the hits and sinkings of the whole fleet. */
static void count_fleet(bsi_totals *totals)
{
    const bsi_evidence *evidence = totals->evidence;
    memset(totals->remaining, 0, totals->columns * sizeof *totals->remaining);
    for (int32_t k = 0; k < evidence->class_count; k++) {
        const bsi_ship_class *class = &evidence->classes[k];
        totals->remaining[hits_column(evidence, k)] += class->length * class->ships;
        totals->remaining[sinkings_column(evidence, k)] += class->ships;
    }
}

/* Reads the totals of all salvos, which are numbered from 1. */
static bship_status read_salvos(bsi_totals *totals, const bship_chart *chart,
                                bsi_work_budget *budget)
{
    uint32_t salvo = 0;
    bship_status status = BSHIP_OK;
    for (uint32_t turn = 0; !status && turn < chart->turn_count; turn++) {
        if (chart->turns[turn].total < 0)
            continue;
        read_salvo(totals, chart, turn, ++salvo);
        uint32_t shots = bsi_turn_end(chart, turn) - chart->turns[turn].first_shot;
        status = bsi_work_charge(budget, (int64_t)(totals->columns + 2 * shots));
    }
    if (!status && bsi_chart_is_defeated(chart))
        read_last_shot(totals, chart, salvo);
    return status;
}

bship_status bsi_totals_read(bsi_totals *totals, const bship_chart *chart, bsi_work_budget *budget)
{
    if (!totals->salvo_of)
        return BSHIP_OK;
    size_t units = ((size_t)chart->total_count + 2) * totals->columns;
    totals->units.count = 0;
    if (BSI_RESERVE(&totals->units, totals->allocator, units))
        return BSHIP_ERROR_MEMORY;
    bship_status status =
        bsi_work_clear_memory(budget, totals->units.items, units * sizeof(bsi_packed));
    memset(totals->salvo_of, 0, totals->evidence->rules->positions * sizeof *totals->salvo_of);
    count_fleet(totals);
    totals->packing = (bsi_packing){ .bits = 0 };
    if (!status)
        status = read_salvos(totals, chart, budget);
    /* Without any hit there is nothing to add up to. */
    if (!status && totals->packing.bits > 0)
        add_fields(totals, 0, totals->remaining);
    return status;
}

/* ---- groups ---- */

/* Adds 1 to a number of a contribution; returns whether the totals allow that. */
static bool add_one(const bsi_totals *totals, uint32_t salvo, size_t column, bsi_packed *sum)
{
    const bsi_packed *unit = unit_of(totals, salvo, column);
    bsi_packed difference;
    *sum = bsi_packed_sum(*sum, unit);
    return !bsi_packed_is_zero(unit) &&
           bsi_packed_subtract(&totals->packing, &totals->packing.most, sum, &difference);
}

/* Computes the contribution of a placement; returns whether the totals allow it. */
static bool find_contribution(const bsi_totals *totals, bsi_placement placement, bsi_packed *sum)
{
    const bsi_evidence *evidence = totals->evidence;
    size_t column = hits_column(evidence, placement.class);
    uint32_t step = bsi_step(evidence->rules, placement.orientation), last = 1;
    uint32_t position = placement.position;
    *sum = (bsi_packed){ { 0, 0 } };
    for (int32_t i = 0; i < evidence->classes[placement.class].length; i++, position += step) {
        uint32_t salvo = totals->salvo_of[position];
        /* Virtual salvo 0 comes after all others. */
        if (last > 0 && (salvo == 0 || salvo > last))
            last = salvo;
        if (!add_one(totals, salvo, column, sum))
            return false;
    }
    return !totals->has_sinkings ||
           add_one(totals, last, sinkings_column(evidence, placement.class), sum);
}

/* The group of a contribution, added if new. Groups are found class by class, so those from the
 * first of this class on are all of this class. UINT32_MAX: out of memory. */
static uint32_t find_group(bsi_totals *totals, int32_t class, const bsi_packed *contribution)
{
    uint32_t number = totals->groups_begin[class];
    while (number < totals->groups.count &&
           !bsi_packed_equals(&totals->groups.items[number].contribution, contribution))
        number++;
    if (number < totals->groups.count)
        return number;
    if (BSI_RESERVE(&totals->groups, totals->allocator, 1))
        return UINT32_MAX;
    totals->groups.items[totals->groups.count++] = (bsi_group){ .contribution = *contribution };
    return number;
}

/* Adds a placement to its group. Until placements are sorted, `end` counts those of a group. */
static bship_status add_entry(bsi_totals *totals, bsi_placement placement,
                              const bsi_packed *contribution, bsi_work_budget *budget)
{
    const bsi_ship_class *class = &totals->evidence->classes[placement.class];
    uint32_t number = find_group(totals, placement.class, contribution);
    if (number == UINT32_MAX || BSI_RESERVE(&totals->entries, totals->allocator, 1))
        return BSHIP_ERROR_MEMORY;
    bsi_group *group = &totals->groups.items[number];
    group->end++;
    group->is_open =
        class->placements[placement.orientation][placement.position] == BSI_PLACEMENT_OPEN;
    group->weight += bsi_placement_weight(totals->evidence, placement);
    totals->entries.items[totals->entries.count++] = (struct bsi_entry){ placement, number };
    return bsi_work_charge(budget, number - totals->groups_begin[placement.class] + 20);
}

/* Adds the placements of a class and orientation that the totals allow. */
static bship_status add_entries(bsi_totals *totals, int32_t class, int32_t orientation,
                                bsi_work_budget *budget)
{
    const bsi_evidence *evidence = totals->evidence;
    const bship_rules *rules = evidence->rules;
    const uint8_t *placements = evidence->classes[class].placements[orientation];
    bship_status status = bsi_work_charge(budget, rules->free_count);
    for (uint32_t i = 0; !status && i < rules->free_count; i++) {
        bsi_placement placement = bsi_placement_of(class, orientation, rules->free_cells[i]);
        bsi_packed contribution;
        if (placements[placement.position] && find_contribution(totals, placement, &contribution))
            status = add_entry(totals, placement, &contribution, budget);
    }
    return status;
}

/* Sorts the placements by group (counting sort). */
static bship_status sort_placements(bsi_totals *totals, bsi_work_budget *budget)
{
    bsi_group *groups = totals->groups.items;
    const struct bsi_entry *entries = totals->entries.items;
    uint32_t first = 0;
    totals->placements.count = 0;
    if (BSI_RESERVE(&totals->placements, totals->allocator, totals->entries.count))
        return BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < totals->groups.count; i++) {
        uint32_t count = groups[i].end;
        groups[i].first = groups[i].end = first;
        first += count;
    }
    bsi_placement *placements = totals->placements.items;
    for (size_t i = 0; i < totals->entries.count; i++)
        placements[groups[entries[i].group].end++] = entries[i].placement;
    totals->placements.count = totals->entries.count;
    return bsi_work_charge(budget, 2 * (int64_t)totals->entries.count);
}

bship_status bsi_totals_group(bsi_totals *totals, bsi_work_budget *budget)
{
    bship_status status =
        totals->packing.bits > BSI_PACKED_BITS ? BSHIP_ERROR_WORK_LIMIT : BSHIP_OK;
    totals->groups.count = totals->entries.count = 0;
    for (int32_t i = 0; !status && i < totals->evidence->class_count * 2; i++) {
        if (i % 2 == 0)
            totals->groups_begin[i / 2] = (uint32_t)totals->groups.count;
        if (i % 2 < totals->evidence->classes[i / 2].orientations)
            status = add_entries(totals, i / 2, i % 2, budget);
    }
    totals->groups_begin[totals->evidence->class_count] = (uint32_t)totals->groups.count;
    return status ? status : sort_placements(totals, budget);
}
