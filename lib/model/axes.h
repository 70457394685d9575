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

#endif
