/* Salvos answered by totals; see totals.h. */
#include "inference/totals.h"

#include <string.h>

enum {
    WORD_BITS = 64,
    SUM_BITS = 2 * WORD_BITS
};

/* A placement, before those of its group are together. */
struct entry {
    bship_internal_placement laid;
    uint32_t group;
};

void bship_internal_totals_layout(bship_internal_totals *totals,
                                  const bship_internal_evidence *evidence,
                                  bship_internal_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    totals->evidence = evidence;
    totals->allocator = rules->allocator;
    totals->width = 2 + 2 * (size_t)rules->fleet->count;
    totals->tells_sinkings =
        bship_internal_axis(rules, BSHIP_AXIS_DISCLOSURE) != BSHIP_DISCLOSURE_HIT;
    if (!bship_internal_tells_totals(rules))
        return;
    totals->salvo_of = bship_internal_arena_take(arena, rules->positions, sizeof *totals->salvo_of);
    totals->rest = bship_internal_arena_take(arena, totals->width, sizeof *totals->rest);
    totals->groups_begin = bship_internal_arena_take(arena, (size_t)evidence->kind_count + 1,
                                                     sizeof *totals->groups_begin);
}

void bship_internal_totals_clear(bship_internal_totals *totals)
{
    const bship_allocator *allocator = &totals->allocator;
    bship_internal_array_free(&totals->units, allocator, sizeof(bship_internal_sum));
    bship_internal_array_free(&totals->groups, allocator, sizeof(bship_internal_group));
    bship_internal_array_free(&totals->places, allocator, sizeof(bship_internal_placement));
    bship_internal_array_free(&totals->entries, allocator, sizeof(struct entry));
}

/* ---- reading ---- */

static bship_internal_sum *unit_of(const bship_internal_totals *totals, uint32_t salvo,
                                   size_t column)
{
    return (bship_internal_sum *)totals->units.items + salvo * totals->width + column;
}

/* Makes a field for a number. Where there is no room for it `bits` says so. */
static void add_field(bship_internal_totals *totals, uint32_t salvo, size_t column, int32_t told)
{
    uint32_t bits = 1, at = totals->bits;
    for (int32_t rest = told; rest > 0; rest /= 2)
        bits++;
    if (at / WORD_BITS != (at + bits - 1) / WORD_BITS)
        at = WORD_BITS * (at / WORD_BITS + 1);
    totals->bits = at + bits;
    if (totals->bits > SUM_BITS)
        return;
    uint32_t word = at / WORD_BITS, shift = at % WORD_BITS;
    unit_of(totals, salvo, column)->words[word] = UINT64_C(1) << shift;
    totals->told.words[word] |= (uint64_t)told << shift;
    totals->guards.words[word] |= UINT64_C(1) << (shift + bits - 1);
}

/* Where the numbers of a kind's ships are in a row: of hits, and of sinkings. */
static size_t hits_column(const bship_internal_evidence *evidence, int32_t kind)
{
    const bship_fleet *fleet = evidence->rules->fleet;
    if (bship_internal_axis(evidence->rules, BSHIP_AXIS_DISCLOSURE) != BSHIP_DISCLOSURE_EVERY_HIT)
        return 0;
    int32_t name = fleet->ships[evidence->kinds[kind].ship].first_of_name;
    return 2 + (size_t)fleet->count + (size_t)name;
}

static size_t sunk_column(const bship_internal_evidence *evidence, int32_t kind)
{
    const bship_internal_ship *ship = &evidence->rules->fleet->ships[evidence->kinds[kind].ship];
    switch (bship_internal_axis(evidence->rules, BSHIP_AXIS_DISCLOSURE)) {
    case BSHIP_DISCLOSURE_LENGTH:
        return 2 + (size_t)ship->first_of_length;
    case BSHIP_DISCLOSURE_SHIP:
    case BSHIP_DISCLOSURE_EVERY_HIT:
        return 2 + (size_t)ship->first_of_name;
    default:
        return 1;
    }
}

