/*
 * The first lines of a connection. Both sides send the version of the protocol. The guest then says
 * what it wants: to play, or to go on with a game whose connection was lost. In the latter case
 * both prove that they know the secret that the two players share; the proofs cover random numbers
 * of both, so that they are of no use another time.
 *
 * A host keeps its ears open during the game: whoever else comes is sent away, and whoever says
 * nothing is in nobody's way.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "common/process.h"
#include "common/utf8.h"
#include "network/internal.h"

enum {
    PATIENCE = 10 /* the seconds that a candidate has for its greeting, at most */
};

static void candidate_free(struct candidate *candidate)
{
    if (candidate)
        lines_free(candidate->lines);
    free(candidate);
}

static void drop_candidate(struct peer *peer, size_t place)
{
    candidate_free(peer->candidates[place]);
    peer->candidates[place] = NULL;
}

void greeting_drop_all(struct peer *peer)
{
    for (size_t i = 0; i < CANDIDATES_MAX; i++)
        drop_candidate(peer, i);
}

static bool is_host(const struct peer *peer)
{
    return peer->own == BSHIP_SIDE_A;
}

/* ---- beginning ---- */

/* Says which game is to go on, a random number, and how far the game is. */
static void send_resume(const struct peer *peer, struct candidate *candidate)
{
    char nonce[SECRET_HEX_SIZE];
    secrets_draw_hex(nonce);
    candidate->own_entries = bship_game_log_length(peer->game);
    snprintf(candidate->own, RESUME_SIZE, "%s %s %" PRId64, peer->game_id, nonce,
             candidate->own_entries);
    lines_send(candidate->lines, "resume %s", candidate->own);
}

static void greet(struct peer *peer, struct candidate *candidate)
{
    lines_send(candidate->lines, PEER_PROTOCOL " " PEER_VERSION);
    if (!is_host(peer) && peer_can_resume(peer)) {
        send_resume(peer, candidate);
    } else if (!is_host(peer)) {
        lines_send(candidate->lines, "join %s %s", peer->keys.sent, peer->own_name);
    }
    lines_flush(candidate->lines);
}

static double limit_of(const struct peer *peer)
{
    double limit = peer->options.answer_milliseconds / 1000.0;
    return limit < PATIENCE ? limit : PATIENCE;
}

/* The place of a new candidate: a free one, or that of the one who has been silent longest. */
static size_t choose_place(const struct peer *peer)
{
    size_t oldest = 0;
    for (size_t i = 0; i < CANDIDATES_MAX; i++) {
        if (!peer->candidates[i])
            return i;
        if (peer->candidates[i]->deadline < peer->candidates[oldest]->deadline)
            oldest = i;
    }
    return oldest;
}

void greeting_begin(struct peer *peer, int socket)
{
    struct lines *lines = lines_new(socket);
    struct candidate *candidate = lines ? calloc(1, sizeof *candidate) : NULL;
    size_t place = choose_place(peer);
    if (!candidate) {
        lines_free(lines);
        return;
    }
    candidate_free(peer->candidates[place]);
    peer->candidates[place] = candidate;
    candidate->lines = lines;
    candidate->deadline = seconds_now() + limit_of(peer);
    greet(peer, candidate);
}

/* ---- sending away ---- */

/*
 * Sends a candidate away. For a guest who joins, that is the end; a guest who wants to go on tries
 * again, and a host still waits.
 */
static int32_t turn_away(struct peer *peer, size_t place, int32_t failure, const char *text)
{
    struct candidate *candidate = peer->candidates[place];
    peer_say(peer, failure, "%s", text);
    lines_send(candidate->lines, "error %s", peer->text);
    drop_candidate(peer, place);
    if (is_host(peer))
        return PEER_TURNED_AWAY;
    if (!peer_can_resume(peer))
        return peer_fail(peer, failure, "%s", text);
    snprintf(peer->why_lost, sizeof peer->why_lost, "%s", peer->text);
    return PEER_NOTHING;
}

static int32_t refuse(struct peer *peer, size_t place, const char *expected)
{
    char text[PEER_TEXT_SIZE];
    snprintf(text, sizeof text, "the other side breaks the protocol: expected \"%s\"", expected);
    return turn_away(peer, place, PEER_FAILURE_PROTOCOL, text);
}

