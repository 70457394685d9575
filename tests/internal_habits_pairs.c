/* Laws of pairs: counting, sampling, the evidence for them, and posteriors that follow them. */
#include "inference/habits/habits.h"
#include "inference/habits/pairs.h"
#include "inference/habits/snapshot.h"
#include "internal_support.h"
#include <math.h>
#include <stdio.h>

#include <battleship/enumeration.h>

#define SHIPS 3
#define CELLS 25

static const char small[] = "board 5x5\nfleet 3 2 2\n";

/* ---- counting ---- */

static bsi_pair_counts count_on(const char *lines, const bsi_rectangle *ships, int32_t count)
{
    bship_rules *rules = rules_from(lines);
    bsi_pair_counts counts = bsi_count_pairs(rules, ships, count);
    bship_rules_unref(rules);
    return counts;
}

static void assert_counts(bsi_pair_counts counts, int touching_pairs, int near_pairs, int touching)
{
    cr_assert_eq(counts.pairs[0], touching_pairs, "%d pairs touch", counts.pairs[0]);
    cr_assert_eq(counts.pairs[1], near_pairs, "%d pairs are near", counts.pairs[1]);
    cr_assert_eq(counts.touching, touching, "%d ships touch", counts.touching);
}

Test(habits_pairs, ships_touch_at_sides_and_corners)
{
    const char lines[] = "board 10x10\nfleet 3 2 2\n";
    bsi_rectangle ships[SHIPS] = { { 0, 0, 2, 0 }, { 3, 1, 4, 1 }, { 9, 8, 9, 9 } };
    assert_counts(count_on(lines, ships, SHIPS), 1, 1, 2);
    ships[1] = (bsi_rectangle){ 4, 1, 5, 1 };
    assert_counts(count_on(lines, ships, SHIPS), 0, 1, 0);
    ships[1] = (bsi_rectangle){ 5, 1, 6, 1 };
    assert_counts(count_on(lines, ships, SHIPS), 0, 0, 0);
    ships[1] = (bsi_rectangle){ 0, 1, 1, 1 };
    ships[2] = (bsi_rectangle){ 0, 2, 0, 3 };
    assert_counts(count_on(lines, ships, SHIPS), 2, 3, 3);
}

Test(habits_pairs, what_is_near_grows_with_the_board)
{
    const bsi_rectangle ships[2] = { { 0, 0, 2, 0 }, { 6, 0, 6, 1 } };
    assert_counts(count_on("board 10x10\nfleet 3 2\n", ships, 2), 0, 0, 0);
    assert_counts(count_on("board 20x20\nfleet 3 2\n", ships, 2), 0, 1, 0);
}

/* ---- brute force ---- */

/* All layouts of a small board that agree with a chart, by a function that is called for each. */
typedef void layout_callback(const bship_placement *layout, void *user);

static bool agrees(const bship_chart *chart, const bship_board *board)
{
    const bship_rules *rules = bship_chart_rules(chart);
    for (int32_t i = 0; i < CELLS; i++) {
        bship_cell cell = cell_at(rules, i);
        int32_t state = bship_chart_state_at(chart, cell);
        bool is_ship = bship_board_ship_at(board, cell) >= 0;
        if (state != BSHIP_CHART_STATE_UNKNOWN && is_ship != (state == BSHIP_CHART_STATE_HIT))
            return false;
    }
    return true;
}

static void visit(bship_board *board, const bship_chart *chart, bship_placement *layout,
                  int32_t ship, layout_callback *callback, void *user)
{
    const bship_rules *rules = bship_chart_rules(chart);
    if (ship == SHIPS) {
        if (agrees(chart, board))
            callback(layout, user);
        return;
    }
    for (int64_t i = rules->index_base[ship]; i < rules->index_base[ship + 1]; i++) {
        (void)bship_rules_placement(rules, i, &layout[ship]);
        if (bship_board_place(board, layout[ship]))
            continue;
        visit(board, chart, layout, ship + 1, callback, user);
        bship_board_remove(board, ship);
    }
}

