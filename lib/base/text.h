/* Writing text: into a caller's buffer with the rule of snprintf(), or through a function. */
#ifndef BSI_BASE_TEXT_H
#define BSI_BASE_TEXT_H

#include <stddef.h>

#include "base/error.h"

/* Takes `count` bytes; anything but 0 ends the writing. */
typedef int (*bsi_sink)(const char *bytes, size_t count, void *user);

/* Without a sink, what is written past the capacity is counted, not kept. */
typedef struct bsi_text {
    char *buffer;
    size_t capacity;
    size_t length; /* of the whole text, without the NUL */
    size_t used;   /* bytes in the buffer that the sink has not taken yet */
    bsi_sink sink; /* takes the buffer when it is full; NULL: there is none */
    void *user;
    int failed; /* whether the sink refused; nothing more is written then */
} bsi_text;

static inline bsi_text bsi_text_of(char *buffer, size_t capacity)
{
    return (bsi_text){ .buffer = buffer, .capacity = capacity };
}

/*
 * Appends; the text in the buffer always ends with NUL if there is any room. With a
 * sink one call writes less than the capacity.
 */
void bsi_text_add(bsi_text *text, const char *format, ...) BSI_PRINTF(2, 3);

/* Appends bytes, of which there may be any number, none of them NUL. */
void bsi_text_put(bsi_text *text, const char *bytes, size_t count);

/* Hands the sink what is left in the buffer; whether it took all of the text. */
int bsi_text_end(bsi_text *text);

#endif
