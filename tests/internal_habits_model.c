/* The model of habits: recovery of known laws, symmetry, repeats, changes, and players without. */
#include "inference/habits/model.h"
#include "inference/habits/tables.h"
#include "internal_support.h"
#include "model/symmetry.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define OBSERVATIONS 64
#define SHIPS 5
#define PLACEMENTS 800

/* Data that grow by whole layouts. */
struct history {
    bship_rules *rules;
    bsi_habits_model *model;
    bship_board *board;
    bsi_observation observations[OBSERVATIONS];
    int64_t placements[OBSERVATIONS * SHIPS];
    size_t count;
};

static void history_init(struct history *history, const char *lines)
{
    history->rules = rules_from(lines);
    history->count = 0;
    assert_ok(bsi_habits_model_new(&history->model, history->rules), "model");
    assert_ok(bship_board_new(&history->board, history->rules, NULL, NULL), "board");
}

static void history_free(struct history *history)
{
    bsi_habits_model_free(history->model);
    bship_board_free(history->board);
    bship_rules_unref(history->rules);
}

static size_t ships_of(const struct history *history)
{
    return (size_t)bship_fleet_count(bship_rules_fleet(history->rules));
}

static void see(struct history *history, const bship_placement *layout)
{
    size_t ships = ships_of(history);
    history->observations[history->count] = (bsi_observation){ 1, history->count * ships, ships };
    for (size_t i = 0; i < ships; i++)
        history->placements[history->count * ships + i] =
            bship_rules_placement_index(history->rules, layout[i]);
    history->count++;
}

static bship_status fit_within(struct history *history, int64_t limit)
{
    bsi_habits_data data = { history->observations, history->count, history->placements };
    bsi_work_budget budget = no_limit();
    budget.limit = limit;
    return bsi_habits_model_fit(history->model, &data, &budget);
}

static bsi_habits_belief fit(struct history *history)
{
    assert_ok(fit_within(history, NO_LIMIT), "fit");
    return bsi_habits_model_belief(history->model);
}

/* A law: the logarithm of the weight of a placement. */
typedef double law(const bship_rules *rules, bship_placement placement);

static double uniform(const bship_rules *rules, bship_placement placement)
{
    (void)rules;
    (void)placement;
    return 0;
}

static double share_on_edge(const bship_rules *rules, int32_t length, bsi_placement placement)
{
    double sum = 0;
    for (int32_t i = 0; i < length; i++) {
        bship_cell cell = bsi_cell(rules, placement.position +
                                              (uint32_t)i * bsi_step(rules, placement.orientation));
        sum +=
            cell.x == 0 || cell.y == 0 || cell.x == rules->width - 1 || cell.y == rules->height - 1;
    }
    return sum / length;
}

static double edge(const bship_rules *rules, bship_placement placement)
{
    bsi_placement at = bsi_placement_of(
        0, placement.orientation, bsi_position(rules, (bship_cell){ placement.x, placement.y }));
    return 2 * share_on_edge(rules, bship_fleet_length(rules->fleet, placement.ship), at);
}

static double inland(const bship_rules *rules, bship_placement placement)
{
    return -3 * edge(rules, placement);
}

/* A random placement of a ship, with probability proportional to its weight, which is at most 1. */
static bship_placement draw_ship(const bship_rules *rules, int32_t ship, law *habit, double most,
                                 bship_rng *rng)
{
    int64_t first = rules->index_base[ship];
    int32_t count = (int32_t)(rules->index_base[ship + 1] - first);
    bship_placement placement;
    do
        (void)bship_rules_placement(rules, first + between(rng, 0, count - 1), &placement);
    while (bship_rng_below(rng, 1 << 30) > exp(habit(rules, placement) - most) * (1 << 30));
    return placement;
}

