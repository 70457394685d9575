/* UTF-8. */
#ifndef BSI_BASE_UTF8_H
#define BSI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length in bytes of the longest prefix that is well-formed UTF-8 (RFC 3629). */
size_t bsi_utf8_span(const char *text, size_t length);

/* The same for a prefix without the control characters of Unicode (C0, DEL, C1), except tabs if
 * these are allowed. */
size_t bsi_utf8_plain_span(const char *text, size_t length, bool with_tabs);

enum {
    BSI_QUOTE_SIZE = 65 /* of the buffer of a quotation */
};

/* Copies the beginning of a caller's text for a message, cut between characters. Returns `out`. */
const char *bsi_quote(char out[BSI_QUOTE_SIZE], const char *text);

/* Whether a text is 1 to `most` bytes of UTF-8 without quotes and control characters. */
bool bsi_is_name(const char *text, size_t most);

#endif
