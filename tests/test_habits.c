/* Habits: observing, forgetting, merging, what is believed, text, and snapshots. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>

#include "support.h"

#define SHIPS_MAX 8

static bship_habits *new_habits(const bship_rules *rules, double half_life)
{
    bship_habits_options options = BSHIP_HABITS_OPTIONS_INIT;
    bship_habits *habits = NULL;
    options.half_life = half_life;
    assert_ok(bship_habits_new(&habits, rules, &options, NULL), "habits");
    return habits;
}

static char *text_of(const bship_habits *habits)
{
    size_t length = bship_habits_format(habits, NULL, 0);
    char *text = malloc(length + 1);
    cr_assert_eq(bship_habits_format(habits, text, length + 1), length, "the length");
    return text;
}

static bship_habits *parse(const char *text)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_habits *habits = NULL;
    assert_ok(bship_habits_parse(&habits, text, strlen(text), NULL, &error), "line %u, %u: %s\n%s",
              error.line, error.column, error.text, text);
    return habits;
}

/* Asserts that two habits contain and believe the same. */
static void assert_equal_habits(bship_habits *a, bship_habits *b, const char *what)
{
    bship_habits_info info[2] = { BSHIP_HABITS_INFO_INIT, BSHIP_HABITS_INFO_INIT };
    char *texts[] = { text_of(a), text_of(b) };
    cr_assert_str_eq(texts[0], texts[1], "%s", what);
    assert_ok(bship_habits_describe(a, &info[0]), "%s", what);
    assert_ok(bship_habits_describe(b, &info[1]), "%s", what);
    cr_assert_arr_eq(&info[0], &info[1], sizeof *info, "%s: beliefs differ", what);
    free(texts[0]);
    free(texts[1]);
}

static bship_habits_info describe(bship_habits *habits)
{
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    assert_ok(bship_habits_describe(habits, &info), "a description");
    return info;
}

static bship_habits_trait_info trait_of(bship_habits *habits, const char *name)
{
    bship_habits_trait_info info = BSHIP_HABITS_TRAIT_INFO_INIT;
    assert_ok(bship_habits_trait(habits, bship_enum_find(BSHIP_ENUM_TRAIT, name), &info), "%s",
              name);
    return info;
}

static double *weights_of(const bship_habits_snapshot *snapshot)
{
    size_t count = bship_habits_snapshot_weights(snapshot, NULL, 0);
    double *weights = malloc(count * sizeof *weights);
    bship_habits_snapshot_weights(snapshot, weights, count);
    return weights;
}

static bship_habits_snapshot *snapshot_of(bship_habits *habits)
{
    bship_habits_snapshot *snapshot = NULL;
    assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    return snapshot;
}

/* Observes the ships of a random layout, each found with a probability. */
static void observe_random(bship_habits *habits, bship_rng *rng, double found, double weight)
{
    bship_placement placements[SHIPS_MAX];
    size_t count = 0;
    bship_board *board = random_board(bship_habits_rules(habits), rng);
    int32_t ships = bship_fleet_count(bship_rules_fleet(bship_habits_rules(habits)));
    for (int32_t i = ships - 1; i >= 0; i--) {
        if (bship_rng_below(rng, 1000) < (uint64_t)(found * 1000))
            assert_ok(bship_board_placement(board, i, &placements[count++]), "a ship");
    }
    assert_ok(bship_habits_observe(habits, placements, count, weight, NULL), "a layout");
    bship_board_free(board);
}

static bship_rules *some_rules(bship_rng *rng)
{
    struct shape shape = { .width = 12, .height = 12, .ships = SHIPS_MAX, .blocked = 3 };
    return random_rules(rng, &shape);
}

/* ---- making ---- */

Test(habits, options_out_of_range_are_refused)
{
    static const double wrong[] = { -1, 0.0000004, 1000001, -(double)INFINITY, (double)NAN };
    bship_rules *rules = rules_from("");
    bship_habits_options options = BSHIP_HABITS_OPTIONS_INIT;
    bship_habits *habits = NULL;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options.half_life = wrong[i];
        assert_status(bship_habits_new(&habits, rules, &options, NULL), BSHIP_ERROR_RANGE, "%g",
                      wrong[i]);
    }
    assert_status(bship_habits_new(&habits, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "no rules");
    assert_status(bship_habits_new(NULL, rules, NULL, NULL), BSHIP_ERROR_ARGUMENT, "no result");
    cr_assert_null(habits, "nothing was made");
    bship_habits_free(NULL);
    bship_rules_unref(rules);
}

Test(habits, rules_with_too_many_placements_are_unsupported)
{
    bship_rules *rules = rules_from("board 200x200\nfleet 2\n");
    bship_error error = BSHIP_ERROR_INIT;
    bship_habits *habits = NULL;
    cr_assert_gt(bship_rules_placement_count(rules), BSHIP_HABITS_PLACEMENTS_MAX, "too few");
    assert_status(bship_habits_new(&habits, rules, NULL, &error), BSHIP_ERROR_UNSUPPORTED, "many");
    cr_assert(strstr(error.text, "79600"), "%s", error.text);
    bship_rules_unref(rules);
}

Test(habits, half_life_is_30_unless_it_is_given)
{
    static const double given[] = { 0, 12.5, 0.000001, 1000000, (double)INFINITY };
    static const double told[] = { 30, 12.5, 0.000001, 1000000, (double)INFINITY };
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        bship_habits *habits = new_habits(rules, given[i]);
        cr_assert_eq(describe(habits).half_life, told[i], "%g", given[i]);
        bship_habits_free(habits);
    }
    bship_rules_unref(rules);
}

/* ---- observing ---- */

