/*
 * Rejection sampling from a proposal distribution (von Neumann 1951): what sampling/rejection.h and
 * totals/smc.h share.
 *
 * A candidate is drawn with probability proportional to its weight, and rejected unless it is a
 * layout. So accepted candidates are exact, independent samples of the layouts by weight.
 */
#ifndef BSI_INFERENCE_SAMPLING_PROPOSAL_H
#define BSI_INFERENCE_SAMPLING_PROPOSAL_H

#include <stdbool.h>

#include "base/random.h"
#include "base/work_budget.h"
#include "inference/evidence.h"

typedef struct bsi_proposal {
    /* Draws a candidate into `placed`; returns whether it is a layout. Adds the steps it takes. */
    bool (*draw)(void *user, bship_rng *rng, int64_t *steps);
    void *user;
    const bsi_placement *placed; /* one placement per ship, in any order */
} bsi_proposal;

/* Estimates the acceptance rate from some draws of a fixed seed: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_proposal_estimate(const bsi_proposal *proposal, int tries, bsi_work_budget *budget,
                                   double *accepted);

/* Draws until a candidate is accepted: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_proposal_draw(const bsi_proposal *proposal, const bsi_evidence *evidence,
                               bship_rng *rng, bsi_work_budget *budget,
                               bship_placement *placements);

#endif
