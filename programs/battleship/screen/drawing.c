/* Styles and text on the screen: the drawing calls of terminal.h. */
#include "battleship/screen/drawing.h"

#include <curses.h>
#include <langinfo.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "battleship/screen/text_width.h"
#include "common/text.h"
#include "common/tty.h"

enum {
    PRINT_SIZE = 1024 /* bytes of a text, and of its characters */
};

/* Of the one terminal. */
static struct {
    bool has_utf8;
    bool is_ascii;
    bool has_heat;
} drawing;

/* ---- styles ---- */

enum {
    DEFAULT_COLOUR = -1
};

/*
 * Colours are the plain red, green, yellow, magenta and cyan, which are legible on dark and on
 * light backgrounds; blue and the bright ones are not, on one of them. Some terminals brighten what
 * is bold, so of the colours only red is.
 */
static const struct {
    short colour;
    attr_t attributes;
} styles[STYLE_COUNT] = {
    [STYLE_PLAIN] = { DEFAULT_COLOUR, A_NORMAL },     [STYLE_BOLD] = { DEFAULT_COLOUR, A_BOLD },
    [STYLE_DIM] = { DEFAULT_COLOUR, A_DIM },          [STYLE_TITLE] = { DEFAULT_COLOUR, A_BOLD },
    [STYLE_SELECTED] = { DEFAULT_COLOUR, A_REVERSE }, [STYLE_KEYS] = { DEFAULT_COLOUR, A_DIM },
    [STYLE_GOOD] = { COLOR_GREEN, A_NORMAL },         [STYLE_WARNING] = { COLOR_RED, A_BOLD },
    [STYLE_WATER] = { DEFAULT_COLOUR, A_DIM },        [STYLE_SHIP] = { COLOR_CYAN, A_NORMAL },
    [STYLE_MISS] = { DEFAULT_COLOUR, A_NORMAL },      [STYLE_HIT] = { COLOR_RED, A_BOLD },
    [STYLE_SUNK] = { COLOR_MAGENTA, A_NORMAL },       [STYLE_KNOWN_WATER] = { COLOR_CYAN, A_DIM },
    [STYLE_SHOT] = { COLOR_YELLOW, A_NORMAL },        [STYLE_BLOCKED] = { COLOR_GREEN, A_DIM },
    [STYLE_NOTE] = { COLOR_YELLOW, A_NORMAL },        [STYLE_SALVO] = { COLOR_YELLOW, A_REVERSE },
    [STYLE_CURSOR] = { DEFAULT_COLOUR, A_BOLD },
};

/*
 * Backgrounds of chances of a hit, from the lowest one: of a terminal with 256 colours, whose
 * numbers are those of xterm, and of one with fewer. From dark to bright, so that they are a
 * gradient to everybody. On the bright ones text is black.
 */
static const struct {
    short many, few;
    bool is_bright;
} heats[HEAT_LEVELS] = {
    { 17, COLOR_BLUE, false },     { 54, COLOR_BLUE, false },   { 90, COLOR_MAGENTA, false },
    { 126, COLOR_MAGENTA, false }, { 161, COLOR_RED, false },   { 202, COLOR_RED, false },
    { 208, COLOR_YELLOW, true },   { 214, COLOR_YELLOW, true }, { 226, COLOR_WHITE, true },
};

static void start_heat(void)
{
    enum {
        MANY_COLOURS = 256,
        MANY_BLACK = 16,
        MANY_WHITE = 231
    };
    bool has_many = COLORS >= MANY_COLOURS;
    drawing.has_heat = COLORS >= COLOR_WHITE && COLOR_PAIRS >= STYLE_COUNT;
    for (short level = 0; drawing.has_heat && level < HEAT_LEVELS; level++)
        init_pair((short)(STYLE_HEAT + level),
                  heats[level].is_bright ? (has_many ? MANY_BLACK : COLOR_BLACK)
                                         : (has_many ? MANY_WHITE : COLOR_WHITE),
                  has_many ? heats[level].many : heats[level].few);
}

/* A style's colour pair has its number; pair 0 is that of the terminal, for want of colours. */
static void start_colours(int32_t choice)
{
    if (!terminal_has_colour(choice) || !has_colors() || start_color() != OK)
        return;
    short background = use_default_colors() == OK ? DEFAULT_COLOUR : COLOR_BLACK;
    for (short style = 1; style < STYLE_HEAT && style < COLOR_PAIRS; style++) {
        short colour = styles[style].colour;
        if (colour == DEFAULT_COLOUR && background != DEFAULT_COLOUR)
            colour = COLOR_WHITE;
        init_pair(style, colour, background);
    }
    start_heat();
}

static void use_style(int32_t style)
{
    int32_t base = style & ~(STYLE_FRESH | STYLE_UNDERLINED);
    attr_t attributes = styles[base].attributes;
    if (style & STYLE_FRESH)
        attributes ^= A_REVERSE;
    if (style & STYLE_UNDERLINED)
        attributes |= A_UNDERLINE;
    attr_set(attributes, base < COLOR_PAIRS ? (short)base : 0, NULL);
}

void drawing_open(bool is_ascii, int32_t colour)
{
    drawing.has_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    drawing.has_heat = false;
    drawing.is_ascii = is_ascii || !drawing.has_utf8;
    curs_set(0);
    start_colours(colour);
}

