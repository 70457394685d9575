/* Placing one's own fleet before the game. */
#ifndef CONSOLE_PLACEMENT_H
#define CONSOLE_PLACEMENT_H

#include "console/session.h"

/* Lets the user place the fleet. SESSION_GOES_ON: it is complete. */
enum session_state placement_run(struct session *session);

#endif
