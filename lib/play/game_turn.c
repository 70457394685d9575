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

#include "base/memory.h"
#include "base/versioned.h"
#include "model/chart.h"
#include "play/game.h"

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
static void stand(const bship_game *game, bsi_standing standings[2])
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        const bship_chart *chart = game->sides[side].chart;
        standings[side] = (bsi_standing){ bship_chart_is_defeated(chart),
                                          bship_chart_ships_afloat(chart), chart->unknown_count };
    }
}

void bsi_game_advance(bship_game *game)
{
    bsi_standing standings[2];
    stand(game, standings);
    game->log[game->log_length++] = (uint8_t)game->turns.to_move;
    game->pending = 0;
    bsi_turns_advance(&game->turns, game->rules, standings,
                      bsi_ends_with_hit(firing_side(game)->chart));
    bool is_over = game->turns.outcome != BSHIP_OUTCOME_NONE;
    game->phase = is_over ? BSHIP_PHASE_OVER : BSHIP_PHASE_AIMING;
}

/* ---- the start ---- */

static int32_t first_side(const bship_game *game)
{
    if (game->begins != BSHIP_SIDE_NONE)
        return game->begins;
    if (!bsi_may_begin(game->rules, BSHIP_SIDE_A))
        return BSHIP_SIDE_B;
    if (!bsi_may_begin(game->rules, BSHIP_SIDE_B))
        return BSHIP_SIDE_A;
    bship_rng rng;
    bship_rng_seed(&rng, game->seed, BSHIP_RNG_FIRST, 0);
    return (int32_t)bship_rng_below(&rng, 2);
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
    bsi_game_begin(game, first_side(game));
    return BSHIP_OK;
}

void bsi_game_begin(bship_game *game, int32_t began)
{
    bsi_standing standings[2];
    stand(game, standings);
    bsi_turns_begin(&game->turns, game->rules, began, standings);
    game->phase = BSHIP_PHASE_AIMING;
}

/* ---- shots ---- */

bship_status bsi_game_reserve(bship_game *game)
{
    if (game->log_length < game->log_capacity)
        return BSHIP_OK;
    size_t capacity = game->log_capacity ? game->log_capacity * 2 : LOG_START;
    uint8_t *log =
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

static bship_status await_report(bship_game *game, const bship_cell *cells, size_t count)
{
    bship_status status = bsi_chart_check(firing_side(game)->chart, cells, count, NULL);
    if (status)
        return status;
    memmove(game->salvo.cells, cells, count * sizeof *cells);
    game->pending = count;
    game->phase = BSHIP_PHASE_AWAITING_REPORT;
    return BSHIP_OK;
}

static bship_status fire(bship_game *game, const bship_cell *cells, size_t count)
{
    if (game->phase != BSHIP_PHASE_AIMING)
        return BSHIP_ERROR_STATE;
    if (count != game->turns.due)
        return BSHIP_ERROR_SHOT_COUNT;
    bship_status status = reserve(game, count);
    if (status)
        return status;
    if (!target(game)->board)
        return await_report(game, cells, count);
    status =
        bsi_salvo_fire(&game->salvo, cells, count, target(game)->board, firing_side(game)->chart);
    if (!status)
        bsi_game_advance(game);
    return status;
}

bship_status bship_game_fire(bship_game *game, bship_cell at, bship_report *report)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = fire(game, &at, 1);
    bool is_reported = !status && game->phase != BSHIP_PHASE_AWAITING_REPORT;
    if (is_reported && report && !bsi_reports_totals(game->rules))
        *report = game->salvo.reports[0];
    return status;
}

bship_status bship_game_fire_salvo(bship_game *game, const bship_cell *cells, size_t count)
{
    if (!game || !cells)
        return BSHIP_ERROR_ARGUMENT;
    return fire(game, cells, count);
}

bship_status bship_game_step(bship_game *game)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    if (game->phase != BSHIP_PHASE_AIMING || !firing_side(game)->ai)
        return BSHIP_ERROR_STATE;
    const bsi_side *side = firing_side(game);
    bship_status status = bsi_salvo_aim(&game->salvo, side->ai, side->chart, game->turns.due);
    return status ? status : fire(game, game->salvo.cells, game->turns.due);
}

/* ---- reports from a remote side ---- */

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

bship_status bship_game_report(bship_game *game, const bship_report *reports, size_t count)
{
    if (!game || !reports)
        return BSHIP_ERROR_ARGUMENT;
    if (game->phase != BSHIP_PHASE_AWAITING_REPORT)
        return BSHIP_ERROR_STATE;
    if (count != reports_due(game, reports, count))
        return BSHIP_ERROR_SHOT_COUNT;
    bship_status status =
        bship_chart_record_turn(firing_side(game)->chart, game->salvo.cells, count, reports, NULL);
    if (!status)
        bsi_game_advance(game);
    return status;
}

bship_status bship_game_report_total(bship_game *game, const bship_total *total, size_t fired)
{
    if (!game || !total)
        return BSHIP_ERROR_ARGUMENT;
    if (game->phase != BSHIP_PHASE_AWAITING_REPORT)
        return BSHIP_ERROR_STATE;
    bship_total known = BSHIP_TOTAL_INIT;
    bship_status status = bsi_versioned_read(&known, sizeof known, total);
    if (status)
        return status;
    if (fired > game->pending || (fired < game->pending && known.hits != hits_left(game)))
        return BSHIP_ERROR_SHOT_COUNT;
    status =
        bship_chart_record_total(firing_side(game)->chart, game->salvo.cells, fired, total, NULL);
    if (!status)
        bsi_game_advance(game);
    return status;
}
