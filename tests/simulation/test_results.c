/* Results of matches: the same as of their rows kept in arrays, however the games are split. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "matches.h"
#include "simulation/statistics/results.h"

enum {
    FAILED_SHOTS = 80 /* fewer than some of the rows below have */
};

static struct results *new_results(int32_t kind, int32_t entries, int32_t series)
{
    struct results *results = results_new(kind, entries, series, FAILED_SHOTS);
    cr_assert_not_null(results, "results");
    return results;
}

/* Adds the games of rows. */
static void add_rows(struct results *results, const struct rows *rows, int from, int to)
{
    for (int i = from; i < to; i += results->entry_count)
        assert_ok(results_add(results, &rows->row[i]), "row %d", i);
}

static bool is_equal(const struct histogram *a, const struct histogram *b)
{
    return a->count == b->count && a->bin_count == b->bin_count &&
           (a->bin_count == 0 || memcmp(a->bins, b->bins, a->bin_count * sizeof *a->bins) == 0);
}

static void assert_same_results(const struct results *a, const struct results *b)
{
    bool has_pairs = a->kind == BSHIP_MATCH_KIND_SOLO;
    cr_assert_eq(a->games, b->games, "the games");
    for (int32_t i = 0; i < a->entry_count; i++) {
        cr_assert_eq(memcmp(&a->entries[i], &b->entries[i], sizeof a->entries[i]), 0, "entry %d",
                     (int)i);
        for (int32_t group = RESULTS_ALL; group < results_groups(a); group++) {
            cr_assert(is_equal(results_shots(a, group, i), results_shots(b, group, i)), "shots");
            for (int32_t j = i + 1; has_pairs && j < a->entry_count; j++)
                cr_assert(is_equal(results_differences(a, group, i, j),
                                   results_differences(b, group, i, j)),
                          "differences");
        }
    }
}

/* The caller frees it. */
static char *text_of(const struct results *results)
{
    size_t length = 0;
    char *text = results_write(results, &length);
    cr_assert_not_null(text, "a text");
    cr_assert_eq(strlen(text), length, "its length");
    return text;
}

static bship_status read_text(struct results *results, const char *text, bship_error *error)
{
    *error = (bship_error)BSHIP_ERROR_INIT;
    return results_read(results, text, strlen(text), error);
}

static void assert_text_is_exact(const struct results *results)
{
    bship_error error;
    struct results *back = results_new_like(results);
    char *text = text_of(results);
    assert_ok(read_text(back, text, &error), "%u:%u: %s", error.line, error.column, error.text);
    char *again = text_of(back);
    cr_assert_str_eq(again, text, "the text changed");
    assert_same_results(back, results);
    results_free(back);
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
            row.points = between(rng, 0, 9);
            row.reason = row.status           ? BSHIP_END_REASON_NONE
                         : between(rng, 0, 1) ? BSHIP_END_REASON_SUNK
                                              : BSHIP_END_REASON_SHOTS;
            rows->row[rows->count++] = row;
        }
    }
}

/* The shots of a row, as they count. */
static int64_t counted_shots(const bship_match_row *row)
{
    return row->status && row->shots < FAILED_SHOTS ? FAILED_SHOTS : row->shots;
}

/* The turns of a row; those of a failed game go on at its pace. */
static int64_t counted_turns(const bship_match_row *row)
{
    double pace = row->shots > 0 ? (double)row->turns / (double)row->shots : 1;
    return row->status ? (int64_t)ceil((double)counted_shots(row) * pace - 1e-9) : row->turns;
}

static int64_t shots_in(const struct rows *rows, int32_t entries, int game, int32_t entry)
{
    const bship_match_row *row = &rows->row[game * entries + entry];
    return counted_shots(row);
}

/* How often the sum of rounds is a number: for b = -1 the shots of a, else their difference to
 * those of b. */
static int64_t count_sums(const struct rows *rows, int32_t entries, int32_t length, int first,
                          int last, int32_t a, int32_t b, int64_t number)
{
    int games = rows->count / entries;
    int64_t found = 0;
    for (int start = 0; start + last <= games; start += length) {
        int64_t sum = 0;
        for (int game = start + first - 1; game < start + last; game++) {
            sum += shots_in(rows, entries, game, a);
            sum -= b < 0 ? 0 : shots_in(rows, entries, game, b);
        }
        found += sum == number;
    }
    return found;
}

