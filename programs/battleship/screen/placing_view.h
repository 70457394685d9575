/* What the screen for laying ships shows. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_PLACING_VIEW_H
#define PROGRAMS_BATTLESHIP_SCREEN_PLACING_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "battleship/game/laying.h"
#include "battleship/game/panel.h"
#include "battleship/screen/board_view.h"
#include "battleship/screen/game_view.h"

enum {
    PLACING_NEWS_SIZE = 256,
    PLACING_SHIP_SIZE = 64 /* of a ship in words */
};

struct placing_view {
    struct session *session;
    struct laying laying;
    struct panel panel;
    struct board_view view;
    char title[GAME_VIEW_LINE];
    bship_cell *ghost;         /* the cells of the ghost: room for the longest ship */
    bship_conflict *conflicts; /* what is in its way */
    bship_cell *conflict_cells;
    size_t conflict_count;
    bool is_ghost_hidden;         /* until the next key: it would cover the ship just laid */
    char news[PLACING_NEWS_SIZE]; /* about the last key, in place of what is said of the ghost */
};

/* Prepares the view of a side of a session; false if out of memory. Always close it. */
bool placing_view_open(struct placing_view *placing, struct session *session, int32_t side);
void placing_view_close(struct placing_view *placing);

/* Clears the screen and draws it all: a function for a backdrop. */
void placing_view_draw(void *placing_view);

/* Writes `Carrier, 5 cells` about a ship, or `Ship of 5 cells` if it has no name. */
void placing_view_describe(const bship_fleet *fleet, int32_t ship, char text[PLACING_SHIP_SIZE]);

#endif
