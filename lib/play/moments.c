/* Mean and deviation of whole numbers from exact sums; see moments.h. */
#include "play/moments.h"

#include <math.h>
#include <stdbool.h>

#include "base/student.h"

void bsi_moments_add(bsi_moments *moments, int64_t value, int64_t count)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    bsi_uint128 *sum = value < 0 ? &moments->below : &moments->above;
    moments->count += (uint64_t)count;
    bsi_uint128_add(sum, bsi_uint128_product(size, (uint64_t)count));
    bsi_uint256_add_product(&moments->squares, bsi_uint128_product(size, size), (uint64_t)count, 0);
}

/* The absolute value of the sum, which is positive unless `below` is greater than `above`. */
static bsi_uint128 absolute_sum(const bsi_moments *moments, bool *is_negative)
{
    *is_negative = bsi_uint128_compare(moments->above, moments->below) < 0;
    return *is_negative ? bsi_uint128_difference(moments->below, moments->above)
                        : bsi_uint128_difference(moments->above, moments->below);
}

/* a / b, rounded once where the quotient is below 2^53. */
static double quotient(bsi_uint128 a, uint64_t b)
{
    bsi_uint128 whole = { 0, 0 };
    uint64_t rest = 0; /* below b, which is below 2^63 */
    for (int bit = 127; bit >= 0; bit--) {
        uint64_t next = bit < 64 ? a.low >> bit & 1 : a.high >> (bit - 64) & 1;
        rest = rest << 1 | next;
        whole = bsi_uint128_sum(whole, whole);
        whole.low |= rest >= b;
        rest -= rest >= b ? b : 0;
    }
    return bsi_uint128_to_double(whole) + (double)rest / (double)b;
}

static double mean_of(const bsi_moments *moments)
{
    bool is_negative;
    bsi_uint128 sum = absolute_sum(moments, &is_negative);
    double mean = quotient(sum, moments->count);
    return is_negative ? -mean : mean;
}

/* n * sum(x^2) - sum(x)^2. */
static bsi_uint256 scaled_variance(const bsi_moments *moments)
{
    bool is_negative;
    bsi_uint128 sum = absolute_sum(moments, &is_negative);
    const uint64_t *words = moments->squares.words;
    bsi_uint256 first = { { 0 } }, second = { { 0 } };
    bsi_uint256_add_product(&first, (bsi_uint128){ words[0], words[1] }, moments->count, 0);
    bsi_uint256_add_product(&first, (bsi_uint128){ words[2], words[3] }, moments->count, 2);
    bsi_uint256_add_product(&second, sum, sum.low, 0);
    bsi_uint256_add_product(&second, sum, sum.high, 1);
    return bsi_uint256_difference(first, second);
}

static double deviation_of(const bsi_moments *moments)
{
    double n = (double)moments->count;
    if (moments->count < 2)
        return 0.0;
    return sqrt(bsi_uint256_to_double(scaled_variance(moments)) / (n * (n - 1.0)));
}

/* How far the confidence interval of a mean reaches to either side. */
static double reach_of(double error, double freedom, double confidence)
{
    if (freedom < 1.0)
        return (double)INFINITY;
    return error > 0.0 ? bsi_student_quantile(1.0 - confidence, freedom) * error : 0.0;
}

void bsi_moments_summarise(const bsi_moments *moments, double confidence, bship_summary *out)
{
    double n = (double)moments->count;
    out->count = (int64_t)moments->count;
    out->mean = mean_of(moments);
    out->sd = deviation_of(moments);
    out->standard_error = out->sd / sqrt(n);
    double reach = reach_of(out->standard_error, n - 1.0, confidence);
    out->low = out->mean - reach;
    out->high = out->mean + reach;
}

/* How probable a difference as great is if the true one is 0. */
static double p_value(double difference, double error, double freedom)
{
    if (error > 0.0)
        return bsi_student_tail(difference / error, freedom);
    return difference == 0.0 ? 1.0 : 0.0;
}

bship_comparison bsi_moments_compare(const bsi_moments *moments, double confidence)
{
    bship_comparison comparison = BSHIP_COMPARISON_INIT;
    double n = (double)moments->count;
    comparison.count = (int64_t)moments->count;
    comparison.difference = mean_of(moments);
    comparison.standard_error = deviation_of(moments) / sqrt(n);
    double reach = reach_of(comparison.standard_error, n - 1.0, confidence);
    comparison.low = comparison.difference - reach;
    comparison.high = comparison.difference + reach;
    comparison.p_value = p_value(comparison.difference, comparison.standard_error, n - 1.0);
    return comparison;
}

uint64_t bsi_percentile_rank(uint64_t count, unsigned percent)
{
    return count / 100 * percent + (count % 100 * percent + 99) / 100;
}
