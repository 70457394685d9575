/*
 * Rules as the lines of a record: `board 10x10`, `contact none`, one a line.
 *
 * The reader works on a copy of the text, in which it ends every line and word
 * with NUL. Ships and blocked cells remember where they stood, so that what the
 * fleet or the rules refuse can be reported there.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/text.h"
#include "base/utf8.h"
#include "model/axes.h"
#include "model/rules.h"

enum {
    LINE_BYTES_MAX = 65536
};

/* The kinds of lines: first the axes, then these. */
enum {
    LINE_BOARD = BSHIP_INTERNAL_AXES,
    LINE_FLEET,
    LINE_BLOCKED,
    LINE_KINDS
};

static const char *const line_keywords[LINE_KINDS] = {
    [LINE_BOARD] = "board", [LINE_FLEET] = "fleet", [LINE_BLOCKED] = "blocked"
};

struct place {
    size_t line;
    size_t column;
};

struct reader {
    bship_allocator allocator;
    const bship_fleet_options *fleet_options;
    bship_error *error;
    struct place at;
    bship_rules_options options;
    struct place seen[LINE_KINDS]; /* where a kind first stood; line 0: nowhere */
    int32_t preset;                /* of the fleet, or -1 */
    size_t ship_count;
    int32_t lengths[BSHIP_FLEET_SHIPS_MAX];
    char names[BSHIP_FLEET_SHIPS_MAX][BSHIP_NAME_MAX + 1];
    const char *name_pointers[BSHIP_FLEET_SHIPS_MAX];
    struct place ship_places[BSHIP_FLEET_SHIPS_MAX];
    char *text;
    size_t length;
    bship_cell *blocked; /* `length` items of room each */
    struct place *blocked_places;
};

static bship_status fail(const struct reader *reader, bship_status status, struct place at,
                         const char *text)
{
    return bship_internal_fail_at(reader->error, status, at.line, at.column, "%s", text);
}

/* The place of a byte of the line whose words begin at `text`. */
static struct place place_of(const struct reader *reader, const char *text, const char *byte)
{
    return (struct place){ reader->at.line, reader->at.column + (size_t)(byte - text) };
}

/* ---- lines of each kind; `text` is what follows the keyword ---- */

static bship_status read_blocked(struct reader *reader, char *text)
{
    for (char *word = text; *word; word += strspn(word, " \t")) {
        struct place at = place_of(reader, text, word);
        bship_error inner = BSHIP_ERROR_INIT;
        size_t bytes = strcspn(word, " \t");
        char end = word[bytes];
        word[bytes] = '\0';
        size_t i = reader->options.blocked_count;
        bship_status status = bship_cell_parse(word, &reader->blocked[i], &inner);
        word[bytes] = end;
        if (status) {
            at.column += inner.column - 1;
            return fail(reader, status, at, inner.text);
        }
        reader->blocked_places[i] = at;
        reader->options.blocked_count++;
        word += bytes;
    }
    return BSHIP_OK;
}

static bship_status read_ships(struct reader *reader, const char *text)
{
    for (const char *at = text; *at; at += strspn(at, " \t")) {
        size_t i = reader->ship_count;
        const char *expected = "expected at most 1024 ships";
        bship_status status = BSHIP_ERROR_FLEET;
        struct place place = place_of(reader, text, at);
        if (i < BSHIP_FLEET_SHIPS_MAX)
            status =
                bship_internal_ship_parse(&at, reader->names[i], &reader->lengths[i], &expected);
        if (!status && *at == ',') {
            status = BSHIP_ERROR_SYNTAX;
            expected = "expected a blank between ships";
        }
        if (status)
            return fail(reader, status, place_of(reader, text, at), expected);
        reader->name_pointers[i] = reader->names[i];
        reader->ship_places[i] = place;
        reader->ship_count++;
    }
    return BSHIP_OK;
}

static bship_status read_fleet(struct reader *reader, const char *text)
{
    int32_t preset = bship_fleet_preset_find(text);
    if (reader->preset >= 0 || (preset >= 0 && reader->ship_count > 0))
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->at, "a preset must be the whole fleet");
    if (preset < 0 && bship_internal_is_word(text))
        return fail(reader, BSHIP_ERROR_NAME, reader->at, "no fleet is called so");
    reader->preset = preset;
    return preset >= 0 ? BSHIP_OK : read_ships(reader, text);
}

