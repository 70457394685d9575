/*
 * Layouts by Markov chains: for boards too crowded to draw whole layouts.
 *
 * A chain's state is a layout that agrees with the evidence, its ships told
 * apart. A move takes one to five ships off and puts them back elsewhere, the
 * hits staying covered, and is accepted so that it and the move back balance: in
 * the long run every layout is held for a share of the time proportional to its
 * weight. What is counted is the time for which each placement is held.
 *
 * Chains that know nothing of each other begin with layouts of a random search
 * and run in rounds that grow. Only the last round counts: those before it let
 * the chains forget where they began. The errors are those of the mean of the
 * chains' means, so they need no knowledge of how long a chain remembers, and
 * where chains do not mix they show it. Not told: the number of layouts, which
 * states cannot show, and what no chain ever met.
 */
#ifndef BSI_INFERENCE_SAMPLING_MCMC_H
#define BSI_INFERENCE_SAMPLING_MCMC_H

#include "inference/common/sampling.h"

typedef struct bsi_mcmc bsi_mcmc;

/* For an evidence that has been laid out, and outlives it: OK or MEMORY. */
bship_status bsi_mcmc_new(bsi_mcmc **out, const bsi_evidence *evidence,
                          const bship_allocator *allocator);
void bsi_mcmc_free(bsi_mcmc *mcmc);

/*
 * Lists the open spots, once the evidence has been read, and searches a layout; it
 * comes before the calls below. OK; CONTRADICTION if there is none; WORK_LIMIT;
 * CANCELLED; MEMORY.
 */
bship_status bsi_mcmc_read(bsi_mcmc *mcmc, uint64_t seed, bsi_work_budget *budget);

/* The steps that the shortest run takes. */
double bsi_mcmc_least_cost(const bsi_mcmc *mcmc);

/*
 * Runs the chains until the rms error is small enough or the effort is spent. The
 * tally's weight is 1, the number of layouts being unknown. OK; WORK_LIMIT if the
 * effort does not do for the shortest round; CANCELLED.
 */
bship_status bsi_mcmc_run(bsi_mcmc *mcmc, const bsi_sample_request *order,
                          bsi_placement_counts *counts, bsi_sample_quality *quality);

/*
 * Draws one layout, after a run: one of the chains, moved on for a while. It is as
 * near to a draw from all layouts as the chains are mixed. OK; WORK_LIMIT; CANCELLED.
 */
bship_status bsi_mcmc_draw(bsi_mcmc *mcmc, bship_rng *rng, bsi_work_budget *budget,
                           bship_placement *placements);

#endif
