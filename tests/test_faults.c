/* Errors of calls that take several shots, ships or reports: which of them is at fault, and why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* Three shots or ships at most. */
#define ITEMS_MAX 3

static void assert_error(const bship_error *error, bship_status status, int64_t index,
                         const char *text)
{
    cr_assert_eq(error->status, (int32_t)status, "the status is %d: %s", (int)error->status,
                 error->text);
    cr_assert_eq(error->index, index, "the index is %d: %s", (int)error->index, error->text);
    cr_assert_str_eq(error->text, text, "the sentence is \"%s\", not \"%s\"", error->text, text);
}

/* Reads cells such as "A1 B2"; returns how many. */
static size_t read_cells(const char *words, bship_cell *cells)
{
    char copy[32];
    size_t count = 0;

    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        assert_ok(bship_cell_parse(word, &cells[count++], NULL), "%s", words);
    return count;
}

Test(faults, of_a_layout_name_the_ship_and_the_cell)
{
    static const struct {
        const char *rules;
        bship_placement placements[ITEMS_MAX];
        int32_t count, index;
        bship_status status;
        const char *text;
    } cases[] = {
        { "",
          { { 0, 0, 0, 0 }, { 1, 1, 0, 1 } },
          2,
          1,
          BSHIP_ERROR_OVERLAP,
          "the Destroyer would overlap the Cruiser at B1" },
        { "",
          { { 1, 3, 3, 0 }, { 0, 2, 1, 1 } },
          2,
          1,
          BSHIP_ERROR_CONTACT,
          "the Cruiser would touch the Destroyer at D4" },
        { "",
          { { 0, 3, 0, 0 }, { 1, 0, 0, 0 } },
          2,
          0,
          BSHIP_ERROR_OFF_BOARD,
          "the Cruiser would leave the board at F1" },
        { "",
          { { 1, -1, 2, 0 }, { 0, 0, 0, 0 } },
          2,
          0,
          BSHIP_ERROR_OFF_BOARD,
          "the Destroyer would leave the board at x -1, y 2" },
        { "",
          { { 1, INT32_MAX, 0, 0 }, { 0, 0, 0, 0 } },
          2,
          0,
          BSHIP_ERROR_OFF_BOARD,
          "the Destroyer would leave the board at x 2147483647, y 0" },
        { "",
          { { 1, 0, 0, 0 }, { 0, 0, 4, 0 } },
          2,
          1,
          BSHIP_ERROR_BLOCKED,
          "the Cruiser would cover the blocked cell B5" },
        { "",
          { { 1, 0, 0, 0 }, { 1, 0, 3, 0 } },
          2,
          1,
          BSHIP_ERROR_PLACED,
          "the Destroyer is placed twice" },
        { "",
          { { 1, 0, 0, 0 }, { 2, 0, 3, 0 } },
          2,
          1,
          BSHIP_ERROR_RANGE,
          "the fleet has no ship 2" },
        { "",
          { { 1, 0, 0, 7 }, { 0, 0, 3, 0 } },
          2,
          0,
          BSHIP_ERROR_ARGUMENT,
          "the Destroyer has the unknown orientation 7" },
        { "",
          { { 0, 0, 0, 0 } },
          1,
          -1,
          BSHIP_ERROR_COUNT,
          "expected 2 placements, one for each ship, not 1" },
        { "board 4x4\nfleet 3 2\n",
          { { 0, 0, 0, 0 }, { 1, 0, 0, 1 } },
          2,
          1,
          BSHIP_ERROR_OVERLAP,
          "the ship of length 2 would overlap the ship of length 3 at A1" },
    };
    static const char usual[] = "board 5x5\nfleet Cruiser:3 Destroyer:2\ncontact none\n"
                                "blocked B5\n";

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_rules *rules = rules_from(*cases[i].rules ? cases[i].rules : usual);
        bship_board *board = NULL;
        bship_error error = BSHIP_ERROR_INIT;
        assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
        assert_status(
            bship_board_place_layout(board, cases[i].placements, (size_t)cases[i].count, &error),
            cases[i].status, "case %zu", i);
        assert_error(&error, cases[i].status, cases[i].index, cases[i].text);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* The Cruiser lies on A3 to C3 and the Destroyer on A4 to B4. */
static bship_board *new_placed(bship_rules *rules)
{
    static const bship_placement layout[] = { { 0, 0, 2, 0 }, { 1, 0, 3, 0 } };
    bship_board *board = NULL;
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    assert_ok(bship_board_place_layout(board, layout, 2, NULL), "a layout");
    return board;
}

/* A salvo at water is fired before each case. */
static const struct {
    const char *before, *cells;
    int32_t index;
    bship_status status;
    const char *text;
} salvos[] = {
    { "", "A1 B2 A1", 2, BSHIP_ERROR_DUPLICATE, "A1 occurs twice in the salvo" },
    { "", "A1 F3", 1, BSHIP_ERROR_OFF_BOARD, "F3 is off the board" },
    { "", "A1 B2 B5", 2, BSHIP_ERROR_BLOCKED, "B5 is blocked" },
    { "C5", "B1 C5 A1", 1, BSHIP_ERROR_REPEATED, "C5 was already fired at" },
    { "", "", -1, BSHIP_ERROR_COUNT, "expected 1 to 24 shots, not 0" },
};

/* Fires the shots of a case at a board, and records misses for them on a chart. */
static void check_salvo(size_t i, const char *lines, const char *at_sea)
{
    bship_rules *rules = rules_from(lines);
    bship_board *board = new_placed(rules);
    bship_chart *chart = new_chart(rules);
    bship_error of_board = BSHIP_ERROR_INIT, of_chart = BSHIP_ERROR_INIT;
    int32_t none[2] = { 0, 0 };
    bship_total total = { sizeof total, 0, 0, none, NULL, 2 };
    bship_report reports[ITEMS_MAX] = { BSHIP_REPORT_INIT, BSHIP_REPORT_INIT, BSHIP_REPORT_INIT };
    bship_cell cells[ITEMS_MAX];
    size_t count = read_cells(at_sea, cells), fired;

    if (count > 0)
        fire_turn(board, chart, cells, count);
    count = read_cells(salvos[i].cells, cells);
    if (reports_totals(rules)) {
        bship_board_fire_total(board, cells, count, &total, &fired, &of_board);
        bship_chart_record_total(chart, cells, count, &total, &of_chart);
    } else {
        bship_board_fire_salvo(board, cells, count, reports, &fired, &of_board);
        bship_chart_record_turn(chart, cells, count, reports, &of_chart);
    }
    assert_error(&of_board, salvos[i].status, salvos[i].index, salvos[i].text);
    assert_error(&of_chart, salvos[i].status, salvos[i].index, salvos[i].text);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
}

Test(faults, of_a_salvo_name_the_shot)
{
    static const char lines[] = "board 5x5\nfleet Cruiser:3 Destroyer:2\nblocked B5\n"
                                "turn salvo 3\n";
    static const char totals[] = "board 5x5\nfleet Cruiser:3 Destroyer:2\nblocked B5\n"
                                 "turn salvo 3\nsalvo-report total\n";

    for (size_t i = 0; i < sizeof salvos / sizeof *salvos; i++) {
        check_salvo(i, lines, salvos[i].before);
        check_salvo(i, totals, salvos[i].before);
    }
}

Test(faults, of_a_salvo_before_the_fleet_is_complete)
{
    bship_rules *rules = rules_from("board 5x5\nfleet Cruiser:3 Destroyer:2\nturn salvo 3\n");
    bship_board *board = NULL;
    bship_report report;
    bship_cell cell = { 0, 0 };
    bship_error error = BSHIP_ERROR_INIT;
    size_t fired;

    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    assert_ok(bship_board_place(board, (bship_placement){ 0, 0, 0, 0 }), "the Cruiser");
    assert_status(bship_board_fire_salvo(board, &cell, 1, &report, &fired, &error),
                  BSHIP_ERROR_NOT_PLACED, "without the Destroyer");
    assert_error(&error, BSHIP_ERROR_NOT_PLACED, -1, "the Destroyer is not placed yet");
    bship_board_free(board);
    bship_rules_unref(rules);
}

/* Reports that are refused: their index and the sentence. */
struct refused {
    const char *rules;
    bship_report reports[ITEMS_MAX]; /* at A1, B1, C1 */
    int32_t index;
    bship_status status;
    const char *text;
};

#define REPORT(result, ship, length)                                                               \
    {                                                                                              \
        BSHIP_RESULT_##result, ship, length, 0, 0, 0, 0, 0                                         \
    }

Test(faults, of_reports_name_the_shot)
{
    static const struct refused cases[] = {
        { "",
          { REPORT(MISS, -1, 0), REPORT(HIT, -1, 3), REPORT(HIT, -1, 0) },
          1,
          BSHIP_ERROR_REPORT,
          "B1: expected miss, hit or sunk with the ship's length" },
        { "reveal-ship yes\n",
          { REPORT(MISS, -1, 0), REPORT(SUNK, -1, 3), REPORT(HIT, -1, 0) },
          1,
          BSHIP_ERROR_REPORT,
          "B1: expected miss, hit or sunk with the ship's length and cells" },
        { "disclosure every-hit\nreveal-ship yes\n",
          { REPORT(SUNK, 0, 3), REPORT(MISS, -1, 0) },
          0,
          BSHIP_ERROR_REPORT,
          "A1: expected miss, hit with the ship's name and length or sunk with the ship's name, "
          "length and cells" },
        { "disclosure hit\n",
          { REPORT(MISS, -1, 0), REPORT(HIT, -1, 0), REPORT(SUNK, -1, 0) },
          2,
          BSHIP_ERROR_REPORT,
          "C1: expected miss or hit" },
        { "disclosure every-hit\n",
          { REPORT(HIT, -1, 0), REPORT(MISS, -1, 0) },
          0,
          BSHIP_ERROR_REPORT,
          "A1: expected miss, hit with the ship's name and length or sunk with the ship's name and "
          "length" },
        { "",
          { REPORT(MISS, -1, 0), REPORT(WASTED, -1, 0), REPORT(MISS, -1, 0) },
          1,
          BSHIP_ERROR_REPORT,
          "B1: expected miss, hit or sunk with the ship's length" },
        { "",
          { REPORT(MISS, -1, 0), REPORT(HIT, -1, 0), REPORT(SUNK, -1, 3) },
          2,
          BSHIP_ERROR_CONTRADICTION,
          "C1: no layout of the fleet agrees with this report" },
        { "salvo-report total\n",
          { REPORT(MISS, -1, 0) },
          -1,
          BSHIP_ERROR_REPORT,
          "the rules prescribe a total for each salvo" },
    };
    static const bship_cell cells[] = { { 0, 0 }, { 1, 0 }, { 2, 0 } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char lines[256] = "board 5x5\nfleet Cruiser:3 Destroyer:2\nturn salvo 3\n";
        bship_rules *rules = rules_from(strcat(lines, cases[i].rules));
        bship_chart *chart = new_chart(rules);
        bship_error error = BSHIP_ERROR_INIT;
        assert_status(bship_chart_record_turn(chart, cells, 3, cases[i].reports, &error),
                      cases[i].status, "case %zu", i);
        assert_error(&error, cases[i].status, cases[i].index, cases[i].text);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

Test(faults, of_a_wasted_shot_not_reported_so)
{
    static const bship_cell cells[] = { { 0, 0 }, { 1, 0 }, { 2, 0 } };
    static const bship_report misses[] = { BSHIP_REPORT_INIT, BSHIP_REPORT_INIT,
                                           BSHIP_REPORT_INIT };
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\nturn salvo 3\nrepeat wasted\n");
    bship_chart *chart = new_chart(rules);
    bship_error error = BSHIP_ERROR_INIT;

    assert_ok(bship_chart_record_turn(chart, cells + 1, 1, misses, &error), "a miss");
    bship_chart_record_turn(chart, cells, 3, misses, &error);
    assert_error(&error, BSHIP_ERROR_REPORT, 1,
                 "B1: expected wasted, for the cell was already known");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(faults, of_a_total_are_of_no_shot)
{
    static int32_t none[] = { 0, 0 }, one[] = { 1, 0 };
    static const struct {
        bship_total total;
        bship_status status;
        const char *text;
    } cases[] = {
        { { sizeof(bship_total), 4, 0, none, NULL, 2 },
          BSHIP_ERROR_REPORT,
          "4 hits: expected 0 to 3, the number of shots at unknown cells" },
        { { sizeof(bship_total), 1, 2, none, NULL, 2 },
          BSHIP_ERROR_REPORT,
          "expected between no ship sunk and one for each hit" },
        { { sizeof(bship_total), 2, 0, one, NULL, 2 },
          BSHIP_ERROR_REPORT,
          "the ships sunk are not counted as the rules disclose them" },
        { { sizeof(bship_total), 2, 0, none, one, 2 },
          BSHIP_ERROR_REPORT,
          "the hits are not counted as the rules disclose them" },
        { { sizeof(bship_total), 2, 1, one, NULL, 2 },
          BSHIP_ERROR_CONTRADICTION,
          "no layout of the fleet agrees with the reports" },
    };
    static const bship_cell cells[] = { { 0, 0 }, { 1, 0 }, { 2, 0 } };
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\nturn salvo 3\nsalvo-report total\n");
    bship_chart *chart = new_chart(rules);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_error error = BSHIP_ERROR_INIT;
        assert_status(bship_chart_record_total(chart, cells, 3, &cases[i].total, &error),
                      cases[i].status, "case %zu", i);
        assert_error(&error, cases[i].status, -1, cases[i].text);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- structs of a wrong size ---- */

/* What the calls below use; they fail before they use much. */
struct objects {
    bship_rules *rules, *totals;
    bship_board *board;
    bship_chart *chart;
    bship_game *game;
    bship_match *match;
    bship_record *record;
};

/* Calls a function with a struct of a wrong size: it must fail, and name the struct. */
#define NAMES(type, call)                                                                          \
    do {                                                                                           \
        bship_##type *sized = calloc(1, sizeof *sized);                                            \
        bship_error error = BSHIP_ERROR_INIT;                                                      \
        char text[96];                                                                             \
        sized->size = 7;                                                                           \
        assert_status(call, BSHIP_ERROR_SIZE, "%s", #call);                                        \
        snprintf(text, sizeof text, "the size of a bship_" #type " is %zu, not 7:",                \
                 bship_struct_size("bship_" #type));                                               \
        cr_assert_eq(strncmp(error.text, text, strlen(text)), 0, "%s: %s", #call, error.text);     \
        cr_assert_eq(error.index, -1, "%s: %d", #call, (int)error.index);                          \
        free(sized);                                                                               \
    } while (0)

static void name_structs_of_the_model(const struct objects *o)
{
    static const int32_t lengths[] = { 2 };
    static const bship_cell cell = { 0, 0 };
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    bship_board *board = NULL;
    bship_chart *chart = NULL;
    bship_cell cells[1];
    size_t count;

    NAMES(fleet_options, bship_fleet_new(&fleet, lengths, NULL, 1, sized, &error));
    NAMES(fleet_options, bship_fleet_new_preset(&fleet, 0, sized, &error));
    NAMES(fleet_options, bship_fleet_parse(&fleet, "3 2", sized, &error));
    NAMES(fleet_options, bship_rules_parse(&rules, "", 0, sized, &error));
    NAMES(rules_options, bship_rules_options_set(sized, "turn", "one", &error));
    NAMES(rules_options, bship_rules_new(&rules, bship_rules_fleet(o->rules), sized, &error));
    NAMES(board_options, bship_board_new(&board, o->rules, sized, &error));
    NAMES(chart_options, bship_chart_new(&chart, o->rules, sized, &error));
    NAMES(total, bship_board_fire_total(o->board, &cell, 1, sized, &count, &error));
    NAMES(total, bship_chart_record_total(o->chart, &cell, 1, sized, &error));
    NAMES(total, bship_turn_parse(o->totals, "A1: 0 hits", cells, 1, &count, NULL, sized, &error));
}

static bship_status aim_nowhere(void *state, const bship_chart *chart,
                                const bship_aim_options *options, bship_cell *cells, size_t count,
                                bship_rng *rng, void *user)
{
    (void)state, (void)chart, (void)options, (void)cells, (void)count, (void)rng, (void)user;
    return BSHIP_ERROR_NO_TARGET;
}

static void name_structs_of_play(const struct objects *o)
{
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    bship_posterior *posterior = NULL;
    bship_sampler *sampler = NULL;
    bship_ai *ai = NULL;
    bship_game *game = NULL;
    bship_match *match = NULL;
    bship_record *record = NULL;
    const char *strategy;

    callbacks.aim = aim_nowhere;
    NAMES(posterior_options, bship_posterior_new(&posterior, o->chart, sized, &error));
    NAMES(posterior_options, bship_posterior_check(o->chart, sized, &error));
    NAMES(sampler_options, bship_sampler_new(&sampler, o->rules, sized, &error));
    NAMES(ai_options, bship_ai_new(&ai, o->rules, "hunt", sized, &error));
    NAMES(ai_options, bship_ai_new_custom(&ai, o->rules, &callbacks, NULL, sized, &error));
    NAMES(strategy_callbacks, bship_ai_new_custom(&ai, o->rules, sized, NULL, NULL, &error));
    NAMES(game_options, bship_game_new(&game, o->rules, sized, &error));
    NAMES(draw_options, bship_game_place_random(o->game, BSHIP_SIDE_A, sized, NULL, &error));
    NAMES(match_options, bship_match_new(&match, o->rules, sized, &error));
    NAMES(ai_options, bship_match_add(o->match, "hunt", sized, &error));
    NAMES(ai_options, bship_match_add_custom(o->match, &callbacks, NULL, sized, &error));
    NAMES(record_options, bship_record_new(&record, o->rules, sized, &error));
    NAMES(record_options, bship_record_parse(&record, "battleship 1\n", 13, sized, &error));
    NAMES(record_game_options, bship_record_new_game(&record, o->game, sized, &error));
    NAMES(game_options, bship_record_to_game_options(o->record, sized, &error));
    NAMES(ai_options, bship_record_to_ai_options(o->record, 1, &strategy, sized, &error));
    NAMES(restore_options, bship_game_restore(&game, o->record, sized, &error));
}

Test(faults, of_a_size_name_the_struct)
{
    static const bship_placement ship = { 0, 0, 0, 0 };
    struct objects o = { .rules = rules_from("board 4x4\nfleet 2\n"),
                         .totals = rules_from("fleet 2\nturn salvo 1\nsalvo-report total\n") };

    o.board = new_board(o.totals);
    o.chart = new_chart(o.totals);
    assert_ok(bship_board_place(o.board, ship), "a ship");
    assert_ok(bship_game_new(&o.game, o.rules, NULL, NULL), "a game");
    assert_ok(bship_match_new(&o.match, o.rules, NULL, NULL), "a match");
    assert_ok(bship_record_new(&o.record, o.rules, NULL, NULL), "a record");
    assert_ok(bship_record_set(o.record, BSHIP_FACT_STRATEGY, BSHIP_SIDE_A, "hunt", NULL), "an AI");
    name_structs_of_the_model(&o);
    name_structs_of_play(&o);
    bship_record_free(o.record);
    bship_match_free(o.match);
    bship_game_free(o.game);
    bship_chart_free(o.chart);
    bship_board_free(o.board);
    bship_rules_unref(o.totals);
    bship_rules_unref(o.rules);
}