static void check_numbers(const struct histogram *histogram, const struct rows *rows,
                          int32_t entries, int32_t length, int first, int last, int32_t a,
                          int32_t b)
{
    const size_t bins = histogram->bin_count;
    const int64_t minimum = bins > 0 ? histogram->bins[0].value : 0;
    const int64_t maximum = bins > 0 ? histogram->bins[bins - 1].value : 0;
    int64_t count = 0;
    for (int64_t i = minimum; i <= maximum; i++) {
        int64_t expected = count_sums(rows, entries, length, first, last, a, b, i);
        cr_assert_eq(histogram_at(histogram, i), expected, "rounds %d to %d, %lld", first, last,
                     (long long)i);
        count += expected;
    }
    cr_assert_eq(histogram->count, count, "the count");
}

Test(results, histograms_are_those_of_the_rows)
{
    static struct rows rows;
    static const int32_t lengths[] = { 0, 1, 2, 3, 7, 12, 25 };
    bship_rng rng = rng_of(1);
    for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
        int32_t entries = between(&rng, 1, 4), series = lengths[k];
        struct results *results = new_results(BSHIP_MATCH_KIND_SOLO, entries, series);
        invent_rows(&rng, entries, series, 80, &rows);
        add_rows(results, &rows, 0, rows.count);
        cr_assert_eq(results->games, 80, "the games");
        for (int32_t group = RESULTS_ALL; group < results_groups(results); group++) {
            int32_t first = 1, last = 1, length = group < 0 ? 1 : series;
            if (group >= 0)
                results_rounds(results, group, &first, &last);
            for (int32_t a = 0; a < entries; a++) {
                check_numbers(results_shots(results, group, a), &rows, entries, length, first, last,
                              a, -1);
                for (int32_t b = a + 1; b < entries; b++)
                    check_numbers(results_differences(results, group, a, b), &rows, entries, length,
                                  first, last, a, b);
            }
        }
        results_free(results);
    }
}

Test(results, counts_are_those_of_the_rows)
{
    static struct rows rows;
    bship_rng rng = rng_of(2);
    struct results *results = new_results(BSHIP_MATCH_KIND_SOLO, 3, 0);
    invent_rows(&rng, 3, 0, 200, &rows);
    add_rows(results, &rows, 0, rows.count);
    for (int32_t entry = 0; entry < 3; entry++) {
        const struct results_entry *info = &results->entries[entry];
        struct results_entry sum = { 0 };
        int64_t points[10] = { 0 };
        for (int game = 0; game < 200; game++) {
            const bship_match_row *row = &rows.row[game * 3 + entry];
            bool finished = !row->status;
            sum.played++;
            sum.finished += finished;
            sum.failed += !finished;
            sum.faults += row->at_fault;
            sum.shots += counted_shots(row);
            sum.turns += counted_turns(row);
            sum.wasted += row->wasted;
            sum.searched += row->method == BSHIP_DRAW_METHOD_SEARCHED;
            sum.nanoseconds += row->nanoseconds;
            sum.cleared += row->reason == BSHIP_END_REASON_SUNK;
            points[row->points]++;
        }
        for (int64_t i = 0; i < 10; i++)
            cr_assert_eq(histogram_at(results_points(results, entry), i), points[i], "%d points",
                         (int)i);
        cr_assert_eq(memcmp(info, &sum, sizeof sum), 0, "entry %d", (int)entry);
    }
    results_free(results);
}

Test(results, parts_add_up_in_any_order)
{
    static struct rows rows;
    bship_rng rng = rng_of(3);
    for (int k = 0; k < scaled(40); k++) {
        int32_t entries = between(&rng, 1, 4), series = between(&rng, 0, 12);
        int unit = (series > 0 ? series : 1) * entries, order = between(&rng, 0, 2);
        struct results *whole = new_results(BSHIP_MATCH_KIND_SOLO, entries, series);
        struct results *sum = new_results(BSHIP_MATCH_KIND_SOLO, entries, series), *parts[3];
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
            assert_ok(results_merge(sum, parts[(order + i) % 3]), "a part");
            results_free(parts[(order + i) % 3]);
        }
        assert_same_results(sum, whole);
        results_free(sum);
        results_free(whole);
    }
}

