/**
 * @file
 * Statistics: summaries and comparisons of whole numbers, histograms, intervals, tests and ratings.
 *
 * A histogram holds every number that was added, as a count for each value. So it gives means,
 * deviations and quantiles without rounding errors, and parts that were counted separately add up
 * to the same histogram in any order. Its memory depends on the number of different values, not on
 * how many numbers there are.
 *
 * Every interval is two-sided and takes a *confidence*, above 0 and below 1: the share of such
 * intervals that contain the truth. Usual is 0.95. For k intervals that all contain it with that
 * probability or more, ask each for 1 - 0.05 / k (Bonferroni's correction).
 *
 * Functions that take no histogram may be called by any number of threads at the same time.
 */
#ifndef BATTLESHIP_STATISTICS_H
#define BATTLESHIP_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/export.h>
#include <battleship/memory.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/* ---- summaries and comparisons ---- */

/** Statistics of a series of numbers. */
typedef struct bship_summary {
    size_t size;           /**< sizeof(bship_summary); see @ref struct_sizes */
    int64_t count;         /**< the number of values */
    double mean;           /**< the mean */
    double sd;             /**< the sample standard deviation (divisor n - 1); 0 for one value */
    double standard_error; /**< of the mean: sd / sqrt(n) */
    int64_t minimum;       /**< the least value */
    int64_t p5;            /**< the 5th percentile, by nearest rank */
    int64_t median;        /**< the 50th percentile, by nearest rank */
    int64_t p95;           /**< the 95th percentile, by nearest rank */
    int64_t maximum;       /**< the greatest value */
    double low;            /**< the lower end of the confidence interval of the mean: mean - t *
                                standard_error, where t is the quantile (1 + confidence) / 2 of
                                Student's t distribution with count - 1 degrees of freedom;
                                -infinity for one value */
    double high;           /**< its upper end: mean + t * standard_error; infinity for one value */
} bship_summary;

/** An empty summary. */
#define BSHIP_SUMMARY_INIT                                                                         \
    {                                                                                              \
        sizeof(bship_summary), 0, 0.0, 0.0, 0.0, 0, 0, 0, 0, 0, 0.0, 0.0                           \
    }

/**
 * Sets a summary to #BSHIP_SUMMARY_INIT.
 *
 * @param summary the summary; may be NULL
 * @param size    sizeof(bship_summary)
 */
BSHIP_API void bship_summary_init(bship_summary *summary, size_t size);

/**
 * Computes the statistics of a series of numbers, such as the shots of each game.
 *
 * Percentiles are by nearest rank: the p-th percentile is the least of the values such that
 * at least p per cent of all values do not exceed it.
 *
 * @param values     `count` numbers of absolute value at most #BSHIP_HISTOGRAM_VALUE_MAX
 * @param count      how many, at least 1
 * @param confidence of the interval of the mean
 * @param out        the summary
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL; #BSHIP_ERROR_RANGE if `count` is 0, a number
 *         is too large, or the confidence out of range; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_summarise(const int64_t *values, size_t count, double confidence,
                                       bship_summary *out);

/** A paired comparison of two series of numbers from the same games. */
typedef struct bship_comparison {
    size_t size;           /**< sizeof(bship_comparison); see @ref struct_sizes */
    int64_t count;         /**< the number of pairs */
    double difference;     /**< the mean of a - b */
    double standard_error; /**< of that mean, from the paired differences */
    double low;            /**< the lower end of its confidence interval: difference - t *
                                standard_error, where t is the quantile (1 + confidence) / 2 of
                                Student's t distribution with count - 1 degrees of freedom */
    double high;           /**< its upper end: difference + t * standard_error */
    double p_value;        /**< of the two-sided t test: the probability of a difference at least as
                                great if the true mean difference is 0 */
} bship_comparison;

/** An empty comparison. */
#define BSHIP_COMPARISON_INIT                                                                      \
    {                                                                                              \
        sizeof(bship_comparison), 0, 0.0, 0.0, 0.0, 0.0, 0.0                                       \
    }

