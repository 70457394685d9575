/*
 * What two players agree on before they play: the rules, which are the host's; a public seed that
 * neither can choose; that both play; and fleets that neither can change any more.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "common/formatted.h"
#include "network/internal.h"

/* What precedes, in the record of the rules, the number of games that count together. */
#define BEST_OF "x-network-best-of "

/* ---- names and rules ---- */

/* Whether the rules can be played here, and the other player has a name for a record. */
static int32_t check_rules_and_name(struct peer *peer)
{
    bship_record *record = NULL;
    bship_error error = BSHIP_ERROR_INIT;
    int32_t width = bship_rules_width(peer->rules), height = bship_rules_height(peer->rules);
    int64_t cells_max = peer->options.cells_max;
    if (cells_max > 0 && (int64_t)width * height > cells_max)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                         "the other side's board of %dx%d has more than %d cells, the most that "
                         "are accepted here",
                         (int)width, (int)height, (int)cells_max);
    if (bship_rules_shots_due(peer->rules, NULL, NULL) > SHOTS_MAX)
        return peer_fail(peer,
                         peer->own == BSHIP_SIDE_A ? PEER_FAILURE_LOCAL : PEER_FAILURE_PROTOCOL,
                         "a salvo has more than %d shots", SHOTS_MAX);
    bship_status status = bship_record_new(&record, peer->rules, NULL, NULL);
    if (status)
        return peer_fail_locally(peer, status);
    status = bship_record_set(record, BSHIP_FACT_PLAYER, peer->other, peer->name, &error);
    bship_record_free(record);
    return status ? peer_refuse(peer, "name", &error) : PEER_NOTHING;
}

/* Adds how many games count together to the record of the rules, which may have lines of others. */
static bship_status add_best_of(const struct peer *peer, bship_record *record)
{
    char line[64];
    if (peer->options.best_of <= 0)
        return BSHIP_OK;
    snprintf(line, sizeof line, BEST_OF "%" PRId32, peer->options.best_of);
    return bship_record_add_extra(record, line, NULL);
}

/* Reads it; 0: each game stands alone. */
static int32_t read_best_of(const bship_record *record)
{
    int32_t best_of = 0;
    for (int64_t i = 0; i < bship_record_extras(record); i++)
        sscanf(bship_record_extra(record, i), BEST_OF "%4" SCNd32, &best_of);
    return best_of > 0 ? best_of : 0;
}

static int32_t send_rules(struct peer *peer)
{
    bship_record *record = NULL;
    bship_status status = bship_record_new(&record, peer->rules, NULL, NULL);
    if (!status)
        status = add_best_of(peer, record);
    char *text = status ? NULL : formatted_record(record);
    if (!status && !text)
        status = BSHIP_ERROR_MEMORY;
    bool is_short = !text || strlen(text) <= RECORD_LENGTH_MAX;
    if (text && is_short)
        peer_send_record(peer, "rules", text);
    bship_record_free(record);
    free(text);
    if (!status && !is_short)
        return peer_fail(peer, PEER_FAILURE_LOCAL, "the rules are longer than %d bytes",
                         RECORD_LENGTH_MAX);
    return status ? peer_fail_locally(peer, status) : PEER_NOTHING;
}

/* ---- a public seed ---- */

void agreement_draw(struct peer *peer)
{
    char number[SECRET_HEX_SIZE];
    secrets_draw_hex(number);
    snprintf(peer->share, sizeof peer->share, "%s %s", bship_enum_name(BSHIP_ENUM_SIDE, peer->own),
             number);
}

/*
 * The public seed is the hash of a share of each side. Both commit to their shares before either
 * shows its own, so neither can choose the seed.
 */
static int32_t commit_to_seed(struct peer *peer)
{
    char commitment[SECRET_HEX_SIZE];
    secrets_hash(peer->share, commitment);
    help_send_wish(peer);
    peer_send(peer, "seed-commitment %s", commitment);
    peer_expect(peer, STAGE_HELP);
    return PEER_NOTHING;
}

int32_t agreement_begin(struct peer *peer)
{
    if (!peer->rules) {
        peer_expect(peer, STAGE_RULES);
        return PEER_NOTHING;
    }
    int32_t event = check_rules_and_name(peer);
    if (event == PEER_NOTHING)
        event = send_rules(peer);
    return event == PEER_NOTHING ? commit_to_seed(peer) : event;
}

int32_t agreement_take_rules(struct peer *peer)
{
    bship_record *record = NULL;
    bship_error error = BSHIP_ERROR_INIT;
    if (bship_record_parse(&record, peer->record.bytes, peer->record.length, NULL, &error))
        return peer_refuse(peer, "rules", &error);
    peer->rules = bship_rules_ref(bship_record_rules(record));
    peer->options.best_of = read_best_of(record);
    bship_record_free(record);
    int32_t event = check_rules_and_name(peer);
    return event == PEER_NOTHING ? commit_to_seed(peer) : event;
}

