/* Laying one's own fleet by typed cells, before the game. */
#ifndef PROGRAMS_BATTLESHIP_LINES_PLACING_H
#define PROGRAMS_BATTLESHIP_LINES_PLACING_H

#include "battleship/lines/plain.h"

/* Lets a person lay the fleet of a side. PLAIN_GOES_ON: it is complete. */
enum plain_state plain_lay_fleet(struct plain *plain, int32_t side);

#endif
