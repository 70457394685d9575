/* Numbers as text. */
#ifndef PROGRAMS_COMMON_NUMBER_H
#define PROGRAMS_COMMON_NUMBER_H

/* The size of any number as text, with its NUL. */
#define NUMBER_SIZE 32

/* Writes the shortest decimal that reads back as the same number, such as 0.3; returns the text. */
const char *number_format(char text[NUMBER_SIZE], double number);

#endif
