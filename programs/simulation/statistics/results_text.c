/*
 * Writing and reading results as text; see results.h. The reader takes the numbers out of a text,
 * whatever it is, writes them again, and compares: so it accepts just what the writer writes, and
 * what is wrong is where both begin to differ. That the numbers belong together is not proved: the
 * checksum says whether they are those that were written.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "common/hash.h"
#include "common/printed.h"
#include "common/text.h"
#include "simulation/statistics/results.h"

#define VERSION_NAME "battleship-results "
#define CHECKSUM "checksum "

enum {
    SHAPE_LINES = 4 /* that of the version, and those that say what the results are of */
};

/* The lines of histograms, after numbers that say which one: with a group or of all games, of an
 * entry or of a pair. */
static const struct line {
    const char *keyword;
    bool has_group;
    bool has_pair;
    bool has_points;
} histogram_lines[] = {
    { "game-shots ", false, false, false }, { "game-differences ", false, true, false },
    { "group-shots ", true, false, false }, { "group-differences ", true, true, false },
    { "game-points ", false, false, true },
};

/* ---- writing ---- */

/* Writes what the results are of: the lines of which a text must have the same. */
static void write_shape(FILE *out, const struct results *results)
{
    fprintf(out, "match %s\n", bship_enum_name(BSHIP_ENUM_MATCH_KIND, results->kind));
    fprintf(out, "entries %" PRId32 "\nseries %" PRId32 "\n", results->entry_count,
            results->series);
}

static void write_counts(FILE *out, const struct results *results)
{
    fprintf(out, "games %" PRId64 "\n", results->games);
    for (size_t count = 0; count < RESULTS_COUNTS; count++) {
        fputs(results_keyword(count), out);
        for (int32_t entry = 0; entry < results->entry_count; entry++)
            fprintf(out, " %" PRId64, *results_count(&results->entries[entry], count));
        fputc('\n', out);
    }
}

/* Long histograms take several lines. */
static void write_histogram(FILE *out, const char *begin, const struct histogram *histogram)
{
    enum {
        BINS_OF_LINE = 64
    };
    for (size_t i = 0; i < histogram->bin_count; i++) {
        const struct bin *bin = &histogram->bins[i];
        if (i % BINS_OF_LINE == 0)
            fprintf(out, "%s%s", i > 0 ? "\n" : "", begin);
        fprintf(out, " %" PRId64 ":%" PRId64, bin->value, bin->count);
    }
    if (histogram->bin_count > 0)
        fputc('\n', out);
}

/* Writes the histograms of all games or of a group: those of entries, then those of pairs. */
static void write_histograms(FILE *out, const struct results *results, int32_t group)
{
    const struct line *lines = histogram_lines + (group == RESULTS_ALL ? 0 : 2);
    const int32_t entries = results->entry_count;
    const int32_t firsts = results->kind == BSHIP_MATCH_KIND_SOLO ? entries : 0;
    char number[16] = "", begin[80];
    if (group != RESULTS_ALL)
        snprintf(number, sizeof number, "%" PRId32 " ", group);
    for (int32_t a = 0; a < entries; a++) {
        snprintf(begin, sizeof begin, "%s%s%" PRId32, lines[0].keyword, number, a);
        write_histogram(out, begin, results_shots(results, group, a));
    }
    for (int32_t a = 0; a < firsts; a++) {
        for (int32_t b = a + 1; b < entries; b++) {
            snprintf(begin, sizeof begin, "%s%s%" PRId32 " %" PRId32, lines[1].keyword, number, a,
                     b);
            write_histogram(out, begin, results_differences(results, group, a, b));
        }
    }
}

static void write_points(FILE *out, const struct results *results)
{
    char begin[80];
    for (int32_t entry = 0; entry < results->entry_count; entry++) {
        snprintf(begin, sizeof begin, "game-points %" PRId32, entry);
        write_histogram(out, begin, results_points(results, entry));
    }
}

char *results_write(const struct results *results, size_t *length)
{
    struct printed printed;
    if (!printed_open(&printed))
        return NULL;
    FILE *out = printed.out;
    fputs(VERSION_NAME "4\n", out);
    write_shape(out, results);
    write_counts(out, results);
    for (int32_t group = RESULTS_ALL; group < results_groups(results); group++)
        write_histograms(out, results, group);
    write_points(out, results);
    /* Flushing makes the text and its length known. */
    if (fflush(out) == 0)
        fprintf(out, CHECKSUM "%016" PRIx64 "\n",
                hash_bytes(HASH_INIT, printed.text, printed.length));
    char *text = printed_close(&printed, true);
    *length = printed.length;
    return text;
}

/* ---- reading ---- */

/* Moves to the next line, or to the end of the text. */
static void skip_line(const char **at)
{
    *at += strcspn(*at, "\n");
    *at += **at == '\n';
}

/* Reads a count; 0 if there is none. */
static int64_t read_count(const char **at)
{
    char *end;
    int64_t count = strtoll(*at, &end, 10);
    *at = end;
    return count > 0 ? count : 0;
}

/* Reads an index below a count; false: it is none. */
static bool read_index(const char **at, int32_t count, int32_t *out)
{
    int64_t index = read_count(at);
    *out = (int32_t)index;
    return index < count;
}

