/* What strategies share: memory for their state, and drawing cells at random. */
#include "strategy/strategy.h"

bship_internal_cell_set bship_internal_arena_set(bship_internal_arena *arena,
                                                 const bship_rules *rules)
{
    bship_internal_cell_set set = { NULL, NULL, 0 };
    set.items = bship_internal_arena_take(arena, rules->free_count, sizeof *set.items);
    set.where = bship_internal_arena_take(arena, rules->positions, sizeof *set.where);
    return set;
}

typedef int (*accept_function)(const void *context, const bship_internal_view *view,
                               uint32_t position);

static int accepts(const bship_internal_view *view, uint32_t position, accept_function accept,
                   const void *context)
{
    return bship_internal_can_aim(view, position) && (!accept || accept(context, view, position));
}

/* Counts the acceptable cells, then finds the one that was drawn. */
static uint32_t draw_by_scan(const bship_internal_view *view, const bship_internal_cell_set *set,
                             accept_function accept, const void *context)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; i++)
        count += (uint32_t)accepts(view, set->items[i], accept, context);
    if (count == 0)
        return 0;
    uint32_t skip = bship_internal_rng_below(view->rng, count);
    for (uint32_t i = 0;; i++) {
        if (accepts(view, set->items[i], accept, context) && skip-- == 0)
            return set->items[i];
    }
}

uint32_t bship_internal_draw_from(const bship_internal_view *view,
                                  const bship_internal_cell_set *set, accept_function accept,
                                  const void *context)
{
    if (!accept && view->chosen_count == 0)
        return set->count > 0 ? bship_internal_cell_set_draw(set, view->rng) : 0;
    /* A few rejected draws are cheaper than a scan, and change nothing in the distribution. */
    for (int tries = 0; tries < 8 && set->count > 0; tries++) {
        uint32_t position = bship_internal_cell_set_draw(set, view->rng);
        if (accepts(view, position, accept, context))
            return position;
    }
    return draw_by_scan(view, set, accept, context);
}
