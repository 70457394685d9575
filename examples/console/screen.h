/* Panels on a terminal: side by side where it is wide enough, else one below the other. */
#ifndef CONSOLE_SCREEN_H
#define CONSOLE_SCREEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "console/panel.h"

struct screen {
    FILE *out;
    bool has_colour;
};

/* Begins to use standard output; `colour` is an enum colour_choice. */
void screen_init(struct screen *screen, int32_t colour);

/* Draws one panel, or two. */
void screen_draw(const struct screen *screen, const struct panel *left, const struct panel *right);

/* Prints text that stands out. */
void screen_print_bold(const struct screen *screen, const char *text);

/* Sends out what was printed; returns 0 if anything printed so far was lost. */
int screen_flush(const struct screen *screen);

#endif
