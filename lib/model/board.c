/* A board: placing ships, and queries. Shots are in board_fire.c. */
#include "model/board.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "model/fault.h"

bship_status bship_board_new(bship_board **out, const bship_rules *rules)
{
    if (!out || !rules)
        return BSHIP_ERROR_ARGUMENT;
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    bship_board *board = bsi_alloc(allocator, 1, sizeof *board);
    if (!board)
        return BSHIP_ERROR_MEMORY;
    board->rules = bship_rules_ref(rules);
    board->layout.rules = rules;
    board->name_set.positions = rules->positions;
    board->layout.grid = bsi_alloc(allocator, rules->positions, sizeof *board->layout.grid);
    board->layout.placements = bsi_alloc(allocator, ships, sizeof *board->layout.placements);
    board->saved = bsi_alloc(allocator, ships, sizeof *board->saved);
    board->drawn = bsi_alloc(allocator, ships, sizeof *board->drawn);
    board->scratch = bsi_alloc(allocator, ships, sizeof *board->scratch);
    board->hits = bsi_alloc(allocator, ships, sizeof *board->hits);
    board->marks = bsi_alloc(allocator, rules->positions, sizeof *board->marks);
    board->name_set.salvos = bsi_alloc(allocator, rules->positions, sizeof *board->name_set.salvos);
    if (!board->layout.grid || !board->layout.placements || !board->saved || !board->drawn ||
        !board->scratch || !board->hits || !board->marks || !board->name_set.salvos) {
        bship_board_free(board);
        return BSHIP_ERROR_MEMORY;
    }
    *out = board;
    return BSHIP_OK;
}

void bship_board_free(bship_board *board)
{
    if (!board)
        return;
    bship_rules *rules = board->rules;
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    bsi_free(allocator, board->layout.grid, rules->positions, sizeof *board->layout.grid);
    bsi_free(allocator, board->layout.placements, ships, sizeof *board->layout.placements);
    bsi_free(allocator, board->saved, ships, sizeof *board->saved);
    bsi_free(allocator, board->drawn, ships, sizeof *board->drawn);
    bsi_free(allocator, board->scratch, ships, sizeof *board->scratch);
    bsi_free(allocator, board->hits, ships, sizeof *board->hits);
    bsi_free(allocator, board->marks, rules->positions, sizeof *board->marks);
    bsi_free(allocator, board->name_set.salvos, rules->positions, sizeof *board->name_set.salvos);
    bsi_free(allocator, board, 1, sizeof *board);
    bship_rules_unref(rules);
}

const bship_rules *bship_board_rules(const bship_board *board)
{
    return board->rules;
}

bship_status bship_board_copy(bship_board *board, const bship_board *source)
{
    if (!board || !source)
        return BSHIP_ERROR_ARGUMENT;
    if (!bship_rules_equal(board->rules, source->rules))
        return BSHIP_ERROR_RULES;
    if (board == source)
        return BSHIP_OK;
    size_t positions = board->rules->positions;
    size_t ships = (size_t)board->rules->fleet->count;
    memcpy(board->layout.grid, source->layout.grid, positions * sizeof *board->layout.grid);
    memcpy(board->layout.placements, source->layout.placements,
           ships * sizeof *board->layout.placements);
    memcpy(board->hits, source->hits, ships * sizeof *board->hits);
    memcpy(board->marks, source->marks, positions * sizeof *board->marks);
    board->placed = source->placed;
    board->sunk = source->sunk;
    board->hit_count = source->hit_count;
    board->shot_count = source->shot_count;
    return BSHIP_OK;
}

/* ---- placing ships ---- */

static bool has_ship(const bship_board *board, int32_t ship)
{
    return ship >= 0 && ship < board->rules->fleet->count;
}

/* Converts a placement to a position on the grid: OK, ARGUMENT or OFF_BOARD. */
static bship_status where_of(const bship_board *board, bship_placement placement,
                             bsi_placement *where)
{
    const bship_rules *rules = board->rules;
    if (!has_ship(board, placement.ship) ||
        (placement.orientation != BSHIP_ORIENTATION_HORIZONTAL &&
         placement.orientation != BSHIP_ORIENTATION_VERTICAL))
        return BSHIP_ERROR_ARGUMENT;
    int32_t length = rules->fleet->ships[placement.ship].length;
    /* A ship of length 1 has only one placement per cell. */
    int32_t orientation = length == 1 ? BSHIP_ORIENTATION_HORIZONTAL : placement.orientation;
    bship_cell first = { placement.x, placement.y };
    int32_t room = orientation == BSHIP_ORIENTATION_HORIZONTAL ? rules->width - length
                                                               : rules->height - length;
    if (!bsi_on_board(rules, first) ||
        (orientation == BSHIP_ORIENTATION_HORIZONTAL ? first.x : first.y) > room)
        return BSHIP_ERROR_OFF_BOARD;
    *where = bsi_placement_of(0, orientation, bsi_position(rules, first));
    return BSHIP_OK;
}

static bship_status check_placement(const bship_board *board, bship_placement placement,
                                    bsi_placement *where)
{
    bship_status status = where_of(board, placement, where);
    if (status == BSHIP_ERROR_ARGUMENT)
        return status;
    if (board->shot_count > 0)
        return BSHIP_ERROR_STARTED;
    if (board->layout.placements[placement.ship].position)
        return BSHIP_ERROR_PLACED;
    if (status)
        return status;
    int32_t length = board->rules->fleet->ships[placement.ship].length;
    return bsi_layout_check(&board->layout, length, *where);
}

