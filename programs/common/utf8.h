/* UTF-8 text that comes from people, files or other processes. */
#ifndef PROGRAMS_COMMON_UTF8_H
#define PROGRAMS_COMMON_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Decodes the first character of a text and returns its bytes; 0 if it is not well-formed: cut off,
 * longer than need be, a surrogate or beyond U+10FFFF. The NUL at the end is a character, too.
 */
size_t utf8_decode(const char *text, uint32_t *character);

/*
 * Whether a terminal obeys a character rather than showing it: a control character, or one that
 * reverses or breaks the line around it, or that cannot be seen at all. Joiners, which some scripts
 * need, are none of these.
 */
bool utf8_is_command(uint32_t character);

/* Whether a byte goes on with the character of the one before it. */
static inline bool utf8_goes_on(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The characters of a text. */
int utf8_count(const char *text);

/* Whether a text is well-formed and has no character that a terminal would obey. */
bool utf8_is_printable(const char *text);

#endif
