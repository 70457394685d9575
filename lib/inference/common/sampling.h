/*
 * What all samplers share: the request (seed, precision, budget), proposals, the accumulation of
 * placement counts, and the quality of a sample: standard errors, their root mean square, and
 * the effective sample size.
 *
 * The variance of a proportion is computed as if each outcome had been observed once more
 * (Laplace's rule of succession): unseen layouts may still exist, so no error is 0.
 */
#ifndef BSI_INFERENCE_COMMON_SAMPLING_H
#define BSI_INFERENCE_COMMON_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "base/work_budget.h"
#include "inference/common/placement_counts.h"
#include "inference/evidence.h"

/* Charges for the use of the list of open placements: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_sample_read(const bsi_evidence *evidence, bsi_work_budget *budget);

/* ---- rejection sampling ---- */

/*
 * A proposal distribution of rejection sampling (von Neumann 1951). A candidate is drawn with
 * probability proportional to its weight, and rejected unless it is a layout. So accepted
 * candidates are exact, independent samples of the layouts by weight.
 */
typedef struct bsi_proposal {
    /* Draws a candidate into `placed`; returns whether it is a layout. Adds to `*steps`. */
    bool (*draw)(void *user, bship_rng *rng, int64_t *steps);
    void *user;
    const bsi_evidence *evidence;
    const bsi_placement *placed; /* one placement per ship, in any order */
    int tries;                   /* draws of an estimate */
} bsi_proposal;

/* Estimates the acceptance rate from some draws of a fixed seed; 0 if none is accepted: OK,
 * WORK_LIMIT or CANCELLED. */
bship_status bsi_proposal_estimate(const bsi_proposal *proposal, bsi_work_budget *budget,
                                   double *accepted);

/* Draws until a candidate is accepted, exactly by weight: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_proposal_draw(const bsi_proposal *proposal, bship_rng *rng,
                               bsi_work_budget *budget, bship_placement *placements);

/* ---- counts and quality ---- */

/* What a sample is asked for. */
typedef struct bsi_sample_request {
    uint64_t seed;
    double precision; /* stop at this rms error of the occupancies of open cells */
    bool is_rough;    /* whether to accept a sample too small to estimate its errors */
    bool may_finish;  /* whether a request to finish early ends it as the work limit does */
    bsi_work_budget *budget;
} bsi_sample_request;

/* Whether a sample that was stopped is to be used as it is, if it is large enough. */
bool bsi_sample_is_ended(const bsi_sample_request *request, bship_status status);

/* The quality of a sample. */
typedef struct bsi_sample_quality {
    double *errors;     /* by position: standard error of the occupancy; the caller's array */
    double rms;         /* root mean square of these errors, over all open cells */
    double effective;   /* effective sample size */
    double total_error; /* relative standard error of the total weight; NaN: unknown */
    int64_t exponent;   /* the counts are in units of 2^exponent layouts */
} bsi_sample_quality;

/* Zeroes the counts and the sums by position: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_sample_clear(const bsi_evidence *evidence, bsi_placement_counts *counts,
                              double *cells, bsi_work_budget *budget);

/* Adds a ship to the counts and to the sums by position. */
static inline void bsi_sample_add(const bsi_evidence *evidence, bsi_placement placed, double amount,
                                  bsi_placement_counts *counts, double *cells)
{
    uint32_t step = bsi_step(evidence->rules, placed.orientation);
    double *cell = cells + placed.position;
    counts->weights[bsi_placement_counts_at(counts, placed)] += amount;
    for (int32_t i = evidence->classes[placed.class].length; i > 0; i--, cell += step)
        *cell += amount;
}

/*
 * Multiplies the counts of all placements: OK or CANCELLED. Charges nothing, because at the end of
 * a sample its budget may be used up.
 */
bship_status bsi_sample_scale(const bsi_evidence *evidence, bsi_placement_counts *counts,
                              double factor, bsi_work_budget *budget);

/* Returns total * 2^exponent and sets the exponent of `quality` to 0; where that exceeds a double,
 * returns `total` and leaves the exponent to `quality`. */
double bsi_sample_total(double total, int64_t exponent, bsi_sample_quality *quality);

/* The variance of a proportion that was observed `count` times out of `size`, with one more
 * observation of each outcome. */
static inline double bsi_sample_variance(double count, double size)
{
    double share = (count + 1) / (size + 2);
    return share * (1 - share) / size;
}

#endif