/**
 * Sets a comparison to #BSHIP_COMPARISON_INIT.
 *
 * @param comparison the comparison; may be NULL
 * @param size       sizeof(bship_comparison)
 */
BSHIP_API void bship_comparison_init(bship_comparison *comparison, size_t size);

/**
 * Compares two series of numbers pair by pair. Interval and test are exact if the differences are
 * normally distributed; else they are adequate from about fifty pairs. Of many comparisons some
 * have a small p-value by chance: a statement about all of them needs a correction such as
 * bship_holm().
 *
 * @param a          `count` numbers of absolute value at most #BSHIP_HISTOGRAM_VALUE_MAX
 * @param b          as many, of the same games
 * @param count      how many, at least 2
 * @param confidence of the interval of the mean difference
 * @param out        the comparison
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL; #BSHIP_ERROR_RANGE if `count` is below 2, a
 *         number is too large, or the confidence out of range; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_compare(const int64_t *a, const int64_t *b, size_t count,
                                     double confidence, bship_comparison *out);

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
 * How many different values there are.
 *
 * @param histogram the histogram
 * @return the number of bins, from 0.
 */
BSHIP_API size_t bship_histogram_bins(const bship_histogram *histogram);

/**
 * A value that occurs, and how often.
 *
 * @param histogram the histogram
 * @param bin       its number in ascending order, from 0
 * @param value     receives the value
 * @return how often it occurs, at least 1; 0 if there is no such bin, which leaves `value` alone.
 */
BSHIP_API int64_t bship_histogram_bin(const bship_histogram *histogram, size_t bin, int64_t *value);

/**
 * Whether two histograms hold the same numbers.
 *
 * @param a a histogram
 * @param b a histogram
 * @return whether they do.
 */
BSHIP_API int bship_histogram_equal(const bship_histogram *a, const bship_histogram *b);

/**
 * Computes the statistics of the numbers: to the last bit what bship_summarise() computes for
 * them.
 *
 * @param histogram  the histogram
 * @param confidence of the interval of the mean
 * @param out        the summary
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL; #BSHIP_ERROR_RANGE if the histogram is empty
 *         or the confidence out of range; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_histogram_summarise(const bship_histogram *histogram,
                                                 double confidence, bship_summary *out);

/**
 * Tests whether the numbers, differences of pairs, have mean 0: to the last bit what
 * bship_compare() computes for such pairs.
 *
 * @param histogram  of differences
 * @param confidence of the interval of the mean difference
 * @param out        the comparison
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL; #BSHIP_ERROR_RANGE for fewer than two numbers
 *         or a confidence out of range; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_histogram_compare(const bship_histogram *histogram, double confidence,
                                               bship_comparison *out);

/**
 * A percentile of the numbers, by nearest rank: the least of the numbers such that at least
 * `percent` per cent of all do not exceed it; and a confidence interval for that percentile of the
 * distribution they come from, of which nothing else is assumed. Its ends are the numbers whose
 * ranks leave out at most (1 - confidence) / 2 of a binomial distribution on either side (H. David,
 * H. Nagaraja, Order Statistics, 3rd edition 2003, section 7.1).
 *
 * @param histogram  the histogram
 * @param percent    from 1 to 99
 * @param confidence of the interval
 * @param value      receives the percentile; may be NULL
 * @param low        receives the lower end; INT64_MIN if there are too few numbers for one; may be
 *                   NULL
 * @param high       receives the upper end; INT64_MAX if there are too few numbers for one; may be
 *                   NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL; #BSHIP_ERROR_RANGE for another percentage, a
 *         confidence out of range, or an empty histogram.
 */
BSHIP_API bship_status bship_histogram_percentile(const bship_histogram *histogram, int32_t percent,
                                                  double confidence, int64_t *value, int64_t *low,
                                                  int64_t *high);

/* ---- intervals, tests and ratings ---- */

/**
 * A confidence interval for a probability (E. Wilson, Probable inference, the law of succession,
 * and statistical inference, Journal of the American Statistical Association 22, 1927).
 *
 * @param successes  how often it happened, from 0 to `trials`
 * @param trials     how often it was tried; of 0 trials the interval is from 0 to 1
 * @param confidence of the interval
 * @param low        receives the lower end
 * @param high       receives the upper end
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL; #BSHIP_ERROR_RANGE for a number out of range.
 */
