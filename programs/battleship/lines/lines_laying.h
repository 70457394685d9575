/* Laying one's own fleet by typed cells, before the game. */
#ifndef PROGRAMS_BATTLESHIP_LINES_LINES_LAYING_H
#define PROGRAMS_BATTLESHIP_LINES_LINES_LAYING_H

#include "battleship/lines/conversation.h"

/* Lets a person lay the fleet of a side, as front.lay(). */
int lines_lay(void *user, int32_t side);

#endif
