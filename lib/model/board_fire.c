/*
 * Shots at a board. A call checks everything before it fires, so a refused shot or salvo changes
 * nothing.
 */
#include <stdbool.h>
#include <string.h>

#include "base/compiler.h"
#include "base/versioned.h"
#include "model/board.h"
#include "model/fault.h"

_Static_assert(sizeof(bship_report) == 32, "bship_report is frozen");

/* ---- checks ---- */

static inline bship_status check_shot(const bship_board *board, bship_cell at)
{
    const bship_rules *rules = board->rules;
    if (board->missing > 0)
        return BSHIP_ERROR_NOT_PLACED;
    if (!bsi_on_board(rules, at))
        return BSHIP_ERROR_OFF_BOARD;
    uint8_t mark = board->marks[bsi_position(rules, at)];
    if (!mark)
        return BSHIP_OK;
    if (mark == BSI_BLOCKED)
        return BSHIP_ERROR_BLOCKED;
    if (!bsi_refuses_repeats(rules))
        return BSHIP_OK;
    return mark == BSI_SHOT ? BSHIP_ERROR_REPEATED : BSHIP_ERROR_KNOWN_WATER;
}

bship_status bship_board_check_fire(const bship_board *board, bship_cell cell)
{
    return board ? check_shot(board, cell) : BSHIP_ERROR_ARGUMENT;
}

static bship_status check_salvo(bship_board *board, const bship_cell *cells, size_t count,
                                bship_error *error)
{
    if (count < 1 || count > board->rules->free_count)
        return bsi_fail_shot_count(error, board->rules, count);
    if (!bship_board_is_complete(board))
        return bsi_fail_missing(error, &board->layout);
    bsi_stamp_set_clear(&board->salvo_cells);
    for (size_t i = 0; i < count; i++) {
        bship_status status = check_shot(board, cells[i]);
        if (!status &&
            !bsi_stamp_set_add(&board->salvo_cells, bsi_position(board->rules, cells[i])))
            status = BSHIP_ERROR_DUPLICATE;
        if (status)
            return bsi_fail_shot(error, status, i, cells[i]);
    }
    return BSHIP_OK;
}

/* ---- firing ---- */

bsi_effect bsi_board_fire(bship_board *board, uint32_t position)
{
    board->shot_count++;
    if (board->marks[position])
        return (bsi_effect){ BSHIP_RESULT_WASTED, -1 };
    board->marks[position] = BSI_SHOT;
    int32_t ship = board->layout.grid[position] - 1;
    if (ship < 0)
        return (bsi_effect){ BSHIP_RESULT_MISS, -1 };
    if (++board->hits[ship] < board->rules->fleet->ships[ship].length)
        return (bsi_effect){ BSHIP_RESULT_HIT, ship };
    board->unsunk--;
    return (bsi_effect){ BSHIP_RESULT_SUNK, ship };
}

void bsi_board_reveal(bship_board *board, uint32_t position)
{
    const bship_rules *rules = board->rules;
    int32_t ship = board->layout.grid[position] - 1;
    if (ship < 0 || !bsi_reveals_water(rules) ||
        board->hits[ship] < rules->fleet->ships[ship].length)
        return;
    bsi_placement placement = board->layout.placements[ship];
    uint32_t step = bsi_step(rules, placement.orientation);
    for (int32_t k = 0; k < rules->fleet->ships[ship].length; k++) {
        uint32_t cell = placement.position + (uint32_t)k * step;
        for (uint32_t i = 0; i < 8; i++) {
            uint32_t neighbour = bsi_neighbour(rules, cell, i);
            if (!board->marks[neighbour] && !board->layout.grid[neighbour])
                board->marks[neighbour] = BSI_REVEALED;
        }
    }
}

bship_report bsi_disclose(const bsi_layout *layout, bsi_effect effect)
{
    const bship_rules *rules = layout->rules;
    bship_report report = BSHIP_REPORT_INIT;
    report.result = (int32_t)effect.result;
    if (effect.ship < 0)
        return report;
    const bsi_ship *ship = &rules->fleet->ships[effect.ship];
    bool is_sunk = effect.result == BSHIP_RESULT_SUNK && bsi_discloses_sinkings(rules);
    report.result = is_sunk ? BSHIP_RESULT_SUNK : BSHIP_RESULT_HIT;
    if (bsi_discloses_name(rules, is_sunk))
        report.ship = ship->first_of_name;
    if (bsi_discloses_length(rules, is_sunk))
        report.length = ship->length;
    if (is_sunk && bsi_shows_ships(rules)) {
        bsi_placement placement = layout->placements[effect.ship];
        bship_cell first = bsi_cell(rules, placement.position);
        report.is_shown = 1;
        report.x = first.x;
        report.y = first.y;
        report.orientation = placement.orientation;
    }
    return report;
}

/* Not inlined, so that bship_board_fire() stays short for the misses that most shots are. */
static BSI_NOINLINE void fire_for_report(bship_board *board, uint32_t position,
                                         bship_report *report)
{
    bsi_effect effect = bsi_board_fire(board, position);
    if (effect.result == BSHIP_RESULT_SUNK)
        bsi_board_reveal(board, position);
    *report = bsi_disclose(&board->layout, effect);
}

/* Not inlined, as above. */
static BSI_NOINLINE bship_status fail_shot(const bship_board *board, bship_status status,
                                           bship_cell cell, bship_error *error)
{
    if (status == BSHIP_ERROR_NOT_PLACED)
        return bsi_fail_missing(error, &board->layout);
    return bsi_fail_shot(error, status, 0, cell);
}

