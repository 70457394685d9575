/*
 * The strategy `search`: against all layouts of small boards, played through the interface, so that
 * means are exact.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/search.h>

#include "support.h"

/* ---- all layouts of a small board ---- */

#define SIDE 6
#define CELLS (SIDE * SIDE)
#define SHIPS 3

/* Boards without contact rule whose reports disclose lengths. */
struct world {
    bship_rules *rules;
    int32_t width, height, ships;
    int32_t lengths[SHIPS];
    int32_t fleet_cells;
    int8_t (*layouts)[CELLS]; /* by cell: the ship there, or -1 */
    size_t count, capacity;
    int8_t layout[CELLS];
    int32_t numbers[SHIPS]; /* of the placements chosen so far */
    bship_ai *ai;           /* NULL: greedy play */
    int32_t sweep;          /* the order of ties of greedy play */
    bship_chart *chart;
    bool is_fired[CELLS];
};

static void add_layout(struct world *w)
{
    if (w->count == w->capacity) {
        w->capacity = w->capacity ? 2 * w->capacity : 64;
        w->layouts = realloc(w->layouts, w->capacity * sizeof *w->layouts);
        cr_assert_not_null(w->layouts, "out of memory");
    }
    memcpy(w->layouts[w->count++], w->layout, sizeof w->layout);
}

/* Puts a ship at a placement, over water only; returns whether it fits. */
static bool put_ship(struct world *w, int32_t ship, int32_t number)
{
    int32_t cells = w->width * w->height, at = number % cells;
    int32_t x = at % w->width, y = at / w->width, length = w->lengths[ship];
    bool is_vertical = number >= cells;
    int32_t step = is_vertical ? w->width : 1;
    if ((is_vertical ? y + length > w->height : x + length > w->width))
        return false;
    for (int32_t i = 0; i < length; i++) {
        if (w->layout[at + i * step] >= 0)
            return false;
    }
    for (int32_t i = 0; i < length; i++)
        w->layout[at + i * step] = (int8_t)ship;
    return true;
}

static void list_layouts(struct world *w, int32_t ship)
{
    if (ship == SHIPS || ship == w->ships) {
        add_layout(w);
        return;
    }
    bool is_equal = ship > 0 && w->lengths[ship] == w->lengths[ship - 1];
    int32_t number = is_equal ? w->numbers[ship - 1] + 1 : 0;
    for (; number < 2 * w->width * w->height; number++) {
        if (!put_ship(w, ship, number))
            continue;
        w->numbers[ship] = number;
        list_layouts(w, ship + 1);
        for (int32_t i = 0; i < CELLS; i++)
            w->layout[i] = w->layout[i] == ship ? -1 : w->layout[i];
    }
}

/* A world of rules such as "board 4x4\nfleet 3 2\n", whose ships are given longest first. */
static struct world world_of(const char *text)
{
    struct world w = { .rules = rules_from(text) };
    const bship_fleet *fleet = bship_rules_fleet(w.rules);
    w.width = bship_rules_width(w.rules);
    w.height = bship_rules_height(w.rules);
    w.ships = bship_fleet_count(fleet);
    for (int32_t i = 0; i < w.ships; i++) {
        w.lengths[i] = bship_fleet_length(fleet, i);
        w.fleet_cells += w.lengths[i];
    }
    memset(w.layout, -1, sizeof w.layout);
    list_layouts(&w, 0);
    w.chart = new_chart(w.rules);
    return w;
}

static void world_free(struct world *w)
{
    free(w->layouts);
    bship_ai_free(w->ai);
    bship_chart_free(w->chart);
    bship_rules_unref(w->rules);
}

static void set_ai(struct world *w, const char *strategy, int64_t work_limit)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai_free(w->ai);
    options.seed = 3;
    options.work_limit = work_limit;
    assert_ok(bship_ai_new(&w->ai, w->rules, strategy, &options, NULL), "%s", strategy);
}

/* What a layout reports of a shot: 0 for a miss, 1 for a hit, else the length sunk plus 1. */
static int32_t report_of(const struct world *w, size_t layout, int32_t at)
{
    const int8_t *ships = w->layouts[layout];
    if (ships[at] < 0)
        return 0;
    for (int32_t i = 0; i < w->width * w->height; i++) {
        if (ships[i] == ships[at] && !w->is_fired[i])
            return 1;
    }
    return w->lengths[ships[at]] + 1;
}