/* Draws a layout from the product of the weights: ship by ship, and all again if it is illegal. */
static void draw(const struct history *history, law *habit, bship_rng *rng, bship_placement *layout)
{
    int32_t ships = (int32_t)ships_of(history);
    bool is_legal;
    do {
        is_legal = true;
        bship_board_clear(history->board);
        for (int32_t i = 0; i < ships && is_legal; i++) {
            layout[i] = draw_ship(history->rules, i, habit, habit == edge ? 2 : 0, rng);
            is_legal = !bship_board_place(history->board, layout[i]);
        }
    } while (!is_legal);
}

static void see_drawn(struct history *history, law *habit, int count, bship_rng *rng)
{
    bship_placement layout[SHIPS];
    for (int i = 0; i < count; i++) {
        draw(history, habit, rng, layout);
        see(history, layout);
    }
}

/* The mean share of cells on the edge, over the ships of layouts of a habit. */
static double true_share(const struct history *history, law *habit, int layouts, bship_rng *rng)
{
    size_t ships = ships_of(history);
    bship_placement layout[SHIPS];
    double sum = 0;
    for (int i = 0; i < layouts; i++) {
        draw(history, habit, rng, layout);
        for (size_t j = 0; j < ships; j++)
            sum += edge(history->rules, layout[j]) / 2;
    }
    return sum / (layouts * (double)ships);
}

#define SMALL "board 8x8\nfleet 4 3 3 2\n"
#define CLASSIC "board 10x10\nfleet 5 4 3 3 2\n"

/* ---- laws of placements ---- */

/* The greatest relative error of the law of uniform layouts. */
static double worst_error(const char *lines)
{
    bship_rules *rules = rules_from(lines);
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = new_posterior(chart);
    bsi_habit_tables tables;
    bsi_arena arena = { NULL, 0 };
    double worst = 0;

    bsi_habit_tables_carve(&tables, rules, &arena);
    void *block = calloc(1, arena.used);
    arena = (bsi_arena){ block, 0 };
    bsi_habit_tables_carve(&tables, rules, &arena);
    bsi_habit_tables_build(&tables);
    for (int64_t i = 0; i < bship_rules_placement_count(rules); i++) {
        bship_placement placement;
        double truth;
        (void)bship_rules_placement(rules, i, &placement);
        const bsi_habit_class *class = bsi_habit_class_of(&tables, placement.ship);
        uint32_t at = class->first[0] + (uint32_t)(i - rules->index_base[placement.ship]);
        (void)bship_posterior_placement(posterior, placement, &truth);
        double mean = exp(tables.uniform_base[at] - class->uniform_sum) * class->ships;
        if (truth > 0)
            worst = fmax(worst, fabs(mean / truth - 1));
        else
            cr_assert_eq(mean, 0, "a placement over a blocked cell");
    }
    free(block);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    return worst;
}

