/* The view that a strategy has when it aims; drawing a cell at random, and picking a best cell. */
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
 * The order in which a strategy that ranks cells scans the board: line by line under one of the
 * board's symmetries. Of equally good cells it takes the first, which packs the shots of a hunt
 * better than a random choice does. The seed draws the symmetry, so no opponent can know it.
 */
typedef struct bsi_tie_order {
    uint32_t first;     /* the position of the first cell, a corner */
    uint32_t step;      /* from a cell to the next of its line; negative steps wrap around */
    uint32_t line_step; /* from the first cell of a line to that of the next */
    int32_t cells;      /* number of cells in a line */
    int32_t lines;      /* number of lines */
} bsi_tie_order;

bsi_tie_order bsi_tie_order_draw(const bship_rules *rules, bsi_draws *draws);

/* What a strategy sees when it aims. */
typedef struct bsi_view {
    const bship_rules *rules;
    const bship_chart *chart;
    const bsi_cell_set *unknown; /* the unknown cells, chosen ones included */
    const uint8_t *is_chosen;    /* by position: 1 for cells chosen for this salvo */
    uint32_t chosen_count;       /* number of these; less than that of unknown cells */
    bsi_draws *draws;            /* the random numbers of this aim */
    const bsi_tie_order *order;  /* the same throughout a game */
    int64_t work_limit;          /* for a strategy that sets `keeps_limits` */
    bsi_work_budget *budget;     /* without a limit for such a strategy */
    bship_status *status; /* WORK_LIMIT or CANCELLED once the budget stops the aim; else OK */
} bsi_view;

/* Charges steps to an aim; returns whether it goes on. If it does not, the aim's result is ignored.
 */
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
        BATCH = 64 /* items of thousands of steps still leave less than a millisecond between */
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
 * Draws uniformly from those cells of a set of unknown cells that are not chosen yet and that
 * `accept` accepts (NULL: all); 0 if there is none. `steps` is the cost of one call of `accept`.
 */
uint32_t bsi_draw_accepted(const bsi_view *view, const bsi_cell_set *set, bsi_accept accept,
                           const void *context, int64_t steps);

/* As bsi_draw_accepted(), accepting all cells. */
static inline uint32_t bsi_draw_any(const bsi_view *view, const bsi_cell_set *set)
{
    if (view->chosen_count > 0)
        return bsi_draw_accepted(view, set, NULL, NULL, 1);
    return set->count > 0 ? bsi_cell_set_draw(set, view->draws) : 0;
}

/* Compares cells: negative if `a` is better, positive if `b` is, 0 if they are equally good. */
typedef int (*bsi_cell_compare)(const void *context, uint32_t a, uint32_t b);

/* The first, in the order of ties, of the best unknown cells that are not chosen yet; at least one
 * is not. */
uint32_t bsi_pick_by(const bsi_view *view, bsi_cell_compare compare, const void *context);

/* As bsi_pick_by(), where the best cells are those of greatest value; `values` is by position. */
uint32_t bsi_pick_greatest(const bsi_view *view, const uint64_t *values);

#endif
