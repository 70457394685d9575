/* What the dialogues share: the frame, wrapped text, and the events that end each of them. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_DIALOG_FRAME_H
#define PROGRAMS_BATTLESHIP_SCREEN_DIALOG_FRAME_H

#include <stdbool.h>
#include <stddef.h>

#include "battleship/game/worker.h"
#include "battleship/screen/area.h"
#include "battleship/screen/terminal.h"

/* What is drawn beneath a dialogue. Without a function: nothing. */
struct backdrop {
    void (*draw)(void *user); /* clears the screen and draws it all, but does not refresh it */
    void *user;
};

/*
 * Whether the terminal is smaller than LAYOUT_LEAST_ROWS and LAYOUT_LEAST_COLUMNS. If so, draws and
 * shows a screen that says it, instead of the caller's: no key may act until the size has changed.
 */
bool dialog_is_too_small(void);

/* Draws that screen, and does not show it yet. */
void dialog_draw_too_small(void);

/*
 * Draws the backdrop and a frame with a title in the middle of the screen, for `rows` and `columns`
 * of content, cut to the screen. Returns the area for the content.
 */
struct area dialog_frame(const struct backdrop *backdrop, const char *title, int rows, int columns);

/* The greatest width of content that a frame can have. */
int dialog_width_max(void);

/* The number of lines of a wrapped text; 0 for NULL or an empty text. */
int dialog_wrapped_lines(const char *text, int width);

/* Prints a wrapped text in an area, beginning with a line of it. */
void dialog_print_wrapped(const struct area *area, int32_t style, const char *text, int first);

/*
 * Waits for an event, of a worker too if there is one. While the terminal is too small, keys and
 * the mouse are ignored. Returns what ends every dialogue, or OUTCOME_GOES_ON.
 */
int dialog_next_event(struct event *event, struct worker *worker);

/*
 * Half a second for somebody to see a dialogue that comes unasked: drops what was typed before it
 * and what is typed meanwhile. To be called once it is drawn, without what keys would choose.
 * Returns OUTCOME_CLOSED or OUTCOME_GOES_ON.
 */
int dialog_settle(void);

#endif
