/* A record in line mode, step by step. */
#ifndef BATTLESHIP_LINES_REPLAYING_H
#define BATTLESHIP_LINES_REPLAYING_H

#include "battleship/lines/plain.h"

/* Shows a record: Enter goes on, `b` back, a number jumps. */
enum plain_state plain_replay(struct plain *plain, const char *path);

#endif
