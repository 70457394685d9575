/*
 * The end of a game: nothing is fired after the shot that sinks the last ship, so a chart refuses
 * what comes after it, and the last shot of a salvo whose total ends the game was a hit.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "layout_oracle.h"

static bship_record *record_from(const char *rules, const char *shots)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    char text[512];

    snprintf(text, sizeof text, "battleship 1\n%s%s", rules, shots);
    bship_status status = bship_record_parse(&record, text, strlen(text), NULL, &error);
    assert_ok(status, "%u:%u: %s in\n%s", (unsigned)error.line, (unsigned)error.column, error.text,
              text);
    return record;
}

/* ---- by hand ---- */

#define EACH "board 4x3\nfleet 1\nturn salvo 3\n"
#define WASTED "board 4x3\nfleet 1\nturn salvo 3\nrepeat wasted\n"
#define REVEAL EACH "contact none\nreveal-water yes\nrepeat wasted\n"
#define TOTAL "board 4x3\nfleet 1\nturn salvo 2\nsalvo-report total\n"
#define HITS "board 3x3\nfleet 2 1\nturn salvo 5\nsalvo-report total\ndisclosure hit\n"
#define NAMES                                                                                      \
    "board 4x1\nfleet Two:2 One:1\nturn salvo 4\nsalvo-report total\ndisclosure every-hit\n"

/* Shots of side a, and the layouts they leave; or 0 layouts and the line that contradicts. */
static const struct {
    const char *rules, *shots;
    double layouts;
    unsigned line;
} known[] = {
    { EACH, "a C2 miss, C3 sunk 1\n", 1, 0 },
    { EACH, "a C2 sunk 1, C3 miss\n", 0, 5 },
    { EACH, "a A1 miss\na C2 sunk 1\na C3 miss\n", 0, 7 },
    { EACH, "a C2 sunk 1, C3 sunk 1\n", 0, 5 },
    { WASTED, "a A1 miss\na C2 miss, A1 wasted, C3 sunk 1\n", 1, 0 },
    { WASTED, "a A1 miss\na C3 sunk 1, A1 wasted\n", 0, 7 },
    { WASTED, "a C3 sunk 1\na C3 wasted\n", 0, 7 },
    { REVEAL, "a C3 sunk 1\na C2 wasted\n", 0, 9 },
    { "board 2x1\nfleet 1\ndisclosure hit\n", "a A1 hit\na B1 miss\n", 0, 6 },
    { TOTAL, "a C2, C3: 1 hit, sunk 1\n", 1, 0 },
    { TOTAL, "a A1, A2: 0 hits\na C2, C3: 1 hit, sunk 1\n", 1, 0 },
    { TOTAL, "a C2, C3: 1 hit, sunk 1\na A1: 0 hits\n", 0, 7 },
    { TOTAL "repeat wasted\n", "a A1: 0 hits\na A1, C3: 1 hit, sunk 1\n", 1, 0 },
    { TOTAL "repeat wasted\n", "a A1: 0 hits\na C3, A1: 1 hit, sunk 1\n", 0, 8 },
    { TOTAL "repeat wasted\n", "a C3: 1 hit, sunk 1\na C3: 0 hits\n", 0, 8 },
    /* One of the first three missed. The hits form a corner: two ways for the 2. */
    { HITS, "a A1, A2, B1, B2: 3 hits\n", 6, 0 },
    { HITS "contact none\n", "a A1, A2, C3, B2: 3 hits\n", 0, 8 },
    { HITS, "a A1, A2, C3: 2 hits\na B1: 1 hit\n", 3, 0 },
    { HITS, "a A1, A2, C3: 2 hits\na C1: 1 hit\n", 1, 0 },
    { NAMES, "a A1, B1, D1: 2 hits Two, 1 hit One, sunk Two, sunk One\n", 1, 0 },
    { NAMES, "a A1, B1, D1, C1: 2 hits Two, 1 hit One, sunk Two, sunk One\n", 5, 0 },
    { NAMES, "a A1: 1 hit One, sunk One\na D1, B1, C1: 2 hits Two, sunk Two\n", 2, 0 },
};

static void check_layouts(const bship_chart *chart, double layouts, const char *shots)
{
    bship_posterior *posterior = new_posterior(chart);
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    struct oracle oracle;

    assert_ok(bship_posterior_describe(posterior, &info), "%s", shots);
    cr_assert_eq(info.layouts, layouts, "%.0f layouts of %s", info.layouts, shots);
    oracle_ask(&oracle, chart, NULL);
    cr_assert_eq((double)oracle_layouts(&oracle), layouts, "the oracle on %s", shots);
    bship_posterior_free(posterior);
}

