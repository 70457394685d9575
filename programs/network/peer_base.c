/* What all files of a peer use: events and their texts, how a peer ends, and what it sends. */
#include <stdarg.h>
#include <stdio.h>

#include "common/process.h"
#include "network/internal.h"

/* ---- events and their texts ---- */

static void say(struct peer *peer, int32_t failure, const char *format, va_list values)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 0)))
#endif
    ;

static void say(struct peer *peer, int32_t failure, const char *format, va_list values)
{
    peer->failure = failure;
    vsnprintf(peer->text, sizeof peer->text, format, values);
    text_make_printable(peer->text);
}

void peer_say(struct peer *peer, int32_t failure, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say(peer, failure, format, values);
    va_end(values);
}

void peer_disconnect(struct peer *peer)
{
    greeting_drop_all(peer);
    dial_free(peer->dial);
    peer->dial = NULL;
    lines_free(peer->lines);
    peer->lines = NULL;
    listeners_close(&peer->listeners);
}

/*
 * A game that is over is lost by a side that does not reveal the fleet that it committed to,
 * whatever keeps it from that: a liar would see to it that something does.
 */
static void claim_unrevealed(struct peer *peer)
{
    char why[PEER_TEXT_SIZE];
    bool is_told = peer->failure == PEER_FAILURE_PROTOCOL;
    if (bship_game_claim_unrevealed(peer->game, peer->other) || is_told)
        return;
    snprintf(why, sizeof why, "%s", peer->text);
    peer_say(peer, PEER_FAILURE_PROTOCOL, "the other side has not revealed its fleet: %.400s", why);
}

/* Ends the local game for a failure. */
static void end_game(struct peer *peer)
{
    if (!peer->game)
        return;
    if (peer->is_resigning)
        bship_game_resign(peer->game, peer->own);
    else if (bship_game_phase(peer->game) != BSHIP_PHASE_OVER)
        bship_game_abandon(peer->game);
    else if (peer->failure != PEER_FAILURE_LOCAL)
        claim_unrevealed(peer);
}

int32_t peer_finish(struct peer *peer, int32_t event)
{
    if (event == PEER_FAILED)
        end_game(peer);
    peer_disconnect(peer);
    peer->stage = STAGE_OVER;
    peer->end = event;
    return event;
}

int32_t peer_fail(struct peer *peer, int32_t failure, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say(peer, failure, format, values);
    va_end(values);
    peer_send(peer, "error %s", peer->text);
    return peer_finish(peer, PEER_FAILED);
}

int32_t peer_fail_locally(struct peer *peer, bship_status status)
{
    return peer_fail(peer, PEER_FAILURE_LOCAL, "%s", bship_status_message(status));
}

int32_t peer_refuse(struct peer *peer, const char *what, const bship_error *error)
{
    return peer_fail(peer, PEER_FAILURE_PROTOCOL, "the other side's %s: %s", what, error->text);
}

/* ---- sending ---- */

void peer_send(struct peer *peer, const char *format, ...)
{
    char line[PEER_LINE_SIZE];
    va_list values;
    if (!peer->lines)
        return;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    lines_send(peer->lines, "%s", line);
    peer->said = seconds_now();
}

void peer_send_record(struct peer *peer, const char *word, const char *text)
{
    peer_send(peer, "%s", word);
    if (peer->lines)
        lines_send_text(peer->lines, text);
    peer_send(peer, "end");
}

void peer_expect(struct peer *peer, int32_t stage)
{
    peer->stage = stage;
    peer->asked = seconds_now();
}

bool peer_can_resume(const struct peer *peer)
{
    return peer->accepts[peer->own] && peer->accepts[peer->other] && peer->stage < STAGE_REMATCH;
}
