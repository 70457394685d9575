/*
 * Learning from games: what games and matches do with the habits of a player. His layouts are
 * observed as games end; before a game begins, the AI that plays against him is given a snapshot
 * of what they taught.
 */
#ifndef BSI_PLAY_LEARNING_H
#define BSI_PLAY_LEARNING_H

#include <battleship/ai.h>
#include <battleship/board.h>
#include <battleship/habits.h>

/* Observes the complete layout of a board, whose rules must equal those of the habits. */
void bsi_learn_layout(bship_habits *habits, bship_board *board);

/*
 * Gives an AI what habits have learnt so far, in place of what it had: OK; MEMORY; or CANCELLED by
 * the AI's progress callback. An AI whose strategy does not use habits stays as it is.
 */
bship_status bsi_learn_refresh(bship_ai *ai, bship_habits *habits);

#endif
