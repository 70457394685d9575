/* Text broken into lines at blanks. */
#ifndef PROGRAMS_COMMON_LINE_BREAK_H
#define PROGRAMS_COMMON_LINE_BREAK_H

#include <stddef.h>
#include <stdio.h>

/* The bytes of a text's beginning that fit into so many columns. */
typedef size_t line_cut(const char *text, int columns);

/*
 * Takes the next line off a text, which is not NULL: up to its line break, or to the last blank
 * that fits. A word that is longer than a line is cut where `cut` says; if `cut` is NULL, a byte is
 * a column and a long word stays whole, so that it can be copied. Returns the bytes of the line,
 * and moves the text behind it and the break or the blanks that follow; to NULL after the last one.
 */
size_t line_break(const char **text, int columns, line_cut *cut);

/*
 * Prints a text in such lines, whose long words stay whole: the first one behind `margin` blanks,
 * all others behind `indent`, which count. Returns the number of lines.
 */
int line_break_print(FILE *out, const char *text, int columns, int margin, int indent);

#endif
