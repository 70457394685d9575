/* UTF-8 text; see utf8.h. */
#include "common/utf8.h"

/* The length of a sequence by its first byte, and that byte's share of the character. */
static size_t sequence_length(unsigned char first, uint32_t *character)
{
    static const struct {
        unsigned char mask, lead;
    } forms[] = { { 0x80, 0x00 }, { 0xE0, 0xC0 }, { 0xF0, 0xE0 }, { 0xF8, 0xF0 } };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if ((first & forms[i].mask) == forms[i].lead) {
            *character = first & (unsigned char)~forms[i].mask;
            return i + 1;
        }
    return 0;
}

size_t utf8_decode(const char *text, uint32_t *character)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    *character = 0;
    size_t length = sequence_length((unsigned char)text[0], character);
    for (size_t i = 1; i < length; i++) {
        if (!utf8_goes_on(text[i]))
            return 0;
        *character = *character << 6 | ((unsigned char)text[i] & 0x3F);
    }
    bool is_surrogate = *character >= 0xD800 && *character <= 0xDFFF;
    return length > 0 && *character >= least[length] && *character <= 0x10FFFF && !is_surrogate
               ? length
               : 0;
}

bool utf8_is_command(uint32_t character)
{
    /* Controls; marks, embeddings, overrides and isolates of direction; breaks; nothing at all. */
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        { 0x00, 0x1F },     { 0x7F, 0x9F },     { 0x61C, 0x61C },   { 0x200B, 0x200B },
        { 0x200E, 0x200F }, { 0x2028, 0x202E }, { 0x2060, 0x2069 }, { 0xFEFF, 0xFEFF },
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

int utf8_count(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += !utf8_goes_on(*text);
    return count;
}

bool utf8_is_printable(const char *text)
{
    for (size_t length; *text; text += length) {
        uint32_t character;
        length = utf8_decode(text, &character);
        if (length == 0 || utf8_is_command(character))
            return false;
    }
    return true;
}
