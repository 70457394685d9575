/* One run of the program: the game, its AIs, the terminal. */
#ifndef CONSOLE_SESSION_H
#define CONSOLE_SESSION_H

#include <stdbool.h>

#include <battleship/game.h>
#include <battleship/sampler.h>

#include "console/input.h"
#include "console/options.h"
#include "console/panel.h"
#include "console/screen.h"

/* Whether the session goes on, and if not, why it ended. */
enum session_state {
    SESSION_GOES_ON,
    SESSION_DONE,        /* the game is over, or the user has left it */
    SESSION_INPUT_ENDED, /* there is nobody to play with any more */
    SESSION_INTERRUPTED, /* by Ctrl-C */
    SESSION_FAILED       /* and the reason was said */
};

/* Whose ships are drawn. */
enum session_view {
    VIEW_OWN, /* those of side a; of side b what side a knows */
    VIEW_BOTH
};

struct session {
    const struct options *options; /* borrowed */
    bool is_demo;                  /* AI against AI, rather than you, side a, against AI */
    bship_rules *rules;
    bship_ai *ai[2];
    bship_sampler *sampler; /* that fleets are drawn from; NULL: none could be made */
    bship_game *game;
    char titles[2][64];
    struct panel panels[2];
    struct screen screen;
    struct input input;
};

/*
 * Makes the game; the AIs' ships are laid. On failure says why on stderr and
 * returns the program's exit code; on success EXIT_FINE. session_close() is
 * needed in any case.
 */
int session_open(struct session *session, const struct options *options, bool is_demo);

/* Frees what the session holds. */
void session_close(struct session *session);

/* Lays the whole fleet of a side at random. */
enum session_state session_place_random(struct session *session, int32_t side);

/* How a side is called: `you` and `enemy`, in a demo `a` and `b`. */
const char *session_player(const struct session *session, int32_t side);

/* Prints a line about the game: the round, who plays, the seed. */
void session_print_headline(const struct session *session);

/* Draws the headline and both sides' waters. */
void session_draw(struct session *session, enum session_view view);

/* Prints the last turn of a side in words, after the name of who fired it. */
void session_print_turn(const struct session *session, int32_t side);

/* Draws the waters of a game that is over, all ships shown, and says who won. */
void session_print_result(struct session *session);

/* Sends out what was printed. SESSION_FAILED: it was lost; SESSION_INTERRUPTED: Ctrl-C came. */
enum session_state session_flush(const struct session *session);

/* Says that a call failed that should not have; returns SESSION_FAILED. */
enum session_state session_fail(const char *what, bship_status status);

/* Prompts for a line and reads it. Too long a line is read as an empty one, and said to be so. */
enum session_state session_ask(struct session *session, const char *prompt,
                               char line[INPUT_LINE_SIZE]);

#endif
