/* Results of matches: the same as of their rows kept in arrays, however the games are split. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "matches.h"

static bship_results *new_results(int32_t kind, int32_t entries, int32_t series)
{
    bship_results_options options = BSHIP_RESULTS_OPTIONS_INIT;
    bship_results *results = NULL;
    options.kind = kind;
    options.entries = entries;
    options.series = series;
    assert_ok(bship_results_new(&results, &options, NULL), "results");
    return results;
}

static void add_rows(bship_results *results, const struct rows *rows, int from, int to)
{
    for (int i = from; i < to; i++)
        assert_ok(bship_results_add(results, &rows->row[i]), "row %d", i);
}

static bship_results_entry_info info_of(const bship_results *results, int32_t entry)
{
    bship_results_entry_info info = BSHIP_RESULTS_ENTRY_INFO_INIT;
    assert_ok(bship_results_entry(results, entry, &info), "entry %d", (int)entry);
    return info;
}

static void assert_same_histogram(const bship_histogram *a, const bship_histogram *b)
{
    cr_assert_eq(!a, !b, "one is there and the other is not");
    cr_assert(!a || bship_histogram_equal(a, b), "the histograms differ");
}

/* Group -1 is all games. */
static const bship_histogram *shots_of(const bship_results *results, int32_t group, int32_t entry)
{
    return group < 0 ? bship_results_shots(results, entry)
                     : bship_results_group_shots(results, group, entry);
}

static const bship_histogram *differences_of(const bship_results *results, int32_t group, int32_t a,
                                             int32_t b)
{
    return group < 0 ? bship_results_differences(results, a, b)
                     : bship_results_group_differences(results, group, a, b);
}

static void assert_same_results(const bship_results *a, const bship_results *b)
{
    int32_t entries = bship_results_entries(a);
    cr_assert_eq(bship_results_games(a), bship_results_games(b), "the games");
    for (int32_t i = 0; i < entries; i++) {
        bship_results_entry_info of_a = info_of(a, i), of_b = info_of(b, i);
        cr_assert_eq(memcmp(&of_a, &of_b, sizeof of_a), 0, "entry %d", (int)i);
        for (int32_t group = -1; group < bship_results_groups(a); group++) {
            assert_same_histogram(shots_of(a, group, i), shots_of(b, group, i));
            for (int32_t j = i + 1; j < entries; j++)
                assert_same_histogram(differences_of(a, group, i, j),
                                      differences_of(b, group, i, j));
        }
    }
}

static char *text_of(const bship_results *results, size_t *length)
{
    *length = bship_results_format(results, NULL, 0);
    char *text = malloc(*length + 1);
    cr_assert_eq(bship_results_format(results, text, *length + 1), *length, "the length");
    cr_assert_eq(strlen(text), *length, "the text");
    return text;
}

static void assert_text_is_exact(const bship_results *results)
{
    size_t length, again_length;
    bship_error error = BSHIP_ERROR_INIT;
    bship_results *back = NULL;
    char *text = text_of(results, &length);
    assert_ok(bship_results_parse(&back, text, length, NULL, &error), "%u:%u: %s", error.line,
              error.column, error.text);
    char *again = text_of(back, &again_length);
    cr_assert_str_eq(again, text, "the text changed");
    assert_same_results(back, results);
    bship_results_free(back);
    free(again);
    free(text);
}

/* ---- solo matches ---- */

/* Rows as of a match, of which some failed. */
static void invent_rows(bship_rng *rng, int32_t entries, int32_t series, int games,
                        struct rows *rows)
{
    rows->count = 0;
    for (int game = 0; game < games; game++) {
        for (int32_t entry = 0; entry < entries; entry++) {
            bship_match_row row = { .size = sizeof row, .game = game, .entry = entry };
            row.status = between(rng, 0, 9) ? BSHIP_OK : BSHIP_ERROR_STRATEGY;
            row.shots = between(rng, 17, 100);
            row.turns = between(rng, 1, 17);
            row.wasted = between(rng, 0, 3);
            row.outcome = BSHIP_OUTCOME_NONE;
            row.method = between(rng, 0, 2);
            row.round = series > 0 ? game % series + 1 : 0;
            row.nanoseconds = between(rng, 0, 1000);
            row.at_fault = row.status != BSHIP_OK;
            rows->row[rows->count++] = row;
        }
    }
}

static bool has_finished(const struct rows *rows, int32_t entries, int game, int32_t entry)
{
    return rows->row[game * entries + entry].status == BSHIP_OK;
}

static int64_t shots_in(const struct rows *rows, int32_t entries, int game, int32_t entry)
{
    return rows->row[game * entries + entry].shots;
}

/* How often the sum of rounds, in which all must have finished, is a number: for b = -1 the shots
 * of a, else their difference to those of b. */
static int64_t count_sums(const struct rows *rows, int32_t entries, int32_t length, int first,
                          int last, int32_t a, int32_t b, int64_t number)
{
    int games = rows->count / entries;
    int64_t found = 0;
    for (int start = 0; start + last <= games; start += length) {
        int64_t sum = 0;
        bool counts = true;
        for (int game = start + first - 1; game < start + last; game++) {
            counts &= has_finished(rows, entries, game, a);
            counts &= b < 0 || has_finished(rows, entries, game, b);
            sum += shots_in(rows, entries, game, a);
            sum -= b < 0 ? 0 : shots_in(rows, entries, game, b);
        }
        found += counts && sum == number;
    }
    return found;
}

