/* Layouts drawn from a ledger; see totals/smc.h. */
#include "inference/totals/smc.h"

#include <math.h>
#include <stdbool.h>

#include "base/random.h"

enum {
    BATCH = BSI_PARTICLES, /* draws or walkers; draws also to see how many are accepted */
    BATCHES_MIN = 32,      /* from which on errors are told */
    STEPS_A_POSITION = 12
};

void bsi_smc_carve(bsi_smc *smc, bsi_residual *residual, bsi_arena *arena)
{
    const bship_rules *rules = residual->totals.evidence->rules;
    smc->residual = smc->particles.residual = residual;
    if (!bsi_reports_totals(rules))
        return;
    smc->batch = bsi_arena_take(arena, rules->positions, sizeof *smc->batch);
    smc->cover = bsi_arena_take(arena, rules->positions, sizeof *smc->cover);
    smc->squares = bsi_arena_take(arena, rules->positions, sizeof *smc->squares);
    smc->products = bsi_arena_take(arena, rules->positions, sizeof *smc->products);
}

void bsi_smc_clear(bsi_smc *smc)
{
    bsi_particles_clear(&smc->particles);
}

static void forget(bsi_smc *smc)
{
    for (size_t i = 0; i < smc->residual->totals.evidence->rules->positions; i++)
        smc->batch[i] = smc->cover[i] = smc->squares[i] = smc->products[i] = 0;
    smc->weight = smc->weight_squares = smc->effective = 0;
    smc->batches = 0;
}

/* Adds what a batch of a weight found to the sums over all, and empties it. */
static void add_batch(bsi_smc *smc, double weight)
{
    const bship_rules *rules = smc->residual->totals.evidence->rules;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t cell = rules->free_cells[i];
        smc->cover[cell] += smc->batch[cell];
        smc->squares[cell] += smc->batch[cell] * smc->batch[cell];
        smc->products[cell] += smc->batch[cell] * weight;
        smc->batch[cell] = 0;
    }
    smc->weight += weight;
    smc->weight_squares += weight * weight;
    smc->batches++;
}

/* Whether all layouts have a ship in a cell, or none has. */
static bool is_known(const bsi_evidence *evidence, uint32_t cell)
{
    return evidence->cells[cell] == BSI_CELL_HIT || evidence->cells[cell] == BSI_CELL_DEAD;
}

/* The errors of a ratio of sums over batches: of every cell's, and their rms over open ones. */
static void tell_errors(bsi_smc *smc, bsi_sample_quality *quality)
{
    const bsi_evidence *evidence = smc->residual->totals.evidence;
    double count = smc->batches, variances = 0, spreads = 0;
    /* Batches that weigh less than others add less. */
    double effective = smc->effective * smc->weight * smc->weight / smc->weight_squares / count;
    for (uint32_t i = 0; i < evidence->rules->free_count; i++) {
        uint32_t cell = evidence->rules->free_cells[i];
        quality->errors[cell] = 0;
        if (is_known(evidence, cell))
            continue;
        double share = fmin(smc->cover[cell] / smc->weight, 1);
        double residue = smc->squares[cell] - 2 * share * smc->products[cell] +
                         share * share * smc->weight_squares;
        double variance = residue > 0 ? residue * count / (count - 1) : 0;
        variance /= smc->weight * smc->weight;
        /* What never came may still be. */
        variance = fmax(variance, bsi_sample_variance(share * effective, effective));
        quality->errors[cell] = sqrt(variance);
        if (evidence->cells[cell] != BSI_CELL_OPEN)
            continue;
        variances += variance;
        spreads += share * (1 - share);
    }
    double mean = smc->weight / count;
    double spread = (smc->weight_squares / count - mean * mean) / (count - 1);
    quality->rms = evidence->open_count ? sqrt(variances / evidence->open_count) : 0;
    quality->effective = spreads > 0 ? spreads / variances : smc->effective;
    /* That all were accepted does not tell that all will be. */
    quality->total_error = fmax(spread > 0 ? sqrt(spread) / mean : 0, 1 / (count * BATCH));
}

/* Whether errors can be told: a few batches that weigh more than all others would hide them. */
static bool are_enough(const bsi_smc *smc)
{
    double effective = smc->weight > 0 ? smc->weight * smc->weight / smc->weight_squares : 0;
    return smc->batches >= BATCHES_MIN && effective >= BATCHES_MIN / 2.0;
}

static void add_layout(bsi_smc *smc, const bsi_placement *placed, double weight,
                       bsi_placement_counts *counts)
{
    const bsi_evidence *evidence = smc->residual->totals.evidence;
    for (int32_t i = 0; i < evidence->rules->fleet->count; i++)
        bsi_sample_add(evidence, placed[i], weight, counts, smc->batch);
}

/* Draws a batch; returns the share that was accepted. */
static double draw(bsi_smc *smc, bship_rng *rng, bsi_placement_counts *counts, int64_t *steps)
{
    int accepted = 0;
    for (int i = 0; i < BATCH; i++) {
        if (!bsi_residual_draw(smc->residual, rng, steps))
            continue;
        accepted++;
        add_layout(smc, smc->residual->placed, 1.0 / BATCH, counts);
    }
    smc->effective += accepted;
    return (double)accepted / BATCH;
}

