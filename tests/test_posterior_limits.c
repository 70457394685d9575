/* Limits of work and of memory: what is answered where one does not do, and what another would. */
#include "support.h"

/* A chart with one salvo, of the first cells, that was answered by a number of hits. */
static bship_chart *chart_of_total(bship_rules *rules, size_t count, int32_t hits)
{
    bship_chart *chart = new_chart(rules);
    bship_total total = BSHIP_TOTAL_INIT;
    bship_cell cells[8];

    for (size_t i = 0; i < count; i++)
        cells[i] = cell_at(rules, (int32_t)i);
    total.hits = hits;
    assert_ok(bship_chart_record_total(chart, cells, (int32_t)count, &total), "a salvo");
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

/* What lacks memory needs no more steps, though another way that does not would. */
Test(posterior_limits, of_memory_are_not_taken_for_those_of_work)
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
