/*
 * The terminal as a full screen: events in, styled text out. Only it, with its parts keyboard.c and
 * drawing.c, knows curses.
 *
 *     char why[TERMINAL_WHY_SIZE];
 *     if (!terminal_open(&(struct terminal_options){ .colour = COLOUR_AUTO }, why, sizeof why))
 *         ...play in lines instead, or print `why`
 *     for (;;) {
 *         terminal_clear();
 *         terminal_print(0, 0, STYLE_TITLE, "BATTLESHIP");
 *         terminal_refresh();
 *         terminal_wait(&event, NULL, 0, -1);
 *         ...
 *     }
 *     terminal_close();
 *
 * A screen is drawn as a whole, by terminal_clear(), prints and terminal_refresh(): only what has
 * changed is sent. So a loop that draws before it waits needs to do nothing for EVENT_RESIZE.
 *
 * There is one terminal: curses, and signal handlers, keep it in static memory. All calls are to be
 * made by one thread.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_TERMINAL_H
#define PROGRAMS_BATTLESHIP_SCREEN_TERMINAL_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "battleship/talk/key.h"

/* The size of a reason why the terminal cannot be used. */
#define TERMINAL_WHY_SIZE 160

struct terminal_options {
    bool ascii;     /* no glyphs beyond ASCII, even if the locale has them */
    int32_t colour; /* an enum colour_choice */
};

/*
 * Takes over the terminal. If it cannot be used, writes the reason into `why`, leaves the terminal
 * as it is and returns false.
 */
bool terminal_open(const struct terminal_options *options, char *why, size_t size);

/* Restores the terminal. Also happens when the program exits, or is ended by a second Ctrl-C. */
void terminal_close(void);

/* Whether a signal, such as SIGTERM, has asked the program to end. */
bool terminal_was_ended(void);

/* ---- events ---- */

enum event_kind {
    EVENT_KEY,       /* a key: `key` */
    EVENT_MOUSE,     /* a button was pressed, or the wheel turned: `button`, `row`, `column` */
    EVENT_RESIZE,    /* the screen is to be drawn again: another size, Ctrl-L, back from Ctrl-Z */
    EVENT_WAKE,      /* a file descriptor is readable: its index is `wake` */
    EVENT_TICK,      /* the time is over */
    EVENT_INTERRUPT, /* Ctrl-C */
    EVENT_CLOSED     /* the terminal is gone, or the program was told to end: save and leave. From
                        then on every call returns this */
};

enum terminal_button {
    BUTTON_LEFT,
    BUTTON_MIDDLE,
    BUTTON_RIGHT,
    BUTTON_WHEEL_UP,
    BUTTON_WHEEL_DOWN
};

struct event {
    int32_t kind;    /* an enum event_kind; it says which of the others are set */
    int32_t key;     /* a Unicode character, or an enum terminal_key */
    int32_t button;  /* an enum terminal_button */
    int row, column; /* of the mouse, from 0 */
    size_t wake;     /* an index into the file descriptors */
};

/*
 * Waits for the next event: from the keyboard and mouse, from `count` further file descriptors (at
 * most TERMINAL_FDS; negative ones are skipped), or until `milliseconds` are over; -1 waits for
 * ever, 0 not at all.
 */
void terminal_wait(struct event *event, const struct pollfd *fds, size_t count, int milliseconds);

#define TERMINAL_FDS 9

/*
 * Has a function called at least once a second while terminal_wait() waits, whoever calls that: to
 * keep a connection alive while a dialogue is open, for instance. NULL ends that.
 */
void terminal_set_background(void (*run)(void *user), void *user);

/* ---- drawing ---- */

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
    STYLE_HEAT_0, /* the lowest chance of a hit ... */
    STYLE_HEAT_1,
    STYLE_HEAT_2,
    STYLE_HEAT_3,
    STYLE_HEAT_4, /* ... the highest */
    STYLE_COUNT,
    STYLE_FRESH = 0x100 /* added to a style: this is new */
};

int terminal_rows(void);
int terminal_columns(void);

/* Whether glyphs are limited to ASCII: by choice, or because the locale has no UTF-8. */
bool terminal_is_ascii(void);

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
