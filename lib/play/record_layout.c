/* Reading the layouts of a record: one ship a line, laid as they come. */
#include "play/record_layout.h"

#include <string.h>

#include "base/error.h"

static bship_status begin_draft(bship_internal_draft *draft, bship_record *record, int32_t side)
{
    const bship_rules *rules = record->rules;
    size_t ships = (size_t)rules->fleet->count;
    bship_internal_layout *layout = &draft->layout;
    if (record->layouts[side])
        return BSHIP_OK;
    layout->rules = rules;
    layout->grid = bship_internal_alloc(&record->allocator, rules->positions, sizeof *layout->grid);
    layout->spots = bship_internal_alloc(&record->allocator, ships, sizeof *layout->spots);
    record->layouts[side] =
        bship_internal_alloc(&record->allocator, ships, sizeof *record->layouts[side]);
    return layout->grid && layout->spots && record->layouts[side] ? BSHIP_OK : BSHIP_ERROR_MEMORY;
}

void bship_internal_draft_free(bship_internal_draft *draft, const bship_allocator *allocator)
{
    const bship_internal_layout *layout = &draft->layout;
    if (!layout->rules)
        return;
    bship_internal_free(allocator, layout->grid, layout->rules->positions, sizeof *layout->grid);
    bship_internal_free(allocator, layout->spots, (size_t)layout->rules->fleet->count,
                        sizeof *layout->spots);
}

/* The first ship of a name, or of a length unless that is 0, that is not laid yet; or -1. */
static int32_t next_ship(const bship_internal_draft *draft, int32_t first, int32_t length)
{
    const bship_fleet *fleet = draft->layout.rules->fleet;
    for (int32_t i = first; i < fleet->count; i++) {
        const bship_internal_ship *ship = &fleet->ships[i];
        int is_meant = length ? ship->length == length : ship->first_of_name == first;
        if (is_meant && draft->layout.spots[i].position == 0)
            return i;
    }
    return -1;
}

/* Reads `right` or `down` up to the end of the line; a ship of length 1 lies right. */
static bship_status read_orientation(const bship_internal_line *line, const char *at,
                                     int32_t length, int32_t *out)
{
    int is_down = strcmp(at, "down") == 0;
    *out = is_down ? BSHIP_DOWN : BSHIP_RIGHT;
    if (strcmp(at, "right") == 0 || (is_down && length > 1))
        return BSHIP_OK;
    return bship_internal_line_fail(line, BSHIP_ERROR_SYNTAX, at,
                                    length > 1 ? "expected right or down" : "expected right");
}

/* Lays a ship, if it may lie there. */
static bship_status lay(bship_internal_draft *draft, bship_placement *placements,
                        bship_placement placement)
{
    const bship_rules *rules = draft->layout.rules;
    int32_t length = rules->fleet->ships[placement.ship].length;
    if (bship_placement_index(rules, placement) < 0)
        return BSHIP_ERROR_OFF_BOARD;
    bship_internal_spot spot = { bship_internal_position(rules,
                                                         (bship_cell){ placement.x, placement.y }),
                                 placement.orientation };
    bship_status status = bship_internal_layout_check(&draft->layout, length, spot);
    if (status)
        return status;
    bship_internal_layout_put(&draft->layout, placement.ship, spot);
    placements[placement.ship] = placement;
    draft->laid++;
    return BSHIP_OK;
}

static bship_status expect_field(const bship_internal_line *line, char **at, const char *expected)
{
    char *begin = *at;
    *at = bship_internal_skip_blanks(begin);
    if (*at > begin && **at)
        return BSHIP_OK;
    return bship_internal_line_fail(line, BSHIP_ERROR_SYNTAX, *at, "%s", expected);
}

bship_status bship_internal_read_ship_line(const bship_internal_line *line, bship_record *record,
                                           bship_internal_draft *draft, int32_t side, char *at)
{
    const char *named = at, *end = at;
    int32_t length, ship, orientation;
    bship_cell cell;
    bship_status status = begin_draft(draft, record, side);
    if (status)
        return bship_internal_fail_plain(line->error, status);
    status = bship_internal_read_ship(line, record->rules, &end, &ship, &length);
    if (status)
        return status;
    ship = next_ship(draft, ship, length);
    if (ship < 0)
        return bship_internal_line_fail(line, BSHIP_ERROR_PLACED, named,
                                        "expected a ship that is not laid yet");
    at += end - at;
    status = expect_field(line, &at, "expected a cell such as A1");
    char *where = at;
    if (!status)
        status = bship_internal_read_cell(line, &at, &cell);
    if (!status)
        status = expect_field(line, &at, "expected right or down");
    if (!status)
        status = read_orientation(line, at, record->rules->fleet->ships[ship].length, &orientation);
    if (status)
        return status;
    status =
        lay(draft, record->layouts[side], (bship_placement){ ship, cell.x, cell.y, orientation });
    return status ? bship_internal_line_fail(line, status, where, "%s",
                                             bship_status_message((int32_t)status))
                  : BSHIP_OK;
}
