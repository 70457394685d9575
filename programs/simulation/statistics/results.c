/* Results of matches: shape, histograms and merging; see results.h. */
#include "simulation/statistics/results.h"

#include <stdlib.h>

#include <battleship/game.h>

#include "simulation/statistics/pairs.h"

/* ---- shape ---- */

static bool is_solo(const struct results *results)
{
    return results->kind == BSHIP_MATCH_KIND_SOLO;
}

/* A group ends with one of these rounds, or with the series. */
static const int32_t group_ends[] = { 1,   2,    3,    5,    10,    20,    50,    100,   200,
                                      500, 1000, 2000, 5000, 10000, 20000, 50000, 100000 };
_Static_assert(BSHIP_MATCH_SERIES_MAX == 100000, "the longest series ends with a group");

int32_t results_groups(const struct results *results)
{
    int32_t count = 1;
    if (!is_solo(results) || results->series == 0)
        return 0;
    while (group_ends[count - 1] < results->series)
        count++;
    return count;
}

void results_rounds(const struct results *results, int32_t group, int32_t *first, int32_t *last)
{
    *first = group > 0 ? group_ends[group - 1] + 1 : 1;
    *last = group_ends[group] < results->series ? group_ends[group] : results->series;
}

/* The number of histograms of a group: those of entries and, in solo matches, of pairs. */
static size_t group_size(const struct results *results)
{
    size_t entries = (size_t)results->entry_count;
    return is_solo(results) ? entries + pair_count(entries) : entries;
}

/* The number of histograms before those of points. */
static size_t shots_count(const struct results *results)
{
    return group_size(results) * (size_t)(results_groups(results) + 1);
}

static size_t histogram_count(const struct results *results)
{
    return shots_count(results) + (size_t)results->entry_count;
}

struct histogram *results_points(const struct results *results, int32_t entry)
{
    return results->histograms + shots_count(results) + entry;
}

struct histogram *results_shots(const struct results *results, int32_t group, int32_t entry)
{
    return results->histograms + group_size(results) * (size_t)(group - RESULTS_ALL) + entry;
}

struct histogram *results_differences(const struct results *results, int32_t group, int32_t a,
                                      int32_t b)
{
    const size_t entries = (size_t)results->entry_count;
    return results_shots(results, group, results->entry_count) +
           pair_index(entries, (size_t)a, (size_t)b);
}

/* ---- creation ---- */

struct results *results_new(int32_t kind, int32_t entries, int32_t series, int64_t failed_shots)
{
    const size_t count = (size_t)entries;
    struct results *results = calloc(1, sizeof *results);
    if (!results)
        return NULL;
    *results = (struct results){
        .kind = kind, .entry_count = entries, .series = series, .failed_shots = failed_shots
    };
    results->entries = calloc(count, sizeof *results->entries);
    results->game = calloc(count, sizeof *results->game);
    results->sums = calloc(count, sizeof *results->sums);
    results->histograms = calloc(histogram_count(results), sizeof *results->histograms);
    if (results->entries && results->game && results->sums && results->histograms)
        return results;
    results_free(results);
    return NULL;
}

struct results *results_new_like(const struct results *others)
{
    return results_new(others->kind, others->entry_count, others->series, others->failed_shots);
}

void results_free(struct results *results)
{
    if (!results)
        return;
    for (size_t i = 0; results->histograms && i < histogram_count(results); i++)
        histogram_clear(&results->histograms[i]);
    free(results->histograms);
    free(results->sums);
    free(results->game);
    free(results->entries);
    free(results);
}

/* ---- counts ---- */

static const char *const keywords[] = {
    "played",      "finished",    "failed",     "faults",       "shots",   "turns", "wasted",
    "searched",    "nanoseconds", "won",        "lost",         "drawn",   "first", "first-won",
    "first-drawn", "side-a",      "side-a-won", "side-a-drawn", "cleared",
};
_Static_assert(sizeof keywords / sizeof keywords[0] == RESULTS_COUNTS, "a keyword for each count");

