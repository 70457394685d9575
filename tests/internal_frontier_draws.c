/* Layouts drawn by frontier-based dynamic programming. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "internal_support.h"

/* The layout of placements; the numbers of ships of one class are sorted. */
static struct layout layout_of(const struct fixture *fixture, const bship_placement *placements)
{
    const bsi_evidence *evidence = &fixture->evidence;
    int32_t ships = evidence->rules->fleet->count;
    struct layout layout = { { 0 }, 0 };

    for (int32_t i = 0; i < ships; i++) {
        bship_cell cell = { placements[i].x, placements[i].y };
        cr_assert_eq(placements[i].ship, i, "ship %d is drawn as %d", (int)i,
                     (int)placements[i].ship);
        layout.numbers[i] = (uint32_t)placements[i].orientation * evidence->rules->positions +
                            bsi_position(evidence->rules, cell);
    }
    for (int32_t i = 0; i < ships; i++)
        for (int32_t j = 0; j < i; j++)
            if (evidence->class_of[i] == evidence->class_of[j] &&
                layout.numbers[i] < layout.numbers[j]) {
                uint32_t number = layout.numbers[i];
                layout.numbers[i] = layout.numbers[j];
                layout.numbers[j] = number;
            }
    return layout;
}

static int compare_layouts(const void *a, const void *b)
{
    const struct layout *x = a, *y = b;
    for (int i = 0; i < SHIPS_MAX; i++)
        if (x->numbers[i] != y->numbers[i])
            return x->numbers[i] < y->numbers[i] ? -1 : 1;
    return 0;
}

/* The number of a layout in the list of all. */
static ptrdiff_t find_layout(const struct search *search, const struct layout *layout)
{
    const struct layout *found = bsearch(layout, search->layouts, (size_t)search->layout_count,
                                         sizeof *layout, compare_layouts);
    cr_assert_not_null(found, "no layout of the evidence");
    return found - search->layouts;
}

/* Draws layouts and tests their frequencies against their weights by chi-square. */
static void check_draws(struct fixture *fixture, bship_rng *rng)
{
    static struct layout layouts[LAYOUTS_MAX];
    static long drawn[LAYOUTS_MAX];
    bsi_frontier *frontier = new_frontier();
    bsi_work_budget unlimited = no_limit();
    struct search search;
    double chi_square = 0;
    int freedom = -1;

    search_all(&search, &fixture->evidence, layouts);
    cr_assert_gt(search.layout_count, 10, "only %d layouts", search.layout_count);
    assert_ok(bsi_frontier_prepare(frontier, &fixture->evidence, false, &unlimited), "%d layouts",
              search.layout_count);
    memset(drawn, 0, sizeof drawn);
    int draws = 50 * search.layout_count;
    for (int i = 0; i < draws; i++) {
        bship_placement placements[SHIPS_MAX];
        bsi_frontier_draw(frontier, &fixture->evidence, rng, placements);
        struct layout layout = layout_of(fixture, placements);
        drawn[find_layout(&search, &layout)]++;
    }
    for (int i = 0; i < search.layout_count; i++) {
        double expected = draws * layouts[i].weight / search.total;
        chi_square += pow((double)drawn[i] - expected, 2) / expected;
        freedom++;
    }
    cr_assert_lt(chi_square, chi_square_limit(freedom), "chi-square %g of %d", chi_square, freedom);
    search_free(&search);
    bsi_frontier_free(frontier);
}

Test(frontier, draws_are_uniform)
{
    static const char *const lines[] = {
        "board 4x4\nfleet 2 2\n",
        "board 5x3\nfleet 3 1 1\ncontact none\n",
        "board 3x6\nfleet a:2 b:2 1\ncontact no-sides\ndisclosure ship\n",
    };
    bship_rng rng = rng_of(5);

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct fixture fixture;
        bship_chart *chart = fixture_of_rules(&fixture, lines[i]);
        check_draws(&fixture, &rng);
        fixture_free(&fixture);
        bship_chart_free(chart);
    }
}

