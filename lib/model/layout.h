/*
 * Laying ships on a grid: the one place that knows what a legal layout is.
 *
 * The grid holds, by position, 0 for water or a ship's index plus one.
 */
#ifndef BSI_MODEL_LAYOUT_H
#define BSI_MODEL_LAYOUT_H

#include <stdint.h>

#include "base/random.h"
#include "model/placement.h"
#include "model/rules.h"

/* A layout in the making. */
typedef struct bsi_layout {
    const bship_rules *rules;
    uint16_t *grid;
    bsi_placement *placements; /* by ship */
} bsi_layout;

/* Whether a ship of `length` may lie at a spot on the board: OK, BLOCKED, OVERLAP or CONTACT. */
bship_status bsi_layout_check(const bsi_layout *layout, int32_t length, bsi_placement placement);

void bsi_layout_place(bsi_layout *layout, int32_t ship, bsi_placement placement);
void bsi_layout_remove(bsi_layout *layout, int32_t ship);
void bsi_layout_clear(bsi_layout *layout);

/*
 * Lays the whole fleet on an empty layout by drawing whole layouts and rejecting
 * those that are not legal, at most `*work` times: OK, or WORK_LIMIT with the
 * layout empty. Takes the tries from `*work`.
 */
bship_status bsi_layout_draw(bsi_layout *layout, bship_rng *rng, int64_t *work);

/*
 * Lays the whole fleet on an empty layout by a complete search, ships longest
 * first, in at most `*work` steps: OK; INFEASIBLE if there is no layout; else
 * WORK_LIMIT; on failure the layout is empty. With a stream the places are tried
 * in random order, and the search begins anew now and then; without one, row by
 * row. `scratch` holds as many numbers as there are ships.
 */
bship_status bsi_layout_search(bsi_layout *layout, bship_rng *rng, int64_t *work,
                               uint32_t *scratch);

#endif
