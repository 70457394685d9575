/*
 * A peer as a whole: its calls, what is read when, time limits, and how it ends; see peer.h.
 * Nothing here waits.
 */
#include "peer/peer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/process.h"
#include "peer/internal.h"

enum {
    PINGS_SPARE = 100,            /* lines that keep the connection alive: this many at once, */
    PINGS_PER_SECOND = 20,        /* and these; more are a flood */
    REDIAL_MILLISECONDS = 500,    /* between two attempts to connect again */
    DIAL_SECONDS = 10,            /* for one attempt */
    FAREWELL_MILLISECONDS = 3000, /* a connection lost after all is verified is not worth more */
    STEP_MILLISECONDS = 1000,     /* the longest time between two steps, */
    BUSY_MILLISECONDS = 50        /* and if something is being sent or connected */
};

/* ---- events and their texts ---- */

static void say(struct peer *peer, int32_t failure, const char *format, va_list values)
{
    peer->failure = failure;
    vsnprintf(peer->text, sizeof(peer->text), format, values);
    text_make_printable(peer->text);
}

void peer_say(struct peer *peer, int32_t failure, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say(peer, failure, format, values);
    va_end(values);
}

static void close_connections(struct peer *peer)
{
    greeting_drop_all(peer);
    dial_free(peer->dial);
    peer->dial = NULL;
    lines_free(peer->lines);
    peer->lines = NULL;
}

/* Ends the local game, unless it has ended. */
static void end_game(struct peer *peer)
{
    if (peer->game == NULL)
        return;
    if (peer->is_resigning)
        bship_game_resign(peer->game, peer->own);
    else
        bship_game_abandon(peer->game);
}

/* Nothing more can happen. */
static int32_t finish(struct peer *peer, int32_t event)
{
    close_connections(peer);
    listeners_close(&peer->listeners);
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
    end_game(peer);
    return finish(peer, PEER_FAILED);
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
    if (peer->lines == NULL)
        return;
    va_start(values, format);
    vsnprintf(line, sizeof(line), format, values);
    va_end(values);
    lines_send(peer->lines, "%s", line);
    peer->said = seconds_now();
}

void peer_send_record(struct peer *peer, const char *word, const char *text)
{
    peer_send(peer, "%s", word);
    if (peer->lines != NULL)
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
    return peer->is_ready && peer->stage != STAGE_OVER;
}

/* ---- lines of the other side ---- */

static int32_t take_error(struct peer *peer, char *rest)
{
    /* It knows why it leaves, and is not told. */
    peer_say(peer, PEER_FAILURE_CONNECTION, "the other side ended the game: %.256s", rest);
    end_game(peer);
    return finish(peer, PEER_FAILED);
}

/* Keeps the connection alive; but it costs time to read. */
static int32_t take_ping(struct peer *peer, char *rest)
{
    (void)rest;
    double allowed = PINGS_SPARE + PINGS_PER_SECOND * (seconds_now() - peer->began);
    if ((double)++peer->pings > allowed)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL, "the other side sends far too many lines");
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
    return peer->stage == STAGE_RULES ? agreement_check_rule(peer, line) : PEER_NOTHING;
}

/* What may begin a line, in which stages. */
struct word {
    const char *text;
    int32_t first, last; /* stages */
    take_line *take;
};

static const struct word words[] = {
    { "error", STAGE_RULES, STAGE_BYE, take_error },
    { "ping", STAGE_RULES, STAGE_BYE, take_ping },
    { "rules", STAGE_RULES, STAGE_RULES, begin_record },
    { "seed-commitment", STAGE_SEED_COMMITMENT, STAGE_SEED_COMMITMENT,
      agreement_take_seed_commitment },
    { "seed", STAGE_SEED, STAGE_SEED, agreement_take_seed },
    { "fleet-commitment", STAGE_FLEET_COMMITMENT, STAGE_FLEET_COMMITMENT, agreement_take_fleet },
    { "fire", STAGE_PLAYING, STAGE_PLAYING, turns_take_fire },
    { "report", STAGE_PLAYING, STAGE_PLAYING, turns_take_report },
    { "resign", STAGE_PLAYING, STAGE_BYE, turns_take_resign },
    { "resigned", STAGE_PLAYING, STAGE_BYE, turns_take_resigned },
    { "reveal", STAGE_REVEAL, STAGE_BYE, begin_record },
    { "bye", STAGE_BYE, STAGE_BYE, reveal_take_bye },
};

