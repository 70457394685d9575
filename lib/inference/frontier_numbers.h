/*
 * The numbers of a frontier programme: whole ones of 64 or 128 bits, or of double
 * precision where placements have weights. Sums and products of whole numbers wrap;
 * those that matter never do, since none of them exceeds the number of layouts.
 */
#ifndef BSHIP_INFERENCE_FRONTIER_NUMBERS_H
#define BSHIP_INFERENCE_FRONTIER_NUMBERS_H

#include "inference/frontier_usage.h"
#include "inference/tally.h"

/* The usages of a range at which a ship of a kind is left. */
typedef struct bship_internal_joint {
    const bship_internal_usage_kind *kind;
    uint32_t begin;
    uint32_t end;
} bship_internal_joint;

/* What can be done with numbers of a type. `to`, `from`, `a` and `b` are those of joint->begin on.
 */
typedef struct bship_internal_number_type {
    size_t size;
    void (*set)(void *to, uint32_t value);
    bship_internal_amount (*get)(const void *from);
    /* to[usage] += weight * from[usage]; whole numbers have a weight of 1. */
    void (*add)(const bship_internal_joint *joint, void *to, const void *from, double weight);
    /* The sum of a[usage] * b[usage]. */
    bship_internal_amount (*dot)(const bship_internal_joint *joint, const void *a, const void *b);
} bship_internal_number_type;

extern const bship_internal_number_type bship_internal_number_64;
extern const bship_internal_number_type bship_internal_number_128;
extern const bship_internal_number_type bship_internal_number_real;

#endif
