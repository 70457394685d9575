/*
 * Histograms of whole numbers, and their statistics. A histogram holds every number that was added,
 * as a count for each value: so its memory depends on the number of different values only, and
 * parts that were counted separately add up to the same histogram in any order.
 *
 * The values with their counts are a sorted array. Values are integers and ascend, so the place of
 * one is bounded by its distance from the least and the greatest: of values without gaps it is
 * known at once, and else a binary search has as many places as values are missing.
 */
#ifndef PROGRAMS_SIMULATION_STATISTICS_HISTOGRAM_H
#define PROGRAMS_SIMULATION_STATISTICS_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/status.h>

/* The greatest absolute value of a number: 2^53, up to which doubles hold all whole numbers. */
#define HISTOGRAM_VALUE_MAX (INT64_C(1) << 53)

struct bin {
    int64_t value;
    int64_t count; /* at least 1 */
};

/* All zero: no numbers. */
struct histogram {
    struct bin *bins; /* in ascending order */
    size_t bin_count;
    size_t capacity;
    int64_t count; /* of numbers */
};

/* Statistics of at least one number. */
struct summary {
    int64_t count;
    double mean;
    double sd; /* the sample standard deviation (divisor n - 1); 0 for one number */
    double standard_error;
    /* Percentiles are by nearest rank: the least of the numbers such that at least that share of
     * them does not exceed it. */
    int64_t minimum, p5, median, p95, maximum;
    /* Student's confidence interval of the mean; infinite for one number. */
    double low, high;
};

/* A test whether at least two numbers, differences of pairs, have mean 0. */
struct comparison {
    int64_t count;
    double difference; /* the mean */
    double standard_error;
    double low, high; /* Student's confidence interval of the mean */
    double p_value;   /* of the two-sided t test */
};

/* Frees the numbers; there are then none. */
void histogram_clear(struct histogram *histogram);

/*
 * Adds a number, of absolute value at most HISTOGRAM_VALUE_MAX, `count` times, which is at least 0:
 * OK, MEMORY, or RANGE for another number or more than 2^63 - 1 numbers in all.
 */
bship_status histogram_add(struct histogram *histogram, int64_t value, int64_t count);

/* Makes room for as many new values: OK or MEMORY. */
bship_status histogram_reserve(struct histogram *histogram, size_t more);

/* Adds a number, as above, where there is room and the count stays in range. */
void histogram_insert(struct histogram *histogram, int64_t value, int64_t count);

/*
 * Merging in two steps, of which only the first can fail: checks the count of both together and
 * makes room for the other's values (OK, RANGE or MEMORY), and adds the other's numbers.
 */
bship_status histogram_prepare_merge(struct histogram *histogram, const struct histogram *other);
void histogram_merge(struct histogram *histogram, const struct histogram *other);

/* How often a value occurs. */
int64_t histogram_at(const struct histogram *histogram, int64_t value);

/* The statistics of at least one number, with intervals of a confidence above 0 and below 1. */
struct summary histogram_summarise(const struct histogram *histogram, double confidence);

/* The test of at least two numbers. */
struct comparison histogram_compare(const struct histogram *histogram, double confidence);

#endif
