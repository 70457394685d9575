/*
 * Sampling layouts where totals of salvos leave too many to enumerate: the methods `rejection` and
 * `smc` (sequential Monte Carlo).
 *
 * A trial of 256 draws decides: if enough are accepted, ways are drawn independently (rejection
 * sampling, totals/draw.c), otherwise by particles: sequential importance sampling with resampling,
 * on the residual dynamic programme. Each of 256 particles places its ships one after another, only
 * where they fit, with probability proportional to the weight of the ways behind; the programme is
 * the look-ahead. The incremental weight is the share of the ways from the particle's state whose
 * next placement fits. After each ship the particles are resampled systematically: a particle of
 * weight w relative to the mean continues floor(w) or ceil(w) times, and all weights become the
 * mean (Doucet, de Freitas and Gordon 2001). Weighted sums over the particles are unbiased at every
 * stage.
 *
 * Both work in independent batches of 256. Estimates are ratios of sums over the batches, and their
 * standard errors come from the variance between batches, so correlation within a batch does not
 * matter. The mean weight of a batch estimates the share of the layouts among all ways, hence their
 * number.
 */
#ifndef BSI_INFERENCE_TOTALS_SMC_H
#define BSI_INFERENCE_TOTALS_SMC_H

#include <stdbool.h>

#include "inference/common/sampling.h"
#include "inference/totals/residual.h"

/* The number of particles. */
enum {
    BSI_PARTICLES = 256
};

typedef struct bsi_particle {
    double weight;
    uint32_t state; /* of the residual dynamic programme */
} bsi_particle;

typedef struct bsi_smc {
    bsi_residual *residual;
    bsi_proposal proposal;                /* of ways */
    BSI_ARRAY(bsi_particle) particles;    /* the second half is work space of resampling */
    BSI_ARRAY(bsi_placement) paths;       /* by particle and depth */
    BSI_ARRAY(struct bsi_option) options; /* work space: the placements that fit for one particle */
    /* Sums over batches. */
    double *batch;    /* by position: the weight of a batch's layouts that cover it, */
    double *sums;     /* the sum over batches, */
    double *squares;  /* of its squares, */
    double *products; /* and of its products with the weight of the batch */
    double weight;    /* sum over batches of their weights, */
    double weight_squares;
    int32_t batches;
    double effective; /* the sum of their effective sample sizes */
} bsi_smc;

/* Takes the arrays from an arena if the rules report totals. */
void bsi_smc_carve(bsi_smc *smc, bsi_residual *residual, bsi_arena *arena);
void bsi_smc_clear(bsi_smc *smc);

/*
 * Estimates the acceptance rate of independent draws, from a programme that is open: OK;
 * UNSUPPORTED if all weights are rounded to 0; WORK_LIMIT; CANCELLED.
 */
bship_status bsi_smc_estimate(bsi_smc *smc, bsi_work_budget *budget, double *accepted);

/* Reserves memory for particles, before a run by them: OK, UNSUPPORTED or MEMORY. */
bship_status bsi_smc_reserve(bsi_smc *smc);

/*
 * Moves new particles through all ships: OK, WORK_LIMIT or CANCELLED. `*weight` is the mean of
 * their weights; its expectation is the share, by weight, of the ways that are layouts.
 * `*effective` is the effective sample size, 256 / (1 + the sum of the relative variances of the
 * incremental weights).
 */
bship_status bsi_smc_run_particles(bsi_smc *smc, bship_rng *rng, double *weight, double *effective,
                                   bsi_work_budget *budget);

/*
 * Samples, by particles or by independent draws, until the rms error is small enough or the work
 * limit is reached: OK; WORK_LIMIT if there are too few layouts to estimate errors; CANCELLED.
 */
bship_status bsi_smc_run(bsi_smc *smc, bool by_particles, const bsi_sample_request *request,
                         bsi_placement_counts *counts, bsi_sample_quality *quality);

/* Draws one layout, exactly by weight: OK, UNSUPPORTED, WORK_LIMIT or CANCELLED. */
bship_status bsi_smc_draw(bsi_smc *smc, bship_rng *rng, bsi_work_budget *budget,
                          bship_placement *placements);

#endif