Test(habits, observations_are_counted_and_forgotten_by_a_reset)
{
    bship_rng rng = rng_of(1);
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2 2\n");
    bship_habits *habits = new_habits(rules, 0), *fresh = new_habits(rules, 0);
    cr_assert_eq(bship_habits_rules(habits), rules, "the rules");
    for (int i = 0; i < 5; i++)
        observe_random(habits, &rng, 1, 1);
    const bship_placement one = { 1, 0, 0, BSHIP_ORIENTATION_VERTICAL };
    assert_ok(bship_habits_observe(habits, &one, 1, 1, NULL), "a part");
    bship_habits_info info = describe(habits);
    cr_assert_eq(info.observations, 6, "%d layouts", (int)info.observations);
    cr_assert_eq(info.complete, 5, "%d whole ones", (int)info.complete);
    cr_assert(info.effective > 1 && info.effective < 6, "they fade: %g", info.effective);
    bship_habits_reset(habits);
    assert_equal_habits(habits, fresh, "after a reset");
    bship_habits_free(fresh);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

Test(habits, an_observation_without_ships_changes_nothing)
{
    bship_rng rng = rng_of(2);
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_habits *habits = new_habits(rules, 5), *other = new_habits(rules, 5);
    bship_rng again = rng;
    observe_random(habits, &rng, 1, 1);
    observe_random(other, &again, 1, 1);
    assert_ok(bship_habits_observe(habits, NULL, 0, 1, NULL), "no ships");
    assert_equal_habits(habits, other, "no ships");
    bship_habits_free(other);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

Test(habits, illegal_observations_are_refused_and_change_nothing)
{
    static const bship_placement legal = { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL };
    static const struct {
        bship_placement placement;
        bship_status status;
    } wrong[] = {
        { { 0, 3, 3, BSHIP_ORIENTATION_HORIZONTAL }, BSHIP_ERROR_PLACED },
        { { 1, 0, 0, BSHIP_ORIENTATION_VERTICAL }, BSHIP_ERROR_OVERLAP },
        { { 1, 0, 1, BSHIP_ORIENTATION_HORIZONTAL }, BSHIP_ERROR_CONTACT },
        { { 1, 5, 5, BSHIP_ORIENTATION_HORIZONTAL }, BSHIP_ERROR_OFF_BOARD },
        { { 1, 4, 0, BSHIP_ORIENTATION_VERTICAL }, BSHIP_ERROR_BLOCKED },
        { { 2, 3, 3, BSHIP_ORIENTATION_VERTICAL }, BSHIP_ERROR_RANGE },
        { { 1, 3, 3, 7 }, BSHIP_ERROR_ARGUMENT },
    };
    static const double weights[] = { 0, -1, 0.0000001, 1000.1, (double)INFINITY, (double)NAN };
    bship_rules *rules = rules_from("board 6x6\nblocked E1\nfleet 3 2\ncontact none\n");
    bship_habits *habits = new_habits(rules, 0);
    assert_ok(bship_habits_observe(habits, &legal, 1, 1, NULL), "a legal one");
    char *before = text_of(habits);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const bship_placement both[] = { legal, wrong[i].placement };
        bship_error error = BSHIP_ERROR_INIT;
        assert_status(bship_habits_observe(habits, both, 2, 1, &error), wrong[i].status, "%zu", i);
        cr_assert_eq(error.index, 1, "the index of %zu: %d", i, (int)error.index);
    }
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
        assert_status(bship_habits_observe(habits, &legal, 1, weights[i], NULL), BSHIP_ERROR_RANGE,
                      "weight %g", weights[i]);
    assert_status(bship_habits_observe(habits, NULL, 1, 1, NULL), BSHIP_ERROR_ARGUMENT, "none");
    assert_status(bship_habits_observe(NULL, &legal, 1, 1, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    char *after = text_of(habits);
    cr_assert_str_eq(before, after, "a refusal changed something");
    free(before);
    free(after);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

Test(habits, ships_that_no_report_tells_apart_are_interchangeable)
{
    static const bship_placement one[] = { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL },
                                           { 1, 0, 3, BSHIP_ORIENTATION_HORIZONTAL } };
    static const bship_placement two[] = { { 1, 0, 0, BSHIP_ORIENTATION_HORIZONTAL },
                                           { 0, 0, 3, BSHIP_ORIENTATION_HORIZONTAL } };
    static const char *const disclosures[] = { "length", "ship" };
    for (int named = 0; named < 2; named++) {
        char line[80];
        snprintf(line, sizeof line, "board 6x6\nfleet A:3 B:3\ndisclosure %s\n",
                 disclosures[named]);
        bship_rules *rules = rules_from(line);
        bship_habits *habits[] = { new_habits(rules, 0), new_habits(rules, 0) };
        assert_ok(bship_habits_observe(habits[0], one, 2, 1, NULL), "one");
        assert_ok(bship_habits_observe(habits[1], two, 2, 1, NULL), "the other");
        char *texts[] = { text_of(habits[0]), text_of(habits[1]) };
        cr_assert_eq(strcmp(texts[0], texts[1]) == 0, !named, "%s", line);
        for (int i = 0; i < 2; i++) {
            free(texts[i]);
            bship_habits_free(habits[i]);
        }
        bship_rules_unref(rules);
    }
}

Test(habits, the_oldest_observations_are_forgotten_beyond_the_limit)
{
    bship_rules *rules = rules_from("board 3x3\nfleet 2\n");
    bship_habits *habits = new_habits(rules, (double)INFINITY);
    for (int i = 0; i < BSHIP_HABITS_OBSERVATIONS_MAX + 7; i++) {
        const bship_placement at = { 0, i % 2, i % 3, BSHIP_ORIENTATION_HORIZONTAL };
        assert_ok(bship_habits_observe(habits, &at, 1, 1, NULL), "%d", i);
    }
    char *text = text_of(habits);
    cr_assert_eq(describe(habits).observations, BSHIP_HABITS_OBSERVATIONS_MAX, "as many as fit");
    cr_assert(strstr(text, "layout 999 1 "), "the oldest that fits");
    cr_assert_null(strstr(text, "layout 1000 "), "one too many");
    free(text);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

/*
 * An observation that was made twice half-lives ago counts as a new one of a quarter of its weight.
 */
Test(habits, older_observations_count_less)
{
    static const bship_placement edge = { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL };
    static const bship_placement inside = { 0, 2, 2, BSHIP_ORIENTATION_HORIZONTAL };
    bship_rules *rules = rules_from("board 7x7\nfleet 3\n");
    bship_habits *aged = new_habits(rules, 1), *stated = new_habits(rules, (double)INFINITY);
    assert_ok(bship_habits_observe(aged, &edge, 1, 1, NULL), "old");
    assert_ok(bship_habits_observe(aged, &inside, 1, 1, NULL), "newer");
    assert_ok(bship_habits_observe(aged, &inside, 1, 1, NULL), "new");
    assert_ok(bship_habits_observe(stated, &edge, 1, 0.25, NULL), "old");
    assert_ok(bship_habits_observe(stated, &inside, 1, 0.5, NULL), "newer");
    assert_ok(bship_habits_observe(stated, &inside, 1, 1, NULL), "new");
    cr_assert_eq(describe(aged).effective, describe(stated).effective, "the effective number");
    cr_assert_eq(trait_of(aged, "edge").observed, trait_of(stated, "edge").observed, "the share");
    cr_assert_float_eq(trait_of(aged, "edge").observed, 0.25 / 1.75, 1e-12, "the weighted mean");
    bship_habits_free(stated);
    bship_habits_free(aged);
    bship_rules_unref(rules);
}

/* ---- charts and records ---- */

/* Fires at the cells of some ships of a board. */
static void sink(bship_board *board, bship_chart *chart, int32_t ships)
{
    const bship_rules *rules = bship_chart_rules(chart);
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        int32_t ship = bship_board_ship_at(board, cell);
        if (ship >= 0 && ship < ships)
            fire_turn(board, chart, &cell, 1);
    }
}

Test(habits, a_chart_teaches_the_ships_that_it_located)
{
    static const bship_placement layout[] = { { 0, 1, 0, BSHIP_ORIENTATION_HORIZONTAL },
                                              { 1, 1, 2, BSHIP_ORIENTATION_VERTICAL },
                                              { 2, 5, 2, BSHIP_ORIENTATION_VERTICAL } };
    bship_rules *rules = rules_from("board 7x7\nfleet 4 3 3\ncontact none\n");
    bship_board *board = NULL;
    for (int32_t ships = 0; ships <= 3; ships++) {
        bship_habits *habits[] = { new_habits(rules, 0), new_habits(rules, 0) };
        bship_chart *chart = new_chart(rules);
        assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
        assert_ok(bship_board_place_layout(board, layout, 3, NULL), "a layout");
        sink(board, chart, ships);
        assert_ok(bship_habits_observe_chart(habits[0], chart, 0.5), "%d ships", ships);
        assert_ok(bship_habits_observe(habits[1], layout, (size_t)ships, 0.5, NULL), "the same");
        assert_equal_habits(habits[0], habits[1], "by a chart, and by hand");
        assert_status(bship_habits_observe_chart(habits[0], chart, 0), BSHIP_ERROR_RANGE, "weight");
        bship_chart_free(chart);
        bship_board_free(board);
        bship_habits_free(habits[0]);
        bship_habits_free(habits[1]);
    }
    bship_rules_unref(rules);
}

static bship_record *record_from(const char *text)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    assert_ok(bship_record_parse(&record, text, strlen(text), NULL, &error), "line %u: %s",
              error.line, error.text);
    return record;
}

Test(habits, a_record_teaches_its_layout_or_what_its_shots_located)
{
    static const char text[] =
        "battleship 1\n"
        "board 5x5\nfleet 3 2\nfirst a\n"
        "a ship 3 A1 right\na ship 2 C3 down\n"
        "a D1 miss\nb A1 hit\na D2 hit\nb B1 hit\na E2 sunk 2\nb C1 sunk 3\n";
    static const bship_placement a[] = { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL },
                                         { 1, 2, 2, BSHIP_ORIENTATION_VERTICAL } };
    static const bship_placement b[] = { { 1, 3, 1, BSHIP_ORIENTATION_HORIZONTAL } };
    bship_record *record = record_from(text);
    const bship_rules *rules = bship_record_rules(record);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_habits *habits[] = { new_habits(rules, 0), new_habits(rules, 0) };
        assert_ok(bship_habits_observe_record(habits[0], record, side, 1), "side %d", (int)side);
        assert_ok(bship_habits_observe(habits[1], side == BSHIP_SIDE_A ? a : b,
                                       side == BSHIP_SIDE_A ? 2 : 1, 1, NULL),
                  "the same");
        assert_equal_habits(habits[0], habits[1], "by a record, and by hand");
        assert_status(bship_habits_observe_record(habits[0], record, side, (double)NAN),
                      BSHIP_ERROR_RANGE, "the weight");
        assert_status(bship_habits_observe_record(habits[0], record, 3, 1), BSHIP_ERROR_ARGUMENT,
                      "no such side");
        bship_habits_free(habits[0]);
        bship_habits_free(habits[1]);
    }
    bship_record_free(record);
}

