/*
 * Writing results as text: a version, the shape, the counts of all entries, the histograms, an end.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"
#include "play/results.h"

const bsi_results_line bsi_results_lines[BSI_RESULTS_LINES] = {
    { "game-shots", false, false },
    { "game-differences", false, true },
    { "group-shots", true, false },
    { "group-differences", true, true },
};

/* Long histograms take several lines. */
static void add_histogram(bsi_text *text, const char *begin, const bship_histogram *histogram)
{
    enum {
        BINS_OF_LINE = 64
    };
    for (size_t i = 0; i < histogram->bins.count; i++) {
        const bsi_bin *bin = &histogram->bins.items[i];
        if (i % BINS_OF_LINE == 0)
            bsi_text_add(text, "%s%s", i > 0 ? "\n" : "", begin);
        bsi_text_add(text, " %" PRId64 ":%" PRId64, bin->value, bin->count);
    }
    if (histogram->bins.count > 0)
        bsi_text_add(text, "\n");
}

/* Writes the histograms of all games or of a group: those of entries, then those of pairs. */
static void add_histograms(bsi_text *text, const bship_results *results, int32_t group)
{
    const bsi_results_line *lines = bsi_results_lines + (group == BSI_RESULTS_ALL ? 0 : 2);
    int32_t entries = results->options.entries;
    char number[16] = "", begin[80];
    if (group != BSI_RESULTS_ALL)
        snprintf(number, sizeof number, " %" PRId32, group);
    for (int32_t a = 0; a < entries; a++) {
        snprintf(begin, sizeof begin, "%s%s %" PRId32, lines[0].keyword, number, a);
        add_histogram(text, begin, bsi_results_shots_of(results, group, a));
    }
    if (results->options.kind == BSHIP_MATCH_KIND_DUEL)
        return;
    for (int32_t a = 0; a < entries; a++) {
        for (int32_t b = a + 1; b < entries; b++) {
            snprintf(begin, sizeof begin, "%s%s %" PRId32 " %" PRId32, lines[1].keyword, number, a,
                     b);
            add_histogram(text, begin, bsi_results_differences_of(results, group, a, b));
        }
    }
}

size_t bship_results_format(const bship_results *results, char *buffer, size_t capacity)
{
    bsi_text text = bsi_text_of(buffer, capacity);
    if (!results)
        return 0;
    const bship_results_options *options = &results->options;
    bsi_text_add(&text, "battleship-results 1\nmatch %s\nentries %" PRId32 "\nseries %" PRId32,
                 bship_match_kind_name(options->kind), options->entries, options->series);
    bsi_text_add(&text, "\ngames %" PRId64 "\n", results->games);
    for (int32_t count = 0; count < BSI_RESULTS_COUNTS; count++) {
        bsi_text_add(&text, "%s", bsi_results_keyword(count));
        for (int32_t entry = 0; entry < options->entries; entry++)
            bsi_text_add(&text, " %" PRId64,
                         *bsi_results_count_of(&results->entries[entry], count));
        bsi_text_add(&text, "\n");
    }
    for (int32_t group = BSI_RESULTS_ALL; group < bship_results_groups(results); group++)
        add_histograms(&text, results, group);
    bsi_text_add(&text, "end\n");
    return text.length;
}
