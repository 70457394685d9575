/* Placing and removing ships; see partial_layout.h. */
#include "inference/common/partial_layout.h"

#include <string.h>

void bsi_partial_layout_carve(bsi_partial_layout *partial, const bsi_evidence *evidence,
                              bsi_arena *arena)
{
    bsi_grid_carve(&partial->grid, evidence, arena);
    partial->left = bsi_arena_take(arena, (size_t)evidence->class_count, sizeof *partial->left);
}

void bsi_partial_layout_clear(bsi_partial_layout *partial)
{
    const bsi_evidence *evidence = partial->grid.evidence;
    memset(partial->grid.occupied, 0, evidence->rules->positions);
    for (int32_t k = 0; k < evidence->class_count; k++)
        partial->left[k] = evidence->classes[k].ships;
    partial->cells_left = evidence->rules->fleet->cells;
    partial->uncovered = evidence->hit_count;
}

void bsi_partial_layout_place(bsi_partial_layout *partial, bsi_placement placed)
{
    partial->left[placed.class]--;
    partial->cells_left -= bsi_partial_layout_class(partial, placed)->length;
    partial->uncovered -= bsi_hits_of(partial->grid.evidence, placed, NULL);
    bsi_grid_place(&partial->grid, placed);
}

void bsi_partial_layout_remove(bsi_partial_layout *partial, bsi_placement placed)
{
    partial->left[placed.class]++;
    partial->cells_left += bsi_partial_layout_class(partial, placed)->length;
    partial->uncovered += bsi_hits_of(partial->grid.evidence, placed, NULL);
    bsi_grid_remove(&partial->grid, placed);
}

/* The length of the run of free cells from a cell on, at most `most`. */
static int32_t free_run(const bsi_occupancy_grid *grid, uint32_t cell, int32_t step, int32_t most)
{
    const uint8_t *cells = grid->evidence->cells;
    int32_t count = 0;
    for (; count < most && !grid->occupied[cell] && cells[cell] != BSI_CELL_DEAD; count++)
        cell += (uint32_t)step;
    return count;
}

uint32_t bsi_partial_layout_options(const bsi_partial_layout *partial, uint32_t cell,
                                    bsi_placement *out)
{
    const bsi_occupancy_grid *grid = &partial->grid;
    const bsi_evidence *evidence = grid->evidence;
    int32_t before[2], behind[2], k = 0;
    uint32_t count = 0;
    while (k < evidence->class_count && partial->left[k] == 0)
        k++;
    for (int32_t o = 0; k < evidence->class_count && o < 2; o++) {
        int32_t step = (int32_t)bsi_step(evidence->rules, o);
        before[o] = free_run(grid, cell, -step, evidence->classes[k].length);
        behind[o] = free_run(grid, cell, step, evidence->classes[k].length);
    }
    for (; k < evidence->class_count; k++) {
        const bsi_ship_class *class = &evidence->classes[k];
        for (int32_t o = 0; partial->left[k] > 0 && o < class->orientations; o++) {
            uint32_t step = bsi_step(evidence->rules, o);
            int32_t i = class->length > behind[o] ? class->length - behind[o] : 0;
            int32_t end = class->length < before[o] ? class->length : before[o];
            bsi_placement placement = bsi_placement_of(k, o, cell - (uint32_t)i * step);
            for (; i < end; i++, placement.position -= step) {
                if (!class->placements[o][placement.position])
                    continue;
                if (out)
                    out[count] = placement;
                count++;
            }
        }
    }
    return count;
}
