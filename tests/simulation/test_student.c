/* Student's t distribution against tabulated quantiles and closed forms. */
#include <math.h>

#include "simulation/statistics/student.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

/* Two-sided quantiles, from tables of the distribution; the last row is the normal distribution's.
 */
static const struct {
    double freedom, at_10, at_5, at_1; /* per cent */
} table[] = {
    { 1, 6.313752, 12.706205, 63.656741 }, { 2, 2.919986, 4.302653, 9.924843 },
    { 3, 2.353363, 3.182446, 5.840909 },   { 5, 2.015048, 2.570582, 4.032143 },
    { 10, 1.812461, 2.228139, 3.169273 },  { 30, 1.697261, 2.042272, 2.749996 },
    { 100, 1.660234, 1.983972, 2.625891 }, { 1e12, 1.644854, 1.959964, 2.575829 },
};

Test(student, quantiles_are_those_of_the_tables)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const double tails[] = { 0.10, 0.05, 0.01 };
        const double quantiles[] = { table[i].at_10, table[i].at_5, table[i].at_1 };
        for (int j = 0; j < 3; j++) {
            double quantile = student_quantile(tails[j], table[i].freedom);
            cr_assert_float_eq(quantile, quantiles[j], 1e-6, "%g, %g degrees of freedom: %.9g",
                               tails[j], table[i].freedom, quantile);
        }
    }
}

Test(student, normal_quantiles_are_the_limit)
{
    static const double rows[][2] = { { 0.5, 0.674489750196 },
                                      { 0.1, 1.644853626951 },
                                      { 0.05, 1.959963984540 },
                                      { 1e-9, 6.109410204869 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_assert_float_eq(normal_quantile(rows[i][0]), rows[i][1], 1e-10, "%g: %.14g", rows[i][0],
                           normal_quantile(rows[i][0]));
}

/* With 1 and 2 degrees of freedom the distribution has a closed form. */
Test(student, tails_are_those_of_the_closed_forms)
{
    for (double t = 1e-3; t < 1e6; t *= 3) {
        double cauchy = 2 / pi * atan(1 / t);
        double root = sqrt(2 + t * t), two = 2 / (root * (root + t));
        cr_assert_float_eq(student_tail(t, 1), cauchy, 1e-12 * cauchy, "beyond %g: %.17g", t,
                           student_tail(t, 1));
        cr_assert_float_eq(student_tail(t, 2), two, 1e-12 * two, "beyond %g: %.17g", t,
                           student_tail(t, 2));
    }
}

/* Degrees of freedom need not be whole: those of unequal variances are not. */
Test(student, tails_and_quantiles_are_inverse)
{
    for (double freedom = 1; freedom < 1e9; freedom *= 6.5)
        for (double tail = 0.9; tail > 1e-6; tail /= 4) {
            double again = student_tail(student_quantile(tail, freedom), freedom);
            cr_assert_float_eq(again, tail, 1e-7 * tail, "%g, %g degrees of freedom: %.17g", tail,
                               freedom, again);
        }
}

Test(student, tails_end_in_one_and_in_zero)
{
    cr_assert_eq(student_tail(0, 3), 1.0, "everything exceeds 0");
    cr_assert_eq(student_tail((double)INFINITY, 3), 0.0, "nothing exceeds infinity");
    cr_assert_eq(student_tail(-2, 3), student_tail(2, 3), "of both signs");
}
