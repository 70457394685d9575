/* Commands: words that can be typed instead of cells. */
#ifndef BATTLESHIP_LINES_COMMANDS_H
#define BATTLESHIP_LINES_COMMANDS_H

#include <stdio.h>

struct command {
    const char *name;  /* NULL ends a table */
    const char *alias; /* the key of the full screen: counts only when alone, as `h 5` is a cell */
    const char *usage; /* the name and what may follow it */
    const char *text;  /* a one-line description; NULL: not listed */
};

/*
 * The index of a command in a table, ignoring case; -1 if there is none. `rest` is what follows the
 * word on its line.
 */
int command_find(const struct command *commands, const char *word, const char *rest);

/*
 * The command at the beginning of a line; -1 if there is none. `rest` receives what follows it; or,
 * if there is none, the line without its leading blanks and commas.
 */
int command_read(const struct command *commands, char *line, char **rest);

/* Prints a table of commands. */
void command_print_all(const struct command *commands, FILE *out);

#endif
