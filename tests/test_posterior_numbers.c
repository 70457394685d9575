/* Exact posteriors against independently known numbers and against their mirror images. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "positions.h"

/* ---- the reference positions ---- */

/* Russian fleets without contact, which may exceed the work limit of the exact methods. */
static const char *const heavy[] = { "040", "045", "046", "047" };

static bool is_heavy(const struct position *p)
{
    for (size_t i = 0; i < sizeof heavy / sizeof *heavy; i++)
        if (strcmp(p->name, heavy[i]) == 0)
            return true;
    return false;
}

/* Asserts that probabilities are `expected` numbers of layouts divided by all layouts. */
static void check_grid(const struct position *p, const double *grid, const double *expected,
                       int32_t length)
{
    double layouts = strtod(p->layouts, NULL);

    for (int32_t i = 0; i < cell_count(p->rules); i++)
        cr_assert(fabs(grid[i] * layouts - expected[i]) <= 1e-12 * expected[i],
                  "%s: cell %d, length %d: %.17g of %s layouts, not %.0f", p->name, (int)i,
                  (int)length, grid[i] * layouts, p->layouts, expected[i]);
}

static void check_figures(const struct position *p, const bship_posterior *posterior)
{
    const bship_fleet *fleet = bship_rules_fleet(p->rules);
    double grid[POSITION_CELLS];
    char text[64];

    bship_posterior_format_layouts(posterior, text, sizeof text);
    cr_assert_str_eq(text, p->layouts, "%s: %s layouts, not %s", p->name, text, p->layouts);
    bship_posterior_occupancy(posterior, grid, POSITION_CELLS);
    check_grid(p, grid, p->occupancy, 0);
    for (int k = 0; k < p->lengths; k++) {
        bship_posterior_occupancy_of_class(posterior, class_of_length(fleet, p->length[k]), grid,
                                           POSITION_CELLS);
        check_grid(p, grid, p->of_length[k], p->length[k]);
    }
}

/* Checks a position; returns whether it was analysed within the limits. */
static bool check_position(const struct position *p)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    bship_posterior *posterior = NULL;
    bship_status status;

    options.exact_only = 1;
    options.weights = p->weights;
    options.weight_count = p->weights ? bship_rules_placement_count(p->rules) : 0;
    status = bship_posterior_new(&posterior, p->chart, &options, &error);
    if (is_heavy(p) && status == BSHIP_ERROR_WORK_LIMIT)
        return false;
    assert_ok(status, "%s: %s", p->name, error.text);
    check_figures(p, posterior);
    bship_posterior_free(posterior);
    return true;
}

Test(posterior, of_the_reference_positions_is_to_the_last_digit)
{
    struct position p;
    int analysed = 0, all = 0;

    for (int number = 0; position_next(&p, &number); position_free(&p), all++)
        analysed += check_position(&p);
    cr_assert_eq(all, 50, "%d positions", all);
    cr_assert_geq(analysed, 46, "only %d positions were analysed", analysed);
}

/* ---- numbers of layouts ---- */

/* The number of layouts of the fleet on a board without shots. */
static const char *layouts_of(const char *text)
{
    static char number[64];
    bship_rules *rules = rules_from(text);
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = new_posterior(chart);

    bship_posterior_format_layouts(posterior, number, sizeof number);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    return number;
}

