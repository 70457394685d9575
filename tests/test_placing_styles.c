/*
 * Placement styles: their laws, against models that know them from the header alone; that their
 * layouts are legal under all rules, and depend on the stream alone; and what is refused.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>

#include "support.h"

enum {
    SHIPS_MAX = 16,
    LAYOUTS_MAX = 2000 /* of the small boards */
};

static const char *style_name(int32_t style)
{
    return bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, style);
}

static bship_placer *new_placer(const bship_rules *rules, const char *style,
                                const bship_placer_options *options)
{
    bship_placer *placer = NULL;
    assert_ok(bship_placer_new(&placer, rules, style, options, NULL), "style %s", style);
    return placer;
}

/* ---- the laws of habits ---- */

/* All layouts of rules with at most three ships. */
struct layouts {
    const bship_rules *rules;
    int32_t ships;
    bship_placement (*items)[SHIPS_MAX];
    size_t count;
};

static void find_layouts(struct layouts *all, bship_board *board, int32_t ship)
{
    if (ship == all->ships) {
        cr_assert(all->count < LAYOUTS_MAX, "too many layouts");
        for (int32_t i = 0; i < ship; i++)
            assert_ok(bship_board_placement(board, i, &all->items[all->count][i]), "ship");
        all->count++;
        return;
    }
    for (int32_t i = 0; i < 2 * cell_count(all->rules); i++) {
        bship_cell at = cell_at(all->rules, i / 2);
        if (i % 2 == 1 && bship_fleet_length(bship_rules_fleet(all->rules), ship) == 1)
            continue;
        if (bship_board_place(board, (bship_placement){ ship, at.x, at.y, i % 2 }))
            continue;
        find_layouts(all, board, ship + 1);
        assert_ok(bship_board_remove(board, ship), "ship");
    }
}

static int compare_layouts(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(bship_placement[SHIPS_MAX]));
}

static struct layouts all_layouts(const bship_rules *rules)
{
    struct layouts all = { rules, bship_fleet_count(bship_rules_fleet(rules)), NULL, 0 };
    bship_board *board = NULL;
    all.items = calloc(LAYOUTS_MAX, sizeof *all.items);
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "board");
    find_layouts(&all, board, 0);
    qsort(all.items, all.count, sizeof *all.items, compare_layouts);
    bship_board_free(board);
    return all;
}

static bship_cell cell_of(bship_placement at, int32_t k)
{
    bool is_down = at.orientation == BSHIP_ORIENTATION_VERTICAL;
    return (bship_cell){ at.x + (is_down ? 0 : k), at.y + (is_down ? k : 0) };
}

static bool is_counted(const char *style, const bship_rules *rules, bship_cell cell, int quadrant)
{
    double x = cell.x + .5, y = cell.y + .5;
    double width = bship_rules_width(rules), height = bship_rules_height(rules);
    if (strcmp(style, "edge") == 0)
        return x < 1 || y < 1 || x > width - 1 || y > height - 1;
    if (strcmp(style, "centre") == 0)
        return fabs(x - width / 2) <= width / 4 && fabs(y - height / 2) <= height / 4;
    return (quadrant % 2 ? x >= width / 2 : x <= width / 2) &&
           (quadrant / 2 ? y >= height / 2 : y <= height / 2);
}

static double sum_of_shares(const char *style, const struct layouts *all,
                            const bship_placement *layout, int quadrant)
{
    const bship_fleet *fleet = bship_rules_fleet(all->rules);
    double sum = 0;
    for (int32_t i = 0; i < all->ships; i++) {
        int32_t length = bship_fleet_length(fleet, i), part = 0;
        for (int32_t k = 0; k < length; k++)
            part += is_counted(style, all->rules, cell_of(layout[i], k), quadrant);
        sum += (double)part / length;
    }
    return sum;
}

/* What a style multiplies its strength with. */
static double feature_of(const char *style, const struct layouts *all,
                         const bship_placement *layout, int quadrant)
{
    const bship_fleet *fleet = bship_rules_fleet(all->rules);
    double horizontal = 0;
    if (strcmp(style, "horizontal"))
        return sum_of_shares(style, all, layout, quadrant);
    for (int32_t i = 0; i < all->ships; i++)
        horizontal += bship_fleet_length(fleet, i) > 1 && layout[i].orientation == 0;
    return horizontal;
}

