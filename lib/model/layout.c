/* Placing ships on a grid, and rejection sampling of layouts; see layout.h. */
#include "model/layout.h"

#include "base/memory.h"

/* ---- memory ---- */

bship_status bsi_layout_open(bsi_layout *layout, const bship_rules *rules,
                             const bship_allocator *allocator)
{
    size_t ships = (size_t)rules->fleet->count;
    *layout = (bsi_layout){ .rules = rules };
    layout->grid = bsi_alloc(allocator, rules->positions, sizeof *layout->grid);
    layout->placements = bsi_alloc(allocator, ships, sizeof *layout->placements);
    return layout->grid && layout->placements ? BSHIP_OK : BSHIP_ERROR_MEMORY;
}

void bsi_layout_close(const bsi_layout *layout, const bship_allocator *allocator)
{
    if (!layout->rules)
        return;
    size_t ships = (size_t)layout->rules->fleet->count;
    bsi_free(allocator, layout->grid, layout->rules->positions, sizeof *layout->grid);
    bsi_free(allocator, layout->placements, ships, sizeof *layout->placements);
}

/* ---- checks ---- */

/* Whether a ship in a neighbouring cell touches the cell. */
static bool touches(const bsi_layout *layout, uint32_t position)
{
    const bship_rules *rules = layout->rules;
    for (uint32_t i = 0; i < rules->contact_count; i++) {
        if (layout->grid[bsi_neighbour(rules, position, i)])
            return true;
    }
    return false;
}

/* Inline for draw_once(). One branch for all cells is mispredicted less often than one for each. */
static inline bship_status check(const bsi_layout *layout, int32_t length, bsi_placement placement)
{
    const bship_rules *rules = layout->rules;
    uint32_t step = bsi_step(rules, placement.orientation);
    if (rules->run[placement.orientation][placement.position] < length)
        return BSHIP_ERROR_BLOCKED;
    uint32_t position = placement.position, occupied = 0;
    for (int32_t i = 0; i < length; i++, position += step)
        occupied |= layout->grid[position];
    if (occupied)
        return BSHIP_ERROR_OVERLAP;
    position = placement.position;
    for (int32_t i = 0; rules->contact_count > 0 && i < length; i++, position += step) {
        if (touches(layout, position))
            return BSHIP_ERROR_CONTACT;
    }
    return BSHIP_OK;
}

bship_status bsi_layout_check(const bsi_layout *layout, int32_t length, bsi_placement placement)
{
    return check(layout, length, placement);
}

/* ---- conflicts ---- */

bsi_conflicts bsi_conflicts_of(const bsi_layout *layout, bship_placement placement)
{
    int32_t length = layout->rules->fleet->ships[placement.ship].length;
    bool is_vertical = placement.orientation == BSHIP_ORIENTATION_VERTICAL;
    return (bsi_conflicts){ layout, placement, is_vertical ? 1 : length, is_vertical ? length : 1,
                            0 };
}

/* The conflict of a placement at a cell, or OK. `sides` is 0 if the placement covers the cell, 1 if
 * the cell shares a side with it, and 2 if only a corner. */
static bship_status conflict_at(const bsi_conflicts *walk, bship_cell cell, uint32_t sides,
                                int32_t *other)
{
    const bship_rules *rules = walk->layout->rules;
    *other = -1;
    if (!bsi_on_board(rules, cell))
        return sides == 0 ? BSHIP_ERROR_OFF_BOARD : BSHIP_OK;
    uint32_t position = bsi_position(rules, cell);
    int32_t ship = walk->layout->grid[position] - 1;
    if (sides == 0 && rules->blocked[position])
        return BSHIP_ERROR_BLOCKED;
    if (ship < 0 || ship == walk->placement.ship || rules->contact_count < 4 * sides)
        return BSHIP_OK;
    *other = ship;
    return sides == 0 ? BSHIP_ERROR_OVERLAP : BSHIP_ERROR_CONTACT;
}

