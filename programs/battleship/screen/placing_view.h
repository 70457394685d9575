/* What the screen for laying ships shows. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_PLACING_VIEW_H
#define PROGRAMS_BATTLESHIP_SCREEN_PLACING_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "battleship/game/laying.h"
#include "battleship/game/panel.h"
#include "battleship/screen/board_view.h"
#include "battleship/screen/dialog_frame.h"
#include "battleship/screen/game_view.h"
#include "battleship/talk/cell_entry.h"
#include "battleship/talk/laying_commands.h"

struct placing_view {
    struct session *session;
    int32_t side;
    struct laying laying;
    struct panel panel;
    struct board_view view;
    bship_conflict *conflicts; /* what is in the way of the ghost */
    bship_cell *conflict_cells;
    size_t conflict_count;
    struct cell_entry entry;  /* a cell that is being typed */
    struct reply reply;       /* to the last key, in place of what is said of the ghost */
    struct backdrop backdrop; /* of dialogues */
};

/* Prepares the view of a side of a session; false if out of memory. Always close it. */
bool placing_view_open(struct placing_view *placing, struct session *session, int32_t side);
void placing_view_close(struct placing_view *placing);

/* Clears the screen and draws it all: a function for a backdrop. */
void placing_view_draw(void *placing_view);

#endif