BSHIP_API bship_status bship_wilson(int64_t successes, int64_t trials, double confidence,
                                    double *low, double *high);

/**
 * Adjusts p-values of many tests, so that statements about all of them can be made (S. Holm, A
 * simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6,
 * 1979): if every hypothesis whose adjusted p-value is below 0.05 is rejected, the probability that
 * any true one is rejected is below 0.05. Takes time of the order n log n.
 *
 * @param p        `count` p-values, from 0 to 1
 * @param count    how many, from 0
 * @param adjusted receives as many adjusted p-values; another array
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL, unless there are none; #BSHIP_ERROR_RANGE for
 *         a number that is no probability.
 */
BSHIP_API bship_status bship_holm(const double *p, size_t count, double *adjusted);

/** The most players that are rated together. */
#define BSHIP_ELO_PLAYERS_MAX 256

/** The games that players are rated by, and how. */
typedef struct bship_elo_options {
    size_t size;               /**< sizeof(bship_elo_options); see @ref struct_sizes */
    const int64_t *wins;       /**< row by row a matrix of `players` times `players`: the number of
                                    games that the player of the row won against that of the
                                    column, at most 2^53; 0 in the diagonal */
    const int64_t *draws;      /**< such a matrix, symmetric, of the games that ended in a draw;
                                    NULL: there were none */
    int32_t players;           /**< the number of players, from 1 to #BSHIP_ELO_PLAYERS_MAX */
    int32_t fixed;             /**< the number of the player whose rating is 0; -1: the mean of the
                                    rated players is 0 */
    bship_allocator allocator; /**< for memory during the call; all NULL: the C library's */
} bship_elo_options;

/** No players; the rating of the first is 0. */
#define BSHIP_ELO_OPTIONS_INIT                                                                     \
    {                                                                                              \
        sizeof(bship_elo_options), NULL, NULL, 0, 0, BSHIP_ALLOCATOR_INIT                          \
    }

/**
 * Sets options to #BSHIP_ELO_OPTIONS_INIT.
 *
 * @param options the options; may be NULL
 * @param size    sizeof(bship_elo_options)
 */
BSHIP_API void bship_elo_options_init(bship_elo_options *options, size_t size);

/**
 * Rates players by the games between them, on Elo's scale: a player whose rating is higher by d
 * wins with probability 1 / (1 + 10^(-d / 400)). The ratings are those that make the results most
 * likely (R. Bradley, M. Terry, Rank analysis of incomplete block designs, Biometrika 39, 1952),
 * found by Newton's method. A draw counts as half a win of each.
 *
 * Only differences of ratings have a meaning. Either a player's rating is fixed at 0, or the mean
 * of all. Standard errors are of these differences, from the inverse of the information matrix;
 * they are too great rather than too small where there are many draws. Ratings of many games are
 * normally distributed: an interval of 95% confidence is a rating and 1.96 errors to either side.
 *
 * A rating is finite only for players between whom results go both ways (L. Ford, Solution of a
 * ranking problem from binary comparisons, American Mathematical Monthly 64, 1957): from any of
 * them a chain of games that were not lost leads to any other. The largest such group, or that of
 * the fixed player, is rated; of groups of one size, the one with the first player. Others have the
 * rating infinity if such a chain leads from them to the group, as for one who won all games;
 * -infinity if it leads from the group to them; and NaN if there is none. Their errors are infinity
 * and NaN. If the rated group is a single player, its rating and error are 0: it is the origin of
 * the scale, and nothing was estimated.
 *
 * @param options the games
 * @param ratings receives as many ratings as there are players
 * @param errors  receives as many standard errors; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL, also in place of the wins, for a fixed player
 *         who is not there, or an allocator of which only a part is set; #BSHIP_ERROR_RANGE for a
 *         number out of range, a diagonal other than 0, or draws that are not symmetric;
 *         #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_elo(const bship_elo_options *options, double *ratings, double *errors);

BSHIP_END_DECLS

#endif
