/* The layouts that are played; see layouts.h. */
#include "simulation/layouts.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/formatted.h"
#include "common/hash.h"
#include "common/process.h"
#include "simulation/program.h"

/* The most bytes of a file of records. */
#define FILE_SIZE_MAX ((size_t)1 << 30)

const char *layouts_source_name(int32_t source)
{
    static const char *const names[] = { "random", "all", "file" };
    return names[source];
}

/* ---- all layouts ---- */

static int refuse_layouts(bship_status status, const bship_error *error)
{
    fprintf(stderr, PROGRAM ": all layouts: %s\n", error->text);
    if (status == BSHIP_ERROR_CANCELLED)
        return EXIT_INTERRUPTED;
    return status == BSHIP_ERROR_MEMORY ? EXIT_RUNTIME : EXIT_USAGE;
}

/* Counts the layouts by the posterior of an empty chart, which is faster than listing them. */
static bship_status count_layouts(const bship_rules *rules, double *count, bship_error *error)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_chart *chart = NULL;
    bship_posterior *posterior = NULL;
    options.progress = interrupt_progress;
    bship_status status = bship_chart_new(&chart, rules, NULL, NULL);
    if (!status)
        status = bship_posterior_new(&posterior, chart, &options, error);
    if (!status)
        status = bship_posterior_describe(posterior, &info);
    *count = info.layouts;
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    return status;
}

static bship_status list_layouts(struct layouts *layouts, const bship_rules *rules,
                                 bship_error *error)
{
    bship_sampler_options options = BSHIP_SAMPLER_OPTIONS_INIT;
    options.must_count = 1;
    options.progress = interrupt_progress;
    bship_status status = bship_sampler_new(&layouts->sampler, rules, &options, error);
    if (!status)
        layouts->count = bship_sampler_count(layouts->sampler);
    return status;
}

int layouts_take_all(struct layouts *layouts, const bship_rules *rules)
{
    bship_error error = BSHIP_ERROR_INIT;
    double count = 0;
    bship_status status = count_layouts(rules, &count, &error);
    if (!status && count > LAYOUTS_MAX) {
        fprintf(stderr, PROGRAM ": %.0f layouts are too many to play each: the most is %d\n", count,
                LAYOUTS_MAX);
        return EXIT_USAGE;
    }
    if (!status)
        status = list_layouts(layouts, rules, &error);
    if (status)
        return refuse_layouts(status, &error);
    fprintf(stderr, PROGRAM ": %" PRId64 " %s, each of which is played once\n", layouts->count,
            layouts->count == 1 ? "layout" : "layouts");
    layouts->source = LAYOUTS_ALL;
    return EXIT_FINE;
}

/* ---- layouts of a file ---- */

/* The text of a file, and how far it has been read. */
struct reader {
    const char *path;
    const bship_rules *rules;
    const char *text;
    size_t length;
    size_t next;   /* where the next record begins */
    uint32_t line; /* its line, from 1 */
    char why[FILES_WHY_SIZE];
};

/* The length of a line, without its end. */
static size_t line_length(const char *text, size_t length)
{
    const char *end = memchr(text, '\n', length);
    return end ? (size_t)(end - text) : length;
}

/* Whether a line begins a record: nothing else in a record is such a line. */
static bool is_header(const char *line, size_t length)
{
    static const char word[] = "battleship ";
    return length >= sizeof word - 1 && memcmp(line, word, sizeof word - 1) == 0;
}

/* The length of the next record, up to the next header after its first line that is not empty. */
static size_t record_length(const struct reader *reader, uint32_t *lines)
{
    const char *text = reader->text + reader->next;
    size_t rest = reader->length - reader->next, length = 0;
    bool has_header = false;
    *lines = 0;
    while (length < rest) {
        size_t line = line_length(text + length, rest - length);
        bool begins = is_header(text + length, line);
        if (begins && has_header)
            break;
        has_header = has_header || begins;
        length += line + (length + line < rest);
        ++*lines;
    }
    return length;
}

/* The line of a record with a keyword, from 1; 1 if there is none. */
static uint32_t find_line(const char *text, size_t length, const char *keyword, size_t size)
{
    uint32_t number = 1;
    for (size_t at = 0; at < length; number++) {
        size_t line = line_length(text + at, length - at);
        if (line > size && memcmp(text + at, keyword, size) == 0 && text[at + size] == ' ')
            return number;
        at += line + 1;
    }
    return 1;
}

/* The lines of rules about layouts come first, and `contact` is the last of them. */
static char *layout_rules(const bship_rules *rules)
{
    char *text = formatted_rules(rules);
    char *contact = text ? strstr(text, "\ncontact ") : NULL;
    if (contact)
        contact[1 + strcspn(contact + 1, "\n")] = '\0';
    return text;
}

/* Says which rule of a record, whose text is given, is not one that is played. */
static void refuse_rule(struct reader *reader, const char *text, size_t length, const char *theirs,
                        const char *ours)
{
    char reason[FILES_WHY_SIZE];
    size_t same = 0;
    for (size_t i = 0; theirs[i] == ours[i] && theirs[i]; i++)
        same = theirs[i] == '\n' ? i + 1 : same;
    const char *word = ours + same;
    uint32_t line = find_line(text, length, theirs + same, strcspn(theirs + same, " "));
    snprintf(reason, sizeof reason, "the layout is of other rules: \"%.*s\", not \"%.*s\"",
             (int)strcspn(theirs + same, "\n"), theirs + same, (int)strcspn(word, "\n"), word);
    files_say_fault(reader->path, reader->line + line - 1, 1, reason, reader->why);
}

