/*
 * The numbers of a frontier programme: whole ones of 64 or 128 bits, or of double
 * precision where placements have weights. Sums and products of whole numbers wrap;
 * those that matter never do, since none of them exceeds the number of layouts.
 */
#ifndef BSI_INFERENCE_FRONTIER_NUMBERS_H
#define BSI_INFERENCE_FRONTIER_NUMBERS_H

#include "inference/common/placement_counts.h"
#include "inference/frontier/usage.h"

/* The usages of a range at which a ship of a kind is left. */
typedef struct bsi_joint {
    const bsi_usage_class *class;
    uint32_t begin;
    uint32_t end;
} bsi_joint;

/* What can be done with numbers of a type. `to`, `from`, `a` and `b` are those of joint->begin on.
 */
typedef struct bsi_number_type {
    size_t size;
    void (*set)(void *to, uint32_t value);
    bsi_amount (*get)(const void *from);
    /* to[usage] += weight * from[usage]; whole numbers have a weight of 1. */
    void (*add)(const bsi_joint *joint, void *to, const void *from, double weight);
    /* The sum of a[usage] * b[usage]. */
    bsi_amount (*dot)(const bsi_joint *joint, const void *a, const void *b);
} bsi_number_type;

extern const bsi_number_type bsi_number_64;
extern const bsi_number_type bsi_number_128;
extern const bsi_number_type bsi_number_real;

#endif
