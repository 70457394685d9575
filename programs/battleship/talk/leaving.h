/* The questions before a game is left or given up, and before somebody else sits down. */
#ifndef PROGRAMS_BATTLESHIP_TALK_LEAVING_H
#define PROGRAMS_BATTLESHIP_TALK_LEAVING_H

#include <stdbool.h>

#include "battleship/game/session.h"
#include "battleship/talk/front.h"
#include "battleship/talk/keeping.h"

/* How a game is left. */
enum leaving {
    LEAVING_SAVED, /* to be resumed, and the program ends */
    LEAVING_MENU,  /* likewise, and the menu is next */
    LEAVING_QUIT,  /* without saving: what was saved is to be removed */
    LEAVING_UNSAVED_MENU,
    LEAVING_RESIGN /* the player gives up: the caller resigns for the side */
};

/*
 * Asks how to leave a game: an enum leaving, or an enum outcome. What does not apply is not
 * offered: a game that is not kept cannot be saved, a game of machines, or one that `side` does not
 * play, cannot be resigned, and one in the user's file is not left for the menu, where the next
 * game would replace it. A game that is kept is left without saving only by those who watch it.
 */
int leaving_ask(const struct front *front, const struct keeping *keeping,
                const struct session *session, int32_t side);

/*
 * Asks whether to leave before the game begins: OUTCOME_GOES_ON, or how it is left, which is
 * OUTCOME_BACK for the menu.
 */
int leaving_ask_laying(const struct front *front, const struct session *session);

/*
 * With two people at the terminal, asks the one of a side to sit down before anything of that side
 * is shown: OUTCOME_DONE; OUTCOME_BACK: it is to be asked whether to leave; or OUTCOME_CLOSED.
 */
int leaving_ask_to_sit_down(const struct front *front, const struct session *session, int32_t side);

/*
 * Asks whether to leave although the game could not be saved: LEAVING_QUIT or, to try again,
 * LEAVING_SAVED, or an enum outcome.
 */
int leaving_ask_unsaved(const struct front *front, const char *why);

#endif
