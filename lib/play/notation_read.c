/* Reading shots and reports; see notation.h. */
#include "play/notation.h"

#include <string.h>

#include "base/number.h"
#include "model/geometry.h"
#include "model/placement.h"
#include "play/record.h"

/* ---- words ---- */

static void skip_blanks(const char **at)
{
    *at += strspn(*at, " \t");
}

bship_status bsi_read_cell(const bsi_line *line, const char **at, bship_cell *out)
{
    const char *expected = NULL;
    bship_status status = bsi_cell_parse(at, " \t,:", out, &expected);
    if (status)
        return bsi_line_fail(line, status, *at, "%s", expected);
    skip_blanks(at);
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
    bool is_length = *begin != '"' && bsi_is_digits(name) &&
                     !bsi_number_read(&digits, BSHIP_SHIP_LENGTH_MAX, &number);
    *length = is_length ? (int32_t)number : 0;
    *ship = is_length ? 0 : bship_fleet_find(fleet, name);
    while (is_length && *ship < fleet->count && fleet->ships[*ship].length != *length)
        ++*ship;
    skip_blanks(at);
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

/* Skips a word and the blanks after it; returns false if another text comes next. */
static bool take_word(const char **at, const char *word)
{
    size_t bytes = strlen(word);
    if (strncmp(*at, word, bytes) != 0 || ((*at)[bytes] && !strchr(" \t,", (*at)[bytes])))
        return false;
    *at += bytes;
    skip_blanks(at);
    return true;
}

/* Checks that a blank and another field follow what was read. */
static bship_status expect_field(const bsi_line *line, const char *at, const char *expected)
{
    if (strchr(" \t", at[-1]) && *at)
        return BSHIP_OK;
    return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at, "%s", expected);
}

bship_status bsi_read_where(const bsi_line *line, const char **at, int32_t length,
                            bship_cell *first, int32_t *orientation)
{
    bship_status status = expect_field(line, *at, "expected a cell such as A1");
    if (!status)
        status = bsi_read_cell(line, at, first);
    if (!status)
        status = expect_field(line, *at, "expected right or down");
    if (status)
        return status;
    *orientation = BSHIP_ORIENTATION_HORIZONTAL;
    if (take_word(at, "right"))
        return BSHIP_OK;
    *orientation = BSHIP_ORIENTATION_VERTICAL;
    if (length > 1 && take_word(at, "down"))
        return BSHIP_OK;
    return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, *at,
                         length > 1 ? "expected right or down" : "expected right");
}

/* ---- reports, shot by shot ---- */

/* What follows `hit` or `sunk` in a message about what was expected. */
static const char *expected_details(const bship_rules *rules, bool is_sunk)
{
    if (is_sunk && bsi_shows_ships(rules))
        return bsi_discloses_name(rules, is_sunk) ? " NAME CELL right|down"
                                                  : " LENGTH CELL right|down";
    if (bsi_discloses_name(rules, is_sunk))
        return " NAME";
    return bsi_discloses_length(rules, is_sunk) ? " LENGTH" : "";
}

static bship_status fail_result(const bsi_line *line, const bship_rules *rules, const char *at,
                                bool can_be_wasted)
{
    const char *hit = expected_details(rules, false), *sunk = expected_details(rules, true);
    const char * or = can_be_wasted ? "," : " or", *wasted = can_be_wasted ? " or wasted" : "";
    if (!bsi_discloses_sinkings(rules))
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at, "expected miss%s hit%s%s", or, hit,
                             wasted);
    return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at, "expected miss, hit%s%s sunk%s%s", hit, or,
                         sunk, wasted);
}

/* Reads the ship that a report names: its name, or only its length. */
static bship_status read_disclosed(const bsi_line *line, const bship_rules *rules, const char **at,
                                   bsi_shot *shot)
{
    if (bsi_discloses_name(rules, shot->result == BSHIP_RESULT_SUNK)) {
        int32_t ship = -1;
        bship_status status = read_named(line, rules, at, &ship);
        if (status)
            return status;
        shot->ship = (int16_t)rules->fleet->ships[ship].first_of_name;
        shot->length = (uint16_t)rules->fleet->ships[ship].length;
        return BSHIP_OK;
    }
    /* In a false report the length need not be that of any ship. */
    const char *begin = *at;
    uint64_t length = 0;
    if (bsi_number_read(at, BSHIP_SHIP_LENGTH_MAX, &length) || length == 0)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, begin, "expected a length from 1 to 1024");
    shot->length = (uint16_t)length;
    skip_blanks(at);
    return BSHIP_OK;
}

