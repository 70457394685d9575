/* Results of matches: shape, counts, histograms and merging; see results.h. */
#include "play/results.h"

#include <assert.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/versioned.h"

void bship_results_options_init(bship_results_options *options, size_t size)
{
    static const bship_results_options defaults = BSHIP_RESULTS_OPTIONS_INIT;
    bsi_versioned_init(options, size, &defaults, sizeof defaults);
}

void bship_results_entry_info_init(bship_results_entry_info *info, size_t size)
{
    static const bship_results_entry_info empty = BSHIP_RESULTS_ENTRY_INFO_INIT;
    bsi_versioned_init(info, size, &empty, sizeof empty);
}

/* ---- counts ---- */

#define COUNT(keyword, name)                                                                       \
    {                                                                                              \
        keyword, offsetof(bship_results_entry_info, name)                                          \
    }
static const struct {
    const char *keyword;
    size_t offset;
} counts[BSI_RESULTS_COUNTS] = {
    COUNT("played", played),
    COUNT("finished", finished),
    COUNT("failed", failed),
    COUNT("faults", faults),
    COUNT("shots", shots),
    COUNT("turns", turns),
    COUNT("wasted", wasted),
    COUNT("searched", searched),
    COUNT("nanoseconds", nanoseconds),
    COUNT("won", won),
    COUNT("lost", lost),
    COUNT("drawn", drawn),
    COUNT("first", first),
    COUNT("first-won", first_won),
    COUNT("first-drawn", first_drawn),
    COUNT("side-a", side_a),
    COUNT("side-a-won", side_a_won),
    COUNT("side-a-drawn", side_a_drawn),
};

const char *bsi_results_keyword(int32_t count)
{
    return counts[count].keyword;
}

int64_t *bsi_results_count_of(bship_results_entry_info *info, int32_t count)
{
    return (int64_t *)(void *)((char *)info + counts[count].offset);
}

bship_status bsi_results_sum_up(bship_results_entry_info *info,
                                const bship_results_entry_info *other)
{
    bship_results_entry_info more = *other;
    for (int32_t i = 0; i < BSI_RESULTS_COUNTS; i++) {
        int64_t *sum = bsi_results_count_of(info, i), term = *bsi_results_count_of(&more, i);
        if (*sum > INT64_MAX - term)
            return BSHIP_ERROR_RANGE;
        *sum += term;
    }
    return BSHIP_OK;
}

/* ---- histograms ---- */

/* A group ends with one of these rounds, or with the series. */
static const int32_t group_ends[] = { 1,   2,    3,    5,    10,    20,    50,    100,   200,
                                      500, 1000, 2000, 5000, 10000, 20000, 50000, 100000 };
static_assert(sizeof group_ends / sizeof *group_ends == BSI_RESULTS_GROUPS_MAX,
              "checks of results have an item for each group");
static_assert(BSHIP_MATCH_SERIES_MAX == 100000, "the longest series ends with a group");

int32_t bship_results_groups(const bship_results *results)
{
    int32_t count = 1, series = results->options.series;
    if (results->options.kind == BSHIP_MATCH_KIND_DUEL || series == 0)
        return 0;
    while (group_ends[count - 1] < series)
        count++;
    return count;
}

bship_status bship_results_rounds(const bship_results *results, int32_t group, int32_t *first,
                                  int32_t *last)
{
    if (!results || group < 0 || group >= bship_results_groups(results))
        return BSHIP_ERROR_ARGUMENT;
    int32_t series = results->options.series;
    if (first)
        *first = group > 0 ? group_ends[group - 1] + 1 : 1;
    if (last)
        *last = group_ends[group] < series ? group_ends[group] : series;
    return BSHIP_OK;
}

int64_t bsi_results_rounds_of(const bship_results *results, int32_t group)
{
    int32_t first = 1, last = 1;
    if (group != BSI_RESULTS_ALL)
        (void)bship_results_rounds(results, group, &first, &last);
    return last - first + 1;
}

