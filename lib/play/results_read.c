/* Reading results from text; see results_text.c for what it has. */
#include <string.h>

#include "base/error.h"
#include "base/lines.h"
#include "play/record.h"
#include "play/results.h"

/* The parts of a text after its first line, in order. */
enum part {
    PART_SHAPE,
    PART_COUNTS,
    PART_HISTOGRAMS,
    PART_END
};

enum {
    SHAPE_LINES = 3,
    GAMES = BSI_RESULTS_COUNTS /* the number of the line `games` among those of the counts */
};

struct reader {
    bsi_lines lines;
    bship_results_options options;
    bship_results *results; /* once the shape is read */
    enum part part;
    uint32_t seen; /* a bit for each line of the part that was read, if it may be there once */
};

static bship_status fail(const struct reader *reader, bship_status status, const char *at,
                         const char *text)
{
    return bsi_line_fail(&reader->lines.line, status, at, "%s", text);
}

/* Notes a line that may be there once. */
static bship_status see(struct reader *reader, int32_t number)
{
    if (reader->seen >> number & 1)
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->lines.line.keyword,
                    "this line was given before");
    reader->seen |= UINT32_C(1) << number;
    return BSHIP_OK;
}

/* ---- numbers ---- */

/* Reads a number from `lowest` to `highest`, whose absolute values are below 2^63, and moves `*at`
 * behind it. */
static bship_status read_number(const struct reader *reader, const char **at, int64_t lowest,
                                int64_t highest, int64_t *out)
{
    const char *begin = *at;
    uint64_t size = 0;
    bool is_negative = *begin == '-' && lowest < 0;
    *at += is_negative;
    size_t digits = strspn(*at, "0123456789");
    if (digits == 0 || (**at == '0' && (digits > 1 || is_negative)))
        return fail(reader, BSHIP_ERROR_SYNTAX, *at, "expected a whole number");
    if (!bsi_digits(at, (uint64_t)(is_negative ? -lowest : highest), &size) ||
        (!is_negative && (int64_t)size < lowest))
        return fail(reader, BSHIP_ERROR_RANGE, begin, "the number is out of range");
    *out = is_negative ? -(int64_t)size : (int64_t)size;
    return BSHIP_OK;
}

/* Moves behind the blanks after a number, which more must follow or must not. */
static bship_status read_gap(const struct reader *reader, const char **at, bool is_last)
{
    size_t blanks = strspn(*at, " \t");
    if (!is_last && blanks == 0)
        return fail(reader, BSHIP_ERROR_SYNTAX, *at, "expected another number");
    if (is_last && (*at)[blanks] != '\0')
        return fail(reader, BSHIP_ERROR_SYNTAX, *at + blanks, "expected the end of the line");
    *at += blanks;
    return BSHIP_OK;
}

/* Reads the one number of a line. */
static bship_status read_single(const struct reader *reader, int64_t lowest, int64_t highest,
                                int64_t *out)
{
    const char *at = reader->lines.line.value;
    bship_status status = read_number(reader, &at, lowest, highest, out);
    return status ? status : read_gap(reader, &at, true);
}

/* ---- shape ---- */

static bship_status read_kind(struct reader *reader)
{
    const char *name = reader->lines.line.value;
    reader->options.kind = bship_match_kind_find(name);
    return reader->options.kind < 0 ? fail(reader, BSHIP_ERROR_NAME, name, "expected solo or duel")
                                    : BSHIP_OK;
}

static bship_status read_entries(struct reader *reader)
{
    int64_t count = 0;
    bship_status status = read_single(reader, 1, BSHIP_RESULTS_ENTRIES_MAX, &count);
    reader->options.entries = (int32_t)count;
    return status;
}

static bship_status read_series(struct reader *reader)
{
    int64_t length = 0;
    bship_status status = read_single(reader, 0, BSHIP_MATCH_SERIES_MAX, &length);
    reader->options.series = (int32_t)length;
    return status;
}

static const struct {
    const char *keyword;
    bship_status (*read)(struct reader *reader);
} shape_lines[SHAPE_LINES] = {
    { "match", read_kind },
    { "entries", read_entries },
    { "series", read_series },
};

/* Makes results once the shape is complete. */
static bship_status end_shape(struct reader *reader)
{
    const char *keyword = reader->lines.line.keyword;
    bship_error inner = BSHIP_ERROR_INIT;
    if (reader->seen != (UINT32_C(1) << SHAPE_LINES) - 1)
        return fail(reader, BSHIP_ERROR_SYNTAX, keyword,
                    "expected match, entries and series before this line");
    bship_status status = bship_results_new(&reader->results, &reader->options, &inner);
    return status ? fail(reader, status, keyword, inner.text) : BSHIP_OK;
}

