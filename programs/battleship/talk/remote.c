/* A game with a player on another machine; see remote.h. */
#include "battleship/talk/remote.h"

#include <stdio.h>
#include <string.h>

#include "common/sides.h"

/* The largest board of a host that a guest accepts, in cells. */
enum {
    HOST_CELLS_MAX = 10000
};

/* ---- what is said ---- */

/* How long a lost connection is waited for, if it is lost and that was not said yet. */
static int32_t say_seconds(struct remote *remote)
{
    int left = remote->peer ? peer_seconds_left(remote->peer) : 0;
    bool is_said =
        left == remote->seconds_left || (!remote->counts_seconds && remote->seconds_left > 0);
    if (left == 0 || !is_said)
        remote->seconds_left = left;
    if (left == 0 || is_said)
        return REMOTE_NOTHING;
    if (remote->is_rejoining)
        snprintf(remote->news, sizeof remote->news, "Looking for %s; trying for %d more seconds.",
                 peer_name(remote->peer), left);
    else
        snprintf(remote->news, sizeof remote->news,
                 "The connection is lost; trying for %d more seconds.", left);
    return REMOTE_NEWS;
}

/* Takes over what help the other side has used, and says so. */
static void take_help(struct remote *remote)
{
    int32_t side = other_side(peer_side(remote->peer));
    struct peer_help used = peer_help(remote->peer, side);
    remote->session->tallies[side].hints = used.hints;
    remote->session->tallies[side].heat_maps = used.heat_maps;
    snprintf(remote->news, sizeof remote->news, "%s has used help: hints %d, heat maps %d.",
             session_name(remote->session, side), (int)used.hints, (int)used.heat_maps);
}

/* Somebody was sent away; for a guest, the host who is not there yet. */
static void say_turned_away(struct remote *remote)
{
    bool is_host = peer_side(remote->peer) == BSHIP_SIDE_A;
    snprintf(remote->news, sizeof remote->news, "%s%.250s.",
             is_host ? "Somebody was sent away: " : "", peer_text(remote->peer));
}

/* Why a game has failed, or why there is none. */
static void say_failure(struct remote *remote)
{
    const char *text = peer_text(remote->peer);
    if (peer_failure(remote->peer) == PEER_FAILURE_DECLINED)
        snprintf(remote->news, sizeof remote->news, "%s %s.", peer_name(remote->peer),
                 peer_side(remote->peer) == BSHIP_SIDE_A ? "does not want these rules"
                                                         : "waits for somebody else");
    else
        snprintf(remote->news, sizeof remote->news, "%s: %.250s.",
                 remote->is_ready ? "The game with the other machine has ended"
                                  : "There is no game",
                 text);
}

/* The last event of a peer, or of its game. */
static int32_t end(struct remote *remote, int32_t event)
{
    remote->is_over = true;
    remote->is_finished |= event == PEER_FINISHED;
    remote->is_left |= event == PEER_LEFT;
    remote->has_failed |= event == PEER_FAILED;
    if (event == PEER_FAILED)
        say_failure(remote);
    else if (event == PEER_LEFT)
        snprintf(remote->news, sizeof remote->news, "The other player has left.");
    return event == PEER_LEFT ? REMOTE_NEWS : REMOTE_ENDED;
}

/* ---- events ---- */

static int32_t take(struct remote *remote, int32_t event)
{
    if (event != PEER_NOTHING)
        remote->event = event;
    switch (event) {
    case PEER_CONNECTED:
        remote->is_connected = true;
        return REMOTE_NEWS;
    case PEER_READY:
        remote->is_ready = true;
        return REMOTE_NEWS;
    case PEER_FIRED:
    case PEER_REPORTED:
        return REMOTE_CHANGED;
    case PEER_RESIGNED:
        return REMOTE_ENDED;
    case PEER_TURNED_AWAY:
        say_turned_away(remote);
        return REMOTE_NEWS;
    case PEER_LOST:
        remote->seconds_left = 0;
        return say_seconds(remote);
    case PEER_HELPED:
        take_help(remote);
        return REMOTE_NEWS;
    case PEER_BACK:
        remote->is_rejoining = false;
        snprintf(remote->news, sizeof remote->news, "The connection is back.");
        return REMOTE_NEWS;
    case PEER_INVITED:
        snprintf(remote->news, sizeof remote->news, "%s wants a rematch.", peer_name(remote->peer));
        return REMOTE_NEWS;
    case PEER_FINISHED:
    case PEER_LEFT:
    case PEER_FAILED:
        return end(remote, event);
    default:
        return say_seconds(remote);
    }
}

