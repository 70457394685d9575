/* Panels on a terminal: side by side if it is wide enough, otherwise one below the other. */
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

/* Prepares standard output; `colour` is an enum colour_choice. */
void screen_init(struct screen *screen, int32_t colour);

/* Draws one panel, or two. */
void screen_draw(const struct screen *screen, const struct panel *left, const struct panel *right);

/* Prints bold text. */
void screen_print_bold(const struct screen *screen, const char *text);

/* Flushes the output; returns 0 if writing has failed. */
int screen_flush(const struct screen *screen);

#endif
