/* Rules as text: as the lines of a record, or a single rule. */
#include "base/error.h"
#include "base/lines.h"
#include "base/text.h"
#include "base/versioned.h"
#include "model/rule_lines.h"
#include "model/rule_table.h"
#include "model/rules.h"

/* ---- reading ---- */

static bship_status read_lines(bsi_rule_lines *rule_lines, bsi_lines *lines)
{
    bsi_line *line = &lines->line;
    bship_status status = bsi_lines_next(lines);
    for (; !status && line->text; status = bsi_lines_next(lines)) {
        bsi_line_split(line);
        if (!*line->keyword)
            continue;
        if (!bsi_rule_lines_know(line->keyword))
            return bsi_line_fail(line, BSHIP_ERROR_NAME, line->keyword,
                                 "expected board, blocked, fleet or a rule");
        status = bsi_rule_lines_take(rule_lines, line);
        if (status)
            return status;
    }
    return status;
}

static bship_status parse(bship_rules **out, bsi_lines *lines, const bship_fleet_options *options)
{
    bship_error *error = lines->line.error;
    bsi_rule_lines *rule_lines = NULL;
    bship_status status = bsi_rule_lines_new(&rule_lines, &lines->allocator);
    if (status)
        return bsi_fail_plain(error, status);
    status = read_lines(rule_lines, lines);
    if (!status)
        status = bsi_rule_lines_make(rule_lines, options, out, error);
    bsi_rule_lines_free(rule_lines);
    return status;
}

bship_status bship_rules_parse(bship_rules **out, const char *text, size_t length,
                               const bship_fleet_options *given, bship_error *error)
{
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    bsi_bytes bytes = { text, length };
    bsi_lines lines;
    bship_allocator allocator;
    if (!out || (!text && length > 0))
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status =
        bsi_versioned_read(&options, BSI_VERSIONED(bship_fleet_options), given, error);
    if (status)
        return status;
    status = bsi_allocator_read(&allocator, &options.allocator);
    if (status)
        return bsi_fail_plain(error, status);
    status = bsi_lines_open(&lines, bsi_source_memory, &bytes, &allocator, error);
    if (status)
        return status;
    status = parse(out, &lines, given);
    bsi_lines_close(&lines);
    return status;
}

/* ---- writing ---- */

size_t bship_rules_format_rule(const bship_rules *rules, int32_t rule, char *buffer,
                               size_t capacity)
{
    bsi_text text = bsi_text_of(buffer, capacity);
    if (bsi_name(&bsi_rule_names, rule))
        bsi_rule_add(&text, rule, rules->values[rule], rules->numbers[rule]);
    return text.length;
}

static void add_blocked(bsi_text *text, const bship_rules *rules)
{
    enum {
        CELLS_PER_LINE = 16
    };
    for (uint32_t i = 0; i < rules->blocked_count; i++) {
        char word[BSHIP_CELL_TEXT_SIZE];
        bship_cell_format(rules->blocked_cells[i], word, sizeof word);
        bsi_text_add(text, "%s %s", i % CELLS_PER_LINE ? "" : "blocked", word);
        if ((i + 1) % CELLS_PER_LINE == 0 || i + 1 == rules->blocked_count)
            bsi_text_add(text, "\n");
    }
}

void bsi_rules_add(bsi_text *text, const bship_rules *rules)
{
    bsi_text_add(text, "board %dx%d\n", (int)rules->width, (int)rules->height);
    add_blocked(text, rules);
    bsi_text_add(text, "fleet ");
    bsi_fleet_add(text, rules->fleet);
    bsi_text_add(text, "\n");
    for (int32_t rule = 0; rule < BSI_RULES; rule++) {
        /* What version 1.0 did not know is written only where it is not the default. */
        if (rule > BSHIP_RULE_ENDING && rules->values[rule] == 0)
            continue;
        bsi_text_add(text, "%s ", bsi_name(&bsi_rule_names, rule));
        bsi_rule_add(text, rule, rules->values[rule], rules->numbers[rule]);
        bsi_text_add(text, "\n");
    }
}

size_t bship_rules_format(const bship_rules *rules, char *buffer, size_t capacity)
{
    bsi_text text = bsi_text_of(buffer, capacity);
    bsi_rules_add(&text, rules);
    return text.length;
}
