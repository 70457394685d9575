/* A record in line mode, step by step. */
#ifndef PROGRAMS_BATTLESHIP_LINES_REPLAYING_H
#define PROGRAMS_BATTLESHIP_LINES_REPLAYING_H

#include "battleship/game/replay.h"
#include "battleship/lines/conversation.h"

/* Shows a replay, as front.replay(). */
int lines_replay(void *user, struct replay *replay, bool is_own);

#endif