/* The word that a side must send now; NULL: it is not its turn. */
static const char *expected_word(const struct peer *peer)
{
    static const char *const expected[] = {
        [STAGE_RULES] = "rules",   [STAGE_SEED_COMMITMENT] = "seed-commitment",
        [STAGE_SEED] = "seed",     [STAGE_FLEET_COMMITMENT] = "fleet-commitment",
        [STAGE_REVEAL] = "reveal", [STAGE_BYE] = "bye",
    };
    if (peer->stage != STAGE_PLAYING)
        return expected[peer->stage];
    if (peer->is_ready && bship_game_phase(peer->game) == BSHIP_PHASE_AWAITING_REPORT)
        return "report";
    return peer->is_ready && bship_game_to_move(peer->game) == peer->other ? "fire" : NULL;
}

static bool is_accepted(const struct peer *peer, const struct word *word)
{
    const char *expected = expected_word(peer);
    bool is_turn = word->take == turns_take_fire || word->take == turns_take_report;
    bool is_game = word->first >= STAGE_PLAYING;
    return peer->stage >= word->first && peer->stage <= word->last &&
           (!is_game || peer->is_ready) &&
           (!is_turn || (expected != NULL && strcmp(word->text, expected) == 0));
}

static int32_t refuse_line(struct peer *peer)
{
    const char *expected = expected_word(peer);
    if (expected == NULL)
        return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                         "the other side breaks the protocol: it is not its turn");
    return peer_fail(peer, PEER_FAILURE_PROTOCOL,
                     "the other side breaks the protocol: expected \"%s\"", expected);
}

static int32_t take_line_of_other(struct peer *peer, char *line)
{
    size_t length = strcspn(line, " ");
    char *rest = line + length + (line[length] == ' ');
    if (peer->reads_record && strncmp(line, "error ", 6) != 0)
        return take_record_line(peer, line);
    line[length] = '\0';
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strcmp(line, words[i].text) == 0 && is_accepted(peer, &words[i]))
            return words[i].take(peer, rest);
    return refuse_line(peer);
}

/* ---- losing the connection ---- */

/* How long to wait for a lost connection, in milliseconds. */
static int patience(const struct peer *peer)
{
    int limit = peer->options.reconnect_milliseconds;
    return peer->is_verified && limit > FAREWELL_MILLISECONDS ? FAREWELL_MILLISECONDS : limit;
}

/* The connection is lost; if a game is on, it is waited for. */
static int32_t lose(struct peer *peer, const char *why)
{
    if (peer->is_verified && (peer->has_said_bye || patience(peer) == 0))
        return finish(peer, PEER_FINISHED);
    if (!peer_can_resume(peer) || patience(peer) == 0)
        return peer_fail(peer, PEER_FAILURE_CONNECTION, "%s", why);
    peer_say(peer, PEER_FAILURE_CONNECTION, "%s", why);
    snprintf(peer->why_lost, sizeof(peer->why_lost), "%s", peer->text);
    lines_free(peer->lines);
    peer->lines = NULL;
    peer->lost = seconds_now();
    peer->redial = peer->lost;
    return PEER_LOST;
}

/* The other side has not come back. */
static int32_t give_up(struct peer *peer)
{
    if (peer->is_verified)
        return finish(peer, PEER_FINISHED);
    return peer_fail(peer, PEER_FAILURE_CONNECTION,
                     "%.256s, and it has not come back within %d seconds", peer->why_lost,
                     (patience(peer) + 999) / 1000);
}

