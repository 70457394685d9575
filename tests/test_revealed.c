/* A fleet that is revealed, against the reports of its game; and what a chart says of ships. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "layout_oracle.h"

#define SHIPS_MAX 8

static const struct shape any = { .width = 7, .height = 7, .ships = 4, .length = 4, .blocked = 4 };

/* The layout of a board; returns the number of ships. */
static size_t layout_of(const bship_board *board, bship_placement *layout)
{
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(bship_board_rules(board)));
    for (size_t i = 0; i < ships; i++)
        assert_ok(bship_board_placement(board, (int32_t)i, &layout[i]), "ship %zu", i);
    return ships;
}

static bool totals_equal(const bship_total *a, const bship_total *b, size_t ships)
{
    bool are_equal = a->hits == b->hits && a->sunk == b->sunk;
    for (size_t i = 0; i < ships; i++)
        are_equal = are_equal && a->sunk_of[i] == b->sunk_of[i] && a->hits_of[i] == b->hits_of[i];
    return are_equal;
}

/*
 * The first shot of the log whose report a board does not give, -1 if there is none: by firing
 * whole turns through the public functions.
 */
static int64_t first_lie(const bship_chart *chart, bship_board *board, size_t ships)
{
    for (int64_t i = 0; i < bship_chart_turns(chart); i++) {
        int32_t counts[4][SHIPS_MAX] = { { 0 } };
        bship_total said = { sizeof said, 0, -1, counts[0], counts[1], SHIPS_MAX };
        bship_total true_total = { sizeof true_total, 0, -1, counts[2], counts[3], SHIPS_MAX };
        bship_turn turn = BSHIP_TURN_INIT;
        assert_ok(bship_chart_turn(chart, i, &turn), "a turn");
        bship_cell cells[64];
        bship_report reports[64], fired_reports[64];
        size_t fired = 0, count = (size_t)turn.shots;
        for (size_t k = 0; k < count; k++)
            assert_ok(bship_chart_shot(chart, turn.first_shot + (int64_t)k, &cells[k], &reports[k]),
                      "a shot");
        if (turn.is_total) {
            assert_ok(bship_chart_total(chart, i, &said), "a total");
            if (bship_board_fire_total(board, cells, count, &true_total, &fired, NULL) ||
                fired != count || !totals_equal(&said, &true_total, ships))
                return turn.first_shot;
            continue;
        }
        assert_ok(bship_board_fire_salvo(board, cells, count, fired_reports, &fired, NULL),
                  "turn %d", (int)i);
        for (size_t k = 0; k < count; k++)
            if (k >= fired || memcmp(&reports[k], &fired_reports[k], sizeof *reports) != 0)
                return turn.first_shot + (int64_t)k;
    }
    return -1;
}

/* Moves a random ship to a random legal place. */
static void move_one(bship_board *board, bship_rng *rng, size_t ships)
{
    const bship_rules *rules = bship_board_rules(board);
    for (int tries = 0; tries < 200; tries++) {
        bship_placement at = { between(rng, 0, (int32_t)ships - 1),
                               between(rng, 0, bship_rules_width(rules) - 1),
                               between(rng, 0, bship_rules_height(rules) - 1), between(rng, 0, 1) };
        if (!bship_board_place(board, at))
            return;
    }
}