static void check_numbers(const bship_histogram *histogram, const struct rows *rows,
                          int32_t entries, int32_t length, int first, int last, int32_t a,
                          int32_t b)
{
    int64_t count = 0, minimum = bship_histogram_minimum(histogram);
    for (int64_t i = minimum; i <= bship_histogram_maximum(histogram); i++) {
        int64_t expected = count_sums(rows, entries, length, first, last, a, b, i);
        cr_assert_eq(bship_histogram_at(histogram, i), expected, "rounds %d to %d, %lld", first,
                     last, (long long)i);
        count += expected;
    }
    cr_assert_eq(bship_histogram_count(histogram), count, "the count");
}

Test(results, histograms_are_those_of_the_rows)
{
    static struct rows rows;
    static const int32_t lengths[] = { 0, 1, 2, 3, 7, 12, 25 };
    bship_rng rng = rng_of(1);
    for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
        int32_t entries = between(&rng, 1, 4), series = lengths[k];
        bship_results *results = new_results(BSHIP_MATCH_KIND_SOLO, entries, series);
        invent_rows(&rng, entries, series, 80, &rows);
        add_rows(results, &rows, 0, rows.count);
        cr_assert_eq(bship_results_games(results), 80, "the games");
        for (int32_t group = -1; group < bship_results_groups(results); group++) {
            int32_t first = 1, last = 1, length = group < 0 ? 1 : series;
            if (group >= 0)
                assert_ok(bship_results_rounds(results, group, &first, &last), "a group");
            for (int32_t a = 0; a < entries; a++) {
                check_numbers(shots_of(results, group, a), &rows, entries, length, first, last, a,
                              -1);
                for (int32_t b = a + 1; b < entries; b++)
                    check_numbers(differences_of(results, group, a, b), &rows, entries, length,
                                  first, last, a, b);
            }
        }
        bship_results_free(results);
    }
}

Test(results, counts_are_those_of_the_rows)
{
    static struct rows rows;
    bship_rng rng = rng_of(2);
    bship_results *results = new_results(BSHIP_MATCH_KIND_SOLO, 3, 0);
    invent_rows(&rng, 3, 0, 200, &rows);
    add_rows(results, &rows, 0, rows.count);
    for (int32_t entry = 0; entry < 3; entry++) {
        bship_results_entry_info info = info_of(results, entry);
        bship_results_entry_info sum = BSHIP_RESULTS_ENTRY_INFO_INIT;
        for (int game = 0; game < 200; game++) {
            const bship_match_row *row = &rows.row[game * 3 + entry];
            bool finished = row->status == BSHIP_OK;
            sum.played++;
            sum.finished += finished;
            sum.failed += !finished;
            sum.faults += row->at_fault;
            sum.shots += finished ? row->shots : 0;
            sum.turns += finished ? row->turns : 0;
            sum.wasted += row->wasted;
            sum.searched += row->method == BSHIP_DRAW_METHOD_SEARCHED;
            sum.nanoseconds += row->nanoseconds;
        }
        cr_assert_eq(memcmp(&info, &sum, sizeof sum), 0, "entry %d", (int)entry);
    }
    bship_results_free(results);
}

Test(results, parts_add_up_in_any_order)
{
    static struct rows rows;
    bship_rng rng = rng_of(3);
    for (int k = 0; k < scaled(40); k++) {
        int32_t entries = between(&rng, 1, 4), series = between(&rng, 0, 12);
        int unit = (series > 0 ? series : 1) * entries, order = between(&rng, 0, 2);
        bship_results *whole = new_results(BSHIP_MATCH_KIND_SOLO, entries, series);
        bship_results *sum = new_results(BSHIP_MATCH_KIND_SOLO, entries, series), *parts[3];
        invent_rows(&rng, entries, series, between(&rng, 1, 100), &rows);
        add_rows(whole, &rows, 0, rows.count);
        for (int i = 0, from = 0; i < 3; i++) {
            int to =
                i < 2 ? from + between(&rng, 0, (rows.count - from) / unit) * unit : rows.count;
            parts[i] = new_results(BSHIP_MATCH_KIND_SOLO, entries, series);
            add_rows(parts[i], &rows, from, to);
            from = to;
        }
        for (int i = 0; i < 3; i++) {
            assert_ok(bship_results_merge(sum, parts[(order + i) % 3]), "a part");
            bship_results_free(parts[(order + i) % 3]);
        }
        assert_same_results(sum, whole);
        bship_results_reset(sum);
        cr_assert_eq(bship_results_games(sum), 0, "a reset");
        add_rows(sum, &rows, 0, rows.count);
        assert_same_results(sum, whole);
        bship_results_free(sum);
        bship_results_free(whole);
    }
}

static void assert_groups_cover(int32_t series)
{
    bship_results *results = new_results(BSHIP_MATCH_KIND_SOLO, 1, series);
    int32_t next = 1, groups = bship_results_groups(results);
    for (int32_t group = 0; group < groups; group++) {
        int32_t first = 0, last = 0;
        assert_ok(bship_results_rounds(results, group, &first, &last), "a group");
        cr_assert_eq(first, next, "a gap before group %d", (int)group);
        cr_assert_geq(last, first, "an empty group");
        next = last + 1;
    }
    cr_assert(series < BSHIP_MATCH_SERIES_MAX || groups == 17, "%d groups", (int)groups);
    cr_assert_eq(next, series + 1, "series of %d end at %d", (int)series, (int)next - 1);
    bship_results_free(results);
}

Test(results, groups_of_rounds_cover_a_series)
{
    for (int32_t series = 0; series <= 120; series++)
        assert_groups_cover(series);
    assert_groups_cover(BSHIP_MATCH_SERIES_MAX - 1);
    assert_groups_cover(BSHIP_MATCH_SERIES_MAX);
}

