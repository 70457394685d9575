/* Text that is printed to a stream: as format.h, but in memory that grows. */
#ifndef PROGRAMS_COMMON_PRINTED_H
#define PROGRAMS_COMMON_PRINTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct printed {
    FILE *out;
    char *text;
    size_t length;
};

/* Opens the stream `out`; false if out of memory. */
bool printed_open(struct printed *printed);

/*
 * Closes the stream, after which `length` is that of the text. Returns the text, to be freed; NULL
 * if out of memory, or it is not complete.
 */
char *printed_close(struct printed *printed, bool is_complete);

#endif
