/* Games of an AI against another process; see play.h. */
#include "network/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <battleship/battleship.h>

#include "common/files.h"
#include "common/sides.h"

enum {
    KEPT_LENGTH_MAX = 1 << 20 /* bytes of a file that keeps a game */
};

struct player {
    const struct play_options *options;
    struct peer *peer;
    int32_t own, other; /* sides */
    bship_ai *ai;
    bship_game *game; /* NULL before the players have met */
    uint64_t games;   /* that have ended */
    bool cannot_keep; /* as was said already */
    int code;         /* EXIT_FINE until something fails; then an exit code */
};

/* Prints why the game cannot go on. */
static void fail(struct player *player, int code, const char *why)
{
    fprintf(stderr, PROGRAM ": %s\n", why);
    player->code = code;
}

/* Passes a status of the library on as a failure of this side. */
static bool succeeds(struct player *player, bship_status status)
{
    if (status)
        fail(player, EXIT_RUNTIME, bship_status_message(status));
    return !status;
}

/* ---- turns ---- */

/* Writes an entry of the log, such as `C2 hit, C3 sunk 3`; the caller frees it. NULL: no memory. */
static char *format_entry(const bship_game *game, const bship_game_entry *entry)
{
    size_t count = (size_t)entry->shots;
    const bship_rules *rules = bship_game_rules(game);
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(rules));
    bship_cell *cells = calloc(count, sizeof *cells);
    bship_report *reports = calloc(count, sizeof *reports);
    int32_t *numbers = calloc(2 * ships, sizeof *numbers);
    bship_total total = { sizeof total, 0, -1, numbers, numbers + ships, ships };
    char *text = NULL;
    if (cells && reports && numbers) {
        bship_game_log_shots(game, entry->entry, cells, reports, count);
        bship_chart_total(bship_game_chart(game, entry->side), entry->chart_turn, &total);
        size_t size = bship_turn_format(rules, cells, count, reports, &total, NULL, 0) + 1;
        text = malloc(size);
        if (text)
            bship_turn_format(rules, cells, count, reports, &total, text, size);
    }
    free(numbers);
    free(reports);
    free(cells);
    return text;
}

/* Prints the latest entry of the log. */
static void print_turn(const struct player *player)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    bship_game_log_entry(player->game, bship_game_log_length(player->game) - 1, &entry);
    char *text = format_entry(player->game, &entry);
    fprintf(stderr, "%s %.1000s\n",
            entry.side == player->own ? "you: " : "they:", text ? text : "?");
    free(text);
}

/* Lets the AI fire, or gives up, if the own side is to move. */
static void move(struct player *player)
{
    uint64_t rounds = player->options->rounds;
    if (!player->game || bship_game_phase(player->game) != BSHIP_PHASE_AIMING)
        return;
    if (rounds > 0 && (uint64_t)bship_game_round(player->game) > rounds)
        peer_resign(player->peer);
    else if (bship_game_to_move(player->game) == player->own &&
             succeeds(player, bship_game_step(player->game, NULL, NULL, NULL)))
        peer_fire(player->peer);
}

/* ---- beginning and end ---- */

/* Makes the game by what was agreed on, and lays the own fleet. */
static void begin(struct player *player)
{
    const bship_rules *rules = peer_rules(player->peer);
    const uint64_t *seed = player->options->seed;
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_status status = bship_ai_new(&player->ai, rules, player->options->strategy, NULL, NULL);
    options.seed = seed ? *seed : peer_draw_seed();
    options.first_seed = peer_first_seed(player->peer);
    if (player->own == BSHIP_SIDE_A) {
        options.ai_a = player->ai;
        options.location_b = BSHIP_LOCATION_REMOTE;
    } else {
        options.ai_b = player->ai;
        options.location_a = BSHIP_LOCATION_REMOTE;
    }
    if (!status)
        status = bship_game_new(&player->game, rules, &options, NULL);
    if (!status)
        status = bship_game_place_random(player->game, player->own, NULL, NULL, NULL);
    if (succeeds(player, status))
        peer_commit(player->peer, player->game);
}

static bship_status set_names(const struct player *player, bship_record *record)
{
    bship_status status =
        bship_record_set(record, BSHIP_FACT_PLAYER, player->own, player->options->peer.name, NULL);
    if (!status)
        status = bship_record_set(record, BSHIP_FACT_PLAYER, player->other, peer_name(player->peer),
                                  NULL);
    return status;
}