/* ---- counts ---- */

/* Reads a count of every entry. */
static bship_status read_counts(struct reader *reader, int32_t count)
{
    const char *at = reader->lines.line.value;
    int32_t entries = reader->options.entries;
    bship_status status = BSHIP_OK;
    for (int32_t entry = 0; entry < entries && !status; entry++) {
        int64_t *out = bsi_results_count_of(&reader->results->entries[entry], count);
        status = read_number(reader, &at, 0, INT64_MAX, out);
        if (!status)
            status = read_gap(reader, &at, entry == entries - 1);
    }
    return status;
}

static bship_status end_counts(const struct reader *reader)
{
    return reader->seen == (UINT32_C(1) << (BSI_RESULTS_COUNTS + 1)) - 1
               ? BSHIP_OK
               : fail(reader, BSHIP_ERROR_SYNTAX, reader->lines.line.keyword,
                      "expected the games and all counts before this line");
}

/* ---- histograms ---- */

/* A histogram that a line adds to. */
struct target {
    bship_histogram *histogram;
    int64_t lowest, highest; /* the range of its values */
};

/* Reads the numbers that say which histogram a line is of. */
static bship_status read_histogram_name(const struct reader *reader, const bsi_results_line *line,
                                        const char **at, struct target *out)
{
    int32_t numbers[3] = { BSI_RESULTS_ALL, 0, 0 }; /* group, a, b */
    const char *begin = *at;
    for (int i = line->has_group ? 0 : 1; i < (line->has_pair ? 3 : 2); i++) {
        int64_t number = 0;
        bship_status status = read_number(reader, at, 0, BSHIP_RESULTS_ENTRIES_MAX, &number);
        if (!status)
            status = read_gap(reader, at, false);
        if (status)
            return status;
        numbers[i] = (int32_t)number;
    }
    out->histogram = line->has_pair ? bsi_results_differences_of(reader->results, numbers[0],
                                                                 numbers[1], numbers[2])
                                    : bsi_results_shots_of(reader->results, numbers[0], numbers[1]);
    if (!out->histogram)
        return fail(reader, BSHIP_ERROR_RANGE, begin, "there are no such entries or rounds");
    out->highest = BSI_RESULTS_SHOTS_MAX * bsi_results_rounds_of(reader->results, numbers[0]);
    out->lowest = line->has_pair ? -out->highest : 0;
    return BSHIP_OK;
}

/* Reads a bin, `VALUE:COUNT`; values ascend. */
static bship_status read_bin(const struct reader *reader, const char **at,
                             const struct target *target)
{
    const char *begin = *at;
    bship_histogram *histogram = target->histogram;
    int64_t value = 0, count = 0;
    bship_status status = read_number(reader, at, target->lowest, target->highest, &value);
    if (!status && bship_histogram_count(histogram) > 0 &&
        value <= bship_histogram_maximum(histogram))
        return fail(reader, BSHIP_ERROR_SYNTAX, begin, "expected values that ascend");
    if (!status && **at != ':')
        return fail(reader, BSHIP_ERROR_SYNTAX, *at, "expected a colon and a count");
    if (status)
        return status;
    begin = ++*at;
    status = read_number(reader, at, 1, INT64_MAX, &count);
    if (status)
        return status;
    status = bship_histogram_add(histogram, value, count);
    return status ? fail(reader, status, begin, bship_status_message((int32_t)status)) : BSHIP_OK;
}

static bship_status read_histogram(struct reader *reader, const bsi_results_line *line)
{
    const char *at = reader->lines.line.value;
    struct target target = { NULL, 0, 0 };
    bship_status status = read_histogram_name(reader, line, &at, &target);
    do {
        if (!status)
            status = read_bin(reader, &at, &target);
        if (!status)
            status = read_gap(reader, &at, *at == '\0');
    } while (!status && *at);
    return status;
}

/* ---- the end ---- */

static bship_status read_end(struct reader *reader)
{
    const char *at = reader->lines.line.value;
    int32_t entry = 0;
    if (*at)
        return fail(reader, BSHIP_ERROR_SYNTAX, at, "expected the end of the line");
    const char *why = bsi_results_contradiction(reader->results, &entry);
    if (!why)
        return BSHIP_OK;
    if (entry < 0)
        return fail(reader, BSHIP_ERROR_RANGE, reader->lines.line.keyword, why);
    return bsi_line_fail(&reader->lines.line, BSHIP_ERROR_RANGE, reader->lines.line.keyword,
                         "entry %d: %s", (int)entry, why);
}

