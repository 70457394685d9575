/* The questions before a game is left or given up. */
#ifndef PROGRAMS_BATTLESHIP_TALK_LEAVING_H
#define PROGRAMS_BATTLESHIP_TALK_LEAVING_H

#include <stdbool.h>

#include "battleship/game/session.h"
#include "battleship/talk/front.h"
#include "battleship/talk/keeping.h"

enum leaving {
    LEAVING_BACK,  /* the game goes on */
    LEAVING_SAVED, /* to be resumed, and the program ends */
    LEAVING_MENU,  /* likewise, and the menu is next */
    LEAVING_QUIT,  /* without saving: what was saved is to be removed */
    LEAVING_UNSAVED_MENU,
    LEAVING_RESIGN,      /* the player gives up: the caller resigns for the side */
    LEAVING_INTERRUPTED, /* a second Ctrl-C */
    LEAVING_CLOSED       /* the terminal, or the input, has gone */
};

/*
 * Asks how to leave a game. What does not apply is not offered: a game that is not kept cannot be
 * saved, a game of machines, or one that `side` does not play, cannot be resigned, and one in the
 * user's file is not left for the menu, where the next game would replace it. A game that is kept
 * is left without saving only by those who watch it.
 */
enum leaving leaving_ask(const struct front *front, const struct keeping *keeping,
                         const struct session *session, int32_t side, bool has_menu);

/*
 * Asks whether to leave although the game could not be saved: LEAVING_BACK, LEAVING_QUIT or, to try
 * again, LEAVING_SAVED; LEAVING_INTERRUPTED, LEAVING_CLOSED.
 */
enum leaving leaving_ask_unsaved(const struct front *front, const char *why);

#endif
