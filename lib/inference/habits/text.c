/* Habits as text: a version, the half-life, the rules, a line for each layout, and an end. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/lines.h"
#include "base/number.h"
#include "base/text.h"
#include "inference/habits/habits.h"
#include "model/geometry.h"
#include "model/rule_lines.h"

/* ---- writing ---- */

/* Writes a number of millionths in decimal, without trailing zeros. */
static void add_decimal(bsi_text *text, int64_t millionths)
{
    int64_t fraction = millionths % BSI_MILLIONTHS;
    int digits = 6;
    bsi_text_add(text, "%" PRId64, millionths / BSI_MILLIONTHS);
    if (fraction == 0)
        return;
    for (; fraction % 10 == 0; fraction /= 10)
        digits--;
    bsi_text_add(text, ".%0*" PRId64, digits, fraction);
}

static void add_placement(bsi_text *text, const bship_rules *rules, int64_t index)
{
    bship_placement placement = { 0, 0, 0, 0 };
    char cell[BSHIP_CELL_TEXT_SIZE];
    (void)bship_rules_placement(rules, index, &placement);
    bship_cell_format((bship_cell){ placement.x, placement.y }, cell, sizeof cell);
    bsi_text_add(text, "%s %s", cell,
                 placement.orientation == BSHIP_ORIENTATION_HORIZONTAL ? "right" : "down");
}

static void add_layout(bsi_text *text, const bsi_habits_layouts *layouts, size_t number)
{
    const bship_rules *rules = layouts->rules;
    const bsi_habits_stamp *stamp = &layouts->stamps[number];
    const int64_t *row = bsi_habits_row(layouts, number), *end = row + stamp->ships;
    bsi_text_add(text, "layout %" PRId32 " ", stamp->age);
    add_decimal(text, stamp->weight);
    for (int32_t ship = 0; ship < rules->fleet->count; ship++) {
        bsi_text_add(text, ship == 0 ? " " : ", ");
        if (row < end && *row < rules->index_base[ship + 1])
            add_placement(text, rules, *row++);
        else
            bsi_text_add(text, "-");
    }
    bsi_text_add(text, "\n");
}

size_t bship_habits_format(const bship_habits *habits, char *buffer, size_t capacity)
{
    bsi_text text = bsi_text_of(buffer, capacity);
    if (!habits)
        return 0;
    bsi_text_add(&text, "battleship-habits 1\nhalf-life ");
    if (habits->half_life == INT64_MAX)
        bsi_text_add(&text, "infinite");
    else
        add_decimal(&text, habits->half_life);
    bsi_text_add(&text, "\n");
    bsi_rules_add(&text, habits->rules);
    for (size_t i = 0; i < habits->layouts.count; i++)
        add_layout(&text, &habits->layouts, i);
    bsi_text_add(&text, "end\n");
    return text.length;
}

/* ---- reading ---- */

/* The parts of a text after its first line, in order. */
enum part {
    PART_RULES, /* and the half-life */
    PART_LAYOUTS,
    PART_END
};

struct reader {
    bship_allocator allocator;
    const bship_fleet_options *options;
    bsi_lines lines;
    bsi_rule_lines *rule_lines;
    int64_t half_life; /* 0: not read yet */
    bship_habits *habits;
    enum part part;
};

static bship_status fail(const struct reader *reader, bship_status status, const char *at,
                         const char *text)
{
    return bsi_line_fail(&reader->lines.line, status, at, "%s", text);
}

/* Reads a decimal number above 0 with up to six decimals, in millionths, and moves `*at` behind it
 * and the blanks that follow. */
static bship_status read_decimal(const struct reader *reader, const char **at, int64_t most,
                                 int64_t *out)
{
    const char *begin = *at;
    uint64_t whole = 0, fraction = 0;
    size_t decimals = 0;
    bship_status status = bsi_number_read(at, (uint64_t)most, &whole);
    bool is_number = status != BSHIP_ERROR_SYNTAX;
    if (is_number && **at == '.') {
        ++*at;
        decimals = bsi_digits_span(*at) < 6 ? bsi_digits_span(*at) : 6;
        is_number = decimals > 0 && bsi_digits_read(at, decimals, &fraction);
    }
    for (; decimals < 6; decimals++)
        fraction *= 10;
    if (!is_number || (**at && !strchr(" \t", **at)))
        return fail(reader, BSHIP_ERROR_SYNTAX, *at, "expected a number with up to six decimals");
    *out = (int64_t)whole * BSI_MILLIONTHS + (int64_t)fraction;
    if (status || *out < 1 || *out > most * BSI_MILLIONTHS)
        return fail(reader, BSHIP_ERROR_RANGE, begin, "the number is out of range");
    *at += strspn(*at, " \t");
    return BSHIP_OK;
}

