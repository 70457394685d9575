/* Common to all calls: statuses, error details and versioned structs. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/batch.h>
#include <battleship/experimental/explain.h>
#include <battleship/experimental/habits.h>
#include <battleship/experimental/placing.h>

#include "board_model.h"

/* All statuses. Names and values never change; a new one needs a row here. */
static const struct status {
    int32_t value;
    const char *name;
} statuses[] = {
    { 0, "BSHIP_OK" },
    { 10, "BSHIP_ERROR_ARGUMENT" },
    { 11, "BSHIP_ERROR_SIZE" },
    { 12, "BSHIP_ERROR_RANGE" },
    { 13, "BSHIP_ERROR_COUNT" },
    { 20, "BSHIP_ERROR_MEMORY" },
    { 21, "BSHIP_ERROR_UNSUPPORTED" },
    { 22, "BSHIP_ERROR_WORK_LIMIT" },
    { 23, "BSHIP_ERROR_CANCELLED" },
    { 30, "BSHIP_ERROR_FLEET" },
    { 31, "BSHIP_ERROR_CONFLICT" },
    { 32, "BSHIP_ERROR_INFEASIBLE" },
    { 33, "BSHIP_ERROR_RULES" },
    { 40, "BSHIP_ERROR_OFF_BOARD" },
    { 41, "BSHIP_ERROR_BLOCKED" },
    { 42, "BSHIP_ERROR_OVERLAP" },
    { 43, "BSHIP_ERROR_CONTACT" },
    { 44, "BSHIP_ERROR_PLACED" },
    { 45, "BSHIP_ERROR_NOT_PLACED" },
    { 46, "BSHIP_ERROR_STARTED" },
    { 50, "BSHIP_ERROR_REPEATED" },
    { 51, "BSHIP_ERROR_KNOWN_WATER" },
    { 52, "BSHIP_ERROR_DUPLICATE" },
    { 54, "BSHIP_ERROR_REPORT" },
    { 55, "BSHIP_ERROR_CONTRADICTION" },
    { 56, "BSHIP_ERROR_NO_TARGET" },
    { 60, "BSHIP_ERROR_STATE" },
    { 61, "BSHIP_ERROR_STRATEGY" },
    { 62, "BSHIP_ERROR_WASTED" },
    { 70, "BSHIP_ERROR_SYNTAX" },
    { 71, "BSHIP_ERROR_VERSION" },
    { 72, "BSHIP_ERROR_NAME" },
    { 73, "BSHIP_ERROR_IO" },
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

Test(status, has_a_name_that_is_found_and_a_message_of_its_own)
{
    for (size_t i = 0; i < COUNT(statuses); i++) {
        const struct status *s = &statuses[i];
        const char *message = bship_status_message(s->value);
        cr_assert_str_eq(bship_enum_name(BSHIP_ENUM_STATUS, s->value), s->name, "the name of %d",
                         (int)s->value);
        cr_assert_eq(bship_enum_find(BSHIP_ENUM_STATUS, s->name), s->value, "%s is not found",
                     s->name);
        cr_assert_str_not_empty(message, "the message of %s", s->name);
        cr_assert_str_eq(bship_enum_text(BSHIP_ENUM_STATUS, s->value), message, "%s", s->name);
        for (size_t j = 0; j < i; j++)
            cr_assert_str_neq(message, bship_status_message(statuses[j].value), "%s", s->name);
    }
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_STATUS, "BSHIP_OKAY"), BSHIP_ERROR_UNKNOWN,
                 "no status");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_STATUS, NULL), BSHIP_ERROR_UNKNOWN, "NULL");
}

Test(status, numbers_that_are_no_status_are_unknown)
{
    int known = 0;

    for (int32_t value = -100; value < 1000; value++) {
        size_t i = 0;
        while (i < COUNT(statuses) && statuses[i].value != value)
            i++;
        if (i < COUNT(statuses)) {
            known++;
            continue;
        }
        cr_assert_null(bship_enum_name(BSHIP_ENUM_STATUS, value), "%d", (int)value);
        cr_assert_null(bship_enum_text(BSHIP_ENUM_STATUS, value), "%d", (int)value);
        cr_assert_str_eq(bship_status_message(value), "unknown status", "%d", (int)value);
    }
    cr_assert_eq(known, COUNT(statuses), "two statuses have one value");
}

Test(options, zeroes_stand_for_the_documented_defaults)
{
    bship_rules_options options = { .size = sizeof options };
    bship_rules *rules = NULL;
    bship_fleet *fleet = NULL;

    assert_ok(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL), "a fleet");
    assert_ok(bship_rules_new(&rules, fleet, &options, NULL), "the rules");
    cr_assert_eq(bship_rules_width(rules), 10, "the width");
    cr_assert_eq(bship_rules_height(rules), 10, "the height");
    for (int32_t rule = 0; rule < bship_enum_count(BSHIP_ENUM_RULE); rule++)
        cr_assert_eq(bship_rules_get(rules, rule), 0, "rule %d", (int)rule);
    bship_fleet_unref(fleet);
    bship_rules_unref(rules);
}

