/*
 * A game against another process; see session.h. The host is side a. Where both sides send
 * something, the host is first, so that neither waits for the other to read.
 */
#include "network/session.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HASH_BYTES = crypto_generichash_BYTES, /* 32 */
    HEX_SIZE = 2 * HASH_BYTES + 1,         /* as hexadecimal digits and NUL */
    RECORD_SIZE = 1 << 20,                 /* the longest record with its NUL */
    SHOTS_MAX = 4096                       /* in a salvo */
};

struct session {
    struct wire *wire;
    int32_t own, other; /* sides */
    bship_rules *rules;
    bship_ai *ai;
    bship_game *game;
    uint64_t first_seed;         /* made by both sides: it draws the first mover */
    char committed[RECORD_SIZE]; /* the own fleet: a record with a random number */
    char commitment[HEX_SIZE];   /* the hash of that of the other side */
    bship_placement placements[BSHIP_FLEET_SHIPS_MAX];
    bship_cell fired[SHOTS_MAX], cells[SHOTS_MAX];
    bship_report reports[SHOTS_MAX];
    int32_t sunk_of[BSHIP_FLEET_SHIPS_MAX], hits_of[BSHIP_FLEET_SHIPS_MAX];
    bship_total total;      /* of these */
    char text[RECORD_SIZE]; /* a record, or a line */
};

/* ---- failures ---- */

/* Passes a status of the library on as a failure of this side. */
static bool succeeds(struct session *session, bship_status status)
{
    return status == BSHIP_OK ||
           wire_fail(session->wire, EXIT_RUNTIME, "%s", bship_status_message(status));
}

/* The same for what the other side has sent. */
static bool accepts(struct session *session, bship_status status, const char *what,
                    const bship_error *error)
{
    return status == BSHIP_OK ||
           wire_fail(session->wire, EXIT_PEER, "the other side's %s: %s", what, error->text);
}

/* ---- commitments ---- */

/*
 * A side commits to a text by sending its hash; the text follows later. The hash does not let the
 * other side find the text, which contains a random number, nor this side replace it.
 */
static void hash(const char *text, char hex[HEX_SIZE])
{
    unsigned char bytes[HASH_BYTES];
    crypto_generichash(bytes, sizeof(bytes), (const unsigned char *)text, strlen(text), NULL, 0);
    sodium_bin2hex(hex, HEX_SIZE, bytes, sizeof(bytes));
}

static bool is_hash_of(const char *hex, const char *text)
{
    char actual[HEX_SIZE];
    hash(text, actual);
    return strcmp(hex, actual) == 0;
}

static void make_random(char hex[HEX_SIZE])
{
    unsigned char bytes[HASH_BYTES];
    randombytes_buf(bytes, sizeof(bytes));
    sodium_bin2hex(hex, HEX_SIZE, bytes, sizeof(bytes));
}

/* ---- lines and records ---- */

/* Sends a line and receives the one of the same first word; returns what follows it. */
static const char *exchange(struct session *session, const char *word, const char *text)
{
    bool is_first = session->own == BSHIP_SIDE_A;
    if (is_first && !wire_send(session->wire, "%s %s", word, text))
        return NULL;
    const char *received = wire_receive_word(session->wire, word);
    if (received != NULL && !is_first && !wire_send(session->wire, "%s %s", word, text))
        return NULL;
    return received;
}

static bool format(struct session *session, const bship_record *record, char text[RECORD_SIZE])
{
    return bship_record_format(record, text, RECORD_SIZE) < RECORD_SIZE ||
           wire_fail(session->wire, EXIT_RUNTIME, "the rules are longer than %d bytes",
                     RECORD_SIZE - 1);
}

/* Sends a record: a first line, its lines, and `end`. */
static bool send_record(struct session *session, const char *word, const char *text)
{
    bool is_sent = wire_send(session->wire, "%s", word);
    while (is_sent && *text != '\0') {
        int length = (int)strcspn(text, "\n");
        is_sent = wire_send(session->wire, "%.*s", length, text);
        text += length + 1;
    }
    return is_sent && wire_send(session->wire, "end");
}

