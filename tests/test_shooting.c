/* Shots at a board: every report and every refusal, against a plain model. */
#include <string.h>

#include "board_model.h"

static const struct shape any = {
    .width = 12, .height = 12, .ships = 7, .length = 6, .blocked = 10
};

/* A salvo of distinct cells that are not blocked; where repeats are refused, unknown ones. */
static size_t random_salvo(const struct model *model, bship_rng *rng, bship_cell *cells)
{
    size_t count = 0, wanted = (size_t)between(rng, 1, 5);

    for (int tries = 0; tries < 100 && count < wanted; tries++) {
        int32_t cell = between(rng, 0, model->width * model->height - 1);
        size_t same = 0;
        if (between(rng, 0, 2) && model->owner[cell] < 0)
            continue;
        cells[count] = cell_at(model->rules, cell);
        while (same < count && cell_index(model->rules, cells[same]) != cell)
            same++;
        count += same == count && !model_can_fire(model, cell);
    }
    return count;
}

static void check_report(const bship_report *report, const bship_report *expected, bship_cell cell,
                         const bship_rules *rules)
{
    cr_assert_arr_eq(
        report, expected, sizeof *report, "%d,%d reports %d %d %d, not %d %d %d under\n%s",
        (int)cell.x, (int)cell.y, (int)report->result, (int)report->ship, (int)report->length,
        (int)expected->result, (int)expected->ship, (int)expected->length, rules_text(rules));
}

static size_t fire_for_reports(bship_board *board, struct model *model, const bship_cell *cells,
                               size_t count)
{
    bship_report reports[CELLS_MAX];
    size_t fired = 0;

    memset(reports, 0x55, sizeof reports);
    if (count == 1) {
        assert_ok(bship_board_fire(board, cells[0], reports, NULL), "%s", rules_text(model->rules));
        fired = 1;
    } else {
        assert_ok(bship_board_fire_salvo(board, cells, count, reports, &fired, NULL), "%s",
                  rules_text(model->rules));
    }
    for (size_t i = 0; i < fired; i++) {
        bship_report expected;
        cr_assert(!model_is_defeated(model), "a shot after the last sinking");
        expected = model_fire(model, cell_index(model->rules, cells[i]));
        check_report(&reports[i], &expected, cells[i], model->rules);
    }
    for (size_t i = fired * sizeof *reports; i < count * sizeof *reports; i++)
        cr_assert_eq(((unsigned char *)reports)[i], 0x55, "a report of a shot not fired");
    return fired;
}

/* The total of a salvo, according to the disclosure. */
struct totals {
    int32_t hits, sunk;
    int32_t sunk_of[SHIPS_MAX], hits_of[SHIPS_MAX];
};

static void add_to_totals(struct totals *totals, const struct model *model, int32_t ship)
{
    int32_t disclosure = bship_rules_get(model->rules, BSHIP_RULE_DISCLOSURE);
    int32_t name = bship_fleet_first_of_name(model->fleet, ship);

    totals->hits++;
    if (disclosure == BSHIP_DISCLOSURE_EVERY_HIT)
        totals->hits_of[name]++;
    if (!model_is_sunk(model, ship) || disclosure == BSHIP_DISCLOSURE_HIT)
        return;
    totals->sunk++;
    if (disclosure == BSHIP_DISCLOSURE_LENGTH)
        totals->sunk_of[first_of_length(model->fleet, ship)]++;
    else if (discloses_name(disclosure))
        totals->sunk_of[name]++;
}

