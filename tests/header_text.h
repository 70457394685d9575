/* The text of the public headers, for tests that compare tables with them. */
#ifndef TESTS_HEADER_TEXT_H
#define TESTS_HEADER_TEXT_H

#include <stddef.h>

/* Visits the text of every public header, those of subdirectories included. */
void each_header(void (*visit)(const char *text));

/* Copies a word of letters, digits and underscores; returns the end of the word in the text. */
const char *copy_word(const char *text, char *word, size_t size);

#endif
