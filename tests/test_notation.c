/* Shots, reports and turns as text: round trips under every rule, and what is refused and where. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum {
    SHOTS_MAX = 64, /* no board of these tests has more cells */
    SHIPS_MAX = 8,
    TEXT_SIZE = 4096
};

/* A turn with room for everything. */
struct turn {
    bship_cell cells[SHOTS_MAX];
    bship_report reports[SHOTS_MAX];
    size_t count;
    int32_t sunk_of[SHIPS_MAX], hits_of[SHIPS_MAX];
    bship_total total;
};

static void clear(struct turn *turn)
{
    memset(turn, 0, sizeof *turn);
    turn->total =
        (bship_total){ sizeof turn->total, 0, -1, turn->sunk_of, turn->hits_of, SHIPS_MAX };
}

static bship_status parse(const bship_rules *rules, const char *text, struct turn *turn,
                          bship_error *error)
{
    clear(turn);
    return bship_turn_parse(rules, text, turn->cells, SHOTS_MAX, &turn->count, turn->reports,
                            &turn->total, error);
}

static size_t format(const bship_rules *rules, const struct turn *turn, char *buffer,
                     size_t capacity)
{
    return bship_turn_format(rules, turn->cells, turn->count, turn->reports, &turn->total, buffer,
                             capacity);
}

/* ---- round trips ---- */

/* Reads the last turn of a chart. */
static void last_turn(const bship_chart *chart, struct turn *turn)
{
    bship_turn last = BSHIP_TURN_INIT;
    int64_t number = bship_chart_turns(chart) - 1;

    clear(turn);
    assert_ok(bship_chart_turn(chart, number, &last), "the turn");
    turn->count = (size_t)last.shots;
    for (size_t i = 0; i < turn->count; i++)
        assert_ok(bship_chart_shot(chart, last.first_shot + (int64_t)i, &turn->cells[i],
                                   &turn->reports[i]),
                  "a shot");
    if (last.is_total)
        assert_ok(bship_chart_total(chart, number, &turn->total), "its total");
}

static void assert_same_turn(const struct turn *a, const struct turn *b, bool is_total,
                             const char *text)
{
    cr_assert_eq(a->count, b->count, "%zu shots of %zu: %s", b->count, a->count, text);
    cr_assert_eq(memcmp(a->cells, b->cells, sizeof a->cells), 0, "cells of %s", text);
    if (!is_total)
        cr_assert_eq(memcmp(a->reports, b->reports, sizeof a->reports), 0, "reports of %s", text);
    cr_assert(a->total.hits == b->total.hits && a->total.sunk == b->total.sunk, "total of %s",
              text);
    cr_assert_eq(memcmp(a->sunk_of, b->sunk_of, sizeof a->sunk_of), 0, "sinkings of %s", text);
    cr_assert_eq(memcmp(a->hits_of, b->hits_of, sizeof a->hits_of), 0, "hits of %s", text);
}

/* The last line of the chart's record, without the side. */
static void assert_line_of_record(const bship_chart *chart, const char *text)
{
    bship_record *record = NULL;
    assert_ok(bship_record_new_chart(&record, chart, BSHIP_SIDE_A, NULL), "a record");
    struct text whole = record_text_of(record);

    whole.data[whole.length - 1] = '\0';
    cr_assert_str_eq(strrchr(whole.data, '\n') + 1 + strlen("a "), text, "the line of the record");
    text_free(&whole);
    bship_record_free(record);
}

