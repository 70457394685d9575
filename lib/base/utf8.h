/* UTF-8. */
#ifndef BSI_BASE_UTF8_H
#define BSI_BASE_UTF8_H

#include <stddef.h>

/* How many of the first bytes are whole characters of UTF-8 (RFC 3629): `length` if all are. */
size_t bsi_utf8_span(const char *text, size_t length);

/* Room for a quotation. */
enum {
    BSI_QUOTE_SIZE = 65
};

/* The beginning of a caller's text, cut where a character ends, for a message. Returns `out`. */
const char *bsi_quote(char out[BSI_QUOTE_SIZE], const char *text);

#endif
