/*
 * Placement counts: for every placement the number of layouts that contain it, and the number of
 * all layouts. Every method produces them; marginals are computed from nothing else.
 *
 * Exact counts are 128-bit integers. Each layout counts `unit` times: a common multiple of the
 * numbers by which symmetry and equal ships make counts divisible. Weighted and sampled counts are
 * doubles with an arbitrary common factor. Layouts that differ only by exchanging ships of one
 * class count once.
 */
#ifndef BSI_INFERENCE_COMMON_PLACEMENT_COUNTS_H
#define BSI_INFERENCE_COMMON_PLACEMENT_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/amount.h"
#include "inference/evidence.h"

typedef struct bsi_placement_counts {
    size_t positions;
    bool is_whole;             /* whether counts are integers, or else doubles */
    uint32_t unit;             /* integers: how often each layout counts */
    bsi_uint128 total;         /* integers: of all layouts */
    bsi_uint128 *by_placement; /* integers: by class, orientation and position */
    double weight;             /* doubles: of all layouts */
    double *weights;           /* doubles: by class, orientation and position */
} bsi_placement_counts;

/* Where the counts of a class and an orientation begin. */
static inline size_t bsi_placement_counts_row(const bsi_placement_counts *counts, int32_t class,
                                              int32_t orientation)
{
    return ((size_t) class * 2 + (size_t)orientation) * counts->positions;
}

/* Where the count of a placement is. */
static inline size_t bsi_placement_counts_at(const bsi_placement_counts *counts,
                                             bsi_placement placement)
{
    return bsi_placement_counts_row(counts, placement.class, placement.orientation) +
           placement.position;
}

/* Adds an amount to the count of a placement: `factor` times if counts are integers, else `weight`
 * times. */
static inline void bsi_placement_counts_add(bsi_placement_counts *counts, bsi_placement placement,
                                            bsi_amount amount, uint64_t factor, double weight)
{
    size_t at = bsi_placement_counts_at(counts, placement);
    if (counts->is_whole)
        bsi_uint128_add(&counts->by_placement[at], bsi_uint128_scaled(amount.whole, factor));
    else
        counts->weights[at] += amount.real * weight;
}

static inline bsi_amount bsi_placement_counts_total(const bsi_placement_counts *counts)
{
    return counts->is_whole ? bsi_amount_of_whole(counts->total)
                            : bsi_amount_of_real(counts->weight);
}

/* Sets all counts to 0, integers or doubles: OK, WORK_LIMIT or CANCELLED. */
static inline bship_status bsi_placement_counts_clear(bsi_placement_counts *counts,
                                                      const bsi_evidence *evidence, bool is_whole,
                                                      bsi_work_budget *budget)
{
    size_t size = is_whole ? sizeof *counts->by_placement : sizeof *counts->weights;
    size_t count = bsi_placement_counts_row(counts, evidence->class_count, 0);
    void *numbers = is_whole ? (void *)counts->by_placement : (void *)counts->weights;
    counts->is_whole = is_whole;
    counts->total = bsi_uint128_of(0);
    counts->weight = 0;
    bship_status status = bsi_work_charge(budget, (int64_t)count);
    return status ? status : bsi_work_clear_memory(budget, numbers, count * size);
}

#endif
