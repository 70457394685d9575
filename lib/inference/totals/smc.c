/*
 * Particles, batches, standard errors and stopping; see totals/smc.h.
 *
 * Precision is tested at growing intervals, not after every batch: stopping at the first low
 * estimate of the error would bias the reported error downwards.
 */
#include "inference/totals/smc.h"

#include <math.h>
#include <string.h>

#include "base/random.h"

enum {
    BATCH = BSI_PARTICLES, /* draws or particles of a batch; draws of a trial */
    BATCHES_MIN = 32,      /* fewer tell too little about the variance between batches */
    STEPS_A_POSITION = 12  /* of adding a batch */
};

/* A placement by which a particle can continue. */
struct bsi_option {
    double sum;         /* cumulative weight of the ways behind it and the options before it */
    uint32_t placement; /* its number */
    uint32_t next;      /* the state that it leads to */
};

void bsi_smc_carve(bsi_smc *smc, bsi_residual *residual, bsi_arena *arena)
{
    const bship_rules *rules = residual->totals.evidence->rules;
    smc->residual = residual;
    smc->proposal = (bsi_proposal){ bsi_residual_draw, residual, residual->totals.evidence,
                                    residual->placed, BATCH };
    if (!bsi_reports_totals(rules))
        return;
    smc->batch = bsi_arena_take(arena, rules->positions, sizeof *smc->batch);
    smc->sums = bsi_arena_take(arena, rules->positions, sizeof *smc->sums);
    smc->squares = bsi_arena_take(arena, rules->positions, sizeof *smc->squares);
    smc->products = bsi_arena_take(arena, rules->positions, sizeof *smc->products);
}

void bsi_smc_clear(bsi_smc *smc)
{
    const bship_allocator *allocator = smc->residual->totals.allocator;
    BSI_FREE(&smc->options, allocator);
    BSI_FREE(&smc->particles, allocator);
    BSI_FREE(&smc->paths, allocator);
}

/* ---- particles ---- */

/* The placements of a particle, by depth. */
static bsi_placement *path_of(const bsi_smc *smc, size_t number)
{
    return &smc->paths.items[number * smc->residual->ships];
}

/* Lists the placements of a state's next ship that fit, weighted by the ways behind; returns their
 * number. */
static uint32_t list_options(const bsi_smc *smc, const bsi_residual_state *state, int64_t *steps)
{
    const bsi_residual *residual = smc->residual;
    const bsi_totals *totals = &residual->totals;
    const bsi_placement *placements = totals->placements.items;
    struct bsi_option *options = smc->options.items;
    double sum = 0, before = 0;
    uint32_t count = 0;
    for (uint32_t t = state->transitions; t < state->transitions_end; t++) {
        const bsi_residual_transition *transition = &residual->transitions.items[t];
        const bsi_group *group = &totals->groups.items[transition->group];
        double share = (transition->sum - before) / group->weight;
        before = transition->sum;
        if (!(share > 0))
            continue;
        *steps += BSI_COST_LAST * (int64_t)(group->end - group->first);
        for (uint32_t i = group->first; i < group->end; i++) {
            if (!bsi_grid_fits(residual->grid, placements[i]))
                continue;
            sum += share * bsi_placement_weight(totals->evidence, placements[i]);
            options[count++] = (struct bsi_option){ sum, i, transition->next };
        }
    }
    return count;
}

/* Places the next ship of a particle and sets its incremental weight; a particle whose ship fits
 * nowhere gets weight 0. OK, WORK_LIMIT or CANCELLED. */
