/* UTF-8, by the table of well-formed sequences in RFC 3629. */
#include "base/utf8.h"

#include <string.h>

/* By form of a character: the range of its first byte, the range of its second byte, and its
 * length. */
static const struct {
    unsigned char first, last, low, high, bytes;
} forms[] = {
    { 0x00, 0x7f, 0x00, 0x00, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
    { 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
    { 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
};

/* The length in bytes of the first character; 0 if it is malformed. */
static size_t character_length(const unsigned char *text, size_t length)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (text[0] < forms[i].first || text[0] > forms[i].last)
            continue;
        size_t bytes = forms[i].bytes;
        if (bytes > length || (bytes > 1 && (text[1] < forms[i].low || text[1] > forms[i].high)))
            return 0;
        for (size_t k = 2; k < bytes; k++) {
            if (text[k] < 0x80 || text[k] > 0xbf)
                return 0;
        }
        return bytes;
    }
    return 0;
}

static bool is_control(const unsigned char *text)
{
    return text[0] < 0x20 || text[0] == 0x7f || (text[0] == 0xc2 && text[1] < 0xa0);
}

size_t bsi_utf8_plain_span(const char *text, size_t length, bool with_tabs)
{
    size_t good = bsi_utf8_span(text, length);
    for (size_t i = 0; i < good; i++) {
        if (is_control((const unsigned char *)text + i) && !(with_tabs && text[i] == '\t'))
            return i;
    }
    return good;
}

size_t bsi_utf8_span(const char *text, size_t length)
{
    size_t done = 0;
    while (done < length) {
        size_t bytes = character_length((const unsigned char *)text + done, length - done);
        if (bytes == 0)
            break;
        done += bytes;
    }
    return done;
}

const char *bsi_quote(char out[BSI_QUOTE_SIZE], const char *text)
{
    size_t length = 0;
    while (length < BSI_QUOTE_SIZE - 1 && text[length])
        length++;
    size_t bytes = bsi_utf8_span(text, length);
    memcpy(out, text, bytes);
    out[bytes] = '\0';
    return out;
}

bool bsi_is_name(const char *text, size_t most)
{
    size_t bytes = strlen(text);
    return bytes >= 1 && bytes <= most && !strchr(text, '"') &&
           bsi_utf8_plain_span(text, bytes, false) == bytes;
}
