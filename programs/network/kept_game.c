/*
 * A game that outlives its program. What its peer needs to go on is kept with the record of the
 * game, in extra lines:
 *
 *     x-network-side a               the own one
 *     x-network-address localhost:4796  where the guest joins; of a host, its port
 *     x-network-secret HEX           proves to the other side who comes back
 *     x-network-game HEX             which game it is
 *     x-network-nonce HEX            the random number in the record of the own fleet
 *     x-network-commitment HEX       the hash of the record of the other fleet
 *     x-network-used a 2 1           help was agreed on; the hints and heat maps of each side
 *     x-network-resigning yes        this side has given up, and was not heard yet
 *
 * While ships are laid, the number, the hash or both may be missing: they come with the fleets.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "common/process.h"
#include "network/internal.h"

#define PREFIX "x-network-"

void keeping_note(struct peer *peer)
{
    if (peer->options.keep)
        peer->options.keep(peer->options.user);
}

/* ---- writing ---- */

static bship_status add(bship_record *record, bship_status status, const char *key,
                        const char *value)
{
    char line[PEER_TEXT_SIZE];
    if (!value[0])
        return status;
    snprintf(line, sizeof line, PREFIX "%s %s", key, value);
    return status ? status : bship_record_add_extra(record, line, NULL);
}

static bship_status add_help(const struct peer *peer, bship_record *record, bship_status status)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && peer_allows_help(peer); side++) {
        char text[64];
        snprintf(text, sizeof text, "%s %d %d", bship_enum_name(BSHIP_ENUM_SIDE, side),
                 (int)peer->used[side].hints, (int)peer->used[side].heat_maps);
        status = add(record, status, "used", text);
    }
    return status;
}

bship_status peer_save(const struct peer *peer, bship_record *record)
{
    char secret[SECRET_HEX_SIZE], address[sizeof peer->address + 4];
    bool is_laid = peer->fleet_commitments[peer->own][0];
    if (!peer_can_resume(peer))
        return BSHIP_ERROR_STATE;
    secrets_write_hex(peer->secret, secret);
    if (peer->own == BSHIP_SIDE_A)
        snprintf(address, sizeof address, "%s", peer->listeners.port);
    else
        snprintf(address, sizeof address, "[%s]:%s", peer->address.host, peer->address.port);
    bship_status status =
        add(record, BSHIP_OK, "side", bship_enum_name(BSHIP_ENUM_SIDE, peer->own));
    status = add(record, status, "address", address);
    status = add(record, status, "secret", secret);
    status = add(record, status, "game", peer->game_id);
    status = add(record, status, "nonce", is_laid ? peer->nonce : "");
    status = add(record, status, "commitment", peer->fleet_commitments[peer->other]);
    status = add_help(peer, record, status);
    return peer->is_resigning ? add(record, status, "resigning", "yes") : status;
}

/* ---- reading ---- */

/* The value of a line, from its number on; NULL: there is none. Moves on behind it. */
static const char *find(const bship_record *record, const char *key, int64_t *from)
{
    size_t length = strlen(key);
    for (int64_t i = *from; i < bship_record_extras(record); i++) {
        const char *line = bship_record_extra(record, i);
        if (strncmp(line, PREFIX, sizeof PREFIX - 1) == 0 &&
            strncmp(line + sizeof PREFIX - 1, key, length) == 0 &&
            line[sizeof PREFIX - 1 + length] == ' ') {
            *from = i + 1;
            return line + sizeof PREFIX + length;
        }
    }
    return NULL;
}

/* The value of the only line with a key; NULL: there is none, or there are several. */
static const char *value_of(const bship_record *record, const char *key)
{
    int64_t from = 0;
    const char *value = find(record, key, &from);
    return value && !find(record, key, &from) ? value : NULL;
}

const char *peer_saved_address(const bship_record *record)
{
    return value_of(record, "address");
}