Test(habits, a_record_with_false_reports_teaches_nothing)
{
    bship_record *record =
        record_from("battleship 1\nboard 5x5\nfleet 3 2\nfirst a\na A1 sunk 2\nb B1 miss\n");
    bship_habits *habits = new_habits(bship_record_rules(record), 0);
    assert_status(bship_habits_observe_record(habits, record, BSHIP_SIDE_B, 1),
                  BSHIP_ERROR_CONTRADICTION, "a ship of one cell");
    cr_assert_eq(describe(habits).observations, 0, "nothing was learnt");
    bship_habits_free(habits);
    bship_record_free(record);
}

Test(habits, observations_of_other_rules_are_refused)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\n");
    bship_rules *others = rules_from("board 5x5\nfleet 3 2\ncontact none\n");
    bship_habits *habits = new_habits(rules, 0), *other = new_habits(others, 0);
    bship_chart *chart = new_chart(others);
    bship_record *record = record_from("battleship 1\nboard 5x5\nfleet 3\na ship 3 A1 right\n");
    assert_status(bship_habits_observe_chart(habits, chart, 1), BSHIP_ERROR_RULES, "a chart");
    assert_status(bship_habits_observe_record(habits, record, BSHIP_SIDE_A, 1), BSHIP_ERROR_RULES,
                  "a record");
    assert_status(bship_habits_merge(habits, other), BSHIP_ERROR_RULES, "habits");
    assert_status(bship_habits_merge(habits, habits), BSHIP_ERROR_ARGUMENT, "itself");
    assert_status(bship_habits_merge(habits, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    bship_record_free(record);
    bship_chart_free(chart);
    bship_habits_free(other);
    bship_habits_free(habits);
    bship_rules_unref(others);
    bship_rules_unref(rules);
}

/* ---- merging ---- */

/* Counts the lines of layouts in a text that are also in another. */
static int shared_layouts(const char *text, const char *other)
{
    int count = 0;
    for (const char *line = strstr(text, "\nlayout "); line; line = strstr(line + 1, "\nlayout ")) {
        char copy[512];
        snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line + 1, "\n") + 2, line);
        count += strstr(other, copy) != NULL;
    }
    return count;
}

