/* The two colours of the board, for strategies that hunt on one before the other. */
#ifndef BSHIP_STRATEGY_CHEQUERBOARD_H
#define BSHIP_STRATEGY_CHEQUERBOARD_H

#include "strategy/strategy.h"

typedef struct bship_internal_chequerboard {
    bship_internal_cell_set colours[2]; /* cells to hunt on: first those of one colour */
} bship_internal_chequerboard;

void bship_internal_chequerboard_layout(bship_internal_chequerboard *board,
                                        const bship_rules *rules, bship_internal_arena *arena);

/* Fills the board; which colour comes first is drawn. */
void bship_internal_chequerboard_start(bship_internal_chequerboard *board, const bship_rules *rules,
                                       bship_internal_draws *draws);

/* Takes a cell off the board, if it is there. */
void bship_internal_chequerboard_take(bship_internal_chequerboard *board, uint32_t position);

/* A cell that can be chosen, of the other colour only if there is none of the first; or 0. */
uint32_t bship_internal_chequerboard_draw(const bship_internal_chequerboard *board,
                                          const bship_internal_view *view);

#endif
