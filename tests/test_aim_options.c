/* Aims that are bounded: by a work limit of their own, and by progress that finishes or cancels. */
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>
#include <battleship/experimental/search.h>

#include "support.h"

enum {
    SALVO_MAX = 5,
    MOMENTS = 7 /* calls of an aim at which it is stopped; rules with fewer are stopped at each */
};

static const char *const strategies[] = { "posterior", "search" };

/* A player whose ships may touch and never do, so that a posterior mixes contact rules. */
static const char habitual_rules[] = "board 8x8\nfleet 4 3 3 2\n";
static const char contactless_rules[] = "board 8x8\nfleet 4 3 3 2\ncontact none\n";

static const char *const rules_texts[] = {
    "board 10x10\nfleet classic\n",
    "board 8x8\nfleet 4 3 3 2 2\ncontact none\n",
    "board 10x10\nfleet classic\nturn salvo 5\nsalvo-report total\n",
    "board 10x10\nfleet classic\nturn salvo 3\n",
    "board 5x5\nfleet 3 2\n",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Calls of a progress callback; the one numbered `stop_at` gives an answer. */
struct calls {
    int count;
    int stop_at;
    int32_t answer;
    double done; /* as of the last call */
};

static int32_t count_call(double done, void *user)
{
    struct calls *calls = user;

    cr_assert(done >= 0 && done <= 1, "%f is done", done);
    cr_assert(calls->count == 0 || done >= calls->done, "%f is done after %f", done, calls->done);
    calls->done = done;
    return ++calls->count == calls->stop_at ? calls->answer : BSHIP_PROGRESS_GO_ON;
}

/* Limits that make all of this quick; habits may be NULL. */
static bship_ai *new_informed_ai(const bship_rules *rules, const char *strategy,
                                 const bship_habits_snapshot *habits)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;

    options.seed = 3;
    options.work_limit = 20000000;
    assert_ok(bship_ai_new(&ai, rules, strategy, &options, NULL), "%s", strategy);
    assert_ok(bship_ai_set_habits(ai, habits), "%s", strategy);
    return ai;
}

static bship_ai *new_bounded_ai(const bship_rules *rules, const char *strategy)
{
    return new_informed_ai(rules, strategy, NULL);
}

/* What is learnt from a few layouts of a player whose ships never touch. */
static bship_habits_snapshot *learn_contactless(const bship_rules *rules)
{
    bship_rules *stricter = rules_from(contactless_rules);
    bship_rng rng = rng_of(4);
    bship_habits *habits = NULL;
    bship_habits_snapshot *snapshot = NULL;

    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    for (int i = 0; i < 3; i++) {
        bship_placement layout[4];
        bship_board *board = random_board(stricter, &rng);
        cr_assert_eq(bship_board_layout(board, layout, COUNT(layout)), COUNT(layout), "a layout");
        assert_ok(bship_habits_observe(habits, layout, COUNT(layout), 1, NULL), "observed");
        bship_board_free(board);
    }
    assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    cr_assert(!bship_habits_snapshot_is_uniform(snapshot), "nothing was learnt");
    bship_habits_free(habits);
    bship_rules_unref(stricter);
    return snapshot;
}

static bship_status aim(bship_ai *ai, const bship_chart *chart, struct calls *calls,
                        bship_cell *cells, size_t count)
{
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;

    options.progress = count_call;
    options.user = calls;
    calls->count = 0;
    return bship_ai_aim_salvo(ai, chart, &options, cells, count);
}

static void assert_legal(const bship_chart *chart, const bship_cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cr_assert_eq(bship_chart_state_at(chart, cells[i]), BSHIP_CHART_STATE_UNKNOWN, "cell %zu",
                     i);
        for (size_t k = 0; k < i; k++)
            cr_assert(cells[i].x != cells[k].x || cells[i].y != cells[k].y, "%zu is %zu", i, k);
    }
}

static void assert_equal(const bship_cell *a, const bship_cell *b, size_t count, const char *what)
{
    for (size_t i = 0; i < count; i++)
        cr_assert(a[i].x == b[i].x && a[i].y == b[i].y, "%s: cell %zu is %d,%d, not %d,%d", what, i,
                  (int)a[i].x, (int)a[i].y, (int)b[i].x, (int)b[i].y);
}

