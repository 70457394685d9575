/* Text broken into lines at blanks, and made fit for any terminal. */
#ifndef PROGRAMS_BATTLESHIP_LINES_PARAGRAPH_H
#define PROGRAMS_BATTLESHIP_LINES_PARAGRAPH_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Prints a text in lines of at most `width` columns, where it has blanks; lines after the first
 * are indented. Every line ends in a line break. Returns the number of lines.
 */
int text_print(FILE *out, const char *text, int width, int indent);

/* Makes a text fit for the terminal: ASCII, if that has no UTF-8 or would obey the text. */
void text_make_fit(char *text, bool has_utf8);

#endif
