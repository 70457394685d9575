/* AIs that use habits: they fire where the ships are expected, and are still pure functions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>

#include "support.h"

#define SHIPS 3

static const char line[] = "board 6x6\nfleet 3 2 2\n";

/* The ships of a player who lays all of them in the first two columns. */
static void lay_left(bship_rng *rng, bship_placement *layout)
{
    for (int32_t i = 0; i < SHIPS; i++)
        layout[i] = (bship_placement){ i, between(rng, 0, 1), i == 0 ? 0 : 2 * i + 1 - (i == 2),
                                       BSHIP_ORIENTATION_VERTICAL };
    layout[2].x = layout[1].x == 0;
}

/* What such a player teaches in some games; with `repeats` his layout is always the same. */
static bship_habits_snapshot *learn(const bship_rules *rules, int games, bool repeats)
{
    bship_habits *habits = NULL;
    bship_habits_snapshot *snapshot = NULL;
    bship_rng rng = rng_of(1);
    bship_placement layout[SHIPS];
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    for (int i = 0; i < games; i++) {
        if (i == 0 || !repeats)
            lay_left(&rng, layout);
        assert_ok(bship_habits_observe(habits, layout, SHIPS, 1, NULL), "a layout");
    }
    assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    bship_habits_free(habits);
    return snapshot;
}

static bship_ai *new_learner(const bship_rules *rules, const char *strategy,
                             const bship_habits_snapshot *habits, uint64_t seed)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;
    options.seed = seed;
    assert_ok(bship_ai_new(&ai, rules, strategy, &options, NULL), "an AI");
    assert_ok(bship_ai_set_habits(ai, habits), "its habits");
    return ai;
}

static bship_cell aim(bship_ai *ai, const bship_chart *chart)
{
    bship_cell cell = { -1, -1 };
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
    return cell;
}

static void assert_same_aim(bship_ai *a, bship_ai *b, const bship_chart *chart, const char *what)
{
    bship_cell cells[] = { aim(a, chart), aim(b, chart) };
    cr_assert(cells[0].x == cells[1].x && cells[0].y == cells[1].y, "%s: %d,%d and %d,%d", what,
              cells[0].x, cells[0].y, cells[1].x, cells[1].y);
}

/* ---- which strategies ---- */

Test(habits_ai, strategies_say_whether_they_use_habits)
{
    bship_rules *rules = rules_from(line);
    bship_habits_snapshot *habits = learn(rules, 1, false);
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++) {
        bship_ai *plain = new_ai(rules, bship_enum_name(BSHIP_ENUM_STRATEGY, i), 0);
        bool uses = bship_strategy_uses_habits(i) != 0;
        bship_status expected = uses ? BSHIP_OK : BSHIP_ERROR_UNSUPPORTED;
        assert_status(bship_ai_set_habits(plain, habits), expected, "%s",
                      bship_enum_name(BSHIP_ENUM_STRATEGY, i));
        assert_ok(bship_ai_set_habits(plain, NULL), "%s", bship_enum_name(BSHIP_ENUM_STRATEGY, i));
        bship_ai_free(plain);
    }
    cr_assert(bship_strategy_uses_habits(bship_enum_find(BSHIP_ENUM_STRATEGY, "posterior")),
              "posterior does");
    cr_assert_not(bship_strategy_uses_habits(bship_enum_find(BSHIP_ENUM_STRATEGY, "hunt")),
                  "hunt does not");
    cr_assert_eq(bship_strategy_uses_habits(-1), 0, "no strategy");
    bship_habits_snapshot_unref(habits);
    bship_rules_unref(rules);
}

Test(habits_ai, habits_of_other_rules_are_refused)
{
    bship_rules *rules = rules_from(line),
                *others = rules_from("board 6x6\nfleet 3 2 2\nfirst b\n");
    bship_habits_snapshot *habits = learn(others, 1, false);
    bship_ai *plain = new_ai(rules, "posterior", 0);
    assert_status(bship_ai_set_habits(plain, habits), BSHIP_ERROR_RULES, "set");
    assert_status(bship_ai_set_habits(NULL, NULL), BSHIP_ERROR_ARGUMENT, "no AI");
    bship_ai_free(plain);
    bship_habits_snapshot_unref(habits);
    bship_rules_unref(others);
    bship_rules_unref(rules);
}

/* ---- aims ---- */

