/* The question before a game on the screen is left. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_LEAVING_H
#define PROGRAMS_BATTLESHIP_SCREEN_LEAVING_H

#include "battleship/game/saves.h"
#include "battleship/game/session.h"
#include "battleship/screen/dialog.h"

enum leaving {
    LEAVING_BACK,   /* the game goes on */
    LEAVING_SAVED,  /* to be resumed, if games are kept; the program ends */
    LEAVING_MENU,   /* likewise, and the menu is next */
    LEAVING_RESIGN, /* the player gives up: the caller resigns for the side */
    LEAVING_AT_ONCE /* a second Ctrl-C, or the terminal has gone */
};

/*
 * Asks how to leave a game: `Save and quit` or `Save, then menu`, both without saving if games are
 * not kept, with `saves` being NULL; `Resign`, `Back`. What does not apply to the game is not
 * offered: a remote side is not left without a word, a game of machines cannot be resigned, and one
 * in the user's file is not left for the menu, where the next game would replace it.
 */
enum leaving leaving_ask(const struct backdrop *backdrop, const struct session *session,
                         const struct saves *saves);

#endif
