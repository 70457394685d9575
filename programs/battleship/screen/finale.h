/*
 * The end of a game on the full screen: the result, both fleets revealed, accuracy, and, filling in
 * as they are computed, luck and the costliest shots.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_FINALE_H
#define PROGRAMS_BATTLESHIP_SCREEN_FINALE_H

#include "common/sides.h"
#include "battleship/game/session.h"
#include "battleship/game/worker.h"

/* What the user wants next. */
enum finale_choice {
    FINALE_REMATCH,
    FINALE_NEW_GAME, /* back to the menu */
    FINALE_REPLAY,   /* replay this game, then come back */
    FINALE_QUIT,
    FINALE_CLOSED /* the terminal is gone: the program must end */
};

/*
 * Shows the end of a game that is over, until the user chooses. The worker is idle before and
 * after.
 *
 * `luck` receives, for each side, the hits beyond those that the chances promised; NAN if they were
 * not computed.
 */
enum finale_choice finale_run(struct session *session, struct worker *worker, double luck[SIDES]);

#endif
