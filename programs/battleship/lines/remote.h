/* A game against a player on another machine, in line mode. */
#ifndef PROGRAMS_BATTLESHIP_LINES_REMOTE_H
#define PROGRAMS_BATTLESHIP_LINES_REMOTE_H

#include "battleship/lines/plain.h"

/*
 * Plays games against a player on another machine: goes on with the one of the session if it is
 * open; else waits for a player or joins one, as the options say.
 */
enum plain_state plain_play_remote(struct plain *plain);

/* The fleet here is complete: waits until the other one is, too. */
enum plain_state plain_commit(struct plain *plain);

#endif
