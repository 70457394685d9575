/* The mean of a series of values, and its standard error (Welford's method). */
#ifndef PROGRAMS_BATTLESHIP_GAME_SERIES_H
#define PROGRAMS_BATTLESHIP_GAME_SERIES_H

#include <stdint.h>

/* Zeroes are an empty series. */
struct series {
    int64_t count;
    double mean;
    double squares; /* the sum of the squares of the differences from the mean */
};

void series_add(struct series *series, double value);

/* The variance of the mean, and its square root, the standard error; NAN with fewer than two
 * values. */
double series_variance(const struct series *series);
double series_error(const struct series *series);

#endif
