/*
 * Hints and heat maps. They are allowed if both players agree before the game, and each side says
 * how many it has used; that it says the truth cannot be checked.
 */
#include <stdio.h>
#include <string.h>

#include "network/internal.h"

void help_send_wish(struct peer *peer)
{
    peer_send(peer, "help %s", peer->options.wants_help ? "yes" : "no");
}

int32_t help_take_wish(struct peer *peer, char *rest)
{
    peer->other_wants_help = strcmp(rest, "yes") == 0;
    if (!peer->other_wants_help && strcmp(rest, "no") != 0)
        return peer_fail(
            peer, PEER_FAILURE_PROTOCOL,
            "the other side breaks the protocol: expected \"help yes\" or \"help no\"");
    peer_expect(peer, STAGE_SEED_COMMITMENT);
    return PEER_NOTHING;
}

bool peer_allows_help(const struct peer *peer)
{
    return peer->options.wants_help && peer->other_wants_help;
}

struct peer_help peer_help(const struct peer *peer, int32_t side)
{
    return peer->used[side];
}

void help_send_use(struct peer *peer)
{
    const struct peer_help *used = &peer->used[peer->own];
    if (used->hints + used->heat_maps > 0)
        peer_send(peer, "used %d %d", (int)used->hints, (int)used->heat_maps);
}

void peer_tell_help(struct peer *peer, struct peer_help used)
{
    peer->used[peer->own] = used;
    if (!peer->is_ready || peer->stage != STAGE_PLAYING)
        return;
    keeping_note(peer);
    help_send_use(peer);
}

int32_t help_take_use(struct peer *peer, char *rest)
{
    struct peer_help *used = &peer->used[peer->other];
    int hints, heat_maps, length = 0;
    if (!peer_allows_help(peer))
        return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                         "the other side uses help that was not agreed on");
    if (sscanf(rest, "%9d %9d%n", &hints, &heat_maps, &length) != 2 || rest[length] ||
        hints < used->hints || heat_maps < used->heat_maps)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                         "the other side breaks the protocol: expected \"used HINTS HEAT-MAPS\"");
    bool is_news = hints > used->hints || heat_maps > used->heat_maps;
    *used = (struct peer_help){ hints, heat_maps };
    return is_news ? PEER_HELPED : PEER_NOTHING;
}
