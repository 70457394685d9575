/* Histograms: exact counts, and the statistics of the numbers themselves. */
#include <math.h>
#include <string.h>

#include "simulation/statistics/histogram.h"
#include "support.h"

/* Numbers with gaps, without, and far apart. */
static int64_t random_number(bship_rng *rng, int kind)
{
    static const int64_t spreads[] = { 1, 10, 100, 1000000, HISTOGRAM_VALUE_MAX };
    int64_t spread = spreads[kind % 5];
    return between(rng, 0, 1) ? (int64_t)bship_rng_below(rng, (uint64_t)spread + 1)
                              : -(int64_t)bship_rng_below(rng, (uint64_t)spread + 1);
}

static int64_t count_of(const int64_t *values, size_t count, int64_t value)
{
    int64_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += values[i] == value;
    return found;
}

enum {
    NUMBERS = 300
};

Test(histogram, counts_each_number)
{
    bship_rng rng = rng_of(1);
    for (int k = 0; k < scaled(200); k++) {
        struct histogram histogram = { 0 };
        int64_t values[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            values[i] = random_number(&rng, k);
            assert_ok(histogram_add(&histogram, values[i], 1), "a number");
        }
        cr_assert_eq(histogram.count, NUMBERS, "the count");
        for (int i = 0; i < NUMBERS; i++) {
            int64_t asked = i % 2 ? values[i] : random_number(&rng, k);
            cr_assert_eq(histogram_at(&histogram, asked), count_of(values, NUMBERS, asked),
                         "case %d: how often %lld", k, (long long)asked);
        }
        int64_t sum = 0, last = INT64_MIN;
        for (size_t i = 0; i < histogram.bin_count; i++) {
            const struct bin *bin = &histogram.bins[i];
            cr_assert_gt(bin->value, last, "case %d: bins ascend", k);
            cr_assert_eq(bin->count, count_of(values, NUMBERS, bin->value), "case %d: a bin", k);
            sum += bin->count;
            last = bin->value;
        }
        cr_assert_eq(sum, NUMBERS, "case %d: the bins have %lld numbers", k, (long long)sum);
        histogram_clear(&histogram);
    }
}

static bool is_equal(const struct histogram *a, const struct histogram *b)
{
    return a->count == b->count && a->bin_count == b->bin_count &&
           (a->bin_count == 0 || memcmp(a->bins, b->bins, a->bin_count * sizeof *a->bins) == 0);
}

static void merge(struct histogram *histogram, const struct histogram *other, const char *what)
{
    assert_ok(histogram_prepare_merge(histogram, other), "%s", what);
    histogram_merge(histogram, other);
}

Test(histogram, parts_add_up_in_any_order)
{
    bship_rng rng = rng_of(3);
    for (int k = 0; k < scaled(200); k++) {
        struct histogram whole = { 0 }, parts[3] = { { 0 } }, sum = { 0 }, more = { 0 };
        int first = between(&rng, 0, 2);
        for (int i = between(&rng, 0, 50); i > 0; i--) {
            int64_t value = random_number(&rng, k), count = between(&rng, 0, 3);
            assert_ok(histogram_add(&whole, value, count), "a number");
            assert_ok(histogram_add(&parts[between(&rng, 0, 2)], value, count), "a number");
        }
        for (int i = 0; i < 3; i++)
            merge(&sum, &parts[(first + i) % 3], "a part");
        cr_assert(is_equal(&sum, &whole), "case %d: the sum is not the whole", k);
        merge(&more, &sum, "into nothing");
        merge(&more, &sum, "twice");
        merge(&whole, &more, "twice more");
        cr_assert_eq(whole.count, sum.count * 3, "thrice");
        histogram_clear(&sum);
        cr_assert(sum.count == 0 && sum.bin_count == 0, "a number is left");
        for (int i = 0; i < 3; i++)
            histogram_clear(&parts[i]);
        histogram_clear(&more);
        histogram_clear(&whole);
    }
}

/* Half of the numbers are 0 and half 2^53. */
Test(histogram, greatest_numbers_have_their_mean_and_deviation)
{
    struct histogram histogram = { 0 };
    int64_t half = INT64_MAX / 2;
    assert_ok(histogram_add(&histogram, 0, half), "the least");
    assert_ok(histogram_add(&histogram, HISTOGRAM_VALUE_MAX, half), "the greatest");
    struct summary summary = histogram_summarise(&histogram, 0.95);
    cr_assert_eq(summary.mean, 0x1p52, "mean %.17g", summary.mean);
    cr_assert_eq(summary.sd, 0x1p52, "sd %.17g", summary.sd);
    cr_assert_eq(summary.median, 0, "the median");
    cr_assert_eq(summary.p95, HISTOGRAM_VALUE_MAX, "p95");
    histogram_clear(&histogram);
}

Test(histogram, one_number_has_no_interval)
{
    struct histogram histogram = { 0 };
    assert_ok(histogram_add(&histogram, -7, 1), "a number");
    struct summary summary = histogram_summarise(&histogram, 0.95);
    cr_assert_eq(summary.mean, -7.0, "mean %g", summary.mean);
    cr_assert(isinf(summary.low) && isinf(summary.high), "an interval");
    histogram_clear(&histogram);
}

Test(histogram, refuses_what_is_out_of_range_and_stays_as_it_was)
{
    struct histogram histogram = { 0 }, other = { 0 };
    assert_ok(histogram_add(&histogram, 1, INT64_MAX - 1), "many");
    assert_ok(histogram_add(&other, 2, 2), "two");
    assert_status(histogram_add(&histogram, 1, 2), BSHIP_ERROR_RANGE, "too many");
    assert_status(histogram_prepare_merge(&histogram, &other), BSHIP_ERROR_RANGE, "too many");
    assert_status(histogram_add(&histogram, 1, -1), BSHIP_ERROR_RANGE, "less than none");
    assert_status(histogram_add(&histogram, HISTOGRAM_VALUE_MAX + 1, 1), BSHIP_ERROR_RANGE,
                  "too great");
    assert_status(histogram_add(&histogram, -HISTOGRAM_VALUE_MAX - 1, 1), BSHIP_ERROR_RANGE,
                  "too small");
    assert_ok(histogram_add(&histogram, 5, 0), "no number");
    cr_assert(histogram.bin_count == 1 && histogram.bins[0].value == 1, "a number was added");
    histogram_clear(&histogram);
    histogram_clear(&other);
}