static int32_t take_failure_of_lines(struct peer *peer)
{
    char why[LINES_FAILURE_SIZE];
    snprintf(why, sizeof(why), "%s", peer->lines->failure);
    return peer->lines->is_flooded ? peer_fail(peer, PEER_FAILURE_PROTOCOL, "%s", why)
                                   : lose(peer, why);
}

/* ---- the parts of a step ---- */

static bool has_candidate(const struct peer *peer)
{
    for (size_t i = 0; i < CANDIDATES_MAX; i++)
        if (peer->candidates[i] != NULL)
            return true;
    return false;
}

/* Whether the guest has to connect. */
static bool is_to_dial(const struct peer *peer)
{
    return peer->own == BSHIP_SIDE_B && peer->lines == NULL && peer->dial == NULL &&
           !has_candidate(peer) && seconds_now() >= peer->redial;
}

static int32_t fail_dialling(struct peer *peer, const char *why)
{
    dial_free(peer->dial);
    peer->dial = NULL;
    return peer_can_resume(peer) ? PEER_NOTHING
                                 : peer_fail(peer, PEER_FAILURE_CONNECTION, "%s:%s: %s",
                                             peer->address.host, peer->address.port, why);
}

static int32_t step_dial(struct peer *peer)
{
    const char *why = NULL;
    if (is_to_dial(peer)) {
        peer->redial = seconds_now() + REDIAL_MILLISECONDS / 1000.0;
        peer->dial = dial_new(&peer->address, DIAL_SECONDS);
        if (peer->dial == NULL)
            return fail_dialling(peer, "out of memory");
    }
    if (peer->dial == NULL)
        return PEER_NOTHING;
    int connected = dial_step(peer->dial, &why);
    if (why != NULL)
        return fail_dialling(peer, why);
    if (connected < 0)
        return PEER_NOTHING;
    dial_free(peer->dial);
    peer->dial = NULL;
    greeting_begin(peer, connected);
    return PEER_NOTHING;
}

static int32_t step_connections(struct peer *peer)
{
    int accepted = listeners_accept(&peer->listeners);
    if (accepted >= 0)
        greeting_begin(peer, accepted);
    int32_t event = step_dial(peer);
    return event == PEER_NOTHING ? greeting_step(peer) : event;
}

/* What follows from the state of the game itself. */
static int32_t step_game(struct peer *peer)
{
    if (peer->stage == STAGE_PLAYING && !peer->is_ready && peer->game != NULL) {
        peer->is_ready = true;
        return PEER_READY;
    }
    if (peer->stage == STAGE_PLAYING && peer->is_ready &&
        bship_game_phase(peer->game) == BSHIP_PHASE_OVER) {
        peer->is_resigning = false;
        reveal_begin(peer);
    }
    bool is_done = peer->is_verified && peer->has_said_bye;
    if (is_done && peer->lines != NULL && peer->lines->unsent.length == 0)
        return finish(peer, PEER_FINISHED);
    return PEER_NOTHING;
}

/* Whether the game is yet to be started by the player. */
static bool is_held_back(const struct peer *peer)
{
    return peer->is_ready && bship_game_phase(peer->game) == BSHIP_PHASE_PLACING;
}

static int32_t step_lines(struct peer *peer)
{
    char *line;
    if (peer->lines == NULL)
        return PEER_NOTHING;
    if (is_held_back(peer)) {
        peer->heard = seconds_now();
        return PEER_NOTHING;
    }
    if ((line = lines_receive(peer->lines)) != NULL) {
        peer->heard = seconds_now();
        int32_t event = take_line_of_other(peer, line);
        return event == PEER_NOTHING ? PEER_AGAIN : event;
    }
    lines_flush(peer->lines);
    return peer->lines->failure[0] != '\0' ? take_failure_of_lines(peer) : PEER_NOTHING;
}

