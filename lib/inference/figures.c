/* What is told of a position; see figures.h. */
#include "inference/figures.h"

#include <math.h>
#include <string.h>

void bship_internal_figures_layout(bship_internal_figures *figures,
                                   const bship_internal_evidence *evidence,
                                   bship_internal_arena *arena)
{
    size_t positions = evidence->rules->positions, kinds = (size_t)evidence->kind_count;
    figures->evidence = evidence;
    figures->occupancy = bship_internal_arena_take(arena, positions, sizeof *figures->occupancy);
    figures->covered_by =
        bship_internal_arena_take(arena, kinds * positions, sizeof *figures->covered_by);
    figures->sunk_of =
        bship_internal_arena_take(arena, kinds * positions, sizeof *figures->sunk_of);
    figures->cover = bship_internal_arena_take(arena, positions, sizeof *figures->cover);
    figures->wide_scratch =
        bship_internal_arena_take(arena, 2 * positions, sizeof *figures->wide_scratch);
    figures->order =
        bship_internal_arena_take(arena, evidence->rules->free_count, sizeof *figures->order);
    figures->entropies = bship_internal_arena_take(arena, positions, sizeof *figures->entropies);
}

/* ---- from placements to cells ---- */

/* The only open cell of a placement; 0 if it has none or several. */
static uint32_t last_open_cell(const bship_internal_evidence *evidence, int32_t length,
                               uint32_t position, uint32_t step)
{
    uint32_t found = 0;
    for (int32_t i = 0; i < length; i++, position += step) {
        if (evidence->cells[position] != BSHIP_INTERNAL_CELL_OPEN)
            continue;
        if (found)
            return 0;
        found = position;
    }
    return found;
}

/* Whether a shot may sink a ship that lies so. */
static int may_sink_at_once(const bship_internal_kind *kind, uint8_t spot)
{
    return kind->length == 1 || spot == BSHIP_INTERNAL_SPOT_HIT;
}

enum {
    STEPS_A_POSITION = 4,
    STEPS_A_CELL = 4 /* of a kind */
};

/* The steps that spreading a placement takes. */
static int64_t spread_cost(const bship_internal_kind *kind)
{
    return 4 + 2 * kind->length;
}

int64_t bship_internal_figures_cost(const bship_internal_evidence *evidence)
{
    int64_t cells = evidence->rules->free_count, of_cell = 0;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        const bship_internal_kind *kind = &evidence->kinds[k];
        of_cell += kind->orientations * spread_cost(kind) + STEPS_A_CELL;
    }
    return STEPS_A_POSITION * (int64_t)evidence->rules->positions + cells * of_cell;
}

/* Adds up the placements of a kind for the cells that they cover, and for their last open ones. */
static bship_status add_placements(const bship_internal_figures *figures,
                                   const bship_internal_tally *tally, int32_t number, int32_t o,
                                   bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = figures->evidence;
    const bship_internal_kind *kind = &evidence->kinds[number];
    const bship_rules *rules = evidence->rules;
    bship_internal_wide *cover = figures->wide_scratch, *sunk = cover + rules->positions;
    const bship_internal_wide *counts = tally->counts + bship_internal_tally_row(tally, number, o);
    uint32_t step = bship_internal_step(rules, o);
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        bship_status status =
            bship_internal_effort_spend_at(effort, i, rules->free_count, spread_cost(kind));
        if (status)
            return status;
        if (bship_internal_wide_is_zero(counts[position]))
            continue;
        for (int32_t j = 0; j < kind->length; j++)
            bship_internal_wide_add(&cover[position + (uint32_t)j * step], counts[position]);
        uint32_t last = 0;
        if (may_sink_at_once(kind, kind->spots[o][position]))
            last = last_open_cell(evidence, kind->length, position, step);
        bship_internal_wide_add(&sunk[last], counts[position]);
    }
    return BSHIP_OK;
}

static bship_status spread_whole(bship_internal_figures *figures, const bship_internal_tally *tally,
                                 int32_t number, bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = figures->evidence;
    const bship_rules *rules = evidence->rules;
    size_t positions = rules->positions;
    const bship_internal_wide *cover = figures->wide_scratch, *sunk = cover + positions;
    double total = bship_internal_wide_to_double(tally->total);
    memset(figures->wide_scratch, 0, 2 * positions * sizeof *figures->wide_scratch);
    for (int32_t o = 0; o < evidence->kinds[number].orientations; o++) {
        bship_status status = add_placements(figures, tally, number, o, effort);
        if (status)
            return status;
    }
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        size_t own = (size_t)number * positions + position;
        bship_status status =
            bship_internal_effort_spend_at(effort, i, rules->free_count, STEPS_A_CELL);
        if (status)
            return status;
        figures->covered_by[own] = figures->sunk_of[own] = 0;
        if (bship_internal_wide_is_zero(cover[position]))
            continue;
        bship_internal_wide_add(&figures->cover[position], cover[position]);
        figures->covered_by[own] = bship_internal_wide_to_double(cover[position]) / total;
        if (!bship_internal_wide_is_zero(sunk[position]))
            figures->sunk_of[own] = bship_internal_wide_to_double(sunk[position]) / total;
    }
    return BSHIP_OK;
}

