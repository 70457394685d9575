/*
 * Waters in which ships are laid and lifted again.
 *
 * A cell is taken while a ship covers it or, where contact is forbidden, touches
 * it; `taken` counts these ships, and a ship fits where its cells count 0. As an
 * evidence has no placement that touches a hit it does not cover, a hit that is taken is
 * covered.
 */
#ifndef BSHIP_INFERENCE_WATERS_H
#define BSHIP_INFERENCE_WATERS_H

#include <stdint.h>

#include "base/arena.h"
#include "inference/evidence.h"

typedef struct bship_internal_waters {
    const bship_internal_evidence *evidence;
    uint8_t *taken; /* by position; no more than four ships come near a cell */
    int32_t *reach; /* by kind and orientation: steps from a ship's first cell to all it takes */
    size_t *reach_begin; /* by kind and orientation; one more for the end */
} bship_internal_waters;

/* Takes the arrays from an arena, which must be zeroed; no ship is laid. */
void bship_internal_waters_layout(bship_internal_waters *waters,
                                  const bship_internal_evidence *evidence,
                                  bship_internal_arena *arena);

/* The steps from a ship's first cell to all that it takes. */
typedef struct bship_internal_reach {
    const int32_t *steps;
    size_t count;
} bship_internal_reach;

static inline bship_internal_reach bship_internal_waters_reach(const bship_internal_waters *waters,
                                                               bship_internal_placement spot)
{
    const size_t *begin = waters->reach_begin + (size_t)spot.kind * 2 + spot.orientation;
    return (bship_internal_reach){ waters->reach + begin[0], begin[1] - begin[0] };
}

/* The counts of a ship's cells, one or another: 0 where it fits. */
static inline uint8_t bship_internal_waters_clash(const bship_internal_waters *waters,
                                                  bship_internal_placement spot)
{
    uint32_t step = bship_internal_step(waters->evidence->rules, spot.orientation);
    const uint8_t *cell = waters->taken + spot.position;
    uint8_t clash = 0;
    for (int32_t i = waters->evidence->kinds[spot.kind].length; i > 0; i--, cell += step)
        clash |= *cell;
    return clash;
}

static inline int bship_internal_waters_fits(const bship_internal_waters *waters,
                                             bship_internal_placement spot)
{
    return !bship_internal_waters_clash(waters, spot);
}

/* Adds to the counts of all that a ship takes: the reach, without a table, for it must be fast. */
static inline void bship_internal_waters_mark(bship_internal_waters *waters,
                                              bship_internal_placement spot, uint8_t amount)
{
    const bship_rules *rules = waters->evidence->rules;
    int32_t length = waters->evidence->kinds[spot.kind].length;
    uint32_t step = bship_internal_step(rules, spot.orientation);
    uint8_t *at = waters->taken + spot.position;
    if (rules->contact_count == 0) {
        for (; length > 0; length--, at += step)
            *at = (uint8_t)(*at + amount);
        return;
    }
    /* Before the ship and behind it lie its corners, which may be free. */
    uint32_t across = bship_internal_step(rules, !spot.orientation);
    int has_corners = rules->contact_count == 8;
    at -= step;
    for (int32_t i = -1; i <= length; i++, at += step) {
        *at = (uint8_t)(*at + amount);
        if (has_corners || (i >= 0 && i < length)) {
            *(at - across) = (uint8_t)(*(at - across) + amount);
            *(at + across) = (uint8_t)(*(at + across) + amount);
        }
    }
}

static inline void bship_internal_waters_lay(bship_internal_waters *waters,
                                             bship_internal_placement spot)
{
    bship_internal_waters_mark(waters, spot, 1);
}

static inline void bship_internal_waters_lift(bship_internal_waters *waters,
                                              bship_internal_placement spot)
{
    bship_internal_waters_mark(waters, spot, (uint8_t)-1);
}

/* About the steps that laying a ship takes, with all that goes with it. */
static inline int64_t bship_internal_waters_cost(const bship_internal_waters *waters, int32_t kind)
{
    int32_t length = waters->evidence->kinds[kind].length;
    return waters->evidence->rules->contact_count > 0 ? 20 + 3 * length : 10 + 2 * length;
}

/*
 * Finds the placements that fit and cover a cell, of the kinds of which ships are left: writes
 * them to `out`, unless it is NULL, and returns their number, but no more than `most`.
 */
uint32_t bship_internal_waters_options(const bship_internal_waters *waters, const int32_t *left,
                                       uint32_t cell, uint32_t most, bship_internal_placement *out);

#endif
