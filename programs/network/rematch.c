/* Another game with the same player, on the same connection: each has to ask for it. */
#include "network/internal.h"

/* Begins again with what was agreed on before the first game: who the players are. */
static int32_t begin(struct peer *peer)
{
    peer->is_inviting = peer->is_invited = false;
    agreement_reset(peer);
    return agreement_begin(peer);
}

void peer_rematch(struct peer *peer)
{
    if (peer->stage != STAGE_REMATCH || peer->is_inviting)
        return;
    peer->is_inviting = true;
    peer_send(peer, "rematch");
    if (peer->is_invited)
        begin(peer);
}

int32_t rematch_take(struct peer *peer, char *rest)
{
    (void)rest;
    if (peer->is_invited)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                         "the other side breaks the protocol: it has asked for a rematch already");
    peer->is_invited = true;
    return peer->is_inviting ? begin(peer) : PEER_INVITED;
}