bship_status bship_board_fire(bship_board *board, bship_cell cell, bship_report *report,
                              bship_error *error)
{
    static const bship_report miss = BSHIP_REPORT_INIT;
    if (!board || !report)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (bsi_reports_totals(board->rules))
        return bsi_fail_kind(error, board->rules);
    bship_status status = check_shot(board, cell);
    if (status)
        return fail_shot(board, status, cell, error);
    uint32_t position = bsi_position(board->rules, cell);
    if (board->marks[position] || board->layout.grid[position]) {
        fire_for_report(board, position, report);
        return BSHIP_OK;
    }
    /* Most shots miss. Their report is copied as a whole: members stored one by one would stall
     * the caller's load of the whole report, which the processor cannot forward from the stores. */
    board->shot_count++;
    board->marks[position] = BSI_SHOT;
    memcpy(report, &miss, sizeof miss);
    return BSHIP_OK;
}

/* Fires shot after shot until the fleet is sunk, and calls `report_effect` for each. */
static size_t fire_all(bship_board *board, const bship_cell *cells, size_t count,
                       void (*report_effect)(const bship_board *board, bsi_effect effect,
                                             void *user),
                       void *user)
{
    bool was_defeated = bship_board_is_defeated(board);
    size_t fired = 0;
    while (fired < count && (was_defeated || !bship_board_is_defeated(board))) {
        uint32_t position = bsi_position(board->rules, cells[fired++]);
        report_effect(board, bsi_board_fire(board, position), user);
    }
    /* Water is revealed only after the salvo, so that it wastes none of the salvo's shots. */
    for (size_t i = 0; i < fired && bsi_reveals_water(board->rules); i++)
        bsi_board_reveal(board, bsi_position(board->rules, cells[i]));
    return fired;
}

static void write_report(const bship_board *board, bsi_effect effect, void *user)
{
    bship_report **next = user;
    *(*next)++ = bsi_disclose(&board->layout, effect);
}

bship_status bship_board_fire_salvo(bship_board *board, const bship_cell *cells, size_t count,
                                    bship_report *reports, size_t *fired, bship_error *error)
{
    if (!board || !cells || !reports || !fired)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (bsi_reports_totals(board->rules))
        return bsi_fail_kind(error, board->rules);
    bship_status status = check_salvo(board, cells, count, error);
    if (status)
        return status;
    *fired = fire_all(board, cells, count, write_report, &reports);
    return BSHIP_OK;
}

bship_total bsi_total_over(const bship_rules *rules, int32_t *sunk_of, int32_t *hits_of)
{
    size_t ships = (size_t)rules->fleet->count;
    return (bship_total){
        sizeof(bship_total), 0, bsi_discloses_sinkings(rules) ? 0 : -1, sunk_of, hits_of, ships
    };
}

bship_status bsi_total_check_room(const bship_rules *rules, const bship_total *total,
                                  bship_error *error)
{
    size_t ships = (size_t)rules->fleet->count;
    if ((!total->sunk_of && !total->hits_of) || total->capacity >= ships)
        return BSHIP_OK;
    return bsi_fail(error, BSHIP_ERROR_COUNT, -1,
                    "the arrays of the bship_total have %zu items, and the fleet has %zu ships",
                    total->capacity, ships);
}

bship_status bsi_total_check_out(const bship_rules *rules, const bship_total *out,
                                 bship_error *error)
{
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_total), error);
    return status ? status : bsi_total_check_room(rules, out, error);
}

bship_total bsi_total_begin(const bship_rules *rules, const bship_total *given)
{
    bship_total total = bsi_total_over(rules, given->sunk_of, given->hits_of);
    size_t bytes = total.capacity * sizeof(int32_t);
    if (total.sunk_of)
        memset(total.sunk_of, 0, bytes);
    if (total.hits_of)
        memset(total.hits_of, 0, bytes);
    total.capacity = given->capacity;
    return total;
}

void bsi_total_add(bship_total *total, const bship_rules *rules, bsi_effect effect, int32_t unit)
{
    if (effect.ship < 0)
        return;
    int32_t hit = bsi_disclosed_ship(rules, effect.ship, false);
    int32_t sunk = bsi_disclosed_ship(rules, effect.ship, true);
    total->hits += unit;
    if (total->hits_of && hit >= 0)
        total->hits_of[hit] += unit;
    if (effect.result != BSHIP_RESULT_SUNK || !bsi_discloses_sinkings(rules))
        return;
    total->sunk += unit;
    if (total->sunk_of && sunk >= 0)
        total->sunk_of[sunk] += unit;
}

static void add_to_total(const bship_board *board, bsi_effect effect, void *user)
{
    bsi_total_add(user, board->rules, effect, 1);
}

bship_status bship_board_fire_total(bship_board *board, const bship_cell *cells, size_t count,
                                    bship_total *total, size_t *fired, bship_error *error)
{
    if (!board || !cells || !total || !fired)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_total_check_out(board->rules, total, error);
    if (status)
        return status;
    if (!bsi_reports_totals(board->rules))
        return bsi_fail_kind(error, board->rules);
    status = check_salvo(board, cells, count, error);
    if (status)
        return status;
    bship_total sums = bsi_total_begin(board->rules, total);
    *fired = fire_all(board, cells, count, add_to_total, &sums);
    bsi_versioned_write(total, &sums, sizeof sums);
    return BSHIP_OK;
}
