/* One run of the program: the game, its AIs, the terminal. */
#ifndef CONSOLE_PLAIN_PLAIN_H
#define CONSOLE_PLAIN_PLAIN_H

#include <stdbool.h>

#include <battleship/game.h>
#include <battleship/sampler.h>

#include "console/options.h"
#include "console/game/panel.h"
#include "console/plain/grid.h"
#include "console/plain/input.h"

/* Whether the game goes on; otherwise why it ended. */
enum plain_state {
    PLAIN_GOES_ON,
    PLAIN_DONE,        /* the game is over, or the user has left it */
    PLAIN_INPUT_ENDED, /* end of input */
    PLAIN_INTERRUPTED, /* by Ctrl-C */
    PLAIN_FAILED       /* the reason was printed */
};

/* Whose ships are drawn. */
enum plain_view {
    VIEW_OWN, /* those of side a; of side b only what side a knows */
    VIEW_BOTH
};

struct plain {
    const struct options *options; /* borrowed */
    bool is_demo;                  /* AI against AI; otherwise the user is side a */
    bship_rules *rules;
    bship_ai *ai[2];
    bship_sampler *sampler; /* draws fleets; NULL if it cannot be created */
    bship_game *game;
    char titles[2][64];
    struct panel panels[2];
    struct grid grid;
    struct input input;
};

/*
 * Creates the game and places the ships of its AIs. Returns EXIT_FINE; on failure prints the
 * reason on stderr and returns an exit code. plain_close() is needed in any case.
 */
int plain_open(struct plain *plain, const struct options *options, bool is_demo);

/* Frees the members. */
void plain_close(struct plain *plain);

/* Places the whole fleet of a side at random. */
enum plain_state plain_place_random(struct plain *plain, int32_t side);

/* The name of a side: `you` or `enemy`, in a demo `a` or `b`. */
const char *plain_player(const struct plain *plain, int32_t side);

/* Prints the round, the players and the seed. */
void plain_print_headline(const struct plain *plain);

/* Draws the headline and both sides' boards. */
void plain_draw(struct plain *plain, enum plain_view view);

/* Prints the latest turn: the name of its side, and the shots in words. */
void plain_print_turn(const struct plain *plain);

/* Draws the boards of a finished game with all ships, and the result. */
void plain_print_result(struct plain *plain);

/* Flushes the output. PLAIN_FAILED: writing failed; PLAIN_INTERRUPTED: Ctrl-C. */
enum plain_state plain_flush(const struct plain *plain);

/* Prints that a call failed unexpectedly; returns PLAIN_FAILED. */
enum plain_state plain_fail(const char *what, bship_status status);

/* Prompts for a line and reads it. A line that is too long is reported and read as empty. */
enum plain_state plain_ask(struct plain *plain, const char *prompt, char line[INPUT_LINE_SIZE]);

#endif
