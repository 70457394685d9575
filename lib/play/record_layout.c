/* The layouts of a record: read one ship per line, in the order of the text; or set as a whole. */
#include "play/record_layout.h"

#include <stdbool.h>
#include <string.h>

#include "base/error.h"

static bship_status begin_draft(bsi_draft *draft, bship_record *record, int32_t side)
{
    const bship_rules *rules = record->rules;
    size_t ships = (size_t)rules->fleet->count;
    bsi_layout *layout = &draft->layout;
    if (record->layouts[side])
        return BSHIP_OK;
    layout->rules = rules;
    layout->grid = bsi_alloc(&record->allocator, rules->positions, sizeof *layout->grid);
    layout->placements = bsi_alloc(&record->allocator, ships, sizeof *layout->placements);
    bool is_made = bsi_record_add_layout(record, side) && layout->grid && layout->placements;
    return is_made ? BSHIP_OK : BSHIP_ERROR_MEMORY;
}

void bsi_draft_free(bsi_draft *draft, const bship_allocator *allocator)
{
    const bsi_layout *layout = &draft->layout;
    if (!layout->rules)
        return;
    bsi_free(allocator, layout->grid, layout->rules->positions, sizeof *layout->grid);
    bsi_free(allocator, layout->placements, (size_t)layout->rules->fleet->count,
             sizeof *layout->placements);
}

/* The first ship not yet placed of a length, or of a name if `length` is 0; or -1. */
static int32_t next_ship(const bsi_draft *draft, int32_t first, int32_t length)
{
    const bship_fleet *fleet = draft->layout.rules->fleet;
    for (int32_t i = first; i < fleet->count; i++) {
        const bsi_ship *ship = &fleet->ships[i];
        bool is_meant = length ? ship->length == length : ship->first_of_name == first;
        if (is_meant && draft->layout.placements[i].position == 0)
            return i;
    }
    return -1;
}

/* Reads `right` or `down` up to the end of the line; a ship of length 1 must have `right`. */
static bship_status read_orientation(const bsi_line *line, const char *at, int32_t length,
                                     int32_t *out)
{
    bool is_down = strcmp(at, "down") == 0;
    *out = is_down ? BSHIP_ORIENTATION_VERTICAL : BSHIP_ORIENTATION_HORIZONTAL;
    if (strcmp(at, "right") == 0 || (is_down && length > 1))
        return BSHIP_OK;
    return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at,
                         length > 1 ? "expected right or down" : "expected right");
}

/* Places a ship if the rules allow it. */
static bship_status place(bsi_draft *draft, bship_placement *placements, bship_placement placement)
{
    const bship_rules *rules = draft->layout.rules;
    int32_t length = rules->fleet->ships[placement.ship].length;
    if (bship_rules_placement_index(rules, placement) < 0)
        return BSHIP_ERROR_OFF_BOARD;
    bsi_placement where = bsi_placement_of(
        0, placement.orientation, bsi_position(rules, (bship_cell){ placement.x, placement.y }));
    bship_status status = bsi_layout_check(&draft->layout, length, where);
    if (status)
        return status;
    bsi_layout_place(&draft->layout, placement.ship, where);
    placements[placement.ship] = placement;
    draft->placed++;
    return BSHIP_OK;
}

/* Checks that a blank and another field follow what was read. */
static bship_status expect_field(const bsi_line *line, const char *at, const char *expected)
{
    if (strchr(" \t", at[-1]) && *at)
        return BSHIP_OK;
    return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at, "%s", expected);
}

bship_status bsi_read_ship_line(const bsi_line *line, bship_record *record, bsi_draft *draft,
                                int32_t side, const char *at)
{
    const char *named = at;
    int32_t length, ship, orientation;
    bship_cell cell;
    bship_status status = begin_draft(draft, record, side);
    if (status)
        return bsi_fail_plain(line->error, status);
    status = bsi_read_ship(line, record->rules, &at, &ship, &length);
    if (status)
        return status;
    ship = next_ship(draft, ship, length);
    if (ship < 0)
        return bsi_line_fail(line, BSHIP_ERROR_PLACED, named,
                             "expected a ship that is not placed yet");
    status = expect_field(line, at, "expected a cell such as A1");
    const char *where = at;
    if (!status)
        status = bsi_read_cell(line, &at, &cell);
    if (!status)
        status = expect_field(line, at, "expected right or down");
    if (!status)
        status = read_orientation(line, at, record->rules->fleet->ships[ship].length, &orientation);
    if (status)
        return status;
    status =
        place(draft, record->layouts[side], (bship_placement){ ship, cell.x, cell.y, orientation });
    return status ? bsi_line_fail(line, status, where, "%s", bship_status_message((int32_t)status))
                  : BSHIP_OK;
}

/* ---- setting ---- */

/*
 * The first missing ship of a ship's name. A record names ships, not their numbers: of several
 * ships of one name, those that are missing are the last.
 */
static int32_t first_missing(const bship_fleet *fleet, const bship_placement *layout, int32_t ship)
{
    int32_t name = fleet->ships[ship].first_of_name, i = name;
    while (layout[i].ship >= 0 || fleet->ships[i].first_of_name != name)
        i++;
    return i;
}

bship_status bsi_record_keep_layout(bship_record *record, int32_t side, const bship_board *board)
{
    bship_placement placement, *layout = bsi_record_add_layout(record, side);
    for (int32_t i = 0; layout && i < record->rules->fleet->count; i++) {
        if (bship_board_placement(board, i, &placement) == BSHIP_OK) {
            placement.ship = first_missing(record->rules->fleet, layout, i);
            layout[placement.ship] = placement;
        }
    }
    return layout ? BSHIP_OK : BSHIP_ERROR_MEMORY;
}

static void remove_layout(bship_record *record, int32_t side)
{
    bsi_free(&record->allocator, record->layouts[side], (size_t)record->rules->fleet->count,
             sizeof(bship_placement));
    record->layouts[side] = NULL;
}

bship_status bship_record_set_layout(bship_record *record, int32_t side,
                                     const bship_placement *placements, size_t count,
                                     bship_error *error)
{
    bship_board *board = NULL;
    if (!record || !bsi_is_side(side) || (!placements && count > 0))
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (!placements) {
        remove_layout(record, side);
        return BSHIP_OK;
    }
    bship_status status = bship_board_new(&board, record->rules, NULL, NULL);
    if (!status)
        status = bship_board_place_layout(board, placements, count, error);
    if (!status)
        status = bsi_record_keep_layout(record, side, board);
    if (status == BSHIP_ERROR_MEMORY)
        bsi_fail_plain(error, status);
    bship_board_free(board);
    return status;
}
