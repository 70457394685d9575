/* Intervals and tests: known answers, and how often they are right in simulations. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "matches.h"
#include "simulation/statistics/histogram.h"
#include "simulation/statistics/statistics.h"

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
        wilson(rows[i].successes, rows[i].trials, 0.95, &low, &high);
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
        wilson(successes, trials, 0.95, &low, &high);
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
        holm(rows[i].p, rows[i].count, adjusted);
        for (size_t j = 0; j < rows[i].count; j++)
            cr_assert_float_eq(adjusted[j], rows[i].adjusted[j], 1e-12, "row %zu, %zu: %g", i, j,
                               adjusted[j]);
    }
    holm(NULL, 0, NULL);
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
        holm(p, count, adjusted);
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
        holm(p, 10, adjusted);
        for (int j = 0; j < 10; j++)
            least = fmin(least, adjusted[j]);
        wrong += least < 0.05;
    }
    /* For independent tests the probability is 1 - (1 - 0.05 / 10)^10. */
    double p = 1 - pow(1 - 0.005, 10), error = sqrt(p * (1 - p) / cases);
    cr_assert(fabs((double)wrong / cases - p) < 4 * error, "%d of %d", wrong, cases);
}

/* ---- means ---- */

Test(intervals, more_confidence_makes_wider_intervals)
{
    const double confidences[] = { 1e-9, 0.5, 0.95, 1 - DBL_EPSILON };
    double last = 0, last_low = 1, low, high;
    struct histogram histogram = { 0 };
    for (int64_t i = 0; i < 1000; i++)
        assert_ok(histogram_add(&histogram, i, 1), "a number");
    for (int i = 0; i < 4; i++) {
        struct summary summary = histogram_summarise(&histogram, confidences[i]);
        struct comparison comparison = histogram_compare(&histogram, confidences[i]);
        wilson(30, 100, confidences[i], &low, &high);
        cr_assert(summary.low == comparison.low && summary.high == comparison.high, "one mean");
        cr_assert(isfinite(summary.high) && summary.high - summary.mean > last, "%g: up to %g",
                  confidences[i], summary.high);
        cr_assert(0 < low && low < last_low && low <= 0.3 && high >= 0.3 && high < 1, "%g: %g, %g",
                  confidences[i], low, high);
        last = summary.high - summary.mean;
        last_low = low;
    }
    histogram_clear(&histogram);
}

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
    struct histogram histogram = { 0 };
    for (int k = 0; k < 3; k++) {
        int covered = 0;
        double squares = 0, errors = 0;
        for (int i = 0; i < cases; i++) {
            histogram_clear(&histogram);
            for (int j = 0; j < counts[k]; j++)
                assert_ok(histogram_add(&histogram, random_shots(&rng), 1), "shots");
            struct summary summary = histogram_summarise(&histogram, 0.95);
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
    histogram_clear(&histogram);
}

/* Games of two players on the same layouts: their shots have a part in common. */
Test(intervals, paired_differences_cover_the_truth)
{
    bship_rng rng = rng_of(5);
    struct histogram histogram = { 0 };
    int cases = scaled(5000), covered = 0;
    for (int i = 0; i < cases; i++) {
        histogram_clear(&histogram);
        for (int j = 0; j < 60; j++) {
            int64_t common = between(&rng, 0, 40), a = common + random_shots(&rng);
            int64_t b = common + random_shots(&rng) + 3;
            assert_ok(histogram_add(&histogram, a - b, 1), "a difference");
        }
        struct comparison comparison = histogram_compare(&histogram, 0.95);
        covered += comparison.low <= -3 && -3 <= comparison.high;
    }
    assert_covers(covered, cases, "paired differences");
    histogram_clear(&histogram);
}

static int32_t add_shots(const bship_match_row *row, void *histogram)
{
    return histogram_add(histogram, row->shots, 1) != BSHIP_OK;
}

/* Mean, variance and each share of the games of `random`, within four standard errors. */
Test(intervals, random_has_the_distribution_of_an_order_statistic)
{
    bship_rules *rules = rules_from("");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    struct histogram shots = { 0 };
    options.games = scaled(20000);
    bship_match *match = new_match(rules, &options);
    add_entry(match, "random");
    assert_ok(bship_match_run(match, add_shots, &shots, NULL), "a match");
    double n = (double)options.games, fourth = 0, chi_square = 0;
    int bins = 0;
    for (int i = HITS; i <= CELLS; i++) {
        double p = random_probability(i), expected = n * p;
        double off = (double)histogram_at(&shots, i) - expected;
        fourth += p * pow(i - random_mean, 4);
        bins += expected >= 5;
        chi_square += expected >= 5 ? off * off / expected : 0;
    }
    struct summary summary = histogram_summarise(&shots, 0.95);
    double error = sqrt((fourth - random_variance * random_variance) / n);
    cr_assert_lt(fabs(summary.mean - random_mean), 4 * summary.standard_error,
                 "mean %.4f, not %.4f", summary.mean, random_mean);
    cr_assert_lt(fabs(summary.sd * summary.sd - random_variance), 4 * error,
                 "variance %.4f, not %.4f +- %.4f", summary.sd * summary.sd, random_variance,
                 error);
    cr_assert_lt(chi_square, bins + 4 * sqrt(2.0 * bins), "chi-square %.1f of %d bins", chi_square,
                 bins);
    histogram_clear(&shots);
    bship_match_free(match);
    bship_rules_unref(rules);
}
