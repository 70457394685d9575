/* A record in line mode, step by step. */
#ifndef BATTLESHIP_LINES_REPLAYING_H
#define BATTLESHIP_LINES_REPLAYING_H

#include "battleship/game/replay.h"
#include "battleship/lines/plain.h"

/* Shows the record in a file, or one of the kept games if that is NULL. */
int plain_replay(struct plain *plain, const char *path);

/* Shows a replay; `is_own`: its only person is called `you`. OUTCOME_QUIT: as the user wished. */
int replaying_run(struct plain *plain, struct replay *replay, bool is_own);

#endif
