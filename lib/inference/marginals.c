/* From placement counts to probabilities of cells; see marginals.h. */
#include "inference/marginals.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/exponential.h"

void bsi_marginals_carve(bsi_marginals *marginals, const bsi_evidence *evidence, bsi_arena *arena)
{
    size_t positions = evidence->rules->positions, classes = (size_t)evidence->class_count;
    marginals->evidence = evidence;
    marginals->occupancy = bsi_arena_take(arena, positions, sizeof *marginals->occupancy);
    marginals->covered_by =
        bsi_arena_take(arena, classes * positions, sizeof *marginals->covered_by);
    marginals->sunk_of = bsi_arena_take(arena, classes * positions, sizeof *marginals->sunk_of);
    marginals->cover = bsi_arena_take(arena, positions, sizeof *marginals->cover);
    marginals->uint128_scratch =
        bsi_arena_take(arena, 2 * positions, sizeof *marginals->uint128_scratch);
    marginals->order = bsi_arena_take(arena, evidence->rules->free_count, sizeof *marginals->order);
    marginals->entropies = bsi_arena_take(arena, positions, sizeof *marginals->entropies);
}

/* ---- from placements to cells ---- */

/* The only unknown cell of a placement; 0 if it has none or several. */
static uint32_t last_unknown_cell(const bsi_evidence *evidence, int32_t length, uint32_t position,
                                  uint32_t step)
{
    uint32_t found = 0;
    for (int32_t i = 0; i < length; i++, position += step) {
        if (evidence->cells[position] != BSI_CELL_OPEN)
            continue;
        if (found)
            return 0;
        found = position;
    }
    return found;
}

/* Whether a single shot can sink a ship in a placement. */
static bool can_sink_at_once(const bsi_ship_class *class, uint8_t placement)
{
    return class->length == 1 || placement == BSI_PLACEMENT_HIT;
}

enum {
    STEPS_PER_POSITION = 4,
    STEPS_PER_CELL = 4 /* of a class */
};

/* The steps of scattering a placement's count to its cells. */
static int64_t scatter_cost(const bsi_ship_class *class)
{
    return 4 + 2 * class->length;
}

int64_t bsi_marginals_cost(const bsi_evidence *evidence)
{
    int64_t cells = evidence->rules->free_count, of_cell = 0;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        const bsi_ship_class *class = &evidence->classes[k];
        of_cell += class->orientations * scatter_cost(class) + STEPS_PER_CELL;
    }
    return STEPS_PER_POSITION * (int64_t)evidence->rules->positions + cells * of_cell;
}

/* Sums over the placements of a class, by position: integers, or proportions of the total. */
struct sums {
    bsi_uint128 *whole;
    double *real;
};

static inline void add_to(const struct sums *sums, bool is_whole, uint32_t position,
                          bsi_amount amount)
{
    if (is_whole)
        bsi_uint128_add(&sums->whole[position], amount.whole);
    else
        sums->real[position] += amount.real;
}

/* A count, as it is summed. Differences of large weights can be rounded below 0. */
static inline bsi_amount amount_at(const bsi_placement_counts *counts, bool is_whole, size_t at)
{
    if (is_whole)
        return (bsi_amount){ counts->by_placement[at], 0 };
    return (bsi_amount){ { 0, 0 }, fmax(counts->weights[at], 0) / counts->weight };
}

/* Scatters the counts of a class to the cells of a placement, and to its last unknown cell. The
 * kind of the counts is a constant where this is called, so that the loop does not ask for it. */
static inline bship_status scatter(const bsi_marginals *marginals,
                                   const bsi_placement_counts *counts, bool is_whole,
                                   int32_t number, int32_t o, const struct sums sums[2],
                                   bsi_work_budget *budget)
{
    const bsi_evidence *evidence = marginals->evidence;
    const bsi_ship_class *class = &evidence->classes[number];
    const bship_rules *rules = evidence->rules;
    size_t row = bsi_placement_counts_row(counts, number, o);
    uint32_t step = bsi_step(rules, o);
    bship_status status = BSHIP_OK;
    for (uint32_t i = 0; !status && i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i], last = 0;
        bsi_amount amount = amount_at(counts, is_whole, row + position);
        status = bsi_work_charge_at(budget, i, rules->free_count, scatter_cost(class));
        if (is_whole ? bsi_uint128_is_zero(amount.whole) : !(amount.real > 0))
            continue;
        for (int32_t j = 0; j < class->length; j++)
            add_to(&sums[0], is_whole, position + (uint32_t)j * step, amount);
        if (can_sink_at_once(class, class->placements[o][position]))
            last = last_unknown_cell(evidence, class->length, position, step);
        add_to(&sums[1], is_whole, last, amount);
    }
    return status;
}

