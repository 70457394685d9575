/* A record in line mode, step by step, and positions of it to fire in. */
#ifndef PROGRAMS_BATTLESHIP_LINES_REPLAYING_H
#define PROGRAMS_BATTLESHIP_LINES_REPLAYING_H

#include "battleship/game/replay.h"
#include "battleship/lines/conversation.h"
#include "battleship/talk/viewing.h"

/* Shows a replay, as front.replay(). */
int lines_replay(void *user, struct replay *replay, bool is_own);

/* Shows where a replay stands as a side knew it, and asks for a cell, as front.aim(). */
int lines_aim(void *user, const struct viewing *viewing, int32_t side, const char *text,
              bship_cell *cell);

#endif