Test(status, frozen_structs_have_their_sizes)
{
    cr_assert_eq(sizeof(bship_cell), 8, "bship_cell");
    cr_assert_eq(sizeof(bship_placement), 16, "bship_placement");
    cr_assert_eq(sizeof(bship_report), 32, "bship_report");
    cr_assert_eq(sizeof(bship_conflict), 16, "bship_conflict");
    cr_assert_eq(sizeof(bship_rng), 64, "bship_rng");
}

/* A call that says whether something is so: no other number than 0 and 1. */
Test(status, yes_is_1_and_no_is_0)
{
    bship_rules *rules = rules_from("board 3x3\nblocked C3\nfleet 1 1\ndisclosure every-hit\n");
    bship_rules *others = rules_from("board 3x3\nfleet 2\ndisclosure hit\n");
    bship_board *board = new_board(rules);
    bship_chart *chart = new_chart(rules);
    bship_record *position = NULL, *game = NULL;
    bship_report sunk = { BSHIP_RESULT_SUNK, 0, 1, 0, 0, 0, 0, 0 };

    assert_ok(bship_record_new(&game, rules, NULL, NULL), "a record");
    for (int32_t ship = 0; ship < 2; ship++) {
        cr_assert_eq(bship_board_is_complete(board), 0, "complete");
        assert_ok(bship_board_place(board, (bship_placement){ ship, ship, 0, 0 }), "a ship");
    }
    cr_assert_eq(bship_board_is_complete(board), 1, "not complete");
    for (int32_t x = 0; x < 2; x++) {
        cr_assert_eq(bship_board_is_defeated(board), 0, "defeated");
        cr_assert_eq(bship_chart_is_defeated(chart), 0, "defeated");
        assert_ok(bship_board_fire(board, (bship_cell){ x, 0 }, &sunk, NULL), "a shot");
        assert_ok(bship_chart_record(chart, (bship_cell){ x, 0 }, &sunk, NULL), "its report");
    }
    cr_assert_eq(bship_board_is_defeated(board), 1, "not defeated");
    cr_assert_eq(bship_chart_is_defeated(chart), 1, "not defeated");
    cr_assert_eq(bship_rules_is_blocked(rules, (bship_cell){ 2, 2 }), 1, "not blocked");
    cr_assert_eq(bship_rules_is_blocked(rules, (bship_cell){ 2, 1 }), 0, "blocked");
    cr_assert_eq(bship_rules_equal(rules, rules), 1, "not equal");
    cr_assert_eq(bship_rules_equal(rules, others), 0, "equal");
    cr_assert_eq(bship_fleet_equal(bship_rules_fleet(rules), bship_rules_fleet(rules)), 1, "not");
    cr_assert_eq(bship_fleet_equal(bship_rules_fleet(rules), bship_rules_fleet(others)), 0, "is");
    for (int32_t detail = 0; detail < bship_enum_count(BSHIP_ENUM_DETAIL); detail++) {
        cr_assert_eq(bship_rules_discloses(rules, detail), 1, "detail %d", (int)detail);
        cr_assert_eq(bship_rules_discloses(others, detail), 0, "detail %d", (int)detail);
    }
    cr_assert_eq(bship_record_is_game(game), 0, "it has not begun");
    assert_ok(bship_record_set(game, BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE, "a", NULL), "who began");
    assert_ok(bship_record_new_chart(&position, chart, BSHIP_SIDE_A, NULL), "a position");
    cr_assert_eq(bship_record_is_game(game), 1, "no game");
    cr_assert_eq(bship_record_is_game(position), 0, "a game");
    bship_record_free(game);
    bship_record_free(position);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
    bship_rules_unref(others);
}

Test(error, is_written_whole_on_failure_and_not_on_success)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_cell cell;

    assert_ok(bship_cell_parse("B2", &cell, &error), "a cell");
    cr_assert_eq(error.status, 0, "a success was noted");
    cr_assert_str_empty(error.text, "a success has a text");
    memset(&error, 0x77, sizeof error);
    error.size = sizeof error;
    assert_status(bship_cell_parse("!", &cell, &error), BSHIP_ERROR_SYNTAX, "no cell");
    cr_assert_eq(error.size, sizeof error, "the size changed");
    cr_assert_eq(error.status, BSHIP_ERROR_SYNTAX, "the status is not in the error");
    cr_assert_eq(error.line, 1, "the line is %u", (unsigned)error.line);
    cr_assert_eq(error.column, 1, "the column is %u", (unsigned)error.column);
    cr_assert_not_null(memchr(error.text, 0, sizeof error.text), "the text has no end");
    cr_assert_gt(strlen(error.text), 0, "no text");
    cr_assert_neq(error.text[strlen(error.text) - 1], '.', "a full stop");
}

