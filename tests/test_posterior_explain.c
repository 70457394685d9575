/* Explanations: what became of each method in an update, and why. */
#include <math.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/explain.h>

#include "support.h"

static bship_posterior_explanation explanation_of(const bship_posterior *posterior, int32_t method)
{
    bship_posterior_explanation explanation = BSHIP_POSTERIOR_EXPLANATION_INIT;

    assert_ok(bship_posterior_explain(posterior, method, &explanation), "method %d", (int)method);
    cr_assert_eq(explanation.method, method, "method %d, not %d", (int)explanation.method,
                 (int)method);
    cr_assert_gt(strlen(explanation.reason), 5, "method %d: no reason", (int)method);
    cr_assert_not_null(bship_enum_name(BSHIP_ENUM_EXPLANATION_STATE, explanation.state), "state %d",
                       (int)explanation.state);
    return explanation;
}

/* Asserts the state of a method; returns its explanation. */
static bship_posterior_explanation check(const bship_posterior *posterior, int32_t method,
                                         int32_t state, const char *what)
{
    bship_posterior_explanation explanation = explanation_of(posterior, method);

    cr_assert_eq(explanation.state, state, "%s: %s was %s: %s", what,
                 bship_enum_name(BSHIP_ENUM_METHOD, method),
                 bship_enum_name(BSHIP_ENUM_EXPLANATION_STATE, explanation.state),
                 explanation.reason);
    return explanation;
}

/* Asserts that the method reported is the only one chosen, and that the steps add up. */
static void check_chosen(const bship_posterior *posterior, const char *what)
{
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    int64_t steps = 0;
    int chosen = 0;

    assert_ok(bship_posterior_describe(posterior, &info), "%s", what);
    for (int32_t method = 1; method < bship_enum_count(BSHIP_ENUM_METHOD); method++) {
        bship_posterior_explanation explanation = explanation_of(posterior, method);
        chosen += explanation.state == BSHIP_EXPLANATION_STATE_CHOSEN;
        cr_assert_eq(explanation.state == BSHIP_EXPLANATION_STATE_CHOSEN, method == info.method,
                     "%s: %s is the method", what, bship_enum_name(BSHIP_ENUM_METHOD, info.method));
        cr_assert_geq(explanation.steps, 0, "%s: %lld steps", what, (long long)explanation.steps);
        cr_assert(explanation.steps == 0 || explanation.state != BSHIP_EXPLANATION_STATE_UNREACHED,
                  "%s: steps of a method that was not reached", what);
        steps += explanation.steps;
    }
    cr_assert_eq(chosen, 1, "%s: %d methods were chosen", what, chosen);
    cr_assert_leq(steps, info.work, "%s: %lld steps of %lld", what, (long long)steps,
                  (long long)info.work);
}

static bship_posterior *posterior_of(const char *lines, const bship_posterior_options *options)
{
    bship_rules *rules = rules_from(lines);
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = NULL;

    assert_ok(bship_posterior_new(&posterior, chart, options, NULL), "%s", lines);
    check_chosen(posterior, lines);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    return posterior;
}

Test(posterior_explain, a_cheap_count_needs_no_other_method)
{
    bship_posterior *posterior = posterior_of("board 10x10\nfleet classic\n", NULL);
    bship_posterior_explanation exact =
        check(posterior, BSHIP_METHOD_ENUMERATION, BSHIP_EXPLANATION_STATE_CHOSEN, "classic");

    cr_assert(exact.is_exact && !exact.status, "exact without a failure");
    cr_assert(exact.estimated_steps > 0 && exact.estimated_steps < 5e6, "an estimate of %g",
              exact.estimated_steps);
    cr_assert(isnan(exact.accepted), "there were no trial draws");
    cr_assert(exact.steps > 0 && exact.memory > 0, "%lld steps", (long long)exact.steps);
    bship_posterior_explanation frontier =
        check(posterior, BSHIP_METHOD_FRONTIER, BSHIP_EXPLANATION_STATE_UNREACHED, "classic");
    cr_assert(frontier.is_exact && isnan(frontier.estimated_steps), "nothing was estimated");
    check(posterior, BSHIP_METHOD_REJECTION, BSHIP_EXPLANATION_STATE_UNREACHED, "classic");
    check(posterior, BSHIP_METHOD_MCMC, BSHIP_EXPLANATION_STATE_UNREACHED, "classic");
    check(posterior, BSHIP_METHOD_SMC, BSHIP_EXPLANATION_STATE_UNABLE, "classic");
    bship_posterior_free(posterior);
}