static bool check_rules(struct reader *reader, const bship_record *record, const char *text,
                        size_t length)
{
    char *theirs = layout_rules(bship_record_rules(record));
    char *ours = layout_rules(reader->rules);
    bool is_same = theirs && ours && strcmp(theirs, ours) == 0;
    if (!theirs || !ours)
        snprintf(reader->why, sizeof reader->why, "out of memory");
    else if (!is_same)
        refuse_rule(reader, text, length, theirs, ours);
    free(theirs);
    free(ours);
    return is_same;
}

/* Makes room for another layout; they double as they grow. */
static bship_placement *append_layout(struct layouts *layouts)
{
    size_t count = (size_t)layouts->count, ships = layouts->ships;
    if ((count & (count - 1)) == 0) {
        size_t room = count > 0 ? 2 * count : 1;
        bship_placement *grown = realloc(layouts->of_file, room * ships * sizeof *grown);
        if (!grown)
            return NULL;
        layouts->of_file = grown;
    }
    layouts->count++;
    return &layouts->of_file[count * ships];
}

/* Takes the layout of a side, if the record has all of its ships. */
static bool take_side(struct layouts *layouts, const bship_record *record, int32_t side)
{
    if (bship_record_layout(record, side, NULL, 0) != layouts->ships)
        return true;
    bship_placement *layout = append_layout(layouts);
    if (layout)
        bship_record_layout(record, side, layout, layouts->ships);
    return layout != NULL;
}

/* Reads the next record and takes its layouts, at least one. */
static bool take_record(struct layouts *layouts, struct reader *reader, uint32_t *lines)
{
    const char *text = reader->text + reader->next;
    size_t length = record_length(reader, lines);
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    int64_t before = layouts->count;
    if (bship_record_parse(&record, text, length, NULL, &error)) {
        files_say_fault(reader->path, error.line > 0 ? reader->line + error.line - 1 : 0,
                        error.column, error.text, reader->why);
        return false;
    }
    bool is_taken = check_rules(reader, record, text, length);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && is_taken; side++) {
        is_taken = take_side(layouts, record, side);
        if (!is_taken)
            snprintf(reader->why, sizeof reader->why, "out of memory");
    }
    bship_record_free(record);
    if (is_taken && layouts->count == before)
        files_say_fault(reader->path, reader->line, 1, "the record has no complete layout",
                        reader->why);
    reader->next += length;
    return is_taken && layouts->count > before;
}

static uint64_t digest_of(const struct layouts *layouts)
{
    uint64_t digest = HASH_INIT;
    for (size_t i = 0; i < (size_t)layouts->count * layouts->ships; i++) {
        const bship_placement *placement = &layouts->of_file[i];
        const int32_t words[] = { placement->x, placement->y, placement->orientation };
        for (size_t word = 0; word < sizeof words / sizeof words[0]; word++)
            digest = hash_number(digest, (uint32_t)words[word]);
    }
    return digest;
}

int layouts_read(struct layouts *layouts, const bship_rules *rules, const char *path)
{
    struct reader reader = { .path = path, .rules = rules, .line = 1 };
    char *text = NULL;
    bool is_read = files_read(path, FILE_SIZE_MAX, &text, &reader.length, reader.why);
    layouts->source = LAYOUTS_FILE;
    layouts->ships = (size_t)bship_fleet_count(bship_rules_fleet(rules));
    reader.text = text;
    do {
        uint32_t lines = 0;
        is_read = is_read && take_record(layouts, &reader, &lines);
        reader.line += lines;
    } while (is_read && reader.next < reader.length);
    free(text);
    if (!is_read) {
        fprintf(stderr, PROGRAM ": --layouts: %s\n", reader.why);
        return EXIT_USAGE;
    }
    layouts->digest = digest_of(layouts);
    return EXIT_FINE;
}

/* ---- in matches ---- */

/* The layout of a game is that of its number. */
static bship_status lay_listed(bship_placement *placements, size_t count, int64_t game,
                               int32_t side, bship_rng *rng, void *user)
{
    const struct layouts *layouts = user;
    (void)side;
    (void)rng;
    return bship_sampler_layout(layouts->sampler, game, placements, count);
}

/* The layouts of the file in turn; a game of a duel takes two. */
static bship_status lay_of_file(bship_placement *placements, size_t count, int64_t game,
                                int32_t side, bship_rng *rng, void *user)
{
    const struct layouts *layouts = user;
    (void)rng;
    int64_t number = game % layouts->count;
    if (side != BSHIP_SIDE_NONE)
        number = (2 * number + (side == BSHIP_SIDE_B)) % layouts->count;
    memcpy(placements, &layouts->of_file[(size_t)number * count], count * sizeof *placements);
    return BSHIP_OK;
}

int layouts_prepare(struct layouts *layouts, const bship_rules *rules)
{
    bship_sampler_options options = BSHIP_SAMPLER_OPTIONS_INIT;
    options.progress = interrupt_progress;
    if (layouts->source != LAYOUTS_RANDOM || layouts->sampler)
        return EXIT_FINE;
    bship_status status = bship_sampler_new(&layouts->sampler, rules, &options, NULL);
    return status == BSHIP_ERROR_CANCELLED ? EXIT_INTERRUPTED : EXIT_FINE;
}

void layouts_give(const struct layouts *layouts, bship_match_options *options)
{
    if (layouts->source == LAYOUTS_RANDOM) {
        options->sampler = layouts->sampler;
        return;
    }
    options->layout = layouts->source == LAYOUTS_ALL ? lay_listed : lay_of_file;
    options->same_seed = layouts->source == LAYOUTS_ALL;
    options->user = (void *)layouts;
}

void layouts_clear(struct layouts *layouts)
{
    bship_sampler_unref(layouts->sampler);
    free(layouts->of_file);
}
