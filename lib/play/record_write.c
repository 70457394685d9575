/* Writing a record, so that reading it back gives an equal one. */
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/text.h"
#include "model/rule_lines.h"
#include "play/record.h"
#include "play/turns.h"

enum {
    /* Text is passed to the caller in blocks of a page; smaller ones call more often. */
    BLOCK_BYTES = 4096
};

static void add_facts(bsi_text *text, const bship_record *record)
{
    for (int32_t fact = 0; fact < BSI_FACTS; fact++) {
        for (int32_t side = BSHIP_SIDE_NONE; side <= BSHIP_SIDE_B; side++) {
            const char *stated = record->facts[fact][side];
            if (!*stated || fact == BSHIP_FACT_RESULT)
                continue;
            bsi_text_add(text, "%s ", bsi_fact_keyword(fact));
            if (bsi_fact_is_of_side(fact))
                bsi_text_add(text, "%s ", bsi_name(&bsi_side_names, side));
            bsi_name_add(text, stated);
            bsi_text_add(text, "\n");
        }
    }
}

static void add_predecessors(bsi_text *text, const bship_record *record)
{
    for (size_t i = 0; i < record->predecessors.count; i++) {
        const bsi_predecessor *item = &record->predecessors.items[i];
        bsi_text_add(text, BSI_UNTIL " %s %" PRId64 "%s", bsi_name(&bsi_side_names, item->side),
                     item->until, item->strategy[0] ? " " : "");
        bsi_name_add(text, item->strategy);
        bsi_text_add(text, "\n");
    }
}

static void add_layout(bsi_text *text, const bship_record *record, int32_t side)
{
    const bship_fleet *fleet = record->rules->fleet;
    for (int32_t i = 0; record->layouts[side] && i < fleet->count; i++) {
        bship_placement placement = record->layouts[side][i];
        if (placement.ship < 0)
            continue;
        bsi_text_add(text, "%s ship", bsi_name(&bsi_side_names, side));
        bsi_ship_write(text, fleet, i);
        bsi_where_write(text, (bship_cell){ placement.x, placement.y }, placement.orientation,
                        fleet->ships[i].length);
        bsi_text_add(text, "\n");
    }
}

/* ---- shots ---- */

/* The items of an entry, for bsi_total_write(). */
struct items {
    const bship_record *record;
    uint32_t first;
};

static bsi_item item_of_entry(size_t i, const void *user)
{
    const struct items *items = user;
    return items->record->items.items[items->first + i];
}

static void add_entry(bsi_text *text, const bship_record *record, size_t i)
{
    const bsi_entry *entry = &record->entries.items[i];
    uint32_t end = bsi_entry_shots_end(record, i);
    for (uint32_t k = entry->first_shot; k < end; k++) {
        const bsi_shot *shot = &record->shots.items[k];
        const char *before = k > entry->first_shot ? "," : bsi_name(&bsi_side_names, entry->side);
        bsi_text_add(text, "%s ", before);
        bsi_cell_write(text, bsi_cell(record->rules, shot->position));
        if (entry->hits < 0) {
            bsi_text_add(text, " ");
            bsi_report_write(text, record->rules, shot);
        }
    }
    if (entry->hits >= 0) {
        struct items items = { record, entry->first_item };
        bsi_total_words total = { entry->hits, entry->sunk,
                                  bsi_entry_items_end(record, i) - entry->first_item, item_of_entry,
                                  &items };
        bsi_text_add(text, ": ");
        bsi_total_write(text, record->rules, &total);
    }
    bsi_text_add(text, "\n");
}

static void add_pending(bsi_text *text, const bship_record *record)
{
    const bship_cell *cells = record->pending.items;
    for (size_t i = 0; i < record->pending.count; i++) {
        if (i == 0)
            bsi_text_add(text, "%s %s ", record->is_disputed ? "disputed" : "awaiting",
                         bsi_name(&bsi_side_names, record->pending_side));
        else
            bsi_text_add(text, ", ");
        bsi_cell_write(text, cells[i]);
    }
    if (record->pending.count > 0)
        bsi_text_add(text, "\n");
}

/* ---- records ---- */

static void add_record(bsi_text *text, const bship_record *record)
{
    const char *result = record->facts[BSHIP_FACT_RESULT][BSHIP_SIDE_NONE];
    bsi_text_add(text, "battleship 1\n");
    bsi_rules_add(text, record->rules);
    add_facts(text, record);
    add_predecessors(text, record);
    for (int64_t i = 0; i < bship_record_extras(record); i++) {
        const char *line = bship_record_extra(record, i);
        bsi_text_put(text, line, strlen(line));
        bsi_text_add(text, "\n");
    }
    add_layout(text, record, BSHIP_SIDE_A);
    add_layout(text, record, BSHIP_SIDE_B);
    for (size_t i = 0; i < record->entries.count; i++)
        add_entry(text, record, i);
    add_pending(text, record);
    if (*result)
        bsi_text_add(text, "result %s\n", result);
}

size_t bship_record_format(const bship_record *record, char *buffer, size_t capacity)
{
    bsi_text text = bsi_text_of(buffer, capacity);
    if (record)
        add_record(&text, record);
    return text.length;
}

bship_status bship_record_write(const bship_record *record, bship_write_callback write, void *user)
{
    char block[BLOCK_BYTES];
    bsi_text text = bsi_text_of(block, sizeof block);
    if (!record || !write)
        return BSHIP_ERROR_ARGUMENT;
    text.sink = write;
    text.user = user;
    add_record(&text, record);
    return bsi_text_end(&text) ? BSHIP_OK : BSHIP_ERROR_IO;
}