int32_t remote_step(struct remote *remote)
{
    /* After the game the other player may still want a rematch, or leave. */
    bool is_silent = !remote->peer || remote->has_failed || remote->is_left ||
                     (remote->is_over && !remote->is_finished);
    return is_silent ? (int32_t)REMOTE_NOTHING : take(remote, peer_step(remote->peer));
}

const char *remote_listen(struct remote *remote)
{
    while (remote_step(remote) != REMOTE_NOTHING) {
    }
    return remote->news;
}

/* ---- the game ---- */

size_t remote_fds(const struct remote *remote, struct pollfd fds[PEER_FDS_MAX])
{
    return remote->peer ? peer_fds(remote->peer, fds) : 0;
}

int remote_milliseconds(const struct remote *remote)
{
    return remote->peer ? peer_timeout(remote->peer) : -1;
}

void remote_keep_alive(struct remote *remote)
{
    if (remote->peer)
        peer_keep_alive(remote->peer);
}

void remote_tell_help(struct remote *remote)
{
    const struct tally *tally = &remote->session->tallies[peer_side(remote->peer)];
    peer_tell_help(remote->peer, (struct peer_help){ tally->hints, tally->heat_maps });
}

/* If the connection is lost the game ends at once: whoever resigns does not want to wait for it. */
void remote_resign(struct remote *remote)
{
    remote->is_over = remote->is_over || peer_seconds_left(remote->peer) > 0;
    if (remote->is_over)
        bship_game_resign(remote->session->game, peer_side(remote->peer));
    else
        peer_resign(remote->peer);
}

/* ---- keeping ---- */

/* Saves the game; that it fails is said by whoever saves it after a turn. */
static void keep(void *user)
{
    char why[FILES_WHY_SIZE];
    struct remote *remote = user;
    if (remote->saves && remote->session)
        saves_autosave(remote->saves, remote->session, why);
}

/* Whether the game is saved, and was not forgotten since it has ended. */
static bool is_kept(const struct remote *remote)
{
    return remote->saves && saves_path(remote->saves);
}

/* ---- finding each other ---- */

/* The options of the peer of a person, who gets a name if there is none. Borrows name and rules. */
static struct peer_options make_options(struct remote *remote, const bship_rules *rules,
                                        bool wants_help)
{
    struct peer_options options = PEER_OPTIONS_INIT;
    options.reconnect_milliseconds = REMOTE_PATIENCE_SECONDS * 1000;
    if (remote->limits)
        options = *remote->limits;
    player_take_user_name(&remote->own, rules ? "host" : "guest");
    options.name = remote->own.name;
    options.rules = rules;
    options.wants_help = wants_help;
    options.cells_max = rules ? 0 : HOST_CELLS_MAX;
    options.keep = keep;
    options.user = remote;
    return options;
}

bool remote_host(struct remote *remote, const struct setup *setup, const char *port)
{
    remote->own = setup->players[BSHIP_SIDE_A];
    struct peer_options options = make_options(remote, setup->rules, setup->wants_help);
    options.best_of = setup->score.best_of;
    remote->peer = peer_host(&options, port);
    return remote->peer != NULL;
}

bool remote_lacks_port(const struct remote *remote)
{
    return peer_failure(remote->peer) == PEER_FAILURE_PORT;
}

void remote_describe_port(const struct remote *remote, char *text, size_t size)
{
    char addresses[256];
    bool has_addresses = peer_addresses(addresses, sizeof addresses) > 0;
    snprintf(text, size, "port %s (%.160s)", peer_port(remote->peer),
             has_addresses ? addresses : "this machine has no address in a network");
}

bool remote_join(struct remote *remote, const struct setup *setup, const char *address,
                 int milliseconds)
{
    remote->own = setup->players[BSHIP_SIDE_B];
    struct peer_options options = make_options(remote, NULL, setup->wants_help);
    if (milliseconds > 0)
        options.wait_milliseconds = milliseconds;
    remote->peer = peer_join(&options, address);
    return remote->peer != NULL;
}

