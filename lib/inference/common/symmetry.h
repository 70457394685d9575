/*
 * The symmetry group of a position: those reflections and rotations of the board (of eight on a
 * square board, else of four) that leave the states of all cells unchanged. Only one placement per
 * orbit is enumerated, with the size of the orbit as its factor (the orbit-stabiliser theorem);
 * afterwards the counts are summed over the orbits.
 */
#ifndef BSI_INFERENCE_COMMON_SYMMETRY_H
#define BSI_INFERENCE_COMMON_SYMMETRY_H

#include <stdbool.h>
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

/* The group of the board without shots or, with `identity_only`, its identity. */
bsi_symmetry bsi_symmetry_of_board(const bsi_evidence *evidence, bool identity_only);

/*
 * The size of the orbit of a placement, if this is the first placement of its orbit by orientation
 * and position, which represents the orbit; otherwise 0.
 */
int32_t bsi_symmetry_orbit(const bsi_symmetry *symmetry, bsi_placement placement);

/* The steps per placement of bsi_symmetry_spread(). */
int64_t bsi_symmetry_spread_cost(const bsi_symmetry *symmetry);

/* Replaces every count by the sum over the images of its placement, and multiplies the total by the
 * size of the group: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_symmetry_spread(const bsi_symmetry *symmetry, bsi_placement_counts *counts,
                                 bsi_work_budget *budget);

#endif
