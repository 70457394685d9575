/*
 * An occupancy grid: for each cell the number of placed ships that cover it or, where contact is
 * forbidden, touch it. A placement fits if and only if all its cells are 0.
 *
 * Placing and removing a ship are inverse, in any order, so searches need no copies. Where
 * contact is forbidden at most four ships come near a cell, hence 8 bits suffice. Evidence
 * allows no placement that touches a hit without covering it, so a hit is covered exactly when
 * its count is not 0. Cost: linear in the length of the ship.
 */
#ifndef BSI_INFERENCE_COMMON_OCCUPANCY_GRID_H
#define BSI_INFERENCE_COMMON_OCCUPANCY_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "inference/evidence.h"

typedef struct bsi_occupancy_grid {
    const bsi_evidence *evidence;
    uint8_t *occupied;   /* by position: ships that cover or touch the cell; at most 4 */
    int32_t *reach;      /* offsets from a ship's first cell to all the cells that it occupies */
    size_t *reach_begin; /* by class and orientation: where its offsets begin; and the end */
} bsi_occupancy_grid;

/* Carves the arrays from a zeroed arena: no ship is placed. */
void bsi_grid_carve(bsi_occupancy_grid *grid, const bsi_evidence *evidence, bsi_arena *arena);

/* The offsets of a placement. */
typedef struct bsi_reach {
    const int32_t *steps;
    size_t count;
} bsi_reach;

static inline bsi_reach bsi_grid_reach(const bsi_occupancy_grid *grid, bsi_placement placement)
{
    const size_t *begin = grid->reach_begin + (size_t)placement.class * 2 + placement.orientation;
    return (bsi_reach){ grid->reach + begin[0], begin[1] - begin[0] };
}

/* The bitwise or of the counts of a placement's cells; 0 if it fits. */
static inline uint8_t bsi_grid_conflict(const bsi_occupancy_grid *grid, bsi_placement placement)
{
    uint32_t step = bsi_step(grid->evidence->rules, placement.orientation);
    const uint8_t *cell = grid->occupied + placement.position;
    uint8_t conflict = 0;
    for (int32_t i = grid->evidence->classes[placement.class].length; i > 0; i--, cell += step)
        conflict |= *cell;
    return conflict;
}

static inline bool bsi_grid_fits(const bsi_occupancy_grid *grid, bsi_placement placement)
{
    return !bsi_grid_conflict(grid, placement);
}

/* Adds to the counts of all cells that a ship occupies. Faster than a loop over `reach`. */
static inline void bsi_grid_mark(bsi_occupancy_grid *grid, bsi_placement placement, uint8_t amount)
{
    const bship_rules *rules = grid->evidence->rules;
    int32_t length = grid->evidence->classes[placement.class].length;
    uint32_t step = bsi_step(rules, placement.orientation);
    uint8_t *at = grid->occupied + placement.position;
    if (rules->contact_count == 0) {
        for (; length > 0; length--, at += step)
            *at = (uint8_t)(*at + amount);
        return;
    }
    /* The corner cells before and behind the ship stay free where contact at corners is allowed. */
    uint32_t across = bsi_step(rules, !placement.orientation);
    bool has_corners = rules->contact_count == 8;
    at -= step;
    for (int32_t i = -1; i <= length; i++, at += step) {
        *at = (uint8_t)(*at + amount);
        if (has_corners || (i >= 0 && i < length)) {
            *(at - across) = (uint8_t)(*(at - across) + amount);
            *(at + across) = (uint8_t)(*(at + across) + amount);
        }
    }
}

static inline void bsi_grid_place(bsi_occupancy_grid *grid, bsi_placement placement)
{
    bsi_grid_mark(grid, placement, 1);
}

static inline void bsi_grid_remove(bsi_occupancy_grid *grid, bsi_placement placement)
{
    bsi_grid_mark(grid, placement, (uint8_t)-1);
}

/* Approximate steps of trying a placement: testing it, placing the ship and removing it. */
static inline int64_t bsi_grid_cost(const bsi_occupancy_grid *grid, int32_t class)
{
    int32_t length = grid->evidence->classes[class].length;
    return grid->evidence->rules->contact_count > 0 ? 20 + 3 * length : 10 + 2 * length;
}

#endif