/* Receives the lines of a record up to `end`; returns its length. */
static size_t receive_lines(struct session *session, char text[RECORD_SIZE])
{
    size_t length = 0;
    const char *line;
    *text = '\0';
    while ((line = wire_receive(session->wire)) != NULL && strcmp(line, "end") != 0) {
        size_t room = RECORD_SIZE - length;
        size_t bytes = (size_t)snprintf(text + length, room, "%s\n", line);
        if (bytes >= room)
            wire_fail(session->wire, EXIT_PEER, "the other side's record is too long");
        length += bytes < room ? bytes : 0;
    }
    return length;
}

/* Receives a record and, if there is a commitment, checks that it is the one committed to. */
static bship_record *receive_record(struct session *session, const char *word,
                                    const char *commitment)
{
    bship_record *record = NULL;
    bship_error error = BSHIP_ERROR_INIT;
    if (wire_receive_word(session->wire, word) == NULL)
        return NULL;
    size_t length = receive_lines(session, session->text);
    if (commitment != NULL && !is_hash_of(commitment, session->text))
        wire_fail(session->wire, EXIT_PEER, "the other side reveals a fleet other than its own");
    if (session->wire->code == EXIT_FINE)
        accepts(session, bship_record_parse(&record, session->text, length, NULL, &error), word,
                &error);
    return record;
}

/* ---- before the game ---- */

static bool greet(struct session *session)
{
    const char *version = exchange(session, PROGRAM, "1");
    if (version == NULL)
        return false;
    return strcmp(version, "1") == 0 ||
           wire_fail(session->wire, EXIT_PEER, "the other side has version %.16s of the protocol",
                     version);
}

static bool send_rules(struct session *session, const bship_rules *rules)
{
    bship_record *record = NULL;
    session->rules = bship_rules_ref(rules);
    bool is_sent = succeeds(session, bship_record_new(&record, rules)) &&
                   format(session, record, session->text) &&
                   send_record(session, "rules", session->text);
    bship_record_free(record);
    return is_sent;
}

static bool receive_rules(struct session *session)
{
    bship_record *record = receive_record(session, "rules", NULL);
    session->rules = bship_rules_ref(bship_record_rules(record));
    bship_record_free(record);
    return session->rules != NULL;
}

/*
 * Makes a public seed that neither side can choose: it is the hash of a share of each, and both
 * commit to their shares before either shows its own.
 */
static bool agree_on_seed(struct session *session)
{
    char shares[2][HEX_SIZE + 2], commitment[HEX_SIZE], both[2 * sizeof(shares)];
    char *own = shares[session->own], *other = shares[session->other];
    make_random(commitment);
    snprintf(own, sizeof(shares[0]), "%c %s", "ab"[session->own], commitment);
    hash(own, commitment);
    const char *line = exchange(session, "seed-commitment", commitment);
    if (line == NULL)
        return false;
    snprintf(commitment, sizeof(commitment), "%s", line);
    line = exchange(session, "seed", own);
    if (line == NULL)
        return false;
    snprintf(other, sizeof(shares[0]), "%s", line);
    if (other[0] != "ab"[session->other] || !is_hash_of(commitment, other))
        return wire_fail(session->wire, EXIT_PEER,
                         "the other side opens a seed other than its own");
    snprintf(both, sizeof(both), "%s\n%s\n", shares[BSHIP_SIDE_A], shares[BSHIP_SIDE_B]);
    hash(both, commitment);
    commitment[16] = '\0';
    session->first_seed = strtoull(commitment, NULL, 16);
    return true;
}

static bool make_game(struct session *session, const struct session_options *from)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_status status = bship_ai_new(&session->ai, session->rules, from->strategy, NULL, NULL);
    if (from->seed != NULL)
        options.seed = *from->seed;
    else
        randombytes_buf(&options.seed, sizeof(options.seed));
    options.first_seed = session->first_seed;
    options.ai[session->own] = session->ai;
    options.location[session->other] = BSHIP_LOCATION_REMOTE;
    if (status == BSHIP_OK)
        status = bship_game_new(&session->game, session->rules, &options, NULL);
    if (status == BSHIP_OK)
        status = bship_game_place_random(session->game, session->own, NULL, NULL);
    return succeeds(session, status);
}

