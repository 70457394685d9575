/* Writing a record. What is written reads back to the same record. */
#include <string.h>

#include "base/text.h"
#include "model/rule_lines.h"
#include "play/record.h"

enum {
    PIECE_BYTES = 4096 /* of what a caller's function is given at once */
};

static void add_facts(bship_internal_text *text, const bship_record *record)
{
    for (int32_t fact = 0; fact < BSHIP_FACT_RESULT; fact++) {
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
            const char *stated = record->facts[fact][side];
            if (!*stated)
                continue;
            bship_internal_text_add(text, "%s ", bship_internal_fact_keyword(fact));
            if (bship_internal_fact_is_of_side(fact))
                bship_internal_text_add(text, "%s ", bship_internal_side_word(side));
            bship_internal_name_add(text, stated);
            bship_internal_text_add(text, "\n");
        }
    }
}

static void add_extras(bship_internal_text *text, const bship_record *record)
{
    for (size_t i = 0; i < record->extra_where.count; i++) {
        const char *line = bship_record_extra(record, i);
        bship_internal_text_put(text, line, strlen(line));
        bship_internal_text_add(text, "\n");
    }
}

static void add_cell(bship_internal_text *text, bship_cell cell)
{
    char word[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(cell, word, sizeof word);
    bship_internal_text_add(text, "%s", word);
}

static void add_layout(bship_internal_text *text, const bship_record *record, int32_t side)
{
    const bship_fleet *fleet = record->rules->fleet;
    for (int32_t i = 0; record->layouts[side] && i < fleet->count; i++) {
        bship_placement placement = record->layouts[side][i];
        int is_down = placement.orientation == BSHIP_DOWN && fleet->ships[i].length > 1;
        bship_internal_text_add(text, "%s ship ", bship_internal_side_word(side));
        bship_internal_name_add(text, fleet->ships[i].name);
        bship_internal_text_add(text, " ");
        add_cell(text, (bship_cell){ placement.x, placement.y });
        bship_internal_text_add(text, is_down ? " down\n" : " right\n");
    }
}

/* ---- shots ---- */

/* Whether a name is a number that would be taken for the length of ships of several names. */
static int is_ambiguous(const bship_fleet *fleet, int32_t ship)
{
    if (!bship_internal_is_number(fleet->ships[ship].name))
        return 0;
    for (int32_t i = 0; i < fleet->count; i++) {
        if (fleet->ships[i].length == fleet->ships[ship].length &&
            fleet->ships[i].first_of_name != fleet->ships[ship].first_of_name)
            return 1;
    }
    return 0;
}

/* Writes the name of a ship where a report tells it. */
static void add_name(bship_internal_text *text, const bship_fleet *fleet, int32_t ship)
{
    bship_internal_text_add(text, " ");
    if (is_ambiguous(fleet, ship))
        bship_internal_text_add(text, "\"%s\"", fleet->ships[ship].name);
    else
        bship_internal_name_add(text, fleet->ships[ship].name);
}

static void add_answer(bship_internal_text *text, const bship_fleet *fleet,
                       const bship_internal_shot *shot)
{
    static const char *const words[] = { [BSHIP_ANSWER_MISS] = "miss",
                                         [BSHIP_ANSWER_HIT] = "hit",
                                         [BSHIP_ANSWER_SUNK] = "sunk",
                                         [BSHIP_ANSWER_WASTED] = "wasted" };
    bship_internal_text_add(text, " %s", words[shot->answer]);
    if (shot->ship >= 0)
        add_name(text, fleet, shot->ship);
    else if (shot->length > 0)
        bship_internal_text_add(text, " %d", (int)shot->length);
}

static void add_hits(bship_internal_text *text, int32_t hits)
{
    bship_internal_text_add(text, "%d hit%s", (int)hits, hits == 1 ? "" : "s");
}

/* Writes the hits of a total: one number, or one a name. */
static void add_hit_items(bship_internal_text *text, const bship_record *record, size_t entry)
{
    const bship_internal_entry *total = bship_internal_entry_of(record, entry);
    int is_named = 0;
    for (uint32_t i = total->first_item; i < bship_internal_entry_items_end(record, entry); i++) {
        const bship_internal_item *item = bship_internal_item_of(record, i);
        if (item->hits == 0)
            continue;
        bship_internal_text_add(text, "%s", is_named ? ", " : "");
        add_hits(text, item->hits);
        add_name(text, record->rules->fleet, item->ship);
        is_named = 1;
    }
    if (!is_named)
        add_hits(text, total->hits);
}

static void add_sinkings(bship_internal_text *text, const bship_record *record, size_t entry)
{
    const bship_internal_entry *total = bship_internal_entry_of(record, entry);
    const bship_fleet *fleet = record->rules->fleet;
    int32_t disclosure = bship_internal_axis(record->rules, BSHIP_AXIS_DISCLOSURE);
    if (disclosure == BSHIP_DISCLOSURE_SUNK) {
        for (int32_t i = 0; i < total->sunk; i++)
            bship_internal_text_add(text, ", sunk");
        return;
    }
    for (uint32_t i = total->first_item; i < bship_internal_entry_items_end(record, entry); i++) {
        const bship_internal_item *item = bship_internal_item_of(record, i);
        for (int32_t k = 0; k < item->sunk; k++) {
            bship_internal_text_add(text, ", sunk");
            if (disclosure == BSHIP_DISCLOSURE_LENGTH)
                bship_internal_text_add(text, " %d", (int)fleet->ships[item->ship].length);
            else
                add_name(text, fleet, item->ship);
        }
    }
}

static void add_entry(bship_internal_text *text, const bship_record *record, size_t i)
{
    const bship_internal_entry *entry = bship_internal_entry_of(record, i);
    uint32_t end = bship_internal_entry_shots_end(record, i);
    for (uint32_t k = entry->first_shot; k < end; k++) {
        const bship_internal_shot *shot = bship_internal_shot_of(record, k);
        const char *before = k > entry->first_shot ? "," : bship_internal_side_word(entry->side);
        bship_internal_text_add(text, "%s ", before);
        add_cell(text, bship_internal_cell(record->rules, shot->position));
        if (entry->hits < 0)
            add_answer(text, record->rules->fleet, shot);
    }
    if (entry->hits >= 0) {
        bship_internal_text_add(text, ": ");
        add_hit_items(text, record, i);
        add_sinkings(text, record, i);
    }
    bship_internal_text_add(text, "\n");
}

/* ---- the whole ---- */

static void add_record(bship_internal_text *text, const bship_record *record)
{
    const char *result = record->facts[BSHIP_FACT_RESULT][BSHIP_SIDE_A];
    bship_internal_text_add(text, "battleship 1\n");
    bship_internal_rules_add(text, record->rules);
    add_facts(text, record);
    add_extras(text, record);
    add_layout(text, record, BSHIP_SIDE_A);
    add_layout(text, record, BSHIP_SIDE_B);
    for (size_t i = 0; i < record->entries.count; i++)
        add_entry(text, record, i);
    if (*result)
        bship_internal_text_add(text, "result %s\n", result);
}

size_t bship_record_format(const bship_record *record, char *buffer, size_t capacity)
{
    bship_internal_text text = bship_internal_text_of(buffer, capacity);
    if (record)
        add_record(&text, record);
    return text.length;
}

bship_status bship_record_write(const bship_record *record, bship_write_callback write, void *user)
{
    char piece[PIECE_BYTES];
    bship_internal_text text = bship_internal_text_of(piece, sizeof piece);
    if (!record || !write)
        return BSHIP_ERROR_ARGUMENT;
    text.sink = write;
    text.user = user;
    add_record(&text, record);
    return bship_internal_text_end(&text) ? BSHIP_OK : BSHIP_ERROR_IO;
}
