/* Tails of the binomial distribution, and Wilson's interval; see binomial.h and statistics.h. */
#include "play/binomial.h"

#include <math.h>

#include <battleship/statistics.h>

static const double normal_quantile = 1.959963984540054; /* 97.5% */
static const double tail_max = 0.025;
static const double variance_max = 1e6; /* of the exact sum */

/* ---- ranks ---- */

/* The ratio of the probabilities of k and of k - 1 successes. */
static double ratio_at(double trials, double odds, double k)
{
    return (trials - k + 1.0) / k * odds;
}

/*
 * Probabilities in units of that of the mode, from which they fall to either side; those below
 * 1e-18 are left out. `*first` is the number of successes with which they begin, and `*weight` its
 * own. Returns their sum.
 */
static double sum_weights(double trials, double odds, double *first, double *weight)
{
    const double least = 1e-18;
    double mode = floor((trials + 1.0) * odds / (1.0 + odds)), sum = 1.0, up = 1.0;
    mode = mode > trials ? trials : mode;
    for (double k = mode + 1.0; k <= trials && up > least; k += 1.0) {
        up *= ratio_at(trials, odds, k);
        sum += up;
    }
    *weight = 1.0;
    for (*first = mode; *first > 0.0 && *weight > least; *first -= 1.0) {
        *weight /= ratio_at(trials, odds, *first);
        sum += *weight;
    }
    return sum;
}

static uint64_t exact_rank(double trials, double odds)
{
    double k, weight, left = tail_max * sum_weights(trials, odds, &k, &weight);
    for (left -= weight; left >= 0.0; left -= weight) {
        k += 1.0;
        weight *= ratio_at(trials, odds, k);
    }
    return (uint64_t)k;
}

uint64_t bsi_binomial_low_rank(uint64_t trials, unsigned percent)
{
    double n = (double)trials, p = percent / 100.0, variance = n * p * (1.0 - p);
    if (variance <= variance_max)
        return exact_rank(n, p / (1.0 - p));
    return (uint64_t)floor(n * p - normal_quantile * sqrt(variance));
}

/* ---- Wilson's interval ---- */

bship_status bship_wilson(int64_t successes, int64_t trials, double *low, double *high)
{
    if (!low || !high)
        return BSHIP_ERROR_ARGUMENT;
    if (successes < 0 || trials < successes)
        return BSHIP_ERROR_RANGE;
    *low = 0.0;
    *high = 1.0;
    double n = (double)trials, s = (double)successes, f = (double)(trials - successes);
    double square = normal_quantile * normal_quantile;
    double reach = normal_quantile * sqrt(s * f / (n > 0.0 ? n : 1.0) + square / 4.0);
    if (successes > 0)
        *low = (s + square / 2.0 - reach) / (n + square);
    if (successes < trials)
        *high = (s + square / 2.0 + reach) / (n + square);
    return BSHIP_OK;
}
