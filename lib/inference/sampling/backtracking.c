/* The complete search for a layout; see sampling/backtracking.h. */
#include "inference/sampling/backtracking.h"

#include <stdbool.h>

enum {
    FIRST_ATTEMPT = 1 << 16,
    PORTION = 1 << 16 /* steps that are spent together */
};

void bsi_backtracking_carve(bsi_backtracking *search, bsi_sample_workspace *workspace,
                            bsi_arena *arena)
{
    const bsi_evidence *evidence = workspace->evidence;
    search->partial = &workspace->partial;
    search->cover = &workspace->cover;
    search->placements = &workspace->placements;
    search->tours = bsi_arena_take(arena, (size_t)evidence->class_count, sizeof *search->tours);
    search->places =
        bsi_arena_take(arena, (size_t)evidence->rules->fleet->count + 1, sizeof *search->places);
}

/* ---- tours ---- */

static void draw_tours(bsi_backtracking *search, bool is_random, bship_rng *rng)
{
    for (int32_t k = 0; k < search->partial->grid.evidence->class_count; k++) {
        uint32_t count = bsi_open_placements_count(search->placements, k);
        search->tours[k] = is_random ? bsi_tour_draw(count, rng) : bsi_tour_in_order(count);
    }
}

static bsi_placement placement_at(const bsi_backtracking *search, int32_t class, uint32_t place)
{
    const bsi_placement *placements = search->placements->items.items;
    return placements[search->placements->firsts[class] +
                      bsi_tour_at(&search->tours[class], place)];
}

/* ---- the ships that cover no hit ---- */

/* Lays a ship at its next place that fits: OK; CONTRADICTION if there is none; as spending. */
static bship_status advance(bsi_backtracking *search, bsi_placement *ship, uint32_t *place,
                            bsi_work_budget *budget)
{
    int32_t class = ship->class;
    int64_t steps = bsi_grid_cost(&search->partial->grid, class);
    bship_status status = BSHIP_ERROR_CONTRADICTION;
    for (; status && *place < search->tours[class].count; ++*place, steps += 8) {
        if (steps >= PORTION) {
            bship_status spent = bsi_work_charge(budget, steps);
            if (spent)
                return spent;
            steps = 0;
        }
        bsi_placement placed = placement_at(search, class, *place);
        if (!bsi_grid_fits(&search->partial->grid, placed))
            continue;
        *ship = placed;
        bsi_partial_layout_place(search->partial, placed);
        status = BSHIP_OK;
    }
    bship_status spent = bsi_work_charge(budget, steps);
    return spent ? spent : status;
}

/* Lays the ships left, which are to be `ships`: as above. */
static bship_status place_remaining(bsi_backtracking *search, bsi_work_budget *budget,
                                    bsi_placement *ships)
{
    uint32_t count = 0, level = 0;
    for (int32_t k = 0; k < search->partial->grid.evidence->class_count; k++) {
        for (int32_t i = 0; i < search->partial->left[k]; i++)
            ships[count++].class = (uint16_t)k;
    }
    search->places[0] = 0;
    while (level < count) {
        bship_status status = advance(search, &ships[level], &search->places[level], budget);
        if (status && (status != BSHIP_ERROR_CONTRADICTION || level == 0))
            return status;
        if (status) {
            bsi_partial_layout_remove(search->partial, ships[--level]);
            continue;
        }
        /* The place is behind the ship now. */
        bool is_equivalent = level + 1 < count && ships[level + 1].class == ships[level].class;
        search->places[level + 1] = is_equivalent ? search->places[level] : 0;
        level++;
    }
    return BSHIP_OK;
}

/* ---- attempts ---- */

static bship_status attempt(bsi_backtracking *search, bship_rng *rng, bsi_work_budget *budget,
                            bsi_placement *out)
{
    bsi_exact_cover *cover = search->cover;
    bship_status status = bsi_exact_cover_start(cover, NULL, budget);
    if (status)
        return status;
    for (;;) {
        status = bsi_exact_cover_next(cover, rng, budget);
        if (status)
            return status;
        for (uint32_t i = 0; i < cover->ship_count; i++)
            out[i] = cover->ships[i];
        status = place_remaining(search, budget, out + cover->ship_count);
        if (status != BSHIP_ERROR_CONTRADICTION)
            return status;
    }
}

bship_status bsi_backtracking_run(bsi_backtracking *search, bship_rng *rng, bsi_work_budget *budget,
                                  bsi_placement *out)
{
    double share = FIRST_ATTEMPT;
    for (int number = 1;; number++) {
        bsi_work_budget part = bsi_work_split(budget, share);
        draw_tours(search, number % 4 != 0, rng);
        bship_status status = attempt(search, rng, &part, out);
        bsi_work_merge(budget, &part);
        if (status != BSHIP_ERROR_WORK_LIMIT || budget->done > budget->limit)
            return status;
        share *= 2;
    }
}
