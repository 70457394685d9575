/* Intervals and tests: known answers, and how often they are right in simulations. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "matches.h"

/* Whether intervals said to contain the truth 95 times in 100 do: within 1, unless there are too
 * few cases to tell. */
static void assert_covers(int covered, int cases, const char *what)
{
    double share = (double)covered / cases;
    double tolerance = scaled(100) >= 100 ? 0.01 : 4 * sqrt(0.95 * 0.05 / cases);
    cr_assert(fabs(share - 0.95) < tolerance, "%s: %.4f", what, share);
}

/* From 0 to 1. */
static double uniform(bship_rng *rng)
{
    return (double)(bship_rng_next(rng) >> 11) / 9007199254740992.0;
}

/* ---- Wilson ---- */

/* R. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17,
 * 1998, table I. */
Test(intervals, wilson_gives_the_published_intervals)
{
    static const struct {
        int64_t successes, trials;
        double low, high;
    } rows[] = {
        { 81, 263, 0.2553, 0.3662 }, { 15, 148, 0.0624, 0.1605 }, { 0, 20, 0.0, 0.1611 },
        { 1, 29, 0.0061, 0.1718 },   { 29, 29, 0.8830, 1.0 },     { 0, 0, 0.0, 1.0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double low = -1, high = -1;
        assert_ok(bship_wilson(rows[i].successes, rows[i].trials, 0.95, &low, &high), "row %zu", i);
        cr_assert_float_eq(low, rows[i].low, 5e-5, "row %zu: from %.6f", i, low);
        cr_assert_float_eq(high, rows[i].high, 5e-5, "row %zu: to %.6f", i, high);
    }
}

Test(intervals, wilson_covers_the_truth)
{
    bship_rng rng = rng_of(1);
    int covered = 0, cases = scaled(20000);
    for (int i = 0; i < cases; i++) {
        int64_t trials = between(&rng, 20, 200), successes = 0;
        double p = uniform(&rng), low, high;
        for (int64_t j = 0; j < trials; j++)
            successes += uniform(&rng) < p;
        assert_ok(bship_wilson(successes, trials, 0.95, &low, &high), "an interval");
        covered += low <= p && p <= high;
    }
    assert_covers(covered, cases, "Wilson");
}

/* ---- Holm ---- */

Test(intervals, holm_gives_the_answers_of_r)
{
    static const struct {
        double p[5], adjusted[5];
        size_t count;
    } rows[] = {
        { { 0.01, 0.02, 0.03, 0.04, 0.05 }, { 0.05, 0.08, 0.09, 0.09, 0.09 }, 5 },
        { { 0.04, 0.01, 0.01 }, { 0.04, 0.03, 0.03 }, 3 },
        { { 0.5, 0.6 }, { 1, 1 }, 2 },
        { { 0 }, { 0 }, 1 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double adjusted[5];
        assert_ok(bship_holm(rows[i].p, rows[i].count, adjusted), "row %zu", i);
        for (size_t j = 0; j < rows[i].count; j++)
            cr_assert_float_eq(adjusted[j], rows[i].adjusted[j], 1e-12, "row %zu, %zu: %g", i, j,
                               adjusted[j]);
    }
    assert_ok(bship_holm(NULL, 0, NULL), "no tests");
}

/* By the definition: the greatest, of all p-values up to this one, of the p-value times the number
 * of those that are no smaller. */
static double adjusted_by_definition(const double *p, size_t count, double of)
{
    double greatest = 0;
    for (size_t i = 0; i < count; i++) {
        size_t left = 0;
        for (size_t j = 0; j < count; j++)
            left += p[j] >= p[i];
        greatest = p[i] <= of ? fmax(greatest, p[i] * (double)left) : greatest;
    }
    return fmin(greatest, 1);
}

Test(intervals, holm_is_as_defined_also_of_equal_values)
{
    bship_rng rng = rng_of(6);
    for (int k = 0; k < scaled(300); k++) {
        double p[60], adjusted[60];
        size_t count = (size_t)between(&rng, 1, 60);
        int values = between(&rng, 1, 100);
        for (size_t i = 0; i < count; i++)
            p[i] = between(&rng, 0, values) / 2000.0;
        assert_ok(bship_holm(p, count, adjusted), "case %d", k);
        for (size_t i = 0; i < count; i++)
            cr_assert_eq(adjusted[i], adjusted_by_definition(p, count, p[i]), "case %d: %g", k,
                         adjusted[i]);
    }
}

/* All hypotheses are true: any of ten is rejected at most 5 times in 100. */
Test(intervals, holm_rejects_a_true_hypothesis_rarely)
{
    bship_rng rng = rng_of(2);
    int cases = scaled(20000), wrong = 0;
    for (int i = 0; i < cases; i++) {
        double p[10], adjusted[10], least = 1;
        for (int j = 0; j < 10; j++)
            p[j] = uniform(&rng);
        assert_ok(bship_holm(p, 10, adjusted), "ten tests");
        for (int j = 0; j < 10; j++)
            least = fmin(least, adjusted[j]);
        wrong += least < 0.05;
    }
    /* For independent tests the probability is 1 - (1 - 0.05 / 10)^10. */
    double p = 1 - pow(1 - 0.005, 10), error = sqrt(p * (1 - p) / cases);
    cr_assert(fabs((double)wrong / cases - p) < 4 * error, "%d of %d", wrong, cases);
}

/* ---- percentiles ---- */

static bship_histogram *new_histogram(void)
{
    bship_histogram *histogram = NULL;
    assert_ok(bship_histogram_new(&histogram, NULL, NULL), "a histogram");
    return histogram;
}

/* The ranks of the ends, of the numbers 1 to n. */
static void ranks_of(int64_t count, int32_t percent, double confidence, int64_t *low, int64_t *high)
{
    bship_histogram *histogram = new_histogram();
    for (int64_t i = 1; i <= count; i++)
        assert_ok(bship_histogram_add(histogram, i, 1), "a number");
    assert_ok(bship_histogram_percentile(histogram, percent, confidence, NULL, low, high),
              "a percentile");
    bship_histogram_free(histogram);
}

/* From tables of the sign test. */
Test(intervals, median_has_the_ranks_of_the_tables)
{
    static const int64_t rows[][3] = {
        { 6, 1, 6 },   { 8, 1, 8 },   { 9, 2, 8 },    { 10, 2, 9 },
        { 20, 6, 15 }, { 25, 8, 18 }, { 50, 18, 33 }, { 100, 40, 61 }
    };
    int64_t low, high;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ranks_of(rows[i][0], 50, 0.95, &low, &high);
        cr_assert(low == rows[i][1] && high == rows[i][2], "of %d: %d to %d", (int)rows[i][0],
                  (int)low, (int)high);
    }
    ranks_of(5, 50, 0.95, &low, &high);
    cr_assert(low == INT64_MIN && high == INT64_MAX, "of 5 numbers there is none");
}

/* The probability of at most k successes. */
static long double at_most(int64_t k, int64_t n, long double p)
{
    long double sum = 0;
    for (int64_t i = 0; i <= k; i++)
        sum += expl(lgammal(n + 1) - lgammal(i + 1) - lgammal(n - i + 1) + i * logl(p) +
                    (n - i) * log1pl(-p));
    return sum;
}

Test(intervals, percentiles_leave_out_half_of_the_rest_on_either_side)
{
    static const double confidences[] = { 0.95, 0.5, 0.999 };
    for (int k = 0; k < 3; k++) {
        long double tail = (1 - (long double)confidences[k]) / 2;
        for (int64_t count = 1; count < 2000; count = count * 2 + 1) {
            for (int32_t percent = 1; percent < 100; percent += 7) {
                int64_t low, high;
                long double p = percent / 100.0L;
                ranks_of(count, percent, confidences[k], &low, &high);
                int64_t below = low == INT64_MIN ? 0 : low;
                int64_t above = high == INT64_MAX ? 0 : count + 1 - high;
                cr_assert(at_most(below - 1, count, p) <= tail && at_most(below, count, p) > tail,
                          "%d%% of %d: %d below", percent, (int)count, (int)below);
                cr_assert(at_most(above - 1, count, 1 - p) <= tail &&
                              at_most(above, count, 1 - p) > tail,
                          "%d%% of %d: %d above", percent, (int)count, (int)above);
            }
        }
    }
}

Test(intervals, more_confidence_makes_wider_intervals)
{
    const double confidences[] = { 1e-9, 0.5, 0.95, 1 - DBL_EPSILON };
    double last = 0, last_low = 1, low, high;
    bship_histogram *histogram = new_histogram();
    for (int64_t i = 0; i < 1000; i++)
        assert_ok(bship_histogram_add(histogram, i, 1), "a number");
    for (int i = 0; i < 4; i++) {
        bship_summary summary = BSHIP_SUMMARY_INIT;
        bship_comparison comparison = BSHIP_COMPARISON_INIT;
        assert_ok(bship_histogram_summarise(histogram, confidences[i], &summary), "a summary");
        assert_ok(bship_histogram_compare(histogram, confidences[i], &comparison), "a comparison");
        assert_ok(bship_wilson(30, 100, confidences[i], &low, &high), "a probability");
        cr_assert(summary.low == comparison.low && summary.high == comparison.high, "one mean");
        cr_assert(isfinite(summary.high) && summary.high - summary.mean > last, "%g: up to %g",
                  confidences[i], summary.high);
        cr_assert(0 < low && low < last_low && low <= 0.3 && high >= 0.3 && high < 1, "%g: %g, %g",
                  confidences[i], low, high);
        last = summary.high - summary.mean;
        last_low = low;
    }
    bship_histogram_free(histogram);
}

/* Where the exact ranks end, the approximate ones go on. */
Test(intervals, percentiles_of_billions_are_near)
{
    bship_histogram *histogram = new_histogram();
    int64_t value, low, high, count = INT64_C(4000000000);
    for (int64_t i = 0; i < 1000; i++)
        assert_ok(bship_histogram_add(histogram, i, count / 1000), "numbers");
    assert_ok(bship_histogram_percentile(histogram, 50, 0.95, &value, &low, &high), "a percentile");
    cr_assert(value == 499 && low == 499 && high == 500, "%d, %d to %d", (int)value, (int)low,
              (int)high);
    bship_histogram_free(histogram);
}

Test(intervals, percentiles_cover_the_truth)
{
    static const int32_t percents[] = { 5, 50, 95 };
    bship_rng rng = rng_of(3);
    bship_histogram *histogram = new_histogram();
    const int64_t range = 1000000000;
    int cases = scaled(3000), covered[3] = { 0 };
    for (int i = 0; i < cases; i++) {
        bship_histogram_reset(histogram);
        for (int j = 0; j < 200; j++)
            assert_ok(bship_histogram_add(histogram, (int64_t)(uniform(&rng) * (double)range), 1),
                      "a number");
        for (int k = 0; k < 3; k++) {
            int64_t low, high, truth = range / 100 * percents[k];
            assert_ok(bship_histogram_percentile(histogram, percents[k], 0.95, NULL, &low, &high),
                      "it");
            covered[k] += low <= truth && truth <= high;
        }
    }
    double error = sqrt(0.95 * 0.05 * cases);
    /* Ranks are whole, so intervals cover a little more than 95 per cent. */
    for (int k = 0; k < 3; k++)
        cr_assert(covered[k] > 0.95 * cases - 4 * error && covered[k] < 0.97 * cases + 4 * error,
                  "%d%%: %d of %d", (int)percents[k], covered[k], cases);
    bship_histogram_free(histogram);
}

/* ---- means ---- */

/*
 * Shots at random cells until `hits` of `cells` are hit: the greatest of as many numbers drawn
 * without replacement. H. David, H. Nagaraja, Order Statistics, 3rd edition 2003, section 3.7.
 */
enum {
    CELLS = 100,
    HITS = 17
};

static const double random_mean = HITS * (CELLS + 1.0) / (HITS + 1);
static const double random_variance =
    HITS * (CELLS + 1.0) * (CELLS - HITS) / ((HITS + 1.0) * (HITS + 1.0) * (HITS + 2));

/* The probability of exactly so many shots. */
static double random_probability(int shots)
{
    double p = (double)HITS / CELLS;
    for (int i = CELLS; i > shots; i--)
        p *= (double)(i - HITS) / (i - 1);
    return p;
}

static int random_shots(bship_rng *rng)
{
    int shots = CELLS;
    double left = uniform(rng);
    for (double p = random_probability(CELLS); shots > HITS && left >= p; shots--) {
        left -= p;
        p *= (double)(shots - HITS) / (shots - 1);
    }
    return shots;
}

Test(intervals, means_of_few_games_cover_the_truth)
{
    static const int counts[] = { 10, 50, 200 };
    int cases = scaled(4000);
    bship_rng rng = rng_of(4);
    bship_histogram *histogram = new_histogram();
    for (int k = 0; k < 3; k++) {
        int covered = 0;
        double squares = 0, errors = 0;
        for (int i = 0; i < cases; i++) {
            bship_summary summary = BSHIP_SUMMARY_INIT;
            bship_histogram_reset(histogram);
            for (int j = 0; j < counts[k]; j++)
                assert_ok(bship_histogram_add(histogram, random_shots(&rng), 1), "shots");
            assert_ok(bship_histogram_summarise(histogram, 0.95, &summary), "a summary");
            covered += summary.low <= random_mean && random_mean <= summary.high;
            squares += (summary.mean - random_mean) * (summary.mean - random_mean);
            errors += summary.standard_error * summary.standard_error;
        }
        cr_assert_float_eq(errors / squares, 1, 8 / sqrt(cases),
                           "%d games: the error is %.3f of the true one", counts[k],
                           sqrt(errors / squares));
        /* Few games do not hide how skewed the distribution is: its skewness is -1.7. */
        if (counts[k] == 200)
            assert_covers(covered, cases, "means");
        else
            cr_assert(covered > (counts[k] == 10 ? 0.88 : 0.93) * cases, "%d of %d", covered,
                      cases);
    }
    bship_histogram_free(histogram);
}

/* Games of two players on the same layouts: their shots have a part in common. */
Test(intervals, paired_differences_cover_the_truth)
{
    bship_rng rng = rng_of(5);
    bship_histogram *histogram = new_histogram();
    int cases = scaled(5000), covered = 0;
    for (int i = 0; i < cases; i++) {
        bship_comparison comparison = BSHIP_COMPARISON_INIT;
        bship_histogram_reset(histogram);
        for (int j = 0; j < 60; j++) {
            int64_t common = between(&rng, 0, 40), a = common + random_shots(&rng);
            int64_t b = common + random_shots(&rng) + 3;
            assert_ok(bship_histogram_add(histogram, a - b, 1), "a difference");
        }
        assert_ok(bship_histogram_compare(histogram, 0.95, &comparison), "a comparison");
        covered += comparison.low <= -3 && -3 <= comparison.high;
    }
    assert_covers(covered, cases, "paired differences");
    bship_histogram_free(histogram);
}

/* Mean, variance and each share of the games of `random`, within four standard errors. */
Test(intervals, random_has_the_distribution_of_an_order_statistic)
{
    bship_rules *rules = rules_from("");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_summary summary = BSHIP_SUMMARY_INIT;
    bship_results *results = NULL;
    options.games = scaled(20000);
    bship_match *match = new_match(rules, &options);
    add_entry(match, "random");
    assert_ok(bship_results_new(&results, NULL, NULL), "results");
    assert_ok(bship_match_run(match, bship_results_receive, results), "a match");
    const bship_histogram *shots = bship_results_shots(results, 0);
    double n = (double)options.games, fourth = 0, chi_square = 0;
    int bins = 0;
    for (int i = HITS; i <= CELLS; i++) {
        double p = random_probability(i), expected = n * p;
        double off = (double)bship_histogram_at(shots, i) - expected;
        fourth += p * pow(i - random_mean, 4);
        bins += expected >= 5;
        chi_square += expected >= 5 ? off * off / expected : 0;
    }
    assert_ok(bship_histogram_summarise(shots, 0.95, &summary), "a summary");
    double error = sqrt((fourth - random_variance * random_variance) / n);
    cr_assert_lt(fabs(summary.mean - random_mean), 4 * summary.standard_error,
                 "mean %.4f, not %.4f", summary.mean, random_mean);
    cr_assert_lt(fabs(summary.sd * summary.sd - random_variance), 4 * error,
                 "variance %.4f, not %.4f +- %.4f", summary.sd * summary.sd, random_variance,
                 error);
    cr_assert_lt(chi_square, bins + 4 * sqrt(2.0 * bins), "chi-square %.1f of %d bins", chi_square,
                 bins);
    bship_results_free(results);
    bship_match_free(match);
    bship_rules_unref(rules);
}

/* ---- refusals ---- */

Test(intervals, numbers_out_of_range_are_refused)
{
    static const double bad[] = { 0.5, 1.5 }, worse[] = { -0.5 }, nan_p[] = { (double)NAN };
    double low, high, adjusted[2];
    int64_t value;
    bship_histogram *histogram = new_histogram();
    assert_status(bship_wilson(3, 2, 0.95, &low, &high), BSHIP_ERROR_RANGE, "3 of 2");
    assert_status(bship_wilson(-1, 2, 0.95, &low, &high), BSHIP_ERROR_RANGE, "-1 of 2");
    assert_status(bship_wilson(0, -1, 0.95, &low, &high), BSHIP_ERROR_RANGE, "0 of -1");
    assert_status(bship_wilson(1, 2, 0.95, NULL, &high), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_wilson(1, 2, 0.95, &low, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_holm(bad, 2, adjusted), BSHIP_ERROR_RANGE, "1.5");
    assert_status(bship_holm(worse, 1, adjusted), BSHIP_ERROR_RANGE, "-0.5");
    assert_status(bship_holm(nan_p, 1, adjusted), BSHIP_ERROR_RANGE, "NaN");
    assert_status(bship_holm(NULL, 1, adjusted), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_holm(bad, 1, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_histogram_percentile(histogram, 50, 0.95, &value, NULL, NULL),
                  BSHIP_ERROR_RANGE, "empty");
    assert_ok(bship_histogram_add(histogram, 1, 1), "a number");
    assert_status(bship_histogram_percentile(histogram, 0, 0.95, &value, NULL, NULL),
                  BSHIP_ERROR_RANGE, "0%%");
    assert_status(bship_histogram_percentile(histogram, 100, 0.95, &value, NULL, NULL),
                  BSHIP_ERROR_RANGE, "100%%");
    assert_status(bship_histogram_percentile(NULL, 50, 0.95, &value, NULL, NULL),
                  BSHIP_ERROR_ARGUMENT, "NULL");
    bship_histogram_free(histogram);
}

Test(intervals, confidences_out_of_range_are_refused)
{
    static const double confidences[] = { 0, 1, -0.5, 1.5, (double)INFINITY, (double)NAN };
    static const int64_t values[] = { 1, 2 };
    bship_histogram *histogram = new_histogram();
    assert_ok(bship_histogram_add(histogram, 1, 2), "numbers");
    for (size_t i = 0; i < sizeof confidences / sizeof confidences[0]; i++) {
        bship_summary summary = BSHIP_SUMMARY_INIT;
        bship_comparison comparison = BSHIP_COMPARISON_INIT;
        double confidence = confidences[i], low = 7, high = 7;
        const bship_status statuses[] = {
            bship_summarise(values, 2, confidence, &summary),
            bship_compare(values, values, 2, confidence, &comparison),
            bship_histogram_summarise(histogram, confidence, &summary),
            bship_histogram_compare(histogram, confidence, &comparison),
            bship_histogram_percentile(histogram, 50, confidence, NULL, NULL, NULL),
            bship_wilson(1, 2, confidence, &low, &high),
        };
        for (size_t j = 0; j < sizeof statuses / sizeof statuses[0]; j++)
            assert_status(statuses[j], BSHIP_ERROR_RANGE, "%g, call %zu", confidence, j);
        cr_assert(summary.count == 0 && comparison.count == 0 && low == 7 && high == 7, "written");
    }
    bship_histogram_free(histogram);
}