/* Reads where a report shows the sunk ship, which must be on the board. */
static bship_status read_shown(const bsi_line *line, const bship_rules *rules, const char **at,
                               bsi_shot *shot)
{
    const char *begin = *at;
    bship_cell first;
    int32_t orientation;
    bship_status status = bsi_read_where(line, at, shot->length, &first, &orientation);
    if (status)
        return status;
    if (!bsi_ship_fits_board(rules, first, orientation, shot->length))
        return bsi_line_fail(line, BSHIP_ERROR_OFF_BOARD, begin, "%s",
                             bship_status_message(BSHIP_ERROR_OFF_BOARD));
    shot->first = bsi_position(rules, first);
    shot->orientation = (uint16_t)orientation;
    return BSHIP_OK;
}

/* Reads the result of a shot and what it discloses; the position of `shot` stays. */
static bship_status read_report(const bsi_line *line, const bship_rules *rules, const char **at,
                                bsi_wasted wasted, bsi_shot *shot)
{
    shot->result = BSHIP_RESULT_WASTED;
    if (wasted != BSI_WASTED_NEVER && take_word(at, "wasted"))
        return BSHIP_OK;
    if (wasted == BSI_WASTED_ALWAYS)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, *at,
                             "expected wasted: the cell was already known");
    shot->result = BSHIP_RESULT_MISS;
    if (take_word(at, "miss"))
        return BSHIP_OK;
    if (take_word(at, "hit"))
        shot->result = BSHIP_RESULT_HIT;
    else if (bsi_discloses_sinkings(rules) && take_word(at, "sunk"))
        shot->result = BSHIP_RESULT_SUNK;
    else
        return fail_result(line, rules, *at, wasted == BSI_WASTED_UNKNOWN);
    bool is_sunk = shot->result == BSHIP_RESULT_SUNK;
    bship_status status = BSHIP_OK;
    if (bsi_discloses_length(rules, is_sunk))
        status = read_disclosed(line, rules, at, shot);
    if (!status && is_sunk && bsi_shows_ships(rules))
        status = read_shown(line, rules, at, shot);
    return status;
}

/* ---- totals ---- */

/* Reads `3 hits` or `1 hit`. */
static bship_status read_hits(const bsi_line *line, const char **at, int32_t *hits)
{
    const char *begin = *at;
    uint64_t count = 0;
    bool is_number = !bsi_number_read(at, BSHIP_BOARD_EDGE_MAX * BSHIP_BOARD_EDGE_MAX, &count);
    skip_blanks(at);
    *hits = (int32_t)count;
    if (is_number && take_word(at, count == 1 ? "hit" : "hits"))
        return BSHIP_OK;
    return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, begin,
                         "expected the number of hits, such as 0 hits or 1 hit");
}

/* Passes an item on; items come in the order of the fleet, from ship `*first` on. */
static bship_status add_item(const bsi_line *line, const bsi_turn_reader *reader, const char *at,
                             bsi_item item, int32_t *first)
{
    if (item.ship < *first)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at,
                             "expected the ships in the order of the fleet");
    *first = item.ship;
    bship_status status = reader->add_item(item, reader->user);
    return status ? bsi_fail_plain(line->error, status) : BSHIP_OK;
}