Test(habits_model, the_law_of_uniform_layouts_is_nearly_exact)
{
    static const struct {
        const char *lines;
        double bound;
    } cases[] = {
        { CLASSIC, 0.03 },
        { CLASSIC "contact no-sides\n", 0.2 },
        { CLASSIC "contact none\n", 0.3 },
        { "board 7x9\nblocked A1 C4 G9\nfleet 4 3 2 1\n", 0.06 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double error = worst_error(cases[i].lines);
        cr_assert_lt(error, cases[i].bound, "%s: %g", cases[i].lines, error);
    }
}

Test(habits_model, intervals_contain_the_truth_as_often_as_they_say)
{
    struct history history;
    bship_rng rng = rng_of(101);
    int cases = scaled(60);
    int contained = 0;

    history_init(&history, SMALL);
    double truth = true_share(&history, edge, 20000, &rng);
    for (int i = 0; i < cases; i++) {
        history.count = 0;
        see_drawn(&history, edge, 20, &rng);
        (void)fit(&history);
        bsi_habits_mean mean = bsi_habits_model_mean(history.model, share_on_edge);
        contained += mean.low < truth && truth < mean.high;
    }
    /* Five standard deviations around 95%. */
    double error = sqrt(0.95 * 0.05 * cases);
    cr_assert_gt(contained, 0.95 * cases - 5 * error - 1, "%d of %d", contained, cases);
    history_free(&history);
}

Test(habits_model, a_known_law_is_recovered)
{
    struct history history;
    bship_rng rng = rng_of(102);

    history_init(&history, CLASSIC);
    double truth = true_share(&history, edge, 5000, &rng);
    see_drawn(&history, edge, 60, &rng);
    bsi_habits_belief belief = fit(&history);
    bsi_habits_mean mean = bsi_habits_model_mean(history.model, share_on_edge);
    cr_assert_gt(belief.habit, 0.99, "%g", belief.habit);
    cr_assert_not(belief.is_uniform);
    cr_assert_float_eq(belief.effective, 60, 1e-9);
    cr_assert_float_eq(mean.believed, truth, 0.05, "%g for %g", mean.believed, truth);
    cr_assert_lt(mean.uniform, truth - 0.1);
    history_free(&history);
}

Test(habits_model, uniform_players_are_left_alone)
{
    struct history history;
    bship_rng rng = rng_of(103);
    int cases = scaled(100);
    int accused = 0;

    history_init(&history, SMALL);
    for (int i = 0; i < cases; i++) {
        history.count = 0;
        see_drawn(&history, uniform, between(&rng, 1, 12), &rng);
        bsi_habits_belief belief = fit(&history);
        accused += !belief.is_uniform;
        cr_assert_eq(belief.remembered_count, 0, "no layout is repeated");
    }
    cr_assert_lt(accused, 0.1 * cases + 5 * sqrt(0.09 * cases), "%d of %d", accused, cases);
    history_free(&history);
}

Test(habits_model, without_data_all_weights_are_1)
{
    struct history history;
    double weights[PLACEMENTS];

    history_init(&history, SMALL);
    bsi_habits_belief belief = fit(&history);
    bsi_habits_mean mean = bsi_habits_model_mean(history.model, share_on_edge);
    bsi_habits_model_weights(history.model, weights);
    for (int64_t i = 0; i < bship_rules_placement_count(history.rules); i++)
        cr_assert_eq(weights[i], 1);
    cr_assert(belief.is_uniform);
    cr_assert(belief.habit > 0 && belief.habit < 0.5, "%g", belief.habit);
    cr_assert_eq(belief.effective, 0);
    cr_assert_float_eq(mean.believed, mean.uniform, 1e-9);
    cr_assert_gt(mean.high - mean.low, 0.2, "nothing is known yet");
    history_free(&history);
}

/* The image of a placement under a symmetry of the square. */
static bship_placement image(const bship_rules *rules, uint8_t element, bship_placement placement)
{
    bsi_placement at = bsi_placement_of(
        0, placement.orientation, bsi_position(rules, (bship_cell){ placement.x, placement.y }));
    at = bsi_symmetry_image(rules, element, bship_fleet_length(rules->fleet, placement.ship), at);
    bship_cell cell = bsi_cell(rules, at.position);
    return (bship_placement){ placement.ship, cell.x, cell.y, at.orientation };
}

Test(habits_model, symmetric_data_give_symmetric_weights)
{
    struct history history;
    bship_rng rng = rng_of(104);
    bship_placement layout[SHIPS];
    double weights[PLACEMENTS];

    history_init(&history, CLASSIC);
    for (int i = 0; i < 4; i++) {
        bship_placement moved[SHIPS];
        draw(&history, edge, &rng, layout);
        for (uint8_t element = 0; element < BSI_SYMMETRIES; element++) {
            for (size_t j = 0; j < ships_of(&history); j++)
                moved[j] = image(history.rules, element, layout[j]);
            see(&history, moved);
        }
    }
    cr_assert_not(fit(&history).is_uniform);
    bsi_habits_model_weights(history.model, weights);
    for (int64_t i = 0; i < bship_rules_placement_count(history.rules); i++)
        for (uint8_t element = 1; element < BSI_SYMMETRIES; element++) {
            bship_placement placement;
            (void)bship_rules_placement(history.rules, i, &placement);
            placement = image(history.rules, element, placement);
            double other = weights[bship_rules_placement_index(history.rules, placement)];
            cr_assert_float_eq(weights[i] / other, 1, 1e-6, "%g and %g", weights[i], other);
        }
    history_free(&history);
}

/* ---- changes and repeats ---- */

Test(habits_model, a_change_of_habits_is_followed)
{
    struct history history;
    bship_rng rng = rng_of(105);

    history_init(&history, CLASSIC);
    see_drawn(&history, edge, 30, &rng);
    (void)fit(&history);
    bsi_habits_mean before = bsi_habits_model_mean(history.model, share_on_edge);
    see_drawn(&history, inland, 10, &rng);
    (void)fit(&history);
    bsi_habits_mean after = bsi_habits_model_mean(history.model, share_on_edge);
    cr_assert_gt(before.believed, before.uniform + 0.1, "%g", before.believed);
    cr_assert_lt(after.believed, after.uniform - 0.05, "%g", after.believed);
    history_free(&history);
}

Test(habits_model, layouts_in_turn_are_foreseen)
{
    struct history history;
    bship_rng rng = rng_of(106);
    bship_placement layouts[5][SHIPS];

    history_init(&history, CLASSIC);
    for (int i = 0; i < 5; i++)
        draw(&history, uniform, &rng, layouts[i]);
    for (int i = 0; i < 5; i++)
        see(&history, layouts[i]);
    cr_assert_eq(fit(&history).remembered_count, 0, "nothing was repeated yet");
    for (int i = 0; i < 7; i++)
        see(&history, layouts[i % 5]);
    bsi_habits_belief belief = fit(&history);
    cr_assert_eq(belief.remembered_count, 5);
    cr_assert_gt(belief.repeat, 0.5, "%g", belief.repeat);
    cr_assert_gt(belief.habit, 0.99, "%g", belief.habit);
    cr_assert_eq(belief.remembered[0].observation, 7, "the third is next, last laid as number 7");
    cr_assert_gt(belief.remembered[0].probability, 0.5 * belief.repeat, "%g",
                 belief.remembered[0].probability);
    double sum = 0;
    for (size_t i = 0; i < belief.remembered_count; i++)
        sum += belief.remembered[i].probability;
    cr_assert_float_eq(sum, belief.repeat, 1e-12);
    history_free(&history);
}

Test(habits_model, ships_of_one_length_are_interchangeable)
{
    struct history history;
    bship_rng rng = rng_of(107);
    bship_placement layout[SHIPS];

    history_init(&history, CLASSIC);
    draw(&history, uniform, &rng, layout);
    see(&history, layout);
    bship_placement other = layout[2];
    layout[2] = layout[3];
    layout[3] = other;
    layout[2].ship = 2;
    layout[3].ship = 3;
    see(&history, layout);
    cr_assert_eq(fit(&history).remembered_count, 1, "it is the same layout");
    history_free(&history);
}

Test(habits_model, chance_repeats_on_small_boards_are_no_habit)
{
    struct history history;
    bship_rng rng = rng_of(108);

    history_init(&history, "board 3x3\nfleet 2\n");
    see_drawn(&history, uniform, 60, &rng);
    cr_assert_eq(fit(&history).remembered_count, 0);
    history_free(&history);
}

Test(habits_model, a_placement_that_always_recurs_is_learnt)
{
    struct history history;
    bship_rng rng = rng_of(109);
    bship_placement layout[SHIPS];
    double weights[PLACEMENTS];

    history_init(&history, CLASSIC);
    for (int i = 0; i < 10; i++) {
        do
            draw(&history, uniform, &rng, layout);
        while (layout[0].x != 2 || layout[0].y != 3);
        see(&history, layout);
    }
    cr_assert_not(fit(&history).is_uniform);
    bsi_habits_model_weights(history.model, weights);
    for (int64_t i = 0; i < history.rules->index_base[1]; i++) {
        bship_placement placement;
        (void)bship_rules_placement(history.rules, i, &placement);
        if (placement.x != 2 || placement.y != 3)
            cr_assert_lt(weights[i],
                         weights[bship_rules_placement_index(history.rules, layout[0])]);
    }
    history_free(&history);
}

/* ---- the calls ---- */

Test(habits_model, a_fit_is_a_function_of_the_data)
{
    struct history fresh, used;
    bship_rng rng = rng_of(110);
    double weights[2][PLACEMENTS];

    history_init(&used, CLASSIC);
    see_drawn(&used, inland, 20, &rng);
    (void)fit(&used);
    used.count = 0;
    bship_rng again = rng;
    see_drawn(&used, edge, 5, &rng);
    (void)fit(&used);
    history_init(&fresh, CLASSIC);
    see_drawn(&fresh, edge, 5, &again);
    (void)fit(&fresh);
    bsi_habits_model_weights(used.model, weights[0]);
    bsi_habits_model_weights(fresh.model, weights[1]);
    cr_assert_arr_eq(weights[0], weights[1],
                     sizeof(double) * (size_t)bship_rules_placement_count(fresh.rules));
    history_free(&used);
    history_free(&fresh);
}

Test(habits_model, a_failed_fit_changes_nothing)
{
    struct history history;
    bship_rng rng = rng_of(111);
    double weights[2][PLACEMENTS];

    history_init(&history, CLASSIC);
    see_drawn(&history, edge, 20, &rng);
    bsi_habits_belief before = fit(&history);
    bsi_habits_model_weights(history.model, weights[0]);
    see_drawn(&history, inland, 20, &rng);
    for (int64_t limit = 0; limit < 1000000; limit += 100000)
        assert_status(fit_within(&history, limit), BSHIP_ERROR_WORK_LIMIT, "limit %d", (int)limit);
    bsi_habits_belief after = bsi_habits_model_belief(history.model);
    bsi_habits_model_weights(history.model, weights[1]);
    cr_assert_eq(before.habit, after.habit);
    cr_assert_arr_eq(weights[0], weights[1],
                     sizeof(double) * (size_t)bship_rules_placement_count(history.rules));
    history_free(&history);
}

Test(habits_model, parts_of_layouts_count_by_their_ships)
{
    struct history history;
    bship_rng rng = rng_of(112);

    history_init(&history, CLASSIC);
    see_drawn(&history, edge, 2, &rng);
    history.observations[1].count = 2;
    cr_assert_float_eq(fit(&history).effective, 1.4, 1e-12);
    history_free(&history);
}

Test(habits_model, other_rules_can_be_learnt)
{
    static const char *const all[] = {
        "board 10x10\nfleet 4 3 3 2 2\ncontact none\n", "board 12x5\nfleet 5 3 2\n",
        "board 1x9\nfleet 3 1\n",
        "board 6x6\nblocked A1 B2 C3 F6\nfleet 3 2 1 1\ncontact no-sides\n",
        "board 60x60\nfleet 9 7 5 3 1\n"
    };
    bship_rng rng = rng_of(113);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct history history;
        history_init(&history, all[i]);
        see_drawn(&history, uniform, 3, &rng);
        bsi_habits_belief belief = fit(&history);
        bsi_habits_mean mean = bsi_habits_model_mean(history.model, share_on_edge);
        cr_assert(belief.habit >= 0 && belief.habit <= 1, "%s: %g", all[i], belief.habit);
        cr_assert(mean.believed >= 0 && mean.believed <= 1 + 1e-9, "%s: %g", all[i], mean.believed);
        history_free(&history);
    }
}
