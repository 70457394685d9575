/* A game against a player on another machine, in line mode; see remote.h. */
#include "battleship/lines/remote.h"

#include <assert.h>

#include "battleship/game/meeting.h"
#include "battleship/game/rules_preset.h"
#include "battleship/lines/boards.h"
#include "battleship/lines/ending.h"
#include "battleship/lines/playing.h"
#include "battleship/lines/rules_text.h"
#include "network/peer.h"

enum {
    SUMMARY_SIZE = 160,
    ADDRESSES_SIZE = 256
};

static_assert((int)INPUT_OTHERS_MAX >= (int)PEER_FDS_MAX, "a peer's descriptors can be waited for");

struct remote {
    struct peer *peer;
    struct player own;
    bool is_connected;
    bool is_ready;
    bool is_over; /* nothing more will happen */
};

/* ---- what the other side does ---- */

static bool has_begun(const struct plain *plain)
{
    return plain->session.game != NULL &&
           bship_game_phase(plain->session.game) != BSHIP_PHASE_PLACING;
}

/* Prints the entry that has just come, below the prompt. */
static void print_latest(const struct plain *plain, const struct remote *remote)
{
    fputc('\n', plain_out(plain));
    boards_print_entry(plain, peer_side(remote->peer),
                       bship_game_log_length(plain->session.game) - 1);
}

static void say_below(const struct plain *plain, const char *words, const char *why)
{
    fputc('\n', plain_out(plain));
    plain_say(plain, "%s%s%s.", words, why[0] != '\0' ? ": " : "", why);
}

static enum plain_state fail(const struct plain *plain, struct remote *remote)
{
    remote->is_over = true;
    say_below(plain, "The game with the other machine has ended", peer_text(remote->peer));
    return has_begun(plain) ? PLAIN_NEWS : PLAIN_FAILED;
}

/* Tells what has happened; PLAIN_GOES_ON: nothing to tell. */
static enum plain_state tell(struct plain *plain, struct remote *remote, int32_t event)
{
    switch (event) {
    case PEER_CONNECTED:
        remote->is_connected = true;
        return PLAIN_NEWS;
    case PEER_READY:
        remote->is_ready = true;
        return PLAIN_NEWS;
    case PEER_FIRED:
    case PEER_REPORTED:
        print_latest(plain, remote);
        return PLAIN_NEWS;
    case PEER_RESIGNED:
        fputc('\n', plain_out(plain));
        return PLAIN_NEWS;
    case PEER_TURNED_AWAY:
        say_below(plain, "Somebody was sent away", peer_text(remote->peer));
        return PLAIN_NEWS;
    case PEER_LOST:
        say_below(plain, "The connection is lost, and being looked for", peer_text(remote->peer));
        return PLAIN_NEWS;
    case PEER_BACK:
        say_below(plain, "The connection is back", "");
        return PLAIN_NEWS;
    case PEER_FINISHED:
        remote->is_over = true;
        return PLAIN_NEWS;
    case PEER_FAILED:
        return fail(plain, remote);
    default:
        return PLAIN_GOES_ON;
    }
}

/* ---- the link ---- */

static size_t link_fds(void *user, struct pollfd fds[INPUT_OTHERS_MAX])
{
    const struct remote *remote = user;
    return remote->is_over ? 0 : peer_fds(remote->peer, fds);
}

static int link_milliseconds(void *user)
{
    const struct remote *remote = user;
    return remote->is_over ? -1 : peer_timeout(remote->peer);
}

static enum plain_state link_hear(struct plain *plain, void *user)
{
    struct remote *remote = user;
    int32_t event;
    while (!remote->is_over && (event = peer_step(remote->peer)) != PEER_NOTHING) {
        enum plain_state state = tell(plain, remote, event);
        if (state != PLAIN_GOES_ON)
            return state;
    }
    return PLAIN_GOES_ON;
}

static void link_keep_alive(void *user)
{
    struct remote *remote = user;
    peer_keep_alive(remote->peer);
}

/* Waits until something has happened that a flag tells. */
static enum plain_state await(struct plain *plain, const bool *flag)
{
    enum plain_state state = PLAIN_GOES_ON;
    while (state == PLAIN_GOES_ON && !*flag) {
        state = plain_listen(plain);
        if (state == PLAIN_NEWS)
            state = PLAIN_GOES_ON;
    }
    return state;
}

static enum plain_state link_commit(struct plain *plain, void *user)
{
    struct remote *remote = user;
    if (remote->is_over)
        return PLAIN_FAILED;
    peer_commit(remote->peer, plain->session.game);
    plain_say(plain, "Waiting for the ships of %s.", peer_name(remote->peer));
    return await(plain, &remote->is_ready);
}

