/*
 * Means and paired differences of series with the help of control variates: numbers whose mean is
 * known to be 0. What a linear function of them explains is subtracted, so the mean stays the same
 * and the variance is smaller.
 *
 * The coefficients are found by least squares, the same for all series. Those that a row is
 * adjusted with come from the other half of the rows (cross-fitting), so that adjusted means are
 * without bias. With few rows the coefficients stay close to given ones (ridge regression).
 */
#ifndef BENCHMARKS_CONTROL_VARIATES_H
#define BENCHMARKS_CONTROL_VARIATES_H

#include <stddef.h>

enum {
    VARIATES_MAX = 64
};

/* Rows of games: for each series its number, and then its control variates. */
typedef struct variate_table {
    const double *rows;
    size_t row_count;
    size_t series_count;
    size_t variate_count;
} variate_table;

/* The numbers of all rows and series, adjusted; `prior` are the coefficients without rows. */
void control_variates_adjust(const variate_table *table, const double *prior, double *adjusted);

/* A mean, and half of its 95% interval by Student's t. */
typedef struct mean_estimate {
    double mean;
    double sd;
    double error;
    double margin;
} mean_estimate;

/* The mean of first[i * stride] - second[i * stride]; `second` NULL: of the first alone. */
mean_estimate estimate_mean(const double *first, const double *second, size_t stride, size_t count);

#endif
