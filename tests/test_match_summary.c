/* What a match says of its games, against plain computation from its rows. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "matches.h"

static const char *const quick[] = { "random", "hunt", "stalker", NULL };

static bship_match *match_of(const bship_rules *rules, const bship_match_options *options,
                             const char *const *strategies)
{
    bship_match *match = new_match(rules, options);
    for (; *strategies; strategies++)
        add_entry(match, *strategies);
    return match;
}

static bship_match_summary mean_of(const bship_match *match, int32_t entry)
{
    bship_match_summary summary = BSHIP_MATCH_SUMMARY_INIT;
    assert_ok(bship_match_mean(match, entry, 0.95, &summary), "entry %d", (int)entry);
    return summary;
}

static bship_match_summary difference_of(const bship_match *match, int32_t a, int32_t b)
{
    bship_match_summary summary = BSHIP_MATCH_SUMMARY_INIT;
    assert_ok(bship_match_difference(match, a, b, 0.95, &summary), "%d - %d", (int)a, (int)b);
    return summary;
}

static bship_match_summary score_of(const bship_match *match, int32_t entry)
{
    bship_match_summary summary = BSHIP_MATCH_SUMMARY_INIT;
    assert_ok(bship_match_score(match, entry, 0.95, &summary), "entry %d", (int)entry);
    return summary;
}

/* ---- plain computation ---- */

/* The number of an entry in a game, if it has one. */
static bool number_of(const bship_match_row *row, double *number)
{
    bool is_duel = row->outcome != BSHIP_OUTCOME_NONE;
    bool is_won = row->outcome == (row->side == BSHIP_SIDE_A ? BSHIP_OUTCOME_A : BSHIP_OUTCOME_B);
    *number = !is_duel ? (double)row->shots : row->outcome == BSHIP_OUTCOME_DRAW ? 0.5 : is_won;
    return !row->status;
}

/* Mean, deviation and counts of entry a or, unless b is -1, of its differences to b. */
static bship_match_summary plain_summary(const struct rows *rows, int entries, int series, int a,
                                         int b)
{
    static double units[ROWS];
    bship_match_summary plain = BSHIP_MATCH_SUMMARY_INIT;
    const int length = series > 0 ? series : 1, games = rows->count / entries;
    for (int start = 0; start < games; start += length) {
        double sum = 0;
        int counted = 0;
        for (int game = start; game < start + length && game < games; game++) {
            const bship_match_row *of_a = &rows->row[game * entries + a];
            const bship_match_row *of_b = b < 0 ? of_a : &rows->row[game * entries + b];
            double number = 0, other = 0;
            bool counts = number_of(of_a, &number);
            counts &= number_of(of_b, &other);
            plain.games += counts;
            plain.failed += !counts;
            plain.faults += of_a->at_fault || of_b->at_fault;
            counted += counts;
            sum += number - (b < 0 ? 0 : other);
        }
        if (counted == length)
            units[plain.units++] = sum / length;
    }
    for (int64_t i = 0; i < plain.units; i++)
        plain.mean += units[i] / (double)plain.units;
    for (int64_t i = 0; i < plain.units; i++)
        plain.sd += (units[i] - plain.mean) * (units[i] - plain.mean);
    plain.sd = sqrt(plain.sd / ((double)plain.units - 1));
    plain.standard_error = plain.sd / sqrt((double)plain.units);
    return plain;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

static void assert_summary(const bship_match_summary *is, const bship_match_summary *plain,
                           const char *what)
{
    cr_assert_eq(is->games, plain->games, "%s: %lld games", what, (long long)is->games);
    cr_assert_eq(is->failed, plain->failed, "%s: %lld failed", what, (long long)is->failed);
    cr_assert_eq(is->faults, plain->faults, "%s: %lld faults", what, (long long)is->faults);
    cr_assert_eq(is->units, plain->units, "%s: %lld units, not %lld", what, (long long)is->units,
                 (long long)plain->units);
    cr_assert(is_near(is->mean, plain->mean), "%s: mean %.17g, not %.17g", what, is->mean,
              plain->mean);
    cr_assert(is_near(is->sd, plain->sd), "%s: sd %.17g, not %.17g", what, is->sd, plain->sd);
    cr_assert(is_near(is->standard_error, plain->standard_error), "%s: error %.17g", what,
              is->standard_error);
    cr_assert(is_near(is->mean - is->low, is->high - is->mean), "%s: %g to %g", what, is->low,
              is->high);
}

/* ---- solo matches ---- */

static const struct {
    int64_t games;
    int32_t series;
} shapes[] = { { 200, 0 }, { 200, 1 }, { 200, 10 }, { 205, 10 }, { 201, 100 } };

Test(match_summary, means_and_differences_are_those_of_the_rows)
{
    static struct rows rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
        options.games = shapes[i].games;
        options.series = shapes[i].series;
        bship_match *match = match_of(rules, &options, quick);
        run_match(match, &rows);
        for (int32_t a = 0; a < 3; a++) {
            bship_match_summary mean = mean_of(match, a);
            bship_match_summary plain = plain_summary(&rows, 3, options.series, a, -1);
            assert_summary(&mean, &plain, "a mean");
            cr_assert(mean.wins == 0 && mean.draws == 0 && mean.losses == 0, "a score");
            for (int32_t b = 0; b < 3; b++) {
                if (a == b)
                    continue;
                bship_match_summary difference = difference_of(match, a, b);
                plain = plain_summary(&rows, 3, options.series, a, b);
                assert_summary(&difference, &plain, "a difference");
            }
        }
        bship_match_free(match);
    }
    bship_rules_unref(rules);
}

