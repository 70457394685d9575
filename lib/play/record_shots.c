/* Reading the lines of shots of a record. */
#include <stdbool.h>
#include <string.h>

#include "play/record_read.h"
#include "play/salvo.h"

/* ---- words ---- */

bship_status bsi_read_cell(const bsi_line *line, char **at, bship_cell *out)
{
    bship_error inner = BSHIP_ERROR_INIT;
    char *end = *at + strcspn(*at, " \t,:");
    char after = *end;
    *end = '\0';
    bship_status status = bship_cell_parse(*at, out, &inner);
    *end = after;
    if (status)
        return bsi_line_fail(line, status, *at + inner.column - 1, "%s", inner.text);
    *at = end;
    return BSHIP_OK;
}

bship_status bsi_read_ship(const bsi_line *line, const bship_rules *rules, const char **at,
                           int32_t *ship, int32_t *length)
{
    char name[BSHIP_NAME_MAX + 1];
    const char *begin = *at, *expected;
    const bship_fleet *fleet = rules->fleet;
    bship_status status = bsi_name_parse(at, name, &expected);
    if (status)
        return bsi_line_fail(line, status, *at, "%s", expected);
    uint64_t number = 0;
    const char *digits = name;
    bool is_length =
        *begin != '"' && bsi_is_number(name) && bsi_digits(&digits, BSHIP_SHIP_LENGTH_MAX, &number);
    *length = (int32_t)number;
    *ship = is_length ? 0 : bship_fleet_find(fleet, name);
    while (is_length && *ship < fleet->count && fleet->ships[*ship].length != *length)
        ++*ship;
    if (*ship >= 0 && *ship < fleet->count)
        return BSHIP_OK;
    return bsi_line_fail(line, BSHIP_ERROR_NAME, begin,
                         is_length ? "expected the length of a ship of the fleet"
                                   : "expected the name of a ship of the fleet");
}

/* Reads the ship named in a report; a length is accepted if it determines the name. */
static bship_status read_named(const bsi_line *line, const bship_rules *rules, const char **at,
                               int32_t *ship)
{
    const char *begin = *at;
    const bship_fleet *fleet = rules->fleet;
    int32_t length;
    bship_status status = bsi_read_ship(line, rules, at, ship, &length);
    for (int32_t i = 0; !status && length > 0 && i < fleet->count; i++) {
        if (fleet->ships[i].length == length && fleet->ships[i].first_of_name != *ship)
            return bsi_line_fail(line, BSHIP_ERROR_NAME, begin,
                                 "expected a name: ships of different names have this length");
    }
    return status;
}

/* Skips a word and the blanks after it; returns false if it does not come next. */
static bool take_word(const char **at, const char *word)
{
    size_t bytes = strlen(word);
    if (strncmp(*at, word, bytes) != 0 || ((*at)[bytes] && !strchr(" \t,", (*at)[bytes])))
        return false;
    *at += bytes;
    *at += strspn(*at, " \t");
    return true;
}

/* ---- reports, shot by shot ---- */

/* The words for a message that follow `hit` or `sunk`. */
static const char *expected_details(const bship_rules *rules, bool is_sunk)
{
    if (bsi_discloses_name(rules, is_sunk))
        return " NAME";
    return bsi_discloses_length(rules, is_sunk) ? " LENGTH" : "";
}

static bship_status fail_result(const bsi_line *line, const bship_rules *rules, const char *at)
{
    if (!bsi_discloses_sinkings(rules))
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at, "expected miss or hit%s",
                             expected_details(rules, 0));
    return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at, "expected miss, hit%s or sunk%s",
                         expected_details(rules, 0), expected_details(rules, 1));
}

/* Reads the length in a sinking; in a false report it need not be that of any ship. */
static bship_status read_length(const bsi_line *line, const char **at, uint16_t *out)
{
    const char *begin = *at;
    uint64_t length = 0;
    if (!bsi_digits(at, BSHIP_SHIP_LENGTH_MAX, &length) || length == 0)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, begin, "expected a length from 1 to 1024");
    *out = (uint16_t)length;
    return BSHIP_OK;
}

