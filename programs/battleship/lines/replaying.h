/* A record in line mode, step by step. */
#ifndef PROGRAMS_BATTLESHIP_LINES_REPLAYING_H
#define PROGRAMS_BATTLESHIP_LINES_REPLAYING_H

#include "battleship/game/replay.h"
#include "battleship/lines/plain.h"

/* Shows the record in a file, or one of the kept games if that is NULL. */
enum plain_state plain_replay(struct plain *plain, const char *path);

/* Shows a replay; `is_own`: its only person is called `you`. PLAIN_LEFT: as the user wished. */
enum plain_state replaying_run(struct plain *plain, struct replay *replay, bool is_own);

#endif
