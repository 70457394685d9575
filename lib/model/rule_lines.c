/* The rule lines of a record: read one by one and made into rules. */
#include "model/rule_lines.h"

#include <string.h>

#include "base/array.h"
#include "model/rule_table.h"
#include "model/rules.h"

/* The kinds of lines: first the axes, then these. */
enum {
    LINE_BOARD = BSI_RULES,
    LINE_FLEET,
    LINE_BLOCKED,
    LINE_KINDS
};

enum {
    PRESET_SHIPS_MAX = 16 /* no preset has more */
};

static const char *const line_keywords[LINE_KINDS] = {
    [LINE_BOARD] = "board", [LINE_FLEET] = "fleet", [LINE_BLOCKED] = "blocked"
};

struct bsi_rule_lines {
    bship_allocator allocator;
    bship_rules_options options;
    uint32_t last;             /* the line taken last, or the first of the text */
    uint32_t seen[LINE_KINDS]; /* the number of the line where a kind last stood, or 0 */
    int32_t preset;            /* of the fleet, or -1 */
    size_t ship_count;
    int32_t lengths[BSHIP_FLEET_SHIPS_MAX];
    char names[BSHIP_FLEET_SHIPS_MAX][BSHIP_NAME_MAX + 1];
    const char *name_pointers[BSHIP_FLEET_SHIPS_MAX];
    bsi_place ship_places[BSHIP_FLEET_SHIPS_MAX];
    bsi_array blocked;        /* of bship_cell */
    bsi_array blocked_places; /* of bsi_place, as many */
};

bship_status bsi_rule_lines_new(bsi_rule_lines **out, const bship_allocator *allocator)
{
    bsi_rule_lines *lines = bsi_alloc(allocator, 1, sizeof *lines);
    if (!lines)
        return BSHIP_ERROR_MEMORY;
    lines->allocator = *allocator;
    lines->preset = -1;
    lines->last = 1;
    bship_rules_options_init(&lines->options, sizeof lines->options);
    *out = lines;
    return BSHIP_OK;
}

void bsi_rule_lines_free(bsi_rule_lines *lines)
{
    if (!lines)
        return;
    bship_allocator allocator = lines->allocator;
    bsi_array_free(&lines->blocked, &allocator, sizeof(bship_cell));
    bsi_array_free(&lines->blocked_places, &allocator, sizeof(bsi_place));
    bsi_free(&allocator, lines, 1, sizeof *lines);
}

/* ---- lines of each kind ---- */

static bship_status take_cell(bsi_rule_lines *lines, const bsi_line *line, const char *word)
{
    bship_error inner = BSHIP_ERROR_INIT;
    bship_cell cell;
    bship_status status = bship_cell_parse(word, &cell, &inner);
    if (status)
        return bsi_line_fail(line, status, word + inner.column - 1, "%s", inner.text);
    status = bsi_array_reserve(&lines->blocked, &lines->allocator, 1, sizeof cell);
    if (!status)
        status = bsi_array_reserve(&lines->blocked_places, &lines->allocator, 1, sizeof(bsi_place));
    if (status)
        return bsi_fail_plain(line->error, status);
    ((bship_cell *)lines->blocked.items)[lines->blocked.count++] = cell;
    bsi_place *places = lines->blocked_places.items;
    places[lines->blocked_places.count++] = bsi_line_place(line, word);
    return BSHIP_OK;
}

static bship_status take_blocked(bsi_rule_lines *lines, const bsi_line *line)
{
    bship_status status = BSHIP_OK;
    for (char *word = line->value; *word && !status; word = bsi_skip_blanks(word)) {
        char *end = word + strcspn(word, " \t");
        char after = *end;
        *end = '\0';
        status = take_cell(lines, line, word);
        *end = after;
        word = end;
    }
    return status;
}

static bship_status take_ships(bsi_rule_lines *lines, const bsi_line *line)
{
    for (const char *at = line->value; *at; at += strspn(at, " \t")) {
        size_t i = lines->ship_count;
        const char *begin = at, *expected = "expected at most 1024 ships";
        bship_status status = BSHIP_ERROR_FLEET;
        if (i < BSHIP_FLEET_SHIPS_MAX)
            status = bsi_ship_parse(&at, lines->names[i], &lines->lengths[i], &expected);
        if (!status && *at == ',') {
            status = BSHIP_ERROR_SYNTAX;
            expected = "expected a blank between ships";
        }
        if (status)
            return bsi_line_fail(line, status, at, "%s", expected);
        lines->name_pointers[i] = lines->names[i];
        lines->ship_places[i] = bsi_line_place(line, begin);
        lines->ship_count++;
    }
    return BSHIP_OK;
}