Test(habits_ai, it_fires_where_the_ships_are_expected)
{
    bship_rules *rules = rules_from(line);
    bship_habits_snapshot *habits = learn(rules, 12, false);
    bship_ai *ai = new_learner(rules, "posterior", habits, 3),
             *plain = new_ai(rules, "posterior", 3);
    bship_chart *chart = new_chart(rules);
    bship_cell cell = aim(ai, chart);
    double scores[2][36];
    cr_assert_leq(cell.x, 1, "column %d", cell.x);
    assert_ok(bship_ai_scores(ai, chart, NULL, scores[0], 36), "scores");
    assert_ok(bship_ai_scores(plain, chart, NULL, scores[1], 36), "scores");
    for (int32_t i = 0; i < 36; i++) {
        if (cell_at(rules, i).x >= 4)
            cr_assert_lt(scores[0][i], scores[1][i], "cell %d", (int)i);
    }
    bship_chart_free(chart);
    bship_ai_free(plain);
    bship_ai_free(ai);
    bship_habits_snapshot_unref(habits);
    bship_rules_unref(rules);
}

/* Whatever the AI did before, a new one aims like it; the position cache changes nothing. */
static void check_purity(const bship_rules *rules, const char *strategy, int games,
                         const bship_habits_snapshot *habits)
{
    bship_rng rng = rng_of(9);
    bship_ai *played = new_learner(rules, strategy, habits, 0);
    bship_ai *switched = new_ai(rules, strategy, 0);
    for (int game = 0; game < games; game++) {
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        bship_ai_reset(played, (uint64_t)game);
        bship_ai_reset(switched, (uint64_t)game);
        assert_ok(bship_ai_set_habits(switched, NULL), "no habits");
        aim(switched, chart);
        assert_ok(bship_ai_set_habits(switched, habits), "the habits");
        while (!bship_board_is_defeated(board)) {
            bship_ai *fresh = new_learner(rules, strategy, habits, (uint64_t)game);
            assert_same_aim(played, fresh, chart, "a new AI");
            assert_same_aim(played, switched, chart, "one that got the habits later");
            bship_ai_free(fresh);
            fire_by_ai(played, board, chart);
        }
        bship_chart_free(chart);
        bship_board_free(board);
    }
    bship_ai_free(switched);
    bship_ai_free(played);
}

Test(habits_ai, an_AI_with_habits_is_a_pure_function)
{
    bship_rules *rules = rules_from(line), *small = rules_from("board 4x6\nfleet 3 2 2\n");
    for (int repeats = 0; repeats < 2; repeats++) {
        bship_habits_snapshot *habits = learn(rules, 6, repeats),
                              *others = learn(small, 6, repeats);
        check_purity(rules, "posterior", 3, habits);
        if (repeats)
            check_purity(small, "search", 1, others);
        bship_habits_snapshot_unref(others);
        bship_habits_snapshot_unref(habits);
    }
    bship_rules_unref(small);
    bship_rules_unref(rules);
}

Test(habits_ai, no_habits_and_unseen_players_change_nothing)
{
    bship_rng rng = rng_of(2);
    bship_rules *rules = rules_from(line);
    bship_habits_snapshot *unseen = learn(rules, 0, false), *habits = learn(rules, 8, false);
    bship_ai *plain = new_ai(rules, "posterior", 5),
             *other = new_learner(rules, "posterior", unseen, 5);
    bship_ai *back = new_learner(rules, "posterior", habits, 5);
    bship_board *board = random_board(rules, &rng);
    bship_chart *chart = new_chart(rules);
    bship_habits_snapshot_unref(unseen);
    aim(back, chart);
    assert_ok(bship_ai_set_habits(back, NULL), "no habits any more");
    while (!bship_board_is_defeated(board)) {
        double scores[2][36];
        assert_same_aim(plain, other, chart, "of an unseen player");
        assert_same_aim(plain, back, chart, "once the habits are taken away");
        assert_ok(bship_ai_scores(plain, chart, NULL, scores[0], 36), "scores");
        assert_ok(bship_ai_scores(other, chart, NULL, scores[1], 36), "scores");
        cr_assert_arr_eq(scores[0], scores[1], sizeof *scores, "the scores");
        fire_by_ai(plain, board, chart);
    }
    bship_chart_free(chart);
    bship_board_free(board);
    bship_ai_free(back);
    bship_ai_free(other);
    bship_ai_free(plain);
    bship_habits_snapshot_unref(habits);
    bship_rules_unref(rules);
}

/* ---- repeated layouts ---- */

