/* Random layouts are uniform: every legal layout is as likely as any other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define LAYOUTS_MAX 4096
#define SHIPS_MAX 4

/* A layout as numbers that do not distinguish ships of one length. */
struct layout {
    int64_t placements[SHIPS_MAX];
};

/* The layouts of small rules, found by trying every choice of placements. */
struct layouts {
    bship_rules *rules;
    bship_board *board;
    int32_t ships;
    struct layout all[LAYOUTS_MAX];
    long counts[LAYOUTS_MAX];
    int count;
};

static int compare_numbers(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static int compare_layouts(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct layout));
}

/* The layout on a board, with ships of one length sorted. */
static struct layout layout_of(const struct layouts *layouts)
{
    const bship_fleet *fleet = bship_rules_fleet(layouts->rules);
    struct layout layout = { { 0 } };

    for (int32_t ship = 0; ship < layouts->ships; ship++) {
        bship_placement at;
        assert_ok(bship_board_placement(layouts->board, ship, &at), "ship %d", (int)ship);
        at.ship = first_of_length(fleet, ship);
        layout.placements[ship] = bship_rules_placement_index(layouts->rules, at);
    }
    qsort(layout.placements, (size_t)layouts->ships, sizeof *layout.placements, compare_numbers);
    return layout;
}

/* Tries every placement of the ships from `ship` on; each legal layout is kept once. */
static void enumerate(struct layouts *layouts, int32_t ship)
{
    if (ship == layouts->ships) {
        struct layout layout = layout_of(layouts);
        for (int i = 0; i < layouts->count; i++)
            if (compare_layouts(&layouts->all[i], &layout) == 0)
                return;
        cr_assert_lt(layouts->count, LAYOUTS_MAX, "too many layouts");
        layouts->all[layouts->count++] = layout;
        return;
    }
    for (int64_t index = 0; index < bship_rules_placement_count(layouts->rules); index++) {
        bship_placement at;
        assert_ok(bship_rules_placement(layouts->rules, index, &at), "number %d", (int)index);
        if (at.ship != ship || bship_board_place(layouts->board, at))
            continue;
        enumerate(layouts, ship + 1);
        assert_ok(bship_board_remove(layouts->board, ship), "ship %d", (int)ship);
    }
}

static double draw_chi_square(struct layouts *layouts, int draws, bship_rng *rng)
{
    double expected = (double)draws / layouts->count, sum = 0.0;

    memset(layouts->counts, 0, sizeof layouts->counts);
    for (int i = 0; i < draws; i++) {
        struct layout layout, *found;
        int32_t method = 0;
        assert_ok(bship_board_place_random(layouts->board, rng, NULL, &method), "a layout");
        cr_assert_eq(method, BSHIP_DRAW_METHOD_UNIFORM, "a small board was searched");
        layout = layout_of(layouts);
        found =
            bsearch(&layout, layouts->all, (size_t)layouts->count, sizeof layout, compare_layouts);
        cr_assert_not_null(found, "a layout that is not legal");
        layouts->counts[found - layouts->all]++;
    }
    for (int i = 0; i < layouts->count; i++)
        sum += pow((double)layouts->counts[i] - expected, 2.0) / expected;
    return sum;
}

Test(layouts, of_small_boards_are_all_equally_probable)
{
    static const struct {
        const char *text;
        int count; /* 0: not published */
    } cases[] = {
        { "board 4x4\nfleet 3 2\n", 264 },
        { "board 4x4\nfleet 2 2\n", 224 },
        { "board 4x4\nfleet 3 2\ncontact none\n", 0 },
        { "board 4x4\nfleet 3 2\ncontact no-sides\n", 0 },
        { "board 4x4\nfleet 2 2 1\ncontact none\n", 0 },
        { "board 4x6\nfleet 3 2\n", 840 },
        { "board 5x3\nfleet 3 2 1\nblocked B2 E1\n", 0 },
        { "board 5x5\nfleet 1 1\nblocked A1 C3\n", 23 * 22 / 2 },
        { "board 3x3\nfleet A:2 B:2 1\n", 0 },
    };
    static struct layouts layouts;
    bship_rng rng = rng_of(1);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double sum;
        layouts.rules = rules_from(cases[i].text);
        layouts.ships = bship_fleet_count(bship_rules_fleet(layouts.rules));
        layouts.count = 0;
        assert_ok(bship_board_new(&layouts.board, layouts.rules, NULL, NULL), "a board");
        enumerate(&layouts, 0);
        qsort(layouts.all, (size_t)layouts.count, sizeof *layouts.all, compare_layouts);
        if (cases[i].count > 0)
            cr_assert_eq(layouts.count, cases[i].count, "%d layouts of\n%s", layouts.count,
                         cases[i].text);
        sum = draw_chi_square(&layouts, scaled(200) * layouts.count, &rng);
        cr_assert(sum < chi_square_limit(layouts.count - 1), "chi-square %f of %d layouts of\n%s",
                  sum, layouts.count, cases[i].text);
        bship_board_free(layouts.board);
        bship_rules_unref(layouts.rules);
    }
}

/* P(a ship covers the cell) on an empty board: the top left quarter; the others are mirror images.
 */
static const double classic_occupancy[5][5] = {
    { 0.0800, 0.1149, 0.1435, 0.1587, 0.1667 }, { 0.1149, 0.1426, 0.1655, 0.1777, 0.1842 },
    { 0.1435, 0.1655, 0.1841, 0.1941, 0.1994 }, { 0.1587, 0.1777, 0.1941, 0.2034, 0.2084 },
    { 0.1667, 0.1842, 0.1994, 0.2084, 0.2136 },
};

Test(layouts, of_the_classic_fleet_cover_each_cell_as_often_as_the_exact_posterior_says)
{
    bship_rules *rules = rules_from("");
    bship_rng rng = rng_of(2);
    bship_board *board = random_board(rules, &rng);
    int draws = scaled(200000);
    long counts[100] = { 0 };
    uint8_t states[100];

    for (int i = 0; i < draws; i++) {
        assert_ok(bship_board_place_random(board, &rng, NULL, NULL), "a layout");
        bship_board_states(board, states, sizeof states);
        for (int cell = 0; cell < 100; cell++)
            counts[cell] += states[cell] == BSHIP_BOARD_STATE_SHIP;
    }
    for (int cell = 0; cell < 100; cell++) {
        int x = cell % 10 < 5 ? cell % 10 : 9 - cell % 10,
            y = cell < 50 ? cell / 10 : 9 - cell / 10;
        double p = classic_occupancy[y][x], deviation = sqrt(p * (1.0 - p) / draws);
        /* The table has four digits. 100 cells at 4.5 deviations: one run in 1,500 would fail. */
        cr_assert(fabs((double)counts[cell] / draws - p) < 4.5 * deviation + 0.00005,
                  "cell %d is covered in %ld of %d layouts, not %f", cell, counts[cell], draws, p);
    }
    bship_board_free(board);
    bship_rules_unref(rules);
}
