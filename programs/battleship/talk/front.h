/*
 * What the course of a game (course.h) needs of a front end: a table of what draws, reads, waits
 * and asks. The full screen answers by dialogues, line mode by typed words; a program without
 * people needs hardly anything. The talk knows only how commands are called.
 *
 * Each function is given `user`. One that is NULL has nothing to do; what waits is then waited for
 * by poll(). Those that return an int return what follows: OUTCOME_DONE if the part came to its
 * end, or how it was left. No function returns OUTCOME_GOES_ON, and none is called by another
 * thread. While `ask`, `show`, `work`, `hear` or a part runs, the front end sees to it that a
 * connection is kept alive (remote_keep_alive()).
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_FRONT_H
#define PROGRAMS_BATTLESHIP_TALK_FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/geometry.h>

#include "battleship/talk/outcome.h"

struct ending;
struct play;
struct remote;
struct replay;
struct setup;
struct viewing;
struct worker;

enum {
    QUESTION_CHOICES_MAX = 8
};

/* A choice of a question. */
struct choice {
    const char *word; /* what is typed in line mode, where its first letter will do, too; on the
                         screen that letter is its hot key */
    const char *text; /* `Save the game and quit` */
};

struct question {
    const char *text;                            /* a whole sentence: `Give the game up?` */
    struct choice choices[QUESTION_CHOICES_MAX]; /* the first one is what Enter takes on the screen:
                                                    it loses nothing */
    int count;
    bool is_unasked; /* it comes by itself: what was typed before it was not meant for it */
    bool is_private; /* what was shown before it is not for whoever answers, and Enter takes the
                        first choice in line mode, too */
};

/* A list of which a row may be chosen. */
struct listing {
    const char *title;
    const char *text;   /* above the rows; may be empty */
    const char *action; /* what is done with the row: `replay` */
    int count;
    int selected; /* at first, and then the row that was selected last */
    void (*row)(int row, char *buffer, size_t size, void *user);
    void (*note)(int row, char *buffer, size_t size, void *user); /* about a row; NULL: nothing */
    void *user;
};

struct front {
    void *user;
    bool is_lines;         /* a command is called by its word and not by its key, and what was said
                              stays in sight */
    bool is_attended;      /* somebody is there to be asked before a game and after it */
    bool has_menu;         /* a game can be left for a menu */
    double review_seconds; /* what the rollouts of a review may take; 0: as long as is usual */

    /* ---- asking and saying ---- */

    /* Puts a question; returns the number of a choice, or why there is none. */
    int (*ask)(void *user, const struct question *question);
    /* Lets a row of a list be chosen; returns its index, or why there is none. */
    int (*choose)(void *user, struct listing *listing);
    /* Lets a text be edited: OUTCOME_DONE, or why it is as it was. */
    int (*type)(void *user, const char *title, char *text, size_t size);
    /* Shows a page of text until it has been read. */
    void (*show)(void *user, const char *title, const char *text);
    /* Says whole sentences that nobody waits for: at once, or when the game has left the screen. */
    void (*say)(void *user, const char *text);
    /* Says why there is no game, or why it cannot go on, unasked; returns how that is left. */
    int (*fail)(void *user, const char *title, const char *why);

    /* ---- waiting ---- */

    /*
     * Waits until the worker's job has ended, and collects it; the text says what it does. If that
     * is not waited for, the job is cancelled and collected all the same.
     */
    int (*work)(void *user, const char *text, struct worker *worker);
    /*
     * Waits until a flag of the player on another machine is set, or nothing more will happen;
     * `text` says for what. Shows the news that come meanwhile.
     */
    int (*hear)(void *user, const char *title, const char *text, struct remote *remote,
                const bool *flag);
    /* From now on there is a player on another machine; NULL: not any more. */
    void (*connect)(void *user, struct remote *remote);

    /* ---- the parts of a game ---- */

    /* Takes note of a session that was opened: by a setup, or NULL if it was resumed. */
    int (*begin)(void *user, const struct setup *setup);
    /* Lets a person lay a fleet while nobody else is looking. */
    int (*lay)(void *user, int32_t side);
    /*
     * Plays until play->outcome is not OUTCOME_GOES_ON: draws, reads, and acts by play_do(). If it
     * returns anything but OUTCOME_DONE, the game was left by that.
     */
    int (*play)(void *user, struct play *play);
    /* Shows the end as far as it is shown before anything is asked. */
    int (*end)(void *user, struct ending *ending);
    /* Shows the end until something is chosen: COMMAND_REMATCH, COMMAND_REPLAY, or how it is left;
     * never OUTCOME_DONE. */
    int (*choose_next)(void *user, struct ending *ending);
    /* Shows a replay until it is left, by OUTCOME_BACK if by nothing else; `is_own`: its only
     * person is called `you`. */
    int (*replay)(void *user, struct replay *replay, bool is_own);
    /*
     * Shows where a replay stands, as a side knew it, under a text, and lets that side fire:
     * OUTCOME_DONE, with the cell, which is on the board; or how that was left. `cell` is where a
     * cursor begins.
     */
    int (*aim)(void *user, const struct viewing *viewing, int32_t side, const char *text,
               bship_cell *cell);
};

/* Asks a question of no or yes, each in words of its own: 0 no, 1 yes, or an enum outcome. */
static inline int front_ask_if(const struct front *front, const char *text, const char *no,
                               const char *yes)
{
    const struct question question = { .text = text,
                                       .choices = { { "no", no }, { "yes", yes } },
                                       .count = 2 };
    return front->ask(front->user, &question);
}

#endif
