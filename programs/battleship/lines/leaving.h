/* The question before a game is left in which no shot was fired yet. */
#ifndef BATTLESHIP_LINES_LEAVING_H
#define BATTLESHIP_LINES_LEAVING_H

#include "battleship/lines/plain.h"

/* Asks whether to leave. OUTCOME_DONE: back. `side` is not asked whether it gives up. */
int plain_leave(struct plain *plain, int32_t side);

#endif
