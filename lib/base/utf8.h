/* UTF-8. */
#ifndef BSI_BASE_UTF8_H
#define BSI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the longest prefix that is well-formed UTF-8 (RFC 3629). */
size_t bsi_utf8_span(const char *text, size_t length);

/* The same without control characters, those of Unicode (C0, DEL, C1), but for tabs if wanted. */
size_t bsi_utf8_plain_span(const char *text, size_t length, bool with_tabs);

/* The size of a quotation's buffer. */
enum {
    BSI_QUOTE_SIZE = 65
};

/* Quotes the beginning of a caller's text for a message, cut between characters. Returns `out`. */
const char *bsi_quote(char out[BSI_QUOTE_SIZE], const char *text);

#endif