Test(habits, merging_is_observing_both)
{
    bship_rng rng = rng_of(3);
    for (int round = 0; round < scaled(10); round++) {
        bship_rules *rules = some_rules(&rng);
        bship_habits *both[2], *merged = new_habits(rules, 0);
        char *texts[2];
        for (int i = 0; i < 2; i++) {
            both[i] = new_habits(rules, 0);
            for (int k = between(&rng, 0, 6); k > 0; k--)
                observe_random(both[i], &rng, 0.8, 1);
            assert_ok(bship_habits_merge(merged, both[i]), "a merge");
            texts[i] = text_of(both[i]);
            if (i == 0)
                assert_equal_habits(merged, both[0], "merged with nothing");
        }
        bship_habits_info infos[] = { describe(both[0]), describe(both[1]), describe(merged) };
        char *all = text_of(merged);
        cr_assert_eq(infos[2].observations, infos[0].observations + infos[1].observations,
                     "all of them");
        cr_assert_eq(infos[2].complete, infos[0].complete + infos[1].complete, "the whole ones");
        cr_assert_float_eq(infos[2].effective, infos[0].effective + infos[1].effective, 1e-9,
                           "their weight: %g of %g and %g", infos[2].effective, infos[0].effective,
                           infos[1].effective);
        for (int i = 0; i < 2; i++) {
            cr_assert_eq(shared_layouts(texts[i], all), infos[i].observations, "%s\nin\n%s",
                         texts[i], all);
            free(texts[i]);
            bship_habits_free(both[i]);
        }
        free(all);
        bship_habits_free(merged);
        bship_rules_unref(rules);
    }
}

Test(habits, the_order_of_merging_does_not_matter)
{
    bship_rng rng = rng_of(4);
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2 2\n");
    bship_habits *habits[3], *merged[2] = { new_habits(rules, 3), new_habits(rules, 3) };
    for (int i = 0; i < 3; i++) {
        habits[i] = new_habits(rules, i + 1);
        for (int k = 0; k < 400; k++)
            observe_random(habits[i], &rng, 0.7, 0.1 + 0.1 * i);
    }
    for (int i = 0; i < 3; i++) {
        assert_ok(bship_habits_merge(merged[0], habits[i]), "forwards");
        assert_ok(bship_habits_merge(merged[1], habits[2 - i]), "backwards");
    }
    cr_assert_eq(describe(merged[0]).observations, BSHIP_HABITS_OBSERVATIONS_MAX,
                 "the oldest are forgotten");
    assert_equal_habits(merged[0], merged[1], "both orders");
    for (int i = 0; i < 3; i++)
        bship_habits_free(habits[i]);
    bship_habits_free(merged[0]);
    bship_habits_free(merged[1]);
    bship_rules_unref(rules);
}

/* ---- traits ---- */

Test(habits, traits_have_names_and_texts)
{
    cr_assert_geq(bship_enum_count(BSHIP_ENUM_TRAIT), 8, "traits");
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_TRAIT); i++) {
        cr_assert_eq(bship_enum_find(BSHIP_ENUM_TRAIT, bship_enum_name(BSHIP_ENUM_TRAIT, i)), i,
                     "trait %d", (int)i);
        cr_assert_not_null(bship_enum_text(BSHIP_ENUM_TRAIT, i), "trait %d", (int)i);
    }
    cr_assert_null(bship_enum_name(BSHIP_ENUM_TRAIT, -1), "below");
    cr_assert_null(bship_enum_text(BSHIP_ENUM_TRAIT, bship_enum_count(BSHIP_ENUM_TRAIT)), "above");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_TRAIT, "none"), -1, "no trait");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_TRAIT, NULL), -1, "NULL");
}

Test(habits, observed_shares_are_those_of_the_layout)
{
    static const bship_placement layout[] = { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL },
                                              { 1, 3, 1, BSHIP_ORIENTATION_VERTICAL } };
    static const struct {
        const char *name;
        double share;
    } expected[] = {
        { "edge", 0.5 },
        { "corner", 0.5 },
        { "centre", 0.5 },
        { "top-left", 0.5 },
        { "top-right", 1. / 3 },
        { "bottom-left", 0 },
        { "bottom-right", 1. / 6 },
        { "horizontal", 0.5 },
    };
    bship_rules *rules = rules_from("board 6x6\nfleet 3 3\n");
    bship_habits *habits = new_habits(rules, 0);
    cr_assert(isnan(trait_of(habits, "edge").observed), "nothing was observed");
    assert_ok(bship_habits_observe(habits, layout, 2, 1, NULL), "a layout");
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        double observed = trait_of(habits, expected[i].name).observed;
        cr_assert_float_eq(observed, expected[i].share, 1e-12, "%s: %g", expected[i].name,
                           observed);
    }
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

static bship_habits_trait_info touching_of(const char *lines)
{
    bship_rules *rules = rules_from(lines);
    bship_habits *habits = new_habits(rules, 0);
    bship_habits_trait_info info = trait_of(habits, "touching");
    bship_habits_free(habits);
    bship_rules_unref(rules);
    return info;
}

/* Two of three ships touch at a corner; a part of a layout does not tell who touches whom. */
Test(habits, touching_ships_are_counted_in_whole_layouts)
{
    const bship_placement layout[3] = { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL },
                                        { 1, 3, 1, BSHIP_ORIENTATION_HORIZONTAL },
                                        { 2, 0, 5, BSHIP_ORIENTATION_HORIZONTAL } };
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2 2\n");
    bship_habits *habits = new_habits(rules, 0);
    assert_ok(bship_habits_observe(habits, layout, 2, 1, NULL), "a part of a layout");
    cr_assert(isnan(trait_of(habits, "touching").observed), "a part tells nothing");
    assert_ok(bship_habits_observe(habits, layout, 3, 1, NULL), "a layout");
    bship_habits_trait_info info = trait_of(habits, "touching");
    cr_assert_float_eq(info.observed, 2. / 3, 1e-12, "%g", info.observed);
    cr_assert(info.low <= info.believed && info.believed <= info.high, "the interval");
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

