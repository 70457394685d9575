/* Playing the games of a simulation; see play.h. */
#include "simulation/play.h"

#include <inttypes.h>
#include <stdlib.h>

#include <battleship/experimental/habits.h>

#include "simulation/decisions.h"
#include "simulation/engines.h"

/* How many failed games of a player are printed one by one. */
enum {
    FAILURES_SHOWN = 10
};

int part_make_results(struct results **out, const struct results *others)
{
    *out = results_new_like(others);
    return *out ? EXIT_FINE : fail_memory();
}

static bool is_duel(const struct simulation *simulation)
{
    return simulation->plan->kind == BSHIP_MATCH_KIND_DUEL;
}

/* ---- making a match ---- */

/* Adds a bot. One that lays its own fleets has no style to do so. */
static bship_status add_custom(bship_match *match, const struct player *player,
                               const bship_ai_options *given, bship_error *error)
{
    bship_ai_options options = *given;
    if (player->custom->place)
        options.placing = NULL;
    return bship_match_add_custom(match, player->custom, player->user, &options, error);
}

static bship_status add_entry(bship_match *match, const struct player *player,
                              const bship_ai_options *options, bship_error *error)
{
    if (player->custom)
        return add_custom(match, player, options, error);
    if (player->is_learner)
        return bship_match_add_learner(match, player->strategy, options, NULL, error);
    return bship_match_add(match, player->strategy, options, error);
}

static bship_match_options plan_options(const struct plan *plan)
{
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.kind = plan->kind;
    options.seed = plan->seed;
    options.series = plan->series;
    options.threads = plan->threads;
    options.timing = plan->has_timing;
    options.progress = interrupt_progress;
    layouts_give(&plan->layouts, &options);
    return options;
}

bship_status player_check(const struct plan *plan, const struct player *player, bship_error *error)
{
    bship_match_options options = plan_options(plan);
    bship_match *match = NULL;
    bship_status status = bship_match_new(&match, plan->rules, &options, error);
    if (!status)
        status = add_entry(match, player, &plan->limits, error);
    bship_match_free(match);
    return status;
}

/* Where the games of a part go. */
struct receiver {
    const struct simulation *simulation;
    const struct part *part;
    int64_t *failures;     /* by entry */
    bship_match_row *rows; /* of a game, by entry */
    bship_status status;
    bool is_stopped;
    bool is_broken_off; /* by Ctrl-C, in the middle of a game */
};

/* A bot hears what came of its last shots before its next game begins. */
static void observe(const bship_match_row *row, const bship_board *board, const bship_chart *chart,
                    void *user)
{
    const struct receiver *receiver = user;
    const struct listener *listener = receiver->part->listener;
    player_end_game(receiver->simulation->entries[row->entry].player, chart);
    if (listener && listener->observe)
        listener->observe(row, board, chart, listener->user);
}

/* The options of the AIs. In a duel each player lays its own fleet; in a solo match, none does. */
static bship_ai_options ai_options(const struct simulation *simulation)
{
    bship_ai_options options = simulation->plan->limits;
    options.progress = interrupt_progress;
    if (is_duel(simulation)) {
        options.placing = simulation->placement.style;
        options.placing_strength = simulation->placement.strength;
    }
    return options;
}

/*
 * Whether the games of a player begin alike, so that its shots are worth remembering: all layouts
 * are played with one seed, and each shot is a function of the seed and the log. Under a work limit
 * it is also one of what the player still knows of earlier shots.
 */
static bool begins_alike(const struct simulation *simulation, const struct player *player)
{
    return simulation_is_exact(simulation) && simulation->plan->limits.work_limit == 0 &&
           !player->custom && !player->is_learner;
}

/* Makes what remembers the shots of the entries, if that was not done for an earlier part. */
static bool make_decisions(const struct simulation *simulation)
{
    bship_ai_options options = ai_options(simulation);
    for (size_t i = 0; i < simulation->entry_count; i++) {
        const struct player *player = simulation->entries[i].player;
        if (simulation->decisions[i] || !begins_alike(simulation, player))
            continue;
        simulation->decisions[i] = decisions_new(player->strategy, &options);
        if (!simulation->decisions[i])
            return false;
    }
    return true;
}

static bship_status add_entries(bship_match *match, const struct simulation *simulation,
                                bship_error *error)
{
    bship_ai_options options = ai_options(simulation);
    bship_status status = BSHIP_OK;
    for (size_t i = 0; i < simulation->entry_count && !status; i++) {
        struct decisions *decisions = simulation->decisions[i];
        if (decisions)
            status =
                bship_match_add_custom(match, decisions_callbacks(), decisions, &options, error);
        else
            status = add_entry(match, simulation->entries[i].player, &options, error);
    }
    return status;
}

