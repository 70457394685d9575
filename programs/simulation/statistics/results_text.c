/*
 * Writing and reading results as text; see results.h. What is read was written by this program, so
 * the reader expects just what the writer writes. That its numbers belong together is not proved:
 * the checksum says whether they are those that were written.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "common/text.h"
#include "simulation/statistics/results.h"

#define CHECKSUM "checksum "

uint64_t results_checksum(const char *bytes, size_t count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* The lines of histograms, after numbers that say which one: with a group or of all games, of an
 * entry or of a pair. */
static const struct line {
    const char *keyword;
    bool has_group;
    bool has_pair;
} histogram_lines[] = {
    { "game-shots ", false, false },
    { "game-differences ", false, true },
    { "group-shots ", true, false },
    { "group-differences ", true, true },
};

/* ---- writing ---- */

/* Appends formatted text of at most 127 bytes. */
static bool append(struct text *text, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

static bool append(struct text *text, const char *format, ...)
{
    char piece[128];
    va_list values;
    va_start(values, format);
    vsnprintf(piece, sizeof(piece), format, values);
    va_end(values);
    return text_append_string(text, piece);
}

/* Appends what the results are of: the lines of which a text must have the same. */
static bool append_shape(struct text *text, const struct results *results)
{
    return append(text, "match %s\n", bship_name(BSHIP_ENUM_MATCH_KIND, results->kind)) &&
           append(text, "entries %" PRId32 "\n", results->entry_count) &&
           append(text, "series %" PRId32 "\n", results->series);
}

static bool append_counts(struct text *text, const struct results *results)
{
    bool is_done = append(text, "games %" PRId64 "\n", results->games);
    for (size_t count = 0; count < RESULTS_COUNTS && is_done; count++) {
        is_done = text_append_string(text, results_keyword(count));
        for (int32_t entry = 0; entry < results->entry_count && is_done; entry++)
            is_done = append(text, " %" PRId64, *results_count(&results->entries[entry], count));
        is_done = is_done && text_append_string(text, "\n");
    }
    return is_done;
}

/* Long histograms take several lines. */
static bool append_histogram(struct text *text, const char *begin,
                             const struct histogram *histogram)
{
    enum {
        BINS_OF_LINE = 64
    };
    bool is_done = true;
    for (size_t i = 0; i < histogram->bin_count && is_done; i++) {
        const struct bin *bin = &histogram->bins[i];
        if (i % BINS_OF_LINE == 0)
            is_done = append(text, "%s%s", i > 0 ? "\n" : "", begin);
        is_done = is_done && append(text, " %" PRId64 ":%" PRId64, bin->value, bin->count);
    }
    return is_done && (histogram->bin_count == 0 || text_append_string(text, "\n"));
}

/* Appends the histograms of all games or of a group: those of entries, then those of pairs. */
static bool append_histograms(struct text *text, const struct results *results, int32_t group)
{
    const struct line *lines = histogram_lines + (group == RESULTS_ALL ? 0 : 2);
    const int32_t entries = results->entry_count;
    const int32_t firsts = results->kind == BSHIP_MATCH_KIND_SOLO ? entries : 0;
    char number[16] = "", begin[80];
    bool is_done = true;
    if (group != RESULTS_ALL)
        snprintf(number, sizeof(number), "%" PRId32 " ", group);
    for (int32_t a = 0; a < entries && is_done; a++) {
        snprintf(begin, sizeof(begin), "%s%s%" PRId32, lines[0].keyword, number, a);
        is_done = append_histogram(text, begin, results_shots(results, group, a));
    }
    for (int32_t a = 0; a < firsts && is_done; a++) {
        for (int32_t b = a + 1; b < entries && is_done; b++) {
            snprintf(begin, sizeof(begin), "%s%s%" PRId32 " %" PRId32, lines[1].keyword, number, a,
                     b);
            is_done = append_histogram(text, begin, results_differences(results, group, a, b));
        }
    }
    return is_done;
}

static bool append_all(struct text *text, const struct results *results)
{
    bool is_done = text_append_string(text, "battleship-results 2\n") &&
                   append_shape(text, results) && append_counts(text, results);
    for (int32_t group = RESULTS_ALL; group < results_groups(results) && is_done; group++)
        is_done = append_histograms(text, results, group);
    return is_done &&
           append(text, CHECKSUM "%016" PRIx64 "\n", results_checksum(text->bytes, text->length));
}

char *results_write(const struct results *results, size_t *length)
{
    struct text text = { NULL, 0, 0 };
    if (!append_all(&text, results))
        text_clear(&text);
    *length = text.length;
    return text.bytes;
}

/* ---- reading ---- */

struct reader {
    const char *text, *end;
    const char *at;
    const char *line; /* where the line of `at` begins */
    uint32_t number;  /* that of this line, from 1 */
    bship_error *error;
};

/* Fills in the error with a place in the line, which is that of the reader. */
static bship_status fail(const struct reader *reader, bship_status status, const char *at,
                         const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 4, 5)))
