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

/* Whether the session goes on; otherwise why it ended. */
enum session_state {
    SESSION_GOES_ON,
    SESSION_DONE,        /* the game is over, or the user has left it */
    SESSION_INPUT_ENDED, /* end of input */
    SESSION_INTERRUPTED, /* by Ctrl-C */
    SESSION_FAILED       /* the reason was printed */
};

/* Whose ships are drawn. */
enum session_view {
    VIEW_OWN, /* those of side a; of side b only what side a knows */
    VIEW_BOTH
};

struct session {
    const struct options *options; /* borrowed */
    bool is_demo;                  /* AI against AI; otherwise the user is side a */
    bship_rules *rules;
    bship_ai *ai[2];
    bship_sampler *sampler; /* draws fleets; NULL if it cannot be created */
    bship_game *game;
    char titles[2][64];
    struct panel panels[2];
    struct screen screen;
    struct input input;
};

/*
 * Creates the game and places the ships of its AIs. Returns EXIT_FINE; on failure prints the
 * reason on stderr and returns an exit code. session_close() is needed in any case.
 */
int session_open(struct session *session, const struct options *options, bool is_demo);

/* Frees the members of the session. */
void session_close(struct session *session);

/* Places the whole fleet of a side at random. */
enum session_state session_place_random(struct session *session, int32_t side);

/* The name of a side: `you` or `enemy`, in a demo `a` or `b`. */
const char *session_player(const struct session *session, int32_t side);

/* Prints the round, the players and the seed. */
void session_print_headline(const struct session *session);

/* Draws the headline and both sides' boards. */
void session_draw(struct session *session, enum session_view view);

/* Prints the latest turn: the name of its side, and the shots in words. */
void session_print_turn(const struct session *session);

/* Draws the boards of a finished game with all ships, and the result. */
void session_print_result(struct session *session);

/* Flushes the output. SESSION_FAILED: writing failed; SESSION_INTERRUPTED: Ctrl-C. */
enum session_state session_flush(const struct session *session);

/* Prints that a call failed unexpectedly; returns SESSION_FAILED. */
enum session_state session_fail(const char *what, bship_status status);

/* Prompts for a line and reads it. A line that is too long is reported and read as empty. */
enum session_state session_ask(struct session *session, const char *prompt,
                               char line[INPUT_LINE_SIZE]);

#endif
