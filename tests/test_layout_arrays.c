/* Layouts as arrays of numbers: drawn, listed, and on grids. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/experimental/layouts.h>

#include "layout_oracle.h"

enum {
    NUMBERS = 3, /* of a ship */
    SHIPS_MAX = 16
};

static size_t ship_count(const bship_rules *rules)
{
    return (size_t)bship_fleet_count(bship_rules_fleet(rules));
}

static void write_row(int16_t *row, const bship_placement *placements, size_t ships)
{
    for (size_t i = 0; i < ships; i++) {
        row[NUMBERS * i] = (int16_t)placements[i].x;
        row[NUMBERS * i + 1] = (int16_t)placements[i].y;
        row[NUMBERS * i + 2] = (int16_t)placements[i].orientation;
    }
}

static void read_row(bship_placement *placements, const int16_t *row, size_t ships)
{
    for (size_t i = 0; i < ships; i++)
        placements[i] = (bship_placement){ (int32_t)i, row[NUMBERS * i], row[NUMBERS * i + 1],
                                           row[NUMBERS * i + 2] };
}

/* ---- drawing and listing ---- */

Test(layout_arrays, are_drawn_as_one_by_one)
{
    static const char *const texts[] = { "", "board 7x9\nfleet german\ncontact none\n" };
    enum {
        COUNT = 20
    };
    for (int t = 0; t < 2; t++) {
        bship_rules *rules = rules_from(texts[t]);
        bship_sampler *sampler = new_sampler(rules);
        bship_rng rng = rng_of(3), same = rng;
        size_t ships = ship_count(rules), row = ships * NUMBERS;
        int16_t many[COUNT * SHIPS_MAX * NUMBERS], one[SHIPS_MAX * NUMBERS];
        assert_ok(bship_sampler_fill(sampler, &rng, many, COUNT, ships), "many");
        for (size_t i = 0; i < COUNT; i++) {
            bship_placement placements[SHIPS_MAX];
            assert_ok(bship_sampler_draw(sampler, &same, placements, ships), "layout %d", (int)i);
            write_row(one, placements, ships);
            cr_assert_arr_eq(many + i * row, one, row * sizeof *one, "layout %d", (int)i);
        }
        cr_assert_arr_eq(&rng, &same, sizeof rng, "the streams went on differently");
        bship_sampler_unref(sampler);
        bship_rules_unref(rules);
    }
}

