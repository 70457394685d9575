/* Lines typed on standard input. */
#ifndef PROGRAMS_BATTLESHIP_LINES_INPUT_H
#define PROGRAMS_BATTLESHIP_LINES_INPUT_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "battleship/talk/words.h"

enum {
    INPUT_LINE_SIZE = 1024, /* of the longest line, including its NUL */
    INPUT_OTHERS_MAX = 8    /* descriptors to wait for besides */
};

/* What came first. */
enum input_event {
    INPUT_LINE,
    INPUT_TOO_LONG, /* a line that was read to its end and discarded */
    INPUT_END,      /* end of input or a read error */
    INPUT_SIGNAL,   /* signals_take() has one */
    INPUT_OTHER     /* another descriptor, or the time is over */
};

/* Standard input, and the line read last. Starts as all zeros. */
struct input {
    char buffer[512];
    size_t begin;
    size_t end;
    char line[INPUT_LINE_SIZE]; /* valid after INPUT_LINE, without its line break */
    size_t length;
    bool is_partial; /* the line is not complete yet */
    bool has_ended;
};

/*
 * What to wait for besides a line: up to INPUT_OTHERS_MAX descriptors, and a time in milliseconds;
 * -1: for ever.
 */
struct input_others {
    struct pollfd fds[INPUT_OTHERS_MAX];
    size_t count;
    int milliseconds;
};

/*
 * Waits for a line, a signal or another descriptor; `others` may be NULL. A line that was begun is
 * kept meanwhile. Control characters are read as question marks.
 */
enum input_event input_read(struct input *input, struct input_others *others);

/* The same, but leaves lines unread: for the time of a calculation. `others` is needed. */
enum input_event input_wait(struct input_others *others);

/* Whether something was typed at a terminal and not read yet. */
bool input_is_waiting(const struct input *input);

/* Drops that; or only an empty line, if it is the first. */
void input_drop(struct input *input);
void input_drop_empty(struct input *input);

#endif