/* The number of histograms of a group: those of entries and, in solo matches, of pairs. */
size_t bsi_results_group_size(const bship_results *results)
{
    size_t entries = (size_t)results->options.entries;
    bool has_pairs = results->options.kind == BSHIP_MATCH_KIND_SOLO;
    return has_pairs ? entries + entries * (entries - 1) / 2 : entries;
}

size_t bsi_results_histograms(const bship_results *results)
{
    return bsi_results_group_size(results) * (size_t)(bship_results_groups(results) + 1);
}

bship_histogram *bsi_results_group_at(const bship_results *results, int32_t group)
{
    return results->histograms +
           bsi_results_group_size(results) * (size_t)(group - BSI_RESULTS_ALL);
}

bship_histogram *bsi_results_shots_of(const bship_results *results, int32_t group, int32_t entry)
{
    if (group >= bship_results_groups(results) || group < BSI_RESULTS_ALL || entry < 0 ||
        entry >= results->options.entries)
        return NULL;
    return bsi_results_group_at(results, group) + entry;
}

bship_histogram *bsi_results_differences_of(const bship_results *results, int32_t group, int32_t a,
                                            int32_t b)
{
    size_t first = (size_t)a, entries = (size_t)results->options.entries;
    if (results->options.kind == BSHIP_MATCH_KIND_DUEL || a >= b ||
        !bsi_results_shots_of(results, group, a) || !bsi_results_shots_of(results, group, b))
        return NULL;
    size_t before = first * entries - first * (first + 1) / 2;
    return bsi_results_group_at(results, group) + entries + before + (size_t)(b - a - 1);
}

/* ---- creation ---- */

static bship_status read_options(bship_results_options *out, const bship_results_options *given,
                                 bship_error *error)
{
    bship_status status = bsi_versioned_read(out, sizeof *out, given);
    if (status)
        return bsi_fail_plain(error, status);
    if (!bship_match_kind_name(out->kind))
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "%d is not a bship_match_kind",
                        (int)out->kind);
    if (out->reserved != 0)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "reserved members must be 0");
    if (out->entries == 0)
        out->entries = out->kind == BSHIP_MATCH_KIND_DUEL ? 2 : 1;
    if (out->kind == BSHIP_MATCH_KIND_DUEL && out->entries != 2)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "a duel has exactly two entries");
    if (out->entries < 1 || out->entries > BSHIP_RESULTS_ENTRIES_MAX)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "results are of 1 to %d entries",
                        BSHIP_RESULTS_ENTRIES_MAX);
    if (out->series < 0 || out->series > BSHIP_MATCH_SERIES_MAX)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "a series has at most %d games",
                        BSHIP_MATCH_SERIES_MAX);
    bship_allocator given_allocator = out->allocator;
    status = bsi_allocator_read(&out->allocator, &given_allocator);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

static bship_status make_parts(bship_results *results)
{
    const bship_allocator *allocator = &results->options.allocator;
    size_t entries = (size_t)results->options.entries, count = bsi_results_histograms(results);
    results->entries = bsi_alloc(allocator, entries, sizeof *results->entries);
    results->rows = bsi_alloc(allocator, entries, sizeof *results->rows);
    results->game = bsi_alloc(allocator, entries, sizeof *results->game);
    results->sums = bsi_alloc(allocator, entries, sizeof *results->sums);
    results->histograms = bsi_alloc(allocator, count, sizeof *results->histograms);
    if (!results->entries || !results->rows || !results->game || !results->sums ||
        !results->histograms)
        return BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        bsi_histogram_init(&results->histograms[i], allocator);
    bship_results_reset(results);
    return BSHIP_OK;
}

bship_status bship_results_new(bship_results **out, const bship_results_options *options,
                               bship_error *error)
{
    bship_results_options settings = BSHIP_RESULTS_OPTIONS_INIT;
    if (!out)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_options(&settings, options, error);
    if (status)
        return status;
    bship_results *results = bsi_alloc(&settings.allocator, 1, sizeof *results);
    if (!results)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    results->options = settings;
    status = make_parts(results);
    if (status) {
        bship_results_free(results);
        return bsi_fail_plain(error, status);
    }
    *out = results;
    return BSHIP_OK;
}