static size_t layout_index(const struct layouts *all, const bship_placement *layout)
{
    bship_placement key[SHIPS_MAX] = { { 0, 0, 0, 0 } };
    memcpy(key, layout, (size_t)all->ships * sizeof *layout);
    void *found = bsearch(key, all->items, all->count, sizeof *all->items, compare_layouts);
    cr_assert_not_null(found, "an illegal layout");
    return (size_t)((bship_placement(*)[SHIPS_MAX])found - all->items);
}

/* The frequencies of `draws` layouts by a style. */
static double *frequencies(const struct layouts *all, const char *style,
                           const bship_placer_options *options, int draws)
{
    double *counts = calloc(all->count, sizeof *counts);
    bship_placer *placer = new_placer(all->rules, style, options);
    bship_rng rng = rng_of(5);
    for (int i = 0; i < draws; i++) {
        bship_placement layout[SHIPS_MAX];
        int32_t method = 0;
        assert_ok(bship_placer_draw(placer, &rng, layout, (size_t)all->ships, &method), "draw");
        cr_assert_eq(method,
                     strcmp(style, "uniform") ? BSHIP_DRAW_METHOD_STYLE : BSHIP_DRAW_METHOD_UNIFORM,
                     "style %s: the method", style);
        counts[layout_index(all, layout)]++;
    }
    bship_placer_free(placer);
    return counts;
}

/* Chi-square of counts against weights. */
static double chi_square(const double *counts, const double *weights, size_t count, int draws)
{
    double sum = 0, total = 0;
    for (size_t i = 0; i < count; i++)
        total += weights[i];
    for (size_t i = 0; i < count; i++) {
        double expected = draws * weights[i] / total;
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    return sum;
}

/* The least chi-square over the quadrants that the seed may have chosen. */
static double least_chi_square(const struct layouts *all, const char *style, double strength,
                               const double *counts, int draws)
{
    double least = (double)INFINITY, *weights = malloc(all->count * sizeof *weights);
    for (int quadrant = 0; quadrant < 4; quadrant++) {
        for (size_t i = 0; i < all->count; i++)
            weights[i] = exp(strength * feature_of(style, all, all->items[i], quadrant));
        least = fmin(least, chi_square(counts, weights, all->count, draws));
    }
    free(weights);
    return least;
}

Test(placing_styles, habits_have_the_weights_of_their_law)
{
    static const char *const habits[] = { "edge", "centre", "quadrant", "horizontal" };
    const char *const boards[] = { "board 4x4\nfleet 3 2\n", "board 4x3\nfleet 2 1 1\nblocked B2\n",
                                   "board 4x4\nfleet 2 2\ncontact none\n" };
    enum {
        DRAWS = 6000
    };
    for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
        bship_rules *rules = rules_from(boards[k]);
        struct layouts all = all_layouts(rules);
        for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
            bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
            options.strength = i % 2 ? 3 : 1.7;
            options.seed = k;
            double *counts = frequencies(&all, habits[i], &options, DRAWS);
            cr_assert_lt(least_chi_square(&all, habits[i], options.strength, counts, DRAWS),
                         chi_square_limit((double)all.count - 1), "style %s on board %zu",
                         habits[i], k);
            free(counts);
        }
        free(all.items);
        bship_rules_unref(rules);
    }
}

Test(placing_styles, repeat_has_five_layouts_of_the_seed)
{
    enum {
        DRAWS = 2000
    };
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    struct layouts all = all_layouts(rules);
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    double *first = NULL, weights[LAYOUTS_MAX] = { 0 };
    for (uint64_t seed = 0; seed < 2; seed++) {
        options.seed = seed;
        double *counts = frequencies(&all, "repeat", &options, DRAWS), found = 0, common = 0;
        for (size_t i = 0; i < all.count; i++) {
            found += counts[i] > 0;
            common += first && counts[i] > 0 && first[i] > 0;
            cr_assert(counts[i] == 0 || fabs(counts[i] - DRAWS / 5) < 100, "each as often");
        }
        cr_assert_eq(found, 5, "%g layouts", found);
        cr_assert_lt(common, 5, "another seed");
        free(first);
        first = counts;
    }
    options.strength = log(2);
    double *counts = frequencies(&all, "repeat", &options, 10 * DRAWS);
    for (size_t i = 0; i < all.count; i++)
        weights[i] = 0.5 / (double)all.count + (first[i] > 0 ? 0.1 : 0);
    cr_assert_lt(chi_square(counts, weights, all.count, 10 * DRAWS),
                 chi_square_limit((double)all.count - 1), "half of them are new");
    free(counts);
    free(first);
    free(all.items);
    bship_rules_unref(rules);
}

