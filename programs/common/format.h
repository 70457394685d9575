/* Text that is put together piece by piece: in a buffer, or in memory that grows. */
#ifndef PROGRAMS_COMMON_FORMAT_H
#define PROGRAMS_COMMON_FORMAT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __GNUC__
#define FORMAT_LIKE_PRINTF __attribute__((format(printf, 3, 4)))
#define FORMAT_LIKE_VPRINTF __attribute__((format(printf, 3, 0)))
#else
#define FORMAT_LIKE_PRINTF
#define FORMAT_LIKE_VPRINTF
#endif

/* Appends to a text in a buffer of `size` bytes; false if that has no room for all of it. */
bool format_append(char *text, size_t size, const char *format, ...) FORMAT_LIKE_PRINTF;

/* Appends a sentence, behind a blank unless it is the first one; likewise. */
bool format_sentence(char *text, size_t size, const char *format, ...) FORMAT_LIKE_PRINTF;

/* Either of them, for functions that are called as these are. */
bool format_append_values(char *text, size_t size, const char *format,
                          va_list values) FORMAT_LIKE_VPRINTF;

/* A text that is printed to a stream. */
struct printed {
    FILE *out;
    char *text;
    size_t length;
};

/* Opens the stream `out`; false if out of memory. */
bool printed_open(struct printed *printed);

/* Closes the stream. Returns the text, to be freed; NULL if out of memory, or it is not complete.
 */
char *printed_close(struct printed *printed, bool is_complete);

#endif