/* The record of the game, with the names of the players. */
static bship_status make_record(const struct player *player,
                                const bship_record_game_options *options, bship_record **out)
{
    bship_status status = bship_record_new_game(out, player->game, options, NULL);
    return status ? status : set_names(player, *out);
}

static int write_text(const char *text, size_t count, void *user)
{
    (void)user;
    return fwrite(text, 1, count, stdout) != count; /* close_output() tells of a failure */
}

/* Prints the game as a record with all fleets that are known, without the secret seed. */
static void print_record(struct player *player)
{
    bship_record *record = NULL;
    bship_record_game_options options = BSHIP_RECORD_GAME_OPTIONS_INIT;
    options.layouts = 1;
    if (succeeds(player, make_record(player, &options, &record)))
        bship_record_write(record, write_text, NULL);
    bship_record_free(record);
}

/* ---- a game that outlives its program ---- */

/* Writes the game and what its peer needs to go on; why not, or an empty text. */
static void write_kept(const struct player *player, const bship_record *record,
                       char why[FILES_WHY_SIZE])
{
    size_t length = bship_record_format(record, NULL, 0);
    char *text = malloc(length + 1);
    if (!text) {
        snprintf(why, FILES_WHY_SIZE, "%s", bship_status_message(BSHIP_ERROR_MEMORY));
        return;
    }
    bship_record_format(record, text, length + 1);
    if (files_write(player->options->keep, text, length, FILE_PRIVATE, why))
        why[0] = '\0';
    free(text);
}

static void keep_game(void *user)
{
    struct player *player = user;
    char why[FILES_WHY_SIZE] = "";
    bship_record *record = NULL;
    bship_record_game_options options = BSHIP_RECORD_GAME_OPTIONS_SAVE;
    if (!player->options->keep)
        return;
    bship_status status = make_record(player, &options, &record);
    if (!status)
        status = peer_save(player->peer, record);
    if (!status)
        write_kept(player, record, why);
    else
        snprintf(why, sizeof why, "%s", bship_status_message(status));
    bship_record_free(record);
    if (why[0] && !player->cannot_keep)
        fprintf(stderr, PROGRAM ": the game cannot be kept: %s\n", why);
    player->cannot_keep = why[0] != '\0';
}

static void forget_game(const struct player *player)
{
    char why[FILES_WHY_SIZE];
    if (player->options->keep && !files_remove(player->options->keep, why))
        fprintf(stderr, PROGRAM ": %s\n", why);
}

/* The game that was kept; NULL: there is none, or the reason why it cannot be read was printed. */
static bship_record *read_kept(struct player *player)
{
    const char *path = player->options->keep;
    char why[FILES_WHY_SIZE], *text = NULL;
    size_t length = 0;
    bship_record *record = NULL;
    bship_error error = BSHIP_ERROR_INIT;
    if (!path)
        return NULL;
    files_clean(path);
    if (access(path, F_OK) != 0)
        return NULL;
    if (!files_read(path, KEPT_LENGTH_MAX, &text, &length, why)) {
        fail(player, EXIT_RUNTIME, why);
    } else if (bship_record_parse(&record, text, length, NULL, &error)) {
        files_say_fault(path, error.line, error.column, error.text, why);
        fail(player, EXIT_RUNTIME, why);
    } else if (!peer_saved_address(record)) {
        files_say_fault(path, 0, 0, "keeps no game with another machine", why);
        fail(player, EXIT_RUNTIME, why);
    }
    free(text);
    return record;
}

/* Goes on with the game of a record. */
static void resume(struct player *player, const bship_record *record)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_ai_options ai_options = BSHIP_AI_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    const char *strategy = NULL;
    bship_status status = bship_record_to_game_options(record, &options, &error);
    player->own = options.location_a == BSHIP_LOCATION_REMOTE ? BSHIP_SIDE_B : BSHIP_SIDE_A;
    player->other = other_side(player->own);
    if (!status)
        status = bship_record_to_ai_options(record, player->own, &strategy, &ai_options, &error);
    if (!status)
        status =
            bship_ai_new(&player->ai, bship_record_rules(record), strategy, &ai_options, &error);
    *(player->own == BSHIP_SIDE_A ? &options.ai_a : &options.ai_b) = player->ai;
    if (!status)
        status = bship_game_new(&player->game, bship_record_rules(record), &options, &error);
    if (!status)
        status = bship_record_to_game(record, player->game, &error);
    if (!status)
        player->peer = peer_resume(&player->options->peer, record, player->game);
    else
        fail(player, EXIT_RUNTIME, error.text);
}