/* Turns the sums of a class at a cell into probabilities. Rounded ones are capped at 1. */
static void set_cell(bsi_marginals *marginals, const bsi_placement_counts *counts,
                     const struct sums sums[2], uint32_t position)
{
    double *covered = &sums[0].real[position];
    if (!counts->is_whole) {
        *covered = fmin(*covered, 1);
        marginals->occupancy[position] = fmin(marginals->occupancy[position] + *covered, 1);
    } else if (!bsi_uint128_is_zero(sums[0].whole[position])) {
        double total = bsi_uint128_to_double(counts->total);
        bsi_uint128_add(&marginals->cover[position], sums[0].whole[position]);
        *covered = bsi_uint128_to_double(sums[0].whole[position]) / total;
        sums[1].real[position] = bsi_uint128_to_double(sums[1].whole[position]) / total;
    }
}

/* Adds the placements of a class to the marginals. */
static bship_status add_class(bsi_marginals *marginals, const bsi_placement_counts *counts,
                              int32_t number, bsi_work_budget *budget)
{
    const bship_rules *rules = marginals->evidence->rules;
    size_t positions = rules->positions, row = (size_t)number * positions;
    bsi_uint128 *scratch = counts->is_whole ? marginals->uint128_scratch : NULL;
    const struct sums sums[2] = { { scratch, marginals->covered_by + row },
                                  { scratch ? scratch + positions : NULL,
                                    marginals->sunk_of + row } };
    bship_status status = BSHIP_OK;
    if (scratch)
        memset(scratch, 0, 2 * positions * sizeof *scratch);
    for (size_t i = 0; i < positions; i++)
        sums[0].real[i] = sums[1].real[i] = 0;
    for (int32_t o = 0; !status && o < marginals->evidence->classes[number].orientations; o++)
        status = scratch ? scatter(marginals, counts, true, number, o, sums, budget)
                         : scatter(marginals, counts, false, number, o, sums, budget);
    for (uint32_t i = 0; !status && i < rules->free_count; i++) {
        status = bsi_work_charge_at(budget, i, rules->free_count, STEPS_PER_CELL);
        set_cell(marginals, counts, sums, rules->free_cells[i]);
    }
    return status;
}

bship_status bsi_marginals_make(bsi_marginals *marginals, const bsi_placement_counts *counts,
                                bsi_work_budget *budget)
{
    const bsi_evidence *evidence = marginals->evidence;
    size_t positions = evidence->rules->positions;
    bship_status status = bsi_work_charge(budget, STEPS_PER_POSITION * (int64_t)positions);
    marginals->counts = counts;
    marginals->is_whole = counts->is_whole;
    memset(marginals->cover, 0, positions * sizeof *marginals->cover);
    for (size_t i = 0; i < positions; i++) {
        marginals->occupancy[i] = 0;
        marginals->entropies[i] = -1;
    }
    for (int32_t k = 0; !status && k < evidence->class_count; k++)
        status = add_class(marginals, counts, k, budget);
    double total = bsi_uint128_to_double(counts->total);
    for (size_t i = 0; counts->is_whole && i < positions; i++)
        marginals->occupancy[i] = bsi_uint128_to_double(marginals->cover[i]) / total;
    return status;
}

/* ---- forecasts ---- */

/* The term of a result in Shannon's entropy. */
static double entropy_term(double probability)
{
    return probability > 0 ? -probability * bsi_log2(probability) : 0;
}

/* Whether sinkings of two classes have equal reports. */
static bool have_equal_reports(const bship_rules *rules, const bsi_ship_class *a,
                               const bsi_ship_class *b)
{
    return bsi_disclosed_ship(rules, a->ship, true) == bsi_disclosed_ship(rules, b->ship, true);
}

/* The probability that a ship of a class lies where cell number `offset` of it is the only one that
 * is unknown; 0 if others are. */
static double sinking_at(const bsi_marginals *marginals, int32_t number, int32_t orientation,
                         uint32_t position, int32_t offset)
{
    const bsi_placement_counts *counts = marginals->counts;
    const bsi_ship_class *class = &marginals->evidence->classes[number];
    uint32_t step = bsi_step(marginals->evidence->rules, orientation);
    bsi_placement placement;
    if (!bsi_through(marginals->evidence, number, orientation, position, offset, &placement) ||
        !last_unknown_cell(marginals->evidence, class->length, placement.position, step))
        return 0;
    bsi_amount amount =
        amount_at(counts, counts->is_whole, bsi_placement_counts_at(counts, placement));
    return counts->is_whole
               ? bsi_uint128_to_double(amount.whole) / bsi_uint128_to_double(counts->total)
               : amount.real;
}

/* The part of the entropy that depends on where a ship lies that was sunk, of a class or others
 * with equal reports. */