/* Seven short ships: frontier is estimated to cost less than enumeration. */
Test(posterior_explain, the_cheaper_exact_method_is_chosen)
{
    bship_posterior *posterior =
        posterior_of("board 7x7\nfleet 3 2 2 2 1 1 1\ncontact none\n", NULL);
    bship_posterior_explanation frontier =
        check(posterior, BSHIP_METHOD_FRONTIER, BSHIP_EXPLANATION_STATE_CHOSEN, "7x7");
    bship_posterior_explanation exact =
        check(posterior, BSHIP_METHOD_ENUMERATION, BSHIP_EXPLANATION_STATE_DECLINED, "7x7");

    cr_assert_lt(frontier.estimated_steps, exact.estimated_steps, "%g steps, not %g",
                 frontier.estimated_steps, exact.estimated_steps);
    bship_posterior_free(posterior);
}

/* Too little memory for the frontier, as in test_posterior_work.c; then too few steps. */
Test(posterior_explain, lack_of_memory_or_steps_is_explained)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;

    options.memory_limit = 3000000;
    options.precision = 0.2;
    bship_posterior *posterior =
        posterior_of("board 10x10\nfleet russian\ncontact none\n", &options);
    bship_posterior_explanation frontier =
        check(posterior, BSHIP_METHOD_FRONTIER, BSHIP_EXPLANATION_STATE_ABANDONED, "memory");
    cr_assert_eq(frontier.status, BSHIP_ERROR_MEMORY, "%s",
                 bship_enum_name(BSHIP_ENUM_STATUS, frontier.status));
    cr_assert_lt(frontier.memory, 3000000, "%d bytes", (int)frontier.memory);
    bship_posterior_free(posterior);
    options.memory_limit = 0;
    options.work_limit = 50000000;
    posterior = posterior_of("board 10x10\nfleet russian\ncontact none\n", &options);
    frontier = check(posterior, BSHIP_METHOD_FRONTIER, BSHIP_EXPLANATION_STATE_DECLINED, "steps");
    cr_assert_gt(frontier.estimated_steps, 50000000 * 0.75, "an estimate of %g",
                 frontier.estimated_steps);
    bship_posterior_explanation draws =
        check(posterior, BSHIP_METHOD_REJECTION, BSHIP_EXPLANATION_STATE_DECLINED, "steps");
    cr_assert(draws.accepted >= 0 && draws.accepted < 0.005, "a share of %g", draws.accepted);
    check(posterior, BSHIP_METHOD_MCMC, BSHIP_EXPLANATION_STATE_CHOSEN, "steps");
    bship_posterior_free(posterior);
}

/* The method requested is chosen, and the others are declined. */
Test(posterior_explain, the_requested_method_is_chosen)
{
    for (int32_t method = BSHIP_METHOD_ENUMERATION; method <= BSHIP_METHOD_MCMC; method++) {
        bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
        options.method = method;
        options.precision = 0.1;
        bship_posterior *posterior = posterior_of("board 6x6\nfleet 3 2\n", &options);
        for (int32_t other = BSHIP_METHOD_ENUMERATION; other <= BSHIP_METHOD_MCMC; other++)
            check(posterior, other,
                  other == method ? BSHIP_EXPLANATION_STATE_CHOSEN
                                  : BSHIP_EXPLANATION_STATE_DECLINED,
                  "6x6");
        check(posterior, BSHIP_METHOD_SMC, BSHIP_EXPLANATION_STATE_UNABLE, "6x6");
        bship_posterior_free(posterior);
    }
}

/* ---- totals ---- */

static bship_chart *chart_with_total(void)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2 2\nturn salvo 3\nsalvo-report total\n"
                                    "disclosure hit\n");
    bship_chart *chart = new_chart(rules);
    bship_total total = BSHIP_TOTAL_INIT;
    const bship_cell cells[] = { { 0, 0 }, { 2, 1 }, { 3, 3 } };

    total.hits = 1;
    assert_ok(bship_chart_record_total(chart, cells, 3, &total, NULL), "a salvo");
    bship_rules_unref(rules);
    return chart;
}

Test(posterior_explain, totals_allow_three_methods)
{
    bship_chart *chart = chart_with_total();

    for (int32_t method = BSHIP_METHOD_AUTO; method <= BSHIP_METHOD_SMC; method++) {
        int is_able = method != BSHIP_METHOD_FRONTIER && method != BSHIP_METHOD_MCMC;
        bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
        bship_posterior *posterior = NULL;
        options.method = method;
        options.precision = 0.05;
        bship_status status = bship_posterior_new(&posterior, chart, &options, NULL);
        assert_status(status, is_able ? BSHIP_OK : BSHIP_ERROR_UNSUPPORTED, "by %s",
                      bship_enum_name(BSHIP_ENUM_METHOD, method));
        if (status)
            continue;
        check_chosen(posterior, bship_enum_name(BSHIP_ENUM_METHOD, method));
        if (method != BSHIP_METHOD_AUTO)
            check(posterior, method, BSHIP_EXPLANATION_STATE_CHOSEN, "asked for");
        check(posterior, BSHIP_METHOD_FRONTIER, BSHIP_EXPLANATION_STATE_UNABLE, "totals");
        check(posterior, BSHIP_METHOD_MCMC, BSHIP_EXPLANATION_STATE_UNABLE, "totals");
        bship_posterior_free(posterior);
    }
    bship_chart_free(chart);
}

