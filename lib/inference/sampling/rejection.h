/*
 * The method `rejection`: exact independent samples by rejection sampling (von Neumann 1951), for
 * large boards with few ships.
 *
 * Proposal: an exact cover of the hits, drawn with probability proportional to its weight times
 * the product, over the remaining ships, of the weight of their open placements that avoid it;
 * then each remaining ship independently on such a placement. The whole candidate is rejected if
 * any two ships conflict. Accepted layouts are exactly distributed by weight, and the acceptance
 * rate times the total weight of the proposal is an unbiased estimate of the number of layouts.
 *
 * Cost per layout: linear in the total length of the fleet, divided by the acceptance rate. The
 * list of all exact covers is kept in memory.
 */
#ifndef BSI_INFERENCE_SAMPLING_REJECTION_H
#define BSI_INFERENCE_SAMPLING_REJECTION_H

#include "inference/common/sampling.h"

typedef struct bsi_rejection bsi_rejection;

/* For evidence that has been carved and outlives the sampler; NULL if there is no memory. */
bsi_rejection *bsi_rejection_new(const bsi_evidence *evidence, const bship_allocator *allocator);
void bsi_rejection_free(bsi_rejection *rejection);

/*
 * Lists the exact covers of evidence that has been read; the calls below require it. OK;
 * CONTRADICTION if that shows that there is no layout; WORK_LIMIT, also for too many covers;
 * CANCELLED; MEMORY.
 */
bship_status bsi_rejection_read(bsi_rejection *rejection, bsi_work_budget *budget);

/*
 * Estimates the acceptance rate from some draws; 0 if none is accepted: OK, WORK_LIMIT or
 * CANCELLED.
 */
bship_status bsi_rejection_estimate(bsi_rejection *rejection, bsi_work_budget *budget,
                                    double *accepted);

/*
 * Samples until the rms error is small enough or the work limit is reached: OK; WORK_LIMIT if too
 * few layouts are accepted by then; CANCELLED.
 */
bship_status bsi_rejection_run(bsi_rejection *rejection, const bsi_sample_request *request,
                               bsi_placement_counts *counts, bsi_sample_quality *quality);

/* Draws one layout, exactly by weight: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_rejection_draw(bsi_rejection *rejection, bship_rng *rng, bsi_work_budget *budget,
                                bship_placement *placements);

#endif
