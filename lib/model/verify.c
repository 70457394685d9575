/* Comparing the reports of a log with a layout; see verify.h. */
#include "model/verify.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "model/board.h"
#include "model/fault.h"

/* ---- one shot ---- */

/* Fires one shot. Compares its report or, if a total is given, subtracts its effect from that. */
static bship_status verify_shot(bship_board *board, const bsi_shot *shot, bship_total *total,
                                int64_t index, bship_error *error)
{
    const bship_rules *rules = board->rules;
    bship_cell cell = bsi_cell(rules, shot->position);
    if (bship_board_is_defeated(board) || bship_board_check_fire(board, cell))
        return bsi_fail_needless(error, index, cell, bship_board_is_defeated(board));
    bsi_effect effect = bsi_board_fire(board, shot->position);
    bship_report reported = bsi_shot_report(rules, shot);
    bship_report truth = bsi_disclose(&board->layout, effect);
    if (total)
        bsi_total_add(total, rules, effect, -1);
    else if (memcmp(&reported, &truth, sizeof truth) != 0)
        return bsi_fail_lie(error, rules, index, cell, &reported, &truth, effect.ship);
    return BSHIP_OK;
}

/* ---- totals ---- */

static bool are_zero(const int32_t *counts, int32_t ships)
{
    for (int32_t i = 0; i < ships; i++) {
        if (counts[i])
            return false;
    }
    return true;
}

/* Checks that a total is 0 throughout after all shots were subtracted from it. */
static bship_status verify_total(const bship_rules *rules, const bship_total *left,
                                 const bsi_shot *shots, int64_t index, bship_error *error)
{
    bship_cell cell = bsi_cell(rules, shots->position);
    int32_t ships = rules->fleet->count;
    int32_t sunk = bsi_discloses_sinkings(rules) ? left->sunk : 0;
    if (left->hits == 0 && sunk == 0 && are_zero(left->sunk_of, ships) &&
        are_zero(left->hits_of, ships))
        return BSHIP_OK;
    return bsi_fail_false_total(error, index, cell, left->hits, sunk);
}

/* ---- a turn ---- */

bship_status bsi_verify_turn(bship_board *board, const bsi_shot *shots, size_t count,
                             bship_total *total, int64_t first, bship_error *error)
{
    for (size_t i = 0; i < count; i++) {
        int64_t index = total ? first : first + (int64_t)i;
        bship_status status = verify_shot(board, &shots[i], total, index, error);
        if (status)
            return status;
    }
    for (size_t i = 0; i < count; i++)
        bsi_board_reveal(board, shots[i].position);
    return total ? verify_total(board->rules, total, shots, first, error) : BSHIP_OK;
}

/* ---- a chart ---- */

static bship_status verify_log(bship_board *board, const bship_chart *chart, bship_error *error)
{
    size_t ships = (size_t)chart->rules->fleet->count;
    int32_t *counts = bsi_alloc(&chart->rules->allocator, 2 * ships, sizeof *counts);
    if (!counts)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    bship_status status = BSHIP_OK;
    for (uint32_t turn = 0; !status && turn < chart->turn_count; turn++) {
        bship_total total = bsi_total_over(chart->rules, counts, counts + ships);
        bool is_total = chart->turns[turn].total >= 0;
        uint32_t first = chart->turns[turn].first_shot;
        if (is_total)
            bship_chart_total(chart, turn, &total);
        status = bsi_verify_turn(board, chart->shots + first, bsi_turn_end(chart, turn) - first,
                                 is_total ? &total : NULL, first, error);
    }
    bsi_free(&chart->rules->allocator, counts, 2 * ships, sizeof *counts);
    return status;
}

bship_status bship_chart_check_layout(const bship_chart *chart, const bship_placement *placements,
                                      size_t count, bship_error *error)
{
    bship_board *board = NULL;
    if (!chart || !placements)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bship_board_new(&board, chart->rules, NULL, NULL);
    if (status)
        return bsi_fail_plain(error, status);
    status = bship_board_place_layout(board, placements, count, error);
    if (!status)
        status = verify_log(board, chart, error);
    bship_board_free(board);
    return status;
}
