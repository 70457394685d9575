/*
 * A game: its turns.
 *
 * All shots, a caller's or an AI's, pass through fire(). A local board reports at once; for
 * a remote one the game waits for the reports. Once they are on the chart of the side that
 * fired, turns.c decides what comes next from the counts of both charts.
 *
 * Invariant: while the other's fleet is afloat, the side to move has an unknown cell. A local
 * fleet's remaining cells are unknown, and a chart refuses reports from a remote side that
 * leave fewer cells than the fleet needs.
 */
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/versioned.h"
#include "inference/posterior.h"
#include "model/chart.h"
#include "play/game.h"
#include "play/learning.h"

enum {
    LOG_START = 256 /* the initial capacity of the log */
};

/* ---- what comes next ---- */

static bsi_side *firing_side(bship_game *game)
{
    return &game->sides[game->turns.to_move];
}

static bsi_side *target(bship_game *game)
{
    return &game->sides[bsi_other(game->turns.to_move)];
}

/* What each side has achieved according to its chart. */
static void stand(const bship_game *game, bsi_standing standings[BSI_SIDES])
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        const bship_chart *chart = game->sides[side].chart;
        standings[side] = (bsi_standing){ bship_chart_is_defeated(chart),
                                          bship_chart_ships_afloat(chart), chart->unknown_count };
    }
}

void bsi_game_advance(bship_game *game)
{
    bsi_standing standings[BSI_SIDES];
    stand(game, standings);
    const bship_chart *chart = firing_side(game)->chart;
    game->log[game->log_length++] = (bsi_log_entry){ game->turns, chart->turn_count - 1 };
    bsi_turns_advance(&game->turns, game->rules, standings, bsi_ends_with_hit(chart));
    bsi_game_settle(game);
}

/* ---- the start ---- */

/* Nothing that a remote side can see follows from the secret seed. */
static uint64_t first_seed(const bship_game *game)
{
    return game->first_seed || bsi_game_has_remote(game) ? game->first_seed : game->seed;
}

static int32_t first_side(const bship_game *game)
{
    if (game->begins != BSHIP_SIDE_NONE)
        return game->begins;
    if (!bsi_may_begin(game->rules, BSHIP_SIDE_A))
        return BSHIP_SIDE_B;
    if (!bsi_may_begin(game->rules, BSHIP_SIDE_B))
        return BSHIP_SIDE_A;
    bship_rng rng;
    bship_rng_seed(&rng, first_seed(game), BSHIP_RNG_PURPOSE_FIRST, 0);
    return BSHIP_SIDE_A + (int32_t)bship_rng_below(&rng, 2);
}

bship_status bship_game_start(bship_game *game)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    if (game->phase != BSHIP_PHASE_PLACING)
        return BSHIP_ERROR_STATE;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        const bship_board *board = game->sides[side].board;
        if (board && !bship_board_is_complete(board))
            return BSHIP_ERROR_NOT_PLACED;
    }
    return bsi_game_begin(game, first_side(game));
}

/* Gives the AI of a side what the habits of the other side have learnt. */
static bship_status inform(const bship_game *game, int32_t side)
{
    bship_ai *ai = game->sides[side].ai;
    bship_habits *habits = game->sides[bsi_other(side)].habits;
    return ai && habits ? bsi_learn_refresh(ai, habits) : BSHIP_OK;
}

bship_status bsi_game_begin(bship_game *game, int32_t began)
{
    bsi_standing standings[BSI_SIDES];
    bship_status status = inform(game, BSHIP_SIDE_A);
    if (!status)
        status = inform(game, BSHIP_SIDE_B);
    if (status)
        return status;
    stand(game, standings);
    bsi_turns_begin(&game->turns, game->rules, began, standings);
    bsi_game_settle(game);
    return BSHIP_OK;
}

/* ---- shots ---- */

