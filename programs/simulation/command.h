/*
 * The command line that is printed with the results: the program and those of its options on which
 * the results depend, quoted for a shell.
 */
#ifndef PROGRAMS_SIMULATION_COMMAND_H
#define PROGRAMS_SIMULATION_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "common/text.h"

/* Appends a word and the blank before it, quoted if need be; false: out of memory. */
bool command_append(struct text *command, const char *word);

/* The length of the first word of a command, with its quotes. */
size_t command_word(const char *command);

#endif
