/*
 * What the talk needs of a front end: to put a question, and to show a page of text. The full
 * screen answers by dialogues, line mode by typed words; the talk knows only how commands are
 * called.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_FRONT_H
#define PROGRAMS_BATTLESHIP_TALK_FRONT_H

#include <stdbool.h>
#include <stddef.h>

#include "battleship/talk/outcome.h"

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
};

/* Each function is given `user`. */
struct front {
    /* Returns the number of a choice, or an enum outcome: OUTCOME_BACK, _INTERRUPTED or _CLOSED. */
    int (*ask)(void *user, const struct question *question);
    void (*show)(void *user, const char *title, const char *text); /* until it has been read */
    bool is_line_mode; /* a command is called by its word, and not by its key */
    void *user;
};

/* Asks a question of no or yes, each in words of its own: 0 no, 1 yes, or an enum outcome. */
static inline int front_ask_if(const struct front *front, const char *text, const char *no,
                               const char *yes)
{
    const struct question question = { text, { { "no", no }, { "yes", yes } }, 2 };
    return front->ask(front->user, &question);
}

#endif
