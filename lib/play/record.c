/* A record: creation, additions, layouts and queries. */
#include "play/record.h"

#include <stdbool.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/versioned.h"
#include "model/board.h"
#include "play/turns.h"

/* ---- creating and freeing ---- */

bship_status bsi_record_alloc(bship_record **out, const bship_allocator *allocator)
{
    bship_record *record = bsi_alloc(allocator, 1, sizeof *record);
    if (!record)
        return BSHIP_ERROR_MEMORY;
    record->allocator = *allocator;
    record->outcome = BSHIP_OUTCOME_NONE;
    *out = record;
    return BSHIP_OK;
}

bship_status bship_record_new(bship_record **out, const bship_rules *rules,
                              const bship_record_options *given, bship_error *error)
{
    bship_record_options options = BSHIP_RECORD_OPTIONS_INIT;
    if (!out || !rules)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status =
        bsi_versioned_read(&options, BSI_VERSIONED(bship_record_options), given, error);
    if (status)
        return status;
    const bship_allocator *inherited = &options.allocator;
    if (inherited->alloc || inherited->realloc || inherited->free)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                        "the record inherits the allocator of its rules");
    status = bsi_record_alloc(out, &rules->allocator);
    if (status)
        return bsi_fail_plain(error, status);
    (*out)->rules = bship_rules_ref(rules);
    return BSHIP_OK;
}

void bship_record_free(bship_record *record)
{
    if (!record)
        return;
    bship_allocator allocator = record->allocator;
    bship_rules *rules = record->rules;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        bsi_free(&allocator, record->layouts[side], rules ? (size_t)rules->fleet->count : 0,
                 sizeof(bship_placement));
    BSI_FREE(&record->extras, &allocator);
    BSI_FREE(&record->extra_where, &allocator);
    BSI_FREE(&record->entries, &allocator);
    BSI_FREE(&record->shots, &allocator);
    BSI_FREE(&record->items, &allocator);
    BSI_FREE(&record->pending, &allocator);
    BSI_FREE(&record->predecessors, &allocator);
    bsi_free(&allocator, record, 1, sizeof *record);
    bship_rules_unref(rules);
}

/* ---- additions ---- */

bship_placement *bsi_record_add_layout(bship_record *record, int32_t side)
{
    size_t ships = (size_t)record->rules->fleet->count;
    bship_placement *layout = record->layouts[side];
    if (!layout)
        layout = bsi_alloc(&record->allocator, ships, sizeof *layout);
    for (size_t i = 0; layout && i < ships; i++)
        layout[i].ship = -1;
    record->layouts[side] = layout;
    return layout;
}

bool bsi_layout_is_partial(const bship_record *record, int32_t side)
{
    const bship_placement *layout = record->layouts[side];
    for (int32_t i = 0; layout && i < record->rules->fleet->count; i++) {
        if (layout[i].ship < 0)
            return true;
    }
    return false;
}

bship_status bsi_record_add_entry(bship_record *record, int32_t side, bool is_total,
                                  bsi_place place)
{
    bship_status status = BSI_RESERVE(&record->entries, &record->allocator, 1);
    if (status)
        return status;
    record->entries.items[record->entries.count++] = (bsi_entry){ (uint32_t)record->shots.count,
                                                                  (uint32_t)record->items.count,
                                                                  is_total ? 0 : -1,
                                                                  -1,
                                                                  side,
                                                                  place };
    return BSHIP_OK;
}

bship_status bsi_record_add_shot(bship_record *record, const bsi_shot *shot)
{
    bship_status status = BSI_RESERVE(&record->shots, &record->allocator, 1);
    if (!status)
        record->shots.items[record->shots.count++] = *shot;
    return status;
}

bship_status bsi_record_add_item(bship_record *record, bsi_item item)
{
    bship_status status = BSI_RESERVE(&record->items, &record->allocator, 1);
    if (!status)
        record->items.items[record->items.count++] = item;
    return status;
}

bship_status bsi_record_add_pending(bship_record *record, bship_cell cell)
{
    bship_status status = BSI_RESERVE(&record->pending, &record->allocator, 1);
    if (!status)
        record->pending.items[record->pending.count++] = cell;
    return status;
}

bship_status bsi_record_keep(bship_record *record, const char *line, size_t bytes)
{
    bship_status status = BSI_RESERVE(&record->extras, &record->allocator, bytes + 1);
    if (!status)
        status = BSI_RESERVE(&record->extra_where, &record->allocator, 1);
    if (status)
        return status;
    char *text = record->extras.items + record->extras.count;
    memcpy(text, line, bytes);
    text[bytes] = '\0';
    record->extra_where.items[record->extra_where.count++] = record->extras.count;
    record->extras.count += bytes + 1;
    return BSHIP_OK;
}

bool bsi_is_extra(const char *line)
{
    const char *word = line + strspn(line, " \t");
    size_t bytes = strcspn(word, " \t");
    bool is_ours = bytes == sizeof BSI_UNTIL - 1 && strncmp(word, BSI_UNTIL, bytes) == 0;
    return strncmp(word, "x-", 2) == 0 || (strncmp(word, "optional-", 9) == 0 && !is_ours);
}

bship_status bship_record_add_extra(bship_record *record, const char *line, bship_error *error)
{
    if (!record || !line)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    size_t bytes = strlen(line);
    bship_status status = bsi_line_check(line, bytes, 1, error);
    if (status)
        return status;
    if (!bsi_is_extra(line))
        return bsi_fail_at(
            error, BSHIP_ERROR_SYNTAX, 1, 1,
            "expected a word that begins with x- or optional-, other than " BSI_UNTIL);
    status = bsi_record_keep(record, line, bytes);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

/* ---- layouts ---- */

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
        if (!bship_board_placement(board, i, &placement)) {
            placement.ship = first_missing(record->rules->fleet, layout, i);
            layout[placement.ship] = placement;
        }
    }
    return layout ? BSHIP_OK : BSHIP_ERROR_MEMORY;
}

