/* Text that is put together piece by piece, in a buffer. */
#ifndef PROGRAMS_COMMON_FORMAT_H
#define PROGRAMS_COMMON_FORMAT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

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

#endif