/* Rejection and smc sample the same layouts. */
Test(posterior_explain, both_samplers_of_totals_agree_with_enumeration)
{
    bship_chart *chart = chart_with_total();
    const int32_t methods[] = { BSHIP_METHOD_ENUMERATION, BSHIP_METHOD_REJECTION,
                                BSHIP_METHOD_SMC };
    double grids[3][36], errors[3][36];
    bship_posterior_info info[3];

    for (int i = 0; i < 3; i++) {
        bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
        bship_posterior *posterior = NULL;
        options.method = methods[i];
        options.precision = 0.01;
        assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "sampler %d", i);
        info[i] = (bship_posterior_info)BSHIP_POSTERIOR_INFO_INIT;
        assert_ok(bship_posterior_describe(posterior, &info[i]), "sampler %d", i);
        cr_assert_eq(info[i].method, methods[i], "method %d", (int)info[i].method);
        bship_posterior_occupancy(posterior, grids[i], 36);
        bship_posterior_standard_error(posterior, errors[i], 36);
        bship_posterior_free(posterior);
        cr_assert_leq(fabs(info[i].layouts - info[0].layouts),
                      6 * info[i].layouts_error * info[0].layouts, "%g layouts, not %g",
                      info[i].layouts, info[0].layouts);
        for (int c = 0; c < 36; c++)
            cr_assert_leq(fabs(grids[i][c] - grids[0][c]), 6 * errors[i][c] + 1e-9,
                          "cell %d by %s: %g, not %g", c,
                          bship_enum_name(BSHIP_ENUM_METHOD, methods[i]), grids[i][c], grids[0][c]);
    }
    bship_chart_free(chart);
}

/* ---- failures ---- */

Test(posterior_explain, a_failed_update_is_explained)
{
    bship_rules *rules = rules_from("board 3x3\nfleet 3\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = NULL;
    const bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };

    assert_ok(bship_posterior_new(&posterior, chart, NULL, NULL), "no shot");
    check(posterior, BSHIP_METHOD_ENUMERATION, BSHIP_EXPLANATION_STATE_CHOSEN, "no shot");
    assert_status(bship_posterior_update(posterior, NULL, NULL), BSHIP_ERROR_ARGUMENT, "refused");
    check(posterior, BSHIP_METHOD_ENUMERATION, BSHIP_EXPLANATION_STATE_CHOSEN, "refused");
    assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &hit, NULL), "a hit");
    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 1 }, &hit, NULL), "another");
    assert_status(bship_posterior_update(posterior, chart, NULL), BSHIP_ERROR_CONTRADICTION,
                  "one ship in two rows");
    bship_posterior_explanation exact = explanation_of(posterior, BSHIP_METHOD_ENUMERATION);
    cr_assert(exact.state == BSHIP_EXPLANATION_STATE_UNREACHED ||
                  exact.status == BSHIP_ERROR_CONTRADICTION,
              "exact was %s", bship_enum_name(BSHIP_ENUM_EXPLANATION_STATE, exact.state));
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(posterior_explain, only_methods_are_explained)
{
    bship_posterior *posterior = posterior_of("board 4x4\nfleet 2\n", NULL);
    bship_posterior_explanation explanation = BSHIP_POSTERIOR_EXPLANATION_INIT;

    assert_status(bship_posterior_explain(posterior, BSHIP_METHOD_AUTO, &explanation),
                  BSHIP_ERROR_ARGUMENT, "auto");
    assert_status(bship_posterior_explain(posterior, -1, &explanation), BSHIP_ERROR_ARGUMENT, "-1");
    assert_status(
        bship_posterior_explain(posterior, bship_enum_count(BSHIP_ENUM_METHOD), &explanation),
        BSHIP_ERROR_ARGUMENT, "beyond the last");
    assert_status(bship_posterior_explain(posterior, BSHIP_METHOD_ENUMERATION, NULL),
                  BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_posterior_explain(NULL, BSHIP_METHOD_ENUMERATION, &explanation),
                  BSHIP_ERROR_UNSUPPORTED, "no posterior");
    explanation.size = sizeof explanation - 1;
    assert_status(bship_posterior_explain(posterior, BSHIP_METHOD_ENUMERATION, &explanation),
                  BSHIP_ERROR_SIZE, "too small");
    cr_assert(explanation.method == 0 && !explanation.reason, "written though refused");
    cr_assert_null(bship_enum_name(BSHIP_ENUM_EXPLANATION_STATE, -1), "there is no state -1");
    cr_assert_null(
        bship_enum_name(BSHIP_ENUM_EXPLANATION_STATE, BSHIP_EXPLANATION_STATE_CHOSEN + 1),
        "nor a last one");
    bship_posterior_free(posterior);
}
