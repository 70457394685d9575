/* The keyword tables from inside. */
#ifndef BSHIP_MODEL_AXES_H
#define BSHIP_MODEL_AXES_H

#include <battleship/rules.h>

enum {
    BSHIP_INTERNAL_AXES = 8
};

/* Where an axis is kept in the options. */
int32_t *bship_internal_axis_field(bship_rules_options *options, int32_t axis);

/* Whether an axis has a value. */
int bship_internal_axis_has(int32_t axis, int32_t value);

/* A pair of values that make no sense together. */
typedef struct bship_internal_conflict {
    bship_axis axis_a;
    int32_t value_a;
    bship_axis axis_b;
    int32_t value_b;
    int unless; /* whether it is every value but `value_b` that conflicts */
} bship_internal_conflict;

/* The first conflict in options whose axes have known values, or NULL. */
const bship_internal_conflict *bship_internal_conflict_in(const bship_rules_options *options);

#endif