/* Whether the other side's program has to send something by itself. */
static bool is_answer_due(const struct peer *peer)
{
    if (peer->stage == STAGE_PLAYING)
        return peer->is_ready &&
               (peer->is_resigning || bship_game_phase(peer->game) == BSHIP_PHASE_AWAITING_REPORT);
    return peer->stage != STAGE_FLEET_COMMITMENT;
}

/* The limits of a connection. */
static int32_t step_time(struct peer *peer, double now)
{
    char why[64];
    const struct peer_options *options = &peer->options;
    if (now - peer->heard > options->silence_milliseconds / 1000.0) {
        snprintf(why, sizeof(why), "no answer from the other side within %d ms",
                 options->silence_milliseconds);
        return lose(peer, why);
    }
    if (is_answer_due(peer) && now - peer->asked > options->answer_milliseconds / 1000.0)
        return peer_fail(peer, PEER_FAILURE_CONNECTION,
                         "no answer from the other side within %d ms",
                         options->answer_milliseconds);
    peer_keep_alive(peer);
    return PEER_NOTHING;
}

/* The limits of waiting for one. */
static int32_t step_waiting(struct peer *peer, double now)
{
    const struct peer_options *options = &peer->options;
    bool is_host = peer->own == BSHIP_SIDE_A;
    if (peer_can_resume(peer))
        return now - peer->lost > patience(peer) / 1000.0 ? give_up(peer) : PEER_NOTHING;
    if (is_host && options->wait_milliseconds > 0 &&
        now - peer->began > options->wait_milliseconds / 1000.0)
        return peer_fail(peer, PEER_FAILURE_CONNECTION, "nobody has joined within %d ms",
                         options->wait_milliseconds);
    return PEER_NOTHING;
}

static int32_t step_once(struct peer *peer)
{
    int32_t event = step_connections(peer);
    if (event == PEER_NOTHING)
        event = step_game(peer);
    if (event == PEER_NOTHING)
        event = step_lines(peer);
    if (event == PEER_NOTHING)
        event = peer->lines != NULL ? step_time(peer, seconds_now())
                                    : step_waiting(peer, seconds_now());
    return event;
}

int32_t peer_step(struct peer *peer)
{
    int32_t event = PEER_AGAIN;
    while (event == PEER_AGAIN && peer->stage != STAGE_OVER)
        event = step_once(peer);
    if (peer->lines != NULL)
        lines_flush(peer->lines);
    if (peer->stage != STAGE_OVER)
        return event;
    /* The end is told once, also if it came about between two steps. */
    event = peer->end;
    peer->end = PEER_NOTHING;
    return event;
}

/* ---- making and closing ---- */

/* Whatever is wrong with a new peer is told by its first step. */
static struct peer *new_peer(const struct peer_options *options, int32_t side)
{
    struct peer *peer = calloc(1, sizeof(*peer));
    if (peer == NULL)
        return NULL;
    peer->options = *options;
    peer->options.rules = NULL;
    peer->options.name = NULL;
    snprintf(peer->own_name, sizeof(peer->own_name), "%s", options->name);
    peer->rules = bship_rules_ref(options->rules);
    peer->own = side;
    peer->other = side == BSHIP_SIDE_A ? BSHIP_SIDE_B : BSHIP_SIDE_A;
    peer->began = seconds_now();
    peer->total = (bship_total){ sizeof(peer->total), 0, -1, peer->sunk_of, peer->hits_of };
    const char *why = secrets_start();
    if (why != NULL)
        peer_fail(peer, PEER_FAILURE_LOCAL, "%s", why);
    else
        agreement_draw(peer);
    return peer;
}

struct peer *peer_host(const struct peer_options *options, const char *port)
{
    struct peer *peer = new_peer(options, BSHIP_SIDE_A);
    if (peer == NULL || peer->stage == STAGE_OVER)
        return peer;
    const char *why = listeners_open(&peer->listeners, port);
    if (why != NULL)
        peer_fail(peer, PEER_FAILURE_CONNECTION, "port %.32s: %s", port, why);
    return peer;
}

