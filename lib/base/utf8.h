/* UTF-8. */
#ifndef BSHIP_BASE_UTF8_H
#define BSHIP_BASE_UTF8_H

#include <stddef.h>

/* How many of the first bytes are whole characters of UTF-8 (RFC 3629): `length` if all are. */
size_t bship_internal_utf8_span(const char *text, size_t length);

/* Room for a quotation. */
enum {
    BSHIP_INTERNAL_QUOTE_SIZE = 65
};

/* The beginning of a caller's text, cut where a character ends, for a message. Returns `out`. */
const char *bship_internal_quote(char out[BSHIP_INTERNAL_QUOTE_SIZE], const char *text);

#endif