/* Ships of one length are distinguished where reports name them. */
Test(posterior, counts_the_layouts_of_known_fleets)
{
    static const char *const known[][2] = {
        { "board 6x6\nfleet classic\n", "3343568" },
        { "board 7x7\nfleet classic\n", "62378548" },
        { "board 8x8\nfleet classic\n", "571126760" },
        { "board 9x9\nfleet classic\n", "3394196128" },
        { "board 10x10\nfleet classic\n", "15046987768" },
        { "board 11x11\nfleet classic\n", "54083238912" },
        { "board 10x10\nfleet classic\ndisclosure ship\n", "30093975536" },
        { "board 10x10\nfleet classic\ncontact none\n", "1925751392" },
        { "board 12x10\nfleet classic\ndisclosure every-hit\n", "101832786704" },
        { "board 12x10\nfleet classic\n", "50916393352" },
        { "board 10x12\nfleet classic\n", "50916393352" },
        { "board 4x4\nfleet 3 2\n", "264" },
        { "board 4x4\nfleet 2 2\n", "224" },
        { "board 4x4\nfleet 2 2\ndisclosure ship\n", "224" },
        { "board 4x4\nfleet A:2 B:2\ndisclosure ship\n", "448" },
        { "board 5x5\nfleet 3 2 2\n", "12798" },
        { "board 5x5\nfleet 4 3 2\n", "9024" },
        { "board 6x6\nfleet 3 3 2\n", "40324" },
        { "board 6x6\nfleet 4 3 3 2\n", "633432" },
        { "board 6x6\nfleet 4 3 2\n", "53624" },
        { "board 5x5\nfleet 3 3 2 2\n", "80688" },
        { "board 4x6\nfleet 3 2\n", "840" },
        { "board 7x5\nfleet 4 3 2\n", "46226" },
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *number = layouts_of(known[i][0]);
        cr_assert_str_eq(number, known[i][1], "%s layouts, not %s, of\n%s", number, known[i][1],
                         known[i][0]);
    }
}