/* Makes the record that this side commits to: its fleet, and a number that nobody can guess. */
static bool make_commitment(struct session *session)
{
    const bship_board *board = bship_game_board(session->game, session->own);
    char nonce[HEX_SIZE], line[HEX_SIZE + 8];
    bship_record *record = NULL;
    make_random(nonce);
    snprintf(line, sizeof(line), "x-nonce %s", nonce);
    int32_t ships = bship_fleet_count(bship_rules_fleet(session->rules));
    for (int32_t i = 0; i < ships; i++)
        bship_board_placement(board, i, &session->placements[i]);
    bship_status status = bship_record_new(&record, session->rules);
    if (status == BSHIP_OK)
        status = bship_record_add_extra(record, line, NULL);
    if (status == BSHIP_OK)
        status =
            bship_record_set_layout(record, session->own, session->placements, (size_t)ships, NULL);
    bool is_made = succeeds(session, status) && format(session, record, session->committed);
    bship_record_free(record);
    return is_made;
}

static bool commit(struct session *session)
{
    char commitment[HEX_SIZE];
    if (!make_commitment(session))
        return false;
    hash(session->committed, commitment);
    const char *line = exchange(session, "fleet-commitment", commitment);
    if (line != NULL)
        snprintf(session->commitment, sizeof(session->commitment), "%s", line);
    return line != NULL;
}

static bool prepare(struct session *session, const struct session_options *options)
{
    return greet(session) &&
           (options->rules ? send_rules(session, options->rules) : receive_rules(session)) &&
           agree_on_seed(session) && make_game(session, options) && commit(session) &&
           succeeds(session, bship_game_start(session->game));
}

/* ---- the game ---- */

/* The own side fires, and the other side reports. */
static bool fire(struct session *session)
{
    bship_error error = BSHIP_ERROR_INIT;
    size_t count = 0;
    if (!succeeds(session, bship_game_step(session->game, NULL)))
        return false;
    size_t fired = bship_game_pending(session->game, session->fired, SHOTS_MAX);
    bship_shots_format(session->fired, fired, session->text, sizeof(session->text));
    if (!wire_send(session->wire, "fire %s", session->text))
        return false;
    const char *line = wire_receive_word(session->wire, "report");
    if (line == NULL)
        return false;
    bship_status status = bship_turn_parse(session->rules, line, session->cells, fired, &count,
                                           session->reports, &session->total, &error);
    if (!accepts(session, status, "report", &error))
        return false;
    /* Not before it was read: a turn has no control characters, which a terminal would obey. */
    fprintf(stderr, "you:  %.1000s\n", line);
    if (memcmp(session->cells, session->fired, count * sizeof(*session->cells)) != 0)
        return wire_fail(session->wire, EXIT_PEER, "the other side reports on other cells");
    if (bship_rules_get(session->rules, BSHIP_RULE_SALVO_REPORT) == BSHIP_SALVO_REPORT_TOTAL)
        status = bship_game_report_total(session->game, &session->total, count, &error);
    else
        status = bship_game_report(session->game, session->reports, count, &error);
    return accepts(session, status, "report", &error);
}

/* The other side fires, and the own side reports. */
static bool report(struct session *session)
{
    bship_game *game = session->game;
    const bship_chart *chart = bship_game_chart(game, session->other);
    bship_error error = BSHIP_ERROR_INIT;
    const char *line = wire_receive_word(session->wire, "fire");
    size_t count = 0;
    if (line == NULL)
        return false;
    bship_status status = bship_shots_parse(session->rules, line, session->cells,
                                            (size_t)bship_game_shots_due(game), &count, &error);
    if (status == BSHIP_OK)
        status = bship_game_fire_salvo(game, session->cells, count, &error);
    if (!accepts(session, status, "shot", &error))
        return false;
    count = bship_game_log_shots(game, bship_game_log_length(game) - 1, session->cells,
                                 session->reports, SHOTS_MAX);
    bship_chart_total(chart, bship_chart_turns(chart) - 1, &session->total);
    bship_turn_format(session->rules, session->cells, count, session->reports, &session->total,
                      session->text, sizeof(session->text));
    fprintf(stderr, "they: %s\n", session->text);
    return wire_send(session->wire, "report %s", session->text);
}

