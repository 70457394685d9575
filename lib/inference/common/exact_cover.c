/* The iterator over exact covers; see exact_cover.h. */
#include "inference/common/exact_cover.h"

#include <stdbool.h>

void bsi_exact_cover_carve(bsi_exact_cover *cover, const bsi_evidence *evidence,
                           const bship_allocator *allocator, bsi_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    size_t ships = (size_t)rules->fleet->count;
    bsi_partial_layout_carve(&cover->partial, evidence, arena);
    cover->evidence = evidence;
    cover->allocator = allocator;
    cover->counts = bsi_arena_take(arena, rules->free_count, sizeof *cover->counts);
    cover->found = bsi_arena_take(arena, 2 * (size_t)rules->fleet->cells, sizeof *cover->found);
    cover->ships = bsi_arena_take(arena, ships, sizeof *cover->ships);
    cover->levels = bsi_arena_take(arena, ships + 1, sizeof *cover->levels);
}

void bsi_exact_cover_clear(bsi_exact_cover *cover)
{
    BSI_FREE(&cover->options, cover->allocator);
    BSI_FREE(&cover->saved, cover->allocator);
}

bship_status bsi_exact_cover_reserve(bsi_exact_cover *cover, size_t count)
{
    return BSI_RESERVE(&cover->options, cover->allocator, count);
}

/* ---- candidates of each hit ---- */

/* Approximate steps to find the placements that can cover a hit. */
static int64_t options_cost(const bsi_partial_layout *partial)
{
    return 8 * partial->grid.evidence->class_count +
           4 * (int64_t)partial->grid.evidence->classes[0].length;
}

static bool is_covered(const bsi_exact_cover *cover, uint32_t h)
{
    return cover->partial.grid.occupied[cover->evidence->hits[h]] != 0;
}

/* Whether a ship may change the candidates of a hit, which are within a ship's length of the hit.
 */
static bool is_near(const bsi_evidence *evidence, bsi_placement placed, uint32_t hit)
{
    const bship_rules *rules = evidence->rules;
    int32_t length = evidence->classes[placed.class].length, longest = evidence->classes[0].length;
    bship_cell at = rules->cells[placed.position], cell = rules->cells[hit];
    int32_t width = placed.orientation == BSHIP_ORIENTATION_HORIZONTAL ? length : 1;
    int32_t height = placed.orientation == BSHIP_ORIENTATION_HORIZONTAL ? 1 : length;
    return cell.x >= at.x - longest && cell.x < at.x + width + longest &&
           cell.y >= at.y - longest && cell.y < at.y + height + longest;
}

static bship_status count_options(bsi_exact_cover *cover, uint32_t h, bsi_work_budget *budget)
{
    uint32_t hit = cover->evidence->hits[h];
    cover->counts[h] = bsi_partial_layout_options(&cover->partial, hit, NULL);
    return bsi_work_charge(budget, options_cost(&cover->partial));
}

/* Updates the counts after a ship was placed and saves the old ones, for which memory is reserved.
 * The last ship of a class changes the candidates of every hit. */
static bship_status recount(bsi_exact_cover *cover, bsi_placement ship, bsi_work_budget *budget)
{
    const bsi_evidence *evidence = cover->evidence;
    bsi_saved_count *saved = cover->saved.items;
    bool is_last = cover->partial.left[ship.class] == 0;
    bship_status status = BSHIP_OK;
    for (uint32_t h = 0; !status && h < evidence->hit_count; h++) {
        status = bsi_work_charge_at(budget, h, evidence->hit_count, 2);
        if (status || is_covered(cover, h) ||
            !(is_last || is_near(evidence, ship, evidence->hits[h])))
            continue;
        saved[cover->saved.count++] = (bsi_saved_count){ h, cover->counts[h] };
        status = count_options(cover, h, budget);
    }
    return status;
}

/*
 * Restores the counts saved from index `mark` on. Charges as much as counting again, also for the
 * hits that the ship `uncovered`, whose counts were not saved. Cheaper steps would move the
 * restarts of random searches, which depend on them.
 */
static bship_status restore(bsi_exact_cover *cover, size_t mark, uint32_t uncovered,
                            bsi_work_budget *budget)
{
    const bsi_saved_count *saved = cover->saved.items;
    size_t counts = cover->saved.count - mark + uncovered;
    bship_status status = bsi_work_charge(budget, 2 * (int64_t)cover->evidence->hit_count);
    for (; !status && counts > 0; counts--)
        status = bsi_work_charge(budget, options_cost(&cover->partial));
    for (; cover->saved.count > mark; cover->saved.count--)
        cover->counts[saved[cover->saved.count - 1].hit] = saved[cover->saved.count - 1].count;
    return status;
}

/* ---- branching on a hit ---- */

/* The uncovered hit with the fewest candidates; the oldest of several. */
static uint32_t hardest_hit(const bsi_exact_cover *cover)
{
    uint32_t hits = cover->evidence->hit_count, best = hits;
    for (uint32_t h = 0; h < hits; h++) {
        if (!is_covered(cover, h) && (best == hits || cover->counts[h] < cover->counts[best]))
            best = h;
    }
    return best;
}