static long binomial(long n, long k)
{
    long result = 1;
    for (long i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return result;
}

/* Ships of length 1 can be on any cells that are not blocked. */
Test(posterior, counts_ships_of_length_1_by_binomial_coefficients)
{
    for (int blocked = 0; blocked < 2; blocked++) {
        int cells = 20 - 2 * blocked;
        for (int ships = 1; ships <= 6; ships++) {
            const char *number;
            char text[96], expected[32];
            int length =
                snprintf(text, sizeof text, "board 5x4\n%sfleet", blocked ? "blocked B2 E4\n" : "");
            for (int i = 0; i < ships; i++)
                length += snprintf(text + length, sizeof text - (size_t)length, " 1");
            snprintf(text + length, sizeof text - (size_t)length, "\n");
            snprintf(expected, sizeof expected, "%ld", binomial(cells, ships));
            number = layouts_of(text);
            cr_assert_str_eq(number, expected, "%s layouts, not %s, of\n%s", number, expected,
                             text);
        }
    }
}

/* ---- the table everybody knows ---- */

Test(posterior, of_the_empty_classic_board_is_the_known_table)
{
    static const double quarter[5][5] = {
        { 0.0800, 0.1149, 0.1435, 0.1587, 0.1667 }, { 0.1149, 0.1426, 0.1655, 0.1777, 0.1842 },
        { 0.1435, 0.1655, 0.1841, 0.1941, 0.1994 }, { 0.1587, 0.1777, 0.1941, 0.2034, 0.2084 },
        { 0.1667, 0.1842, 0.1994, 0.2084, 0.2136 },
    };
    bship_rules *rules = rules_from("board 10x10\nfleet classic\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = new_posterior(chart);
    double grid[100];

    bship_posterior_occupancy(posterior, grid, 100);
    for (int i = 0; i < 100; i++) {
        int x = i % 10 < 5 ? i % 10 : 9 - i % 10, y = i / 10 < 5 ? i / 10 : 9 - i / 10;
        cr_assert(fabs(grid[i] - quarter[y][x]) <= 5e-5, "cell %d is %.6f, not %.4f", i, grid[i],
                  quarter[y][x]);
    }
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- symmetry ---- */

/* The image of a cell: turned about the diagonal (bit 2), and mirrored (bits 0 and 1). */
static bship_cell image(const bship_rules *rules, bship_cell cell, int symmetry)
{
    bship_cell other = cell;

    if (symmetry & 4)
        other = (bship_cell){ cell.y, cell.x };
    if (symmetry & 1)
        other.x = bship_rules_width(rules) - 1 - other.x;
    if (symmetry & 2)
        other.y = bship_rules_height(rules) - 1 - other.y;
    return other;
}

/* Asserts that the results of a cell and of its image are equal to the last bit. */
static void check_images(const bship_posterior *posterior, const bship_rules *rules, int symmetry)
{
    const bship_fleet *fleet = bship_rules_fleet(rules);
    size_t cells = (size_t)cell_count(rules);
    double *grid = calloc(cells, sizeof *grid);

    for (int32_t k = -1; k < bship_fleet_class_count(fleet); k++) {
        if (k < 0)
            bship_posterior_occupancy(posterior, grid, cells);
        else
            bship_posterior_occupancy_of_class(posterior, k, grid, cells);
        for (int32_t i = 0; i < (int32_t)cells; i++) {
            int32_t other = cell_index(rules, image(rules, cell_at(rules, i), symmetry));
            cr_assert_eq(grid[i], grid[other], "cells %d and %d, class %d: %a, %a under\n%s",
                         (int)i, (int)other, (int)k, grid[i], grid[other], rules_text(rules));
        }
    }
    for (int32_t i = 0; i < (int32_t)cells; i++) {
        bship_forecast here = BSHIP_FORECAST_INIT, there = BSHIP_FORECAST_INIT;
        bship_cell cell = cell_at(rules, i);
        bship_status status = bship_posterior_forecast(posterior, cell, &here);
        assert_status(bship_posterior_forecast(posterior, image(rules, cell, symmetry), &there),
                      status, "cell %d", (int)i);
        cr_assert_arr_eq(&here, &there, sizeof here, "cell %d under symmetry %d of\n%s", (int)i,
                         symmetry, rules_text(rules));
    }
    free(grid);
}

static void check_symmetry(const bship_chart *chart)
{
    bship_posterior *posterior = new_posterior(chart);
    const bship_rules *rules = bship_chart_rules(chart);
    bool is_square = bship_rules_width(rules) == bship_rules_height(rules);

    for (int symmetry = 1; symmetry < (is_square ? 8 : 4); symmetry++)
        check_images(posterior, rules, symmetry);
    bship_posterior_free(posterior);
}

/* Misses with all the symmetries of the board. */
static void miss_all_images(bship_chart *chart, int32_t x, int32_t y)
{
    static const bship_report miss = BSHIP_REPORT_INIT;
    const bship_rules *rules = bship_chart_rules(chart);
    bool is_square = bship_rules_width(rules) == bship_rules_height(rules);

    for (int symmetry = 0; symmetry < (is_square ? 8 : 4); symmetry++) {
        bship_cell cell = image(rules, (bship_cell){ x, y }, symmetry);
        if (bship_chart_state_at(chart, cell) == BSHIP_CHART_STATE_UNKNOWN)
            assert_ok(bship_chart_record(chart, cell, &miss, NULL), "%d,%d", (int)cell.x,
                      (int)cell.y);
    }
}

Test(posterior, of_a_symmetric_position_is_symmetric_to_the_last_bit)
{
    static const char *const texts[] = {
        "board 10x10\nfleet classic\n",
        "board 10x10\nfleet classic\ncontact none\n",
        "board 9x9\nfleet 4 3 3\ncontact no-sides\n",
        "board 8x8\nfleet 5 4 3 3 2\ndisclosure every-hit\n",
        "board 7x7\nfleet 4 3 2 1\ndisclosure hit\ncontact none\n",
        "board 12x5\nfleet 4 4 2\n",
        "board 3x11\nfleet 3 2 2\ncontact none\n",
        "board 11x1\nfleet 3 2\n",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bship_rules *rules = rules_from(texts[i]);
        bship_chart *chart = new_chart(rules);
        check_symmetry(chart);
        miss_all_images(chart, 1, 0);
        check_symmetry(chart);
        miss_all_images(chart, bship_rules_width(rules) / 2, bship_rules_height(rules) / 2);
        check_symmetry(chart);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}
