/*
 * The log of a game: its entries, and taking back the last one.
 *
 * An entry keeps the state of the turns before it; its shots and reports are on the chart of
 * its side. Shots that await their reports are described as the entry they will become.
 */
#include <stdbool.h>

#include "base/versioned.h"
#include "model/chart.h"
#include "play/game.h"

/* ---- entries ---- */

int64_t bship_game_log_length(const bship_game *game)
{
    return (int64_t)game->log_length;
}

static bool has_entry(const bship_game *game, int64_t entry)
{
    return entry >= 0 && (uint64_t)entry < game->log_length + (game->pending > 0);
}

static bool is_pending(const bship_game *game, int64_t entry)
{
    return (uint64_t)entry == game->log_length;
}

/* The turns before an entry, and its turn in the chart of its side. */
static bsi_log_entry entry_of(const bship_game *game, int64_t entry)
{
    if (!is_pending(game, entry))
        return game->log[entry];
    const bship_chart *chart = game->sides[game->turns.to_move].chart;
    return (bsi_log_entry){ game->turns, chart->turn_count };
}

/* The number of an entry among those of its turn, from 1. */
static int32_t part_of(const bship_game *game, int64_t entry, int64_t turn)
{
    int32_t part = 1;
    while (entry-- > 0 && game->log[entry].turns.turn == turn)
        part++;
    return part;
}

static bship_game_entry describe(const bship_game *game, int64_t i)
{
    bsi_log_entry found = entry_of(game, i);
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    const bship_chart *chart = game->sides[found.turns.to_move].chart;
    entry.entry = i;
    entry.side = found.turns.to_move;
    entry.round = found.turns.round;
    entry.turn = found.turns.turn;
    entry.part = part_of(game, i, entry.turn);
    entry.chart_turn = found.chart_turn;
    entry.is_total = bsi_reports_totals(game->rules);
    entry.is_awaited = is_pending(game, i);
    entry.first_shot =
        entry.is_awaited ? chart->shot_count : chart->turns[found.chart_turn].first_shot;
    entry.shots = (int32_t)bship_game_log_shots(game, i, NULL, NULL, 0);
    return entry;
}

bship_status bship_game_log_entry(const bship_game *game, int64_t entry, bship_game_entry *out)
{
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_game_entry));
    if (status || !game)
        return status ? status : BSHIP_ERROR_ARGUMENT;
    if (!has_entry(game, entry))
        return BSHIP_ERROR_RANGE;
    bship_game_entry found = describe(game, entry);
    bsi_versioned_write(out, &found, sizeof found);
    return BSHIP_OK;
}

bship_status bship_game_last_entry(const bship_game *game, bship_game_entry *out)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    int64_t entries = (int64_t)game->log_length + (game->pending > 0);
    return bship_game_log_entry(game, entries - 1, out);
}

/* The shots that await their reports. */
static size_t copy_pending(const bship_game *game, bship_cell *cells, bship_report *reports,
                           size_t capacity)
{
    static const bship_report nothing = BSHIP_REPORT_INIT;
    for (size_t i = 0; reports && i < game->pending && i < capacity; i++)
        reports[i] = nothing;
    return bship_game_pending(game, cells, cells ? capacity : 0);
}

size_t bship_game_log_shots(const bship_game *game, int64_t entry, bship_cell *cells,
                            bship_report *reports, size_t capacity)
{
    if (!has_entry(game, entry))
        return 0;
    if (is_pending(game, entry))
        return copy_pending(game, cells, reports, capacity);
    bsi_log_entry found = game->log[entry];
    const bship_chart *chart = game->sides[found.turns.to_move].chart;
    uint32_t first = chart->turns[found.chart_turn].first_shot;
    size_t count = bsi_turn_end(chart, found.chart_turn) - first;
    for (size_t i = 0; i < count && i < capacity; i++)
        bship_chart_shot(chart, (int64_t)(first + i), cells ? &cells[i] : NULL,
                         reports ? &reports[i] : NULL);
    return count;
}

/* ---- taking back ---- */

void bsi_game_refire(bship_game *game, int32_t side, bship_board *board)
{
    const bship_chart *chart = game->sides[side].chart;
    bship_board_clear_shots(board);
    for (uint32_t turn = 0; turn < chart->turn_count; turn++)
        bsi_salvo_repeat(&game->salvo, chart, turn, board);
}

static void undo_entry(bship_game *game, const bsi_log_entry *entry)
{
    int32_t side = entry->turns.to_move;
    game->turns = entry->turns;
    bship_chart_truncate(game->sides[side].chart, entry->chart_turn);
    bsi_game_refire(game, side, game->sides[bsi_other(side)].board);
}

bship_status bship_game_undo(bship_game *game)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    if (bsi_game_has_remote(game))
        return BSHIP_ERROR_STATE;
    bool is_end = game->reason > BSHIP_END_REASON_SUNK;
    if (!is_end && game->log_length == 0)
        return BSHIP_ERROR_STATE;
    if (!is_end)
        undo_entry(game, &game->log[--game->log_length]);
    bsi_game_settle(game);
    return BSHIP_OK;
}
