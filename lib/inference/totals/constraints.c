/* Salvos answered by totals; see totals/constraints.h. */
#include "inference/totals/constraints.h"

#include <string.h>

enum {
    WORD_BITS = 64,
    SUM_BITS = 2 * WORD_BITS
};

/* A placement, before those of its group are together. */
struct entry {
    bsi_placement placed;
    uint32_t group;
};

void bsi_totals_carve(bsi_totals *totals, const bsi_evidence *evidence, bsi_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    totals->evidence = evidence;
    totals->allocator = rules->allocator;
    totals->width = 2 + 2 * (size_t)rules->fleet->count;
    totals->tells_sinkings = bsi_discloses_sinkings(rules);
    if (!bsi_reports_totals(rules))
        return;
    totals->salvo_of = bsi_arena_take(arena, rules->positions, sizeof *totals->salvo_of);
    totals->remaining = bsi_arena_take(arena, totals->width, sizeof *totals->remaining);
    totals->groups_begin =
        bsi_arena_take(arena, (size_t)evidence->class_count + 1, sizeof *totals->groups_begin);
}

void bsi_totals_clear(bsi_totals *totals)
{
    const bship_allocator *allocator = &totals->allocator;
    bsi_array_free(&totals->units, allocator, sizeof(bsi_sum));
    bsi_array_free(&totals->groups, allocator, sizeof(bsi_group));
    bsi_array_free(&totals->places, allocator, sizeof(bsi_placement));
    bsi_array_free(&totals->entries, allocator, sizeof(struct entry));
}

/* ---- reading ---- */

static bsi_sum *unit_of(const bsi_totals *totals, uint32_t salvo, size_t column)
{
    return (bsi_sum *)totals->units.items + salvo * totals->width + column;
}

/* Makes a field for a number. Where there is no room for it `bits` says so. */
static void add_field(bsi_totals *totals, uint32_t salvo, size_t column, int32_t observed)
{
    uint32_t bits = 1, at = totals->bits;
    for (int32_t remaining = observed; remaining > 0; remaining /= 2)
        bits++;
    if (at / WORD_BITS != (at + bits - 1) / WORD_BITS)
        at = WORD_BITS * (at / WORD_BITS + 1);
    totals->bits = at + bits;
    if (totals->bits > SUM_BITS)
        return;
    uint32_t word = at / WORD_BITS, shift = at % WORD_BITS;
    unit_of(totals, salvo, column)->words[word] = UINT64_C(1) << shift;
    totals->observed.words[word] |= (uint64_t)observed << shift;
    totals->guards.words[word] |= UINT64_C(1) << (shift + bits - 1);
}

/* Where the numbers of a kind's ships are in a row: of hits, and of sinkings. */
static size_t hits_column(const bsi_evidence *evidence, int32_t class)
{
    const bship_rules *rules = evidence->rules;
    int32_t ship = bsi_disclosed_ship(rules, evidence->classes[class].ship, 0);
    return ship < 0 ? 0 : 2 + (size_t)rules->fleet->count + (size_t)ship;
}

static size_t sunk_column(const bsi_evidence *evidence, int32_t class)
{
    int32_t ship = bsi_disclosed_ship(evidence->rules, evidence->classes[class].ship, 1);
    return ship < 0 ? 1 : 2 + (size_t)ship;
}

/* Makes fields for all that a salvo was answered, and is no sum of others. */
static void read_row(bsi_totals *totals, uint32_t salvo, const int32_t *observed)
{
    const bsi_evidence *evidence = totals->evidence;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        size_t columns[] = { hits_column(evidence, k), sunk_column(evidence, k) };
        for (int i = 0; i <= totals->tells_sinkings; i++) {
            const bsi_sum *unit = unit_of(totals, salvo, columns[i]);
            if (observed[columns[i]] > 0 && bsi_sum_is_zero(unit))
                add_field(totals, salvo, columns[i], observed[columns[i]]);
        }
    }
}