Test(revealed, layout_is_accepted_exactly_if_a_board_reports_the_same)
{
    bship_rng rng = rng_of(1);
    int lies = 0, games = scaled(1500);

    for (int i = 0; i < games; i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        bship_placement layout[SHIPS_MAX];
        bship_error error = BSHIP_ERROR_INIT;
        size_t ships = layout_of(board, layout);
        for (int turns = between(&rng, 0, 30); turns > 0; turns--)
            if (fire_at_random(board, chart, &rng) == 0)
                break;
        assert_ok(bship_chart_check_layout(chart, layout, ships, &error), "%s: %s",
                  rules_text(rules), error.text);
        bship_board_clear_shots(board);
        move_one(board, &rng, ships);
        layout_of(board, layout);
        int64_t lie = first_lie(chart, board, ships);
        assert_status(bship_chart_check_layout(chart, layout, ships, &error),
                      lie < 0 ? BSHIP_OK : BSHIP_ERROR_CONTRADICTION, "%s", rules_text(rules));
        if (lie >= 0)
            cr_assert_eq(error.index, lie, "shot %d, not %d: %s under\n%s", (int)error.index,
                         (int)lie, error.text, rules_text(rules));
        lies += lie >= 0;
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
    cr_assert(games < 1000 || (lies > games / 4 && lies < games), "%d lies", lies);
}

/* One report at A1, where the Cruiser lies from A1 to C1 and the Destroyer from A3 to B3. */
Test(revealed, sentence_says_what_was_true)
{
    static const struct {
        const char *rules;
        bship_cell cell;
        bship_report report;
        const char *text;
    } cases[] = {
        { "",
          { 0, 0 },
          { BSHIP_RESULT_MISS, -1, 0, 0, 0, 0, 0, 0 },
          "A1: reported miss, but the Cruiser was hit" },
        { "",
          { 0, 1 },
          { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 },
          "A2: reported hit, but no ship was hit" },
        { "disclosure every-hit\n",
          { 0, 0 },
          { BSHIP_RESULT_HIT, 1, 2, 0, 0, 0, 0, 0 },
          "A1: reported hit, but the Cruiser was hit, and not another ship" },
        { "",
          { 3, 3 },
          { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 },
          "D4: reported hit, but the ship of length 1 was sunk" },
    };
    static const bship_placement layout[] = { { 0, 0, 0, 0 }, { 1, 0, 2, 0 }, { 2, 3, 3, 0 } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char lines[128];
        bship_error error = BSHIP_ERROR_INIT;
        snprintf(lines, sizeof lines, "board 4x4\nfleet Cruiser:3 Destroyer:2 1\n%s",
                 cases[i].rules);
        bship_rules *rules = rules_from(lines);
        bship_chart *chart = new_chart(rules);
        assert_ok(
            bship_chart_record(chart, (bship_cell){ 3, 0 }, &(bship_report)BSHIP_REPORT_INIT, NULL),
            "a miss");
        assert_ok(bship_chart_record(chart, cases[i].cell, &cases[i].report, NULL), "case %zu", i);
        assert_status(bship_chart_check_layout(chart, layout, 3, &error), BSHIP_ERROR_CONTRADICTION,
                      "case %zu", i);
        cr_assert_eq(error.index, 1, "the second shot");
        cr_assert_str_eq(error.text, cases[i].text);
        assert_status(bship_chart_check_layout(chart, layout, 2, &error), BSHIP_ERROR_COUNT,
                      "two ships");
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* One total of three shots, where the ship of 3 lies from A1 to C1 and that of 2 from A3 to B3. */
Test(revealed, sentence_says_what_was_false_in_a_total)
{
    static int32_t none[] = { 0, 0 }, shorter[] = { 0, 1 };
    static const struct {
        bship_cell cells[3];
        int32_t hits, sunk, *sunk_of;
        const char *text;
    } cases[] = {
        { { { 3, 4 }, { 4, 4 }, { 4, 3 } }, 1, 0, none, "D5: reported more hits than there were" },
        { { { 0, 0 }, { 1, 0 }, { 2, 0 } }, 2, 0, none, "A1: reported fewer hits than there were" },
        { { { 0, 0 }, { 1, 0 }, { 0, 2 } },
          3,
          1,
          shorter,
          "A1: reported more ships sunk than there were" },
        { { { 0, 0 }, { 1, 0 }, { 2, 0 } },
          3,
          0,
          none,
          "A1: reported fewer ships sunk than there were" },
        { { { 0, 0 }, { 1, 0 }, { 2, 0 } },
          3,
          1,
          shorter,
          "A1: reported other ships than were hit or sunk" },
    };
    static const bship_placement layout[] = { { 0, 0, 0, 0 }, { 1, 0, 2, 0 } };
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\nturn salvo 3\nsalvo-report total\n");
    bship_chart *chart = new_chart(rules);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_total total = {
            sizeof total, cases[i].hits, cases[i].sunk, cases[i].sunk_of, NULL, 2
        };
        bship_error error = BSHIP_ERROR_INIT;
        char text[128];
        snprintf(text, sizeof text, "the salvo that begins at %s", cases[i].text);
        bship_chart_reset(chart);
        assert_ok(bship_chart_record_total(chart, cases[i].cells, 3, &total, NULL), "case %zu", i);
        assert_status(bship_chart_check_layout(chart, layout, 2, &error), BSHIP_ERROR_CONTRADICTION,
                      "case %zu", i);
        cr_assert_eq(error.index, 0, "the first shot");
        cr_assert_str_eq(error.text, text);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* The shots A1, B2 and B1 sink the ship from B1 to B2; the chart was shown that from A1 to B1. */
Test(revealed, sentence_says_that_a_ship_was_shown_in_other_cells)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2 2\nreveal-ship yes\n");
    bship_chart *chart = new_chart(rules);
    bship_report hit = BSHIP_REPORT_INIT, sunk = BSHIP_REPORT_INIT;
    bship_placement layout[] = { { 0, 1, 0, 1 }, { 1, 0, 0, 1 } };
    bship_error error = BSHIP_ERROR_INIT;

    hit.result = BSHIP_RESULT_HIT;
    sunk.result = BSHIP_RESULT_SUNK;
    sunk.length = 2;
    sunk.is_shown = 1;
    assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &hit, NULL), "A1");
    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 1 }, &hit, NULL), "B2");
    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 0 }, &sunk, NULL), "B1");
    assert_status(bship_chart_check_layout(chart, layout, 2, &error), BSHIP_ERROR_CONTRADICTION,
                  "a ship elsewhere");
    cr_assert_str_eq(error.text,
                     "B1: reported sunk, but the ship of length 2 lies in other cells than shown");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* What a chart says of sunk ships. */

