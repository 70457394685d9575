/*
 * Contracts of posteriors apart from the numbers: refusals, the state after a failure, limits,
 * cancelling and updates.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "support.h"

static const bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };

static void record(bship_chart *chart, int32_t x, int32_t y, const bship_report *report)
{
    assert_ok(bship_chart_record(chart, (bship_cell){ x, y }, report, NULL), "%d,%d", (int)x,
              (int)y);
}

/* Asserts that posterior and check are both refused, and that nothing is written. */
static void refuse(const bship_chart *chart, const bship_posterior_options *options,
                   bship_status expected, int64_t index, const char *what)
{
    bship_posterior *untouched = (bship_posterior *)&expected, *posterior = untouched;
    bship_error error = BSHIP_ERROR_INIT, of_check = BSHIP_ERROR_INIT;

    assert_status(bship_posterior_new(&posterior, chart, options, &error), expected, "%s", what);
    cr_assert_eq(posterior, untouched, "%s: the output was written", what);
    cr_assert_eq(error.status, expected, "%s: the error's status", what);
    cr_assert_neq(error.text[0], '\0', "%s: the error says nothing", what);
    cr_assert_eq(error.index, index, "%s: index %lld, not %lld", what, (long long)error.index,
                 (long long)index);
    assert_status(bship_posterior_check(chart, options, &of_check), expected, "%s", what);
    cr_assert_eq(of_check.status, expected, "%s: the error's status of a check", what);
    cr_assert_eq(of_check.index, index, "%s: the error's index of a check", what);
    assert_status(bship_posterior_new(&posterior, chart, options, NULL), expected, "%s", what);
}

/* ---- refusals ---- */

Test(posterior, refuses_what_has_no_meaning)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;

    refuse(NULL, NULL, BSHIP_ERROR_ARGUMENT, -1, "no chart");
    assert_status(bship_posterior_new(NULL, chart, NULL, NULL), BSHIP_ERROR_ARGUMENT, "no output");
    options.method = -1;
    refuse(chart, &options, BSHIP_ERROR_ARGUMENT, -1, "method -1");
    options.method = 6;
    refuse(chart, &options, BSHIP_ERROR_ARGUMENT, -1, "method 6");
    options.exact_only = 1;
    for (options.method = BSHIP_METHOD_REJECTION; options.method <= BSHIP_METHOD_SMC;
         options.method++)
        refuse(chart, &options, BSHIP_ERROR_ARGUMENT, -1, "sampling what must be exact");
    options.exact_only = 2;
    refuse(chart, &options, BSHIP_ERROR_ARGUMENT, -1, "a flag that is none");
    options.exact_only = 0;
    options.method = BSHIP_METHOD_AUTO;
    options.work_limit = -1;
    refuse(chart, &options, BSHIP_ERROR_RANGE, -1, "a negative limit");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(posterior, refuses_weights_that_are_none)
{
    static const double wrong[] = { -1.0, -1e-300, (double)NAN, HUGE_VAL, -HUGE_VAL };
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\n");
    bship_chart *chart = new_chart(rules);
    int64_t count = bship_rules_placement_count(rules);
    double *weights = calloc((size_t)count + 1, sizeof *weights);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;

    for (int64_t i = 0; i < count; i++)
        weights[i] = 1.0;
    options.weights = weights;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int64_t at = (int64_t)i * (count - 1) / 4;
        options.weight_count = count;
        weights[at] = wrong[i];
        refuse(chart, &options, BSHIP_ERROR_RANGE, at, "a weight");
        weights[at] = 1.0;
    }
    for (int64_t i = -1; i <= 1; i += 2) {
        options.weight_count = count + i;
        refuse(chart, &options, BSHIP_ERROR_COUNT, -1, "a weight too many or too few");
    }
    free(weights);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* Weights of zero leave no layout. */
