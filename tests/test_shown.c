/* Sunk ships that reports show: refusals, deductions, and posteriors that no order changes. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <battleship/notation.h>

#include "support.h"

/* ---- refusals ---- */

/* Records a turn of one shot, written as in a record. */
static bship_status record_text(bship_chart *chart, const char *text, bship_error *error)
{
    bship_cell cell;
    bship_report report;
    size_t count;

    assert_ok(
        bship_turn_parse(bship_chart_rules(chart), text, &cell, 1, &count, &report, NULL, error),
        "%s: %s", text, error->text);
    return bship_chart_record(chart, cell, &report, error);
}

Test(shown, a_ship_that_cannot_lie_where_it_is_shown_is_refused_with_the_reason)
{
    static const struct {
        const char *rules;
        const char *turns[6]; /* the last one is refused */
        const char *message;
    } rows[] = {
        { "fleet 3 2\n",
          { "A1 hit", "B1 sunk 2 A2 right" },
          "B1: the sunk ship is shown in other cells" },
        { "fleet 3 2\n",
          { "B1 sunk 2 A1 right" },
          "B1: the sunk ship is shown on A1, which is no hit on it" },
        { "fleet 3 2\n",
          { "A1 hit", "A2 miss", "B1 hit", "B2 sunk 2 A2 right" },
          "B2: the sunk ship is shown on A2, which is no hit on it" },
        { "fleet 2 2\nblocked A1\n",
          { "A2 sunk 2 A1 down" },
          "A2: the sunk ship is shown on A1, which is no hit on it" },
        { "fleet 2 2\n",
          { "A1 hit", "B1 sunk 2 A1 right", "C1 sunk 2 B1 right" },
          "C1: the sunk ship is shown on B1, which is no hit on it" },
        { "fleet A:2 B:2\ndisclosure every-hit\n",
          { "A1 hit A", "B1 sunk B A1 right" },
          "B1: the sunk ship is shown on A1, which is no hit on it" },
        { "fleet 3 2\ncontact no-sides\n",
          { "A1 hit", "B1 hit", "C1 sunk 2 B1 right" },
          "C1: the sunk ship is shown where it would touch the hit at A1" },
        { "fleet 4 2\n",
          { "A1 hit", "B1 hit", "C1 sunk 3 A1 right" },
          "C1: no layout of the fleet agrees with this report" },
        { "fleet 3 2\n",
          { "A1 hit", "B1 sunk 2 A1 right", "C1 hit", "D1 sunk 2 C1 right" },
          "D1: no layout of the fleet agrees with this report" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[128] = "board 5x5\nreveal-ship yes\n";
        bship_rules *rules = rules_from(strcat(text, rows[i].rules));
        bship_chart *chart = new_chart(rules);
        bship_error error = BSHIP_ERROR_INIT;
        const char *const *turn = rows[i].turns;
        for (; turn[1]; turn++)
            assert_ok(record_text(chart, *turn, &error), "%s: %s", *turn, error.text);
        struct text before = chart_dump(chart);
        assert_status(record_text(chart, *turn, &error), BSHIP_ERROR_CONTRADICTION, "%s", *turn);
        assert_same(before, chart_dump(chart), *turn);
        cr_assert_str_eq(error.text, rows[i].message, "row %zu", i);
        cr_assert_eq(error.index, 0, "the shot");
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* Numbers that no board has, whose distance to its edge is no int32_t, either. */
Test(shown, a_ship_that_is_shown_off_the_board_is_no_report)
{
    static const bship_report shown[] = {
        { BSHIP_RESULT_SUNK, -1, 2, 1, INT32_MIN, 0, BSHIP_ORIENTATION_HORIZONTAL, 0 },
        { BSHIP_RESULT_SUNK, -1, 2, 1, 0, INT32_MIN, BSHIP_ORIENTATION_VERTICAL, 0 },
        { BSHIP_RESULT_SUNK, -1, 2, 1, INT32_MAX, 0, BSHIP_ORIENTATION_HORIZONTAL, 0 },
        { BSHIP_RESULT_SUNK, -1, 2, 1, 4, 0, BSHIP_ORIENTATION_HORIZONTAL, 0 },
    };
    bship_rules *rules = rules_from("board 5x5\nreveal-ship yes\nfleet 2 2\n");
    bship_chart *chart = new_chart(rules);
    bship_cell cell = { 0, 0 };
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        char text[32];
        assert_status(bship_chart_record(chart, cell, &shown[i], NULL), BSHIP_ERROR_REPORT,
                      "row %zu", i);
        bship_turn_format(rules, &cell, 1, &shown[i], NULL, text, sizeof text);
        cr_assert_str_eq(text, "A1 ?", "row %zu", i);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* A salvo is refused as a whole, at the shot whose report is false. */
Test(shown, a_false_placement_in_a_salvo_is_refused_at_its_shot)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\nturn salvo 3\nreveal-ship yes\n");
    bship_chart *chart = new_chart(rules);
    bship_cell cells[3];
    bship_report reports[3];
    bship_error error = BSHIP_ERROR_INIT;
    size_t count;

    assert_ok(bship_turn_parse(rules, "A1 hit, B1 sunk 2 B1 down, C1 miss", cells, 3, &count,
                               reports, NULL, NULL),
              "a salvo");
    assert_status(bship_chart_record_turn(chart, cells, count, reports, &error),
                  BSHIP_ERROR_CONTRADICTION, "a salvo");
    cr_assert_eq(error.index, 1, "shot %d", (int)error.index);
    cr_assert_str_eq(error.text, "B1: the sunk ship is shown on B2, which is no hit on it", "%s",
                     error.text);
    cr_assert_eq(bship_chart_turns(chart), 0, "nothing is recorded");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- deductions ---- */

/* Asserts that every sinking is settled where the ship lies, and that no hit is ambiguous. */
static void check_known(const bship_chart *chart, const bship_board *board)
{
    const bship_rules *rules = bship_chart_rules(chart);

    for (int32_t i = 0; i < bship_chart_sinkings(chart); i++) {
        bship_sinking sinking = BSHIP_SINKING_INIT;
        bship_placement truth;
        assert_ok(bship_chart_sinking(chart, i, &sinking), "a sinking");
        int32_t ship = bship_board_ship_at(board, sinking.cell);
        assert_ok(bship_board_placement(board, ship, &truth), "its ship");
        cr_assert(sinking.is_settled && sinking.placement.x == truth.x &&
                      sinking.placement.y == truth.y &&
                      sinking.placement.orientation == truth.orientation,
                  "sinking %d under\n%s", (int)i, rules_text(rules));
        cr_assert_eq(bship_chart_sinking_at(chart, (bship_cell){ truth.x, truth.y }), i,
                     "the sinking of its first cell");
    }
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        bool is_sunk = bship_board_state_at(board, cell) == BSHIP_BOARD_STATE_SUNK;
        cr_assert_eq(bship_chart_state_at(chart, cell) == BSHIP_CHART_STATE_SUNK, is_sunk,
                     "cell %d under\n%s", (int)i, rules_text(rules));
        cr_assert_neq(bship_chart_hit_state_at(chart, cell), BSHIP_HIT_STATE_AMBIGUOUS, "cell %d",
                      (int)i);
    }
}

Test(shown, no_hit_is_ambiguous_and_every_sunk_ship_is_known)
{
    bship_rng rng = rng_of(1);

    for (int i = 0; i < scaled(600); i++) {
        struct shape shape = { .ships = 6, .blocked = 4 };
        shape.pin[BSHIP_RULE_REVEAL_SHIP] = 1 + BSHIP_REVEAL_SHIP_YES;
        bship_rules *rules = random_rules(&rng, &shape);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        while (fire_at_random(board, chart, &rng) > 0)
            check_known(chart, board);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* ---- any order ---- */

static void shuffle(bship_cell *cells, size_t count, bship_rng *rng)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = (size_t)between(rng, 0, (int32_t)i - 1);
        bship_cell cell = cells[i - 1];
        cells[i - 1] = cells[k];
        cells[k] = cell;
    }
}

/* Chooses all cells of two ships, one of a third, and a few others. */
static size_t choose_cells(const bship_board *board, bship_rng *rng, bship_cell *cells)
{
    const bship_rules *rules = bship_board_rules(board);
    bship_placement third;
    size_t count = 0;

    assert_ok(bship_board_placement(board, 0, &third), "a ship");
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        int32_t ship = bship_board_ship_at(board, cell);
        bool is_first = cell.x == third.x && cell.y == third.y;
        if (ship == 1 || ship == 2 || is_first || (ship < 0 && between(rng, 0, 3) == 0))
            cells[count++] = cell;
    }
    return count;
}

/* The posterior after these shots, fired one by one. */
static bship_posterior *posterior_of(bship_board *board, const bship_cell *cells, size_t count)
{
    bship_chart *chart = new_chart(bship_board_rules(board));

    bship_board_clear_shots(board);
    for (size_t i = 0; i < count; i++)
        fire_turn(board, chart, &cells[i], 1);
    bship_posterior *posterior = new_posterior(chart);
    bship_chart_free(chart);
    return posterior;
}

Test(shown, the_posterior_of_an_8x8_board_is_the_same_in_whatever_order_the_hits_came)
{
    static const char *const contacts[] = { "allowed", "no-sides", "none" };

    for (int i = 0; i < scaled(60); i++) {
        bship_rng rng = rng_of(50 + (uint64_t)i);
        char text[128];
        snprintf(text, sizeof text, "board 8x8\nfleet 4 3 2 2\nreveal-ship yes\ncontact %s\n",
                 contacts[i % 3]);
        bship_rules *rules = rules_from(text);
        bship_board *board = random_board(rules, &rng);
        bship_cell cells[64];
        size_t count = choose_cells(board, &rng, cells);
        bship_posterior *first = posterior_of(board, cells, count);
        for (int order = 0; order < 8; order++) {
            shuffle(cells, count, &rng);
            bship_posterior *other = posterior_of(board, cells, count);
            assert_same(posterior_dump(first, rules), posterior_dump(other, rules), text);
            bship_posterior_free(other);
        }
        bship_posterior_free(first);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}