static void assert_groups_cover(int32_t series)
{
    struct results *results = new_results(BSHIP_MATCH_KIND_SOLO, 1, series);
    int32_t next = 1, groups = results_groups(results);
    for (int32_t group = 0; group < groups; group++) {
        int32_t first = 0, last = 0;
        results_rounds(results, group, &first, &last);
        cr_assert_eq(first, next, "a gap before group %d", (int)group);
        cr_assert_geq(last, first, "an empty group");
        next = last + 1;
    }
    cr_assert(series < BSHIP_MATCH_SERIES_MAX || groups == 17, "%d groups", (int)groups);
    cr_assert_eq(next, series + 1, "series of %d end at %d", (int)series, (int)next - 1);
    results_free(results);
}

Test(results, groups_of_rounds_cover_a_series)
{
    for (int32_t series = 0; series <= 120; series++)
        assert_groups_cover(series);
    assert_groups_cover(BSHIP_MATCH_SERIES_MAX - 1);
    assert_groups_cover(BSHIP_MATCH_SERIES_MAX);
}

/* ---- matches ---- */

/* Adds whole games. */
struct receiver {
    struct results *results;
    bship_match_row rows[2];
};

static int32_t receive(const bship_match_row *row, void *user)
{
    struct receiver *receiver = user;
    receiver->rows[row->entry] = *row;
    if (row->entry == 1)
        assert_ok(results_add(receiver->results, receiver->rows), "a game");
    return 0;
}

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
        struct results *results = new_results(kind, 2, 10);
        play_match(rules, &options, strategies, &rows);
        add_rows(results, &rows, 0, rows.count);
        for (options.threads = 1; options.threads <= 3; options.threads++) {
            bship_match *match = new_match(rules, &options);
            add_entry(match, "random");
            add_entry(match, "hunt");
            struct receiver receiver = { .results = new_results(kind, 2, 10) };
            assert_ok(bship_match_run(match, receive, &receiver, NULL), "a match");
            assert_same_results(receiver.results, results);
            results_free(receiver.results);
            bship_match_free(match);
        }
        results_free(results);
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
    struct results *results = new_results(BSHIP_MATCH_KIND_DUEL, 2, 0);
    add_rows(results, &rows, 0, rows.count);
    struct results_entry a = results->entries[0], b = results->entries[1];
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
    cr_assert_eq(results_shots(results, RESULTS_ALL, 0)->count, a.won, "games it won");
    results_free(results);
    bship_rules_unref(rules);
}

/* ---- refusals ---- */

Test(results, sums_out_of_range_are_refused_and_nothing_is_added)
{
    bship_match_row row = { .size = sizeof row, .shots = 5, .turns = 5 };
    struct results *results = new_results(BSHIP_MATCH_KIND_SOLO, 1, 0);
    row.side = BSHIP_SIDE_A;
    row.outcome = BSHIP_OUTCOME_NONE;
    row.nanoseconds = INT64_MAX;
    assert_ok(results_add(results, &row), "a long game");
    row.nanoseconds = 1;
    assert_status(results_add(results, &row), BSHIP_ERROR_RANGE, "too much time");
    struct results *other = new_results(BSHIP_MATCH_KIND_SOLO, 1, 0);
    assert_ok(results_add(other, &row), "a short game");
    assert_status(results_merge(results, other), BSHIP_ERROR_RANGE, "too much time");
    cr_assert_eq(results->games, 1, "a game that was refused");
    cr_assert_eq(results_shots(results, RESULTS_ALL, 0)->count, 1, "its shots");
    results_free(other);
    results_free(results);
    results_free(NULL);
}

/* ---- text ---- */

Test(results, text_is_read_back_exactly)
{
    static struct rows rows;
    bship_rng rng = rng_of(5);
    for (int k = 0; k < scaled(40); k++) {
        int32_t entries = between(&rng, 1, 4), series = between(&rng, 0, 12);
        struct results *results = new_results(BSHIP_MATCH_KIND_SOLO, entries, series);
        invent_rows(&rng, entries, series, between(&rng, 0, 100), &rows);
        add_rows(results, &rows, 0, rows.count);
        assert_text_is_exact(results);
        results_free(results);
    }
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
    struct results *results = new_results(BSHIP_MATCH_KIND_DUEL, 2, 0);
    add_rows(results, &rows, 0, rows.count);
    assert_text_is_exact(results);
    results_free(results);
    bship_rules_unref(rules);
}