static size_t turn_shots(const bship_rules *rules)
{
    int32_t salvo = bship_rules_number(rules, BSHIP_RULE_TURN);
    return salvo > 0 ? (size_t)salvo : 1;
}

/* A position in which strategies are stopped, and the next one. */
struct position {
    const bship_rules *rules;
    const bship_habits_snapshot *habits; /* NULL: none */
    bship_chart *chart;
    bship_chart *next;
    size_t count; /* of the shots due in both */
};

/* What an aim that is not stopped chooses. */
struct expected {
    int calls;
    bship_cell cells[SALVO_MAX];
    bship_cell next[SALVO_MAX];
};

static struct expected expect(const struct position *at, const char *strategy)
{
    struct expected expected = { 0, { { 0, 0 } }, { { 0, 0 } } };
    struct calls calls = { 0, 0, 0, 0 };
    bship_ai *ai = new_informed_ai(at->rules, strategy, at->habits);
    bship_ai_info info = BSHIP_AI_INFO_INIT;

    assert_ok(aim(ai, at->chart, &calls, expected.cells, at->count), "%s", strategy);
    assert_ok(bship_ai_describe(ai, &info), "%s", strategy);
    cr_assert_eq(info.finished_early, 0, "nobody asked it to finish");
    expected.calls = calls.count;
    bship_ai_free(ai);
    ai = new_informed_ai(at->rules, strategy, at->habits);
    assert_ok(bship_ai_aim_salvo(ai, at->next, NULL, expected.next, at->count), "%s", strategy);
    bship_ai_free(ai);
    return expected;
}

/* Later aims are those that an AI makes that was never stopped. */
static void check_later(bship_ai *ai, const struct position *at, const struct expected *expected)
{
    struct calls calls = { 0, 0, 0, 0 };
    bship_cell cells[SALVO_MAX];

    assert_ok(bship_ai_aim_salvo(ai, at->next, NULL, cells, at->count), "the next");
    assert_equal(cells, expected->next, at->count, "the next");
    assert_ok(aim(ai, at->chart, &calls, cells, at->count), "the same");
    assert_equal(cells, expected->cells, at->count, "the same");
}

static void check_finish(const struct position *at, const char *strategy, int call,
                         const struct expected *expected)
{
    struct calls calls = { 0, call, BSHIP_PROGRESS_FINISH, 0 };
    bship_ai *ai = new_informed_ai(at->rules, strategy, at->habits);
    bship_ai *other = new_informed_ai(at->rules, strategy, at->habits);
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    bship_cell cells[SALVO_MAX], again[SALVO_MAX];

    assert_ok(aim(ai, at->chart, &calls, cells, at->count), "%s, call %d", strategy, call);
    cr_assert_eq(calls.count, call, "%s was called again after call %d", strategy, call);
    assert_legal(at->chart, cells, at->count);
    assert_ok(bship_ai_describe(ai, &info), "%s", strategy);
    cr_assert_eq(info.finished_early, 1, "%s, call %d", strategy, call);
    cr_assert_neq(info.method, BSHIP_METHOD_AUTO, "%s, call %d", strategy, call);
    cr_assert_eq(info.status, info.method > 0 ? BSHIP_OK : BSHIP_ERROR_CANCELLED, "%s, call %d: %d",
                 strategy, call, (int)info.status);
    if (info.method > 0)
        cr_assert(info.basis == BSHIP_BASIS_LOOKAHEAD ||
                      info.basis == (info.is_exact ? BSHIP_BASIS_POSTERIOR : BSHIP_BASIS_SAMPLE),
                  "%s, call %d: basis %d", strategy, call, (int)info.basis);
    else
        cr_assert(info.basis == BSHIP_BASIS_DENSITY || info.basis == BSHIP_BASIS_ANY_CELL,
                  "%s, call %d: basis %d", strategy, call, (int)info.basis);
    assert_ok(aim(other, at->chart, &calls, again, at->count), "%s, again", strategy);
    assert_equal(again, cells, at->count, "the same moment");
    check_later(ai, at, expected);
    bship_ai_free(ai);
    bship_ai_free(other);
}

