/* The waters of a side as they are shown: their title, their marks, the ships afloat. */
#ifndef PROGRAMS_BATTLESHIP_TALK_WATERS_H
#define PROGRAMS_BATTLESHIP_TALK_WATERS_H

#include <stdbool.h>
#include <stdint.h>

#include "battleship/game/panel.h"
#include "battleship/game/session.h"

/* Gives a panel the title of a board: `YOUR WATERS`, or `WATERS OF ANNA`. */
void waters_name(struct panel *panel, bool is_you, const char *name);

/*
 * Fills a panel with the waters of a side, as a viewer may see them, and marks the shots of the
 * latest turn at them as fresh. Without a viewer (BSHIP_SIDE_NONE), and after the end, all ships
 * that are known are shown.
 */
void waters_show(struct panel *panel, const struct session *session, int32_t side, int32_t viewer);

#endif