static void visit_all(const bship_chart *chart, layout_callback *callback, void *user)
{
    bship_placement layout[SHIPS];
    bship_board *board = NULL;
    assert_ok(bship_board_new(&board, bship_chart_rules(chart), NULL, NULL), "a board");
    visit(board, chart, layout, 0, callback, user);
    bship_board_free(board);
}

/* Sums over layouts, weighted by a snapshot. */
struct sums {
    const bship_rules *rules;
    const bship_habits_snapshot *snapshot;
    double all, touching;
    double cells[CELLS];
};

static bsi_pair_counts counts_of(const bship_rules *rules, const bship_placement *layout)
{
    bsi_rectangle ships[5];
    int32_t count = rules->fleet->count;
    for (int32_t i = 0; i < count; i++) {
        bship_cell first = { layout[i].x, layout[i].y };
        bsi_placement at = bsi_placement_of(0, layout[i].orientation, bsi_position(rules, first));
        ships[i] = bsi_rectangle_of(rules, rules->fleet->ships[i].length, at);
    }
    return bsi_count_pairs(rules, ships, count);
}

static void add(const bship_placement *layout, void *user)
{
    struct sums *sums = user;
    const bship_habits_snapshot *snapshot = sums->snapshot;
    bsi_pair_counts counts = counts_of(sums->rules, layout);
    double weight = snapshot && snapshot->pairs ? bsi_pair_factor(snapshot->pairs, counts) : 1;
    for (int32_t i = 0; snapshot && snapshot->weights && i < SHIPS; i++)
        weight *= snapshot->weights[bship_rules_placement_index(sums->rules, layout[i])];
    sums->all += weight;
    sums->touching += weight * counts.touching / SHIPS;
    for (int32_t i = 0; i < SHIPS; i++)
        for (int32_t k = 0; k < sums->rules->fleet->ships[i].length; k++) {
            bool is_vertical = layout[i].orientation == BSHIP_ORIENTATION_VERTICAL;
            int32_t x = layout[i].x + (is_vertical ? 0 : k);
            int32_t y = layout[i].y + (is_vertical ? k : 0);
            sums->cells[y * 5 + x] += weight;
        }
}

static struct sums sum_all(const bship_chart *chart, const bship_habits_snapshot *snapshot)
{
    struct sums sums = { .rules = bship_chart_rules(chart), .snapshot = snapshot };
    visit_all(chart, add, &sums);
    return sums;
}

/* ---- sampling ---- */