static const char example[] = "battleship-results 4\n" /* 1 */
                              "match solo\n"
                              "entries 2\n"
                              "series 2\n"
                              "games 4\n" /* 5 */
                              "played 4 4\n"
                              "finished 4 3\n"
                              "failed 0 1\n"
                              "faults 0 1\n"
                              "shots 70 125\n" /* 10 */
                              "turns 70 125\n"
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
                              "cleared 4 2\n"
                              "game-shots 0 10:1 20:3\n" /* 25 */
                              "game-shots 1 15:3 80:1\n"
                              "game-differences 0 1 -60:1 -5:1 5:2\n"
                              "group-shots 0 0 20:2\n"
                              "group-shots 0 1 15:2\n"
                              "group-differences 0 0 1 5:2\n" /* 30 */
                              "group-shots 1 0 10:1 20:1\n"
                              "group-shots 1 1 15:1 80:1\n"
                              "group-differences 1 0 1 -60:1 -5:1\n"
                              "game-points 0 3:4\n"
                              "game-points 1 2:2 3:2\n" /* 35 */
                              "checksum 0000000000000000\n";

/* The example, with some lines, from 1, replaced by others or, for NULL, left out, and then the
 * checksum of what it is. */
static char *with_line(int line, const char *replacement)
{
    const char *from = example;
    char *text = malloc(sizeof example + (replacement ? strlen(replacement) : 0) + 2), *to = text;
    for (int i = 1; *from; i++) {
        size_t bytes = strcspn(from, "\n") + 1;
        if (i != line && strncmp(from, "checksum", 8) == 0)
            to += sprintf(to, "checksum %016" PRIx64 "\n",
                          hash_bytes(HASH_INIT, text, (size_t)(to - text)));
        else if (i != line)
            to += sprintf(to, "%.*s", (int)bytes, from);
        else if (replacement)
            to += sprintf(to, "%s\n", replacement);
        from += bytes;
    }
    *to = '\0';
    return text;
}

Test(results, text_of_the_example_is_read)
{
    bship_error error;
    struct results *results = new_results(BSHIP_MATCH_KIND_SOLO, 2, 2);
    char *text = with_line(0, NULL);
    assert_ok(read_text(results, text, &error), "%u:%u: %s", error.line, error.column, error.text);
    cr_assert_eq(histogram_at(results_differences(results, RESULTS_ALL, 0, 1), 5), 2, "a bin");
    cr_assert_eq(histogram_at(results_shots(results, 0, 0), 20), 2, "a bin");
    cr_assert_eq(results->entries[1].wasted, 1, "a count");
    cr_assert_eq(results->entries[1].cleared, 2, "a count");
    cr_assert_eq(histogram_at(results_points(results, 1), 3), 2, "a bin");
    assert_text_is_exact(results);
    char *again = text_of(results);
    cr_assert_str_eq(again, text, "the example changed");
    free(again);
    free(text);
    results_free(results);
}