Test(habits, a_single_ship_touches_none_and_many_ships_do)
{
    cr_assert_eq(touching_of("board 6x6\nfleet 3\n").uniform, 0, "a single ship");
    cr_assert_eq(touching_of("board 8x8\nfleet 3 2\ncontact none\n").uniform, 0, "by the rules");
    bship_habits_trait_info info = touching_of("board 10x10\nfleet 4 3 3 2 2 2 1 1 1 1\n");
    cr_assert(info.uniform > 0.5 && info.uniform < 1, "ten ships: %g", info.uniform);
    cr_assert(info.believed > 0 && info.believed < info.uniform, "ten ships: %g", info.believed);
}

/* Ships that never touch are few by chance. */
Test(habits, ships_that_never_touch_are_a_trait)
{
    bship_rng rng = rng_of(7);
    bship_rules *rules = rules_from("board 10x10\nfleet classic\ncontact none\n");
    bship_rules *free = rules_from("board 10x10\nfleet classic\n");
    bship_habits *habits = new_habits(free, 0);
    bship_board *board = NULL;
    bship_placement layout[5];
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    for (int i = 0; i < 20; i++) {
        assert_ok(bship_board_place_random(board, &rng, NULL, NULL), "a layout");
        for (int32_t k = 0; k < 5; k++)
            assert_ok(bship_board_placement(board, k, &layout[k]), "a ship");
        assert_ok(bship_habits_observe(habits, layout, 5, 1, NULL), "an observation");
    }
    bship_habits_trait_info info = trait_of(habits, "touching");
    cr_assert_eq(info.observed, 0, "%g", info.observed);
    cr_assert(info.low == 0 && info.high < 0.01 && info.believed < 0.01, "%g, %g, %g", info.low,
              info.high, info.believed);
    cr_assert_float_eq(info.uniform, 0.53, 0.02, "%g", info.uniform);
    cr_assert_gt(describe(habits).probability, 0.95, "a habit");
    bship_board_free(board);
    bship_habits_free(habits);
    bship_rules_unref(free);
    bship_rules_unref(rules);
}

/* A normal interval around a mean that little is known of would be wider. */
Test(habits, the_interval_of_a_share_has_no_impossible_shares)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 3 1\n");
    bship_habits *habits = new_habits(rules, 0);
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_TRAIT); i++) {
        bship_habits_trait_info info = trait_of(habits, bship_enum_name(BSHIP_ENUM_TRAIT, i));
        cr_assert(info.low >= 0 && info.low < info.uniform, "%s: %g",
                  bship_enum_name(BSHIP_ENUM_TRAIT, i), info.low);
        cr_assert(info.high <= 1 && info.high >= info.uniform, "%s: %g",
                  bship_enum_name(BSHIP_ENUM_TRAIT, i), info.high);
    }
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

