/* Text that is put together piece by piece; see format.h. */
#include "common/format.h"

#include <stdio.h>
#include <string.h>

bool format_append_values(char *text, size_t size, const char *format, va_list values)
{
    size_t used = strlen(text);
    int length = vsnprintf(text + used, size - used, format, values);
    return length >= 0 && (size_t)length < size - used;
}

bool format_append(char *text, size_t size, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    bool has_room = format_append_values(text, size, format, values);
    va_end(values);
    return has_room;
}

bool format_sentence(char *text, size_t size, const char *format, ...)
{
    va_list values;
    if (text[0])
        format_append(text, size, " ");
    va_start(values, format);
    bool has_room = format_append_values(text, size, format, values);
    va_end(values);
    return has_room;
}
