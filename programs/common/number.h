/* Numbers as text. */
#ifndef PROGRAMS_COMMON_NUMBER_H
#define PROGRAMS_COMMON_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a whole number, of digits alone, within bounds; false if a text is none. */
bool number_parse(const char *text, uint64_t least, uint64_t most, uint64_t *out);

/* The size of any number as text, with its NUL. */
#define NUMBER_SIZE 32

/* Writes the shortest decimal that reads back as the same number, such as 0.3; returns the text. */
const char *number_format(char text[NUMBER_SIZE], double number);

#endif