/* The quantiles of the tables of Student's distribution with 9 degrees of freedom. */
Test(match_summary, intervals_are_those_of_student)
{
    static const double quantiles[][2] = { { 0.9, 1.833112933 },
                                           { 0.95, 2.262157163 },
                                           { 0.99, 3.249835542 } };
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.games = 100;
    options.series = 10;
    bship_match *match = match_of(rules, &options, quick);
    assert_ok(bship_match_run(match, NULL, NULL, NULL), "a match without a receiver");
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++) {
        bship_match_summary mean = BSHIP_MATCH_SUMMARY_INIT;
        assert_ok(bship_match_mean(match, 0, quantiles[i][0], &mean), "a mean");
        double quantile = (mean.high - mean.mean) / mean.standard_error;
        cr_assert_float_eq(quantile, quantiles[i][1], 1e-8, "%.10g", quantile);
    }
    bship_match_free(match);
    bship_rules_unref(rules);
}

Test(match_summary, threads_change_nothing)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        bship_match_summary expected[2], summary;
        bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
        memset(expected, 0, sizeof expected);
        options.kind = kind;
        options.games = 300;
        options.series = 7;
        for (options.threads = 1; options.threads <= 4; options.threads++) {
            bship_match *match = match_of(rules, &options, quick + 1);
            assert_ok(bship_match_run(match, NULL, NULL, NULL), "a match");
            for (int32_t entry = 0; entry < 2; entry++) {
                summary = kind == BSHIP_MATCH_KIND_DUEL ? score_of(match, entry)
                                                        : difference_of(match, entry, 1 - entry);
                if (options.threads == 1)
                    expected[entry] = summary;
                cr_assert_eq(memcmp(&summary, &expected[entry], sizeof summary), 0, "%d threads",
                             (int)options.threads);
            }
            bship_match_free(match);
        }
    }
    bship_rules_unref(rules);
}

/* Equal players have no difference, and no doubt of it. */
Test(match_summary, equal_entries_differ_by_zero)
{
    static const char *const twice[] = { "stalker", "stalker", NULL };
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.games = 50;
    bship_match *match = match_of(rules, &options, twice);
    assert_ok(bship_match_run(match, NULL, NULL, NULL), "a match");
    for (int32_t entry = 0; entry < 2; entry++) {
        bship_match_summary difference = difference_of(match, entry, 1 - entry);
        cr_assert(difference.mean == 0 && !signbit(difference.mean), "mean %g", difference.mean);
        cr_assert(difference.low == 0 && difference.high == 0 && difference.sd == 0, "%g to %g",
                  difference.low, difference.high);
    }
    bship_match_free(match);
    bship_rules_unref(rules);
}

