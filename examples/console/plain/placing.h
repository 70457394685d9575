/* Placing one's own fleet before the game. */
#ifndef CONSOLE_PLAIN_PLACING_H
#define CONSOLE_PLAIN_PLACING_H

#include "console/plain/plain.h"

/* Lets the user place the fleet. PLAIN_GOES_ON: it is complete. */
enum plain_state placing_run(struct plain *plain);

#endif