Test(error, of_zeroes_is_filled)
{
    bship_error error = { 0 };
    bship_cell cell;

    assert_status(bship_cell_parse("!", &cell, &error), BSHIP_ERROR_SYNTAX, "no cell");
    cr_assert_eq(error.size, 0, "the size changed");
    cr_assert_eq(error.status, BSHIP_ERROR_SYNTAX, "the status is not in the error");
    cr_assert_eq(error.index, -1, "the index is not that of no item");
    cr_assert_str_not_empty(error.text, "no text");
}

Test(error, of_a_size_that_cannot_be_right_stays_unwritten)
{
    static const size_t sizes[] = { 1, offsetof(bship_error, text), 4097, SIZE_MAX };
    bship_error error, before;
    bship_cell cell;

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        memset(&error, 0x77, sizeof error);
        error.size = sizes[i];
        memcpy(&before, &error, sizeof before);
        assert_status(bship_cell_parse("!", &cell, &error), BSHIP_ERROR_SYNTAX, "no cell");
        cr_assert_arr_eq(&error, &before, sizeof error, "an error of %zu bytes was written",
                         sizes[i]);
    }
}

Test(error, about_a_size_gives_the_sizes_that_are_accepted)
{
    bship_ai_options options[2] = { { .size = 12 } }; /* zeroes lie behind the first */
    bship_error error = BSHIP_ERROR_INIT;
    bship_rules *rules = rules_from("");
    bship_ai *ai = NULL;
    size_t least = 0, most = 0;

    assert_status(bship_ai_new(&ai, rules, "hunt", options, &error), BSHIP_ERROR_SIZE, "12 bytes");
    const char *range = strstr(error.text, "sizes from ");
    cr_assert_not_null(range, "%s", error.text);
    cr_assert_eq(sscanf(range, "sizes from %zu to %zu", &least, &most), 2, "%s", error.text);
    cr_assert(least <= sizeof *options && most >= sizeof options, "%s", error.text);
    const size_t refused[] = { least - 1, most + 1 }, accepted[] = { least, sizeof options };
    for (size_t i = 0; i < 2; i++) {
        options->size = refused[i];
        assert_status(bship_ai_new(&ai, rules, "hunt", options, NULL), BSHIP_ERROR_SIZE, "%zu",
                      refused[i]);
        options->size = accepted[i];
        assert_ok(bship_ai_new(&ai, rules, "hunt", options, NULL), "%zu", accepted[i]);
        bship_ai_free(ai);
    }
    bship_rules_unref(rules);
}

/* The versioned structs: their initial values and a call that reads or fills each. */

static bship_status read_fleet_options(void *options)
{
    bship_fleet *fleet = NULL;
    bship_status status = bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, options, NULL);
    bship_fleet_unref(fleet);
    return status;
}

static bship_status read_rules_options(void *options)
{
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    bship_status status;

    assert_ok(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL), "a fleet");
    status = bship_rules_new(&rules, fleet, options, NULL);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
    return status;
}

static bship_status fill_rules_options(void *out)
{
    bship_rules *rules = rules_from("");
    bship_status status = bship_rules_describe(rules, out);
    bship_rules_unref(rules);
    return status;
}

static bship_status read_board_options(void *options)
{
    bship_rules *rules = rules_from("");
    bship_board *board = NULL;
    bship_status status = bship_board_new(&board, rules, options, NULL);
    bship_board_free(board);
    bship_rules_unref(rules);
    return status;
}

static bship_status read_chart_options(void *options)
{
    bship_rules *rules = rules_from("");
    bship_chart *chart = NULL;
    bship_status status = bship_chart_new(&chart, rules, options, NULL);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    return status;
}

static bship_status set_rules_options(void *options)
{
    return bship_rules_options_set(options, "contact", "none", NULL);
}

static bship_status read_ai_options(void *options)
{
    bship_rules *rules = rules_from("");
    bship_ai *ai = NULL;
    bship_status status = bship_ai_new(&ai, rules, "random", options, NULL);
    bship_ai_free(ai);
    bship_rules_unref(rules);
    return status;
}

static bship_status read_aim_options(void *options)
{
    bship_rules *rules = rules_from("");
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = NULL;
    bship_cell cell;
    assert_ok(bship_ai_new(&ai, rules, "random", NULL, NULL), "an AI");
    bship_status status = bship_ai_aim(ai, chart, options, &cell);
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    return status;
}

static bship_status first_cells(void *state, const bship_chart *chart,
                                const bship_aim_options *options, bship_cell *cells, size_t count,
                                bship_rng *rng, void *user)
{
    (void)state, (void)chart, (void)options, (void)rng, (void)user;
    for (size_t i = 0; i < count; i++)
        cells[i] = (bship_cell){ (int32_t)i, 0 };
    return BSHIP_OK;
}

