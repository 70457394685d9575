/*
 * The terminal as a full screen; see terminal.h.
 *
 * Signals become bytes in a pipe, which terminal_wait() polls beside the keyboard: so none is lost
 * between two calls, and nothing but that write happens in a handler, which may interrupt curses. A
 * second Ctrl-C, should the first one not be taken, leaves the screen with what was prepared for
 * that. The handlers of curses are replaced; those of before are back after terminal_close().
 *
 * Keys are read by keyboard.c, the screen is drawn by drawing.c.
 */
#include "battleship/screen/terminal.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "battleship/screen/drawing.h"
#include "battleship/screen/keyboard.h"
#include "battleship/screen/theme.h"
#include "common/process.h"

enum {
    /* So often may a readable keyboard give nothing before it counts as gone. */
    SILENT_READS = 3,
    BACKGROUND_MILLISECONDS = 1000, /* between two runs of what runs in the background */
    LEAVING_SIZE = 128              /* bytes of the sequences that leave the screen */
};

static const int signals[] = { SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT };

enum {
    SIGNAL_COUNT = sizeof signals / sizeof signals[0]
};

/* The one terminal: curses and signal handlers need it to be static. */
static struct {
    bool is_open;
    bool is_closed; /* gone: EVENT_CLOSED from now on */
    bool is_ended;  /* by a signal that asks for it */
    int signal_pipe[2];
    struct sigaction before[SIGNAL_COUNT];
    struct termios modes_before;
    char leaving[LEAVING_SIZE]; /* the sequences that leave the screen */
    size_t leaving_length;
    SCREEN *screen;
    void (*background)(void *user);
    void *background_user;
} terminal;

/* SIGINT received and not yet delivered as an event. */
static volatile sig_atomic_t interrupts;

/* ---- signals ---- */

/* Leaves the screen and the program, as a handler may: endwin() may not be called there. */
static void leave_at_once(void)
{
    tcflush(STDOUT_FILENO, TCOFLUSH); /* output that is not taken would hold up the rest */
    ssize_t written = write(STDOUT_FILENO, terminal.leaving, terminal.leaving_length);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal.modes_before);
    _exit(EXIT_INTERRUPTED);
}

static void record_signal(int number)
{
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    if (number == SIGINT && ++interrupts > 1)
        leave_at_once();
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

/* ---- opening and closing ---- */

/* Adds a text to the sequences that leave the screen, without its delays such as `$<2>`. */
static void prepare_leaving_by(const char *text)
{
    while (*text && terminal.leaving_length < LEAVING_SIZE) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>'))
            text = strchr(text, '>') + 1;
        else
            terminal.leaving[terminal.leaving_length++] = *text++;
    }
}

/* Prepares leave_at_once(): attributes, keypad, mouse, cursor, and the screen of before. */
static void prepare_leaving(void)
{
    static const char *const names[] = { "sgr0", "rmkx", "cnorm", "rmcup" };
    terminal.leaving_length = 0;
    if (has_mouse())
        prepare_leaving_by("\033[?1006;1000l");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *text = tigetstr(names[i]);
        if (text && text != (const char *)-1)
            prepare_leaving_by(text);
    }
}

/* Frees what open_screen() has made. */
static void close_screen(void)
{
    keyboard_close();
    if (terminal.screen) {
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
    tcgetattr(STDIN_FILENO, &terminal.modes_before);
    use_tioctl(TRUE);
    terminal.screen = newterm(NULL, stdout, stdin);
    const char *why = NULL;
    if (!terminal.screen)
        why = "the terminal's type, in TERM, is not known";
    else if (!tigetstr("cup"))
        why = "the terminal, of the type in TERM, cannot move its cursor";
    else if (!keyboard_open())
        why = strerror(ENOMEM);
    if (why)
        close_screen();
    return why;
}

/*
 * Control keys are keys: Ctrl-S does not hold the screen until Ctrl-Q, and on BSD and macOS Ctrl-O,
 * Ctrl-V and Ctrl-Y are not taken by the terminal driver.
 */
static void free_control_keys(void)
{
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes) != 0)
        return;
    modes.c_iflag &= ~(tcflag_t)IXON;
    modes.c_lflag &= ~(tcflag_t)IEXTEN;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    def_prog_mode();
}

bool terminal_open(const struct terminal_options *options, char *why, size_t size)
{
    static bool is_registered;
    setlocale(LC_CTYPE, "");
    const char *reason = open_screen();
    if (reason) {
        snprintf(why, size, "%s", reason);
        return false;
    }
    if (!is_registered)
        is_registered = atexit(terminal_close) == 0;
    terminal.is_open = true;
    terminal.is_closed = false;
    terminal.is_ended = false;
    cbreak();
    noecho();
    nonl();
    free_control_keys();
    prepare_leaving();
    install_handlers();
    drawing_open(options->ascii || !theme_fits_locale(), options->colour);
    return true;
}

void terminal_close(void)
{
    if (!terminal.is_open)
        return;
    terminal.is_open = false;
    close_screen();
}

bool terminal_was_ended(void)
{
    return terminal.is_ended;
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
        terminal.is_ended = true;
        close_for_good(event);
        return;
    }
    redraw(event);
}

/* Reads from a keyboard that is readable; one that stays silent is gone. */
static bool read_keyboard(struct event *event, short state)
{
    if ((state & POLLIN) && keyboard_read(event, KEYBOARD_DELAY))
        return true;
    if ((state & POLLIN) && keyboard_silent_reads() < SILENT_READS)
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
    if (!terminal.background)
        return left;
    terminal.background(terminal.background_user);
    return left < 0 || left > BACKGROUND_MILLISECONDS ? BACKGROUND_MILLISECONDS : left;
}

void terminal_wait(struct event *event, const struct pollfd *fds, size_t count, int milliseconds)
{
    struct pollfd polled[POLL_OTHERS + TERMINAL_FDS] = {
        [POLL_SIGNALS] = { .fd = terminal.signal_pipe[0], .events = POLLIN },
        [POLL_KEYS] = { .fd = STDIN_FILENO, .events = POLLIN },
    };
    *event = (struct event){ .kind = EVENT_CLOSED };
    if (terminal.is_closed)
        return;
    for (size_t i = 0; i < count; i++)
        polled[POLL_OTHERS + i] = fds[i];
    double deadline = seconds_now() + milliseconds / 1000.0;
    int ready;
    do {
        /* Keys that curses has read already do not show in poll(). */
        while (keyboard_has_more())
            if (keyboard_read(event, 0))
                return;
        ready = poll(polled, (nfds_t)(POLL_OTHERS + count), run_background(deadline, milliseconds));
        if (ready > 0 && take_event(event, polled, count))
            return;
    } while (ready != 0 || remaining(deadline, milliseconds) != 0);
    event->kind = EVENT_TICK;
}
