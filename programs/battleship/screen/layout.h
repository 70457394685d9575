/*
 * Where the parts of a game stand on a screen: the headline, two boards with the ships afloat below
 * them, the log, news, status and keys. Knows no terminal but its size.
 *
 * Parts flow from the top: with a board of 10x10 they take 21 rows. Below 70 columns there is
 * room for one board at a time; the log has a column of its own where boards leave room for it. On
 * a screen with room for all of this at twice the size, boards are larger, and everything is
 * centred.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_LAYOUT_H
#define PROGRAMS_BATTLESHIP_SCREEN_LAYOUT_H

#include <stdbool.h>

#include <battleship/rules.h>

#include "battleship/screen/area.h"

enum {
    LAYOUT_LEAST_COLUMNS = 30,
    LAYOUT_LEAST_ROWS = 12,
    LAYOUT_TWO_BOARDS = 70 /* columns from which both boards are shown */
};

struct layout {
    bool is_too_small; /* nothing else is set then */
    bool has_tabs;     /* one thing at a time: both boards have the same area, and the log, too */
    bool has_log; /* the log has an area of its own; otherwise it has that of the right board */
    int scale;    /* of the boards: 1 or 2 */
    int left, columns;                /* where lines of text begin, and how long they can be */
    int headline, news, status, keys; /* rows */
    int legend;                       /* the row below the ships, for a heat map; -1: no room */
    int news_rows;                    /* 1 to 3: as many as there is room for */
    struct area boards[2];            /* left and right */
    struct area rosters[2];           /* below them */
    struct area log;
};

/* Lays out a screen of a size for boards by these rules; `roster_rows` are wanted below boards. */
void layout_make(struct layout *layout, const bship_rules *rules, int roster_rows, int rows,
                 int columns);

/* Moves news, status and keys to the bottom of the screen, so that a page has all rows above. */
void layout_stretch(struct layout *layout, int rows);

#endif