/* ---- matches ---- */

Test(results, matches_deliver_what_results_receive)
{
    static struct rows rows;
    static const char *const strategies[] = { "random", "hunt", NULL };
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
        options.kind = kind;
        options.games = 300;
        options.series = 10;
        options.alternate = kind == BSHIP_MATCH_KIND_DUEL;
        bship_results *results = new_results(kind, 2, 10), *again = new_results(kind, 2, 10);
        play_match(rules, &options, strategies, &rows);
        add_rows(results, &rows, 0, rows.count);
        for (options.threads = 1; options.threads <= 3; options.threads++) {
            bship_match *match = new_match(rules, &options);
            add_entry(match, "random");
            add_entry(match, "hunt");
            bship_results_reset(again);
            assert_ok(bship_match_run(match, bship_results_receive, again), "a match");
            assert_ok(bship_results_status(again), "the results");
            assert_same_results(again, results);
            bship_match_free(match);
        }
        bship_results_free(results);
        bship_results_free(again);
    }
    bship_rules_unref(rules);
}

Test(results, duels_are_counted_by_winner_first_mover_and_side)
{
    static struct rows rows;
    static const char *const strategies[] = { "random", "density", NULL };
    bship_rules *rules = rules_from("board 4x4\nfleet 2 2\nending equal-turns\n");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.kind = BSHIP_MATCH_KIND_DUEL;
    options.games = 1000;
    options.alternate = 1;
    play_match(rules, &options, strategies, &rows);
    bship_results *results = new_results(BSHIP_MATCH_KIND_DUEL, 2, 0);
    add_rows(results, &rows, 0, rows.count);
    bship_results_entry_info a = info_of(results, 0), b = info_of(results, 1);
    cr_assert_eq(a.won, b.lost, "one wins what the other loses");
    cr_assert_eq(b.won, a.lost, "one wins what the other loses");
    cr_assert_eq(a.drawn, b.drawn, "the draws");
    cr_assert_eq(a.won + a.lost + a.drawn, 1000, "all games");
    cr_assert_gt(a.drawn, 0, "a draw");
    cr_assert_gt(b.won, a.won, "density is the stronger one");
    cr_assert_eq(a.first + b.first, 1000, "someone fires first");
    cr_assert_eq(a.side_a, 500, "the entries change sides");
    cr_assert_eq(b.side_a, 500, "the entries change sides");
    cr_assert_leq(a.first_won, a.won, "won games that it began");
    cr_assert_leq(a.side_a_drawn, a.drawn, "draws as side a");
    cr_assert_eq(bship_histogram_count(bship_results_shots(results, 0)), a.won, "games it won");
    cr_assert_null(bship_results_differences(results, 0, 1), "differences of a duel");
    bship_results_free(results);
    bship_rules_unref(rules);
}

/* ---- refusals ---- */

Test(results, rows_that_are_not_the_next_ones_are_refused)
{
    static struct rows rows;
    bship_rng rng = rng_of(4);
    bship_results *results = new_results(BSHIP_MATCH_KIND_SOLO, 2, 3);
    invent_rows(&rng, 2, 3, 9, &rows);
    assert_status(bship_results_add(results, &rows.row[1]), BSHIP_ERROR_ARGUMENT, "entry 1 first");
    assert_status(bship_results_add(results, &rows.row[2]), BSHIP_ERROR_ARGUMENT, "round 2 first");
    add_rows(results, &rows, 0, 1);
    assert_status(bship_results_add(results, &rows.row[0]), BSHIP_ERROR_ARGUMENT, "twice");
    assert_status(bship_results_add(results, &rows.row[3]), BSHIP_ERROR_ARGUMENT, "another game");
    cr_assert_eq(bship_results_games(results), 0, "half a game");
    add_rows(results, &rows, 1, 2);
    assert_status(bship_results_add(results, &rows.row[4]), BSHIP_ERROR_ARGUMENT, "round 3");
    cr_assert_eq(bship_results_receive(&rows.row[4], results), 1, "cancels");
    cr_assert_eq(bship_results_receive(&rows.row[2], results), 1, "stays cancelled");
    assert_status(bship_results_status(results), BSHIP_ERROR_ARGUMENT, "the first failure");
    add_rows(results, &rows, 2, rows.count);
    cr_assert_eq(bship_results_games(results), 9, "all games");
    rows.row[0].round = 4;
    assert_status(bship_results_add(results, &rows.row[0]), BSHIP_ERROR_ARGUMENT, "round 4");
    bship_results_free(results);
}

