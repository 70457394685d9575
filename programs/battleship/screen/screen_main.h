/*
 * The game on the full screen from start to quit: menu, laying ships, playing, the end, and what
 * comes next.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_SCREEN_MAIN_H
#define PROGRAMS_BATTLESHIP_SCREEN_SCREEN_MAIN_H

#include <stddef.h>

#include "battleship/options.h"

/* Returned instead of an exit code if the terminal cannot be used. */
#define SCREEN_UNAVAILABLE (-1)

/*
 * Runs the game as the options say. Returns the exit code; or SCREEN_UNAVAILABLE with the reason
 * in `why`, before anything was drawn, so that the caller can go on in line mode.
 */
int screen_run(const struct options *options, char *why, size_t size);

#endif
