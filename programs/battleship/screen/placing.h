/*
 * Laying the ships of a side by hand: a ghost of the next ship follows the cursor and shows by
 * shape and colour whether it fits, and what is in its way.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_PLACING_H
#define PROGRAMS_BATTLESHIP_SCREEN_PLACING_H

#include <stdint.h>

#include "battleship/game/session.h"
#include "battleship/talk/remote.h"

/*
 * Lets a human lay the ships of a side of a game that has not started. OUTCOME_DONE: it may start;
 * or the player on another machine has left meanwhile, if there is a `remote`, which then is over.
 */
int placing_run(struct session *session, int32_t side, struct remote *remote);

#endif