static bship_status read_strategy_callbacks(void *given)
{
    bship_strategy_callbacks *callbacks = given;
    bship_rules *rules = rules_from("");
    bship_ai *ai = NULL;
    bship_status status;

    callbacks->aim = first_cells;
    status = bship_ai_new_custom(&ai, rules, callbacks, NULL, NULL, NULL);
    bship_ai_free(ai);
    bship_rules_unref(rules);
    return status;
}

static bship_status read_game_options(void *options)
{
    bship_rules *rules = rules_from("");
    bship_game *game = NULL;
    bship_status status = bship_game_new(&game, rules, options, NULL);
    bship_game_free(game);
    bship_rules_unref(rules);
    return status;
}

static bship_status read_match_options(void *options)
{
    bship_rules *rules = rules_from("");
    bship_match *match = NULL;
    bship_status status = bship_match_new(&match, rules, options, NULL);
    bship_match_free(match);
    bship_rules_unref(rules);
    return status;
}

static bship_status fill_match_options(void *out)
{
    bship_rules *rules = rules_from("");
    bship_match *match = NULL;
    assert_ok(bship_match_new(&match, rules, NULL, NULL), "a match");
    bship_status status = bship_match_describe(match, out);
    bship_match_free(match);
    bship_rules_unref(rules);
    return status;
}

static bship_status read_draw_options(void *options)
{
    bship_rules *rules = rules_from("");
    bship_board *board = new_board(rules);
    bship_rng rng = rng_of(1);
    bship_status status = bship_board_place_random(board, &rng, options, NULL);
    bship_board_free(board);
    bship_rules_unref(rules);
    return status;
}

static bship_status read_sampler_options(void *options)
{
    bship_rules *rules = rules_from("");
    bship_sampler *sampler = NULL;
    bship_status status = bship_sampler_new(&sampler, rules, options, NULL);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
    return status;
}

static bship_status read_placer_options(void *options)
{
    bship_rules *rules = rules_from("");
    bship_placer *placer = NULL;
    bship_status status = bship_placer_new(&placer, rules, NULL, options, NULL);
    bship_placer_free(placer);
    bship_rules_unref(rules);
    return status;
}

static bship_status read_batch_options(void *options)
{
    bship_rules *rules = rules_from("");
    bship_batch *batch = NULL;
    bship_status status = bship_batch_new(&batch, rules, 1, options, NULL);
    bship_batch_free(batch);
    bship_rules_unref(rules);
    return status;
}

static bship_status read_batch_arrays(void *arrays)
{
    bship_rules *rules = rules_from("");
    bship_batch *batch = NULL;
    bship_batch_arrays *given = arrays;
    assert_ok(bship_batch_new(&batch, rules, 1, NULL, NULL), "a batch");
    given->count = 1;
    given->cells = 100;
    bship_status status = bship_batch_observe(batch, given);
    bship_batch_free(batch);
    bship_rules_unref(rules);
    return status;
}

/* Arrays of no positions. */
static bship_status compute_batch(const bship_positions *positions,
                                  const bship_posterior_options *options,
                                  const bship_posterior_arrays *arrays)
{
    bship_rules *rules = rules_from("");
    bship_status status = bship_posterior_batch(rules, positions, options, 1, arrays, NULL);
    bship_rules_unref(rules);
    return status;
}

static bship_status read_positions(void *positions)
{
    bship_posterior_arrays arrays = BSHIP_POSTERIOR_ARRAYS_INIT;
    arrays.cells = 100;
    return compute_batch(positions, NULL, &arrays);
}

static bship_status read_posterior_arrays(void *arrays)
{
    bship_positions positions = BSHIP_POSITIONS_INIT;
    ((bship_posterior_arrays *)arrays)->cells = 100;
    return compute_batch(&positions, NULL, arrays);
}

static bship_status read_batch_posterior_options(void *options)
{
    bship_positions positions = BSHIP_POSITIONS_INIT;
    bship_posterior_arrays arrays = BSHIP_POSTERIOR_ARRAYS_INIT;
    arrays.cells = 100;
    return compute_batch(&positions, options, &arrays);
}

static bship_status read_habits_options(void *options)
{
    bship_rules *rules = rules_from("");
    bship_habits *habits = NULL;
    bship_status status = bship_habits_new(&habits, rules, options, NULL);
    bship_habits_free(habits);
    bship_rules_unref(rules);
    return status;
}

static bship_habits *habits_of_a_board(void)
{
    bship_rules *rules = rules_from("board 3x3\nfleet 2\n");
    bship_habits *habits = NULL;
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    bship_rules_unref(rules);
    return habits;
}

static bship_status fill_habits_info(void *out)
{
    bship_habits *habits = habits_of_a_board();
    bship_status status = bship_habits_describe(habits, out);
    bship_habits_free(habits);
    return status;
}

static bship_status fill_habits_trait_info(void *out)
{
    bship_habits *habits = habits_of_a_board();
    bship_status status = bship_habits_trait(habits, 0, out);
    bship_habits_free(habits);
    return status;
}