/* Reads the name or length that a hit or a sinking discloses. */
static bship_status read_details(const bsi_line *line, const bship_rules *rules, const char **at,
                                 bsi_shot *shot)
{
    int32_t ship = -1;
    bool is_sunk = shot->result == BSHIP_RESULT_SUNK;
    if (!bsi_discloses_length(rules, is_sunk))
        return BSHIP_OK;
    if (!bsi_discloses_name(rules, is_sunk))
        return read_length(line, at, &shot->length);
    bship_status status = read_named(line, rules, at, &ship);
    if (!status) {
        shot->ship = (int16_t)rules->fleet->ships[ship].first_of_name;
        shot->length = (uint16_t)rules->fleet->ships[ship].length;
    }
    return status;
}

static bship_status read_report(const bsi_line *line, const bship_rules *rules, const char **at,
                                bool is_known, bsi_shot *shot)
{
    shot->result = BSHIP_RESULT_MISS;
    if (is_known) {
        shot->result = BSHIP_RESULT_WASTED;
        if (take_word(at, "wasted"))
            return BSHIP_OK;
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, *at,
                             "expected wasted: the cell was already known");
    }
    if (take_word(at, "miss"))
        return BSHIP_OK;
    if (take_word(at, "hit"))
        shot->result = BSHIP_RESULT_HIT;
    else if (bsi_discloses_sinkings(rules) && take_word(at, "sunk"))
        shot->result = BSHIP_RESULT_SUNK;
    else
        return fail_result(line, rules, *at);
    return read_details(line, rules, at, shot);
}

/* ---- totals ---- */

/* Reads `3 hits` or `1 hit`. */
static bship_status read_hits(const bsi_line *line, const char **at, int32_t *hits)
{
    const char *begin = *at;
    uint64_t count = 0;
    bool is_number = bsi_digits(at, BSHIP_BOARD_SIDE_MAX * BSHIP_BOARD_SIDE_MAX, &count);
    *at += strspn(*at, " \t");
    *hits = (int32_t)count;
    if (is_number && take_word(at, count == 1 ? "hit" : "hits"))
        return BSHIP_OK;
    return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, begin,
                         "expected the number of hits, such as 0 hits or 1 hit");
}

/* Adds an item to the total of the last entry; items come in the order of the fleet. */
static bship_status add_item(const bsi_line *line, bship_record *record, const char *at,
                             bsi_item item, int32_t *last)
{
    if (item.ship < *last)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at,
                             "expected the ships in the order of the fleet");
    *last = item.ship;
    bship_status status = bsi_record_add_item(record, item);
    return status ? bsi_fail_plain(line->error, status) : BSHIP_OK;
}

/* Reads the ship of an item, by name or by length as the disclosure has it. */
static bship_status read_item(const bsi_line *line, const bship_rules *rules, const char **at,
                              int32_t *ship)
{
    const char *begin = *at;
    int32_t length = 0;
    if (bsi_discloses_name(rules, 1))
        return read_named(line, rules, at, ship);
    bship_status status = bsi_read_ship(line, rules, at, ship, &length);
    if (!status && length == 0)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, begin, "expected a length");
    return status;
}

/* Reads `sunk`, `sunk 3` or `sunk Cruiser`, one for each ship sunk. */
static bship_status read_sinkings(const bsi_line *line, bship_record *record, const char **at)
{
    bool has_sinkings = bsi_discloses_sinkings(record->rules);
    bool has_ships = bsi_discloses_length(record->rules, 1);
    int32_t last = 0, sunk = 0;
    bship_status status = BSHIP_OK;
    for (; !status && **at == ','; sunk++) {
        *at = *at + 1 + strspn(*at + 1, " \t");
        bsi_item item = { 0, 0, 1 };
        if (!has_sinkings || !take_word(at, "sunk"))
            return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, *at,
                                 has_sinkings ? "expected sunk" : "expected the end of the line");
        const char *begin = *at;
        if (has_ships)
            status = read_item(line, record->rules, at, &item.ship);
        if (!status && has_ships)
            status = add_item(line, record, begin, item, &last);
        *at += strspn(*at, " \t");
    }
    bsi_entry *entry = bsi_entry_of(record, record->entries.count - 1);
    entry->sunk = has_sinkings ? sunk : -1;
    return status;
}

