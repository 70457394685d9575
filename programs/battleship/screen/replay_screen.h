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
 * before and after, computes heat maps. Returns 0, OUTCOME_INTERRUPTED after Ctrl-C, or
 * OUTCOME_CLOSED.
 */
int replay_screen_run(struct replay *replay, struct worker *worker, bool is_own);

/* Opens a record and shows it; says in a dialogue what is wrong with it. Returns the same. */
int replay_screen_open(const char *path, struct worker *worker, bool is_own);

/*
 * Lists the kept games and shows those that are chosen, until that is left; `path` is where the
 * file of another record is typed, in a buffer of `size` bytes. Returns as dialog_list().
 */
int replay_screen_choose(char *path, size_t size, struct worker *worker);

#endif
