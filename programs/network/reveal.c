/* After the game: both fleets are revealed, and compared with hashes and reports. */
#include <stdio.h>
#include <string.h>

#include "network/internal.h"

/* Reveals the own fleet; again, if the connection was lost meanwhile. */
void reveal_begin(struct peer *peer)
{
    peer_send_record(peer, "reveal", peer->committed);
    if (peer->is_verified)
        peer_send(peer, "bye");
    peer_expect(peer, peer->is_verified ? STAGE_BYE : STAGE_REVEAL);
}

/* Compares the fleet that the other side reveals with its reports. */
static int32_t check_fleet(struct peer *peer, const bship_record *record)
{
    bship_error error = BSHIP_ERROR_INIT;
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(peer->rules));
    bool are_rules_equal = bship_rules_equal(bship_record_rules(record), peer->rules);
    bship_status status = are_rules_equal ? BSHIP_OK : BSHIP_ERROR_RULES;
    if (!status && bship_record_layout(record, peer->other, peer->placements, ships) != ships)
        status = BSHIP_ERROR_NOT_PLACED;
    if (!status)
        status = bship_game_reveal(peer->game, peer->other, peer->placements, ships, &error);
    if (status == BSHIP_ERROR_CONTRADICTION)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL, "the other side has lied: %s", error.text);
    if (status == BSHIP_ERROR_MEMORY)
        return peer_fail_locally(peer, status);
    return status ? peer_fail(peer, PEER_FAILURE_PROTOCOL, "the other side's fleet: %s",
                              bship_status_message(status))
                  : PEER_REVEALED;
}

int32_t reveal_take(struct peer *peer)
{
    bship_record *record = NULL;
    bship_error error = BSHIP_ERROR_INIT;
    if (!secrets_is_hash_of(peer->fleet_commitments[peer->other], peer->record.bytes))
        return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                         "the other side reveals a fleet other than its own");
    if (peer->is_verified)
        return PEER_NOTHING; /* revealed again, since the connection was lost meanwhile */
    bship_status status =
        bship_record_parse(&record, peer->record.bytes, peer->record.length, NULL, &error);
    if (status == BSHIP_ERROR_MEMORY)
        return peer_fail_locally(peer, status);
    if (status)
        return peer_refuse(peer, "reveal", &error);
    int32_t event = check_fleet(peer, record);
    bship_record_free(record);
    if (event == PEER_REVEALED) {
        peer->is_verified = true;
        peer_send(peer, "bye");
        peer_expect(peer, STAGE_BYE);
    }
    return event;
}

int32_t reveal_take_bye(struct peer *peer, char *rest)
{
    (void)rest;
    peer->has_said_bye = true;
    return PEER_NOTHING;
}
