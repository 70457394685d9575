/*
 * The keyboard and the mouse, as curses reads them. Part of the terminal: only terminal.c uses it.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_KEYBOARD_H
#define PROGRAMS_BATTLESHIP_SCREEN_KEYBOARD_H

#include <stdbool.h>

#include "battleship/screen/event.h"

/* Milliseconds to wait for the rest of a key's sequence: Escape alone is a key, too. */
#define KEYBOARD_DELAY 100

/* Prepares reading; curses has the terminal. False if out of memory. */
bool keyboard_open(void);
void keyboard_close(void);

/*
 * Reads a key or the mouse, waiting only for the rest of one that has begun; returns whether it is
 * an event.
 */
bool keyboard_read(struct event *event, int milliseconds);

/* Whether curses may have read ahead: such keys do not show in poll(). */
bool keyboard_has_more(void);

/* How often in a row nothing was there to be read. */
int keyboard_silent_reads(void);

#endif