const char *results_keyword(size_t count)
{
    return keywords[count];
}

int64_t *results_count(struct results_entry *entry, size_t count)
{
    return &entry->played + count;
}

/* ---- adding ---- */

static bool has_finished(const bship_match_row *row)
{
    return !row->status;
}

static bool has_won(const bship_match_row *row)
{
    return row->outcome == (row->side == BSHIP_SIDE_A ? BSHIP_OUTCOME_A : BSHIP_OUTCOME_B);
}

/* Whether the entry sank the whole fleet: the loser of a game that ended so did not, except in a
 * draw. */
static bool has_cleared(const bship_match_row *row)
{
    return row->reason == BSHIP_END_REASON_SUNK &&
           (row->outcome == BSHIP_OUTCOME_NONE || row->outcome == BSHIP_OUTCOME_DRAW ||
            has_won(row));
}

/* Whether a game counts, and not only that it was played. */
static bool counts_row(const struct results *results, const bship_match_row *row)
{
    return has_finished(row) || is_solo(results);
}

/* The shots of a row that counts; that the game failed is no gain. */
static int64_t counted_shots(const struct results *results, const bship_match_row *row)
{
    bool is_enough = has_finished(row) || row->shots > results->failed_shots;
    return is_enough ? row->shots : results->failed_shots;
}

/* The turns of a row that counts; of a failed game, those that its shots take, with as many in a
 * turn as it had, or one. */
static int64_t counted_turns(const struct results *results, const bship_match_row *row)
{
    int64_t shots = counted_shots(results, row);
    if (has_finished(row))
        return row->turns;
    return row->shots > 0 ? (shots * row->turns + row->shots - 1) / row->shots : shots;
}

/* What a row adds to the counts of its entry. */
static struct results_entry counts_of(const struct results *results, const bship_match_row *row)
{
    bool finished = has_finished(row), counts = counts_row(results, row), won = has_won(row);
    bool drawn = row->outcome == BSHIP_OUTCOME_DRAW;
    bool is_decided = row->outcome != BSHIP_OUTCOME_NONE && !drawn;
    bool is_side_a = !is_solo(results) && row->side == BSHIP_SIDE_A;
    return (struct results_entry){ .played = 1,
                                   .finished = finished,
                                   .failed = !finished,
                                   .faults = row->at_fault,
                                   .shots = counts ? counted_shots(results, row) : 0,
                                   .turns = counts ? counted_turns(results, row) : 0,
                                   .wasted = row->wasted,
                                   .searched = row->method == BSHIP_DRAW_METHOD_SEARCHED,
                                   .nanoseconds = row->nanoseconds,
                                   .won = won,
                                   .lost = is_decided && !won,
                                   .drawn = drawn,
                                   .first = row->fired_first,
                                   .first_won = row->fired_first && won,
                                   .first_drawn = row->fired_first && drawn,
                                   .side_a = is_side_a,
                                   .side_a_won = is_side_a && won,
                                   .side_a_drawn = is_side_a && drawn,
                                   .cleared = finished && has_cleared(row) };
}

/* Adds counts of an entry to others: OK, or RANGE, after which they are unusable. */
static bship_status add_counts(struct results_entry *entry, const struct results_entry *other)
{
    struct results_entry more = *other;
    for (size_t i = 0; i < RESULTS_COUNTS; i++) {
        int64_t *sum = results_count(entry, i), term = *results_count(&more, i);
        if (*sum > INT64_MAX - term)
            return BSHIP_ERROR_RANGE;
        *sum += term;
    }
    return BSHIP_OK;
}

static bship_status reserve(const struct results *results, int32_t group)
{
    struct histogram *histograms = results_shots(results, group, 0);
    size_t count = group_size(results);
    bship_status status = BSHIP_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = histogram_reserve(&histograms[i], 1);
    return status;
}

/* Puts numbers, by entry, and their differences into the histograms of a group, where there is
 * room. */
