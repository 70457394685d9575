/*
 * A placement style: a row of the registry, with hooks that a placer (placer.h) calls.
 *
 * A style draws a layout on the placer's board, from which the placer copies it.
 */
#ifndef BSI_STRATEGY_PLACING_STYLE_H
#define BSI_STRATEGY_PLACING_STYLE_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/experimental/placing.h>

#include "base/names.h"
#include "base/work_budget.h"
#include "model/board.h"

/* What a style needs to draw a layout. */
typedef struct bsi_placing {
    const struct bsi_placing_style *style;
    bship_board *board;           /* receives the layout */
    const bship_sampler *sampler; /* draws uniform layouts; NULL: the board does */
    bship_draw_options limits;    /* limits of each uniform layout */
    double strength;
    uint64_t seed; /* the seed of the placer's options */
    void *state;   /* the style's state */
    bship_rng *rng;
    bsi_work_budget *budget; /* the budget of the whole draw */
    int32_t method;          /* result: how the layout was drawn; a bship_draw_method */
} bsi_placing;

/* A share: `part` of `whole`. Both are 0 if there is nothing to count. */
typedef struct bsi_share {
    int64_t part;
    int64_t whole;
} bsi_share;

typedef struct bsi_placing_style {
    const char *name; /* name and text come first, as base/names.h requires */
    const char *text;
    double strength; /* the default strength */
    /* Allocates the state, which `close` frees: OK or MEMORY. Both may be NULL. */
    bship_status (*open)(void **state, const bship_rules *rules);
    void (*close)(void *state, const bship_rules *rules);
    /* Draws a layout; sets `method`. OK, WORK_LIMIT, CANCELLED or INFEASIBLE. */
    bship_status (*draw)(bsi_placing *placing);
    /* The feature of a ship in a style of habits.c; other styles have none. */
    bsi_share (*ship_share)(const bship_rules *rules, int32_t length, bsi_placement placement,
                            uint32_t quadrant);
} bsi_placing_style;

/* The style of an index, or NULL. */
const bsi_placing_style *bsi_placing_style_at(int32_t style);

/* Finds the style of a name; NULL: `uniform`. OK or NAME. */
bship_status bsi_placing_style_named(const bsi_placing_style **out, const char *name,
                                     bship_error *error);

/* Whether a style is `uniform`. */
bool bsi_placing_is_uniform(const bsi_placing_style *style);

/* Draws a uniform layout, charging `placing->budget` for its cells: OK, WORK_LIMIT, CANCELLED or
 * INFEASIBLE. If the layout had to be searched, `method` becomes SEARCHED. */
bship_status bsi_placing_draw_uniform(bsi_placing *placing);

/* Charges the steps of checking a layout: OK, WORK_LIMIT or CANCELLED. */
static inline bship_status bsi_placing_charge(const bsi_placing *placing)
{
    const bship_rules *rules = placing->board->rules;
    return bsi_work_charge(placing->budget,
                           rules->fleet->cells * (1 + (int64_t)rules->contact_count));
}

/* The names of the styles. */
extern const bsi_names bsi_placement_style_names;

#endif
