/*
 * The symmetries of a rectangle: reflections and rotations, eight of a square, else four. Each is a
 * number, a set of bits; 0 is the identity.
 */
#ifndef BSI_MODEL_SYMMETRY_H
#define BSI_MODEL_SYMMETRY_H

#include <stdbool.h>

#include "model/placement.h"

enum {
    BSI_SYMMETRIES = 8
};

/* Whether a symmetry maps the board to itself: some do not unless it is square. */
bool bsi_symmetry_fits(const bship_rules *rules, uint8_t element);

/* The image of a placement of a ship of that length. */
bsi_placement bsi_symmetry_image(const bship_rules *rules, uint8_t element, int32_t length,
                                 bsi_placement placement);

/* The image of a cell. */
uint32_t bsi_symmetry_cell(const bship_rules *rules, uint8_t element, uint32_t position);

#endif