/* Makes fields for all that a salvo was answered, and is no sum of others. */
static void read_row(bship_internal_totals *totals, uint32_t salvo, const int32_t *told)
{
    const bship_internal_evidence *evidence = totals->evidence;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        size_t columns[] = { hits_column(evidence, k), sunk_column(evidence, k) };
        for (int i = 0; i <= totals->tells_sinkings; i++) {
            const bship_internal_sum *unit = unit_of(totals, salvo, columns[i]);
            if (told[columns[i]] > 0 && bship_internal_sum_is_zero(unit))
                add_field(totals, salvo, columns[i], told[columns[i]]);
        }
    }
}

/* Reads the answer to a salvo, and takes it from what is left to the salvo to come. */
static void read_salvo(bship_internal_totals *totals, const bship_chart *chart, uint32_t turn,
                       uint32_t salvo)
{
    const bship_internal_turn *entry = &chart->turns[turn];
    const int32_t *told = chart->totals + (size_t)entry->total * totals->width;
    /* A cell that was shot before is wasted, and not counted. */
    for (uint32_t i = entry->first_shot; i < bship_internal_turn_end(chart, turn); i++) {
        if (!totals->salvo_of[chart->shots[i].position])
            totals->salvo_of[chart->shots[i].position] = salvo;
    }
    for (size_t i = 0; i < totals->width; i++)
        totals->rest[i] -= told[i];
    read_row(totals, salvo, told);
}

/* All hits and sinkings that there are to be. */
static void count_all(bship_internal_totals *totals)
{
    const bship_internal_evidence *evidence = totals->evidence;
    memset(totals->rest, 0, totals->width * sizeof *totals->rest);
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        const bship_internal_kind *kind = &evidence->kinds[k];
        totals->rest[hits_column(evidence, k)] += kind->length * kind->ships;
        totals->rest[sunk_column(evidence, k)] += kind->ships;
    }
}

bship_status bship_internal_totals_read(bship_internal_totals *totals, const bship_chart *chart,
                                        bship_internal_effort *effort)
{
    if (!totals->salvo_of)
        return BSHIP_OK;
    size_t units = ((size_t)chart->total_count + 1) * totals->width;
    totals->units.count = 0;
    if (bship_internal_array_reserve(&totals->units, &totals->allocator, units,
                                     sizeof(bship_internal_sum)))
        return BSHIP_ERROR_MEMORY;
    bship_status status = bship_internal_effort_clear(effort, totals->units.items,
                                                      units * sizeof(bship_internal_sum));
    memset(totals->salvo_of, 0, totals->evidence->rules->positions * sizeof *totals->salvo_of);
    count_all(totals);
    totals->bits = 0;
    totals->told = totals->guards = (bship_internal_sum){ { 0, 0 } };
    uint32_t salvo = 0;
    for (uint32_t turn = 0; !status && turn < chart->turn_count; turn++) {
        if (chart->turns[turn].total < 0)
            continue;
        read_salvo(totals, chart, turn, ++salvo);
        uint32_t shots = bship_internal_turn_end(chart, turn) - chart->turns[turn].first_shot;
        status = bship_internal_effort_spend(effort, (int64_t)(totals->width + 2 * shots));
    }
    /* Where nothing was hit there is nothing to add up. */
    if (!status && totals->bits > 0)
        read_row(totals, 0, totals->rest);
    return status;
}

/* ---- groups ---- */

/* Adds one to a number; whether that is no more than was told. */
static int add_one(const bship_internal_totals *totals, uint32_t salvo, size_t column,
                   bship_internal_sum *sum)
{
    const bship_internal_sum *unit = unit_of(totals, salvo, column);
    bship_internal_sum left;
    *sum = bship_internal_sum_plus(*sum, unit);
    return !bship_internal_sum_is_zero(unit) &&
           bship_internal_sum_pay(totals, &totals->told, sum, &left);
}

/* Finds what a placement adds; whether none of it is more than was told. */
static int add_up(const bship_internal_totals *totals, bship_internal_placement laid,
                  bship_internal_sum *sum)
{
    const bship_internal_evidence *evidence = totals->evidence;
    size_t column = hits_column(evidence, laid.kind);
    uint32_t step = bship_internal_step(evidence->rules, laid.orientation), last = 1;
    *sum = (bship_internal_sum){ { 0, 0 } };
    for (int32_t i = 0; i < evidence->kinds[laid.kind].length; i++, laid.position += step) {
        uint32_t salvo = totals->salvo_of[laid.position];
        if (last > 0 && (salvo == 0 || salvo > last))
            last = salvo;
        if (!add_one(totals, salvo, column, sum))
            return 0;
    }
    return !totals->tells_sinkings || add_one(totals, last, sunk_column(evidence, laid.kind), sum);
}