Test(posterior, without_layouts_of_positive_weight_is_a_contradiction)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\n");
    bship_chart *chart = new_chart(rules);
    int64_t count = bship_rules_placement_count(rules);
    double *weights = calloc((size_t)count, sizeof *weights);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;

    options.weights = weights;
    options.weight_count = count;
    refuse(chart, &options, BSHIP_ERROR_CONTRADICTION, -1, "no weight");
    free(weights);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(posterior, queries_need_somewhere_to_result)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = new_posterior(chart);
    bship_cell cell = { 0, 0 };

    assert_status(bship_posterior_forecast(posterior, cell, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_posterior_describe(posterior, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_posterior_placement(posterior, (bship_placement){ 0, 0, 0, 0 }, NULL),
                  BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_posterior_update(posterior, NULL, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    bship_posterior_free(posterior);
    bship_posterior_free(NULL);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(posterior, cells_that_cannot_be_fired_at_have_no_forecast)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\nblocked B1\nrepeat refused\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior;
    static const struct {
        bship_cell cell;
        bship_status status;
    } rows[] = {
        { { -1, 0 }, BSHIP_ERROR_OFF_BOARD },
        { { 5, 4 }, BSHIP_ERROR_OFF_BOARD },
        { { 1, 0 }, BSHIP_ERROR_BLOCKED },
        { { 2, 2 }, BSHIP_ERROR_REPEATED },
        { { 3, 3 }, BSHIP_OK },
    };

    record(chart, 2, 2, &hit);
    posterior = new_posterior(chart);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bship_forecast forecast = BSHIP_FORECAST_INIT;
        assert_status(bship_posterior_forecast(posterior, rows[i].cell, &forecast), rows[i].status,
                      "%d,%d", (int)rows[i].cell.x, (int)rows[i].cell.y);
    }
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(posterior, placements_that_do_not_exist_have_no_probability)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3 1\nblocked B1\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = new_posterior(chart);
    static const struct {
        bship_placement placement;
        bship_status status;
    } rows[] = {
        { { 0, 2, 0, BSHIP_ORIENTATION_HORIZONTAL }, BSHIP_OK },
        { { 0, 3, 0, BSHIP_ORIENTATION_HORIZONTAL }, BSHIP_ERROR_RANGE },
        { { 0, 0, -1, BSHIP_ORIENTATION_VERTICAL }, BSHIP_ERROR_RANGE },
        { { 0, 0, 0, 2 }, BSHIP_ERROR_RANGE },
        { { 1, 0, 0, BSHIP_ORIENTATION_VERTICAL }, BSHIP_ERROR_RANGE },
        { { 2, 0, 0, BSHIP_ORIENTATION_HORIZONTAL }, BSHIP_ERROR_RANGE },
        { { -1, 0, 0, BSHIP_ORIENTATION_HORIZONTAL }, BSHIP_ERROR_RANGE },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double lies = -1.0;
        assert_status(bship_posterior_placement(posterior, rows[i].placement, &lies),
                      rows[i].status, "row %zu", i);
        cr_assert_eq(lies > 0.0, !rows[i].status, "row %zu: %f", i, lies);
    }
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* Adds a probability to all cells of a placement. */
static void scatter(const bship_rules *rules, bship_placement at, double share, double *grid)
{
    bool is_down = at.orientation == BSHIP_ORIENTATION_VERTICAL;
    int32_t length = bship_fleet_length(bship_rules_fleet(rules), at.ship);

    for (int32_t i = 0; i < length; i++)
        grid[cell_index(
            rules, (bship_cell){ at.x + (is_down ? 0 : i), at.y + (is_down ? i : 0) })] += share;
}

Test(posterior, placements_add_up_to_the_occupancy_by_every_method)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3 3\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;

    record(chart, 2, 2, &hit);
    for (options.method = BSHIP_METHOD_AUTO; options.method <= BSHIP_METHOD_MCMC;
         options.method++) {
        bship_posterior *posterior = NULL;
        double grid[36], sums[36] = { 0 };
        assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "method %d",
                  (int)options.method);
        bship_posterior_occupancy(posterior, grid, 36);
        for (int64_t i = 0; i < bship_rules_placement_count(rules); i++) {
            bship_placement at;
            double share;
            assert_ok(bship_rules_placement(rules, i, &at), "placement %d", (int)i);
            assert_ok(bship_posterior_placement(posterior, at, &share), "placement %d", (int)i);
            /* The third ship is interchangeable with the second. */
            if (at.ship < 2)
                scatter(rules, at, share, sums);
        }
        for (int i = 0; i < 36; i++)
            cr_assert_float_eq(grid[i], sums[i], 1e-9, "method %d, cell %d: %f, not %f",
                               (int)options.method, i, sums[i], grid[i]);
        bship_posterior_free(posterior);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(posterior, methods_have_their_names)
{
    static const char *const names[] = { "auto",      "enumeration", "frontier",
                                         "rejection", "mcmc",        "smc" };

    assert_nothing_else(bship_enum_count(BSHIP_ENUM_METHOD) == 6, "%d methods",
                        (int)bship_enum_count(BSHIP_ENUM_METHOD));
    for (int32_t method = 0; method < 6; method++) {
        cr_assert_str_eq(bship_enum_name(BSHIP_ENUM_METHOD, method), names[method], "method %d",
                         (int)method);
        cr_assert_eq(bship_enum_find(BSHIP_ENUM_METHOD, names[method]), method, "%s",
                     names[method]);
        cr_assert_gt(strlen(bship_enum_text(BSHIP_ENUM_METHOD, method)), 10, "%s", names[method]);
    }
    cr_assert_null(bship_enum_name(BSHIP_ENUM_METHOD, -1), "there is no method -1");
    cr_assert_null(bship_enum_name(BSHIP_ENUM_METHOD, 6), "there is no method 6");
    cr_assert_null(bship_enum_text(BSHIP_ENUM_METHOD, -1), "there is no method -1");
    cr_assert_null(bship_enum_text(BSHIP_ENUM_METHOD, 6), "there is no method 6");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_METHOD, "Exact"), -1, "names are in small letters");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_METHOD, NULL), -1, "NULL is no name");
}