Test(results, texts_with_an_error_are_refused_at_its_place)
{
    static const struct {
        int line;
        const char *replacement;
        bship_status status;
        uint32_t at_line, column;
    } cases[] = {
        { 1, "battleship-results 1", BSHIP_ERROR_VERSION, 1, 20 },
        { 1, "battleship-results 3", BSHIP_ERROR_VERSION, 1, 20 },
        { 1, "battleship-habits 1", BSHIP_ERROR_SYNTAX, 1, 12 },
        { 1, "", BSHIP_ERROR_SYNTAX, 1, 1 },
        { 2, "match war", BSHIP_ERROR_ARGUMENT, 2, 7 },
        { 2, "match duel", BSHIP_ERROR_ARGUMENT, 2, 7 },
        { 2, NULL, BSHIP_ERROR_ARGUMENT, 2, 1 },
        { 3, "entries 3", BSHIP_ERROR_ARGUMENT, 3, 9 },
        { 4, "series 0", BSHIP_ERROR_ARGUMENT, 4, 8 },
        { 5, "games 18446744073709551616", BSHIP_ERROR_SYNTAX, 5, 7 },
        { 5, "games 9223372036854775808", BSHIP_ERROR_SYNTAX, 5, 25 },
        { 5, "games -1", BSHIP_ERROR_SYNTAX, 5, 7 },
        { 5, NULL, BSHIP_ERROR_SYNTAX, 5, 1 },
        { 6, "played 4", BSHIP_ERROR_SYNTAX, 6, 9 },
        { 6, "played 4 4 4", BSHIP_ERROR_SYNTAX, 6, 11 },
        { 6, "played 4 x", BSHIP_ERROR_SYNTAX, 6, 10 },
        { 16, "played 4 4", BSHIP_ERROR_SYNTAX, 16, 1 },
        { 17, "series 3", BSHIP_ERROR_SYNTAX, 17, 1 },
        { 18, "score 0 0", BSHIP_ERROR_SYNTAX, 18, 1 },
        { 25, "game-shots 2 10:1", BSHIP_ERROR_SYNTAX, 25, 1 },
        { 25, "game-shots 0 10", BSHIP_ERROR_SYNTAX, 25, 12 },
        { 25, "game-shots 0 10:", BSHIP_ERROR_SYNTAX, 25, 12 },
        { 25, "game-shots 0 10:0", BSHIP_ERROR_SYNTAX, 25, 12 },
        { 25, "game-shots 0 10:-1", BSHIP_ERROR_SYNTAX, 25, 12 },
        { 25, "game-shots 0 10:1,20:3", BSHIP_ERROR_SYNTAX, 25, 18 },
        { 25, "game-shots 0 10:1 20:9223372036854775807", BSHIP_ERROR_SYNTAX, 25, 18 },
        { 25, "game-shots 0 9007199254740993:3", BSHIP_ERROR_SYNTAX, 25, 1 },
        { 27, "game-differences 1 0 5:1", BSHIP_ERROR_SYNTAX, 27, 1 },
        { 27, "game-differences 0 5:1", BSHIP_ERROR_SYNTAX, 27, 1 },
        { 28, "group-shots 2 0 20:2", BSHIP_ERROR_SYNTAX, 28, 1 },
        { 28, "group-shots 0", BSHIP_ERROR_SYNTAX, 28, 14 },
        { 28, "games 4", BSHIP_ERROR_SYNTAX, 28, 1 },
        { 34, "game-points 2 3:4", BSHIP_ERROR_SYNTAX, 34, 1 },
        { 35, "game-points 1 2:2 3:2 4", BSHIP_ERROR_SYNTAX, 35, 22 },
        { 36, "checksum 0123456789abcdef", BSHIP_ERROR_SYNTAX, 36, 10 },
        { 36, "end", BSHIP_ERROR_SYNTAX, 36, 1 },
        { 36, NULL, BSHIP_ERROR_SYNTAX, 36, 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bship_error error;
        struct results *results = new_results(BSHIP_MATCH_KIND_SOLO, 2, 2);
        char *text = with_line(cases[i].line, cases[i].replacement);
        assert_status(read_text(results, text, &error), cases[i].status, "case %zu: %s", i,
                      error.text);
        cr_assert_eq(error.status, (int32_t)cases[i].status, "case %zu: the error", i);
        cr_assert(error.line == cases[i].at_line && error.column == cases[i].column,
                  "case %zu: %u:%u, not %u:%u: %s", i, error.line, error.column, cases[i].at_line,
                  cases[i].column, error.text);
        cr_assert_eq(results->games, 0, "case %zu: games were added", i);
        free(text);
        results_free(results);
    }
}

/* A byte that changes a number, or any other, is noticed; so is an end that is missing. */
Test(results, changed_texts_are_refused)
{
    bship_error error;
    struct results *results = new_results(BSHIP_MATCH_KIND_SOLO, 2, 2);
    char *text = with_line(0, NULL);
    const size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        text[i] ^= 1;
        cr_assert_neq(read_text(results, text, &error), BSHIP_OK, "byte %zu", i);
        cr_assert(error.line > 0 && error.column > 0 && error.text[0], "byte %zu", i);
        text[i] ^= 1;
        cr_assert_neq(results_read(results, text, i, &error), BSHIP_OK, "%zu bytes", i);
    }
    text = realloc(text, length + 2);
    strcpy(text + length, "\n");
    assert_status(read_text(results, text, &error), BSHIP_ERROR_SYNTAX, "a line too many");
    cr_assert(error.line == 37 && error.column == 1, "%u:%u", error.line, error.column);
    free(text);
    results_free(results);
}
