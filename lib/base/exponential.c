/* The exponential function by range reduction and its Taylor series; see exponential.h. */
#include "base/exponential.h"

#include <math.h>

/* ln 2 in two parts: products of the first and a whole number below 2^20 are exact. */
#define LN2_HIGH 0x1.62e42feep-1
#define LN2_LOW 0x1.a39ef35793c76p-33

enum {
    TERMS = 20 /* of the series for numbers up to ln 2; the next term is below 2^-70 */
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
