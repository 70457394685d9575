/*
 * The struct behind a histogram: a sorted array of the values that occur, each with its count.
 *
 * Values are integers and ascend, so the place of one is bounded by its distance from the least and
 * the greatest: of values without gaps it is known at once, and else a binary search has as many
 * places as values are missing.
 */
#ifndef BSI_PLAY_HISTOGRAM_H
#define BSI_PLAY_HISTOGRAM_H

#include <stdbool.h>

#include <battleship/statistics.h>

#include "base/array.h"
#include "play/moments.h"

typedef struct bsi_bin {
    int64_t value;
    int64_t count; /* at least 1 */
} bsi_bin;

struct bship_histogram {
    bship_allocator allocator;
    BSI_ARRAY(bsi_bin) bins;
    int64_t count; /* the sum of the bins */
};

/* An empty histogram; bsi_histogram_free() frees its bins. */
void bsi_histogram_init(bship_histogram *histogram, const bship_allocator *allocator);
void bsi_histogram_free(bship_histogram *histogram);

/* The sums of the numbers and of their squares. */
bsi_moments bsi_histogram_moments(const bship_histogram *histogram);

/* Makes room for a new value: OK or MEMORY. */
bship_status bsi_histogram_reserve(bship_histogram *histogram);

/* Adds a value where there is room and the count stays in range. */
void bsi_histogram_insert(bship_histogram *histogram, int64_t value, int64_t count);

/* Checks the count of both together and makes room for the other's values: OK, RANGE or MEMORY. */
bship_status bsi_histogram_prepare(bship_histogram *histogram, const bship_histogram *other);

/* Adds the other's numbers, for which there is room. */
void bsi_histogram_join(bship_histogram *histogram, const bship_histogram *other);

#endif