static void link_fire(void *user)
{
    struct remote *remote = user;
    peer_fire(remote->peer);
}

/* Whoever resigns does not want to wait for a connection that is lost. */
static void link_resign(struct plain *plain, void *user)
{
    struct remote *remote = user;
    remote->is_over = remote->is_over || peer_seconds_left(remote->peer) > 0;
    if (remote->is_over)
        session_resign(&plain->session, peer_side(remote->peer));
    else
        peer_resign(remote->peer);
}

/* ---- finding each other ---- */

static enum plain_state host(struct plain *plain, struct remote *remote, const bship_rules *rules)
{
    struct peer_options options = meeting_options(&remote->own, rules);
    char port[16] = PEER_PORT;
    char addresses[ADDRESSES_SIZE];
    if (plain->options->port >= 0)
        snprintf(port, sizeof(port), "%d", (int)plain->options->port);
    remote->peer = peer_host(&options, port);
    if (remote->peer == NULL)
        return plain_fail("cannot host a game", BSHIP_ERROR_MEMORY);
    bool has_addresses = peer_addresses(addresses, sizeof(addresses)) > 0;
    plain_say(plain, "Waiting for a player at port %s (%s).", peer_port(remote->peer),
              has_addresses ? addresses : "this machine has no address in a network");
    return await(plain, &remote->is_connected);
}

static enum plain_state join(struct plain *plain, struct remote *remote)
{
    struct peer_options options = meeting_options(&remote->own, NULL);
    remote->peer = peer_join(&options, plain->options->join_address);
    if (remote->peer == NULL)
        return plain_fail("cannot join a game", BSHIP_ERROR_MEMORY);
    plain_say(plain, "Connecting to %s. Ctrl-C gives up.", plain->options->join_address);
    return await(plain, &remote->is_connected);
}

/* Asks the guest, who has not chosen the rules, whether they will do. */
static enum plain_state accept_rules(struct plain *plain, struct remote *remote)
{
    if (plain->options->task == TASK_HOST || !plain->has_terminal)
        return PLAIN_GOES_ON;
    plain_print_rules(plain, peer_rules(remote->peer));
    bool is_yes;
    enum plain_state state = plain_ask_yes_or_no(plain, "Play by these rules? yes or no", &is_yes);
    if (state == PLAIN_NEWS)
        return accept_rules(plain, remote);
    if (state != PLAIN_GOES_ON || is_yes)
        return state;
    peer_close(remote->peer, "the guest does not want to play by these rules");
    remote->peer = NULL;
    return PLAIN_LEFT;
}

/* ---- the game ---- */

static enum plain_state play(struct plain *plain, struct remote *remote)
{
    char rules[SUMMARY_SIZE];
    rules_summary(peer_rules(remote->peer), rules, sizeof(rules));
    plain_say(plain, "Playing against %s: %s.", peer_name(remote->peer), rules);
    struct setup setup = { .first = BSHIP_FIRST_RANDOM };
    options_set_placement(plain->options, &setup);
    meeting_set_up(&setup, remote->peer, &remote->own);
    enum plain_state state = plain_begin(plain, &setup);
    setup_clear(&setup);
    if (state == PLAIN_GOES_ON)
        state = plain_play(plain);
    /* Both fleets are revealed and compared before they are shown. */
    if (state == PLAIN_GOES_ON)
        state = await(plain, &remote->is_over);
    bool has_rematch;
    return state == PLAIN_GOES_ON ? plain_end_game(plain, &has_rematch) : state;
}

static enum plain_state run(struct plain *plain, struct remote *remote)
{
    enum plain_state state;
    bship_rules *rules = NULL;
    if (plain->options->task == TASK_JOIN) {
        state = join(plain, remote);
    } else {
        rules = rules_options_build(&plain->options->rules, PROGRAM);
        state = rules != NULL ? host(plain, remote, rules) : PLAIN_REFUSED;
    }
    bship_rules_unref(rules);
    if (state == PLAIN_GOES_ON)
        state = accept_rules(plain, remote);
    return state == PLAIN_GOES_ON ? play(plain, remote) : state;
}

enum plain_state plain_play_remote(struct plain *plain)
{
    struct remote remote = { .own = { .kind = PLAYER_HUMAN } };
    const char *name = plain->options->names[BSHIP_SIDE_A];
    struct plain_link link = { link_fds,    link_milliseconds, link_hear,   link_keep_alive,
                               link_commit, link_fire,         link_resign, &remote };
    snprintf(remote.own.name, sizeof(remote.own.name), "%s", name != NULL ? name : "");
    plain->link = &link;
    enum plain_state state = run(plain, &remote);
    plain->link = NULL;
    peer_close(remote.peer, "the other player has left");
    return state;
}