/* Reads the answer to a salvo, and takes it from what is left to the salvo to come. */
static void read_salvo(bsi_totals *totals, const bship_chart *chart, uint32_t turn, uint32_t salvo)
{
    const bsi_turn *entry = &chart->turns[turn];
    const int32_t *observed = chart->totals + (size_t)entry->total * totals->width;
    /* A cell that was shot before is wasted, and not counted. */
    for (uint32_t i = entry->first_shot; i < bsi_turn_end(chart, turn); i++) {
        if (!totals->salvo_of[chart->shots[i].position])
            totals->salvo_of[chart->shots[i].position] = salvo;
    }
    for (size_t i = 0; i < totals->width; i++)
        totals->remaining[i] -= observed[i];
    read_row(totals, salvo, observed);
}

/* All hits and sinkings that there are to be. */
static void count_all(bsi_totals *totals)
{
    const bsi_evidence *evidence = totals->evidence;
    memset(totals->remaining, 0, totals->width * sizeof *totals->remaining);
    for (int32_t k = 0; k < evidence->class_count; k++) {
        const bsi_ship_class *class = &evidence->classes[k];
        totals->remaining[hits_column(evidence, k)] += class->length * class->ships;
        totals->remaining[sunk_column(evidence, k)] += class->ships;
    }
}

bship_status bsi_totals_read(bsi_totals *totals, const bship_chart *chart, bsi_work_budget *budget)
{
    if (!totals->salvo_of)
        return BSHIP_OK;
    size_t units = ((size_t)chart->total_count + 1) * totals->width;
    totals->units.count = 0;
    if (bsi_array_reserve(&totals->units, &totals->allocator, units, sizeof(bsi_sum)))
        return BSHIP_ERROR_MEMORY;
    bship_status status =
        bsi_work_clear_memory(budget, totals->units.items, units * sizeof(bsi_sum));
    memset(totals->salvo_of, 0, totals->evidence->rules->positions * sizeof *totals->salvo_of);
    count_all(totals);
    totals->bits = 0;
    totals->observed = totals->guards = (bsi_sum){ { 0, 0 } };
    uint32_t salvo = 0;
    for (uint32_t turn = 0; !status && turn < chart->turn_count; turn++) {
        if (chart->turns[turn].total < 0)
            continue;
        read_salvo(totals, chart, turn, ++salvo);
        uint32_t shots = bsi_turn_end(chart, turn) - chart->turns[turn].first_shot;
        status = bsi_work_charge(budget, (int64_t)(totals->width + 2 * shots));
    }
    /* Where nothing was hit there is nothing to add up. */
    if (!status && totals->bits > 0)
        read_row(totals, 0, totals->remaining);
    return status;
}

/* ---- groups ---- */

/* Adds one to a number; whether that is no more than was told. */
static int add_one(const bsi_totals *totals, uint32_t salvo, size_t column, bsi_sum *sum)
{
    const bsi_sum *unit = unit_of(totals, salvo, column);
    bsi_sum left;
    *sum = bsi_sum_plus(*sum, unit);
    return !bsi_sum_is_zero(unit) && bsi_sum_subtract(totals, &totals->observed, sum, &left);
}

/* Finds what a placement adds; whether none of it is more than was told. */
static int add_up(const bsi_totals *totals, bsi_placement placed, bsi_sum *sum)
{
    const bsi_evidence *evidence = totals->evidence;
    size_t column = hits_column(evidence, placed.class);
    uint32_t step = bsi_step(evidence->rules, placed.orientation), last = 1;
    *sum = (bsi_sum){ { 0, 0 } };
    for (int32_t i = 0; i < evidence->classes[placed.class].length; i++, placed.position += step) {
        uint32_t salvo = totals->salvo_of[placed.position];
        if (last > 0 && (salvo == 0 || salvo > last))
            last = salvo;
        if (!add_one(totals, salvo, column, sum))
            return 0;
    }
    return !totals->tells_sinkings ||
           add_one(totals, last, sunk_column(evidence, placed.class), sum);
}