int32_t agreement_take_seed_commitment(struct peer *peer, char *rest)
{
    snprintf(peer->seed_commitment, sizeof peer->seed_commitment, "%s", rest);
    peer_send(peer, "seed %s", peer->share);
    peer_expect(peer, STAGE_SEED);
    return PEER_NOTHING;
}

int32_t agreement_take_seed(struct peer *peer, char *rest)
{
    char both[2 * sizeof peer->share + 2], digits[17];
    if (rest[0] != *bship_enum_name(BSHIP_ENUM_SIDE, peer->other) ||
        !secrets_is_hash_of(peer->seed_commitment, rest) || strlen(rest) >= sizeof peer->share)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                         "the other side opens a seed other than its own");
    snprintf(both, sizeof both, "%s\n%s\n", peer->own == BSHIP_SIDE_A ? peer->share : rest,
             peer->own == BSHIP_SIDE_A ? rest : peer->share);
    secrets_hash(both, peer->game_id);
    snprintf(digits, sizeof digits, "%.16s", peer->game_id);
    peer->first_seed = strtoull(digits, NULL, 16);
    peer_expect(peer, STAGE_ACCEPT);
    return PEER_CONNECTED;
}

/* ---- whether both play ---- */

void peer_accept(struct peer *peer, bship_game *game)
{
    if (peer->stage == STAGE_OVER || peer->game)
        return;
    peer->game = game;
    peer->accepts[peer->own] = true;
    keeping_note(peer);
    peer_send(peer, "accept");
}

int32_t agreement_take_accept(struct peer *peer, char *rest)
{
    (void)rest;
    peer->accepts[peer->other] = true;
    keeping_note(peer);
    peer_expect(peer, STAGE_FLEET_COMMITMENT);
    return PEER_NOTHING;
}

int32_t agreement_take_decline(struct peer *peer, char *rest)
{
    (void)rest;
    peer_say(peer, PEER_FAILURE_DECLINED, "the other side does not want to play");
    return peer_finish(peer, PEER_FAILED);
}

/* ---- fleets ---- */

/* The record that this side commits to: its fleet, and a number that nobody can guess. */
static bship_status format_fleet(struct peer *peer)
{
    const bship_board *board = bship_game_board(peer->game, peer->own);
    int32_t ships = bship_fleet_count(bship_rules_fleet(peer->rules));
    char line[SECRET_HEX_SIZE + 8];
    bship_record *record = NULL;
    snprintf(line, sizeof line, "x-nonce %s", peer->nonce);
    for (int32_t i = 0; i < ships; i++)
        bship_board_placement(board, i, &peer->placements[i]);
    bship_status status = bship_record_new(&record, peer->rules, NULL, NULL);
    if (!status)
        status = bship_record_add_extra(record, line, NULL);
    if (!status)
        status = bship_record_set_layout(record, peer->own, peer->placements, (size_t)ships, NULL);
    free(peer->committed);
    peer->committed = status ? NULL : formatted_record(record);
    bship_record_free(record);
    return status || peer->committed ? status : BSHIP_ERROR_MEMORY;
}

bship_status agreement_hash_fleet(struct peer *peer)
{
    bship_status status = format_fleet(peer);
    if (!status)
        secrets_hash(peer->committed, peer->fleet_commitments[peer->own]);
    return status;
}

void agreement_send_fleet(struct peer *peer)
{
    const char *commitment = peer->fleet_commitments[peer->own];
    if (commitment[0])
        peer_send(peer, "fleet-commitment %s", commitment);
}

bship_status agreement_commit(struct peer *peer)
{
    secrets_draw_hex(peer->nonce);
    bship_status status = agreement_hash_fleet(peer);
    if (status)
        return status;
    keeping_note(peer);
    agreement_send_fleet(peer);
    return BSHIP_OK;
}

/* On a new connection the other side says again what it has committed to. */
int32_t agreement_take_fleet(struct peer *peer, char *rest)
{
    char *commitment = peer->fleet_commitments[peer->other];
    bool is_known = commitment[0];
    if (is_known ? strcmp(rest, commitment) != 0 : strlen(rest) != SECRET_HEX_SIZE - 1)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                         is_known ? "the other side breaks the protocol: it commits to two fleets"
                                  : "the other side breaks the protocol: expected "
                                    "\"fleet-commitment HASH\"");
    if (is_known)
        return PEER_NOTHING;
    snprintf(commitment, SECRET_HEX_SIZE, "%s", rest);
    keeping_note(peer);
    peer_expect(peer, STAGE_PLAYING);
    return PEER_NOTHING;
}

/* ---- another game ---- */

void agreement_reset(struct peer *peer)
{
    if (peer->own == BSHIP_SIDE_B) {
        bship_rules_unref(peer->rules);
        peer->rules = NULL;
    }
    peer->game_id[0] = '\0';
    for (int32_t side = 0; side < SIDES; side++) {
        peer->fleet_commitments[side][0] = '\0';
        peer->used[side] = (struct peer_help){ 0, 0 };
        peer->accepts[side] = false;
    }
    free(peer->committed);
    peer->committed = NULL;
    peer->is_ready = peer->is_resigning = peer->is_verified = peer->has_said_bye = false;
    agreement_draw(peer);
}
