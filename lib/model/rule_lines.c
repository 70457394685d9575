/* Reading the rule lines of a record; see rule_lines.h. */
#include "model/rule_lines.h"

#include <stdbool.h>
#include <string.h>

#include "base/array.h"
#include "model/geometry.h"
#include "model/rule_table.h"
#include "model/rules.h"

/* The type of a line is the number of a rule, or one of these. */
enum {
    LINE_BOARD = BSI_RULES,
    LINE_FLEET,
    LINE_BLOCKED,
    LINE_TYPES
};

enum {
    PRESET_SHIPS_MAX = 16 /* no preset has more */
};

static const char *const line_keywords[LINE_TYPES] = {
    [LINE_BOARD] = "board", [LINE_FLEET] = "fleet", [LINE_BLOCKED] = "blocked"
};

struct bsi_rule_lines {
    bship_allocator allocator;
    bship_rules_options options;
    uint32_t last;             /* number of the last line added; 1 before the first */
    uint32_t seen[LINE_TYPES]; /* by type: number of the last line of it; 0: none yet */
    int32_t preset;            /* the fleet if it is a preset, or -1 */
    bsi_ship_list ships;       /* else its ships */
    bsi_place ship_places[BSHIP_FLEET_SHIPS_MAX]; /* by ship: where it is in the text */
    BSI_ARRAY(bship_cell) blocked;                /* the blocked cells */
    BSI_ARRAY(bsi_place) blocked_places;          /* where each of them is in the text */
};

bship_status bsi_rule_lines_new(bsi_rule_lines **out, const bship_allocator *allocator)
{
    bsi_rule_lines *lines = bsi_alloc(allocator, 1, sizeof *lines);
    if (!lines)
        return BSHIP_ERROR_MEMORY;
    lines->allocator = *allocator;
    lines->preset = -1;
    lines->last = 1;
    lines->options = (bship_rules_options)BSHIP_RULES_OPTIONS_INIT;
    lines->options.width = lines->options.height = BSHIP_BOARD_EDGE_DEFAULT;
    *out = lines;
    return BSHIP_OK;
}

void bsi_rule_lines_free(bsi_rule_lines *lines)
{
    if (!lines)
        return;
    bship_allocator allocator = lines->allocator;
    BSI_FREE(&lines->blocked, &allocator);
    BSI_FREE(&lines->blocked_places, &allocator);
    bsi_free(&allocator, lines, 1, sizeof *lines);
}

/* ---- adding lines ---- */

static bship_status add_blocked(bsi_rule_lines *lines, const bsi_line *line)
{
    const bship_allocator *allocator = &lines->allocator;
    for (const char *at = line->value; *at; at += strspn(at, " \t")) {
        const char *begin = at, *expected = NULL;
        bship_cell cell;
        bship_status status = bsi_cell_parse(&at, " \t", &cell, &expected);
        if (status)
            return bsi_line_fail(line, status, at, "%s", expected);
        status = BSI_RESERVE(&lines->blocked, allocator, 1);
        if (!status)
            status = BSI_RESERVE(&lines->blocked_places, allocator, 1);
        if (status)
            return bsi_fail_plain(line->error, status);
        lines->blocked.items[lines->blocked.count++] = cell;
        lines->blocked_places.items[lines->blocked_places.count++] = bsi_line_place(line, begin);
    }
    return BSHIP_OK;
}

static bship_status add_ships(bsi_rule_lines *lines, const bsi_line *line)
{
    const char *at = bsi_next_ship(line->value);
    if (!*at)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, line->value, "expected a preset or ships");
    for (; *at; at = bsi_next_ship(at)) {
        const char *begin = at, *expected;
        bship_status status = bsi_ship_list_read(&lines->ships, &at, &expected);
        if (status)
            return bsi_line_fail(line, status, at, "%s", expected);
        lines->ship_places[lines->ships.count - 1] = bsi_line_place(line, begin);
    }
    return BSHIP_OK;
}

