/* A record in line mode, step by step. */
#ifndef PROGRAMS_BATTLESHIP_LINES_REPLAYING_H
#define PROGRAMS_BATTLESHIP_LINES_REPLAYING_H

#include "battleship/game/replay.h"
#include "battleship/lines/conversation.h"

/* Shows the record in a file, or one of the kept games if that is NULL. */
int lines_replay_record(struct lines *lines, const char *path);

/* Shows the replay of a game that was just played, as front.replay(). */
int lines_replay(void *user, struct replay *replay);

#endif
