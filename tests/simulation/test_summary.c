/* Summaries and comparisons, against plain definitions on sorted copies in long double. */
#include <math.h>
#include <stdlib.h>

#include "simulation/statistics/histogram.h"
#include "support.h"

#define VALUES 400

static const int64_t value_max = INT64_C(1) << 53;

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Numbers of random spread and location. */
static size_t random_values(bship_rng *rng, int64_t *values)
{
    size_t count = (size_t)between(rng, 1, VALUES);
    uint64_t spread = UINT64_C(1) << between(rng, 0, 30);
    int64_t place = (int64_t)(bship_rng_next(rng) >> between(rng, 12, 63));

    for (size_t i = 0; i < count; i++)
        values[i] = place + (int64_t)bship_rng_below(rng, spread);
    return count;
}

/* The mean of the distances from the first value, whose sum is exact. */
static long double mean_distance(const int64_t *values, size_t count)
{
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i] - values[0];
    return (long double)sum / (long double)count;
}

static long double mean_of(const int64_t *values, size_t count)
{
    return (long double)values[0] + mean_distance(values, count);
}

static long double sd_of(const int64_t *values, size_t count)
{
    long double mean = mean_distance(values, count), squares = 0;
    for (size_t i = 0; i < count; i++) {
        long double deviation = (long double)(values[i] - values[0]) - mean;
        squares += deviation * deviation;
    }
    return count > 1 ? sqrtl(squares / (long double)(count - 1)) : 0;
}

static int is_close(double actual, long double expected)
{
    return fabsl((long double)actual - expected) <= 1e-9L * (1 + fabsl(expected));
}

/* The nearest-rank percentile of sorted values. */
static int64_t rank_of(const int64_t *sorted, size_t count, size_t percent)
{
    size_t place = 1;
    while (place * 100 < percent * count)
        place++;
    return sorted[place - 1];
}

/* Of the numbers or, of pairs, of their differences. */
static struct histogram histogram_of(const int64_t *a, const int64_t *b, size_t count)
{
    struct histogram histogram = { 0 };
    for (size_t i = 0; i < count; i++)
        assert_ok(histogram_add(&histogram, b ? a[i] - b[i] : a[i], 1), "a number");
    return histogram;
}

static struct summary summarise(const int64_t *values, size_t count)
{
    struct histogram histogram = histogram_of(values, NULL, count);
    struct summary summary = histogram_summarise(&histogram, 0.95);
    histogram_clear(&histogram);
    return summary;
}

static struct comparison compare(const int64_t *a, const int64_t *b, size_t count)
{
    struct histogram histogram = histogram_of(a, b, count);
    struct comparison comparison = histogram_compare(&histogram, 0.95);
    histogram_clear(&histogram);
    return comparison;
}

Test(summary, summary_is_as_defined)
{
    bship_rng rng = rng_of(1);
    for (int i = 0; i < scaled(2000); i++) {
        int64_t values[VALUES];
        size_t count = random_values(&rng, values);
        long double mean = mean_of(values, count), sd = sd_of(values, count);

        struct summary summary = summarise(values, count);
        qsort(values, count, sizeof *values, by_value);
        cr_assert_eq(summary.count, (int64_t)count, "case %d: the count", i);
        cr_assert(is_close(summary.mean, mean), "case %d: mean %.17g", i, summary.mean);
        cr_assert(is_close(summary.sd, sd), "case %d: sd %.17g, not %.17Lg", i, summary.sd, sd);
        cr_assert(is_close(summary.standard_error, sd / sqrtl((long double)count)),
                  "case %d: standard error %.17g", i, summary.standard_error);
        cr_assert_eq(summary.minimum, values[0], "case %d: the least", i);
        cr_assert_eq(summary.p5, rank_of(values, count, 5), "case %d: p5", i);
        cr_assert_eq(summary.median, rank_of(values, count, 50), "case %d: the median", i);
        cr_assert_eq(summary.p95, rank_of(values, count, 95), "case %d: p95", i);
        cr_assert_eq(summary.maximum, values[count - 1], "case %d: the greatest", i);
    }
}

Test(summary, spread_survives_a_great_distance)
{
    const int64_t values[] = { value_max - 3, value_max - 1 };
    struct summary summary = summarise(values, 2);
    cr_assert_eq(summary.mean, (double)(value_max - 2), "mean %.17g", summary.mean);
    cr_assert(is_close(summary.sd, sqrtl(2)), "sd %.17g", summary.sd);
}

Test(summary, sum_too_great_for_a_double_spoils_no_mean)
{
    static int64_t values[1000];
    for (int i = 0; i < 1000; i++)
        values[i] = value_max - 5;
    struct summary summary = summarise(values, 1000);
    cr_assert_eq(summary.mean, (double)(value_max - 5), "mean %.17g", summary.mean);
    cr_assert_eq(summary.sd, 0.0, "sd %.17g", summary.sd);
}

Test(summary, percentiles_reach_from_end_to_end)
{
    const int64_t values[] = { value_max, -value_max, 0 };
    struct summary summary = summarise(values, 3);
    cr_assert_eq(summary.p5, -value_max, "p5");
    cr_assert_eq(summary.median, 0, "the median");
    cr_assert_eq(summary.p95, value_max, "p95");
}

/* The density of Student's t distribution. */
static long double density(long double t, long double freedom)
{
    long double scale = lgammal((freedom + 1) / 2) - lgammal(freedom / 2);
    return expl(scale - (freedom + 1) / 2 * log1pl(t * t / freedom)) /
           sqrtl(freedom * 3.14159265358979323846L);
}

