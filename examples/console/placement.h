/* Laying one's own fleet, before the shooting. */
#ifndef CONSOLE_PLACEMENT_H
#define CONSOLE_PLACEMENT_H

#include "console/session.h"

/* Has you lay your fleet. SESSION_GOES_ON: it is complete. */
enum session_state placement_run(struct session *session);

#endif
