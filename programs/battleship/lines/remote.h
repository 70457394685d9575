/* A game against a player on another machine, in line mode. */
#ifndef BATTLESHIP_LINES_REMOTE_H
#define BATTLESHIP_LINES_REMOTE_H

#include "battleship/lines/plain.h"

/* Waits for another player or joins one, as the options say, and plays a game to its end. */
enum plain_state plain_play_remote(struct plain *plain);

#endif