static bship_status take_fleet(bsi_rule_lines *lines, const bsi_line *line)
{
    int32_t preset = bship_fleet_preset_find(line->value);
    if (lines->preset >= 0 || (preset >= 0 && lines->ship_count > 0))
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, line->value,
                             "a preset must be the whole fleet");
    if (preset < 0 && bsi_is_word(line->value))
        return bsi_line_fail(line, BSHIP_ERROR_NAME, line->value, "no fleet is called so");
    lines->preset = preset;
    return preset >= 0 ? BSHIP_OK : take_ships(lines, line);
}

/* Takes the value of a line; blanks between its words count as one. */
static bship_status take_value(bsi_rule_lines *lines, const bsi_line *line)
{
    bship_error inner = BSHIP_ERROR_INIT;
    bship_status status =
        bship_rules_options_set(&lines->options, line->keyword, line->value, &inner);
    return status ? bsi_line_fail(line, status, line->value, "%s", inner.text) : BSHIP_OK;
}

/* The kind of a line by its keyword, or -1. */
static int line_kind(const char *keyword)
{
    for (int kind = LINE_BOARD; kind < LINE_KINDS; kind++) {
        if (strcmp(keyword, line_keywords[kind]) == 0)
            return kind;
    }
    return bship_rule_find(keyword);
}

int bsi_rule_lines_know(const char *keyword)
{
    return line_kind(keyword) >= 0;
}

bship_status bsi_rule_lines_take(bsi_rule_lines *lines, bsi_line *line)
{
    int kind = line_kind(line->keyword);
    int repeats = kind == LINE_FLEET || kind == LINE_BLOCKED;
    if (!*line->value)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, line->value, "expected a value");
    if (lines->seen[kind] && !repeats)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, line->keyword, "this rule was given before");
    lines->seen[kind] = line->number;
    lines->last = line->number;
    return kind == LINE_FLEET     ? take_fleet(lines, line)
           : kind == LINE_BLOCKED ? take_blocked(lines, line)
                                  : take_value(lines, line);
}

/* ---- from what was taken to rules ---- */

uint64_t bsi_rule_lines_weight(const bsi_rule_lines *lines)
{
    size_t ships = lines->ship_count ? lines->ship_count : PRESET_SHIPS_MAX;
    return bsi_rules_weight(lines->options.width, lines->options.height, ships);
}

static bship_status make_fleet(const bsi_rule_lines *lines, const bship_fleet_options *options,
                               bship_fleet **out, bship_error *error)
{
    bship_error inner = BSHIP_ERROR_INIT;
    bship_status status;
    if (lines->ship_count == 0)
        status = bship_fleet_new_preset(
            out, lines->preset >= 0 ? lines->preset : BSHIP_FLEET_CLASSIC, options);
    else
        status = bship_fleet_new(out, lines->lengths, lines->name_pointers, lines->ship_count,
                                 options, &inner);
    if (status == BSHIP_ERROR_FLEET) {
        bsi_place at = lines->ship_places[inner.index];
        return bsi_fail_at(error, status, at.line, at.column, "%s", inner.text);
    }
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

/* A conflict, or a fleet without room, is of several lines: the last of these is to blame. */
static uint32_t last_to_blame(const bsi_rule_lines *lines, bship_status status)
{
    static const int of_room[] = { LINE_BOARD, LINE_BLOCKED, LINE_FLEET, BSHIP_RULE_CONTACT };
    const bsi_conflict *conflict = bsi_conflict_in(&lines->options);
    uint32_t last = lines->last;
    if (status == BSHIP_ERROR_CONFLICT && conflict) {
        uint32_t a = lines->seen[conflict->rule_a], b = lines->seen[conflict->rule_b];
        last = a > b ? a : b;
    }
    if (status == BSHIP_ERROR_INFEASIBLE) {
        last = 0;
        for (size_t i = 0; i < sizeof of_room / sizeof of_room[0]; i++)
            last = lines->seen[of_room[i]] > last ? lines->seen[of_room[i]] : last;
    }
    return last;
}

bship_status bsi_rule_lines_make(const bsi_rule_lines *lines, const bship_fleet_options *options,
                                 bship_rules **out, bship_error *error)
{
    bship_fleet *fleet = NULL;
    bship_error inner = BSHIP_ERROR_INIT;
    bship_status status = make_fleet(lines, options, &fleet, error);
    if (status)
        return status;
    bship_rules_options rules_options = lines->options;
    rules_options.blocked = lines->blocked.items;
    rules_options.blocked_count = lines->blocked.count;
    status = bship_rules_new(out, fleet, &rules_options, &inner);
    bship_fleet_unref(fleet);
    bsi_place at = { last_to_blame(lines, status), 1 };
    if (status && inner.index >= 0)
        at = ((const bsi_place *)lines->blocked_places.items)[inner.index];
    if (!status)
        return BSHIP_OK;
    return bsi_fail_at(error, status, at.line, at.column, "%s", inner.text);
}