static bship_status read_half_life(struct reader *reader)
{
    const char *at = reader->lines.line.value;
    if (reader->half_life)
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->lines.line.keyword,
                    "the half-life was given before");
    reader->half_life = INT64_MAX;
    if (strcmp(at, "infinite") == 0)
        return BSHIP_OK;
    bship_status status = read_decimal(reader, &at, BSHIP_HABITS_HALF_LIFE_MAX, &reader->half_life);
    if (!status && *at)
        status = fail(reader, BSHIP_ERROR_SYNTAX, at, "expected the end of the line");
    return status;
}

/* Makes the rules and the habits from the lines before the first layout. */
static bship_status end_rules(struct reader *reader)
{
    bship_error *error = reader->lines.line.error;
    bship_rules *rules = NULL;
    if (!reader->half_life)
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->lines.line.keyword,
                    "expected a half-life before this line");
    bship_status status = bsi_rule_lines_make(reader->rule_lines, reader->options, &rules, error);
    if (status)
        return status;
    bship_error inner = BSHIP_ERROR_INIT;
    status = bsi_habits_make(&reader->habits, rules, reader->half_life, &inner);
    bship_rules_unref(rules);
    return status ? fail(reader, status, reader->lines.line.keyword, inner.text) : BSHIP_OK;
}

static bship_status read_age(const struct reader *reader, const char **at, int64_t *age)
{
    const char *begin = *at;
    uint64_t number = 0;
    bship_status status = bsi_number_read(at, BSI_AGE_MAX, &number);
    if (status == BSHIP_ERROR_SYNTAX || !**at || !strchr(" \t", **at))
        return fail(reader, BSHIP_ERROR_SYNTAX, begin, "expected an age, a weight and placements");
    if (status)
        return fail(reader, BSHIP_ERROR_RANGE, begin, "the age is out of range");
    *age = (int64_t)number;
    *at += strspn(*at, " \t");
    return BSHIP_OK;
}

/* Reads `right` or `down`; a ship of length 1 must have `right`. */
static bship_status read_orientation(const struct reader *reader, const char **at, int32_t length,
                                     int32_t *out)
{
    size_t word = strcspn(*at, " \t,");
    bool is_right = word == 5 && strncmp(*at, "right", word) == 0;
    bool is_down = word == 4 && strncmp(*at, "down", word) == 0 && length > 1;
    if (!is_right && !is_down)
        return fail(reader, BSHIP_ERROR_SYNTAX, *at,
                    length > 1 ? "expected right or down" : "expected right");
    *out = is_right ? BSHIP_ORIENTATION_HORIZONTAL : BSHIP_ORIENTATION_VERTICAL;
    *at += word;
    return BSHIP_OK;
}

/* Reads the placement of a ship and places it on the board. */
static bship_status read_placement(const struct reader *reader, int32_t ship, const char **at)
{
    bship_board *board = reader->habits->board;
    const char *begin = *at, *expected = NULL;
    int32_t length = reader->habits->rules->fleet->ships[ship].length, orientation = 0;
    bship_cell cell;
    bship_status status = bsi_cell_parse(at, " \t", &cell, &expected);
    if (status)
        return fail(reader, status, *at, expected);
    *at += strspn(*at, " \t");
    status = read_orientation(reader, at, length, &orientation);
    if (status)
        return status;
    status = bsi_board_add(board, (bship_placement){ ship, cell.x, cell.y, orientation });
    return status ? fail(reader, status, begin, bship_status_message((int32_t)status)) : BSHIP_OK;
}

/* Reads the placements of all ships up to the end of the line. */
static bship_status read_placements(const struct reader *reader, const char *at)
{
    const bship_fleet *fleet = reader->habits->rules->fleet;
    bship_status status = BSHIP_OK;
    for (int32_t ship = 0; ship < fleet->count; ship++) {
        bool is_last = ship == fleet->count - 1;
        if (*at == '-')
            at++;
        else
            status = read_placement(reader, ship, &at);
        at += strspn(at, " \t");
        if (!status && *at != (is_last ? '\0' : ','))
            status = fail(reader, BSHIP_ERROR_SYNTAX, at,
                          is_last ? "expected the end of the line" : "expected another ship");
        if (status)
            return status;
        at += !is_last;
        at += strspn(at, " \t");
    }
    return BSHIP_OK;
}

