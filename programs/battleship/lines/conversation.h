/*
 * The conversation in line mode: what is printed and asked, one line after the other, about the
 * games of a course. Everything that takes time is a job of the worker, so that Ctrl-C is always
 * heard.
 */
#ifndef PROGRAMS_BATTLESHIP_LINES_CONVERSATION_H
#define PROGRAMS_BATTLESHIP_LINES_CONVERSATION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "battleship/game/panel.h"
#include "battleship/lines/grid.h"
#include "battleship/lines/input.h"
#include "battleship/options.h"
#include "battleship/talk/course.h"
#include "common/sides.h"

struct lines {
    const struct options *options; /* borrowed */
    bool is_spoken;                /* sentences instead of grids */
    bool has_terminal;             /* somebody sits there, rather than a pipe */
    bool has_utf8;                 /* names may have characters beyond ASCII */
    bool is_introduced;            /* who plays, and how others are chosen, was said */
    struct grid grid;
    struct input input;
    struct front front;
    struct course course;
    struct panel panels[SIDES]; /* of the game of the course */
    /*
     * Hears the player on another machine while a line is waited for; NULL: there is none.
     * OUTCOME_DONE: there was nothing to tell; OUTCOME_BACK: it was printed, and the prompt is out
     * of date.
     */
    int (*hear)(struct lines *lines, void *user);
    void *hear_user;
};

/* Prepares the conversation, but for its front. lines_close() is needed in any case. */
int lines_open(struct lines *lines, const struct options *options);
void lines_close(struct lines *lines);

/* Where to print. */
FILE *lines_out(const struct lines *lines);

/* Prints a message, broken into lines. */
void lines_say(const struct lines *lines, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Prints that a call failed unexpectedly; returns OUTCOME_FAILED. */
int lines_fail(const char *what, bship_status status);

/* Pushes what is shown off any usual terminal: somebody else sits down. */
void lines_turn_page(const struct lines *lines);

/* Flushes the output. */
int lines_flush_out(const struct lines *lines);

/*
 * Prompts for a line, which is then in `input.line`. A line that is too long is reported and is
 * empty. OUTCOME_BACK: there are news instead, and what is asked may be out of date;
 * OUTCOME_INTERRUPTED: Ctrl-C was pressed, and the caller decides what that means.
 */
int lines_ask(struct lines *lines, const char *prompt);

/* Waits for the player on another machine only: until OUTCOME_BACK, or a signal. */
int lines_listen(struct lines *lines);

/*
 * Waits until the worker's job has ended, which is then still to be collected. If that takes long
 * and somebody is watching, says who is busy: `NAME is thinking...`. OUTCOME_INTERRUPTED or
 * OUTCOME_CLOSED: the job was cancelled, and has ended.
 */
int lines_wait(struct lines *lines, const char *who);

/* Waits some time, or until the worker's job has ended, without a word; else the same. */
int lines_wait_for(struct lines *lines, int milliseconds);

#endif
