/*
 * The two colours of the board as sets of cells, for strategies that hunt on one colour first:
 * every ship of two or more cells covers both.
 */
#ifndef BSI_STRATEGY_CHEQUERBOARD_H
#define BSI_STRATEGY_CHEQUERBOARD_H

#include "strategy/strategy.h"

typedef struct bsi_chequerboard {
    bsi_cell_set colours[2]; /* the cells to hunt on by colour, the first one first */
} bsi_chequerboard;

void bsi_chequerboard_carve(bsi_chequerboard *board, const bship_rules *rules, bsi_arena *arena);

/* Fills the board; which colour is first is drawn at random: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_chequerboard_start(bsi_chequerboard *board, const bship_rules *rules,
                                    bsi_draws *draws, bsi_work_budget *budget);

/* Removes a cell, if it is there. */
void bsi_chequerboard_remove(bsi_chequerboard *board, uint32_t position);

/* Draws a cell not chosen yet, of the second colour only if the first has none; 0: there is none.
 */
uint32_t bsi_chequerboard_draw(const bsi_chequerboard *board, const bsi_view *view);

#endif
