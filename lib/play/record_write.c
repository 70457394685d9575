/* Writing a record, so that reading it back gives an equal one. */
#include <stdbool.h>
#include <string.h>

#include "base/text.h"
#include "model/rule_lines.h"
#include "play/record.h"

enum {
    PIECE_BYTES = 4096 /* passed to the caller's callback at once */
};

static void add_facts(bsi_text *text, const bship_record *record)
{
    for (int32_t fact = 0; fact < BSHIP_FACT_RESULT; fact++) {
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
            const char *stated = record->facts[fact][side];
            if (!*stated)
                continue;
            bsi_text_add(text, "%s ", bsi_fact_keyword(fact));
            if (bsi_fact_is_of_side(fact))
                bsi_text_add(text, "%s ", bsi_side_word(side));
            bsi_name_add(text, stated);
            bsi_text_add(text, "\n");
        }
    }
}

static void add_extras(bsi_text *text, const bship_record *record)
{
    for (size_t i = 0; i < record->extra_where.count; i++) {
        const char *line = bship_record_extra(record, i);
        bsi_text_put(text, line, strlen(line));
        bsi_text_add(text, "\n");
    }
}

static void add_cell(bsi_text *text, bship_cell cell)
{
    char word[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(cell, word, sizeof word);
    bsi_text_add(text, "%s", word);
}

static void add_layout(bsi_text *text, const bship_record *record, int32_t side)
{
    const bship_fleet *fleet = record->rules->fleet;
    for (int32_t i = 0; record->layouts[side] && i < fleet->count; i++) {
        bship_placement placement = record->layouts[side][i];
        if (placement.ship < 0)
            continue;
        bool is_down =
            placement.orientation == BSHIP_ORIENTATION_VERTICAL && fleet->ships[i].length > 1;
        bsi_text_add(text, "%s ship ", bsi_side_word(side));
        bsi_name_add(text, fleet->ships[i].name);
        bsi_text_add(text, " ");
        add_cell(text, (bship_cell){ placement.x, placement.y });
        bsi_text_add(text, is_down ? " down\n" : " right\n");
    }
}

/* ---- shots ---- */

/* Whether a name is a number that would be read as the length of ships of several names. */
static bool is_ambiguous(const bship_fleet *fleet, int32_t ship)
{
    if (!bsi_is_number(fleet->ships[ship].name))
        return false;
    for (int32_t i = 0; i < fleet->count; i++) {
        if (fleet->ships[i].length == fleet->ships[ship].length &&
            fleet->ships[i].first_of_name != fleet->ships[ship].first_of_name)
            return true;
    }
    return false;
}

/* Writes the name of a ship in a report. */
static void add_name(bsi_text *text, const bship_fleet *fleet, int32_t ship)
{
    bsi_text_add(text, " ");
    if (is_ambiguous(fleet, ship))
        bsi_text_add(text, "\"%s\"", fleet->ships[ship].name);
    else
        bsi_name_add(text, fleet->ships[ship].name);
}

static void add_report(bsi_text *text, const bship_fleet *fleet, const bsi_shot *shot)
{
    static const char *const words[] = { [BSHIP_RESULT_MISS] = "miss",
                                         [BSHIP_RESULT_HIT] = "hit",
                                         [BSHIP_RESULT_SUNK] = "sunk",
                                         [BSHIP_RESULT_WASTED] = "wasted" };
    bsi_text_add(text, " %s", words[shot->result]);
    if (shot->ship >= 0)
        add_name(text, fleet, shot->ship);
    else if (shot->length > 0)
        bsi_text_add(text, " %d", (int)shot->length);
}

static void add_hits(bsi_text *text, int32_t hits)
{
    bsi_text_add(text, "%d hit%s", (int)hits, hits == 1 ? "" : "s");
}

/* Writes the hits of a total: one number, or one for each name. */
static void add_hit_items(bsi_text *text, const bship_record *record, size_t entry)
{
    const bsi_entry *total = bsi_entry_of(record, entry);
    bool is_named = false;
    for (uint32_t i = total->first_item; i < bsi_entry_items_end(record, entry); i++) {
        const bsi_item *item = bsi_item_of(record, i);
        if (item->hits == 0)
            continue;
        bsi_text_add(text, "%s", is_named ? ", " : "");
        add_hits(text, item->hits);
        add_name(text, record->rules->fleet, item->ship);
        is_named = true;
    }
    if (!is_named)
        add_hits(text, total->hits);
}

static void add_sinkings(bsi_text *text, const bship_record *record, size_t entry)
{
    const bsi_entry *total = bsi_entry_of(record, entry);
    const bship_fleet *fleet = record->rules->fleet;
    if (!bsi_discloses_length(record->rules, 1)) {
        for (int32_t i = 0; i < total->sunk; i++)
            bsi_text_add(text, ", sunk");
        return;
    }
    for (uint32_t i = total->first_item; i < bsi_entry_items_end(record, entry); i++) {
        const bsi_item *item = bsi_item_of(record, i);
        for (int32_t k = 0; k < item->sunk; k++) {
            bsi_text_add(text, ", sunk");
            if (bsi_discloses_name(record->rules, 1))
                add_name(text, fleet, item->ship);
            else
                bsi_text_add(text, " %d", (int)fleet->ships[item->ship].length);
        }
    }
}

static void add_entry(bsi_text *text, const bship_record *record, size_t i)
{
    const bsi_entry *entry = bsi_entry_of(record, i);
    uint32_t end = bsi_entry_shots_end(record, i);
    for (uint32_t k = entry->first_shot; k < end; k++) {
        const bsi_shot *shot = bsi_shot_of(record, k);
        const char *before = k > entry->first_shot ? "," : bsi_side_word(entry->side);
        bsi_text_add(text, "%s ", before);
        add_cell(text, bsi_cell(record->rules, shot->position));
        if (entry->hits < 0)
            add_report(text, record->rules->fleet, shot);
    }
    if (entry->hits >= 0) {
        bsi_text_add(text, ": ");
        add_hit_items(text, record, i);
        add_sinkings(text, record, i);
    }
    bsi_text_add(text, "\n");
}

/* ---- the record ---- */

static void add_record(bsi_text *text, const bship_record *record)
{
    const char *result = record->facts[BSHIP_FACT_RESULT][BSHIP_SIDE_A];
    bsi_text_add(text, "battleship 1\n");
    bsi_rules_add(text, record->rules);
    add_facts(text, record);
    add_extras(text, record);
    add_layout(text, record, BSHIP_SIDE_A);
    add_layout(text, record, BSHIP_SIDE_B);
    for (size_t i = 0; i < record->entries.count; i++)
        add_entry(text, record, i);
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
    char piece[PIECE_BYTES];
    bsi_text text = bsi_text_of(piece, sizeof piece);
    if (!record || !write)
        return BSHIP_ERROR_ARGUMENT;
    text.sink = write;
    text.user = user;
    add_record(&text, record);
    return bsi_text_end(&text) ? BSHIP_OK : BSHIP_ERROR_IO;
}