Test(habits_pairs, samples_follow_the_law)
{
    static const char *const lines[] = { "", "contact no-sides\n", "contact none\n" };
    for (int i = 0; i < 3; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s%s", small, lines[i]);
        bship_rules *rules = rules_from(text);
        bship_chart *chart = new_chart(rules);
        bship_habits *habits = NULL;
        bship_habits_trait_info info = BSHIP_HABITS_TRAIT_INFO_INIT;
        struct sums sums = sum_all(chart, NULL);
        assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
        assert_ok(bship_habits_trait(habits, bship_find(BSHIP_ENUM_TRAIT, "touching"), &info),
                  "trait");
        cr_assert_float_eq(info.uniform, sums.touching / sums.all, 0.02, "%s: %g, not %g", text,
                           info.uniform, sums.touching / sums.all);
        bship_habits_free(habits);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* ---- evidence ---- */

static bship_rules *classic(void)
{
    return rules_from("board 10x10\nfleet classic\n");
}

/* What so many layouts of a placement style teach. */
static bship_habits *learn(const bship_rules *rules, const char *style, double strength, int count,
                           uint64_t seed)
{
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    bship_placer *placer = NULL;
    bship_habits *habits = NULL;
    bship_rng rng = rng_of(seed);
    bship_placement layout[5];
    size_t ships = (size_t)rules->fleet->count;
    options.strength = strength;
    assert_ok(bship_placer_new(&placer, rules, style, &options, NULL), "a placer");
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    for (int i = 0; i < count; i++) {
        assert_ok(bship_placer_draw(placer, &rng, layout, ships, NULL), "a layout");
        assert_ok(bship_habits_observe(habits, layout, ships, 1, NULL), "an observation");
    }
    assert_ok(bsi_habits_fit(habits), "a fit");
    bship_placer_free(placer);
    return habits;
}

static double pair_probability(const char *style, double strength, int count, uint64_t seed)
{
    bship_rules *rules = classic();
    bship_habits *habits = learn(rules, style, strength, count, seed);
    double probability = bsi_habits_model_belief(habits->model).pair_probability;
    bship_habits_free(habits);
    bship_rules_unref(rules);
    return probability;
}

Test(habits_pairs, laws_of_pairs_are_recognised)
{
    int uniform = 0;
    cr_assert_gt(pair_probability("clustered", 12, 20, 1), 0.95, "clustered");
    cr_assert_gt(pair_probability("spread", 12, 40, 1), 0.95, "spread");
    for (uint64_t seed = 1; seed <= 8; seed++)
        uniform += pair_probability("uniform", 0, 20, seed) > 0.55;
    cr_assert_leq(uniform, 2, "%d uniform players of 8 seem to have a law of pairs", uniform);
}

/* The mean share of ships that touch another one. */
static double touching_share(const bship_rules *rules, const char *style, double strength)
{
    enum {
        LAYOUTS = 4000
    };
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    bship_placer *placer = NULL;
    bship_rng rng = rng_of(8);
    bship_placement layout[5];
    double sum = 0;
    int32_t ships = rules->fleet->count;
    options.strength = strength;
    assert_ok(bship_placer_new(&placer, rules, style, &options, NULL), "a placer");
    for (int i = 0; i < LAYOUTS; i++) {
        assert_ok(bship_placer_draw(placer, &rng, layout, (size_t)ships, NULL), "a layout");
        sum += counts_of(rules, layout).touching;
    }
    bship_placer_free(placer);
    return sum / LAYOUTS / ships;
}

/* Also where the law that is learnt, of ships that touch, is not the law of the layouts. */
Test(habits_pairs, intervals_contain_the_truth_as_often_as_they_say)
{
    bship_rules *rules = classic();
    double truth = touching_share(rules, "clustered", 6);
    int cases = scaled(20), contained = 0;
    for (int i = 0; i < cases; i++) {
        bship_habits *habits = learn(rules, "clustered", 6, 10, 100 + (uint64_t)i);
        bsi_habits_mean mean;
        bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
        assert_ok(bsi_habits_model_touching(habits->model, &mean, &budget), "the share");
        contained += mean.low < truth && truth < mean.high;
        bship_habits_free(habits);
    }
    /* Five standard deviations around 95%. */
    double error = sqrt(0.95 * 0.05 * cases);
    cr_assert_gt(contained, 0.95 * cases - 5 * error - 1, "%d of %d", contained, cases);
    bship_rules_unref(rules);
}

/* The strength of a law is the ratio of factors of layouts with one more pair near each other. */
Test(habits_pairs, a_known_strength_is_recovered)
{
    const bsi_pair_counts few = { { 2, 3 }, 0 }, many = { { 2, 7 }, 0 };
    bship_rules *rules = classic();
    bship_habits *habits = learn(rules, "clustered", 12, 100, 7);
    const bsi_pair_law *law = bsi_habits_model_belief(habits->model).pairs;
    cr_assert_not_null(law, "there is a law");
    double strength = log(bsi_pair_factor(law, many) / bsi_pair_factor(law, few)) / 4 * 10;
    cr_assert_float_eq(strength, 12, 4, "%g", strength);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

/* Ships that keep together lie in one part of the board in each layout, but in no part always. */
Test(habits_pairs, clusters_are_no_preference_for_a_part_of_the_board)
{
    bship_rules *rules = classic();
    int weighted = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        bship_habits *habits = learn(rules, "clustered", 12, 10, seed);
        weighted += !bsi_habits_model_belief(habits->model).is_uniform;
        bship_habits_free(habits);
    }
    cr_assert_leq(weighted, 3, "%d clustered players of 8 seem to prefer placements", weighted);
    bship_rules_unref(rules);
}

Test(habits_pairs, one_layout_teaches_no_law_of_pairs)
{
    cr_assert_eq(pair_probability("clustered", 12, 1, 1), 0, "one layout");
}

Test(habits_pairs, clustered_ships_weigh_more_together_and_spread_ones_less)
{
    static const char *const styles[] = { "clustered", "spread" };
    bship_rules *rules = classic();
    for (int i = 0; i < 2; i++) {
        const bsi_pair_counts apart = { { 0, 1 }, 0 }, together = { { 4, 9 }, 5 };
        bship_habits *habits = learn(rules, styles[i], 12, 30, 3);
        const bsi_pair_law *law = bsi_habits_model_belief(habits->model).pairs;
        cr_assert_not_null(law, "%s: there is a law", styles[i]);
        double ratio = bsi_pair_factor(law, together) / bsi_pair_factor(law, apart);
        cr_assert(i == 0 ? ratio > 2 : ratio < 0.5, "%s: %g", styles[i], ratio);
        bship_habits_free(habits);
    }
    bship_rules_unref(rules);
}

/* Ten ships that must not touch: only how near they are can be a habit. */
Test(habits_pairs, ships_that_never_touch_by_the_rules_are_no_habit)
{
    bship_rules *rules = rules_from("board 10x10\nfleet 4 3 3 2 2 2 1 1 1 1\ncontact none\n");
    bship_habits *habits = NULL;
    bship_board *board = NULL;
    bship_rng rng = rng_of(1);
    bship_placement layout[10];
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    for (int i = 0; i < 20; i++) {
        assert_ok(bship_board_place_random(board, &rng, NULL, NULL), "a layout");
        for (int32_t k = 0; k < 10; k++)
            assert_ok(bship_board_placement(board, k, &layout[k]), "a ship");
        assert_ok(bship_habits_observe(habits, layout, 10, 1, NULL), "an observation");
    }
    assert_ok(bsi_habits_fit(habits), "a fit");
    cr_assert_lt(bsi_habits_model_belief(habits->model).pair_probability, 0.5, "chance");
    bship_board_free(board);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

/* ---- posteriors ---- */

/* The snapshot of a player whose ships keep together, on a small board. */
static bship_habits_snapshot *small_snapshot(const bship_rules *rules)
{
    bship_habits *habits = learn(rules, "clustered", 12, 30, 5);
    bship_habits_snapshot *snapshot = NULL;
    assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    cr_assert_not_null(snapshot->pairs, "a law of pairs");
    bship_habits_free(habits);
    return snapshot;
}

static void assert_occupancies(const bship_chart *chart, const bship_habits_snapshot *snapshot)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior *posterior = NULL;
    double grid[CELLS], errors[CELLS];
    struct sums sums = sum_all(chart, snapshot);
    options.habits = snapshot;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "a posterior");
    assert_ok(bship_posterior_describe(posterior, &info), "a description");
    cr_assert_eq(info.is_exact, 0, "a law of pairs is sampled");
    bship_posterior_occupancy(posterior, grid, CELLS);
    bship_posterior_standard_error(posterior, errors, CELLS);
    for (int i = 0; i < CELLS; i++)
        cr_assert_float_eq(grid[i], sums.cells[i] / sums.all, 5 * errors[i] + 1e-9,
                           "cell %d: %g, not %g +- %g", i, grid[i], sums.cells[i] / sums.all,
                           errors[i]);
    bship_posterior_free(posterior);
}

Test(habits_pairs, posteriors_follow_the_law_of_pairs)
{
    bship_rules *rules = rules_from(small);
    bship_habits_snapshot *snapshot = small_snapshot(rules);
    bship_chart *chart = new_chart(rules);
    bship_report hit = BSHIP_REPORT_INIT, miss = BSHIP_REPORT_INIT;
    hit.result = BSHIP_RESULT_HIT;
    assert_occupancies(chart, snapshot);
    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 1 }, &miss), "a miss");
    assert_occupancies(chart, snapshot);
    assert_ok(bship_chart_record(chart, (bship_cell){ 2, 2 }, &hit), "a hit");
    assert_occupancies(chart, snapshot);
    bship_chart_free(chart);
    bship_habits_snapshot_unref(snapshot);
    bship_rules_unref(rules);
}

