/*
 * Reading a record line by line, its parts in order.
 *
 * All memory is charged to a budget. The rules can outlive the record, so they use the
 * caller's allocator directly; their size is charged to the budget before they are created.
 */
#include "play/record_read.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "base/versioned.h"
#include "model/rule_lines.h"
#include "play/turns.h"

/* The parts of a record after its header, in order. */
enum part {
    PART_RULES, /* rules and facts, in any order */
    PART_LAYOUTS,
    PART_SHOTS,
    PART_PENDING,
    PART_RESULT
};

struct reader {
    bsi_memory_budget budget;
    bship_allocator allocator; /* charges the budget */
    bsi_lines lines;
    bsi_rule_lines *rule_lines;
    bship_record *record;
    enum part part;
    bsi_draft drafts[BSI_SIDES];
    bsi_place last_ship;
    int64_t until;         /* the highest number of a predecessor */
    bsi_place until_place; /* where it stands */
    bsi_track track;
};

/* Terminates the next word with a NUL, moves `*at` behind it, and returns it. */
static char *next_word(char **at)
{
    char *word = bsi_skip_blanks(*at);
    *at = word + strcspn(word, " \t");
    if (**at)
        *(*at)++ = '\0';
    *at = bsi_skip_blanks(*at);
    return word;
}

/* ---- the parts ---- */

/* Checks that the side named by a fact may fire first; OK if the fact is not stated. */
static bship_status check_first(const bship_record *record, int32_t fact, bship_error *error)
{
    bsi_place place = record->places[fact][BSHIP_SIDE_NONE];
    int32_t side = bsi_fact_side(record, fact);
    if (side == BSHIP_SIDE_NONE || bsi_may_begin(record->rules, side))
        return BSHIP_OK;
    return bsi_fail_at(error, BSHIP_ERROR_STATE, place.line, place.column,
                       "by the rules the other side begins");
}

static bship_status end_rules(struct reader *reader)
{
    bship_record *record = reader->record;
    bship_error *error = reader->lines.line.error;
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    options.allocator = reader->budget.lender;
    uint64_t weight = bsi_rule_lines_weight(reader->rule_lines);
    bship_status status = bsi_memory_budget_spend(&reader->budget, weight);
    if (status)
        return bsi_fail_plain(error, status);
    status = bsi_rule_lines_make(reader->rule_lines, &options, &record->rules, error);
    if (status)
        return status;
    status = check_first(record, BSHIP_FACT_BEGAN, error);
    if (!status)
        status = check_first(record, BSHIP_FACT_BEGINS, error);
    if (status)
        return status;
    status = bsi_track_open(&reader->track, record->rules, bsi_fact_side(record, BSHIP_FACT_BEGAN),
                            &reader->allocator);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

/* Ships can be missing only before the game: without shots or a first mover. */
static bship_status end_layouts(const struct reader *reader, enum part part)
{
    const bship_record *record = reader->record;
    bool has_begun = part == PART_SHOTS || part == PART_PENDING || bship_record_is_game(record);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && has_begun; side++) {
        if (record->layouts[side] && reader->drafts[side].placed < record->rules->fleet->count)
            return bsi_fail_at(reader->lines.line.error, BSHIP_ERROR_NOT_PLACED,
                               reader->last_ship.line, reader->last_ship.column,
                               "expected all ships of side %s or none",
                               bsi_name(&bsi_side_names, side));
    }
    return BSHIP_OK;
}

/* Enters the part that a line belongs to, and finishes the parts before it. */
static bship_status enter(struct reader *reader, enum part part)
{
    bship_status status = BSHIP_OK;
    if (part < reader->part)
        return bsi_line_fail(&reader->lines.line, BSHIP_ERROR_SYNTAX, reader->lines.line.keyword,
                             "this line is out of order: rules and facts, layouts, shots, result");
    if (reader->part == PART_RULES && part > PART_RULES)
        status = end_rules(reader);
    if (!status && reader->part <= PART_LAYOUTS && part > PART_LAYOUTS)
        status = end_layouts(reader, part);
    reader->part = part;
    return status;
}

