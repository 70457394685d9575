/*
 * Learning from games: habits observe a player's layouts as games end, and before a game begins the
 * AI that plays against this player is given a snapshot of them. learning.c also observes records.
 */
#ifndef BSI_PLAY_LEARNING_H
#define BSI_PLAY_LEARNING_H

#include <battleship/ai.h>
#include <battleship/board.h>
#include <battleship/experimental/habits.h>

/* Observes the complete layout of a board, whose rules must equal those of the habits. */
void bsi_learn_layout(bship_habits *habits, bship_board *board);

/*
 * Gives an AI a new snapshot of habits in place of its last: OK, MEMORY, or CANCELLED by the AI's
 * progress callback. An AI whose strategy does not use habits stays as it is.
 */
bship_status bsi_learn_refresh(bship_ai *ai, bship_habits *habits);

#endif
