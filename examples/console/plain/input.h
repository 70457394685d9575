/* Lines typed on standard input, and the words in them. */
#ifndef CONSOLE_PLAIN_INPUT_H
#define CONSOLE_PLAIN_INPUT_H

#include <stddef.h>

/* The size of the longest line, including its NUL. */
#define INPUT_LINE_SIZE 1024

enum input_result {
    INPUT_LINE,
    INPUT_TOO_LONG, /* the line was read to its end and discarded */
    INPUT_END,      /* end of input or a read error */
    INPUT_INTERRUPTED
};

/* Buffered standard input. Starts as all zeros. */
struct input {
    char buffer[512];
    size_t begin;
    size_t end;
};

/*
 * Reads a line without its line break. Cells and commands are printable ASCII; every other
 * byte is read as a question mark.
 */
enum input_result input_read(struct input *input, char line[INPUT_LINE_SIZE]);

/*
 * Splits off the next word of a line, at blanks and commas, and moves the cursor behind it;
 * NULL if there is none.
 */
char *input_word(char **cursor);

#endif