/* ---- drawing ---- */

int terminal_rows(void)
{
    return LINES;
}

int terminal_columns(void)
{
    return COLS;
}

bool terminal_is_ascii(void)
{
    return drawing.is_ascii;
}

bool terminal_has_heat(void)
{
    return drawing.has_heat;
}

bool terminal_is_slow(void)
{
    enum {
        SLOW_BITS_PER_SECOND = 19200 /* at which a screen of 80x24 takes a second */
    };
    return baudrate() > 0 && baudrate() < SLOW_BITS_PER_SECOND;
}

void terminal_clear(void)
{
    erase();
}

void terminal_refresh(void)
{
    curs_set(0);
    refresh();
}

void terminal_refresh_at(int row, int column)
{
    move(row, column);
    curs_set(1);
    refresh();
}

/* Prints characters of a text up to a width; returns the columns taken. */
static int print_cut(int row, int column, int width, int32_t style, char text[PRINT_SIZE])
{
    wchar_t characters[PRINT_SIZE];
    size_t count = 0;
    int used = 0;
    wchar_t next;
    if (!drawing.is_ascii)
        text_use_signs(text);
    for (size_t bytes; (bytes = text_next(text, drawing.has_utf8, &next)) > 0; text += bytes) {
        if (used + text_columns_of(next) > width || count == PRINT_SIZE)
            break;
        characters[count++] = next;
        used += text_columns_of(next);
    }
    use_style(style);
    mvaddnwstr(row, column, characters, (int)count);
    attrset(A_NORMAL);
    return used;
}

static bool is_on_screen(int row, int column)
{
    return row >= 0 && row < LINES && column >= 0 && column < COLS;
}

int terminal_print(int row, int column, int32_t style, const char *format, ...)
{
    char text[PRINT_SIZE];
    va_list arguments;
    if (!is_on_screen(row, column))
        return 0;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return print_cut(row, column, COLS - column, style, text);
}

static void fill(int row, int column, int width, int32_t style)
{
    use_style(style);
    mvhline(row, column, ' ', width);
    attrset(A_NORMAL);
}

/* The mark of a text that was shortened. */
static const char *dots(void)
{
    return drawing.is_ascii ? "..." : "…";
}

/* The columns of that mark; 0 in a field that is too narrow for it. */
static int dots_width(int width)
{
    int columns = terminal_text_width(dots());
    return columns < width ? columns : 0;
}

/* Prints so many bytes of a text, and the mark; returns the columns taken. */
static int print_shortened(int row, int column, int width, int32_t style, const char *text,
                           size_t bytes)
{
    char shortened[PRINT_SIZE];
    snprintf(shortened, sizeof shortened, "%.*s%s%s", (int)bytes, text,
             bytes > 0 && text[bytes] == ' ' ? " " : "", dots_width(width) > 0 ? dots() : "");
    return print_cut(row, column, width, style, shortened);
}

int terminal_print_field(int row, int column, int width, int32_t style, const char *format, ...)
{
    char text[PRINT_SIZE];
    va_list arguments;
    if (!is_on_screen(row, column) || width <= 0)
        return 0;
    if (width > COLS - column)
        width = COLS - column;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fill(row, column, width, style);
    if (terminal_text_width(text) <= width)
        return print_cut(row, column, width, style, text);
    return print_shortened(row, column, width, style, text,
                           terminal_text_cut(text, width - dots_width(width)));
}

void terminal_print_words(int row, int column, int width, int32_t style, const char *text)
{
    int room = width - dots_width(width) - 1;
    size_t words = terminal_text_width(text) > width ? terminal_text_cut(text, room) : 0;
    while (words > 0 && text[words] != ' ' && text[words - 1] != ',')
        words--;
    if (words == 0) {
        terminal_print_field(row, column, width, style, "%s", text);
        return;
    }
    fill(row, column, width, style);
    print_shortened(row, column, width, style, text, words);
}

int terminal_text_width(const char *text)
{
    int columns;
    text_fit(text, drawing.has_utf8, INT_MAX, &columns);
    return columns;
}

size_t terminal_text_cut(const char *text, int width)
{
    int columns;
    return text_fit(text, drawing.has_utf8, width, &columns);
}

/* Draws a row of a frame: its ends, and what is between them. */
static void frame_row(int row, int column, int columns, int32_t style, const char *const parts[3])
{
    terminal_print(row, column, style, "%s", parts[0]);
    for (int i = 1; i < columns - 1; i++)
        terminal_print(row, column + i, style, "%s", parts[1]);
    terminal_print(row, column + columns - 1, style, "%s", parts[2]);
}

void terminal_frame(int row, int column, int rows, int columns, int32_t style)
{
    static const char *const parts[2][3][3] = {
        { { "┌", "─", "┐" }, { "│", " ", "│" }, { "└", "─", "┘" } },
        { { "+", "-", "+" }, { "|", " ", "|" }, { "+", "-", "+" } },
    };
    for (int i = 0; i < rows; i++)
        frame_row(row + i, column, columns, style,
                  parts[drawing.is_ascii][i == 0          ? 0
                                          : i == rows - 1 ? 2
                                                          : 1]);
}

void terminal_beep(void)
{
    beep();
}
