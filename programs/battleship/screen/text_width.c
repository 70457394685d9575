/* UTF-8 text for a terminal; see text_width.h. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 /* for wcwidth() */
#endif

#include "battleship/screen/text_width.h"

#include <stdint.h>

#include "common/utf8.h"

size_t text_next(const char *text, bool has_utf8, wchar_t *out)
{
    uint32_t character = 0;
    if (!text[0])
        return 0;
    size_t length = utf8_decode(text, &character);
    bool is_known = character < 0x80 || (has_utf8 && wcwidth((wchar_t)character) >= 0);
    bool is_shown = length > 0 && is_known && !utf8_is_command(character);
    *out = is_shown ? (wchar_t)character : L'?';
    return length > 0 ? length : 1;
}

int text_columns_of(wchar_t character)
{
    int columns = wcwidth(character);
    return columns > 0 ? columns : 0;
}

size_t text_fit(const char *text, bool has_utf8, int width, int *columns)
{
    size_t used = 0;
    wchar_t character;
    *columns = 0;
    for (size_t bytes; (bytes = text_next(text + used, has_utf8, &character)) > 0; used += bytes) {
        if (*columns + text_columns_of(character) > width)
            break;
        *columns += text_columns_of(character);
    }
    return used;
}