static int64_t play(struct world *w, const size_t *layouts, size_t count, int32_t hits);

/* All shots of some layouts together, from a shot at a cell on. */
static int64_t fire_at(struct world *w, const size_t *layouts, size_t count, int32_t hits,
                       bship_cell cell)
{
    int32_t at = cell_index(w->rules, cell);
    int64_t shots = (int64_t)count;
    size_t *part = calloc(count, sizeof *part);
    cr_assert_not_null(part, "out of memory");
    w->is_fired[at] = true;
    for (int32_t report = 0; report <= SIDE + 1; report++) {
        size_t size = 0;
        bship_report told = BSHIP_REPORT_INIT;
        for (size_t i = 0; i < count; i++) {
            if (report_of(w, layouts[i], at) == report)
                part[size++] = layouts[i];
        }
        if (size == 0 || hits + (report > 0) == w->fleet_cells)
            continue;
        told.result = report > 1 ? BSHIP_RESULT_SUNK
                      : report   ? BSHIP_RESULT_HIT
                                 : BSHIP_RESULT_MISS;
        told.length = report > 1 ? report - 1 : 0;
        assert_ok(bship_chart_record(w->chart, cell, &told, NULL), "a report");
        shots += play(w, part, size, hits + (report > 0));
        assert_ok(bship_chart_truncate(w->chart, bship_chart_turns(w->chart) - 1), "taken back");
    }
    w->is_fired[at] = false;
    free(part);
    return shots;
}

/* The cell of a sweep in which bit 0 of its number mirrors the columns, and bit 1 the rows. */
static bship_cell cell_of_sweep(const struct world *w, int32_t sweep, int32_t number)
{
    bship_cell cell = cell_at(w->rules, number);
    return (bship_cell){ sweep & 1 ? w->width - 1 - cell.x : cell.x,
                         sweep & 2 ? w->height - 1 - cell.y : cell.y };
}

/* The likeliest cell; of equally likely ones that of the greatest entropy, then the first of the
 * sweep. */
static bship_cell greedy_cell(const struct world *w)
{
    bship_posterior *posterior = NULL;
    bship_cell best = { -1, -1 };
    double chance = -1, entropy = -1;

    assert_ok(bship_posterior_new(&posterior, w->chart, NULL, NULL), "a posterior");
    for (int32_t i = 0; i < w->width * w->height; i++) {
        bship_forecast forecast = BSHIP_FORECAST_INIT;
        bship_cell cell = cell_of_sweep(w, w->sweep, i);
        if (bship_posterior_forecast(posterior, cell, &forecast))
            continue;
        double hits = forecast.hit + forecast.sunk;
        bool is_equal = fabs(hits - chance) < 1e-9;
        if (hits < chance - 1e-9 || (is_equal && forecast.entropy < entropy + 1e-9))
            continue;
        best = cell;
        chance = hits;
        entropy = forecast.entropy;
    }
    bship_posterior_free(posterior);
    return best;
}

/* All shots of some layouts together, as the AI plays on or, without one, greedy play. */
static int64_t play(struct world *w, const size_t *layouts, size_t count, int32_t hits)
{
    bship_cell cell;
    if (w->ai)
        assert_ok(bship_ai_aim(w->ai, w->chart, NULL, &cell), "an aim");
    else
        cell = greedy_cell(w);
    return fire_at(w, layouts, count, hits, cell);
}

static size_t *all_layouts(const struct world *w)
{
    size_t *all = calloc(w->count, sizeof *all);
    cr_assert_not_null(all, "out of memory");
    for (size_t i = 0; i < w->count; i++)
        all[i] = i;
    return all;
}

static int64_t play_all(struct world *w)
{
    size_t *all = all_layouts(w);
    int64_t shots = play(w, all, w->count, 0);
    free(all);
    return shots;
}

/* ---- strength ---- */

