/* Mean and deviation of whole numbers from exact sums; see moments.h. */
#include "play/moments.h"

#include <math.h>

static uint64_t size_of(int64_t value)
{
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

void bsi_moments_add(bsi_moments *moments, int64_t value)
{
    moments->count++;
    moments->sum += value;
    bsi_uint128_add(&moments->squares, bsi_uint128_product(size_of(value), size_of(value)));
}

/* Floor division of the sum by the count: the remainder is from 0 to count - 1. */
static int64_t divide(const bsi_moments *moments, int64_t *remainder)
{
    int64_t quotient = moments->sum / moments->count;
    *remainder = moments->sum % moments->count;
    if (*remainder < 0) {
        *remainder += moments->count;
        quotient--;
    }
    return quotient;
}

double bsi_moments_mean(const bsi_moments *moments)
{
    int64_t remainder, quotient = divide(moments, &remainder);
    return (double)quotient + (double)remainder / (double)moments->count;
}

/*
 * With q and r the quotient and the remainder of sum / n, D = sum (x - q)^2 is
 * squares - q (sum + r), and n (n - 1) times the variance is n D - r^2 = n (D - r) + r (n - r).
 * Neither term is negative, as whole numbers are at most their squares: nothing cancels.
 */
double bsi_moments_deviation(const bsi_moments *moments)
{
    int64_t remainder, quotient = divide(moments, &remainder);
    int64_t factor = moments->sum + remainder;
    bsi_uint128 product = bsi_uint128_product(size_of(quotient), size_of(factor));
    bsi_uint128 squares = (quotient < 0) == (factor < 0)
                              ? bsi_uint128_difference(moments->squares, product)
                              : bsi_uint128_sum(moments->squares, product);
    double n = (double)moments->count, r = (double)remainder;
    double excess =
        bsi_uint128_to_double(bsi_uint128_difference(squares, bsi_uint128_of((uint64_t)remainder)));
    return sqrt((excess + r * (n - r) / n) / (n - 1.0));
}
