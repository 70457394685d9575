/* A position of a practice on the full screen. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_PRACTICE_SCREEN_H
#define PROGRAMS_BATTLESHIP_SCREEN_PRACTICE_SCREEN_H

#include "battleship/talk/viewing.h"

/* Shows where a replay stands as a side knew it, and lets it fire, as front.aim(). */
int practice_screen_run(const struct viewing *viewing, int32_t side, const char *text,
                        bship_cell *cell);

#endif
