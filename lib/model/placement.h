/*
 * Where a single ship can lie, and the numbers of these placements.
 */
#ifndef BSI_MODEL_PLACEMENT_H
#define BSI_MODEL_PLACEMENT_H

#include <stdint.h>

#include "model/rules.h"

/*
 * Where a ship of a class lies. Position 0, a guard, stands for a ship that is not placed. The
 * class is that of inference/evidence.h; layouts know their ships by index and leave it 0.
 */
typedef struct bsi_placement {
    uint16_t class;
    uint16_t orientation;
    uint32_t position;
} bsi_placement;

static inline bsi_placement bsi_placement_of(int32_t class, int32_t orientation, uint32_t position)
{
    return (bsi_placement){ (uint16_t) class, (uint16_t)orientation, position };
}

/* How many spots a ship of `length` has on the board, over blocked cells too. */
uint32_t bsi_placement_count(const bship_rules *rules, int32_t length);

/* The spot of a number: those to the right first, row by row. */
bsi_placement bsi_placement_at(const bship_rules *rules, int32_t length, uint32_t index);

#endif
