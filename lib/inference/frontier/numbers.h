/*
 * The arithmetic of the sweeps, as a table of functions per type: 64-bit or 128-bit integers, or
 * doubles where placements have weights. Integers wrap, so intermediate sums may overflow; results
 * are exact, because none exceeds the number of layouts.
 */
#ifndef BSI_INFERENCE_FRONTIER_NUMBERS_H
#define BSI_INFERENCE_FRONTIER_NUMBERS_H

#include "inference/common/placement_counts.h"
#include "inference/frontier/usage.h"

/* Operations on numbers of a type. Arrays begin with the number of usages->begin. */
typedef struct bsi_number_type {
    size_t size; /* of a number, in bytes */
    void (*set)(void *to, uint32_t value);
    bsi_amount (*get)(const void *from);
    /* Adds weight * from[usage] to to[usage], for all usages; integers ignore the weight. */
    void (*add)(const bsi_usage_set *usages, void *to, const void *from, double weight);
    /* The sum of a[usage] * b[usage] over all usages. */
    bsi_amount (*dot)(const bsi_usage_set *usages, const void *a, const void *b);
} bsi_number_type;

extern const bsi_number_type bsi_number_64;
extern const bsi_number_type bsi_number_128;
extern const bsi_number_type bsi_number_real;

#endif
