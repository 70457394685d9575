/*
 * The keyboard and the mouse; see keyboard.h.
 *
 * Keys are read from a pad, not from the screen's window: reading from a window would show what is
 * half drawn.
 */
#include "battleship/screen/keyboard.h"

#include <curses.h>

enum {
    PRESSES_MAX = 8 /* as many as curses keeps */
};

/* Of the one terminal. */
static struct {
    WINDOW *pad;
    bool has_more;
    int silent_reads;
    struct event presses[PRESSES_MAX]; /* of the mouse, read together: the latest first */
    size_t press_count;
} keyboard;

bool keyboard_open(void)
{
    mmask_t buttons = BUTTON1_PRESSED | BUTTON2_PRESSED | BUTTON3_PRESSED | BUTTON4_PRESSED;
#ifdef BUTTON5_PRESSED
    buttons |= BUTTON5_PRESSED;
#endif
    keyboard.has_more = false;
    keyboard.silent_reads = 0;
    keyboard.press_count = 0;
    keyboard.pad = newpad(1, 1);
    if (!keyboard.pad)
        return false;
    set_escdelay(KEYBOARD_DELAY);
    keypad(keyboard.pad, TRUE);
    mousemask(buttons, NULL);
    mouseinterval(0); /* presses are events at once, clicks are none */
    return true;
}

void keyboard_close(void)
{
    if (keyboard.pad)
        delwin(keyboard.pad);
    keyboard.pad = NULL;
}

bool keyboard_has_more(void)
{
    return keyboard.has_more;
}

int keyboard_silent_reads(void)
{
    return keyboard.silent_reads;
}

/* A code of curses, a character or the end of a sequence, and the key it is. */
struct key_entry {
    wint_t code;
    int32_t key;
};

static const struct key_entry function_keys[] = {
    { KEY_ENTER, TERMINAL_KEY_ENTER },
    { KEY_BTAB, TERMINAL_KEY_BACKTAB },
    { KEY_BACKSPACE, TERMINAL_KEY_BACKSPACE },
    { KEY_DC, TERMINAL_KEY_DELETE },
    { KEY_UP, TERMINAL_KEY_UP },
    { KEY_DOWN, TERMINAL_KEY_DOWN },
    { KEY_LEFT, TERMINAL_KEY_LEFT },
    { KEY_RIGHT, TERMINAL_KEY_RIGHT },
    { KEY_HOME, TERMINAL_KEY_HOME },
    { KEY_END, TERMINAL_KEY_END },
    { KEY_FIND, TERMINAL_KEY_HOME },
    { KEY_SELECT, TERMINAL_KEY_END },
    { KEY_PPAGE, TERMINAL_KEY_PAGE_UP },
    { KEY_NPAGE, TERMINAL_KEY_PAGE_DOWN },
};

static const struct key_entry control_keys[] = {
    { '\r', TERMINAL_KEY_ENTER },     { '\n', TERMINAL_KEY_ENTER },     { '\t', TERMINAL_KEY_TAB },
    { '\b', TERMINAL_KEY_BACKSPACE }, { 0x7F, TERMINAL_KEY_BACKSPACE },
};

/*
 * The ends of sequences that terminals send and terminfo may not list: with modifiers, or in the
 * other one of two modes.
 */
static const struct key_entry sequence_keys[] = {
    { 'A', TERMINAL_KEY_UP },     { 'B', TERMINAL_KEY_DOWN },    { 'C', TERMINAL_KEY_RIGHT },
    { 'D', TERMINAL_KEY_LEFT },   { 'H', TERMINAL_KEY_HOME },    { 'F', TERMINAL_KEY_END },
    { 'P', TERMINAL_KEY_F1 },     { 'Q', TERMINAL_KEY_F1 + 1 },  { 'R', TERMINAL_KEY_F1 + 2 },
    { 'S', TERMINAL_KEY_F1 + 3 }, { 'Z', TERMINAL_KEY_BACKTAB },
};

/* Likewise, the numbers of sequences that end with `~`. */
static const struct key_entry numbered_keys[] = {
    { 1, TERMINAL_KEY_HOME },     { 3, TERMINAL_KEY_DELETE },    { 4, TERMINAL_KEY_END },
    { 5, TERMINAL_KEY_PAGE_UP },  { 6, TERMINAL_KEY_PAGE_DOWN }, { 7, TERMINAL_KEY_HOME },
    { 8, TERMINAL_KEY_END },      { 11, TERMINAL_KEY_F1 },       { 12, TERMINAL_KEY_F1 + 1 },
    { 13, TERMINAL_KEY_F1 + 2 },  { 14, TERMINAL_KEY_F1 + 3 },   { 15, TERMINAL_KEY_F1 + 4 },
    { 17, TERMINAL_KEY_F1 + 5 },  { 18, TERMINAL_KEY_F1 + 6 },   { 19, TERMINAL_KEY_F1 + 7 },
    { 20, TERMINAL_KEY_F1 + 8 },  { 21, TERMINAL_KEY_F1 + 9 },   { 23, TERMINAL_KEY_F1 + 10 },
    { 24, TERMINAL_KEY_F1 + 11 },
};

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* Finds a key; returns whether the table has it. */
static bool find_key(const struct key_entry *table, size_t count, wint_t code, struct event *event)
{
    for (size_t i = 0; i < count; i++)
        if (table[i].code == code) {
            event->kind = EVENT_KEY;
            event->key = table[i].key;
            return true;
        }
    return false;
}

