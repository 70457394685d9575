/* Quantiles of Student's t distribution, against tables, closed forms and the density. */
#include <math.h>

#include "base/student.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

/* Two-sided quantiles, from tables of the distribution; the last row is the normal distribution's.
 */
static const struct {
    int64_t freedom;
    double at_10, at_5, at_1; /* per cent */
} table[] = {
    { 1, 6.313752, 12.706205, 63.656741 }, { 2, 2.919986, 4.302653, 9.924843 },
    { 3, 2.353363, 3.182446, 5.840909 },   { 5, 2.015048, 2.570582, 4.032143 },
    { 10, 1.812461, 2.228139, 3.169273 },  { 30, 1.697261, 2.042272, 2.749996 },
    { 100, 1.660234, 1.983972, 2.625891 }, { 1000000000000, 1.644854, 1.959964, 2.575829 },
};

Test(student, quantiles_are_those_of_the_tables)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const double tails[] = { 0.10, 0.05, 0.01 };
        const double quantiles[] = { table[i].at_10, table[i].at_5, table[i].at_1 };
        for (int j = 0; j < 3; j++) {
            double quantile = bsi_student_quantile(tails[j], table[i].freedom);
            cr_assert_float_eq(quantile, quantiles[j], 1e-6, "%g, %g degrees of freedom: %.9g",
                               tails[j], (double)table[i].freedom, quantile);
        }
    }
}

/* With 1 and 2 degrees of freedom the distribution has a closed form. */
Test(student, quantiles_are_those_of_the_closed_forms)
{
    for (double tail = 0.9; tail > 1e-6; tail /= 4) {
        double cauchy = 1 / tan(pi * tail / 2);
        double two = (1 - tail) * sqrt(2 / (tail * (2 - tail)));
        cr_assert_float_eq(bsi_student_quantile(tail, 1), cauchy, 1e-9 * cauchy, "%g: %.17g", tail,
                           bsi_student_quantile(tail, 1));
        cr_assert_float_eq(bsi_student_quantile(tail, 2), two, 1e-9 * two, "%g: %.17g", tail,
                           bsi_student_quantile(tail, 2));
    }
}

/* The density of the distribution. */
static long double density(long double t, long double freedom)
{
    long double scale = lgammal((freedom + 1) / 2) - lgammal(freedom / 2);
    return expl(scale - (freedom + 1) / 2 * log1pl(t * t / freedom)) /
           sqrtl(freedom * 3.14159265358979323846L);
}

/* The probability of more than t either way, by Simpson's rule. */
static double tail_of(long double t, long double freedom)
{
    enum {
        PANELS = 4000
    };
    long double sum = density(0, freedom) + density(t, freedom), step = t / PANELS;
    for (int i = 1; i < PANELS; i++)
        sum += (i % 2 != 0 ? 4 : 2) * density((long double)i * step, freedom);
    return (double)(1 - 2 * sum * step / 3);
}

/* Where the finite sums end, the expansion goes on. */
Test(student, tails_beyond_quantiles_are_those_of_the_density)
{
    static const int64_t freedoms[] = {
        1, 2, 3, 4, 7, 10, 99, 999, 1000, 1001, 1002, 5000, 1000000
    };
    for (size_t i = 0; i < sizeof freedoms / sizeof *freedoms; i++) {
        int64_t freedom = freedoms[i];
        for (double tail = 0.9; tail > (freedom < 3 ? 1e-2 : 1e-6); tail /= 4) {
            double again = tail_of((long double)bsi_student_quantile(tail, freedom), freedom);
            cr_assert_float_eq(again, tail, 1e-11, "%g, %d degrees of freedom: %.17g", tail,
                               (int)freedom, again);
        }
    }
}

/* However much confidence is asked for, an end is found. */
Test(student, smallest_tails_have_finite_quantiles)
{
    for (int64_t freedom = 1; freedom < INT64_MAX / 3; freedom *= 3) {
        double most = bsi_student_quantile(0x1p-53, freedom);
        cr_assert(isfinite(most) && most > bsi_student_quantile(1e-12, freedom), "%g", most);
        cr_assert_geq(bsi_student_quantile(1 - 0x1p-53, freedom), 0, "of no confidence");
    }
}