static size_t fire_for_total(bship_board *board, struct model *model, const bship_cell *cells,
                             size_t count)
{
    struct totals got, expected;
    bship_total total = BSHIP_TOTAL_INIT;
    size_t fired = 0, array = (size_t)model->ships * sizeof(int32_t);

    memset(&expected, 0, sizeof expected);
    memset(&got, 0x55, sizeof got);
    total.sunk_of = got.sunk_of;
    total.capacity = SHIPS_MAX;
    total.hits_of = got.hits_of;
    assert_ok(bship_board_fire_total(board, cells, count, &total, &fired, NULL), "%s",
              rules_text(model->rules));
    if (bship_rules_get(model->rules, BSHIP_RULE_DISCLOSURE) == BSHIP_DISCLOSURE_HIT)
        expected.sunk = -1;
    for (size_t i = 0; i < fired; i++) {
        int32_t cell = cell_index(model->rules, cells[i]);
        cr_assert(!model_is_defeated(model), "a shot after the last sinking");
        if (model_fire(model, cell).result != BSHIP_RESULT_WASTED && model->owner[cell] >= 0)
            add_to_totals(&expected, model, model->owner[cell]);
    }
    cr_assert_eq(total.hits, expected.hits, "hits of\n%s", rules_text(model->rules));
    cr_assert_eq(total.sunk, expected.sunk, "sinkings of\n%s", rules_text(model->rules));
    cr_assert_arr_eq(got.sunk_of, expected.sunk_of, array, "sinkings of\n%s",
                     rules_text(model->rules));
    cr_assert_arr_eq(got.hits_of, expected.hits_of, array, "hits by name of\n%s",
                     rules_text(model->rules));
    return fired;
}

static void play_checked(bship_board *board, struct model *model, bship_rng *rng)
{
    int64_t shots = 0;

    for (int turn = 0; turn < 500 && !model_is_defeated(model); turn++) {
        bship_cell cells[CELLS_MAX];
        size_t count = random_salvo(model, rng, cells), fired;
        if (count == 0)
            continue;
        fired = reports_totals(model->rules) ? fire_for_total(board, model, cells, count)
                                             : fire_for_reports(board, model, cells, count);
        model_reveal(model);
        cr_assert(fired == count || model_is_defeated(model), "shots were left out");
        shots += (int64_t)fired;
        cr_assert_eq(bship_board_shots(board), shots, "the number of shots");
        check_board(board, model);
    }
}