/* ---- failures ---- */

/* Fails in games whose stream begins with a number that is divisible by 5. */
static bship_status aim_or_fail(void *state, const bship_chart *chart,
                                const bship_aim_options *options, bship_cell *cells, size_t count,
                                bship_rng *rng, void *user)
{
    int *shots = user;
    const bship_rules *rules = bship_chart_rules(chart);
    (void)state, (void)options;
    if (bship_chart_shots(chart) == 0 && bship_rng_below(rng, 5) == 0)
        return BSHIP_ERROR_STRATEGY;
    for (size_t i = 0; i < count; i++) {
        do {
            cells[i] = cell_at(rules, (int32_t)bship_rng_below(rng, (uint64_t)cell_count(rules)));
        } while (bship_chart_state_at(chart, cells[i]) != BSHIP_CHART_STATE_UNKNOWN);
        ++*shots;
    }
    return BSHIP_OK;
}

static void add_failing(bship_match *match, int *shots)
{
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    callbacks.aim = aim_or_fail;
    assert_ok(bship_match_add_custom(match, &callbacks, shots, NULL, NULL), "an entry");
}

Test(match_summary, games_that_fail_are_counted_apart)
{
    static struct rows rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    for (int32_t series = 0; series <= 3; series += 3) {
        int shots[2] = { 0, 0 };
        bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
        options.games = 300;
        options.series = series;
        bship_match *match = new_match(rules, &options);
        add_failing(match, &shots[0]);
        add_entry(match, "random");
        add_failing(match, &shots[1]);
        run_match(match, &rows);
        for (int32_t a = 0; a < 3; a++) {
            bship_match_summary mean = mean_of(match, a);
            bship_match_summary plain = plain_summary(&rows, 3, series, a, -1);
            assert_summary(&mean, &plain, "a mean");
            cr_assert_eq(mean.failed > 0, a != 1, "entry %d", (int)a);
            cr_assert_eq(mean.games + mean.failed, 300, "all games");
            bship_match_summary difference = difference_of(match, a, (a + 1) % 3);
            plain = plain_summary(&rows, 3, series, a, (a + 1) % 3);
            assert_summary(&difference, &plain, "a difference");
            cr_assert_eq(difference.games + difference.failed, 300, "all games");
        }
        bship_match_free(match);
    }
    bship_rules_unref(rules);
}

Test(match_summary, duels_that_fail_are_no_wins)
{
    static struct rows rows;
    int shots = 0;
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.kind = BSHIP_MATCH_KIND_DUEL;
    options.games = 200;
    bship_match *match = new_match(rules, &options);
    add_failing(match, &shots);
    add_entry(match, "random");
    run_match(match, &rows);
    bship_match_summary failing = score_of(match, 0), other = score_of(match, 1);
    bship_match_summary plain = plain_summary(&rows, 2, 0, 0, -1);
    assert_summary(&failing, &plain, "a score");
    cr_assert(failing.faults == failing.failed && failing.failed > 0, "its faults");
    cr_assert(other.failed == failing.failed && other.faults == 0, "the other's");
    cr_assert(failing.wins == other.losses && failing.losses == other.wins, "wins and losses");
    cr_assert_eq(failing.wins + failing.draws + failing.losses, failing.games, "all games");
    bship_match_free(match);
    bship_rules_unref(rules);
}

/* ---- duels ---- */

