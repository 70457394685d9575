/* Posteriors of many positions against those of single charts and against brute force. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/experimental/batch.h>

#include "layout_oracle.h"

enum {
    SHOTS = 40,
    CELLS = 144
};

/* Positions of one rules, as charts and as arrays. */
struct positions {
    bship_rules *rules;
    size_t count;
    bship_chart **charts;
    int32_t *cells;
    uint8_t *results;
    int16_t *ships;
    int32_t *shown;
};

/* The ship that a report tells, in the form of the arrays. */
static int32_t ship_told(const bship_rules *rules, const bship_report *report)
{
    const bship_fleet *fleet = bship_rules_fleet(rules);
    if (report->ship >= 0)
        return report->ship;
    for (int32_t i = 0; report->length > 0 && i < bship_fleet_count(fleet); i++) {
        if (bship_fleet_length(fleet, i) == report->length)
            return i;
    }
    return -1;
}

static void copy_log(struct positions *positions, size_t number)
{
    const bship_chart *chart = positions->charts[number];
    int64_t shots = bship_chart_shots(chart);
    cr_assert_leq(shots, SHOTS, "a long log");
    for (int64_t i = 0; i < SHOTS; i++) {
        size_t at = number * SHOTS + (size_t)i;
        bship_cell cell = { -1, 0 };
        bship_report report = BSHIP_REPORT_INIT;
        if (i < shots)
            assert_ok(bship_chart_shot(chart, i, &cell, &report), "shot %d", (int)i);
        positions->cells[at] = i < shots ? cell_index(positions->rules, cell) : -1;
        positions->results[at] = (uint8_t)report.result;
        positions->ships[at] = (int16_t)ship_told(positions->rules, &report);
        positions->shown[at] =
            report.is_shown ? 2 * cell_index(positions->rules, (bship_cell){ report.x, report.y }) +
                                  report.orientation
                            : -1;
    }
}

/* Random positions; those of one shot a turn, since the arrays have no turns. */
static void positions_init(struct positions *positions, bship_rules *rules, size_t count,
                           bship_rng *rng)
{
    positions->rules = rules;
    positions->count = count;
    positions->charts = calloc(count, sizeof(bship_chart *));
    positions->cells = calloc(count * SHOTS, sizeof(int32_t));
    positions->results = calloc(count * SHOTS, sizeof(uint8_t));
    positions->ships = calloc(count * SHOTS, sizeof(int16_t));
    positions->shown = calloc(count * SHOTS, sizeof(int32_t));
    for (size_t i = 0; i < count; i++) {
        bship_board *board = random_board(rules, rng);
        positions->charts[i] = new_chart(rules);
        for (int32_t shots = between(rng, 0, SHOTS); shots > 0; shots--)
            fire_at_random(board, positions->charts[i], rng);
        copy_log(positions, i);
        bship_board_free(board);
    }
}

static void positions_free(struct positions *positions)
{
    for (size_t i = 0; i < positions->count; i++)
        bship_chart_free(positions->charts[i]);
    free(positions->charts);
    free(positions->cells);
    free(positions->results);
    free(positions->ships);
    free(positions->shown);
    bship_rules_unref(positions->rules);
}

static bship_positions given(const struct positions *positions)
{
    bship_positions all = BSHIP_POSITIONS_INIT;
    all.count = positions->count;
    all.shots = SHOTS;
    all.cells = positions->cells;
    all.results = positions->results;
    all.ships = positions->ships;
    all.shown = positions->shown;
    return all;
}

/* What is written, with items behind that no call may change. */
struct results {
    double *occupancy, *log2_layouts;
    uint8_t *is_exact;
    int32_t *status;
};

