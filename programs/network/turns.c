/*
 * The turns of a game, of which each side has a copy: shots go one way, reports the other. The
 * copies differ by no more than what is on its way, so after a lost connection each side sends
 * again what the other one's number of entries says it has not received.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/number.h"
#include "network/internal.h"

/* ---- firing ---- */

/* Sends the own shots that await their reports, if there are any. */
static void send_shots(struct peer *peer)
{
    size_t fired = bship_game_pending(peer->game, peer->fired, SHOTS_MAX);
    if (fired == 0 || peer->is_resigning)
        return;
    bship_cells_format(peer->fired, fired, peer->line, sizeof peer->line);
    peer_send(peer, "fire %s", peer->line);
    peer_expect(peer, STAGE_PLAYING);
}

void peer_fire(struct peer *peer)
{
    if (!peer->is_ready || peer->stage != STAGE_PLAYING)
        return;
    keeping_note(peer);
    send_shots(peer);
}

/* Sends the report of an entry of the log: of the other side's shots. */
static int32_t send_report(struct peer *peer, int64_t entry)
{
    bship_game_entry about = BSHIP_GAME_ENTRY_INIT;
    bship_game_log_entry(peer->game, entry, &about);
    size_t count = bship_game_log_shots(peer->game, entry, peer->cells, peer->reports, SHOTS_MAX);
    if (about.is_total)
        bship_chart_total(bship_game_chart(peer->game, peer->other), about.chart_turn,
                          &peer->total);
    size_t length = bship_turn_format(peer->rules, peer->cells, count, peer->reports, &peer->total,
                                      peer->line, sizeof peer->line);
    if (length > LINES_LENGTH_MAX - sizeof "report")
        return peer_fail(peer, PEER_FAILURE_LOCAL, "a report would be longer than %d bytes",
                         LINES_LENGTH_MAX);
    peer_send(peer, "report %s", peer->line);
    return PEER_NOTHING;
}

/* The other side fires. */
int32_t turns_take_fire(struct peer *peer, char *rest)
{
    bship_error error = BSHIP_ERROR_INIT;
    size_t count = 0;
    /* The other side has fired before it heard that this one resigns, and will drop the shots. */
    if (peer->is_resigning)
        return PEER_NOTHING;
    bship_status status = bship_cells_parse(
        peer->rules, rest, peer->cells, (size_t)bship_game_shots_due(peer->game), &count, &error);
    if (!status)
        status = bship_game_fire_salvo(peer->game, peer->cells, count, &error);
    if (status)
        return peer_refuse(peer, "shot", &error);
    keeping_note(peer);
    int32_t event = send_report(peer, bship_game_log_length(peer->game) - 1);
    if (event != PEER_NOTHING)
        return event;
    peer_expect(peer, STAGE_PLAYING);
    return PEER_FIRED;
}

/* Gives the game a report; the total of a salvo, or that of each shot. */
static bship_status record_report(struct peer *peer, size_t count, bship_error *error)
{
    if (bship_rules_get(peer->rules, BSHIP_RULE_SALVO_REPORT) == BSHIP_SALVO_REPORT_TOTAL)
        return bship_game_report_total(peer->game, &peer->total, count, error);
    return bship_game_report(peer->game, peer->reports, count, error);
}

/* The other side reports on the own shots. */
int32_t turns_take_report(struct peer *peer, char *rest)
{
    bship_error error = BSHIP_ERROR_INIT;
    size_t count = 0;
    size_t fired = bship_game_pending(peer->game, peer->fired, SHOTS_MAX);
    bship_status status = bship_turn_parse(peer->rules, rest, peer->cells, fired, &count,
                                           peer->reports, &peer->total, &error);
    if (status)
        return peer_refuse(peer, "report", &error);
    if (memcmp(peer->cells, peer->fired, count * sizeof *peer->cells) != 0)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL, "the other side reports on other cells");
    status = record_report(peer, count, &error);
    if (status == BSHIP_ERROR_CONTRADICTION)
        bship_game_claim_contradiction(peer->game);
    if (status)
        return peer_refuse(peer, "report", &error);
    keeping_note(peer);
    peer_expect(peer, STAGE_PLAYING);
    return PEER_REPORTED;
}

/* ---- resigning ---- */

/*
 * A side that resigns says so, but goes on taking reports until the other side has confirmed it: so
 * both games end after the same shots. If both resign at a time, then side a does.
 */
void peer_resign(struct peer *peer)
{
    if (!peer->is_ready || peer->stage != STAGE_PLAYING || peer->is_resigning)
        return;
    peer->is_resigning = true;
    keeping_note(peer);
    peer_send(peer, "resign");
    peer_expect(peer, STAGE_PLAYING);
}

static int32_t end_by_resigning(struct peer *peer, int32_t side)
{
    peer->is_resigning = false;
    bship_game_resign(peer->game, side);
    keeping_note(peer);
    return PEER_RESIGNED;
}

int32_t turns_take_resign(struct peer *peer, char *rest)
{
    (void)rest;
    bool are_both = peer->is_resigning;
    int32_t event = PEER_NOTHING;
    /* Otherwise a fleet was sunk, or this was heard before the connection was lost. */
    if (bship_game_phase(peer->game) != BSHIP_PHASE_OVER)
        event = end_by_resigning(peer, are_both ? BSHIP_SIDE_A : peer->other);
    if (!are_both)
        peer_send(peer, "resigned");
    return event;
}

int32_t turns_take_resigned(struct peer *peer, char *rest)
{
    (void)rest;
    if (bship_game_phase(peer->game) == BSHIP_PHASE_OVER)
        return PEER_NOTHING;
    if (!peer->is_resigning)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                         "the other side breaks the protocol: nobody has resigned");
    return end_by_resigning(peer, peer->own);
}

/* Says again how the game was ended by resigning. */
static void repeat_resignation(struct peer *peer)
{
    bool is_over = bship_game_end_reason(peer->game) == BSHIP_END_REASON_RESIGNED;
    int32_t winner = bship_game_outcome(peer->game);
    if (peer->is_resigning || (is_over && winner == peer->other))
        peer_send(peer, "resign");
    else if (is_over)
        peer_send(peer, "resigned");
}

/* ---- a new connection ---- */

/* The number of entries that the other side has, as said after `resume GAME NUMBER`; -1: none. */
static int64_t entries_of(const char *other)
{
    uint64_t entries;
    return number_parse(strrchr(other, ' ') + 1, 0, INT64_MAX, &entries) ? (int64_t)entries : -1;
}

static int32_t disagree(struct peer *peer)
{
    return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                     "the two sides do not agree on how far the game is");
}

/* Sends the report of an entry that the other side has fired and not heard of. */
static int32_t repeat_report(struct peer *peer, int64_t entry)
{
    bship_game_entry about = BSHIP_GAME_ENTRY_INIT;
    bship_game_log_entry(peer->game, entry, &about);
    return about.side == peer->other ? send_report(peer, entry) : disagree(peer);
}

int32_t turns_resume(struct peer *peer, const char *other)
{
    int64_t own_entries = bship_game_log_length(peer->game), entries = entries_of(other);
    if (entries < 0 || entries < own_entries - 1 || entries > own_entries + 1)
        return disagree(peer);
    agreement_send_fleet(peer);
    int32_t event = entries < own_entries ? repeat_report(peer, entries) : PEER_NOTHING;
    if (event != PEER_NOTHING)
        return event;
    if (entries <= own_entries)
        send_shots(peer);
    help_send_use(peer);
    repeat_resignation(peer);
    if (peer->stage >= STAGE_REVEAL)
        reveal_begin(peer);
    return PEER_BACK;
}
