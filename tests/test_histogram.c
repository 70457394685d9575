/* Histograms: exact counts, and the statistics of the numbers themselves. */
#include <math.h>
#include <string.h>

#include "support.h"

static bship_histogram *new_histogram(void)
{
    bship_histogram *histogram = NULL;
    assert_ok(bship_histogram_new(&histogram, NULL, NULL), "a histogram");
    return histogram;
}

/* Numbers with gaps, without, and far apart. */
static int64_t random_number(bship_rng *rng, int kind)
{
    static const int64_t spreads[] = { 1, 10, 100, 1000000, BSHIP_HISTOGRAM_VALUE_MAX };
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
        bship_histogram *histogram = new_histogram();
        int64_t values[NUMBERS], least = INT64_MAX, greatest = INT64_MIN;
        for (int i = 0; i < NUMBERS; i++) {
            values[i] = random_number(&rng, k);
            least = values[i] < least ? values[i] : least;
            greatest = values[i] > greatest ? values[i] : greatest;
            assert_ok(bship_histogram_add(histogram, values[i], 1), "a number");
        }
        cr_assert_eq(bship_histogram_count(histogram), NUMBERS, "the count");
        cr_assert_eq(bship_histogram_minimum(histogram), least, "the least");
        cr_assert_eq(bship_histogram_maximum(histogram), greatest, "the greatest");
        for (int i = 0; i < NUMBERS; i++) {
            int64_t asked = i % 2 ? values[i] : random_number(&rng, k);
            cr_assert_eq(bship_histogram_at(histogram, asked), count_of(values, NUMBERS, asked),
                         "case %d: how often %lld", k, (long long)asked);
        }
        int64_t sum = 0, last = INT64_MIN, value = 0;
        for (size_t bin = 0; bin < bship_histogram_bins(histogram); bin++, last = value) {
            int64_t here = bship_histogram_bin(histogram, bin, &value);
            cr_assert_gt(value, last, "case %d: bins ascend", k);
            cr_assert_eq(here, bship_histogram_at(histogram, value), "case %d: a bin", k);
            sum += here;
        }
        cr_assert_eq(sum, NUMBERS, "case %d: the bins have %lld numbers", k, (long long)sum);
        cr_assert_eq(bship_histogram_bin(histogram, NUMBERS, &value), 0, "no bin");
        bship_histogram_free(histogram);
    }
}

/* Bit by bit: infinities and negative zeros included. */
static void assert_same_statistics(const bship_histogram *histogram, const int64_t *a,
                                   const int64_t *b, size_t count, int number)
{
    int64_t differences[NUMBERS];
    bship_summary expected = BSHIP_SUMMARY_INIT, summary = expected;
    bship_comparison pairs = BSHIP_COMPARISON_INIT, comparison = pairs;
    for (size_t i = 0; i < count; i++)
        differences[i] = a[i] - b[i];
    assert_ok(bship_summarise(differences, count, 0.95, &expected), "a summary");
    assert_ok(bship_histogram_summarise(histogram, 0.95, &summary), "a summary");
    cr_assert_eq(memcmp(&summary, &expected, sizeof summary), 0, "case %d: the summary", number);
    if (count < 2)
        return;
    assert_ok(bship_compare(a, b, count, 0.95, &pairs), "a comparison");
    assert_ok(bship_histogram_compare(histogram, 0.95, &comparison), "a comparison");
    cr_assert_eq(memcmp(&comparison, &pairs, sizeof pairs), 0, "case %d: the comparison", number);
}

Test(histogram, statistics_are_those_of_the_numbers_to_the_last_bit)
{
    bship_rng rng = rng_of(2);
    for (int k = 0; k < scaled(300); k++) {
        bship_histogram *histogram = new_histogram();
        int64_t a[NUMBERS], b[NUMBERS];
        size_t count = (size_t)between(&rng, 1, NUMBERS);
        for (size_t i = 0; i < count; i++) {
            a[i] = random_number(&rng, k) / 2;
            b[i] = random_number(&rng, k) / 2;
            assert_ok(bship_histogram_add(histogram, a[i] - b[i], 1), "a number");
        }
        assert_same_statistics(histogram, a, b, count, k);
        bship_histogram_free(histogram);
    }
}

