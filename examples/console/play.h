/* A game of you against an AI. */
#ifndef CONSOLE_PLAY_H
#define CONSOLE_PLAY_H

#include "console/session.h"

/* Plays a game to its end, or until you leave it. */
enum session_state play_run(struct session *session);

#endif
