/*
 * Mean and deviation of whole numbers from exact sums: the sums of n numbers x and of their squares
 * are integers, and so is n * sum(x^2) - sum(x)^2, which is n (n - 1) times the sample variance. So
 * results depend neither on the order of the numbers nor on how they were split.
 */
#ifndef BSI_PLAY_MOMENTS_H
#define BSI_PLAY_MOMENTS_H

#include <stdint.h>

#include <battleship/statistics.h>

#include "base/uint128.h"
#include "base/uint256.h"

/* Sums of at most 2^63 - 1 numbers of absolute value at most 2^54: below 2^117 and 2^171. */
typedef struct bsi_moments {
    uint64_t count;
    bsi_uint128 above; /* the sum of the positive numbers */
    bsi_uint128 below; /* the sum of the others' absolute values */
    bsi_uint256 squares;
} bsi_moments;

/* Adds a number `count` times. */
void bsi_moments_add(bsi_moments *moments, int64_t value, int64_t count);

/* Of at least one number. The minimum, the maximum and the percentiles are left alone. */
void bsi_moments_summarise(const bsi_moments *moments, double confidence, bship_summary *out);

/* Of at least two numbers, differences of pairs. */
bship_comparison bsi_moments_compare(const bsi_moments *moments, double confidence);

/* The rank of a percentile among `count` numbers, from 1: the least that is no less than `percent`
 * per cent of them. */
uint64_t bsi_percentile_rank(uint64_t count, unsigned percent);

#endif
