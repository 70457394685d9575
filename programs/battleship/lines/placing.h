/* Laying one's own fleet by typed cells, before the game. */
#ifndef BATTLESHIP_LINES_PLACING_H
#define BATTLESHIP_LINES_PLACING_H

#include "battleship/lines/plain.h"

/* Lets a person lay the fleet of a side. OUTCOME_DONE: it is complete. */
int plain_lay_fleet(struct plain *plain, int32_t side);

#endif