/* Sums of products that are 1 can be rounded to more. */
Test(habits, rounding_makes_no_impossible_shares)
{
    bship_rules *rules = rules_from("board 3x3\nblocked B1 B3\nfleet 1\n");
    bship_habits *habits = new_habits(rules, 1000000);
    bship_habits_trait_info info = trait_of(habits, "centre");
    cr_assert(info.believed <= 1 && info.high <= 1 && info.uniform <= 1, "%.17g, %.17g, %.17g",
              info.believed, info.high, info.uniform);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

/* 11 ships of 5 on 9x9 that do not touch are beyond limits. */
Test(habits, a_share_that_cannot_be_drawn_has_no_interval)
{
    bship_rules *rules = rules_from("board 9x9\nfleet 5 5 5 5 5 5 5 5 5 5 5\n");
    bship_habits *habits = new_habits(rules, 0);
    bship_habits_trait_info info = trait_of(habits, "touching");
    cr_assert(isnan(info.believed) && isnan(info.low) && isnan(info.high), "%g, from %g to %g",
              info.believed, info.low, info.high);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

Test(habits, calls_without_a_trait_or_a_result_are_refused)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    bship_habits *habits = new_habits(rules, 0);
    bship_habits_trait_info info = BSHIP_HABITS_TRAIT_INFO_INIT;
    assert_status(bship_habits_trait(habits, -1, &info), BSHIP_ERROR_ARGUMENT, "no trait");
    assert_status(bship_habits_trait(NULL, 0, &info), BSHIP_ERROR_ARGUMENT, "no habits");
    assert_status(bship_habits_trait(habits, 0, NULL), BSHIP_ERROR_ARGUMENT, "no result");
    assert_status(bship_habits_describe(NULL, NULL), BSHIP_ERROR_ARGUMENT, "no habits");
    assert_status(bship_habits_describe(habits, NULL), BSHIP_ERROR_ARGUMENT, "no result");
    assert_status(bship_habits_snapshot_new(NULL, habits, NULL), BSHIP_ERROR_ARGUMENT, "no result");
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

/* Layouts all on the left make one believe in a habit, and in the left. */
Test(habits, a_strong_habit_is_believed)
{
    bship_rng rng = rng_of(5);
    bship_rules *rules = rules_from("board 8x8\nfleet 3 3 2\n");
    bship_habits *habits = new_habits(rules, 0);
    double before = describe(habits).probability;
    for (int i = 0; i < 8; i++) {
        bship_placement layout[3];
        for (int32_t k = 0; k < 3; k++)
            layout[k] = (bship_placement){ k, between(&rng, 0, 1), 2 * k + between(&rng, 0, 1),
                                           BSHIP_ORIENTATION_HORIZONTAL };
        assert_ok(bship_habits_observe(habits, layout, 3, 1, NULL), "a layout");
    }
    bship_habits_trait_info flat = trait_of(habits, "horizontal");
    double after = describe(habits).probability;
    cr_assert_gt(after, 0.9, "%g, before %g", after, before);
    cr_assert_lt(before, 0.9, "%g", before);
    cr_assert_eq(flat.observed, 1, "%g", flat.observed);
    cr_assert(flat.believed > flat.uniform + 0.1, "%g, %g", flat.believed, flat.uniform);
    cr_assert(flat.low <= flat.believed && flat.believed <= flat.high, "the interval");
    cr_assert(flat.low > flat.uniform, "the interval excludes uniform layouts: %g", flat.low);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

/* Few placements with very great weights: the fit takes no step that it cannot value. */
Test(habits, results_are_numbers_however_much_observations_weigh)
{
    enum {
        V = BSHIP_ORIENTATION_VERTICAL
    };
    static const bship_placement layout[] = {
        { 0, 4, 4, V }, { 1, 5, 2, V }, { 2, 2, 3, V }, { 3, 9, 0, V }, { 4, 8, 7, 0 }
    };
    static const size_t counts[] = { 3, 1, 3, 4, 2, 2, 1, 3, 1, 2, 5, 5, 5, 4, 5 };
    bship_rules *rules = rules_from("");
    bship_habits *habits = new_habits(rules, (double)INFINITY);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        assert_ok(bship_habits_observe(habits, layout, counts[i], 1000, NULL), "%zu", i);
    double probability = describe(habits).probability;
    cr_assert(probability > 0.5 && probability <= 1, "%g", probability);
    bship_habits_snapshot *snapshot = snapshot_of(habits);
    double *weights = weights_of(snapshot);
    for (int64_t i = 0; i < bship_rules_placement_count(rules); i++)
        cr_assert(weights[i] > 0, "%d: %g", (int)i, weights[i]);
    free(weights);
    bship_habits_snapshot_unref(snapshot);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

/* ---- text ---- */

Test(habits, text_is_as_documented)
{
    static const char expected[] = "battleship-habits 1\n"
                                   "half-life 30\n"
                                   "board 5x4\n"
                                   "blocked E1\n"
                                   "fleet 3 2 1\n"
                                   "contact allowed\n"
                                   "turn one\n"
                                   "disclosure length\n"
                                   "salvo-report each\n"
                                   "reveal-water no\n"
                                   "repeat refused\n"
                                   "first random\n"
                                   "ending at-once\n"
                                   "layout 2 0.5 A1 down, -, -\n"
                                   "layout 1 1000 -, C3 right, E4 right\n"
                                   "layout 0 0.000001 B2 right, A3 down, C3 right\n"
                                   "end\n";
    static const bship_placement layouts[][3] = {
        { { 0, 0, 0, BSHIP_ORIENTATION_VERTICAL } },
        { { 2, 4, 3, BSHIP_ORIENTATION_HORIZONTAL }, { 1, 2, 2, BSHIP_ORIENTATION_HORIZONTAL } },
        { { 0, 1, 1, BSHIP_ORIENTATION_HORIZONTAL },
          { 1, 0, 2, BSHIP_ORIENTATION_VERTICAL },
          { 2, 2, 2, BSHIP_ORIENTATION_VERTICAL } },
    };
    static const double weights[] = { 0.5, 1000, 0.000001 };
    bship_rules *rules = rules_from("board 5x4\nblocked E1\nfleet 3 2 1\n");
    bship_habits *habits = new_habits(rules, 0);
    for (size_t i = 0; i < 3; i++)
        assert_ok(bship_habits_observe(habits, layouts[i], i + 1, weights[i], NULL), "%zu", i);
    char *text = text_of(habits), small[8];
    cr_assert_str_eq(text, expected, "the text");
    cr_assert_eq(bship_habits_format(habits, small, sizeof small), strlen(text), "the length");
    cr_assert_str_eq(small, "battles", "what fits");
    cr_assert_eq(bship_habits_format(NULL, NULL, 0), 0, "no habits");
    free(text);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

Test(habits, text_restores_everything)
{
    static const double half_lives[] = { 0, 7.25, (double)INFINITY, 0.000001 };
    bship_rng rng = rng_of(6);
    for (int round = 0; round < scaled(20); round++) {
        bship_rules *rules = some_rules(&rng);
        bship_habits *habits = new_habits(rules, half_lives[round % 4]);
        for (int k = between(&rng, 0, 9); k > 0; k--)
            observe_random(habits, &rng, 0.7, between(&rng, 1, 2000000) / 1000000.);
        char *text = text_of(habits);
        bship_habits *back = parse(text);
        assert_equal_habits(habits, back, "once written and read");
        cr_assert(bship_rules_equal(bship_habits_rules(back), rules), "the rules");
        bship_rng again = rng;
        observe_random(habits, &rng, 1, 1);
        observe_random(back, &again, 1, 1);
        assert_equal_habits(habits, back, "after another observation");
        free(text);
        bship_habits_free(back);
        bship_habits_free(habits);
        bship_rules_unref(rules);
    }
}

Test(habits, text_may_have_comments_and_any_order)
{
    bship_habits *plain = parse("battleship-habits 1\nhalf-life 5.5\nboard 3x3\nfleet 2\n"
                                "layout 7 2 A1 right\nlayout 0 1 A1 down\nend\n");
    bship_habits *other = parse("\xef\xbb\xbf"
                                "battleship-habits 1\r\n# mine\r\nfleet 2\nhalf-life 5.50 # short"
                                "\n\nboard 3x3\n layout 0 1.0  A1  down\nlayout 7 2 A1 right \n\n"
                                "end\n\n# of it all");
    assert_equal_habits(plain, other, "the same in other words");
    bship_habits_free(plain);
    bship_habits_free(other);
}

static const char valid[] = "battleship-habits 1\nhalf-life 5\nboard 4x3\nfleet 3 2\n"
                            "layout 3 1 A1 right, A2 down\nlayout 0 0.25 -, B2 right\nend\n";

Test(habits, every_prefix_of_a_text_is_refused)
{
    struct memory memory;
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    memory_init(&memory);
    options.allocator = memory.allocator;
    /* The last newline may be missing. */
    for (size_t length = 0; length < sizeof valid - 2; length++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_habits *habits = NULL;
        bship_status status = bship_habits_parse(&habits, valid, length, &options, &error);
        cr_assert(status && status != BSHIP_ERROR_MEMORY, "%zu bytes: %s", length,
                  bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)status));
        cr_assert(!habits && error.line > 0 && error.column > 0, "%zu bytes: the place", length);
        memory_check(&memory, "a prefix");
    }
    bship_habits_free(parse(valid));
}

/* A text with a fault, in a line and column. */
static const struct fault {
    const char *text;
    bship_status status;
    uint32_t line, column;
} faults[] = {
    { "", BSHIP_ERROR_SYNTAX, 1, 1 },
    { "battleship 1\n", BSHIP_ERROR_SYNTAX, 1, 1 },
    { "battleship-habits 2\n", BSHIP_ERROR_VERSION, 1, 19 },
    { "battleship-habits 99999999999999999999\n", BSHIP_ERROR_VERSION, 1, 19 },
    { "battleship-habits 1 \n", BSHIP_ERROR_SYNTAX, 1, 1 },
    { "H\nhalf-life 5\n", BSHIP_ERROR_SYNTAX, 3, 1 },
    { "H\nboard 4x4\nfleet 2\nend\n", BSHIP_ERROR_SYNTAX, 4, 1 },
    { "H\nhalf-life\n", BSHIP_ERROR_SYNTAX, 2, 10 },
    { "H\nhalf-life nan\n", BSHIP_ERROR_SYNTAX, 2, 11 },
    { "H\nhalf-life inf\n", BSHIP_ERROR_SYNTAX, 2, 11 },
    { "H\nhalf-life -5\n", BSHIP_ERROR_SYNTAX, 2, 11 },
    { "H\nhalf-life 0\n", BSHIP_ERROR_RANGE, 2, 11 },
    { "H\nhalf-life 1000000.1\n", BSHIP_ERROR_RANGE, 2, 11 },
    { "H\nhalf-life 1e3\n", BSHIP_ERROR_SYNTAX, 2, 12 },
    { "H\nhalf-life 1.\n", BSHIP_ERROR_SYNTAX, 2, 13 },
    { "H\nhalf-life 1.0000001\n", BSHIP_ERROR_SYNTAX, 2, 19 },
    { "H\nhalf-life 99999999999999999999\n", BSHIP_ERROR_RANGE, 2, 11 },
    { "H\nhalf-life 05\n", BSHIP_ERROR_SYNTAX, 2, 11 },
    { "H\nhalf-life 5 6\n", BSHIP_ERROR_SYNTAX, 2, 13 },
    { "H\nhalf-life 5\nhalf-life 5\n", BSHIP_ERROR_SYNTAX, 3, 1 },
    { "H\nboard 4x4\nboard 4x4\n", BSHIP_ERROR_SYNTAX, 3, 1 },
    { "H\nboard 0x4\n", BSHIP_ERROR_RANGE, 2, 7 },
    { "H\nhalf-life 5\nboard 200x200\nfleet 2\nend\n", BSHIP_ERROR_UNSUPPORTED, 5, 1 },
    { "H\nhalf-life 5\nboard 2x2\nfleet 3\nend\n", BSHIP_ERROR_INFEASIBLE, 4, 1 },
    { "H\nwhat 5\n", BSHIP_ERROR_NAME, 2, 1 },
    { "V layout\nend\n", BSHIP_ERROR_SYNTAX, 5, 7 },
    { "V layout 0 1\nend\n", BSHIP_ERROR_SYNTAX, 5, 11 },
    { "V layout -1 1 A1 right, -\nend\n", BSHIP_ERROR_SYNTAX, 5, 8 },
    { "V layout 1000000001 1 A1 right, -\nend\n", BSHIP_ERROR_RANGE, 5, 8 },
    { "V layout 99999999999999999999 1 A1 right, -\n", BSHIP_ERROR_RANGE, 5, 8 },
    { "V layout 00 1 A1 right, -\nend\n", BSHIP_ERROR_SYNTAX, 5, 8 },
    { "V layout 0 0 A1 right, -\nend\n", BSHIP_ERROR_RANGE, 5, 10 },
    { "V layout 0 1001 A1 right, -\nend\n", BSHIP_ERROR_RANGE, 5, 10 },
    { "V layout 0 nan A1 right, -\nend\n", BSHIP_ERROR_SYNTAX, 5, 10 },
    { "V layout 0 1 A1, -\nend\n", BSHIP_ERROR_SYNTAX, 5, 14 },
    { "V layout 0 1 A1 left, -\nend\n", BSHIP_ERROR_SYNTAX, 5, 15 },
    { "V layout 0 1 A1 right\nend\n", BSHIP_ERROR_SYNTAX, 5, 20 },
    { "V layout 0 1 A1 right, -, -\nend\n", BSHIP_ERROR_SYNTAX, 5, 23 },
    { "V layout 0 1 -, -\nend\n", BSHIP_ERROR_NOT_PLACED, 5, 1 },
    { "V layout 0 1 C1 right, -\nend\n", BSHIP_ERROR_OFF_BOARD, 5, 12 },
    { "V layout 0 1 A1 right, B1 down\nend\n", BSHIP_ERROR_OVERLAP, 5, 22 },
    { "V layout 0 1 A9999 right, -\nend\n", BSHIP_ERROR_RANGE, 5, 13 },
    { "V layout 0 1 A1 right, -\nhalf-life 5\nend\n", BSHIP_ERROR_SYNTAX, 6, 1 },
    { "V layout 0 1 A1 right, -\nfleet 2\nend\n", BSHIP_ERROR_SYNTAX, 6, 1 },
    { "V end end\n", BSHIP_ERROR_SYNTAX, 5, 5 },
    { "V end\nend\n", BSHIP_ERROR_SYNTAX, 6, 1 },
    { "V end\nlayout 0 1 A1 right, -\n", BSHIP_ERROR_SYNTAX, 6, 1 },
    { "V end\n\x01\n", BSHIP_ERROR_SYNTAX, 6, 1 },
};

Test(habits, faults_are_told_with_their_place)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const struct fault *fault = &faults[i];
        char text[512];
        bship_error error = BSHIP_ERROR_INIT;
        bship_habits *habits = NULL;
        const char *begin = fault->text;
        text[0] = '\0';
        if (*begin == 'H')
            strcpy(text, "battleship-habits 1");
        if (*begin == 'V')
            strcpy(text, "battleship-habits 1\nhalf-life 5\nboard 4x3\nfleet 3 2\n");
        strcat(text, begin + (*begin == 'H') + 2 * (*begin == 'V'));
        bship_status status = bship_habits_parse(&habits, text, strlen(text), NULL, &error);
        cr_assert(status == fault->status && error.line == fault->line &&
                      error.column == fault->column,
                  "%s in %u, %u: %s\nof\n%s", bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)status),
                  error.line, error.column, error.text, text);
        cr_assert_null(habits, "nothing was made");
    }
    assert_status(bship_habits_parse(NULL, valid, 5, NULL, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
}

Test(habits, too_many_layouts_are_refused)
{
    struct text text = { NULL, 0, 0 };
    bship_error error = BSHIP_ERROR_INIT;
    bship_habits *habits = NULL;
    text_add(&text, "battleship-habits 1\nhalf-life infinite\nboard 3x3\nfleet 2\n");
    for (int i = 0; i <= BSHIP_HABITS_OBSERVATIONS_MAX; i++)
        text_add(&text, "layout 1000000000 1 A1 right\n");
    assert_status(bship_habits_parse(&habits, text.data, text.length, NULL, &error),
                  BSHIP_ERROR_RANGE, "one too many");
    cr_assert_eq(error.line, 5 + BSHIP_HABITS_OBSERVATIONS_MAX, "line %u", error.line);
    text_free(&text);
}

/* ---- snapshots ---- */

Test(habits, snapshots_do_not_change)
{
    bship_rng rng = rng_of(7);
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2 2\n");
    bship_habits *habits = new_habits(rules, 0);
    for (int i = 0; i < 3; i++)
        observe_random(habits, &rng, 1, 1);
    bship_habits_snapshot *snapshot = snapshot_of(habits), *same = snapshot_of(habits);
    double *before = weights_of(snapshot), *equal = weights_of(same);
    size_t count = bship_habits_snapshot_weights(snapshot, NULL, 0);
    cr_assert_eq((int64_t)count, bship_rules_placement_count(rules), "the number of weights");
    for (int i = 0; i < 5; i++)
        observe_random(habits, &rng, 1, 1);
    bship_habits_free(habits);
    double *after = weights_of(snapshot);
    cr_assert_eq(bship_habits_snapshot_rules(snapshot), rules, "the rules");
    cr_assert_arr_eq(before, after, count * sizeof *after, "it changed");
    cr_assert_arr_eq(before, equal, count * sizeof *after, "two of the same");
    for (size_t i = 0; i < count; i++)
        cr_assert(before[i] > 0 && isfinite(before[i]), "weight %zu: %g", i, before[i]);
    cr_assert_eq(bship_habits_snapshot_ref(snapshot), snapshot, "a reference");
    bship_habits_snapshot_unref(snapshot);
    bship_habits_snapshot_unref(snapshot);
    bship_habits_snapshot_unref(same);
    bship_habits_snapshot_unref(NULL);
    cr_assert_null(bship_habits_snapshot_ref(NULL), "NULL");
    free(after);
    free(before);
    free(equal);
    bship_rules_unref(rules);
}

Test(habits, nothing_observed_is_uniform)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2 2\n");
    bship_habits *habits = new_habits(rules, 0);
    bship_habits_snapshot *snapshot = snapshot_of(habits);
    double *weights = weights_of(snapshot);
    for (int64_t i = 0; i < bship_rules_placement_count(rules); i++)
        cr_assert_eq(weights[i], weights[0], "weight %d", (int)i);
    free(weights);
    bship_habits_snapshot_unref(snapshot);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

/* Ships of one length share their weights, so that the analysis can exchange them. */
Test(habits, ships_of_one_length_have_the_same_weights)
{
    bship_rng rng = rng_of(8);
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2 2\n");
    bship_habits *habits = new_habits(rules, 0);
    for (int i = 0; i < 6; i++)
        observe_random(habits, &rng, 0.8, 1);
    bship_habits_snapshot *snapshot = snapshot_of(habits);
    double *weights = weights_of(snapshot);
    for (int64_t i = 0; i < bship_rules_placement_count(rules); i++) {
        bship_placement placement;
        assert_ok(bship_rules_placement(rules, i, &placement), "a placement");
        placement.ship = placement.ship == 1 ? 2 : placement.ship;
        cr_assert_eq(weights[i], weights[bship_rules_placement_index(rules, placement)], "%d",
                     (int)i);
    }
    free(weights);
    bship_habits_snapshot_unref(snapshot);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

/* ---- long fits ---- */

/* Cancels once it was called as often as `user` says. */
static int32_t cancel_after(double done, void *user)
{
    int *calls = user;
    (void)done;
    return --*calls < 0;
}

Test(habits, a_long_fit_can_be_cancelled_and_begins_anew)
{
    bship_rules *rules = rules_from("board 60x60\nfleet 5 4 3 3 2\n");
    bship_habits *habits = NULL, *other = NULL;
    bship_habits_snapshot *snapshot = NULL;
    bship_habits_info infos[2] = { BSHIP_HABITS_INFO_INIT, BSHIP_HABITS_INFO_INIT };
    int calls = 1, many = INT_MAX;
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    assert_ok(bship_habits_new(&other, rules, NULL, NULL), "habits");
    for (int32_t i = 0; i < 3; i++) {
        const bship_placement ship = { i, 3 * i, 0, BSHIP_ORIENTATION_VERTICAL };
        assert_ok(bship_habits_observe(habits, &ship, 1, 1, NULL), "a ship");
        assert_ok(bship_habits_observe(other, &ship, 1, 1, NULL), "a ship");
    }
    bship_habits_set_progress(habits, cancel_after, &calls);
    assert_status(bship_habits_describe(habits, &infos[0]), BSHIP_ERROR_CANCELLED, "describing");
    calls = 0;
    assert_status(bship_habits_snapshot_new(&snapshot, habits, NULL), BSHIP_ERROR_CANCELLED,
                  "a snapshot");
    cr_assert_null(snapshot, "none was taken");
    bship_habits_set_progress(habits, cancel_after, &many);
    assert_ok(bship_habits_describe(habits, &infos[0]), "describing");
    assert_ok(bship_habits_describe(other, &infos[1]), "describing");
    cr_assert_eq(infos[0].probability, infos[1].probability, "as if nothing had been cancelled");
    bship_habits_free(habits);
    bship_habits_free(other);
    bship_rules_unref(rules);
}
