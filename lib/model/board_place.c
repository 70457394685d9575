/* Placing ships on a board by hand: one ship, or a whole layout. */
#include <stdbool.h>
#include <string.h>

#include "base/array.h"
#include "model/board.h"
#include "model/fault.h"

static bool is_placed(const bship_board *board, int32_t ship)
{
    return board->layout.placements[ship].position != 0;
}

/* Checks a placement and converts it to `*where`; a ship that is moved is not in the way. */
static bship_status check_placement(const bship_board *board, bship_placement placement,
                                    bsi_placement *where)
{
    const bship_rules *rules = board->rules;
    if (!bsi_board_has_ship(board, placement.ship))
        return BSHIP_ERROR_RANGE;
    if (!bsi_is_orientation(placement.orientation))
        return BSHIP_ERROR_ARGUMENT;
    if (board->shot_count > 0)
        return BSHIP_ERROR_STARTED;
    int32_t length = rules->fleet->ships[placement.ship].length;
    /* A ship of length 1 has only one placement per cell. */
    int32_t orientation = length == 1 ? BSHIP_ORIENTATION_HORIZONTAL : placement.orientation;
    bship_cell first = { placement.x, placement.y };
    bool is_horizontal = orientation == BSHIP_ORIENTATION_HORIZONTAL;
    if (!bsi_on_board(rules, first) ||
        (is_horizontal ? first.x > rules->width - length : first.y > rules->height - length))
        return BSHIP_ERROR_OFF_BOARD;
    *where = bsi_placement_of(0, orientation, bsi_position(rules, first));
    return is_placed(board, placement.ship) ? bsi_layout_check_move(&board->layout, placement)
                                            : bsi_layout_check(&board->layout, length, *where);
}

/* ---- one ship ---- */

bship_status bship_board_check_place(const bship_board *board, bship_placement placement)
{
    bsi_placement where;
    return board ? check_placement(board, placement, &where) : BSHIP_ERROR_ARGUMENT;
}

bship_status bship_board_place(bship_board *board, bship_placement placement)
{
    bsi_placement where;
    if (!board)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = check_placement(board, placement, &where);
    if (status)
        return status;
    if (is_placed(board, placement.ship))
        bsi_layout_remove(&board->layout, placement.ship);
    else
        board->missing--;
    bsi_layout_place(&board->layout, placement.ship, where);
    return BSHIP_OK;
}

bship_status bsi_board_add(bship_board *board, bship_placement placement)
{
    if (bsi_board_has_ship(board, placement.ship) && is_placed(board, placement.ship))
        return BSHIP_ERROR_PLACED;
    return bship_board_place(board, placement);
}

bship_status bship_board_remove(bship_board *board, int32_t ship)
{
    if (!board)
        return BSHIP_ERROR_ARGUMENT;
    if (!bsi_board_has_ship(board, ship))
        return BSHIP_ERROR_RANGE;
    if (board->shot_count > 0)
        return BSHIP_ERROR_STARTED;
    if (!is_placed(board, ship))
        return BSHIP_ERROR_NOT_PLACED;
    bsi_layout_remove(&board->layout, ship);
    board->missing++;
    return BSHIP_OK;
}

/* ---- the whole fleet ---- */

void bsi_board_save(bship_board *board)
{
    size_t ships = (size_t)board->rules->fleet->count;
    memcpy(board->saved, board->layout.placements, ships * sizeof *board->saved);
}

void bsi_board_save_and_clear(bship_board *board)
{
    bsi_board_save(board);
    bsi_layout_clear(&board->layout);
    board->missing = board->rules->fleet->count;
}

void bsi_board_restore(bship_board *board)
{
    bsi_layout_clear(&board->layout);
    board->missing = board->rules->fleet->count;
    for (int32_t i = 0; i < board->rules->fleet->count; i++) {
        if (board->saved[i].position) {
            bsi_layout_place(&board->layout, i, board->saved[i]);
            board->missing--;
        }
    }
}

bship_status bship_board_place_layout(bship_board *board, const bship_placement *placements,
                                      size_t count, bship_error *error)
{
    if (!board || !placements)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (board->shot_count > 0)
        return bsi_fail_plain(error, BSHIP_ERROR_STARTED);
    if (count != (size_t)board->rules->fleet->count)
        return bsi_fail(error, BSHIP_ERROR_COUNT, -1,
                        "expected %d placements, one for each ship, not %zu",
                        (int)board->rules->fleet->count, count);
    bsi_board_save_and_clear(board);
    for (size_t i = 0; i < count; i++) {
        bship_status status = bsi_board_add(board, placements[i]);
        if (status) {
            bsi_fail_placement(error, status, &board->layout, i, placements[i]);
            bsi_board_restore(board);
            return status;
        }
    }
    return BSHIP_OK;
}

/* ---- queries for placing ---- */

int32_t bship_board_missing(const bship_board *board, int32_t from)
{
    for (int32_t i = from < 0 ? 0 : from; i < board->rules->fleet->count; i++) {
        if (!is_placed(board, i))
            return i;
    }
    return -1;
}

size_t bship_board_layout(const bship_board *board, bship_placement *placements, size_t capacity)
{
    capacity = bsi_room(placements, capacity);
    size_t count = 0;
    for (int32_t i = 0; i < board->rules->fleet->count; i++) {
        if (!is_placed(board, i))
            continue;
        if (count < capacity)
            bship_board_placement(board, i, &placements[count]);
        count++;
    }
    return count;
}

size_t bship_board_conflicts(const bship_board *board, bship_placement placement,
                             bship_conflict *conflicts, size_t capacity)
{
    capacity = bsi_room(conflicts, capacity);
    bship_conflict conflict;
    size_t count = 0;
    if (!bsi_board_has_ship(board, placement.ship) || !bsi_is_orientation(placement.orientation))
        return 0;
    bsi_conflicts walk = bsi_conflicts_of(&board->layout, placement);
    while (bsi_conflicts_next(&walk, &conflict)) {
        if (count < capacity)
            conflicts[count] = conflict;
        count++;
    }
    return count;
}
