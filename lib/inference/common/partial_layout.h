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
    int32_t *left;      /* by class: the number of remaining ships */
    int64_t cells_left; /* total length of the remaining ships */
    uint32_t uncovered; /* number of hits that no placed ship covers */
} bsi_partial_layout;

void bsi_partial_layout_carve(bsi_partial_layout *partial, const bsi_evidence *evidence,
                              bsi_arena *arena);

/* Removes all ships. Must also be called after the evidence has changed. */
void bsi_partial_layout_clear(bsi_partial_layout *partial);

/* Places a ship, which must fit; removes one that is placed. */
void bsi_partial_layout_place(bsi_partial_layout *partial, bsi_placement placed);
void bsi_partial_layout_remove(bsi_partial_layout *partial, bsi_placement placed);

static inline const bsi_ship_class *bsi_partial_layout_class(const bsi_partial_layout *partial,
                                                             bsi_placement placed)
{
    return &partial->grid.evidence->classes[placed.class];
}

/*
 * Writes the placements of remaining ships that fit and cover a cell to `out`, unless it is NULL;
 * returns their number.
 */
uint32_t bsi_partial_layout_options(const bsi_partial_layout *partial, uint32_t cell,
                                    bsi_placement *out);

#endif
