/*
 * Sampling layouts where totals of salvos leave too many to enumerate: the methods `rejection` and
 * `smc` (sequential Monte Carlo).
 *
 * Both draw ways of the residual dynamic programme (totals/residual.h), of which some are layouts.
 * A trial of 256 independent draws decides. If enough are accepted, the method is rejection
 * sampling. Otherwise it is sequential importance sampling with resampling: each of 256 particles
 * places its ships one after another, only where they fit, with probability proportional to the
 * weight of the ways behind. The incremental weight of a particle is the share of the ways from its
 * state whose next placement fits. After each ship the particles are resampled systematically: a
 * particle of weight w relative to the mean continues floor(w) or ceil(w) times, and all weights
 * become the mean (Doucet, de Freitas and Gordon 2001). Weighted sums over the particles are
 * unbiased at every stage.
 *
 * Both work in independent batches of 256. Estimates are ratios of sums over the batches, and their
 * standard errors come from the variance between batches, so correlation within a batch does no
 * harm. The mean weight of a batch estimates the share of the layouts among all ways, hence the
 * number of layouts.
 */
#ifndef BSI_INFERENCE_TOTALS_SMC_H
#define BSI_INFERENCE_TOTALS_SMC_H

#include <stdbool.h>

#include "inference/common/sampling.h"
#include "inference/totals/residual.h"

/* The number of particles: more reduce the bias of ratios, fewer give more batches per second, from
 * which errors are estimated. */
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
    BSI_ARRAY(bsi_particle) particles;    /* the second half is workspace of resampling */
    BSI_ARRAY(bsi_placement) paths;       /* by particle and depth */
    BSI_ARRAY(struct bsi_option) options; /* workspace: the placements that fit for one particle */
    double *batch;    /* by position: the weight of the present batch's layouts that cover it */
    double *sums;     /* by position: the sum of `batch` over all batches */
    double *squares;  /* by position: the sum of its squares */
    double *products; /* by position: the sum of its products with the weight of the batch */
    double weight;    /* the sum of the weights of all batches */
    double weight_squares; /* the sum of their squares */
    int64_t batches;       /* their number */
    double effective;      /* the sum of the batches' effective sample sizes */
} bsi_smc;

/* Takes the arrays from an arena if the rules report totals. */
void bsi_smc_carve(bsi_smc *smc, bsi_residual *residual, bsi_arena *arena);
void bsi_smc_clear(bsi_smc *smc);

/*
 * Estimates the acceptance rate of independent draws from a residual programme that is built: OK;
 * UNSUPPORTED if all weights are rounded to 0; WORK_LIMIT; CANCELLED.
 */
bship_status bsi_smc_estimate(bsi_smc *smc, bsi_work_budget *budget, double *accepted);

/* Reserves memory for particles; required before they run. OK, UNSUPPORTED as above, or MEMORY. */
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

/* The share of the ways, by weight, that are layouts, by the last run. */
double bsi_smc_share(const bsi_smc *smc);

/*
 * Draws one layout, exactly by weight, by drawing ways, of which `share` are layouts: OK;
 * CANCELLED; WORK_LIMIT, at once if the budget does not suffice for a layout on average.
 */
bship_status bsi_smc_draw(bsi_smc *smc, double share, bship_rng *rng, bsi_work_budget *budget,
                          bship_placement *placements);

#endif