/* Fires at the layout that was learnt; returns the number of shots. */
static int play_repeat(const bship_rules *rules, const char *strategy,
                       const bship_habits_snapshot *habits)
{
    bship_ai *ai = new_ai(rules, strategy, 1);
    bship_rng rng = rng_of(1);
    bship_placement layout[SHIPS];
    bship_board *board = NULL;
    bship_chart *chart = new_chart(rules);
    int shots = 0;
    lay_left(&rng, layout);
    assert_ok(bship_ai_set_habits(ai, habits), "%s", strategy);
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    assert_ok(bship_board_place_layout(board, layout, SHIPS, NULL), "the layout");
    for (; !bship_board_is_defeated(board); shots++)
        fire_by_ai(ai, board, chart);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_ai_free(ai);
    return shots;
}

/*
 * After one layout eight times in a row, the ninth of the same is shot down almost without a miss.
 */
Test(habits_ai, a_repeated_layout_is_recognised)
{
    bship_rules *rules = rules_from(line);
    bship_habits_snapshot *habits = learn(rules, 8, true);
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++) {
        if (!bship_strategy_uses_habits(i))
            continue;
        int shots = play_repeat(rules, bship_enum_name(BSHIP_ENUM_STRATEGY, i), habits);
        cr_assert_leq(shots, 9, "%s: %d shots at 7 cells", bship_enum_name(BSHIP_ENUM_STRATEGY, i),
                      shots);
    }
    bship_habits_snapshot_unref(habits);
    bship_rules_unref(rules);
}

/* The occupancies, and log2 of the weight, of the layouts by the weights of a snapshot alone. */
static double law_of(const bship_habits_snapshot *habits, const bship_chart *chart, double *grid)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior *posterior = NULL;
    size_t count = bship_habits_snapshot_weights(habits, NULL, 0);
    double *weights = malloc(count * sizeof *weights);
    bship_habits_snapshot_weights(habits, weights, count);
    options.weights = weights;
    options.weight_count = (int64_t)count;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "a posterior");
    assert_ok(bship_posterior_describe(posterior, &info), "a description");
    bship_posterior_occupancy(posterior, grid, 36);
    bship_posterior_free(posterior);
    free(weights);
    return info.log2_layouts;
}

/* The probability of the repeated layout: outside it, occupancies are those of the law times that
 * of no repeat. */
static double probability_of_repeat(bship_ai *ai, const bship_chart *chart, const double *law,
                                    const bship_board *board)
{
    const bship_rules *rules = bship_chart_rules(chart);
    double mixed[36], repeat = -1;
    assert_ok(bship_ai_scores(ai, chart, NULL, mixed, 36), "scores");
    for (int32_t i = 0; i < 36; i++) {
        bship_cell cell = cell_at(rules, i);
        if (bship_chart_state_at(chart, cell) != BSHIP_CHART_STATE_UNKNOWN)
            continue;
        bool is_ship = bship_board_ship_at(board, cell) >= 0;
        double own = is_ship ? (mixed[i] - law[i]) / (1 - law[i]) : 1 - mixed[i] / law[i];
        if (repeat < 0)
            repeat = own;
        cr_assert_float_eq(own, repeat, 1e-9, "cell %d: %g, not %g", (int)i, own, repeat);
    }
    return repeat;
}

/* Bayes' rule: a hit tells how probable a repeat is, a refutation that there is none. */
Test(habits_ai, repeated_layouts_are_mixed_exactly)
{
    bship_rules *rules = rules_from(line);
    bship_habits_snapshot *habits = learn(rules, 8, true);
    bship_ai *ai = new_learner(rules, "posterior", habits, 1);
    bship_rng rng = rng_of(1);
    bship_placement layout[SHIPS];
    bship_board *board = NULL;
    bship_chart *chart = new_chart(rules);
    bship_report miss = BSHIP_REPORT_INIT;
    double law[36];
    lay_left(&rng, layout);
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    assert_ok(bship_board_place_layout(board, layout, SHIPS, NULL), "the layout");
    double empty = law_of(habits, chart, law);
    double prior = probability_of_repeat(ai, chart, law, board);
    cr_assert(prior > 0.5 && prior < 1, "%g", prior);
    for (int32_t i = 0; i < 2; i++) {
        bship_cell cell = { layout[i].x, layout[i].y };
        fire_turn(board, chart, &cell, 1);
        double likelihood = exp2(law_of(habits, chart, law) - empty);
        double expected = prior / (prior + (1 - prior) * likelihood);
        double repeat = probability_of_repeat(ai, chart, law, board);
        cr_assert_float_eq(repeat, expected, 1e-9, "%g, not %g", repeat, expected);
    }
    assert_ok(bship_chart_record(chart, (bship_cell){ layout[2].x, layout[2].y }, &miss, NULL),
              "a miss");
    law_of(habits, chart, law);
    bship_board_clear(board);
    cr_assert_float_eq(probability_of_repeat(ai, chart, law, board), 0, 1e-12, "refuted");
    bship_chart_free(chart);
    bship_board_free(board);
    bship_ai_free(ai);
    bship_habits_snapshot_unref(habits);
    bship_rules_unref(rules);
}