/* ---- lines ---- */

/* Reads the text of a result: one word, or `a` or `b` and a second word. */
static bship_status read_result_text(const bsi_line *line, const char *at,
                                     char text[BSI_FACT_BYTES])
{
    int first = (int)strcspn(at, " \t");
    const char *next = at + first + strspn(at + first, " \t");
    snprintf(text, BSI_FACT_BYTES, "%.*s", first, at);
    const char *fault = bsi_fact_fault(BSHIP_FACT_RESULT, text);
    if (fault)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at, "%s", fault);
    if (*next && first == 1) {
        int second = (int)strcspn(next, " \t");
        snprintf(text, BSI_FACT_BYTES, "%.*s %.*s", first, at, second, next);
        if (bsi_fact_fault(BSHIP_FACT_RESULT, text))
            return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, next,
                                 "expected resigned, contradiction or the end of the line");
        next += second + (int)strspn(next + second, " \t");
    }
    return *next ? bsi_line_fail(line, BSHIP_ERROR_SYNTAX, next, "expected the end of the line")
                 : BSHIP_OK;
}

/* Reads the text of a fact; a name may be quoted. */
static bship_status read_fact_text(const bsi_line *line, int32_t fact, const char *at,
                                   char text[BSI_FACT_BYTES])
{
    const char *begin = at, *expected = NULL;
    if (fact == BSHIP_FACT_RESULT)
        return read_result_text(line, at, text);
    bship_status status = bsi_name_parse(&at, text, &expected);
    if (bsi_fact_is_name(fact) && status)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at, "%s", expected);
    if (!bsi_fact_is_name(fact) && (status || *begin == '"'))
        *text = '\0';
    expected = bsi_fact_fault(fact, text);
    if (expected)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, begin, "%s", expected);
    at += strspn(at, " \t");
    return *at ? bsi_line_fail(line, BSHIP_ERROR_SYNTAX, at, "expected the end of the line")
               : BSHIP_OK;
}

/* Reads the name of a side, and moves `*at` behind it. */
static bship_status read_side_name(const bsi_line *line, char **at, int32_t *side)
{
    const char *word = next_word(at);
    *side = bsi_name_find(&bsi_side_names, word);
    return bsi_is_side(*side) ? BSHIP_OK
                              : bsi_line_fail(line, BSHIP_ERROR_SYNTAX, word, "expected a or b");
}

static bship_status read_fact(struct reader *reader, int32_t fact)
{
    const bsi_line *line = &reader->lines.line;
    char *at = line->value;
    int32_t side = BSHIP_SIDE_NONE;
    bship_status status = BSHIP_OK;
    if (bsi_fact_is_of_side(fact))
        status = read_side_name(line, &at, &side);
    if (status)
        return status;
    char *stated = reader->record->facts[fact][side];
    if (*stated)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, line->keyword, "this fact was given before");
    reader->record->places[fact][side] = bsi_line_place(line, at);
    return read_fact_text(line, fact, at, stated);
}

/* Reads a line `optional-until SIDE ENTRIES` and, if the side had an AI then, its strategy. */
static bship_status read_predecessor(struct reader *reader)
{
    const bsi_line *line = &reader->lines.line;
    bship_record *record = reader->record;
    char strategy[BSI_FACT_BYTES] = "";
    char *at = line->value;
    uint64_t until;
    int32_t side;
    bship_status status = enter(reader, PART_RULES);
    if (!status)
        status = read_side_name(line, &at, &side);
    if (status)
        return status;
    const char *number = at, *name = at;
    if (bsi_number_read(&name, INT64_MAX, &until) || (*name && !strchr(" \t", *name)))
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, number, "expected a number of lines");
    if ((int64_t)until <= bsi_predecessors_until(&record->predecessors, side))
        return bsi_line_fail(line, BSHIP_ERROR_RANGE, number,
                             "expected a number above 0 and that of the line before");
    name += strspn(name, " \t");
    if (*name)
        status = read_fact_text(line, BSHIP_FACT_STRATEGY, name, strategy);
    if (status)
        return status;
    if ((int64_t)until > reader->until) {
        reader->until = (int64_t)until;
        reader->until_place = bsi_line_place(line, number);
    }
    status = bsi_predecessors_add(&record->predecessors, &reader->allocator, side, strategy,
                                  (int64_t)until);
    return status ? bsi_fail_plain(line->error, status) : BSHIP_OK;
}