Test(ending, leaves_the_layouts_counted_by_hand)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bship_record *record = record_from(known[i].rules, known[i].shots);
        bship_chart *chart = new_chart(bship_record_rules(record));
        bship_error error = BSHIP_ERROR_INIT;
        bship_status status = bship_record_to_chart(record, BSHIP_SIDE_A, chart, &error);
        if (known[i].layouts > 0) {
            assert_ok(status, "%s", known[i].shots);
            check_layouts(chart, known[i].layouts, known[i].shots);
        } else if (!status) {
            assert_status(bship_posterior_check(chart, NULL, NULL), BSHIP_ERROR_CONTRADICTION,
                          "%s%s", known[i].rules, known[i].shots);
        } else {
            assert_status(status, BSHIP_ERROR_CONTRADICTION, "%s", known[i].shots);
            cr_assert_eq(error.line, known[i].line, "line %u of %s", (unsigned)error.line,
                         known[i].shots);
        }
        bship_chart_free(chart);
        bship_record_free(record);
    }
}

Test(ending, a_late_shot_is_the_fault_of_its_turn)
{
    static const bship_cell cells[] = { { 2, 1 }, { 2, 2 }, { 0, 0 } };
    static const bship_report reports[] = { { BSHIP_RESULT_SUNK, -1, 1, 0, 0, 0, 0, 0 },
                                            BSHIP_REPORT_INIT,
                                            BSHIP_REPORT_INIT };
    bship_rules *rules = rules_from(EACH);
    bship_chart *chart = new_chart(rules);
    bship_error error = BSHIP_ERROR_INIT;

    assert_status(bship_chart_record_turn(chart, cells, 3, reports, &error),
                  BSHIP_ERROR_CONTRADICTION, "two shots after the end");
    cr_assert_eq(error.index, 1, "shot %d", (int)error.index);
    assert_ok(bship_chart_record_turn(chart, cells, 1, reports, &error), "the shot that sinks");
    assert_status(bship_chart_record(chart, cells[1], &reports[1], NULL), BSHIP_ERROR_CONTRADICTION,
                  "a turn after the end");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- at random ---- */

/* Whether a method's results on a chart can be compared with those of brute force. */
static bool try_method(bship_posterior **out, const bship_chart *chart, int32_t method)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;

    options.method = method;
    options.precision = 0.02;
    options.work_limit = 100000000;
    bship_status status = bship_posterior_new(out, chart, &options, NULL);
    bool is_able = status != BSHIP_ERROR_UNSUPPORTED && status != BSHIP_ERROR_WORK_LIMIT;
    if (is_able)
        assert_ok(status, "by %s", bship_enum_name(BSHIP_ENUM_METHOD, method));
    return is_able;
}

static void check_occupancy(const bship_posterior *posterior, const struct oracle *oracle,
                            int32_t method)
{
    double grid[ORACLE_CELLS], errors[ORACLE_CELLS];

    bship_posterior_occupancy(posterior, grid, ORACLE_CELLS);
    bship_posterior_standard_error(posterior, errors, ORACLE_CELLS);
    for (int32_t i = 0; i < oracle->cells; i++) {
        double truth = (double)(oracle_covered(oracle, i, 0) / oracle->labelled);
        cr_assert_lt(fabs(grid[i] - truth), 8 * errors[i] + 1e-9,
                     "%s: cell %d is %f, not %f, with an error of %f under\n%s",
                     bship_enum_name(BSHIP_ENUM_METHOD, method), (int)i, grid[i], truth, errors[i],
                     rules_text(oracle->rules));
    }
}

/* Draws layouts: none leaves the last shot of a finished game without a ship. */
static void check_draws(bship_posterior *posterior, const struct oracle *oracle)
{
    bship_placement placements[ORACLE_SHIPS];
    bship_rng rng = rng_of(9);

    for (int i = 0; i < 20; i++) {
        assert_ok(bship_posterior_sample(posterior, &rng, placements, (size_t)oracle->ships),
                  "a draw");
        for (int32_t ship = 0; ship < oracle->ships; ship++) {
            bship_cell first = { placements[ship].x, placements[ship].y };
            cr_assert_gt((double)oracle->covers[ship][cell_index(oracle->rules, first)], 0.0,
                         "ship %d cannot be at %d under\n%s", (int)ship,
                         (int)cell_index(oracle->rules, first), rules_text(oracle->rules));
        }
    }
}

static void check_methods(const bship_chart *chart, bship_rng *rng, int *compared)
{
    struct oracle oracle;

    oracle_ask(&oracle, chart, NULL);
    cr_assert_gt((double)oracle.labelled, 0.0, "the truth is possible");
    for (int32_t method = 0; method < bship_enum_count(BSHIP_ENUM_METHOD); method++) {
        bship_posterior *posterior = NULL;
        /* Markov chains take long even where few layouts are left. */
        if (method == BSHIP_METHOD_MCMC && between(rng, 0, 19) > 0)
            continue;
        if (!try_method(&posterior, chart, method))
            continue;
        check_occupancy(posterior, &oracle, method);
        check_draws(posterior, &oracle);
        bship_posterior_free(posterior);
        compared[method]++;
    }
}

