/* Layouts drawn from a ledger; see walks.h. */
#include "inference/walks.h"

#include <math.h>

#include "base/random.h"

enum {
    BATCH = BSHIP_INTERNAL_WALKERS, /* draws or walkers; draws also to see how many are accepted */
    ACCEPTED_MIN = 4,               /* of the draws of a batch, to prefer them to walks */
    BATCHES_MIN = 32,               /* from which on errors are told */
    STEPS_A_POSITION = 12
};

void bship_internal_walks_layout(bship_internal_walks *walks, bship_internal_ledger *ledger,
                                 bship_internal_arena *arena)
{
    const bship_rules *rules = ledger->totals.evidence->rules;
    walks->ledger = ledger;
    if (!bship_internal_tells_totals(rules))
        return;
    walks->batch = bship_internal_arena_take(arena, rules->positions, sizeof *walks->batch);
    walks->cover = bship_internal_arena_take(arena, rules->positions, sizeof *walks->cover);
    walks->squares = bship_internal_arena_take(arena, rules->positions, sizeof *walks->squares);
    walks->products = bship_internal_arena_take(arena, rules->positions, sizeof *walks->products);
}

static void forget(bship_internal_walks *walks)
{
    for (size_t i = 0; i < walks->ledger->totals.evidence->rules->positions; i++)
        walks->batch[i] = walks->cover[i] = walks->squares[i] = walks->products[i] = 0;
    walks->weight = walks->weight_squares = walks->worth = 0;
    walks->batches = 0;
}

/* Adds what a batch of a weight found to the sums over all, and empties it. */
static void add_batch(bship_internal_walks *walks, double weight)
{
    const bship_rules *rules = walks->ledger->totals.evidence->rules;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t cell = rules->free_cells[i];
        walks->cover[cell] += walks->batch[cell];
        walks->squares[cell] += walks->batch[cell] * walks->batch[cell];
        walks->products[cell] += walks->batch[cell] * weight;
        walks->batch[cell] = 0;
    }
    walks->weight += weight;
    walks->weight_squares += weight * weight;
    walks->batches++;
}

/* Whether all layouts have a ship in a cell, or none has. */
static int is_known(const bship_internal_evidence *evidence, uint32_t cell)
{
    return evidence->cells[cell] == BSHIP_INTERNAL_CELL_HIT ||
           evidence->cells[cell] == BSHIP_INTERNAL_CELL_DEAD;
}

/* The errors of a ratio of sums over batches: of every cell's, and their rms over open ones. */
static void tell_errors(bship_internal_walks *walks, bship_internal_sample_quality *quality)
{
    const bship_internal_evidence *evidence = walks->ledger->totals.evidence;
    double count = walks->batches, variances = 0, spreads = 0;
    /* Batches that weigh less than others add less. */
    double worth = walks->worth * walks->weight * walks->weight / walks->weight_squares / count;
    for (uint32_t i = 0; i < evidence->rules->free_count; i++) {
        uint32_t cell = evidence->rules->free_cells[i];
        quality->errors[cell] = 0;
        if (is_known(evidence, cell))
            continue;
        double share = fmin(walks->cover[cell] / walks->weight, 1);
        double residue = walks->squares[cell] - 2 * share * walks->products[cell] +
                         share * share * walks->weight_squares;
        double variance = residue > 0 ? residue * count / (count - 1) : 0;
        variance /= walks->weight * walks->weight;
        /* What never came may still be. */
        variance = fmax(variance, bship_internal_sample_variance(share * worth, worth));
        quality->errors[cell] = sqrt(variance);
        if (evidence->cells[cell] != BSHIP_INTERNAL_CELL_OPEN)
            continue;
        variances += variance;
        spreads += share * (1 - share);
    }
    double mean = walks->weight / count;
    double spread = (walks->weight_squares / count - mean * mean) / (count - 1);
    quality->rms = evidence->open_count ? sqrt(variances / evidence->open_count) : 0;
    quality->effective = spreads > 0 ? spreads / variances : walks->worth;
    /* That all were accepted does not tell that all will be. */
    quality->total_error = fmax(spread > 0 ? sqrt(spread) / mean : 0, 1 / (count * BATCH));
}

/* Whether errors can be told: a few batches that weigh more than all others would hide them. */
static int are_enough(const bship_internal_walks *walks)
{
    double effective =
        walks->weight > 0 ? walks->weight * walks->weight / walks->weight_squares : 0;
    return walks->batches >= BATCHES_MIN && effective >= BATCHES_MIN / 2.0;
}

static void add_layout(bship_internal_walks *walks, const bship_internal_placement *laid,
                       double weight, bship_internal_tally *tally)
{
    const bship_internal_evidence *evidence = walks->ledger->totals.evidence;
    for (int32_t i = 0; i < evidence->rules->fleet->count; i++)
        bship_internal_sample_add(evidence, laid[i], weight, tally, walks->batch);
}

/* Draws a batch; returns the share that was accepted. */
static double draw(bship_internal_walks *walks, bship_rng *rng, bship_internal_tally *tally,
                   int64_t *steps)
{
    int accepted = 0;
    for (int i = 0; i < BATCH; i++) {
        if (!bship_internal_ledger_draw(walks->ledger, rng, steps))
            continue;
        accepted++;
        add_layout(walks, walks->ledger->laid, 1.0 / BATCH, tally);
    }
    walks->worth += accepted;
    return (double)accepted / BATCH;
}

