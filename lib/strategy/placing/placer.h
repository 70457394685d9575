/* The struct of a placer: a placement style (style.h) with its board and state. */
#ifndef BSI_STRATEGY_PLACING_PLACER_H
#define BSI_STRATEGY_PLACING_PLACER_H

#include <battleship/experimental/placing.h>

#include "strategy/placing/style.h"

struct bship_placer {
    bship_rules *rules;
    const bsi_placing_style *style;
    bship_placer_options options; /* zeroes replaced by the defaults */
    bship_sampler *sampler;       /* that of the options; NULL: none */
    bship_board *board;           /* the board on which layouts are drawn */
    void *state;                  /* the style's state */
};

/* Checks a strength: OK or RANGE. */
bship_status bsi_placing_check_strength(double strength, bship_error *error);

/*
 * As bship_placer_place(), with another sampler (NULL: none) and other draw options: their work
 * limit is that of each uniform layout, their progress callback that of the whole draw.
 */
bship_status bsi_placer_place(bship_placer *placer, const bship_sampler *sampler,
                              bship_board *board, bship_rng *rng, const bship_draw_options *options,
                              int32_t *method);

#endif