/* A random turn after the end, with an honest report, is refused and changes nothing. */
static void check_refusal(bship_chart *chart, bship_rng *rng)
{
    const bship_rules *rules = bship_chart_rules(chart);
    bship_cell cell = cell_at(rules, between(rng, 0, cell_count(rules) - 1));
    bool discloses_sinkings = bship_rules_get(rules, BSHIP_RULE_DISCLOSURE) != BSHIP_DISCLOSURE_HIT;
    int32_t none[ORACLE_SHIPS] = { 0 };
    bship_total total = { sizeof total, 0, discloses_sinkings ? 0 : -1, none, none, ORACLE_SHIPS };
    bship_report report = BSHIP_REPORT_INIT;
    struct text before = chart_dump(chart);

    if (bship_chart_state_at(chart, cell) != BSHIP_CHART_STATE_UNKNOWN)
        report.result = BSHIP_RESULT_WASTED;
    bship_status status = bship_chart_check_fire(chart, cell);
    if (!status)
        assert_status(reports_totals(rules)
                          ? bship_chart_record_total(chart, &cell, 1, &total, NULL)
                          : bship_chart_record(chart, cell, &report, NULL),
                      BSHIP_ERROR_CONTRADICTION, "a late shot under\n%s", rules_text(rules));
    assert_same(before, chart_dump(chart), "a chart after a late shot");
}

/* Plays a game to its end; compares positions with few ship cells left, and the last one. */
static void check_game(bship_rules *rules, bship_rng *rng, int *compared)
{
    bship_board *board = random_board(rules, rng);
    bship_chart *chart = new_chart(rules);

    while (fire_at_random(board, chart, rng) > 0) {
        int32_t missing = bship_fleet_cells(bship_rules_fleet(rules)) - bship_chart_hits(chart);
        if (missing <= 1)
            check_methods(chart, rng, compared);
    }
    cr_assert(bship_chart_is_defeated(chart), "a game without an end");
    for (int i = 0; i < 5; i++)
        check_refusal(chart, rng);
    bship_chart_free(chart);
    bship_board_free(board);
}

Test(ending, is_known_to_every_method)
{
    struct shape shape = { .width = 5, .height = 5, .ships = 3, .length = 3, .blocked = 2 };
    int compared[8] = { 0 };

    for (int32_t report = 0; report < 2; report++) {
        for (int32_t disclosure = 0; disclosure < 5; disclosure++) {
            bship_rng rng = rng_of(800 + (uint64_t)(5 * report + disclosure));
            shape.pin[BSHIP_RULE_SALVO_REPORT] = 1 + report;
            shape.pin[BSHIP_RULE_DISCLOSURE] = 1 + disclosure;
            for (int i = 0; i < scaled(20); i++) {
                bship_rules *rules = random_rules(&rng, &shape);
                check_game(rules, &rng, compared);
                bship_rules_unref(rules);
            }
        }
    }
    for (int32_t method = 0; method < bship_enum_count(BSHIP_ENUM_METHOD); method++)
        cr_assert_gt(compared[method], 0, "%s was never compared",
                     bship_enum_name(BSHIP_ENUM_METHOD, method));
}

/* ---- in a game ---- */

/* A remote side reports a total: the shots fired must end with a hit that may sink the fleet. */
Test(ending, of_a_remote_fleet_is_reported_with_the_shot_that_sank_it)
{
    static const bship_cell first[] = { { 0, 0 }, { 1, 0 } }, then[] = { { 2, 0 }, { 0, 0 } };
    bship_rules *rules = rules_from("board 4x3\nfleet 1\nturn salvo 2\nsalvo-report total\n"
                                    "repeat wasted\nfirst a\n");
    int32_t sunk_of[1] = { 0 };
    bship_total none = { sizeof none, 0, 0, sunk_of, NULL, 1 };
    bship_total last = { sizeof last, 1, 1, (int32_t[]){ 1 }, NULL, 1 };
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;

    options.location_a = options.location_b = BSHIP_LOCATION_REMOTE;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    assert_ok(bship_game_start(game, NULL), "the start");
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        assert_ok(bship_game_fire_salvo(game, first, 2, NULL), "side %d", (int)side);
        assert_ok(bship_game_report_total(game, &none, 2, NULL), "side %d", (int)side);
    }
    assert_ok(bship_game_fire_salvo(game, then, 2, NULL), "again");
    assert_status(bship_game_report_total(game, &last, 2, NULL), BSHIP_ERROR_CONTRADICTION,
                  "a wasted shot sinks nothing");
    assert_status(bship_game_report_total(game, &none, 1, NULL), BSHIP_ERROR_COUNT,
                  "one was fired");
    assert_ok(bship_game_report_total(game, &last, 1, NULL), "the first shot");
    cr_assert_eq(bship_game_outcome(game), BSHIP_OUTCOME_A, "the outcome");
    cr_assert_eq(bship_chart_state_at(bship_game_chart(game, BSHIP_SIDE_A), then[0]),
                 BSHIP_CHART_STATE_HIT, "the last shot");
    bship_game_free(game);
    bship_rules_unref(rules);
}
