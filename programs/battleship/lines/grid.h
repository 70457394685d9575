/* Panels on a terminal: side by side if it is wide enough, otherwise one below the other. */
#ifndef PROGRAMS_BATTLESHIP_LINES_GRID_H
#define PROGRAMS_BATTLESHIP_LINES_GRID_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "battleship/game/panel.h"

struct grid {
    FILE *out;
    bool has_colour;
};

/* Prepares standard output; `colour` is an enum colour_choice. */
void grid_init(struct grid *grid, int32_t colour);

/* Draws one panel, or two. */
void grid_draw(const struct grid *grid, const struct panel *left, const struct panel *right);

/* Prints bold text, cut at the right edge. */
void grid_print_bold(const struct grid *grid, const char *text);

/* Flushes the output; returns 0 if writing has failed. */
int grid_flush(const struct grid *grid);

#endif