/* Walks a batch, to its mean weight; if it is not done, nothing is added. */
static bship_status walk(bship_internal_walks *walks, bship_rng *rng, bship_internal_tally *tally,
                         double *weight, bship_internal_effort *effort)
{
    const bship_internal_ledger *ledger = walks->ledger;
    const bship_internal_walker *walkers = ledger->walkers.items;
    double worth;
    bship_status status = bship_internal_ledger_walk(walks->ledger, rng, weight, &worth, effort);
    if (status)
        return status;
    for (int i = 0; *weight > 0 && i < BATCH; i++) {
        if (walkers[i].weight > 0)
            add_layout(walks, bship_internal_ledger_trail(ledger, (size_t)i),
                       walkers[i].weight / BATCH, tally);
    }
    walks->worth += worth;
    return BSHIP_OK;
}

/* Weights too far apart leave nothing to draw by. */
static int may_draw(const bship_internal_walks *walks)
{
    const bship_internal_ledger *ledger = walks->ledger;
    return bship_internal_debt_at(ledger, ledger->root)->weight >= BSHIP_INTERNAL_WEIGHT_MIN;
}

bship_status bship_internal_walks_choose(bship_internal_walks *walks, bship_internal_effort *effort)
{
    bship_rng rng;
    int64_t steps = 0;
    int accepted = 0;
    if (!may_draw(walks))
        return BSHIP_ERROR_UNSUPPORTED;
    bship_rng_seed(&rng, 0, BSHIP_RNG_SAMPLE, 1);
    for (int i = 0; i < BATCH; i++)
        accepted += bship_internal_ledger_draw(walks->ledger, &rng, &steps);
    walks->is_walked = accepted < ACCEPTED_MIN;
    if (walks->is_walked && bship_internal_ledger_make_room(walks->ledger))
        return BSHIP_ERROR_MEMORY;
    return bship_internal_effort_spend(effort, steps);
}

/* Divides a number, in units of 2^`*exponent`, by the ways to put ships alike in order. */
static double in_one_order(const bship_internal_evidence *evidence, double number,
                           int64_t *exponent)
{
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        for (int32_t i = 2; i <= evidence->kinds[k].ships; i++) {
            int shift;
            number = frexp(number / i, &shift);
            *exponent += shift;
        }
    }
    return number;
}

/* Turns what was found into figures: the mean weight is the share of the layouts in all ways. */
static bship_status finish(bship_internal_walks *walks, bship_internal_tally *tally,
                           bship_internal_sample_quality *quality, bship_internal_effort *effort)
{
    const bship_internal_ledger *ledger = walks->ledger;
    const bship_internal_evidence *evidence = ledger->totals.evidence;
    int64_t exponent = ledger->exponent;
    double ways = bship_internal_debt_at(ledger, ledger->root)->weight;
    double scale = in_one_order(evidence, ways / walks->batches, &exponent);
    tell_errors(walks, quality);
    quality->exponent = exponent;
    if (exponent > -1000 && exponent < 1000) {
        scale = ldexp(scale, (int)exponent);
        quality->exponent = 0;
    }
    tally->weight = walks->weight * scale;
    return bship_internal_sample_scale(evidence, tally, scale, effort);
}

/*
 * Adds batches until the rms error is small enough. That is not asked after every batch: to stop
 * as soon as an estimate of it happens to be low would make it low.
 */
static bship_status sample(bship_internal_walks *walks, const bship_internal_sample_order *order,
                           bship_internal_tally *tally, bship_internal_sample_quality *quality)
{
    bship_internal_effort *effort = order->effort;
    int32_t next_look = BATCHES_MIN;
    bship_rng rng;
    bship_rng_seed(&rng, order->seed, BSHIP_RNG_SAMPLE, 0);
    for (;;) {
        double weight = 0;
        int64_t steps = STEPS_A_POSITION * (int64_t)tally->positions;
        bship_status status = BSHIP_OK;
        if (walks->is_walked)
            status = walk(walks, &rng, tally, &weight, effort);
        else
            weight = draw(walks, &rng, tally, &steps);
        if (status)
            return status;
        add_batch(walks, weight);
        status = bship_internal_effort_spend(effort, steps);
        if (status)
            return status;
        if (walks->batches < next_look)
            continue;
        next_look += next_look / 4;
        if (!are_enough(walks))
            continue;
        tell_errors(walks, quality);
        if (quality->rms <= order->precision)
            return BSHIP_OK;
    }
}

bship_status bship_internal_walks_run(bship_internal_walks *walks,
                                      const bship_internal_sample_order *order,
                                      bship_internal_tally *tally,
                                      bship_internal_sample_quality *quality)
{
    forget(walks);
    bship_status status = bship_internal_sample_clear(walks->ledger->totals.evidence, tally,
                                                      walks->batch, order->effort);
    if (!status)
        status = sample(walks, order, tally, quality);
    int may_do = are_enough(walks) || (order->is_rough && walks->batches > 1 && walks->weight > 0);
    if (status != BSHIP_OK && !(status == BSHIP_ERROR_WORK_LIMIT && may_do))
        return status;
    return finish(walks, tally, quality, order->effort);
}

bship_status bship_internal_walks_draw(bship_internal_walks *walks, bship_rng *rng,
                                       bship_internal_effort *effort, bship_placement *placements)
{
    if (!may_draw(walks))
        return BSHIP_ERROR_UNSUPPORTED;
    for (;;) {
        int64_t steps = 0;
        int is_accepted = bship_internal_ledger_draw(walks->ledger, rng, &steps);
        bship_status status = bship_internal_effort_spend(effort, steps);
        if (status)
            return status;
        if (!is_accepted)
            continue;
        bship_internal_sample_placements(walks->ledger->totals.evidence, walks->ledger->laid,
                                         placements);
        return BSHIP_OK;
    }
}
