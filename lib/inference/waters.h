/*
 * Waters in which ships are laid and lifted again, last in first out.
 *
 * A cell is taken while a ship covers it or, where contact is forbidden, touches
 * it; `taken` counts these ships. The open cells that are taken are on a stack, in
 * the order in which they were: what a ship took is what lies above a mark.
 */
#ifndef BSHIP_INFERENCE_WATERS_H
#define BSHIP_INFERENCE_WATERS_H

#include <stdint.h>

#include "base/arena.h"
#include "inference/evidence.h"

/* A placement of a ship of a kind. */
typedef struct bship_internal_placement {
    uint16_t kind;
    uint16_t orientation;
    uint32_t position;
} bship_internal_placement;

static inline bship_internal_placement bship_internal_placement_of(int32_t kind,
                                                                   int32_t orientation,
                                                                   uint32_t position)
{
    return (bship_internal_placement){ (uint16_t)kind, (uint16_t)orientation, position };
}

typedef struct bship_internal_waters {
    const bship_internal_evidence *evidence;
    uint8_t *taken;      /* by position */
    uint32_t *stack;     /* positions of the open cells that are taken */
    uint32_t taken_open; /* how many these are */
    int32_t *reach; /* by kind and orientation: steps from a ship's first cell to all it takes */
    size_t *reach_begin; /* by kind and orientation; one more for the end */
} bship_internal_waters;

/* Takes the arrays from an arena, which must be zeroed; no ship is laid. */
void bship_internal_waters_layout(bship_internal_waters *waters,
                                  const bship_internal_evidence *evidence,
                                  bship_internal_arena *arena);

/* Whether no cell of a placement is taken. */
static inline int bship_internal_waters_fits(const bship_internal_waters *waters,
                                             bship_internal_placement spot)
{
    uint32_t step = bship_internal_step(waters->evidence->rules, spot.orientation);
    int32_t length = waters->evidence->kinds[spot.kind].length;
    const uint8_t *cell = waters->taken + spot.position;
    for (int32_t i = 0; i < length; i++, cell += step) {
        if (*cell)
            return 0;
    }
    return 1;
}

static inline void bship_internal_waters_lay(bship_internal_waters *waters,
                                             bship_internal_placement spot)
{
    const uint8_t *cells = waters->evidence->cells;
    size_t row = (size_t)spot.kind * 2 + (size_t)spot.orientation;
    for (size_t i = waters->reach_begin[row]; i < waters->reach_begin[row + 1]; i++) {
        uint32_t position = spot.position + (uint32_t)waters->reach[i];
        if (waters->taken[position]++ == 0 && cells[position] == BSHIP_INTERNAL_CELL_OPEN)
            waters->stack[waters->taken_open++] = position;
    }
}

/* Lifts the ship that was laid last; `mark` is what `taken_open` was before. */
static inline void bship_internal_waters_lift(bship_internal_waters *waters,
                                              bship_internal_placement spot, uint32_t mark)
{
    size_t row = (size_t)spot.kind * 2 + (size_t)spot.orientation;
    for (size_t i = waters->reach_begin[row]; i < waters->reach_begin[row + 1]; i++)
        waters->taken[spot.position + (uint32_t)waters->reach[i]]--;
    waters->taken_open = mark;
}

#endif
