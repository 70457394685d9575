/*
 * The symmetries of a board: its reflections and rotations, of which a square has eight and any
 * other rectangle four. An element of this group is a number from 0 to 7; 0 is the identity.
 */
#ifndef BSI_MODEL_SYMMETRY_H
#define BSI_MODEL_SYMMETRY_H

#include <stdbool.h>

#include "model/placement.h"

enum {
    BSI_SYMMETRIES = 8
};

/* Whether an element maps the board to itself. On a square board all do; on others those below 4.
 */
bool bsi_symmetry_fits(const bship_rules *rules, uint8_t element);

/* The image of a placement of a ship of that length. */
bsi_placement bsi_symmetry_image(const bship_rules *rules, uint8_t element, int32_t length,
                                 bsi_placement placement);

/* The image of a cell. */
uint32_t bsi_symmetry_cell(const bship_rules *rules, uint8_t element, uint32_t position);

#endif