struct peer *peer_join(const struct peer_options *options, const char *address)
{
    struct peer *peer = new_peer(options, BSHIP_SIDE_B);
    if (peer == NULL || peer->stage == STAGE_OVER)
        return peer;
    if (!address_parse(&peer->address, address, PEER_PORT))
        peer_fail(peer, PEER_FAILURE_ADDRESS, "expected HOST:PORT, not \"%.64s\"", address);
    return peer;
}

void peer_close(struct peer *peer, const char *reason)
{
    if (peer == NULL)
        return;
    if (reason != NULL)
        peer_send(peer, "error %s", reason);
    close_connections(peer);
    listeners_close(&peer->listeners);
    text_clear(&peer->committed);
    text_clear(&peer->record);
    bship_rules_unref(peer->rules);
    free(peer);
}

void peer_commit(struct peer *peer, bship_game *game)
{
    if (peer->stage == STAGE_OVER || peer->game != NULL)
        return;
    peer->game = game;
    bship_status status = agreement_commit(peer);
    if (status != BSHIP_OK)
        peer_fail_locally(peer, status);
}

void peer_keep_alive(struct peer *peer)
{
    double every = peer->options.silence_milliseconds / 3000.0;
    if (peer->lines == NULL)
        return;
    if (seconds_now() - peer->said >= every)
        peer_send(peer, "ping");
    lines_flush(peer->lines);
}

/* ---- waiting ---- */

size_t peer_fds(const struct peer *peer, struct pollfd fds[PEER_FDS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < peer->listeners.count; i++)
        fds[count++] = (struct pollfd){ peer->listeners.sockets[i], POLLIN, 0 };
    for (size_t i = 0; i < CANDIDATES_MAX; i++)
        if (peer->candidates[i] != NULL)
            fds[count++] = (struct pollfd){ peer->candidates[i]->lines->socket,
                                            lines_events(peer->candidates[i]->lines), 0 };
    if (peer->dial != NULL)
        fds[count++] = dial_fd(peer->dial);
    if (peer->lines != NULL && !is_held_back(peer))
        fds[count++] = (struct pollfd){ peer->lines->socket, lines_events(peer->lines), 0 };
    return count;
}

int peer_timeout(const struct peer *peer)
{
    int limit = STEP_MILLISECONDS;
    if (peer->stage == STAGE_OVER)
        return peer->end != PEER_NOTHING ? 0 : -1;
    if (has_candidate(peer) || peer->dial != NULL || peer->lines == NULL ||
        peer->lines->unsent.length > 0)
        return BUSY_MILLISECONDS;
    if (limit > peer->options.silence_milliseconds / 4)
        limit = peer->options.silence_milliseconds / 4;
    return limit;
}

/* ---- what is known ---- */

bool peer_is_available(void)
{
    return secrets_start() == NULL;
}

uint64_t peer_draw_seed(void)
{
    uint64_t seed = 0;
    if (peer_is_available())
        secrets_draw(&seed, sizeof(seed));
    return seed;
}

int32_t peer_side(const struct peer *peer)
{
    return peer->own;
}

const char *peer_port(const struct peer *peer)
{
    return peer->listeners.port;
}

const bship_rules *peer_rules(const struct peer *peer)
{
    return peer->rules;
}

const char *peer_name(const struct peer *peer)
{
    return peer->name;
}

uint64_t peer_first_seed(const struct peer *peer)
{
    return peer->first_seed;
}

int peer_seconds_left(const struct peer *peer)
{
    double left = peer->lost + patience(peer) / 1000.0 - seconds_now();
    return peer->lines == NULL && peer_can_resume(peer) && left > 0 ? (int)left + 1 : 0;
}

const char *peer_text(const struct peer *peer)
{
    if (peer == NULL)
        return peer_is_available() ? "" : secrets_start();
    return peer->text;
}

int32_t peer_failure(const struct peer *peer)
{
    return peer->failure;
}

size_t peer_addresses(char *buffer, size_t capacity)
{
    return sockets_addresses(buffer, capacity);
}
