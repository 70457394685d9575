/* The exponential function that is the same everywhere. */
#include <inttypes.h>
#include <math.h>

#include "base/exponential.h"
#include "internal_support.h"

Test(exponential, is_that_of_the_c_library)
{
    for (double x = 0; x < 40; x += 0.0137) {
        double expected = ldexp(exp(-x), BSI_EXP_BITS);
        double difference = fabs((double)bsi_exp_minus(x) - expected);
        cr_assert_leq(difference, 1 + expected * 1e-14, "e^-%g: %g", x, difference);
    }
}

Test(exponential, has_these_values_on_every_platform)
{
    static const struct {
        double x;
        uint64_t value;
    } rows[] = {
        { 0, UINT64_C(1) << BSI_EXP_BITS },
        { 1e-300, UINT64_C(1) << BSI_EXP_BITS },
        { 0.5, 170723203316912 },
        { 1, 103548857136060 },
        { 3, 14013813909336 },
        { 32, 3 },
        { 34, 0 },
        { 1e300, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_assert_eq(bsi_exp_minus(rows[i].x), rows[i].value, "e^-%g: %" PRIu64, rows[i].x,
                     bsi_exp_minus(rows[i].x));
}

/* The distance of two numbers in units in the last place of the second. */
static double units(double a, double b)
{
    return a == b ? 0 : fabs(a - b) / (nextafter(fabs(b), (double)INFINITY) - fabs(b));
}

Test(exponential, and_logarithms_are_those_of_the_c_library)
{
    for (double x = -700; x < 700; x += 0.0371) {
        cr_assert_leq(units(bsi_exp(x), exp(x)), 2, "e^%g", x);
        cr_assert_leq(units(bsi_exp2(x), exp2(x)), 2, "2^%g", x);
    }
    for (double x = 1e-300; x < 1e300; x *= 1.0173) {
        cr_assert_leq(units(bsi_log(x), log(x)), 4, "log(%g)", x);
        cr_assert_leq(units(bsi_log2(x), log2(x)), 4, "log2(%g)", x);
        cr_assert_leq(units(bsi_log1p(x), log1p(x)), 4, "log(1 + %g)", x);
        if (x < 1)
            cr_assert_leq(units(bsi_log1p(-x), log1p(-x)), 4, "log(1 - %g)", x);
    }
}

Test(exponential, and_logarithms_have_limits)
{
    const double infinity = (double)INFINITY, nan = (double)NAN;
    cr_assert(bsi_exp(infinity) == infinity && bsi_exp(-infinity) == 0 && isnan(bsi_exp(nan)));
    cr_assert(bsi_exp2(infinity) == infinity && bsi_exp2(-infinity) == 0 && isnan(bsi_exp2(nan)));
    cr_assert(bsi_exp(0) == 1 && bsi_exp2(3) == 8 && bsi_exp2(-1074) == 0x1p-1074);
    cr_assert(bsi_log(0) == -infinity && bsi_log(infinity) == infinity);
    cr_assert(isnan(bsi_log(-1)) && isnan(bsi_log(nan)) && bsi_log(1) == 0);
    cr_assert(bsi_log2(0) == -infinity && bsi_log2(infinity) == infinity && bsi_log2(8) == 3);
    cr_assert(isnan(bsi_log2(-1)) && isnan(bsi_log2(nan)));
    cr_assert(bsi_log1p(-1) == -infinity && bsi_log1p(infinity) == infinity);
    cr_assert(isnan(bsi_log1p(-2)) && bsi_log1p(1e-20) == 1e-20 && bsi_log1p(0) == 0);
}
