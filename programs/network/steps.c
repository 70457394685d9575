/*
 * What is done in a step: connecting, reading, noticing the end, time limits, and the loss of a
 * connection. None of it waits.
 */
#include <stdio.h>

#include "common/process.h"
#include "network/internal.h"

enum {
    REDIAL_MILLISECONDS = 500,   /* between two attempts to connect again */
    DIAL_SECONDS = 10,           /* for one attempt */
    FAREWELL_MILLISECONDS = 3000 /* a connection lost after all is verified is not worth more */
};

/* ---- losing the connection ---- */

int peer_patience(const struct peer *peer)
{
    int limit = peer->options.reconnect_milliseconds;
    return peer->is_verified && limit > FAREWELL_MILLISECONDS ? FAREWELL_MILLISECONDS : limit;
}

/* The connection is lost; if a game is on, it is waited for. */
static int32_t lose(struct peer *peer, const char *why)
{
    if (peer->stage == STAGE_REMATCH)
        return peer_finish(peer, PEER_LEFT);
    if (peer->is_verified && (peer->has_said_bye || peer_patience(peer) == 0))
        return peer_finish(peer, PEER_FINISHED);
    if (!peer_can_resume(peer) || peer_patience(peer) == 0)
        return peer_fail(peer, PEER_FAILURE_CONNECTION, "%s", why);
    peer_say(peer, PEER_FAILURE_CONNECTION, "%s", why);
    snprintf(peer->why_lost, sizeof peer->why_lost, "%s", peer->text);
    lines_free(peer->lines);
    peer->lines = NULL;
    peer->lost = seconds_now();
    peer->redial = peer->lost;
    return PEER_LOST;
}

/* The other side has not come back. */
static int32_t give_up(struct peer *peer)
{
    if (peer->is_verified)
        return peer_finish(peer, PEER_FINISHED);
    int seconds = (peer_patience(peer) + 999) / 1000;
    /* A program that was ended does not know why it is alone. */
    if (!peer->why_lost[0])
        return peer_fail(peer, PEER_FAILURE_CONNECTION,
                         "the other side was not found within %d seconds", seconds);
    return peer_fail(peer, PEER_FAILURE_CONNECTION,
                     "%.256s, and it has not come back within %d seconds", peer->why_lost, seconds);
}

static int32_t take_failure_of_lines(struct peer *peer)
{
    char why[LINES_FAILURE_SIZE];
    snprintf(why, sizeof why, "%s", peer->lines->failure);
    return peer->lines->is_flooded ? peer_fail(peer, PEER_FAILURE_PROTOCOL, "%s", why)
                                   : lose(peer, why);
}

/* ---- the parts of a step ---- */

bool peer_has_candidate(const struct peer *peer)
{
    for (size_t i = 0; i < CANDIDATES_MAX; i++)
        if (peer->candidates[i])
            return true;
    return false;
}

/* Whether the guest has to connect. */
static bool is_to_dial(const struct peer *peer)
{
    return peer->own == BSHIP_SIDE_B && !peer->lines && !peer->dial && !peer_has_candidate(peer) &&
           seconds_now() >= peer->redial;
}

/* Whether a guest waits for a host who is not there yet. */
static bool waits_for_host(const struct peer *peer)
{
    return seconds_now() - peer->began < peer->options.wait_milliseconds / 1000.0;
}

static int32_t fail_dialling(struct peer *peer, const char *why)
{
    dial_free(peer->dial);
    peer->dial = NULL;
    if (peer_can_resume(peer))
        return PEER_NOTHING;
    if (!waits_for_host(peer))
        return peer_fail(peer, PEER_FAILURE_CONNECTION, "%s:%s: %s", peer->address.host,
                         peer->address.port, why);
    peer_say(peer, PEER_FAILURE_CONNECTION, "%s:%s: %s; trying again", peer->address.host,
             peer->address.port, why);
    return PEER_TURNED_AWAY;
}

static int32_t step_dial(struct peer *peer)
{
    const char *why = NULL;
    if (is_to_dial(peer)) {
        peer->redial = seconds_now() + REDIAL_MILLISECONDS / 1000.0;
        peer->dial = dial_new(&peer->address, DIAL_SECONDS);
        if (!peer->dial)
            return fail_dialling(peer, "out of memory");
    }
    if (!peer->dial)
        return PEER_NOTHING;
    int connected = dial_step(peer->dial, &why);
    if (why)
        return fail_dialling(peer, why);
    if (connected < 0)
        return PEER_NOTHING;
    dial_free(peer->dial);
    peer->dial = NULL;
    greeting_begin(peer, connected);
    return PEER_NOTHING;
}