static void print_result(const struct player *player)
{
    int32_t outcome = bship_game_outcome(player->game);
    fprintf(stderr, "%s\n",
            outcome == player->own     ? "you win"
            : outcome == player->other ? "they win"
                                       : "a draw");
}

/* ---- events ---- */

/* The exit code for the reason of an event. */
static int code_of(const struct player *player)
{
    int32_t failure = peer_failure(player->peer);
    return failure == PEER_FAILURE_ADDRESS    ? EXIT_USAGE
           : failure == PEER_FAILURE_PROTOCOL ? EXIT_PEER
                                              : EXIT_RUNTIME;
}

/* Before there is a game, whoever is sent away was the one waited for: it is no use to go on. */
static void take_turned_away(struct player *player)
{
    if (!player->game)
        fail(player, code_of(player), peer_text(player->peer));
    else
        fprintf(stderr, "turned away: %s\n", peer_text(player->peer));
}

/* The game is over; whether another one is wanted. */
static bool end_game(struct player *player)
{
    print_record(player);
    print_result(player);
    forget_game(player);
    bship_game_free(player->game);
    bship_ai_free(player->ai);
    player->game = NULL;
    player->ai = NULL;
    if (player->code != EXIT_FINE || ++player->games >= player->options->games)
        return false;
    peer_rematch(player->peer);
    return true;
}

static void start(struct player *player)
{
    if (succeeds(player, bship_game_start(player->game, NULL)))
        keep_game(player);
}

/* Acts upon an event; false after the last one. */
static bool take(struct player *player, int32_t event)
{
    if (event == PEER_TURNED_AWAY)
        take_turned_away(player);
    else if (event == PEER_CONNECTED)
        begin(player);
    else if (event == PEER_READY)
        start(player);
    else if (event == PEER_FIRED || event == PEER_REPORTED)
        print_turn(player);
    else if (event == PEER_LOST)
        fprintf(stderr, "lost: %s; trying for %d seconds\n", peer_text(player->peer),
                peer_seconds_left(player->peer));
    else if (event == PEER_BACK)
        fprintf(stderr, "back\n");
    else if (event == PEER_FAILED)
        fail(player, code_of(player), peer_text(player->peer));
    else if (event == PEER_LEFT)
        fprintf(stderr, "the other side plays no further game\n");
    else if (event == PEER_FINISHED)
        return end_game(player);
    return player->code == EXIT_FINE && event != PEER_LEFT;
}

/* Takes all that has happened; false: that was all. */
static bool take_events(struct player *player)
{
    int32_t event;
    while ((event = peer_step(player->peer)) != PEER_NOTHING)
        if (!take(player, event))
            return false;
    move(player);
    return player->code == EXIT_FINE;
}

static void run(struct player *player)
{
    struct pollfd fds[PEER_FDS_MAX];
    while (take_events(player)) {
        size_t count = peer_fds(player->peer, fds);
        poll(fds, (nfds_t)count, peer_timeout(player->peer));
        if (interrupt_happened()) {
            fail(player, EXIT_INTERRUPTED, "interrupted");
            return;
        }
    }
}

/* Goes on with the game that was kept, or looks for a player. */
static void meet(struct player *player)
{
    const struct play_options *options = player->options;
    bool is_host = options->peer.rules != NULL;
    bship_record *kept = read_kept(player);
    if (player->code == EXIT_FINE && kept)
        resume(player, kept);
    else if (player->code == EXIT_FINE)
        player->peer = is_host ? peer_host(&options->peer, options->address)
                               : peer_join(&options->peer, options->address);
    bship_record_free(kept);
    if (!player->peer && player->code == EXIT_FINE)
        fail(player, EXIT_RUNTIME, "out of memory");
}

int play(const struct play_options *options)
{
    struct play_options own = *options;
    struct player player = { .options = &own };
    own.peer.keep = keep_game;
    own.peer.user = &player;
    meet(&player);
    if (player.peer) {
        player.own = peer_side(player.peer);
        player.other = other_side(player.own);
        if (peer_port(player.peer)[0])
            fprintf(stderr, "waiting on port %s\n", peer_port(player.peer));
        run(&player);
    }
    /* What is left of a game that has not ended as it should. */
    if (player.game && bship_game_phase(player.game) != BSHIP_PHASE_PLACING)
        print_record(&player);
    /* Without a word the other side waits for this one to come back. */
    bool comes_back = player.code == EXIT_INTERRUPTED && own.keep;
    peer_close(player.peer,
               player.code != EXIT_FINE && !comes_back ? "it was interrupted or has failed" : NULL);
    bship_game_free(player.game);
    bship_ai_free(player.ai);
    return player.code;
}