static bship_status extend(bsi_smc *smc, uint32_t number, uint32_t depth, bship_rng *rng,
                           bsi_work_budget *budget)
{
    bsi_residual *residual = smc->residual;
    bsi_particle *particle = &smc->particles.items[number];
    bsi_placement *path = path_of(smc, number);
    const bsi_residual_state *state = &residual->states.items[particle->state];
    const struct bsi_option *options = smc->options.items;
    int64_t steps = (int64_t)BSI_COST_TRY * (depth + 3);
    for (uint32_t i = 0; i < depth; i++)
        bsi_grid_place(residual->grid, path[i]);
    uint32_t count = list_options(smc, state, &steps);
    for (uint32_t i = 0; i < depth; i++)
        bsi_grid_remove(residual->grid, path[i]);
    particle->weight = count > 0 ? options[count - 1].sum / state->weight : 0;
    if (count > 0) {
        const struct bsi_option *option =
            &options[bsi_rng_pick(rng, options, sizeof *options, count)];
        path[depth] = residual->totals.placements.items[option->placement];
        particle->state = option->next;
    }
    return bsi_work_charge(budget, steps);
}

/* The mean of the weights, and their relative variance: in units of the squared mean. */
static double mean_weight(const bsi_smc *smc, double *variance)
{
    const bsi_particle *items = smc->particles.items;
    double sum = 0, squares = 0;
    for (int i = 0; i < BSI_PARTICLES; i++) {
        sum += items[i].weight;
        squares += items[i].weight * items[i].weight;
    }
    *variance = sum > 0 ? squares / sum / sum * BSI_PARTICLES - 1 : 0;
    return sum / BSI_PARTICLES;
}

/* Copies a particle that has placed `ships` ships. */
static void copy(bsi_smc *smc, uint32_t to, uint32_t from, uint32_t ships)
{
    smc->particles.items[to] = smc->particles.items[from];
    memcpy(path_of(smc, to), path_of(smc, from), ships * sizeof(bsi_placement));
}

/* Systematic resampling: copies each particle in proportion to its weight to the second half, and
 * copies that half back. */
static void resample(bsi_smc *smc, uint32_t ships, double mean, bship_rng *rng)
{
    double sum = 0, point = bsi_rng_unit(rng);
    uint32_t copied = 0;
    for (uint32_t i = 0; i < BSI_PARTICLES; i++) {
        sum += smc->particles.items[i].weight / mean;
        for (; copied < BSI_PARTICLES && point + copied < sum; copied++)
            copy(smc, BSI_PARTICLES + copied, i, ships);
    }
    /* Rounding may lose the last copy. */
    for (uint32_t i = 0; i < BSI_PARTICLES; i++)
        copy(smc, i, BSI_PARTICLES + (i < copied ? i : copied - 1), ships);
}

bship_status bsi_smc_run_particles(bsi_smc *smc, bship_rng *rng, double *weight, double *effective,
                                   bsi_work_budget *budget)
{
    const bsi_residual *residual = smc->residual;
    bsi_particle *items = smc->particles.items;
    double factor = 1, mean = 1, variance, variances = 0;
    bship_status status = BSHIP_OK;
    for (int i = 0; i < BSI_PARTICLES; i++)
        items[i] = (bsi_particle){ 1, residual->root };
    for (uint32_t depth = 0; mean > 0 && depth < residual->ships; depth++) {
        if (depth > 0)
            resample(smc, depth, mean, rng);
        for (uint32_t i = 0; !status && i < BSI_PARTICLES; i++)
            status = extend(smc, i, depth, rng, budget);
        if (status)
            return status;
        mean = mean_weight(smc, &variance);
        variances += variance;
        factor *= mean;
    }
    /* The weights already contain the mean of the last ship. */
    for (int i = 0; mean > 0 && i < BSI_PARTICLES; i++)
        items[i].weight *= factor / mean;
    *weight = factor;
    *effective = factor > 0 ? BSI_PARTICLES / (1 + variances) : 0;
    return BSHIP_OK;
}

/* ---- batches ---- */

/* Adds the present batch to the sums over all, and clears it. */
static void add_batch(bsi_smc *smc, double weight)
{
    const bship_rules *rules = smc->residual->totals.evidence->rules;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t cell = rules->free_cells[i];
        smc->sums[cell] += smc->batch[cell];
        smc->squares[cell] += smc->batch[cell] * smc->batch[cell];
        smc->products[cell] += smc->batch[cell] * weight;
        smc->batch[cell] = 0;
    }
    smc->weight += weight;
    smc->weight_squares += weight * weight;
    smc->batches++;
}

