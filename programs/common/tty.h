/* Helpers for printing on a terminal: colours, characters, grids of cells. */
#ifndef PROGRAMS_COMMON_TTY_H
#define PROGRAMS_COMMON_TTY_H

#include <stdint.h>

#include <battleship/geometry.h>

/* When output is coloured. */
enum colour_choice {
    COLOUR_AUTO, /* on a capable terminal, unless NO_COLOR is set */
    COLOUR_ALWAYS,
    COLOUR_NEVER
};

/* The word of a choice on the command line; NULL if there is no such choice. */
const char *colour_choice_name(int32_t choice);

/* Whether to colour standard output. */
int terminal_has_colour(int32_t choice);

/* Whether the user's locale is one of UTF-8. Sets the types of characters to that locale. */
int terminal_has_utf8(void);

/* The number of columns of the terminal that standard output is; 80 if unknown. */
int terminal_width(void);

/* The same of the terminal that a descriptor is. */
int terminal_width_of(int descriptor);

/* Writes the letters of a column, without a row; returns their number. */
int column_letters(int32_t column, char letters[BSHIP_CELL_TEXT_SIZE]);

#endif