Test(match_summary, scores_are_those_of_the_rows)
{
    static struct rows rows;
    static const char *const strategies[] = { "random", "density", NULL };
    bship_rules *rules = rules_from("board 4x4\nfleet 2 2\nending equal-turns\n");
    for (int32_t series = 0; series <= 10; series += 10) {
        bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
        options.kind = BSHIP_MATCH_KIND_DUEL;
        options.games = 500;
        options.series = series;
        options.alternate = 1;
        bship_match *match = match_of(rules, &options, strategies);
        run_match(match, &rows);
        bship_match_summary a = score_of(match, 0), b = score_of(match, 1);
        for (int32_t entry = 0; entry < 2; entry++) {
            bship_match_summary plain = plain_summary(&rows, 2, series, entry, -1);
            assert_summary(entry == 0 ? &a : &b, &plain, "a score");
        }
        cr_assert(is_near(a.mean + b.mean, 1), "scores %g, %g", a.mean, b.mean);
        cr_assert(is_near(a.mean, ((double)a.wins + (double)a.draws / 2) / 500), "wins and draws");
        cr_assert(a.wins == b.losses && a.draws == b.draws && a.losses == b.wins, "one game");
        cr_assert(a.draws > 0 && a.wins + a.draws + a.losses == 500, "all games");
        bship_match_free(match);
    }
    bship_rules_unref(rules);
}

/* ---- runs ---- */

/* What a callback hears during a run. */
struct listener {
    bship_match *match;
    int64_t stop_at; /* the game that cancels */
};

static int32_t listen(const bship_match_row *row, void *user)
{
    const struct listener *listener = user;
    for (int32_t entry = 0; entry < 3; entry++)
        cr_assert_eq(mean_of(listener->match, entry).games, row->game, "during a game");
    cr_assert_eq(difference_of(listener->match, 2, 0).games, row->game, "during a game");
    return row->game == listener->stop_at;
}

Test(match_summary, another_run_begins_anew)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    for (int32_t threads = 1; threads <= 3; threads += 2) {
        bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
        options.games = 60;
        options.threads = threads;
        bship_match *match = match_of(rules, &options, quick);
        struct listener listener = { match, 60 };
        bship_match_summary none = mean_of(match, 0);
        cr_assert(none.games == 0 && none.units == 0 && isnan(none.mean), "before any game");
        assert_ok(bship_match_run(match, listen, &listener, NULL), "a run");
        bship_match_summary first = difference_of(match, 0, 1);
        assert_ok(bship_match_run(match, listen, &listener, NULL), "another");
        bship_match_summary second = difference_of(match, 0, 1);
        cr_assert_eq(memcmp(&first, &second, sizeof first), 0, "the same games");
        listener.stop_at = 20;
        assert_status(bship_match_run(match, listen, &listener, NULL), BSHIP_ERROR_CANCELLED,
                      "a stop");
        cr_assert_eq(mean_of(match, 0).games, 21, "the games of rows that were delivered");
        add_entry(match, "parity");
        cr_assert_eq(mean_of(match, 0).games, 21, "another entry changes nothing");
        cr_assert_eq(mean_of(match, 3).games, 0, "it has no games");
        assert_ok(bship_match_run(match, NULL, NULL, NULL), "a run of four");
        cr_assert_eq(difference_of(match, 3, 1).games, 60, "all four play");
        bship_match_free(match);
    }
    bship_rules_unref(rules);
}

Test(match_summary, one_game_has_no_interval)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.games = 1;
    bship_match *match = match_of(rules, &options, quick);
    bship_match_summary none = difference_of(match, 0, 1);
    cr_assert(isnan(none.mean) && isnan(none.sd) && isnan(none.standard_error), "of no games");
    cr_assert(none.low == -(double)INFINITY && none.high == (double)INFINITY, "of no games");
    assert_ok(bship_match_run(match, NULL, NULL, NULL), "a game");
    bship_match_summary one = mean_of(match, 0);
    cr_assert(one.units == 1 && one.mean >= 5 && one.mean <= 36, "mean %g", one.mean);
    cr_assert(isnan(one.sd) && isnan(one.standard_error), "a deviation");
    cr_assert(one.low == -(double)INFINITY && one.high == (double)INFINITY, "an interval");
    bship_match_free(match);
    bship_rules_unref(rules);
}

