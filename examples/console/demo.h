/* A game of AI against AI, for watching. */
#ifndef CONSOLE_DEMO_H
#define CONSOLE_DEMO_H

#include "console/session.h"

/* Shows a game from start to end. */
enum session_state demo_run(struct session *session);

#endif
