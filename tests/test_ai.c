/* AIs: creation, and properties of every strategy under all rules. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "support.h"

#define CELLS_MAX 400

/* The registry. */

Test(strategy, what_is_not_there_is_nothing)
{
    const int32_t none[] = { -1, bship_enum_count(BSHIP_ENUM_STRATEGY), INT32_MIN, INT32_MAX };

    for (size_t i = 0; i < 4; i++) {
        cr_assert_null(bship_enum_name(BSHIP_ENUM_STRATEGY, none[i]), "%d", (int)none[i]);
        cr_assert_null(bship_enum_text(BSHIP_ENUM_STRATEGY, none[i]), "%d", (int)none[i]);
    }
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_STRATEGY, "Random"), -1,
                 "names are compared byte for byte");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_STRATEGY, ""), -1, "the empty name");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_STRATEGY, NULL), -1, "NULL");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_STRATEGY, "custom"), -1,
                 "custom is no name of the registry");
}

Test(strategy, levels_stand_for_strategies)
{
    static const struct {
        int32_t level;
        const char *name, *strategy;
    } levels[] = {
        { BSHIP_LEVEL_EASY, "easy", "hunt" },
        { BSHIP_LEVEL_MEDIUM, "medium", "stalker" },
        { BSHIP_LEVEL_SKILLED, "skilled", "stalker-density" },
        { BSHIP_LEVEL_HARD, "hard", "density" },
        { BSHIP_LEVEL_EXPERT, "expert", "posterior" },
        { BSHIP_LEVEL_MASTER, "master", "search" },
    };
    const int32_t none[] = { -1, bship_enum_count(BSHIP_ENUM_LEVEL), INT32_MIN, INT32_MAX };

    for (int32_t i = 0; i < 6; i++) {
        cr_assert_eq(bship_level_at(i), levels[i].level, "place %d", (int)i);
        cr_assert_str_eq(bship_enum_name(BSHIP_ENUM_LEVEL, levels[i].level), levels[i].name, "%s",
                         levels[i].name);
        cr_assert_eq(bship_enum_find(BSHIP_ENUM_LEVEL, levels[i].name), levels[i].level, "%s",
                     levels[i].name);
        cr_assert_str_eq(bship_level_strategy(levels[i].level), levels[i].strategy, "%s",
                         levels[i].name);
        int32_t strategy = bship_enum_find(BSHIP_ENUM_STRATEGY, levels[i].strategy);
        const char *text = bship_enum_text(BSHIP_ENUM_LEVEL, levels[i].level);
        if (i < 4)
            cr_assert_str_eq(text, bship_enum_text(BSHIP_ENUM_STRATEGY, strategy), "%s",
                             levels[i].name);
        else
            cr_assert_not_null(strstr(text, "hides its fleet"), "%s: %s", levels[i].name, text);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        cr_assert_eq(bship_level_at(none[i]), BSHIP_LEVEL_NONE, "place %d", (int)none[i]);
        cr_assert_null(bship_enum_name(BSHIP_ENUM_LEVEL, none[i]), "%d", (int)none[i]);
        cr_assert_null(bship_enum_text(BSHIP_ENUM_LEVEL, none[i]), "%d", (int)none[i]);
        cr_assert_null(bship_level_strategy(none[i]), "%d", (int)none[i]);
    }
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_LEVEL, "none"), BSHIP_LEVEL_NONE, "none is found");
    cr_assert_null(bship_level_strategy(BSHIP_LEVEL_NONE), "none plays no strategy");
    assert_nothing_else(bship_enum_count(BSHIP_ENUM_LEVEL) == 7, "none and six levels");
}

/* Creating AIs. */

