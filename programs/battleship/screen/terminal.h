/*
 * The terminal as a full screen: events in, styled text out. Only it, with its parts keyboard.c and
 * drawing.c, knows curses.
 *
 *     char why[TERMINAL_WHY_SIZE];
 *     if (!terminal_open(&(struct terminal_options){ .colour = COLOUR_AUTO }, why, sizeof why))
 *         ...play in lines instead, or print `why`
 *     for (;;) {
 *         terminal_clear();
 *         terminal_print(0, 0, STYLE_TITLE, "BATTLESHIP");
 *         terminal_refresh();
 *         terminal_wait(&event, NULL, 0, -1);
 *         ...
 *     }
 *     terminal_close();
 *
 * A screen is drawn as a whole, by terminal_clear(), prints and terminal_refresh(): only what has
 * changed is sent. So a loop that draws before it waits needs to do nothing for EVENT_RESIZE.
 *
 * There is one terminal: curses, and signal handlers, keep it in static memory. All calls are to be
 * made by one thread.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_TERMINAL_H
#define PROGRAMS_BATTLESHIP_SCREEN_TERMINAL_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "battleship/screen/drawing.h"
#include "battleship/screen/event.h"

/* The size of a reason why the terminal cannot be used. */
#define TERMINAL_WHY_SIZE 160

struct terminal_options {
    bool ascii;     /* no glyphs beyond ASCII, even if the locale has them */
    int32_t colour; /* an enum colour_choice */
};

/*
 * Takes over the terminal. If it cannot be used, writes the reason into `why`, leaves the terminal
 * as it is and returns false.
 */
bool terminal_open(const struct terminal_options *options, char *why, size_t size);

/* Restores the terminal. Also happens when the program exits, or is ended by a second Ctrl-C. */
void terminal_close(void);

/* Whether a signal, such as SIGTERM, has asked the program to end. */
bool terminal_was_ended(void);

/* ---- events: see event.h ---- */

/*
 * Waits for the next event: from the keyboard and mouse, from `count` further file descriptors (at
 * most TERMINAL_FDS; negative ones are skipped), or until `milliseconds` are over; -1 waits for
 * ever, 0 not at all.
 */
void terminal_wait(struct event *event, const struct pollfd *fds, size_t count, int milliseconds);

#define TERMINAL_FDS 9

/*
 * Has a function called at least once a second while terminal_wait() waits, whoever calls that: to
 * keep a connection alive while a dialogue is open, for instance. NULL ends that.
 */
void terminal_set_background(void (*run)(void *user), void *user);

#endif