/* Adds the shares of a kind's placements to the cells that they cover, and to their last ones. */
static bship_status add_shares(const bship_internal_figures *figures,
                               const bship_internal_tally *tally, int32_t number, int32_t o,
                               bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = figures->evidence;
    const bship_internal_kind *kind = &evidence->kinds[number];
    const bship_rules *rules = evidence->rules;
    double *cover = figures->covered_by + (size_t)number * rules->positions;
    double *sunk = figures->sunk_of + (size_t)number * rules->positions;
    const double *weights = tally->weights + bship_internal_tally_row(tally, number, o);
    uint32_t step = bship_internal_step(rules, o);
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i], last = 0;
        bship_status status =
            bship_internal_effort_spend_at(effort, i, rules->free_count, spread_cost(kind));
        if (status)
            return status;
        /* Of differences of large weights rounding may leave less than nothing, or too much. */
        if (!(weights[position] > 0))
            continue;
        double share = weights[position] / tally->weight;
        for (int32_t j = 0; j < kind->length; j++)
            cover[position + (uint32_t)j * step] += share;
        if (may_sink_at_once(kind, kind->spots[o][position]))
            last = last_open_cell(evidence, kind->length, position, step);
        sunk[last] += share;
    }
    return BSHIP_OK;
}

static bship_status spread_real(bship_internal_figures *figures, const bship_internal_tally *tally,
                                int32_t number, bship_internal_effort *effort)
{
    const bship_rules *rules = figures->evidence->rules;
    double *cover = figures->covered_by + (size_t)number * rules->positions;
    double *sunk = figures->sunk_of + (size_t)number * rules->positions;
    for (uint32_t i = 0; i < rules->positions; i++)
        cover[i] = sunk[i] = 0;
    for (int32_t o = 0; o < figures->evidence->kinds[number].orientations; o++) {
        bship_status status = add_shares(figures, tally, number, o, effort);
        if (status)
            return status;
    }
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        bship_status status =
            bship_internal_effort_spend_at(effort, i, rules->free_count, STEPS_A_CELL);
        if (status)
            return status;
        cover[position] = fmin(cover[position], 1);
        figures->occupancy[position] = fmin(figures->occupancy[position] + cover[position], 1);
    }
    return BSHIP_OK;
}

bship_status bship_internal_figures_make(bship_internal_figures *figures,
                                         const bship_internal_tally *tally,
                                         bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = figures->evidence;
    size_t positions = evidence->rules->positions;
    bship_status status =
        bship_internal_effort_spend(effort, STEPS_A_POSITION * (int64_t)positions);
    figures->is_whole = tally->is_whole;
    memset(figures->cover, 0, positions * sizeof *figures->cover);
    for (size_t i = 0; i < positions; i++) {
        figures->occupancy[i] = 0;
        figures->entropies[i] = -1;
    }
    for (int32_t k = 0; !status && k < evidence->kind_count; k++)
        status = tally->is_whole ? spread_whole(figures, tally, k, effort)
                                 : spread_real(figures, tally, k, effort);
    double total = bship_internal_wide_to_double(tally->total);
    for (size_t i = 0; tally->is_whole && i < positions; i++)
        figures->occupancy[i] = bship_internal_wide_to_double(figures->cover[i]) / total;
    return status;
}

/* ---- answers ---- */

static double surprise(double probability)
{
    return probability > 0 ? -probability * log2(probability) : 0;
}

/* Whether the sinkings of two kinds are told alike. */
static int are_told_alike(int32_t disclosure, const bship_internal_kind *a,
                          const bship_internal_kind *b)
{
    switch (disclosure) {
    case BSHIP_DISCLOSURE_LENGTH:
        return a->length == b->length;
    case BSHIP_DISCLOSURE_SHIP:
    case BSHIP_DISCLOSURE_EVERY_HIT:
        return a->name == b->name;
    default:
        return 1;
    }
}

