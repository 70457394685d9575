/* Rules as text: whole, as the lines of a record, and axis by axis. */
#include "base/error.h"
#include "base/lines.h"
#include "base/sized.h"
#include "base/text.h"
#include "model/axes.h"
#include "model/rule_lines.h"
#include "model/rules.h"

/* ---- reading ---- */

static bship_status take_lines(bship_internal_rule_lines *rule_lines, bship_internal_lines *lines)
{
    bship_internal_line *line = &lines->line;
    bship_status status = bship_internal_lines_next(lines);
    for (; !status && line->text; status = bship_internal_lines_next(lines)) {
        bship_internal_line_split(line);
        if (!*line->keyword)
            continue;
        if (!bship_internal_rule_lines_know(line->keyword))
            return bship_internal_line_fail(line, BSHIP_ERROR_NAME, line->keyword,
                                            "expected board, blocked, fleet or a rule");
        status = bship_internal_rule_lines_take(rule_lines, line);
        if (status)
            return status;
    }
    return status;
}

static bship_status parse(bship_rules **out, bship_internal_lines *lines,
                          const bship_fleet_options *options)
{
    bship_error *error = lines->line.error;
    bship_internal_rule_lines *rule_lines = NULL;
    bship_status status = bship_internal_rule_lines_new(&rule_lines, &lines->allocator);
    if (status)
        return bship_internal_fail_plain(error, status);
    status = take_lines(rule_lines, lines);
    if (!status)
        status = bship_internal_rule_lines_make(rule_lines, options, out, error);
    bship_internal_rule_lines_free(rule_lines);
    return status;
}

bship_status bship_rules_parse(bship_rules **out, const char *text, size_t length,
                               const bship_fleet_options *given, bship_error *error)
{
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    bship_internal_bytes bytes = { text, length };
    bship_internal_lines lines;
    bship_allocator allocator;
    if (!out || (!text && length > 0))
        return bship_internal_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bship_internal_sized_read(&options, sizeof options, given);
    if (!status)
        status = bship_internal_allocator_read(&allocator, &options.allocator);
    if (status)
        return bship_internal_fail_plain(error, status);
    status =
        bship_internal_lines_open(&lines, bship_internal_source_memory, &bytes, &allocator, error);
    if (status)
        return status;
    status = parse(out, &lines, given);
    bship_internal_lines_close(&lines);
    return status;
}

/* ---- writing ---- */

static void add_axis(bship_internal_text *text, const bship_rules *rules, int32_t axis)
{
    bship_internal_text_add(text, "%s",
                            bship_rules_value_keyword(axis, bship_rules_axis(rules, axis)));
    if (axis == BSHIP_AXIS_TURN && rules->salvo > 0)
        bship_internal_text_add(text, " %d", (int)rules->salvo);
}

size_t bship_rules_axis_format(const bship_rules *rules, int32_t axis, char *buffer,
                               size_t capacity)
{
    bship_internal_text text = bship_internal_text_of(buffer, capacity);
    if (bship_rules_axis_keyword(axis))
        add_axis(&text, rules, axis);
    return text.length;
}

static void add_blocked(bship_internal_text *text, const bship_rules *rules)
{
    enum {
        CELLS_A_LINE = 16
    };
    uint32_t count = 0;
    for (int32_t y = 0; y < rules->height; y++) {
        for (int32_t x = 0; x < rules->width; x++) {
            bship_cell cell = { x, y };
            char word[BSHIP_CELL_TEXT_SIZE];
            if (!rules->blocked[bship_internal_position(rules, cell)])
                continue;
            bship_cell_format(cell, word, sizeof word);
            bship_internal_text_add(text, "%s %s", count % CELLS_A_LINE ? "" : "blocked", word);
            if (++count % CELLS_A_LINE == 0 || count == rules->blocked_count)
                bship_internal_text_add(text, "\n");
        }
    }
}

void bship_internal_rules_add(bship_internal_text *text, const bship_rules *rules)
{
    bship_internal_text_add(text, "board %dx%d\n", (int)rules->width, (int)rules->height);
    add_blocked(text, rules);
    bship_internal_text_add(text, "fleet ");
    bship_internal_fleet_add(text, rules->fleet);
    bship_internal_text_add(text, "\n");
    for (int32_t axis = 0; axis < BSHIP_INTERNAL_AXES; axis++) {
        bship_internal_text_add(text, "%s ", bship_rules_axis_keyword(axis));
        add_axis(text, rules, axis);
        bship_internal_text_add(text, "\n");
    }
}

size_t bship_rules_format(const bship_rules *rules, char *buffer, size_t capacity)
{
    bship_internal_text text = bship_internal_text_of(buffer, capacity);
    bship_internal_rules_add(&text, rules);
    return text.length;
}