bship_status bship_record_set_layout(bship_record *record, int32_t side,
                                     const bship_placement *placements, size_t count,
                                     bship_error *error)
{
    bship_board *board = NULL;
    if (!record || (!placements && count > 0))
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (bsi_check_side(side, error))
        return BSHIP_ERROR_ARGUMENT;
    if (!placements) {
        bsi_free(&record->allocator, record->layouts[side], (size_t)record->rules->fleet->count,
                 sizeof(bship_placement));
        record->layouts[side] = NULL;
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

/* ---- queries ---- */

const bship_rules *bship_record_rules(const bship_record *record)
{
    return record ? record->rules : NULL;
}

int64_t bship_record_extras(const bship_record *record)
{
    return (int64_t)record->extra_where.count;
}

const char *bship_record_extra(const bship_record *record, int64_t extra)
{
    if (extra < 0 || (uint64_t)extra >= record->extra_where.count)
        return NULL;
    return record->extras.items + record->extra_where.items[extra];
}

size_t bship_record_layout(const bship_record *record, int32_t side, bship_placement *placements,
                           size_t capacity)
{
    capacity = bsi_room(placements, capacity);
    size_t count = 0;
    const bship_placement *layout = bsi_is_side(side) ? record->layouts[side] : NULL;
    for (int32_t i = 0; layout && i < record->rules->fleet->count; i++) {
        if (layout[i].ship < 0)
            continue;
        if (count < capacity)
            placements[count] = layout[i];
        count++;
    }
    return count;
}

size_t bship_record_pending(const bship_record *record, bship_cell *cells, size_t capacity)
{
    capacity = bsi_room(cells, capacity);
    for (size_t i = 0; i < record->pending.count && i < capacity; i++)
        cells[i] = record->pending.items[i];
    return record->pending.count;
}

const char *bship_record_strategy(const bship_record *record, int32_t side, int64_t entry)
{
    if (!record || !bsi_is_side(side) || entry < 0 || entry > (int64_t)record->entries.count)
        return NULL;
    const bsi_predecessor *before = bsi_predecessors_at(&record->predecessors, side, entry);
    if (!before)
        return bship_record_get(record, BSHIP_FACT_STRATEGY, side);
    return before->strategy[0] ? before->strategy : NULL;
}

uint32_t bsi_entry_shots_end(const bship_record *record, size_t entry)
{
    return entry + 1 < record->entries.count ? record->entries.items[entry + 1].first_shot
                                             : (uint32_t)record->shots.count;
}

uint32_t bsi_entry_items_end(const bship_record *record, size_t entry)
{
    return entry + 1 < record->entries.count ? record->entries.items[entry + 1].first_item
                                             : (uint32_t)record->items.count;
}

int64_t bship_record_log_length(const bship_record *record)
{
    return (int64_t)record->entries.count;
}

static const bsi_entry *find_entry(const bship_record *record, int64_t entry)
{
    bool exists = entry >= 0 && (uint64_t)entry < record->entries.count;
    return exists ? &record->entries.items[entry] : NULL;
}

bship_status bship_record_log_entry(const bship_record *record, int64_t entry,
                                    bship_record_entry *out)
{
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_record_entry), NULL);
    if (status || !record)
        return status ? status : BSHIP_ERROR_ARGUMENT;
    const bsi_entry *found = find_entry(record, entry);
    if (!found)
        return BSHIP_ERROR_RANGE;
    uint32_t end = bsi_entry_shots_end(record, (size_t)entry);
    bship_record_entry value = { .side = found->side,
                                 .is_total = found->hits >= 0,
                                 .first_shot = found->first_shot,
                                 .shots = (int32_t)(end - found->first_shot),
                                 .line = found->place.line,
                                 .column = found->place.column };
    bsi_versioned_write(out, &value, sizeof value);
    return BSHIP_OK;
}

bship_status bship_record_shot(const bship_record *record, int64_t shot, bship_cell *cell,
                               bship_report *report)
{
    if (!record)
        return BSHIP_ERROR_ARGUMENT;
    if (shot < 0 || (uint64_t)shot >= record->shots.count)
        return BSHIP_ERROR_RANGE;
    const bsi_shot *found = &record->shots.items[shot];
    if (cell)
        *cell = bsi_cell(record->rules, found->position);
    if (report)
        *report = bsi_shot_report(record->rules, found);
    return BSHIP_OK;
}

bship_status bship_record_total(const bship_record *record, int64_t entry, bship_total *total)
{
    if (!record)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_total_check_out(record->rules, total, NULL);
    if (status)
        return status;
    const bsi_entry *found = find_entry(record, entry);
    if (!found || found->hits < 0)
        return BSHIP_ERROR_RANGE;
    bship_total value = bsi_total_begin(record->rules, total);
    value.hits = found->hits;
    value.sunk = found->sunk;
    uint32_t end = bsi_entry_items_end(record, (size_t)entry);
    for (uint32_t i = found->first_item; i < end; i++) {
        const bsi_item *item = &record->items.items[i];
        if (value.sunk_of)
            value.sunk_of[item->ship] += item->sunk;
        if (value.hits_of)
            value.hits_of[item->ship] += item->hits;
    }
    bsi_versioned_write(total, &value, sizeof value);
    return BSHIP_OK;
}