/* Reads `2 hits Cruiser, 1 hit Destroyer`, up to an item that is not a number of hits. */
static bship_status read_named_hits(const bsi_line *line, bship_record *record, const char **at,
                                    bsi_entry *entry)
{
    int32_t last = 0;
    for (;;) {
        bsi_item item = { 0, 0, 0 };
        const char *begin = *at;
        bship_status status = read_hits(line, at, &item.hits);
        if (status || (item.hits == 0 && entry->hits == 0))
            return status;
        if (item.hits == 0)
            return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, begin,
                                 "expected at least one hit on a ship");
        begin = *at;
        status = read_named(line, record->rules, at, &item.ship);
        if (!status)
            status = add_item(line, record, begin, item, &last);
        if (status)
            return status;
        last = item.ship + 1;
        entry->hits += item.hits;
        *at += strspn(*at, " \t");
        const char *next = *at + (**at == ',');
        next += strspn(next, " \t");
        if (**at != ',' || *next < '0' || *next > '9')
            return BSHIP_OK;
        *at = next;
    }
}

static bship_status read_total(const bsi_line *line, bship_record *record, const char **at)
{
    bsi_entry *entry = bsi_entry_of(record, record->entries.count - 1);
    int names_hits = bsi_discloses_hit_names(record->rules);
    bship_status status =
        names_hits ? read_named_hits(line, record, at, entry) : read_hits(line, at, &entry->hits);
    return status ? status : read_sinkings(line, record, at);
}

/* ---- lines ---- */

static bship_status fail_cell(const bsi_line *line, bship_status status, const char *at,
                              bship_cell cell)
{
    char text[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(cell, text, sizeof text);
    return bsi_line_fail(line, status, at, "%s: %s", text, bship_status_message((int32_t)status));
}

/* Reads a cell and, where reported shot by shot, its report into the last entry. */
static bship_status read_shot(const bsi_line *line, bship_record *record, bsi_track *track,
                              int32_t side, char **at)
{
    const bship_rules *rules = record->rules;
    const char *begin = *at;
    bship_cell cell;
    bool is_known = false;
    bship_status status = bsi_read_cell(line, at, &cell);
    if (status)
        return status;
    status = bsi_track_cell(track, side, cell, &is_known);
    if (status)
        return fail_cell(line, status, begin, cell);
    bsi_shot shot = { bsi_position(rules, cell), -1, 0, BSHIP_RESULT_MISS };
    *at = bsi_skip_blanks(*at);
    if (!bsi_reports_totals(rules)) {
        const char *result = *at;
        status = read_report(line, rules, &result, is_known, &shot);
        if (status)
            return status;
        *at = bsi_skip_blanks(*at + (result - *at));
    }
    status = bsi_record_add_shot(record, &shot);
    return status ? bsi_fail_plain(line->error, status) : BSHIP_OK;
}

static bship_status read_line(const bsi_line *line, bship_record *record, bsi_track *track,
                              int32_t side, char *at)
{
    bool is_total = bsi_reports_totals(record->rules);
    bship_status status = read_shot(line, record, track, side, &at);
    while (!status && *at == ',' && bsi_rules_have(record->rules, BSI_SALVOS)) {
        at = bsi_skip_blanks(at + 1);
        status = read_shot(line, record, track, side, &at);
    }
    const char *end = at;
    if (!status && is_total) {
        if (*end != ':')
            return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, end,
                                 "expected ',' and a cell, or ':' and the total");
        end = bsi_skip_blanks(at + 1);
        status = read_total(line, record, &end);
    }
    if (!status && *end)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, end, "expected the end of the line");
    return status;
}

bship_status bsi_read_shots(const bsi_line *line, bship_record *record, bsi_track *track,
                            int32_t side, char *at)
{
    bship_status status = bsi_record_add_entry(record, side, bsi_reports_totals(record->rules),
                                               bsi_line_place(line, at));
    if (status)
        return bsi_fail_plain(line->error, status);
    status = read_line(line, record, track, side, at);
    if (status)
        return status;
    const bsi_fault *fault = bsi_track_entry(track, record);
    if (!fault->status)
        return BSHIP_OK;
    return bsi_fail_at(line->error, fault->status, fault->place.line, fault->place.column, "%s",
                       fault->text);
}
