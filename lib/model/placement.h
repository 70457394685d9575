/* Placements of a single ship, and their numbering. */
#ifndef BSI_MODEL_PLACEMENT_H
#define BSI_MODEL_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/rules.h"

/*
 * A placement of a ship: the internal form of bship_placement. Inference gives the ship by its
 * class (inference/evidence.h); layouts index placements by ship and leave the class 0.
 */
typedef struct bsi_placement {
    uint16_t class;
    uint16_t orientation; /* a bship_orientation */
    uint32_t position;    /* of the first cell; 0, the position of a guard: not placed */
} bsi_placement;

static inline bsi_placement bsi_placement_of(int32_t class, int32_t orientation, uint32_t position)
{
    return (bsi_placement){ (uint16_t) class, (uint16_t)orientation, position };
}

/* Whether a number is a bship_orientation. */
static inline bool bsi_is_orientation(int32_t orientation)
{
    return orientation == BSHIP_ORIENTATION_HORIZONTAL || orientation == BSHIP_ORIENTATION_VERTICAL;
}

/* Whether a ship of `length` lies on the board, from its first cell to its last. */
static inline bool bsi_ship_fits_board(const bship_rules *rules, bship_cell first,
                                       int32_t orientation, int32_t length)
{
    if (!bsi_on_board(rules, first))
        return false;
    bool is_down = orientation == BSHIP_ORIENTATION_VERTICAL;
    return length <= (is_down ? rules->height - first.y : rules->width - first.x);
}

/* The number of placements of a ship of `length` on the board, those over blocked cells included.
 */
uint32_t bsi_placement_count(const bship_rules *rules, int32_t length);

/* The placement of an index, horizontal ones first, row by row; its class is 0. */
bsi_placement bsi_placement_at(const bship_rules *rules, int32_t length, uint32_t index);

#endif
