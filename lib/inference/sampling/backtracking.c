/* Backtracking with restarts; see sampling/backtracking.h. */
#include "inference/sampling/backtracking.h"

enum {
    FIRST_LIMIT = 1 << 16,    /* steps of the first attempt; most boards need fewer */
    STEPS_A_CHARGE = 1 << 16, /* charged at once: more would delay a cancellation */
    STEPS_A_TRY = 8
};

void bsi_backtracking_carve(bsi_backtracking *search, bsi_exact_cover *cover, bsi_arena *arena)
{
    const bsi_evidence *evidence = cover->evidence;
    search->cover = cover;
    search->tours = bsi_arena_take(arena, (size_t)evidence->class_count, sizeof *search->tours);
    search->places =
        bsi_arena_take(arena, (size_t)evidence->rules->fleet->count + 1, sizeof *search->places);
}

/* Places a ship on the next placement of its class that fits, from index `*place` on: OK;
 * CONTRADICTION if there is none; WORK_LIMIT; CANCELLED. */
static bship_status place_next(bsi_backtracking *search, bsi_placement *ship, uint32_t *place,
                               bsi_work_budget *budget)
{
    const bsi_evidence *evidence = search->cover->evidence;
    bsi_partial_layout *partial = &search->cover->partial;
    int32_t class = ship->class;
    const bsi_tour *tour = &search->tours[class];
    int64_t steps = bsi_grid_cost(&partial->grid, class);
    bool is_placed = false;
    for (; !is_placed && *place < tour->count; ++*place, steps += STEPS_A_TRY) {
        if (steps >= STEPS_A_CHARGE) {
            bship_status status = bsi_work_charge(budget, steps);
            if (status)
                return status;
            steps = 0;
        }
        bsi_placement placement =
            evidence->open[evidence->open_begin[class] + bsi_tour_at(tour, *place)];
        is_placed = bsi_grid_fits(&partial->grid, placement);
        if (is_placed) {
            *ship = placement;
            bsi_partial_layout_place(partial, placement);
        }
    }
    bship_status status = bsi_work_charge(budget, steps);
    return status || is_placed ? status : BSHIP_ERROR_CONTRADICTION;
}

/* Places the remaining ships and writes them to `ships`: statuses as above. */
static bship_status place_remaining(bsi_backtracking *search, bsi_work_budget *budget,
                                    bsi_placement *ships)
{
    bsi_partial_layout *partial = &search->cover->partial;
    uint32_t count = 0, level = 0;
    for (int32_t k = 0; k < search->cover->evidence->class_count; k++) {
        for (int32_t i = 0; i < partial->left[k]; i++)
            ships[count++].class = (uint16_t)k;
    }
    search->places[0] = 0;
    while (level < count) {
        bship_status status = place_next(search, &ships[level], &search->places[level], budget);
        if (status && (status != BSHIP_ERROR_CONTRADICTION || level == 0))
            return status;
        if (status) {
            bsi_partial_layout_remove(partial, ships[--level]);
            continue;
        }
        /* The index is already behind the placement of this ship. */
        bool is_same_class = level + 1 < count && ships[level + 1].class == ships[level].class;
        search->places[level + 1] = is_same_class ? search->places[level] : 0;
        level++;
    }
    return BSHIP_OK;
}

/* Searches once, with the orders of placements that are set. */
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
    const bsi_evidence *evidence = search->cover->evidence;
    double limit = FIRST_LIMIT;
    for (int number = 1;; number++) {
        bsi_work_budget attempt_budget = bsi_work_split(budget, limit);
        for (int32_t k = 0; k < evidence->class_count; k++) {
            uint32_t count = bsi_open_count(evidence, k);
            search->tours[k] = number % 4 ? bsi_tour_draw(count, rng) : bsi_tour_in_order(count);
        }
        bship_status status = attempt(search, rng, &attempt_budget, out);
        bsi_work_merge(budget, &attempt_budget);
        if (status != BSHIP_ERROR_WORK_LIMIT || budget->done >= budget->limit)
            return status;
        limit *= 2;
    }
}