/* Checks, at the end, that nobody was replaced after the last line of shots. */
static bship_status check_predecessors(const struct reader *reader)
{
    const bship_record *record = reader->record;
    size_t entries = record->entries.count + (record->pending.count > 0);
    if (reader->until <= (int64_t)entries)
        return BSHIP_OK;
    return bsi_fail_at(reader->lines.line.error, BSHIP_ERROR_RANGE, reader->until_place.line,
                       reader->until_place.column, "expected %zu, the lines of shots, at most",
                       entries);
}

static bship_status read_result(struct reader *reader)
{
    const bsi_line *line = &reader->lines.line;
    bship_status status = enter(reader, PART_RESULT);
    if (!status && reader->record->pending.count > 0)
        return bsi_line_fail(line, BSHIP_ERROR_STATE, line->keyword,
                             "expected no result: shots await their reports");
    if (!status)
        status = read_fact(reader, BSHIP_FACT_RESULT);
    if (status)
        return status;
    const char *text = reader->record->facts[BSHIP_FACT_RESULT][BSHIP_SIDE_NONE];
    int32_t outcome = bsi_track_outcome(&reader->track);
    const char *fault = bsi_result_fault(bsi_result_find(text), outcome, reader->track.is_game);
    const char *at = outcome == BSHIP_OUTCOME_NONE ? line->keyword : line->value;
    return fault ? bsi_line_fail(line, BSHIP_ERROR_STATE, at, "%s", fault) : BSHIP_OK;
}

/* Reads a line of a side: a ship or shots. */
static bship_status read_side(struct reader *reader, int32_t side)
{
    const bsi_line *line = &reader->lines.line;
    char *at = line->value;
    bool is_ship = strncmp(at, "ship", 4) == 0 && (!at[4] || strchr(" \t", at[4]));
    bship_status status = enter(reader, is_ship ? PART_LAYOUTS : PART_SHOTS);
    if (status)
        return status;
    if (!is_ship)
        return bsi_read_shots(line, reader->record, &reader->track, side, at);
    reader->last_ship = bsi_line_place(line, line->keyword);
    at = bsi_skip_blanks(at + 4);
    return bsi_read_ship_line(line, reader->record, &reader->drafts[side], side, at);
}

/* Reads a line `awaiting` or `disputed`: the shots that await their reports. */
static bship_status read_pending(struct reader *reader, bool is_disputed)
{
    const bsi_line *line = &reader->lines.line;
    bship_record *record = reader->record;
    char *at = line->value;
    bship_status status = enter(reader, PART_PENDING);
    if (status)
        return status;
    if (!reader->track.is_game)
        return bsi_line_fail(line, BSHIP_ERROR_STATE, line->keyword,
                             "only a game, with began, awaits reports");
    if (record->pending.count > 0)
        return bsi_line_fail(line, BSHIP_ERROR_SYNTAX, line->keyword,
                             "the shots that await their reports were given before");
    status = read_side_name(line, &at, &record->pending_side);
    if (status)
        return status;
    record->is_disputed = is_disputed;
    record->pending_place = bsi_line_place(line, at);
    return bsi_read_pending(line, record, &reader->track, record->pending_side, at);
}

