/*
 * The symmetry group of a position: the reflections and rotations of the board (eight on a
 * square board, else four) that map its cells to themselves. Only one placement per orbit is
 * enumerated, with the size of the orbit as its factor (the orbit-stabiliser theorem);
 * afterwards the counts are spread over the group.
 */
#ifndef BSI_INFERENCE_COMMON_SYMMETRY_H
#define BSI_INFERENCE_COMMON_SYMMETRY_H

#include <stdint.h>

#include "inference/common/placement_counts.h"
#include "model/symmetry.h"

typedef struct bsi_symmetry {
    const bsi_evidence *evidence;
    int32_t count; /* of elements, the identity first */
    uint8_t elements[BSI_SYMMETRIES];
} bsi_symmetry;

/* Finds the group of an evidence without hits or weights: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_symmetry_find(bsi_symmetry *symmetry, const bsi_evidence *evidence,
                               bsi_work_budget *budget);

/*
 * The size of the orbit of a placement, if it is the first of its orbit by orientation and
 * position; otherwise 0. The first one represents the orbit.
 */
int32_t bsi_symmetry_orbit(const bsi_symmetry *symmetry, bsi_placement placement);

/* The steps per placement of bsi_symmetry_spread(). */
int64_t bsi_symmetry_spread_cost(const bsi_symmetry *symmetry);

/* Replaces every count by the sum over its orbit's images, and multiplies the total by the size of
 * the group: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_symmetry_spread(const bsi_symmetry *symmetry, bsi_placement_counts *counts,
                                 bsi_work_budget *budget);

#endif