/* Walks a batch, to its mean weight; if it is not done, nothing is added. */
static bship_status walk(bsi_smc *smc, bship_rng *rng, bsi_placement_counts *counts, double *weight,
                         bsi_work_budget *budget)
{
    const bsi_particles *particles = &smc->particles;
    double effective;
    bship_status status = bsi_particles_run(&smc->particles, rng, weight, &effective, budget);
    if (status)
        return status;
    for (size_t i = 0; *weight > 0 && i < BATCH; i++) {
        double own = bsi_particle_at(particles, i)->weight;
        if (own > 0)
            add_layout(smc, bsi_particle_trail(particles, i), own / BATCH, counts);
    }
    smc->effective += effective;
    return BSHIP_OK;
}

/* Weights too far apart leave nothing to draw by. */
static bool may_draw(const bsi_smc *smc)
{
    const bsi_residual *residual = smc->residual;
    return bsi_residual_state_at(residual, residual->root)->weight >= BSI_WEIGHT_MIN;
}

bship_status bsi_smc_try(bsi_smc *smc, bsi_work_budget *budget, double *accepted)
{
    bship_rng rng;
    int64_t steps = 0;
    int count = 0;
    if (!may_draw(smc))
        return BSHIP_ERROR_UNSUPPORTED;
    bship_rng_seed(&rng, 0, BSHIP_RNG_SAMPLE, 1);
    for (int i = 0; i < BATCH; i++)
        count += bsi_residual_draw(smc->residual, &rng, &steps);
    *accepted = (double)count / BATCH;
    return bsi_work_charge(budget, steps);
}

bship_status bsi_smc_make_room(bsi_smc *smc)
{
    return may_draw(smc) ? bsi_particles_reserve(&smc->particles) : BSHIP_ERROR_UNSUPPORTED;
}

/* Divides a number, in units of 2^`*exponent`, by the ways to put ships alike in order. */
static double in_one_order(const bsi_evidence *evidence, double number, int64_t *exponent)
{
    for (int32_t k = 0; k < evidence->class_count; k++) {
        for (int32_t i = 2; i <= evidence->classes[k].ships; i++) {
            int shift;
            number = frexp(number / i, &shift);
            *exponent += shift;
        }
    }
    return number;
}

/* Turns what was found into figures: the mean weight is the share of the layouts in all ways. */
static bship_status finish(bsi_smc *smc, bsi_placement_counts *counts, bsi_sample_quality *quality,
                           bsi_work_budget *budget)
{
    const bsi_residual *residual = smc->residual;
    const bsi_evidence *evidence = residual->totals.evidence;
    int64_t exponent = residual->exponent;
    double ways = bsi_residual_state_at(residual, residual->root)->weight;
    double scale = in_one_order(evidence, ways / smc->batches, &exponent);
    tell_errors(smc, quality);
    scale = bsi_sample_total(scale, exponent, quality);
    counts->weight = smc->weight * scale;
    return bsi_sample_scale(evidence, counts, scale, budget);
}

/*
 * Adds batches until the rms error is small enough. That is not asked after every batch: to stop
 * as soon as an estimate of it happens to be low would make it low.
 */
static bship_status sample(bsi_smc *smc, bool is_walked, const bsi_sample_request *order,
                           bsi_placement_counts *counts, bsi_sample_quality *quality)
{
    bsi_work_budget *budget = order->budget;
    int32_t next_look = BATCHES_MIN;
    bship_rng rng;
    bship_rng_seed(&rng, order->seed, BSHIP_RNG_SAMPLE, 0);
    for (;;) {
        double weight = 0;
        int64_t steps = STEPS_A_POSITION * (int64_t)counts->positions;
        bship_status status = BSHIP_OK;
        if (is_walked)
            status = walk(smc, &rng, counts, &weight, budget);
        else
            weight = draw(smc, &rng, counts, &steps);
        if (status)
            return status;
        add_batch(smc, weight);
        status = bsi_work_charge(budget, steps);
        if (status)
            return status;
        if (smc->batches < next_look)
            continue;
        next_look += next_look / 4;
        if (!are_enough(smc))
            continue;
        tell_errors(smc, quality);
        if (quality->rms <= order->precision)
            return BSHIP_OK;
    }
}

bship_status bsi_smc_run(bsi_smc *smc, bool is_walked, const bsi_sample_request *order,
                         bsi_placement_counts *counts, bsi_sample_quality *quality)
{
    forget(smc);
    bship_status status =
        bsi_sample_clear(smc->residual->totals.evidence, counts, smc->batch, order->budget);
    if (!status)
        status = sample(smc, is_walked, order, counts, quality);
    bool may_do = are_enough(smc) || (order->is_rough && smc->batches > 1 && smc->weight > 0);
    if (status != BSHIP_OK && !(status == BSHIP_ERROR_WORK_LIMIT && may_do))
        return status;
    return finish(smc, counts, quality, order->budget);
}

bship_status bsi_smc_draw(bsi_smc *smc, bship_rng *rng, bsi_work_budget *budget,
                          bship_placement *placements)
{
    if (!may_draw(smc))
        return BSHIP_ERROR_UNSUPPORTED;
    for (;;) {
        int64_t steps = 0;
        bool is_accepted = bsi_residual_draw(smc->residual, rng, &steps);
        bship_status status = bsi_work_charge(budget, steps);
        if (status)
            return status;
        if (!is_accepted)
            continue;
        bsi_sample_placements(smc->residual->totals.evidence, smc->residual->placed, placements);
        return BSHIP_OK;
    }
}