/* ---- the laws of hard and balanced ---- */

/* What the header says of them, by public calls. */
struct model {
    const bship_rules *rules;
    int32_t ships;
    bship_board *board;
    bship_chart *chart;
    bship_ai *ais[2];
    bship_placement layouts[64][SHIPS_MAX];
    double values[64];
};

static double mean_shots(struct model *model, bship_ai *ai, bship_rng *rng)
{
    double shots = 0;
    for (int game = 0; game < 4; game++) {
        bship_board_clear_shots(model->board);
        bship_chart_reset(model->chart);
        bship_ai_reset(ai, bship_rng_next(rng));
        while (!bship_board_is_defeated(model->board)) {
            bship_cell cell;
            assert_ok(bship_ai_aim(ai, model->chart, NULL, &cell), "aim");
            shots += (double)fire_turn(model->board, model->chart, &cell, 1);
        }
    }
    bship_board_clear_shots(model->board);
    return shots / 4;
}

/* The image of a ship of `length` under one of the eight symmetries. */
static bship_placement image(const bship_rules *rules, bship_placement at, int32_t length,
                             uint64_t symmetry)
{
    bship_cell first = cell_of(at, 0), last = cell_of(at, length - 1);
    if (symmetry & 4) {
        first = (bship_cell){ first.y, first.x };
        last = (bship_cell){ last.y, last.x };
    }
    int32_t width = bship_rules_width(rules), height = bship_rules_height(rules);
    if (symmetry & 1)
        first.x = width - 1 - first.x, last.x = width - 1 - last.x;
    if (symmetry & 2)
        first.y = height - 1 - first.y, last.y = height - 1 - last.y;
    bship_cell corner = { first.x < last.x ? first.x : last.x,
                          first.y < last.y ? first.y : last.y };
    return (bship_placement){ at.ship, corner.x, corner.y, first.x == last.x && first.y != last.y };
}

/* Turns ships at random until the layout is legal. */
static void place_member(struct model *model, const bship_placement *founder, bship_rng *rng)
{
    const bship_rules *rules = model->rules;
    bool is_square = bship_rules_width(rules) == bship_rules_height(rules);
    for (int32_t next = 0; next < model->ships; next++) {
        if (next == 0)
            bship_board_clear(model->board);
        int32_t length = bship_fleet_length(bship_rules_fleet(rules), next);
        uint64_t symmetry = bship_rng_below(rng, is_square ? 8 : 4);
        if (bship_board_place(model->board, image(rules, founder[next], length, symmetry)))
            next = -1;
    }
}

static void model_candidates(struct model *model, int family, bship_rng *rng)
{
    bship_placement founder[SHIPS_MAX];
    for (int i = 0; i < 64; i++) {
        if (i % family == 0) {
            bship_board_clear(model->board);
            assert_ok(bship_board_place_random(model->board, rng, NULL, NULL), "a layout");
            for (int32_t k = 0; k < model->ships; k++)
                assert_ok(bship_board_placement(model->board, k, &founder[k]), "ship");
        }
        if (family > 1)
            place_member(model, founder, rng);
        for (int32_t k = 0; k < model->ships; k++)
            assert_ok(bship_board_placement(model->board, k, &model->layouts[i][k]), "ship");
        model->values[i] = 0.8 * mean_shots(model, model->ais[0], rng);
        model->values[i] += 0.2 * mean_shots(model, model->ais[1], rng);
    }
}