/* ---- refusals ---- */

Test(match_summary, what_cannot_be_answered_is_refused)
{
    static const double confidences[] = { 0, 1, -0.5, 1.5, (double)INFINITY, (double)NAN };
    static const bship_match_summary empty = BSHIP_MATCH_SUMMARY_INIT;
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_match *solo = match_of(rules, &options, quick);
    options.kind = BSHIP_MATCH_KIND_DUEL;
    bship_match *duel = match_of(rules, &options, quick + 1);
    bship_match_summary out = empty;

    assert_status(bship_match_mean(NULL, 0, 0.95, &out), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_match_mean(solo, 0, 0.95, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_match_mean(solo, -1, 0.95, &out), BSHIP_ERROR_RANGE, "entry -1");
    assert_status(bship_match_mean(solo, 3, 0.95, &out), BSHIP_ERROR_RANGE, "entry 3");
    assert_status(bship_match_mean(duel, 0, 0.95, &out), BSHIP_ERROR_STATE, "a duel");
    assert_status(bship_match_difference(NULL, 0, 1, 0.95, &out), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_match_difference(solo, 0, 1, 0.95, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_match_difference(solo, 1, 1, 0.95, &out), BSHIP_ERROR_ARGUMENT, "itself");
    assert_status(bship_match_difference(solo, 0, 3, 0.95, &out), BSHIP_ERROR_RANGE, "entry 3");
    assert_status(bship_match_difference(solo, -1, 0, 0.95, &out), BSHIP_ERROR_RANGE, "entry -1");
    assert_status(bship_match_difference(duel, 0, 1, 0.95, &out), BSHIP_ERROR_STATE, "a duel");
    assert_status(bship_match_score(NULL, 0, 0.95, &out), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_match_score(duel, 0, 0.95, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_match_score(duel, 2, 0.95, &out), BSHIP_ERROR_RANGE, "entry 2");
    assert_status(bship_match_score(solo, 0, 0.95, &out), BSHIP_ERROR_STATE, "no duel");
    for (size_t i = 0; i < sizeof confidences / sizeof confidences[0]; i++) {
        double confidence = confidences[i];
        assert_status(bship_match_mean(solo, 0, confidence, &out), BSHIP_ERROR_RANGE, "%g",
                      confidence);
        assert_status(bship_match_difference(solo, 0, 1, confidence, &out), BSHIP_ERROR_RANGE, "%g",
                      confidence);
        assert_status(bship_match_score(duel, 0, confidence, &out), BSHIP_ERROR_RANGE, "%g",
                      confidence);
    }
    assert_ok(bship_match_run(solo, NULL, NULL, NULL), "a match");
    assert_ok(bship_match_mean(solo, 0, 1 - DBL_EPSILON, &out), "much confidence");
    cr_assert(isfinite(out.low) && isfinite(out.high) && out.low < out.high, "its interval");
    bship_match_free(solo);
    bship_match_free(duel);
    bship_rules_unref(rules);
}

/* ---- memory ---- */

/* An entry that could not be added leaves the match as it was. */
Test(match_summary, memory_that_runs_out_changes_nothing)
{
    struct memory memory;
    bool is_added = false;
    memory_init(&memory);
    bship_fleet_options fleet_options = BSHIP_FLEET_OPTIONS_INIT;
    fleet_options.allocator = memory.allocator;
    bship_rules *rules = rules_from_with("board 6x6\nfleet 3 2\n", &fleet_options);
    for (long from = 0; !is_added; from++) {
        bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
        options.games = 20;
        bship_match *match = match_of(rules, &options, quick);
        assert_ok(bship_match_run(match, NULL, NULL, NULL), "a run");
        bship_match_summary before = difference_of(match, 0, 2);
        memory_fail(&memory, from, 1);
        bship_status status = bship_match_add(match, "hunt", NULL, NULL);
        is_added = !status;
        memory_fail(&memory, 0, 0);
        cr_assert(is_added || status == BSHIP_ERROR_MEMORY, "status %d", (int)status);
        cr_assert_eq(bship_match_entries(match), is_added ? 4 : 3, "the entries");
        bship_match_summary after = difference_of(match, 0, 2);
        cr_assert_eq(memcmp(&before, &after, sizeof before), 0, "the summary changed");
        assert_ok(bship_match_run(match, NULL, NULL, NULL), "another run");
        cr_assert_eq(difference_of(match, 1, 2).games, 20, "its games");
        bship_match_free(match);
    }
    bship_rules_unref(rules);
    memory_check(&memory, "matches");
}

/* What a callback answers with each row of a game. */
struct answers {
    int64_t game;
    int32_t answers[3];
    int rows;
};

static int32_t answer_with(const bship_match_row *row, void *user)
{
    struct answers *answers = user;
    answers->rows++;
    return row->game == answers->game ? answers->answers[row->entry] : BSHIP_PROGRESS_GO_ON;
}

Test(match_summary, match_that_is_finished_early_is_one_of_fewer_games)
{
    enum {
        GO_ON = BSHIP_PROGRESS_GO_ON,
        CANCEL = BSHIP_PROGRESS_CANCEL,
        FINISH = BSHIP_PROGRESS_FINISH
    };
    static const struct {
        int32_t answers[3];
        bship_status status;
    } cases[] = {
        { { FINISH, GO_ON, GO_ON }, BSHIP_OK },
        { { GO_ON, GO_ON, FINISH }, BSHIP_OK },
        { { FINISH, FINISH, FINISH }, BSHIP_OK },
        { { CANCEL, FINISH, FINISH }, BSHIP_ERROR_CANCELLED },
        { { FINISH, GO_ON, CANCEL }, BSHIP_ERROR_CANCELLED },
        { { GO_ON, 3, GO_ON }, BSHIP_ERROR_CANCELLED },
        { { GO_ON, -1, FINISH }, BSHIP_ERROR_CANCELLED },
    };
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.games = 21;
    bship_match *whole = match_of(rules, &options, quick);
    assert_ok(bship_match_run(whole, NULL, NULL, NULL), "21 games");
    bship_match_summary expected = difference_of(whole, 0, 1);
    options.games = 60;
    for (options.threads = 1; options.threads <= 3; options.threads += 2) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            bship_match *match = match_of(rules, &options, quick);
            struct answers answers = { .game = 20 };
            memcpy(answers.answers, cases[i].answers, sizeof answers.answers);
            assert_status(bship_match_run(match, answer_with, &answers, NULL), cases[i].status,
                          "case %zu", i);
            cr_assert_eq(answers.rows, 63, "case %zu: %d rows", i, answers.rows);
            bship_match_summary summary = difference_of(match, 0, 1);
            cr_assert_eq(memcmp(&summary, &expected, sizeof summary), 0, "case %zu", i);
            bship_match_free(match);
        }
    }
    bship_match_free(whole);
    bship_rules_unref(rules);
}

/* A callback that asks for the summaries of the match that calls it. */
struct asking {
    const bship_match *match;
    int rows;
};

static int32_t ask_between(const bship_match_row *row, void *user)
{
    struct asking *asking = user;
    bship_match_summary mean = mean_of(asking->match, row->entry);
    cr_assert_eq(mean.games, row->game, "%d games with the row of game %d", (int)mean.games,
                 (int)row->game);
    asking->rows++;
    return 0;
}

Test(match_summary, callback_is_told_of_the_games_before_that_of_its_row)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    for (int threads = 1; threads <= 2; threads++) {
        bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
        options.games = 9;
        options.threads = threads;
        bship_match *match = match_of(rules, &options, quick);
        struct asking asking = { match, 0 };
        for (int run = 1; run <= 2; run++) {
            assert_ok(bship_match_run(match, ask_between, &asking, NULL), "run %d", run);
            cr_assert_eq(asking.rows, run * 9 * bship_match_entries(match), "%d rows", asking.rows);
        }
        bship_match_free(match);
    }
    bship_rules_unref(rules);
}