/* ---- taking over ---- */

/* Makes the connection of a candidate the one to the other side; an older one is given up. */
static void take_over(struct peer *peer, size_t place)
{
    lines_free(peer->lines);
    peer->lines = peer->candidates[place]->lines;
    peer->candidates[place]->lines = NULL;
    drop_candidate(peer, place);
    peer->began = peer->heard = peer->said = peer->asked = seconds_now();
    peer->spare_lines = 0;
    peer->reads_record = false;
}

/* What is proved: the side, so that no proof can be sent back, and what both said. */
static void format_proof(const struct peer *peer, const struct candidate *candidate, int32_t side,
                         char text[2 * RESUME_SIZE + 8])
{
    const char *host = is_host(peer) ? candidate->own : candidate->other;
    const char *guest = is_host(peer) ? candidate->other : candidate->own;
    snprintf(text, 2 * RESUME_SIZE + 8, "%s\n%s\n%s\n", bship_enum_name(BSHIP_ENUM_SIDE, side),
             host, guest);
}

static void send_proof(struct peer *peer, const struct candidate *candidate)
{
    char text[2 * RESUME_SIZE + 8], proof[SECRET_HEX_SIZE];
    format_proof(peer, candidate, peer->own, text);
    secrets_prove(peer->secret, text, proof);
    lines_send(candidate->lines, "proof %s", proof);
}

/* ---- lines ---- */

typedef int32_t take_greeting(struct peer *peer, size_t place, char *rest);

/* Whether a name can be kept, and shown to people. */
static bool is_name(const char *name)
{
    size_t length = strlen(name);
    return length > 0 && length < PEER_NAME_SIZE && utf8_is_printable(name);
}

/* A guest wants to play. */
static int32_t take_join(struct peer *peer, size_t place, char *rest)
{
    char *name = strchr(rest, ' ');
    if (!is_host(peer))
        return refuse(peer, place, "welcome");
    if (peer->stage != STAGE_MEETING)
        return turn_away(peer, place, PEER_FAILURE_PROTOCOL, "two others are playing here");
    if (!name || !is_name(name + 1))
        return refuse(peer, place, "join KEY NAME");
    *name = '\0';
    snprintf(peer->name, sizeof peer->name, "%s", name + 1);
    if (!secrets_share(&peer->keys, rest, peer->secret))
        return refuse(peer, place, "join KEY NAME");
    take_over(peer, place);
    peer_send(peer, "welcome %s %s", peer->keys.sent, peer->own_name);
    return agreement_begin(peer);
}

/* The host agrees to play. */
static int32_t take_welcome(struct peer *peer, size_t place, char *rest)
{
    char *name = strchr(rest, ' ');
    if (is_host(peer) || peer->stage != STAGE_MEETING)
        return refuse(peer, place, is_host(peer) ? "join" : "resume");
    if (!name || !is_name(name + 1))
        return refuse(peer, place, "welcome KEY NAME");
    *name = '\0';
    snprintf(peer->name, sizeof peer->name, "%s", name + 1);
    if (!secrets_share(&peer->keys, rest, peer->secret))
        return refuse(peer, place, "welcome KEY NAME");
    take_over(peer, place);
    return agreement_begin(peer);
}

/* Somebody wants to go on with a game: is it this one? */
static int32_t take_resume(struct peer *peer, size_t place, char *rest)
{
    struct candidate *candidate = peer->candidates[place];
    size_t length = strlen(peer->game_id);
    if (!peer_can_resume(peer) || strncmp(rest, peer->game_id, length) != 0 ||
        rest[length] != ' ' || strlen(rest) >= sizeof candidate->other || candidate->other[0])
        return turn_away(peer, place, PEER_FAILURE_PROTOCOL, "there is no such game here");
    snprintf(candidate->other, sizeof candidate->other, "%s", rest);
    if (is_host(peer))
        send_resume(peer, candidate);
    else
        send_proof(peer, candidate);
    return PEER_NOTHING;
}