Test(layout_arrays, of_a_posterior_are_drawn_as_one_by_one)
{
    enum {
        COUNT = 20
    };
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3 2\n");
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = new_posterior(chart);
    bship_rng rng = rng_of(3), same = rng;
    int16_t many[COUNT * 3 * NUMBERS], one[3 * NUMBERS];
    assert_ok(bship_posterior_fill(posterior, &rng, many, COUNT, 3), "many");
    for (size_t i = 0; i < COUNT; i++) {
        bship_placement placements[3];
        assert_ok(bship_posterior_sample(posterior, &same, placements, 3), "layout %d", (int)i);
        write_row(one, placements, 3);
        cr_assert_arr_eq(many + i * 9, one, sizeof one, "layout %d", (int)i);
    }
    assert_status(bship_posterior_fill(posterior, &rng, many, 1, 2), BSHIP_ERROR_COUNT, "2 ships");
    bship_chart *contradictory = new_chart(rules);
    for (int32_t i = 0; i < 36; i++) {
        bship_report miss = BSHIP_REPORT_INIT;
        if (i % 6 != 5 && i % 6 != 2)
            assert_ok(bship_chart_record(contradictory, cell_at(rules, i), &miss, NULL), "a miss");
    }
    assert_ok(bship_posterior_update(posterior, contradictory, NULL), "two columns are left");
    for (int32_t y = 0; y < 6; y += 2) {
        bship_report miss = BSHIP_REPORT_INIT;
        assert_ok(bship_chart_record(contradictory, (bship_cell){ 2, y }, &miss, NULL), "a miss");
    }
    assert_status(bship_posterior_update(posterior, contradictory, NULL), BSHIP_ERROR_CONTRADICTION,
                  "one column is too little");
    assert_status(bship_posterior_fill(posterior, &rng, many, 0, 3), BSHIP_ERROR_UNSUPPORTED,
                  "of no results");
    bship_chart_free(contradictory);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- the layouts of a chart ---- */

static int compare_rows(const void *a, const void *b)
{
    return memcmp(a, b, SHIPS_MAX * sizeof(int64_t));
}

/* The first of the ships that reports cannot tell from a ship. */
static int32_t first_like(const bship_rules *rules, int32_t ship)
{
    const bship_fleet *fleet = bship_rules_fleet(rules);
    bool has_names = discloses_name(bship_rules_get(rules, BSHIP_RULE_DISCLOSURE));
    return has_names ? bship_fleet_first_of_name(fleet, ship) : first_of_length(fleet, ship);
}

/* The layouts that reports can tell apart, by the number of those with every ship distinguished. */
static long double told_apart(const bship_rules *rules, long double labelled)
{
    for (int32_t i = 0; i < bship_fleet_count(bship_rules_fleet(rules)); i++) {
        int alike = 1;
        for (int32_t j = 0; j < i; j++)
            alike += first_like(rules, j) == first_like(rules, i);
        labelled /= alike;
    }
    return labelled;
}

/* The placements of a layout as numbers, sorted among ships that reports cannot tell apart. */
static void canonical(const bship_rules *rules, const bship_placement *placements, size_t ships,
                      int64_t numbers[SHIPS_MAX])
{
    memset(numbers, 0, SHIPS_MAX * sizeof *numbers);
    for (size_t i = 0; i < ships; i++) {
        bship_placement at = placements[i];
        at.ship = first_like(rules, (int32_t)i);
        int64_t number = bship_rules_placement_index(rules, at);
        size_t k = i;
        for (; k > 0 && numbers[k - 1] > number; k--)
            numbers[k] = numbers[k - 1];
        numbers[k] = number;
    }
}

/* Compares the layouts that a sampler lists with a chart: each agrees with it, they are all
 * different, and there are as many as brute force finds. */
static void check_list(const bship_sampler *sampler, const bship_chart *chart)
{
    static struct oracle oracle;
    const bship_rules *rules = bship_chart_rules(chart);
    size_t ships = ship_count(rules), count = (size_t)bship_sampler_count(sampler);
    int16_t *layouts = calloc(count, ships * NUMBERS * sizeof *layouts);
    int64_t(*numbers)[SHIPS_MAX] = calloc(count, sizeof *numbers);

    oracle_ask(&oracle, chart, NULL);
    cr_assert_eq((long double)count, told_apart(rules, oracle.labelled), "%d layouts of\n%s",
                 (int)count, rules_text(rules));
    assert_ok(bship_sampler_list(sampler, 0, layouts, count / 2, ships), "one half");
    assert_ok(bship_sampler_list(sampler, (int64_t)(count / 2),
                                 layouts + count / 2 * ships * NUMBERS, count - count / 2, ships),
              "the other half");
    for (size_t i = 0; i < count; i++) {
        bship_placement placements[SHIPS_MAX], same[SHIPS_MAX];
        read_row(placements, layouts + i * ships * NUMBERS, ships);
        assert_ok(bship_chart_check_layout(chart, placements, ships, NULL), "layout %d of\n%s",
                  (int)i, rules_text(rules));
        assert_ok(bship_sampler_layout(sampler, (int64_t)i, same, ships), "layout %d", (int)i);
        cr_assert_arr_eq(same, placements, ships * sizeof *same, "layout %d", (int)i);
        canonical(rules, placements, ships, numbers[i]);
    }
    qsort(numbers, count, sizeof *numbers, compare_rows);
    for (size_t i = 1; i < count; i++)
        cr_assert(compare_rows(numbers[i - 1], numbers[i]) != 0, "a layout is listed twice");
    free(layouts);
    free(numbers);
}

Test(layout_arrays, list_all_layouts_of_a_chart)
{
    const struct shape shape = { .width = 6,
                                 .height = 5,
                                 .ships = 3,
                                 .length = 4,
                                 .blocked = 3,
                                 .pin = { [BSHIP_RULE_SALVO_REPORT] =
                                              1 + BSHIP_SALVO_REPORT_EACH } };
    bship_rng rng = rng_of(61);
    int checked = 0;
    for (int i = 0; i < scaled(400); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        bship_sampler *sampler = NULL;
        for (int32_t turns = between(&rng, 0, 12); turns > 0; turns--)
            fire_at_random(board, chart, &rng);
        if (oracle_can_ask(rules) && oracle_work(rules) < 1e6) {
            assert_ok(bship_sampler_new_chart(&sampler, chart, NULL, NULL), "%s",
                      rules_text(rules));
            cr_assert_eq(bship_sampler_rules(sampler), rules, "the rules");
            cr_assert_eq(bship_sampler_method(sampler), BSHIP_METHOD_FRONTIER, "the method");
            check_list(sampler, chart);
            checked++;
        }
        bship_sampler_unref(sampler);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
    cr_assert_gt(checked, scaled(400) / 4, "few positions were checked: %d", checked);
}

static bship_report hit_report(int32_t length)
{
    bship_report report = BSHIP_REPORT_INIT;
    report.result = length > 0 ? BSHIP_RESULT_SUNK : BSHIP_RESULT_HIT;
    report.length = length;
    return report;
}

Test(layout_arrays, of_a_chart_are_drawn_uniformly)
{
    bship_rules *rules = rules_from("board 6x5\nfleet 3 2 2\n");
    bship_chart *chart = new_chart(rules);
    bship_sampler *sampler = NULL;
    bship_rng rng = rng_of(8);
    bship_report miss = BSHIP_REPORT_INIT, hit = hit_report(0), sunk = hit_report(2);

    assert_ok(bship_chart_record(chart, (bship_cell){ 2, 2 }, &hit, NULL), "a hit");
    assert_ok(bship_chart_record(chart, (bship_cell){ 3, 2 }, &sunk, NULL), "a sinking");
    assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &miss, NULL), "a miss");
    assert_ok(bship_chart_record(chart, (bship_cell){ 5, 4 }, &hit, NULL), "a hit");
    assert_ok(bship_sampler_new_chart(&sampler, chart, NULL, NULL), "a sampler");
    size_t count = (size_t)bship_sampler_count(sampler), draws = 50 * count;
    int16_t *all = calloc(count, 9 * sizeof *all), *drawn = calloc(draws, 9 * sizeof *drawn);
    long *times = calloc(count, sizeof *times);
    assert_ok(bship_sampler_list(sampler, 0, all, count, 3), "all");
    assert_ok(bship_sampler_fill(sampler, &rng, drawn, draws, 3), "draws");
    for (size_t i = 0; i < draws; i++) {
        bship_placement placements[3];
        int64_t numbers[SHIPS_MAX], listed[SHIPS_MAX];
        size_t k = 0;
        read_row(placements, drawn + 9 * i, 3);
        canonical(rules, placements, 3, numbers);
        for (; k < count; k++) {
            read_row(placements, all + 9 * k, 3);
            canonical(rules, placements, 3, listed);
            if (memcmp(numbers, listed, sizeof listed) == 0)
                break;
        }
        cr_assert_lt(k, count, "a layout is drawn that is not listed");
        times[k]++;
    }
    double chi_square = 0;
    for (size_t k = 0; k < count; k++)
        chi_square += pow((double)times[k] - 50, 2) / 50;
    cr_assert_lt(chi_square, chi_square_limit((double)count - 1), "%g of %d layouts", chi_square,
                 (int)count);
    cr_assert_gt(count, 50, "layouts");
    free(all);
    free(drawn);
    free(times);
    bship_sampler_unref(sampler);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(layout_arrays, of_a_chart_are_placed_on_boards)
{
    bship_rules *rules = rules_from("");
    bship_chart *chart = new_chart(rules);
    bship_board *truth, *board = new_board(rules);
    bship_sampler *sampler = NULL;
    bship_rng rng = rng_of(9);
    truth = random_board(rules, &rng);
    for (int i = 0; i < 60; i++)
        fire_at_random(truth, chart, &rng);
    assert_ok(bship_sampler_new_chart(&sampler, chart, NULL, NULL), "a sampler");
    for (int i = 0; i < 20; i++) {
        bship_placement placements[5];
        bship_board_clear(board);
        assert_ok(bship_sampler_place(sampler, &rng, board), "a fleet");
        cr_assert_eq(bship_board_layout(board, placements, 5), 5, "five ships");
        assert_ok(bship_chart_check_layout(chart, placements, 5, NULL), "layout %d", i);
    }
    bship_sampler_unref(sampler);
    bship_board_free(truth);
    bship_board_free(board);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(layout_arrays, of_impossible_charts_are_refused)
{
    bship_rules *rules = rules_from("board 5x1\nfleet 3\n");
    bship_rules *totals = rules_from("turn salvo 2\nsalvo-report total\n");
    bship_chart *chart = new_chart(rules), *of_totals = new_chart(totals);
    bship_error error = BSHIP_ERROR_INIT;
    bship_sampler *sampler = NULL;
    bship_sampler_options options = BSHIP_SAMPLER_OPTIONS_INIT;
    bship_report hit = hit_report(0);

    assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &hit, NULL), "a hit");
    assert_ok(bship_chart_record(chart, (bship_cell){ 4, 0 }, &hit, NULL), "another");
    assert_status(bship_sampler_new_chart(&sampler, chart, NULL, &error), BSHIP_ERROR_CONTRADICTION,
                  "two hits too far apart");
    cr_assert_eq(error.status, BSHIP_ERROR_CONTRADICTION, "the error");
    assert_status(bship_sampler_new_chart(&sampler, of_totals, NULL, &error),
                  BSHIP_ERROR_UNSUPPORTED, "totals");
    options.must_count = 7;
    assert_status(bship_sampler_new_chart(&sampler, chart, &options, NULL), BSHIP_ERROR_ARGUMENT,
                  "options");
    options.must_count = 0;
    options.work_limit = 1;
    bship_chart_reset(chart);
    assert_status(bship_sampler_new_chart(&sampler, chart, &options, &error),
                  BSHIP_ERROR_WORK_LIMIT, "a limit");
    cr_assert_gt(error.index, 1, "the steps that are needed");
    cr_assert_null(sampler, "a refused sampler is made");
    bship_chart_free(chart);
    bship_chart_free(of_totals);
    bship_rules_unref(rules);
    bship_rules_unref(totals);
}