/* The mean and the variance of the value of the layout that is drawn. */
static void model_moments(const struct model *model, double strength, double *mean,
                          double *variance)
{
    double sum = 0, first = 0, second = 0, most = 0;
    for (int i = 0; i < 64; i++)
        most = fmax(most, model->values[i]);
    for (int i = 0; i < 64; i++) {
        double weight = exp(strength * (model->values[i] - most));
        sum += weight;
        first += weight * model->values[i];
        second += weight * model->values[i] * model->values[i];
    }
    *mean = first / sum;
    *variance = second / sum - *mean * *mean;
}

/* The value of a layout that is one of the candidates. */
static double value_of(const struct model *model, const bship_placement *layout)
{
    int i = 0;
    while (i < 64 && memcmp(model->layouts[i], layout, (size_t)model->ships * sizeof *layout))
        i++;
    cr_assert_lt(i, 64, "none of the candidates\n%s", rules_text(model->rules));
    return model->values[i];
}

static void model_init(struct model *model, const bship_rules *rules)
{
    *model = (struct model){ .rules = rules, .ships = bship_fleet_count(bship_rules_fleet(rules)) };
    assert_ok(bship_board_new(&model->board, rules, NULL, NULL), "board");
    model->chart = new_chart(rules);
    model->ais[0] = new_ai(rules, "density", 0);
    model->ais[1] = new_ai(rules, "hunt", 0);
}

static void model_free(struct model *model)
{
    bship_board_free(model->board);
    bship_chart_free(model->chart);
    bship_ai_free(model->ais[0]);
    bship_ai_free(model->ais[1]);
}

/* Compares the mean value of drawn layouts with that of the law. */
static void check_tilt(const char *text, const char *style, int family, double strength)
{
    enum {
        DRAWS = 6
    };
    bship_rules *rules = rules_from(text);
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    options.strength = strength;
    bship_placer *placer = new_placer(rules, style, &options);
    struct model model;
    double difference = 0, variance = 0;
    model_init(&model, rules);
    for (uint64_t i = 0; i < DRAWS; i++) {
        bship_placement drawn[SHIPS_MAX];
        bship_rng rng = rng_of(i), copy = rng;
        int32_t method = 0;
        double mean, own;
        assert_ok(bship_placer_draw(placer, &rng, drawn, (size_t)model.ships, &method), "draw");
        cr_assert_eq(method, BSHIP_DRAW_METHOD_STYLE, "the method");
        model_candidates(&model, family, &copy);
        model_moments(&model, bship_placer_strength(placer), &mean, &own);
        difference += value_of(&model, drawn) - mean;
        variance += own;
    }
    cr_assert_lt(fabs(difference), 4.5 * sqrt(variance) + 1e-9, "%s, strength %g: %g +- %g", style,
                 strength, difference, sqrt(variance));
    model_free(&model);
    bship_placer_free(placer);
    bship_rules_unref(rules);
}

Test(placing_styles, hard_layouts_are_tilted_by_the_shots_they_cost)
{
    check_tilt("board 6x6\nfleet 4 3 2\n", "hard", 1, 0);
    check_tilt("board 7x6\nfleet 4 3 2\ncontact none\ndisclosure hit\n", "hard", 1, 0.2);
    check_tilt("board 6x6\nfleet 4 3 2\nturn salvo 3\nsalvo-report total\n", "hard", 1, 64);
}

Test(placing_styles, balanced_layouts_are_of_two_families)
{
    check_tilt("board 6x6\nfleet 4 3 2\n", "balanced", 32, 0);
    check_tilt("board 7x6\nfleet 4 3 1\ncontact none\nblocked A1 D3\n", "balanced", 32, 0.2);
}

/* ---- all rules ---- */

static void check_every_style(const bship_rules *rules, const bship_sampler *sampler)
{
    bship_board *board = NULL, *again = NULL;
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "board");
    assert_ok(bship_board_new(&again, rules, NULL, NULL), "board");
    for (int32_t style = 0; style < bship_enum_count(BSHIP_ENUM_PLACEMENT_STYLE); style++) {
        bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
        options.sampler = sampler;
        options.work_limit = 20000000;
        bship_rng rng = rng_of(1), copy = rng;
        int32_t method = 0;
        bship_placer *placer = new_placer(rules, style_name(style), &options);
        cr_assert_eq(bship_placer_style(placer), style, "the number of the style");
        cr_assert_eq(bship_placer_strength(placer), bship_placing_style_strength(style),
                     "its strength");
        assert_ok(bship_placer_place(placer, &rng, board, &method), "style %s\n%s",
                  style_name(style), rules_text(rules));
        cr_assert(bship_board_is_complete(board), "all ships are placed");
        cr_assert_neq(method, 0, "the method");
        assert_ok(bship_board_place_style(again, style_name(style), &copy, &options, NULL, NULL),
                  "style %s", style_name(style));
        assert_same(board_dump(board), board_dump(again), "the same stream, the same layout");
        bship_placer_free(placer);
    }
    bship_board_free(board);
    bship_board_free(again);
}

