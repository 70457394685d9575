/* What scrolls: pages of text, the log, tables. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_SCROLL_H
#define PROGRAMS_BATTLESHIP_SCREEN_SCROLL_H

#include "battleship/screen/terminal.h"

/* The lines by which a key or the wheel scrolls, down if positive; 0: it does not scroll. */
int scroll_lines(const struct event *event, int page);

/* The first line in sight, kept so that the last of `lines` is not above the last of `rows`. */
int scroll_within(int first, int lines, int rows);

#endif
