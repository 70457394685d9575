/* What a strategy sees when it aims; drawing a cell at random, and picking the first of the best.
 */
#ifndef BSI_STRATEGY_DRAW_H
#define BSI_STRATEGY_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/cell_set.h"
#include "base/random.h"
#include "base/work_budget.h"
#include "model/chart.h"

/* Carves a set with room for every cell of a board. */
bsi_cell_set bsi_arena_set(bsi_arena *arena, const bship_rules *rules);

/*
 * The order in which a strategy that ranks cells goes over the board: row by row under one of the
 * board's symmetries. Among equally good cells it takes the first, which packs the shots of a hunt
 * better than chance does. The symmetry is drawn from the seed, so that no opponent can know it.
 */
typedef struct bsi_tie_order {
    uint32_t first;     /* the position of the first cell, a corner */
    uint32_t step;      /* to the next cell of a line; steps back wrap around */
    uint32_t line_step; /* to the next line */
    int32_t cells;      /* of a line */
    int32_t lines;
} bsi_tie_order;

bsi_tie_order bsi_tie_order_draw(const bship_rules *rules, bsi_draws *draws);

/* What a strategy sees when it aims. */
typedef struct bsi_view {
    const bship_rules *rules;
    const bship_chart *chart;
    const bsi_cell_set *unknown; /* the unknown cells, chosen ones included */
    const uint8_t *is_chosen;    /* by position: 1 for cells chosen for this salvo */
    uint32_t chosen_count;       /* less than the number of unknown cells; 0 between calls */
    bsi_draws *draws;
    const bsi_tie_order *order; /* one for each game */
    int64_t work_limit;         /* of a strategy that keeps it itself */
    bsi_work_budget *budget;
    bship_status *status; /* why the budget stopped the aim: WORK_LIMIT or CANCELLED; else OK */
} bsi_view;

/* Charges steps to an aim; returns whether it goes on. If not, functions return any cell or 0. */
static inline bool bsi_view_charge(const bsi_view *view, int64_t steps)
{
    if (!*view->status)
        *view->status = bsi_work_charge(view->budget, steps);
    return !*view->status;
}

/* Charges `each` steps for every item of a loop over `count` items, in batches: to be called at the
 * start of iteration `i`. */
static inline bool bsi_view_charge_at(const bsi_view *view, uint32_t i, uint32_t count,
                                      int64_t each)
{
    enum {
        BATCH = 64 /* small enough for items that take thousands of steps */
    };
    if (i % BATCH != 0)
        return true;
    uint32_t left = count - i;
    return bsi_view_charge(view, each * (left < BATCH ? left : BATCH));
}

/* Whether a cell can be chosen. */
static inline bool bsi_can_aim(const bsi_view *view, uint32_t position)
{
    return view->unknown->where[position] && !view->is_chosen[position];
}

/* Whether a strategy accepts a cell. */
typedef bool (*bsi_accept)(const void *context, const bsi_view *view, uint32_t position);

/*
 * Draws uniformly from the cells of a set of unknown cells that are not chosen yet and that
 * `accept` (NULL: any), which takes `steps` a cell, accepts; 0 if there is none.
 */
uint32_t bsi_draw_accepted(const bsi_view *view, const bsi_cell_set *set, bsi_accept accept,
                           const void *context, int64_t steps);

/* The same, accepting any cell. */
static inline uint32_t bsi_draw_any(const bsi_view *view, const bsi_cell_set *set)
{
    if (view->chosen_count > 0)
        return bsi_draw_accepted(view, set, NULL, NULL, 1);
    return set->count > 0 ? bsi_cell_set_draw(set, view->draws) : 0;
}

/* Compares cells: negative if `a` is better, positive if `b` is, 0 if they are equally good. */
typedef int (*bsi_cell_compare)(const void *context, uint32_t a, uint32_t b);

/* The first in sweep order of the best unknown cells not chosen yet, of which there is one. */
uint32_t bsi_pick_by(const bsi_view *view, bsi_cell_compare compare, const void *context);

/* The same for the cells of greatest value, by position. */
uint32_t bsi_pick_greatest(const bsi_view *view, const uint64_t *values);

#endif