Test(ai, bad_options_are_refused)
{
    static const struct {
        const char *name;
        int32_t level, side;
        int64_t work_limit;
        bship_status status;
    } cases[] = {
        { "hunt", 0, 0, 0, BSHIP_OK },
        { "hunt", 0, BSHIP_SIDE_B, 1000000, BSHIP_OK },
        { NULL, BSHIP_LEVEL_EXPERT, 0, 0, BSHIP_OK },
        { "hunter", 0, 0, 0, BSHIP_ERROR_NAME },
        { "", 0, 0, 0, BSHIP_ERROR_NAME },
        { "custom", 0, 0, 0, BSHIP_ERROR_NAME },
        { "hunt", BSHIP_LEVEL_EASY, 0, 0, BSHIP_OK },
        { "hunt", BSHIP_LEVEL_HARD, 0, 0, BSHIP_ERROR_ARGUMENT },
        { "hunt", 1000, 0, 0, BSHIP_ERROR_ARGUMENT },
        { "hunter", BSHIP_LEVEL_EASY, 0, 0, BSHIP_ERROR_NAME },
        { NULL, BSHIP_LEVEL_NONE, 0, 0, BSHIP_ERROR_ARGUMENT },
        { NULL, 1000, 0, 0, BSHIP_ERROR_ARGUMENT },
        { NULL, -1, 0, 0, BSHIP_ERROR_ARGUMENT },
        { "hunt", 0, BSHIP_SIDE_A, 0, BSHIP_OK },
        { "hunt", 0, BSHIP_SIDE_B, 0, BSHIP_OK },
        { "hunt", 0, -1, 0, BSHIP_ERROR_ARGUMENT },
        { "hunt", 0, 3, 0, BSHIP_ERROR_ARGUMENT },
        { "hunt", 0, 0, -1, BSHIP_ERROR_RANGE },
    };
    bship_rules *rules = rules_from("");

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
        bship_error error = BSHIP_ERROR_INIT;
        bship_ai *ai = NULL;
        options.level = cases[i].level;
        options.side = cases[i].side;
        options.work_limit = cases[i].work_limit;
        assert_status(bship_ai_new(&ai, rules, cases[i].name, &options, &error), cases[i].status,
                      "case %zu", i);
        cr_assert_eq(ai != NULL, !cases[i].status, "case %zu: the AI", i);
        cr_assert_eq((bship_status)error.status, cases[i].status, "case %zu: the error", i);
        bool is_bad_side = cases[i].side < 0 || cases[i].side > BSHIP_SIDE_B;
        cr_assert_eq(error.index, is_bad_side ? cases[i].side : -1, "case %zu: index %lld", i,
                     (long long)error.index);
        bship_ai_free(ai);
    }
    bship_rules_unref(rules);
}

