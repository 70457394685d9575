/* What the terminal tells: keys, the mouse, and what else may end a wait. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_EVENT_H
#define PROGRAMS_BATTLESHIP_SCREEN_EVENT_H

#include <stddef.h>
#include <stdint.h>

#include "battleship/talk/key.h"
#include "battleship/talk/outcome.h"

enum event_kind {
    EVENT_KEY,       /* a key: `key` */
    EVENT_MOUSE,     /* a button was pressed, or the wheel turned: `button`, `row`, `column` */
    EVENT_RESIZE,    /* the screen is to be drawn again: another size, Ctrl-L, back from Ctrl-Z */
    EVENT_WAKE,      /* a file descriptor is readable: its index is `wake` */
    EVENT_TICK,      /* the time is over */
    EVENT_INTERRUPT, /* Ctrl-C */
    EVENT_CLOSED     /* the terminal is gone, or the program was told to end: save and leave. From
                        then on every call returns this */
};

enum terminal_button {
    BUTTON_LEFT,
    BUTTON_MIDDLE,
    BUTTON_RIGHT,
    BUTTON_WHEEL_UP,
    BUTTON_WHEEL_DOWN
};

/* An event; its kind, an enum event_kind, says which of the others are set. */
struct event {
    int32_t kind;
    int32_t key;     /* a Unicode character, or an enum terminal_key */
    int32_t button;  /* an enum terminal_button */
    int row, column; /* of the mouse, from 0 */
    size_t wake;     /* an index into the file descriptors */
};

/* How an event ends whatever is shown; OUTCOME_GOES_ON: it does not. */
static inline int event_outcome(const struct event *event)
{
    return event->kind == EVENT_CLOSED      ? OUTCOME_CLOSED
           : event->kind == EVENT_INTERRUPT ? OUTCOME_INTERRUPTED
                                            : OUTCOME_GOES_ON;
}

#endif
