/* A game with somebody on another machine; see connecting.h. */
#include "battleship/screen/connecting.h"

#include <stdio.h>
#include <string.h>

#include "battleship/game/rules_summary.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/dialog_frame.h"
#include "battleship/screen/terminal.h"

enum {
    RULES_SIZE = 4096,          /* of the text of rules that is shown */
    WAIT_MILLISECONDS = 120000, /* for a host */
    TICK_MILLISECONDS = 200,    /* between two looks at a connection that is waited for */
    TEXT_SIZE = 256,
    TEXT_COLUMNS = 56
};

/* What is shown while something is waited for. */
struct waiting {
    const char *title;
    char text[TEXT_SIZE];
};

/* ---- waiting ---- */

static void draw(const struct remote *remote, const struct waiting *waiting)
{
    if (dialog_is_too_small())
        return;
    int width = dialog_width_max() < TEXT_COLUMNS ? dialog_width_max() : TEXT_COLUMNS;
    int texts = dialog_wrapped_lines(waiting->text, width);
    int news = dialog_wrapped_lines(remote->news, width);
    int gap = news > 0;
    struct area area = dialog_frame(NULL, waiting->title, texts + gap + news + 2, width);
    struct area part = { area.row, area.column, texts, area.columns };
    dialog_print_wrapped(&part, STYLE_PLAIN, waiting->text, 0);
    part = (struct area){ area.row + texts + gap, area.column, news, area.columns };
    dialog_print_wrapped(&part, STYLE_WARNING, remote->news, 0);
    terminal_print_field(area.row + area.rows - 1, area.column, area.columns, STYLE_KEYS,
                         "Escape: give up");
    terminal_refresh();
}

/* Waits for the terminal or the connection. */
static void wait_for_event(const struct remote *remote, struct event *event)
{
    struct pollfd fds[PEER_FDS_MAX];
    size_t count = peer_fds(remote->peer, fds);
    int timeout = peer_timeout(remote->peer);
    terminal_wait(event, fds, count,
                  timeout < 0 || timeout > TICK_MILLISECONDS ? TICK_MILLISECONDS : timeout);
}

static enum next show_failure(struct remote *remote, const char *title)
{
    int result = dialog_message(NULL, title, remote->news);
    connecting_close(remote);
    return next_after_dialog(result);
}

/* What a key or the end of the terminal says; NEXT_PLAY: nothing. */
static enum next result_of(const struct event *event)
{
    if (event->kind == EVENT_CLOSED)
        return NEXT_CLOSED;
    if (event->kind == EVENT_INTERRUPT)
        return NEXT_QUIT;
    bool is_escape = event->kind == EVENT_KEY && event->key == TERMINAL_KEY_ESCAPE;
    return is_escape ? NEXT_MENU : NEXT_PLAY;
}

/* Waits until an event has come that a flag tells, or nothing more will. */
static enum next wait_until(struct remote *remote, const struct waiting *waiting, const bool *flag)
{
    enum next result = NEXT_PLAY;
    struct event event;
    while (result == NEXT_PLAY) {
        while (!*flag && !remote->is_over && remote_step(remote) != REMOTE_NOTHING) {
        }
        if (*flag || remote->is_over)
            return NEXT_PLAY;
        draw(remote, waiting);
        wait_for_event(remote, &event);
        result = result_of(&event);
    }
    connecting_close(remote);
    return result;
}

/* Waits for something without which there is no game: a failure is shown. */
static enum next wait_or_fail(struct remote *remote, const struct waiting *waiting,
                              const bool *flag)
{
    enum next result = wait_until(remote, waiting, flag);
    return result == NEXT_PLAY && !*flag ? show_failure(remote, waiting->title) : result;
}

/* ---- hosting, joining and coming back ---- */

static void keep_alive(void *user)
{
    remote_keep_alive(user);
}

/* Begins with a new peer, if there is one. */
static enum next begin(struct remote *remote, bool has_peer)
{
    if (has_peer)
        terminal_set_background(keep_alive, remote);
    if (has_peer)
        return NEXT_PLAY;
    int result = dialog_message(NULL, "A game on another machine", "Out of memory.");
    return next_after_dialog(result);
}

enum next connecting_host(struct remote *remote, struct setup *setup, const char *port)
{
    struct waiting waiting = { .title = "Host a game" };
    char where[TEXT_SIZE - 16];
    enum next result = begin(remote, remote_host(remote, setup, port));
    if (result != NEXT_PLAY)
        return result;
    remote_describe_port(remote, where, sizeof where);
    snprintf(waiting.text, sizeof waiting.text, "Waiting at %s", where);
    result = wait_or_fail(remote, &waiting, &remote->is_connected);
    if (result == NEXT_PLAY)
        remote_meet(remote, setup);
    return result;
}

static const char *check_address(const char *text, void *user)
{
    (void)user;
    return text[0] ? NULL : "Expected an address, such as one.example.org:" PEER_PORT;
}

static enum next ask_for_address(char address[CONNECTING_ADDRESS_SIZE])
{
    int result = dialog_text(NULL, "Join a game: HOST or HOST:PORT", address,
                             CONNECTING_ADDRESS_SIZE, check_address, NULL);
    return result == 0 ? NEXT_PLAY : next_after_dialog(result);
}

