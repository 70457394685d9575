/*
 * Laying ships on a grid: the one place that knows what a legal layout is.
 *
 * The grid holds, by position, 0 for water or a ship's index plus one.
 */
#ifndef BSI_MODEL_LAYOUT_H
#define BSI_MODEL_LAYOUT_H

#include <stdint.h>

#include "base/random.h"
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

/* How many spots a ship of `length` has on the board, over blocked cells too. */
uint32_t bsi_placement_count(const bship_rules *rules, int32_t length);

/* The spot of a number: those to the right first, row by row. */
bsi_placement bsi_placement_at(const bship_rules *rules, int32_t length, uint32_t index);

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
