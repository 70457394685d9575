/*
 * Marginals: for every cell the probability that a ship covers it, by ship class, and that a shot
 * there sinks one; and the ranking of the unknown cells, by occupancy and then by the entropy of
 * the report. Computed from placement counts by adding the count of each placement to the cells
 * that it covers.
 *
 * Invariant: cells are compared by exact integers where there are any, and by entropies rounded to
 * 2^-30 bit, so that a ranking is the same on every machine. Cost: the number of placements times
 * the length of a ship.
 */
#ifndef BSI_INFERENCE_MARGINALS_H
#define BSI_INFERENCE_MARGINALS_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/posterior.h>

#include "base/best.h"
#include "inference/common/placement_counts.h"

typedef struct bsi_marginals {
    const bsi_evidence *evidence;
    const bsi_placement_counts *counts; /* that they are made of */
    bool is_whole;                      /* whether the counts are exact integers */
    double *occupancy;                  /* by position */
    bsi_uint128 *cover;           /* by position: number of layouts with a ship there, if whole */
    double *covered_by;           /* by class and position: P(a ship of the class is there) */
    double *sunk_of;              /* by class and position: P(a shot there sinks one) */
    bsi_uint128 *uint128_scratch; /* by position, twice */
    uint32_t *order;              /* buffer for bsi_marginals_rank() */
    int64_t *entropies;           /* by position, in 2^-30 bit; -1: not computed yet */
} bsi_marginals;

/* Carves the arrays from an arena. */
void bsi_marginals_carve(bsi_marginals *marginals, const bsi_evidence *evidence, bsi_arena *arena);

/* The steps that bsi_marginals_make() takes. */
int64_t bsi_marginals_cost(const bsi_evidence *evidence);

/* Computes the marginals of placement counts that are not empty, and stay as long as the marginals
 * are used: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_marginals_make(bsi_marginals *marginals, const bsi_placement_counts *counts,
                                bsi_work_budget *budget);

/* The forecast of a shot at an unknown cell. */
bship_forecast bsi_marginals_forecast(const bsi_marginals *marginals, uint32_t position);

/*
 * Compares unknown cells, as bsi_sort_best() does. Higher occupancy is better; then higher
 * entropy.
 */
int bsi_marginals_compare(const void *marginals, uint32_t a, uint32_t b);

/*
 * Sorts unknown cells, best first, equally good ones row by row: `most` of them, those as good as
 * the last of these, and no more. OK or CANCELLED.
 */
bship_status bsi_marginals_rank(const bsi_marginals *marginals, uint32_t most,
                                const uint32_t **order, uint32_t *ranked, bsi_work_budget *budget);

/* The same by another comparison, such as that of shot_index.h, and its context. */
bship_status bsi_marginals_rank_by(const bsi_marginals *marginals, bsi_compare *compare,
                                   const void *context, uint32_t most, const uint32_t **order,
                                   uint32_t *ranked, bsi_work_budget *budget);

#endif
