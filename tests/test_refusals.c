/* What a chart refuses without any change: bad cells, malformed reports and contradictions. */
#include <stdbool.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "support.h"

static const struct shape any = { .width = 9, .height = 9, .ships = 6, .length = 5, .blocked = 6 };

static void refuse_turn(bship_chart *chart, const bship_cell *cells, size_t count,
                        const bship_report *reports, bship_status expected, const char *what)
{
    struct text before = chart_dump(chart);
    assert_status(bship_chart_record_turn(chart, cells, count, reports, NULL), expected,
                  "%s under\n%s", what, rules_text(bship_chart_rules(chart)));
    assert_same(before, chart_dump(chart), what);
}

/* The reports that a board gives for cells that may be fired at; the board stays as it is. */
static size_t true_reports(const bship_board *board, const bship_cell *cells, size_t count,
                           bship_report *reports)
{
    bship_board *copy = NULL;
    size_t fired = 0;

    assert_ok(bship_board_new(&copy, bship_board_rules(board), NULL, NULL), "a board");
    assert_ok(bship_board_copy(copy, board), "a copy");
    assert_ok(bship_board_fire_salvo(copy, cells, count, reports, &fired, NULL), "a salvo");
    bship_board_free(copy);
    return fired;
}

static void check_bad_cells(const bship_board *board, bship_chart *chart)
{
    const bship_rules *rules = bship_chart_rules(chart);
    bship_cell cells[2] = { { -1, -1 }, { -1, -1 } };
    bship_report reports[3];
    size_t count = 0;

    for (int32_t i = 0; i < cell_count(rules) && count < 2; i++)
        if (bship_chart_state_at(chart, cell_at(rules, i)) == BSHIP_CHART_STATE_UNKNOWN)
            cells[count++] = cell_at(rules, i);
    if (count < 2 || true_reports(board, cells, 2, reports) < 2)
        return;
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell bad[2] = { cells[0], cell_at(rules, i) };
        bship_status status = bship_chart_check_fire(chart, bad[1]);
        if (status)
            refuse_turn(chart, bad, 2, reports, status, "a bad cell");
    }
    refuse_turn(chart, (bship_cell[]){ cells[0], { bship_rules_width(rules), 0 } }, 2, reports,
                BSHIP_ERROR_OFF_BOARD, "off the board");
    reports[1] = reports[0];
    refuse_turn(chart, (bship_cell[]){ cells[0], cells[0] }, 2, reports, BSHIP_ERROR_DUPLICATE,
                "a cell twice");
    refuse_turn(chart, cells, 0, reports, BSHIP_ERROR_COUNT, "no shots");
}

