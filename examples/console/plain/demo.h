/* A game of AI against AI, for watching. */
#ifndef CONSOLE_PLAIN_DEMO_H
#define CONSOLE_PLAIN_DEMO_H

#include "console/plain/plain.h"

/* Shows a game from start to end. */
enum plain_state demo_run(struct plain *plain);

#endif