bool bsi_conflicts_next(bsi_conflicts *walk, bship_conflict *out)
{
    while (walk->next < (walk->columns + 2) * (walk->rows + 2)) {
        int32_t column = walk->next % (walk->columns + 2) - 1;
        int32_t row = walk->next / (walk->columns + 2) - 1;
        int64_t x = (int64_t)walk->placement.x + column, y = (int64_t)walk->placement.y + row;
        bool is_beside = column < 0 || column == walk->columns;
        bool is_above_or_below = row < 0 || row == walk->rows;
        walk->next++;
        if (x != (int32_t)x || y != (int32_t)y)
            continue;
        out->cell = (bship_cell){ (int32_t)x, (int32_t)y };
        out->status = (int32_t)conflict_at(
            walk, out->cell, (uint32_t)is_beside + (uint32_t)is_above_or_below, &out->ship);
        if (out->status)
            return true;
    }
    return false;
}

bship_status bsi_layout_check_move(const bsi_layout *layout, bship_placement placement)
{
    bsi_conflicts walk = bsi_conflicts_of(layout, placement);
    bship_conflict conflict;
    int32_t first = BSHIP_OK;
    while (bsi_conflicts_next(&walk, &conflict)) {
        if (!first || conflict.status < first)
            first = conflict.status;
    }
    return (bship_status)first;
}

/* ---- placing ---- */

static void fill(bsi_layout *layout, int32_t ship, uint16_t value)
{
    bsi_placement placement = layout->placements[ship];
    uint32_t step = bsi_step(layout->rules, placement.orientation);
    uint16_t *cell = layout->grid + placement.position;
    for (int32_t left = layout->rules->fleet->ships[ship].length; left > 0; left--, cell += step)
        *cell = value;
}

void bsi_layout_place(bsi_layout *layout, int32_t ship, bsi_placement placement)
{
    layout->placements[ship] = placement;
    fill(layout, ship, (uint16_t)(ship + 1));
}

void bsi_layout_remove(bsi_layout *layout, int32_t ship)
{
    fill(layout, ship, 0);
    layout->placements[ship] = bsi_placement_of(0, BSHIP_ORIENTATION_HORIZONTAL, 0);
}

void bsi_layout_clear(bsi_layout *layout)
{
    for (int32_t i = 0; i < layout->rules->fleet->count; i++) {
        if (layout->placements[i].position && !bsi_is_fixed(layout, i))
            bsi_layout_remove(layout, i);
    }
}

/* ---- rejection sampling ---- */

/* Draws a placement for each ship independently; stops at the first that does not fit. */
static bool draw_once(bsi_layout *layout, bship_rng *rng)
{
    const bship_rules *rules = layout->rules;
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        if (bsi_is_fixed(layout, i))
            continue;
        int32_t length = rules->fleet->ships[i].length;
        uint32_t count = (uint32_t)(rules->index_base[i + 1] - rules->index_base[i]);
        if (count == 0)
            return false;
        bsi_placement placement = bsi_placement_at(rules, length, bsi_rng_below(rng, count));
        if (check(layout, length, placement))
            return false;
        bsi_layout_place(layout, i, placement);
    }
    return true;
}

bship_status bsi_layout_charge(const bsi_layout *layout, int32_t cells, bsi_work_budget *budget)
{
    bship_status status = bsi_work_charge(budget, 1);
    int64_t looked_up = 1 + (int64_t)layout->rules->contact_count;
    return status ? status : bsi_work_report(budget, cells * looked_up);
}

bship_status bsi_layout_draw(bsi_layout *layout, bship_rng *rng, bsi_work_budget *budget)
{
    for (;;) {
        bship_status status = bsi_layout_charge(layout, layout->rules->fleet->cells, budget);
        if (status || draw_once(layout, rng))
            return status;
        bsi_layout_clear(layout);
    }
}