/* A limit that no analysis meets is kept with habits as without. */
Test(habits_ai, limits_are_kept)
{
    bship_rules *rules = rules_from("board 10x10\nfleet classic\n");
    bship_habits *habits = NULL;
    bship_habits_snapshot *snapshot = NULL;
    bship_rng rng = rng_of(4);
    bship_chart *chart = new_chart(rules);
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    bship_ai *ai = NULL;
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    for (int i = 0; i < 4; i++) {
        const bship_placement at = { 0, 0, between(&rng, 0, 1), BSHIP_ORIENTATION_HORIZONTAL };
        assert_ok(bship_habits_observe(habits, &at, 1, 1, NULL), "a ship");
    }
    assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    options.work_limit = 1000;
    assert_ok(bship_ai_new(&ai, rules, "posterior", &options, NULL), "an AI");
    assert_ok(bship_ai_set_habits(ai, snapshot), "its habits");
    aim(ai, chart);
    assert_ok(bship_ai_describe(ai, &info), "a description");
    cr_assert_eq(info.status, BSHIP_ERROR_WORK_LIMIT, "%s",
                 bship_enum_name(BSHIP_ENUM_STATUS, info.status));
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_habits_snapshot_unref(snapshot);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

/* A posterior follows habits as an AI does, remembered layouts included, also from the middle of a
 * game on. */
Test(habits_ai, posteriors_follow_habits)
{
    bship_rules *rules = rules_from(line);
    bship_habits_snapshot *habits = learn(rules, 8, true);
    bship_ai *ai = new_learner(rules, "posterior", habits, 1);
    bship_chart *chart = new_chart(rules);
    bship_report miss = BSHIP_REPORT_INIT;
    for (int32_t x = 3; x < 6; x++) {
        bship_posterior *posterior = NULL;
        double scores[36], grid[36];
        assert_ok(bship_chart_record(chart, (bship_cell){ x, x - 3 }, &miss, NULL), "a miss");
        assert_ok(bship_posterior_new_habits(&posterior, chart, NULL, habits, NULL), "a posterior");
        assert_ok(bship_ai_scores(ai, chart, NULL, scores, 36), "scores");
        bship_posterior_occupancy(posterior, grid, 36);
        for (int32_t i = 0; i < 36; i++)
            if (bship_chart_state_at(chart, cell_at(rules, i)) == BSHIP_CHART_STATE_UNKNOWN)
                cr_assert_float_eq(grid[i], scores[i], 1e-12, "cell %d: %g, not %g", (int)i,
                                   grid[i], scores[i]);
        bship_posterior_free(posterior);
    }
    bship_chart_free(chart);
    bship_ai_free(ai);
    bship_habits_snapshot_unref(habits);
    bship_rules_unref(rules);
}

Test(habits_ai, posteriors_refuse_habits_that_do_not_fit)
{
    bship_rules *rules = rules_from(line), *others = rules_from("board 6x6\nfleet 3 2\n");
    bship_habits_snapshot *habits = learn(rules, 1, false);
    bship_chart *chart = new_chart(rules), *other = new_chart(others);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    double weights[200] = { 0 };
    assert_status(bship_posterior_new_habits(&posterior, other, &options, habits, NULL),
                  BSHIP_ERROR_RULES, "other rules");
    options.weights = weights;
    options.weight_count = bship_rules_placement_count(rules);
    assert_status(bship_posterior_new_habits(&posterior, chart, &options, habits, NULL),
                  BSHIP_ERROR_ARGUMENT, "weights beside habits");
    assert_status(bship_posterior_new_habits(NULL, chart, NULL, habits, NULL), BSHIP_ERROR_ARGUMENT,
                  "nowhere to put it");
    assert_status(bship_posterior_new_habits(&posterior, NULL, NULL, habits, NULL),
                  BSHIP_ERROR_ARGUMENT, "no chart");
    cr_assert_eq(bship_posterior_ignores_contact(NULL), 0, "no posterior");
    cr_assert_null(posterior, "nothing was made");
    bship_chart_free(other);
    bship_chart_free(chart);
    bship_habits_snapshot_unref(habits);
    bship_rules_unref(others);
    bship_rules_unref(rules);
}