/* The entropy of being hit or sunk by some ship: over what is told of it. */
static double entropy_of_kinds(const bship_internal_figures *figures, int32_t disclosure,
                               uint32_t position)
{
    const bship_internal_evidence *evidence = figures->evidence;
    size_t positions = evidence->rules->positions;
    double entropy = 0;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        const bship_internal_kind *kind = &evidence->kinds[k];
        double covered = 0, sunk = 0;
        int is_first = 1;
        for (int32_t i = 0; i < k && is_first; i++)
            is_first = !are_told_alike(disclosure, &evidence->kinds[i], kind);
        for (int32_t i = k; is_first && i < evidence->kind_count; i++) {
            if (!are_told_alike(disclosure, &evidence->kinds[i], kind))
                continue;
            covered += figures->covered_by[(size_t)i * positions + position];
            sunk += figures->sunk_of[(size_t)i * positions + position];
        }
        entropy += surprise(sunk);
        if (disclosure == BSHIP_DISCLOSURE_EVERY_HIT)
            entropy += surprise(covered - sunk);
    }
    return entropy;
}

bship_forecast bship_internal_figures_forecast(const bship_internal_figures *figures,
                                               uint32_t position)
{
    const bship_internal_evidence *evidence = figures->evidence;
    int32_t disclosure = bship_internal_axis(evidence->rules, BSHIP_AXIS_DISCLOSURE);
    bship_forecast forecast = BSHIP_FORECAST_INIT;
    double covered = figures->occupancy[position];
    for (int32_t k = 0; k < evidence->kind_count; k++)
        forecast.sunk += figures->sunk_of[(size_t)k * evidence->rules->positions + position];
    forecast.hit = covered > forecast.sunk ? covered - forecast.sunk : 0;
    forecast.miss = covered < 1 ? 1 - covered : 0;
    forecast.entropy = surprise(forecast.miss);
    if (disclosure == BSHIP_DISCLOSURE_HIT)
        forecast.entropy += surprise(covered);
    else
        forecast.entropy += entropy_of_kinds(figures, disclosure, position);
    if (disclosure != BSHIP_DISCLOSURE_HIT && disclosure != BSHIP_DISCLOSURE_EVERY_HIT)
        forecast.entropy += surprise(forecast.hit);
    return forecast;
}

/* ---- the best cells ---- */

static int64_t entropy_of(const bship_internal_figures *figures, uint32_t position)
{
    int64_t *entropy = &figures->entropies[position];
    if (*entropy < 0)
        *entropy = (int64_t)floor(
            bship_internal_figures_forecast(figures, position).entropy * 0x1p30 + 0.5);
    return *entropy;
}

int bship_internal_figures_compare(const bship_internal_figures *figures, uint32_t a, uint32_t b)
{
    if (figures->is_whole) {
        int order = bship_internal_wide_compare(figures->cover[b], figures->cover[a]);
        if (order)
            return order;
    } else if (figures->occupancy[a] != figures->occupancy[b]) {
        return figures->occupancy[a] > figures->occupancy[b] ? -1 : 1;
    }
    int64_t ours = entropy_of(figures, a), theirs = entropy_of(figures, b);
    return ours == theirs ? 0 : ours > theirs ? -1 : 1;
}

/* Whether a cell stands behind another in the order of rank(). */
static int is_behind(const bship_internal_figures *figures, uint32_t a, uint32_t b)
{
    int order = bship_internal_figures_compare(figures, a, b);
    return order > 0 || (order == 0 && a > b);
}

/* Lets an item sink in a heap whose first item is behind all others. */
static void sink(const bship_internal_figures *figures, uint32_t *heap, uint32_t count, uint32_t i)
{
    for (uint32_t child = 2 * i + 1; child < count; child = 2 * i + 1) {
        if (child + 1 < count && is_behind(figures, heap[child + 1], heap[child]))
            child++;
        if (!is_behind(figures, heap[child], heap[i]))
            return;
        uint32_t item = heap[i];
        heap[i] = heap[child];
        heap[child] = item;
        i = child;
    }
}

uint32_t bship_internal_figures_rank(const bship_internal_figures *figures, const uint32_t **order)
{
    const bship_internal_evidence *evidence = figures->evidence;
    const bship_rules *rules = evidence->rules;
    uint32_t *heap = figures->order, count = 0;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        if (evidence->cells[rules->free_cells[i]] == BSHIP_INTERNAL_CELL_OPEN)
            heap[count++] = rules->free_cells[i];
    }
    for (uint32_t i = count / 2; i-- > 0;)
        sink(figures, heap, count, i);
    for (uint32_t left = count; left-- > 1;) {
        uint32_t last = heap[left];
        heap[left] = heap[0];
        heap[0] = last;
        sink(figures, heap, left, 0);
    }
    *order = heap;
    return count;
}
