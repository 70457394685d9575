/* UTF-8 text for a terminal; see text.h. */
#include "console/screen/text.h"

#include <stdint.h>

/* The length of a UTF-8 sequence by its first byte, and that byte's share of the character. */
static size_t sequence_length(unsigned char first, uint32_t *character)
{
    static const struct {
        unsigned char mask, lead;
    } forms[] = { { 0x80, 0x00 }, { 0xE0, 0xC0 }, { 0xF0, 0xE0 }, { 0xF8, 0xF0 } };
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
        if ((first & forms[i].mask) == forms[i].lead) {
            *character = first & (unsigned char)~forms[i].mask;
            return i + 1;
        }
    return 0;
}

/* Decodes a character; returns its bytes, 0 if the text does not start with a valid one. */
static size_t decode(const char *text, uint32_t *character)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t length = sequence_length((unsigned char)text[0], character);
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return 0;
        *character = *character << 6 | ((unsigned char)text[i] & 0x3F);
    }
    bool is_surrogate = *character >= 0xD800 && *character <= 0xDFFF;
    return length > 0 && *character >= least[length] && *character <= 0x10FFFF && !is_surrogate
               ? length
               : 0;
}

size_t text_next(const char *text, bool has_utf8, wchar_t *out)
{
    uint32_t character = 0;
    if (text[0] == '\0')
        return 0;
    size_t length = decode(text, &character);
    bool is_shown = length > 0 && (character < 0x80 ? character >= ' ' && character != 0x7F
                                                    : has_utf8 && wcwidth((wchar_t)character) >= 0);
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
