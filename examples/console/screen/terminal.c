/*
 * The terminal as a full screen; see terminal.h.
 *
 * Signals become bytes in a pipe, which terminal_wait() polls beside the keyboard: so none is lost
 * between two calls, and nothing but that write happens in a handler. The handlers of curses are
 * replaced; those of before are back after terminal_close().
 *
 * Keys are read from a pad, not from the screen's window: reading from a window would show what is
 * half drawn.
 */
#include "console/screen/terminal.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/process.h"
#include "common/terminal.h"
#include "console/screen/text.h"
#include "console/screen/theme.h"

enum {
    /* Milliseconds to wait for the rest of a key's sequence: Escape alone is a key, too. */
    SEQUENCE_DELAY = 100,
    /* So often may a readable keyboard give nothing before it counts as gone. */
    SILENT_READS = 3,
    PRINT_SIZE = 1024,             /* bytes of a text, and of its characters */
    BACKGROUND_MILLISECONDS = 1000 /* between two runs of what runs in the background */
};

static const int signals[] = { SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT };

enum {
    SIGNAL_COUNT = sizeof(signals) / sizeof(signals[0])
};

/* The one terminal: curses and signal handlers need it to be static. */
static struct {
    bool is_open;
    bool is_closed; /* gone: EVENT_CLOSED from now on */
    bool has_utf8;
    bool is_ascii;
    bool has_more; /* curses may have keys that were read already */
    int silent_reads;
    int signal_pipe[2];
    struct sigaction before[SIGNAL_COUNT];
    SCREEN *screen;
    WINDOW *keys; /* a pad */
    void (*background)(void *user);
    void *background_user;
} terminal;

/* SIGINT received and not yet delivered as an event. */
static volatile sig_atomic_t interrupts;

/* ---- signals ---- */

static void record_signal(int number)
{
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    if (number == SIGINT && ++interrupts > 1) {
        endwin();
        _exit(EXIT_INTERRUPTED);
    }
    /* The pipe is full only if thousands of signals are still to be read. */
    ssize_t written = write(terminal.signal_pipe[1], &byte, 1);
    (void)written;
    errno = saved;
}

