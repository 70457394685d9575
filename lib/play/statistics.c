/*
 * Summaries and paired comparisons of integers. Nothing is allocated: means and deviations come
 * from exact sums, and a percentile is found by bisecting the range of the numbers.
 */
#include <stdbool.h>

#include <battleship/statistics.h>

#include "base/versioned.h"
#include "play/binomial.h"
#include "play/moments.h"

static const int64_t value_max = (int64_t)1 << 53;

void bship_summary_init(bship_summary *summary, size_t size)
{
    static const bship_summary empty = BSHIP_SUMMARY_INIT;
    bsi_versioned_init(summary, size, &empty, sizeof empty);
}

void bship_comparison_init(bship_comparison *comparison, size_t size)
{
    static const bship_comparison empty = BSHIP_COMPARISON_INIT;
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

/* Of the numbers or, of pairs, of their differences. */
static bsi_moments moments_of(const int64_t *a, const int64_t *b, size_t count)
{
    bsi_moments moments = { 0 };
    for (size_t i = 0; i < count; i++)
        bsi_moments_add(&moments, b ? a[i] - b[i] : a[i], 1);
    return moments;
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
static int64_t percentile(const int64_t *values, size_t count, unsigned percent,
                          const bship_summary *range)
{
    uint64_t rank = bsi_percentile_rank(count, percent);
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

static void find_range(const int64_t *values, size_t count, bship_summary *range)
{
    range->minimum = range->maximum = values[0];
    for (size_t i = 1; i < count; i++) {
        if (values[i] < range->minimum)
            range->minimum = values[i];
        if (values[i] > range->maximum)
            range->maximum = values[i];
    }
}

bship_status bship_summarise(const int64_t *values, size_t count, double confidence,
                             bship_summary *out)
{
    if (!values)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, sizeof *out);
    if (status)
        return status;
    if (count < 1 || !are_in_range(values, count) || !bsi_is_confidence(confidence))
        return BSHIP_ERROR_RANGE;
    bsi_moments moments = moments_of(values, NULL, count);
    bship_summary summary = BSHIP_SUMMARY_INIT;
    bsi_moments_summarise(&moments, confidence, &summary);
    find_range(values, count, &summary);
    summary.p5 = percentile(values, count, 5, &summary);
    summary.median = percentile(values, count, 50, &summary);
    summary.p95 = percentile(values, count, 95, &summary);
    bsi_versioned_write(out, &summary, sizeof summary);
    return BSHIP_OK;
}

bship_status bship_compare(const int64_t *a, const int64_t *b, size_t count, double confidence,
                           bship_comparison *out)
{
    if (!a || !b)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, sizeof *out);
    if (status)
        return status;
    if (count < 2 || !are_in_range(a, count) || !are_in_range(b, count) ||
        !bsi_is_confidence(confidence))
        return BSHIP_ERROR_RANGE;
    bsi_moments moments = moments_of(a, b, count);
    bship_comparison comparison = bsi_moments_compare(&moments, confidence);
    bsi_versioned_write(out, &comparison, sizeof comparison);
    return BSHIP_OK;
}
