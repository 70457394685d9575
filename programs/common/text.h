/* Text that grows as it is appended to: what is to be sent, and records as they arrive. */
#ifndef PROGRAMS_COMMON_TEXT_H
#define PROGRAMS_COMMON_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: empty. Unless NULL, `bytes` ends in a NUL that `length` does not count. */
struct text {
    char *bytes;
    size_t length, capacity;
};

/* Appends bytes; false, with nothing changed: out of memory. */
bool text_append(struct text *text, const char *bytes, size_t count);

/* Appends a string. */
bool text_append_string(struct text *text, const char *string);

/* Removes bytes from the beginning. */
void text_drop(struct text *text, size_t count);

/* Frees the bytes, and empties the text. */
void text_clear(struct text *text);

/* Replaces `+-` before a number by the sign of UTF-8, which takes as many bytes. */
void text_use_signs(char *string);

/* Replaces all that is not printable ASCII by `?`: for texts that may quote another process. */
void text_make_printable(char *string);

/* Does that only if the terminal has no UTF-8, or would obey a character of the text. */
void text_make_fit(char *string, bool has_utf8);

#endif