static bship_status read_line(void *user)
{
    struct reader *reader = user;
    bsi_line *line = &reader->lines.line;
    if (bsi_is_extra(line->text)) {
        line->keyword = bsi_skip_blanks(line->text);
        bship_status status = enter(reader, PART_RULES);
        if (status)
            return status;
        status = bsi_record_keep(reader->record, line->text, line->bytes);
        return status ? bsi_fail_plain(line->error, status) : BSHIP_OK;
    }
    bsi_line_split(line);
    if (!*line->keyword)
        return BSHIP_OK;
    int32_t side = bsi_name_find(&bsi_side_names, line->keyword);
    if (bsi_is_side(side))
        return read_side(reader, side);
    bool is_disputed = strcmp(line->keyword, "disputed") == 0;
    if (is_disputed || strcmp(line->keyword, "awaiting") == 0)
        return read_pending(reader, is_disputed);
    if (strcmp(line->keyword, BSI_UNTIL) == 0)
        return read_predecessor(reader);
    int32_t fact = bsi_fact_find(line->keyword);
    if (fact == BSHIP_FACT_RESULT)
        return read_result(reader);
    if (fact < 0 && !bsi_rule_lines_know(line->keyword))
        return bsi_line_fail(line, BSHIP_ERROR_NAME, line->keyword,
                             "expected a rule, a fact, a, b or result");
    bship_status status = enter(reader, PART_RULES);
    if (status)
        return status;
    return fact >= 0 ? read_fact(reader, fact) : bsi_rule_lines_take(reader->rule_lines, line);
}

/* ---- records ---- */

/* Reads all lines into the record, then derives what only the complete text determines. */
static bship_status read_record(struct reader *reader)
{
    bship_record *record = reader->record;
    bship_status status = bsi_lines_version(&reader->lines, "battleship");
    if (!status)
        status = bsi_lines_each(&reader->lines, read_line, reader);
    if (!status)
        status = enter(reader, PART_RESULT);
    if (!status)
        status = check_predecessors(reader);
    if (status)
        return status;
    record->outcome = bsi_track_outcome(&reader->track);
    record->allocator = reader->budget.lender;
    if (reader->track.is_game)
        strcpy(record->facts[BSHIP_FACT_BEGAN][BSHIP_SIDE_NONE],
               bsi_name(&bsi_side_names, reader->track.turns.began));
    return BSHIP_OK;
}

bship_status bship_record_read(bship_record **out, bship_read_callback read, void *user,
                               const bship_record_options *given, bship_error *error)
{
    struct reader reader = { .part = PART_RULES };
    bship_record_options options = BSHIP_RECORD_OPTIONS_INIT;
    if (!out || !read)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status =
        bsi_versioned_read(&options, BSI_VERSIONED(bship_record_options), given, error);
    if (status)
        return status;
    status = bsi_allocator_read(&reader.budget.lender, &options.allocator);
    if (status)
        return bsi_fail_plain(error, status);
    reader.budget.left = options.memory_limit ? options.memory_limit : BSHIP_RECORD_MEMORY_DEFAULT;
    reader.allocator = bsi_memory_budget_allocator(&reader.budget);
    status = bsi_record_alloc(&reader.record, &reader.allocator);
    if (!status)
        status = bsi_rule_lines_new(&reader.rule_lines, &reader.allocator);
    if (status)
        bsi_fail_plain(error, status);
    else
        status = bsi_lines_open(&reader.lines, read, user, &reader.allocator, error);
    if (!status)
        status = read_record(&reader);
    bsi_lines_close(&reader.lines);
    bsi_rule_lines_free(reader.rule_lines);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        bsi_layout_close(&reader.drafts[side].layout, &reader.allocator);
    if (reader.track.rules)
        bsi_track_close(&reader.track, &reader.allocator);
    if (status)
        bship_record_free(reader.record);
    else
        *out = reader.record;
    return status;
}

bship_status bship_record_parse(bship_record **out, const char *text, size_t length,
                                const bship_record_options *options, bship_error *error)
{
    bsi_bytes bytes = { text, length };
    if (!text && length > 0)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return bship_record_read(out, bsi_source_memory, &bytes, options, error);
}