Test(ai, wasted_shots_of_a_salvo_reported_by_a_total_are_nothing_new)
{
    bship_rules *rules =
        rules_from("board 4x1\nfleet 1\nturn salvo 2\nsalvo-report total\nrepeat wasted\n");
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_ai(rules, "hunt", 0);
    int32_t none[] = { 0 };
    bship_total total = { sizeof total, 0, 0, none, NULL, 1 };
    bship_cell cell;

    assert_ok(
        bship_chart_record_total(chart, (bship_cell[]){ { 0, 0 }, { 1, 0 } }, 2, &total, NULL),
        "A1, B1");
    assert_ok(
        bship_chart_record_total(chart, (bship_cell[]){ { 0, 0 }, { 2, 0 } }, 2, &total, NULL),
        "A1, C1");
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
    cr_assert(cell.x == 3, "the cell that is left, not %d", (int)cell.x);
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(ai, missing_arguments_are_refused)
{
    bship_rules *rules = rules_from("");
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_ai(rules, "hunt", 0), *none = NULL;
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    bship_cell cell;

    assert_status(bship_ai_new(NULL, rules, "hunt", NULL, NULL), BSHIP_ERROR_ARGUMENT, "out");
    assert_status(bship_ai_new(&none, NULL, "hunt", NULL, NULL), BSHIP_ERROR_ARGUMENT, "rules");
    assert_status(bship_ai_new(&none, rules, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "neither");
    assert_status(bship_ai_new_custom(&none, rules, NULL, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT,
                  "callbacks");
    assert_status(bship_ai_new_custom(&none, rules, &callbacks, NULL, NULL, NULL),
                  BSHIP_ERROR_ARGUMENT, "aim");
    assert_status(bship_ai_aim(ai, NULL, NULL, &cell), BSHIP_ERROR_ARGUMENT, "chart");
    assert_status(bship_ai_aim(NULL, chart, NULL, &cell), BSHIP_ERROR_ARGUMENT, "ai");
    assert_status(bship_ai_aim(ai, chart, NULL, NULL), BSHIP_ERROR_ARGUMENT, "cell");
    assert_status(bship_ai_aim_salvo(ai, chart, NULL, NULL, 1), BSHIP_ERROR_ARGUMENT, "cells");
    assert_status(bship_ai_place(ai, NULL, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "board");
    cr_assert_null(none, "an AI was made");
    bship_ai_free(NULL);
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(ai, reports_its_options)
{
    bship_rules *rules = rules_from("");
    bship_ai *ai = new_ai(rules, "stalker", 1);

    cr_assert_eq(bship_ai_rules(ai), rules, "the rules");
    cr_assert_str_eq(bship_ai_strategy(ai), "stalker", "the strategy");
    bship_rules_unref(rules);
    cr_assert_eq(bship_rules_width(bship_ai_rules(ai)), 10, "it keeps its rules");
    bship_ai_free(ai);
}

Test(ai, of_other_rules_is_refused)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3\n");
    bship_rules *equal = rules_from("fleet 3\nboard 5x5\n");
    bship_rules *other = rules_from("board 5x5\nfleet 3\ndisclosure hit\n");
    bship_chart *chart = new_chart(other), *same = new_chart(equal);
    bship_rng rng = rng_of(1);
    bship_board *board = random_board(other, &rng);

    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++) {
        bship_ai *ai = new_ai(rules, bship_enum_name(BSHIP_ENUM_STRATEGY, i), 0);
        bship_cell cell = { 7, 7 };
        assert_status(bship_ai_aim(ai, chart, NULL, &cell), BSHIP_ERROR_RULES, "aim");
        assert_status(bship_ai_aim_salvo(ai, chart, NULL, &cell, 1), BSHIP_ERROR_RULES, "salvo");
        assert_status(bship_ai_place(ai, &rng, NULL, board, NULL), BSHIP_ERROR_RULES, "place");
        cr_assert_eq(cell.x, 7, "a refusal wrote a cell");
        assert_ok(bship_ai_aim(ai, same, NULL, &cell), "equal rules");
        bship_ai_free(ai);
    }
    bship_board_free(board);
    bship_chart_free(chart);
    bship_chart_free(same);
    bship_rules_unref(rules);
    bship_rules_unref(equal);
    bship_rules_unref(other);
}

/* Properties of every strategy under all rules. */

static const struct shape any = {
    .width = 10, .height = 10, .ships = 6, .length = 5, .blocked = 8
};

/* A work limit that leaves search a small set of layouts; others have their default. */
static int64_t work_of(const char *strategy)
{
    return strcmp(strategy, "search") == 0 ? 20000000 : 0;
}

/* Whether a strategy analyses positions, keeps to its limits, and is slow. */
static bool analyses(const char *strategy)
{
    return strcmp(strategy, "posterior") == 0 || strcmp(strategy, "search") == 0;
}

/*
 * An AI of a strategy, or NULL where it refuses totals of salvos, and in most cases where it is
 * slow because it analyses: test_posterior_ai.c has more of these.
 */
static bship_ai *try_ai(const bship_rules *rules, int32_t strategy, uint64_t seed)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;
    bship_status status;

    options.seed = seed;
    if (analyses(bship_enum_name(BSHIP_ENUM_STRATEGY, strategy)) && seed % 25 != 7)
        return NULL;
    options.work_limit = work_of(bship_enum_name(BSHIP_ENUM_STRATEGY, strategy));
    status =
        bship_ai_new(&ai, rules, bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), &options, NULL);
    if (status != BSHIP_ERROR_UNSUPPORTED || !reports_totals(rules))
        assert_ok(status, "%s under\n%s", bship_enum_name(BSHIP_ENUM_STRATEGY, strategy),
                  rules_text(rules));
    return ai;
}

static void check_aims(bship_ai *ai, const bship_chart *chart, bship_cell *cells, size_t count)
{
    assert_ok(bship_ai_aim_salvo(ai, chart, NULL, cells, count), "%s", bship_ai_strategy(ai));
    for (size_t i = 0; i < count; i++) {
        cr_assert_eq(bship_chart_state_at(chart, cells[i]), BSHIP_CHART_STATE_UNKNOWN,
                     "%s aims at %d,%d, which is not unknown, under\n%s", bship_ai_strategy(ai),
                     (int)cells[i].x, (int)cells[i].y, rules_text(bship_chart_rules(chart)));
        for (size_t j = 0; j < i; j++)
            cr_assert(cells[i].x != cells[j].x || cells[i].y != cells[j].y,
                      "%s aims at %d,%d twice", bship_ai_strategy(ai), (int)cells[i].x,
                      (int)cells[i].y);
    }
}

/* A size for the next salvo: 1 where the rules have no salvos. */
static size_t random_size(const bship_chart *chart, bship_rng *rng)
{
    int32_t unknown = bship_chart_unknown(chart);

    if (!has_salvos(bship_chart_rules(chart)))
        return 1;
    return (size_t)between(rng, 1, unknown < 6 ? unknown : 6);
}

Test(every_strategy, finishes_without_repeats_or_shots_at_known_water)
{
    bship_rng rng = rng_of(2);

    for (int i = 0; i < scaled(1000); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        for (int32_t strategy = 0; strategy < bship_enum_count(BSHIP_ENUM_STRATEGY); strategy++) {
            bship_ai *ai = try_ai(rules, strategy, (uint64_t)i);
            int32_t free_cells = cell_count(rules) - (int32_t)bship_rules_blocked(rules, NULL, 0);
            while (ai && !bship_board_is_defeated(board)) {
                bship_cell cells[CELLS_MAX];
                size_t count = random_size(chart, &rng);
                check_aims(ai, chart, cells, count);
                fire_turn(board, chart, cells, count);
                cr_assert(bship_board_shots(board) <= free_cells, "%s goes on under\n%s",
                          bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), rules_text(rules));
            }
            cr_assert_eq(wasted_shots(chart), 0, "%s wastes shots",
                         bship_enum_name(BSHIP_ENUM_STRATEGY, strategy));
            bship_ai_free(ai);
            bship_chart_reset(chart);
            bship_board_clear_shots(board);
        }
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* Asserts that two AIs make the same choices, one, several, and one again. */
static void check_same_choices(bship_ai *ai, bship_ai *other, const bship_chart *chart,
                               const char *what)
{
    bship_cell a[CELLS_MAX], b[CELLS_MAX];
    size_t counts[] = { 1, (size_t)bship_chart_unknown(chart), 1 };

    if (counts[1] > 4)
        counts[1] = 4;
    for (size_t i = 0; i < 3; i++) {
        assert_ok(bship_ai_aim_salvo(ai, chart, NULL, a, counts[i]), "%s", what);
        assert_ok(bship_ai_aim_salvo(other, chart, NULL, b, counts[i]), "%s", what);
        cr_assert_arr_eq(a, b, counts[i] * sizeof *a, "%s: %s, %zu cells after %d turns under\n%s",
                         what, bship_ai_strategy(ai), counts[i], (int)bship_chart_turns(chart),
                         rules_text(bship_chart_rules(chart)));
    }
    assert_ok(bship_ai_aim(other, chart, NULL, a), "%s", what);
    cr_assert(a[0].x == b[0].x && a[0].y == b[0].y, "%s: %s, aim and a salvo of one", what,
              bship_ai_strategy(ai));
}

/* Plays a turn; the cells come from the AI or, now and then, are random. */
static bool play_on(bship_ai *ai, bship_board *board, bship_chart *chart, bship_rng *rng)
{
    if (between(rng, 0, 3) == 0)
        fire_at_random(board, chart, rng);
    else
        fire_by_ai(ai, board, chart);
    return !bship_board_is_defeated(board);
}

Test(every_strategy, new_ai_aims_as_one_that_played_from_the_start)
{
    bship_rng rng = rng_of(3);

    for (int i = 0; i < scaled(150); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        for (int32_t strategy = 0; strategy < bship_enum_count(BSHIP_ENUM_STRATEGY); strategy++) {
            bship_ai *ai = try_ai(rules, strategy, (uint64_t)i);
            while (ai && play_on(ai, board, chart, &rng)) {
                bship_ai *fresh = try_ai(rules, strategy, (uint64_t)i);
                check_same_choices(ai, fresh, chart, "a fresh AI");
                bship_ai_free(fresh);
            }
            bship_ai_free(ai);
            bship_chart_reset(chart);
            bship_board_clear_shots(board);
        }
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(every_strategy, chart_taken_back_or_exchanged_is_followed)
{
    bship_rng rng = rng_of(4);

    for (int i = 0; i < scaled(100); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *boards[] = { random_board(rules, &rng), random_board(rules, &rng) };
        bship_chart *charts[] = { new_chart(rules), new_chart(rules), new_chart(rules) };
        for (int32_t strategy = 0; strategy < bship_enum_count(BSHIP_ENUM_STRATEGY); strategy++) {
            bship_ai *ai = try_ai(rules, strategy, (uint64_t)i), *fresh;
            for (int turn = 0; ai && turn < 25; turn++)
                for (int side = 0; side < 2; side++)
                    if (!bship_board_is_defeated(boards[side]))
                        play_on(ai, boards[side], charts[side], &rng);
            for (int side = 0; ai && side < 2; side++) {
                int64_t turns = between(&rng, 0, (int32_t)bship_chart_turns(charts[side]));
                assert_ok(bship_chart_copy(charts[2], charts[side]), "a copy");
                assert_ok(bship_chart_truncate(charts[2], turns), "truncate");
                if (bship_chart_unknown(charts[2]) == 0)
                    continue;
                fresh = try_ai(rules, strategy, (uint64_t)i);
                check_same_choices(ai, fresh, charts[2], "a truncated chart");
                bship_ai_reset(ai, 8);
                bship_ai_reset(ai, (uint64_t)i);
                check_same_choices(ai, fresh, charts[2], "an AI that was reset");
                bship_ai_free(fresh);
            }
            bship_ai_free(ai);
            for (int side = 0; side < 2; side++) {
                bship_board_clear_shots(boards[side]);
                bship_chart_reset(charts[side]);
            }
        }
        for (int side = 0; side < 2; side++)
            bship_board_free(boards[side]);
        for (int chart = 0; chart < 3; chart++)
            bship_chart_free(charts[chart]);
        bship_rules_unref(rules);
    }
}

Test(every_strategy, reset_to_a_seed_is_as_new_with_it)
{
    bship_rng rng = rng_of(5);

    for (int i = 0; i < scaled(100); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_chart *chart = new_chart(rules);
        for (int32_t strategy = 0; strategy < bship_enum_count(BSHIP_ENUM_STRATEGY); strategy++) {
            bship_ai *ai = try_ai(rules, strategy, 1), *other = try_ai(rules, strategy, 2);
            bship_cell cell;
            if (ai) {
                assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "before the reset");
                bship_ai_reset(ai, 2);
                check_same_choices(ai, other, chart, "an AI that was reset");
            }
            bship_ai_free(ai);
            bship_ai_free(other);
        }
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

Test(every_strategy, seeds_and_sides_choose_differently)
{
    bship_rules *rules = rules_from("");
    bship_chart *chart = new_chart(rules);

    for (int32_t strategy = 0; strategy < bship_enum_count(BSHIP_ENUM_STRATEGY); strategy++) {
        bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
        bship_ai *a = NULL, *b = NULL;
        bship_cell first = { -1, -1 }, cells[2];
        int seeds = 0, sides = 0;
        options.work_limit = work_of(bship_enum_name(BSHIP_ENUM_STRATEGY, strategy));
        assert_ok(
            bship_ai_new(&a, rules, bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), &options, NULL),
            "a");
        options.side = BSHIP_SIDE_B;
        assert_ok(
            bship_ai_new(&b, rules, bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), &options, NULL),
            "b");
        for (uint64_t seed = 0; seed < 50; seed++) {
            bship_ai_reset(a, seed);
            bship_ai_reset(b, seed);
            assert_ok(bship_ai_aim(a, chart, NULL, &cells[0]), "a");
            assert_ok(bship_ai_aim(b, chart, NULL, &cells[1]), "b");
            sides += memcmp(&cells[0], &cells[1], sizeof *cells) != 0;
            seeds += seed > 0 && memcmp(&cells[0], &first, sizeof first) != 0;
            first = cells[0];
        }
        cr_assert_gt(seeds, 0, "%s ignores the seed",
                     bship_enum_name(BSHIP_ENUM_STRATEGY, strategy));
        cr_assert_gt(sides, 0, "%s ignores the side",
                     bship_enum_name(BSHIP_ENUM_STRATEGY, strategy));
        bship_ai_free(a);
        bship_ai_free(b);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(every_strategy, wrong_number_of_shots_is_refused_and_writes_nothing)
{
    bship_rules *rules = rules_from("board 3x3\nfleet 2\nblocked B2\n");
    bship_chart *chart = new_chart(rules);
    bship_report miss = BSHIP_REPORT_INIT;

    assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &miss, NULL), "a miss");
    for (int32_t strategy = 0; strategy < bship_enum_count(BSHIP_ENUM_STRATEGY); strategy++) {
        bship_ai *ai = new_ai(rules, bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), 0);
        bship_cell cells[9], before[9];
        memset(cells, 0x55, sizeof cells);
        memset(before, 0x55, sizeof before);
        assert_status(bship_ai_aim_salvo(ai, chart, NULL, cells, 0), BSHIP_ERROR_COUNT, "none");
        assert_status(bship_ai_aim_salvo(ai, chart, NULL, cells, 8), BSHIP_ERROR_COUNT, "8 of 7");
        cr_assert_arr_eq(cells, before, sizeof cells, "a refusal wrote cells");
        check_aims(ai, chart, cells, 7);
        bship_ai_free(ai);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(every_strategy, without_unknown_there_is_no_target)
{
    bship_rules *rules = rules_from("board 2x2\nfleet 1\n");
    bship_rng rng = rng_of(6);
    bship_board *board = random_board(rules, &rng);
    bship_chart *chart = new_chart(rules);

    /* The water first: nothing is fired after the ship sank. */
    for (int32_t i = 0; i < 8; i++) {
        bship_cell cell = cell_at(rules, i % 4);
        if ((bship_board_ship_at(board, cell) >= 0) == (i >= 4))
            fire_turn(board, chart, &cell, 1);
    }
    for (int32_t strategy = 0; strategy < bship_enum_count(BSHIP_ENUM_STRATEGY); strategy++) {
        bship_ai *ai = new_ai(rules, bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), 0);
        bship_cell cell = { 7, 7 };
        assert_status(bship_ai_aim(ai, chart, NULL, &cell), BSHIP_ERROR_NO_TARGET, "%s",
                      bship_enum_name(BSHIP_ENUM_STRATEGY, strategy));
        assert_status(bship_ai_aim_salvo(ai, chart, NULL, &cell, 1), BSHIP_ERROR_NO_TARGET, "%s",
                      bship_enum_name(BSHIP_ENUM_STRATEGY, strategy));
        cr_assert_eq(cell.x, 7, "a refusal wrote a cell");
        bship_ai_free(ai);
    }
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
}

Test(every_strategy, places_its_fleet_within_the_work_limit)
{
    bship_rules *rules = rules_from("fleet 10 10 10 10 10 10 10 10 10 10\n");
    bship_rng rng = rng_of(8);
    bship_board *board = NULL;

    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    for (int32_t strategy = 0; strategy < bship_enum_count(BSHIP_ENUM_STRATEGY); strategy++) {
        bship_ai *ai = new_ai(rules, bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), 1);
        bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;
        int32_t method = 77;
        options.work_limit = 10;
        assert_status(bship_ai_place(ai, &rng, &options, board, &method), BSHIP_ERROR_WORK_LIMIT,
                      "ten steps");
        options.work_limit = -1;
        assert_status(bship_ai_place(ai, &rng, &options, board, &method), BSHIP_ERROR_RANGE,
                      "negative steps");
        cr_assert_eq(method, 77, "a refusal wrote the method");
        cr_assert_not(bship_board_is_complete(board), "a refusal placed ships");
        bship_ai_free(ai);
    }
    bship_board_free(board);
    bship_rules_unref(rules);
}

Test(every_strategy, places_its_fleet_as_a_random_layout)
{
    bship_rng rng = rng_of(7);

    for (int i = 0; i < scaled(50); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        for (int32_t strategy = 0; strategy < bship_enum_count(BSHIP_ENUM_STRATEGY); strategy++) {
            bship_ai *ai = try_ai(rules, strategy, 1);
            bship_rng twin = rng, same = rng;
            bship_board *board = random_board(rules, &rng), *placed = random_board(rules, &rng);
            int32_t method = 77;
            if (ai) {
                assert_ok(bship_board_place_random(board, &same, NULL, NULL), "by the board");
                assert_ok(bship_ai_place(ai, &twin, NULL, placed, &method), "%s",
                          bship_ai_strategy(ai));
                assert_same(board_dump(board), board_dump(placed), "the layout of a stream");
                cr_assert(method == BSHIP_DRAW_METHOD_UNIFORM ||
                              method == BSHIP_DRAW_METHOD_SEARCHED,
                          "%s draws by method %d", bship_ai_strategy(ai), (int)method);
            }
            bship_ai_free(ai);
            bship_board_free(board);
            bship_board_free(placed);
        }
        bship_rules_unref(rules);
    }
}

/* ---- limits and cancelling ---- */

/* Calls of a progress callback; the one numbered `cancel_at` cancels. */
struct calls {
    int count;
    int cancel_at;
};

static int32_t count_call(double done, void *user)
{
    struct calls *calls = user;

    cr_assert(done >= 0 && done <= 1, "%f is done", done);
    return ++calls->count == calls->cancel_at;
}

static bship_ai *new_watched_ai(const bship_rules *rules, const char *strategy, struct calls *calls)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;
    struct calls of_aims = *calls;

    options.progress = count_call;
    options.user = calls;
    options.memory_limit = 64 << 20;
    options.work_limit = work_of(strategy);
    *calls = (struct calls){ 0, 0 };
    assert_ok(bship_ai_new(&ai, rules, strategy, &options, NULL), "%s", strategy);
    *calls = of_aims;
    return ai;
}

Test(ai, can_be_cancelled_while_it_is_made)
{
    bship_rules *rules = rules_from("board 1024x1024\nfleet 5 4 3\n");
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    struct calls calls = { 0, 2 };
    bship_ai *ai = NULL;

    options.progress = count_call;
    options.user = &calls;
    assert_status(bship_ai_new(&ai, rules, "posterior", &options, NULL), BSHIP_ERROR_CANCELLED,
                  "the second call");
    cr_assert_null(ai, "nothing was made");
    cr_assert_eq(calls.count, 2, "it went on after the second call");
    bship_rules_unref(rules);
}

Test(ai, can_be_cancelled_while_its_first_aim_makes_the_analysis)
{
    bship_rules *rules = rules_from("board 1024x1024\nfleet 5 4 3\n");
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    struct calls calls = { 0, 0 };
    bship_chart *chart = new_chart(rules);
    bship_cell cell = { -7, -7 };
    bship_ai *ai = NULL;

    options.progress = count_call;
    options.user = &calls;
    assert_ok(bship_ai_new(&ai, rules, "posterior", &options, NULL), "an AI");
    calls = (struct calls){ 0, 2 };
    assert_status(bship_ai_aim(ai, chart, NULL, &cell), BSHIP_ERROR_CANCELLED, "the second call");
    cr_assert_eq(cell.x, -7, "a cell was written");
    cr_assert_eq(calls.count, 2, "it went on after the second call");
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* A large board, and salvos so long that the strategies that rank cells take millions of steps. */
Test(every_strategy, can_be_cancelled_by_each_call_and_then_aims_as_before)
{
    enum {
        SALVO = 1500
    };
    static bship_cell expected[SALVO], cells[SALVO];
    bship_rules *rules = rules_from("board 100x100\nfleet 9 8 7 6 5\nturn salvo 1500\n");
    bship_chart *chart = new_chart(rules);
    bship_rng rng = rng_of(5);
    bship_board *board = random_board(rules, &rng);

    for (int i = 0; i < 3; i++)
        fire_at_random(board, chart, &rng);
    for (int32_t number = 0; number < bship_enum_count(BSHIP_ENUM_STRATEGY); number++) {
        const char *name = bship_enum_name(BSHIP_ENUM_STRATEGY, number);
        struct calls calls = { 0, 0 };
        bship_ai *ai = new_watched_ai(rules, name, &calls);
        assert_ok(bship_ai_aim_salvo(ai, chart, NULL, expected, SALVO), "%s", name);
        int total = calls.count;
        cr_assert(total > 0 || number < bship_enum_find(BSHIP_ENUM_STRATEGY, "capacity"),
                  "%s is never heard of", name);
        for (int at = 1; at <= total; at += 1 + total / 3) {
            bship_ai_free(ai);
            calls = (struct calls){ 0, at };
            ai = new_watched_ai(rules, name, &calls);
            memset(cells, 0x55, sizeof cells);
            assert_status(bship_ai_aim_salvo(ai, chart, NULL, cells, SALVO), BSHIP_ERROR_CANCELLED,
                          "%s, call %d of %d", name, at, total);
            cr_assert_eq(calls.count, at, "%s went on after call %d", name, at);
            cr_assert_eq(cells[0].x, 0x55555555, "%s wrote a cell", name);
            calls.cancel_at = 0;
            assert_ok(bship_ai_aim_salvo(ai, chart, NULL, cells, SALVO), "%s, again", name);
            cr_assert_arr_eq(cells, expected, sizeof cells, "%s aims elsewhere", name);
        }
        bship_ai_free(ai);
    }
    bship_board_free(board);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(every_strategy, keeps_to_its_work_limit)
{
    bship_rules *rules = rules_from("board 60x60\nfleet 5 4 3\n");
    bship_chart *chart = new_chart(rules);

    for (int32_t number = 0; number < bship_enum_count(BSHIP_ENUM_STRATEGY); number++) {
        const char *name = bship_enum_name(BSHIP_ENUM_STRATEGY, number);
        bool goes_on = analyses(name);
        bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
        bship_cell cell = { -7, -7 };
        bship_ai *ai = NULL;
        options.work_limit = 100;
        assert_ok(bship_ai_new(&ai, rules, name, &options, NULL), "%s", name);
        for (int i = 0; i < 2; i++)
            assert_status(bship_ai_aim(ai, chart, NULL, &cell),
                          goes_on ? BSHIP_OK : BSHIP_ERROR_WORK_LIMIT, "%s", name);
        cr_assert(goes_on || cell.x == -7, "%s wrote a cell", name);
        bship_ai_free(ai);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- scores ---- */

/* `posterior` is left out: its scores are occupancies, and it fires at the highest index. */
Test(every_strategy, that_scores_cells_aims_at_one_of_the_best)
{
    bship_rng rng = rng_of(10);
    int scored = 0;

    for (int i = 0; i < scaled(40); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        size_t cells = (size_t)cell_count(rules);
        while (bship_chart_unknown(chart) > 0 && between(&rng, 0, 5)) {
            for (int32_t strategy = 0; strategy < bship_enum_count(BSHIP_ENUM_STRATEGY);
                 strategy++) {
                static double scores[4096];
                double best = -1;
                bship_cell cell;
                bool is_index =
                    strcmp(bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), "posterior") == 0;
                bship_ai *ai = is_index ? NULL : try_ai(rules, strategy, 3);
                bship_status status =
                    ai ? bship_ai_scores(ai, chart, NULL, scores, cells) : BSHIP_ERROR_UNSUPPORTED;
                if (status == BSHIP_ERROR_UNSUPPORTED) {
                    bship_ai_free(ai);
                    continue;
                }
                assert_ok(status, "%s", rules_text(rules));
                assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "%s", rules_text(rules));
                for (size_t at = 0; at < cells; at++) {
                    bool is_unknown = bship_chart_state_at(chart, cell_at(rules, (int32_t)at)) ==
                                      BSHIP_CHART_STATE_UNKNOWN;
                    cr_assert(is_unknown ? scores[at] >= 0 : scores[at] == 0, "%f", scores[at]);
                    best = is_unknown && scores[at] > best ? scores[at] : best;
                }
                cr_assert_eq(scores[cell_index(rules, cell)], best, "%s aims at %f, not %f",
                             bship_ai_strategy(ai), scores[cell_index(rules, cell)], best);
                scored++;
                bship_ai_free(ai);
            }
            if (!fire_at_random(board, chart, &rng))
                break;
        }
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
    cr_assert_gt(scored, 0, "nothing scores");
}
