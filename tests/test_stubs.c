/* What this version only promises: it says so, touches nothing, and its structs and words are real.
 */
#include <string.h>

#include "support.h"

/* Asserts that a call answers that it is not supported. */
#define assert_unsupported(call)                                                                   \
    assert_status(call, BSHIP_ERROR_UNSUPPORTED, "this version has only the contract")

static void check_error(const bship_error *error)
{
    cr_assert_eq(error->status, BSHIP_ERROR_UNSUPPORTED, "the error's status");
    cr_assert_neq(error->text[0], '\0', "the error says nothing");
}

Test(stubs, posterior_answers_that_it_is_not_supported)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = NULL;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_forecast forecast = BSHIP_FORECAST_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    bship_rng rng = rng_of(0);
    bship_cell cell = { 0, 0 };
    bship_placement placements[2];
    double figure = 0.5;

    assert_unsupported(bship_posterior_new(&posterior, chart, NULL, &error));
    check_error(&error);
    cr_assert_null(posterior, "no posterior is made");
    assert_unsupported(bship_posterior_update(NULL, chart, NULL));
    assert_unsupported(bship_posterior_check(chart, NULL, NULL));
    assert_unsupported(bship_posterior_describe(NULL, &info));
    assert_unsupported(bship_posterior_forecast(NULL, cell, &forecast));
    assert_unsupported(bship_posterior_sinks(NULL, cell, 3, &figure));
    assert_unsupported(bship_posterior_sample(NULL, &rng, placements, 2));
    cr_assert_eq(bship_posterior_layouts(NULL, NULL, 0), 0, "layouts without a posterior");
    cr_assert_eq(bship_posterior_occupancy(NULL, &figure, 1), 0, "no occupancy");
    cr_assert_eq(bship_posterior_occupancy_of_length(NULL, 3, &figure, 1), 0, "none of a length");
    cr_assert_eq(bship_posterior_standard_error(NULL, &figure, 1), 0, "no standard error");
    cr_assert_eq(bship_posterior_best(NULL, &cell, 1), 0, "no best cells");
    cr_assert_eq(figure, 0.5, "a figure was written");
    bship_posterior_free(NULL);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(stubs, structs_begin_as_their_macros_say)
{
    static const bship_posterior_options any = BSHIP_POSTERIOR_OPTIONS_INIT;
    static const bship_posterior_info no_info = BSHIP_POSTERIOR_INFO_INIT;
    static const bship_forecast no_forecast = BSHIP_FORECAST_INIT;
    bship_posterior_options options;
    bship_posterior_info info;
    bship_forecast forecast;

    memset(&options, 0xff, sizeof options);
    memset(&info, 0xff, sizeof info);
    memset(&forecast, 0xff, sizeof forecast);
    bship_posterior_options_init(&options, sizeof options);
    bship_posterior_info_init(&info, sizeof info);
    bship_forecast_init(&forecast, sizeof forecast);
    cr_assert(memcmp(&options, &any, sizeof options) == 0, "the posterior's options differ");
    cr_assert(memcmp(&info, &no_info, sizeof info) == 0, "the empty description differs");
    cr_assert(memcmp(&forecast, &no_forecast, sizeof forecast) == 0, "the empty forecast differs");
    bship_posterior_options_init(NULL, sizeof options);
    bship_posterior_info_init(NULL, sizeof info);
    bship_forecast_init(NULL, sizeof forecast);
}

Test(stubs, methods_have_their_names)
{
    static const char *const names[] = { "auto", "exact", "frontier", "draws", "chain" };
    for (int32_t method = 0; method < 5; method++)
        cr_assert_str_eq(bship_posterior_method_name(method), names[method], "method %d",
                         (int)method);
    cr_assert_null(bship_posterior_method_name(-1), "there is no method -1");
    cr_assert_null(bship_posterior_method_name(5), "there is no method 5");
}
