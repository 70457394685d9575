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

enum {
    BSI_SYMMETRIES_MAX = 8
};

typedef struct bsi_symmetry {
    const bsi_evidence *evidence;
    int32_t count; /* of the group, the identity first */
    uint8_t elements[BSI_SYMMETRIES_MAX];
} bsi_symmetry;

/* Finds the group that keeps the cells of an evidence without hits or weights: as spending. */
bship_status bsi_symmetry_find(bsi_symmetry *symmetry, const bsi_evidence *evidence,
                               bsi_work_budget *budget);

/* The image of a ship of a length. */
bsi_placement bsi_symmetry_image(const bship_rules *rules, uint8_t element, int32_t length,
                                 bsi_placement placement);

/* The image of a cell. */
uint32_t bsi_symmetry_cell(const bship_rules *rules, uint8_t element, uint32_t position);

/*
 * How many different images a placement has; 0 if it is not the first of them, by
 * orientation and position, and so does not stand for them all.
 */
int32_t bsi_symmetry_orbit(const bsi_symmetry *symmetry, bsi_placement placement);

/* The steps that it takes to do this for one placement: */
int64_t bsi_symmetry_spread_cost(const bsi_symmetry *symmetry);

/* Makes of every count the sum of those of all images, which multiplies the total: as spending. */
bship_status bsi_symmetry_spread(const bsi_symmetry *symmetry, bsi_placement_counts *counts,
                                 bsi_work_budget *budget);

#endif