Test(placing_styles, are_legal_under_all_rules)
{
    const struct shape shape = { .width = 9, .height = 9, .blocked = 5 };
    bship_rng rng = rng_of(3);
    for (int i = scaled(15); i > 0; i--) {
        bship_rules *rules = random_rules(&rng, &shape);
        bship_sampler *sampler = new_sampler(rules);
        check_every_style(rules, sampler);
        bship_sampler_unref(sampler);
        bship_rules_unref(rules);
    }
}

Test(placing_styles, are_legal_with_every_preset)
{
    /* All that rejection sampling can draw quickly. */
    static const char *const contacts[] = { "none", "allowed", "no-sides", "allowed" };
    for (int32_t preset = 0; bship_enum_name(BSHIP_ENUM_FLEET_PRESET, preset); preset++) {
        char text[64];
        snprintf(text, sizeof text, "fleet %s\ncontact %s\n",
                 bship_enum_name(BSHIP_ENUM_FLEET_PRESET, preset), contacts[preset % 4]);
        bship_rules *rules = rules_from(text);
        check_every_style(rules, NULL);
        bship_rules_unref(rules);
    }
}

Test(placing_styles, uniform_is_what_boards_and_samplers_draw)
{
    bship_rules *rules = rules_from("fleet modern\ncontact none\n");
    bship_sampler *sampler = new_sampler(rules);
    bship_board *board = NULL, *styled = NULL;
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "board");
    assert_ok(bship_board_new(&styled, rules, NULL, NULL), "board");
    bship_rng rng = rng_of(4), copy = rng;
    assert_ok(bship_board_place_random(board, &rng, NULL, NULL), "random");
    assert_ok(bship_board_place_style(styled, NULL, &copy, NULL, NULL, NULL), "uniform");
    assert_same(board_dump(board), board_dump(styled), "by the board");
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    options.sampler = sampler;
    assert_ok(bship_sampler_place(sampler, &rng, board), "sampler");
    assert_ok(bship_board_place_style(styled, "uniform", &copy, &options, NULL, NULL), "uniform");
    assert_same(board_dump(board), board_dump(styled), "by the sampler");
    bship_board_free(board);
    bship_board_free(styled);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

/* ---- limits and refusals ---- */

static int32_t cancel(double done, void *user)
{
    (void)done;
    ++*(int *)user;
    return 1;
}

Test(placing_styles, work_is_limited_and_can_be_cancelled)
{
    bship_rules *rules = rules_from("board 40x40\nfleet 9 8 7 6 5 4 3 2\n");
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    bship_board *board = NULL, *uniform = NULL;
    int32_t method = 0, calls = 0;
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "board");
    assert_ok(bship_board_new(&uniform, rules, NULL, NULL), "board");
    bship_rng rng = rng_of(1), copy = rng;
    assert_ok(bship_board_place_random(uniform, &copy, NULL, NULL), "uniform");

    options.work_limit = 10;
    assert_status(bship_board_place_style(board, "hard", &rng, &options, &method, NULL),
                  BSHIP_ERROR_WORK_LIMIT, "not even one layout");
    assert_status(bship_board_place_style(board, "edge", &rng, &options, &method, NULL),
                  BSHIP_ERROR_WORK_LIMIT, "not even one layout");
    cr_assert_not(bship_board_is_complete(board), "the board is unchanged");
    options.work_limit = 5000;
    rng = rng_of(1);
    assert_ok(bship_board_place_style(board, "hard", &rng, &options, &method, NULL), "limited");
    cr_assert_eq(method, BSHIP_DRAW_METHOD_UNIFORM, "too little work to value two layouts");
    assert_same(board_dump(board), board_dump(uniform), "the first layout");

    options.work_limit = 0;
    options.progress = cancel;
    options.user = &calls;
    bship_board_clear(board);
    assert_status(bship_board_place_style(board, "balanced", &rng, &options, &method, NULL),
                  BSHIP_ERROR_CANCELLED, "cancelled");
    cr_assert_eq(calls, 1, "and never asked again");
    cr_assert_eq(bship_board_missing(board, 0), 0, "the board is unchanged");
    bship_board_free(board);
    bship_board_free(uniform);
    bship_rules_unref(rules);
}

