/* A game of the user against an AI. */
#ifndef CONSOLE_PLAIN_PLAYING_H
#define CONSOLE_PLAIN_PLAYING_H

#include "console/plain/plain.h"

/* Plays a game to its end, or until the user quits. */
enum plain_state playing_run(struct plain *plain);

#endif
