/* A game against a player on another machine, in line mode. */
#ifndef CONSOLE_PLAIN_REMOTE_H
#define CONSOLE_PLAIN_REMOTE_H

#include "console/plain/plain.h"

/* Waits for another player or joins one, as the options say, and plays a game to its end. */
enum plain_state plain_play_remote(struct plain *plain);

#endif