Test(shooting, every_result_and_query_agrees_with_a_plain_model)
{
    bship_rng rng = rng_of(7);

    for (int i = 0; i < scaled(500); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        struct model model;
        model_take_layout(&model, board);
        check_board(board, &model);
        play_checked(board, &model, &rng);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(shooting, defeat_comes_exactly_with_the_last_cell)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3 1 1\n");
    bship_rng rng = rng_of(8);

    for (int i = 0; i < scaled(200); i++) {
        bship_board *board = random_board(rules, &rng);
        int32_t left = bship_fleet_cells(bship_rules_fleet(rules)), sinkings = 0;
        for (int32_t at = 0; at < cell_count(rules); at++) {
            bship_report report;
            left -= bship_board_ship_at(board, cell_at(rules, at)) >= 0;
            assert_ok(bship_board_fire(board, cell_at(rules, at), &report, NULL), "cell %d",
                      (int)at);
            sinkings += report.result == BSHIP_RESULT_SUNK;
            cr_assert_eq(bship_board_is_defeated(board) != 0, left == 0, "%d cells are left",
                         (int)left);
        }
        cr_assert_eq(sinkings, 4, "every ship sinks once");
        bship_board_free(board);
    }
    bship_rules_unref(rules);
}

Test(shooting, arrays_that_are_missing_are_left_out_of_a_total)
{
    bship_rules *rules =
        rules_from("board 2x1\nfleet 1\nturn salvo 2\nsalvo-report total\ndisclosure every-hit\n");
    bship_rng rng = rng_of(9);
    bship_board *board = random_board(rules, &rng);
    bship_cell cells[] = { { 0, 0 }, { 1, 0 } };
    bship_total total = BSHIP_TOTAL_INIT;
    size_t fired;

    assert_ok(bship_board_fire_total(board, cells, 2, &total, &fired, NULL), "no arrays");
    cr_assert_eq(total.hits, 1, "the hit");
    cr_assert_eq(total.sunk, 1, "the sinking");
    bship_board_free(board);
    bship_rules_unref(rules);
}

/* Asserts that a salvo is refused as a whole. */
static void refuse_salvo(bship_board *board, const bship_cell *cells, size_t count,
                         bship_status expected)
{
    const bship_rules *rules = bship_board_rules(board);
    bship_report reports[CELLS_MAX], untouched[CELLS_MAX];
    bship_total total = BSHIP_TOTAL_INIT;
    struct text before = board_dump(board);
    size_t fired = 4711;

    memset(reports, 0x55, sizeof reports);
    memset(untouched, 0x55, sizeof untouched);
    total.hits = 4711;
    if (reports_totals(rules))
        assert_status(bship_board_fire_total(board, cells, count, &total, &fired, NULL), expected,
                      "under\n%s", rules_text(rules));
    else
        assert_status(bship_board_fire_salvo(board, cells, count, reports, &fired, NULL), expected,
                      "under\n%s", rules_text(rules));
    cr_assert_eq(fired, 4711, "a refused salvo wrote how many were fired");
    cr_assert_eq(total.hits, 4711, "a refused salvo wrote a total");
    cr_assert_arr_eq(reports, untouched, sizeof reports, "a refused salvo wrote reports");
    assert_same(before, board_dump(board), "a refused salvo changed the board");
}

Test(shooting, salvo_with_one_bad_cell_changes_nothing)
{
    bship_rng rng = rng_of(10);

    for (int i = 0; i < scaled(250); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        struct model model;
        bship_cell cells[CELLS_MAX], good;
        size_t count, at;
        model_take_layout(&model, board);
        for (int turn = 0; turn < 8; turn++) {
            count = random_salvo(&model, &rng, cells);
            if (count == 0 || model_is_defeated(&model))
                break;
            at = (size_t)between(&rng, 0, (int32_t)count - 1);
            good = cells[at];
            for (int32_t bad = 0; bad < model.width * model.height; bad++) {
                bship_status status = model_can_fire(&model, bad);
                cells[at] = cell_at(rules, bad);
                if (status)
                    refuse_salvo(board, cells, count, status);
            }
            cells[at] = (bship_cell){ model.width, good.y };
            refuse_salvo(board, cells, count, BSHIP_ERROR_OFF_BOARD);
            cells[at] = (bship_cell){ good.x, -1 };
            refuse_salvo(board, cells, count, BSHIP_ERROR_OFF_BOARD);
            cells[at] = good;
            cells[count] = good;
            if (count < (size_t)cell_count(rules) - bship_rules_blocked(rules, NULL, 0))
                refuse_salvo(board, cells, count + 1, BSHIP_ERROR_DUPLICATE);
            refuse_salvo(board, cells, 0, BSHIP_ERROR_COUNT);
            if (reports_totals(rules))
                fire_for_total(board, &model, cells, count);
            else
                fire_for_reports(board, &model, cells, count);
            model_reveal(&model);
        }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(shooting, salvo_longer_than_the_board_is_refused)
{
    bship_rules *rules = rules_from("board 2x2\nfleet 1\nblocked A1\n");
    bship_rng rng = rng_of(11);
    bship_board *board = random_board(rules, &rng);
    bship_cell cells[5] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, 1 } };

    refuse_salvo(board, cells, 5, BSHIP_ERROR_COUNT);
    bship_board_free(board);
    bship_rules_unref(rules);
}

Test(shooting, incomplete_board_cannot_be_fired_at)
{
    bship_rng rng = rng_of(12);

    for (int i = 0; i < scaled(100); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        bship_cell cell = { 0, 0 };
        assert_ok(bship_board_remove(board, 0), "a ship is removed");
        assert_status(bship_board_check_fire(board, cell), BSHIP_ERROR_NOT_PLACED, "can_fire");
        refuse_salvo(board, &cell, 1, BSHIP_ERROR_NOT_PLACED);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(shooting, by_the_wrong_type_of_report_is_refused)
{
    bship_rules *each = rules_from("board 3x3\nfleet 2\n");
    bship_rules *totals = rules_from("board 3x3\nfleet 2\nturn salvo 2\nsalvo-report total\n");
    bship_rng rng = rng_of(13);
    bship_board *board = random_board(each, &rng), *other = random_board(totals, &rng);
    struct text before = board_dump(board), others = board_dump(other);
    bship_cell cell = { 0, 0 };
    bship_total total = BSHIP_TOTAL_INIT;
    bship_report report;
    size_t fired;

    assert_status(bship_board_fire_total(board, &cell, 1, &total, &fired, NULL), BSHIP_ERROR_REPORT,
                  "a total under rules that report shot by shot");
    assert_status(bship_board_fire_salvo(other, &cell, 1, &report, &fired, NULL),
                  BSHIP_ERROR_REPORT, "reports under rules that report totals");
    assert_status(bship_board_fire(other, cell, &report, NULL), BSHIP_ERROR_REPORT,
                  "a report under rules that report totals");
    assert_same(before, board_dump(board), "a refusal changed the board");
    assert_same(others, board_dump(other), "a refusal changed the board");
    bship_board_free(board);
    bship_board_free(other);
    bship_rules_unref(each);
    bship_rules_unref(totals);
}

Test(shooting, missing_arguments_are_refused)
{
    bship_rules *rules = rules_from("board 3x3\nfleet 2\n");
    bship_rng rng = rng_of(14);
    bship_board *board = random_board(rules, &rng), *none = NULL;
    bship_cell cell = { 0, 0 };
    bship_report report;
    size_t fired;

    assert_status(bship_board_new(NULL, rules, NULL, NULL), BSHIP_ERROR_ARGUMENT, "out");
    assert_status(bship_board_new(&none, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "rules");
    assert_status(bship_board_fire(board, cell, NULL, NULL), BSHIP_ERROR_ARGUMENT, "report");
    assert_status(bship_board_fire(NULL, cell, &report, NULL), BSHIP_ERROR_ARGUMENT, "board");
    assert_status(bship_board_fire_salvo(board, NULL, 1, &report, &fired, NULL),
                  BSHIP_ERROR_ARGUMENT, "cells");
    assert_status(bship_board_fire_salvo(board, &cell, 1, NULL, &fired, NULL), BSHIP_ERROR_ARGUMENT,
                  "reports");
    assert_status(bship_board_fire_salvo(board, &cell, 1, &report, NULL, NULL),
                  BSHIP_ERROR_ARGUMENT, "fired");
    assert_status(bship_board_place_random(board, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "rng");
    assert_status(bship_board_placement(board, 0, NULL), BSHIP_ERROR_ARGUMENT, "placement");
    assert_status(bship_board_copy(board, NULL), BSHIP_ERROR_ARGUMENT, "source");
    cr_assert_eq(bship_board_shots(board), 0, "a refusal fired");
    bship_board_free(NULL);
    bship_board_free(board);
    bship_rules_unref(rules);
}

Test(shooting, a_salvo_at_a_sunk_fleet_is_fired_as_a_whole)
{
    bship_rules *rules = rules_from("board 4x1\nfleet 1\nturn salvo 2\n");
    bship_placement ship = { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL };
    bship_cell first[] = { { 0, 0 }, { 1, 0 } }, second[] = { { 2, 0 }, { 3, 0 } };
    bship_board *board = new_board(rules);
    bship_report reports[2];
    size_t fired = 0;

    assert_ok(bship_board_place(board, ship), "a ship");
    assert_ok(bship_board_fire_salvo(board, first, 2, reports, &fired, NULL), "it sinks");
    cr_assert_eq(fired, 1, "a shot after the last sinking");
    assert_ok(bship_board_fire_salvo(board, second, 2, reports, &fired, NULL), "at a sunk fleet");
    cr_assert_eq(fired, 2, "%zu shots of 2", fired);
    bship_board_free(board);
    bship_rules_unref(rules);
}
