/* The coverings of the hits; see sampling/cover.h. */
#include "inference/sampling/cover.h"

#include <stdbool.h>

void bsi_cover_carve(bsi_cover *cover, bsi_partial_layout *partial, bsi_arena *arena)
{
    const bship_rules *rules = partial->grid.evidence->rules;
    cover->partial = partial;
    cover->counts = bsi_arena_take(arena, rules->free_count, sizeof *cover->counts);
    cover->levels = bsi_arena_take(arena, (size_t)rules->fleet->count + 1, sizeof *cover->levels);
}

void bsi_cover_free(bsi_cover *cover, const bship_allocator *allocator)
{
    bsi_array_free(&cover->options, allocator, sizeof(bsi_placement));
}

/* ---- the placements that may cover a hit ---- */

/* Writes them to `out`, which may be NULL; returns their number. */
static uint32_t find_options(const bsi_partial_layout *partial, uint32_t hit, bsi_placement *out)
{
    return bsi_grid_options(&partial->grid, partial->left, hit, UINT32_MAX, out);
}

/* About the steps that this takes. */
static int64_t options_cost(const bsi_partial_layout *partial)
{
    return 8 * partial->grid.evidence->class_count +
           4 * (int64_t)partial->grid.evidence->classes[0].length;
}

static bool is_covered(const bsi_cover *cover, uint32_t h)
{
    return cover->partial->grid.occupied[cover->partial->grid.evidence->hits[h]] != 0;
}

/* Whether a ship may change what covers a hit: one more ship may lie between them. */
static int reaches(const bsi_evidence *evidence, bsi_placement placed, uint32_t hit)
{
    const bship_rules *rules = evidence->rules;
    int32_t length = evidence->classes[placed.class].length, longest = evidence->classes[0].length;
    bship_cell at = rules->cells[placed.position], cell = rules->cells[hit];
    int32_t width = placed.orientation == BSHIP_ORIENTATION_HORIZONTAL ? length : 1;
    int32_t height = placed.orientation == BSHIP_ORIENTATION_HORIZONTAL ? 1 : length;
    return cell.x >= at.x - longest && cell.x < at.x + width + longest &&
           cell.y >= at.y - longest && cell.y < at.y + height + longest;
}

static bship_status count_options(bsi_cover *cover, uint32_t h, bsi_work_budget *budget)
{
    cover->counts[h] = find_options(cover->partial, cover->partial->grid.evidence->hits[h], NULL);
    return bsi_work_charge(budget, options_cost(cover->partial));
}

/* Counts again after a ship was laid or taken off; the last of a kind concerns every hit. */
static bship_status recount(bsi_cover *cover, bsi_placement placed, bool is_last,
                            bsi_work_budget *budget)
{
    const bsi_evidence *evidence = cover->partial->grid.evidence;
    bship_status status = BSHIP_OK;
    for (uint32_t h = 0; !status && h < evidence->hit_count; h++) {
        status = bsi_work_charge_at(budget, h, evidence->hit_count, 2);
        if (is_covered(cover, h) || !(is_last || reaches(evidence, placed, evidence->hits[h])))
            continue;
        if (!status)
            status = count_options(cover, h, budget);
    }
    return status;
}

/* ---- the walk ---- */

bship_status bsi_cover_start(bsi_cover *cover, bsi_work_budget *budget)
{
    const bsi_evidence *evidence = cover->partial->grid.evidence;
    bship_status status = bsi_work_charge(budget, (int64_t)evidence->rules->positions / 16);
    bsi_partial_layout_clear(cover->partial);
    cover->depth = 0;
    cover->is_begun = false;
    cover->options.count = 0;
    for (uint32_t h = 0; !status && h < evidence->hit_count; h++)
        status = count_options(cover, h, budget);
    return status;
}

/* The uncovered hit with the fewest options, the oldest of several. */
static uint32_t hardest_hit(const bsi_cover *cover)
{
    uint32_t hits = cover->partial->grid.evidence->hit_count, best = hits;
    for (uint32_t h = 0; h < hits; h++) {
        if (!is_covered(cover, h) && (best == hits || cover->counts[h] < cover->counts[best]))
            best = h;
    }
    return best;
}

static void shuffle(bsi_placement *items, uint32_t count, bship_rng *rng)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = bsi_rng_below(rng, i);
        bsi_placement item = items[i - 1];
        items[i - 1] = items[j];
        items[j] = item;
    }
}

static bship_status open_level(bsi_cover *cover, const bship_allocator *allocator, bship_rng *rng)
{
    bsi_partial_layout *partial = cover->partial;
    uint32_t hit = hardest_hit(cover);
    /* Where the ships left are too small for the hits left, no option is worth a try. */
    uint32_t count = partial->room < partial->uncovered ? 0 : cover->counts[hit];
    bship_status status =
        bsi_array_reserve(&cover->options, allocator, count, sizeof(bsi_placement));
    if (status)
        return status;
    bsi_placement *options = (bsi_placement *)cover->options.items + cover->options.count;
    if (count > 0)
        find_options(partial, partial->grid.evidence->hits[hit], options);
    if (rng)
        shuffle(options, count, rng);
    cover->levels[cover->depth++] = (bsi_cover_level){ cover->options.count, count, 0 };
    cover->options.count += count;
    return BSHIP_OK;
}

static bship_status put(bsi_cover *cover, bsi_placement placed, bsi_work_budget *budget)
{
    bsi_partial_layout_place(cover->partial, placed);
    return recount(cover, placed, cover->partial->left[placed.class] == 0, budget);
}

static bship_status take(bsi_cover *cover, bsi_placement placed, bsi_work_budget *budget)
{
    bsi_partial_layout_remove(cover->partial, placed);
    return recount(cover, placed, cover->partial->left[placed.class] == 1, budget);
}

/* Puts the next option of the deepest level in the place of the one before, or closes it. */
static bship_status advance(bsi_cover *cover, bsi_work_budget *budget)
{
    bsi_cover_level *level = &cover->levels[cover->depth - 1];
    if (level->next > 0) {
        bship_status status = take(cover, bsi_cover_ship(cover, cover->depth - 1), budget);
        if (status)
            return status;
    }
    if (level->next == level->count) {
        cover->options.count = level->first;
        cover->depth--;
        return BSHIP_OK;
    }
    level->next++;
    return put(cover, bsi_cover_ship(cover, cover->depth - 1), budget);
}

bship_status bsi_cover_next(bsi_cover *cover, const bship_allocator *allocator, bship_rng *rng,
                            bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    if (!cover->is_begun) {
        cover->is_begun = true;
        if (cover->partial->uncovered == 0)
            return BSHIP_OK;
        status = open_level(cover, allocator, rng);
    }
    while (!status && cover->depth > 0) {
        uint32_t depth = cover->depth;
        status = advance(cover, budget);
        if (status || cover->depth < depth)
            continue;
        if (cover->partial->uncovered == 0)
            return BSHIP_OK;
        status = open_level(cover, allocator, rng);
    }
    return status ? status : BSHIP_ERROR_CONTRADICTION;
}
