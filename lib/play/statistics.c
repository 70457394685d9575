/*
 * Summaries and paired comparisons of integers. Nothing is allocated: means and deviations
 * take two passes over the numbers, and a percentile is found by bisecting their range.
 */
#include <math.h>
#include <stdbool.h>

#include <battleship/match.h>

#include "base/student.h"
#include "base/versioned.h"

static const int64_t value_max = (int64_t)1 << 53;

void bship_match_summary_init(bship_match_summary *summary, size_t size)
{
    static const bship_match_summary empty = BSHIP_MATCH_SUMMARY_INIT;
    bsi_versioned_init(summary, size, &empty, sizeof empty);
}

void bship_match_comparison_init(bship_match_comparison *comparison, size_t size)
{
    static const bship_match_comparison empty = BSHIP_MATCH_COMPARISON_INIT;
    bsi_versioned_init(comparison, size, &empty, sizeof empty);
}

static bool are_in_range(const int64_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (values[i] < -value_max || values[i] > value_max)
            return false;
    }
    return true;
}

/* The `i`-th number: a value, or the difference of a pair. */
static double number_at(const int64_t *a, const int64_t *b, size_t i)
{
    return (double)(b ? a[i] - b[i] : a[i]);
}

struct moments {
    double mean;
    double sd;
};

/*
 * The corrected two-pass algorithm (T. Chan, G. Golub, R. LeVeque, Algorithms for
 * computing the sample variance, The American Statistician 37, 1983): the second pass
 * corrects the rounding error of the mean.
 */
static struct moments moments_of(const int64_t *a, const int64_t *b, size_t count)
{
    double n = (double)count, sum = 0.0, drift = 0.0, squares = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += number_at(a, b, i);
    double mean = sum / n;
    for (size_t i = 0; i < count; i++) {
        double deviation = number_at(a, b, i) - mean;
        drift += deviation;
        squares += deviation * deviation;
    }
    double variance = count > 1 ? (squares - drift * drift / n) / (n - 1.0) : 0.0;
    return (struct moments){ mean + drift / n, sqrt(variance > 0.0 ? variance : 0.0) };
}

/* The number of values up to a bound. */
static size_t count_up_to(const int64_t *values, size_t count, int64_t bound)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += values[i] <= bound;
    return found;
}

/* The smallest number that at least `percent` of the values do not exceed. */
static int64_t percentile(const int64_t *values, size_t count, size_t percent,
                          const bship_match_summary *range)
{
    size_t rank = count / 100 * percent + (count % 100 * percent + 99) / 100;
    int64_t low = range->minimum, high = range->maximum;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (count_up_to(values, count, middle) >= rank)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void find_range(const int64_t *values, size_t count, bship_match_summary *range)
{
    range->minimum = range->maximum = values[0];
    for (size_t i = 1; i < count; i++) {
        if (values[i] < range->minimum)
            range->minimum = values[i];
        if (values[i] > range->maximum)
            range->maximum = values[i];
    }
}

bship_status bship_match_summarise(const int64_t *values, size_t count, bship_match_summary *out)
{
    if (!values)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, sizeof *out);
    if (status)
        return status;
    if (count < 1 || !are_in_range(values, count))
        return BSHIP_ERROR_RANGE;
    struct moments moments = moments_of(values, NULL, count);
    bship_match_summary summary = BSHIP_MATCH_SUMMARY_INIT;
    summary.count = (int64_t)count;
    summary.mean = moments.mean;
    summary.sd = moments.sd;
    summary.standard_error = moments.sd / sqrt((double)count);
    find_range(values, count, &summary);
    summary.p5 = percentile(values, count, 5, &summary);
    summary.median = percentile(values, count, 50, &summary);
    summary.p95 = percentile(values, count, 95, &summary);
    bsi_versioned_write(out, &summary, sizeof summary);
    return BSHIP_OK;
}

/* How probable a difference as great is if the true one is 0. */
static double p_value(double difference, double error, double freedom)
{
    if (error > 0.0)
        return bsi_student_tail(difference / error, freedom);
    return difference == 0.0 ? 1.0 : 0.0;
}

bship_status bship_match_compare(const int64_t *a, const int64_t *b, size_t count,
                                 bship_match_comparison *out)
{
    if (!a || !b)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, sizeof *out);
    if (status)
        return status;
    if (count < 2 || !are_in_range(a, count) || !are_in_range(b, count))
        return BSHIP_ERROR_RANGE;
    struct moments moments = moments_of(a, b, count);
    bship_match_comparison comparison = BSHIP_MATCH_COMPARISON_INIT;
    comparison.count = (int64_t)count;
    comparison.difference = moments.mean;
    comparison.standard_error = moments.sd / sqrt((double)count);
    double error = comparison.standard_error, freedom = (double)count - 1.0;
    double reach = error > 0.0 ? bsi_student_quantile(0.05, freedom) * error : 0.0;
    comparison.low = comparison.difference - reach;
    comparison.high = comparison.difference + reach;
    comparison.p_value = p_value(comparison.difference, error, freedom);
    bsi_versioned_write(out, &comparison, sizeof comparison);
    return BSHIP_OK;
}