static bship_posterior_arrays results_init(struct results *results,
                                           const struct positions *positions)
{
    bship_posterior_arrays arrays = BSHIP_POSTERIOR_ARRAYS_INIT;
    size_t count = positions->count;
    arrays.count = count;
    arrays.cells = (size_t)cell_count(positions->rules);
    arrays.occupancy = results->occupancy = calloc(count * arrays.cells + 1, sizeof(double));
    arrays.log2_layouts = results->log2_layouts = calloc(count + 1, sizeof(double));
    arrays.is_exact = results->is_exact = calloc(count + 1, 1);
    arrays.status = results->status = calloc(count + 1, sizeof(int32_t));
    results->occupancy[count * arrays.cells] = results->log2_layouts[count] = -7;
    results->is_exact[count] = 7;
    results->status[count] = -7;
    return arrays;
}

static void results_free(struct results *results, const bship_posterior_arrays *arrays)
{
    size_t count = arrays->count;
    cr_assert(results->occupancy[count * arrays->cells] == -7 &&
                  results->log2_layouts[count] == -7 && results->is_exact[count] == 7 &&
                  results->status[count] == -7,
              "something is written behind an array");
    free(results->occupancy);
    free(results->log2_layouts);
    free(results->is_exact);
    free(results->status);
}

/* Compares the results with the posterior of each chart alone, to the last bit. */
static void check_alone(const struct positions *positions, const struct results *results,
                        const bship_posterior_options *options)
{
    size_t cells = (size_t)cell_count(positions->rules);
    for (size_t i = 0; i < positions->count; i++) {
        bship_posterior *posterior = NULL;
        bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
        double occupancy[CELLS];
        bship_status status = bship_posterior_new(&posterior, positions->charts[i], options, NULL);
        assert_status((bship_status)results->status[i], status, "position %d", (int)i);
        if (status) {
            cr_assert(isnan(results->log2_layouts[i]) && isnan(results->occupancy[i * cells]),
                      "results of position %d", (int)i);
            cr_assert_eq(results->is_exact[i], 0, "no results are not exact");
            continue;
        }
        assert_ok(bship_posterior_describe(posterior, &info), "position %d", (int)i);
        bship_posterior_occupancy(posterior, occupancy, CELLS);
        cr_assert_arr_eq(results->occupancy + i * cells, occupancy, cells * sizeof *occupancy,
                         "position %d of\n%s", (int)i, rules_text(positions->rules));
        cr_assert(memcmp(&results->log2_layouts[i], &info.log2_layouts, sizeof(double)) == 0,
                  "the number of position %d", (int)i);
        cr_assert_eq(results->is_exact[i], info.is_exact, "whether position %d is exact", (int)i);
        bship_posterior_free(posterior);
    }
}

static const struct shape one_shot = { .pin = { [BSHIP_RULE_TURN] = 1 + BSHIP_TURN_RULE_ONE,
                                                [BSHIP_RULE_SALVO_REPORT] =
                                                    1 + BSHIP_SALVO_REPORT_EACH } };

Test(posterior_batch, is_that_of_single_charts_for_any_number_of_threads)
{
    bship_rng rng = rng_of(71);
    for (int k = 0; k < scaled(60); k++) {
        struct positions positions;
        bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
        positions_init(&positions, random_rules(&rng, &one_shot), 12, &rng);
        bship_positions all = given(&positions);
        /* Now and then limits that only a sample keeps, or nothing. */
        options.work_limit = k % 3 == 0 ? 2000000 : k % 3 == 1 ? 60000 : 0;
        options.seed = (uint64_t)k;
        for (int32_t threads = 0; threads < 6; threads += 2) {
            struct results results;
            bship_posterior_arrays arrays = results_init(&results, &positions);
            assert_ok(
                bship_posterior_batch(positions.rules, &all, &options, threads, &arrays, NULL),
                "%s", rules_text(positions.rules));
            check_alone(&positions, &results, &options);
            results_free(&results, &arrays);
        }
        positions_free(&positions);
    }
}

