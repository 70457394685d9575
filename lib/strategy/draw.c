/* Drawing and picking cells; see draw.h. */
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
        if (!bsi_view_charge_at(view, i, set->count, steps))
            return 0;
        count += (uint32_t)accepts(view, set->items[i], accept, context);
    }
    if (count == 0)
        return 0;
    uint32_t skip = bsi_draws_below(view->draws, count);
    for (uint32_t i = 0; bsi_view_charge_at(view, i, set->count, steps); i++) {
        if (accepts(view, set->items[i], accept, context) && skip-- == 0)
            return set->items[i];
    }
    return 0;
}

uint32_t bsi_draw_accepted(const bsi_view *view, const bsi_cell_set *set, bsi_accept accept,
                           const void *context, int64_t steps)
{
    /* Rejection sampling first: it has the distribution of a scan, and is mostly cheaper. */
    uint32_t tries = set->count > 0 ? 8 + set->count / 4 : 0;
    for (uint32_t i = 0; i < tries && bsi_view_charge_at(view, i, tries, steps); i++) {
        uint32_t position = bsi_cell_set_draw(set, view->draws);
        if (accepts(view, position, accept, context))
            return position;
    }
    return draw_by_scan(view, set, accept, context, steps);
}

/* ---- picking the first of the best ---- */

bsi_tie_order bsi_tie_order_draw(const bship_rules *rules, bsi_draws *draws)
{
    enum {
        MIRROR_X = 1,
        MIRROR_Y = 2,
        TRANSPOSE = 4
    };
    bool is_square = rules->width == rules->height;
    uint32_t symmetry = bsi_draws_below(draws, is_square ? 8 : 4);
    bship_cell corner = { symmetry & MIRROR_X ? rules->width - 1 : 0,
                          symmetry & MIRROR_Y ? rules->height - 1 : 0 };
    uint32_t across = symmetry & MIRROR_X ? 0u - 1 : 1;
    uint32_t down = symmetry & MIRROR_Y ? 0u - rules->stride : rules->stride;
    bool is_transposed = symmetry & TRANSPOSE;
    return (bsi_tie_order){ .first = bsi_position(rules, corner),
                            .step = is_transposed ? down : across,
                            .line_step = is_transposed ? across : down,
                            .cells = rules->width,
                            .lines = rules->height };
}

/* Charges a scan of the whole board. */
static bool charge_scan(const bsi_view *view)
{
    return bsi_view_charge(view, 4 * (int64_t)view->rules->width * view->rules->height);
}

/* The greatest value of a cell that can be chosen. */
static uint64_t greatest_value(const bsi_view *view, const uint64_t *values)
{
    const uint32_t *cells = view->unknown->items;
    uint32_t count = view->unknown->count;
    bool has_chosen = view->chosen_count > 0;
    uint64_t greatest = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value = has_chosen && view->is_chosen[cells[i]] ? 0 : values[cells[i]];
        greatest = value > greatest ? value : greatest;
    }
    return greatest;
}

/* Two loops: one that remembers the best cell so far would take branches that are mispredicted. */
uint32_t bsi_pick_greatest(const bsi_view *view, const uint64_t *values)
{
    const bsi_tie_order *order = view->order;
    uint32_t line = order->first;
    if (!charge_scan(view))
        return 0;
    uint64_t greatest = greatest_value(view, values);
    for (int32_t i = 0; i < order->lines; i++, line += order->line_step) {
        uint32_t cell = line;
        for (int32_t k = 0; k < order->cells; k++, cell += order->step) {
            if (values[cell] == greatest && bsi_can_aim(view, cell))
                return cell;
        }
    }
    return 0;
}

uint32_t bsi_pick_by(const bsi_view *view, bsi_cell_compare compare, const void *context)
{
    const bsi_tie_order *order = view->order;
    uint32_t best = 0, line = order->first;
    if (!charge_scan(view))
        return 0;
    for (int32_t i = 0; i < order->lines; i++, line += order->line_step) {
        uint32_t cell = line;
        for (int32_t k = 0; k < order->cells; k++, cell += order->step) {
            if (bsi_can_aim(view, cell) && (!best || compare(context, cell, best) < 0))
                best = cell;
        }
    }
    return best;
}