/* Reads the numbers that say which histogram a line is of; NULL: there is no such one. */
static struct histogram *read_histogram_name(const char **at, const struct line *line,
                                             const struct results *results)
{
    int32_t group = RESULTS_ALL, a, b;
    if (line->has_group && !read_index(at, results_groups(results), &group))
        return NULL;
    if (!read_index(at, results->entry_count, &a))
        return NULL;
    if (line->has_points)
        return results_points(results, a);
    if (!line->has_pair)
        return results_shots(results, group, a);
    if (results->kind != BSHIP_MATCH_KIND_SOLO || !read_index(at, results->entry_count, &b) ||
        b <= a)
        return NULL;
    return results_differences(results, group, a, b);
}

/* Reads the bins of a line, each ` VALUE:COUNT`. */
static bship_status read_bins(const char **at, struct histogram *histogram)
{
    bship_status status = BSHIP_OK;
    while (**at == ' ' && !status) {
        char *end;
        int64_t value = strtoll(*at, &end, 10);
        *at = end;
        if (**at != ':')
            break;
        ++*at;
        status = histogram_add(histogram, value, read_count(at));
    }
    return status;
}

/* Reads the lines of histograms, up to the first line of anything else. */
static bship_status read_histograms(const char *at, struct results *results)
{
    enum {
        LINES = sizeof histogram_lines / sizeof histogram_lines[0]
    };
    bship_status status = BSHIP_OK;
    while (!status) {
        size_t i = 0;
        while (i < LINES &&
               strncmp(at, histogram_lines[i].keyword, strlen(histogram_lines[i].keyword)) != 0)
            i++;
        if (i == LINES)
            break;
        at += strlen(histogram_lines[i].keyword);
        struct histogram *histogram = read_histogram_name(&at, &histogram_lines[i], results);
        if (!histogram)
            break;
        status = read_bins(&at, histogram);
        skip_line(&at);
    }
    return status;
}

/* Reads the numbers of a text that ends with NUL, whatever stands between them. */
static bship_status read_numbers(const char *at, struct results *results)
{
    for (int line = 0; line < SHAPE_LINES; line++)
        skip_line(&at);
    at += strcspn(at, " \n");
    results->games = read_count(&at);
    skip_line(&at);
    for (size_t count = 0; count < RESULTS_COUNTS; count++) {
        at += strcspn(at, " \n");
        for (int32_t entry = 0; entry < results->entry_count; entry++)
            *results_count(&results->entries[entry], count) = read_count(&at);
        skip_line(&at);
    }
    return read_histograms(at, results);
}

static bship_status fail(bship_error *error, bship_status status, const char *reason)
{
    error->status = (int32_t)status;
    snprintf(error->text, sizeof error->text, "%s", reason);
    return status;
}

/* Says what is wrong where a text begins to differ from the one that would have been written. */
static bship_status refuse(bship_error *error, const char *text, size_t same)
{
    const char *line = text;
    error->line = 1;
    for (size_t i = 0; i < same; i++) {
        if (text[i] == '\n') {
            line = &text[i + 1];
            error->line++;
        }
    }
    error->column = (uint32_t)(text + same - line) + 1;
    if (same < strlen(VERSION_NAME))
        return fail(error, BSHIP_ERROR_SYNTAX, "expected " VERSION_NAME "4");
    if (error->line == 1)
        return fail(error, BSHIP_ERROR_VERSION, "expected version 4 of the results");
    if (error->line <= SHAPE_LINES)
        return fail(error, BSHIP_ERROR_ARGUMENT,
                    "these are results of another number of players or another series");
    if (strncmp(line, CHECKSUM, strlen(CHECKSUM)) == 0)
        return fail(error, BSHIP_ERROR_SYNTAX,
                    "the checksum does not match: these results were changed");
    return fail(error, BSHIP_ERROR_SYNTAX, "these results were changed or are cut off");
}

/* Compares a text that was read, of some bytes, with that of the results that it gave. */
static bship_status compare(const struct results *results, const char *text, size_t length,
                            bship_error *error)
{
    size_t expected = 0, same = 0;
    char *written = results_write(results, &expected);
    if (!written)
        return BSHIP_ERROR_MEMORY;
    while (same < length && same < expected && text[same] == written[same])
        same++;
    free(written);
    return same == length && same == expected ? BSHIP_OK : refuse(error, text, same);
}

bship_status results_read(struct results *results, const char *text, size_t length,
                          bship_error *error)
{
    struct text copy = { NULL, 0, 0 }; /* which ends with NUL */
    struct results *read = results_new_like(results);
    bship_status status = BSHIP_ERROR_MEMORY;
    *error = (bship_error)BSHIP_ERROR_INIT;
    if (read && text_append(&copy, text, length))
        status = read_numbers(copy.bytes, read);
    /* A number out of range is missing in what is compared. */
    if (!status || status == BSHIP_ERROR_RANGE)
        status = compare(read, copy.bytes, length, error);
    if (!status)
        status = results_merge(results, read);
    if (status && !error->status) {
        error->line = error->column = 1;
        fail(error, status, bship_status_message(status));
    }
    text_clear(&copy);
    results_free(read);
    return status;
}