/* ---- buffers ---- */

Test(posterior, fills_only_the_room_that_there_is)
{
    bship_rules *rules = rules_from("board 5x4\nfleet 3 2\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = new_posterior(chart);
    double whole[20], part[20];
    bship_cell best[20], first[20];
    char text[8] = "xxxxxxx", number[8];

    cr_assert_eq(bship_posterior_occupancy(posterior, whole, 20), 20, "cells");
    for (size_t i = 0; i < 20; i++)
        part[i] = -1.0;
    cr_assert_eq(bship_posterior_occupancy(posterior, part, 7), 20, "cells");
    cr_assert_arr_eq(part, whole, 7 * sizeof *part, "the first values");
    cr_assert_eq(part[7], -1.0, "one value too many");
    cr_assert_eq(bship_posterior_occupancy_of_class(posterior, 0, part, 0), 20, "cells");
    cr_assert_eq(bship_posterior_standard_error(posterior, part + 7, 0), 20, "cells");
    cr_assert_arr_eq(part, whole, 7 * sizeof *part, "written though there is no room");
    cr_assert_eq(bship_posterior_best(posterior, best, 20), 20, "cells");
    memset(first, 0x55, sizeof first);
    cr_assert_eq(bship_posterior_best(posterior, first, 3), 20, "cells");
    cr_assert_arr_eq(first, best, 3 * sizeof *best, "the best cells");
    cr_assert_eq(first[3].x, 0x55555555, "one cell too many");
    cr_assert_eq(bship_posterior_format_layouts(posterior, number, sizeof number), 3,
                 "three digits");
    cr_assert_eq(bship_posterior_format_layouts(posterior, text, 3), 3, "three digits");
    cr_assert(memcmp(text, number, 2) == 0 && memcmp(text + 2, "\0xxxx", 5) == 0,
              "the text is \"%s\"", text);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- limits and cancelling ---- */

Test(posterior, gives_up_at_the_work_limit)
{
    bship_rules *rules = rules_from("board 10x10\nfleet classic\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    bship_posterior *posterior = NULL;

    options.work_limit = 1;
    assert_status(bship_posterior_new(&posterior, chart, &options, &error), BSHIP_ERROR_WORK_LIMIT,
                  "one step");
    cr_assert_null(posterior, "a posterior was made");
    cr_assert_gt(error.index, 0, "the work is estimated as %lld", (long long)error.index);
    assert_status(bship_posterior_check(chart, &options, &error), BSHIP_ERROR_WORK_LIMIT, "check");
    cr_assert_gt(error.index, 0, "the work is estimated as %lld", (long long)error.index);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* The calls of a progress callback. */
struct progress {
    int calls, calls_max; /* it cancels at the last of these */
    double last;
    bool is_regular; /* never back, never beyond 1 */
};

static int32_t report_progress(double done, void *user)
{
    struct progress *progress = user;

    progress->is_regular &= done >= progress->last && done <= 1.0;
    progress->last = done;
    return ++progress->calls >= progress->calls_max;
}

/* Long computations unless cancelled. */
Test(posterior, is_cancelled_by_the_progress_callback)
{
    bship_rules *rules = rules_from("board 20x20\nfleet classic\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;

    for (int calls = 1; calls <= 2; calls++) {
        struct progress progress = { 0, calls, 0.0, true };
        bship_posterior *posterior = NULL;
        options.work_limit = INT64_MAX;
        options.progress = report_progress;
        options.user = &progress;
        assert_status(bship_posterior_new(&posterior, chart, &options, NULL), BSHIP_ERROR_CANCELLED,
                      "call %d", calls);
        cr_assert_null(posterior, "a posterior was made");
        cr_assert_eq(progress.calls, calls, "called %d times", progress.calls);
        cr_assert(progress.is_regular, "the work done is %g", progress.last);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- updates ---- */

static bship_posterior *posterior_by(const bship_chart *chart, int32_t method)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    options.method = method;
    options.seed = 5;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "method %d", (int)method);
    return posterior;
}

/* Asserts that an updated posterior equals a new one of the same method. */
static void check_update_by(bship_posterior *posterior, const bship_chart *chart, int32_t method)
{
    bship_posterior *fresh = posterior_by(chart, method);
    const bship_rules *rules = bship_chart_rules(chart);

    assert_ok(bship_posterior_update(posterior, chart, NULL), "%s", rules_text(rules));
    assert_same(posterior_dump(fresh, rules), posterior_dump(posterior, rules), "an update");
    bship_posterior_free(fresh);
}

static void check_update(bship_posterior *posterior, const bship_chart *chart)
{
    check_update_by(posterior, chart, BSHIP_METHOD_AUTO);
}

/* Samples, too: each update draws from the stream of the seed anew. */
Test(posterior, sampled_again_equals_a_new_one)
{
    static const struct {
        int32_t method;
        const char *rules;
    } cases[] = {
        { BSHIP_METHOD_REJECTION, "board 6x6\nfleet 3 2 2\n" },
        { BSHIP_METHOD_MCMC, "board 6x6\nfleet 3 2 2\n" },
        { BSHIP_METHOD_SMC, "board 6x6\nfleet 3 2 2\nturn salvo 6\nsalvo-report total\n" },
    };
    bship_rng rng = rng_of(4);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_rules *rules = rules_from(cases[i].rules);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        fire_at_random(board, chart, &rng);
        bship_posterior *posterior = posterior_by(chart, cases[i].method);
        for (int turn = 0; turn < 3; turn++) {
            check_update_by(posterior, chart, cases[i].method);
            fire_at_random(board, chart, &rng);
        }
        assert_ok(bship_chart_truncate(chart, 1), "back again");
        check_update_by(posterior, chart, cases[i].method);
        bship_posterior_free(posterior);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* Forward, back, and to another game: a posterior does not depend on earlier charts. */
Test(posterior, updated_equals_a_new_one)
{
    static const struct shape any = { .width = 6,
                                      .height = 6,
                                      .ships = 5,
                                      .length = 4,
                                      .blocked = 3,
                                      .pin[BSHIP_RULE_SALVO_REPORT] = 1 };
    bship_rng rng = rng_of(7);

    for (int i = 0; i < scaled(30); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_chart *chart = new_chart(rules);
        bship_posterior *posterior = new_posterior(chart);
        for (int game = 0; game < 2; game++) {
            bship_board *board = random_board(rules, &rng);
            bship_chart_reset(chart);
            while (fire_at_random(board, chart, &rng) > 0)
                check_update(posterior, chart);
            assert_ok(bship_chart_truncate(chart, bship_chart_turns(chart) / 2), "half a game");
            check_update(posterior, chart);
            bship_board_free(board);
        }
        bship_posterior_free(posterior);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* Asserts that a posterior is empty. */
static void check_nothing(const bship_posterior *posterior, const char *what)
{
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_forecast forecast = BSHIP_FORECAST_INIT;
    bship_cell cell = { 0, 0 };
    double value = 0.5;
    char text[8] = "text";

    assert_status(bship_posterior_describe(posterior, &info), BSHIP_ERROR_UNSUPPORTED, "%s", what);
    assert_status(bship_posterior_forecast(posterior, cell, &forecast), BSHIP_ERROR_UNSUPPORTED,
                  "%s", what);
    cr_assert_eq(bship_posterior_format_layouts(posterior, text, sizeof text), 0, "%s", what);
    cr_assert_eq(bship_posterior_occupancy(posterior, &value, 1), 0, "%s", what);
    cr_assert_eq(bship_posterior_occupancy_of_class(posterior, 0, &value, 1), 0, "%s", what);
    cr_assert_eq(bship_posterior_standard_error(posterior, &value, 1), 0, "%s", what);
    cr_assert_eq(bship_posterior_best(posterior, &cell, 1), 0, "%s", what);
    assert_status(bship_posterior_placement(posterior, (bship_placement){ 0, 0, 0, 0 }, &value),
                  BSHIP_ERROR_UNSUPPORTED, "%s", what);
    cr_assert(value == 0.5 && info.layouts == 0.0 && forecast.miss == 0.0, "%s: written", what);
}

Test(posterior, after_a_failure_has_no_results)
{
    double value = 0.5;
    bship_cell cell;

    cr_assert_eq(bship_posterior_format_layouts(NULL, NULL, 0), 0, "layouts");
    cr_assert_eq(bship_posterior_occupancy(NULL, &value, 1), 0, "occupancy");
    cr_assert_eq(bship_posterior_occupancy_of_class(NULL, 0, &value, 1), 0, "of a class");
    cr_assert_eq(bship_posterior_standard_error(NULL, &value, 1), 0, "standard error");
    cr_assert_eq(bship_posterior_best(NULL, &cell, 1), 0, "cells");
    cr_assert_eq(value, 0.5, "a value was written");
}

static bship_posterior *posterior_from(const char *text)
{
    bship_rules *rules = rules_from(text);
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = new_posterior(chart);

    bship_chart_free(chart);
    bship_rules_unref(rules);
    return posterior;
}

Test(posterior, holds_nothing_after_a_failed_update)
{
    static const char *const text = "board 5x1\nfleet 3\n";
    bship_posterior *posterior = posterior_from(text);
    bship_rules *rules = rules_from(text), *others = rules_from("board 1x5\nfleet 3\n");
    bship_chart *chart = new_chart(rules), *other = new_chart(others);
    bship_chart *contradiction = new_chart(rules);
    bship_error error = BSHIP_ERROR_INIT;

    /* No ship of three covers both. */
    record(contradiction, 0, 0, &hit);
    record(contradiction, 3, 0, &hit);
    assert_status(bship_posterior_update(posterior, contradiction, &error),
                  BSHIP_ERROR_CONTRADICTION, "a lie");
    cr_assert_eq(error.status, BSHIP_ERROR_CONTRADICTION, "the error's status");
    check_nothing(posterior, "after a contradiction");
    check_update(posterior, chart);
    assert_status(bship_posterior_update(posterior, other, &error), BSHIP_ERROR_RULES, "rules");
    cr_assert_eq(error.status, BSHIP_ERROR_RULES, "the error's status");
    check_nothing(posterior, "after a chart of other rules");
    check_update(posterior, chart);
    bship_chart_free(contradiction);
    bship_chart_free(chart);
    bship_chart_free(other);
    bship_rules_unref(rules);
    bship_rules_unref(others);
    bship_posterior_free(posterior);
}

/* A posterior made with a limit keeps it: the end of a game costs little, its beginning much. */
Test(posterior, updates_within_the_limit_it_was_made_with)
{
    bship_rules *rules = rules_from("board 10x10\nfleet classic\n");
    bship_chart *chart = new_chart(rules), *empty = new_chart(rules);
    bship_rng rng = rng_of(9);
    bship_board *board = random_board(rules, &rng);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    bship_error error = BSHIP_ERROR_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;

    while (fire_at_random(board, chart, &rng) > 0)
        continue;
    assert_ok(bship_posterior_new(&posterior, chart, NULL, NULL), "the end of a game");
    assert_ok(bship_posterior_describe(posterior, &info), "its work");
    bship_posterior_free(posterior);
    options.work_limit = 2 * info.work + 1000;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "within the limit");
    assert_status(bship_posterior_update(posterior, empty, &error), BSHIP_ERROR_WORK_LIMIT,
                  "the beginning of a game");
    cr_assert_gt(error.index, info.work, "the work is estimated as %lld", (long long)error.index);
    check_nothing(posterior, "after too much work");
    assert_ok(bship_posterior_update(posterior, chart, NULL), "the end again");
    bship_posterior_free(posterior);
    bship_board_free(board);
    bship_chart_free(chart);
    bship_chart_free(empty);
    bship_rules_unref(rules);
}

/* ---- limits of memory and of depth ---- */

Test(posterior, goes_another_way_where_one_needs_too_much_memory)
{
    bship_rules *rules = rules_from("board 10x10\nfleet russian\ncontact none\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior *posterior = NULL;

    options.memory_limit = 3000000;
    options.precision = 0.05;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "too little for all exact");
    assert_ok(bship_posterior_describe(posterior, &info), "it is described");
    cr_assert(!info.is_exact, "the limit does for an exact method");
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(posterior, of_a_vast_salvo_stays_shallow)
{
    enum {
        SIDE = 300,
        SHOTS = 60000
    };
    static bship_cell cells[SHOTS];
    bship_rules *rules = rules_from("board 300x300\nfleet 5 4 3 3 2\nturn salvo 60000\n"
                                    "salvo-report total\ndisclosure hit\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior *posterior = NULL;
    bship_total total = BSHIP_TOTAL_INIT;

    for (int32_t i = 0; i < SHOTS; i++)
        cells[i] = (bship_cell){ i % SIDE, i / SIDE };
    total.hits = 1;
    options.work_limit = 1000000000;
    assert_ok(bship_chart_record_total(chart, cells, SHOTS, &total, NULL), "a salvo with one hit");
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "too many ways to count");
    assert_ok(bship_posterior_describe(posterior, &info), "it is described");
    cr_assert_eq(info.method, BSHIP_METHOD_REJECTION, "not sampled");
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* MCMC does not estimate the number of layouts: its text is empty, but terminated. */
Test(posterior, writes_an_empty_number_where_it_is_not_known)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    char text[2] = { 'x', 'x' };

    options.method = BSHIP_METHOD_MCMC;
    options.precision = 0.1;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "a chain");
    cr_assert_eq(bship_posterior_format_layouts(posterior, text, 1), 0, "a number");
    cr_assert_eq(text[0], '\0', "the text is not ended");
    cr_assert_eq(text[1], 'x', "written beyond its room");
    text[0] = 'x';
    cr_assert_eq(bship_posterior_format_layouts(NULL, text, 2), 0, "of no posterior");
    cr_assert_eq(text[0], '\0', "the text of none is not ended");
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* Inclusion-exclusion takes differences; where rounding spoils them, another method is used or
 * none. */
Test(posterior, of_weights_far_apart_is_good_or_refused)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 4 3 3 2\n");
    bship_chart *chart = new_chart(rules);
    int64_t count = bship_rules_placement_count(rules);
    double *weights = malloc((size_t)count * sizeof *weights), grid[25];
    bship_rng rng = rng_of(9);

    for (int i = 0; i < 30; i++) {
        bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
        for (int64_t w = 0; w < count; w++)
            weights[w] = pow(10, between(&rng, -2 * i, 2 * i) / 2.0);
        options.weights = weights;
        options.weight_count = count;
        for (int32_t method = BSHIP_METHOD_AUTO; method <= BSHIP_METHOD_FRONTIER; method++) {
            bship_posterior *posterior = NULL;
            double sum = 0;
            options.method = method;
            bship_status status = bship_posterior_new(&posterior, chart, &options, NULL);
            if (method == BSHIP_METHOD_ENUMERATION && status == BSHIP_ERROR_UNSUPPORTED)
                continue;
            assert_ok(status, "spread %d, method %d", i, (int)method);
            bship_posterior_occupancy(posterior, grid, 25);
            for (int c = 0; c < 25; c++) {
                cr_assert(grid[c] >= 0 && grid[c] <= 1 + 1e-6, "spread %d: %g", i, grid[c]);
                sum += grid[c];
            }
            cr_assert_float_eq(sum, 12, 1e-6, "spread %d, method %d: %g cells", i, (int)method,
                               sum);
            bship_posterior_free(posterior);
        }
    }
    free(weights);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* Everything that it was made from may be gone. */
/* Ship A lies in the first cell: a sinking is certain, and tells nothing. */
Test(posterior, of_weights_has_no_impossible_forecasts)
{
    static const double weights[] = {
        0.03, 0, 0, 0, 0.09, 0.81, 0.39, 0.96, 0.3, 0.43, 0.06, 0.12
    };
    bship_rules *rules = rules_from("board 4x1\nfleet A:1 B:1 C:1\ndisclosure ship\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    bship_forecast forecast = BSHIP_FORECAST_INIT;

    options.weights = weights;
    options.weight_count = sizeof weights / sizeof *weights;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "a posterior");
    assert_ok(bship_posterior_forecast(posterior, (bship_cell){ 0, 0 }, &forecast), "a forecast");
    cr_assert(forecast.sunk > 0.999 && forecast.sunk <= 1, "%.17g", forecast.sunk);
    cr_assert(forecast.entropy >= 0 && forecast.entropy < 1e-9, "%g bits", forecast.entropy);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(posterior, needs_its_chart_and_weights_only_while_it_is_made)
{
    static const int32_t methods[] = { BSHIP_METHOD_ENUMERATION, BSHIP_METHOD_FRONTIER,
                                       BSHIP_METHOD_REJECTION, BSHIP_METHOD_MCMC };
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        bship_rules *rules = rules_from("board 5x4\nfleet 3 2\n");
        size_t count = (size_t)bship_rules_placement_count(rules);
        double *weights = malloc(count * sizeof *weights), before[20], after[20];
        bship_chart *chart = new_chart(rules);
        bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
        bship_posterior *posterior = NULL;
        bship_report none = BSHIP_REPORT_INIT;
        bship_placement layout[2];
        bship_rng rng = rng_of(1);

        for (size_t k = 0; k < count; k++)
            weights[k] = 1.0 + (double)k;
        options.method = methods[i];
        options.weights = weights;
        options.weight_count = count;
        record(chart, 0, 0, &hit);
        assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "method %zu", i);
        bship_posterior_occupancy(posterior, before, 20);
        for (size_t k = 0; k < count; k++)
            weights[k] = 0.0;
        free(weights);
        bship_chart_reset(chart);
        record(chart, 0, 0, &none);
        bship_posterior_occupancy(posterior, after, 20);
        cr_assert_arr_eq(after, before, sizeof before, "method %zu: another posterior", i);
        bship_chart_free(chart);
        bship_rules_unref(rules);
        assert_ok(bship_posterior_sample(posterior, &rng, layout, 2), "method %zu", i);
        cr_assert((layout[0].x == 0 && layout[0].y == 0) || (layout[1].x == 0 && layout[1].y == 0),
                  "method %zu: a layout that leaves the hit", i);
        bship_posterior_free(posterior);
    }
}
