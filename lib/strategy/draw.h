/*
 * What a strategy can see when it aims, and drawing one of several cells at random.
 */
#ifndef BSI_STRATEGY_DRAW_H
#define BSI_STRATEGY_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/cell_set.h"
#include "base/random.h"
#include "model/chart.h"

/* A set that can hold every cell of a board. */
bsi_cell_set bsi_arena_set(bsi_arena *arena, const bship_rules *rules);

/* What a strategy can see when it aims. */
typedef struct bsi_view {
    const bship_rules *rules;
    const bship_chart *chart;
    const bsi_cell_set *unknown_count; /* cells in fog, those chosen included */
    const uint8_t *chosen;             /* by position: 1 for cells chosen for this salvo */
    uint32_t chosen_count;             /* always less than the untried cells */
    bsi_draws *draws;
} bsi_view;

/* Whether a cell can be chosen. */
static inline bool bsi_can_aim(const bsi_view *view, uint32_t position)
{
    return view->unknown_count->where[position] && !view->chosen[position];
}

/* Whether a strategy would choose a cell; `context` is what it was asked with. */
typedef int (*bsi_accept)(const void *context, const bsi_view *view, uint32_t position);

/*
 * A cell of a set of untried cells that is not chosen yet and that `accept` (NULL:
 * any) accepts, each with the same probability; 0 if there is none.
 */
uint32_t bsi_draw_accepted(const bsi_view *view, const bsi_cell_set *set, bsi_accept accept,
                           const void *context);

/* The same where any cell will do. */
static inline uint32_t bsi_draw_any(const bsi_view *view, const bsi_cell_set *set)
{
    if (view->chosen_count > 0)
        return bsi_draw_accepted(view, set, NULL, NULL);
    return set->count > 0 ? bsi_cell_set_draw(set, view->draws) : 0;
}

/* Whether a cell is better than another (below 0), equally good (0), or not as good (above 0). */
typedef int (*bsi_compare)(const void *context, uint32_t a, uint32_t b);

/*
 * An untried cell that is not chosen yet and than which none is better, each such cell
 * with the same probability. There is one.
 */
uint32_t bsi_draw_first(const bsi_view *view, bsi_compare compare, const void *context);

/*
 * An untried cell that is not chosen yet with the greatest value (by position) of
 * all, each such cell with the same probability. There is one.
 */
uint32_t bsi_draw_best(const bsi_view *view, const uint64_t *values);

#endif