/* The number of the group of a kind that adds a sum, new if need be; UINT32_MAX: no memory. */
static uint32_t find_group(bship_internal_totals *totals, int32_t kind,
                           const bship_internal_sum *sum)
{
    uint32_t number = totals->groups_begin[kind];
    while (number < totals->groups.count &&
           !bship_internal_sum_is_same(&bship_internal_group_at(totals, number)->sum, sum))
        number++;
    if (number < totals->groups.count)
        return number;
    if (bship_internal_array_reserve(&totals->groups, &totals->allocator, 1,
                                     sizeof(bship_internal_group)))
        return UINT32_MAX;
    ((bship_internal_group *)totals->groups.items)[totals->groups.count++] =
        (bship_internal_group){ .sum = *sum };
    return number;
}

static bship_status add_entry(bship_internal_totals *totals, bship_internal_placement laid,
                              const bship_internal_sum *sum, bship_internal_effort *effort)
{
    uint32_t number = find_group(totals, laid.kind, sum);
    if (number == UINT32_MAX ||
        bship_internal_array_reserve(&totals->entries, &totals->allocator, 1, sizeof(struct entry)))
        return BSHIP_ERROR_MEMORY;
    bship_internal_group *own = (bship_internal_group *)totals->groups.items + number;
    own->end++;
    own->is_open = totals->evidence->kinds[laid.kind].spots[laid.orientation][laid.position] ==
                   BSHIP_INTERNAL_SPOT_OPEN;
    own->weight += bship_internal_placement_weight(totals->evidence, laid);
    ((struct entry *)totals->entries.items)[totals->entries.count++] =
        (struct entry){ laid, number };
    return bship_internal_effort_spend(effort, number - totals->groups_begin[laid.kind] + 20);
}

static bship_status add_entries(bship_internal_totals *totals, int32_t kind, int32_t orientation,
                                bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = totals->evidence;
    const bship_rules *rules = evidence->rules;
    const uint8_t *spots = evidence->kinds[kind].spots[orientation];
    bship_status status = bship_internal_effort_spend(effort, rules->free_count);
    for (uint32_t i = 0; !status && i < rules->free_count; i++) {
        bship_internal_placement laid =
            bship_internal_placement_of(kind, orientation, rules->free_cells[i]);
        bship_internal_sum sum;
        if (spots[laid.position] && add_up(totals, laid, &sum))
            status = add_entry(totals, laid, &sum, effort);
    }
    return status;
}

/* Lists the placements by group. */
static bship_status list_places(bship_internal_totals *totals, bship_internal_effort *effort)
{
    bship_internal_group *groups = totals->groups.items;
    const struct entry *entries = totals->entries.items;
    uint32_t count = 0;
    totals->places.count = 0;
    if (bship_internal_array_reserve(&totals->places, &totals->allocator, totals->entries.count,
                                     sizeof(bship_internal_placement)))
        return BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < totals->groups.count; i++) {
        uint32_t own = groups[i].end;
        groups[i].first = groups[i].end = count;
        count += own;
    }
    bship_internal_placement *places = totals->places.items;
    for (size_t i = 0; i < totals->entries.count; i++)
        places[groups[entries[i].group].end++] = entries[i].laid;
    totals->places.count = totals->entries.count;
    return bship_internal_effort_spend(effort, 2 * (int64_t)totals->entries.count);
}

bship_status bship_internal_totals_group(bship_internal_totals *totals,
                                         bship_internal_effort *effort)
{
    bship_status status = totals->bits > SUM_BITS ? BSHIP_ERROR_WORK_LIMIT : BSHIP_OK;
    totals->groups.count = totals->entries.count = 0;
    for (int32_t i = 0; !status && i < totals->evidence->kind_count * 2; i++) {
        if (i % 2 == 0)
            totals->groups_begin[i / 2] = (uint32_t)totals->groups.count;
        if (i % 2 < totals->evidence->kinds[i / 2].orientations)
            status = add_entries(totals, i / 2, i % 2, effort);
    }
    totals->groups_begin[totals->evidence->kind_count] = (uint32_t)totals->groups.count;
    return status ? status : list_places(totals, effort);
}
