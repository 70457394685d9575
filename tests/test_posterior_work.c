/* Long analyses: they can be cancelled anywhere, keep their limits, and report what they need. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>

#include "support.h"

/* ---- cancelling ---- */

enum {
    STEPS_BETWEEN = 1 << 21 /* two calls of a progress callback, at most */
};

/* Cancels at a call; 0: never. */
struct canceller {
    int calls, cancel_at;
};

static int32_t report_progress(double done, void *user)
{
    struct canceller *canceller = user;

    cr_assert(done >= 0 && done <= 1, "%g of the work is done", done);
    return ++canceller->calls == canceller->cancel_at;
}

/* Positions in which a single phase of a method is long. */
static const struct {
    const char *lines;
    int32_t method;
    int is_weighted;
} cases[] = {
    { "board 200x200\nfleet 4 3 2\n", BSHIP_METHOD_ENUMERATION, 0 },
    { "board 160x160\nfleet 3 3 2\ncontact none\n", BSHIP_METHOD_ENUMERATION, 0 },
    { "board 160x160\nfleet 4 2\n", BSHIP_METHOD_ENUMERATION, 1 },
    { "board 140x140\nfleet 80 2\ncontact no-sides\n", BSHIP_METHOD_ENUMERATION, 0 },
    { "board 300x300\nfleet 5 4 3\n", BSHIP_METHOD_REJECTION, 1 },
    { "board 200x200\nfleet 5 4 3 3 2\n", BSHIP_METHOD_MCMC, 0 },
    { "board 250x6\nfleet 3 2\ncontact none\n", BSHIP_METHOD_FRONTIER, 0 },
    { "board 200x200\nfleet 5 4 3 3 2\n", BSHIP_METHOD_AUTO, 0 },
};

/* Weights that differ from placement to placement, the same for all ships of a length. */
static double *new_weights(const bship_rules *rules)
{
    int64_t count = bship_rules_placement_count(rules);
    double *weights = malloc((size_t)count * sizeof *weights);

    for (int64_t i = 0; i < count; i++) {
        bship_placement at;
        assert_ok(bship_rules_placement(rules, i, &at), "placement");
        weights[i] = 1 + (at.x * 7 + at.y * 3 + at.orientation) % 5;
    }
    return weights;
}

static bship_status analyse(bship_posterior **out, const bship_chart *chart, size_t i,
                            const double *weights, struct canceller *canceller)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;

    options.method = cases[i].method;
    options.progress = report_progress;
    options.user = canceller;
    options.precision = 0.05;
    options.weights = weights;
    options.weight_count = weights ? bship_rules_placement_count(bship_chart_rules(chart)) : 0;
    return bship_posterior_new(out, chart, &options, NULL);
}

/* The occupancy of all cells. */
static double *grid_of(const bship_posterior *posterior)
{
    size_t cells = bship_posterior_occupancy(posterior, NULL, 0);
    double *grid = malloc(cells * sizeof *grid);

    bship_posterior_occupancy(posterior, grid, cells);
    return grid;
}

/* Cancels updates at various calls; the next one must not be affected. */
static void check_updates(bship_posterior *posterior, const bship_chart *chart,
                          struct canceller *canceller, int calls)
{
    size_t cells = bship_posterior_occupancy(posterior, NULL, 0);
    double *expected = grid_of(posterior);
    int step = calls / scaled(8) + 1;

    for (int at = 1; at <= calls; at += step) {
        *canceller = (struct canceller){ 0, at };
        bship_status status = bship_posterior_update(posterior, chart, NULL);
        if (canceller->calls < at) {
            assert_ok(status, "an update of %d calls", canceller->calls);
            break;
        }
        assert_status(status, BSHIP_ERROR_CANCELLED, "at call %d", at);
        cr_assert_eq(canceller->calls, at, "called %d times", canceller->calls);
        *canceller = (struct canceller){ 0, 0 };
        assert_ok(bship_posterior_update(posterior, chart, NULL), "after call %d", at);
        double *grid = grid_of(posterior);
        cr_assert(memcmp(grid, expected, cells * sizeof *grid) == 0, "values after call %d", at);
        free(grid);
    }
    free(expected);
}