static void add_layout(bsi_smc *smc, const bsi_placement *placed, double weight,
                       bsi_placement_counts *counts)
{
    const bsi_evidence *evidence = smc->residual->totals.evidence;
    for (int32_t i = 0; i < evidence->rules->fleet->count; i++)
        bsi_sample_add(evidence, placed[i], weight, counts, smc->batch);
}

/* Draws a batch of ways independently; returns the share that is accepted. */
static double draw_batch(bsi_smc *smc, bship_rng *rng, bsi_placement_counts *counts, int64_t *steps)
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

/* Runs a batch of particles and returns their mean weight; on failure nothing is added. */
static bship_status run_batch(bsi_smc *smc, bship_rng *rng, bsi_placement_counts *counts,
                              double *weight, bsi_work_budget *budget)
{
    double effective;
    bship_status status = bsi_smc_run_particles(smc, rng, weight, &effective, budget);
    if (status)
        return status;
    for (size_t i = 0; *weight > 0 && i < BATCH; i++) {
        double share = smc->particles.items[i].weight;
        if (share > 0)
            add_layout(smc, path_of(smc, i), share / BATCH, counts);
    }
    smc->effective += effective;
    return BSHIP_OK;
}

/* ---- errors ---- */

/* The variance of the occupancy of a cell, which is a ratio of sums over batches (the variance of a
 * ratio estimator, by linearisation). */
static double cell_variance(const bsi_smc *smc, uint32_t cell, double share, double effective)
{
    double count = (double)smc->batches;
    double residue =
        smc->squares[cell] - 2 * share * smc->products[cell] + share * share * smc->weight_squares;
    double variance = residue > 0 ? residue * count / (count - 1) : 0;
    variance /= smc->weight * smc->weight;
    /* Unseen layouts may still exist: keep a floor under the variance. */
    return fmax(variance, bsi_sample_variance(share * effective, effective));
}

/* Finds the standard error of every cell's occupancy, the rms of these errors over open cells, and
 * the relative error of the total. */
