/* The question before a game is left. */
#ifndef BATTLESHIP_LINES_LEAVING_H
#define BATTLESHIP_LINES_LEAVING_H

#include "battleship/lines/plain.h"

/*
 * Asks how to leave the game: to be resumed, given up by `side` (BSHIP_SIDE_NONE: nobody can), or
 * not at all. PLAIN_GOES_ON: back, or the game is over now.
 */
enum plain_state plain_leave(struct plain *plain, int32_t side);

/* Asks whether `side` gives up, and does it. */
enum plain_state plain_resign(struct plain *plain, int32_t side);

#endif
