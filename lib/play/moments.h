/*
 * Mean and deviation of whole numbers from exact sums: with the sums of n numbers x and of their
 * squares, n (n - 1) times the sample variance is an integer. So nothing depends on the order of
 * the numbers, and rounding begins with the results.
 */
#ifndef BSI_PLAY_MOMENTS_H
#define BSI_PLAY_MOMENTS_H

#include <stdint.h>

#include "base/uint128.h"

/*
 * The numbers are shots, or differences of shots, of games that were played: at one shot a
 * nanosecond, a sum of 2^63 takes three centuries. No number exceeds 2^39 (the shots of 10^5 games
 * on the largest board), so that the sum of squares is below 2^102.
 */
typedef struct bsi_moments {
    int64_t count;
    int64_t sum;
    bsi_uint128 squares;
} bsi_moments;

void bsi_moments_add(bsi_moments *moments, int64_t value);

/* The mean of at least one number. */
double bsi_moments_mean(const bsi_moments *moments);

/* The sample standard deviation (divisor n - 1) of at least two numbers. */
double bsi_moments_deviation(const bsi_moments *moments);

#endif