#endif
    ;

static bship_status fail(const struct reader *reader, bship_status status, const char *at,
                         const char *format, ...)
{
    bship_error *error = reader->error;
    va_list values;
    error->status = (int32_t)status;
    error->line = reader->number;
    error->column = (uint32_t)(at - reader->line) + 1;
    va_start(values, format);
    vsnprintf(error->text, sizeof(error->text), format, values);
    va_end(values);
    return status;
}

static bool starts_with(const struct reader *reader, const char *literal)
{
    size_t length = strlen(literal);
    return (size_t)(reader->end - reader->at) >= length && memcmp(reader->at, literal, length) == 0;
}

/* Moves behind a literal, if it is there. */
static bool take(struct reader *reader, const char *literal)
{
    bool is_there = starts_with(reader, literal);
    if (is_there)
        reader->at += strlen(literal);
    return is_there;
}

static bship_status take_newline(struct reader *reader)
{
    if (!take(reader, "\n"))
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->at, "expected the end of the line");
    reader->line = reader->at;
    reader->number++;
    return BSHIP_OK;
}

static bool is_digit(const struct reader *reader)
{
    return reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9';
}

/* Reads a number from `lowest` to `highest`, both of absolute value below 2^63. */
static bship_status read_number(struct reader *reader, int64_t lowest, int64_t highest,
                                int64_t *out)
{
    const char *begin = reader->at;
    const int64_t sign = lowest < 0 && take(reader, "-") ? -1 : 1;
    int64_t size = 0;
    if (!is_digit(reader))
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->at, "expected a whole number");
    for (; is_digit(reader); reader->at++) {
        int64_t digit = *reader->at - '0';
        if (size > (INT64_MAX - digit) / 10)
            return fail(reader, BSHIP_ERROR_RANGE, begin, "the number is out of range");
        size = 10 * size + digit;
    }
    *out = sign * size;
    if (*out < lowest || *out > highest)
        return fail(reader, BSHIP_ERROR_RANGE, begin, "the number is out of range");
    return BSHIP_OK;
}

/* Reads the version and the shape, which is expected. */
static bship_status read_head(struct reader *reader, const char *shape)
{
    if (!take(reader, "battleship-results "))
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->at, "expected battleship-results 2");
    if (!take(reader, "2\n")) {
        bool is_other = is_digit(reader);
        return fail(reader, is_other ? BSHIP_ERROR_VERSION : BSHIP_ERROR_SYNTAX, reader->at,
                    "expected version 2 of the results");
    }
    reader->number++;
    reader->line = reader->at;
    if (!take(reader, shape))
        return fail(reader, BSHIP_ERROR_ARGUMENT, reader->at,
                    "these are results of another number of players or another series");
    for (const char *c = shape; *c != '\0'; c++)
        reader->number += *c == '\n';
    reader->line = reader->at;
    return BSHIP_OK;
}

/* Reads a line of a keyword and the count of every entry. */
static bship_status read_count(struct reader *reader, struct results *results, size_t count)
{
    bship_status status = BSHIP_OK;
    if (!take(reader, results_keyword(count)))
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->at, "expected %s", results_keyword(count));
    for (int32_t entry = 0; entry < results->entry_count && status == BSHIP_OK; entry++) {
        if (!take(reader, " "))
            return fail(reader, BSHIP_ERROR_SYNTAX, reader->at, "expected another number");
        status = read_number(reader, 0, INT64_MAX, results_count(&results->entries[entry], count));
    }
    return status == BSHIP_OK ? take_newline(reader) : status;
}

static bship_status read_counts(struct reader *reader, struct results *results)
{
    bship_status status;
    if (!take(reader, "games "))
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->at, "expected games");
    status = read_number(reader, 0, INT64_MAX, &results->games);
    if (status == BSHIP_OK)
        status = take_newline(reader);
    for (size_t count = 0; count < RESULTS_COUNTS && status == BSHIP_OK; count++)
        status = read_count(reader, results, count);
    return status;
}

/* Reads an index below a count. */
static bship_status read_index(struct reader *reader, int32_t first, int32_t count, int32_t *out)
{
    int64_t number = 0;
    bship_status status = read_number(reader, first, count - 1, &number);
    *out = (int32_t)number;
    return status;
}