/* Reads `sunk`, `sunk 3` or `sunk Cruiser`, one for each ship sunk. */
static bship_status read_sinkings(const bsi_line *line, bsi_turn_reader *reader, const char **at)
{
    const bship_rules *rules = reader->rules;
    int32_t first = 0, sunk = 0;
    bship_status status = BSHIP_OK;
    for (; !status && **at == ',' && bsi_discloses_sinkings(rules); sunk++) {
        ++*at;
        skip_blanks(at);
        if (!take_word(at, "sunk"))
            return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, *at, "expected sunk");
        if (!bsi_discloses_length(rules, true))
            continue;
        const char *begin = *at;
        bsi_item item = { 0, 0, 1 };
        if (bsi_discloses_name(rules, true)) {
            status = read_named(line, rules, at, &item.ship);
        } else {
            int32_t length = 0;
            status = bsi_read_ship(line, rules, at, &item.ship, &length);
            if (!status && length == 0)
                return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, begin, "expected a length");
        }
        if (!status)
            status = add_item(line, reader, begin, item, &first);
    }
    reader->sunk = bsi_discloses_sinkings(rules) ? sunk : -1;
    return status;
}

/* Reads an item such as `2 hits Cruiser`. */
static bship_status read_named_hit(const bsi_line *line, bsi_turn_reader *reader, const char **at,
                                   int32_t *first)
{
    bsi_item item = { 0, 0, 0 };
    const char *begin = *at;
    bship_status status = read_hits(line, at, &item.hits);
    if (status || (item.hits == 0 && reader->hits == 0))
        return status;
    if (item.hits == 0)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, begin,
                             "expected at least one hit on a ship");
    begin = *at;
    status = read_named(line, reader->rules, at, &item.ship);
    if (!status)
        status = add_item(line, reader, begin, item, first);
    *first = item.ship + 1;
    reader->hits += item.hits;
    return status;
}

static bship_status read_total(const bsi_line *line, bsi_turn_reader *reader, const char **at)
{
    if (**at != ':')
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, *at,
                             "expected ',' and a cell, or ':' and the total");
    ++*at;
    skip_blanks(at);
    bship_status status;
    if (bsi_discloses_hit_names(reader->rules)) {
        /* `2 hits Cruiser, 1 hit Destroyer`, or `0 hits`; a comma and a word begin the sinkings. */
        int32_t first = 0;
        status = read_named_hit(line, reader, at, &first);
        while (!status && reader->hits > 0 && **at == ',') {
            const char *next = *at + 1;
            skip_blanks(&next);
            if (bsi_digits_span(next) == 0)
                break;
            *at = next;
            status = read_named_hit(line, reader, at, &first);
        }
    } else {
        status = read_hits(line, at, &reader->hits);
    }
    return status ? status : read_sinkings(line, reader, at);
}

/* ---- turns ---- */

/* Reads a cell and, where reported shot by shot, its report. */
static bship_status read_shot(const bsi_line *line, bsi_turn_reader *reader, const char **at)
{
    const char *begin = *at;
    bsi_wasted wasted = BSI_WASTED_NEVER;
    bship_cell cell;
    if (reader->count == reader->most)
        return bsi_line_fail(line, BSHIP_ERROR_COUNT, begin, "expected at most %zu shot%s",
                             reader->most, reader->most == 1 ? "" : "s");
    bship_status status = bsi_read_cell(line, at, &cell);
    if (status)
        return status;
    status = reader->check(cell, &wasted, reader->user);
    if (status) {
        char text[BSHIP_CELL_TEXT_SIZE];
        bship_cell_format(cell, text, sizeof text);
        return bsi_line_fail(line, status, begin, "%s: %s", text,
                             bship_status_message((int32_t)status));
    }
    bsi_shot shot = { .position = bsi_position(reader->rules, cell), .ship = -1 };
    if (reader->has_reports && !bsi_reports_totals(reader->rules))
        status = read_report(line, reader->rules, at, wasted, &shot);
    if (status)
        return status;
    reader->count++;
    status = reader->add_shot(&shot, reader->user);
    return status ? bsi_fail_plain(line->error, status) : BSHIP_OK;
}

bship_status bsi_read_turn(const bsi_line *line, bsi_turn_reader *reader, const char *at)
{
    bship_status status = read_shot(line, reader, &at);
    while (!status && *at == ',' && bsi_rules_have(reader->rules, BSI_SALVOS)) {
        at++;
        skip_blanks(&at);
        status = read_shot(line, reader, &at);
    }
    if (!status && reader->has_reports && bsi_reports_totals(reader->rules))
        status = read_total(line, reader, &at);
    if (!status && *at)
        status = bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at, "expected the end of the line");
    return status;
}
