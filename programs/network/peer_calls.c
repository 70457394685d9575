/* The calls of a peer but peer_step(); see peer.h. Nothing here waits. */
#include "network/peer.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/process.h"
#include "network/internal.h"

enum {
    STEP_MILLISECONDS = 1000, /* the longest time between two steps, */
    BUSY_MILLISECONDS = 50    /* and if something is being sent or connected */
};

/* ---- making and closing ---- */

struct peer *peer_new(const struct peer_options *options, int32_t side)
{
    struct peer *peer = calloc(1, sizeof *peer);
    if (!peer)
        return NULL;
    peer->options = *options;
    peer->options.rules = NULL;
    peer->options.name = NULL;
    snprintf(peer->own_name, sizeof peer->own_name, "%s", options->name);
    peer->rules = bship_rules_ref(options->rules);
    peer->own = side;
    peer->other = side == BSHIP_SIDE_A ? BSHIP_SIDE_B : BSHIP_SIDE_A;
    peer->began = seconds_now();
    peer->total = (bship_total){ sizeof peer->total,   0, -1, peer->sunk_of, peer->hits_of,
                                 BSHIP_FLEET_SHIPS_MAX };
    const char *why = secrets_start();
    if (why)
        peer_fail(peer, PEER_FAILURE_LOCAL, "%s", why);
    if (why)
        return peer;
    secrets_make_keys(&peer->keys);
    agreement_draw(peer);
    return peer;
}

struct peer *peer_host(const struct peer_options *options, const char *port)
{
    struct peer *peer = peer_new(options, BSHIP_SIDE_A);
    if (!peer || peer->stage == STAGE_OVER)
        return peer;
    const char *why = listeners_open(&peer->listeners, port);
    if (why)
        peer_fail(peer, PEER_FAILURE_PORT, "port %.32s: %s", port, why);
    return peer;
}

bool peer_is_address(const char *text)
{
    struct address address;
    return address_parse(&address, text, PEER_PORT);
}

struct peer *peer_join(const struct peer_options *options, const char *address)
{
    struct peer *peer = peer_new(options, BSHIP_SIDE_B);
    if (!peer || peer->stage == STAGE_OVER)
        return peer;
    if (!address_parse(&peer->address, address, PEER_PORT))
        peer_fail(peer, PEER_FAILURE_ADDRESS, "expected HOST:PORT, not \"%.64s\"", address);
    return peer;
}

void peer_close(struct peer *peer, const char *reason)
{
    if (!peer)
        return;
    if (reason)
        peer_send(peer, "error %s", reason);
    peer_disconnect(peer);
    free(peer->committed);
    text_clear(&peer->record);
    bship_rules_unref(peer->rules);
    free(peer);
}

void peer_decline(struct peer *peer)
{
    peer_send(peer, "decline");
    peer_close(peer, NULL);
}

void peer_commit(struct peer *peer)
{
    if (peer->stage == STAGE_OVER || peer->fleet_commitments[peer->own][0])
        return;
    bship_status status = agreement_commit(peer);
    if (status)
        peer_fail_locally(peer, status);
}

void peer_keep_alive(struct peer *peer)
{
    double every = peer->options.silence_milliseconds / 3000.0;
    if (!peer->lines)
        return;
    if (seconds_now() - peer->said >= every)
        peer_send(peer, "ping");
    lines_flush(peer->lines);
}

/* ---- waiting ---- */

size_t peer_fds(const struct peer *peer, struct pollfd fds[PEER_FDS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < peer->listeners.count; i++)
        fds[count++] = (struct pollfd){ peer->listeners.sockets[i], POLLIN, 0 };
    for (size_t i = 0; i < CANDIDATES_MAX; i++)
        if (peer->candidates[i])
            fds[count++] = (struct pollfd){ peer->candidates[i]->lines->socket,
                                            lines_events(peer->candidates[i]->lines), 0 };
    if (peer->dial)
        fds[count++] = dial_fd(peer->dial);
    if (peer->lines && !peer_is_held_back(peer))
        fds[count++] = (struct pollfd){ peer->lines->socket, lines_events(peer->lines), 0 };
    return count;
}

int peer_timeout(const struct peer *peer)
{
    int limit = STEP_MILLISECONDS;
    if (peer->stage == STAGE_OVER)
        return peer->end != PEER_NOTHING ? 0 : -1;
    if (peer_has_candidate(peer) || peer->dial || !peer->lines || peer->lines->unsent.length > 0)
        return BUSY_MILLISECONDS;
    if (limit > peer->options.silence_milliseconds / 4)
        limit = peer->options.silence_milliseconds / 4;
    return limit;
}

/* ---- what is known ---- */

bool peer_is_available(void)
{
    return !secrets_start();
}

uint64_t peer_draw_seed(void)
{
    uint64_t seed = 0;
    if (peer_is_available())
        secrets_draw(&seed, sizeof seed);
    return seed;
}

int32_t peer_side(const struct peer *peer)
{
    return peer->own;
}

const char *peer_port(const struct peer *peer)
{
    return peer->listeners.port;
}

const bship_rules *peer_rules(const struct peer *peer)
{
    return peer->rules;
}

const char *peer_name(const struct peer *peer)
{
    return peer->name;
}

int32_t peer_best_of(const struct peer *peer)
{
    return peer->options.best_of;
}

uint64_t peer_first_seed(const struct peer *peer)
{
    return peer->first_seed;
}

int peer_seconds_left(const struct peer *peer)
{
    double left = peer->lost + peer_patience(peer) / 1000.0 - seconds_now();
    return !peer->lines && peer_can_resume(peer) && left > 0 ? (int)left + 1 : 0;
}

const char *peer_text(const struct peer *peer)
{
    if (!peer)
        return peer_is_available() ? "" : secrets_start();
    return peer->text;
}

int32_t peer_failure(const struct peer *peer)
{
    return peer->failure;
}

size_t peer_addresses(char *buffer, size_t capacity)
{
    return sockets_addresses(buffer, capacity);
}