Test(placing_styles, a_feature_that_no_ship_can_have_gives_uniform_layouts)
{
    bship_rules *rules = rules_from("board 1x5\nfleet 3\n");
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    bship_board *board = NULL;
    int32_t method = 0;
    bship_rng rng = rng_of(1);
    options.strength = BSHIP_PLACING_STRENGTH_MAX;
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "board");
    assert_ok(bship_board_place_style(board, "horizontal", &rng, &options, &method, NULL),
              "a column has no horizontal ships");
    cr_assert_eq(method, BSHIP_DRAW_METHOD_UNIFORM, "%d", (int)method);
    bship_board_free(board);
    bship_rules_unref(rules);
}

/* What attackers keep from game to game must not stretch a work limit. */
Test(placing_styles, limited_work_gives_one_layout_whatever_was_drawn_before)
{
    bship_rules *rules = rules_from("board 8x6\nfleet 2\n");
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    bship_placer *used = NULL;
    bship_rng rng = rng_of(1);
    options.work_limit = 100000;
    assert_ok(bship_placer_new(&used, rules, "hard", &options, NULL), "a placer");
    for (int i = 0; i < 3; i++) {
        bship_placer *fresh = NULL;
        bship_placement placements[2];
        bship_rng copy = rng;
        assert_ok(bship_placer_new(&fresh, rules, "hard", &options, NULL), "a placer");
        assert_ok(bship_placer_draw(used, &rng, &placements[0], 1, NULL), "layout %d", i);
        assert_ok(bship_placer_draw(fresh, &copy, &placements[1], 1, NULL), "layout %d", i);
        cr_assert_arr_eq(&placements[0], &placements[1], sizeof *placements, "layout %d", i);
        cr_assert_arr_eq(&rng, &copy, sizeof rng, "the stream after layout %d", i);
        bship_placer_free(fresh);
    }
    bship_placer_free(used);
    bship_rules_unref(rules);
}

/* Games with totals of salvos need more memory than a chart begins with. */
Test(placing_styles, without_memory_nothing_is_placed)
{
    static const char text[] = "board 4x4\nfleet 2 1\nturn salvo 2\nsalvo-report total\n";
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    struct memory memory;
    memory_init(&memory);
    options.allocator = memory.allocator;
    bship_rules *rules = rules_from_with(text, &options);
    bship_placer *placer = new_placer(rules, "hard", NULL);
    bship_board *board = NULL;
    bship_placement layout[2];
    bship_rng rng = rng_of(1), again = rng;
    int32_t method = -7;

    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    memory_fail(&memory, 0, 1);
    assert_status(bship_placer_place(placer, &rng, board, &method), BSHIP_ERROR_MEMORY, "a layout");
    cr_assert_eq(memory.failed, 1, "%ld allocations failed", memory.failed);
    cr_assert(method == -7 && bship_board_missing(board, 0) == 0, "something was placed");
    rng = again;
    assert_ok(bship_placer_draw(placer, &rng, layout, 2, &method), "a layout");
    cr_assert_eq(method, BSHIP_DRAW_METHOD_STYLE, "by the style");
    assert_ok(bship_placer_place(placer, &again, board, NULL), "the same on a board");
    for (int32_t i = 0; i < 2; i++) {
        bship_placement placed;
        assert_ok(bship_board_placement(board, i, &placed), "a ship");
        cr_assert_arr_eq(&placed, &layout[i], sizeof placed, "ship %d", (int)i);
    }
    bship_board_free(board);
    bship_placer_free(placer);
    bship_rules_unref(rules);
    memory_check(&memory, "placers");
}