Test(posterior_batch, agrees_with_brute_force)
{
    static struct oracle oracle;
    const struct shape small = { .width = 5,
                                 .height = 5,
                                 .ships = 3,
                                 .length = 4,
                                 .pin = { [BSHIP_RULE_TURN] = 1 + BSHIP_TURN_RULE_ONE,
                                          [BSHIP_RULE_SALVO_REPORT] =
                                              1 + BSHIP_SALVO_REPORT_EACH } };
    bship_rng rng = rng_of(72);
    int checked = 0;
    for (int k = 0; k < scaled(100); k++) {
        struct positions positions;
        struct results results;
        positions_init(&positions, random_rules(&rng, &small), 5, &rng);
        bship_positions all = given(&positions);
        bship_posterior_arrays arrays = results_init(&results, &positions);
        assert_ok(bship_posterior_batch(positions.rules, &all, NULL, 2, &arrays, NULL), "a batch");
        for (size_t i = 0; i < positions.count && oracle_can_ask(positions.rules) &&
                           oracle_work(positions.rules) < 1e5;
             i++) {
            oracle_ask(&oracle, positions.charts[i], NULL);
            for (int32_t c = 0; c < oracle.cells; c++) {
                double expected = (double)(oracle_covered(&oracle, c, 0) / oracle.labelled);
                cr_assert_float_eq(results.occupancy[i * arrays.cells + (size_t)c], expected, 1e-12,
                                   "cell %d of position %d", (int)c, (int)i);
            }
            cr_assert_float_eq(results.log2_layouts[i], log2((double)oracle_layouts(&oracle)), 1e-9,
                               "the number of position %d", (int)i);
            cr_assert_eq(results.is_exact[i], 1, "position %d", (int)i);
            checked++;
        }
        results_free(&results, &arrays);
        positions_free(&positions);
    }
    cr_assert_gt(checked, scaled(100), "few positions were checked: %d", checked);
}

Test(posterior_batch, goes_on_after_positions_without_results)
{
    /* Each row but the last is wrong in one way. */
    enum {
        ROWS = 8
    };
    static const struct {
        int32_t cells[2];
        uint8_t results[2];
        int16_t ships[2];
        bship_status status;
    } rows[ROWS] = {
        { { 0, 0 }, { 0, 0 }, { -1, -1 }, BSHIP_ERROR_REPEATED },
        { { 25, -1 }, { 0, 0 }, { -1, -1 }, BSHIP_ERROR_OFF_BOARD },
        { { 0, -1 }, { 9, 0 }, { -1, -1 }, BSHIP_ERROR_REPORT },
        { { 0, -1 }, { BSHIP_RESULT_HIT, 0 }, { 0, -1 }, BSHIP_ERROR_REPORT },
        { { 0, -1 }, { BSHIP_RESULT_HIT, 0 }, { 2, -1 }, BSHIP_ERROR_RANGE },
        { { 0, 24 },
          { BSHIP_RESULT_HIT, BSHIP_RESULT_SUNK },
          { -1, 1 },
          BSHIP_ERROR_CONTRADICTION },
        { { 0, 2 }, { BSHIP_RESULT_MISS, BSHIP_RESULT_WASTED }, { -1, -1 }, BSHIP_ERROR_REPORT },
        { { 0, 1 }, { BSHIP_RESULT_HIT, BSHIP_RESULT_SUNK }, { -1, 1 }, BSHIP_OK },
    };
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\n");
    bship_positions positions = BSHIP_POSITIONS_INIT;
    bship_posterior_arrays arrays = BSHIP_POSTERIOR_ARRAYS_INIT;
    int32_t cells[ROWS * 2], statuses[ROWS];
    uint8_t results[ROWS * 2];
    int16_t ships[ROWS * 2];
    double log2_layouts[ROWS], occupancy[ROWS * 25];

    for (size_t i = 0; i < ROWS; i++) {
        memcpy(cells + 2 * i, rows[i].cells, sizeof rows[i].cells);
        memcpy(results + 2 * i, rows[i].results, sizeof rows[i].results);
        memcpy(ships + 2 * i, rows[i].ships, sizeof rows[i].ships);
    }
    positions.count = arrays.count = ROWS;
    positions.shots = 2;
    positions.cells = cells;
    positions.results = results;
    positions.ships = ships;
    arrays.cells = 25;
    arrays.status = statuses;
    arrays.log2_layouts = log2_layouts;
    arrays.occupancy = occupancy;
    assert_ok(bship_posterior_batch(rules, &positions, NULL, 1, &arrays, NULL), "a batch");
    for (size_t i = 0; i < ROWS; i++) {
        assert_status((bship_status)statuses[i], rows[i].status, "row %d", (int)i);
        cr_assert_eq(isnan(log2_layouts[i]) != 0, rows[i].status != BSHIP_OK, "row %d", (int)i);
        cr_assert_eq(isnan(occupancy[25 * i + 24]) != 0, rows[i].status != BSHIP_OK, "row %d",
                     (int)i);
    }
    /* The ship of three can lie in 30 places, less those in A1 or B1: 2 and 2 of the first row, and
     * 1 in each of the columns. */
    cr_assert_float_eq(log2_layouts[ROWS - 1], log2(30 - 2 - 1 - 1), 1e-9, "%g",
                       exp2(log2_layouts[ROWS - 1]));
    bship_rules_unref(rules);
}

