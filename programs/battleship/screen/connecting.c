/* A game with somebody on another machine; see connecting.h. */
#include "battleship/screen/connecting.h"

#include <stdio.h>
#include <string.h>

#include "battleship/game/meeting.h"
#include "battleship/game/rules_preset.h"
#include "battleship/screen/dialog_frame.h"
#include "battleship/screen/terminal.h"

enum {
    RULES_SIZE = 4096,          /* of the text of rules that is shown */
    WAIT_MILLISECONDS = 120000, /* for a host */
    TICK_MILLISECONDS = 200,    /* between two looks at a connection that is waited for */
    TEXT_ROWS = 5,
    TEXT_COLUMNS = 56
};

#define LOST "The connection is lost; trying for %d more seconds."

/* ---- waiting ---- */

static void draw(const struct connecting *connecting, const struct backdrop *backdrop)
{
    if (dialog_is_too_small())
        return;
    int width = dialog_width_max() < TEXT_COLUMNS ? dialog_width_max() : TEXT_COLUMNS;
    int texts = dialog_wrapped_lines(connecting->text, width);
    int news = dialog_wrapped_lines(connecting->news, width);
    int gap = news > 0;
    struct area area = dialog_frame(backdrop, connecting->title, texts + gap + news + 2, width);
    struct area part = { area.row, area.column, texts, area.columns };
    dialog_print_wrapped(&part, STYLE_PLAIN, connecting->text, 0);
    part = (struct area){ area.row + texts + gap, area.column, news, area.columns };
    dialog_print_wrapped(&part, STYLE_WARNING, connecting->news, 0);
    terminal_print_field(area.row + area.rows - 1, area.column, area.columns, STYLE_KEYS,
                         "Escape: give up");
    terminal_refresh();
}

/* Waits for the terminal or the connection. */
static void wait_for_event(const struct connecting *connecting, struct event *event)
{
    struct pollfd polled[PEER_FDS_MAX];
    int fds[PEER_FDS_MAX];
    size_t count = peer_fds(connecting->peer, polled);
    for (size_t i = 0; i < count; i++)
        fds[i] = (polled[i].events & POLLIN) != 0 ? polled[i].fd : -1;
    int timeout = peer_timeout(connecting->peer);
    terminal_wait(event, fds, count,
                  timeout < 0 || timeout > TICK_MILLISECONDS ? TICK_MILLISECONDS : timeout);
}

/* Notes what an event says. */
static void note(struct connecting *connecting, int32_t event)
{
    const char *text = peer_text(connecting->peer);
    if (event == PEER_TURNED_AWAY || event == PEER_FAILED)
        snprintf(connecting->news, sizeof(connecting->news), "%.250s", text);
    else if (event == PEER_LEFT)
        snprintf(connecting->news, sizeof(connecting->news), "The other player has left.");
    else if (event == PEER_INVITED)
        snprintf(connecting->news, sizeof(connecting->news), "%s wants a rematch: r accepts.",
                 peer_name(connecting->peer));
    else if (event == PEER_BACK)
        connecting->news[0] = '\0';
    connecting->is_over |= event == PEER_FAILED || event == PEER_FINISHED || event == PEER_LEFT;
    connecting->has_failed |= event == PEER_FAILED || event == PEER_LEFT;
}

static enum connecting_result show_failure(struct connecting *connecting,
                                           const struct backdrop *backdrop)
{
    int result = dialog_message(backdrop, connecting->title, connecting->news);
    connecting_close(connecting);
    return result == DIALOG_CLOSED ? CONNECTING_CLOSED : CONNECTING_FAILED;
}

/* What a key or the end of the terminal says; CONNECTING_DONE: nothing. */
static enum connecting_result result_of(const struct event *event)
{
    if (event->kind == EVENT_CLOSED)
        return CONNECTING_CLOSED;
    if (event->kind == EVENT_INTERRUPT)
        return CONNECTING_INTERRUPTED;
    bool is_escape = event->kind == EVENT_KEY && event->key == TERMINAL_KEY_ESCAPE;
    return is_escape ? CONNECTING_LEFT : CONNECTING_DONE;
}