/* Appends the candidates of the hardest hit, unless all hits are covered: OK or MEMORY. */
static bship_status list_candidates(bsi_exact_cover *cover, bool *is_complete)
{
    const bsi_partial_layout *partial = &cover->partial;
    *is_complete = partial->uncovered == 0;
    /* A dead end if the remaining ships have fewer cells than the uncovered hits. */
    if (*is_complete || partial->cells_left < partial->uncovered)
        return BSHIP_OK;
    uint32_t h = hardest_hit(cover), count = cover->counts[h];
    if (bsi_exact_cover_reserve(cover, count))
        return BSHIP_ERROR_MEMORY;
    if (count > 0)
        bsi_partial_layout_options(partial, partial->grid.evidence->hits[h], cover->found);
    for (uint32_t i = 0; i < count; i++)
        bsi_exact_cover_append(cover, cover->found[i], 0, 0);
    return BSHIP_OK;
}

/* ---- the search ---- */

bship_status bsi_exact_cover_start(bsi_exact_cover *cover, const bsi_branching *branching,
                                   bsi_work_budget *budget)
{
    const bsi_evidence *evidence = cover->evidence;
    bship_status status = bsi_work_charge(budget, (int64_t)evidence->rules->positions / 16);
    bsi_partial_layout_clear(&cover->partial);
    cover->branching = branching;
    cover->ship_count = cover->unchanged = cover->depth = 0;
    cover->is_begun = false;
    cover->options.count = cover->saved.count = 0;
    for (uint32_t h = 0; !status && !branching && h < evidence->hit_count; h++)
        status = count_options(cover, h, budget);
    return status;
}

static void shuffle(bsi_cover_option *items, uint32_t count, bship_rng *rng)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = bsi_rng_below(rng, i);
        bsi_cover_option item = items[i - 1];
        items[i - 1] = items[j];
        items[j] = item;
    }
}

/* The current option of a level. */
static bsi_cover_option *option_of(const bsi_exact_cover *cover, const bsi_cover_level *level)
{
    return &cover->options.items[level->first + level->next - 1];
}

/* Opens a level with the options of the current node, unless the cover is complete there. */
static bship_status open_level(bsi_exact_cover *cover, bship_rng *rng, bsi_work_budget *budget,
                               bool *is_complete)
{
    const bsi_branching *branching = cover->branching;
    size_t first = cover->options.count;
    bsi_cover_option parent;
    if (cover->depth > 0)
        parent = *option_of(cover, &cover->levels[cover->depth - 1]);
    bship_status status = branching
                              ? branching->list(branching->user, cover->depth > 0 ? &parent : NULL,
                                                cover, budget, is_complete)
                              : list_candidates(cover, is_complete);
    if (status || *is_complete)
        return status;
    uint32_t count = (uint32_t)(cover->options.count - first);
    if (rng)
        shuffle(&cover->options.items[first], count, rng);
    cover->levels[cover->depth++] = (bsi_cover_level){ first, 0, count, 0 };
    return BSHIP_OK;
}

static bool has_ship(const bsi_cover_option *option)
{
    return option->placement.position != 0;
}

/* Places the ship of the current option, if it has one. */
static bship_status place(bsi_exact_cover *cover, bsi_cover_level *level, bsi_work_budget *budget)
{
    const bsi_cover_option *option = option_of(cover, level);
    uint32_t hits = cover->branching ? 0 : cover->evidence->hit_count;
    if (!has_ship(option))
        return BSHIP_OK;
    if (hits > 0 && BSI_RESERVE(&cover->saved, cover->allocator, hits))
        return BSHIP_ERROR_MEMORY;
    level->saved = cover->saved.count;
    bsi_partial_layout_place(&cover->partial, option->placement);
    cover->ships[cover->ship_count++] = option->placement;
    return hits > 0 ? recount(cover, option->placement, budget) : BSHIP_OK;
}

/* Removes the ship of the current option, if it has one. */
static bship_status remove_ship(bsi_exact_cover *cover, const bsi_cover_level *level,
                                bsi_work_budget *budget)
{
    const bsi_cover_option *option = option_of(cover, level);
    uint32_t before = cover->partial.uncovered;
    if (!has_ship(option))
        return BSHIP_OK;
    bsi_partial_layout_remove(&cover->partial, option->placement);
    if (--cover->ship_count < cover->unchanged)
        cover->unchanged = cover->ship_count;
    return cover->branching
               ? BSHIP_OK
               : restore(cover, level->saved, cover->partial.uncovered - before, budget);
}

/* Replaces the current option of the deepest level by the next one, or closes the level. */
static bship_status advance(bsi_exact_cover *cover, bsi_work_budget *budget)
{
    bsi_cover_level *level = &cover->levels[cover->depth - 1];
    if (level->next > 0) {
        bship_status status = remove_ship(cover, level, budget);
        if (status)
            return status;
    }
    if (level->next == level->count) {
        cover->options.count = level->first;
        cover->depth--;
        return BSHIP_OK;
    }
    level->next++;
    return place(cover, level, budget);
}

bship_status bsi_exact_cover_next(bsi_exact_cover *cover, bship_rng *rng, bsi_work_budget *budget)
{
    bool is_complete = false, is_node = !cover->is_begun;
    bship_status status = BSHIP_OK;
    cover->is_begun = true;
    cover->unchanged = cover->ship_count;
    for (;;) {
        if (is_node)
            status = open_level(cover, rng, budget, &is_complete);
        if (status || is_complete)
            return status;
        if (cover->depth == 0)
            return BSHIP_ERROR_CONTRADICTION;
        uint32_t depth = cover->depth;
        status = advance(cover, budget);
        if (status)
            return status;
        is_node = cover->depth == depth;
    }
}
