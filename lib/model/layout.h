/*
 * Placing ships on a grid. The rules for a legal layout are checked here and nowhere else.
 *
 * The grid contains, by position, 0 for water or the ship's index plus one.
 */
#ifndef BSI_MODEL_LAYOUT_H
#define BSI_MODEL_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/board.h>

#include "base/random.h"
#include "base/work_budget.h"
#include "model/placement.h"
#include "model/rules.h"

/* A layout, complete or partial. */
typedef struct bsi_layout {
    const bship_rules *rules;
    uint16_t *grid;
    bsi_placement *placements;  /* by ship */
    const bsi_placement *fixed; /* by ship: the placements that are kept; NULL: none */
} bsi_layout;

/* Whether clearing, drawing and searching keep a ship where it is. */
static inline bool bsi_is_fixed(const bsi_layout *layout, int32_t ship)
{
    return layout->fixed && layout->fixed[ship].position;
}

/* Allocates a layout without ships: OK or MEMORY. bsi_layout_close() is needed in any case. */
bship_status bsi_layout_open(bsi_layout *layout, const bship_rules *rules,
                             const bship_allocator *allocator);

/* Frees a layout; one of zeroes, which was not opened, too. */
void bsi_layout_close(const bsi_layout *layout, const bship_allocator *allocator);

/* Checks a placement of a ship of `length` on the board: OK, BLOCKED, OVERLAP or CONTACT. */
bship_status bsi_layout_check(const bsi_layout *layout, int32_t length, bsi_placement placement);

/* Iterator over the conflicts of a placement, row by row. Where the ship itself lies is no
 * conflict.
 */
typedef struct bsi_conflicts {
    const bsi_layout *layout;
    bship_placement placement;
    int32_t columns, rows; /* the ship's extent */
    int32_t next; /* index of the next cell; the ship's rectangle has a margin of one cell */
} bsi_conflicts;

/* Starts the iterator; ship and orientation must exist, but the cell can be anywhere. */
bsi_conflicts bsi_conflicts_of(const bsi_layout *layout, bship_placement placement);

/* Advances to the next conflict; returns whether there is one. */
bool bsi_conflicts_next(bsi_conflicts *walk, bship_conflict *out);

/*
 * As bsi_layout_check(), but ignores where the ship of the placement lies now. Of the statuses of
 * its conflicts it returns the least, which is the one that bsi_layout_check() finds first.
 */
bship_status bsi_layout_check_move(const bsi_layout *layout, bship_placement placement);

void bsi_layout_place(bsi_layout *layout, int32_t ship, bsi_placement placement);
void bsi_layout_remove(bsi_layout *layout, int32_t ship);

/* Removes all ships but the fixed ones. */
void bsi_layout_clear(bsi_layout *layout);

/* Charges one step, for trying placements of `cells` cells in all, and reports the cells looked at:
 * OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_layout_charge(const bsi_layout *layout, int32_t cells, bsi_work_budget *budget);

/*
 * Completes a layout of the fixed ships, uniformly among all completions, by rejection sampling
 * (von Neumann 1951): draws all other ships independently and rejects illegal layouts. Charges a
 * step for each try. OK, WORK_LIMIT or CANCELLED; on failure the layout is as before.
 */
bship_status bsi_layout_draw(bsi_layout *layout, bship_rng *rng, bsi_work_budget *budget);

/*
 * Completes a layout of the fixed ships, at least one ship missing, by a complete backtracking
 * search, longest ships first. Charges a step for each placement tried. With `rng` the placements
 * are tried in random order, with restarts; with NULL they are tried row by row. `scratch` has one
 * entry per ship. OK, WORK_LIMIT, CANCELLED, or INFEASIBLE if there is no completion. On failure
 * the layout is as before.
 */
bship_status bsi_layout_search(bsi_layout *layout, bship_rng *rng, bsi_work_budget *budget,
                               uint32_t *scratch);

#endif
