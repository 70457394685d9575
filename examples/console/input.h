/* Lines typed on standard input, and the words in them. */
#ifndef CONSOLE_INPUT_H
#define CONSOLE_INPUT_H

#include <stddef.h>

/* Bytes of the longest line, its NUL included. */
#define INPUT_LINE_SIZE 1024

enum input_result {
    INPUT_LINE,
    INPUT_TOO_LONG, /* the line was read to its end and thrown away */
    INPUT_END,      /* end of input, or it cannot be read */
    INPUT_INTERRUPTED
};

/* What was read from standard input and not yet asked for. Begins as all zeros. */
struct input {
    char buffer[512];
    size_t begin;
    size_t end;
};

/*
 * Reads a line without its end. Cells and commands are printable ASCII; every
 * other byte is read as a question mark.
 */
enum input_result input_read(struct input *input, char line[INPUT_LINE_SIZE]);

/*
 * Cuts the next word from a line, at blanks and commas, and moves the cursor
 * behind it. NULL: there is none.
 */
char *input_word(char **cursor);

#endif