static int32_t step_connections(struct peer *peer)
{
    int accepted = listeners_accept(&peer->listeners);
    if (accepted >= 0)
        greeting_begin(peer, accepted);
    int32_t event = step_dial(peer);
    return event == PEER_NOTHING ? greeting_step(peer) : event;
}

/* What follows from the state of the game itself. */
static int32_t step_game(struct peer *peer)
{
    bool are_committed = peer->stage == STAGE_PLAYING && peer->fleet_commitments[peer->own][0];
    if (are_committed && !peer->is_ready) {
        peer->is_ready = true;
        return PEER_READY;
    }
    if (peer->stage == STAGE_PLAYING && peer->is_ready &&
        bship_game_phase(peer->game) == BSHIP_PHASE_OVER) {
        peer->is_resigning = false;
        reveal_begin(peer);
    }
    bool is_done = peer->is_verified && peer->has_said_bye && peer->stage == STAGE_BYE;
    if (is_done && peer->lines && peer->lines->unsent.length == 0) {
        peer->game = NULL;
        peer_expect(peer, STAGE_REMATCH);
        return PEER_FINISHED;
    }
    return PEER_NOTHING;
}

bool peer_is_held_back(const struct peer *peer)
{
    return peer->is_ready && peer->game && bship_game_phase(peer->game) == BSHIP_PHASE_PLACING;
}

static int32_t step_lines(struct peer *peer)
{
    char *line;
    if (!peer->lines)
        return PEER_NOTHING;
    if (peer_is_held_back(peer)) {
        peer->heard = seconds_now();
        return PEER_NOTHING;
    }
    if ((line = lines_receive(peer->lines))) {
        peer->heard = seconds_now();
        int32_t event = words_take(peer, line);
        return event == PEER_NOTHING ? PEER_AGAIN : event;
    }
    lines_flush(peer->lines);
    return peer->lines->failure[0] ? take_failure_of_lines(peer) : PEER_NOTHING;
}

/* Whether the other side's program has to send something by itself. */
static bool is_answer_due(const struct peer *peer)
{
    if (peer->stage == STAGE_PLAYING)
        return peer->is_ready &&
               (peer->is_resigning || bship_game_phase(peer->game) == BSHIP_PHASE_AWAITING_REPORT);
    return peer->stage != STAGE_ACCEPT && peer->stage != STAGE_FLEET_COMMITMENT &&
           peer->stage != STAGE_REMATCH;
}

/* The limits of a connection. */
static int32_t step_time(struct peer *peer, double now)
{
    char why[64];
    const struct peer_options *options = &peer->options;
    if (now - peer->heard > options->silence_milliseconds / 1000.0) {
        snprintf(why, sizeof why, "no answer from the other side within %d ms",
                 options->silence_milliseconds);
        return lose(peer, why);
    }
    if (is_answer_due(peer) && now - peer->asked > options->answer_milliseconds / 1000.0)
        return peer_fail(peer, PEER_FAILURE_CONNECTION,
                         "no answer from the other side within %d ms",
                         options->answer_milliseconds);
    peer_keep_alive(peer);
    return PEER_NOTHING;
}

/* The limits of waiting for one. */
static int32_t step_waiting(struct peer *peer, double now)
{
    const struct peer_options *options = &peer->options;
    bool is_host = peer->own == BSHIP_SIDE_A;
    if (peer_can_resume(peer))
        return now - peer->lost > peer_patience(peer) / 1000.0 ? give_up(peer) : PEER_NOTHING;
    if (is_host && options->wait_milliseconds > 0 &&
        now - peer->began > options->wait_milliseconds / 1000.0)
        return peer_fail(peer, PEER_FAILURE_CONNECTION, "nobody has joined within %d ms",
                         options->wait_milliseconds);
    return PEER_NOTHING;
}

static int32_t step_once(struct peer *peer)
{
    int32_t event = step_connections(peer);
    if (event == PEER_NOTHING)
        event = step_game(peer);
    if (event == PEER_NOTHING)
        event = step_lines(peer);
    if (event == PEER_NOTHING)
        event = peer->lines ? step_time(peer, seconds_now()) : step_waiting(peer, seconds_now());
    return event;
}

int32_t peer_step(struct peer *peer)
{
    int32_t event = PEER_AGAIN;
    while (event == PEER_AGAIN && peer->stage != STAGE_OVER)
        event = step_once(peer);
    if (peer->lines)
        lines_flush(peer->lines);
    if (peer->stage != STAGE_OVER)
        return event;
    /* The end is told once, also if it came about between two steps. */
    event = peer->end;
    peer->end = PEER_NOTHING;
    return event;
}