static void check_cancel(const struct position *at, const char *strategy, int call, int32_t answer,
                         const struct expected *expected)
{
    struct calls calls = { 0, call, answer, 0 };
    bship_ai *ai = new_informed_ai(at->rules, strategy, at->habits);
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    bship_cell cells[SALVO_MAX];

    memset(cells, 0x55, sizeof cells);
    assert_status(aim(ai, at->chart, &calls, cells, at->count), BSHIP_ERROR_CANCELLED,
                  "%s, call %d", strategy, call);
    cr_assert_eq(calls.count, call, "%s went on after call %d", strategy, call);
    cr_assert_eq(cells[0].x, 0x55555555, "%s wrote a cell", strategy);
    assert_status(bship_ai_describe(ai, &info), BSHIP_ERROR_STATE, "%s", strategy);
    check_later(ai, at, expected);
    bship_ai_free(ai);
}

static void check_position(const struct position *at, const char *strategy)
{
    static const int32_t cancelling[] = { BSHIP_PROGRESS_CANCEL, 3, -1, INT32_MAX };
    struct expected expected = expect(at, strategy);
    int total = expected.calls, step = 1 + total / MOMENTS;

    for (int call = 1; call <= total; call += step) {
        check_finish(at, strategy, call, &expected);
        check_cancel(at, strategy, call, cancelling[call % 4], &expected);
    }
    if (total > 0)
        check_finish(at, strategy, total, &expected);
}

/* Early, in the middle and late in a game. */
static void check_rules(const bship_rules *rules, const char *strategy,
                        const bship_habits_snapshot *habits)
{
    static const int turns[] = { 1, 4, 5 };
    bship_rng rng = rng_of(11);
    bship_board *board = random_board(rules, &rng);
    struct position at = { rules, habits, new_chart(rules), new_chart(rules), 0 };

    at.count = turn_shots(rules);
    for (size_t i = 0; i < COUNT(turns); i++) {
        for (int k = 0; k < turns[i]; k++)
            fire_at_random(board, at.next, &rng);
        assert_ok(bship_chart_copy(at.chart, at.next), "a copy");
        fire_at_random(board, at.next, &rng);
        if (bship_chart_is_defeated(at.next) || bship_chart_unknown(at.next) < (int32_t)at.count)
            break;
        check_position(&at, strategy);
    }
    bship_chart_free(at.chart);
    bship_chart_free(at.next);
    bship_board_free(board);
}

Test(finishing, is_legal_at_every_call_and_leaves_no_trace)
{
    for (size_t i = 0; i < COUNT(rules_texts); i++) {
        bship_rules *rules = rules_from(rules_texts[i]);
        for (size_t s = 0; s < COUNT(strategies); s++)
            check_rules(rules, strategies[s], NULL);
        bship_rules_unref(rules);
    }
}

/*
 * One AI aims at the charts of a game again and again, and finishes at random calls, or scores; now
 * and then nobody stops it, and it aims as a new AI does.
 */
static void check_often(const bship_rules *rules, const char *strategy, bship_rng *rng)
{
    enum {
        TURNS = 8,
        AIMS = 6
    };
    bship_board *board = random_board(rules, rng);
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_bounded_ai(rules, strategy);
    size_t count = turn_shots(rules);

    for (int turn = 0; turn < TURNS; turn++) {
        bship_cell cells[SALVO_MAX], expected[SALVO_MAX];
        for (int i = 0; i < AIMS; i++) {
            struct calls calls = { 0, between(rng, 1, 40), BSHIP_PROGRESS_FINISH, 0 };
            bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
            options.progress = count_call;
            options.user = &calls;
            if (between(rng, 0, 2) == 0)
                (void)bship_ai_scores(ai, chart, &options, NULL, 0);
            else
                assert_ok(aim(ai, chart, &calls, cells, count), "%s, turn %d", strategy, turn);
        }
        bship_ai *fresh = new_bounded_ai(rules, strategy);
        assert_ok(bship_ai_aim_salvo(fresh, chart, NULL, expected, count), "%s", strategy);
        bship_ai_free(fresh);
        assert_ok(bship_ai_aim_salvo(ai, chart, NULL, cells, count), "%s", strategy);
        assert_equal(cells, expected, count, strategy);
        fire_at_random(board, chart, rng);
        if (bship_chart_is_defeated(chart) || bship_chart_unknown(chart) < (int32_t)count)
            break;
        if (turn == TURNS / 2)
            bship_ai_reset(ai, 3);
    }
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_board_free(board);
}

