/* Writing text into a caller's buffer with the rule of snprintf(). */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

void bship_internal_text_add(bship_internal_text *text, const char *format, ...)
{
    size_t room = text->length < text->capacity ? text->capacity - text->length : 0;
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(room ? text->buffer + text->length : NULL, room, format, arguments);
    va_end(arguments);
    if (written > 0)
        text->length += (size_t)written;
}