static void insert(const struct results *results, int32_t group,
                   const struct results_number *numbers)
{
    bool has_pairs = is_solo(results);
    for (int32_t a = 0; a < results->entry_count; a++) {
        if (numbers[a].counts)
            histogram_insert(results_shots(results, group, a), numbers[a].shots, 1);
        for (int32_t b = a + 1; has_pairs && numbers[a].counts && b < results->entry_count; b++) {
            if (numbers[b].counts)
                histogram_insert(results_differences(results, group, a, b),
                                 numbers[a].shots - numbers[b].shots, 1);
        }
    }
}

/* The group that a game of this round ends; else ALL. */
static int32_t group_to_end(const struct results *results, int32_t round)
{
    int32_t first, last, group = round == 1 ? 0 : results->group;
    if (results_groups(results) == 0)
        return RESULTS_ALL;
    results_rounds(results, group, &first, &last);
    return round == last ? group : RESULTS_ALL;
}

static void begin_group(struct results *results, int32_t group)
{
    results->group = group;
    for (int32_t i = 0; i < results->entry_count; i++)
        results->sums[i] = (struct results_number){ 0, true };
}

/* Adds the game to the sums of its group, and these to the histograms if it is the last one. */
static void advance_series(struct results *results, int32_t round)
{
    int32_t ended = group_to_end(results, round);
    if (round == 1)
        begin_group(results, 0);
    for (int32_t i = 0; i < results->entry_count; i++)
        results->sums[i].shots += results->game[i].shots;
    if (ended == RESULTS_ALL)
        return;
    insert(results, ended, results->sums);
    begin_group(results, ended + 1);
}

/* Checks all sums and makes all room for a game. */
static bship_status prepare(const struct results *results, const bship_match_row *rows)
{
    int32_t group = group_to_end(results, rows->round);
    bship_status status = reserve(results, RESULTS_ALL);
    for (int32_t i = 0; i < results->entry_count && !status; i++)
        status = histogram_reserve(results_points(results, i), 1);
    if (!status && group != RESULTS_ALL)
        status = reserve(results, group);
    for (int32_t i = 0; i < results->entry_count && !status; i++) {
        struct results_entry sum = results->entries[i], more = counts_of(results, &rows[i]);
        status = add_counts(&sum, &more);
    }
    return status;
}

bship_status results_add(struct results *results, const bship_match_row *rows)
{
    bship_status status = prepare(results, rows);
    if (status)
        return status;
    for (int32_t i = 0; i < results->entry_count; i++) {
        const bship_match_row *row = &rows[i];
        struct results_entry more = counts_of(results, row);
        (void)add_counts(&results->entries[i], &more);
        bool counts = is_solo(results) || (has_finished(row) && has_won(row) && has_cleared(row));
        if (counts_row(results, row))
            histogram_insert(results_points(results, i), row->points, 1);
        results->game[i] = (struct results_number){ counted_shots(results, row), counts };
    }
    insert(results, RESULTS_ALL, results->game);
    if (results_groups(results) > 0)
        advance_series(results, rows->round);
    results->games++;
    return BSHIP_OK;
}

/* ---- merging ---- */

/* Checks all sums and makes all room. */
static bship_status prepare_merge(struct results *results, const struct results *other)
{
    bship_status status = other->games > INT64_MAX - results->games ? BSHIP_ERROR_RANGE : BSHIP_OK;
    for (int32_t i = 0; i < results->entry_count && !status; i++) {
        struct results_entry sum = results->entries[i];
        status = add_counts(&sum, &other->entries[i]);
    }
    for (size_t i = 0; i < histogram_count(results) && !status; i++)
        status = histogram_prepare_merge(&results->histograms[i], &other->histograms[i]);
    return status;
}

bship_status results_merge(struct results *results, const struct results *other)
{
    bship_status status = prepare_merge(results, other);
    if (status)
        return status;
    results->games += other->games;
    for (int32_t i = 0; i < results->entry_count; i++)
        (void)add_counts(&results->entries[i], &other->entries[i]);
    for (size_t i = 0; i < histogram_count(results); i++)
        histogram_merge(&results->histograms[i], &other->histograms[i]);
    return BSHIP_OK;
}
