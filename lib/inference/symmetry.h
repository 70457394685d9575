/*
 * The symmetries of a board: mirrored left to right, top to bottom, and, where it is
 * square, along its diagonal. Those that keep its cells form a group.
 */
#ifndef BSHIP_INFERENCE_SYMMETRY_H
#define BSHIP_INFERENCE_SYMMETRY_H

#include <stdint.h>

#include "inference/tally.h"

enum {
    BSHIP_INTERNAL_SYMMETRIES_MAX = 8
};

typedef struct bship_internal_symmetry {
    const bship_internal_evidence *evidence;
    int32_t count; /* of the group, the identity first */
    uint8_t elements[BSHIP_INTERNAL_SYMMETRIES_MAX];
} bship_internal_symmetry;

/* Finds the group that keeps the cells of an evidence without hits or weights: as spending. */
bship_status bship_internal_symmetry_find(bship_internal_symmetry *symmetry,
                                          const bship_internal_evidence *evidence,
                                          bship_internal_effort *effort);

/* The image of a ship of a length. */
bship_internal_placement bship_internal_symmetry_image(const bship_rules *rules, uint8_t element,
                                                       int32_t length,
                                                       bship_internal_placement spot);

/* The image of a cell. */
uint32_t bship_internal_symmetry_cell(const bship_rules *rules, uint8_t element, uint32_t position);

/*
 * How many different images a placement has; 0 if it is not the first of them, by
 * orientation and position, and so does not stand for them all.
 */
int32_t bship_internal_symmetry_orbit(const bship_internal_symmetry *symmetry,
                                      bship_internal_placement spot);

/* The steps that it takes to do this for one placement: */
int64_t bship_internal_symmetry_spread_cost(const bship_internal_symmetry *symmetry);

/* Makes of every count the sum of those of all images, which multiplies the total: as spending. */
bship_status bship_internal_symmetry_spread(const bship_internal_symmetry *symmetry,
                                            bship_internal_tally *tally,
                                            bship_internal_effort *effort);

#endif
