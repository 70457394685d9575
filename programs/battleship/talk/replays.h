/* Records that are replayed outside a game: that of a file, or those of kept games. */
#ifndef PROGRAMS_BATTLESHIP_TALK_REPLAYS_H
#define PROGRAMS_BATTLESHIP_TALK_REPLAYS_H

#include "battleship/talk/front.h"

#define REPLAYS_PATH_SIZE 1024

/* Replays the record of a file until that is left; returns how. */
int replays_show_file(const struct front *front, const char *path);

/*
 * Lets kept games be chosen, and replays them, until that is left; returns how. Where a text can be
 * typed, another file can be chosen, too: `path` has the one that was typed last.
 */
int replays_show_kept(const struct front *front, char path[REPLAYS_PATH_SIZE]);

#endif
