/*
 * A record on the full screen, step by step: both boards, the log with the current entry marked,
 * and a heat map of any position.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_REPLAY_SCREEN_H
#define PROGRAMS_BATTLESHIP_SCREEN_REPLAY_SCREEN_H

#include "battleship/game/replay.h"
#include "battleship/game/worker.h"

/*
 * Shows a replay until it is left; `is_own`: its only person is called `you`. The worker, idle
 * before and after, computes heat maps. Returns OUTCOME_BACK, OUTCOME_INTERRUPTED after Ctrl-C, or
 * OUTCOME_CLOSED.
 */
int replay_screen_run(struct replay *replay, struct worker *worker, bool is_own);

#endif
