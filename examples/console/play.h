/* A game of the user against an AI. */
#ifndef CONSOLE_PLAY_H
#define CONSOLE_PLAY_H

#include "console/session.h"

/* Plays a game to its end, or until the user quits. */
enum session_state play_run(struct session *session);

#endif