bship_status bsi_game_reserve(bship_game *game)
{
    if (game->log_length < game->log_capacity)
        return BSHIP_OK;
    size_t capacity = game->log_capacity ? game->log_capacity * 2 : LOG_START;
    bsi_log_entry *log =
        bsi_grow(&game->rules->allocator, game->log, game->log_capacity, capacity, sizeof *log);
    if (!log)
        return BSHIP_ERROR_MEMORY;
    game->log = log;
    game->log_capacity = capacity;
    return BSHIP_OK;
}

/* Reserves the memory of a whole turn, so that nothing can fail after its first shot. */
static bship_status reserve(bship_game *game, size_t count)
{
    bship_status status = bsi_game_reserve(game);
    return status ? status : bsi_chart_reserve(firing_side(game)->chart, count);
}

/* Goes on after shots that were fired now, not in a record. */
static void move_on(bship_game *game)
{
    bsi_game_advance(game);
    bsi_game_observe(game);
}

static bship_status await_report(bship_game *game, const bship_cell *cells, size_t count,
                                 bship_error *error)
{
    bship_status status = bsi_chart_check(firing_side(game)->chart, cells, count, error);
    if (status)
        return status;
    memmove(game->salvo.cells, cells, count * sizeof *cells);
    game->pending = count;
    game->is_disputed = false;
    game->phase = BSHIP_PHASE_AWAITING_REPORT;
    return BSHIP_OK;
}

static bship_status fail_count(bship_error *error, size_t expected, const char *what, size_t given)
{
    return bsi_fail(error, BSHIP_ERROR_COUNT, -1, "expected %zu %s%s, not %zu", expected, what,
                    expected == 1 ? "" : "s", given);
}

static bship_status fire(bship_game *game, const bship_cell *cells, size_t count,
                         bship_error *error)
{
    if (game->phase != BSHIP_PHASE_AIMING)
        return bsi_fail_plain(error, BSHIP_ERROR_STATE);
    if (count != game->turns.due)
        return fail_count(error, game->turns.due, "shot", count);
    bship_status status = reserve(game, count);
    if (status)
        return bsi_fail_plain(error, status);
    const bsi_side *other = target(game);
    if (!other->board)
        return await_report(game, cells, count, error);
    bship_chart *chart = firing_side(game)->chart;
    status = bsi_salvo_fire(&game->salvo, cells, count, other->board, chart, error);
    if (!status)
        move_on(game);
    return status;
}

bship_status bsi_game_await(bship_game *game, const bship_cell *cells, size_t count,
                            bool is_disputed, bship_error *error)
{
    bship_status status = fire(game, cells, count, error);
    if (!status)
        game->is_disputed = is_disputed;
    return status;
}

bship_status bship_game_fire(bship_game *game, bship_cell cell, bship_report *report)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = fire(game, &cell, 1, NULL);
    bool is_reported = !status && game->phase != BSHIP_PHASE_AWAITING_REPORT;
    if (is_reported && report && !bsi_reports_totals(game->rules))
        *report = game->salvo.reports[0];
    return status;
}

bship_status bship_game_fire_salvo(bship_game *game, const bship_cell *cells, size_t count,
                                   bship_error *error)
{
    if (!game || !cells)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return fire(game, cells, count, error);
}

bship_status bship_game_step(bship_game *game, const bship_aim_options *options,
                             bship_game_entry *out)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status =
        out ? bsi_versioned_check(out, BSI_VERSIONED(bship_game_entry)) : BSHIP_OK;
    if (status)
        return status;
    if (game->phase != BSHIP_PHASE_AIMING || !firing_side(game)->ai)
        return BSHIP_ERROR_STATE;
    const bsi_side *side = firing_side(game);
    status = bsi_salvo_aim(&game->salvo, side->ai, side->chart, options, game->turns.due);
    if (!status)
        status = fire(game, game->salvo.cells, game->turns.due, NULL);
    return status || !out ? status : bship_game_last_entry(game, out);
}

