/* Limits of work and of memory: the status if one is too low, and the limit reported as needed. */
#include "support.h"

#include <battleship/enumeration.h>

/* A chart with one salvo at the first cells, reported as a number of hits. */
static bship_chart *chart_of_total(const bship_rules *rules, size_t count, int32_t hits)
{
    bship_chart *chart = new_chart(rules);
    bship_total total = BSHIP_TOTAL_INIT;
    bship_cell cells[8];

    for (size_t i = 0; i < count; i++)
        cells[i] = cell_at(rules, (int32_t)i);
    total.hits = hits;
    assert_ok(bship_chart_record_total(chart, cells, (int32_t)count, &total, NULL), "a salvo");
    return chart;
}

/* ---- work and memory ---- */

Test(posterior_limits, of_as_many_steps_as_there_can_be_are_limits_like_any)
{
    bship_rules *rules =
        rules_from("board 3x1\nfleet 1\nturn salvo 2\nsalvo-report total\ndisclosure hit\n");
    bship_chart *chart = chart_of_total(rules, 2, 1);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior *posterior = NULL;

    options.work_limit = INT64_MAX;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "a tiny board");
    assert_ok(bship_posterior_describe(posterior, &info), "a tiny board");
    cr_assert(info.is_exact, "the limit does not do for an exact method");
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* A method that lacks memory needs no more steps, although another method would. */
Test(posterior_limits, of_memory_are_not_reported_as_limits_of_work)
{
    bship_rules *rules = rules_from("board 10x10\nfleet russian\ncontact none\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;

    options.exact_only = 1;
    options.memory_limit = 10000000;
    assert_status(bship_posterior_new(&posterior, chart, &options, NULL), BSHIP_ERROR_MEMORY,
                  "the frontier");
    options.memory_limit = BSHIP_POSTERIOR_MEMORY_DEFAULT;
    options.work_limit = 50000000;
    assert_status(bship_posterior_new(&posterior, chart, &options, NULL), BSHIP_ERROR_WORK_LIMIT,
                  "the frontier with all its memory");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* An exact method can need less work than a sample. */
Test(posterior_limits, that_are_too_low_report_the_needs_of_the_best_method)
{
    bship_rules *rules = rules_from("board 10x10\nfleet classic\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    bship_posterior *posterior = NULL;

    options.work_limit = 100000;
    assert_status(bship_posterior_new(&posterior, chart, &options, &error), BSHIP_ERROR_WORK_LIMIT,
                  "the classic fleet in 100,000 steps");
    cr_assert(error.index > 250000 && error.index < 400000, "%lld steps", (long long)error.index);
    options.work_limit = error.index;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "in as many as it said");
    assert_ok(bship_posterior_describe(posterior, &info), "the classic fleet");
    cr_assert(info.is_exact, "it is sampled");
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- memory kept between updates ---- */

/* Asserts the method of a posterior. */
static void check_method(const bship_posterior *posterior, int32_t method, const char *what)
{
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;

    assert_ok(bship_posterior_describe(posterior, &info), "%s", what);
    cr_assert_eq(info.method, method, "%s: %s", what,
                 bship_enum_name(BSHIP_ENUM_METHOD, info.method));
}

/* Before the first hit the frontier counts and keeps its memory for the next turn; not later. */
/* Of the ships only one can lie where it has weight: all layouts weigh less than can be counted. */
Test(posterior_limits, of_weights_far_apart_are_no_contradictions)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2 2\n");
    bship_chart *chart = new_chart(rules);
    int64_t count = bship_rules_placement_count(rules);
    double *weights = calloc((size_t)count, sizeof *weights);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;

    for (int64_t i = 0; i < count; i++)
        weights[i] = 1e-160;
    for (int32_t ship = 0; ship < 3; ship++)
        weights[bship_rules_placement_index(rules, (bship_placement){ ship, 0, 0, 0 })] = 1;
    options.weights = weights;
    options.weight_count = count;
    options.method = BSHIP_METHOD_ENUMERATION;
    assert_status(bship_posterior_new(&posterior, chart, &options, NULL), BSHIP_ERROR_UNSUPPORTED,
                  "enumeration");
    free(weights);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(posterior_limits, of_memory_do_not_count_what_is_no_longer_needed)
{
    struct memory memory;
    bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL, *fresh = NULL;

    memory_init(&memory);
    fleet.allocator = memory.allocator;
    bship_rules *rules = rules_from_with("board 7x7\nfleet 3 2 2 2 1 1 1\ncontact none\n"
                                         "turn salvo 4\nsalvo-report total\n"
                                         "disclosure hit\n",
                                         &fleet);
    bship_chart *empty = new_chart(rules), *chart = chart_of_total(rules, 4, 1);
    size_t before = memory.bytes;
    options.precision = 0.1;
    assert_ok(bship_posterior_new(&fresh, chart, &options, NULL), "a salvo");
    size_t needed = memory.bytes - before;
    bship_posterior_free(fresh);
    assert_ok(bship_posterior_new(&posterior, empty, &options, NULL), "no shot");
    check_method(posterior, BSHIP_METHOD_FRONTIER, "no shot");
    size_t kept = memory.bytes - before;
    cr_assert_gt(kept, 2 * needed, "the frontier keeps only %zu bytes of %zu", kept, needed);
    assert_ok(bship_posterior_update(posterior, chart, NULL), "a salvo");
    cr_assert_leq(memory.bytes - before, needed + needed / 2, "%zu bytes are in use, not %zu",
                  memory.bytes - before, needed);
    bship_posterior_free(posterior);
    bship_chart_free(empty);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    memory_check(&memory, "what the frontier kept");
}

/* ---- draws ---- */

/* Cancels everything after a number of calls. */
struct canceller {
    int calls, cancel_at;
};

static int32_t report_progress(double done, void *user)
{
    struct canceller *canceller = user;

    (void)done;
    return ++canceller->calls >= canceller->cancel_at;
}

/* Drawing from an exact count on a large board takes long and can be cancelled. */
Test(posterior_limits, of_work_hold_for_draws)
{
    enum {
        SHIPS = 2
    };
    bship_rules *rules = rules_from("board 300x300\nfleet 3 2\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    struct canceller canceller = { 0, INT32_MAX };
    bship_placement drawn[SHIPS], again[SHIPS];
    bship_posterior *posterior = NULL, *patient = NULL;
    bship_rng rng = rng_of(1), same = rng_of(1);

    options.method = BSHIP_METHOD_ENUMERATION;
    assert_ok(bship_posterior_new(&patient, chart, &options, NULL), "without progress");
    options.progress = report_progress;
    options.user = &canceller;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "with progress");
    canceller.cancel_at = 1;
    assert_status(bship_posterior_sample(posterior, &rng, drawn, SHIPS), BSHIP_ERROR_CANCELLED,
                  "a draw");
    canceller.cancel_at = INT32_MAX;
    rng = rng_of(1);
    assert_ok(bship_posterior_sample(posterior, &rng, drawn, SHIPS), "the draw again");
    assert_ok(bship_posterior_sample(patient, &same, again, SHIPS), "the same draw");
    for (size_t i = 0; i < SHIPS; i++)
        cr_assert(drawn[i].x == again[i].x && drawn[i].y == again[i].y &&
                      drawn[i].orientation == again[i].orientation,
                  "ship %zu lies elsewhere", i);
    bship_posterior_free(posterior);
    bship_posterior_free(patient);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}
