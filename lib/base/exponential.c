/* Range reduction and series; see exponential.h. */
#include "base/exponential.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* ln 2 in two parts: products of the first and a whole number below 2^20 are exact. */
#define LN2_HIGH 0x1.62e42feep-1
#define LN2_LOW 0x1.a39ef35793c76p-33
#define LOG2_E 0x1.71547652b82fep+0
#define SQRT_HALF 0x1.6a09e667f3bcdp-1

enum {
    TERMS = 20,         /* of the series for numbers up to ln 2; the next is below 2^-70 */
    EXPONENT_MAX = 2000 /* 2 to this power is infinite, and to its negative 0 */
};

uint64_t bsi_exp_minus(double x)
{
    double halvings = floor(x / (LN2_HIGH + LN2_LOW));
    if (halvings > BSI_EXP_BITS)
        return 0;
    double rest = x - halvings * LN2_HIGH - halvings * LN2_LOW, sum = 1;
    for (int i = TERMS; i > 0; i--)
        sum = 1 + rest * sum / i;
    double result = ldexp(1 / sum, BSI_EXP_BITS - (int)halvings);
    return result < 0x1p48 ? (uint64_t)result : UINT64_C(1) << BSI_EXP_BITS;
}

/* e^rest times 2^exponent, for a rest of at most ln 2 / 2. */
static double exp_of(double rest, double exponent)
{
    /* The coefficients of the series behind 1 + rest: 1 / n! from n = 2 on. */
    static const double coefficients[] = {
        1.0 / 2,         1.0 / 6,          1.0 / 24,          1.0 / 120,     1.0 / 720,
        1.0 / 5040,      1.0 / 40320,      1.0 / 362880,      1.0 / 3628800, 1.0 / 39916800,
        1.0 / 479001600, 1.0 / 6227020800, 1.0 / 87178291200,
    };
    double sum = 0;
    for (size_t i = sizeof coefficients / sizeof *coefficients; i-- > 0;)
        sum = sum * rest + coefficients[i];
    return ldexp(1 + (rest + rest * rest * sum), (int)exponent);
}

double bsi_exp(double x)
{
    if (isnan(x))
        return x;
    double exponent = fmin(fmax(floor(x * LOG2_E + 0.5), -EXPONENT_MAX), EXPONENT_MAX);
    double rest = x - exponent * LN2_HIGH - exponent * LN2_LOW;
    return fabs(exponent) < EXPONENT_MAX ? exp_of(rest, exponent) : exponent > 0 ? HUGE_VAL : 0;
}

double bsi_exp2(double x)
{
    if (isnan(x))
        return x;
    double exponent = fmin(fmax(floor(x + 0.5), -EXPONENT_MAX), EXPONENT_MAX);
    double rest = (x - exponent) * (LN2_HIGH + LN2_LOW);
    return fabs(exponent) < EXPONENT_MAX ? exp_of(rest, exponent) : exponent > 0 ? HUGE_VAL : 0;
}

/* log(mantissa), for a mantissa from the square root of a half to that of 2. */
static double log_of(double mantissa)
{
    /* The series of the inverse hyperbolic tangent behind its first term; the next coefficient
     * would add less than 2^-63. */
    static const double coefficients[] = {
        1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13,
        1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23,
    };
    double ratio = (mantissa - 1) / (mantissa + 1), square = ratio * ratio, sum = 0;
    for (size_t i = sizeof coefficients / sizeof *coefficients; i-- > 0;)
        sum = (sum + coefficients[i]) * square;
    return 2 * ratio + 2 * ratio * sum;
}

/* Splits a positive finite number into a mantissa as above and a power of 2. */
static double split(double x, int *exponent)
{
    double mantissa = frexp(x, exponent);
    if (mantissa >= SQRT_HALF)
        return mantissa;
    --*exponent;
    return 2 * mantissa;
}

/* Whether a logarithm is finite; if not, `*out` receives it. */
static bool has_logarithm(double x, double *out)
{
    *out = x > 0 ? x : x == 0 ? -HUGE_VAL : (double)NAN;
    return x > 0 && x < HUGE_VAL;
}

double bsi_log(double x)
{
    double out;
    int exponent;
    if (!has_logarithm(x, &out))
        return out;
    double mantissa = split(x, &exponent);
    return exponent * LN2_HIGH + (exponent * LN2_LOW + log_of(mantissa));
}

double bsi_log2(double x)
{
    double out;
    int exponent;
    if (!has_logarithm(x, &out))
        return out;
    double mantissa = split(x, &exponent);
    return exponent + log_of(mantissa) * LOG2_E;
}

/* log(1 + x), corrected for the rounding of the sum (Kahan; Goldberg, What every computer scientist
 * should know about floating-point arithmetic, 1991, theorem 4). */
double bsi_log1p(double x)
{
    double sum = 1 + x;
    if (sum == 1)
        return x;
    bool is_finite = sum > 0 && sum < HUGE_VAL;
    return is_finite ? bsi_log(sum) * (x / (sum - 1)) : bsi_log(sum);
}
