/* Salvos answered by totals; see totals.h. */
#include "inference/totals.h"

#include <string.h>

void bship_internal_totals_layout(bship_internal_totals *totals,
                                  const bship_internal_evidence *evidence,
                                  bship_internal_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    totals->evidence = evidence;
    totals->allocator = rules->allocator;
    totals->width = 1 + 2 * (size_t)rules->fleet->count;
    if (bship_internal_tells_totals(rules))
        totals->salvo_of =
            bship_internal_arena_take(arena, rules->positions, sizeof *totals->salvo_of);
}

void bship_internal_totals_clear(bship_internal_totals *totals)
{
    bship_internal_array_free(&totals->salvos, &totals->allocator,
                              sizeof(bship_internal_salvo_state));
    bship_internal_array_free(&totals->cells, &totals->allocator, sizeof(uint32_t));
    bship_internal_array_free(&totals->rows, &totals->allocator, sizeof(int32_t));
}

/* ---- reading ---- */

/* Makes room for salvos numbered from 1, and clears them. */
static bship_status make_room(bship_internal_totals *totals, size_t salvos, size_t cells,
                              bship_internal_effort *effort)
{
    totals->salvos.count = 0;
    totals->rows.count = 0;
    totals->cells.count = 0;
    bship_status status = bship_internal_array_reserve(
        &totals->salvos, &totals->allocator, salvos + 1, sizeof(bship_internal_salvo_state));
    if (!status)
        status = bship_internal_array_reserve(&totals->rows, &totals->allocator,
                                              (salvos + 1) * totals->width, sizeof(int32_t));
    if (!status)
        status = bship_internal_array_reserve(&totals->cells, &totals->allocator, cells,
                                              sizeof(uint32_t));
    if (status)
        return status;
    totals->salvos.count = salvos + 1;
    totals->rows.count = (salvos + 1) * totals->width;
    memset(totals->salvos.items, 0, (salvos + 1) * sizeof(bship_internal_salvo_state));
    memset(totals->salvo_of, 0, totals->evidence->rules->positions * sizeof *totals->salvo_of);
    return bship_internal_effort_clear(effort, totals->rows.items,
                                       totals->rows.count * sizeof(int32_t));
}

static int32_t *row_of(const bship_internal_totals *totals, uint32_t salvo)
{
    return (int32_t *)totals->rows.items + salvo * totals->width;
}

static void read_salvo(bship_internal_totals *totals, const bship_chart *chart, uint32_t turn,
                       uint32_t salvo)
{
    const bship_internal_turn *entry = &chart->turns[turn];
    const int32_t *told = chart->totals + (size_t)entry->total * bship_internal_total_width(chart);
    bship_internal_salvo_state *state = bship_internal_totals_at(totals, salvo);
    state->hits = told[0];
    for (uint32_t i = entry->first_shot; i < bship_internal_turn_end(chart, turn); i++) {
        uint32_t position = chart->shots[i].position;
        /* A cell shot before was wasted, and is not counted. */
        if (totals->salvo_of[position])
            continue;
        uint8_t cell = totals->evidence->cells[position];
        totals->salvo_of[position] = salvo;
        state->hits -= cell == BSHIP_INTERNAL_CELL_HIT;
        if (cell == BSHIP_INTERNAL_CELL_SHOT)
            ((uint32_t *)totals->cells.items)[totals->cells.count++] = position;
    }
    memcpy(row_of(totals, salvo), told + 1, totals->width * sizeof *told);
}

bship_status bship_internal_totals_read(bship_internal_totals *totals, const bship_chart *chart,
                                        bship_internal_effort *effort)
{
    if (!totals->salvo_of)
        return BSHIP_OK;
    bship_status status = make_room(totals, chart->total_count, chart->shot_count, effort);
    uint32_t salvo = 0;
    for (uint32_t turn = 0; !status && turn < chart->turn_count; turn++) {
        if (chart->turns[turn].total < 0)
            continue;
        read_salvo(totals, chart, turn, ++salvo);
        uint32_t shots = bship_internal_turn_end(chart, turn) - chart->turns[turn].first_shot;
        status = bship_internal_effort_spend(effort, (int64_t)(totals->width + 2 * shots));
    }
    return status;
}

/* ---- agreeing ---- */

