/* A game against a player on another machine, in line mode. */
#ifndef BATTLESHIP_LINES_REMOTE_H
#define BATTLESHIP_LINES_REMOTE_H

#include "battleship/lines/plain.h"

/*
 * Plays games against a player on another machine: goes on with the one of the session if it is
 * open; else waits for a player or joins one, as the options say.
 */
int plain_play_remote(struct plain *plain);

/* The fleet here is complete: waits until the other one is, too. */
int plain_commit(struct plain *plain);

#endif
