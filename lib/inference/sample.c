/* What all sampling shares; see sample.h. */
#include "inference/sample.h"

#include <string.h>

#include "inference/drawing.h"

/* ---- a layout in the making ---- */

void bship_internal_sketch_layout(bship_internal_sketch *sketch,
                                  const bship_internal_evidence *evidence,
                                  bship_internal_arena *arena)
{
    bship_internal_waters_layout(&sketch->waters, evidence, arena);
    sketch->left =
        bship_internal_arena_take(arena, (size_t)evidence->kind_count, sizeof *sketch->left);
}

void bship_internal_sketch_clear(bship_internal_sketch *sketch)
{
    const bship_internal_evidence *evidence = sketch->waters.evidence;
    memset(sketch->waters.taken, 0, evidence->rules->positions);
    for (int32_t k = 0; k < evidence->kind_count; k++)
        sketch->left[k] = evidence->kinds[k].ships;
    sketch->room = evidence->rules->fleet->cells;
    sketch->uncovered = evidence->hit_count;
}

static uint32_t count_hits(const bship_internal_evidence *evidence, bship_internal_placement laid)
{
    const bship_internal_kind *kind = &evidence->kinds[laid.kind];
    if (kind->spots[laid.orientation][laid.position] == BSHIP_INTERNAL_SPOT_OPEN)
        return 0;
    uint32_t step = bship_internal_step(evidence->rules, laid.orientation);
    uint32_t hits = 0;
    for (int32_t i = 0; i < kind->length; i++)
        hits += evidence->cells[laid.position + (uint32_t)i * step] == BSHIP_INTERNAL_CELL_HIT;
    return hits;
}

void bship_internal_sketch_put(bship_internal_sketch *sketch, bship_internal_placement laid)
{
    sketch->left[laid.kind]--;
    sketch->room -= bship_internal_sketch_kind(sketch, laid)->length;
    sketch->uncovered -= count_hits(sketch->waters.evidence, laid);
    bship_internal_waters_lay(&sketch->waters, laid);
}

void bship_internal_sketch_take(bship_internal_sketch *sketch, bship_internal_placement laid)
{
    sketch->left[laid.kind]++;
    sketch->room += bship_internal_sketch_kind(sketch, laid)->length;
    sketch->uncovered += count_hits(sketch->waters.evidence, laid);
    bship_internal_waters_lift(&sketch->waters, laid);
}

void bship_internal_sample_placements(const bship_internal_evidence *evidence,
                                      const bship_internal_placement *laid,
                                      bship_placement *placements)
{
    const bship_rules *rules = evidence->rules;
    int32_t ships = rules->fleet->count;
    for (int32_t ship = 0; ship < ships; ship++)
        placements[ship].ship = -1;
    for (int32_t i = 0; i < ships; i++) {
        int32_t ship = evidence->kinds[laid[i].kind].ship;
        while (evidence->kind_of[ship] != laid[i].kind || placements[ship].ship == ship)
            ship++;
        bship_cell cell = bship_internal_cell(rules, laid[i].position);
        placements[ship] = (bship_placement){ ship, cell.x, cell.y, laid[i].orientation };
    }
}

/* ---- open spots ---- */

void bship_internal_spots_layout(bship_internal_spots *spots,
                                 const bship_internal_evidence *evidence,
                                 bship_internal_arena *arena)
{
    spots->evidence = evidence;
    spots->firsts =
        bship_internal_arena_take(arena, (size_t)evidence->kind_count + 1, sizeof *spots->firsts);
}

void bship_internal_spots_free(bship_internal_spots *spots, const bship_allocator *allocator)
{
    bship_internal_array_free(&spots->items, allocator, sizeof(bship_internal_placement));
    bship_internal_array_free(&spots->sums, allocator, sizeof(double));
}

/* Adds the open spots of a kind and an orientation; there is room for them. */
static bship_status list_spots(bship_internal_spots *spots, int32_t kind, int32_t orientation,
                               double *sum, bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = spots->evidence;
    const bship_rules *rules = evidence->rules;
    bship_internal_placement *items = spots->items.items;
    double *sums = spots->sums.items;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        bship_internal_placement laid =
            bship_internal_placement_of(kind, orientation, rules->free_cells[i]);
        bship_status status = bship_internal_effort_spend_at(effort, i, rules->free_count, 4);
        if (status)
            return status;
        if (evidence->kinds[kind].spots[orientation][laid.position] != BSHIP_INTERNAL_SPOT_OPEN)
            continue;
        *sum += bship_internal_placement_weight(evidence, laid);
        if (evidence->is_weighted)
            sums[spots->items.count] = *sum;
        items[spots->items.count++] = laid;
    }
    return BSHIP_OK;
}

bship_status bship_internal_spots_read(bship_internal_spots *spots,
                                       const bship_allocator *allocator,
                                       bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = spots->evidence;
    spots->items.count = 0;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        size_t most = (size_t)evidence->open_count * (size_t)evidence->kinds[k].orientations;
        spots->sums.count = spots->items.count;
        if (bship_internal_array_reserve(&spots->items, allocator, most,
                                         sizeof(bship_internal_placement)) ||
            (evidence->is_weighted &&
             bship_internal_array_reserve(&spots->sums, allocator, most, sizeof(double))))
            return BSHIP_ERROR_MEMORY;
        spots->firsts[k] = (uint32_t)spots->items.count;
        double sum = 0;
        for (int32_t o = 0; o < evidence->kinds[k].orientations; o++) {
            bship_status status = list_spots(spots, k, o, &sum, effort);
            if (status)
                return status;
        }
    }
    spots->firsts[evidence->kind_count] = (uint32_t)spots->items.count;
    return BSHIP_OK;
}

double bship_internal_spots_weight(const bship_internal_spots *spots, int32_t kind)
{
    uint32_t count = bship_internal_spots_count(spots, kind);
    const double *sums = spots->sums.items;
    return !spots->evidence->is_weighted || count == 0 ? count : sums[spots->firsts[kind + 1] - 1];
}

uint32_t bship_internal_spots_pick_weighted(const bship_internal_spots *spots, int32_t kind,
                                            bship_rng *rng)
{
    uint32_t first = spots->firsts[kind];
    const double *sums = spots->sums.items;
    return first + bship_internal_draw_item(sums + first, sizeof *sums,
                                            spots->firsts[kind + 1] - first, rng);
}

/* ---- figures ---- */

bship_status bship_internal_sample_clear(const bship_internal_evidence *evidence,
                                         bship_internal_tally *tally, double *cells,
                                         bship_internal_effort *effort)
{
    memset(cells, 0, tally->positions * sizeof *cells);
    return bship_internal_tally_clear(tally, evidence, 0, effort);
}

bship_status bship_internal_sample_scale(const bship_internal_evidence *evidence,
                                         bship_internal_tally *tally, double factor,
                                         bship_internal_effort *effort)
{
    bship_status status = BSHIP_OK;
    for (int32_t k = 0; !status && k < evidence->kind_count; k++) {
        double *weights = tally->weights + bship_internal_tally_row(tally, k, 0);
        status = bship_internal_effort_note(effort, 2 * (int64_t)tally->positions);
        for (size_t i = 0; i < 2 * tally->positions; i++)
            weights[i] *= factor;
    }
    return status;
}
