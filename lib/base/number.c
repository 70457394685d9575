/* Reading decimal numbers; see number.h. */
#include "base/number.h"

#include <string.h>

size_t bsi_digits_span(const char *text)
{
    return strspn(text, "0123456789");
}

bool bsi_is_digits(const char *text)
{
    return *text && !text[bsi_digits_span(text)];
}

/* Reads `count` digits; the rest is as in bsi_number_read(). */
static bship_status read_digits(const char **text, size_t count, uint64_t highest, uint64_t *out)
{
    bool is_above = false;
    uint64_t value = 0;
    for (const char *end = *text + count; *text < end; ++*text) {
        uint64_t digit = (uint64_t)(**text - '0');
        is_above = is_above || digit > highest || value > (highest - digit) / 10;
        value = is_above ? highest : value * 10 + digit;
    }
    *out = value;
    return is_above ? BSHIP_ERROR_RANGE : BSHIP_OK;
}

bship_status bsi_number_read(const char **text, uint64_t highest, uint64_t *out)
{
    size_t count = bsi_digits_span(*text);
    if (count == 0 || (count > 1 && **text == '0'))
        return BSHIP_ERROR_SYNTAX;
    return read_digits(text, count, highest, out);
}

bool bsi_digits_read(const char **text, size_t count, uint64_t *out)
{
    return bsi_digits_span(*text) >= count && !read_digits(text, count, UINT64_MAX, out);
}