/* Reads the numbers that say which histogram a line is of, each after a blank but the first. */
static bship_status read_histogram_name(struct reader *reader, const struct line *line,
                                        const struct results *results, struct histogram **out)
{
    const int32_t entries = results->entry_count;
    int32_t group = RESULTS_ALL, a = 0, b = 0;
    bship_status status = BSHIP_OK;
    if (line->has_group) {
        status = read_index(reader, 0, results_groups(results), &group);
        if (status == BSHIP_OK && !take(reader, " "))
            status = fail(reader, BSHIP_ERROR_SYNTAX, reader->at, "expected another number");
    }
    if (status == BSHIP_OK)
        status = read_index(reader, 0, entries, &a);
    if (status != BSHIP_OK)
        return status;
    *out = results_shots(results, group, a);
    if (!line->has_pair)
        return BSHIP_OK;
    if (results->kind != BSHIP_MATCH_KIND_SOLO || !take(reader, " "))
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->at, "expected two entries of a solo match");
    status = read_index(reader, a + 1, entries, &b);
    if (status == BSHIP_OK)
        *out = results_differences(results, group, a, b);
    return status;
}

/* Reads a bin, ` VALUE:COUNT`. */
static bship_status read_bin(struct reader *reader, struct histogram *histogram)
{
    int64_t value = 0, count = 0;
    const char *begin = ++reader->at;
    bship_status status = read_number(reader, -HISTOGRAM_VALUE_MAX, HISTOGRAM_VALUE_MAX, &value);
    if (status != BSHIP_OK)
        return status;
    if (!take(reader, ":"))
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->at, "expected a colon and a count");
    status = read_number(reader, 1, INT64_MAX, &count);
    if (status != BSHIP_OK)
        return status;
    status = histogram_add(histogram, value, count);
    return status == BSHIP_OK
               ? status
               : fail(reader, status, begin, "%s", bship_status_message((int32_t)status));
}

static bship_status read_histogram(struct reader *reader, const struct line *line,
                                   struct results *results)
{
    struct histogram *histogram = NULL;
    bship_status status = read_histogram_name(reader, line, results, &histogram);
    while (status == BSHIP_OK && starts_with(reader, " "))
        status = read_bin(reader, histogram);
    return status == BSHIP_OK ? take_newline(reader) : status;
}

/* Reads the lines of histograms. */
static bship_status read_histograms(struct reader *reader, struct results *results)
{
    enum {
        LINES = sizeof(histogram_lines) / sizeof(histogram_lines[0])
    };
    bship_status status = BSHIP_OK;
    while (status == BSHIP_OK && !starts_with(reader, CHECKSUM)) {
        size_t i = 0;
        while (i < LINES && !take(reader, histogram_lines[i].keyword))
            i++;
        if (i == LINES)
            return fail(reader, BSHIP_ERROR_SYNTAX, reader->at,
                        "expected a histogram or a checksum");
        status = read_histogram(reader, &histogram_lines[i], results);
    }
    return status;
}

static bship_status read_checksum(struct reader *reader)
{
    char expected[32];
    snprintf(expected, sizeof(expected), CHECKSUM "%016" PRIx64 "\n",
             results_checksum(reader->text, (size_t)(reader->at - reader->text)));
    if (!take(reader, expected))
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->at,
                    "the checksum does not match: these results were changed");
    if (reader->at < reader->end) {
        reader->line = reader->at;
        reader->number++;
        return fail(reader, BSHIP_ERROR_SYNTAX, reader->at, "expected nothing after the checksum");
    }
    return BSHIP_OK;
}

/* Reads a text into results without games. */
static bship_status read_all(struct reader *reader, struct results *results)
{
    struct text shape = { NULL, 0, 0 };
    bship_status status = BSHIP_ERROR_MEMORY;
    if (append_shape(&shape, results))
        status = read_head(reader, shape.bytes);
    text_clear(&shape);
    if (status == BSHIP_OK)
        status = read_counts(reader, results);
    if (status == BSHIP_OK)
        status = read_histograms(reader, results);
    return status == BSHIP_OK ? read_checksum(reader) : status;
}

bship_status results_read(struct results *results, const char *text, size_t length,
                          bship_error *error)
{
    struct reader reader = { text, text + length, text, text, 1, error };
    struct results *read = results_new_like(results);
    bship_status status = BSHIP_ERROR_MEMORY;
    if (read != NULL)
        status = read_all(&reader, read);
    if (status == BSHIP_OK)
        status = results_merge(results, read);
    if (status == BSHIP_ERROR_MEMORY || (status != BSHIP_OK && error->status == BSHIP_OK))
        status = fail(&reader, status, reader.line, "%s", bship_status_message((int32_t)status));
    results_free(read);
    return status;
}