/* Draws are resampled, so that the share of touching ships is that of the law. */
Test(habits_pairs, draws_follow_the_law_of_pairs)
{
    enum {
        DRAWS = 4000
    };
    bship_rules *rules = rules_from(small);
    bship_habits_snapshot *snapshot = small_snapshot(rules);
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    bship_rng rng = rng_of(6);
    struct sums sums = sum_all(chart, snapshot), plain = sum_all(chart, NULL);
    double mean = 0;
    options.habits = snapshot;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "a posterior");
    for (int i = 0; i < DRAWS; i++) {
        bship_placement layout[SHIPS];
        assert_ok(bship_posterior_sample(posterior, &rng, layout, SHIPS), "a draw");
        mean += (double)counts_of(rules, layout).touching / SHIPS / DRAWS;
    }
    double expected = sums.touching / sums.all, without = plain.touching / plain.all;
    cr_assert_lt(fabs(mean - expected), 0.1 * fabs(expected - without) + 0.02, "%g, not %g", mean,
                 expected);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_habits_snapshot_unref(snapshot);
    bship_rules_unref(rules);
}

/* A posterior is a function of the options and the chart. */
Test(habits_pairs, equal_charts_give_equal_posteriors)
{
    bship_rules *rules = rules_from(small);
    bship_habits_snapshot *snapshot = small_snapshot(rules);
    bship_chart *chart = new_chart(rules);
    bship_report miss = BSHIP_REPORT_INIT;
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *a = NULL, *b = NULL;
    double grids[2][CELLS];
    options.habits = snapshot;
    assert_ok(bship_posterior_new(&a, chart, &options, NULL), "a posterior");
    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 1 }, &miss), "a miss");
    assert_ok(bship_posterior_update(a, chart, NULL), "an update");
    assert_ok(bship_posterior_new(&b, chart, &options, NULL), "a posterior");
    bship_posterior_occupancy(a, grids[0], CELLS);
    bship_posterior_occupancy(b, grids[1], CELLS);
    cr_assert_arr_eq(grids[0], grids[1], sizeof grids[0], "the same occupancies");
    bship_posterior_free(a);
    bship_posterior_free(b);
    bship_chart_free(chart);
    bship_habits_snapshot_unref(snapshot);
    bship_rules_unref(rules);
}

/* Where the work limit does not suffice for draws, the law of pairs is left out. */
Test(habits_pairs, exact_posteriors_leave_the_law_out)
{
    bship_rules *rules = rules_from(small);
    bship_habits_snapshot *snapshot = small_snapshot(rules);
    bship_chart *chart = new_chart(rules);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior *posterior = NULL;
    options.habits = snapshot;
    options.exact_only = 1;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "a posterior");
    assert_ok(bship_posterior_describe(posterior, &info), "a description");
    cr_assert_eq(info.is_exact, 1, "exact");
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_habits_snapshot_unref(snapshot);
    bship_rules_unref(rules);
}
