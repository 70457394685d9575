/* Text broken into lines at blanks, and made fit for any terminal. */
#ifndef BATTLESHIP_LINES_TEXT_H
#define BATTLESHIP_LINES_TEXT_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Prints a text in lines of at most `width` columns, where it has blanks; lines after the first
 * are indented. Every line ends in a line break. Returns the number of lines.
 */
int text_print(FILE *out, const char *text, int width, int indent);

/* Prints text from a person or a file inside a message: cut off, and printable ASCII only. */
void text_print_quoted(FILE *out, const char *text);

/* Makes a text fit for the terminal: ASCII, if that has no UTF-8 or would obey the text. */
void text_make_fit(char *text, bool has_utf8);

/* Replaces all that is not printable ASCII by `?`. */
void text_make_ascii(char *text);

#endif
