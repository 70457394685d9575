/* Styles and text on the screen: the part of the terminal that draws. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_DRAWING_H
#define PROGRAMS_BATTLESHIP_SCREEN_DRAWING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Prepares colours, an enum colour_choice, and glyphs, which may be limited to ASCII; curses has
 * the terminal. For terminal.c only.
 */
void drawing_open(bool is_ascii, int32_t colour);

enum {
    HEAT_LEVELS = 9
};

enum style {
    STYLE_PLAIN,
    STYLE_BOLD,
    STYLE_DIM,
    STYLE_TITLE,    /* headings */
    STYLE_SELECTED, /* the chosen row of a menu, the active tab */
    STYLE_KEYS,     /* the line of keys */
    STYLE_GOOD,     /* good news; a ghost that fits */
    STYLE_WARNING,  /* bad news; a ghost that does not fit */
    STYLE_WATER,
    STYLE_SHIP, /* an own ship */
    STYLE_MISS,
    STYLE_HIT,
    STYLE_SUNK,
    STYLE_KNOWN_WATER,
    STYLE_SHOT,
    STYLE_BLOCKED,
    STYLE_NOTE,
    STYLE_SALVO,  /* a numbered mark of a salvo */
    STYLE_CURSOR, /* the brackets around a cell */
    STYLE_HEAT,   /* the lowest chance of a hit, a coloured background; the next are higher ones */
    STYLE_COUNT = STYLE_HEAT + HEAT_LEVELS,
    STYLE_FRESH = 0x100,     /* added to a style: this is new */
    STYLE_UNDERLINED = 0x200 /* added to a style: something else begins below or beside it */
};

int terminal_rows(void);
int terminal_columns(void);

/* Whether glyphs are limited to ASCII: by choice, or because the locale has no UTF-8. */
bool terminal_is_ascii(void);

/* Whether the chances of a hit have backgrounds in colours; else they look alike. */
bool terminal_has_heat(void);

/* Whether the line to the terminal is so slow that nothing should be drawn without need. */
bool terminal_is_slow(void);

/* Blanks the screen that is being drawn. */
void terminal_clear(void);

/* Shows what was drawn. The terminal's own cursor is hidden. */
void terminal_refresh(void);

/* As terminal_refresh(), with the terminal's own cursor visible there: in a field for text. */
void terminal_refresh_at(int row, int column);

/*
 * Prints UTF-8 text from a position on, cut at the right edge; outside the screen nothing is
 * printed. What cannot be shown, control characters included, becomes `?`. Returns the columns
 * taken.
 */
int terminal_print(int row, int column, int32_t style, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 4, 5)))
#endif
    ;

/*
 * Prints text in a field of `width` columns: a longer text ends in an ellipsis, a shorter one is
 * filled with blanks of the same style. Returns the columns that the text took.
 */
int terminal_print_field(int row, int column, int width, int32_t style, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 5, 6)))
#endif
    ;

/* The same, but shortened to whole words, or items of a list, if one of them fits. */
void terminal_print_words(int row, int column, int width, int32_t style, const char *text);

/* The columns that a UTF-8 text takes. */
int terminal_text_width(const char *text);

/*
 * The bytes of the longest beginning of the text that takes at most `width` columns: to break
 * lines.
 */
size_t terminal_text_cut(const char *text, int width);

/* Draws a frame and blanks its inside; the frame itself is within these rows and columns. */
void terminal_frame(int row, int column, int rows, int columns, int32_t style);

/* Rings the bell. */
void terminal_beep(void);

#endif
