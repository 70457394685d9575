/* A game against a player on another machine, in line mode; see remote.h. */
#include "battleship/lines/remote.h"

#include <assert.h>

#include "battleship/game/meeting.h"
#include "battleship/game/rules_preset.h"
#include "battleship/lines/ending.h"
#include "battleship/lines/playing.h"
#include "battleship/lines/rules_text.h"
#include "network/peer.h"

enum {
    SUMMARY_SIZE = 160,
    ADDRESSES_SIZE = 256
};

static_assert((int)LINK_FDS_MAX >= (int)PEER_FDS_MAX, "a peer's descriptors can be waited for");

struct remote {
    struct peer *peer;
    struct player own;
    bool is_connected;
    bool is_ready;
    bool is_finished; /* the game is over, and both fleets were compared */
    bool is_over;     /* nothing more will happen */
};

/* ---- the link ---- */

static size_t link_fds(void *user, struct pollfd fds[LINK_FDS_MAX])
{
    const struct remote *remote = user;
    return remote->is_over ? 0 : peer_fds(remote->peer, fds);
}

static int link_milliseconds(void *user)
{
    const struct remote *remote = user;
    return remote->is_over ? -1 : peer_timeout(remote->peer);
}

/* Writes a sentence of news, and the reason if there is one. */
static void write_news(char news[LINK_NEWS_SIZE], const char *words, const char *why)
{
    snprintf(news, LINK_NEWS_SIZE, "%s%s%.200s.", words, why[0] != '\0' ? ": " : "", why);
}

/* What an event means to the game; LINK_NOTHING: nothing to tell. */
static int32_t tell(struct remote *remote, struct session *session, int32_t event,
                    char news[LINK_NEWS_SIZE])
{
    switch (event) {
    case PEER_CONNECTED:
        remote->is_connected = true;
        return LINK_NEWS;
    case PEER_READY:
        remote->is_ready = true;
        return LINK_NEWS;
    case PEER_FIRED:
    case PEER_REPORTED:
        return LINK_CHANGED;
    case PEER_RESIGNED:
        return LINK_ENDED;
    case PEER_TURNED_AWAY:
        write_news(news, "Somebody was sent away", peer_text(remote->peer));
        return LINK_NEWS;
    case PEER_LOST:
        write_news(news, "The connection is lost, and being looked for", peer_text(remote->peer));
        return LINK_NEWS;
    case PEER_HELPED:
        meeting_take_help(remote->peer, session, news, LINK_NEWS_SIZE);
        return LINK_NEWS;
    case PEER_BACK:
        write_news(news, "The connection is back", "");
        return LINK_NEWS;
    case PEER_FINISHED:
        remote->is_finished = true;
        return LINK_ENDED;
    case PEER_INVITED:
        write_news(news, "The other player wants a rematch", "");
        return LINK_NEWS;
    case PEER_LEFT:
        remote->is_over = true;
        write_news(news, "The other player has left", "");
        return LINK_NEWS;
    case PEER_FAILED:
        remote->is_over = true;
        write_news(news, "The game with the other machine has ended", peer_text(remote->peer));
        return LINK_ENDED;
    default:
        return LINK_NOTHING;
    }
}

static int32_t link_advance(void *user, struct session *session, char news[LINK_NEWS_SIZE])
{
    struct remote *remote = user;
    int32_t result = LINK_NOTHING;
    int32_t event;
    while (result == LINK_NOTHING && !remote->is_over &&
           (event = peer_step(remote->peer)) != PEER_NOTHING)
        result = tell(remote, session, event, news);
    return result;
}

static void link_keep_alive(void *user)
{
    struct remote *remote = user;
    peer_keep_alive(remote->peer);
}

static void link_fire(void *user)
{
    struct remote *remote = user;
    peer_fire(remote->peer);
}

static bool link_allows_help(void *user)
{
    const struct remote *remote = user;
    return peer_allows_help(remote->peer);
}

static void link_tell_help(void *user, const struct session *session)
{
    struct remote *remote = user;
    meeting_tell_help(remote->peer, session);
}

/* Whoever resigns does not want to wait for a connection that is lost. */
static void link_resign(void *user, struct session *session)
{
    struct remote *remote = user;
    remote->is_over = remote->is_over || peer_seconds_left(remote->peer) > 0;
    if (remote->is_over)
        session_resign(session, peer_side(remote->peer));
    else
        peer_resign(remote->peer);
}

/* ---- before and after the game ---- */

/* Prints what has happened while no game is played. */
static enum plain_state hear(struct plain *plain, void *user)
{
    struct remote *remote = user;
    char news[LINK_NEWS_SIZE] = "";
    bool has_begun =
        plain->session.game != NULL && bship_game_phase(plain->session.game) != BSHIP_PHASE_PLACING;
    int32_t event = link_advance(user, &plain->session, news);
    if (news[0] != '\0') {
        fputc('\n', plain_out(plain));
        plain_say(plain, "%s", news);
    }
    bool has_failed = event == LINK_ENDED && news[0] != '\0' && remote->is_over;
    return event == LINK_NOTHING      ? PLAIN_GOES_ON
           : has_failed && !has_begun ? PLAIN_FAILED
                                      : PLAIN_NEWS;
}

