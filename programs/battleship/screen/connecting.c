/* A player on another machine; see connecting.h. */
#include "battleship/screen/connecting.h"

#include "battleship/screen/dialog.h"
#include "battleship/screen/dialog_frame.h"
#include "battleship/screen/terminal.h"

enum {
    TICK_MILLISECONDS = 200, /* between two looks at a connection that is waited for */
    TEXT_COLUMNS = 56
};

static void draw(const char *title, const char *text, const char *news)
{
    if (dialog_is_too_small())
        return;
    int width = dialog_width_max() < TEXT_COLUMNS ? dialog_width_max() : TEXT_COLUMNS;
    int texts = dialog_wrapped_lines(text, width);
    int lines = dialog_wrapped_lines(news, width);
    int gap = lines > 0;
    struct area area = dialog_frame(NULL, title, texts + gap + lines + 2, width);
    struct area part = { area.row, area.column, texts, area.columns };
    dialog_print_wrapped(&part, STYLE_PLAIN, text, 0);
    part = (struct area){ area.row + texts + gap, area.column, lines, area.columns };
    dialog_print_wrapped(&part, STYLE_WARNING, news, 0);
    terminal_print_field(area.row + area.rows - 1, area.column, area.columns, STYLE_KEYS,
                         "Escape: give up");
    terminal_refresh();
}

/* Waits for the terminal or the connection; returns what ends that, or OUTCOME_GOES_ON. */
static int wait_for_event(const struct remote *remote)
{
    struct pollfd fds[PEER_FDS_MAX];
    struct event event;
    size_t count = remote_fds(remote, fds);
    int timeout = remote_milliseconds(remote);
    terminal_wait(&event, fds, count,
                  timeout < 0 || timeout > TICK_MILLISECONDS ? TICK_MILLISECONDS : timeout);
    bool is_escape = event.kind == EVENT_KEY && event.key == TERMINAL_KEY_ESCAPE;
    return is_escape ? (int)OUTCOME_BACK : event_outcome(&event);
}

int connecting_hear(const char *title, const char *text, struct remote *remote, const bool *flag)
{
    int outcome = OUTCOME_GOES_ON;
    while (outcome == OUTCOME_GOES_ON) {
        while (!*flag && !remote->is_over && remote_step(remote) != REMOTE_NOTHING) {
        }
        if (*flag || remote->is_over)
            return OUTCOME_DONE;
        draw(title, text, remote->news);
        outcome = wait_for_event(remote);
    }
    return outcome;
}

static const char *check_address(const char *text, void *user)
{
    (void)user;
    return text[0] ? NULL : "Expected an address, such as one.example.org:" PEER_PORT;
}

int connecting_ask(char address[PREFERENCES_ADDRESS_SIZE])
{
    return dialog_text(NULL, "Join a game: HOST or HOST:PORT", address, PREFERENCES_ADDRESS_SIZE,
                       check_address, NULL);
}

static void keep_alive(void *user)
{
    remote_keep_alive(user);
}

void connecting_link(struct remote *remote)
{
    terminal_set_background(remote ? keep_alive : NULL, remote);
}