Test(histogram, parts_add_up_in_any_order)
{
    bship_rng rng = rng_of(3);
    for (int k = 0; k < scaled(200); k++) {
        bship_histogram *whole = new_histogram(), *parts[3], *sum = new_histogram();
        int first = between(&rng, 0, 2);
        for (int i = 0; i < 3; i++)
            parts[i] = new_histogram();
        for (int i = between(&rng, 0, 50); i > 0; i--) {
            int64_t value = random_number(&rng, k), count = between(&rng, 0, 3);
            assert_ok(bship_histogram_add(whole, value, count), "a number");
            assert_ok(bship_histogram_add(parts[between(&rng, 0, 2)], value, count), "a number");
        }
        for (int i = 0; i < 3; i++)
            assert_ok(bship_histogram_merge(sum, parts[(first + i) % 3]), "a part");
        cr_assert(bship_histogram_equal(sum, whole), "case %d: the sum is not the whole", k);
        assert_ok(bship_histogram_merge(sum, sum), "itself");
        assert_ok(bship_histogram_merge(whole, sum), "twice more");
        cr_assert_eq(bship_histogram_count(whole), bship_histogram_count(sum) / 2 * 3, "thrice");
        bship_histogram_reset(sum);
        cr_assert_eq(bship_histogram_count(sum), 0, "a reset");
        for (int i = 0; i < 3; i++)
            bship_histogram_free(parts[i]);
        bship_histogram_free(whole);
        bship_histogram_free(sum);
    }
}

/* Half of the numbers are 0 and half 2^53: the sum of squares takes 169 bits. */
Test(histogram, greatest_numbers_lose_no_digit)
{
    bship_histogram *histogram = new_histogram();
    bship_summary summary = BSHIP_SUMMARY_INIT;
    int64_t half = INT64_MAX / 2;
    assert_ok(bship_histogram_add(histogram, 0, half), "the least");
    assert_ok(bship_histogram_add(histogram, BSHIP_HISTOGRAM_VALUE_MAX, half), "the greatest");
    assert_ok(bship_histogram_summarise(histogram, 0.95, &summary), "a summary");
    cr_assert_eq(summary.mean, 0x1p52, "mean %.17g", summary.mean);
    cr_assert_eq(summary.sd, 0x1p52, "sd %.17g", summary.sd);
    cr_assert_eq(summary.median, 0, "the median");
    cr_assert_eq(summary.p95, BSHIP_HISTOGRAM_VALUE_MAX, "p95");
    bship_histogram_free(histogram);
}

Test(histogram, one_number_has_no_interval)
{
    bship_histogram *histogram = new_histogram();
    bship_summary summary = BSHIP_SUMMARY_INIT;
    assert_ok(bship_histogram_add(histogram, -7, 1), "a number");
    assert_ok(bship_histogram_summarise(histogram, 0.95, &summary), "a summary");
    cr_assert_eq(summary.mean, -7.0, "mean %g", summary.mean);
    cr_assert(isinf(summary.low) && isinf(summary.high), "an interval");
    bship_histogram_free(histogram);
}

static void free_nothing(void *block, size_t size, void *user)
{
    (void)block, (void)size, (void)user;
}

Test(histogram, refuses_what_is_out_of_range_and_stays_as_it_was)
{
    bship_histogram *histogram = new_histogram(), *other = new_histogram(), *none = NULL;
    bship_summary summary = BSHIP_SUMMARY_INIT;
    bship_comparison comparison = BSHIP_COMPARISON_INIT;
    bship_allocator partly = BSHIP_ALLOCATOR_INIT;
    partly.free = free_nothing;

    assert_status(bship_histogram_summarise(histogram, 0.95, &summary), BSHIP_ERROR_RANGE, "empty");
    assert_ok(bship_histogram_add(histogram, 1, INT64_MAX - 1), "many");
    assert_ok(bship_histogram_add(other, 2, 2), "two");
    assert_status(bship_histogram_add(histogram, 1, 2), BSHIP_ERROR_RANGE, "too many");
    assert_status(bship_histogram_merge(histogram, other), BSHIP_ERROR_RANGE, "too many");
    assert_status(bship_histogram_add(histogram, 1, -1), BSHIP_ERROR_RANGE, "less than none");
    assert_status(bship_histogram_add(histogram, BSHIP_HISTOGRAM_VALUE_MAX + 1, 1),
                  BSHIP_ERROR_RANGE, "too great");
    assert_status(bship_histogram_add(histogram, -BSHIP_HISTOGRAM_VALUE_MAX - 1, 1),
                  BSHIP_ERROR_RANGE, "too small");
    assert_ok(bship_histogram_add(histogram, 5, 0), "no number");
    cr_assert_eq(bship_histogram_maximum(histogram), 1, "a number that was refused");
    bship_histogram_reset(histogram);
    assert_ok(bship_histogram_add(histogram, 1, 1), "one");
    assert_status(bship_histogram_compare(histogram, 0.95, &comparison), BSHIP_ERROR_RANGE, "one");
    assert_status(bship_histogram_new(NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "no output");
    assert_status(bship_histogram_new(&none, &partly, NULL), BSHIP_ERROR_ARGUMENT, "half of one");
    assert_status(bship_histogram_add(NULL, 1, 1), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_histogram_merge(NULL, other), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_histogram_merge(other, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_histogram_summarise(NULL, 0.95, &summary), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_histogram_summarise(other, 0.95, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_histogram_compare(NULL, 0.95, &comparison), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_histogram_compare(other, 0.95, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    bship_histogram_free(histogram);
    bship_histogram_free(other);
    bship_histogram_free(NULL);
}
