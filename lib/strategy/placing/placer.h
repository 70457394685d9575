/* The struct of a placer: a placement style (style.h) with its board and state. */
#ifndef BSI_STRATEGY_PLACING_PLACER_H
#define BSI_STRATEGY_PLACING_PLACER_H

#include <battleship/placing.h>

#include "strategy/placing/style.h"

struct bship_placer {
    bship_rules *rules;
    const bsi_placing_style *style;
    bship_placer_options options; /* without zeroes that stand for defaults */
    bship_sampler *sampler;       /* of the options */
    bship_board *board;           /* on which layouts are drawn */
    void *state;                  /* of the style */
};

/* Checks the strength of options: OK or RANGE. */
bship_status bsi_placing_check_strength(double strength, bship_error *error);

/*
 * bship_placer_place() with the uniform layouts of another sampler (NULL: none) and other draw
 * options: their work limit holds for each uniform layout, their progress for the whole.
 */
bship_status bsi_placer_place(bship_placer *placer, const bship_sampler *sampler,
                              bship_board *board, bship_rng *rng, const bship_draw_options *options,
                              int32_t *method);

#endif
