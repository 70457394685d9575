/* Writing text to a buffer or to a callback; see text.h. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

static void flush(bsi_text *text)
{
    if (text->used > 0 && !text->has_failed)
        text->has_failed = text->sink(text->buffer, text->used, text->user) != 0;
    text->used = 0;
}

/* Formats at the end of the buffer; returns the full length, as snprintf() does. */
static size_t format_here(bsi_text *text, const char *format, va_list arguments) BSI_PRINTF(2, 0);

static size_t format_here(bsi_text *text, const char *format, va_list arguments)
{
    size_t room = text->used < text->capacity ? text->capacity - text->used : 0;
    int length = vsnprintf(room ? text->buffer + text->used : NULL, room, format, arguments);
    return length > 0 ? (size_t)length : 0;
}

void bsi_text_add(bsi_text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    size_t length = format_here(text, format, arguments);
    if (text->sink && text->used + length >= text->capacity) {
        flush(text);
        format_here(text, format, again);
    }
    va_end(again);
    va_end(arguments);
    text->used += length;
    text->length += length;
}

void bsi_text_put(bsi_text *text, const char *bytes, size_t count)
{
    enum {
        BYTES_A_CALL = 128 /* less than the capacity of any buffer with a sink */
    };
    for (size_t done = 0; done < count; done += BYTES_A_CALL) {
        size_t left = count - done;
        bsi_text_add(text, "%.*s", (int)(left < BYTES_A_CALL ? left : BYTES_A_CALL), bytes + done);
    }
}

bool bsi_text_end(bsi_text *text)
{
    flush(text);
    return !text->has_failed;
}
