/* The end of a game in line mode: both fleets, who won, how well and how luckily it was played. */
#ifndef BATTLESHIP_LINES_ENDING_H
#define BATTLESHIP_LINES_ENDING_H

#include "battleship/lines/plain.h"

/* Shows the end of a game that is over, counts it, and drops its saved copy. */
enum plain_state plain_show_end(struct plain *plain);

/* Asks whether to play again: only somebody at a terminal. */
enum plain_state plain_ask_rematch(struct plain *plain, bool *is_wanted);

#endif