Test(results, rows_with_impossible_numbers_are_refused)
{
    static const bship_match_row good = {
        .size = sizeof good, .shots = 5, .turns = 5, .outcome = BSHIP_OUTCOME_NONE
    };
    bship_results *results = new_results(BSHIP_MATCH_KIND_SOLO, 1, 0);
    for (int i = 0; i < 13; i++) {
        bship_match_row row = good;
        switch (i) {
        case 0:
            row.game = -1;
            break;
        case 1:
            row.shots = -1;
            break;
        case 2:
            row.shots = BSHIP_HISTOGRAM_VALUE_MAX;
            break;
        case 3:
            row.wasted = 6;
            break;
        case 4:
            row.wasted = -1;
            break;
        case 5:
            row.turns = 6;
            break;
        case 6:
            row.turns = -1;
            break;
        case 7:
            row.nanoseconds = -1;
            break;
        case 8:
            row.at_fault = 2;
            break;
        case 9:
            row.fired_first = -1;
            break;
        case 10:
            row.side = 2;
            break;
        case 11:
            row.outcome = 3;
            break;
        default:
            row.outcome = -2;
        }
        assert_status(bship_results_add(results, &row), BSHIP_ERROR_RANGE, "case %d", i);
    }
    bship_match_row row = good;
    row.nanoseconds = INT64_MAX;
    assert_ok(bship_results_add(results, &row), "a long game");
    row.nanoseconds = 1;
    assert_status(bship_results_add(results, &row), BSHIP_ERROR_RANGE, "too much time");
    cr_assert_eq(bship_results_games(results), 1, "a game that was refused");
    cr_assert_eq(bship_histogram_count(bship_results_shots(results, 0)), 1, "its shots");
    row.size = 8;
    assert_status(bship_results_add(results, &row), BSHIP_ERROR_SIZE, "a short row");
    bship_results_free(results);
}

/* Rows of entry 0, side a, and of entry 1. */
Test(results, rows_of_impossible_duels_are_refused)
{
    static const struct {
        int32_t status, outcome, faults[2], first[2];
        bship_status expected;
    } cases[] = {
        { BSHIP_OK, BSHIP_OUTCOME_A, { 0, 0 }, { 1, 0 }, BSHIP_OK },
        { BSHIP_OK, BSHIP_OUTCOME_DRAW, { 0, 0 }, { 0, 1 }, BSHIP_OK },
        { BSHIP_OK, BSHIP_OUTCOME_NONE, { 0, 0 }, { 1, 0 }, BSHIP_ERROR_RANGE },
        { BSHIP_OK, BSHIP_OUTCOME_A, { 0, 0 }, { 0, 0 }, BSHIP_ERROR_RANGE },
        { BSHIP_OK, BSHIP_OUTCOME_A, { 0, 0 }, { 1, 1 }, BSHIP_ERROR_RANGE },
        { BSHIP_OK, BSHIP_OUTCOME_A, { 0, 1 }, { 1, 0 }, BSHIP_ERROR_RANGE },
        { BSHIP_ERROR_STRATEGY, BSHIP_OUTCOME_A, { 0, 1 }, { 0, 0 }, BSHIP_OK },
        { BSHIP_ERROR_STRATEGY, BSHIP_OUTCOME_B, { 1, 0 }, { 0, 1 }, BSHIP_OK },
        { BSHIP_ERROR_STRATEGY, BSHIP_OUTCOME_NONE, { 0, 0 }, { 0, 0 }, BSHIP_OK },
        { BSHIP_ERROR_STRATEGY, BSHIP_OUTCOME_B, { 0, 1 }, { 0, 0 }, BSHIP_ERROR_RANGE },
        { BSHIP_ERROR_STRATEGY, BSHIP_OUTCOME_NONE, { 1, 0 }, { 0, 0 }, BSHIP_ERROR_RANGE },
        { BSHIP_ERROR_STRATEGY, BSHIP_OUTCOME_A, { 0, 0 }, { 0, 0 }, BSHIP_ERROR_RANGE },
        { BSHIP_ERROR_STRATEGY, BSHIP_OUTCOME_DRAW, { 0, 0 }, { 0, 0 }, BSHIP_ERROR_RANGE },
        { BSHIP_ERROR_STRATEGY, BSHIP_OUTCOME_A, { 1, 1 }, { 0, 0 }, BSHIP_ERROR_RANGE },
        { BSHIP_ERROR_STRATEGY, BSHIP_OUTCOME_A, { 0, 1 }, { 1, 1 }, BSHIP_ERROR_RANGE },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bship_results *results = new_results(BSHIP_MATCH_KIND_DUEL, 2, 0);
        bship_status status = BSHIP_OK;
        for (int32_t entry = 0; entry < 2 && !status; entry++) {
            bship_match_row row = { .size = sizeof row, .entry = entry, .side = entry };
            row.shots = row.turns = 20;
            row.status = cases[i].status;
            row.outcome = cases[i].outcome;
            row.at_fault = cases[i].faults[entry];
            row.fired_first = cases[i].first[entry];
            status = bship_results_add(results, &row);
        }
        assert_status(status, cases[i].expected, "case %zu", i);
        cr_assert_eq(bship_results_games(results), status == BSHIP_OK, "case %zu", i);
        if (status == BSHIP_OK)
            assert_text_is_exact(results);
        bship_results_free(results);
    }
}

