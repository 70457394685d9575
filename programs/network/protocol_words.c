/*
 * The lines of the other side once it is known who it is: which word is accepted when, what takes
 * the rest of its line, and the records that some words begin.
 */
#include <stdio.h>
#include <string.h>

#include "common/process.h"
#include "network/internal.h"

enum {
    LINES_SPARE = 100,    /* lines that no game limits, such as `ping`: this many at once, */
    LINES_PER_SECOND = 20 /* and these; more are a flood */
};

static int32_t take_error(struct peer *peer, char *rest)
{
    /* The other side knows why it leaves: it is not sent an error in return. */
    peer_say(peer, PEER_FAILURE_LEFT, "the other side ended the game: %.256s", rest);
    return peer_finish(peer, peer->stage == STAGE_REMATCH ? PEER_LEFT : PEER_FAILED);
}

/* Has kept the connection alive by its arrival. */
static int32_t take_ping(struct peer *peer, char *rest)
{
    (void)peer;
    (void)rest;
    return PEER_NOTHING;
}

static int32_t begin_record(struct peer *peer, char *rest)
{
    (void)rest;
    text_clear(&peer->record);
    peer->reads_record = true;
    return text_append(&peer->record, "", 0) ? PEER_NOTHING
                                             : peer_fail_locally(peer, BSHIP_ERROR_MEMORY);
}

static int32_t end_record(struct peer *peer)
{
    peer->reads_record = false;
    int32_t event = peer->stage == STAGE_RULES ? agreement_take_rules(peer) : reveal_take(peer);
    text_clear(&peer->record);
    return event;
}

static int32_t take_record_line(struct peer *peer, const char *line)
{
    if (strcmp(line, "end") == 0)
        return end_record(peer);
    if (peer->record.length + strlen(line) + 1 > RECORD_LENGTH_MAX)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL, "the other side's record is too long");
    if (!text_append_string(&peer->record, line) || !text_append(&peer->record, "\n", 1))
        return peer_fail_locally(peer, BSHIP_ERROR_MEMORY);
    return PEER_NOTHING;
}

/* What may begin a line, in which stages. */
struct word {
    const char *text;
    int32_t first, last; /* stages */
    take_line *take;
};

static const struct word words[] = {
    { "error", STAGE_RULES, STAGE_REMATCH, take_error },
    { "ping", STAGE_RULES, STAGE_REMATCH, take_ping },
    { "rules", STAGE_RULES, STAGE_RULES, begin_record },
    { "help", STAGE_HELP, STAGE_HELP, help_take_wish },
    { "seed-commitment", STAGE_SEED_COMMITMENT, STAGE_SEED_COMMITMENT,
      agreement_take_seed_commitment },
    { "seed", STAGE_SEED, STAGE_SEED, agreement_take_seed },
    { "accept", STAGE_ACCEPT, STAGE_ACCEPT, agreement_take_accept },
    { "decline", STAGE_ACCEPT, STAGE_ACCEPT, agreement_take_decline },
    { "fleet-commitment", STAGE_FLEET_COMMITMENT, STAGE_BYE, agreement_take_fleet },
    { "fire", STAGE_PLAYING, STAGE_PLAYING, turns_take_fire },
    { "report", STAGE_PLAYING, STAGE_PLAYING, turns_take_report },
    { "used", STAGE_PLAYING, STAGE_BYE, help_take_use },
    { "resign", STAGE_PLAYING, STAGE_BYE, turns_take_resign },
    { "resigned", STAGE_PLAYING, STAGE_BYE, turns_take_resigned },
    { "reveal", STAGE_REVEAL, STAGE_BYE, begin_record },
    { "bye", STAGE_BYE, STAGE_BYE, reveal_take_bye },
    { "rematch", STAGE_BYE, STAGE_REMATCH, rematch_take },
};

/* The word that a side must send now; NULL: it is not its turn. */
static const char *expected_word(const struct peer *peer)
{
    static const char *const expected[] = {
        [STAGE_RULES] = "rules",     [STAGE_HELP] = "help",
        [STAGE_SEED] = "seed",       [STAGE_SEED_COMMITMENT] = "seed-commitment",
        [STAGE_REVEAL] = "reveal",   [STAGE_FLEET_COMMITMENT] = "fleet-commitment",
        [STAGE_REMATCH] = "rematch", [STAGE_BYE] = "bye",
        [STAGE_ACCEPT] = "accept",
    };
    if (peer->stage != STAGE_PLAYING)
        return expected[peer->stage];
    if (peer->is_ready && bship_game_phase(peer->game) == BSHIP_PHASE_AWAITING_REPORT)
        return "report";
    return peer->is_ready && bship_game_to_move(peer->game) == peer->other ? "fire" : NULL;
}

static bool is_of_turn(const struct word *word)
{
    return word->take == turns_take_fire || word->take == turns_take_report;
}

static bool is_accepted(const struct peer *peer, const struct word *word)
{
    const char *expected = expected_word(peer);
    bool is_game = word->first >= STAGE_PLAYING;
    return peer->stage >= word->first && peer->stage <= word->last &&
           (!is_game || peer->is_ready) &&
           (!is_of_turn(word) || (expected && strcmp(word->text, expected) == 0));
}

static int32_t refuse_line(struct peer *peer)
{
    const char *expected = expected_word(peer);
    if (!expected)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                         "the other side breaks the protocol: it is not its turn");
    return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                     "the other side breaks the protocol: expected \"%s\"", expected);
}

/* Takes a line unless it is one of a flood: turns are limited by the game, all else is not. */
static int32_t take_word(struct peer *peer, const struct word *word, char *rest)
{
    double allowed = LINES_SPARE + LINES_PER_SECOND * (seconds_now() - peer->began);
    if (!is_of_turn(word) && (double)++peer->spare_lines > allowed)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL, "the other side sends far too many lines");
    return word->take(peer, rest);
}

int32_t words_take(struct peer *peer, char *line)
{
    size_t length = strcspn(line, " ");
    char *rest = line + length + (line[length] == ' ');
    if (peer->reads_record && strncmp(line, "error ", 6) != 0)
        return take_record_line(peer, line);
    line[length] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(line, words[i].text) == 0 && is_accepted(peer, &words[i]))
            return take_word(peer, &words[i], rest);
    return refuse_line(peer);
}