/* ---- reports from a remote side ---- */

static const bsi_name_row audits[] = {
    [BSHIP_AUDIT_NECESSARY] = { "necessary", "by the necessary conditions of a chart" },
    [BSHIP_AUDIT_COMPLETE] = { "complete", "also by the search for a layout that agrees" },
};

const bsi_names bsi_audit_names = BSI_NAMES(audits);

/* The number of hits that the target's fleet is still missing. */
static int32_t hits_left(bship_game *game)
{
    return game->rules->fleet->cells - bship_chart_hits(firing_side(game)->chart);
}

/* The number of reports expected: shots after the one that sinks the last ship are not fired. */
static size_t reports_due(bship_game *game, const bship_report *reports, size_t count)
{
    int32_t left = hits_left(game);
    for (size_t i = 0; i < count && i < game->pending; i++) {
        left -= bsi_is_hit(reports[i].result);
        if (left == 0)
            return i + 1;
    }
    return game->pending;
}

/*
 * Checks completely whether any layout agrees with the chart of the side that fired, if the game
 * is audited. If that stays undecided within the limits, the reports are accepted.
 */
static bship_status audit(bship_game *game)
{
    if (!game->is_audited)
        return BSHIP_OK;
    bool met_limit;
    bship_status status =
        bsi_posterior_check(firing_side(game)->chart, &game->audit, &met_limit, NULL);
    return met_limit || status == BSHIP_ERROR_UNSUPPORTED ? BSHIP_OK : status;
}

/* Audits the turn just recorded, and removes it if it is refused. */
static bship_status accept(bship_game *game, bship_error *error)
{
    bship_chart *chart = firing_side(game)->chart;
    bship_status status = audit(game);
    if (!status)
        return BSHIP_OK;
    bship_chart_truncate(chart, bship_chart_turns(chart) - 1);
    return bsi_fail_plain(error, status);
}

/* Ends the wait for reports, which `status` says were recorded or refused. */
static bship_status conclude(bship_game *game, bship_status status, bship_error *error)
{
    if (!status)
        status = accept(game, error);
    if (!status)
        move_on(game);
    if (status == BSHIP_ERROR_CONTRADICTION)
        game->is_disputed = true;
    return status;
}

bship_status bship_game_report(bship_game *game, const bship_report *reports, size_t count,
                               bship_error *error)
{
    if (!game || !reports)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (game->phase != BSHIP_PHASE_AWAITING_REPORT)
        return bsi_fail_plain(error, BSHIP_ERROR_STATE);
    size_t due = reports_due(game, reports, count);
    if (count != due)
        return fail_count(error, due, "report", count);
    bship_status status =
        bship_chart_record_turn(firing_side(game)->chart, game->salvo.cells, count, reports, error);
    return conclude(game, status, error);
}

/* The number of shots that a total must report: it can be fewer only if the last ship sinks. */
static size_t shots_reported(bship_game *game, const bship_total *total, size_t fired)
{
    bool sinks_last = total->hits == hits_left(game);
    return sinks_last && fired < game->pending ? fired : game->pending;
}

bship_status bship_game_report_total(bship_game *game, const bship_total *total, size_t fired,
                                     bship_error *error)
{
    if (!game || !total)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (game->phase != BSHIP_PHASE_AWAITING_REPORT)
        return bsi_fail_plain(error, BSHIP_ERROR_STATE);
    bship_total known = BSHIP_TOTAL_INIT;
    bship_status status = bsi_versioned_read(&known, BSI_VERSIONED(bship_total), total);
    if (status)
        return bsi_fail_plain(error, status);
    size_t due = shots_reported(game, &known, fired);
    if (fired != due)
        return fail_count(error, due, "shot", fired);
    status =
        bship_chart_record_total(firing_side(game)->chart, game->salvo.cells, fired, total, error);
    return conclude(game, status, error);
}