/* Reads the value of a line; blanks between its words count as one. */
static bship_status read_value(struct reader *reader, const char *keyword, const char *text)
{
    bship_error inner = BSHIP_ERROR_INIT;
    bship_status status = bship_rules_options_set(&reader->options, keyword, text, &inner);
    return status ? fail(reader, status, reader->at, inner.text) : BSHIP_OK;
}

/* ---- the text ---- */

/* The kind of a line by its keyword, or -1. */
static int line_kind(const char *keyword)
{
    for (int kind = LINE_BOARD; kind < LINE_KINDS; kind++) {
        if (strcmp(keyword, line_keywords[kind]) == 0)
            return kind;
    }
    return bship_rules_axis_find(keyword);
}

/* Ends the line where its comment begins, and before blanks. */
static void strip(char *line)
{
    int quoted = 0;
    size_t end = 0;
    for (size_t i = 0; line[i]; i++) {
        quoted ^= line[i] == '"';
        int blank = line[i] == ' ' || line[i] == '\t';
        if (line[i] == '#' && !quoted && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t'))
            break;
        if (!blank)
            end = i + 1;
    }
    line[end] = '\0';
}

static bship_status read_line(struct reader *reader, char *line)
{
    strip(line);
    char *keyword = line + strspn(line, " \t");
    if (!*keyword)
        return BSHIP_OK;
    char *text = keyword + strcspn(keyword, " \t");
    if (*text)
        *text++ = '\0';
    text += strspn(text, " \t");
    struct place at = { reader->at.line, (size_t)(keyword - line) + 1 };
    int kind = line_kind(keyword);
    if (kind < 0)
        return fail(reader, BSHIP_ERROR_NAME, at, "expected board, blocked, fleet or a rule");
    reader->at.column = (size_t)(text - line) + 1;
    if (!*text)
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->at, "expected a value");
    int repeats = kind == LINE_FLEET || kind == LINE_BLOCKED;
    if (reader->seen[kind].line && !repeats)
        return fail(reader, BSHIP_ERROR_SYNTAX, at, "this rule was given before");
    if (!reader->seen[kind].line)
        reader->seen[kind] = reader->at;
    return kind == LINE_FLEET     ? read_fleet(reader, text)
           : kind == LINE_BLOCKED ? read_blocked(reader, text)
                                  : read_value(reader, keyword, text);
}

/* Refuses what no line may hold. */
static bship_status check_line(struct reader *reader, const char *line, size_t bytes)
{
    size_t good = bship_internal_utf8_span(line, bytes);
    for (size_t i = 0; i < good; i++) {
        unsigned char c = (unsigned char)line[i];
        if ((c < 0x20 && c != '\t') || c == 0x7f)
            good = i;
    }
    if (bytes > LINE_BYTES_MAX)
        good = LINE_BYTES_MAX;
    reader->at.column = good + 1;
    if (good == bytes)
        return BSHIP_OK;
    return fail(reader, BSHIP_ERROR_SYNTAX, reader->at,
                bytes > LINE_BYTES_MAX ? "expected at most 65536 bytes in a line"
                                       : "expected UTF-8 without control characters");
}

static bship_status read_text(struct reader *reader)
{
    char *line = reader->text, *end = reader->text + reader->length;
    if (reader->length >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0)
        line += 3;
    while (line < end) {
        char *newline = memchr(line, '\n', (size_t)(end - line));
        char *stop = newline ? newline : end;
        char *last = stop > line && stop[-1] == '\r' ? stop - 1 : stop;
        reader->at.line++;
        bship_status status = check_line(reader, line, (size_t)(last - line));
        *last = '\0';
        if (!status)
            status = read_line(reader, line);
        if (status)
            return status;
        line = stop + 1;
    }
    return BSHIP_OK;
}

/* ---- from what was read to rules ---- */

static bship_status make_fleet(struct reader *reader, bship_fleet **out)
{
    bship_error inner = BSHIP_ERROR_INIT;
    bship_status status;
    if (reader->ship_count == 0)
        status = bship_fleet_new_preset(
            out, reader->preset >= 0 ? reader->preset : BSHIP_FLEET_CLASSIC, reader->fleet_options);
    else
        status = bship_fleet_new(out, reader->lengths, reader->name_pointers, reader->ship_count,
                                 reader->fleet_options, &inner);
    if (status == BSHIP_ERROR_FLEET)
        return fail(reader, status, reader->ship_places[inner.index], inner.text);
    return status ? bship_internal_fail_plain(reader->error, status) : BSHIP_OK;
}

