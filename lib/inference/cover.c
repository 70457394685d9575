/* The coverings of the hits; see cover.h. */
#include "inference/cover.h"

void bship_internal_cover_layout(bship_internal_cover *cover, bship_internal_sketch *sketch,
                                 bship_internal_arena *arena)
{
    const bship_rules *rules = sketch->waters.evidence->rules;
    cover->sketch = sketch;
    cover->counts = bship_internal_arena_take(arena, rules->free_count, sizeof *cover->counts);
    cover->levels =
        bship_internal_arena_take(arena, (size_t)rules->fleet->count + 1, sizeof *cover->levels);
}

void bship_internal_cover_free(bship_internal_cover *cover, const bship_allocator *allocator)
{
    bship_internal_array_free(&cover->options, allocator, sizeof(bship_internal_placement));
}

/* ---- the placements that may cover a hit ---- */

/* Writes them to `out`, which may be NULL; returns their number. */
static uint32_t find_options(const bship_internal_sketch *sketch, uint32_t hit,
                             bship_internal_placement *out)
{
    return bship_internal_waters_options(&sketch->waters, sketch->left, hit, UINT32_MAX, out);
}

/* About the steps that this takes. */
static int64_t options_cost(const bship_internal_sketch *sketch)
{
    return 8 * sketch->waters.evidence->kind_count +
           4 * (int64_t)sketch->waters.evidence->kinds[0].length;
}

static int is_covered(const bship_internal_cover *cover, uint32_t h)
{
    return cover->sketch->waters.taken[cover->sketch->waters.evidence->hits[h]] != 0;
}

/* Whether a ship may change what covers a hit: one more ship may lie between them. */
static int reaches(const bship_internal_evidence *evidence, bship_internal_placement laid,
                   uint32_t hit)
{
    const bship_rules *rules = evidence->rules;
    int32_t length = evidence->kinds[laid.kind].length, longest = evidence->kinds[0].length;
    bship_cell at = rules->cells[laid.position], cell = rules->cells[hit];
    int32_t width = laid.orientation == BSHIP_RIGHT ? length : 1;
    int32_t height = laid.orientation == BSHIP_RIGHT ? 1 : length;
    return cell.x >= at.x - longest && cell.x < at.x + width + longest &&
           cell.y >= at.y - longest && cell.y < at.y + height + longest;
}

static bship_status count_options(bship_internal_cover *cover, uint32_t h,
                                  bship_internal_effort *effort)
{
    cover->counts[h] = find_options(cover->sketch, cover->sketch->waters.evidence->hits[h], NULL);
    return bship_internal_effort_spend(effort, options_cost(cover->sketch));
}

/* Counts again after a ship was laid or taken off; the last of a kind concerns every hit. */
static bship_status recount(bship_internal_cover *cover, bship_internal_placement laid, int is_last,
                            bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = cover->sketch->waters.evidence;
    bship_status status = BSHIP_OK;
    for (uint32_t h = 0; !status && h < evidence->hit_count; h++) {
        status = bship_internal_effort_spend_at(effort, h, evidence->hit_count, 2);
        if (is_covered(cover, h) || !(is_last || reaches(evidence, laid, evidence->hits[h])))
            continue;
        if (!status)
            status = count_options(cover, h, effort);
    }
    return status;
}

/* ---- the walk ---- */

bship_status bship_internal_cover_start(bship_internal_cover *cover, bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = cover->sketch->waters.evidence;
    bship_status status =
        bship_internal_effort_spend(effort, (int64_t)evidence->rules->positions / 16);
    bship_internal_sketch_clear(cover->sketch);
    cover->depth = 0;
    cover->is_begun = 0;
    cover->options.count = 0;
    for (uint32_t h = 0; !status && h < evidence->hit_count; h++)
        status = count_options(cover, h, effort);
    return status;
}

/* The uncovered hit with the fewest options, the oldest of several. */
static uint32_t hardest_hit(const bship_internal_cover *cover)
{
    uint32_t hits = cover->sketch->waters.evidence->hit_count, best = hits;
    for (uint32_t h = 0; h < hits; h++) {
        if (!is_covered(cover, h) && (best == hits || cover->counts[h] < cover->counts[best]))
            best = h;
    }
    return best;
}

static void shuffle(bship_internal_placement *items, uint32_t count, bship_rng *rng)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = bship_internal_rng_below(rng, i);
        bship_internal_placement item = items[i - 1];
        items[i - 1] = items[j];
        items[j] = item;
    }
}

static bship_status open_level(bship_internal_cover *cover, const bship_allocator *allocator,
                               bship_rng *rng)
{
    bship_internal_sketch *sketch = cover->sketch;
    uint32_t hit = hardest_hit(cover);
    /* Where the ships left are too small for the hits left, no option is worth a try. */
    uint32_t count = sketch->room < sketch->uncovered ? 0 : cover->counts[hit];
    bship_status status = bship_internal_array_reserve(&cover->options, allocator, count,
                                                       sizeof(bship_internal_placement));
    if (status)
        return status;
    bship_internal_placement *options =
        (bship_internal_placement *)cover->options.items + cover->options.count;
    if (count > 0)
        find_options(sketch, sketch->waters.evidence->hits[hit], options);
    if (rng)
        shuffle(options, count, rng);
    cover->levels[cover->depth++] = (bship_internal_cover_level){ cover->options.count, count, 0 };
    cover->options.count += count;
    return BSHIP_OK;
}

static bship_status put(bship_internal_cover *cover, bship_internal_placement laid,
                        bship_internal_effort *effort)
{
    bship_internal_sketch_put(cover->sketch, laid);
    return recount(cover, laid, cover->sketch->left[laid.kind] == 0, effort);
}

static bship_status take(bship_internal_cover *cover, bship_internal_placement laid,
                         bship_internal_effort *effort)
{
    bship_internal_sketch_take(cover->sketch, laid);
    return recount(cover, laid, cover->sketch->left[laid.kind] == 1, effort);
}

/* Puts the next option of the deepest level in the place of the one before, or closes it. */
static bship_status advance(bship_internal_cover *cover, bship_internal_effort *effort)
{
    bship_internal_cover_level *level = &cover->levels[cover->depth - 1];
    if (level->next > 0) {
        bship_status status =
            take(cover, bship_internal_cover_ship(cover, cover->depth - 1), effort);
        if (status)
            return status;
    }
    if (level->next == level->count) {
        cover->options.count = level->first;
        cover->depth--;
        return BSHIP_OK;
    }
    level->next++;
    return put(cover, bship_internal_cover_ship(cover, cover->depth - 1), effort);
}

bship_status bship_internal_cover_next(bship_internal_cover *cover,
                                       const bship_allocator *allocator, bship_rng *rng,
                                       bship_internal_effort *effort)
{
    bship_status status = BSHIP_OK;
    if (!cover->is_begun) {
        cover->is_begun = 1;
        if (cover->sketch->uncovered == 0)
            return BSHIP_OK;
        status = open_level(cover, allocator, rng);
    }
    while (!status && cover->depth > 0) {
        uint32_t depth = cover->depth;
        status = advance(cover, effort);
        if (status || cover->depth < depth)
            continue;
        if (cover->sketch->uncovered == 0)
            return BSHIP_OK;
        status = open_level(cover, allocator, rng);
    }
    return status ? status : BSHIP_ERROR_CONTRADICTION;
}