static bool play(struct session *session)
{
    bool goes_on = true;
    while (goes_on && bship_game_phase(session->game) != BSHIP_PHASE_OVER) {
        if (bship_game_shots_due(session->game) > SHOTS_MAX)
            return wire_fail(session->wire, EXIT_RUNTIME, "a salvo has more than %d shots",
                             SHOTS_MAX);
        bool is_own = bship_game_to_move(session->game) == session->own;
        goes_on = is_own ? fire(session) : report(session);
    }
    return goes_on;
}

/* ---- after the game ---- */

/* Compares the fleet that the other side reveals with its reports. */
static bool check_fleet(struct session *session, const bship_record *record)
{
    bship_error error = BSHIP_ERROR_INIT;
    int32_t ships = bship_fleet_count(bship_rules_fleet(session->rules));
    bool are_rules_equal = bship_rules_equal(bship_record_rules(record), session->rules);
    bship_status status = are_rules_equal ? BSHIP_OK : BSHIP_ERROR_RULES;
    for (int32_t i = 0; i < ships && status == BSHIP_OK; i++)
        status = bship_record_placement(record, session->other, i, &session->placements[i]);
    if (status == BSHIP_OK)
        status = bship_game_reveal(session->game, session->other, session->placements,
                                   (size_t)ships, &error);
    if (status == BSHIP_ERROR_CONTRADICTION)
        return wire_fail(session->wire, EXIT_PEER, "the other side has lied: %s", error.text);
    return status == BSHIP_OK || wire_fail(session->wire, EXIT_PEER, "the other side's fleet: %s",
                                           bship_status_message(status));
}

static bool reveal(struct session *session)
{
    bool is_first = session->own == BSHIP_SIDE_A;
    if (is_first && !send_record(session, "reveal", session->committed))
        return false;
    bship_record *record = receive_record(session, "reveal", session->commitment);
    bool is_fine = record != NULL &&
                   (is_first || send_record(session, "reveal", session->committed)) &&
                   check_fleet(session, record);
    bship_record_free(record);
    return is_fine && exchange(session, "bye", "") != NULL;
}

/* Prints the game on stdout as a record with both fleets, without the secret seed. */
static void print(struct session *session)
{
    bship_record *record = NULL;
    int32_t outcome = bship_game_outcome(session->game);
    fprintf(stderr, "%s\n",
            outcome == session->own     ? "you win"
            : outcome == session->other ? "they win"
                                        : "a draw");
    bship_status status = bship_record_new_game(&record, session->game, true);
    if (status == BSHIP_OK)
        status = bship_record_set(record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE, NULL, NULL);
    if (succeeds(session, status) && format(session, record, session->text))
        fputs(session->text, stdout);
    bship_record_free(record);
}

void session_run(struct wire *wire, const struct session_options *options)
{
    static struct session session;
    if (sodium_init() < 0) {
        wire_fail(wire, EXIT_RUNTIME, "libsodium cannot be started");
        return;
    }
    session.wire = wire;
    session.own = options->rules != NULL ? BSHIP_SIDE_A : BSHIP_SIDE_B;
    session.other = options->rules != NULL ? BSHIP_SIDE_B : BSHIP_SIDE_A;
    session.total = (bship_total){ sizeof(session.total), 0, -1, session.sunk_of, session.hits_of };
    if (prepare(&session, options) && play(&session) && reveal(&session))
        print(&session);
    bship_game_free(session.game);
    bship_ai_free(session.ai);
    bship_rules_unref(session.rules);
}