/* ---- lines ---- */

/* Finishes the parts before the one that a line belongs to. */
static bship_status enter(struct reader *reader, enum part part)
{
    if (part < reader->part)
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->lines.line.keyword,
                    reader->part == PART_END ? "expected nothing after the end"
                                             : "this line is out of order: match, entries and "
                                               "series, counts, histograms, end");
    while (reader->part < part) {
        bship_status status = reader->part == PART_SHAPE    ? end_shape(reader)
                              : reader->part == PART_COUNTS ? end_counts(reader)
                                                            : BSHIP_OK;
        if (status)
            return status;
        reader->part++;
        reader->seen = 0;
    }
    return BSHIP_OK;
}

static bship_status take_shape(struct reader *reader, int32_t number)
{
    bship_status status = enter(reader, PART_SHAPE);
    if (!status)
        status = see(reader, number);
    return status ? status : shape_lines[number].read(reader);
}

static bship_status take_count(struct reader *reader, int32_t count)
{
    bship_status status = enter(reader, PART_COUNTS);
    if (!status)
        status = see(reader, count);
    if (status)
        return status;
    return count == GAMES ? read_single(reader, 0, INT64_MAX, &reader->results->games)
                          : read_counts(reader, count);
}

static bship_status take_histogram(struct reader *reader, const bsi_results_line *line)
{
    bship_status status = enter(reader, PART_HISTOGRAMS);
    return status ? status : read_histogram(reader, line);
}

static bship_status take_end(struct reader *reader)
{
    if (reader->part == PART_END)
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->lines.line.keyword,
                    "expected nothing after the end");
    bship_status status = enter(reader, PART_END);
    return status ? status : read_end(reader);
}

/* The number of the line of counts that a keyword begins; -1 if there is none. */
static int32_t count_named(const char *keyword)
{
    if (strcmp(keyword, "games") == 0)
        return GAMES;
    for (int32_t i = 0; i < BSI_RESULTS_COUNTS; i++) {
        if (strcmp(keyword, bsi_results_keyword(i)) == 0)
            return i;
    }
    return -1;
}

static bship_status read_line(void *user)
{
    struct reader *reader = user;
    bsi_line_split(&reader->lines.line);
    const char *keyword = reader->lines.line.keyword;
    if (!*keyword)
        return BSHIP_OK;
    for (int32_t i = 0; i < SHAPE_LINES; i++) {
        if (strcmp(keyword, shape_lines[i].keyword) == 0)
            return take_shape(reader, i);
    }
    int32_t count = count_named(keyword);
    if (count >= 0)
        return take_count(reader, count);
    for (int i = 0; i < BSI_RESULTS_LINES; i++) {
        if (strcmp(keyword, bsi_results_lines[i].keyword) == 0)
            return take_histogram(reader, &bsi_results_lines[i]);
    }
    return strcmp(keyword, "end") == 0
               ? take_end(reader)
               : fail(reader, BSHIP_ERROR_NAME, keyword, "expected a count, a histogram or end");
}

static bship_status read_results(struct reader *reader)
{
    const bsi_line *line = &reader->lines.line;
    bship_status status = bsi_lines_version(&reader->lines, "battleship-results");
    if (!status)
        status = bsi_lines_each(&reader->lines, read_line, reader);
    if (!status && reader->part != PART_END)
        status = bsi_fail_at(line->error, BSHIP_ERROR_SYNTAX, line->number, 1, "expected end");
    return status;
}

bship_status bship_results_parse(bship_results **out, const char *text, size_t length,
                                 const bship_allocator *allocator, bship_error *error)
{
    struct reader reader = { .options = BSHIP_RESULTS_OPTIONS_INIT };
    bsi_bytes bytes = { text, length };
    bship_allocator source = BSHIP_ALLOCATOR_INIT;
    if (!out || (!text && length > 0))
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (allocator)
        reader.options.allocator = *allocator;
    bship_status status = bsi_allocator_read(&source, &reader.options.allocator);
    if (status)
        return bsi_fail_plain(error, status);
    status = bsi_lines_open(&reader.lines, bsi_source_memory, &bytes, &source, error);
    if (status)
        return status;
    status = read_results(&reader);
    bsi_lines_close(&reader.lines);
    if (status)
        bship_results_free(reader.results);
    else
        *out = reader.results;
    return status;
}