/* Optimal play, found by an independent program: all shots of all layouts. */
Test(search, plays_the_optimum_where_a_whole_game_fits)
{
    static const struct {
        const char *rules;
        size_t layouts;
        int64_t shots;
    } games[] = {
        { "board 3x3\nfleet 2\n", 12, 54 },  { "board 4x3\nfleet 2\n", 17, 87 },
        { "board 4x4\nfleet 2\n", 24, 146 }, { "board 4x4\nfleet 3\n", 16, 90 },
        { "board 5x4\nfleet 3\n", 22, 137 },
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct world w = world_of(games[i].rules);
        bship_ai_info info = BSHIP_AI_INFO_INIT;
        bship_cell cell;
        cr_assert_eq(w.count, games[i].layouts, "%s", games[i].rules);
        set_ai(&w, "search", 0);
        cr_assert_eq(play_all(&w), games[i].shots, "%s", games[i].rules);
        assert_ok(bship_ai_aim(w.ai, w.chart, NULL, &cell), "the first shot");
        assert_ok(bship_ai_describe(w.ai, &info), "a description");
        cr_assert_eq(info.lookahead, BSHIP_LOOKAHEAD_OPTIMUM, "%s", games[i].rules);
        cr_assert_eq(info.lookahead_layouts, (int64_t)w.count, "%s", games[i].rules);
        world_free(&w);
    }
}

/* One step of policy improvement never makes a policy worse, with any work. */
Test(search, never_needs_more_shots_than_posterior)
{
    static const char *const games[] = { "board 4x4\nfleet 2 2\n", "board 4x4\nfleet 3 2\n" };
    static const int64_t limits[] = { 4000000, 16000000 };

    for (size_t i = 0; i < 2; i++) {
        struct world w = world_of(games[i]);
        set_ai(&w, "posterior", 0);
        int64_t shots = play_all(&w);
        for (size_t k = 0; k < 2; k++) {
            set_ai(&w, "search", limits[k]);
            cr_assert_lt(play_all(&w), shots, "%s, %lld steps", games[i], (long long)limits[k]);
        }
        world_free(&w);
    }
}

/* ---- the value of a candidate ---- */

/*
 * It is exactly what comes of firing there and playing on greedily, with ties in the order of one
 * of the four sweeps. With one length a cell has three reports, so that its ties by entropy are
 * those by the sum of squares.
 */
Test(search, value_of_a_candidate_is_that_of_greedy_play_after_it)
{
    struct world w = world_of("board 5x4\nfleet 2 2\n");
    bship_ai_candidate candidates[CELLS];
    size_t count = 0, compared = 0, most = 0;

    set_ai(&w, "search", 30000000);
    assert_ok(bship_ai_candidates(w.ai, w.chart, NULL, candidates, CELLS, &count), "candidates");
    cr_assert(count > 3 && count <= CELLS, "%zu candidates", count);
    bship_ai_free(w.ai);
    w.ai = NULL;
    size_t *all = all_layouts(&w);
    for (size_t i = 0; i < count; i++) {
        cr_assert(i == 0 || candidates[i].expected_shots >= candidates[i - 1].expected_shots,
                  "%zu is in order", i);
        cr_assert_float_eq(candidates[i].standard_error, 0, 0, "no sample");
        compared += candidates[i].lookahead == BSHIP_LOOKAHEAD_ALL;
    }
    for (w.sweep = 0; w.sweep < 4; w.sweep++) {
        size_t equal = 0;
        for (size_t i = 0; i < count; i++) {
            int64_t shots = fire_at(&w, all, w.count, 0, candidates[i].cell);
            double difference = (double)shots / (double)w.count - candidates[i].expected_shots;
            equal += candidates[i].lookahead == BSHIP_LOOKAHEAD_ALL && fabs(difference) < 1e-9;
        }
        most = equal > most ? equal : most;
    }
    cr_assert_gt(compared, 2, "%zu candidates were compared", compared);
    cr_assert_eq(most, compared, "by no sweep all %zu values, by one %zu", compared, most);
    free(all);
    world_free(&w);
}

/* ---- the value of any cell ---- */

static bool is_ok(const int32_t *statuses, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (statuses[i])
            return false;
    }
    return true;
}

/* Tells the world the reports of shots at a layout, and drops the layouts that contradict them;
 * returns how many shots hit. */
