/*
 * A set of cells with insertion, removal and uniform random choice in constant time: a dense array
 * with an index (the sparse set of Briggs and Torczon 1993).
 *
 * The cells of the set are the first `count` items, in an order that depends only on the
 * operations so far. `where` holds, by cell, its index among the items plus one; 0 for a cell that
 * is not in the set. Cells are positions of the padded grid.
 */
#ifndef BSI_BASE_CELL_SET_H
#define BSI_BASE_CELL_SET_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/random.h"

typedef struct bsi_cell_set {
    uint32_t *items;
    uint32_t *where;
    uint32_t count;
} bsi_cell_set;

static inline bool bsi_cell_set_has(const bsi_cell_set *set, uint32_t cell)
{
    return set->where[cell] != 0;
}

static inline void bsi_cell_set_add(bsi_cell_set *set, uint32_t cell)
{
    if (set->where[cell])
        return;
    set->items[set->count++] = cell;
    set->where[cell] = set->count;
}

static inline void bsi_cell_set_take(bsi_cell_set *set, uint32_t cell)
{
    uint32_t place = set->where[cell];
    if (!place)
        return;
    uint32_t last = set->items[--set->count];
    set->items[place - 1] = last;
    set->where[last] = place;
    set->where[cell] = 0;
}

/* Draws a cell uniformly; the set must not be empty. */
static inline uint32_t bsi_cell_set_draw(const bsi_cell_set *set, bsi_draws *draws)
{
    return set->items[bsi_draws_below(draws, set->count)];
}

#endif