/* Counts the cells of each salvo that still may be hits. */
static void count_choices(bship_internal_totals *totals, const bship_internal_waters *waters)
{
    const uint32_t *cells = totals->cells.items;
    for (uint32_t salvo = 1; salvo <= bship_internal_totals_count(totals); salvo++)
        bship_internal_totals_at(totals, salvo)->cells = 0;
    for (size_t i = 0; i < totals->cells.count; i++) {
        if (!waters->taken[cells[i]])
            bship_internal_totals_at(totals, totals->salvo_of[cells[i]])->cells++;
    }
}

uint32_t bship_internal_totals_next(bship_internal_totals *totals,
                                    const bship_internal_waters *waters, int *may_miss)
{
    const uint32_t *cells = totals->cells.items;
    int32_t least = INT32_MAX;
    uint32_t next = 0;
    *may_miss = 0;
    count_choices(totals, waters);
    for (uint32_t salvo = 1; salvo <= bship_internal_totals_count(totals); salvo++) {
        const bship_internal_salvo_state *state = bship_internal_totals_at(totals, salvo);
        if (state->hits == 0 || state->cells - state->hits >= least)
            continue;
        least = state->cells - state->hits;
        next = salvo;
    }
    if (next == 0 || least < 0) {
        *may_miss = next ? -1 : 0;
        return 0;
    }
    *may_miss = least > 0;
    size_t i = 0;
    while (totals->salvo_of[cells[i]] != next || waters->taken[cells[i]])
        i++;
    return cells[i];
}

/* Where the counts of a kind's ships are in a row; 0: those of all ships. */
static size_t column_of(const bship_internal_evidence *evidence, int32_t kind)
{
    const bship_internal_ship *ship = &evidence->rules->fleet->ships[evidence->kinds[kind].ship];
    switch (bship_internal_axis(evidence->rules, BSHIP_AXIS_DISCLOSURE)) {
    case BSHIP_DISCLOSURE_LENGTH:
        return 1 + (size_t)ship->first_of_length;
    case BSHIP_DISCLOSURE_SHIP:
    case BSHIP_DISCLOSURE_EVERY_HIT:
        return 1 + (size_t)ship->first_of_name;
    default:
        return 0;
    }
}

/* Counts the sinking of a ship in the salvo that completed it. */
static int count_sinking(bship_internal_totals *totals, uint32_t salvo, size_t column, int32_t by)
{
    int32_t *row = row_of(totals, salvo);
    row[0] -= by;
    if (column > 0)
        row[column] -= by;
    return row[0] >= 0 && row[column] >= 0;
}

int bship_internal_totals_lay(bship_internal_totals *totals, bship_internal_placement spot,
                              int32_t by)
{
    const bship_internal_evidence *evidence = totals->evidence;
    int32_t disclosure = bship_internal_axis(evidence->rules, BSHIP_AXIS_DISCLOSURE);
    size_t column = column_of(evidence, spot.kind), ships = (totals->width - 1) / 2;
    uint32_t step = bship_internal_step(evidence->rules, spot.orientation), last = 0;
    int is_sunk = disclosure != BSHIP_DISCLOSURE_HIT, agrees = 1;
    if (bship_internal_totals_count(totals) == 0)
        return 1;
    for (int32_t i = 0; i < evidence->kinds[spot.kind].length; i++, spot.position += step) {
        uint32_t salvo = totals->salvo_of[spot.position];
        int32_t *hits = &bship_internal_totals_at(totals, salvo)->hits;
        last = salvo > last ? salvo : last;
        is_sunk &= salvo > 0;
        if (evidence->cells[spot.position] == BSHIP_INTERNAL_CELL_SHOT) {
            *hits -= by;
            agrees &= *hits >= 0;
        }
        if (salvo > 0 && disclosure == BSHIP_DISCLOSURE_EVERY_HIT) {
            int32_t *named = &row_of(totals, salvo)[column + ships];
            *named -= by;
            agrees &= *named >= 0;
        }
    }
    return is_sunk ? count_sinking(totals, last, column, by) && agrees : agrees;
}

int bship_internal_totals_agree(const bship_internal_totals *totals)
{
    if (bship_internal_axis(totals->evidence->rules, BSHIP_AXIS_DISCLOSURE) == BSHIP_DISCLOSURE_HIT)
        return 1;
    /* All hits are covered, so those of names are met if none is exceeded. */
    for (uint32_t salvo = 1; salvo <= bship_internal_totals_count(totals); salvo++) {
        if (row_of(totals, salvo)[0] != 0)
            return 0;
    }
    return 1;
}
