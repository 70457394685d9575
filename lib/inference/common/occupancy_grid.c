/* The cells that a placement occupies, by ship class; see occupancy_grid.h. */
#include "inference/common/occupancy_grid.h"

#include <stdbool.h>

/* Writes the offsets of the cells that a ship occupies; returns their number. `row` is twice its
 * class plus its orientation. */
static size_t find_reach(const bsi_evidence *evidence, size_t row, int32_t *reach)
{
    const bship_rules *rules = evidence->rules;
    int32_t length = evidence->classes[row / 2].length;
    int32_t along = row % 2 == BSHIP_ORIENTATION_HORIZONTAL ? 1 : (int32_t)rules->stride;
    int32_t across = row % 2 == BSHIP_ORIENTATION_HORIZONTAL ? (int32_t)rules->stride : 1;
    int32_t margin = rules->contact_count > 0;
    size_t count = 0;
    for (int32_t i = -margin; i < length + margin; i++) {
        for (int32_t j = -margin; j <= margin; j++) {
            bool is_corner = (i < 0 || i >= length) && j != 0;
            if (is_corner && rules->contact_count < 8)
                continue;
            reach[count++] = i * along + j * across;
        }
    }
    return count;
}

void bsi_grid_carve(bsi_occupancy_grid *grid, const bsi_evidence *evidence, bsi_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    size_t rows = 2 * (size_t)rules->fleet->count, offsets = 0;
    for (int32_t i = 0; i < rules->fleet->count; i++)
        offsets += 2 * ((size_t)rules->fleet->ships[i].length + 2) * 3;
    grid->evidence = evidence;
    grid->occupied = bsi_arena_take(arena, rules->positions, sizeof *grid->occupied);
    grid->reach = bsi_arena_take(arena, offsets, sizeof *grid->reach);
    grid->reach_begin = bsi_arena_take(arena, rows + 1, sizeof *grid->reach_begin);
    if (!arena->block)
        return;
    for (size_t row = 0; row < (size_t)evidence->class_count * 2; row++)
        grid->reach_begin[row + 1] =
            grid->reach_begin[row] +
            find_reach(evidence, row, grid->reach + grid->reach_begin[row]);
}