bship_status bship_board_can_place(const bship_board *board, bship_placement placement)
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
    bsi_layout_place(&board->layout, placement.ship, where);
    board->placed++;
    return BSHIP_OK;
}

bship_status bship_board_remove(bship_board *board, int32_t ship)
{
    if (!board || !has_ship(board, ship))
        return BSHIP_ERROR_ARGUMENT;
    if (board->shot_count > 0)
        return BSHIP_ERROR_STARTED;
    if (!board->layout.placements[ship].position)
        return BSHIP_ERROR_NOT_PLACED;
    bsi_layout_remove(&board->layout, ship);
    board->placed--;
    return BSHIP_OK;
}

void bsi_board_save_and_clear(bship_board *board)
{
    size_t ships = (size_t)board->rules->fleet->count;
    memcpy(board->saved, board->layout.placements, ships * sizeof *board->saved);
    bsi_layout_clear(&board->layout);
    board->placed = 0;
}

void bsi_board_restore(bship_board *board)
{
    bsi_layout_clear(&board->layout);
    board->placed = 0;
    for (int32_t i = 0; i < board->rules->fleet->count; i++) {
        if (board->saved[i].position) {
            bsi_layout_place(&board->layout, i, board->saved[i]);
            board->placed++;
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
        return bsi_fail(error, BSHIP_ERROR_NOT_PLACED, -1,
                        "expected %d placements, one for each ship, not %zu",
                        (int)board->rules->fleet->count, count);
    bsi_board_save_and_clear(board);
    for (size_t i = 0; i < count; i++) {
        bship_status status = bship_board_place(board, placements[i]);
        if (status) {
            bsi_fail_placement(error, status, &board->layout, i, placements[i]);
            bsi_board_restore(board);
            return status;
        }
    }
    return BSHIP_OK;
}

void bship_board_clear_shots(bship_board *board)
{
    memset(board->marks, 0, board->rules->positions * sizeof *board->marks);
    memset(board->hits, 0, (size_t)board->rules->fleet->count * sizeof *board->hits);
    board->sunk = 0;
    board->hit_count = 0;
    board->shot_count = 0;
}

void bship_board_clear(bship_board *board)
{
    bship_board_clear_shots(board);
    bsi_layout_clear(&board->layout);
    board->placed = 0;
}

/* ---- queries ---- */

int bship_board_is_complete(const bship_board *board)
{
    return board->placed == board->rules->fleet->count;
}

bship_status bship_board_placement(const bship_board *board, int32_t ship, bship_placement *out)
{
    if (!board || !out || !has_ship(board, ship))
        return BSHIP_ERROR_ARGUMENT;
    bsi_placement where = board->layout.placements[ship];
    if (!where.position)
        return BSHIP_ERROR_NOT_PLACED;
    bship_cell first = bsi_cell(board->rules, where.position);
    *out = (bship_placement){ ship, first.x, first.y, where.orientation };
    return BSHIP_OK;
}

int32_t bship_board_ship_at(const bship_board *board, bship_cell cell)
{
    if (!bsi_on_board(board->rules, cell))
        return -1;
    return board->layout.grid[bsi_position(board->rules, cell)] - 1;
}

static int32_t state_of(const bship_board *board, uint32_t position)
{
    int32_t ship = board->layout.grid[position] - 1;
    bool is_shot = board->marks[position] & BSI_SHOT;
    if (board->rules->blocked[position])
        return BSHIP_BOARD_BLOCKED;
    if (ship < 0)
        return is_shot ? BSHIP_BOARD_MISSED : BSHIP_BOARD_WATER;
    if (board->hits[ship] == board->rules->fleet->ships[ship].length)
        return BSHIP_BOARD_SUNK;
    return is_shot ? BSHIP_BOARD_HIT : BSHIP_BOARD_SHIP;
}

int32_t bship_board_state_at(const bship_board *board, bship_cell cell)
{
    if (!bsi_on_board(board->rules, cell))
        return BSHIP_BOARD_BLOCKED;
    return state_of(board, bsi_position(board->rules, cell));
}

size_t bship_board_states(const bship_board *board, uint8_t *states, size_t capacity)
{
    const bship_rules *rules = board->rules;
    size_t next = 0;
    for (int32_t y = 0; y < rules->height && next < capacity; y++) {
        for (int32_t x = 0; x < rules->width && next < capacity; x++) {
            uint32_t position = bsi_position(rules, (bship_cell){ x, y });
            states[next++] = (uint8_t)state_of(board, position);
        }
    }
    return (size_t)rules->width * (size_t)rules->height;
}

int32_t bship_board_hits_of_ship(const bship_board *board, int32_t ship)
{
    return has_ship(board, ship) ? board->hits[ship] : 0;
}

int32_t bship_board_hits(const bship_board *board)
{
    return board->hit_count;
}

int64_t bship_board_shots(const bship_board *board)
{
    return board->shot_count;
}

int32_t bship_board_ships_afloat(const bship_board *board)
{
    return board->placed - board->sunk;
}

int bship_board_is_defeated(const bship_board *board)
{
    return board->sunk == board->rules->fleet->count;
}