/* Makes an event of the press of a button; false if it is something else. */
static bool is_press(const MEVENT *mouse, struct event *event)
{
    static const struct {
        mmask_t mask;
        int32_t button;
    } buttons[] = {
        { BUTTON1_PRESSED, BUTTON_LEFT },       { BUTTON2_PRESSED, BUTTON_MIDDLE },
        { BUTTON3_PRESSED, BUTTON_RIGHT },      { BUTTON4_PRESSED, BUTTON_WHEEL_UP },
#ifdef BUTTON5_PRESSED
        { BUTTON5_PRESSED, BUTTON_WHEEL_DOWN },
#endif
    };
    for (size_t i = 0; i < COUNT_OF(buttons); i++)
        if (mouse->bstate & buttons[i].mask) {
            *event = (struct event){ .kind = EVENT_MOUSE,
                                     .button = buttons[i].button,
                                     .row = mouse->y,
                                     .column = mouse->x };
            return true;
        }
    return false;
}

/* Takes the earliest of the presses that were read together. */
static bool take_press(struct event *event)
{
    if (keyboard.press_count == 0)
        return false;
    *event = keyboard.presses[--keyboard.press_count];
    return true;
}

/* For presses that come together curses says so once, and hands out the latest first. */
static bool take_mouse(struct event *event)
{
    MEVENT mouse;
    while (getmouse(&mouse) == OK)
        if (keyboard.press_count < PRESSES_MAX &&
            is_press(&mouse, &keyboard.presses[keyboard.press_count]))
            keyboard.press_count++;
    return take_press(event);
}

static bool take_function_key(wint_t code, struct event *event)
{
    if (code == KEY_MOUSE)
        return take_mouse(event);
    if (code == KEY_RESIZE) {
        event->kind = EVENT_RESIZE;
        return true;
    }
    if (code >= KEY_F(1) && code <= KEY_F(12)) {
        event->kind = EVENT_KEY;
        event->key = TERMINAL_KEY_F1 + (int32_t)(code - KEY_F(1));
        return true;
    }
    return find_key(function_keys, COUNT_OF(function_keys), code, event);
}

/* Reads what is there already: OK for a character, KEY_CODE_YES for a key, ERR for nothing. */
static int read_waiting(wint_t *code)
{
    wtimeout(keyboard.pad, 0);
    return wget_wch(keyboard.pad, code);
}

/*
 * Reads the rest of a sequence that curses does not know, such as `1;5A` or `15~`, so that it does
 * not act as other keys.
 */
static bool take_sequence(struct event *event)
{
    wint_t code = 0;
    wint_t number = 0; /* the first one */
    bool is_first = true;
    while (read_waiting(&code) == OK && (code < '@' || code > '~')) {
        is_first = is_first && code >= '0' && code <= '9';
        if (is_first && number < 100)
            number = number * 10 + code - '0';
    }
    return code == '~' ? find_key(numbered_keys, COUNT_OF(numbered_keys), number, event)
                       : find_key(sequence_keys, COUNT_OF(sequence_keys), code, event);
}

/* Gives back what read_waiting() read. */
static void unread(int status, wint_t code)
{
    if (status == OK)
        unget_wch((wchar_t)code);
    else if (status == KEY_CODE_YES)
        ungetch((int)code);
}

/* Takes Escape: the key, or the beginning of a sequence. */
static bool take_escape(struct event *event)
{
    wint_t outcome;
    wint_t final;
    int status = read_waiting(&outcome);
    if (status == OK && outcome == '[')
        return take_sequence(event);
    if (status == OK && outcome == 'O') {
        int final_status = read_waiting(&final);
        if (final_status == OK)
            return find_key(sequence_keys, COUNT_OF(sequence_keys), final, event);
        unread(final_status, final);
    }
    unread(status, outcome);
    keyboard.has_more = true;
    event->kind = EVENT_KEY;
    event->key = TERMINAL_KEY_ESCAPE;
    return true;
}

static bool take_character(wint_t character, struct event *event)
{
    enum {
        CTRL_L = 'L' & 0x1F,
        ESCAPE = 0x1B,
        FIRST_BEYOND_CONTROL = 0xA0
    };
    if (character == ESCAPE)
        return take_escape(event);
    if (find_key(control_keys, COUNT_OF(control_keys), character, event))
        return true;
    if (character == CTRL_L) {
        clearok(curscr, TRUE);
        event->kind = EVENT_RESIZE;
        return true;
    }
    if (character == 0 || (character > '~' && character < FIRST_BEYOND_CONTROL))
        return false;
    event->kind = EVENT_KEY;
    event->key = (int32_t)character;
    return true;
}

bool keyboard_read(struct event *event, int milliseconds)
{
    wint_t code;
    if (take_press(event))
        return true;
    wtimeout(keyboard.pad, milliseconds);
    int status = wget_wch(keyboard.pad, &code);
    if (status == ERR) {
        keyboard.has_more = false;
        keyboard.silent_reads++;
        return false;
    }
    keyboard.silent_reads = 0;
    keyboard.has_more = true;
    return status == KEY_CODE_YES ? take_function_key(code, event) : take_character(code, event);
}