/* Waits until an event has come. */
static enum connecting_result wait_until(struct connecting *connecting,
                                         const struct backdrop *backdrop, int32_t wanted)
{
    enum connecting_result result = CONNECTING_DONE;
    struct event event;
    while (result == CONNECTING_DONE) {
        int32_t happened;
        while ((happened = peer_step(connecting->peer)) != PEER_NOTHING) {
            note(connecting, happened);
            if (happened == wanted)
                return CONNECTING_DONE;
            if (connecting->has_failed)
                return show_failure(connecting, backdrop);
        }
        int left = peer_seconds_left(connecting->peer);
        if (left > 0)
            snprintf(connecting->news, sizeof(connecting->news), LOST, left);
        draw(connecting, backdrop);
        wait_for_event(connecting, &event);
        result = result_of(&event);
    }
    connecting_close(connecting);
    return result;
}

/* ---- hosting and joining ---- */

static void keep_alive(void *user)
{
    struct connecting *connecting = user;
    peer_keep_alive(connecting->peer);
}

static const struct link link_functions;

/* Takes over a new peer; false: out of memory. */
static bool take_peer(struct connecting *connecting, struct peer *peer)
{
    if (peer == NULL)
        return false;
    connecting->peer = peer;
    connecting->link = link_functions;
    connecting->link.user = connecting;
    terminal_set_background(keep_alive, connecting);
    return true;
}

static enum connecting_result fail_without_memory(const struct backdrop *backdrop)
{
    int result = dialog_message(backdrop, "A game on another machine", "Out of memory.");
    return result == DIALOG_CLOSED ? CONNECTING_CLOSED : CONNECTING_FAILED;
}

/* The players have met. */
static void meet(struct connecting *connecting, struct setup *setup, const struct player *own)
{
    connecting->own = *own;
    meeting_set_up(setup, connecting->peer, own);
}

enum connecting_result connecting_host(struct connecting *connecting,
                                       const struct backdrop *backdrop, struct setup *setup,
                                       const char *port)
{
    struct player own = setup->players[BSHIP_SIDE_A];
    struct peer_options options = meeting_options(&own, setup->rules, setup->wants_help);
    char addresses[160];
    *connecting = (struct connecting){ .title = "Host a game" };
    if (!take_peer(connecting, peer_host(&options, port)))
        return fail_without_memory(backdrop);
    bool has_addresses = peer_addresses(addresses, sizeof(addresses)) > 0;
    snprintf(connecting->text, sizeof(connecting->text), "Waiting at port %s (%.160s)",
             peer_port(connecting->peer),
             has_addresses ? addresses : "this machine has no address in a network");
    enum connecting_result result = wait_until(connecting, backdrop, PEER_CONNECTED);
    if (result == CONNECTING_DONE)
        meet(connecting, setup, &own);
    return result;
}

static const char *check_address(const char *text, void *user)
{
    (void)user;
    return text[0] == '\0' ? "Expected an address, such as one.example.org:" PEER_PORT : NULL;
}

static enum connecting_result ask_for_address(const struct backdrop *backdrop,
                                              char address[CONNECTING_ADDRESS_SIZE])
{
    int result = dialog_text(backdrop, "Join a game: HOST or HOST:PORT", address,
                             CONNECTING_ADDRESS_SIZE, check_address, NULL);
    return result == 0                    ? CONNECTING_DONE
           : result == DIALOG_CLOSED      ? CONNECTING_CLOSED
           : result == DIALOG_INTERRUPTED ? CONNECTING_INTERRUPTED
                                          : CONNECTING_LEFT;
}

/* Asks whether to play by the host's rules. */
static int ask_about_rules(const struct connecting *connecting, const struct backdrop *backdrop)
{
    static const char *const choices[] = { "&Accept", "&Show the rules", "&Refuse" };
    const bship_rules *rules = peer_rules(connecting->peer);
    char summary[256], question[400], text[RULES_SIZE];
    rules_summary(rules, summary, sizeof(summary));
    bship_rules_format(rules, text, sizeof(text));
    snprintf(question, sizeof(question), "%s hosts a game. The rules: %s",
             peer_name(connecting->peer), summary);
    int result;
    while ((result = dialog_ask(backdrop, question, choices, 3)) == 1)
        if (dialog_message(backdrop, "The rules", text) == DIALOG_CLOSED)
            return DIALOG_CLOSED;
    return result;
}