void bship_results_free(bship_results *results)
{
    if (!results)
        return;
    bship_allocator allocator = results->options.allocator;
    size_t entries = (size_t)results->options.entries, count = bsi_results_histograms(results);
    for (size_t i = 0; results->histograms && i < count; i++)
        bsi_histogram_free(&results->histograms[i]);
    bsi_free(&allocator, results->histograms, count, sizeof *results->histograms);
    bsi_free(&allocator, results->sums, entries, sizeof *results->sums);
    bsi_free(&allocator, results->game, entries, sizeof *results->game);
    bsi_free(&allocator, results->rows, entries, sizeof *results->rows);
    bsi_free(&allocator, results->entries, entries, sizeof *results->entries);
    bsi_free(&allocator, results, 1, sizeof *results);
}

void bship_results_reset(bship_results *results)
{
    static const bship_results_entry_info none = BSHIP_RESULTS_ENTRY_INFO_INIT;
    results->games = 0;
    results->row_count = 0;
    results->round = 0;
    results->status = BSHIP_OK;
    for (int32_t i = 0; i < results->options.entries; i++)
        results->entries[i] = none;
    for (size_t i = 0; i < bsi_results_histograms(results); i++)
        bship_histogram_reset(&results->histograms[i]);
}

/* ---- merging ---- */

static bool have_one_shape(const bship_results *a, const bship_results *b)
{
    return a->options.kind == b->options.kind && a->options.entries == b->options.entries &&
           a->options.series == b->options.series;
}

/* Checks all sums and makes all room. */
static bship_status prepare_merge(bship_results *results, const bship_results *other)
{
    bship_status status = BSHIP_OK;
    for (int32_t i = 0; i < results->options.entries && !status; i++) {
        bship_results_entry_info sum = results->entries[i];
        status = bsi_results_sum_up(&sum, &other->entries[i]);
    }
    for (size_t i = 0; i < bsi_results_histograms(results) && !status; i++)
        status = bsi_histogram_prepare(&results->histograms[i], &other->histograms[i]);
    return status;
}

bship_status bship_results_merge(bship_results *results, const bship_results *other)
{
    if (!results || !other || results == other || !have_one_shape(results, other))
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = prepare_merge(results, other);
    if (status)
        return status;
    results->games += other->games;
    for (int32_t i = 0; i < results->options.entries; i++)
        (void)bsi_results_sum_up(&results->entries[i], &other->entries[i]);
    for (size_t i = 0; i < bsi_results_histograms(results); i++)
        bsi_histogram_join(&results->histograms[i], &other->histograms[i]);
    return BSHIP_OK;
}

/* ---- asking ---- */

int32_t bship_results_kind(const bship_results *results)
{
    return results->options.kind;
}

int32_t bship_results_entries(const bship_results *results)
{
    return results->options.entries;
}

int32_t bship_results_series(const bship_results *results)
{
    return results->options.series;
}

int64_t bship_results_games(const bship_results *results)
{
    return results->games;
}

bship_status bship_results_status(const bship_results *results)
{
    return results->status;
}

bship_status bship_results_entry(const bship_results *results, int32_t entry,
                                 bship_results_entry_info *out)
{
    if (!results || entry < 0 || entry >= results->options.entries)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, sizeof *out);
    if (!status)
        bsi_versioned_write(out, &results->entries[entry], sizeof *out);
    return status;
}

const bship_histogram *bship_results_shots(const bship_results *results, int32_t entry)
{
    return bsi_results_shots_of(results, BSI_RESULTS_ALL, entry);
}

const bship_histogram *bship_results_differences(const bship_results *results, int32_t a, int32_t b)
{
    return bsi_results_differences_of(results, BSI_RESULTS_ALL, a, b);
}

const bship_histogram *bship_results_group_shots(const bship_results *results, int32_t group,
                                                 int32_t entry)
{
    return group < 0 ? NULL : bsi_results_shots_of(results, group, entry);
}

const bship_histogram *bship_results_group_differences(const bship_results *results, int32_t group,
                                                       int32_t a, int32_t b)
{
    return group < 0 ? NULL : bsi_results_differences_of(results, group, a, b);
}
