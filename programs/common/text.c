/* Text that grows; see text.h. */
#include "common/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/utf8.h"

enum {
    CAPACITY_MIN = 256
};

static bool reserve(struct text *text, size_t capacity)
{
    size_t doubled = text->capacity > 0 ? 2 * text->capacity : CAPACITY_MIN;
    if (capacity <= text->capacity)
        return true;
    if (capacity < doubled)
        capacity = doubled;
    char *bytes = realloc(text->bytes, capacity);
    if (!bytes)
        return false;
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

bool text_append(struct text *text, const char *bytes, size_t count)
{
    if (count >= SIZE_MAX - text->length || !reserve(text, text->length + count + 1))
        return false;
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    text->bytes[text->length] = '\0';
    return true;
}

bool text_append_string(struct text *text, const char *string)
{
    return text_append(text, string, strlen(string));
}

void text_drop(struct text *text, size_t count)
{
    if (count == 0)
        return;
    text->length -= count;
    memmove(text->bytes, text->bytes + count, text->length + 1);
}

void text_clear(struct text *text)
{
    free(text->bytes);
    *text = (struct text){ NULL, 0, 0 };
}

void text_make_printable(char *string)
{
    for (; *string; string++)
        if (*string < ' ' || *string > '~')
            *string = '?';
}

void text_make_fit(char *string, bool has_utf8)
{
    if (!has_utf8 || !utf8_is_printable(string))
        text_make_printable(string);
}

void text_use_signs(char *string)
{
    for (char *at = string; (at = strstr(at, "+-")); at += 2) {
        if (strchr(" .0123456789", at[2]) && at[2])
            memcpy(at, "\xc2\xb1", 2);
    }
}