static void check_seen(const bship_chart *chart, const bship_board *board)
{
    const bship_rules *rules = bship_chart_rules(chart);
    bship_placement layout[SHIPS_MAX];
    layout_of(board, layout);
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_sinking sinking = BSHIP_SINKING_INIT;
        bship_cell cell = cell_at(rules, i);
        int32_t number = bship_chart_sinking_at(chart, cell);
        int32_t ship = bship_board_ship_at(board, cell);
        if (number < 0)
            continue;
        assert_ok(bship_chart_sinking(chart, number, &sinking), "a sinking");
        cr_assert(ship >= 0 && sinking.is_settled && sinking.placement.x == layout[ship].x &&
                      sinking.placement.y == layout[ship].y,
                  "another wreck under\n%s", rules_text(rules));
    }
}

Test(revealed, sunk_ship_in_a_cell_is_the_one_that_is_there)
{
    bship_rng rng = rng_of(2);

    for (int i = 0; i < scaled(500); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        for (int turns = 0; turns < 30 && fire_at_random(board, chart, &rng) > 0; turns++)
            check_seen(chart, board);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(revealed, sunk_ship_is_in_its_cells_only)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\ncontact none\nblocked E5\n");
    bship_chart *chart = new_chart(rules);
    const bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };
    const bship_report sunk = { BSHIP_RESULT_SUNK, -1, 2, 0, 0, 0, 0, 0 };

    assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &hit, NULL), "a hit");
    cr_assert_eq(bship_chart_sinking_at(chart, (bship_cell){ 0, 0 }), -1, "not sunk yet");
    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 0 }, &sunk, NULL), "a sinking");
    cr_assert_eq(bship_chart_sinking_at(chart, (bship_cell){ 0, 0 }), 0, "the wreck");
    cr_assert_eq(bship_chart_sinking_at(chart, (bship_cell){ 1, 0 }), 0, "the wreck");
    cr_assert_eq(bship_chart_sinking_at(chart, (bship_cell){ 2, 0 }), -1, "beside it");
    cr_assert_eq(bship_chart_sinking_at(chart, (bship_cell){ -1, 0 }), -1, "off the board");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}