/* Reads a number; one that is missing leaves an empty text, if it may be. */
static bool read_number(const bship_record *record, const char *key, bool may_be_missing,
                        char hex[SECRET_HEX_SIZE])
{
    unsigned char bytes[SECRET_BYTES];
    const char *value = value_of(record, key);
    hex[0] = '\0';
    if (!value || !secrets_read_hex(value, bytes))
        return !value && may_be_missing;
    secrets_write_hex(bytes, hex);
    return true;
}

static bool read_help(struct peer *peer, const bship_record *record)
{
    int64_t from = 0;
    const char *value;
    peer->options.wants_help = false;
    while ((value = find(record, "used", &from))) {
        char name[2];
        int hints, heat_maps;
        if (sscanf(value, "%1s %9d %9d", name, &hints, &heat_maps) != 3 || hints < 0 ||
            heat_maps < 0)
            return false;
        int32_t side = bship_enum_find(BSHIP_ENUM_SIDE, name);
        if (side != BSHIP_SIDE_A && side != BSHIP_SIDE_B)
            return false;
        peer->used[side] = (struct peer_help){ hints, heat_maps };
        peer->options.wants_help = peer->other_wants_help = true;
    }
    return true;
}

/* Reads what the two sides had agreed on; false: it is not complete. */
static bool read_agreement(struct peer *peer, const bship_record *record)
{
    char secret[SECRET_HEX_SIZE];
    bool is_laying = bship_game_phase(peer->game) == BSHIP_PHASE_PLACING;
    bool is_read =
        read_number(record, "secret", false, secret) &&
        read_number(record, "game", false, peer->game_id) &&
        read_number(record, "nonce", is_laying, peer->nonce) &&
        read_number(record, "commitment", is_laying, peer->fleet_commitments[peer->other]) &&
        read_help(peer, record) && secrets_read_hex(secret, peer->secret);
    return is_read && (!peer->nonce[0] || !agreement_hash_fleet(peer));
}

static void look_for_other_side(struct peer *peer, const char *address)
{
    const char *why = NULL;
    peer->lost = peer->redial = peer->asked = seconds_now();
    peer->accepts[peer->own] = peer->accepts[peer->other] = true;
    peer->is_ready = bship_game_phase(peer->game) != BSHIP_PHASE_PLACING;
    peer->stage = peer->fleet_commitments[peer->other][0] ? STAGE_PLAYING : STAGE_FLEET_COMMITMENT;
    if (peer->own == BSHIP_SIDE_A)
        why = listeners_open(&peer->listeners, address);
    else if (!address_parse(&peer->address, address, PEER_PORT))
        why = "the address is none";
    if (why)
        peer_fail(peer, PEER_FAILURE_CONNECTION, "%.64s: %s", address, why);
}

struct peer *peer_resume(const struct peer_options *options, const bship_record *record,
                         bship_game *game)
{
    const char *letter = value_of(record, "side"), *address = value_of(record, "address");
    int32_t side = letter ? bship_enum_find(BSHIP_ENUM_SIDE, letter) : BSHIP_SIDE_NONE;
    bool is_side = side == BSHIP_SIDE_A || side == BSHIP_SIDE_B;
    struct peer *peer = peer_new(options, is_side ? side : BSHIP_SIDE_A);
    if (!peer || peer->stage == STAGE_OVER)
        return peer;
    const char *name = bship_record_get(record, BSHIP_FACT_PLAYER, peer->other);
    snprintf(peer->name, sizeof peer->name, "%s", name ? name : "");
    bship_rules_unref(peer->rules);
    peer->rules = bship_rules_ref(bship_record_rules(record));
    peer->game = game;
    bship_record_number(record, BSHIP_FACT_FIRST_SEED, BSHIP_SIDE_NONE, &peer->first_seed);
    peer->is_resigning = value_of(record, "resigning") != NULL;
    if (!is_side || !address || !read_agreement(peer, record))
        peer_fail(peer, PEER_FAILURE_LOCAL,
                  "the game cannot go on with the other side: its file "
                  "lacks what proves who comes back");
    else
        look_for_other_side(peer, address);
    return peer;
}
