/*
 * A partial layout: some ships are placed, others remain. It keeps the occupancy grid, the
 * number of remaining ships by class and the number of uncovered hits; it is a layout when both
 * are 0. Ships can be placed and removed in any order, each in time linear in the ship's length.
 */
#ifndef BSI_INFERENCE_COMMON_PARTIAL_LAYOUT_H
#define BSI_INFERENCE_COMMON_PARTIAL_LAYOUT_H

#include <stdint.h>

#include "base/arena.h"
#include "inference/common/occupancy_grid.h"
#include "inference/evidence.h"

typedef struct bsi_partial_layout {
    bsi_occupancy_grid grid;
    int32_t *left;      /* by kind: ships not laid */
    int64_t room;       /* cells of the ships not laid */
    uint32_t uncovered; /* hits */
} bsi_partial_layout;

void bsi_partial_layout_carve(bsi_partial_layout *partial, const bsi_evidence *evidence,
                              bsi_arena *arena);

/* Takes all ships off; to be called when the evidence has been read, too. */
void bsi_partial_layout_clear(bsi_partial_layout *partial);

/* Lays a ship, which must fit, or takes it off. */
void bsi_partial_layout_place(bsi_partial_layout *partial, bsi_placement placed);
void bsi_partial_layout_remove(bsi_partial_layout *partial, bsi_placement placed);

static inline const bsi_ship_class *bsi_partial_layout_class(const bsi_partial_layout *partial,
                                                             bsi_placement placed)
{
    return &partial->grid.evidence->classes[placed.class];
}

/*
 * Writes the placements that fit and cover a cell, of the classes of which ships are left, to
 * `out`, unless it is NULL; returns their number.
 */
uint32_t bsi_partial_layout_options(const bsi_partial_layout *partial, uint32_t cell,
                                    bsi_placement *out);

#endif
