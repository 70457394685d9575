/* The ships of a board that are afloat: `afloat ##### #### ###`. */
#ifndef CONSOLE_SCREEN_ROSTER_VIEW_H
#define CONSOLE_SCREEN_ROSTER_VIEW_H

#include "console/game/panel.h"
#include "console/screen/area.h"

/* The rows that the roster of a whole fleet takes at a width: at most ROSTER_ROWS. */
int roster_view_rows(const bship_rules *rules, int columns);

enum {
    ROSTER_ROWS = 3
};

/* Draws the roster of a panel; ships of a length are counted if they do not fit one by one. */
void roster_view_draw(const struct panel *panel, const struct area *area);

#endif