Test(work, is_reported_often_and_cancelled_anywhere)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bship_rules *rules = rules_from(cases[i].lines);
        bship_chart *chart = new_chart(rules);
        double *weights = cases[i].is_weighted ? new_weights(rules) : NULL;
        struct canceller canceller = { 0, 0 };
        bship_posterior *posterior = NULL;
        bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;

        assert_ok(analyse(&posterior, chart, i, weights, &canceller), "%s", cases[i].lines);
        assert_ok(bship_posterior_describe(posterior, &info), "%s", cases[i].lines);
        int calls = canceller.calls;
        cr_assert_gt(calls, 0, "no call for %s", cases[i].lines);
        cr_assert_geq(calls, info.work / STEPS_BETWEEN, "%d calls in %lld steps of %s", calls,
                      (long long)info.work, cases[i].lines);
        for (int at = 1; at <= calls; at += calls / scaled(8) + 1) {
            bship_posterior *none = NULL;
            canceller = (struct canceller){ 0, at };
            assert_status(analyse(&none, chart, i, weights, &canceller), BSHIP_ERROR_CANCELLED,
                          "at call %d of %s", at, cases[i].lines);
            cr_assert_null(none, "a posterior was made");
            cr_assert_eq(canceller.calls, at, "called %d times", canceller.calls);
        }
        check_updates(posterior, chart, &canceller, calls);
        bship_posterior_free(posterior);
        free(weights);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* Weights of 1 are counted in other lanes than no weights, and on large boards block by block. */
