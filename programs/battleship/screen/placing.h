/*
 * Laying the ships of a side by hand: a ghost of the next ship follows the cursor and shows by
 * shape and colour whether it fits, and what is in its way.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_PLACING_H
#define PROGRAMS_BATTLESHIP_SCREEN_PLACING_H

#include <stdint.h>

#include "battleship/game/session.h"

enum placing_result {
    PLACING_DONE,  /* the fleet is complete, and the player wants to start */
    PLACING_MENU,  /* back to the menu: the game is given up before it began */
    PLACING_QUIT,  /* likewise, and the program is to end */
    PLACING_CLOSED /* the terminal has gone */
};

/* Lets a human lay the ships of a side of a game that has not started. */
enum placing_result placing_run(struct session *session, int32_t side);

#endif