static bship_status read_layout(struct reader *reader)
{
    bship_habits *habits = reader->habits;
    const char *keyword = reader->lines.line.keyword, *at = reader->lines.line.value;
    int64_t age = 0, weight = 0;
    if (habits->layouts.count == BSHIP_HABITS_OBSERVATIONS_MAX)
        return fail(reader, BSHIP_ERROR_RANGE, keyword, "there are too many layouts");
    bship_status status = read_age(reader, &at, &age);
    if (!status)
        status = read_decimal(reader, &at, BSHIP_HABITS_WEIGHT_MAX, &weight);
    bship_board_clear(habits->board);
    if (!status)
        status = read_placements(reader, at);
    if (!status && bsi_board_is_empty(habits->board))
        status = fail(reader, BSHIP_ERROR_NOT_PLACED, keyword, "expected a ship that was found");
    if (!status)
        bsi_habits_remember(habits, weight, (int32_t)age);
    return status;
}

static bship_status read_end(struct reader *reader)
{
    const char *at = reader->lines.line.value;
    return *at ? fail(reader, BSHIP_ERROR_SYNTAX, at, "expected the end of the line") : BSHIP_OK;
}

/* ---- lines ---- */

/* The kinds of lines besides those of rules. */
static const struct {
    const char *keyword;
    enum part part;
    bship_status (*read)(struct reader *reader);
} kinds[] = {
    { "half-life", PART_RULES, read_half_life },
    { "layout", PART_LAYOUTS, read_layout },
    { "end", PART_END, read_end },
};

/* Finishes the parts before the one that a line belongs to. */
static bship_status enter(struct reader *reader, enum part part)
{
    const char *keyword = reader->lines.line.keyword;
    if (reader->part == PART_END)
        return fail(reader, BSHIP_ERROR_SYNTAX, keyword, "expected nothing after the end");
    if (part < reader->part)
        return fail(reader, BSHIP_ERROR_SYNTAX, keyword,
                    "this line is out of order: rules and half-life, layouts, end");
    bship_status status = BSHIP_OK;
    if (reader->part == PART_RULES && part > PART_RULES)
        status = end_rules(reader);
    reader->part = part;
    return status;
}

static bship_status read_line(void *user)
{
    struct reader *reader = user;
    bsi_line *line = &reader->lines.line;
    bsi_line_split(line);
    if (!*line->keyword)
        return BSHIP_OK;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(line->keyword, kinds[i].keyword) != 0)
            continue;
        bship_status status = enter(reader, kinds[i].part);
        return status ? status : kinds[i].read(reader);
    }
    if (!bsi_rule_lines_know(line->keyword))
        return fail(reader, BSHIP_ERROR_NAME, line->keyword,
                    "expected a rule, half-life, layout or end");
    bship_status status = enter(reader, PART_RULES);
    return status ? status : bsi_rule_lines_take(reader->rule_lines, line);
}

static bship_status read_habits(struct reader *reader)
{
    bsi_line *line = &reader->lines.line;
    bship_status status = bsi_lines_version(&reader->lines, "battleship-habits");
    if (!status)
        status = bsi_lines_each(&reader->lines, read_line, reader);
    if (!status && reader->part != PART_END)
        status = bsi_fail_at(line->error, BSHIP_ERROR_SYNTAX, line->number, 1, "expected end");
    return status;
}

bship_status bship_habits_parse(bship_habits **out, const char *text, size_t length,
                                const bship_fleet_options *options, bship_error *error)
{
    struct reader reader = { .options = options };
    bsi_bytes bytes = { text, length };
    if (!out || (!text && length > 0))
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_fleet_allocator(&reader.allocator, options, error);
    if (status)
        return status;
    status = bsi_rule_lines_new(&reader.rule_lines, &reader.allocator);
    if (status)
        return bsi_fail_plain(error, status);
    status = bsi_lines_open(&reader.lines, bsi_source_memory, &bytes, &reader.allocator, error);
    if (!status) {
        status = read_habits(&reader);
        bsi_lines_close(&reader.lines);
    }
    bsi_rule_lines_free(reader.rule_lines);
    if (status)
        bship_habits_free(reader.habits);
    else
        *out = reader.habits;
    return status;
}