/* Waits until something has happened that a flag tells, or nothing more will. */
static enum plain_state await(struct plain *plain, const struct remote *remote, const bool *flag)
{
    enum plain_state state = PLAIN_GOES_ON;
    while (state == PLAIN_GOES_ON && !*flag && !remote->is_over) {
        state = plain_listen(plain);
        if (state == PLAIN_NEWS)
            state = PLAIN_GOES_ON;
    }
    return state;
}

static enum plain_state commit(struct plain *plain, void *user)
{
    struct remote *remote = user;
    if (remote->is_over)
        return PLAIN_FAILED;
    peer_commit(remote->peer, plain->session.game);
    plain_say(plain, "Waiting for the ships of %s.", peer_name(remote->peer));
    enum plain_state state = await(plain, remote, &remote->is_ready);
    return state == PLAIN_GOES_ON && !remote->is_ready ? PLAIN_FAILED : state;
}

/* ---- finding each other ---- */

static enum plain_state host(struct plain *plain, struct remote *remote, const bship_rules *rules)
{
    struct peer_options options = meeting_options(&remote->own, rules, plain->options->allows_help);
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
    return await(plain, remote, &remote->is_connected);
}

static enum plain_state join(struct plain *plain, struct remote *remote)
{
    struct peer_options options = meeting_options(&remote->own, NULL, plain->options->allows_help);
    remote->peer = peer_join(&options, plain->options->join_address);
    if (remote->peer == NULL)
        return plain_fail("cannot join a game", BSHIP_ERROR_MEMORY);
    plain_say(plain, "Connecting to %s. Ctrl-C gives up.", plain->options->join_address);
    return await(plain, remote, &remote->is_connected);
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
        state = await(plain, remote, &remote->is_finished);
    bool has_rematch;
    return state == PLAIN_GOES_ON ? plain_end_game(plain, &has_rematch) : state;
}

/* ---- a rematch ---- */

/* Asks until the answer is yes or no, or there is nobody to play with. */
static enum plain_state ask_rematch(struct plain *plain, const struct remote *remote,
                                    bool *is_wanted)
{
    enum plain_state state = PLAIN_NEWS;
    *is_wanted = false;
    while (state == PLAIN_NEWS && !remote->is_over)
        state = plain_ask_yes_or_no(plain, "A rematch? yes or no", is_wanted);
    return state == PLAIN_NEWS ? PLAIN_GOES_ON : state;
}

/* Waits for the other player to want one, too; *is_agreed: the players have met again. */
static enum plain_state meet_again(struct plain *plain, struct remote *remote, bool *is_agreed)
{
    bool has_other_rules = false;
    remote->is_connected = remote->is_ready = remote->is_finished = false;
    peer_rematch(remote->peer);
    plain_say(plain, "Waiting for %s.", peer_name(remote->peer));
    enum plain_state state = await(plain, remote, &remote->is_connected);
    *is_agreed = state == PLAIN_GOES_ON && remote->is_connected;
    if (*is_agreed)
        has_other_rules = !bship_rules_equal(peer_rules(remote->peer), plain->session.setup.rules);
    return has_other_rules ? accept_rules(plain, remote) : state;
}

/* Plays games until a player has had enough. */
static enum plain_state play_games(struct plain *plain, struct remote *remote)
{
    bool goes_on = true;
    enum plain_state state = PLAIN_GOES_ON;
    while (state == PLAIN_GOES_ON && goes_on) {
        state = play(plain, remote);
        goes_on = false;
        if (state == PLAIN_GOES_ON && plain->has_terminal && remote->is_finished)
            state = ask_rematch(plain, remote, &goes_on);
        if (state == PLAIN_GOES_ON && goes_on && !remote->is_over)
            state = meet_again(plain, remote, &goes_on);
        goes_on = goes_on && !remote->is_over;
    }
    return state;
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
    return state == PLAIN_GOES_ON ? play_games(plain, remote) : state;
}

enum plain_state plain_play_remote(struct plain *plain)
{
    struct remote remote = { .own = { .kind = PLAYER_HUMAN } };
    const char *name = plain->options->names[BSHIP_SIDE_A];
    struct plain_link link = { .link = { .fds = link_fds,
                                         .milliseconds = link_milliseconds,
                                         .advance = link_advance,
                                         .keep_alive = link_keep_alive,
                                         .fire = link_fire,
                                         .allows_help = link_allows_help,
                                         .tell_help = link_tell_help,
                                         .resign = link_resign,
                                         .user = &remote },
                               .hear = hear,
                               .commit = commit };
    snprintf(remote.own.name, sizeof(remote.own.name), "%s", name != NULL ? name : "");
    plain->link = &link;
    enum plain_state state = run(plain, &remote);
    plain->link = NULL;
    peer_close(remote.peer, "the other player has left");
    return state;
}
