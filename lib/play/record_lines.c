/*
 * Reading the lines of a record about ships and shots. Ships have a line each, in the order of the
 * text; a *draft* of a side's layout checks that they fit together.
 */
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "play/notation.h"
#include "play/record_read.h"

/* ---- ships ---- */

static bship_status begin_draft(bsi_draft *draft, bship_record *record, int32_t side)
{
    if (record->layouts[side])
        return BSHIP_OK;
    bship_status status = bsi_layout_open(&draft->layout, record->rules, &record->allocator);
    bool is_made = !status && bsi_record_add_layout(record, side);
    return is_made ? BSHIP_OK : BSHIP_ERROR_MEMORY;
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
    const char *where = at;
    status =
        bsi_read_where(line, &at, record->rules->fleet->ships[ship].length, &cell, &orientation);
    if (!status && *at)
        status = bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at, "expected the end of the line");
    if (status)
        return status;
    status =
        place(draft, record->layouts[side], (bship_placement){ ship, cell.x, cell.y, orientation });
    return status ? bsi_line_fail(line, status, where, "%s", bship_status_message((int32_t)status))
                  : BSHIP_OK;
}

/* ---- shots ---- */

/* Where the shots of a line are added, for callbacks. */
struct target {
    bship_record *record;
    bsi_track *track;
    int32_t side;
};

static bship_status check_cell(bship_cell cell, bsi_wasted *wasted, void *user)
{
    const struct target *target = user;
    bool is_known = false;
    bship_status status = bsi_track_cell(target->track, target->side, cell, &is_known);
    *wasted = is_known ? BSI_WASTED_ALWAYS : BSI_WASTED_NEVER;
    return status;
}

static bship_status add_shot(const bsi_shot *shot, void *user)
{
    return bsi_record_add_shot(((const struct target *)user)->record, shot);
}

static bship_status add_item(bsi_item item, void *user)
{
    return bsi_record_add_item(((const struct target *)user)->record, item);
}

static bship_status add_pending(const bsi_shot *shot, void *user)
{
    bship_record *record = ((const struct target *)user)->record;
    return bsi_record_add_pending(record, bsi_cell(record->rules, shot->position));
}

/* Fails with a violation of the rules of turns; OK if there is none. */
static bship_status fail_turn(const bsi_line *line, const bsi_fault *fault)
{
    if (!fault->status)
        return BSHIP_OK;
    return bsi_fail_at(line->error, fault->status, fault->place.line, fault->place.column, "%s",
                       fault->text);
}

bship_status bsi_read_shots(const bsi_line *line, bship_record *record, bsi_track *track,
                            int32_t side, const char *at)
{
    struct target target = { record, track, side };
    bship_status status = bsi_record_add_entry(record, side, bsi_reports_totals(record->rules),
                                               bsi_line_place(line, at));
    if (status)
        return bsi_fail_plain(line->error, status);
    bsi_turn_reader reader = { .rules = record->rules,
                               .has_reports = true,
                               .most = record->rules->positions,
                               .check = check_cell,
                               .add_shot = add_shot,
                               .add_item = add_item,
                               .user = &target };
    status = bsi_read_turn(line, &reader, at);
    if (status)
        return status;
    bsi_entry *entry = &record->entries.items[record->entries.count - 1];
    if (bsi_reports_totals(record->rules)) {
        entry->hits = reader.hits;
        entry->sunk = reader.sunk;
    }
    return fail_turn(line, bsi_track_entry(track, record));
}

bship_status bsi_read_pending(const bsi_line *line, bship_record *record, bsi_track *track,
                              int32_t side, const char *at)
{
    struct target target = { record, track, side };
    bsi_turn_reader reader = { .rules = record->rules,
                               .most = record->rules->positions,
                               .check = check_cell,
                               .add_shot = add_pending,
                               .user = &target };
    bship_status status = bsi_read_turn(line, &reader, at);
    if (status)
        return status;
    const bsi_fault *fault =
        bsi_track_pending(track, side, record->pending.count, bsi_line_place(line, at));
    return fail_turn(line, fault);
}