/* The number of the group of a kind that adds a sum, new if need be; UINT32_MAX: no memory. */
static uint32_t find_group(bsi_totals *totals, int32_t class, const bsi_sum *sum)
{
    uint32_t number = totals->groups_begin[class];
    while (number < totals->groups.count &&
           !bsi_sum_is_same(&bsi_group_at(totals, number)->sum, sum))
        number++;
    if (number < totals->groups.count)
        return number;
    if (bsi_array_reserve(&totals->groups, &totals->allocator, 1, sizeof(bsi_group)))
        return UINT32_MAX;
    ((bsi_group *)totals->groups.items)[totals->groups.count++] = (bsi_group){ .sum = *sum };
    return number;
}

static bship_status add_entry(bsi_totals *totals, bsi_placement placed, const bsi_sum *sum,
                              bsi_work_budget *budget)
{
    uint32_t number = find_group(totals, placed.class, sum);
    if (number == UINT32_MAX ||
        bsi_array_reserve(&totals->entries, &totals->allocator, 1, sizeof(struct entry)))
        return BSHIP_ERROR_MEMORY;
    bsi_group *own = (bsi_group *)totals->groups.items + number;
    own->end++;
    own->is_open =
        totals->evidence->classes[placed.class].placements[placed.orientation][placed.position] ==
        BSI_PLACEMENT_OPEN;
    own->weight += bsi_placement_weight(totals->evidence, placed);
    ((struct entry *)totals->entries.items)[totals->entries.count++] =
        (struct entry){ placed, number };
    return bsi_work_charge(budget, number - totals->groups_begin[placed.class] + 20);
}

static bship_status add_entries(bsi_totals *totals, int32_t class, int32_t orientation,
                                bsi_work_budget *budget)
{
    const bsi_evidence *evidence = totals->evidence;
    const bship_rules *rules = evidence->rules;
    const uint8_t *placements = evidence->classes[class].placements[orientation];
    bship_status status = bsi_work_charge(budget, rules->free_count);
    for (uint32_t i = 0; !status && i < rules->free_count; i++) {
        bsi_placement placed = bsi_placement_of(class, orientation, rules->free_cells[i]);
        bsi_sum sum;
        if (placements[placed.position] && add_up(totals, placed, &sum))
            status = add_entry(totals, placed, &sum, budget);
    }
    return status;
}

/* Lists the placements by group. */
static bship_status list_places(bsi_totals *totals, bsi_work_budget *budget)
{
    bsi_group *groups = totals->groups.items;
    const struct entry *entries = totals->entries.items;
    uint32_t count = 0;
    totals->places.count = 0;
    if (bsi_array_reserve(&totals->places, &totals->allocator, totals->entries.count,
                          sizeof(bsi_placement)))
        return BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < totals->groups.count; i++) {
        uint32_t own = groups[i].end;
        groups[i].first = groups[i].end = count;
        count += own;
    }
    bsi_placement *places = totals->places.items;
    for (size_t i = 0; i < totals->entries.count; i++)
        places[groups[entries[i].group].end++] = entries[i].placed;
    totals->places.count = totals->entries.count;
    return bsi_work_charge(budget, 2 * (int64_t)totals->entries.count);
}

bship_status bsi_totals_group(bsi_totals *totals, bsi_work_budget *budget)
{
    bship_status status = totals->bits > SUM_BITS ? BSHIP_ERROR_WORK_LIMIT : BSHIP_OK;
    totals->groups.count = totals->entries.count = 0;
    for (int32_t i = 0; !status && i < totals->evidence->class_count * 2; i++) {
        if (i % 2 == 0)
            totals->groups_begin[i / 2] = (uint32_t)totals->groups.count;
        if (i % 2 < totals->evidence->classes[i / 2].orientations)
            status = add_entries(totals, i / 2, i % 2, budget);
    }
    totals->groups_begin[totals->evidence->class_count] = (uint32_t)totals->groups.count;
    return status ? status : list_places(totals, budget);
}
