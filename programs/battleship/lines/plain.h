/*
 * The conversation in line mode: what is printed and asked, one line after the other, and the game
 * that it is about. Everything that takes time is a job of the worker, so that Ctrl-C is always
 * heard.
 */
#ifndef PROGRAMS_BATTLESHIP_LINES_PLAIN_H
#define PROGRAMS_BATTLESHIP_LINES_PLAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "battleship/game/panel.h"
#include "battleship/game/saves.h"
#include "battleship/game/session.h"
#include "battleship/game/worker.h"
#include "battleship/lines/grid.h"
#include "battleship/lines/input.h"
#include "battleship/options.h"
#include "battleship/talk/ending.h"
#include "battleship/talk/keeping.h"
#include "battleship/talk/remote.h"
#include "common/sides.h"

/* Whether the conversation goes on; otherwise why it ends. */
enum plain_state {
    PLAIN_GOES_ON,
    PLAIN_NEWS,        /* it goes on, but the other machine has changed the game: look again */
    PLAIN_LEFT,        /* as the user wished */
    PLAIN_INPUT_ENDED, /* end of input */
    PLAIN_INTERRUPTED, /* by Ctrl-C */
    PLAIN_TERMINATED,  /* by SIGTERM or SIGHUP */
    PLAIN_REFUSED,     /* the command line asks for what cannot be; the reason was printed */
    PLAIN_FAILED       /* the reason was printed */
};

struct plain {
    const struct options *options; /* borrowed */
    bool is_spoken;                /* sentences instead of grids */
    bool has_terminal;             /* somebody sits there, rather than a pipe */
    bool has_utf8;                 /* names may have characters beyond ASCII */
    struct grid grid;
    struct input input;
    struct worker *worker;
    struct saves saves;
    struct keeping keeping; /* of the game, in `saves` */
    struct archive archive; /* of games that have ended */
    struct remote *remote;  /* NULL: nobody is on another machine */
    /*
     * Hears the player on another machine while a line is waited for. PLAIN_GOES_ON: there was
     * nothing to tell; PLAIN_NEWS: it was printed, and the prompt is out of date.
     */
    enum plain_state (*hear)(struct plain *plain, void *user);
    void *hear_user;

    /* The game; empty without one: from plain_begin() or plain_resume() on. */
    struct session session;
    struct panel panels[SIDES];
};

/* Prepares the conversation. plain_close() is needed in any case. */
enum plain_state plain_open(struct plain *plain, const struct options *options);
void plain_close(struct plain *plain);

/* Makes a game from a setup, in the place of the one before; on failure prints the reason. */
enum plain_state plain_begin(struct plain *plain, const struct setup *setup);

/* Makes a game from the one that saves_find() has found; likewise. */
enum plain_state plain_resume(struct plain *plain);

/* Where to print. */
FILE *plain_out(const struct plain *plain);

/* Prints a message, broken into lines. */
void plain_say(const struct plain *plain, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Prints that a call failed unexpectedly; returns PLAIN_FAILED. */
enum plain_state plain_fail(const char *what, bship_status status);

/* Flushes the output. */
enum plain_state plain_flush(const struct plain *plain);

/*
 * Prompts for a line, which is then in `input.line`. A line that is too long is reported and is
 * empty. PLAIN_INTERRUPTED: Ctrl-C was pressed; the caller decides what that means.
 */
enum plain_state plain_ask(struct plain *plain, const char *prompt);

/*
 * Asks again until the answer is yes or no. *is_yes is false unless the result is PLAIN_GOES_ON and
 * the answer yes.
 */
enum plain_state plain_ask_yes_or_no(struct plain *plain, const char *prompt, bool *is_yes);

/*
 * Asks again until the answer is the number of a game, from 1 to `count`, or `quit`, which is
 * PLAIN_LEFT.
 */
enum plain_state plain_ask_number(struct plain *plain, const char *prompt, int count, int *number);

/* Waits for the player on another machine only: until PLAIN_NEWS, or a signal. */
enum plain_state plain_listen(struct plain *plain);

/*
 * Waits until the worker's job has ended, which is then still to be collected. If that takes long
 * and somebody is watching, says who is busy: `NAME is thinking...`. PLAIN_INTERRUPTED or
 * PLAIN_TERMINATED: the job was cancelled, and has ended.
 */
enum plain_state plain_wait(struct plain *plain, const char *who);

/* Saves the game, if games are saved. A failure is said once, and the game goes on. */
void plain_save(struct plain *plain);

/* Waits some time, or until the worker's job has ended, without a word; else the same. */
enum plain_state plain_wait_for(struct plain *plain, int milliseconds);

/* Whether the game is saved: it has begun, and can be resumed. */
bool plain_is_kept(const struct plain *plain);

/* Whether the word of an answer is another one or its first letter, ignoring case. */
bool plain_is_word(const char *answer, const char *word);

#endif
