/* What it takes to print grids of cells on a terminal. */
#ifndef EXAMPLES_COMMON_TERMINAL_H
#define EXAMPLES_COMMON_TERMINAL_H

#include <stdint.h>

#include <battleship/geometry.h>

/* When output is coloured. */
enum colour_choice {
    COLOUR_AUTO, /* on a terminal that can, unless NO_COLOR forbids it */
    COLOUR_ALWAYS,
    COLOUR_NEVER
};

/* The choice as a word of the command line, or NULL if there is no such choice. */
const char *colour_choice_name(int32_t choice);

/* Whether standard output is to be coloured. */
int terminal_has_colour(int32_t choice);

/* How many columns the terminal has; 80 if that is not to be known. */
int terminal_width(void);

/* The letters of a column, as a text without its row; returns how many. */
int column_letters(int32_t column, char letters[BSHIP_CELL_TEXT_SIZE]);

#endif