/* Asks whether to play by the host's rules. */
static int ask_about_rules(const struct remote *remote)
{
    const bship_rules *rules = peer_rules(remote->peer);
    char summary[256], asked[400], text[RULES_SIZE];
    rules_summary(rules, summary, sizeof summary);
    bship_rules_format(rules, text, sizeof text);
    snprintf(asked, sizeof asked, "%s hosts a game. The rules: %s. %s", peer_name(remote->peer),
             summary, remote_say_help(remote));
    const struct question question = {
        .text = asked,
        .choices = { { "accept", "Accept" }, { "show", "Show the rules" }, { "refuse", "Refuse" } },
        .count = 3,
    };
    int result;
    while ((result = dialog_ask(NULL, &question)) == 1)
        if (dialog_message(NULL, "The rules", text) == ANSWER_CLOSED)
            return ANSWER_CLOSED;
    return result;
}

static enum next accept_rules(struct remote *remote)
{
    int result = ask_about_rules(remote);
    if (result == 0)
        return NEXT_PLAY;
    remote_refuse_rules(remote);
    connecting_close(remote);
    return next_after_dialog(result);
}

enum next connecting_join(struct remote *remote, struct setup *setup,
                          char address[CONNECTING_ADDRESS_SIZE])
{
    struct waiting waiting = { .title = "Join a game" };
    enum next result = address[0] ? NEXT_PLAY : ask_for_address(address);
    if (result == NEXT_PLAY)
        result = begin(remote, remote_join(remote, setup, address, WAIT_MILLISECONDS));
    if (result != NEXT_PLAY)
        return result;
    snprintf(waiting.text, sizeof waiting.text, "Connecting to %.200s...", address);
    result = wait_or_fail(remote, &waiting, &remote->is_connected);
    if (result == NEXT_PLAY)
        result = accept_rules(remote);
    if (result == NEXT_PLAY)
        remote_meet(remote, setup);
    return result;
}

enum next connecting_rejoin(struct remote *remote, struct session *session)
{
    return begin(remote, remote_rejoin(remote, session));
}

/* ---- the fleets ---- */

enum next connecting_start(struct remote *remote, struct session *session)
{
    struct waiting waiting = { .title = "A game on another machine" };
    if (remote->is_over) /* since the ships were laid */
        return show_failure(remote, waiting.title);
    snprintf(waiting.text, sizeof waiting.text, REMOTE_WAITS_FOR_SHIPS, peer_name(remote->peer));
    remote->news[0] = '\0';
    remote_commit(remote, session);
    enum next result = wait_or_fail(remote, &waiting, &remote->is_ready);
    if (result != NEXT_PLAY)
        return result;
    bship_status status = bship_game_start(session->game, NULL);
    if (!status)
        return NEXT_PLAY;
    snprintf(remote->news, sizeof remote->news, "%s", bship_status_message(status));
    return show_failure(remote, waiting.title);
}

/* Asks what is next after a failure that may be over later. */
static enum next ask_again(struct remote *remote)
{
    struct front front = dialog_front(NULL);
    int choice = remote_ask(remote, &front);
    enum next result = choice == REMOTE_GIVE_UP ? NEXT_PLAY
                       : choice == REMOTE_AGAIN ? NEXT_AGAIN
                                                : next_after_dialog(choice);
    connecting_close(remote);
    return result;
}

enum next connecting_finish(struct remote *remote)
{
    const struct waiting waiting = { "The game is over", "Comparing the fleets..." };
    enum next result = NEXT_PLAY;
    if (remote->peer && !remote->is_over)
        result = wait_until(remote, &waiting, &remote->is_finished);
    if (remote_can_rejoin(remote))
        return ask_again(remote);
    if (remote->peer && remote->has_failed && show_failure(remote, waiting.title) == NEXT_CLOSED)
        result = NEXT_CLOSED;
    remote->news[0] = '\0';
    return result == NEXT_CLOSED || result == NEXT_QUIT ? result : NEXT_PLAY;
}

const char *connecting_listen(struct remote *remote)
{
    while (remote_step(remote) != REMOTE_NOTHING) {
    }
    return remote->news;
}

enum next connecting_rematch(struct remote *remote, struct setup *setup, const bship_rules *played)
{
    struct waiting waiting = { .title = "A rematch" };
    snprintf(waiting.text, sizeof waiting.text, "Waiting for %s, who has to want it, too.",
             peer_name(remote->peer));
    if (remote->is_left || remote->has_failed)
        return show_failure(remote, waiting.title);
    remote_rematch(remote);
    enum next result = wait_or_fail(remote, &waiting, &remote->is_connected);
    if (result == NEXT_PLAY && !bship_rules_equal(peer_rules(remote->peer), played))
        result = accept_rules(remote);
    if (result == NEXT_PLAY)
        remote_meet(remote, setup);
    return result;
}

void connecting_close(struct remote *remote)
{
    terminal_set_background(NULL, NULL);
    remote_close(remote);
}
