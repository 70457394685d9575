/*
 * Statistics of histograms; see histogram.h. They are computed from the counts in ascending order,
 * so that they do not depend on the order in which the numbers came. Sums are of distances from the
 * least number: so numbers that are great, but near each other, lose no digits.
 */
#include <math.h>

#include "simulation/statistics/histogram.h"
#include "simulation/statistics/student.h"

/* How far a number is from the least one. */
static double distance_of(const struct histogram *histogram, const struct bin *bin)
{
    return (double)(bin->value - histogram->bins[0].value);
}

static double mean_distance(const struct histogram *histogram)
{
    double sum = 0.0;
    for (size_t i = 0; i < histogram->bin_count; i++) {
        const struct bin *bin = &histogram->bins[i];
        sum += (double)bin->count * distance_of(histogram, bin);
    }
    return sum / (double)histogram->count;
}

static double mean_of(const struct histogram *histogram)
{
    return (double)histogram->bins[0].value + mean_distance(histogram);
}

static double deviation_of(const struct histogram *histogram)
{
    double mean = mean_distance(histogram), squares = 0.0;
    for (size_t i = 0; i < histogram->bin_count; i++) {
        const struct bin *bin = &histogram->bins[i];
        double deviation = distance_of(histogram, bin) - mean;
        squares += (double)bin->count * deviation * deviation;
    }
    return histogram->count > 1 ? sqrt(squares / ((double)histogram->count - 1.0)) : 0.0;
}

/* How far the confidence interval of a mean reaches to either side. */
static double reach_of(double error, double freedom, double confidence)
{
    if (freedom < 1.0)
        return (double)INFINITY;
    return error > 0.0 ? student_quantile(1.0 - confidence, freedom) * error : 0.0;
}

/* The number of a rank, from 1: the least that is no less than `percent` per cent of them. */
static int64_t percentile(const struct histogram *histogram, uint64_t percent)
{
    const uint64_t count = (uint64_t)histogram->count;
    const struct bin *bin = histogram->bins;
    uint64_t rank = count / 100 * percent + (count % 100 * percent + 99) / 100;
    for (; rank > (uint64_t)bin->count; bin++)
        rank -= (uint64_t)bin->count;
    return bin->value;
}

struct summary histogram_summarise(const struct histogram *histogram, double confidence)
{
    const double n = (double)histogram->count, mean = mean_of(histogram);
    const double sd = deviation_of(histogram), error = sd / sqrt(n);
    const double reach = reach_of(error, n - 1.0, confidence);
    return (struct summary){ .count = histogram->count,
                             .mean = mean,
                             .sd = sd,
                             .standard_error = error,
                             .minimum = histogram->bins[0].value,
                             .p5 = percentile(histogram, 5),
                             .median = percentile(histogram, 50),
                             .p95 = percentile(histogram, 95),
                             .maximum = histogram->bins[histogram->bin_count - 1].value,
                             .low = mean - reach,
                             .high = mean + reach };
}

/* How probable a difference as great is if the true one is 0. */
static double p_value(double difference, double error, double freedom)
{
    if (error > 0.0)
        return student_tail(difference / error, freedom);
    return difference == 0.0 ? 1.0 : 0.0;
}

struct comparison histogram_compare(const struct histogram *histogram, double confidence)
{
    const double n = (double)histogram->count, mean = mean_of(histogram);
    const double error = deviation_of(histogram) / sqrt(n);
    const double reach = reach_of(error, n - 1.0, confidence);
    return (struct comparison){ .count = histogram->count,
                                .difference = mean,
                                .standard_error = error,
                                .low = mean - reach,
                                .high = mean + reach,
                                .p_value = p_value(mean, error, n - 1.0) };
}