Test(layout_arrays, of_wrong_lengths_are_refused)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_sampler_options options = BSHIP_SAMPLER_OPTIONS_INIT;
    bship_sampler *uncounted = new_sampler(rules), *sampler = NULL;
    bship_rng rng = rng_of(1);
    int16_t layouts[12];

    options.must_count = 1;
    assert_ok(bship_sampler_new(&sampler, rules, &options, NULL), "a sampler");
    int64_t count = bship_sampler_count(sampler);
    assert_status(bship_sampler_fill(sampler, &rng, layouts, 1, 1), BSHIP_ERROR_COUNT, "one ship");
    assert_status(bship_sampler_list(sampler, 0, layouts, 1, 3), BSHIP_ERROR_COUNT, "three");
    assert_status(bship_sampler_list(sampler, -1, layouts, 1, 2), BSHIP_ERROR_RANGE, "before");
    assert_status(bship_sampler_list(sampler, count - 1, layouts, 2, 2), BSHIP_ERROR_RANGE,
                  "behind");
    assert_status(bship_sampler_list(sampler, count + 1, layouts, 0, 2), BSHIP_ERROR_RANGE,
                  "behind");
    assert_ok(bship_sampler_list(sampler, count - 2, layouts, 2, 2), "the last two");
    assert_ok(bship_sampler_list(sampler, count, layouts, 0, 2), "none");
    assert_status(bship_sampler_list(uncounted, 0, layouts, 1, 2), BSHIP_ERROR_RANGE, "uncounted");
    bship_sampler_unref(sampler);
    bship_sampler_unref(uncounted);
    bship_rules_unref(rules);
}