Test(results, other_shapes_and_nothing_are_refused)
{
    bship_results *results = new_results(BSHIP_MATCH_KIND_SOLO, 2, 0);
    bship_results *others[] = { new_results(BSHIP_MATCH_KIND_SOLO, 3, 0),
                                new_results(BSHIP_MATCH_KIND_SOLO, 2, 5),
                                new_results(BSHIP_MATCH_KIND_DUEL, 2, 0) };
    for (int i = 0; i < 3; i++) {
        assert_status(bship_results_merge(results, others[i]), BSHIP_ERROR_ARGUMENT, "%d", i);
        bship_results_free(others[i]);
    }
    bship_results_entry_info info = BSHIP_RESULTS_ENTRY_INFO_INIT;
    bship_match_row row = { .size = sizeof row };
    assert_status(bship_results_merge(results, results), BSHIP_ERROR_ARGUMENT, "itself");
    assert_status(bship_results_merge(results, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_results_merge(NULL, results), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_results_add(results, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_results_add(NULL, &row), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_results_entry(results, 2, &info), BSHIP_ERROR_ARGUMENT, "entry 2");
    assert_status(bship_results_entry(results, -1, &info), BSHIP_ERROR_ARGUMENT, "entry -1");
    assert_status(bship_results_entry(NULL, 0, &info), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_results_entry(results, 0, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_results_new(NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "no output");
    cr_assert_null(bship_results_shots(results, 2), "entry 2");
    cr_assert_null(bship_results_differences(results, 1, 0), "a pair in the wrong order");
    cr_assert_null(bship_results_differences(results, 0, 2), "entry 2");
    cr_assert_null(bship_results_group_shots(results, 0, 0), "no series");
    cr_assert_null(bship_results_group_shots(results, -1, 0), "group -1");
    cr_assert_null(bship_results_group_differences(results, -1, 0, 1), "group -1");
    assert_status(bship_results_rounds(NULL, 0, NULL, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    bship_results_free(results);
    bship_results_free(NULL);
}

Test(results, options_out_of_range_are_refused)
{
    static const struct {
        bship_results_options options;
        bship_status status;
    } cases[] = {
#define SHAPE(...) { sizeof(bship_results_options), __VA_ARGS__, BSHIP_ALLOCATOR_INIT }
        { SHAPE(2, 2, 0, 0), BSHIP_ERROR_ARGUMENT },
        { SHAPE(-1, 2, 0, 0), BSHIP_ERROR_ARGUMENT },
        { SHAPE(0, 2, 0, 1), BSHIP_ERROR_ARGUMENT },
        { SHAPE(0, -1, 0, 0), BSHIP_ERROR_RANGE },
        { SHAPE(1, 0, 0, 0), BSHIP_OK },
        { SHAPE(0, BSHIP_RESULTS_ENTRIES_MAX + 1, 0, 0), BSHIP_ERROR_RANGE },
        { SHAPE(1, 1, 0, 0), BSHIP_ERROR_RANGE },
        { SHAPE(1, 3, 0, 0), BSHIP_ERROR_RANGE },
        { SHAPE(0, 1, -1, 0), BSHIP_ERROR_RANGE },
        { SHAPE(0, 1, BSHIP_MATCH_SERIES_MAX + 1, 0), BSHIP_ERROR_RANGE },
        { SHAPE(0, 1, BSHIP_MATCH_SERIES_MAX, 0), BSHIP_OK },
#undef SHAPE
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_results *results = NULL;
        assert_status(bship_results_new(&results, &cases[i].options, &error), cases[i].status,
                      "case %zu", i);
        cr_assert_eq(error.status, (int32_t)cases[i].status, "case %zu: the error", i);
        cr_assert_eq(!results, cases[i].status != BSHIP_OK, "case %zu: a result", i);
        bship_results_free(results);
    }
}

/* ---- text ---- */

Test(results, text_is_read_back_exactly)
{
    static struct rows rows;
    bship_rng rng = rng_of(5);
    for (int k = 0; k < scaled(40); k++) {
        int32_t entries = between(&rng, 1, 4), series = between(&rng, 0, 12);
        bship_results *results = new_results(BSHIP_MATCH_KIND_SOLO, entries, series);
        invent_rows(&rng, entries, series, between(&rng, 0, 100), &rows);
        add_rows(results, &rows, 0, rows.count);
        assert_text_is_exact(results);
        bship_results_free(results);
    }
    cr_assert_eq(bship_results_format(NULL, NULL, 0), 0, "NULL");
}

Test(results, text_of_a_duel_is_read_back_exactly)
{
    static const char *const strategies[] = { "random", "density", NULL };
    static struct rows rows;
    bship_rules *rules = rules_from("board 4x4\nfleet 2 2\nending equal-turns\n");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.kind = BSHIP_MATCH_KIND_DUEL;
    options.games = 100;
    options.timing = 1;
    play_match(rules, &options, strategies, &rows);
    bship_results *results = new_results(BSHIP_MATCH_KIND_DUEL, 2, 0);
    add_rows(results, &rows, 0, rows.count);
    assert_text_is_exact(results);
    bship_results_free(results);
    bship_rules_unref(rules);
}

static const char example[] = "battleship-results 1\n" /* 1 */
                              "match solo\n"
                              "entries 2\n"
                              "series 2\n"
                              "games 4\n" /* 5 */
                              "played 4 4\n"
                              "finished 4 3\n"
                              "failed 0 1\n"
                              "faults 0 1\n"
                              "shots 70 45\n" /* 10 */
                              "turns 70 45\n"
                              "wasted 0 1\n"
                              "searched 0 0\n"
                              "nanoseconds 9000000000000000000 0\n"
                              "won 0 0\n" /* 15 */
                              "lost 0 0\n"
                              "drawn 0 0\n"
                              "first 0 0\n"
                              "first-won 0 0\n"
                              "first-drawn 0 0\n" /* 20 */
                              "side-a 0 0\n"
                              "side-a-won 0 0\n"
                              "side-a-drawn 0 0\n"
                              "game-shots 0 10:1 20:3\n"
                              "game-shots 1 15:3\n" /* 25 */
                              "game-differences 0 1 -5:1 5:2\n"
                              "group-shots 0 0 20:2\n"
                              "group-shots 0 1 15:2\n"
                              "group-differences 0 0 1 5:2\n"
                              "group-shots 1 0 10:1 20:1\n" /* 30 */
                              "group-shots 1 1 15:1\n"
                              "group-differences 1 0 1 -5:1\n"
                              "end\n";

static bship_status parse(const char *text, bship_results **out, bship_error *error)
{
    return bship_results_parse(out, text, strlen(text), NULL, error);
}

Test(results, text_of_the_example_is_read)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_results *results = NULL;
    assert_ok(parse(example, &results, &error), "%u:%u: %s", error.line, error.column, error.text);
    cr_assert_eq(bship_histogram_at(bship_results_differences(results, 0, 1), 5), 2, "a bin");
    cr_assert_eq(bship_histogram_at(bship_results_group_shots(results, 0, 0), 20), 2, "a bin");
    cr_assert_eq(info_of(results, 1).wasted, 1, "a count");
    assert_text_is_exact(results);
    bship_results_free(results);
}

/* A text with some lines, from 1, replaced by others or, for NULL, left out. */
static char *with_lines(const char *from, int line, int count, const char *replacement)
{
    char *text = malloc(strlen(from) + (replacement ? strlen(replacement) : 0) + 2), *to = text;
    for (int i = 1; *from; i++) {
        size_t bytes = strcspn(from, "\n") + 1;
        if (i < line || i >= line + count)
            to += sprintf(to, "%.*s", (int)bytes, from);
        else if (i == line && replacement)
            to += sprintf(to, "%s\n", replacement);
        from += bytes;
    }
    *to = '\0';
    return text;
}

Test(results, texts_with_an_error_are_refused_at_its_place)
{
    static const struct {
        int line;
        const char *replacement;
        bship_status status;
        uint32_t at_line, column;
    } cases[] = {
        { 1, "battleship-results 2", BSHIP_ERROR_VERSION, 1, 20 },
        { 1, "battleship-habits 1", BSHIP_ERROR_SYNTAX, 1, 1 },
        { 1, "", BSHIP_ERROR_SYNTAX, 1, 1 },
        { 2, "match war", BSHIP_ERROR_NAME, 2, 7 },
        { 2, "match solo\nmatch solo", BSHIP_ERROR_SYNTAX, 3, 1 },
        { 2, "match duel", BSHIP_ERROR_RANGE, 26, 18 },
        { 2, NULL, BSHIP_ERROR_SYNTAX, 4, 1 },
        { 3, "entries 0", BSHIP_ERROR_RANGE, 3, 9 },
        { 3, "entries 257", BSHIP_ERROR_RANGE, 3, 9 },
        { 3, "entries -1", BSHIP_ERROR_SYNTAX, 3, 9 },
        { 3, "entries", BSHIP_ERROR_SYNTAX, 3, 8 },
        { 3, "entries 2 2", BSHIP_ERROR_SYNTAX, 3, 11 },
        { 3, "entries 1", BSHIP_ERROR_SYNTAX, 6, 10 },
        { 4, "series 100001", BSHIP_ERROR_RANGE, 4, 8 },
        { 5, "games 5", BSHIP_ERROR_RANGE, 33, 1 },
        { 5, "games 18446744073709551616", BSHIP_ERROR_RANGE, 5, 7 },
        { 5, "games 9223372036854775808", BSHIP_ERROR_RANGE, 5, 7 },
        { 5, NULL, BSHIP_ERROR_SYNTAX, 23, 1 },
        { 6, "played 4", BSHIP_ERROR_SYNTAX, 6, 9 },
        { 6, "played 4 04", BSHIP_ERROR_SYNTAX, 6, 10 },
        { 6, "played 4 4 4", BSHIP_ERROR_SYNTAX, 6, 12 },
        { 7, "finished 4 4", BSHIP_ERROR_RANGE, 33, 1 },
        { 9, "faults 0 2", BSHIP_ERROR_RANGE, 33, 1 },
        { 10, "shots 70 46", BSHIP_ERROR_RANGE, 33, 1 },
        { 11, "turns 71 45", BSHIP_ERROR_RANGE, 33, 1 },
        { 15, "won 1 0", BSHIP_ERROR_RANGE, 33, 1 },
        { 16, "played 4 4", BSHIP_ERROR_SYNTAX, 16, 1 },
        { 17, "series 3", BSHIP_ERROR_SYNTAX, 17, 1 },
        { 18, "score 0 0", BSHIP_ERROR_NAME, 18, 1 },
        { 24, "game-shots 2 10:1", BSHIP_ERROR_RANGE, 24, 12 },
        { 24, "game-shots 0", BSHIP_ERROR_SYNTAX, 24, 13 },
        { 24, "game-shots 0 20:3 10:1", BSHIP_ERROR_SYNTAX, 24, 19 },
        { 24, "game-shots 0 10:1 10:3", BSHIP_ERROR_SYNTAX, 24, 19 },
        { 24, "game-shots 0 10:1\ngame-shots 0 10:3", BSHIP_ERROR_SYNTAX, 25, 14 },
        { 24, "game-shots 0 10", BSHIP_ERROR_SYNTAX, 24, 16 },
        { 24, "game-shots 0 10:", BSHIP_ERROR_SYNTAX, 24, 17 },
        { 24, "game-shots 0 10:0", BSHIP_ERROR_RANGE, 24, 17 },
        { 24, "game-shots 0 10:-1", BSHIP_ERROR_SYNTAX, 24, 17 },
        { 24, "game-shots 0 -10:1", BSHIP_ERROR_SYNTAX, 24, 14 },
        { 24, "game-shots 0 10:1,20:3", BSHIP_ERROR_SYNTAX, 24, 18 },
        { 24, "game-shots 0 10:1 20:9223372036854775807", BSHIP_ERROR_RANGE, 24, 22 },
        { 24, "game-shots 0 10:1 90071992548:3", BSHIP_ERROR_RANGE, 24, 19 },
        { 26, "game-differences 0 1 -90071992548:1", BSHIP_ERROR_RANGE, 26, 22 },
        { 24, "game-shots 0 10:1", BSHIP_ERROR_RANGE, 33, 1 },
        { 26, "game-differences 1 0 5:1", BSHIP_ERROR_RANGE, 26, 18 },
        { 26, "game-differences 0 1 -0:1", BSHIP_ERROR_SYNTAX, 26, 23 },
        { 26, "game-differences 0 1 5:5", BSHIP_ERROR_RANGE, 33, 1 },
        { 27, "group-shots 2 0 20:2", BSHIP_ERROR_RANGE, 27, 13 },
        { 27, "group-shots 0 0 20:5", BSHIP_ERROR_RANGE, 33, 1 },
        { 27, "games 4", BSHIP_ERROR_SYNTAX, 27, 1 },
        { 33, "end 1", BSHIP_ERROR_SYNTAX, 33, 5 },
        { 33, "end\nend", BSHIP_ERROR_SYNTAX, 34, 1 },
        { 33, "end\ngames 4", BSHIP_ERROR_SYNTAX, 34, 1 },
        { 33, NULL, BSHIP_ERROR_SYNTAX, 33, 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_results *results = NULL;
        char *text = with_lines(example, cases[i].line, 1, cases[i].replacement);
        assert_status(parse(text, &results, &error), cases[i].status, "case %zu: %s", i,
                      error.text);
        cr_assert_null(results, "case %zu: a result", i);
        cr_assert(error.line == cases[i].at_line && error.column == cases[i].column,
                  "case %zu: %u:%u, not %u:%u: %s", i, error.line, error.column, cases[i].at_line,
                  cases[i].column, error.text);
        free(text);
    }
}

/* ---- contradictions ---- */

/* Of the duels, an entry failed one, and one could not begin. */
static const char duel[] = "battleship-results 1\n" /* 1 */
                           "match duel\n"
                           "entries 2\n"
                           "series 0\n"
                           "games 10\n" /* 5 */
                           "played 10 10\n"
                           "finished 8 8\n"
                           "failed 2 2\n"
                           "faults 1 0\n"
                           "shots 200 190\n" /* 10 */
                           "turns 200 190\n"
                           "wasted 0 0\n"
                           "searched 0 0\n"
                           "nanoseconds 0 0\n"
                           "won 4 4\n" /* 15 */
                           "lost 4 4\n"
                           "drawn 1 1\n"
                           "first 5 4\n"
                           "first-won 2 1\n"
                           "first-drawn 1 0\n" /* 20 */
                           "side-a 6 4\n"
                           "side-a-won 3 1\n"
                           "side-a-drawn 0 1\n"
                           "game-shots 0 20:4\n"
                           "game-shots 1 20:3\n" /* 25 */
                           "end\n";

Test(results, text_of_the_duels_is_read)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_results *results = NULL;
    assert_ok(parse(duel, &results, &error), "%u:%u: %s", error.line, error.column, error.text);
    assert_text_is_exact(results);
    bship_results_free(results);
}

struct contradiction {
    int line, count;
    const char *replacement;
    const char *message;
};

static void assert_contradicts(const char *example_text, const struct contradiction *of)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_results *results = NULL;
    char *text = with_lines(example_text, of->line, of->count, of->replacement);
    assert_status(parse(text, &results, &error), BSHIP_ERROR_RANGE, "%s: %s", of->message,
                  error.text);
    cr_assert_not_null(strstr(error.text, of->message), "%s, not: %s", error.text, of->message);
    bool names_entry = strcmp(of->message, "more series than games") != 0;
    cr_assert_eq(strncmp(error.text, "entry ", 6) == 0, names_entry, "%s", error.text);
    cr_assert(error.line > 1 && error.column == 1, "%u:%u", error.line, error.column);
    free(text);
}

Test(results, numbers_of_solo_games_that_contradict_each_other_are_refused)
{
    static const struct contradiction cases[] = {
        { 5, 1, "games 5", "played is not the number of games" },
        { 7, 1, "finished 5 3", "more finished than played" },
        { 7, 1, "finished 4 4", "finished and failed do not add up to played" },
        { 9, 1, "faults 0 2", "more faults than failed" },
        { 10, 1, "shots 360287970189 45", "more shots than finished games can have" },
        { 10, 1, "shots 70 46", "game-shots does not add up to shots" },
        { 11, 1, "turns 71 45", "more turns than shots" },
        { 12, 1, "wasted 71 1", "more wasted than shots" },
        { 12, 1, "wasted 0 90071992593", "more wasted than shots" },
        { 13, 1, "searched 5 0", "more searched than played" },
        { 15, 1, "won 1 0", "in a solo match" },
        { 16, 1, "lost 1 0", "in a solo match" },
        { 17, 1, "drawn 0 1", "in a solo match" },
        { 18, 1, "first 1 0", "in a solo match" },
        { 21, 1, "side-a 1 0", "in a solo match" },
        { 24, 1, "game-shots 0 10:1 20:2", "game-shots has not the number of finished games" },
        { 27, 1, "group-shots 0 0 20:5", "more series than games" },
        { 31, 1, "group-shots 1 1 15:2", "group-shots has more games than game-shots" },
        { 27, 1, "group-shots 0 0 20:1 21:1", "group-shots has sums that game-shots excludes" },
        { 27, 1, "group-shots 0 0 9:1 20:1", "group-shots has sums that game-shots excludes" },
        { 28, 1, "group-shots 0 1 15:1", "group-shots lacks series without failed games" },
        { 30, 1, "group-shots 1 0 20:2", "group-shots adds up to more than shots" },
        { 27, 6, NULL, "fewer series than games" },
        { 26, 1, "game-differences 0 1 -5:1 5:3", "more differences than games of an entry" },
        { 26, 1, "game-differences 0 1 5:2", "fewer differences than games that both finished" },
        { 29, 1, "group-differences 0 0 1 5:1", "fewer differences than games that both" },
        { 26, 1, "game-differences 0 1 -5:1 6:2", "differences that the shots exclude" },
        { 26, 1, "game-differences 0 1 -6:1 5:2", "differences that the shots exclude" },
        { 24, 9,
          "game-shots 0 10:1 20:3\ngame-shots 1 10:1 15:1 20:1\ngame-differences 0 1 0:1 1:2\n"
          "group-shots 0 0 20:2\ngroup-shots 0 1 10:1 20:1\ngroup-differences 0 0 1 0:2\n"
          "group-shots 1 0 10:1 20:1\ngroup-shots 1 1 15:1\ngroup-differences 1 0 1 5:1",
          "differences do not add up to that of the shots" },
        { 4, 29,
          "series 0\ngames 4\nplayed 4 4\nfinished 3 3\nfailed 1 1\nfaults 1 1\nshots 60 45\n"
          "turns 60 45\nwasted 0 0\nsearched 0 0\nnanoseconds 0 0\nwon 0 0\nlost 0 0\n"
          "drawn 0 0\nfirst 0 0\nfirst-won 0 0\nfirst-drawn 0 0\nside-a 0 0\nside-a-won 0 0\n"
          "side-a-drawn 0 0\ngame-shots 0 20:3\ngame-shots 1 15:3\ngame-differences 0 1 5:1",
          "fewer differences than games that both finished" },
        { 4, 29,
          "series 0\ngames 0\nplayed 0 0\nfinished 0 0\nfailed 0 0\nfaults 0 0\nshots 0 0\n"
          "turns 0 0\nwasted 0 0\nsearched 0 0\nnanoseconds 0 1\nwon 0 0\nlost 0 0\n"
          "drawn 0 0\nfirst 0 0\nfirst-won 0 0\nfirst-drawn 0 0\nside-a 0 0\nside-a-won 0 0\n"
          "side-a-drawn 0 0",
          "time without games" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_contradicts(example, &cases[i]);
}

Test(results, numbers_of_duels_that_contradict_each_other_are_refused)
{
    static const struct contradiction cases[] = {
        { 15, 1, "won 11 4", "more won than played" },
        { 16, 1, "lost 4 11", "more lost than played" },
        { 17, 1, "drawn 9 1", "more drawn than finished" },
        { 18, 1, "first 11 4", "more first than played" },
        { 19, 1, "first-won 5 1", "more first-won than won" },
        { 18, 2, "first 3 6\nfirst-won 4 1", "more first-won than first" },
        { 20, 1, "first-drawn 2 0", "more first-drawn than drawn" },
        { 21, 1, "side-a 6 11", "more side-a than played" },
        { 22, 1, "side-a-won 3 5", "more side-a-won than won" },
        { 23, 1, "side-a-drawn 2 0", "more side-a-drawn than drawn" },
        { 15, 1, "won 4 3", "won, lost and drawn are not those of the other entry" },
        { 17, 1, "drawn 1 2", "won, lost and drawn are not those of the other entry" },
        { 7, 2, "finished 8 7\nfailed 2 3", "finished is not that of the other entry" },
        { 9, 1, "faults 1 2", "more faults of both entries than failed" },
        { 15, 8,
          "won 4 0\nlost 0 4\ndrawn 1 1\nfirst 5 4\nfirst-won 2 0\nfirst-drawn 1 0\n"
          "side-a 6 4\nside-a-won 3 0",
          "more faults than games lost" },
        { 17, 1, "drawn 2 2", "won, lost and drawn do not add up" },
        { 21, 1, "side-a 6 5", "side-a or side-a-drawn of both entries do not add up" },
        { 23, 1, "side-a-drawn 1 1", "side-a or side-a-drawn of both entries do not add up" },
        { 22, 1, "side-a-won 4 1", "more games won, lost and drawn as side a than side-a" },
        { 18, 1, "first 5 6", "first or first-drawn of both entries do not add up" },
        { 18, 1, "first 3 4", "first or first-drawn of both entries do not add up" },
        { 20, 1, "first-drawn 0 0", "first or first-drawn of both entries do not add up" },
        { 18, 1, "first 2 6", "more games won and drawn than fired first or second" },
        { 18, 1, "first 9 1", "more games won and drawn than fired first or second" },
        { 24, 1, "game-shots 0 20:3", "game-shots has not the number of games won by sinking all" },
        { 24, 1, "game-shots 0 51:4", "game-shots adds up to more than shots" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_contradicts(duel, &cases[i]);
}

static void free_nothing(void *block, size_t size, void *user)
{
    (void)block, (void)size, (void)user;
}

Test(results, nothing_is_no_text)
{
    bship_results *results = NULL;
    bship_allocator partly = BSHIP_ALLOCATOR_INIT;
    partly.free = free_nothing;
    assert_status(parse("", &results, NULL), BSHIP_ERROR_SYNTAX, "an empty text");
    assert_status(bship_results_parse(NULL, example, 1, NULL, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_results_parse(&results, NULL, 1, NULL, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_results_parse(&results, example, 1, &partly, NULL), BSHIP_ERROR_ARGUMENT,
                  "half an allocator");
}
