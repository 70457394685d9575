/* A record in line mode, step by step. */
#ifndef CONSOLE_PLAIN_REPLAYING_H
#define CONSOLE_PLAIN_REPLAYING_H

#include "console/plain/plain.h"

/* Shows a record: Enter goes on, `b` back, a number jumps. */
enum plain_state plain_replay(struct plain *plain, const char *path);

#endif
