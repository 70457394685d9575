/*
 * What is told of a position, made from a tally of placements: for every cell the
 * probability that a ship covers it, and that a shot there sinks one.
 */
#ifndef BSI_INFERENCE_MARGINALS_H
#define BSI_INFERENCE_MARGINALS_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/posterior.h>

#include "inference/common/placement_counts.h"

typedef struct bsi_marginals {
    const bsi_evidence *evidence;
    bool is_whole;
    double *occupancy;            /* by position */
    bsi_uint128 *cover;           /* by position: layouts with a ship there, if whole */
    double *covered_by;           /* by kind and position: P(a ship of the kind is there) */
    double *sunk_of;              /* by kind and position: P(a shot there sinks one) */
    bsi_uint128 *uint128_scratch; /* by position, twice */
    uint32_t *order;              /* room for the positions of all cells */
    int64_t *entropies;           /* by position, in 2^-30 bit; -1: not computed yet */
} bsi_marginals;

/* Takes the arrays from an arena. */
void bsi_marginals_carve(bsi_marginals *marginals, const bsi_evidence *evidence, bsi_arena *arena);

/* The steps that making figures takes. */
int64_t bsi_marginals_cost(const bsi_evidence *evidence);

/* Makes the figures of a tally that is not empty: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_marginals_make(bsi_marginals *marginals, const bsi_placement_counts *counts,
                                bsi_work_budget *budget);

/* How a shot at an open cell would be answered. */
bship_forecast bsi_marginals_forecast(const bsi_marginals *marginals, uint32_t position);

/*
 * Whether a cell is better than another: below 0 if it is, above if the other is, 0 if
 * they are equally good: by occupancy, compared in whole numbers where there are any,
 * then by entropy in 2^-30 bit.
 */
int bsi_marginals_compare(const bsi_marginals *marginals, uint32_t a, uint32_t b);

/* The open cells from the best to the worst, equally good ones row by row; returns their number. */
uint32_t bsi_marginals_rank(const bsi_marginals *marginals, const uint32_t **order);

#endif