/* ---- progress ---- */

/* Computes one of the positions. */
static void positions_compute(const struct positions *positions, size_t number,
                              const bship_posterior_options *options, struct results *results)
{
    bship_positions one = given(positions);
    bship_posterior_arrays arrays = BSHIP_POSTERIOR_ARRAYS_INIT;
    one.count = arrays.count = 1;
    one.cells += number * SHOTS;
    one.results += number * SHOTS;
    one.ships += number * SHOTS;
    arrays.cells = (size_t)cell_count(positions->rules);
    arrays.occupancy = results->occupancy + number * arrays.cells;
    arrays.log2_layouts = results->log2_layouts + number;
    arrays.is_exact = results->is_exact + number;
    arrays.status = results->status + number;
    assert_ok(bship_posterior_batch(positions->rules, &one, options, 1, &arrays, NULL),
              "position %d", (int)number);
}

struct watcher {
    int calls, answer_from, answer;
    double last;
};

static int32_t watch(double done, void *user)
{
    struct watcher *watcher = user;
    cr_assert(done >= watcher->last && done <= 1, "the share went from %g to %g", watcher->last,
              done);
    watcher->last = done;
    return watcher->calls++ < watcher->answer_from ? BSHIP_PROGRESS_GO_ON : watcher->answer;
}

Test(posterior_batch, can_be_watched_and_cancelled)
{
    struct positions positions;
    struct results results;
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_rng rng = rng_of(73);
    positions_init(&positions, rules_from("board 7x7\nfleet 4 3 2\n"), 40, &rng);
    bship_positions all = given(&positions);
    bship_posterior_arrays arrays = results_init(&results, &positions);
    for (int answer = BSHIP_PROGRESS_GO_ON; answer <= BSHIP_PROGRESS_FINISH; answer++) {
        struct watcher watcher = { 0, 10, answer, 0 };
        int computed = 0, cancelled = 0;
        options.progress = watch;
        options.user = &watcher;
        bship_status expected = answer ? BSHIP_ERROR_CANCELLED : BSHIP_OK;
        assert_status(bship_posterior_batch(positions.rules, &all, &options, 1, &arrays, NULL),
                      expected, "answer %d", answer);
        for (size_t i = 0; i < positions.count; i++) {
            computed += !results.status[i];
            cancelled += results.status[i] == BSHIP_ERROR_CANCELLED;
        }
        cr_assert_eq(computed + cancelled, 40, "the positions");
        cr_assert_eq(cancelled > 0, answer != BSHIP_PROGRESS_GO_ON, "%d are cancelled", cancelled);
        cr_assert_eq(watcher.calls > 11, answer == BSHIP_PROGRESS_GO_ON, "%d calls", watcher.calls);
    }
    results_free(&results, &arrays);
    positions_free(&positions);
}

