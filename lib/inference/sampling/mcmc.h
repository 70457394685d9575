/*
 * The method `mcmc`: Markov chain Monte Carlo, for boards too crowded for rejection sampling.
 *
 * The state of a chain is a layout that agrees with the evidence, with equal ships told apart. A
 * move removes one to five ships and places them elsewhere, keeping every hit covered; it is
 * accepted by the rule of Metropolis and Hastings (Hastings 1970), so the stationary distribution
 * is the posterior. The estimate of a placement's probability is the share of time, in moves, for
 * which a ship had it.
 *
 * 32 independent chains start from layouts of a random search and run in rounds of growing length.
 * Only the last round counts; the earlier ones are burn-in. The standard error is that of the mean
 * of the chains' means (the between-chain variance of Gelman and Rubin 1992): it needs no
 * autocorrelation time, and is large where chains do not mix. It cannot reveal a region that all
 * chains miss. The number of layouts is not estimated.
 */
#ifndef BSI_INFERENCE_SAMPLING_MCMC_H
#define BSI_INFERENCE_SAMPLING_MCMC_H

#include "inference/sampling/backtracking.h"
#include "inference/sampling/mcmc_moves.h"

typedef struct bsi_mcmc {
    const bsi_evidence *evidence;
    bsi_backtracking search;
    bsi_moves moves;
    bsi_placement *ships; /* the states, chain by chain */
    double *cells;        /* by position: the number of moves for which one chain covered it */
    double *sums;         /* by position: the sum over chains of the shares of time */
} bsi_mcmc;

/* Carves the arrays from an arena; the chains work in the partial layout of `cover`. */
void bsi_mcmc_carve(bsi_mcmc *mcmc, bsi_exact_cover *cover, bsi_arena *arena);

/*
 * Finds the first state of every chain, for evidence that has been read. The calls below require
 * this. OK; CONTRADICTION if there is no layout; WORK_LIMIT; CANCELLED; MEMORY.
 */
bship_status bsi_mcmc_read(bsi_mcmc *mcmc, uint64_t seed, bsi_work_budget *budget);

/* The steps of the shortest run. */
double bsi_mcmc_least_cost(const bsi_mcmc *mcmc);

/*
 * Runs the chains until the rms error is small enough or the work limit is reached. The number of
 * layouts is unknown, so the total weight of the counts is 1. OK; WORK_LIMIT if the budget is less
 * than the shortest run; CANCELLED.
 */
bship_status bsi_mcmc_run(bsi_mcmc *mcmc, const bsi_sample_request *request,
                          bsi_placement_counts *counts, bsi_sample_quality *quality);

/*
 * Draws one layout, after a run: the state of a random chain after some more moves. Its
 * distribution is the posterior, as far as the chains have mixed. OK, WORK_LIMIT or CANCELLED.
 */
bship_status bsi_mcmc_draw(bsi_mcmc *mcmc, bship_rng *rng, bsi_work_budget *budget,
                           bship_placement *placements);

#endif