/* ---- grids ---- */

Test(layout_arrays, are_drawn_on_grids)
{
    enum {
        COUNT = 30,
        CELLS = 99
    };
    bship_rules *rules = rules_from("board 11x9\nfleet 5 4 3 3 2 1\nblocked A1\n");
    bship_sampler *sampler = new_sampler(rules);
    bship_rng rng = rng_of(2);
    int16_t layouts[COUNT * 6 * NUMBERS];
    uint8_t grids[COUNT * CELLS + 1];

    grids[COUNT * CELLS] = 0xee;
    assert_ok(bship_sampler_fill(sampler, &rng, layouts, COUNT, 6), "layouts");
    assert_ok(bship_rules_layout_grids(rules, layouts, grids, COUNT, 6, CELLS, NULL), "grids");
    for (size_t i = 0; i < COUNT; i++) {
        uint8_t expected[CELLS] = { 0 };
        bship_placement placements[6];
        read_row(placements, layouts + i * 6 * NUMBERS, 6);
        for (size_t ship = 0; ship < 6; ship++) {
            bship_cell cells[5];
            size_t length = bship_rules_placement_cells(rules, placements[ship], cells, 5);
            for (size_t k = 0; k < length; k++)
                expected[cell_index(rules, cells[k])] = (uint8_t)(ship + 1);
        }
        cr_assert_arr_eq(grids + i * CELLS, expected, CELLS, "grid %d", (int)i);
    }
    cr_assert_eq(grids[COUNT * CELLS], 0xee, "a byte behind the grids is written");
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

Test(layout_arrays, that_leave_the_board_have_no_grid)
{
    static const int16_t wrong[][NUMBERS] = { { 2, 0, 0 }, { -1, 0, 0 }, { 0, 4, 0 },
                                              { 0, 2, 1 }, { 0, -1, 1 }, { 4, 0, 1 } };
    int16_t layouts[2][NUMBERS] = { { 1, 3, 0 }, { 0, 0, 0 } };
    bship_rules *rules = rules_from("board 4x4\nfleet 3\n");
    bship_error error = BSHIP_ERROR_INIT;
    uint8_t grids[32];

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        memcpy(layouts[1], wrong[i], sizeof wrong[i]);
        assert_status(bship_rules_layout_grids(rules, layouts[0], grids, 2, 1, 16, &error),
                      BSHIP_ERROR_OFF_BOARD, "layout %d", (int)i);
        cr_assert_eq(error.index, 1, "the layout at fault");
    }
    layouts[1][2] = 2;
    assert_status(bship_rules_layout_grids(rules, layouts[0], grids, 2, 1, 16, &error),
                  BSHIP_ERROR_ARGUMENT, "an orientation");
    assert_status(bship_rules_layout_grids(rules, layouts[0], grids, 1, 1, 15, &error),
                  BSHIP_ERROR_COUNT, "15 cells");
    cr_assert_eq(error.index, -1, "no layout is at fault");
    assert_status(bship_rules_layout_grids(rules, layouts[0], grids, 1, 2, 16, NULL),
                  BSHIP_ERROR_COUNT, "2 ships");
    assert_ok(bship_rules_layout_grids(rules, layouts[0], grids, 1, 1, 16, NULL), "a layout");
    bship_rules_unref(rules);
}

Test(layout_arrays, number_the_ships_of_grids_to_255)
{
    enum {
        SHIPS = 300
    };
    int16_t layouts[SHIPS * NUMBERS];
    uint8_t grid[1000];
    char text[1024] = "board 100x10\nfleet";
    for (int i = 0; i < SHIPS; i++)
        strcat(text, " 1");
    strcat(text, "\n");
    bship_rules *rules = rules_from(text);
    for (int16_t i = 0; i < SHIPS; i++) {
        layouts[NUMBERS * i] = i % 100;
        layouts[NUMBERS * i + 1] = i / 100;
        layouts[NUMBERS * i + 2] = 0;
    }
    assert_ok(bship_rules_layout_grids(rules, layouts, grid, 1, SHIPS, 1000, NULL), "a grid");
    for (int i = 0; i < 1000; i++) {
        int expected = i >= SHIPS ? 0 : i < 255 ? i + 1 : 255;
        cr_assert_eq(grid[i], expected, "ship %d is %d", i, grid[i]);
    }
    bship_rules_unref(rules);
}
