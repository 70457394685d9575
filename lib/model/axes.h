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

/* Reads `10x12`. On failure `expected` says what should be there. */
bship_status bship_internal_board_parse(const char *text, int32_t *width, int32_t *height,
                                        const char **expected);

#endif