static void find_errors(const bsi_smc *smc, bsi_sample_quality *quality)
{
    const bsi_evidence *evidence = smc->residual->totals.evidence;
    double count = (double)smc->batches, variances = 0, spreads = 0;
    /* The effective number of batches is smaller where their weights differ. */
    double effective = smc->effective * smc->weight * smc->weight / smc->weight_squares / count;
    for (uint32_t i = 0; i < evidence->rules->free_count; i++) {
        uint32_t cell = evidence->rules->free_cells[i];
        quality->errors[cell] = 0;
        /* All layouts agree about a hit and about a dead cell. */
        if (evidence->cells[cell] == BSI_CELL_HIT || evidence->cells[cell] == BSI_CELL_DEAD)
            continue;
        double share = fmin(smc->sums[cell] / smc->weight, 1);
        double variance = cell_variance(smc, cell, share, effective);
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
    /* Even if all draws so far were accepted, the acceptance rate may be below 1. */
    quality->total_error = fmax(spread > 0 ? sqrt(spread) / mean : 0, 1 / (count * BATCH));
}

/* Whether there are enough batches to estimate errors, and none of them outweighs the others. */
static bool has_enough_batches(const bsi_smc *smc)
{
    double effective = smc->weight > 0 ? smc->weight * smc->weight / smc->weight_squares : 0;
    return smc->batches >= BATCHES_MIN && effective >= BATCHES_MIN / 2.0;
}

/* ---- independent draws ---- */

/* Whether there is any weight to draw by: if weights differ too much, rounding leaves none. */
static bool has_weight(const bsi_smc *smc)
{
    const bsi_residual *residual = smc->residual;
    return residual->states.items[residual->root].weight >= BSI_WEIGHT_MIN;
}

bship_status bsi_smc_estimate(bsi_smc *smc, bsi_work_budget *budget, double *accepted)
{
    return has_weight(smc) ? bsi_proposal_estimate(&smc->proposal, budget, accepted)
                           : BSHIP_ERROR_UNSUPPORTED;
}

bship_status bsi_smc_draw(bsi_smc *smc, double share, bship_rng *rng, bsi_work_budget *budget,
                          bship_placement *placements)
{
    if (!(bsi_work_left(budget) * share >= BSI_COST_DRAW))
        return BSHIP_ERROR_WORK_LIMIT;
    return bsi_proposal_draw(&smc->proposal, rng, budget, placements);
}

double bsi_smc_share(const bsi_smc *smc)
{
    return smc->weight / (double)smc->batches;
}

/* ---- runs ---- */

bship_status bsi_smc_reserve(bsi_smc *smc)
{
    const bsi_totals *totals = &smc->residual->totals;
    const bship_allocator *allocator = totals->allocator;
    size_t count = 2 * BSI_PARTICLES;
    if (!has_weight(smc))
        return BSHIP_ERROR_UNSUPPORTED;
    bship_status status = BSI_RESERVE(&smc->options, allocator, totals->placements.count);
    if (!status)
        status = BSI_RESERVE(&smc->particles, allocator, count);
    if (!status)
        status = BSI_RESERVE(&smc->paths, allocator, count * smc->residual->ships);
    return status;
}

/* Scales the counts: the mean weight is the share of the layouts among all ways. */
static bship_status finish(bsi_smc *smc, bsi_placement_counts *counts, bsi_sample_quality *quality,
                           bsi_work_budget *budget)
{
    const bsi_evidence *evidence = smc->residual->totals.evidence;
    int64_t exponent;
    double ways = bsi_residual_weight(smc->residual, &exponent);
    find_errors(smc, quality);
    double scale = bsi_sample_total(ways / (double)smc->batches, exponent, quality);
    counts->weight = smc->weight * scale;
    return bsi_sample_scale(evidence, counts, scale, budget);
}

/* Samples batches until the rms error is small enough. */
static bship_status sample(bsi_smc *smc, bool by_particles, const bsi_sample_request *request,
                           bsi_placement_counts *counts, bsi_sample_quality *quality)
{
    int64_t next_test = BATCHES_MIN;
    bship_rng rng;
    bship_rng_seed(&rng, request->seed, BSHIP_RNG_PURPOSE_SAMPLE, 0);
    for (;;) {
        double weight = 0;
        int64_t steps = STEPS_A_POSITION * (int64_t)counts->positions;
        bship_status status = BSHIP_OK;
        if (by_particles)
            status = run_batch(smc, &rng, counts, &weight, request->budget);
        else
            weight = draw_batch(smc, &rng, counts, &steps);
        if (status)
            return status;
        add_batch(smc, weight);
        status = bsi_work_charge(request->budget, steps);
        if (status)
            return status;
        if (smc->batches < next_test)
            continue;
        next_test += next_test / 4;
        if (!has_enough_batches(smc))
            continue;
        find_errors(smc, quality);
        if (quality->rms <= request->precision)
            return BSHIP_OK;
    }
}

bship_status bsi_smc_run(bsi_smc *smc, bool by_particles, const bsi_sample_request *request,
                         bsi_placement_counts *counts, bsi_sample_quality *quality)
{
    const bsi_evidence *evidence = smc->residual->totals.evidence;
    for (size_t i = 0; i < evidence->rules->positions; i++)
        smc->sums[i] = smc->squares[i] = smc->products[i] = 0;
    smc->weight = smc->weight_squares = smc->effective = 0;
    smc->batches = 0;
    bship_status status = bsi_sample_clear(evidence, counts, smc->batch, request->budget);
    if (!status)
        status = sample(smc, by_particles, request, counts, quality);
    bool is_usable =
        has_enough_batches(smc) || (request->is_rough && smc->batches > 1 && smc->weight > 0);
    if (status && !(bsi_sample_is_ended(request, status) && is_usable))
        return status;
    return finish(smc, counts, quality, request->budget);
}
