/*
 * A game: its turns.
 *
 * Whoever chooses the shots, they go one way: shoot() checks them, then either
 * the other side's board answers at once or the game awaits the answer of remote
 * waters. Once the answer is on the shooter's chart, turns.c alone decides what comes
 * next, and it reads that from the figures of the two charts.
 *
 * A side to shoot always has a cell in fog while the other's fleet is afloat: a
 * board's ships lie there, and the chart refuses answers of remote waters that
 * leave fewer cells than the fleet needs.
 */
#include <string.h>

#include "base/memory.h"
#include "base/sized.h"
#include "model/chart.h"
#include "play/game.h"

enum {
    LOG_START = 256 /* entries that the log first has room for */
};

/* ---- what comes next ---- */

static bship_internal_side *shooter(bship_game *game)
{
    return &game->sides[game->turns.to_move];
}

static bship_internal_side *target(bship_game *game)
{
    return &game->sides[bship_internal_other(game->turns.to_move)];
}

/* What each side has achieved, as its chart tells. */
static void stand(const bship_game *game, bship_internal_standing standings[2])
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        const bship_chart *chart = game->sides[side].chart;
        standings[side] =
            (bship_internal_standing){ bship_chart_is_defeated(chart),
                                       bship_chart_ships_afloat(chart), chart->untried };
    }
}

void bship_internal_game_go_on(bship_game *game)
{
    bship_internal_standing standings[2];
    stand(game, standings);
    game->log[game->log_length++] = (uint8_t)game->turns.to_move;
    game->pending = 0;
    bship_internal_turns_go_on(&game->turns, game->rules, standings,
                               bship_internal_ends_with_hit(shooter(game)->chart));
    int is_over = game->turns.outcome != BSHIP_OUTCOME_NONE;
    game->phase = is_over ? BSHIP_PHASE_OVER : BSHIP_PHASE_AIMING;
}

/* ---- the start ---- */

static int32_t first_side(const bship_game *game)
{
    if (game->begins != BSHIP_SIDE_NONE)
        return game->begins;
    switch (bship_internal_axis(game->rules, BSHIP_AXIS_FIRST)) {
    case BSHIP_FIRST_A:
        return BSHIP_SIDE_A;
    case BSHIP_FIRST_B:
        return BSHIP_SIDE_B;
    default: {
        bship_rng rng;
        bship_rng_seed(&rng, game->seed, BSHIP_RNG_LOT, 0);
        return (int32_t)bship_rng_below(&rng, 2);
    }
    }
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
    bship_internal_game_begin(game, first_side(game));
    return BSHIP_OK;
}

void bship_internal_game_begin(bship_game *game, int32_t began)
{
    bship_internal_standing standings[2];
    stand(game, standings);
    bship_internal_turns_begin(&game->turns, game->rules, began, standings);
    game->phase = BSHIP_PHASE_AIMING;
}

/* ---- shots ---- */

bship_status bship_internal_game_reserve(bship_game *game)
{
    if (game->log_length < game->log_capacity)
        return BSHIP_OK;
    size_t capacity = game->log_capacity ? game->log_capacity * 2 : LOG_START;
    uint8_t *log = bship_internal_grow(&game->rules->allocator, game->log, game->log_capacity,
                                       capacity, sizeof *log);
    if (!log)
        return BSHIP_ERROR_MEMORY;
    game->log = log;
    game->log_capacity = capacity;
    return BSHIP_OK;
}

/* The memory of a turn is found before its first shot, so that nothing can fail after it. */
static bship_status reserve(bship_game *game, size_t count)
{
    bship_status status = bship_internal_game_reserve(game);
    return status ? status : bship_internal_chart_reserve(shooter(game)->chart, count);
}

