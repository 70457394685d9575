/* Commands: words that can be typed instead of cells. */
#ifndef CONSOLE_PLAIN_COMMANDS_H
#define CONSOLE_PLAIN_COMMANDS_H

#include <stdio.h>

struct command {
    const char *name; /* NULL ends a table */
    const char *text; /* a one-line description */
};

/* The index of a command in a table, ignoring case; -1 if there is none. */
int command_find(const struct command *commands, const char *word);

/* Prints a table of commands. */
void command_print_all(const struct command *commands, FILE *out);

#endif
