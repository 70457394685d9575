/**
 * @file
 * Statistics: histograms of whole numbers, intervals, ratings and tests.
 *
 * A histogram holds every number that was added, as a count for each value. So it gives means,
 * deviations and quantiles without rounding errors, and parts that were counted separately add up
 * to the same histogram in any order. Its memory depends on the number of different values, not on
 * how many numbers there are.
 */
#ifndef BATTLESHIP_STATISTICS_H
#define BATTLESHIP_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/export.h>
#include <battleship/match.h>
#include <battleship/memory.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/* ---- histograms ---- */

/**
 * A histogram of whole numbers. One thread at a time may change it; while none does, any number may
 * read it.
 */
typedef struct bship_histogram bship_histogram;

/** The greatest absolute value of a number in a histogram: 2^53. */
#define BSHIP_HISTOGRAM_VALUE_MAX 9007199254740992

/**
 * Makes an empty histogram.
 *
 * @param out       the new histogram, owned by the caller
 * @param allocator copied; NULL for the C library's
 * @param error     filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for an allocator of which only a part is set;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_histogram_new(bship_histogram **out, const bship_allocator *allocator,
                                           bship_error *error);

/**
 * Frees a histogram.
 *
 * @param histogram the histogram; may be NULL
 */
BSHIP_API void bship_histogram_free(bship_histogram *histogram);

/**
 * Removes all numbers. Keeps the memory.
 *
 * @param histogram the histogram
 */
BSHIP_API void bship_histogram_reset(bship_histogram *histogram);

/**
 * Adds a number, any number of times. Takes constant time if the values have no gaps, else the
 * logarithm of the number of values missing between them; a new value also moves the greater ones.
 *
 * @param histogram the histogram
 * @param value     of absolute value at most #BSHIP_HISTOGRAM_VALUE_MAX
 * @param count     how many times, from 0
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL; #BSHIP_ERROR_RANGE for a value or a count out
 *         of range, or for more than 2^63 - 1 numbers in all; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_histogram_add(bship_histogram *histogram, int64_t value,
                                           int64_t count);

/**
 * Adds all numbers of another histogram.
 *
 * @param histogram the histogram
 * @param other     the other one; may be the same
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL; #BSHIP_ERROR_RANGE for more than 2^63 - 1
 *         numbers in all; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_histogram_merge(bship_histogram *histogram,
                                             const bship_histogram *other);

/**
 * How many numbers there are.
 *
 * @param histogram the histogram
 * @return the count, from 0.
 */
BSHIP_API int64_t bship_histogram_count(const bship_histogram *histogram);

/**
 * The least number.
 *
 * @param histogram the histogram
 * @return the least value that was added; 0 if there is none.
 */
BSHIP_API int64_t bship_histogram_minimum(const bship_histogram *histogram);

/**
 * The greatest number.
 *
 * @param histogram the histogram
 * @return the greatest value that was added; 0 if there is none.
 */
BSHIP_API int64_t bship_histogram_maximum(const bship_histogram *histogram);

/**
 * How often a value occurs.
 *
 * @param histogram the histogram
 * @param value     any number
 * @return the count, from 0.
 */
BSHIP_API int64_t bship_histogram_at(const bship_histogram *histogram, int64_t value);

/**
 * Whether two histograms hold the same numbers.
 *
 * @param a a histogram
 * @param b a histogram
 * @return 1 if they do; else 0.
 */
BSHIP_API int32_t bship_histogram_equal(const bship_histogram *a, const bship_histogram *b);

/**
 * Computes the statistics of the numbers: to the last bit what bship_match_summarise() computes for
 * them.
 *
 * @param histogram the histogram
 * @param out       the summary
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL; #BSHIP_ERROR_RANGE if the histogram is empty;
 *         #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_histogram_summarise(const bship_histogram *histogram,
                                                 bship_match_summary *out);

/**
 * Tests whether the numbers, differences of pairs, have mean 0: to the last bit what
 * bship_match_compare() computes for such pairs.
 *
 * @param histogram of differences
 * @param out       the comparison
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL; #BSHIP_ERROR_RANGE for fewer than two numbers;
 *         #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_histogram_compare(const bship_histogram *histogram,
                                               bship_match_comparison *out);

BSHIP_END_DECLS

#endif
