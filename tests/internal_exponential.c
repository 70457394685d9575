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