bool remote_rejoin(struct remote *remote, struct session *session)
{
    int32_t side = session_is_remote(session, BSHIP_SIDE_A) ? BSHIP_SIDE_B : BSHIP_SIDE_A;
    remote->own = session->setup.players[side];
    remote->is_connected = remote->is_rejoining = true;
    remote->is_ready = bship_game_phase(session->game) != BSHIP_PHASE_PLACING;
    struct peer_options options = make_options(remote, NULL, false);
    options.best_of = session->setup.score.best_of;
    remote->peer = peer_resume(&options, session->saved, session->game);
    if (!remote->peer)
        return false;
    remote->session = session;
    session->peer = remote->peer;
    return true;
}

int32_t remote_best_of(const struct remote *remote)
{
    const struct score score = { .best_of = peer_best_of(remote->peer) };
    return score_is_fine(&score) ? score.best_of : 0;
}

void remote_meet(const struct remote *remote, struct setup *setup)
{
    int32_t side = peer_side(remote->peer);
    struct player other = { .kind = PLAYER_REMOTE };
    snprintf(other.name, sizeof other.name, "%s", peer_name(remote->peer));
    setup->players[side] = remote->own;
    setup->players[other_side(side)] = other;
    setup->seed = peer_draw_seed();
    setup->first_seed = peer_first_seed(remote->peer);
    if (setup->score.best_of != remote_best_of(remote))
        setup->score = (struct score){ .best_of = remote_best_of(remote) };
    if (!setup->rules)
        setup->rules = bship_rules_ref(peer_rules(remote->peer));
}

const char *remote_say_help(const struct remote *remote)
{
    return peer_allows_help(remote->peer) ? "Hints and heat maps are allowed."
                                          : "There are no hints and no heat maps.";
}

void remote_send_away(struct remote *remote)
{
    peer_decline(remote->peer);
    *remote = (struct remote){ .saves = remote->saves,
                               .limits = remote->limits,
                               .counts_seconds = remote->counts_seconds };
}

void remote_refuse_rules(struct remote *remote)
{
    peer_decline(remote->peer);
    remote->peer = NULL;
}

void remote_accept(struct remote *remote, struct session *session)
{
    remote->session = session;
    session->peer = remote->peer;
    peer_accept(remote->peer, session->game);
}

void remote_commit(struct remote *remote)
{
    peer_commit(remote->peer);
}

void remote_rematch(struct remote *remote)
{
    remote->is_connected = remote->is_ready = remote->is_finished = remote->is_over = false;
    remote->session = NULL;
    remote->news[0] = '\0';
    peer_rematch(remote->peer);
}

/* ---- leaving, and coming back ---- */

void remote_close(struct remote *remote)
{
    /* Without a word the other side waits for this one to come back. */
    peer_close(remote->peer, is_kept(remote) ? NULL : "the other player has left");
    remote->peer = NULL;
    if (remote->session)
        remote->session->peer = NULL;
}

bool remote_can_rejoin(const struct remote *remote)
{
    int32_t failure = remote->peer ? peer_failure(remote->peer) : PEER_FAILURE_NONE;
    if (!remote->has_failed || !is_kept(remote) || failure == PEER_FAILURE_LEFT ||
        failure == PEER_FAILURE_DECLINED || failure == PEER_FAILURE_PROTOCOL)
        return false;
    const bship_game *game = remote->session->game;
    return bship_game_phase(game) == BSHIP_PHASE_PLACING ||
           bship_game_end_reason(game) == BSHIP_END_REASON_ABANDONED;
}

int remote_ask(const struct remote *remote, const struct front *front)
{
    char text[PEER_TEXT_SIZE + 64];
    snprintf(text, sizeof text, "The game with %s cannot go on now: %s.", peer_name(remote->peer),
             peer_text(remote->peer));
    const struct question question = {
        .text = text,
        .choices = { { "later", "Leave it saved, and try later" },
                     { "again", "Try again now" },
                     { "give", "Give the game up" } },
        .count = 3,
        .is_unasked = true,
    };
    return front->ask(front->user, &question);
}