Test(placing_styles, refuse_what_makes_no_sense)
{
    static const double strengths[] = {
        -1, -1e-300, 64.001, (double)INFINITY, -(double)INFINITY, (double)NAN
    };
    bship_rules *rules = rules_from(""), *others = rules_from("board 8x8\n");
    bship_sampler *sampler = new_sampler(others);
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    bship_ai_options ai_options = BSHIP_AI_OPTIONS_INIT;
    bship_placer *placer = NULL;
    bship_placement layout[SHIPS_MAX];
    bship_board *board = NULL;
    bship_ai *ai = NULL;
    bship_error error;
    bship_rng rng = rng_of(1);

    for (size_t i = 0; i < sizeof strengths / sizeof *strengths; i++) {
        options.strength = ai_options.placing_strength = strengths[i];
        assert_status(bship_placer_new(&placer, rules, "hard", &options, NULL), BSHIP_ERROR_RANGE,
                      "strength %g", strengths[i]);
        assert_status(bship_ai_new(&ai, rules, "hunt", &ai_options, NULL), BSHIP_ERROR_RANGE,
                      "strength %g", strengths[i]);
    }
    options = (bship_placer_options)BSHIP_PLACER_OPTIONS_INIT;
    error = (bship_error)BSHIP_ERROR_INIT;
    assert_status(bship_placer_new(&placer, rules, "evil", &options, &error), BSHIP_ERROR_NAME,
                  "style");
    cr_assert_str_eq(error.text, "no placement style is called 'evil'", "the error");
    options.sampler = sampler;
    assert_status(bship_placer_new(&placer, rules, NULL, &options, NULL), BSHIP_ERROR_RULES,
                  "the sampler's rules");
    options.sampler = NULL;
    options.work_limit = -1;
    assert_status(bship_placer_new(&placer, rules, NULL, &options, NULL), BSHIP_ERROR_RANGE,
                  "the work limit");
    assert_status(bship_placer_new(NULL, rules, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_placer_new(&placer, NULL, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    cr_assert_null(placer, "none was made");

    placer = new_placer(rules, "edge", NULL);
    assert_status(bship_placer_draw(placer, &rng, layout, 4, NULL), BSHIP_ERROR_COUNT, "count");
    assert_ok(bship_board_new(&board, others, NULL, NULL), "board");
    assert_status(bship_placer_place(placer, &rng, board, NULL), BSHIP_ERROR_RULES, "rules");
    bship_board_free(board);
    board = random_board(rules, &rng);
    assert_ok(bship_board_fire(board, (bship_cell){ 0, 0 }, &(bship_report){ 0 }, NULL), "fire");
    assert_status(bship_placer_place(placer, &rng, board, NULL), BSHIP_ERROR_STARTED, "started");
    assert_status(bship_board_place_style(NULL, NULL, &rng, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT,
                  "NULL");
    bship_board_free(board);
    bship_placer_free(placer);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
    bship_rules_unref(others);
}

Test(placing_styles, have_laws_that_are_tested)
{
    /* Those of the tests above; battleship/experimental/placing.h states their laws. */
    static const char *const tested[] = { "uniform", "hard",     "balanced",   "edge",
                                          "centre",  "quadrant", "horizontal", "repeat" };
    const int32_t count = sizeof tested / sizeof *tested;
    for (int32_t style = 0; style < count; style++)
        cr_assert_str_eq(style_name(style), tested[style], "style %d", (int)style);
    cr_assert_eq(bship_enum_count(BSHIP_ENUM_PLACEMENT_STYLE), count,
                 "another style needs a test of its law, and a row here");
}

Test(placing_styles, have_names_texts_and_strengths)
{
    for (int32_t style = 0; style < bship_enum_count(BSHIP_ENUM_PLACEMENT_STYLE); style++) {
        cr_assert_eq(bship_enum_find(BSHIP_ENUM_PLACEMENT_STYLE, style_name(style)), style,
                     "style %d", (int)style);
        cr_assert_gt(strlen(bship_enum_text(BSHIP_ENUM_PLACEMENT_STYLE, style)), 10, "style %d",
                     (int)style);
        cr_assert_eq(bship_placing_style_strength(style) > 0, style > 0, "style %d", (int)style);
    }
    const int32_t none[] = { -1, bship_enum_count(BSHIP_ENUM_PLACEMENT_STYLE), INT32_MIN,
                             INT32_MAX };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        cr_assert_null(style_name(none[i]), "style %d", (int)none[i]);
        cr_assert_null(bship_enum_text(BSHIP_ENUM_PLACEMENT_STYLE, none[i]), "style %d",
                       (int)none[i]);
        cr_assert(isnan(bship_placing_style_strength(none[i])), "style %d", (int)none[i]);
    }
    cr_assert_str_eq(style_name(0), "uniform", "the first style");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_PLACEMENT_STYLE, NULL), -1, "NULL");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_PLACEMENT_STYLE, "Hard"), -1, "another case");
}