static bship_status read_record_options(void *options)
{
    static const char text[] = "battleship 1\n";
    bship_record *record = NULL;
    bship_status status = bship_record_parse(&record, text, sizeof text - 1, options, NULL);
    bship_record_free(record);
    return status;
}

static bship_status make_record(void *options)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    bship_record *record = NULL;
    bship_status status = bship_record_new(&record, rules, options, NULL);
    bship_record_free(record);
    bship_rules_unref(rules);
    return status;
}

static bship_status make_record_of_game(void *options)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    bship_record *record = NULL;
    bship_game *game = NULL;
    assert_ok(bship_game_new(&game, rules, NULL, NULL), "a game");
    bship_status status = bship_record_new_game(&record, game, options, NULL);
    bship_record_free(record);
    bship_game_free(game);
    bship_rules_unref(rules);
    return status;
}

static bship_status restore_game(void *options)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    bship_record *record = NULL;
    bship_game *game = NULL;
    assert_ok(bship_record_new(&record, rules, NULL, NULL), "a record");
    bship_status status = bship_game_restore(&game, record, options, NULL);
    bship_game_free(game);
    bship_record_free(record);
    bship_rules_unref(rules);
    return status;
}

/* A chart on which a ship of length 1 was sunk by the one shot. */
static bship_chart *chart_of_a_sinking(void)
{
    bship_report report = { BSHIP_RESULT_SUNK, -1, 1, 0, 0, 0, 0, 0 };
    bship_rules *rules = rules_from("board 2x2\nfleet 1\n");
    bship_chart *chart = new_chart(rules);
    bship_cell cell = { 0, 0 };

    assert_ok(bship_chart_record(chart, cell, &report, NULL), "a sinking");
    bship_rules_unref(rules);
    return chart;
}

static bship_status fill_turn(void *out)
{
    bship_chart *chart = chart_of_a_sinking();
    bship_status status = bship_chart_turn(chart, 0, out);
    bship_chart_free(chart);
    return status;
}

static bship_status fill_sinking(void *out)
{
    bship_chart *chart = chart_of_a_sinking();
    bship_status status = bship_chart_sinking(chart, 0, out);
    bship_chart_free(chart);
    return status;
}

static bship_status read_posterior_options(void *options)
{
    bship_chart *chart = chart_of_a_sinking();
    bship_posterior *posterior = NULL;
    bship_status status = bship_posterior_new(&posterior, chart, options, NULL);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    return status;
}

static bship_status read_check_options(void *options)
{
    bship_chart *chart = chart_of_a_sinking();
    bship_status status = bship_posterior_check(chart, options, NULL);
    bship_chart_free(chart);
    return status;
}

/* Lets the posterior of that chart fill a description or a forecast. */
static bship_status fill_from_posterior(bship_posterior_info *info, bship_forecast *forecast)
{
    bship_chart *chart = chart_of_a_sinking();
    bship_cell unknown = { 1, 1 };
    bship_posterior *posterior = NULL;
    bship_status status;

    assert_ok(bship_posterior_new(&posterior, chart, NULL, NULL), "a posterior");
    status = info ? bship_posterior_describe(posterior, info)
                  : bship_posterior_forecast(posterior, unknown, forecast);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    return status;
}

static bship_status fill_posterior_info(void *out)
{
    return fill_from_posterior(out, NULL);
}

static bship_status fill_forecast(void *out)
{
    return fill_from_posterior(NULL, out);
}

static bship_status fill_explanation(void *out)
{
    bship_chart *chart = chart_of_a_sinking();
    bship_posterior *posterior = NULL;

    assert_ok(bship_posterior_new(&posterior, chart, NULL, NULL), "a posterior");
    bship_status status = bship_posterior_explain(posterior, BSHIP_METHOD_ENUMERATION, out);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    return status;
}

static const char totals[] = "board 2x1\nfleet 1\nturn salvo 2\nsalvo-report total\n";

static bship_status fill_total(void *out)
{
    bship_rules *rules = rules_from(totals);
    bship_rng rng = rng_of(1);
    bship_board *board = random_board(rules, &rng);
    bship_cell cells[] = { { 0, 0 }, { 1, 0 } };
    size_t fired;
    bship_status status = bship_board_fire_total(board, cells, 2, out, &fired, NULL);

    bship_board_free(board);
    bship_rules_unref(rules);
    return status;
}

static bship_status read_total(void *given)
{
    static int32_t none[] = { 0 };
    bship_total *total = given;
    bship_rules *rules = rules_from(totals);
    bship_chart *chart = new_chart(rules);
    bship_cell cell = { 0, 0 };
    bship_status status;

    total->sunk = 0;
    total->sunk_of = none;
    total->capacity = 1;
    status = bship_chart_record_total(chart, &cell, 1, total, NULL);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    return status;
}