static int32_t fire_first(struct world *w, size_t layout, const int32_t *cells, int32_t count)
{
    int32_t hits = 0;
    for (int32_t i = 0; i < count; i++) {
        bship_report told = BSHIP_REPORT_INIT;
        size_t kept = 0;
        w->is_fired[cells[i]] = true;
        int32_t report = report_of(w, layout, cells[i]);
        told.result = report > 1 ? BSHIP_RESULT_SUNK
                      : report   ? BSHIP_RESULT_HIT
                                 : BSHIP_RESULT_MISS;
        told.length = report > 1 ? report - 1 : 0;
        assert_ok(bship_chart_record(w->chart, cell_at(w->rules, cells[i]), &told, NULL), "a shot");
        for (size_t k = 0; k < w->count; k++) {
            if (report_of(w, k, cells[i]) != report)
                continue;
            layout = k == layout ? kept : layout;
            memmove(w->layouts[kept++], w->layouts[k], sizeof w->layouts[k]);
        }
        w->count = kept;
        hits += report > 0;
    }
    return hits;
}

/* It is exactly what comes of firing there and playing on greedily, for every unknown cell, also
 * where no ship can be. */
Test(search, value_of_any_cell_is_that_of_greedy_play_after_it)
{
    static const struct {
        size_t layout;
        int32_t shots;
        int32_t cells[8];
    } positions[] = { { 0, 0, { 0 } },
                      { 3, 2, { 1, 5 } },
                      { 40, 4, { 7, 12, 9, 1 } },
                      { 5, 3, { 4, 8, 19 } },
                      { 77, 5, { 1, 5, 18, 14, 10 } } };
    for (size_t p = 0; p < sizeof positions / sizeof *positions; p++) {
        struct world w = world_of("board 5x4\nfleet 2 2\n");
        bship_ai_candidate candidates[CELLS];
        bship_cell cells[CELLS];
        int32_t statuses[CELLS];
        size_t count = 0, equal = 0, most = 0;

        int32_t hits = fire_first(&w, positions[p].layout, positions[p].cells, positions[p].shots);
        for (int32_t i = 0; i < 20; i++) {
            if (!w.is_fired[i])
                cells[count++] = cell_at(w.rules, i);
        }
        set_ai(&w, "search", 30000000);
        assert_ok(bship_ai_evaluate(w.ai, w.chart, NULL, cells, count, candidates, statuses),
                  "position %zu", p);
        cr_assert(is_ok(statuses, count), "all cells have a value");
        bship_ai_free(w.ai);
        w.ai = NULL;
        size_t *all = all_layouts(&w);
        for (w.sweep = 0; w.sweep<4; w.sweep++, most = equal> most ? equal : most, equal = 0) {
            for (size_t i = 0; i < count; i++) {
                int64_t shots = fire_at(&w, all, w.count, hits, cells[i]);
                double difference = (double)shots / (double)w.count - candidates[i].expected_shots;
                equal += fabs(difference) < 1e-9;
                cr_assert(memcmp(&candidates[i].cell, &cells[i], sizeof cells[i]) == 0, "a cell");
                cr_assert_eq(candidates[i].lookahead, BSHIP_LOOKAHEAD_ALL, "all layouts");
                cr_assert_eq(candidates[i].standard_error, 0, "no sample");
            }
        }
        cr_assert_eq(most, count, "position %zu: by no sweep all %zu values, by one %zu", p, count,
                     most);
        free(all);
        world_free(&w);
    }
}