static double entropy_of_places(const bsi_marginals *marginals, int32_t first, uint32_t position)
{
    const bsi_evidence *evidence = marginals->evidence;
    const bsi_ship_class *class = &evidence->classes[first];
    double entropy = 0;
    for (int32_t place = 0; place < class->orientations * class->length; place++) {
        double sunk = 0;
        for (int32_t k = first; k < evidence->class_count; k++) {
            if (have_equal_reports(evidence->rules, &evidence->classes[k], class))
                sunk += sinking_at(marginals, k, place / class->length, position,
                                   place % class->length);
        }
        entropy += entropy_term(sunk);
    }
    return entropy;
}

/* The part of the entropy that depends on which class was sunk or, if disclosed, hit. */
static double entropy_of_classes(const bsi_marginals *marginals, uint32_t position)
{
    const bsi_evidence *evidence = marginals->evidence;
    const bship_rules *rules = evidence->rules;
    size_t positions = rules->positions;
    double entropy = 0;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        const bsi_ship_class *class = &evidence->classes[k];
        double covered = 0, sunk = 0;
        bool is_first = true;
        for (int32_t i = 0; i < k && is_first; i++)
            is_first = !have_equal_reports(rules, &evidence->classes[i], class);
        for (int32_t i = k; is_first && i < evidence->class_count; i++) {
            if (!have_equal_reports(rules, &evidence->classes[i], class))
                continue;
            covered += marginals->covered_by[(size_t)i * positions + position];
            sunk += marginals->sunk_of[(size_t)i * positions + position];
        }
        if (!bsi_discloses_sinkings(rules))
            sunk = 0;
        entropy += is_first && bsi_shows_ships(rules) ? entropy_of_places(marginals, k, position)
                                                      : entropy_term(sunk);
        if (bsi_discloses_hit_names(rules))
            entropy += entropy_term(covered - sunk);
    }
    return entropy;
}

bship_forecast bsi_marginals_forecast(const bsi_marginals *marginals, uint32_t position)
{
    const bsi_evidence *evidence = marginals->evidence;
    const bship_rules *rules = evidence->rules;
    bship_forecast forecast = BSHIP_FORECAST_INIT;
    double covered = marginals->occupancy[position];
    for (int32_t k = 0; k < evidence->class_count; k++)
        forecast.sunk += marginals->sunk_of[(size_t)k * rules->positions + position];
    /* Sums of weights can be rounded beyond 1. */
    forecast.sunk = fmin(forecast.sunk, 1);
    forecast.hit = covered > forecast.sunk ? covered - forecast.sunk : 0;
    forecast.miss = covered < 1 ? 1 - covered : 0;
    forecast.entropy = entropy_term(forecast.miss) + entropy_of_classes(marginals, position);
    if (!bsi_discloses_hit_names(rules))
        forecast.entropy += entropy_term(bsi_discloses_sinkings(rules) ? forecast.hit : covered);
    forecast.entropy = fmax(forecast.entropy, 0);
    return forecast;
}

/* ---- ranking ---- */

static int64_t entropy_of(const bsi_marginals *marginals, uint32_t position)
{
    int64_t *entropy = &marginals->entropies[position];
    if (*entropy < 0)
        *entropy =
            (int64_t)floor(bsi_marginals_forecast(marginals, position).entropy * 0x1p30 + 0.5);
    return *entropy;
}

int bsi_marginals_compare(const void *context, uint32_t a, uint32_t b)
{
    const bsi_marginals *marginals = context;
    if (marginals->is_whole) {
        int order = bsi_uint128_compare(marginals->cover[b], marginals->cover[a]);
        if (order)
            return order;
    } else if (marginals->occupancy[a] != marginals->occupancy[b]) {
        return marginals->occupancy[a] > marginals->occupancy[b] ? -1 : 1;
    }
    int64_t ours = entropy_of(marginals, a), theirs = entropy_of(marginals, b);
    return ours == theirs ? 0 : ours > theirs ? -1 : 1;
}

static uint32_t list_open_cells(const bsi_evidence *evidence, uint32_t *list)
{
    const bship_rules *rules = evidence->rules;
    uint32_t count = 0;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        if (evidence->cells[rules->free_cells[i]] == BSI_CELL_OPEN)
            list[count++] = rules->free_cells[i];
    }
    return count;
}

bship_status bsi_marginals_rank_by(const bsi_marginals *marginals, bsi_compare *compare,
                                   const void *context, uint32_t most, const uint32_t **order,
                                   uint32_t *ranked, bsi_work_budget *budget)
{
    *order = marginals->order;
    uint32_t count = list_open_cells(marginals->evidence, marginals->order);
    return bsi_sort_best(marginals->order, count, most, compare, context, ranked, budget);
}

bship_status bsi_marginals_rank(const bsi_marginals *marginals, uint32_t most,
                                const uint32_t **order, uint32_t *ranked, bsi_work_budget *budget)
{
    return bsi_marginals_rank_by(marginals, bsi_marginals_compare, marginals, most, order, ranked,
                                 budget);
}