static bship_status make_rules(struct reader *reader, bship_rules **out)
{
    bship_fleet *fleet = NULL;
    bship_error inner = BSHIP_ERROR_INIT;
    bship_status status = make_fleet(reader, &fleet);
    if (status)
        return status;
    reader->options.blocked = reader->blocked;
    status = bship_rules_new(out, fleet, &reader->options, &inner);
    bship_fleet_unref(fleet);
    /* A conflict or a fleet without room is of several lines: the last one is named. */
    struct place at = { reader->at.line, 1 };
    if (status && inner.index >= 0)
        at = reader->blocked_places[inner.index];
    return status ? fail(reader, status, at, inner.text) : BSHIP_OK;
}

static bship_status parse(struct reader *reader, bship_rules **out, const char *text)
{
    bship_status status = BSHIP_ERROR_MEMORY;
    size_t room = reader->length + 1;
    reader->text = bship_internal_alloc(&reader->allocator, room, 1);
    reader->blocked = bship_internal_alloc(&reader->allocator, room, sizeof *reader->blocked);
    reader->blocked_places =
        bship_internal_alloc(&reader->allocator, room, sizeof *reader->blocked_places);
    if (reader->text && reader->blocked && reader->blocked_places) {
        memcpy(reader->text, text, reader->length);
        status = read_text(reader);
        if (!status)
            status = make_rules(reader, out);
    } else {
        bship_internal_fail_plain(reader->error, status);
    }
    bship_internal_free(&reader->allocator, reader->text, room, 1);
    bship_internal_free(&reader->allocator, reader->blocked, room, sizeof *reader->blocked);
    bship_internal_free(&reader->allocator, reader->blocked_places, room,
                        sizeof *reader->blocked_places);
    return status;
}

bship_status bship_rules_parse(bship_rules **out, const char *text, size_t length,
                               const bship_fleet_options *given, bship_error *error)
{
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    bship_allocator allocator;
    if (!out || (!text && length > 0))
        return bship_internal_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bship_internal_sized_read(&options, sizeof options, given);
    if (!status)
        status = bship_internal_allocator_read(&allocator, &options.allocator);
    if (status)
        return bship_internal_fail_plain(error, status);
    struct reader *reader = bship_internal_alloc(&allocator, 1, sizeof *reader);
    if (!reader)
        return bship_internal_fail_plain(error, BSHIP_ERROR_MEMORY);
    bship_rules_options_init(&reader->options, sizeof reader->options);
    reader->allocator = allocator;
    reader->fleet_options = given;
    reader->error = error;
    reader->preset = -1;
    reader->length = length;
    status = parse(reader, out, text ? text : "");
    bship_internal_free(&allocator, reader, 1, sizeof *reader);
    return status;
}

size_t bship_rules_axis_format(const bship_rules *rules, int32_t axis, char *buffer,
                               size_t capacity)
{
    bship_internal_text text = { buffer, capacity, 0 };
    const char *keyword = bship_rules_value_keyword(axis, bship_rules_axis(rules, axis));
    if (!keyword)
        return 0;
    bship_internal_text_add(&text, "%s", keyword);
    if (axis == BSHIP_AXIS_TURN && rules->salvo > 0)
        bship_internal_text_add(&text, " %d", (int)rules->salvo);
    return text.length;
}

/* Appends what a format function writes: `append(text, format(..., where, room))`. */
static char *text_end(const bship_internal_text *text, size_t *room)
{
    *room = text->length < text->capacity ? text->capacity - text->length : 0;
    return *room ? text->buffer + text->length : NULL;
}

static void format_blocked(const bship_rules *rules, bship_internal_text *text)
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

size_t bship_rules_format(const bship_rules *rules, char *buffer, size_t capacity)
{
    bship_internal_text text = { buffer, capacity, 0 };
    size_t room;
    bship_internal_text_add(&text, "board %dx%d\n", (int)rules->width, (int)rules->height);
    format_blocked(rules, &text);
    bship_internal_text_add(&text, "fleet ");
    char *end = text_end(&text, &room);
    text.length += bship_fleet_format(rules->fleet, end, room);
    bship_internal_text_add(&text, "\n");
    for (int32_t axis = 0; axis < BSHIP_INTERNAL_AXES; axis++) {
        bship_internal_text_add(&text, "%s ", bship_rules_axis_keyword(axis));
        end = text_end(&text, &room);
        text.length += bship_rules_axis_format(rules, axis, end, room);
        bship_internal_text_add(&text, "\n");
    }
    return text.length;
}