/* Goes on with the game if the other side is who it says it is. */
static int32_t take_proof(struct peer *peer, size_t place, char *rest)
{
    struct candidate *candidate = peer->candidates[place];
    char text[2 * RESUME_SIZE + 8], other[RESUME_SIZE];
    format_proof(peer, candidate, peer->other, text);
    if (!candidate->other[0])
        return refuse(peer, place, is_host(peer) ? "join" : "resume");
    if (!secrets_is_proof(peer->secret, text, rest))
        return turn_away(peer, place, PEER_FAILURE_PROTOCOL,
                         "somebody wanted to take the place of the other player");
    /* A line on the old connection has come in between: what was said of the game is no longer so.
     * The guest finds the connection closed, and tries again. */
    if (candidate->own_entries != bship_game_log_length(peer->game)) {
        drop_candidate(peer, place);
        return PEER_NOTHING;
    }
    if (is_host(peer))
        send_proof(peer, candidate);
    memcpy(other, candidate->other, sizeof other);
    take_over(peer, place);
    return turns_resume(peer, other);
}

static int32_t take_error(struct peer *peer, size_t place, char *rest)
{
    char text[PEER_TEXT_SIZE];
    snprintf(text, sizeof text, "the other side ended the game: %.256s", rest);
    return turn_away(peer, place, PEER_FAILURE_CONNECTION, text);
}

static int32_t take_version(struct peer *peer, size_t place, char *rest)
{
    char text[PEER_TEXT_SIZE];
    peer->candidates[place]->is_version_known = true;
    if (strcmp(rest, PEER_VERSION) == 0)
        return PEER_NOTHING;
    snprintf(text, sizeof text,
             "the other side has version %.16s of the protocol, and this one version " PEER_VERSION,
             rest);
    return turn_away(peer, place, PEER_FAILURE_PROTOCOL, text);
}

static int32_t take_greeting_line(struct peer *peer, size_t place, char *line)
{
    static const struct {
        const char *word;
        take_greeting *take;
    } words[] = {
        { "error", take_error },   { "join", take_join },   { "welcome", take_welcome },
        { "resume", take_resume }, { "proof", take_proof },
    };
    size_t length = strcspn(line, " ");
    char *rest = line + length + (line[length] == ' ');
    line[length] = '\0';
    if (strcmp(line, PEER_PROTOCOL) == 0 && !peer->candidates[place]->is_version_known)
        return take_version(peer, place, rest);
    bool is_early = !peer->candidates[place]->is_version_known;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(line, words[i].word) == 0 && (!is_early || i == 0))
            return words[i].take(peer, place, rest);
    return refuse(peer, place, is_early ? PEER_PROTOCOL : is_host(peer) ? "join" : "welcome");
}

/* ---- every step ---- */

static int32_t fail_candidate(struct peer *peer, size_t place)
{
    const struct lines *lines = peer->candidates[place]->lines;
    char text[PEER_TEXT_SIZE];
    snprintf(text, sizeof text, "%s", lines->failure);
    int32_t failure = lines->is_flooded ? PEER_FAILURE_PROTOCOL : PEER_FAILURE_CONNECTION;
    return turn_away(peer, place, failure, text);
}

static int32_t step_candidate(struct peer *peer, size_t place)
{
    int32_t event = PEER_NOTHING;
    char *line;
    while (event == PEER_NOTHING && peer->candidates[place] &&
           (line = lines_receive(peer->candidates[place]->lines)))
        event = take_greeting_line(peer, place, line);
    struct candidate *candidate = peer->candidates[place];
    if (event != PEER_NOTHING || !candidate)
        return event;
    lines_flush(candidate->lines);
    if (candidate->lines->failure[0])
        return fail_candidate(peer, place);
    if (seconds_now() < candidate->deadline)
        return PEER_NOTHING;
    char text[PEER_TEXT_SIZE];
    snprintf(text, sizeof text, "no answer from the other side within %.0f ms",
             limit_of(peer) * 1000);
    return turn_away(peer, place, PEER_FAILURE_CONNECTION, text);
}

int32_t greeting_step(struct peer *peer)
{
    int32_t event = PEER_NOTHING;
    for (size_t i = 0; i < CANDIDATES_MAX && event == PEER_NOTHING; i++)
        if (peer->candidates[i])
            event = step_candidate(peer, i);
    return event;
}
