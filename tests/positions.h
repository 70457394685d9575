/* The reference positions with exact results; tests/reference/README.md has the format. */
#ifndef TESTS_POSITIONS_H
#define TESTS_POSITIONS_H

#include <stdbool.h>

#include "support.h"

#define POSITION_CELLS 144
#define POSITION_LENGTHS 8

struct position {
    char name[16]; /* such as `023` or `order-1` */
    bship_rules *rules;
    bship_chart *chart;
    double *weights; /* by bship_rules_placement_index(), or NULL */
    char source[64];
    char layouts[32];                 /* their number or weight, in digits */
    double occupancy[POSITION_CELLS]; /* the layouts in which a ship covers a cell */
    int lengths;                      /* for how many lengths the same is known */
    int32_t length[POSITION_LENGTHS];
    double of_length[POSITION_LENGTHS][POSITION_CELLS];
};

/* Reads the next position, `number` being 0 at first; false when there are no more. */
bool position_next(struct position *position, int *number);
void position_free(struct position *position);

#endif
