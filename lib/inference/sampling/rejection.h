/*
 * Layouts by exact independent draws: for big boards with few ships on them.
 *
 * A draw takes a covering of the hits, with a probability proportional to its
 * weight times the free weight that it leaves: the weight of all ways to lay each
 * ship left on an open spot clear of the covering, whatever the others do. Then it
 * lays these ships so, each for itself, and is rejected whole if any two of them
 * clash. So what is accepted is a layout drawn from all layouts by their weights,
 * and the share that is accepted is that of the layouts in the free weight.
 */
#ifndef BSI_INFERENCE_SAMPLING_REJECTION_H
#define BSI_INFERENCE_SAMPLING_REJECTION_H

#include "inference/common/sampling.h"

typedef struct bsi_rejection bsi_rejection;

/* For an evidence that has been laid out, and outlives it: OK or MEMORY. */
bship_status bsi_rejection_new(bsi_rejection **out, const bsi_evidence *evidence,
                               const bship_allocator *allocator);
void bsi_rejection_free(bsi_rejection *rejection);

/*
 * Finds the coverings, once the evidence has been read; it comes before the calls
 * below. OK; CONTRADICTION if that shows that there is no layout; WORK_LIMIT, also
 * for too many coverings; CANCELLED; MEMORY.
 */
bship_status bsi_rejection_read(bsi_rejection *rejection, bsi_work_budget *budget);

/*
 * Estimates the share of draws that are accepted from a few; 0 if it is too low to tell. OK;
 * WORK_LIMIT; CANCELLED.
 */
bship_status bsi_rejection_estimate(bsi_rejection *rejection, bsi_work_budget *budget,
                                    double *share);

/*
 * Draws until the rms error is small enough or the effort is spent; what came of
 * it is good if it is a number of layouts worth the name. OK; WORK_LIMIT if they
 * are fewer; CANCELLED.
 */
bship_status bsi_rejection_run(bsi_rejection *rejection, const bsi_sample_request *order,
                               bsi_placement_counts *counts, bsi_sample_quality *quality);

/* Draws one layout, exactly: OK; WORK_LIMIT; CANCELLED. */
bship_status bsi_rejection_draw(bsi_rejection *rejection, bship_rng *rng, bsi_work_budget *budget,
                                bship_placement *placements);

#endif
