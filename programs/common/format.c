/* Text that is put together piece by piece; see format.h. */
#include "common/format.h"

#include <stdlib.h>
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

bool printed_open(struct printed *printed)
{
    *printed = (struct printed){ .out = NULL };
    printed->out = open_memstream(&printed->text, &printed->length);
    return printed->out != NULL;
}

char *printed_close(struct printed *printed, bool is_complete)
{
    if (fclose(printed->out) == 0 && is_complete)
        return printed->text;
    free(printed->text);
    return NULL;
}