static bship_status await_answer(bship_game *game, const bship_cell *cells, size_t count)
{
    bship_status status = bship_internal_chart_check(shooter(game)->chart, cells, count);
    if (status)
        return status;
    memmove(game->salvo.cells, cells, count * sizeof *cells);
    game->pending = count;
    game->phase = BSHIP_PHASE_AWAITING_REPORT;
    return BSHIP_OK;
}

static bship_status shoot(bship_game *game, const bship_cell *cells, size_t count)
{
    if (game->phase != BSHIP_PHASE_AIMING)
        return BSHIP_ERROR_STATE;
    if (count != game->turns.due)
        return BSHIP_ERROR_SHOT_COUNT;
    bship_status status = reserve(game, count);
    if (status)
        return status;
    if (!target(game)->board)
        return await_answer(game, cells, count);
    status = bship_internal_salvo_fire(&game->salvo, cells, count, target(game)->board,
                                       shooter(game)->chart);
    if (!status)
        bship_internal_game_go_on(game);
    return status;
}

bship_status bship_game_fire(bship_game *game, bship_cell at, bship_report *report)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = shoot(game, &at, 1);
    int is_answered = !status && game->phase != BSHIP_PHASE_AWAITING_REPORT;
    if (is_answered && report && !bship_internal_salvo_is_for_total(game->rules))
        *report = game->salvo.reports[0];
    return status;
}

bship_status bship_game_fire_salvo(bship_game *game, const bship_cell *cells, size_t count)
{
    if (!game || !cells)
        return BSHIP_ERROR_ARGUMENT;
    return shoot(game, cells, count);
}

bship_status bship_game_step(bship_game *game)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    if (game->phase != BSHIP_PHASE_AIMING || !shooter(game)->ai)
        return BSHIP_ERROR_STATE;
    const bship_internal_side *side = shooter(game);
    bship_status status =
        bship_internal_salvo_aim(&game->salvo, side->ai, side->chart, game->turns.due);
    return status ? status : shoot(game, game->salvo.cells, game->turns.due);
}

/* ---- answers of remote waters ---- */

/* How many more hits sink the fleet that is shot at. */
static int32_t hits_left(bship_game *game)
{
    return game->rules->fleet->cells - bship_chart_hits(shooter(game)->chart);
}

/* How many answers there must be: shots after the one that sinks the last ship are not fired. */
static size_t answers_due(bship_game *game, const bship_report *reports, size_t count)
{
    int32_t left = hits_left(game);
    for (size_t i = 0; i < count && i < game->pending; i++) {
        left -= bship_internal_is_hit(reports[i].answer);
        if (left == 0)
            return i + 1;
    }
    return game->pending;
}

bship_status bship_game_answer(bship_game *game, const bship_report *reports, size_t count)
{
    if (!game || !reports)
        return BSHIP_ERROR_ARGUMENT;
    if (game->phase != BSHIP_PHASE_AWAITING_REPORT)
        return BSHIP_ERROR_STATE;
    if (count != answers_due(game, reports, count))
        return BSHIP_ERROR_SHOT_COUNT;
    bship_status status =
        bship_chart_record_turn(shooter(game)->chart, game->salvo.cells, count, reports);
    if (!status)
        bship_internal_game_go_on(game);
    return status;
}

bship_status bship_game_answer_total(bship_game *game, const bship_total *total, size_t fired)
{
    if (!game || !total)
        return BSHIP_ERROR_ARGUMENT;
    if (game->phase != BSHIP_PHASE_AWAITING_REPORT)
        return BSHIP_ERROR_STATE;
    bship_total known = BSHIP_TOTAL_INIT;
    bship_status status = bship_internal_sized_read(&known, sizeof known, total);
    if (status)
        return status;
    if (fired > game->pending || (fired < game->pending && known.hits != hits_left(game)))
        return BSHIP_ERROR_SHOT_COUNT;
    status = bship_chart_record_total(shooter(game)->chart, game->salvo.cells, fired, total);
    if (!status)
        bship_internal_game_go_on(game);
    return status;
}
