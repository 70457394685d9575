/* Words that can be typed instead of cells. */
#ifndef CONSOLE_COMMANDS_H
#define CONSOLE_COMMANDS_H

#include <stdio.h>

struct command {
    const char *name; /* NULL ends a table */
    const char *text; /* what it does, in a line */
};

/* Which command of a table a word is, in any case of letters; -1: none. */
int command_find(const struct command *commands, const char *word);

/* Prints a table of commands. */
void command_print_all(const struct command *commands, FILE *out);

#endif
