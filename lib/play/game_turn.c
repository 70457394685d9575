/*
 * The turns of a game. All shots pass through fire(). A local board reports at once; for a remote
 * one the game waits for the reports. Once they are on the chart of the side that fired, turns.c
 * decides what comes next from the counts of both charts.
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
#include "strategy/ai.h"

enum {
    /* The initial capacity of the log. Most games fit; a smaller one grows in early turns. */
    LOG_START = 256
};

/* ---- advancing ---- */

static bsi_side *firing_side(bship_game *game)
{
    return &game->sides[game->turns.to_move];
}

/* The standings of both sides according to their charts. */
static void get_standings(const bship_game *game, bsi_standing standings[BSI_SIDES])
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        standings[side] = bsi_standing_of(game->sides[side].chart);
}

void bsi_game_advance(bship_game *game)
{
    bsi_standing standings[BSI_SIDES];
    get_standings(game, standings);
    const bship_chart *chart = firing_side(game)->chart;
    game->log[game->log_length++] = (bsi_log_entry){ game->turns, chart->turn_count - 1 };
    bsi_turns_advance(&game->turns, game->rules, standings, bsi_ends_with_hit(chart));
    bsi_game_settle(game);
}

/* ---- the start ---- */

/* Whether a side is ready to start: OK, NOT_PLACED or STATE. */
static bship_status check_ready(const bship_game *game, int32_t side, bship_error *error)
{
    const bship_board *board = game->sides[side].board;
    int32_t missing = board ? bship_board_missing(board, 0) : -1;
    if (missing >= 0)
        return bsi_fail(error, BSHIP_ERROR_NOT_PLACED, side,
                        "side %s: ship %d of the fleet is not placed yet",
                        bsi_name(&bsi_side_names, side), (int)missing);
    return bsi_game_check_ai(game, side, error);
}

bship_status bship_game_start(bship_game *game, bship_error *error)
{
    if (!game)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (game->phase != BSHIP_PHASE_PLACING)
        return bsi_fail(error, BSHIP_ERROR_STATE, -1, "the game has started");
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_status status = check_ready(game, side, error);
        if (status)
            return status;
    }
    int32_t began = game->begins;
    if (began == BSHIP_SIDE_NONE && !bsi_may_begin(game->rules, BSHIP_SIDE_A))
        began = BSHIP_SIDE_B;
    if (began == BSHIP_SIDE_NONE && !bsi_may_begin(game->rules, BSHIP_SIDE_B))
        began = BSHIP_SIDE_A;
    if (began == BSHIP_SIDE_NONE) {
        /* A remote side sees who begins, so this must not follow from the secret seed. */
        bool is_public = game->first_seed || bsi_game_has_remote(game);
        bship_rng rng;
        bship_rng_seed(&rng, is_public ? game->first_seed : game->seed, BSHIP_RNG_PURPOSE_FIRST, 0);
        began = BSHIP_SIDE_A + (int32_t)bship_rng_below(&rng, 2);
    }
    bship_status status = bsi_game_begin(game, began);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

bship_status bsi_game_begin(bship_game *game, int32_t began)
{
    bsi_standing standings[BSI_SIDES];
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_ai *ai = game->sides[side].ai;
        bship_habits *habits = game->sides[bsi_other(side)].habits;
        bship_status status = ai && habits ? bsi_learn_refresh(ai, habits) : BSHIP_OK;
        if (status)
            return status;
    }
    get_standings(game, standings);
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

/* Ends the turn of the side to move. Unlike a replayed record, a turn played can teach habits. */
static void end_turn(bship_game *game)
{
    bsi_game_advance(game);
    bsi_game_observe(game);
}

static bship_status fail_count(bship_error *error, size_t expected, const char *what, size_t given)
{
    return bsi_fail(error, BSHIP_ERROR_COUNT, -1, "expected %zu %s%s, not %zu", expected, what,
                    expected == 1 ? "" : "s", given);
}

/* No side can fire in this phase: STATE. */
static bship_status fail_phase(const bship_game *game, bship_error *error)
{
    return bsi_fail(error, BSHIP_ERROR_STATE, -1, "the phase is '%s': %s",
                    bsi_name(&bsi_phase_names, game->phase),
                    bsi_name_text(&bsi_phase_names, game->phase));
}

/* Fires the shots due: at a local board, or to await the reports of a remote side. */
static bship_status fire(bship_game *game, const bship_cell *cells, size_t count,
                         bship_error *error)
{
    if (game->phase != BSHIP_PHASE_AIMING)
        return fail_phase(game, error);
    if (count != game->turns.due)
        return fail_count(error, game->turns.due, "shot", count);
    bship_chart *chart = firing_side(game)->chart;
    bship_board *board = game->sides[bsi_other(game->turns.to_move)].board;
    /* All memory is reserved before the first shot, after which nothing can fail. */
    bship_status status = bsi_game_reserve(game);
    if (!status)
        status = bsi_chart_reserve(chart, count);
    if (status)
        return bsi_fail_plain(error, status);
    if (board) {
        status = bsi_salvo_fire(&game->salvo, cells, count, board, chart, error);
        if (!status)
            end_turn(game);
        return status;
    }
    status = bsi_chart_check(chart, cells, count, error);
    if (status)
        return status;
    /* The cells can be those of the salvo itself. */
    memmove(game->salvo.cells, cells, count * sizeof *cells);
    game->pending = count;
    game->is_disputed = false;
    game->phase = BSHIP_PHASE_AWAITING_REPORT;
    return BSHIP_OK;
}