Test(work, large_boards_are_counted_equally_with_and_without_weights)
{
    bship_rules *rules = rules_from("board 150x140\nfleet 5 4 2\n");
    bship_chart *chart = new_chart(rules);
    size_t cells = 150 * 140;
    int64_t count = bship_rules_placement_count(rules);
    double *weights = malloc((size_t)count * sizeof *weights);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *whole = NULL, *weighted = NULL;

    for (int64_t i = 0; i < count; i++)
        weights[i] = 1;
    options.method = BSHIP_METHOD_ENUMERATION;
    assert_ok(bship_posterior_new(&whole, chart, &options, NULL), "without weights");
    options.weights = weights;
    options.weight_count = count;
    assert_ok(bship_posterior_new(&weighted, chart, &options, NULL), "with weights");
    double *expected = grid_of(whole), *grid = grid_of(weighted);
    for (size_t i = 0; i < cells; i++)
        cr_assert_lt(fabs(grid[i] - expected[i]), 1e-9, "cell %zu: %g, not %g", i, grid[i],
                     expected[i]);
    free(grid);
    free(expected);
    free(weights);
    bship_posterior_free(whole);
    bship_posterior_free(weighted);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- limits ---- */

/* Asserts that an analysis, which is described, keeps a limit, or reports that it needs more. */
static bship_status check_limit(const bship_chart *chart, const bship_posterior_options *options,
                                const bship_habits_snapshot *habits, bship_posterior_info *info)
{
    const char *lines = rules_text(bship_chart_rules(chart));
    bship_error error = BSHIP_ERROR_INIT;
    bship_posterior *posterior = NULL;
    bship_status status = bship_posterior_new_habits(&posterior, chart, options, habits, &error);

    if (status == BSHIP_ERROR_WORK_LIMIT)
        cr_assert_gt(error.index, options->work_limit, "%lld steps would do by %s under\n%s",
                     (long long)error.index, bship_enum_name(BSHIP_ENUM_METHOD, options->method),
                     lines);
    if (status)
        return status;
    assert_ok(bship_posterior_describe(posterior, info), "%s", lines);
    cr_assert_leq(info->work, options->work_limit, "%lld steps of %lld by %s under\n%s",
                  (long long)info->work, (long long)options->work_limit,
                  bship_enum_name(BSHIP_ENUM_METHOD, options->method), lines);
    bship_posterior_free(posterior);
    return status;
}

Test(work, limits_are_kept_and_refusals_need_more)
{
    static const char *const lines[] = {
        "board 4x4\nfleet 3 2\n",
        "board 3x3\nfleet 2\n",
        "board 6x6\nfleet 3 2 2 1\ncontact none\n",
        "board 10x10\nfleet classic\n",
        "board 40x40\nfleet 5 4 3 3 2\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        bship_rules *rules = rules_from(lines[i]);
        bship_chart *chart = new_chart(rules);
        int64_t count = bship_rules_placement_count(rules);
        double *weights = calloc((size_t)count, sizeof *weights);
        for (int64_t j = bship_rules_placement_count(rules) / 4; j < count; j++)
            weights[j] = 1;
        for (int32_t method = BSHIP_METHOD_AUTO; method <= BSHIP_METHOD_MCMC; method++)
            for (int64_t limit = 1; limit <= 100000000; limit *= 10)
                for (int is_weighted = 0; is_weighted < 2; is_weighted++) {
                    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
                    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
                    options.method = method;
                    options.work_limit = limit;
                    options.precision = 1e-9; /* a sample uses its whole work limit */
                    options.weights = is_weighted ? weights : NULL;
                    options.weight_count = is_weighted ? count : 0;
                    if (limit < 1000000 || scaled(100) >= 100)
                        check_limit(chart, &options, NULL, &info);
                }
        free(weights);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* Weights of all placements, as far apart as e^`exponent`. */
static double *random_weights(const bship_rules *rules, double exponent, bship_rng *rng)
{
    int64_t count = bship_rules_placement_count(rules);
    double *weights = malloc((size_t)count * sizeof *weights);

    for (int64_t i = 0; i < count; i++)
        weights[i] = exp(exponent * between(rng, -1000, 1000) / 1000);
    return weights;
}

/* Where ships may touch, a snapshot of the habits of a player whose ships share no sides; else, or
 * if they do not fit so, NULL. */
static bship_habits_snapshot *apart_habits(const bship_rules *rules)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_rules *apart = NULL;
    bship_habits *habits = NULL;
    bship_habits_snapshot *snapshot = NULL;
    bship_placement layout[8];
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(rules));
    bship_rng rng = rng_of(5);

    if (bship_rules_get(rules, BSHIP_RULE_CONTACT) != BSHIP_CONTACT_ALLOWED)
        return NULL;
    assert_ok(bship_rules_describe(rules, &options), "the rules");
    options.contact = BSHIP_CONTACT_NO_SIDES;
    if (bship_rules_new(&apart, bship_rules_fleet(rules), &options, NULL))
        return NULL;
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    for (int i = 0; i < 3; i++) {
        bship_board *board = random_board(apart, &rng);
        for (size_t k = 0; k < ships; k++)
            assert_ok(bship_board_placement(board, (int32_t)k, &layout[k]), "a ship");
        assert_ok(bship_habits_observe(habits, layout, ships, 1, NULL), "a layout");
        bship_board_free(board);
    }
    assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    bship_habits_free(habits);
    bship_rules_unref(apart);
    return snapshot;
}

/* A random chart, somewhere in a game. */
static bship_chart *random_chart(const bship_rules *rules, bship_rng *rng)
{
    bship_board *board = random_board(rules, rng);
    bship_chart *chart = new_chart(rules);

    for (int turns = between(rng, 0, 12); turns > 0 && fire_at_random(board, chart, rng) > 0;)
        turns--;
    bship_board_free(board);
    return chart;
}

/* A random number of steps, often too few. */
static int64_t random_limit(bship_rng *rng)
{
    return (int64_t)exp(between(rng, 7000, 17500) / 1000.0);
}

Test(work, never_exceeds_the_limit_of_an_analysis)
{
    int used_up = 0, refused = 0, with_habits = 0;

    for (int i = 0; i < scaled(2000); i++) {
        bship_rng rng = rng_of((uint64_t)i);
        bship_rules *rules = random_rules(&rng, &(struct shape){ .blocked = 3 });
        bship_chart *chart = random_chart(rules, &rng);
        bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
        double *weights = i % 3 == 0 ? random_weights(rules, i % 2 ? 1 : 30, &rng) : NULL;
        bship_habits_snapshot *habits = i % 3 == 1 ? apart_habits(rules) : NULL;
        options.method = between(&rng, BSHIP_METHOD_AUTO, BSHIP_METHOD_SMC);
        options.work_limit = random_limit(&rng);
        options.precision = i % 4 ? 1e-9 : 0.1; /* most samples use up their limit */
        options.weights = weights;
        options.weight_count = weights ? (size_t)bship_rules_placement_count(rules) : 0;
        bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
        bship_status status = check_limit(chart, &options, habits, &info);
        refused += status == BSHIP_ERROR_WORK_LIMIT;
        used_up += !status && !info.is_exact && info.work > options.work_limit / 2;
        with_habits += !status && habits;
        bship_habits_snapshot_unref(habits);
        free(weights);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
    cr_assert(used_up > scaled(2000) / 40, "only %d used up their limit", used_up);
    cr_assert(refused > scaled(2000) / 20, "only %d were refused", refused);
    cr_assert(with_habits > scaled(2000) / 100, "only %d had habits", with_habits);
}

Test(work, never_exceeds_the_limit_of_an_aim)
{
    static const char *const strategies[] = { "posterior", "search" };
    int analysed = 0;

    for (int i = 0; i < scaled(1000); i++) {
        bship_rng rng = rng_of((uint64_t)i);
        bship_rules *rules = random_rules(&rng, &(struct shape){ .blocked = 3 });
        bship_chart *chart = random_chart(rules, &rng);
        bship_ai *ai = new_ai(rules, strategies[i % 2], (uint64_t)i);
        bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
        bship_ai_info info = BSHIP_AI_INFO_INIT;
        bship_cell cell;
        options.work_limit = random_limit(&rng);
        if (!bship_ai_aim(ai, chart, &options, &cell)) {
            assert_ok(bship_ai_describe(ai, &info), "described");
            cr_assert_leq(info.work, options.work_limit, "%lld steps of %lld by %s under\n%s",
                          (long long)info.work, (long long)options.work_limit, strategies[i % 2],
                          rules_text(rules));
            analysed += info.method > BSHIP_METHOD_AUTO;
        }
        bship_ai_free(ai);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
    cr_assert(analysed > scaled(1000) / 4, "only %d were analysed", analysed);
}

/* Too little memory must not be reported as a work limit. */
Test(work, too_little_memory_is_never_too_much_work)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2 2\ncontact none\n");
    bship_chart *chart = new_chart(rules);
    int failures = 0;

    for (int32_t method = BSHIP_METHOD_AUTO; method <= BSHIP_METHOD_MCMC; method++)
        for (uint64_t memory = 1024; memory <= 1 << 20; memory *= 2) {
            bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
            bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
            options.method = method;
            options.memory_limit = memory;
            options.work_limit = BSHIP_POSTERIOR_WORK_DEFAULT;
            bship_status status = check_limit(chart, &options, NULL, &info);
            cr_assert(!status || status == BSHIP_ERROR_MEMORY, "%s by %s in %llu bytes",
                      bship_enum_name(BSHIP_ENUM_STATUS, status),
                      bship_enum_name(BSHIP_ENUM_METHOD, method), (unsigned long long)memory);
            failures += status == BSHIP_ERROR_MEMORY;
        }
    cr_assert_gt(failures, 10, "only %d memories were too small", failures);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* The steps reported as needed suffice, if they can be estimated. */
Test(work, reported_steps_suffice)
{
    static const struct {
        const char *lines;
        int32_t method;
        int64_t limit; /* enough for planning only */
    } needs[] = {
        { "board 10x10\nfleet classic\n", BSHIP_METHOD_ENUMERATION, 100000 },
        { "board 10x10\nfleet classic\n", BSHIP_METHOD_MCMC, 1000000 },
        { "board 30x30\nfleet russian\ncontact none\n", BSHIP_METHOD_MCMC, 5000000 },
    };

    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        bship_rules *rules = rules_from(needs[i].lines);
        bship_chart *chart = new_chart(rules);
        bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
        bship_error error = BSHIP_ERROR_INIT;
        bship_posterior *posterior = NULL;

        options.method = needs[i].method;
        options.work_limit = needs[i].limit;
        assert_status(bship_posterior_new(&posterior, chart, &options, &error),
                      BSHIP_ERROR_WORK_LIMIT, "%s", needs[i].lines);
        options.work_limit = error.index;
        assert_ok(bship_posterior_new(&posterior, chart, &options, &error), "%s in %lld steps",
                  needs[i].lines, (long long)options.work_limit);
        bship_posterior_free(posterior);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* ---- a frontier beyond its memory limit ---- */

Test(work, too_little_memory_for_the_frontier_gives_the_same_result)
{
    struct memory memory;
    bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior *posterior = NULL;

    memory_init(&memory);
    fleet.allocator = memory.allocator;
    bship_rules *rules = rules_from_with("board 10x10\nfleet russian\ncontact none\n", &fleet);
    bship_chart *chart = new_chart(rules);
    options.memory_limit = 3000000;
    options.precision = 0.2;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "new");
    for (int i = 0; i < 2; i++) {
        struct text before = posterior_dump(posterior, rules);
        size_t bytes = memory.bytes;
        assert_ok(bship_posterior_update(posterior, chart, NULL), "update %d", i);
        assert_same(before, posterior_dump(posterior, rules), "an update");
        cr_assert_eq(memory.bytes, bytes, "%zu bytes, not %zu", memory.bytes, bytes);
    }
    assert_ok(bship_posterior_describe(posterior, &info), "updated");
    cr_assert(!info.is_exact, "the limit does for an exact method");
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    memory_check(&memory, "the frontier's memory");
}

/* Many hits have too many exact covers for the memory, but it suffices for a sample. */
Test(work, too_little_memory_for_planning_leaves_room_for_a_sample)
{
    enum {
        HITS = 9
    };
    bship_rules *rules = rules_from("board 30x30\nfleet 5 5 5 5 4 4 4 4 3 3 3 3 2 2\n"
                                    "contact none\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior *posterior = NULL;
    static const bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };

    for (int32_t i = 0; i < HITS; i++) {
        bship_cell cell = { 4 + i % 3 * 10, 4 + i / 3 * 10 };
        assert_ok(bship_chart_record(chart, cell, &hit, NULL), "hit %d", (int)i);
    }
    options.memory_limit = 2500000;
    options.precision = 0.05;
    options.method = BSHIP_METHOD_ENUMERATION;
    assert_status(bship_posterior_new(&posterior, chart, &options, NULL), BSHIP_ERROR_MEMORY,
                  "all ways to cover the hits");
    options.method = BSHIP_METHOD_AUTO;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "a sample");
    assert_ok(bship_posterior_check(chart, &options, NULL), "a check");
    assert_ok(bship_posterior_describe(posterior, &info), "a sample");
    cr_assert(!info.is_exact, "the limit does for an exact method");
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- memory kept from earlier charts ---- */

/* Rules whose methods use much memory in different places. */
static const char *const varied_rules[] = {
    "board 10x10\nfleet 4 3 3 2 2 2 1 1 1 1\ncontact none\n",
    "board 8x8\nfleet 3 3 2 2 1 1\ncontact none\n"
    "turn salvo 5\ndisclosure length\nsalvo-report total\n",
};

/* Asserts that a posterior of other charts, once updated, equals a new one. */
static void check_update(bship_posterior *posterior, const bship_chart *chart,
                         const bship_posterior_options *options)
{
    const bship_rules *rules = bship_chart_rules(chart);
    bship_posterior *fresh = NULL;
    bship_status expected = bship_posterior_new(&fresh, chart, options, NULL);

    assert_status(bship_posterior_update(posterior, chart, NULL), expected,
                  "%d turns in %d bytes under\n%s", (int)bship_chart_turns(chart),
                  (int)options->memory_limit, rules_text(rules));
    if (!expected)
        assert_same(posterior_dump(fresh, rules), posterior_dump(posterior, rules),
                    "what came before");
    bship_posterior_free(fresh);
}

Test(work, of_a_chart_does_not_depend_on_those_before_where_memory_is_short)
{
    for (size_t i = 0; i < sizeof varied_rules / sizeof *varied_rules; i++) {
        bship_rules *rules = rules_from(varied_rules[i]);
        bship_rng rng = rng_of(11);
        bship_board *board = random_board(rules, &rng);
        bship_chart *game = new_chart(rules), *chart = new_chart(rules);
        bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
        int updates = 0;

        while (fire_at_random(board, game, &rng))
            ;
        options.precision = 0.1;
        options.work_limit = 20000000;
        for (options.memory_limit = 60000; options.memory_limit < 1 << 20;
             options.memory_limit += options.memory_limit / (uint64_t)scaled(4)) {
            bship_posterior *posterior = NULL;
            if (bship_posterior_new(&posterior, game, &options, NULL) == BSHIP_ERROR_MEMORY)
                continue;
            for (int64_t turns = 0; turns < bship_chart_turns(game); turns += 3) {
                int64_t kept = turns * 7 % bship_chart_turns(game);
                assert_ok(bship_chart_copy(chart, game), "a copy");
                assert_ok(bship_chart_truncate(chart, kept), "%d turns", (int)kept);
                check_update(posterior, chart, &options);
                updates++;
            }
            bship_posterior_free(posterior);
        }
        cr_assert_gt(updates, 0, "no limit does");
        bship_chart_free(chart);
        bship_chart_free(game);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}
