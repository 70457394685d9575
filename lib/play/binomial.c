/* Tails of the binomial distribution, and Wilson's interval; see binomial.h and statistics.h. */
#include "play/binomial.h"

#include <math.h>

#include <battleship/statistics.h>

#include "base/student.h"

static const double variance_max = 1e6; /* of the exact sum */

bool bsi_is_confidence(double confidence)
{
    return confidence > 0.0 && confidence < 1.0;
}

/* ---- ranks ---- */

/* The ratio of the probabilities of k and of k - 1 successes. */
static double ratio_at(double trials, double odds, double k)
{
    return (trials - k + 1.0) / k * odds;
}

/*
 * Probabilities in units of that of the mode, from which they fall to either side; those below
 * 1e-24 are left out. `*first` is the number of successes with which they begin, and `*weight` its
 * own. Returns their sum.
 */
static double sum_weights(double trials, double odds, double *first, double *weight)
{
    const double least = 1e-24;
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

static uint64_t exact_rank(double trials, double odds, double tail)
{
    double k, weight, left = tail * sum_weights(trials, odds, &k, &weight);
    for (left -= weight; left >= 0.0; left -= weight) {
        k += 1.0;
        weight *= ratio_at(trials, odds, k);
    }
    return (uint64_t)k;
}

uint64_t bsi_binomial_low_rank(uint64_t trials, unsigned percent, double confidence)
{
    double n = (double)trials, p = percent / 100.0, variance = n * p * (1.0 - p);
    if (variance <= variance_max)
        return exact_rank(n, p / (1.0 - p), (1.0 - confidence) / 2.0);
    return (uint64_t)floor(n * p - bsi_normal_quantile(1.0 - confidence) * sqrt(variance));
}

/* ---- Wilson's interval ---- */

bship_status bship_wilson(int64_t successes, int64_t trials, double confidence, double *low,
                          double *high)
{
    if (!low || !high)
        return BSHIP_ERROR_ARGUMENT;
    if (successes < 0 || trials < successes || !bsi_is_confidence(confidence))
        return BSHIP_ERROR_RANGE;
    *low = 0.0;
    *high = 1.0;
    double n = (double)trials, s = (double)successes, f = (double)(trials - successes);
    double z = bsi_normal_quantile(1.0 - confidence), square = z * z;
    double reach = z * sqrt(s * f / (n > 0.0 ? n : 1.0) + square / 4.0);
    if (successes > 0)
        *low = (s + square / 2.0 - reach) / (n + square);
    if (successes < trials)
        *high = (s + square / 2.0 + reach) / (n + square);
    return BSHIP_OK;
}
