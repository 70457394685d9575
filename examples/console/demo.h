/* A game of AI against AI, to look at. */
#ifndef CONSOLE_DEMO_H
#define CONSOLE_DEMO_H

#include "console/session.h"

/* Shows a game from its start to its end. */
enum session_state demo_run(struct session *session);

#endif