/* Makes the match of a part. */
static bship_status make_match(bship_match **match, struct receiver *receiver, bship_error *error)
{
    const struct simulation *simulation = receiver->simulation;
    bship_match_options options = plan_options(simulation->plan);
    options.first_game = receiver->part->first;
    options.games = receiver->part->count;
    options.observer = observe;
    options.observer_user = receiver;
    options.alternate = is_duel(simulation);
    if (!is_duel(simulation)) {
        options.placing = simulation->placement.style;
        options.placing_strength = simulation->placement.strength;
    }
    bship_status status = bship_match_new(match, simulation->plan->rules, &options, error);
    return status ? status : add_entries(*match, simulation, error);
}

/* ---- receiving rows ---- */

/* Bots have reasons of their own, which are printed in the end. */
static void report_failure(const struct entry *entry, const bship_match_row *row, int64_t failures)
{
    const char *label = entry->player->label;
    if (failures > FAILURES_SHOWN || entry->player->custom)
        return;
    fprintf(stderr, PROGRAM ": %s failed in game %" PRId64 ": ", label, row->game);
    if (row->wasted == 0)
        fprintf(stderr, "%s", bship_status_message(row->status));
    else
        fprintf(stderr, "%" PRId64 " of its shots were repeats", row->wasted);
    fprintf(stderr, " (after %" PRId64 " shots)\n", row->shots);
    if (failures == FAILURES_SHOWN)
        fprintf(stderr, PROGRAM ": further failures of %s are counted\n", label);
}

static bool hear_row(const struct listener *listener, const bship_match_row *row)
{
    return !listener || !listener->hear_row || listener->hear_row(row, listener->user);
}

static bool hear_game(const struct listener *listener, int64_t game)
{
    return !listener || !listener->hear_game || listener->hear_game(game, listener->user);
}

/* Adds the rows of a whole game to the results and passes them on; false: the match must end. */
static bool take_game(struct receiver *receiver)
{
    const struct simulation *simulation = receiver->simulation;
    const struct part *part = receiver->part;
    receiver->status = results_add(part->results, receiver->rows);
    if (receiver->status)
        return false;
    for (size_t i = 0; i < simulation->entry_count; i++) {
        const bship_match_row *row = &receiver->rows[i];
        receiver->is_stopped = !hear_row(part->listener, row) || receiver->is_stopped;
        if (row->status && (row->at_fault || !is_duel(simulation)))
            report_failure(&simulation->entries[i], row, ++receiver->failures[i]);
    }
    receiver->is_stopped =
        !hear_game(part->listener, receiver->rows[0].game) || receiver->is_stopped;
    return !receiver->is_stopped;
}

/*
 * No strategy of the library repeats shots: a repeat is a failure, even if the rules allow it. A
 * game that Ctrl-C breaks off did not happen, nor did any after it.
 */
static int32_t receive_row(const bship_match_row *given, void *user)
{
    struct receiver *receiver = user;
    const struct simulation *simulation = receiver->simulation;
    bship_match_row *row = &receiver->rows[given->entry];
    *row = *given;
    if (!row->status && row->wasted > 0 && !simulation->entries[row->entry].player->custom) {
        row->status = BSHIP_ERROR_WASTED;
        row->at_fault = 1;
    }
    if (row->status == BSHIP_ERROR_CANCELLED && interrupt_happened())
        receiver->is_broken_off = true;
    if (receiver->is_broken_off || receiver->status)
        return BSHIP_PROGRESS_CANCEL;
    if (row->entry + 1 < (int32_t)simulation->entry_count)
        return BSHIP_PROGRESS_GO_ON;
    return take_game(receiver) && !interrupt_happened() ? BSHIP_PROGRESS_GO_ON
                                                        : BSHIP_PROGRESS_CANCEL;
}

/* ---- playing ---- */

static int run_match(bship_match *match, struct receiver *receiver)
{
    bship_status status = bship_match_run(match, receive_row, receiver, NULL);
    if (receiver->status)
        status = receiver->status;
    else if (status == BSHIP_ERROR_CANCELLED)
        return receiver->is_stopped ? EXIT_FINE : EXIT_INTERRUPTED;
    return check_status("games", status);
}

/* Makes the arrays of a receiver. False: out of memory. */
static bool receiver_init(struct receiver *receiver)
{
    size_t entries = receiver->simulation->entry_count;
    receiver->failures = calloc(entries, sizeof *receiver->failures);
    receiver->rows = calloc(entries, sizeof *receiver->rows);
    return receiver->failures && receiver->rows && make_decisions(receiver->simulation);
}

int simulation_play(const struct simulation *simulation, const struct part *part)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_match *match = NULL;
    struct receiver receiver = { .simulation = simulation, .part = part };
    int result = EXIT_RUNTIME;
    if (!receiver_init(&receiver)) {
        fail_memory();
    } else {
        bship_status status = make_match(&match, &receiver, &error);
        if (!status)
            result = run_match(match, &receiver);
        else if (status == BSHIP_ERROR_CANCELLED)
            result = EXIT_INTERRUPTED;
        else
            fprintf(stderr, PROGRAM ": %s\n", error.text);
    }
    bship_match_free(match);
    free(receiver.failures);
    free(receiver.rows);
    return result;
}
