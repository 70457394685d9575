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
#ifndef BSHIP_INFERENCE_CHAIN_H
#define BSHIP_INFERENCE_CHAIN_H

#include "inference/sample.h"

typedef struct bship_internal_chain bship_internal_chain;

/* For an evidence that has been laid out, and outlives it: OK or MEMORY. */
bship_status bship_internal_chain_new(bship_internal_chain **out,
                                      const bship_internal_evidence *evidence,
                                      const bship_allocator *allocator);
void bship_internal_chain_free(bship_internal_chain *chain);

/*
 * Lists the open spots, once the evidence has been read, and searches a layout; it
 * comes before the calls below. OK; CONTRADICTION if there is none; WORK_LIMIT;
 * CANCELLED; MEMORY.
 */
bship_status bship_internal_chain_read(bship_internal_chain *chain, uint64_t seed,
                                       bship_internal_effort *effort);

/* The steps that the shortest run takes. */
double bship_internal_chain_least_cost(const bship_internal_chain *chain);

/*
 * Runs the chains until the rms error is small enough or the effort is spent. The
 * tally's weight is 1, the number of layouts being unknown. OK; WORK_LIMIT if the
 * effort does not do for the shortest round; CANCELLED.
 */
bship_status bship_internal_chain_run(bship_internal_chain *chain,
                                      const bship_internal_sample_order *order,
                                      bship_internal_tally *tally,
                                      bship_internal_sample_quality *quality);

/*
 * Draws one layout, after a run: one of the chains, moved on for a while. It is as
 * near to a draw from all layouts as the chains are mixed. OK; WORK_LIMIT; CANCELLED.
 */
bship_status bship_internal_chain_draw(bship_internal_chain *chain, bship_rng *rng,
                                       bship_internal_effort *effort, bship_placement *placements);

#endif