Test(refusal, turn_with_a_bad_cell_changes_nothing)
{
    struct shape shape = any;
    bship_rng rng = rng_of(8);

    shape.pin[BSHIP_RULE_SALVO_REPORT] = 1;
    for (int i = 0; i < scaled(200); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        for (int turn = 0; turn < 10 && fire_at_random(board, chart, &rng) > 0; turn++)
            check_bad_cells(board, chart);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(refusal, reports_must_have_the_form_of_the_disclosure)
{
    /* Under each disclosure, on an empty chart; ships 0 and 1 are of one name. */
    static const struct {
        const char *rules;
        bship_report report;
    } cases[] = {
        { "", { -1, -1, 0, 0, 0, 0, 0, 0 } },
        { "", { 4, -1, 0, 0, 0, 0, 0, 0 } },
        { "", { BSHIP_RESULT_MISS, 0, 0, 0, 0, 0, 0, 0 } },
        { "", { BSHIP_RESULT_MISS, -1, 1, 0, 0, 0, 0, 0 } },
        { "", { BSHIP_RESULT_MISS, -1, 0, 0, 0, 0, 0, 1 } },
        { "", { BSHIP_RESULT_HIT, -1, 1, 0, 0, 0, 0, 0 } },
        { "", { BSHIP_RESULT_HIT, 0, 0, 0, 0, 0, 0, 0 } },
        { "", { BSHIP_RESULT_SUNK, -1, 0, 0, 0, 0, 0, 0 } },
        { "", { BSHIP_RESULT_SUNK, 0, 1, 0, 0, 0, 0, 0 } },
        { "", { BSHIP_RESULT_SUNK, -1, -1, 0, 0, 0, 0, 0 } },
        { "", { BSHIP_RESULT_WASTED, -1, 0, 0, 0, 0, 0, 0 } },
        { "repeat wasted\n", { BSHIP_RESULT_WASTED, -1, 0, 0, 0, 0, 0, 0 } },
        { "disclosure hit\n", { BSHIP_RESULT_SUNK, -1, 0, 0, 0, 0, 0, 0 } },
        { "disclosure hit\n", { BSHIP_RESULT_HIT, 0, 1, 0, 0, 0, 0, 0 } },
        { "disclosure sunk\n", { BSHIP_RESULT_SUNK, -1, 1, 0, 0, 0, 0, 0 } },
        { "disclosure sunk\n", { BSHIP_RESULT_SUNK, 0, 0, 0, 0, 0, 0, 0 } },
        { "disclosure ship\n", { BSHIP_RESULT_SUNK, -1, 1, 0, 0, 0, 0, 0 } },
        { "disclosure ship\n", { BSHIP_RESULT_SUNK, 1, 1, 0, 0, 0, 0, 0 } },
        { "disclosure ship\n", { BSHIP_RESULT_SUNK, 0, 2, 0, 0, 0, 0, 0 } },
        { "disclosure ship\n", { BSHIP_RESULT_SUNK, 3, 1, 0, 0, 0, 0, 0 } },
        { "disclosure ship\n", { BSHIP_RESULT_SUNK, 0, 0, 0, 0, 0, 0, 0 } },
        { "disclosure ship\n", { BSHIP_RESULT_HIT, 2, 3, 0, 0, 0, 0, 0 } },
        { "disclosure every-hit\n", { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 } },
        { "disclosure every-hit\n", { BSHIP_RESULT_HIT, 2, 1, 0, 0, 0, 0, 0 } },
        { "disclosure every-hit\n", { BSHIP_RESULT_HIT, 1, 1, 0, 0, 0, 0, 0 } },
        { "disclosure every-hit\n", { BSHIP_RESULT_MISS, 2, 3, 0, 0, 0, 0, 0 } },
        { "", { BSHIP_RESULT_SUNK, -1, 1, 1, 2, 2, 0, 0 } },
        { "", { BSHIP_RESULT_SUNK, -1, 1, 0, 2, 0, 0, 0 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_SUNK, -1, 1, 0, 0, 0, 0, 0 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_SUNK, -1, 1, 2, 2, 2, 0, 0 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_SUNK, -1, 1, 1, 2, 2, 1, 0 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_SUNK, -1, 1, 1, 2, 2, 0, 1 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_SUNK, -1, 1, 1, 5, 2, 0, 0 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_SUNK, -1, 3, 1, -1, 2, 0, 0 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_SUNK, -1, 3, 1, 3, 2, 0, 0 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_SUNK, -1, 3, 1, 2, 3, 1, 0 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_SUNK, -1, 3, 1, 2, 2, 2, 0 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_SUNK, -1, 0, 1, 2, 2, 0, 0 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_SUNK, -1, 1024, 1, INT32_MAX, 2, 0, 0 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_HIT, -1, 0, 1, 2, 2, 0, 0 } },
        { "reveal-ship yes\n", { BSHIP_RESULT_MISS, -1, 0, 0, 0, 0, 1, 0 } },
        { "reveal-ship yes\ndisclosure ship\n", { BSHIP_RESULT_SUNK, 2, 3, 0, 0, 0, 0, 0 } },
        { "reveal-ship yes\ndisclosure every-hit\n", { BSHIP_RESULT_HIT, 2, 3, 1, 2, 2, 0, 0 } },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128] = "board 5x5\nfleet A:1 A:1 B:3\n";
        bship_rules *rules = rules_from(strcat(text, cases[i].rules));
        bship_chart *chart = new_chart(rules);
        bship_cell cell = { 2, 2 };
        refuse_turn(chart, &cell, 1, &cases[i].report, BSHIP_ERROR_REPORT, "a malformed report");
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

Test(refusal, repeats_and_nothing_else_must_be_wasted)
{
    static const bship_report miss = { BSHIP_RESULT_MISS, -1, 0, 0, 0, 0, 0, 0 };
    static const bship_report wasted = { BSHIP_RESULT_WASTED, -1, 0, 0, 0, 0, 0, 0 };
    bship_rules *rules = rules_from("board 4x4\nfleet 2\nrepeat wasted\n");
    bship_chart *chart = new_chart(rules);
    bship_cell cell = { 1, 1 };
    struct text before;

    refuse_turn(chart, &cell, 1, &wasted, BSHIP_ERROR_REPORT, "a first shot is not wasted");
    assert_ok(bship_chart_record(chart, cell, &miss, NULL), "a miss");
    refuse_turn(chart, &cell, 1, &miss, BSHIP_ERROR_REPORT, "a second shot is wasted");
    before = chart_dump(chart);
    assert_ok(bship_chart_record(chart, cell, &wasted, NULL), "a wasted shot");
    cr_assert_eq(wasted_shots(chart), 1, "the wasted shot counts");
    cr_assert_eq(bship_chart_shots(chart), 2, "the shots");
    assert_ok(bship_chart_truncate(chart, 1), "truncate");
    assert_same(before, chart_dump(chart), "a wasted shot left a trace");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* A sequence of reports: "B1 hit", "C1 sunk 2"; the last one is false. */
struct story_step {
    const char *cell;
    int32_t result, length, ship;
};

#define MISS(cell)                                                                                 \
    {                                                                                              \
        cell, BSHIP_RESULT_MISS, 0, -1                                                             \
    }
#define HIT(cell)                                                                                  \
    {                                                                                              \
        cell, BSHIP_RESULT_HIT, 0, -1                                                              \
    }
#define SUNK(cell, length)                                                                         \
    {                                                                                              \
        cell, BSHIP_RESULT_SUNK, length, -1                                                        \
    }

static void check_lie(const char *text, const struct story_step *story)
{
    bship_rules *rules = rules_from(text);
    bship_chart *chart = new_chart(rules);

    for (; story->cell; story++) {
        bship_report report = { story->result, story->ship, story->length, 0, 0, 0, 0, 0 };
        bship_cell cell;
        assert_ok(bship_cell_parse(story->cell, &cell, NULL), "%s", story->cell);
        if (story[1].cell)
            assert_ok(bship_chart_record(chart, cell, &report, NULL), "%s of\n%s", story->cell,
                      text);
        else
            refuse_turn(chart, &cell, 1, &report, BSHIP_ERROR_CONTRADICTION, story->cell);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(refusal, clear_lies_are_contradictions)
{
    static const struct {
        const char *rules;
        struct story_step story[8];
    } lies[] = {
        { "board 4x4\nfleet 2\n", { SUNK("A1", 2) } },                       /* no run */
        { "board 4x4\nfleet 2\n", { HIT("A1"), SUNK("B2", 2) } },            /* no run */
        { "board 4x4\nfleet 2\n", { HIT("A1"), SUNK("C1", 2) } },            /* a gap */
        { "board 4x4\nfleet 3\n", { HIT("A1"), SUNK("B1", 3) } },            /* too short */
        { "board 4x4\nfleet 2\n", { HIT("A1"), HIT("B1") } },                /* sunk is due */
        { "board 4x4\nfleet 2\n", { HIT("A1"), SUNK("B1", 2), HIT("C1") } }, /* too many hits */
        { "board 4x4\nfleet 2 3\n", { HIT("A1"), SUNK("B1", 2), HIT("A3"), SUNK("B3", 2) } },
        { "board 4x4\nfleet 1\n", { HIT("A1") } },                          /* sunk is due */
        { "board 4x4\nfleet 1 1\n", { HIT("A1") } },                        /* sunk is due */
        { "board 2x2\nfleet 2\n", { MISS("A1"), MISS("B2"), MISS("A2") } }, /* no room */
        { "board 2x1\nfleet 2\n", { MISS("A1") } },                         /* no room */
        { "board 4x4\nfleet 2 2\ncontact none\n", { HIT("A1"), SUNK("B1", 2), HIT("C2") } },
        { "board 4x4\nfleet 2 2\ncontact none\n", { HIT("A1"), SUNK("B1", 2), HIT("A2") } },
        { "board 4x4\nfleet 2 2\ncontact no-sides\n", { HIT("A1"), SUNK("B1", 2), HIT("A2") } },
        { "board 4x4\nfleet 2 2\ncontact none\n", { HIT("A1"), HIT("B2") } },
        { "board 4x4\nfleet 2 2\ndisclosure hit\n",
          { HIT("A1"), HIT("B1"), HIT("C1"), HIT("D1"), HIT("A3") } },
        { "board 2x2\nfleet 2\ndisclosure hit\n", { MISS("A1"), MISS("B1"), MISS("A2") } },
        { "board 4x4\nfleet 2 2\ndisclosure sunk\n", { SUNK("A1", 0) } },
        { "board 4x4\nfleet 2\ndisclosure sunk\n", { HIT("A1"), SUNK("B1", 0), SUNK("C1", 0) } },
        { "board 4x4\nfleet A:2 B:2\ndisclosure ship\n",
          { HIT("A1"),
            { "B1", BSHIP_RESULT_SUNK, 2, 0 },
            HIT("A3"),
            { "B3", BSHIP_RESULT_SUNK, 2, 0 } } },
        { "board 5x5\nfleet A:2 B:2\ndisclosure every-hit\n",
          { { "A1", BSHIP_RESULT_HIT, 2, 0 },
            { "A3", BSHIP_RESULT_HIT, 2, 1 },
            { "B1", BSHIP_RESULT_SUNK, 2, 1 } } },
        { "board 5x5\nfleet A:3 B:3\ndisclosure every-hit\n",
          { { "A1", BSHIP_RESULT_HIT, 3, 0 },
            { "B1", BSHIP_RESULT_HIT, 3, 0 },
            { "C1", BSHIP_RESULT_HIT, 3, 0 } } },
    };

    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        check_lie(lies[i].rules, lies[i].story);
}

Test(refusal, salvo_with_a_lie_in_its_midst_changes_nothing)
{
    static const bship_report reports[] = { { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 },
                                            { BSHIP_RESULT_SUNK, -1, 2, 0, 0, 0, 0, 0 },
                                            { BSHIP_RESULT_MISS, -1, 0, 0, 0, 0, 0, 0 } };
    static const bship_cell cells[] = { { 0, 0 }, { 2, 2 }, { 3, 3 } };
    bship_rules *rules = rules_from("board 5x5\nfleet 2 2\nturn salvo 3\n");
    bship_chart *chart = new_chart(rules);

    refuse_turn(chart, cells, 3, reports, BSHIP_ERROR_CONTRADICTION, "a lie in a salvo");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

static void refuse_total(bship_chart *chart, size_t count, const bship_total *total,
                         bship_status expected, const char *what)
{
    static const bship_cell cells[] = { { 0, 0 }, { 1, 0 }, { 2, 0 } };
    struct text before = chart_dump(chart);
    assert_status(bship_chart_record_total(chart, cells, count, total, NULL), expected, "%s", what);
    assert_same(before, chart_dump(chart), what);
}

Test(refusal, totals_must_have_the_form_of_the_disclosure)
{
    static int32_t zeros[] = { 0, 0, 0 }, second[] = { 0, 1, 0 }, some[] = { 1, 0, 0 };
    static const struct {
        const char *disclosure;
        bship_total total;
    } cases[] = {
        { "hit", { sizeof(bship_total), 1, 0, NULL, NULL, 0 } },
        { "hit", { sizeof(bship_total), -1, -1, NULL, NULL, 0 } },
        { "sunk", { sizeof(bship_total), 1, -1, NULL, NULL, 0 } },
        { "length", { sizeof(bship_total), 1, 0, NULL, NULL, 0 } },
        { "length", { sizeof(bship_total), 3, 1, zeros, NULL, 3 } },
        { "length", { sizeof(bship_total), 3, 1, second, NULL, 3 } }, /* not the first of 2 */
        { "ship", { sizeof(bship_total), 1, 0, NULL, NULL, 0 } },
        { "ship", { sizeof(bship_total), 3, 0, some, NULL, 3 } },
        { "every-hit", { sizeof(bship_total), 1, 0, zeros, NULL, 3 } },
        { "every-hit", { sizeof(bship_total), 2, 0, zeros, some, 3 } },
        { "every-hit", { sizeof(bship_total), 1, 0, zeros, second, 3 } },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128] = "board 5x5\nfleet A:2 A:2 B:3\nturn salvo 3\nsalvo-report total\n"
                         "disclosure ";
        bship_rules *rules = rules_from(strcat(text, cases[i].disclosure));
        bship_chart *chart = new_chart(rules);
        bship_status status;
        struct text before = chart_dump(chart);
        static const bship_cell cells[] = { { 0, 0 }, { 1, 0 }, { 2, 0 } };
        status = bship_chart_record_total(chart, cells, 3, &cases[i].total, NULL);
        cr_assert(status == BSHIP_ERROR_REPORT || status == BSHIP_ERROR_ARGUMENT,
                  "case %zu under %s is %s", i, cases[i].disclosure,
                  bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)status));
        assert_same(before, chart_dump(chart), "a refused total changed the chart");
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

Test(refusal, totals_that_no_layout_gives_are_contradictions)
{
    static int32_t none[] = { 0, 0 }, first[] = { 1, 0 }, second[] = { 0, 1 }, two[] = { 2, 0 };
    static const bship_cell cells[] = { { 0, 0 }, { 1, 0 }, { 2, 0 } };
    static const struct {
        int32_t hits, sunk, *sunk_of;
        bool malformed; /* it may as well be refused for its form */
    } lies[] = {
        { 1, 1, first, false },  /* a sinking needs two hits */
        { 2, 1, second, false }, /* and this one three */
        { 3, 2, two, true },     /* there is one ship of that length */
        { 0, 1, first, true },   /* more sinkings than hits */
        { 4, 0, none, true },    /* more hits than shots */
    };
    bship_rules *rules = rules_from("board 5x5\nfleet 2 3\nturn salvo 3\nsalvo-report total\n");
    bship_chart *chart = new_chart(rules);
    bship_total honest = { sizeof honest, 3, 0, none, NULL, 2 };

    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        bship_total total = { sizeof total, lies[i].hits, lies[i].sunk, lies[i].sunk_of, NULL, 2 };
        struct text before = chart_dump(chart);
        bship_status status = bship_chart_record_total(chart, cells, 3, &total, NULL);
        cr_assert(status == BSHIP_ERROR_CONTRADICTION ||
                      (lies[i].malformed && status == BSHIP_ERROR_REPORT),
                  "lie %zu is %s", i, bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)status));
        assert_same(before, chart_dump(chart), "a lie changed the chart");
    }
    assert_ok(bship_chart_record_total(chart, cells, 3, &honest, NULL), "an honest total");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(refusal, of_the_wrong_type_of_report)
{
    bship_rules *each = rules_from("board 5x5\nfleet 2\n");
    bship_rules *totals = rules_from("board 5x5\nfleet 2\nturn salvo 3\nsalvo-report total\n");
    bship_chart *chart = new_chart(each), *other = new_chart(totals);
    bship_report miss = BSHIP_REPORT_INIT;
    int32_t none[] = { 0 };
    bship_total total = { sizeof total, 0, 0, none, NULL, 1 };
    bship_cell cell = { 0, 0 };

    refuse_total(chart, 1, &total, BSHIP_ERROR_REPORT, "a total where each shot is reported");
    refuse_turn(other, &cell, 1, &miss, BSHIP_ERROR_REPORT, "a report where totals are due");
    bship_chart_free(chart);
    bship_chart_free(other);
    bship_rules_unref(each);
    bship_rules_unref(totals);
}

Test(refusal, of_missing_arguments)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 2\n");
    bship_chart *chart = new_chart(rules), *none = NULL;
    bship_report miss = BSHIP_REPORT_INIT;
    bship_cell cell = { 0, 0 };

    assert_status(bship_chart_new(NULL, rules, NULL, NULL), BSHIP_ERROR_ARGUMENT, "out");
    assert_status(bship_chart_new(&none, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "rules");
    assert_status(bship_chart_record(NULL, cell, &miss, NULL), BSHIP_ERROR_ARGUMENT, "chart");
    assert_status(bship_chart_record(chart, cell, NULL, NULL), BSHIP_ERROR_ARGUMENT, "report");
    assert_status(bship_chart_record_turn(chart, NULL, 1, &miss, NULL), BSHIP_ERROR_ARGUMENT,
                  "cells");
    assert_status(bship_chart_record_turn(chart, &cell, 1, NULL, NULL), BSHIP_ERROR_ARGUMENT,
                  "reports");
    assert_status(bship_chart_copy(chart, NULL), BSHIP_ERROR_ARGUMENT, "source");
    assert_status(bship_chart_turn(chart, 0, NULL), BSHIP_ERROR_ARGUMENT, "entry");
    assert_status(bship_chart_sinking(chart, 0, NULL), BSHIP_ERROR_ARGUMENT, "sinking");
    cr_assert_eq(bship_chart_turns(chart), 0, "a refusal was recorded");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}