static bship_status fill_chart_total(void *out)
{
    bship_rules *rules = rules_from(totals);
    bship_chart *chart = new_chart(rules);
    bship_total miss = { sizeof miss, 0, 0, (int32_t[]){ 0 }, NULL, 1 };
    bship_cell cell = { 0, 0 };

    assert_ok(bship_chart_record_total(chart, &cell, 1, &miss, NULL), "a miss");
    bship_status status = bship_chart_total(chart, 0, out);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    return status;
}

static bship_record *record_of_a_total(void)
{
    bship_record *record = NULL;
    char text[128];

    snprintf(text, sizeof text, "battleship 1\n%sa A1, B1: 1 hit, sunk 1\n", totals);
    assert_ok(bship_record_parse(&record, text, strlen(text), NULL, NULL), "%s", text);
    return record;
}

static bship_status fill_record_total(void *out)
{
    bship_record *record = record_of_a_total();
    bship_status status = bship_record_total(record, 0, out);
    bship_record_free(record);
    return status;
}

static bship_status fill_record_entry(void *out)
{
    bship_record *record = record_of_a_total();
    bship_status status = bship_record_log_entry(record, 0, out);
    bship_record_free(record);
    return status;
}

/* Lets an AI describe the basis of its last aim. */
static bship_status fill_ai_info(void *out)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_ai(rules, "posterior", 0);
    bship_cell cell;
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
    bship_status status = bship_ai_describe(ai, out);
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    return status;
}

/* Lets an AI fire in a game. */
static bship_status fill_game_entry(void *out)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\nfirst a\n");
    bship_ai *ai = new_ai(rules, "random", 0);
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    options.ai_a = ai;
    options.location_b = BSHIP_LOCATION_REMOTE;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    assert_ok(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL), "a layout");
    assert_ok(bship_game_start(game, NULL), "the start");
    bship_status status = bship_game_step(game, NULL, out, NULL);
    if (status == BSHIP_ERROR_SIZE)
        cr_assert_eq(bship_game_phase(game), BSHIP_PHASE_AIMING, "nothing was fired");
    bship_game_free(game);
    bship_ai_free(ai);
    bship_rules_unref(rules);
    return status;
}

/* Asks for the mean of an entry that has played nothing. */
static bship_status fill_match_summary(void *out)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    bship_match *match = NULL;
    assert_ok(bship_match_new(&match, rules, NULL, NULL), "a match");
    assert_ok(bship_match_add(match, "random", NULL, NULL), "an entry");
    bship_status status = bship_match_mean(match, 0, 0.95, out);
    bship_match_free(match);
    bship_rules_unref(rules);
    return status;
}

/* Every type with its _INIT macro and the last field that it has in version 1. */
#define SIZED_TYPES(X)                                                                             \
    X(error, BSHIP_ERROR_INIT, text)                                                               \
    X(fleet_options, BSHIP_FLEET_OPTIONS_INIT, allocator)                                          \
    X(rules_options, BSHIP_RULES_OPTIONS_INIT, work_limit)                                         \
    X(ai_options, BSHIP_AI_OPTIONS_INIT, placing_strength)                                         \
    X(aim_options, BSHIP_AIM_OPTIONS_INIT, user)                                                   \
    X(ai_info, BSHIP_AI_INFO_INIT, basis)                                                          \
    X(strategy_callbacks, BSHIP_STRATEGY_CALLBACKS_INIT, describe)                                 \
    X(game_options, BSHIP_GAME_OPTIONS_INIT, user)                                                 \
    X(game_entry, BSHIP_GAME_ENTRY_INIT, reserved)                                                 \
    X(match_summary, BSHIP_MATCH_SUMMARY_INIT, high)                                               \
    X(match_options, BSHIP_MATCH_OPTIONS_INIT, observer_user)                                      \
    X(board_options, BSHIP_BOARD_OPTIONS_INIT, size)                                               \
    X(chart_options, BSHIP_CHART_OPTIONS_INIT, size)                                               \
    X(draw_options, BSHIP_DRAW_OPTIONS_INIT, user)                                                 \
    X(sampler_options, BSHIP_SAMPLER_OPTIONS_INIT, reserved)                                       \
    X(placer_options, BSHIP_PLACER_OPTIONS_INIT, user)                                             \
    X(batch_options, BSHIP_BATCH_OPTIONS_INIT, sampler)                                            \
    X(batch_arrays, BSHIP_BATCH_ARRAYS_INIT, status)                                               \
    X(positions, BSHIP_POSITIONS_INIT, ships)                                                      \
    X(posterior_arrays, BSHIP_POSTERIOR_ARRAYS_INIT, status)                                       \
    X(habits_options, BSHIP_HABITS_OPTIONS_INIT, half_life)                                        \
    X(habits_info, BSHIP_HABITS_INFO_INIT, probability)                                            \
    X(habits_trait_info, BSHIP_HABITS_TRAIT_INFO_INIT, uniform)                                    \
    X(record_options, BSHIP_RECORD_OPTIONS_INIT, memory_limit)                                     \
    X(record_game_options, BSHIP_RECORD_GAME_OPTIONS_INIT, view)                                   \
    X(restore_options, BSHIP_RESTORE_OPTIONS_INIT, sampler)                                        \
    X(record_entry, BSHIP_RECORD_ENTRY_INIT, reserved)                                             \
    X(posterior_options, BSHIP_POSTERIOR_OPTIONS_INIT, user)                                       \
    X(posterior_info, BSHIP_POSTERIOR_INFO_INIT, work)                                             \
    X(posterior_explanation, BSHIP_POSTERIOR_EXPLANATION_INIT, reason)                             \
    X(forecast, BSHIP_FORECAST_INIT, entropy)                                                      \
    X(total, BSHIP_TOTAL_INIT, capacity)                                                           \
    X(turn, BSHIP_TURN_INIT, is_total)                                                             \
    X(sinking, BSHIP_SINKING_INIT, ship_class)

