/* Writing text into a caller's buffer with the rule of snprintf(). */
#ifndef BSHIP_BASE_TEXT_H
#define BSHIP_BASE_TEXT_H

#include <stddef.h>

#include "base/error.h"

/* What is written past the capacity is counted, not kept. */
typedef struct bship_internal_text {
    char *buffer;
    size_t capacity;
    size_t length; /* of the whole text, without the NUL */
} bship_internal_text;

/* Appends; the text in the buffer always ends with NUL if there is any room. */
void bship_internal_text_add(bship_internal_text *text, const char *format, ...) BSHIP_PRINTF(2, 3);

#endif