Test(finishing, any_number_of_times_leaves_no_trace)
{
    bship_rng rng = rng_of(7);

    for (size_t i = 0; i < COUNT(rules_texts); i++) {
        bship_rules *rules = rules_from(rules_texts[i]);
        for (size_t s = 0; s < COUNT(strategies); s++) {
            for (int game = scaled(4); game > 0; game--)
                check_often(rules, strategies[s], &rng);
        }
        bship_rules_unref(rules);
    }
}

/* Between the contact rules of a mixture too: nothing that lacks one is found again. */
Test(finishing, leaves_no_trace_between_contact_rules)
{
    bship_rules *rules = rules_from(habitual_rules);
    bship_habits_snapshot *habits = learn_contactless(rules);

    for (size_t s = 0; s < COUNT(strategies); s++)
        check_rules(rules, strategies[s], habits);
    bship_habits_snapshot_unref(habits);
    bship_rules_unref(rules);
}

Test(finishing, answers_for_every_strategy_on_a_large_board)
{
    bship_rules *rules = rules_from("board 200x200\nfleet 9 8 7\n");
    bship_chart *chart = new_chart(rules);
    bship_rng rng = rng_of(5);
    bship_board *board = random_board(rules, &rng);

    for (int i = 0; i < 3; i++)
        fire_at_random(board, chart, &rng);
    for (int32_t number = 0; number < bship_enum_count(BSHIP_ENUM_STRATEGY); number++) {
        const char *name = bship_enum_name(BSHIP_ENUM_STRATEGY, number);
        struct calls calls = { 0, 1, BSHIP_PROGRESS_FINISH, 0 };
        bship_ai *ai = new_bounded_ai(rules, name), *fresh = new_bounded_ai(rules, name);
        bship_cell cells[SALVO_MAX], expected[SALVO_MAX];
        assert_ok(aim(ai, chart, &calls, cells, 1), "%s", name);
        assert_legal(chart, cells, 1);
        bship_status status = bship_ai_aim(fresh, chart, NULL, expected);
        assert_status(bship_ai_aim(ai, chart, NULL, cells), status, "%s", name);
        if (!status)
            assert_equal(cells, expected, 1, name);
        bship_ai_free(ai);
        bship_ai_free(fresh);
    }
    bship_board_free(board);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(finishing, scores_and_compares_by_what_there_is)
{
    bship_rules *rules = rules_from(rules_texts[0]);
    bship_chart *chart = new_chart(rules);
    bship_rng rng = rng_of(6);
    bship_board *board = random_board(rules, &rng);
    double grid[100], expected[100];

    for (int i = 0; i < 10; i++)
        fire_at_random(board, chart, &rng);
    for (size_t s = 0; s < COUNT(strategies); s++) {
        bship_ai *ai = new_bounded_ai(rules, strategies[s]);
        bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
        struct calls calls = { 0, 1, BSHIP_PROGRESS_FINISH, 0 };
        size_t count;
        options.progress = count_call;
        options.user = &calls;
        assert_ok(bship_ai_scores(ai, chart, NULL, expected, 100), "%s", strategies[s]);
        assert_ok(bship_ai_scores(ai, chart, &options, grid, 100), "%s", strategies[s]);
        double best = 0;
        for (int i = 0; i < 100; i++)
            best = grid[i] > best ? grid[i] : best;
        cr_assert(best > 0, "%s scores nothing", strategies[s]);
        calls = (struct calls){ 0, 1, BSHIP_PROGRESS_FINISH, 0 };
        if (s == 1) {
            assert_ok(bship_ai_candidates(ai, chart, &options, NULL, 0, &count), "candidates");
            cr_assert_eq(count, 0, "compared after one call");
        }
        assert_ok(bship_ai_scores(ai, chart, NULL, grid, 100), "%s", strategies[s]);
        cr_assert_arr_eq(grid, expected, sizeof grid, "%s scores otherwise", strategies[s]);
        bship_ai_free(ai);
    }
    bship_board_free(board);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(finishing, cancels_where_there_is_no_partial_answer)
{
    bship_rules *rules = rules_from("board 10x10\nfleet german\ncontact none\n");
    bship_chart *chart = new_chart(rules);
    struct calls calls = { 0, 1, BSHIP_PROGRESS_FINISH, 0 };
    bship_posterior_options posterior_options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_sampler_options sampler_options = BSHIP_SAMPLER_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    bship_sampler *sampler = NULL;

    posterior_options.progress = sampler_options.progress = count_call;
    posterior_options.user = sampler_options.user = &calls;
    sampler_options.must_count = 1;
    assert_status(bship_posterior_new(&posterior, chart, &posterior_options, NULL),
                  BSHIP_ERROR_CANCELLED, "a posterior");
    posterior_options.method = BSHIP_METHOD_REJECTION;
    posterior_options.precision = 0.0001;
    calls = (struct calls){ 0, 40, BSHIP_PROGRESS_FINISH, 0 };
    assert_status(bship_posterior_new(&posterior, chart, &posterior_options, NULL),
                  BSHIP_ERROR_CANCELLED, "a sample");
    calls = (struct calls){ 0, 1, BSHIP_PROGRESS_FINISH, 0 };
    assert_status(bship_sampler_new(&sampler, rules, &sampler_options, NULL), BSHIP_ERROR_CANCELLED,
                  "a sampler");
    cr_assert_null(posterior, "a posterior");
    cr_assert_null(sampler, "a sampler");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* What is done never goes back, with every method and from part to part, when nobody stops it. */
Test(progress, never_goes_back)
{
    static const char *const texts[] = {
        "board 10x10\nfleet classic\n",
        "board 8x8\nfleet 4 3 3 2 2\ncontact none\n",
        "board 8x8\nfleet 4 3 2\nturn salvo 4\nsalvo-report total\n",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        bship_rules *rules = rules_from(texts[i]);
        bship_chart *chart = new_chart(rules);
        bship_rng rng = rng_of(12);
        bship_board *board = random_board(rules, &rng);
        bship_sampler_options sampler_options = BSHIP_SAMPLER_OPTIONS_INIT;
        bship_sampler *sampler = NULL;
        struct calls calls = { 0, 0, 0, 0 };
        for (int turn = 0; turn < 3; turn++)
            fire_at_random(board, chart, &rng);
        for (int32_t method = 0; method < bship_enum_count(BSHIP_ENUM_METHOD); method++) {
            bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
            bship_posterior *posterior = NULL;
            options.method = method;
            options.progress = count_call;
            options.user = &calls;
            options.work_limit = 50000000;
            calls.count = 0;
            (void)bship_posterior_new(&posterior, chart, &options, NULL);
            calls.count = 0;
            (void)bship_posterior_check(chart, &options, NULL);
            bship_posterior_free(posterior);
        }
        for (size_t s = 0; s < COUNT(strategies); s++) {
            bship_ai *ai = new_bounded_ai(rules, strategies[s]);
            bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
            bship_cell cell;
            options.progress = count_call;
            options.user = &calls;
            calls.count = 0;
            (void)bship_ai_aim(ai, chart, &options, &cell);
            bship_ai_free(ai);
        }
        sampler_options.progress = count_call;
        sampler_options.user = &calls;
        sampler_options.must_count = 1;
        calls.count = 0;
        (void)bship_sampler_new(&sampler, rules, &sampler_options, NULL);
        bship_sampler_unref(sampler);
        bship_board_free(board);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* ---- work limits ---- */

/* An AI whose aims have limits aims as one that was made with them, whatever came before. */
Test(work_limit_of_an_aim, acts_as_that_of_the_ai)
{
    static const int64_t limits[] = { 20000000, 1, 300000, 20000000, 2000000 };

    for (size_t i = 0; i < COUNT(rules_texts); i++) {
        bship_rules *rules = rules_from(rules_texts[i]);
        bship_chart *chart = new_chart(rules);
        bship_rng rng = rng_of(8);
        bship_board *board = random_board(rules, &rng);
        size_t count = turn_shots(rules);
        fire_at_random(board, chart, &rng);
        for (size_t s = 0; s < COUNT(strategies); s++) {
            bship_ai *ai = new_bounded_ai(rules, strategies[s]);
            for (size_t k = 0; k < COUNT(limits); k++) {
                bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
                bship_ai_options fresh_options = BSHIP_AI_OPTIONS_INIT;
                bship_ai *fresh = NULL;
                bship_ai_info a = BSHIP_AI_INFO_INIT, b = BSHIP_AI_INFO_INIT;
                bship_cell cells[SALVO_MAX], expected[SALVO_MAX];
                options.work_limit = limits[k];
                fresh_options.work_limit = limits[k];
                fresh_options.seed = 3;
                assert_ok(bship_ai_new(&fresh, rules, strategies[s], &fresh_options, NULL), "new");
                assert_ok(bship_ai_aim_salvo(fresh, chart, NULL, expected, count), "fresh");
                assert_ok(bship_ai_aim_salvo(ai, chart, &options, cells, count), "limited");
                assert_equal(cells, expected, count, strategies[s]);
                assert_ok(bship_ai_describe(ai, &a), "limited");
                assert_ok(bship_ai_describe(fresh, &b), "fresh");
                cr_assert_eq(a.method, b.method, "rules %zu, %s, limit %zu", i, strategies[s], k);
                cr_assert_eq(a.lookahead, b.lookahead, "rules %zu, limit %zu", i, k);
                cr_assert_eq(a.lookahead_layouts, b.lookahead_layouts, "rules %zu, limit %zu", i,
                             k);
                bship_ai_free(fresh);
            }
            bship_ai_free(ai);
        }
        bship_board_free(board);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

Test(aim_options, are_checked)
{
    bship_rules *rules = rules_from("");
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_bounded_ai(rules, "hunt");
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
    bship_cell cell = { -7, -7 };
    double score;
    size_t count;

    options.work_limit = -1;
    assert_status(bship_ai_aim(ai, chart, &options, &cell), BSHIP_ERROR_RANGE, "aim");
    assert_status(bship_ai_aim_salvo(ai, chart, &options, &cell, 1), BSHIP_ERROR_RANGE, "salvo");
    bship_ai_free(ai);
    ai = new_bounded_ai(rules, "search");
    assert_status(bship_ai_scores(ai, chart, &options, &score, 1), BSHIP_ERROR_RANGE, "scores");
    assert_status(bship_ai_candidates(ai, chart, &options, NULL, 0, &count), BSHIP_ERROR_RANGE,
                  "candidates");
    options.work_limit = 0;
    options.size = 3;
    assert_status(bship_ai_aim(ai, chart, &options, &cell), BSHIP_ERROR_SIZE, "aim");
    cr_assert_eq(cell.x, -7, "a cell was written");
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* The limit of one aim ends with it. */
Test(aim_options, do_not_last)
{
    bship_rules *rules = rules_from("");
    bship_chart *chart = new_chart(rules);
    bship_ai_options no_options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
    bship_cell cell;

    assert_ok(bship_ai_new(&ai, rules, "density", &no_options, NULL), "an AI");
    options.work_limit = 1;
    assert_status(bship_ai_aim(ai, chart, &options, &cell), BSHIP_ERROR_WORK_LIMIT, "one step");
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "no limit");
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(aim_options, of_a_step_reach_the_ai)
{
    bship_rules *rules = rules_from("board 10x10\nfleet german\ncontact none\n");
    bship_game_options game_options = BSHIP_GAME_OPTIONS_INIT;
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
    struct calls calls = { 0, 2, BSHIP_PROGRESS_CANCEL, 0 };
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    bship_game *game = NULL;
    bship_ai *a = new_bounded_ai(rules, "posterior"), *b = new_bounded_ai(rules, "posterior");

    game_options.ai_a = a;
    game_options.ai_b = b;
    options.progress = count_call;
    options.user = &calls;
    assert_ok(bship_game_new(&game, rules, &game_options, NULL), "a game");
    assert_ok(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL), "a");
    assert_ok(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, NULL), "b");
    assert_ok(bship_game_start(game, NULL), "the start");
    bship_ai *mover = bship_game_ai(game, bship_game_to_move(game));
    assert_status(bship_game_step(game, &options, NULL, NULL), BSHIP_ERROR_CANCELLED, "cancelled");
    cr_assert_eq(calls.count, 2, "%d calls", calls.count);
    calls = (struct calls){ 0, 2, BSHIP_PROGRESS_FINISH, 0 };
    assert_ok(bship_game_step(game, &options, NULL, NULL), "finished");
    assert_ok(bship_ai_describe(mover, &info), "the aim");
    cr_assert_eq(info.finished_early, 1, "it was finished early");
    bship_game_free(game);
    bship_ai_free(a);
    bship_ai_free(b);
    bship_rules_unref(rules);
}

/* ---- memory ---- */

/* The C library's memory, which may have no room for the position cache. */
struct choosy {
    bool has_no_room; /* whether blocks of whole sets of the cache are refused */
};

enum {
    CACHE_SET = 4 * (24 + 200) /* bytes of a set of the position cache on 10x10 */
};

static void *take(size_t size, void *user)
{
    struct choosy *choosy = user;
    return choosy->has_no_room && size % CACHE_SET == 0 ? NULL : malloc(size);
}

static void *change(void *block, size_t old_size, size_t new_size, void *user)
{
    struct choosy *choosy = user;
    (void)old_size;
    return choosy->has_no_room && new_size % CACHE_SET == 0 ? NULL : realloc(block, new_size);
}

static void give_back(void *block, size_t size, void *user)
{
    (void)size, (void)user;
    free(block);
}

static bship_rules *rules_in(const bship_allocator *allocator, const char *text)
{
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;

    options.allocator = *allocator;
    return rules_from_with(text, &options);
}

/* Aims by turns at a board until its fleet is sunk; the cells go to `shots`, whose number is
 * returned. */
static int play(bship_ai *ai, bship_board *board, bship_cell *shots)
{
    bship_chart *chart = new_chart(bship_ai_rules(ai));
    int count = 0;

    for (; !bship_chart_is_defeated(chart); count++) {
        bship_report report = BSHIP_REPORT_INIT;
        assert_ok(bship_ai_aim(ai, chart, NULL, &shots[count]), "shot %d", count);
        assert_ok(bship_board_fire(board, shots[count], &report, NULL), "shot %d", count);
        assert_ok(bship_chart_record(chart, shots[count], &report, NULL), "shot %d", count);
    }
    bship_chart_free(chart);
    return count;
}

Test(memory, grows_with_aims)
{
    for (size_t s = 0; s < COUNT(strategies); s++) {
        struct memory memory;
        memory_init(&memory);
        bship_rules *rules = rules_in(&memory.allocator, rules_texts[0]);
        bship_rng rng = rng_of(4);
        bship_board *board = random_board(rules, &rng);
        size_t before = memory.bytes;
        bship_cell shots[100];
        bship_ai *ai = new_bounded_ai(rules, strategies[s]);
        size_t made = memory.bytes - before;
        cr_assert_lt(made, 32 << 10, "%s takes %zu bytes before its first aim", strategies[s],
                     made);
        play(ai, board, shots);
        cr_log_info("%s: %zu bytes when made, %zu after a game", strategies[s], made,
                    memory.bytes - before);
        cr_assert_lt(memory.bytes - before, 8 << 20, "%s takes %zu bytes after a game",
                     strategies[s], memory.bytes - before);
        bship_ai_free(ai);
        cr_assert_eq(memory.bytes, before, "a leak");
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* Without room for the cache, and from a cache that is found full again, the shots are the same. */
Test(memory, of_the_position_cache_changes_no_aim)
{
    struct choosy choosy = { false };
    const bship_allocator allocator = { take, change, give_back, &choosy };
    bship_rules *rules = rules_in(&allocator, rules_texts[0]);
    bship_ai *ai = new_bounded_ai(rules, "posterior");

    for (int game = 0; game < 6; game++) {
        bship_rng rng = rng_of(20 + (uint64_t)game);
        bship_board *board = random_board(rules, &rng), *same = NULL;
        bship_ai *fresh = new_bounded_ai(rules, "posterior");
        bship_cell shots[100], expected[100];
        assert_ok(bship_board_new(&same, rules, NULL, NULL), "a board");
        assert_ok(bship_board_copy(same, board), "a copy");
        choosy.has_no_room = game == 2 || game == 3;
        int count = play(ai, board, shots);
        choosy.has_no_room = true;
        cr_assert_eq(play(fresh, same, expected), count, "game %d", game);
        assert_equal(shots, expected, (size_t)count, "a game");
        choosy.has_no_room = false;
        bship_ai_free(fresh);
        bship_board_free(board);
        bship_board_free(same);
    }
    bship_ai_free(ai);
    bship_rules_unref(rules);
}

Test(memory, that_fails_in_an_aim_changes_nothing)
{
    for (size_t s = 0; s < COUNT(strategies); s++) {
        struct memory memory;
        memory_init(&memory);
        bship_rules *rules = rules_in(&memory.allocator, rules_texts[0]);
        bship_chart *chart = new_chart(rules);
        bship_rng rng = rng_of(4);
        bship_board *board = random_board(rules, &rng);
        bship_cell cell, expected;
        bool has_failed = true;
        for (int i = 0; i < 20; i++)
            fire_at_random(board, chart, &rng);
        bship_ai *ai = new_bounded_ai(rules, strategies[s]);
        assert_ok(bship_ai_aim(ai, chart, NULL, &expected), "%s", strategies[s]);
        bship_ai_free(ai);
        for (long at = 0; has_failed; at++) {
            ai = new_bounded_ai(rules, strategies[s]);
            memory_fail(&memory, at, 1);
            bship_status status = bship_ai_aim(ai, chart, NULL, &cell);
            has_failed = memory.failed > 0;
            memory_fail(&memory, 0, 0);
            cr_assert(!status || (has_failed && status == BSHIP_ERROR_MEMORY), "status %d",
                      (int)status);
            if (!status)
                assert_equal(&cell, &expected, 1, strategies[s]);
            assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "with memory");
            assert_equal(&cell, &expected, 1, strategies[s]);
            bship_ai_free(ai);
        }
        bship_board_free(board);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* The basis of an aim that is not finished early is told, too. */
Test(aim_options, basis_of_an_aim_is_told)
{
    static const struct {
        const char *strategy;
        int64_t work_limit;
        int32_t basis;
    } cases[] = {
        { "posterior", 0, BSHIP_BASIS_POSTERIOR },
        { "posterior", 1, BSHIP_BASIS_DENSITY },
        { "search", 0, BSHIP_BASIS_LOOKAHEAD },
        { "search", 1, BSHIP_BASIS_DENSITY },
    };
    bship_rules *rules = rules_from("board 7x7\nfleet 2 3 4\n");
    bship_chart *chart = new_chart(rules);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_ai *ai = new_ai(rules, cases[i].strategy, 0);
        bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
        bship_ai_info info = BSHIP_AI_INFO_INIT;
        bship_cell cell;
        options.work_limit = cases[i].work_limit;
        assert_ok(bship_ai_aim(ai, chart, &options, &cell), "case %zu", i);
        assert_ok(bship_ai_describe(ai, &info), "case %zu", i);
        cr_assert_eq(info.basis, cases[i].basis, "case %zu: %s", i,
                     bship_enum_name(BSHIP_ENUM_BASIS, info.basis));
        bship_ai_free(ai);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}