static enum connecting_result accept_rules(struct connecting *connecting,
                                           const struct backdrop *backdrop)
{
    int result = ask_about_rules(connecting, backdrop);
    if (result == 0)
        return CONNECTING_DONE;
    peer_close(connecting->peer, "the guest does not want to play by these rules");
    connecting->peer = NULL;
    connecting_close(connecting);
    return result == DIALOG_CLOSED        ? CONNECTING_CLOSED
           : result == DIALOG_INTERRUPTED ? CONNECTING_INTERRUPTED
                                          : CONNECTING_LEFT;
}

enum connecting_result connecting_join(struct connecting *connecting,
                                       const struct backdrop *backdrop, struct setup *setup,
                                       char address[CONNECTING_ADDRESS_SIZE])
{
    struct player own = setup->players[BSHIP_SIDE_B];
    struct peer_options options = meeting_options(&own, NULL, setup->wants_help);
    *connecting = (struct connecting){ .title = "Join a game" };
    enum connecting_result result =
        address[0] == '\0' ? ask_for_address(backdrop, address) : CONNECTING_DONE;
    if (result != CONNECTING_DONE)
        return result;
    options.wait_milliseconds = WAIT_MILLISECONDS;
    if (!take_peer(connecting, peer_join(&options, address)))
        return fail_without_memory(backdrop);
    snprintf(connecting->text, sizeof(connecting->text), "connecting to %.200s...", address);
    result = wait_until(connecting, backdrop, PEER_CONNECTED);
    if (result == CONNECTING_DONE)
        result = accept_rules(connecting, backdrop);
    if (result == CONNECTING_DONE)
        meet(connecting, setup, &own);
    return result;
}

int32_t connecting_side(const struct connecting *connecting)
{
    return peer_side(connecting->peer);
}

/* ---- the fleets ---- */

enum connecting_result connecting_start(struct connecting *connecting,
                                        const struct backdrop *backdrop, struct session *session)
{
    snprintf(connecting->text, sizeof(connecting->text), "Waiting for the ships of %s...",
             peer_name(connecting->peer));
    peer_commit(connecting->peer, session->game);
    enum connecting_result result = wait_until(connecting, backdrop, PEER_READY);
    if (result != CONNECTING_DONE)
        return result;
    bship_status status = session_start(session);
    if (status == BSHIP_OK)
        return CONNECTING_DONE;
    snprintf(connecting->news, sizeof(connecting->news), "%s", bship_status_message(status));
    return show_failure(connecting, backdrop);
}

enum connecting_result connecting_finish(struct connecting *connecting,
                                         const struct backdrop *backdrop)
{
    snprintf(connecting->title, sizeof(connecting->title), "The game is over");
    snprintf(connecting->text, sizeof(connecting->text), "Comparing the fleets...");
    enum connecting_result result = CONNECTING_DONE;
    if (connecting->peer != NULL && connecting->has_failed)
        result = show_failure(connecting, backdrop);
    else if (connecting->peer != NULL && !connecting->is_over)
        result = wait_until(connecting, backdrop, PEER_FINISHED);
    connecting->news[0] = '\0';
    return result == CONNECTING_CLOSED || result == CONNECTING_INTERRUPTED ? result
                                                                           : CONNECTING_DONE;
}

const char *connecting_listen(struct connecting *connecting)
{
    int32_t event;
    while (connecting->peer != NULL && !connecting->has_failed &&
           (event = peer_step(connecting->peer)) != PEER_NOTHING)
        note(connecting, event);
    return connecting->news;
}

