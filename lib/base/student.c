/*
 * Quantiles of Student's t distribution; see student.h. Formulas are those of M. Abramowitz and I.
 * Stegun, Handbook of Mathematical Functions, 1964: up to `FREEDOM_EXACT` degrees of freedom a
 * finite sum is solved by bisection, beyond them the expansion around the normal quantile is exact
 * to the last digits. A lower bound makes the expansion wrong in digits that show, a higher one
 * only costs time.
 */
#include "base/student.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

enum {
    FREEDOM_EXACT = 1000
};

/* The probability that |T| exceeds sqrt(freedom) / tan(angle): formulas 26.7.3 and 26.7.4, with the
 * complement of their angle, so that small tails keep their digits. */
static double tail_at_angle(double angle, int64_t freedom)
{
    int64_t is_odd = freedom % 2;
    double sine = sin(angle), term = is_odd ? sine : 1.0, sum = 0.0;
    for (int64_t i = is_odd; i < freedom - 1; i += 2) {
        sum += term;
        term *= sine * sine * (double)(i + 1) / (double)(i + 2);
    }
    return is_odd ? 2.0 / pi * (angle - cos(angle) * sum) : 1.0 - cos(angle) * sum;
}

/* As above; the angle falls as the quantile grows. */
static double normal_tail_at_angle(double angle, int64_t freedom)
{
    (void)freedom;
    return erfc(1.0 / tan(angle) / sqrt(2.0));
}

/* Where a tail that grows from 0 to 1 reaches `tail`, by bisection. */
static double solve(double (*tail_at)(double angle, int64_t freedom), double tail, int64_t freedom)
{
    double low = 0.0, high = pi / 2.0;
    for (double middle = high / 2.0; low < middle && middle < high;
         middle = low + (high - low) / 2.0) {
        if (tail_at(middle, freedom) < tail)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Formula 26.7.5: the quantile z of the normal distribution and four corrections. */
static double expand(double z, double freedom)
{
    double square = z * z, x = 1.0 / freedom;
    double g1 = z * (square + 1.0) / 4.0;
    double g2 = z * ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    double g3 = z * (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0;
    double g4 = z *
                ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0) /
                92160.0;
    return z + x * (g1 + x * (g2 + x * (g3 + x * g4)));
}

double bsi_student_quantile(double tail, int64_t freedom)
{
    if (freedom <= FREEDOM_EXACT)
        return sqrt((double)freedom) / tan(solve(tail_at_angle, tail, freedom));
    return expand(1.0 / tan(solve(normal_tail_at_angle, tail, 0)), (double)freedom);
}
