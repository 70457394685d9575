/*
 * The method `rejection`: exact independent samples by rejection sampling (von Neumann 1951), for
 * large boards with few ships.
 *
 * Proposal: first an exact cover of the hits, drawn with probability proportional to its weight
 * times the product, over the remaining ships, of the total weight of their open placements that
 * avoid the cover; then each remaining ship independently on such a placement. The whole candidate
 * is rejected if any two ships conflict. Accepted layouts are exactly distributed by weight, and
 * the acceptance rate times the total weight of the proposal is an unbiased estimate of the number
 * of layouts.
 *
 * Cost per layout: linear in the total length of the fleet, divided by the acceptance rate. The
 * list of all exact covers is kept in memory.
 */
#ifndef BSI_INFERENCE_SAMPLING_REJECTION_H
#define BSI_INFERENCE_SAMPLING_REJECTION_H

#include "base/stamp_set.h"
#include "inference/common/exact_cover.h"
#include "inference/common/sampling.h"

typedef struct bsi_rejection {
    const bsi_evidence *evidence;
    bsi_exact_cover *cover;
    bsi_partial_layout *partial;                 /* of `cover` */
    BSI_ARRAY(struct bsi_weighted_cover) covers; /* and an end marker */
    BSI_ARRAY(bsi_placement) ships;              /* cover by cover */
    BSI_ARRAY(double) sums; /* cumulative weights of the covers, in units of 2^exponent */
    int64_t exponent;
    bool is_tight;          /* whether a cover leaves too small a share of the placements */
    bsi_stamp_set excluded; /* by orientation and position: what the present scan has excluded */
    bsi_placement *placed;  /* the candidate */
    bsi_proposal proposal;  /* of candidates, once the covers are listed */
} bsi_rejection;

/* Carves the arrays from a zeroed arena; candidates are drawn in the partial layout of `cover`. */
void bsi_rejection_carve(bsi_rejection *rejection, bsi_exact_cover *cover, bsi_arena *arena);

/* Frees the lists, which bsi_rejection_read() can build again. */
void bsi_rejection_clear(bsi_rejection *rejection);

/*
 * Lists the exact covers of evidence that has been read. The calls below require this. OK;
 * CONTRADICTION if there is no cover, hence no layout; WORK_LIMIT, also for too many covers;
 * CANCELLED; MEMORY.
 */
bship_status bsi_rejection_read(bsi_rejection *rejection, bsi_work_budget *budget);

/*
 * Samples until the rms error is small enough or the work limit is reached: OK; WORK_LIMIT if too
 * few layouts are accepted by then; CANCELLED.
 */
bship_status bsi_rejection_run(bsi_rejection *rejection, const bsi_sample_request *request,
                               bsi_placement_counts *counts, bsi_sample_quality *quality);

#endif
