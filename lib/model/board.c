/* A board: memory and queries. Ships are placed in board_place.c, shots fired in board_fire.c. */
#include "model/board.h"

#include <stdbool.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/versioned.h"

static bship_status board_alloc(bship_board **out, const bship_rules *rules)
{
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    bship_board *board = bsi_alloc(allocator, 1, sizeof *board);
    if (!board)
        return BSHIP_ERROR_MEMORY;
    board->rules = bship_rules_ref(rules);
    board->salvo_cells.positions = rules->positions;
    bship_status status = bsi_layout_open(&board->layout, rules, allocator);
    board->saved = bsi_alloc(allocator, ships, sizeof *board->saved);
    board->drawn = bsi_alloc(allocator, ships, sizeof *board->drawn);
    board->scratch = bsi_alloc(allocator, ships, sizeof *board->scratch);
    board->hits = bsi_alloc(allocator, ships, sizeof *board->hits);
    board->marks = bsi_alloc(allocator, rules->positions, sizeof *board->marks);
    board->salvo_cells.stamps =
        bsi_alloc(allocator, rules->positions, sizeof *board->salvo_cells.stamps);
    if (status || !board->saved || !board->drawn || !board->scratch || !board->hits ||
        !board->marks || !board->salvo_cells.stamps) {
        bship_board_free(board);
        return BSHIP_ERROR_MEMORY;
    }
    *out = board;
    return BSHIP_OK;
}

bship_status bship_board_new(bship_board **out, const bship_rules *rules,
                             const bship_board_options *options, bship_error *error)
{
    bship_board_options known;
    if (!out || !rules)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status =
        bsi_versioned_read(&known, BSI_VERSIONED(bship_board_options), options, error);
    if (status)
        return status;
    status = board_alloc(out, rules);
    if (status)
        return bsi_fail_plain(error, status);
    bship_board_clear(*out);
    return BSHIP_OK;
}

void bship_board_free(bship_board *board)
{
    if (!board)
        return;
    bship_rules *rules = board->rules;
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    bsi_layout_close(&board->layout, allocator);
    bsi_free(allocator, board->saved, ships, sizeof *board->saved);
    bsi_free(allocator, board->drawn, ships, sizeof *board->drawn);
    bsi_free(allocator, board->scratch, ships, sizeof *board->scratch);
    bsi_free(allocator, board->hits, ships, sizeof *board->hits);
    bsi_free(allocator, board->marks, rules->positions, sizeof *board->marks);
    bsi_free(allocator, board->salvo_cells.stamps, rules->positions,
             sizeof *board->salvo_cells.stamps);
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
    board->missing = source->missing;
    board->unsunk = source->unsunk;
    board->shot_count = source->shot_count;
    return BSHIP_OK;
}

/* ---- clearing ---- */

void bship_board_clear_shots(bship_board *board)
{
    memcpy(board->marks, board->rules->blocked, board->rules->positions * sizeof *board->marks);
    memset(board->hits, 0, (size_t)board->rules->fleet->count * sizeof *board->hits);
    board->unsunk = board->rules->fleet->count;
    board->shot_count = 0;
}

void bship_board_clear(bship_board *board)
{
    bship_board_clear_shots(board);
    bsi_layout_clear(&board->layout);
    board->missing = board->rules->fleet->count;
}

/* ---- queries ---- */

int bship_board_is_complete(const bship_board *board)
{
    return board->missing == 0;
}

bship_status bship_board_placement(const bship_board *board, int32_t ship, bship_placement *out)
{
    if (!board || !out)
        return BSHIP_ERROR_ARGUMENT;
    if (!bsi_board_has_ship(board, ship))
        return BSHIP_ERROR_RANGE;
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
        return BSHIP_BOARD_STATE_BLOCKED;
    if (ship < 0)
        return is_shot ? BSHIP_BOARD_STATE_MISSED : BSHIP_BOARD_STATE_WATER;
    if (board->hits[ship] == board->rules->fleet->ships[ship].length)
        return BSHIP_BOARD_STATE_SUNK;
    return is_shot ? BSHIP_BOARD_STATE_HIT : BSHIP_BOARD_STATE_SHIP;
}

int32_t bship_board_state_at(const bship_board *board, bship_cell cell)
{
    if (!bsi_on_board(board->rules, cell))
        return BSHIP_BOARD_STATE_BLOCKED;
    return state_of(board, bsi_position(board->rules, cell));
}

size_t bship_board_states(const bship_board *board, uint8_t *states, size_t capacity)
{
    capacity = bsi_room(states, capacity);
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
    return bsi_board_has_ship(board, ship) ? board->hits[ship] : 0;
}

int64_t bship_board_shots(const bship_board *board)
{
    return board->shot_count;
}

int32_t bship_board_ships_afloat(const bship_board *board)
{
    return board->unsunk - board->missing;
}

int64_t bship_board_points(const bship_board *board)
{
    const bship_fleet *fleet = board->rules->fleet;
    int64_t points = 0;
    for (int32_t i = 0; i < fleet->count; i++)
        points += board->hits[i] == fleet->ships[i].length ? fleet->ships[i].points : 0;
    return points;
}

int bship_board_is_defeated(const bship_board *board)
{
    return board->unsunk == 0;
}

/* ---- names ---- */

static const bsi_name_row states[] = {
    [BSHIP_BOARD_STATE_WATER] = { "water", "water, not fired at" },
    [BSHIP_BOARD_STATE_SHIP] = { "ship", "a ship, not hit in this cell" },
    [BSHIP_BOARD_STATE_MISSED] = { "missed", "water, fired at" },
    [BSHIP_BOARD_STATE_HIT] = { "hit", "a ship, hit in this cell and still afloat" },
    [BSHIP_BOARD_STATE_SUNK] = { "sunk", "a sunk ship" },
    [BSHIP_BOARD_STATE_BLOCKED] = { "blocked", "a blocked cell" },
};

const bsi_names bsi_board_state_names = BSI_NAMES(states);

static const bsi_name_row results[] = {
    [BSHIP_RESULT_MISS] = { "miss", "water" },
    [BSHIP_RESULT_HIT] = { "hit", "a ship, and no sinking that is disclosed" },
    [BSHIP_RESULT_SUNK] = { "sunk", "the last cell of a ship" },
    [BSHIP_RESULT_WASTED] = { "wasted", "a cell fired at before, or known water" },
};

const bsi_names bsi_result_names = BSI_NAMES(results);
