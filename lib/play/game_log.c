/*
 * The log of a game: its entries, and undoing the last one.
 *
 * An entry keeps the state of the turns before it; its shots and reports are on the chart of its
 * side. Shots that await their reports count as one more entry.
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

/* The number of an entry, of which -1 stands for the latest. */
static int64_t entry_number(const bship_game *game, int64_t entry)
{
    return entry == -1 ? (int64_t)game->log_length - (game->pending == 0) : entry;
}

static bool has_entry(const bship_game *game, int64_t entry)
{
    return entry >= 0 && (uint64_t)entry < game->log_length + (game->pending > 0);
}

static bool is_pending(const bship_game *game, int64_t entry)
{
    return (uint64_t)entry == game->log_length;
}

bship_status bship_game_log_entry(const bship_game *game, int64_t entry, bship_game_entry *out)
{
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_game_entry), NULL);
    if (status || !game)
        return status ? status : BSHIP_ERROR_ARGUMENT;
    entry = entry_number(game, entry);
    if (!has_entry(game, entry))
        return BSHIP_ERROR_RANGE;
    bool is_awaited = is_pending(game, entry);
    const bsi_turns *turns = is_awaited ? &game->turns : &game->log[entry].turns;
    const bship_chart *chart = game->sides[turns->to_move].chart;
    uint32_t chart_turn = is_awaited ? chart->turn_count : game->log[entry].chart_turn;
    bship_game_entry found = BSHIP_GAME_ENTRY_INIT;
    found.entry = entry;
    found.side = turns->to_move;
    found.round = turns->round;
    found.turn = turns->turn - 1;
    while (entry > found.part && game->log[entry - found.part - 1].turns.turn == turns->turn)
        found.part++;
    found.chart_turn = chart_turn;
    found.is_total = bsi_reports_totals(game->rules);
    found.is_awaited = is_awaited;
    found.first_shot = is_awaited ? chart->shot_count : chart->turns[chart_turn].first_shot;
    found.shots = (int32_t)bship_game_log_shots(game, entry, NULL, NULL, 0);
    bsi_versioned_write(out, &found, sizeof found);
    return BSHIP_OK;
}

size_t bship_game_log_shots(const bship_game *game, int64_t entry, bship_cell *cells,
                            bship_report *reports, size_t capacity)
{
    entry = entry_number(game, entry);
    if (!has_entry(game, entry))
        return 0;
    if (is_pending(game, entry)) {
        for (size_t i = 0; reports && i < game->pending && i < capacity; i++)
            reports[i] = (bship_report)BSHIP_REPORT_INIT;
        return bship_game_pending(game, cells, capacity);
    }
    bsi_log_entry found = game->log[entry];
    const bship_chart *chart = game->sides[found.turns.to_move].chart;
    uint32_t first = chart->turns[found.chart_turn].first_shot;
    size_t count = bsi_turn_end(chart, found.chart_turn) - first;
    for (size_t i = 0; i < count && i < capacity; i++)
        bship_chart_shot(chart, (int64_t)(first + i), cells ? &cells[i] : NULL,
                         reports ? &reports[i] : NULL);
    return count;
}

/* ---- undoing ---- */

void bsi_game_refire(bship_game *game, int32_t side, bship_board *board)
{
    const bship_chart *chart = game->sides[side].chart;
    bship_board_clear_shots(board);
    for (uint32_t turn = 0; turn < chart->turn_count; turn++)
        bsi_salvo_repeat(&game->salvo, chart, turn, board);
}

bship_status bship_game_undo(bship_game *game)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    if (bsi_game_has_remote(game))
        return BSHIP_ERROR_STATE;
    /* A resignation or abandonment is undone first, without the last entry. */
    bool is_end = game->reason != game->turns.reason;
    if (!is_end && game->log_length == 0)
        return BSHIP_ERROR_STATE;
    if (!is_end) {
        const bsi_log_entry *last = &game->log[--game->log_length];
        int32_t side = last->turns.to_move;
        game->turns = last->turns;
        bship_chart_truncate(game->sides[side].chart, last->chart_turn);
        bsi_game_refire(game, side, game->sides[bsi_other(side)].board);
        bsi_predecessors_cut(&game->predecessors, (int64_t)game->log_length);
    }
    bsi_game_settle(game);
    return BSHIP_OK;
}
