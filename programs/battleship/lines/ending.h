/* The end of a game in line mode: both fleets, who won, how well and how luckily it was played. */
#ifndef PROGRAMS_BATTLESHIP_LINES_ENDING_H
#define PROGRAMS_BATTLESHIP_LINES_ENDING_H

#include "battleship/lines/plain.h"

/*
 * Shows the end of a game that is over, asks somebody at a terminal what is next, then counts and
 * keeps the game. *has_rematch receives whether to play again.
 */
enum plain_state plain_end_game(struct plain *plain, bool *has_rematch);

#endif
