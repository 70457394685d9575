/* Histograms of whole numbers; see histogram.h. */
#include "play/histogram.h"

#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/versioned.h"
#include "play/binomial.h"

/* ---- creation ---- */

void bsi_histogram_init(bship_histogram *histogram, const bship_allocator *allocator)
{
    *histogram = (bship_histogram){ .allocator = *allocator };
}

void bsi_histogram_free(bship_histogram *histogram)
{
    BSI_FREE(&histogram->bins, &histogram->allocator);
}

bship_status bship_histogram_new(bship_histogram **out, const bship_allocator *allocator,
                                 bship_error *error)
{
    static const bship_allocator standard = BSHIP_ALLOCATOR_INIT;
    bship_allocator source;
    if (!out)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_allocator_read(&source, allocator ? allocator : &standard);
    if (status)
        return bsi_fail_plain(error, status);
    bship_histogram *histogram = bsi_alloc(&source, 1, sizeof *histogram);
    if (!histogram)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    bsi_histogram_init(histogram, &source);
    *out = histogram;
    return BSHIP_OK;
}

void bship_histogram_free(bship_histogram *histogram)
{
    if (!histogram)
        return;
    bship_allocator allocator = histogram->allocator;
    bsi_histogram_free(histogram);
    bsi_free(&allocator, histogram, 1, sizeof *histogram);
}

void bship_histogram_reset(bship_histogram *histogram)
{
    histogram->bins.count = 0;
    histogram->count = 0;
}

/* ---- adding ---- */