Test(search, value_of_a_cell_does_not_depend_on_its_company)
{
    bship_rules *rules = rules_from("");
    bship_chart *chart = new_chart(rules);
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai_candidate one, many[7], again[7];
    bship_cell cells[7] = { { 4, 4 }, { 0, 0 }, { 9, 9 }, { 5, 2 }, { 3, 3 }, { 4, 5 }, { 0, 7 } };
    int32_t statuses[7];
    bship_ai *ai = NULL;

    options.work_limit = 50000000;
    assert_ok(bship_ai_new(&ai, rules, "search", &options, NULL), "an AI");
    assert_ok(bship_ai_evaluate(ai, chart, NULL, cells, 7, many, statuses), "seven");
    cr_assert(is_ok(statuses, 7), "seven values");
    for (size_t i = 0; i < 7; i++) {
        cr_assert_eq(many[i].lookahead, BSHIP_LOOKAHEAD_SAMPLE, "a sample");
        cr_assert(many[i].standard_error > 0 && many[i].standard_error < 1, "error %g",
                  many[i].standard_error);
        /* A sample is soon told apart: it takes few misses. */
        cr_assert(many[i].expected_shots > 17 && many[i].expected_shots < 45, "%g shots",
                  many[i].expected_shots);
        cr_assert(many[i].occupancy > 0.05 && many[i].occupancy < 0.3, "occupancy %g",
                  many[i].occupancy);
        assert_ok(bship_ai_evaluate(ai, chart, NULL, &cells[i], 1, &one, statuses), "one");
        cr_assert_arr_eq(&one, &many[i], sizeof one, "cell %zu alone", i);
    }
    cr_assert_lt(many[0].expected_shots, many[1].expected_shots, "a corner is better");
    for (size_t i = 0; i < 3; i++) {
        bship_cell cell = cells[i];
        cells[i] = cells[6 - i];
        cells[6 - i] = cell;
    }
    assert_ok(bship_ai_evaluate(ai, chart, NULL, cells, 7, again, statuses), "the other way round");
    for (size_t i = 0; i < 7; i++)
        cr_assert_arr_eq(&again[i], &many[6 - i], sizeof one, "cell %zu", i);
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* A sample of 40,000 layouts is drawn in two batches, one of 20,000 in one. */
Test(search, value_of_a_cell_adds_up_over_batches)
{
    static const bship_cell cells[] = { { 3, 3 }, { 0, 1 } };
    bship_rules *rules = rules_from("board 8x8\nfleet 2 2 2 2\n");
    bship_chart *chart = new_chart(rules);
    bship_ai_candidate of_one[2], of_two[2];
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    int32_t statuses[2];

    for (int batches = 1; batches <= 2; batches++) {
        bship_ai *ai = NULL;
        options.work_limit = batches * INT64_C(500000000);
        assert_ok(bship_ai_new(&ai, rules, "search", &options, NULL), "an AI");
        assert_ok(
            bship_ai_evaluate(ai, chart, NULL, cells, 2, batches == 1 ? of_one : of_two, statuses),
            "%d batches", batches);
        cr_assert(is_ok(statuses, 2), "two values");
        bship_ai_free(ai);
    }
    for (int i = 0; i < 2; i++) {
        double ratio = of_two[i].standard_error / of_one[i].standard_error;
        double error = hypot(of_two[i].standard_error, of_one[i].standard_error);
        cr_assert(fabs(ratio - sqrt(0.5)) < 0.03, "errors of twice as many: %g times", ratio);
        cr_assert(fabs(of_two[i].expected_shots - of_one[i].expected_shots) < 4 * error,
                  "cell %d: %g and %g shots", i, of_two[i].expected_shots,
                  of_one[i].expected_shots);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(search, cells_that_have_no_value_do_not_spoil_the_others)
{
    static const bship_cell cells[] = { { 2, 2 }, { -1, 0 }, { 5, 5 }, { 2, 2 },
                                        { 0, 0 }, { 4, 1 },  { 1, 1 } };
    static const int32_t expected[] = { BSHIP_OK,
                                        BSHIP_ERROR_OFF_BOARD,
                                        BSHIP_ERROR_OFF_BOARD,
                                        BSHIP_ERROR_DUPLICATE,
                                        BSHIP_ERROR_REPEATED,
                                        BSHIP_ERROR_BLOCKED,
                                        BSHIP_OK };
    bship_rules *rules = rules_from("board 5x5\nfleet 4 3\nblocked E2\nrepeat wasted\n");
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_ai(rules, "search", 0);
    bship_report miss = BSHIP_REPORT_INIT;
    bship_ai_candidate candidates[7], alone;
    int32_t statuses[7];

    assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &miss, NULL), "a miss");
    assert_ok(bship_ai_evaluate(ai, chart, NULL, cells, 7, candidates, statuses), "all");
    for (size_t i = 0; i < 7; i++) {
        assert_status((bship_status)statuses[i], (bship_status)expected[i], "cell %zu", i);
        cr_assert_eq(isnan(candidates[i].expected_shots) != 0, expected[i] != BSHIP_OK, "%zu", i);
        cr_assert_arr_eq(&candidates[i].cell, &cells[i], sizeof *cells, "cell %zu", i);
    }
    assert_ok(bship_ai_evaluate(ai, chart, NULL, &cells[6], 1, &alone, statuses), "one");
    cr_assert_arr_eq(&alone, &candidates[6], sizeof alone, "the last");
    assert_ok(bship_ai_evaluate(ai, chart, NULL, &cells[1], 2, candidates, statuses), "bad ones");
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(search, values_are_missing_where_limits_do_not_suffice)
{
    static const struct {
        const char *rules, *strategy;
        int64_t work_limit;
        bship_status status, of_cell;
    } cases[] = {
        { "", "search", 1000, BSHIP_OK, BSHIP_ERROR_WORK_LIMIT },
        { "", "search", 5000000, BSHIP_OK, BSHIP_OK },
        { "", "posterior", 0, BSHIP_ERROR_UNSUPPORTED, BSHIP_OK },
        { "", "search", -1, BSHIP_ERROR_RANGE, BSHIP_OK },
        { "turn salvo 3\nsalvo-report total\n", "search", 0, BSHIP_ERROR_UNSUPPORTED, BSHIP_OK },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_rules *rules = rules_from(cases[i].rules);
        bship_chart *chart = new_chart(rules);
        bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
        bship_ai *ai = new_ai(rules, cases[i].strategy, 0);
        bship_cell cell = { 5, 5 };
        bship_ai_candidate candidate;
        int32_t status = BSHIP_OK;
        options.work_limit = cases[i].work_limit;
        assert_status(bship_ai_evaluate(ai, chart, &options, &cell, 1, &candidate, &status),
                      cases[i].status, "case %zu", i);
        if (!cases[i].status)
            assert_status((bship_status)status, cases[i].of_cell, "case %zu", i);
        bship_ai_free(ai);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* Aims are as if nothing had been evaluated. */
Test(search, aims_do_not_depend_on_evaluations)
{
    bship_rules *rules = rules_from("board 7x7\nfleet 4 3 2\n");
    bship_rng rng = rng_of(5);
    bship_board *board = random_board(rules, &rng);
    bship_chart *chart = new_chart(rules);
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL, *other = NULL;

    options.work_limit = 5000000;
    assert_ok(bship_ai_new(&ai, rules, "search", &options, NULL), "an AI");
    assert_ok(bship_ai_new(&other, rules, "search", &options, NULL), "an AI");
    while (!bship_board_is_defeated(board)) {
        bship_cell cell, same;
        bship_ai_candidate candidate;
        int32_t status;
        assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
        assert_ok(bship_ai_evaluate(ai, chart, NULL, &cell, 1, &candidate, &status), "its value");
        assert_ok(bship_ai_aim(ai, chart, NULL, &same), "the aim again");
        cr_assert_arr_eq(&same, &cell, sizeof cell, "the aim after an evaluation");
        assert_ok(bship_ai_aim(other, chart, NULL, &same), "without any");
        cr_assert_arr_eq(&same, &cell, sizeof cell, "the aim of an AI that evaluates nothing");
        fire_by_ai(ai, board, chart);
    }
    bship_ai_free(ai);
    bship_ai_free(other);
    bship_board_free(board);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(search, aims_at_the_first_candidate_whose_score_is_the_highest)
{
    bship_rules *rules = rules_from("board 7x7\nfleet 4 3 2\n");
    bship_chart *chart = new_chart(rules);
    bship_rng rng = rng_of(4);
    bship_board *board = random_board(rules, &rng);
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;

    options.work_limit = 20000000;
    assert_ok(bship_ai_new(&ai, rules, "search", &options, NULL), "an AI");
    while (!bship_board_is_defeated(board)) {
        bship_ai_candidate candidates[2];
        double scores[49];
        bship_cell cell;
        size_t count;
        assert_ok(bship_ai_candidates(ai, chart, NULL, candidates, 2, &count), "candidates");
        assert_ok(bship_ai_scores(ai, chart, NULL, scores, 49), "scores");
        assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
        for (int i = 0; i < 49; i++)
            cr_assert_leq(scores[i], scores[cell_index(rules, cell)], "cell %d", i);
        bool is_first = count > 0 && memcmp(&cell, &candidates[0].cell, sizeof cell) == 0;
        /* A certain hit is fired at without a comparison. */
        cr_assert(count == 0 || is_first || scores[cell_index(rules, cell)] >= 1, "a cell");
        fire_by_ai(ai, board, chart);
    }
    bship_ai_free(ai);
    bship_board_free(board);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- sets ---- */

Test(search, says_what_its_lookahead_rests_on)
{
    static const struct {
        const char *rules;
        int64_t work_limit;
        int32_t lookahead;
        int64_t layouts;
    } cases[] = {
        { "board 4x4\nfleet 3\n", 0, BSHIP_LOOKAHEAD_OPTIMUM, 16 },
        { "board 5x5\nfleet 4 3\n", 10000000, BSHIP_LOOKAHEAD_ALL, 396 },
        { "board 10x10\nfleet 4 3\n", 0, BSHIP_LOOKAHEAD_ALL, 20336 },
        { "", 25000000, BSHIP_LOOKAHEAD_SAMPLE, 1000 },
        { "board 8x8\nfleet 2 2 2 2\n", 1000000000, BSHIP_LOOKAHEAD_SAMPLE, 40000 },
        { "", 1000, BSHIP_LOOKAHEAD_NONE, 0 },
        { "turn salvo 3\nsalvo-report total\n", 0, BSHIP_LOOKAHEAD_NONE, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_rules *rules = rules_from(cases[i].rules);
        bship_chart *chart = new_chart(rules);
        bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
        bship_ai_info info = BSHIP_AI_INFO_INIT;
        bship_ai_candidate candidate;
        bship_ai *ai = NULL;
        bship_cell cell;
        size_t count = 77;
        options.work_limit = cases[i].work_limit;
        assert_ok(bship_ai_new(&ai, rules, "search", &options, NULL), "an AI");
        assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
        assert_ok(bship_ai_describe(ai, &info), "a description");
        cr_assert_eq(info.lookahead, cases[i].lookahead, "case %zu: %s", i,
                     bship_enum_name(BSHIP_ENUM_LOOKAHEAD, info.lookahead));
        cr_assert_eq(info.lookahead_layouts, cases[i].layouts, "case %zu: %lld", i,
                     (long long)info.lookahead_layouts);
        assert_ok(bship_ai_candidates(ai, chart, NULL, &candidate, 1, &count), "candidates");
        cr_assert_eq(count > 0, info.lookahead_layouts > 0, "case %zu: %zu candidates", i, count);
        bool is_sample = info.lookahead == BSHIP_LOOKAHEAD_SAMPLE;
        if (is_sample)
            cr_assert_gt(candidate.standard_error, 0, "a sample has an error");
        if (info.lookahead_layouts >= 20000)
            cr_assert(is_sample ? count <= 7 : count == 12, "many layouts: %zu cells", count);
        bship_ai_free(ai);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

Test(search, does_not_look_ahead_after_the_last_ship)
{
    bship_rules *rules = rules_from("board 2x2\nfleet 1\n");
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_ai(rules, "search", 0);
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    bship_report sunk = BSHIP_REPORT_INIT;
    bship_cell corner = { 0, 0 }, cell;
    size_t count = 1;

    sunk.result = BSHIP_RESULT_SUNK;
    sunk.length = 1;
    assert_ok(bship_chart_record(chart, corner, &sunk, NULL), "the last ship");
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "another aim");
    assert_ok(bship_chart_check_fire(chart, cell), "an unknown cell");
    assert_ok(bship_ai_describe(ai, &info), "its description");
    cr_assert_eq(info.lookahead, BSHIP_LOOKAHEAD_NONE, "%d", (int)info.lookahead);
    assert_ok(bship_ai_candidates(ai, chart, NULL, NULL, 0, &count), "candidates");
    cr_assert_eq(count, 0, "%zu cells compared", count);
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* Whatever the cells are: the first one was fired at, the second is unknown. */
Test(search, evaluates_nothing_after_the_last_ship_or_by_totals)
{
    static const char *const texts[] = { "board 2x2\nfleet 1\n",
                                         "board 2x2\nfleet 2\nturn salvo 2\nsalvo-report total\n" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bship_rules *rules = rules_from(texts[i]);
        bship_chart *chart = new_chart(rules);
        bship_ai *ai = new_ai(rules, "search", 0);
        bship_report sunk = BSHIP_REPORT_INIT;
        bship_total miss = BSHIP_TOTAL_INIT;
        bship_cell cells[] = { { 0, 0 }, { 1, 1 } };
        int32_t sunk_of[] = { 0 };
        bship_ai_candidate candidate;
        int32_t status;

        sunk.result = BSHIP_RESULT_SUNK;
        sunk.length = 1;
        miss.sunk = 0;
        miss.sunk_of = sunk_of;
        miss.capacity = 1;
        assert_ok(i == 0 ? bship_chart_record(chart, cells[0], &sunk, NULL)
                         : bship_chart_record_total(chart, cells, 1, &miss, NULL),
                  "a turn");
        for (size_t count = 0; count <= 1; count++) {
            for (size_t first = 0; first < 2; first++)
                assert_status(
                    bship_ai_evaluate(ai, chart, NULL, cells + first, count, &candidate, &status),
                    BSHIP_ERROR_UNSUPPORTED, "rules %zu, %zu cells", i, count);
        }
        bship_ai_free(ai);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

static int32_t finish(double done, void *user)
{
    (void)done;
    (void)user;
    return BSHIP_PROGRESS_FINISH;
}

Test(search, may_have_no_limits)
{
    static const struct {
        int64_t work;
        uint64_t memory;
    } limits[] = {
        { INT64_MAX, 0 },
        { INT64_MAX, UINT64_MAX },
        { INT64_C(107374182000000), 0 }, /* 2^32 layouts and a little less */
        { INT64_C(107374182300000), 0 },
        { INT64_C(107374182400000), 0 },
    };
    bship_rules *rules = rules_from("board 4x4\nfleet 2 1\ncontact none\n");
    bship_rules *large = rules_from("");
    bship_chart *chart = new_chart(rules), *of_large = new_chart(large);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
        bship_aim_options early = BSHIP_AIM_OPTIONS_INIT;
        bship_ai *ai = NULL;
        bship_cell cell;
        bship_ai_candidate candidate;
        int32_t status;

        options.work_limit = limits[i].work;
        options.memory_limit = limits[i].memory;
        early.progress = finish;
        assert_ok(bship_ai_new(&ai, rules, "search", &options, NULL), "an AI");
        assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "limits %zu", i);
        assert_ok(bship_ai_evaluate(ai, chart, NULL, &cell, 1, &candidate, &status), "a value");
        assert_ok((bship_status)status, "limits %zu", i);
        bship_ai_free(ai);
        assert_ok(bship_ai_new(&ai, large, "search", &options, NULL), "an AI");
        assert_ok(bship_ai_aim(ai, of_large, &early, &cell), "limits %zu, finished early", i);
        bship_ai_free(ai);
    }
    bship_chart_free(chart);
    bship_chart_free(of_large);
    bship_rules_unref(rules);
    bship_rules_unref(large);
}

Test(search, contradictions_and_bad_arguments_are_refused)
{
    bship_rules *rules = rules_from("board 3x3\nfleet 3\n"), *others = rules_from("");
    bship_chart *chart = new_chart(rules), *other = new_chart(others);
    bship_ai *ai = new_ai(rules, "search", 0), *density = new_ai(rules, "density", 0);
    bship_report hit = BSHIP_REPORT_INIT;
    bship_cell corner = { 0, 0 }, opposite = { 2, 2 }, cell;
    size_t count;

    assert_status(bship_ai_candidates(NULL, chart, NULL, NULL, 0, &count), BSHIP_ERROR_ARGUMENT,
                  "ai");
    assert_status(bship_ai_candidates(ai, NULL, NULL, NULL, 0, &count), BSHIP_ERROR_ARGUMENT,
                  "chart");
    assert_status(bship_ai_candidates(ai, chart, NULL, NULL, 0, NULL), BSHIP_ERROR_ARGUMENT,
                  "count");
    assert_status(bship_ai_candidates(ai, other, NULL, NULL, 0, &count), BSHIP_ERROR_RULES,
                  "rules");
    assert_status(bship_ai_candidates(density, chart, NULL, NULL, 0, &count),
                  BSHIP_ERROR_UNSUPPORTED, "density");
    hit.result = BSHIP_RESULT_HIT;
    assert_ok(bship_chart_record(chart, corner, &hit, NULL), "a hit");
    bship_status status = bship_chart_record(chart, opposite, &hit, NULL);
    if (!status)
        assert_status(bship_ai_aim(ai, chart, NULL, &cell), BSHIP_ERROR_CONTRADICTION,
                      "two hits apart");
    bship_ai_free(ai);
    bship_ai_free(density);
    bship_chart_free(chart);
    bship_chart_free(other);
    bship_rules_unref(rules);
    bship_rules_unref(others);
}
