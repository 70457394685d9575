/*
 * A game on the full screen, from the first shot to the last. What happens in it is decided by
 * talk/play.h; here it is drawn, and keys and the mouse are read.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_PLAYING_H
#define PROGRAMS_BATTLESHIP_SCREEN_PLAYING_H

#include <stdbool.h>

#include "battleship/screen/dialog.h"
#include "battleship/talk/play.h"

/*
 * Plays a started game until it is over or left; returns as front.play(). Hits do not flash if it
 * is to be calm. Meanwhile *dialogs is what questions are put over; then it is NULL.
 */
int playing_run(struct play *play, bool is_calm, const struct backdrop **dialogs);

#endif
