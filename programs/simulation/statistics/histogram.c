/* Histograms of whole numbers; see histogram.h. */
#include "simulation/statistics/histogram.h"

#include <stdlib.h>
#include <string.h>

void histogram_clear(struct histogram *histogram)
{
    free(histogram->bins);
    *histogram = (struct histogram){ 0 };
}

/* ---- adding ---- */

/* The number of bins with smaller values. */
static size_t place_of(const struct histogram *histogram, int64_t value)
{
    const struct bin *bins = histogram->bins;
    size_t count = histogram->bin_count, low = 0, high = count;
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

static bool is_at(const struct histogram *histogram, size_t place, int64_t value)
{
    return place < histogram->bin_count && histogram->bins[place].value == value;
}

bship_status histogram_reserve(struct histogram *histogram, size_t more)
{
    size_t needed = histogram->bin_count + more, capacity = 2 * histogram->capacity;
    if (needed <= histogram->capacity)
        return BSHIP_OK;
    capacity = capacity > needed ? capacity : needed;
    struct bin *bins = realloc(histogram->bins, capacity * sizeof *bins);
    if (!bins)
        return BSHIP_ERROR_MEMORY;
    histogram->bins = bins;
    histogram->capacity = capacity;
    return BSHIP_OK;
}

void histogram_insert(struct histogram *histogram, int64_t value, int64_t count)
{
    size_t place = place_of(histogram, value);
    struct bin *bin = &histogram->bins[place];
    if (!is_at(histogram, place, value)) {
        memmove(bin + 1, bin, (histogram->bin_count - place) * sizeof *bin);
        *bin = (struct bin){ value, 0 };
        histogram->bin_count++;
    }
    bin->count += count;
    histogram->count += count;
}

bship_status histogram_add(struct histogram *histogram, int64_t value, int64_t count)
{
    if (value < -HISTOGRAM_VALUE_MAX || value > HISTOGRAM_VALUE_MAX || count < 0 ||
        count > INT64_MAX - histogram->count)
        return BSHIP_ERROR_RANGE;
    bship_status status = count > 0 ? histogram_reserve(histogram, 1) : BSHIP_OK;
    if (!status && count > 0)
        histogram_insert(histogram, value, count);
    return status;
}

/* ---- merging ---- */

/* The number of values of `other` that a histogram does not have. */
static size_t count_new(const struct histogram *histogram, const struct histogram *other)
{
    size_t found = 0, i = 0;
    for (size_t j = 0; j < other->bin_count; j++) {
        int64_t value = other->bins[j].value;
        while (i < histogram->bin_count && histogram->bins[i].value < value)
            i++;
        found += !is_at(histogram, i, value);
    }
    return found;
}

bship_status histogram_prepare_merge(struct histogram *histogram, const struct histogram *other)
{
    if (other->count > INT64_MAX - histogram->count)
        return BSHIP_ERROR_RANGE;
    return histogram_reserve(histogram, count_new(histogram, other));
}

/* Merges from the end, where there is room. */
void histogram_merge(struct histogram *histogram, const struct histogram *other)
{
    struct bin *bins = histogram->bins;
    size_t i = histogram->bin_count, j = other->bin_count, k = i + count_new(histogram, other);
    histogram->bin_count = k;
    histogram->count += other->count;
    while (j > 0) {
        int64_t value = other->bins[j - 1].value;
        if (i > 0 && bins[i - 1].value >= value)
            bins[--k] = bins[--i];
        else
            bins[--k] = (struct bin){ value, 0 };
        if (bins[k].value == value)
            bins[k].count += other->bins[--j].count;
    }
}

/* ---- asking ---- */

int64_t histogram_at(const struct histogram *histogram, int64_t value)
{
    size_t place = place_of(histogram, value);
    return is_at(histogram, place, value) ? histogram->bins[place].count : 0;
}
