/*
 * The end of a game on the full screen: the result, both fleets revealed, and, filling in as it is
 * found, the review.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_FINALE_H
#define PROGRAMS_BATTLESHIP_SCREEN_FINALE_H

#include "battleship/talk/ending.h"
#include "battleship/talk/remote.h"

/*
 * Shows the end of a game until the user chooses. Its reviews go on meanwhile; the worker is idle
 * before and after. What the player on another machine wants is said; NULL: there is none.
 */
int finale_run(struct ending *ending, struct remote *remote);

#endif