#define SIZED_VALUE(type, value, last) static const bship_##type type##_value = value;
SIZED_TYPES(SIZED_VALUE)

#define END_OF(type, field) (offsetof(type, field) + sizeof(((type *)0)->field))

/* The types to which fields were added, and where the last of them ends. */
static const struct {
    const char *type;
    size_t end;
} grown_types[] = {
    { "rules_options", END_OF(bship_rules_options, reveal_ship) },
    { "batch_arrays", END_OF(bship_batch_arrays, shown) },
    { "positions", END_OF(bship_positions, shown) },
};

/* Where the last field of a type ends: that of version 1, unless later ones were added. */
static size_t end_of(const char *type, size_t end)
{
    for (size_t i = 0; i < COUNT(grown_types); i++)
        end = strcmp(type, grown_types[i].type) == 0 ? grown_types[i].end : end;
    return end;
}

static const struct sized {
    const char *name;
    size_t size;
    size_t least; /* its size in version 1 */
    const void *value;
} sized_types[] = {
#define SIZED_ROW(type, value, last)                                                               \
    { #type, sizeof(bship_##type), END_OF(bship_##type, last), &type##_value },
    SIZED_TYPES(SIZED_ROW)
};

static const struct sized_call {
    const char *name; /* of the call's struct */
    bship_status (*call)(void *sized);
    bool reads;
} sized_calls[] = {
    { "fleet_options", read_fleet_options, true },
    { "rules_options", read_rules_options, true },
    { "rules_options", set_rules_options, true },
    { "ai_options", read_ai_options, true },
    { "aim_options", read_aim_options, true },
    { "strategy_callbacks", read_strategy_callbacks, true },
    { "game_options", read_game_options, true },
    { "game_entry", fill_game_entry, false },
    { "match_options", read_match_options, true },
    { "draw_options", read_draw_options, true },
    { "board_options", read_board_options, true },
    { "chart_options", read_chart_options, true },
    { "rules_options", fill_rules_options, false },
    { "match_options", fill_match_options, false },
    { "sampler_options", read_sampler_options, true },
    { "placer_options", read_placer_options, true },
    { "batch_options", read_batch_options, true },
    { "batch_arrays", read_batch_arrays, true },
    { "positions", read_positions, true },
    { "posterior_arrays", read_posterior_arrays, true },
    { "posterior_options", read_batch_posterior_options, true },
    { "habits_options", read_habits_options, true },
    { "habits_info", fill_habits_info, false },
    { "habits_trait_info", fill_habits_trait_info, false },
    { "record_options", read_record_options, true },
    { "record_options", make_record, true },
    { "record_game_options", make_record_of_game, true },
    { "restore_options", restore_game, true },
    { "record_entry", fill_record_entry, false },
    { "posterior_options", read_posterior_options, true },
    { "posterior_options", read_check_options, true },
    { "posterior_info", fill_posterior_info, false },
    { "posterior_explanation", fill_explanation, false },
    { "ai_info", fill_ai_info, false },
    { "forecast", fill_forecast, false },
    { "total", read_total, true },
    { "total", fill_total, false },
    { "total", fill_chart_total, false },
    { "total", fill_record_total, false },
    { "turn", fill_turn, false },
    { "sinking", fill_sinking, false },
    { "match_summary", fill_match_summary, false },
};

/* A struct of `size` bytes that is initialised; the caller's to free. */
static void *sized_new(const struct sized *type, size_t size)
{
    void *sized = calloc(1, size > type->size ? size : type->size);

    memcpy(sized, type->value, type->size);
    memcpy(sized, &size, sizeof size);
    return sized;
}

static const struct sized *type_of(const struct sized_call *call)
{
    size_t i = 0;
    while (strcmp(sized_types[i].name, call->name) != 0)
        i++;
    return &sized_types[i];
}

static bship_status call_with(const struct sized_call *call, size_t more, size_t poke)
{
    const struct sized *type = type_of(call);
    unsigned char *sized = sized_new(type, type->size + more);
    size_t size = 0;
    bship_status status;

    if (poke)
        sized[poke] = 1;
    status = call->call(sized);
    memcpy(&size, sized, sizeof size);
    cr_assert_eq(size, type->size + more, "the size of %s changed", call->name);
    free(sized);
    return status;
}

/* What a version could not grow into without being told apart from version 1. */
Test(sized, no_struct_has_padding_at_its_end)
{
    for (size_t i = 0; i < COUNT(sized_types); i++) {
        size_t padding = sized_types[i].size - end_of(sized_types[i].name, sized_types[i].least);
        cr_assert_lt(padding, _Alignof(max_align_t), "%s", sized_types[i].name);
        if (sizeof(void *) == 8)
            cr_assert_eq(padding, 0, "%s", sized_types[i].name);
    }
}

Test(sized, struct_of_the_right_size_is_accepted)
{
    for (size_t i = 0; i < COUNT(sized_calls); i++)
        assert_ok(call_with(&sized_calls[i], 0, 0), "%s", sized_calls[i].name);
}

Test(sized, struct_that_is_too_small_is_refused)
{
    for (size_t i = 0; i < COUNT(sized_calls); i++)
        for (size_t size = type_of(&sized_calls[i])->least; size-- > 0; size -= size > 6 ? 6 : 0) {
            size_t more = size - type_of(&sized_calls[i])->size;
            assert_status(call_with(&sized_calls[i], more, 0), BSHIP_ERROR_SIZE, "%s of %zu",
                          sized_calls[i].name, size);
        }
}

Test(sized, struct_of_version_1_is_accepted)
{
    for (size_t i = 0; i < COUNT(sized_calls); i++) {
        const struct sized *type = type_of(&sized_calls[i]);
        assert_ok(call_with(&sized_calls[i], type->least - type->size, 0), "%s", type->name);
    }
}

/* An implausible size was never set: nothing beyond the struct must be read. */
Test(sized, struct_of_an_incredible_size_is_refused)
{
    for (size_t i = 0; i < COUNT(sized_calls); i++) {
        const struct sized *type = type_of(&sized_calls[i]);
        size_t size = SIZE_MAX;
        void *sized = sized_new(type, type->size);
        memcpy(sized, &size, sizeof size);
        assert_status(sized_calls[i].call(sized), BSHIP_ERROR_SIZE, "%s", type->name);
        free(sized);
    }
}

Test(sized, unknown_bytes_that_are_zero_are_accepted)
{
    for (size_t i = 0; i < COUNT(sized_calls); i++)
        for (size_t more = 1; more <= 64; more *= 2)
            assert_ok(call_with(&sized_calls[i], more, 0), "%s and %zu", sized_calls[i].name, more);
}

Test(sized, unknown_bytes_of_results_are_cleared)
{
    for (size_t i = 0; i < COUNT(sized_calls); i++) {
        const struct sized *type = type_of(&sized_calls[i]);
        unsigned char *sized = sized_new(type, type->size + 24);
        if (!sized_calls[i].reads) {
            memset(sized + type->size, 0x77, 24);
            assert_ok(sized_calls[i].call(sized), "%s", type->name);
            for (size_t at = 0; at < 24; at++)
                cr_assert_eq(sized[type->size + at], 0, "%s at %zu", type->name, at);
        }
        free(sized);
    }
}

/* What is read is accepted as the macro's struct is, and what is filled comes out the same. */
Test(sized, zeroes_with_a_size_serve_as_the_init_macro)
{
    for (size_t i = 0; i < COUNT(sized_calls); i++) {
        const struct sized *type = type_of(&sized_calls[i]);
        void *initial = sized_new(type, type->size);
        void *zeroed = calloc(1, type->size);
        memcpy(zeroed, &type->size, sizeof type->size);
        assert_ok(sized_calls[i].call(initial), "%s", type->name);
        assert_ok(sized_calls[i].call(zeroed), "%s of zeroes", type->name);
        if (!sized_calls[i].reads)
            cr_assert_arr_eq(zeroed, initial, type->size, "%s", type->name);
        free(initial);
        free(zeroed);
    }
}

Test(sized, options_of_zeroes_are_the_defaults)
{
    for (size_t i = 0; i < COUNT(sized_types); i++) {
        const struct sized *type = &sized_types[i];
        unsigned char *zeroed = calloc(1, type->size);
        memcpy(zeroed, &type->size, sizeof type->size);
        if (strstr(type->name, "options") || strstr(type->name, "callbacks"))
            cr_assert_arr_eq(zeroed, type->value, type->size, "%s", type->name);
        free(zeroed);
    }
}

Test(sized, unknown_bytes_that_are_not_zero_are_refused)
{
    if (is_later_library()) /* it may know them */
        return;
    for (size_t i = 0; i < COUNT(sized_calls); i++) {
        size_t size = type_of(&sized_calls[i])->size;
        for (size_t at = 0; at < 24 && sized_calls[i].reads; at++)
            assert_status(call_with(&sized_calls[i], 24, size + at), BSHIP_ERROR_SIZE, "%s at %zu",
                          sized_calls[i].name, at);
    }
}