static void check_turn(const bship_chart *chart)
{
    const bship_rules *rules = bship_chart_rules(chart);
    struct turn turn, back;
    char text[TEXT_SIZE];
    bship_error error = BSHIP_ERROR_INIT;

    last_turn(chart, &turn);
    cr_assert_lt(format(rules, &turn, text, sizeof text), sizeof text, "a long line");
    assert_line_of_record(chart, text);
    assert_ok(parse(rules, text, &back, &error), "%s: %s", text, error.text);
    assert_same_turn(&turn, &back, reports_totals(rules), text);
    bship_cells_format(turn.cells, turn.count, text, sizeof text);
    clear(&back);
    assert_ok(bship_cells_parse(rules, text, back.cells, SHOTS_MAX, &back.count, &error), "%s: %s",
              text, error.text);
    cr_assert(back.count == turn.count && memcmp(back.cells, turn.cells, sizeof turn.cells) == 0,
              "%s", text);
}

Test(notation, every_turn_of_a_game_is_read_as_it_was_written)
{
    for (int game = 0; game < scaled(300); game++) {
        bship_rng rng = rng_of((uint64_t)game);
        struct shape shape = { .blocked = 3 };
        bship_rules *rules = random_rules(&rng, &shape);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        for (int turn = 0; turn < 20 && fire_at_random(board, chart, &rng) > 0; turn++)
            check_turn(chart);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* ---- what is read ---- */

#define SALVO "board 5x5\nblocked E5\nturn salvo 3\n"
#define TOTAL SALVO "salvo-report total\n"
#define SHOWN "reveal-ship yes\n"
#define NAMES "fleet \"Patrol Boat\":2 \"a,b:#\":3 2\n"

Test(notation, what_is_well_formed_is_read_and_written_one_way)
{
    static const struct {
        const char *rules, *text, *written;
    } rows[] = {
        { "", "a1 hit", "A1 hit" },
        { "", "  A1\thit  ", "A1 hit" },
        { "", "A1 sunk 3", "A1 sunk 3" },
        { "", "A1 sunk 7", "A1 sunk 7" },
        { "repeat wasted\n", "A1 wasted", "A1 wasted" },
        { SALVO, "A1 miss ,B1 sunk 2,C1 hit", "A1 miss, B1 sunk 2, C1 hit" },
        { SALVO NAMES "disclosure ship\n", "A1 sunk \"Patrol Boat\", A2 sunk \"a,b:#\", A3 sunk 3",
          "A1 sunk \"Patrol Boat\", A2 sunk \"a,b:#\", A3 sunk \"a,b:#\"" },
        { SALVO NAMES "disclosure every-hit\n", "A1 hit \"Patrol Boat\", A2 sunk \"2\"",
          "A1 hit \"Patrol Boat\", A2 sunk \"2\"" },
        { SHOWN, "C3 sunk 3 A3 right", NULL },
        { SHOWN, "C3\tsunk 3  a3  down ", "C3 sunk 3 A3 down" },
        { SHOWN, "J10 sunk 5 J6 down", NULL },
        { SHOWN "fleet 1\n", "A1 sunk 1 A1 right", NULL },
        { SHOWN SALVO, "A1 sunk 2 B1 right,C1 hit", "A1 sunk 2 B1 right, C1 hit" },
        { SHOWN SALVO NAMES "disclosure every-hit\n", "A1 hit \"2\", A2 sunk \"2\" A1 down", NULL },
        { TOTAL "disclosure hit\n", "A1, B1:1 hit", "A1, B1: 1 hit" },
        { TOTAL "disclosure sunk\n", "A1, B1 : 2 hits , sunk,sunk", "A1, B1: 2 hits, sunk, sunk" },
        { TOTAL, "A1, B1, C1: 3 hits, sunk 3, sunk 2", NULL },
        { TOTAL "fleet 3 2\n", "A1, B1, C1: 2 hits, sunk 3, sunk 2",
          "A1, B1, C1: 2 hits, sunk 3, sunk 2" },
        { TOTAL NAMES "disclosure every-hit\n",
          "A1, B1, C1: 2 hits \"Patrol Boat\", 1 hit \"2\", sunk \"2\"",
          "A1, B1, C1: 2 hits \"Patrol Boat\", 1 hit \"2\", sunk \"2\"" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bship_rules *rules = rules_from(rows[i].rules);
        struct turn turn;
        char text[TEXT_SIZE];
        bship_error error = BSHIP_ERROR_INIT;
        assert_ok(parse(rules, rows[i].text, &turn, &error), "%s: %s", rows[i].text, error.text);
        format(rules, &turn, text, sizeof text);
        cr_assert_str_eq(text, rows[i].written ? rows[i].written : rows[i].text, "written");
        bship_rules_unref(rules);
    }
}

Test(notation, what_is_malformed_is_refused_at_its_place)
{
    static const struct {
        const char *rules, *text;
        bship_status status;
        unsigned column;
        const char *message;
    } rows[] = {
        { "", "", BSHIP_ERROR_SYNTAX, 1, "expected a cell such as A1" },
        { "", "A1", BSHIP_ERROR_SYNTAX, 3, "expected miss, hit or sunk LENGTH" },
        { "", "A1 wasted", BSHIP_ERROR_SYNTAX, 4, "expected miss, hit or sunk LENGTH" },
        { "repeat wasted\n", "A1 lost", BSHIP_ERROR_SYNTAX, 4,
          "expected miss, hit, sunk LENGTH or wasted" },
        { "repeat wasted\ndisclosure hit\n", "A1 sunk", BSHIP_ERROR_SYNTAX, 4,
          "expected miss, hit or wasted" },
        { "", "A1 sunk", BSHIP_ERROR_SYNTAX, 8, "expected a length from 1 to 1024" },
        { "", "A1 sunk 03", BSHIP_ERROR_SYNTAX, 9, "expected a length from 1 to 1024" },
        { "", "A1 miss, B1 miss", BSHIP_ERROR_SYNTAX, 8, "expected the end of the line" },
        { "", "A1 miss # so", BSHIP_ERROR_SYNTAX, 9, "expected the end of the line" },
        { "", "A1 miss\n", BSHIP_ERROR_SYNTAX, 8, "expected UTF-8 without control characters" },
        { "", "A1 m\xffss", BSHIP_ERROR_SYNTAX, 5, "expected UTF-8 without control characters" },
        { "", "A11 miss", BSHIP_ERROR_OFF_BOARD, 1, "A11: off the board" },
        { "", "AMJ1025 miss", BSHIP_ERROR_RANGE, 4, "expected a row from 1 to 1024" },
        { SALVO, "A1 miss, E5 miss", BSHIP_ERROR_BLOCKED, 10, "E5: the cell is blocked" },
        { SALVO, "A1 miss, A1 hit", BSHIP_ERROR_DUPLICATE, 10,
          "A1: a salvo contains a cell twice" },
        { SALVO, "A1 miss,", BSHIP_ERROR_SYNTAX, 9, "expected a cell such as A1" },
        { SALVO "disclosure ship\n", "A1 sunk Cutter", BSHIP_ERROR_NAME, 9,
          "expected the name of a ship of the fleet" },
        { SALVO "disclosure ship\n", "A1 sunk 3", BSHIP_ERROR_NAME, 9,
          "expected a name: ships of different names have this length" },
        { SALVO "disclosure ship\n", "A1 sunk \"Cruiser", BSHIP_ERROR_SYNTAX, 9,
          "expected a closing quote" },
        { "", "A1 sunk 3 A1 right", BSHIP_ERROR_SYNTAX, 11, "expected the end of the line" },
        { SHOWN, "A1 lost", BSHIP_ERROR_SYNTAX, 4,
          "expected miss, hit or sunk LENGTH CELL right|down" },
        { SHOWN "disclosure ship\n", "A1 lost", BSHIP_ERROR_SYNTAX, 4,
          "expected miss, hit or sunk NAME CELL right|down" },
        { SHOWN, "C3 sunk 3", BSHIP_ERROR_SYNTAX, 10, "expected a cell such as A1" },
        { SHOWN, "C3 sunk 3 A3", BSHIP_ERROR_SYNTAX, 13, "expected right or down" },
        { SHOWN, "C3 sunk 3 A3 left", BSHIP_ERROR_SYNTAX, 14, "expected right or down" },
        { SHOWN, "C3 sunk 3 A3 right too", BSHIP_ERROR_SYNTAX, 20, "expected the end of the line" },
        { SHOWN, "C3 sunk 3 I3 right", BSHIP_ERROR_OFF_BOARD, 11, "off the board" },
        { SHOWN, "C3 sunk 3 C9 down", BSHIP_ERROR_OFF_BOARD, 11, "off the board" },
        { SHOWN "fleet 1\n", "A1 sunk 1 A1 down", BSHIP_ERROR_SYNTAX, 14, "expected right" },
        { TOTAL, "A1, B1", BSHIP_ERROR_SYNTAX, 7, "expected ',' and a cell, or ':' and the total" },
        { TOTAL, "A1 hit", BSHIP_ERROR_SYNTAX, 4, "expected ',' and a cell, or ':' and the total" },
        { TOTAL, "A1: 1 hits", BSHIP_ERROR_SYNTAX, 5,
          "expected the number of hits, such as 0 hits or 1 hit" },
        { TOTAL, "A1: 1 hit, sank 2", BSHIP_ERROR_SYNTAX, 12, "expected sunk" },
        { TOTAL, "A1: 1 hit, sunk 2, sunk 3", BSHIP_ERROR_SYNTAX, 25,
          "expected the ships in the order of the fleet" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bship_rules *rules = rules_from(rows[i].rules);
        struct turn turn;
        bship_error error = BSHIP_ERROR_INIT;
        assert_status(parse(rules, rows[i].text, &turn, &error), rows[i].status, "\"%s\": %s",
                      rows[i].text, error.text);
        cr_assert(error.line == 1 && error.column == rows[i].column, "\"%s\": column %u, not %u",
                  rows[i].text, (unsigned)error.column, rows[i].column);
        cr_assert_str_eq(error.text, rows[i].message, "\"%s\"", rows[i].text);
        cr_assert_eq(turn.count, 0, "the count is untouched");
        bship_rules_unref(rules);
    }
}

Test(notation, no_more_shots_are_read_than_there_is_room_for)
{
    bship_rules *rules = rules_from(SALVO);
    bship_cell cells[2] = { { 9, 9 }, { 9, 9 } };
    size_t count = 7;
    bship_error error = BSHIP_ERROR_INIT;

    assert_status(bship_cells_parse(rules, "A1, B1", cells, 1, &count, &error), BSHIP_ERROR_COUNT,
                  "two shots");
    cr_assert(error.column == 5 && count == 7 && cells[1].x == 9, "at the second");
    cr_assert_str_eq(error.text, "expected at most 1 shot", "the message");
    assert_ok(bship_cells_parse(rules, "A1, B1", cells, 2, &count, &error), "two shots");
    cr_assert(count == 2 && cells[1].x == 1 && cells[1].y == 0, "both");
    assert_status(bship_cells_parse(rules, "A1 hit", cells, 2, &count, &error), BSHIP_ERROR_SYNTAX,
                  "no report");
    bship_rules_unref(rules);
}

Test(notation, a_line_longer_than_a_records_is_refused)
{
    bship_rules *rules = rules_from("");
    char *text = malloc(70001);
    struct turn turn;
    bship_error error = BSHIP_ERROR_INIT;

    memset(text, ' ', 70000);
    text[70000] = '\0';
    assert_status(parse(rules, text, &turn, &error), BSHIP_ERROR_SYNTAX, "a long line");
    cr_assert_eq(error.column, 65537, "at the first byte too many");
    free(text);
    bship_rules_unref(rules);
}

Test(notation, a_report_of_totals_is_none_of_a_shot)
{
    bship_rules *rules = rules_from(TOTAL);
    struct turn turn;

    clear(&turn);
    assert_status(
        bship_turn_parse(rules, "A1: 0 hits", turn.cells, 1, &turn.count, turn.reports, NULL, NULL),
        BSHIP_ERROR_ARGUMENT, "no total");
    turn.total.sunk_of = turn.total.hits_of = NULL;
    assert_ok(
        bship_turn_parse(rules, "A1: 0 hits", turn.cells, 1, &turn.count, NULL, &turn.total, NULL),
        "no arrays");
    turn.total.size = 3;
    assert_status(
        bship_turn_parse(rules, "A1: 0 hits", turn.cells, 1, &turn.count, NULL, &turn.total, NULL),
        BSHIP_ERROR_SIZE, "a total of 3 bytes");
    bship_rules_unref(rules);
}

Test(notation, missing_arguments_are_refused)
{
    bship_rules *rules = rules_from("");
    struct turn turn;

    clear(&turn);
    assert_status(bship_cells_parse(rules, "A1", turn.cells, 1, NULL, NULL), BSHIP_ERROR_ARGUMENT,
                  "count");
    assert_status(
        bship_turn_parse(NULL, "A1 hit", turn.cells, 1, &turn.count, turn.reports, NULL, NULL),
        BSHIP_ERROR_ARGUMENT, "rules");
    bship_rules_unref(rules);
}

/* ---- what is written ---- */

Test(notation, what_the_rules_cannot_report_is_a_question_mark)
{
    static const bship_report wrong[] = {
        { 9, -1, 0, 0, 0, 0, 0, 0 },
        { BSHIP_RESULT_SUNK, -1, 0, 0, 0, 0, 0, 0 },
        { -1, -1, 0, 0, 0, 0, 0, 0 },
        { BSHIP_RESULT_HIT, 3, 0, 0, 0, 0, 0, 0 },
        { BSHIP_RESULT_SUNK, -1, 3, 1, 0, 0, 0, 0 },
        { BSHIP_RESULT_MISS, -1, 0, 0, 0, 0, 0, 1 },
    };
    bship_rules *rules = rules_from(""), *totals = rules_from(TOTAL);
    struct turn turn;
    char text[64];

    clear(&turn);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        bship_turn_format(rules, turn.cells, 1, &wrong[i], NULL, text, sizeof text);
        cr_assert_str_eq(text, "A1 ?", "report %zu", i);
    }
    turn.count = 1;
    turn.cells[0].x = -1;
    bship_turn_format(rules, turn.cells, 1, NULL, NULL, text, sizeof text);
    cr_assert_str_eq(text, "? ?", "no cell and no report");
    turn.total.hits = 2;
    format(totals, &turn, text, sizeof text);
    cr_assert_str_eq(text, "?: ?", "two hits by a shot");
    bship_rules_unref(rules);
    bship_rules_unref(totals);
}

Test(notation, is_cut_to_the_buffer)
{
    static const char whole[] = "A1 hit, B1 sunk 3, C1 miss";
    bship_rules *rules = rules_from(SALVO);
    struct turn turn;
    char text[sizeof whole + 1];

    assert_ok(parse(rules, whole, &turn, NULL), "the turn");
    cr_assert_eq(format(rules, &turn, NULL, 0), sizeof whole - 1, "the length");
    for (size_t capacity = 1; capacity <= sizeof whole; capacity++) {
        memset(text, '!', sizeof text);
        cr_assert_eq(format(rules, &turn, text, capacity), sizeof whole - 1, "the length");
        cr_assert_eq(strlen(text), capacity - 1, "not cut to %zu", capacity);
        cr_assert_eq(strncmp(text, whole, capacity - 1), 0, "cut to %s", text);
        cr_assert_eq(text[capacity], '!', "written past %zu", capacity);
    }
    bship_rules_unref(rules);
}