Test(frontier, draws_are_distributed_by_weight)
{
    bship_rng rng = rng_of(6);
    bship_rules *rules = rules_from("board 4x4\nfleet 2 2\ncontact no-sides\n");
    bship_chart *chart = new_chart(rules);

    for (int i = 0; i < 4; i++) {
        double *weights = random_weights(rules, &rng);
        struct fixture fixture;
        fixture_init(&fixture, chart, weights);
        check_draws(&fixture, &rng);
        fixture_free(&fixture);
        free(weights);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(frontier, ships_of_a_class_are_drawn_in_any_order)
{
    enum {
        DRAWS = 6000
    };
    bsi_frontier *frontier = new_frontier();
    bsi_work_budget unlimited = no_limit();
    struct fixture fixture;
    bship_chart *chart = fixture_of_rules(&fixture, "board 7x1\nfleet 1 2 1 1\n");
    bship_rng rng = rng_of(7);
    double orders[6] = { 0 }, chi_square = 0;

    assert_ok(bsi_frontier_prepare(frontier, &fixture.evidence, false, &unlimited), "7x1");
    for (int i = 0; i < DRAWS; i++) {
        bship_placement at[4];
        bsi_frontier_draw(frontier, &fixture.evidence, &rng, at);
        int first = (at[0].x > at[2].x) + (at[0].x > at[3].x);
        orders[2 * first + (at[2].x > at[3].x)]++;
    }
    for (int i = 0; i < 6; i++)
        chi_square += pow(orders[i] - DRAWS / 6.0, 2) / (DRAWS / 6.0);
    cr_assert_lt(chi_square, chi_square_limit(5), "chi-square %g", chi_square);
    fixture_free(&fixture);
    bship_chart_free(chart);
    bsi_frontier_free(frontier);
}

/* Draws layouts that agree with a chart, and asserts that they give the same reports. */
static void check_legal(const bship_rules *rules, const bship_chart *chart, int draws,
                        bship_rng *rng)
{
    bsi_frontier *frontier = new_frontier();
    bsi_work_budget unlimited = no_limit();
    bship_board *board = NULL;
    struct fixture fixture;

    assert_ok(bship_board_new(&board, rules, NULL, NULL), "board");
    fixture_init(&fixture, chart, NULL);
    assert_ok(bsi_frontier_prepare(frontier, &fixture.evidence, false, &unlimited), "%s",
              rules_text(rules));
    for (int i = 0; i < draws; i++) {
        bship_placement placements[SHIPS_MAX];
        bsi_frontier_draw(frontier, &fixture.evidence, rng, placements);
        bship_board_clear(board);
        for (int32_t ship = 0; ship < rules->fleet->count; ship++)
            assert_ok(bship_board_place(board, placements[ship]), "ship %d", (int)ship);
        for (int64_t shot = 0; shot < bship_chart_shots(chart); shot++) {
            bship_cell cell;
            bship_report observed, result;
            assert_ok(bship_chart_shot(chart, shot, &cell, &observed), "shot %d", (int)shot);
            assert_ok(bship_board_fire(board, cell, &result, NULL), "shot %d", (int)shot);
            cr_assert_eq(memcmp(&observed, &result, sizeof observed), 0,
                         "another report of shot %d", (int)shot);
        }
    }
    fixture_free(&fixture);
    bship_board_free(board);
    bsi_frontier_free(frontier);
}

Test(frontier, draws_are_layouts_that_agree_with_the_chart)
{
    static const char *const lines[] = {
        "fleet russian\ncontact none\n",
        "board 12x7\nfleet 4 3 3 2 2 1 1\ncontact no-sides\n",
        "fleet classic\ndisclosure ship\n",
    };
    bship_rng rng = rng_of(8);

    for (int i = 0; i < scaled(12); i++) {
        bship_rules *rules = rules_from(lines[(size_t)i % (sizeof lines / sizeof *lines)]);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        for (int shots = 0; shots < 30; shots++)
            (void)fire_at_random(board, chart, &rng);
        check_legal(rules, chart, scaled(1000), &rng);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}