/* The probability of more than t either way, by Simpson's rule. */
static long double tail_of(long double t, long double freedom)
{
    enum {
        PANELS = 4000
    };
    long double sum = density(0, freedom) + density(t, freedom), step = t / PANELS;
    for (int i = 1; i < PANELS; i++)
        sum += (i % 2 != 0 ? 4 : 2) * density((long double)i * step, freedom);
    return 1 - 2 * sum * step / 3;
}

/* Interval and p-value against the integrated density. */
static void check_t(const struct comparison *comparison)
{
    long double freedom = (long double)comparison->count - 1;
    double error = comparison->standard_error, difference = comparison->difference;
    double reach = comparison->high - difference, t = fabs(difference / error);
    if (error == 0)
        return;
    cr_assert(is_close(reach, (long double)(difference - comparison->low)) ||
                  fabs(reach - (difference - comparison->low)) < 1e-12 * fabs(difference),
              "low and high are not as far: %.17g, %.17g", comparison->low, comparison->high);
    /* Of a difference far greater than its error, the ends are rounded. */
    if (fabs(difference) < 1e4 * error) {
        long double tail = tail_of((long double)(reach / error), freedom);
        cr_assert(fabsl(tail - 0.05L) < 1e-9L, "the interval leaves %.12Lg", tail);
    }
    if (t < 30) {
        long double tail = tail_of((long double)t, freedom);
        cr_assert(fabsl(tail - (long double)comparison->p_value) < 1e-9L,
                  "the p-value of t = %g is %.12g, not %.12Lg", t, comparison->p_value, tail);
    }
}

Test(summary, comparison_is_that_of_the_differences)
{
    bship_rng rng = rng_of(2);
    for (int i = 0; i < scaled(2000); i++) {
        int64_t a[VALUES], b[VALUES], differences[VALUES];
        size_t count = random_values(&rng, a), others = random_values(&rng, b);

        count = count < others ? count : others;
        if (count < 2)
            continue;
        for (size_t k = 0; k < count; k++)
            differences[k] = a[k] - b[k];
        struct comparison comparison = compare(a, b, count);
        long double mean = mean_of(differences, count);
        long double error = sd_of(differences, count) / sqrtl((long double)count);
        cr_assert_eq(comparison.count, (int64_t)count, "case %d: the count", i);
        cr_assert(is_close(comparison.difference, mean), "case %d: difference %.17g", i,
                  comparison.difference);
        cr_assert(is_close(comparison.standard_error, error), "case %d: error %.17g", i,
                  comparison.standard_error);
        check_t(&comparison);
    }
}

/* From tables of the 97.5% quantile. */
Test(summary, intervals_are_those_of_the_tables)
{
    static const struct {
        size_t count;
        double quantile;
    } rows[] = { { 2, 12.7062047362 },   { 3, 4.3026527297 },      { 6, 2.5705818356 },
                 { 11, 2.2281388520 },   { 31, 2.0422724563 },     { 101, 1.9839715185 },
                 { 1001, 1.9623390808 }, { 1000001, 1.9599663568 } };
    static int64_t a[1000001], b[1000001];
    for (size_t i = 0; i < sizeof a / sizeof a[0]; i++)
        a[i] = (int64_t)(i % 7);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct comparison comparison = compare(a, b, rows[i].count);
        double quantile = (comparison.high - comparison.difference) / comparison.standard_error;
        cr_assert_float_eq(quantile, rows[i].quantile, 1e-8, "%zu pairs: %.12g", rows[i].count,
                           quantile);
    }
}

Test(summary, equal_differences_leave_no_doubt)
{
    const int64_t a[] = { 3, 5, 9 }, less[] = { 2, 4, 8 };
    struct comparison comparison = compare(a, a, 3);
    cr_assert_eq(comparison.p_value, 1.0, "p-value %g", comparison.p_value);
    cr_assert_eq(comparison.low, comparison.high, "an interval");
    comparison = compare(a, less, 3);
    cr_assert_eq(comparison.p_value, 0.0, "p-value %g", comparison.p_value);
    cr_assert_eq(comparison.high, 1.0, "up to %g", comparison.high);
}

/* A number of the normal distribution with standard deviation 10^6 (G. Box, M. Muller, 1958). */
static int64_t normal(bship_rng *rng)
{
    double u = ((double)(bship_rng_next(rng) >> 11) + 1.0) / 9007199254740992.0;
    double v = (double)(bship_rng_next(rng) >> 11) / 9007199254740992.0;
    return (int64_t)(1e6 * sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v));
}

/* Of all intervals 95 per cent contain the true difference, and of all p-values 5 are below 0.05.
 */
Test(summary, intervals_cover_the_truth_as_often_as_they_say)
{
    static const size_t counts[] = { 2, 3, 5, 10, 50 };
    bship_rng rng = rng_of(3);
    int cases = scaled(20000);
    double tolerance = 4.0 * sqrt(0.95 * 0.05 / cases);
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        int covered = 0, surprising = 0;
        for (int i = 0; i < cases; i++) {
            int64_t a[50], b[50];
            for (size_t j = 0; j < counts[k]; j++) {
                a[j] = normal(&rng);
                b[j] = normal(&rng);
            }
            struct comparison comparison = compare(a, b, counts[k]);
            covered += comparison.low <= 0.0 && 0.0 <= comparison.high;
            surprising += comparison.p_value < 0.05;
        }
        cr_assert_float_eq((double)covered / cases, 0.95, tolerance, "%zu pairs: %d of %d covered",
                           counts[k], covered, cases);
        cr_assert_eq(covered + surprising, cases, "%zu pairs: p-values disagree", counts[k]);
    }
}
