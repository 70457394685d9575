/* Layouts by random walks; see walks.h. */
#include "inference/walks.h"

#include <math.h>
#include <string.h>

enum {
    WALKS = 64,       /* of a batch */
    BATCHES_MIN = 32, /* from which on errors are told */
    STEPS_A_POSITION = 12,
    STEPS_A_SPOT = 2
};

void bship_internal_walks_layout(bship_internal_walks *walks,
                                 const bship_internal_evidence *evidence,
                                 bship_internal_arena *arena)
{
    size_t positions = evidence->rules->positions;
    walks->evidence = evidence;
    if (!bship_internal_tells_totals(evidence->rules))
        return;
    walks->weights = bship_internal_arena_take(arena, (size_t)evidence->kind_count * 2 * positions,
                                               sizeof *walks->weights);
    walks->cover = bship_internal_arena_take(arena, positions, sizeof *walks->cover);
    walks->squares = bship_internal_arena_take(arena, positions, sizeof *walks->squares);
    walks->products = bship_internal_arena_take(arena, positions, sizeof *walks->products);
}

static void forget(bship_internal_walks *walks)
{
    size_t positions = walks->evidence->rules->positions;
    for (size_t i = 0; i < (size_t)walks->evidence->kind_count * 2 * positions; i++)
        walks->weights[i] = 0;
    for (size_t i = 0; i < positions; i++)
        walks->squares[i] = walks->products[i] = 0;
    walks->weight = walks->weight_squares = 0;
    walks->batches = 0;
}

/* Adds what a batch has for the placements of a kind along a line to the sums. */
static bship_status add_spots(bship_internal_walks *walks, const bship_internal_tally *tally,
                              int32_t kind, int32_t orientation, bship_internal_effort *effort)
{
    const bship_rules *rules = walks->evidence->rules;
    size_t row = bship_internal_tally_row(tally, kind, orientation);
    uint32_t step = bship_internal_step(rules, orientation);
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        double weight = tally->weights[row + position];
        /* Of differences of large weights rounding may leave less than nothing. */
        if (!(weight > 0))
            continue;
        walks->weights[row + position] += weight;
        for (int32_t j = 0; j < walks->evidence->kinds[kind].length; j++)
            walks->cover[position + (uint32_t)j * step] += weight;
    }
    return bship_internal_effort_note(effort, STEPS_A_SPOT * (int64_t)rules->free_count);
}

/* The steps that adding a batch takes, and telling how good all are. */
static int64_t batch_cost(const bship_internal_walks *walks)
{
    int64_t spots = 2 * (int64_t)walks->evidence->kind_count;
    return (STEPS_A_POSITION + STEPS_A_SPOT * spots) * (int64_t)walks->evidence->rules->positions;
}

/* Adds the weights of a batch to the sums of all, whole or not at all: but if it is cancelled. */
static bship_status add_batch(bship_internal_walks *walks, const bship_internal_tally *tally,
                              bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = walks->evidence;
    size_t positions = evidence->rules->positions;
    bship_status status = bship_internal_effort_spend(effort, batch_cost(walks));
    if (status)
        return status;
    for (size_t i = 0; i < positions; i++)
        walks->cover[i] = 0;
    for (int32_t i = 0; !status && i < evidence->kind_count * 2; i++)
        status = add_spots(walks, tally, i / 2, i % 2, effort);
    if (status)
        return status;
    for (size_t i = 0; i < positions; i++) {
        walks->squares[i] += walks->cover[i] * walks->cover[i];
        walks->products[i] += walks->cover[i] * tally->weight;
    }
    walks->weight += tally->weight;
    walks->weight_squares += tally->weight * tally->weight;
    walks->batches++;
    return BSHIP_OK;
}

/* The weight of all batches with a ship in each cell, into `cover`. */
static void sum_cover(bship_internal_walks *walks)
{
    const bship_internal_evidence *evidence = walks->evidence;
    const bship_rules *rules = evidence->rules;
    for (size_t i = 0; i < rules->positions; i++)
        walks->cover[i] = 0;
    for (int32_t i = 0; i < evidence->kind_count * 2; i++) {
        const double *weights = walks->weights + (size_t)i * rules->positions;
        uint32_t step = bship_internal_step(rules, i % 2);
        for (uint32_t j = 0; j < rules->free_count; j++) {
            uint32_t position = rules->free_cells[j];
            for (int32_t k = 0; weights[position] > 0 && k < evidence->kinds[i / 2].length; k++)
                walks->cover[position + (uint32_t)k * step] += weights[position];
        }
    }
}

