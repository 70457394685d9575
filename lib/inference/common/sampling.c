/* What all sampling shares; see common/sampling.h. */
#include "inference/common/sampling.h"

#include <string.h>

#include "inference/common/drawing.h"

/* ---- a layout in the making ---- */

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
    partial->room = evidence->rules->fleet->cells;
    partial->uncovered = evidence->hit_count;
}

static uint32_t count_hits(const bsi_evidence *evidence, bsi_placement placed)
{
    const bsi_ship_class *class = &evidence->classes[placed.class];
    if (class->placements[placed.orientation][placed.position] == BSI_PLACEMENT_OPEN)
        return 0;
    uint32_t step = bsi_step(evidence->rules, placed.orientation);
    uint32_t hits = 0;
    for (int32_t i = 0; i < class->length; i++)
        hits += evidence->cells[placed.position + (uint32_t)i * step] == BSI_CELL_HIT;
    return hits;
}

void bsi_partial_layout_place(bsi_partial_layout *partial, bsi_placement placed)
{
    partial->left[placed.class]--;
    partial->room -= bsi_partial_layout_class(partial, placed)->length;
    partial->uncovered -= count_hits(partial->grid.evidence, placed);
    bsi_grid_place(&partial->grid, placed);
}

void bsi_partial_layout_remove(bsi_partial_layout *partial, bsi_placement placed)
{
    partial->left[placed.class]++;
    partial->room += bsi_partial_layout_class(partial, placed)->length;
    partial->uncovered += count_hits(partial->grid.evidence, placed);
    bsi_grid_remove(&partial->grid, placed);
}

void bsi_sample_placements(const bsi_evidence *evidence, const bsi_placement *placed,
                           bship_placement *placements)
{
    const bship_rules *rules = evidence->rules;
    int32_t ships = rules->fleet->count;
    for (int32_t ship = 0; ship < ships; ship++)
        placements[ship].ship = -1;
    for (int32_t i = 0; i < ships; i++) {
        int32_t ship = evidence->classes[placed[i].class].ship;
        while (evidence->class_of[ship] != placed[i].class || placements[ship].ship == ship)
            ship++;
        bship_cell cell = bsi_cell(rules, placed[i].position);
        placements[ship] = (bship_placement){ ship, cell.x, cell.y, placed[i].orientation };
    }
}

/* ---- open spots ---- */

void bsi_open_placements_carve(bsi_open_placements *placements, const bsi_evidence *evidence,
                               bsi_arena *arena)
{
    placements->evidence = evidence;
    placements->firsts =
        bsi_arena_take(arena, (size_t)evidence->class_count + 1, sizeof *placements->firsts);
}

void bsi_open_placements_free(bsi_open_placements *placements, const bship_allocator *allocator)
{
    bsi_array_free(&placements->items, allocator, sizeof(bsi_placement));
    bsi_array_free(&placements->sums, allocator, sizeof(double));
}

/* Adds the open spots of a kind and an orientation; there is room for them. */
static bship_status list_placements(bsi_open_placements *placements, int32_t class,
                                    int32_t orientation, double *sum, bsi_work_budget *budget)
{
    const bsi_evidence *evidence = placements->evidence;
    const bship_rules *rules = evidence->rules;
    bsi_placement *items = placements->items.items;
    double *sums = placements->sums.items;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        bsi_placement placed = bsi_placement_of(class, orientation, rules->free_cells[i]);
        bship_status status = bsi_work_charge_at(budget, i, rules->free_count, 4);
        if (status)
            return status;
        if (evidence->classes[class].placements[orientation][placed.position] != BSI_PLACEMENT_OPEN)
            continue;
        *sum += bsi_placement_weight(evidence, placed);
        if (evidence->is_weighted)
            sums[placements->items.count] = *sum;
        items[placements->items.count++] = placed;
    }
    return BSHIP_OK;
}

bship_status bsi_open_placements_read(bsi_open_placements *placements,
                                      const bship_allocator *allocator, bsi_work_budget *budget)
{
    const bsi_evidence *evidence = placements->evidence;
    placements->items.count = 0;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        size_t most = (size_t)evidence->open_count * (size_t)evidence->classes[k].orientations;
        placements->sums.count = placements->items.count;
        if (bsi_array_reserve(&placements->items, allocator, most, sizeof(bsi_placement)) ||
            (evidence->is_weighted &&
             bsi_array_reserve(&placements->sums, allocator, most, sizeof(double))))
            return BSHIP_ERROR_MEMORY;
        placements->firsts[k] = (uint32_t)placements->items.count;
        double sum = 0;
        for (int32_t o = 0; o < evidence->classes[k].orientations; o++) {
            bship_status status = list_placements(placements, k, o, &sum, budget);
            if (status)
                return status;
        }
    }
    placements->firsts[evidence->class_count] = (uint32_t)placements->items.count;
    return BSHIP_OK;
}

double bsi_open_placements_weight(const bsi_open_placements *placements, int32_t class)
{
    uint32_t count = bsi_open_placements_count(placements, class);
    const double *sums = placements->sums.items;
    return !placements->evidence->is_weighted || count == 0
               ? count
               : sums[placements->firsts[class + 1] - 1];
}

uint32_t bsi_open_placements_pick_weighted(const bsi_open_placements *placements, int32_t class,
                                           bship_rng *rng)
{
    uint32_t first = placements->firsts[class];
    const double *sums = placements->sums.items;
    return first +
           bsi_draw_item(sums + first, sizeof *sums, placements->firsts[class + 1] - first, rng);
}

/* ---- figures ---- */

bship_status bsi_sample_clear(const bsi_evidence *evidence, bsi_placement_counts *counts,
                              double *cells, bsi_work_budget *budget)
{
    memset(cells, 0, counts->positions * sizeof *cells);
    return bsi_placement_counts_clear(counts, evidence, 0, budget);
}

bship_status bsi_sample_scale(const bsi_evidence *evidence, bsi_placement_counts *counts,
                              double factor, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (int32_t k = 0; !status && k < evidence->class_count; k++) {
        double *weights = counts->weights + bsi_placement_counts_row(counts, k, 0);
        status = bsi_work_report(budget, 2 * (int64_t)counts->positions);
        for (size_t i = 0; i < 2 * counts->positions; i++)
            weights[i] *= factor;
    }
    return status;
}
