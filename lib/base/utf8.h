/* UTF-8. */
#ifndef BSHIP_BASE_UTF8_H
#define BSHIP_BASE_UTF8_H

#include <stddef.h>

/* How many of the first bytes are whole characters of UTF-8 (RFC 3629): `length` if all are. */
size_t bship_internal_utf8_span(const char *text, size_t length);

#endif