/* The number of bins with smaller values. */
static size_t place_of(const bship_histogram *histogram, int64_t value)
{
    const bsi_bin *bins = histogram->bins.items;
    size_t count = histogram->bins.count, low = 0, high = count;
    if (count == 0 || value <= bins[0].value)
        return 0;
    if (value > bins[count - 1].value)
        return count;
    uint64_t from_first = (uint64_t)(value - bins[0].value);
    uint64_t to_last = (uint64_t)(bins[count - 1].value - value);
    if (from_first < count)
        high = (size_t)from_first;
    if (to_last < count)
        low = count - 1 - (size_t)to_last;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (bins[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const bship_histogram *histogram, size_t place, int64_t value)
{
    return place < histogram->bins.count && histogram->bins.items[place].value == value;
}

bship_status bsi_histogram_reserve(bship_histogram *histogram)
{
    return BSI_RESERVE(&histogram->bins, &histogram->allocator, 1);
}

void bsi_histogram_insert(bship_histogram *histogram, int64_t value, int64_t count)
{
    size_t place = place_of(histogram, value);
    bsi_bin *bin = &histogram->bins.items[place];
    if (!is_at(histogram, place, value)) {
        memmove(bin + 1, bin, (histogram->bins.count - place) * sizeof *bin);
        *bin = (bsi_bin){ value, 0 };
        histogram->bins.count++;
    }
    bin->count += count;
    histogram->count += count;
}

bship_status bship_histogram_add(bship_histogram *histogram, int64_t value, int64_t count)
{
    if (!histogram)
        return BSHIP_ERROR_ARGUMENT;
    if (value < -BSHIP_HISTOGRAM_VALUE_MAX || value > BSHIP_HISTOGRAM_VALUE_MAX || count < 0 ||
        count > INT64_MAX - histogram->count)
        return BSHIP_ERROR_RANGE;
    bship_status status = count > 0 ? bsi_histogram_reserve(histogram) : BSHIP_OK;
    if (!status && count > 0)
        bsi_histogram_insert(histogram, value, count);
    return status;
}

/* ---- merging ---- */

/* The number of values of `other` that a histogram does not have. */
static size_t count_new(const bship_histogram *histogram, const bship_histogram *other)
{
    size_t found = 0, i = 0;
    for (size_t j = 0; j < other->bins.count; j++) {
        int64_t value = other->bins.items[j].value;
        while (i < histogram->bins.count && histogram->bins.items[i].value < value)
            i++;
        found += !is_at(histogram, i, value);
    }
    return found;
}

bship_status bsi_histogram_prepare(bship_histogram *histogram, const bship_histogram *other)
{
    if (other->count > INT64_MAX - histogram->count)
        return BSHIP_ERROR_RANGE;
    size_t more = count_new(histogram, other);
    return more > 0 ? BSI_RESERVE(&histogram->bins, &histogram->allocator, more) : BSHIP_OK;
}

/* Merges from the end, where there is room. */
void bsi_histogram_join(bship_histogram *histogram, const bship_histogram *other)
{
    bsi_bin *bins = histogram->bins.items;
    const bsi_bin *others = other->bins.items;
    size_t i = histogram->bins.count, j = other->bins.count, k = i + count_new(histogram, other);
    histogram->bins.count = k;
    histogram->count += other->count;
    while (j > 0) {
        int64_t value = others[j - 1].value;
        if (i > 0 && bins[i - 1].value >= value)
            bins[--k] = bins[--i];
        else
            bins[--k] = (bsi_bin){ value, 0 };
        if (bins[k].value == value)
            bins[k].count += others[--j].count;
    }
}

bship_status bship_histogram_merge(bship_histogram *histogram, const bship_histogram *other)
{
    if (!histogram || !other)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_histogram_prepare(histogram, other);
    if (!status)
        bsi_histogram_join(histogram, other);
    return status;
}

/* ---- asking ---- */

int64_t bship_histogram_count(const bship_histogram *histogram)
{
    return histogram->count;
}

int64_t bship_histogram_minimum(const bship_histogram *histogram)
{
    return histogram->bins.count > 0 ? histogram->bins.items[0].value : 0;
}

int64_t bship_histogram_maximum(const bship_histogram *histogram)
{
    size_t count = histogram->bins.count;
    return count > 0 ? histogram->bins.items[count - 1].value : 0;
}

int64_t bship_histogram_at(const bship_histogram *histogram, int64_t value)
{
    size_t place = place_of(histogram, value);
    return is_at(histogram, place, value) ? histogram->bins.items[place].count : 0;
}

size_t bship_histogram_bins(const bship_histogram *histogram)
{
    return histogram->bins.count;
}

int64_t bship_histogram_bin(const bship_histogram *histogram, size_t bin, int64_t *value)
{
    if (bin >= histogram->bins.count)
        return 0;
    *value = histogram->bins.items[bin].value;
    return histogram->bins.items[bin].count;
}

int bship_histogram_equal(const bship_histogram *a, const bship_histogram *b)
{
    size_t count = a->bins.count;
    return count == b->bins.count &&
           (count == 0 || memcmp(a->bins.items, b->bins.items, count * sizeof(bsi_bin)) == 0);
}

/* ---- statistics ---- */

bsi_moments bsi_histogram_moments(const bship_histogram *histogram)
{
    bsi_moments moments = { 0 };
    for (size_t i = 0; i < histogram->bins.count; i++)
        bsi_moments_add(&moments, histogram->bins.items[i].value, histogram->bins.items[i].count);
    return moments;
}

/* The number of a rank, from 1. */
static int64_t value_at_rank(const bship_histogram *histogram, uint64_t rank)
{
    const bsi_bin *bin = histogram->bins.items;
    for (; rank > (uint64_t)bin->count; bin++)
        rank -= (uint64_t)bin->count;
    return bin->value;
}

static int64_t percentile(const bship_histogram *histogram, unsigned percent)
{
    return value_at_rank(histogram, bsi_percentile_rank((uint64_t)histogram->count, percent));
}

bship_status bship_histogram_summarise(const bship_histogram *histogram, double confidence,
                                       bship_summary *out)
{
    bship_summary summary = BSHIP_SUMMARY_INIT;
    if (!histogram)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, sizeof *out);
    if (status)
        return status;
    if (histogram->count < 1 || !bsi_is_confidence(confidence))
        return BSHIP_ERROR_RANGE;
    bsi_moments moments = bsi_histogram_moments(histogram);
    bsi_moments_summarise(&moments, confidence, &summary);
    summary.minimum = bship_histogram_minimum(histogram);
    summary.p5 = percentile(histogram, 5);
    summary.median = percentile(histogram, 50);
    summary.p95 = percentile(histogram, 95);
    summary.maximum = bship_histogram_maximum(histogram);
    bsi_versioned_write(out, &summary, sizeof summary);
    return BSHIP_OK;
}

bship_status bship_histogram_compare(const bship_histogram *histogram, double confidence,
                                     bship_comparison *out)
{
    if (!histogram)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, sizeof *out);
    if (status)
        return status;
    if (histogram->count < 2 || !bsi_is_confidence(confidence))
        return BSHIP_ERROR_RANGE;
    bsi_moments moments = bsi_histogram_moments(histogram);
    bship_comparison comparison = bsi_moments_compare(&moments, confidence);
    bsi_versioned_write(out, &comparison, sizeof comparison);
    return BSHIP_OK;
}

bship_status bship_histogram_percentile(const bship_histogram *histogram, int32_t percent,
                                        double confidence, int64_t *value, int64_t *low,
                                        int64_t *high)
{
    if (!histogram)
        return BSHIP_ERROR_ARGUMENT;
    if (percent < 1 || percent > 99 || histogram->count < 1 || !bsi_is_confidence(confidence))
        return BSHIP_ERROR_RANGE;
    uint64_t count = (uint64_t)histogram->count;
    uint64_t below = bsi_binomial_low_rank(count, (unsigned)percent, confidence);
    uint64_t above = bsi_binomial_low_rank(count, 100 - (unsigned)percent, confidence);
    if (value)
        *value = percentile(histogram, (unsigned)percent);
    if (low)
        *low = below > 0 ? value_at_rank(histogram, below) : INT64_MIN;
    if (high)
        *high = above > 0 ? value_at_rank(histogram, count + 1 - above) : INT64_MAX;
    return BSHIP_OK;
}
