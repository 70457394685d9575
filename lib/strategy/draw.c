/* Drawing cells at random; see draw.h. */
#include "strategy/draw.h"

#include <stdbool.h>

bsi_cell_set bsi_arena_set(bsi_arena *arena, const bship_rules *rules)
{
    bsi_cell_set set = { NULL, NULL, 0 };
    set.items = bsi_arena_take(arena, rules->free_count, sizeof *set.items);
    set.where = bsi_arena_take(arena, rules->positions, sizeof *set.where);
    return set;
}

static bool accepts(const bsi_view *view, uint32_t position, bsi_accept accept, const void *context)
{
    return bsi_can_aim(view, position) && (!accept || accept(context, view, position));
}

/* Counts the accepted cells, draws an index, and scans for that cell. */
static uint32_t draw_by_scan(const bsi_view *view, const bsi_cell_set *set, bsi_accept accept,
                             const void *context, int64_t steps)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        if (!bsi_view_charge(view, steps))
            return 0;
        count += (uint32_t)accepts(view, set->items[i], accept, context);
    }
    if (count == 0)
        return 0;
    uint32_t skip = bsi_draws_below(view->draws, count);
    for (uint32_t i = 0; bsi_view_charge(view, steps); i++) {
        if (accepts(view, set->items[i], accept, context) && skip-- == 0)
            return set->items[i];
    }
    return 0;
}

uint32_t bsi_draw_accepted(const bsi_view *view, const bsi_cell_set *set, bsi_accept accept,
                           const void *context, int64_t steps)
{
    /* Rejection sampling has the same distribution as a scan, and is mostly cheaper. */
    uint32_t tries = set->count > 0 ? 8 + set->count / 4 : 0;
    for (; tries > 0 && bsi_view_charge(view, steps); tries--) {
        uint32_t position = bsi_cell_set_draw(set, view->draws);
        if (accepts(view, position, accept, context))
            return position;
    }
    return draw_by_scan(view, set, accept, context, steps);
}

/* Whether a cell is chosen already; a constant `any_chosen` of false removes the look-up. */
static inline bool is_chosen(const bsi_view *view, uint32_t cell, bool any_chosen)
{
    return any_chosen && view->is_chosen[cell];
}

static inline uint32_t draw_best(const bsi_view *view, const uint64_t *values, bool any_chosen)
{
    const uint32_t *cells = view->unknown->items;
    uint32_t count = view->unknown->count;
    uint64_t best = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value = is_chosen(view, cells[i], any_chosen) ? 0 : values[cells[i]];
        best = value > best ? value : best;
    }
    uint32_t equals = 0, first = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (values[cells[i]] != best || is_chosen(view, cells[i], any_chosen))
            continue;
        if (equals++ == 0)
            first = i;
    }
    uint32_t skip = equals > 1 ? bsi_draws_below(view->draws, equals) : 0;
    for (uint32_t i = first;; i++) {
        if (values[cells[i]] == best && !is_chosen(view, cells[i], any_chosen) && skip-- == 0)
            return cells[i];
    }
}

uint32_t bsi_draw_best(const bsi_view *view, const uint64_t *values)
{
    if (!bsi_view_charge(view, 4 * (int64_t)view->unknown->count))
        return 0;
    return view->chosen_count > 0 ? draw_best(view, values, true) : draw_best(view, values, false);
}

uint32_t bsi_draw_first(const bsi_view *view, bsi_compare compare, const void *context)
{
    const bsi_cell_set *unknown = view->unknown;
    uint32_t best = 0, equals = 0;
    if (!bsi_view_charge(view, 4 * (int64_t)unknown->count))
        return 0;
    for (uint32_t i = 0; i < unknown->count; i++) {
        uint32_t cell = unknown->items[i];
        if (!bsi_can_aim(view, cell))
            continue;
        int order = best ? compare(context, cell, best) : -1;
        if (order > 0)
            continue;
        equals = order < 0 ? 1 : equals + 1;
        if (order < 0)
            best = cell;
    }
    uint32_t skip = equals > 1 ? bsi_draws_below(view->draws, equals) : 0;
    for (uint32_t i = 0;; i++) {
        uint32_t cell = unknown->items[i];
        if (bsi_can_aim(view, cell) && compare(context, cell, best) == 0 && skip-- == 0)
            return cell;
    }
}
