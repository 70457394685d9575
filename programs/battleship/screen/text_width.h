/*
 * UTF-8 text for a terminal: characters, their widths, and what replaces those that cannot be
 * shown. Knows no curses.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_TEXT_WIDTH_H
#define PROGRAMS_BATTLESHIP_SCREEN_TEXT_WIDTH_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

/*
 * Reads the first character of a text and returns its bytes, 0 at the end. A character that cannot
 * be shown, because it is invalid, a control character or beyond a locale without UTF-8, is read as
 * `?`.
 */
size_t text_next(const char *text, bool has_utf8, wchar_t *out);

/* The columns that a character takes: 0 to 2. */
int text_columns_of(wchar_t character);

/*
 * The beginning of the text that takes at most `width` columns: its bytes are returned, its columns
 * stored in `columns`.
 */
size_t text_fit(const char *text, bool has_utf8, int width, int *columns);

#endif