enum connecting_result connecting_rematch(struct connecting *connecting,
                                          const struct backdrop *backdrop, struct setup *setup,
                                          const bship_rules *played)
{
    snprintf(connecting->title, sizeof(connecting->title), "A rematch");
    snprintf(connecting->text, sizeof(connecting->text), "Waiting for %s, who has to want it, too.",
             peer_name(connecting->peer));
    if (connecting->has_failed)
        return show_failure(connecting, backdrop);
    connecting->is_over = false;
    connecting->news[0] = '\0';
    peer_rematch(connecting->peer);
    enum connecting_result result = wait_until(connecting, backdrop, PEER_CONNECTED);
    if (result == CONNECTING_DONE && !bship_rules_equal(peer_rules(connecting->peer), played))
        result = accept_rules(connecting, backdrop);
    if (result == CONNECTING_DONE)
        meeting_set_up(setup, connecting->peer, &connecting->own);
    return result;
}

void connecting_close(struct connecting *connecting)
{
    terminal_set_background(NULL, NULL);
    peer_close(connecting->peer, "the other player has left");
    connecting->peer = NULL;
}

/* ---- the link ---- */

static size_t link_fds(void *user, struct pollfd fds[LINK_FDS_MAX])
{
    const struct connecting *connecting = user;
    return peer_fds(connecting->peer, fds);
}

static int link_milliseconds(void *user)
{
    const struct connecting *connecting = user;
    int time = peer_timeout(connecting->peer);
    return time < 0 || time > TICK_MILLISECONDS ? TICK_MILLISECONDS : time;
}

/* While the connection is lost, counts the seconds. */
static int32_t count_seconds(struct connecting *connecting, char news[LINK_NEWS_SIZE])
{
    int left = peer_seconds_left(connecting->peer);
    if (left == connecting->seconds_left || left == 0)
        return LINK_NOTHING;
    connecting->seconds_left = left;
    snprintf(news, LINK_NEWS_SIZE, LOST, left);
    return LINK_NEWS;
}

static int32_t link_advance(void *user, struct session *session, char news[LINK_NEWS_SIZE])
{
    struct connecting *connecting = user;
    news[0] = '\0';
    int32_t event = connecting->is_over ? PEER_NOTHING : peer_step(connecting->peer);
    note(connecting, event);
    switch (event) {
    case PEER_FIRED:
    case PEER_REPORTED:
        return LINK_CHANGED;
    case PEER_RESIGNED:
    case PEER_FAILED:
        snprintf(news, LINK_NEWS_SIZE, "%.150s", event == PEER_FAILED ? connecting->news : "");
        return LINK_ENDED;
    case PEER_TURNED_AWAY:
        snprintf(news, LINK_NEWS_SIZE, "Somebody else wanted to join, and was sent away.");
        return LINK_NEWS;
    case PEER_HELPED:
        meeting_take_help(connecting->peer, session, news, LINK_NEWS_SIZE);
        return LINK_NEWS;
    case PEER_BACK:
        snprintf(news, LINK_NEWS_SIZE, "The connection is back.");
        return LINK_NEWS;
    default:
        return count_seconds(connecting, news);
    }
}

static void link_fire(void *user)
{
    struct connecting *connecting = user;
    peer_fire(connecting->peer);
}

/*
 * The game ends once the other side has heard of it; at once, if the connection is lost, since
 * whoever resigns does not want to wait for it.
 */
static void link_resign(void *user, struct session *session)
{
    struct connecting *connecting = user;
    if (connecting->is_over || peer_seconds_left(connecting->peer) > 0)
        session_resign(session, peer_side(connecting->peer));
    else
        peer_resign(connecting->peer);
}

static bool link_allows_help(void *user)
{
    const struct connecting *connecting = user;
    return peer_allows_help(connecting->peer);
}

static void link_tell_help(void *user, const struct session *session)
{
    struct connecting *connecting = user;
    meeting_tell_help(connecting->peer, session);
}

static const struct link link_functions = { .fds = link_fds,
                                            .milliseconds = link_milliseconds,
                                            .advance = link_advance,
                                            .keep_alive = keep_alive,
                                            .fire = link_fire,
                                            .allows_help = link_allows_help,
                                            .tell_help = link_tell_help,
                                            .resign = link_resign };
