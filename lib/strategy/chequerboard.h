/* The two colours of the board, for strategies that hunt on one before the other. */
#ifndef BSI_STRATEGY_CHEQUERBOARD_H
#define BSI_STRATEGY_CHEQUERBOARD_H

#include "strategy/strategy.h"

typedef struct bsi_chequerboard {
    bsi_cell_set colours[2]; /* cells to hunt on: first those of one colour */
} bsi_chequerboard;

void bsi_chequerboard_carve(bsi_chequerboard *board, const bship_rules *rules, bsi_arena *arena);

/* Fills the board; which colour comes first is drawn. */
void bsi_chequerboard_start(bsi_chequerboard *board, const bship_rules *rules, bsi_draws *draws);

/* Takes a cell off the board, if it is there. */
void bsi_chequerboard_take(bsi_chequerboard *board, uint32_t position);

/* A cell that can be chosen, of the other colour only if there is none of the first; or 0. */
uint32_t bsi_chequerboard_draw(const bsi_chequerboard *board, const bsi_view *view);

#endif