/* ---- AIs and games ---- */

static bship_board *board_of_ai(const bship_rules *rules, const char *strategy,
                                const bship_ai_options *options, int32_t *method)
{
    bship_board *board = NULL;
    bship_ai *ai = NULL;
    bship_rng rng = rng_of(9);
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "board");
    assert_ok(bship_ai_new(&ai, rules, strategy, options, NULL), "ai");
    assert_ok(bship_ai_place(ai, &rng, NULL, board, method), "place");
    bship_ai_free(ai);
    return board;
}

static bship_board *board_of_style(const bship_rules *rules, const char *style, double strength)
{
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    bship_board *board = NULL;
    bship_rng rng = rng_of(9);
    options.strength = strength;
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "board");
    assert_ok(bship_board_place_style(board, style, &rng, &options, NULL, NULL), "place");
    return board;
}

Test(placing_styles, an_ai_lays_by_its_options_or_its_level)
{
    static const struct {
        const char *strategy;
        int32_t level;
        const char *placing;
        double strength;
        const char *style; /* that is expected */
    } cases[] = {
        { "hunt", 0, NULL, 0, "uniform" },
        { "hunt", 0, "edge", 5, "edge" },
        { NULL, BSHIP_LEVEL_EASY, NULL, 0, "uniform" },
        { NULL, BSHIP_LEVEL_EXPERT, NULL, 0, "balanced" },
        { NULL, BSHIP_LEVEL_EXPERT, "centre", 0, "centre" },
        { NULL, BSHIP_LEVEL_MASTER, NULL, 0, "hard" },
    };
    bship_rules *rules = rules_from("board 7x7\nfleet 4 3 2\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
        int32_t method = 0;
        options.level = cases[i].level;
        options.placing = cases[i].placing;
        options.placing_strength = cases[i].strength;
        bship_board *board = board_of_ai(rules, cases[i].strategy, &options, &method);
        bship_board *styled = board_of_style(rules, cases[i].style, cases[i].strength);
        assert_same(board_dump(board), board_dump(styled), cases[i].style);
        cr_assert_eq(method, strcmp(cases[i].style, "uniform") ? BSHIP_DRAW_METHOD_STYLE : 1,
                     "method");
        bship_board_free(board);
        bship_board_free(styled);
    }
    bship_rules_unref(rules);
}

Test(placing_styles, games_place_by_the_style_of_the_ai)
{
    bship_rules *rules = rules_from("board 7x7\nfleet 4 3 2\n");
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_game_options game_options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    bship_ai *ai = NULL;
    options.placing = "horizontal";
    options.placing_strength = 64;
    assert_ok(bship_ai_new(&ai, rules, "hunt", &options, NULL), "ai");
    game_options.ai_a = ai;
    assert_ok(bship_game_new(&game, rules, &game_options, NULL), "game");
    for (int i = 0; i < 3; i++) {
        int32_t method = 0;
        assert_ok(bship_game_place_random(game, BSHIP_SIDE_A, NULL, &method, NULL), "place");
        cr_assert_eq(method, BSHIP_DRAW_METHOD_STYLE, "the method");
        for (int32_t ship = 0; ship < 3; ship++) {
            bship_placement at;
            assert_ok(bship_board_placement(bship_game_board(game, BSHIP_SIDE_A), ship, &at), "at");
            cr_assert_eq(at.orientation, BSHIP_ORIENTATION_HORIZONTAL, "ship %d", (int)ship);
        }
    }
    bship_game_free(game);
    bship_ai_free(ai);
    bship_rules_unref(rules);
}