/* The errors of a ratio of sums over batches: of every cell's, and their rms over open ones. */
static void tell_errors(bship_internal_walks *walks, bship_internal_sample_quality *quality)
{
    const bship_internal_evidence *evidence = walks->evidence;
    double count = walks->batches, variances = 0, spreads = 0;
    /* About so many of the ways found were as good as independent layouts. */
    double worth = walks->found * walks->weight * walks->weight / walks->weight_squares / count;
    sum_cover(walks);
    for (uint32_t i = 0; i < evidence->rules->free_count; i++) {
        uint32_t cell = evidence->rules->free_cells[i];
        double share = walks->cover[cell] / walks->weight;
        double residue = walks->squares[cell] - 2 * share * walks->products[cell] +
                         share * share * walks->weight_squares;
        double variance = residue > 0 ? residue * count / (count - 1) : 0;
        variance /= walks->weight * walks->weight;
        /* What never came may still be. */
        double floor_of = bship_internal_sample_variance(share * worth, worth);
        if (variance < floor_of && evidence->cells[cell] != BSHIP_INTERNAL_CELL_HIT)
            variance = floor_of;
        quality->errors[cell] = sqrt(variance);
        if (evidence->cells[cell] != BSHIP_INTERNAL_CELL_OPEN)
            continue;
        variances += variance;
        spreads += share * (1 - share);
    }
    double mean = walks->weight / count;
    double spread = (walks->weight_squares / count - mean * mean) / (count - 1);
    quality->rms = evidence->open_count ? sqrt(variances / evidence->open_count) : 0;
    quality->effective = variances > 0 ? spreads / variances : count * WALKS;
    quality->total_error = spread > 0 ? sqrt(spread) / mean : 0;
    quality->exponent = 0;
}

/* Whether errors can be told: a few batches that weigh more than all others would hide them. */
static int are_enough(const bship_internal_walks *walks)
{
    double effective =
        walks->weight > 0 ? walks->weight * walks->weight / walks->weight_squares : 0;
    return walks->batches >= BATCHES_MIN && effective >= BATCHES_MIN / 4.0;
}

static bship_status walk_batch(bship_internal_walks *walks, bship_internal_closing *closing,
                               bship_rng *rng, bship_internal_tally *tally,
                               bship_internal_effort *effort)
{
    bship_status status = bship_internal_closing_plan_walks(closing, rng, WALKS, effort);
    if (!status)
        status = bship_internal_closing_count(closing, tally, effort);
    if (status && status != BSHIP_ERROR_CONTRADICTION)
        return status;
    /* That none came through is part of the mean. */
    status = add_batch(walks, tally, effort);
    if (!status)
        walks->found += (double)closing->coverings.ways.count;
    return status;
}

bship_status bship_internal_walks_run(bship_internal_walks *walks, bship_internal_closing *closing,
                                      const bship_internal_sample_order *order,
                                      bship_internal_tally *tally,
                                      bship_internal_sample_quality *quality)
{
    bship_rng rng;
    bship_status status = BSHIP_OK;
    bship_rng_seed(&rng, order->seed, BSHIP_RNG_SAMPLE, 0);
    forget(walks);
    do {
        status = walk_batch(walks, closing, &rng, tally, order->effort);
        if (are_enough(walks))
            tell_errors(walks, quality);
    } while (!status && !(are_enough(walks) && quality->rms <= order->precision));
    int may_do = are_enough(walks) || (order->is_rough && walks->batches > 1 && walks->weight > 0);
    if (status != BSHIP_OK && !(status == BSHIP_ERROR_WORK_LIMIT && may_do))
        return status;
    tell_errors(walks, quality);
    size_t count = (size_t)walks->evidence->kind_count * 2 * tally->positions;
    memcpy(tally->weights, walks->weights, count * sizeof *tally->weights);
    /* What one walk finds is right in the mean. */
    double share = 1 / ((double)walks->batches * WALKS);
    tally->weight = walks->weight * share;
    quality->exponent = 0;
    return bship_internal_sample_scale(walks->evidence, tally, share, order->effort);
}
