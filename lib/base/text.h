/* Writing text: to a caller's buffer, with the conventions of snprintf(), or to a callback. */
#ifndef BSI_BASE_TEXT_H
#define BSI_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Receives `count` bytes; a result other than 0 stops writing. */
typedef int (*bsi_sink)(const char *bytes, size_t count, void *user);

/* A text being written. Without a sink, text beyond the capacity is counted but not stored. */
typedef struct bsi_text {
    char *buffer;
    size_t capacity;
    size_t length; /* of the whole text, without the NUL */
    size_t used;   /* bytes in the buffer that are not yet passed to the sink */
    bsi_sink sink; /* receives the buffer when it is full; may be NULL */
    void *user;
    bool has_failed; /* whether the sink has failed; nothing more is passed to it */
} bsi_text;

/* An empty text in a buffer, which ends with NUL even if nothing is appended. */
static inline bsi_text bsi_text_of(char *buffer, size_t capacity)
{
    /* NULL stands for a buffer without room, whatever its capacity. */
    bsi_text text = { .buffer = buffer, .capacity = buffer ? capacity : 0 };
    if (text.capacity > 0)
        *buffer = '\0';
    return text;
}

/*
 * Appends formatted text; the text in the buffer ends with NUL if the capacity is not 0. With a
 * sink, one call must write fewer bytes than the capacity.
 */
void bsi_text_add(bsi_text *text, const char *format, ...) BSI_PRINTF(2, 3);

/* Appends any number of bytes, none of them NUL. */
void bsi_text_put(bsi_text *text, const char *bytes, size_t count);

/* Passes the remaining bytes to the sink; returns whether it received all of the text. */
bool bsi_text_end(bsi_text *text);

#endif
