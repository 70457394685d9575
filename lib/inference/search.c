/* The complete search for a layout; see search.h. */
#include "inference/search.h"

enum {
    FIRST_ATTEMPT = 1 << 16,
    PORTION = 1 << 16 /* steps that are spent together */
};

void bship_internal_search_layout(bship_internal_search *search, bship_internal_sketch *sketch,
                                  const bship_internal_spots *spots, bship_internal_arena *arena)
{
    const bship_internal_evidence *evidence = sketch->waters.evidence;
    search->sketch = sketch;
    search->spots = spots;
    bship_internal_cover_layout(&search->cover, sketch, arena);
    search->tours =
        bship_internal_arena_take(arena, (size_t)evidence->kind_count, sizeof *search->tours);
    search->places = bship_internal_arena_take(arena, (size_t)evidence->rules->fleet->count + 1,
                                               sizeof *search->places);
}

void bship_internal_search_free(bship_internal_search *search, const bship_allocator *allocator)
{
    bship_internal_cover_free(&search->cover, allocator);
}

/* ---- tours ---- */

static void draw_tours(bship_internal_search *search, int is_random, bship_rng *rng)
{
    for (int32_t k = 0; k < search->sketch->waters.evidence->kind_count; k++) {
        uint32_t count = bship_internal_spots_count(search->spots, k);
        search->tours[k] =
            is_random ? bship_internal_tour_draw(count, rng) : bship_internal_tour_in_order(count);
    }
}

static bship_internal_placement spot_at(const bship_internal_search *search, int32_t kind,
                                        uint32_t place)
{
    const bship_internal_placement *spots = search->spots->items.items;
    return spots[search->spots->firsts[kind] + bship_internal_tour_at(&search->tours[kind], place)];
}

/* ---- the ships that cover no hit ---- */

/* Lays a ship at its next place that fits: OK; CONTRADICTION if there is none; as spending. */
static bship_status advance(bship_internal_search *search, bship_internal_placement *ship,
                            uint32_t *place, bship_internal_effort *effort)
{
    int32_t kind = ship->kind;
    int64_t steps = bship_internal_waters_cost(&search->sketch->waters, kind);
    bship_status status = BSHIP_ERROR_CONTRADICTION;
    for (; status && *place < search->tours[kind].count; ++*place, steps += 8) {
        if (steps >= PORTION) {
            bship_status spent = bship_internal_effort_spend(effort, steps);
            if (spent)
                return spent;
            steps = 0;
        }
        bship_internal_placement laid = spot_at(search, kind, *place);
        if (!bship_internal_waters_fits(&search->sketch->waters, laid))
            continue;
        *ship = laid;
        bship_internal_sketch_put(search->sketch, laid);
        status = BSHIP_OK;
    }
    bship_status spent = bship_internal_effort_spend(effort, steps);
    return spent ? spent : status;
}

/* Lays the ships left, which are to be `ships`: as above. */
static bship_status lay_rest(bship_internal_search *search, bship_internal_effort *effort,
                             bship_internal_placement *ships)
{
    uint32_t count = 0, level = 0;
    for (int32_t k = 0; k < search->sketch->waters.evidence->kind_count; k++) {
        for (int32_t i = 0; i < search->sketch->left[k]; i++)
            ships[count++].kind = (uint16_t)k;
    }
    search->places[0] = 0;
    while (level < count) {
        bship_status status = advance(search, &ships[level], &search->places[level], effort);
        if (status && (status != BSHIP_ERROR_CONTRADICTION || level == 0))
            return status;
        if (status) {
            bship_internal_sketch_take(search->sketch, ships[--level]);
            continue;
        }
        /* The place is behind the ship now. */
        int is_alike = level + 1 < count && ships[level + 1].kind == ships[level].kind;
        search->places[level + 1] = is_alike ? search->places[level] : 0;
        level++;
    }
    return BSHIP_OK;
}

/* ---- attempts ---- */

static bship_status attempt(bship_internal_search *search, const bship_allocator *allocator,
                            bship_rng *rng, bship_internal_effort *effort,
                            bship_internal_placement *out)
{
    bship_status status = bship_internal_cover_start(&search->cover, effort);
    if (status)
        return status;
    for (;;) {
        status = bship_internal_cover_next(&search->cover, allocator, rng, effort);
        if (status)
            return status;
        for (uint32_t i = 0; i < search->cover.depth; i++)
            out[i] = bship_internal_cover_ship(&search->cover, i);
        status = lay_rest(search, effort, out + search->cover.depth);
        if (status != BSHIP_ERROR_CONTRADICTION)
            return status;
    }
}

bship_status bship_internal_search_run(bship_internal_search *search,
                                       const bship_allocator *allocator, bship_rng *rng,
                                       bship_internal_effort *effort, bship_internal_placement *out)
{
    double share = FIRST_ATTEMPT;
    for (int number = 1;; number++) {
        bship_internal_effort part = bship_internal_effort_part(effort, share);
        draw_tours(search, number % 4 != 0, rng);
        bship_status status = attempt(search, allocator, rng, &part, out);
        bship_internal_effort_join(effort, &part);
        if (status != BSHIP_ERROR_WORK_LIMIT || effort->done > effort->limit)
            return status;
        share *= 2;
    }
}
