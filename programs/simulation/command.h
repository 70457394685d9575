/*
 * The command line that is printed with the results: the program and those of its options on which
 * the results depend, quoted for a shell.
 */
#ifndef PROGRAMS_SIMULATION_COMMAND_H
#define PROGRAMS_SIMULATION_COMMAND_H

#include <stddef.h>
#include <stdio.h>

/* Prints a word, quoted if need be. */
void command_print(FILE *out, const char *word);

/* The length of the first word of a command, with its quotes. */
size_t command_word(const char *command);

#endif
