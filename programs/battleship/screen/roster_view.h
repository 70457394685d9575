/* The ships of a board that are afloat: `afloat ##### #### ###`. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_ROSTER_VIEW_H
#define PROGRAMS_BATTLESHIP_SCREEN_ROSTER_VIEW_H

#include "battleship/game/panel.h"
#include "battleship/screen/area.h"

/* The rows that the roster of a whole fleet takes at a width: at most ROSTER_ROWS. */
int roster_view_rows(const bship_rules *rules, int columns);

enum {
    ROSTER_ROWS = 3
};

/* Draws the roster of a panel; ships of a length are counted if they do not fit one by one. */
void roster_view_draw(const struct panel *panel, const struct area *area);

#endif
