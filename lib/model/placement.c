/* The numbering of placements: ship by ship, horizontal ones first, row by row. */
#include "model/placement.h"

#include <stdbool.h>

#include "base/array.h"

/* The number of placements of a ship in one orientation; `side` is the board's in that direction.
 */
static uint32_t placements_along(int32_t side, int32_t other_side, int32_t length)
{
    return side < length ? 0 : (uint32_t)(side - length + 1) * (uint32_t)other_side;
}

uint32_t bsi_placement_count(const bship_rules *rules, int32_t length)
{
    uint32_t horizontal = placements_along(rules->width, rules->height, length);
    uint32_t vertical = length > 1 ? placements_along(rules->height, rules->width, length) : 0;
    return horizontal + vertical;
}

bsi_placement bsi_placement_at(const bship_rules *rules, int32_t length, uint32_t index)
{
    uint32_t horizontal = placements_along(rules->width, rules->height, length);
    /* Computed without branches, since the orientation of a random placement is unpredictable. */
    uint32_t is_vertical = index >= horizontal;
    int32_t orientation = is_vertical ? BSHIP_ORIENTATION_VERTICAL : BSHIP_ORIENTATION_HORIZONTAL;
    uint32_t width = (uint32_t)rules->width - !is_vertical * ((uint32_t)length - 1);
    index -= is_vertical * horizontal;
    uint32_t y = index / width;
    return bsi_placement_of(0, orientation, (y + 1) * rules->stride + (index - y * width) + 1);
}

int64_t bship_rules_placement_count(const bship_rules *rules)
{
    return rules->index_base[rules->fleet->count];
}

int64_t bship_rules_placement_index(const bship_rules *rules, bship_placement placement)
{
    int32_t length = bship_fleet_length(rules->fleet, placement.ship);
    bool is_vertical = placement.orientation == BSHIP_ORIENTATION_VERTICAL;
    if (length == 0 || (!is_vertical && placement.orientation != BSHIP_ORIENTATION_HORIZONTAL) ||
        (is_vertical && length == 1))
        return -1;
    /* The first cell lies in the leftmost columns and topmost rows, this many of them. */
    int32_t columns = rules->width - (is_vertical ? 0 : length - 1);
    int32_t rows = rules->height - (is_vertical ? length - 1 : 0);
    if (placement.x < 0 || placement.x >= columns || placement.y < 0 || placement.y >= rows)
        return -1;
    int64_t before = is_vertical ? placements_along(rules->width, rules->height, length) : 0;
    return rules->index_base[placement.ship] + before + (int64_t)placement.y * columns +
           placement.x;
}

bship_status bship_rules_placement(const bship_rules *rules, int64_t index, bship_placement *out)
{
    if (!rules || !out)
        return BSHIP_ERROR_ARGUMENT;
    int32_t ships = rules->fleet->count;
    if (index < 0 || index >= rules->index_base[ships])
        return BSHIP_ERROR_RANGE;
    int32_t ship = 0;
    while (index >= rules->index_base[ship + 1])
        ship++;
    bsi_placement placement = bsi_placement_at(rules, rules->fleet->ships[ship].length,
                                               (uint32_t)(index - rules->index_base[ship]));
    bship_cell cell = bsi_cell(rules, placement.position);
    *out = (bship_placement){ ship, cell.x, cell.y, placement.orientation };
    return BSHIP_OK;
}

size_t bship_rules_placement_cells(const bship_rules *rules, bship_placement placement,
                                   bship_cell *cells, size_t capacity)
{
    capacity = bsi_room(cells, capacity);
    if (!bsi_is_orientation(placement.orientation))
        return 0;
    int32_t length = bship_fleet_length(rules->fleet, placement.ship);
    bool is_vertical = placement.orientation == BSHIP_ORIENTATION_VERTICAL;
    int64_t room = INT32_MAX - (int64_t)(is_vertical ? placement.y : placement.x);
    size_t count = (size_t)(length <= room ? length : room + 1);
    for (size_t i = 0; i < count && i < capacity; i++) {
        int32_t along = (int32_t)i;
        cells[i] = (bship_cell){ placement.x + (is_vertical ? 0 : along),
                                 placement.y + (is_vertical ? along : 0) };
    }
    return count;
}