static bship_status add_fleet(bsi_rule_lines *lines, const bsi_line *line)
{
    int32_t preset = bsi_name_find(&bsi_fleet_preset_names, line->value);
    if (lines->preset >= 0 || (preset >= 0 && lines->ships.count > 0))
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, line->value,
                             "a preset must be the whole fleet");
    if (preset < 0 && bsi_is_word(line->value))
        return bsi_line_fail(line, BSHIP_ERROR_NAME, line->value, "no fleet has this name");
    lines->preset = preset;
    return preset >= 0 ? BSHIP_OK : add_ships(lines, line);
}

/* The type of a line by its keyword, or -1. */
static int line_type(const char *keyword)
{
    for (int type = LINE_BOARD; type < LINE_TYPES; type++) {
        if (strcmp(keyword, line_keywords[type]) == 0)
            return type;
    }
    return bsi_name_find(&bsi_rule_names, keyword);
}

bool bsi_rule_lines_know(const char *keyword)
{
    return line_type(keyword) >= 0;
}

bship_status bsi_rule_lines_take(bsi_rule_lines *lines, bsi_line *line)
{
    int type = line_type(line->keyword);
    bool can_repeat = type == LINE_FLEET || type == LINE_BLOCKED;
    if (!*line->value)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, line->value, "expected a value");
    if (lines->seen[type] && !can_repeat)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, line->keyword, "this rule was given before");
    lines->seen[type] = line->number;
    lines->last = line->number;
    if (can_repeat)
        return type == LINE_FLEET ? add_fleet(lines, line) : add_blocked(lines, line);
    bship_error inner = BSHIP_ERROR_INIT;
    bship_status status =
        bship_rules_options_set(&lines->options, line->keyword, line->value, &inner);
    return status ? bsi_line_fail(line, status, line->value, "%s", inner.text) : BSHIP_OK;
}

/* ---- creating the rules ---- */

uint64_t bsi_rule_lines_weight(const bsi_rule_lines *lines)
{
    size_t ships = lines->ships.count ? lines->ships.count : PRESET_SHIPS_MAX;
    return bsi_rules_bytes(lines->options.width, lines->options.height, ships);
}

static bship_status make_fleet(const bsi_rule_lines *lines, const bship_fleet_options *options,
                               bship_fleet **out, bship_error *error)
{
    bship_error inner = BSHIP_ERROR_INIT;
    bship_status status;
    if (lines->ships.count == 0)
        status = bship_fleet_new_preset(
            out, lines->preset >= 0 ? lines->preset : BSHIP_FLEET_PRESET_CLASSIC, options, NULL);
    else
        status = bsi_fleet_new_list(out, &lines->ships, options, &inner);
    if (status == BSHIP_ERROR_FLEET) {
        bsi_place at = lines->ship_places[inner.index];
        return bsi_fail_at(error, status, at.line, at.column, "%s", inner.text);
    }
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

/* The number of the line to report. A conflict, or a fleet that does not fit, involves several
 * lines, of which the last is reported. */
static uint32_t line_of_failure(const bsi_rule_lines *lines, const bship_fleet *fleet,
                                bship_status status)
{
    static const int types_of_fit[] = { LINE_BOARD, LINE_BLOCKED, LINE_FLEET, BSHIP_RULE_CONTACT };
    const bsi_conflict *conflict = bsi_conflict_in(&lines->options, fleet);
    uint32_t last = lines->last;
    if (status == BSHIP_ERROR_CONFLICT && conflict) {
        uint32_t a = lines->seen[conflict->rule_a], b = lines->seen[conflict->rule_b];
        last = a > b ? a : b;
    }
    if (status == BSHIP_ERROR_INFEASIBLE) {
        last = 0;
        for (size_t i = 0; i < sizeof types_of_fit / sizeof types_of_fit[0]; i++)
            last = lines->seen[types_of_fit[i]] > last ? lines->seen[types_of_fit[i]] : last;
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
    bsi_place at = { line_of_failure(lines, fleet, status), 1 };
    bship_fleet_unref(fleet);
    if (status && inner.index >= 0)
        at = lines->blocked_places.items[inner.index];
    if (!status)
        return BSHIP_OK;
    return bsi_fail_at(error, status, at.line, at.column, "%s", inner.text);
}
