/* Student's t distribution by the regularised incomplete beta function; see student.h. */
#include "simulation/statistics/student.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

static const double pi = 3.14159265358979323846;

/*
 * gamma(a + 1/2) / gamma(a): by its asymptotic series in 1 / a (F. Tricomi, A. Erdelyi, The
 * asymptotic expansion of a ratio of gamma functions, Pacific Journal of Mathematics 1, 1951), for
 * small arguments after the recurrence r(a) = r(a + 1) a / (a + 1/2).
 */
static double gamma_ratio(double a)
{
    double factor = 1.0;
    for (; a < 32.0; a += 1.0)
        factor *= a / (a + 0.5);
    double x = 1.0 / a;
    double series = -399.0 / 262144.0;
    series = series * x - 21.0 / 32768.0;
    series = series * x + 5.0 / 1024.0;
    series = series * x + 1.0 / 128.0;
    series = series * x - 1.0 / 8.0;
    return factor * sqrt(a) * (1.0 + series * x);
}

static double away_from_zero(double x)
{
    return fabs(x) < DBL_MIN ? DBL_MIN : x;
}

/*
 * The continued fraction of the incomplete beta function (NIST Digital Library of Mathematical
 * Functions, 8.17.22) by the modified method of Lentz. Takes about the square root of a and b steps
 * where x < (a + 1) / (a + b + 2).
 */
static double beta_fraction(double a, double b, double x)
{
    enum {
        STEPS_MAX = 1000000
    };
    double c = 1.0, d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0)), value = d;
    for (int i = 1; i < STEPS_MAX; i++) {
        double m = i, change = 0.0;
        const double terms[] = { m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
                                 -(a + m) * (a + b + m) * x /
                                     ((a + 2.0 * m) * (a + 2.0 * m + 1.0)) };
        for (int j = 0; j < 2; j++) {
            d = 1.0 / away_from_zero(1.0 + terms[j] * d);
            c = away_from_zero(1.0 + terms[j] / c);
            change = c * d;
            value *= change;
        }
        if (fabs(change - 1.0) < 4.0 * DBL_EPSILON)
            break;
    }
    return value;
}

/* Beyond, rounding errors of the fraction exceed the difference from the normal distribution. */
static const double freedom_max = 1e8;

/* The regularised incomplete beta function of (a, 1/2) at x = freedom / (freedom + t^2). */
double student_tail(double t, double freedom)
{
    freedom = fmin(freedom, freedom_max);
    double a = freedom / 2.0, b = 0.5;
    double ratio = t * t / freedom; /* (1 - x) / x */
    double x = 1.0 / (1.0 + ratio), rest = ratio / (1.0 + ratio);
    if (!(ratio > 0.0))
        return 1.0;
    if (isinf(ratio))
        return 0.0;
    double front = exp(-a * log1p(ratio)) * sqrt(rest) * gamma_ratio(a) / sqrt(pi);
    bool is_upper = x < (a + 1.0) / (a + b + 2.0);
    double part =
        is_upper ? front * beta_fraction(a, b, x) / a : 1.0 - front * beta_fraction(b, a, rest) / b;
    return part > 0.0 ? part : 0.0;
}

/* ---- quantiles ---- */

static double normal_tail(double z, double freedom)
{
    (void)freedom;
    return erfc(z / sqrt(2.0));
}

/* Where a tail that falls from 1 to 0 gets no greater than `tail`, by bisection. */
static double solve(double (*tail_of)(double t, double freedom), double tail, double freedom)
{
    double low = 0.0, high = 1.0;
    while (tail_of(high, freedom) > tail)
        high *= 2.0;
    for (double middle = high / 2.0; low < middle && middle < high;
         middle = low + (high - low) / 2.0) {
        if (tail_of(middle, freedom) > tail)
            low = middle;
        else
            high = middle;
    }
    return high;
}

double student_quantile(double tail, double freedom)
{
    return solve(student_tail, tail, freedom);
}

double normal_quantile(double tail)
{
    return solve(normal_tail, tail, 0.0);
}