bship_status bsi_game_await(bship_game *game, const bship_cell *cells, size_t count,
                            bool is_disputed, bship_error *error)
{
    bship_status status = fire(game, cells, count, error);
    if (!status)
        game->is_disputed = is_disputed;
    return status;
}

bship_status bship_game_fire(bship_game *game, bship_cell cell, bship_report *report,
                             bship_error *error)
{
    if (!game)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = fire(game, &cell, 1, error);
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
                             bship_game_entry *out, bship_error *error)
{
    bship_aim_options limits;
    if (!game)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status =
        bsi_versioned_read(&limits, BSI_VERSIONED(bship_aim_options), options, error);
    if (!status && out)
        status = bsi_versioned_check(out, BSI_VERSIONED(bship_game_entry), error);
    if (status)
        return status;
    if (game->phase != BSHIP_PHASE_AIMING)
        return fail_phase(game, error);
    const bsi_side *side = firing_side(game);
    const char *name = bsi_name(&bsi_side_names, game->turns.to_move);
    if (!side->ai)
        return bsi_fail(error, BSHIP_ERROR_STATE, game->turns.to_move, "side %s has no AI", name);
    status = bsi_game_check_ai(game, game->turns.to_move, error);
    if (status)
        return status;
    status = bsi_salvo_aim(&game->salvo, side->ai, side->chart, options, game->turns.due);
    if (status)
        return bsi_fail(error, status, game->turns.to_move, "the AI of side %s, %s: %s", name,
                        bship_ai_strategy(side->ai), bship_status_message((int32_t)status));
    status = fire(game, game->salvo.cells, game->turns.due, error);
    return status || !out ? status : bship_game_log_entry(game, -1, out);
}

/* ---- reports from a remote side ---- */

static const bsi_name_row audits[] = {
    [BSHIP_AUDIT_NECESSARY] = { "necessary", "by the necessary conditions of a chart" },
    [BSHIP_AUDIT_COMPLETE] = { "complete", "also by the search for a layout that agrees" },
};

const bsi_names bsi_audit_names = BSI_NAMES(audits);

/* The number of hits that would sink the rest of the target's fleet. */
static int32_t hits_left(bship_game *game)
{
    return game->rules->fleet->cells - bship_chart_hits(firing_side(game)->chart);
}

/*
 * Ends the wait for reports, which the chart has recorded or refused with `status`. An audit may
 * still find that no layout agrees with them; the chart then loses the turn. If the audit reaches
 * its limits, the reports are accepted.
 */
static bship_status conclude(bship_game *game, bship_status status, bship_error *error)
{
    bship_chart *chart = firing_side(game)->chart;
    if (!status && game->is_audited) {
        bool met_limit;
        status = bsi_posterior_check(chart, &game->audit, &met_limit, NULL);
        if (met_limit || status == BSHIP_ERROR_UNSUPPORTED)
            status = BSHIP_OK;
        if (status) {
            bship_chart_truncate(chart, bship_chart_turns(chart) - 1);
            bsi_fail_plain(error, status);
        }
    }
    if (!status)
        end_turn(game);
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
    /* Shots after the one that sinks the last ship are not fired, and have no reports. */
    size_t due = game->pending;
    int32_t left = hits_left(game);
    for (size_t i = 0; i < count && i < due; i++) {
        left -= bsi_is_hit(reports[i].result);
        if (left == 0)
            due = i + 1;
    }
    if (count != due)
        return fail_count(error, due, "report", count);
    bship_status status =
        bship_chart_record_turn(firing_side(game)->chart, game->salvo.cells, count, reports, error);
    return conclude(game, status, error);
}

bship_status bship_game_report_total(bship_game *game, const bship_total *total, size_t fired,
                                     bship_error *error)
{
    if (!game || !total)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (game->phase != BSHIP_PHASE_AWAITING_REPORT)
        return bsi_fail_plain(error, BSHIP_ERROR_STATE);
    bship_total known = BSHIP_TOTAL_INIT;
    bship_status status = bsi_versioned_read(&known, BSI_VERSIONED(bship_total), total, error);
    if (status)
        return status;
    /* Fewer shots can be reported only if they sink the last ship. */
    bool sinks_last = known.hits == hits_left(game);
    size_t due = sinks_last && fired < game->pending ? fired : game->pending;
    if (fired != due)
        return fail_count(error, due, "shot", fired);
    status =
        bship_chart_record_total(firing_side(game)->chart, game->salvo.cells, fired, total, error);
    return conclude(game, status, error);
}
