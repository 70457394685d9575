/* Lines of --help. */
#ifndef PROGRAMS_COMMON_HELP_H
#define PROGRAMS_COMMON_HELP_H

#include <stdio.h>

/*
 * Prints a name, indented by a number of spaces, and the text about it, in lines of 80 columns. The
 * text begins in the same column for all names, and on a line of its own where a name is too long.
 */
void help_print_item(FILE *out, int indent, const char *name, int column, const char *text);

#endif
