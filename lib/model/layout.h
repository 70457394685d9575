/*
 * Laying ships on a grid: the one place that knows what a legal layout is.
 *
 * The grid holds, by position, 0 for water or a ship's index plus one.
 */
#ifndef BSHIP_MODEL_LAYOUT_H
#define BSHIP_MODEL_LAYOUT_H

#include <stdint.h>

#include "base/random.h"
#include "model/rules.h"

/* Where a ship lies; `position` 0, a guard, stands for a ship that is not laid. */
typedef struct bship_internal_spot {
    uint32_t position;
    int32_t orientation;
} bship_internal_spot;

/* A layout in the making. */
typedef struct bship_internal_layout {
    const bship_rules *rules;
    uint16_t *grid;
    bship_internal_spot *spots; /* by ship */
} bship_internal_layout;

/* Whether a ship of `length` may lie at a spot on the board: OK, BLOCKED, OVERLAP or CONTACT. */
bship_status bship_internal_layout_check(const bship_internal_layout *layout, int32_t length,
                                         bship_internal_spot spot);

void bship_internal_layout_put(bship_internal_layout *layout, int32_t ship,
                               bship_internal_spot spot);
void bship_internal_layout_take(bship_internal_layout *layout, int32_t ship);
void bship_internal_layout_clear(bship_internal_layout *layout);

/* How many spots a ship of `length` has on the board, over blocked cells too. */
uint32_t bship_internal_spot_count(const bship_rules *rules, int32_t length);

/* The spot of a number: those to the right first, row by row. */
bship_internal_spot bship_internal_spot_at(const bship_rules *rules, int32_t length,
                                           uint32_t index);

/*
 * Lays the whole fleet on an empty layout by drawing whole layouts and rejecting
 * those that are not legal, at most `*work` times: OK, or WORK_LIMIT with the
 * layout empty. Takes the tries from `*work`.
 */
bship_status bship_internal_layout_draw(bship_internal_layout *layout, bship_rng *rng,
                                        int64_t *work);

/*
 * Lays the whole fleet on an empty layout by a complete search, ships longest
 * first, in at most `*work` steps: OK; INFEASIBLE if there is no layout; else
 * WORK_LIMIT; on failure the layout is empty. With a stream the places are tried
 * in random order, and the search begins anew now and then; without one, row by
 * row. `scratch` holds as many numbers as there are ships.
 */
bship_status bship_internal_layout_search(bship_internal_layout *layout, bship_rng *rng,
                                          int64_t *work, uint32_t *scratch);

#endif