/* How many positions are cancelled depends on the threads, but each is or has its results. */
Test(posterior_batch, can_be_cancelled_in_several_threads)
{
    struct positions positions;
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT, without = options;
    bship_rng rng = rng_of(74);
    positions_init(&positions, rules_from("board 7x7\nfleet 4 3 2\n"), 40, &rng);
    bship_positions all = given(&positions);
    options.progress = watch;
    for (int k = 0; k < 4; k++) {
        struct watcher watcher = { 0, k, BSHIP_PROGRESS_CANCEL, 0 };
        struct results results;
        bship_posterior_arrays arrays = results_init(&results, &positions);
        options.user = &watcher;
        bship_status status =
            bship_posterior_batch(positions.rules, &all, &options, 3, &arrays, NULL);
        assert_status(status, watcher.calls > k ? BSHIP_ERROR_CANCELLED : BSHIP_OK, "%d", k);
        for (size_t i = 0; i < positions.count; i++) {
            if (results.status[i] != BSHIP_ERROR_CANCELLED)
                continue;
            cr_assert(isnan(results.log2_layouts[i]), "a cancelled position has results");
            positions_compute(&positions, i, &without, &results);
        }
        check_alone(&positions, &results, &without);
        results_free(&results, &arrays);
    }
    positions_free(&positions);
}

/* ---- refusals ---- */

Test(posterior_batch, refuses_wrong_numbers_and_options)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\n");
    bship_rules *totals = rules_from("board 5x5\nfleet 3 2\nturn salvo 2\nsalvo-report total\n");
    bship_positions positions = BSHIP_POSITIONS_INIT;
    bship_posterior_arrays arrays = BSHIP_POSTERIOR_ARRAYS_INIT, wrong;
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    int32_t status = -7;

    positions.count = arrays.count = 1;
    arrays.cells = 25;
    arrays.status = &status;
    assert_status(bship_posterior_batch(rules, &positions, NULL, -1, &arrays, NULL),
                  BSHIP_ERROR_RANGE, "-1 threads");
    assert_status(
        bship_posterior_batch(rules, &positions, NULL, BSHIP_MATCH_THREADS_MAX + 1, &arrays, NULL),
        BSHIP_ERROR_RANGE, "many threads");
    assert_status(bship_posterior_batch(totals, &positions, NULL, 1, &arrays, NULL),
                  BSHIP_ERROR_REPORT, "totals");
    wrong = arrays;
    wrong.cells = 24;
    assert_status(bship_posterior_batch(rules, &positions, NULL, 1, &wrong, NULL),
                  BSHIP_ERROR_COUNT, "24 cells");
    wrong = arrays;
    wrong.count = 2;
    assert_status(bship_posterior_batch(rules, &positions, NULL, 1, &wrong, NULL),
                  BSHIP_ERROR_COUNT, "two rows");
    options.precision = 2;
    assert_status(bship_posterior_batch(rules, &positions, &options, 1, &arrays, NULL),
                  BSHIP_ERROR_RANGE, "options");
    cr_assert_eq(status, -7, "a refused call writes");
    assert_ok(
        bship_posterior_batch(rules, &positions, NULL, BSHIP_MATCH_THREADS_MAX, &arrays, NULL),
        "a position without shots, and as many threads as there may be");
    cr_assert_eq(status, BSHIP_OK, "the position");
    arrays.status = NULL;
    positions.count = arrays.count = 2;
    positions.shots = SIZE_MAX / 2 + 1; /* twice as many shots are 0 */
    assert_status(bship_posterior_batch(rules, &positions, NULL, 1, &arrays, NULL),
                  BSHIP_ERROR_ARGUMENT, "no cells of very many shots");
    bship_rules_unref(rules);
    bship_rules_unref(totals);
}