static void set_handler(int number, void (*handler)(int))
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static bool open_signal_pipe(void)
{
    if (pipe(terminal.signal_pipe) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(terminal.signal_pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(terminal.signal_pipe[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static void save_handlers(void)
{
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        sigaction(signals[i], NULL, &terminal.before[i]);
}

static void install_handlers(void)
{
    interrupts = 0;
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        set_handler(signals[i], record_signal);
}

static void restore_handlers(void)
{
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        sigaction(signals[i], &terminal.before[i], NULL);
}

/* ---- styles ---- */

enum {
    DEFAULT_COLOUR = -1
};

/*
 * Colours are the plain red, green, yellow, magenta and cyan, which are legible on dark and on
 * light backgrounds; blue and the bright ones are not, on one of them.
 */
static const struct {
    short colour;
    attr_t attributes;
} styles[STYLE_COUNT] = {
    [STYLE_PLAIN] = { DEFAULT_COLOUR, A_NORMAL },
    [STYLE_BOLD] = { DEFAULT_COLOUR, A_BOLD },
    [STYLE_DIM] = { DEFAULT_COLOUR, A_DIM },
    [STYLE_TITLE] = { DEFAULT_COLOUR, A_BOLD },
    [STYLE_SELECTED] = { DEFAULT_COLOUR, A_REVERSE },
    [STYLE_KEYS] = { DEFAULT_COLOUR, A_DIM },
    [STYLE_GOOD] = { COLOR_GREEN, A_BOLD },
    [STYLE_WARNING] = { COLOR_RED, A_BOLD },
    [STYLE_WATER] = { DEFAULT_COLOUR, A_DIM },
    [STYLE_SHIP] = { COLOR_CYAN, A_BOLD },
    [STYLE_MISS] = { DEFAULT_COLOUR, A_NORMAL },
    [STYLE_HIT] = { COLOR_RED, A_BOLD },
    [STYLE_SUNK] = { COLOR_MAGENTA, A_NORMAL },
    [STYLE_KNOWN_WATER] = { COLOR_CYAN, A_DIM },
    [STYLE_SHOT] = { COLOR_YELLOW, A_BOLD },
    [STYLE_BLOCKED] = { COLOR_GREEN, A_DIM },
    [STYLE_NOTE] = { COLOR_YELLOW, A_NORMAL },
    [STYLE_SALVO] = { COLOR_YELLOW, A_BOLD | A_REVERSE },
    [STYLE_CURSOR] = { DEFAULT_COLOUR, A_BOLD },
    [STYLE_HEAT_0] = { DEFAULT_COLOUR, A_DIM },
    [STYLE_HEAT_1] = { COLOR_CYAN, A_NORMAL },
    [STYLE_HEAT_2] = { COLOR_GREEN, A_NORMAL },
    [STYLE_HEAT_3] = { COLOR_YELLOW, A_BOLD },
    [STYLE_HEAT_4] = { COLOR_RED, A_BOLD },
};

/* A style's colour pair has its number; pair 0 is that of the terminal, for want of colours. */
static void start_colours(int32_t choice)
{
    if (!terminal_has_colour(choice) || !has_colors() || start_color() != OK)
        return;
    short background = use_default_colors() == OK ? DEFAULT_COLOUR : COLOR_BLACK;
    for (short style = 1; style < STYLE_COUNT && style < COLOR_PAIRS; style++) {
        short colour = styles[style].colour;
        bool is_default = colour == DEFAULT_COLOUR;
        if (!is_default)
            init_pair(style, colour, background);
        else if (background == COLOR_BLACK)
            init_pair(style, COLOR_WHITE, background);
        else
            init_pair(style, DEFAULT_COLOUR, DEFAULT_COLOUR);
    }
}

static void use_style(int32_t style)
{
    int32_t base = style & ~STYLE_FRESH;
    attr_t attributes = styles[base].attributes;
    if (style & STYLE_FRESH)
        attributes ^= A_REVERSE;
    attr_set(attributes, base < COLOR_PAIRS ? (short)base : 0, NULL);
}

/* ---- opening and closing ---- */

static void prepare_curses(void)
{
    cbreak();
    noecho();
    nonl();
    curs_set(0);
    set_escdelay(SEQUENCE_DELAY);
    keypad(terminal.keys, TRUE);
    mmask_t buttons = BUTTON1_PRESSED | BUTTON2_PRESSED | BUTTON3_PRESSED | BUTTON4_PRESSED;
#ifdef BUTTON5_PRESSED
    buttons |= BUTTON5_PRESSED;
#endif
    mousemask(buttons, NULL);
    mouseinterval(0); /* presses are events at once, clicks are none */
}

/* Frees what open_screen() has made. */
static void close_screen(void)
{
    if (terminal.keys != NULL)
        delwin(terminal.keys);
    if (terminal.screen != NULL) {
        endwin();
        delscreen(terminal.screen);
    }
    restore_handlers();
    close(terminal.signal_pipe[0]);
    close(terminal.signal_pipe[1]);
}

/* Hands the terminal to curses. Returns NULL, or why that cannot be. */
static const char *open_screen(void)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return "input and output are not both a terminal";
    if (!open_signal_pipe())
        return strerror(errno);
    save_handlers();
    use_tioctl(TRUE);
    terminal.keys = NULL;
    terminal.screen = newterm(NULL, stdout, stdin);
    const char *why = NULL;
    if (terminal.screen == NULL)
        why = "the terminal's type, in TERM, is not known";
    else if (tigetstr("cup") == NULL)
        why = "the terminal, of the type in TERM, cannot move its cursor";
    else if ((terminal.keys = newpad(1, 1)) == NULL)
        why = strerror(ENOMEM);
    if (why != NULL)
        close_screen();
    return why;
}

bool terminal_open(const struct terminal_options *options, char *why, size_t size)
{
    static bool is_registered;
    setlocale(LC_CTYPE, "");
    const char *reason = open_screen();
    if (reason != NULL) {
        snprintf(why, size, "%s", reason);
        return false;
    }
    if (!is_registered)
        is_registered = atexit(terminal_close) == 0;
    terminal.is_open = true;
    terminal.is_closed = false;
    terminal.has_more = false;
    terminal.silent_reads = 0;
    terminal.has_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    terminal.is_ascii = options->ascii || !terminal.has_utf8 || !theme_fits_locale();
    prepare_curses();
    install_handlers();
    start_colours(options->colour);
    return true;
}

void terminal_close(void)
{
    if (!terminal.is_open)
        return;
    terminal.is_open = false;
    close_screen();
}

/* ---- events ---- */

static void take_size(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
        is_term_resized(size.ws_row, size.ws_col))
        resize_term(size.ws_row, size.ws_col);
}

/* Takes the terminal over again, after a shell had it. */
static void resume(void)
{
    reset_prog_mode();
    take_size();
    clearok(curscr, TRUE);
    refresh();
}

/* Stops, as Ctrl-Z does, and goes on when continued. */
static void suspend(void)
{
    endwin();
    set_handler(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    set_handler(SIGTSTP, record_signal);
    resume();
}

static void redraw(struct event *event)
{
    clearok(curscr, TRUE);
    event->kind = EVENT_RESIZE;
}

static void close_for_good(struct event *event)
{
    terminal.is_closed = true;
    event->kind = EVENT_CLOSED;
}

static void take_signal(struct event *event)
{
    unsigned char number;
    if (read(terminal.signal_pipe[0], &number, 1) != 1)
        return;
    switch (number) {
    case SIGINT:
        interrupts = 0;
        event->kind = EVENT_INTERRUPT;
        return;
    case SIGWINCH:
        take_size();
        break;
    case SIGTSTP:
        suspend();
        break;
    case SIGCONT:
        resume();
        break;
    default:
        close_for_good(event);
        return;
    }
    redraw(event);
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

static bool take_mouse(struct event *event)
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
    MEVENT mouse;
    if (getmouse(&mouse) != OK)
        return false;
    for (size_t i = 0; i < COUNT_OF(buttons); i++)
        if (mouse.bstate & buttons[i].mask) {
            event->kind = EVENT_MOUSE;
            event->button = buttons[i].button;
            event->row = mouse.y;
            event->column = mouse.x;
            return true;
        }
    return false;
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
    wtimeout(terminal.keys, 0);
    return wget_wch(terminal.keys, code);
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
    wint_t next;
    wint_t final;
    int status = read_waiting(&next);
    if (status == OK && next == '[')
        return take_sequence(event);
    if (status == OK && next == 'O') {
        int final_status = read_waiting(&final);
        if (final_status == OK)
            return find_key(sequence_keys, COUNT_OF(sequence_keys), final, event);
        unread(final_status, final);
    }
    unread(status, next);
    terminal.has_more = true;
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
        redraw(event);
        return true;
    }
    if (character < ' ' || (character > '~' && character < FIRST_BEYOND_CONTROL))
        return false;
    event->kind = EVENT_KEY;
    event->key = (int32_t)character;
    return true;
}

/* Reads a key, waiting only for the rest of one that has begun; returns whether it is an event. */
static bool read_key(struct event *event, int milliseconds)
{
    wint_t code;
    wtimeout(terminal.keys, milliseconds);
    int status = wget_wch(terminal.keys, &code);
    if (status == ERR) {
        terminal.has_more = false;
        terminal.silent_reads++;
        return false;
    }
    terminal.silent_reads = 0;
    terminal.has_more = true;
    return status == KEY_CODE_YES ? take_function_key(code, event) : take_character(code, event);
}

/* Reads from a keyboard that is readable; one that stays silent is gone. */
static bool read_keyboard(struct event *event, short state)
{
    if ((state & POLLIN) && read_key(event, SEQUENCE_DELAY))
        return true;
    if ((state & POLLIN) && terminal.silent_reads < SILENT_READS)
        return false;
    if (!(state & (POLLIN | POLLHUP | POLLERR | POLLNVAL)))
        return false;
    close_for_good(event);
    return true;
}

enum {
    POLL_SIGNALS,
    POLL_KEYS,
    POLL_OTHERS
};

/* Takes one event of what poll() has found; returns whether there is one. */
static bool take_event(struct event *event, const struct pollfd *polled, size_t count)
{
    event->kind = EVENT_TICK;
    if (polled[POLL_SIGNALS].revents != 0)
        take_signal(event);
    if (event->kind != EVENT_TICK || read_keyboard(event, polled[POLL_KEYS].revents))
        return true;
    for (size_t i = 0; i < count; i++)
        if (polled[POLL_OTHERS + i].revents != 0) {
            event->kind = EVENT_WAKE;
            event->wake = i;
            return true;
        }
    return false;
}

/* The milliseconds that are left of a wait: -1 for one without an end. */
static int remaining(double deadline, int milliseconds)
{
    double left = (deadline - seconds_now()) * 1000;
    return milliseconds < 0 ? -1 : left > 0 ? (int)left + 1 : 0;
}

void terminal_set_background(void (*run)(void *user), void *user)
{
    terminal.background = run;
    terminal.background_user = user;
}

/* Runs the function that runs while the terminal waits; returns how long to wait before the next.
 */
static int run_background(double deadline, int milliseconds)
{
    int left = remaining(deadline, milliseconds);
    if (terminal.background == NULL)
        return left;
    terminal.background(terminal.background_user);
    return left < 0 || left > BACKGROUND_MILLISECONDS ? BACKGROUND_MILLISECONDS : left;
}

void terminal_wait(struct event *event, const int *fds, size_t count, int milliseconds)
{
    struct pollfd polled[POLL_OTHERS + TERMINAL_FDS] = {
        [POLL_SIGNALS] = { .fd = terminal.signal_pipe[0], .events = POLLIN },
        [POLL_KEYS] = { .fd = STDIN_FILENO, .events = POLLIN },
    };
    *event = (struct event){ .kind = EVENT_CLOSED };
    if (terminal.is_closed)
        return;
    for (size_t i = 0; i < count; i++)
        polled[POLL_OTHERS + i] = (struct pollfd){ .fd = fds[i], .events = POLLIN };
    double deadline = seconds_now() + milliseconds / 1000.0;
    int ready;
    do {
        /* Keys that curses has read already do not show in poll(). */
        while (terminal.has_more)
            if (read_key(event, 0))
                return;
        ready = poll(polled, (nfds_t)(POLL_OTHERS + count), run_background(deadline, milliseconds));
        if (ready > 0 && take_event(event, polled, count))
            return;
    } while (ready != 0 || remaining(deadline, milliseconds) != 0);
    event->kind = EVENT_TICK;
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
    return terminal.is_ascii;
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
static int print_cut(int row, int column, int width, int32_t style, const char *text)
{
    wchar_t characters[PRINT_SIZE];
    size_t count = 0;
    int used = 0;
    wchar_t next;
    for (size_t bytes; (bytes = text_next(text, terminal.has_utf8, &next)) > 0; text += bytes) {
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
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    return print_cut(row, column, COLS - column, style, text);
}

static void fill(int row, int column, int width, int32_t style)
{
    use_style(style);
    mvhline(row, column, ' ', width);
    attrset(A_NORMAL);
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
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    fill(row, column, width, style);
    if (terminal_text_width(text) <= width)
        return print_cut(row, column, width, style, text);
    int used = print_cut(row, column, width - 1, style, text);
    return used + print_cut(row, column + used, 1, style, terminal.is_ascii ? "~" : "…");
}

int terminal_text_width(const char *text)
{
    int columns;
    text_fit(text, terminal.has_utf8, INT_MAX, &columns);
    return columns;
}

size_t terminal_text_cut(const char *text, int width)
{
    int columns;
    return text_fit(text, terminal.has_utf8, width, &columns);
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
                  parts[terminal.is_ascii][i == 0          ? 0
                                           : i == rows - 1 ? 2
                                                           : 1]);
}

void terminal_beep(void)
{
    beep();
}
