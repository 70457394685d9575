/* The question before a game is left in which no shot was fired yet. */
#ifndef PROGRAMS_BATTLESHIP_LINES_LEAVING_H
#define PROGRAMS_BATTLESHIP_LINES_LEAVING_H

#include "battleship/lines/plain.h"

/* Asks whether to leave. PLAIN_GOES_ON: back. `side` is not asked whether it gives up. */
enum plain_state plain_leave(struct plain *plain, int32_t side);

#endif
