/* Reading the lines of shots of a record, and of those that await their reports. */
#include <stdbool.h>

#include "play/notation.h"
#include "play/record_read.h"

/* Where the shots of a line go. */
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

/* Reads the shots, and the total if there is one, into the last entry. */
static bship_status read_entry(const bsi_line *line, struct target *target, const char *at)
{
    const bship_rules *rules = target->record->rules;
    bsi_turn_reader reader = { .rules = rules,
                               .has_reports = true,
                               .most = rules->positions,
                               .check = check_cell,
                               .add_shot = add_shot,
                               .add_item = add_item,
                               .user = target };
    bship_status status = bsi_read_turn(line, &reader, at);
    bsi_entry *entry = bsi_entry_of(target->record, target->record->entries.count - 1);
    if (!status && bsi_reports_totals(rules)) {
        entry->hits = reader.hits;
        entry->sunk = reader.sunk;
    }
    return status;
}

bship_status bsi_read_shots(const bsi_line *line, bship_record *record, bsi_track *track,
                            int32_t side, const char *at)
{
    struct target target = { record, track, side };
    bship_status status = bsi_record_add_entry(record, side, bsi_reports_totals(record->rules),
                                               bsi_line_place(line, at));
    if (status)
        return bsi_fail_plain(line->error, status);
    status = read_entry(line, &target, at);
    if (status)
        return status;
    const bsi_fault *fault = bsi_track_entry(track, record);
    if (!fault->status)
        return BSHIP_OK;
    return bsi_fail_at(line->error, fault->status, fault->place.line, fault->place.column, "%s",
                       fault->text);
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
    if (!fault->status)
        return BSHIP_OK;
    return bsi_fail_at(line->error, fault->status, fault->place.line, fault->place.column, "%s",
                       fault->text);
}
