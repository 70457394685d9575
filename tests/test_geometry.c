/* Cells as text. */
#include <stdio.h>
#include <string.h>

#include "support.h"

/* The letters of a column, counted out: A..Z, AA.., AAA... */
static void next_column(char *letters)
{
    size_t at = strlen(letters);

    while (at > 0 && letters[at - 1] == 'Z')
        letters[--at] = 'A';
    if (at > 0) {
        letters[at - 1]++;
        return;
    }
    memmove(letters + 1, letters, strlen(letters) + 1);
    letters[0] = 'A';
}

Test(cell, every_column_and_row_is_written_and_read)
{
    char letters[8] = "A", expected[16], text[BSHIP_CELL_TEXT_SIZE];

    for (int32_t x = 0; x < BSHIP_BOARD_EDGE_MAX; x++, next_column(letters))
        for (int32_t y = x % 7; y < BSHIP_BOARD_EDGE_MAX; y += 31) {
            bship_cell cell = { x, y }, back = { -1, -1 };
            snprintf(expected, sizeof expected, "%s%d", letters, (int)y + 1);
            cr_assert_eq(bship_cell_format(cell, text, sizeof text), strlen(expected),
                         "the length of %s", expected);
            cr_assert_str_eq(text, expected, "cell %d,%d", (int)x, (int)y);
            assert_ok(bship_cell_parse(text, &back, NULL), "%s", text);
            cr_assert(back.x == x && back.y == y, "%s is read %d,%d", text, (int)back.x,
                      (int)back.y);
        }
}

Test(cell, the_last_cell_is_AMJ1024)
{
    bship_cell cell;

    assert_ok(bship_cell_parse("AMJ1024", &cell, NULL), "the last cell");
    cr_assert(cell.x == 1023 && cell.y == 1023, "%d,%d", (int)cell.x, (int)cell.y);
}

Test(cell, is_read_in_any_case)
{
    static const char *const texts[] = { "AMJ1024", "amj1024", "aMj1024", "AmJ1024" };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bship_cell cell = { -1, -1 };
        assert_ok(bship_cell_parse(texts[i], &cell, NULL), "%s", texts[i]);
        cr_assert(cell.x == 1023 && cell.y == 1023, "%s", texts[i]);
    }
}

Test(cell, off_every_board_is_written_as_a_question_mark)
{
    static const bship_cell cells[] = { { -1, 0 },   { 0, -1 },        { 1024, 0 },
                                        { 0, 1024 }, { INT32_MIN, 0 }, { 0, INT32_MAX } };
    char text[BSHIP_CELL_TEXT_SIZE];

    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        cr_assert_eq(bship_cell_format(cells[i], text, sizeof text), 1, "case %zu", i);
        cr_assert_str_eq(text, "?", "case %zu", i);
    }
}

Test(cell, is_cut_to_the_buffer)
{
    bship_cell cell = { 1023, 1023 };
    char text[BSHIP_CELL_TEXT_SIZE + 1];

    cr_assert_eq(bship_cell_format(cell, NULL, 0), 7, "the length without a buffer");
    for (size_t capacity = 1; capacity <= sizeof "AMJ1024"; capacity++) {
        memset(text, '!', sizeof text);
        cr_assert_eq(bship_cell_format(cell, text, capacity), 7, "the whole length");
        cr_assert_eq(strlen(text), capacity - 1, "not cut to %zu", capacity);
        cr_assert_eq(strncmp(text, "AMJ1024", capacity - 1), 0, "cut to %s", text);
        cr_assert_eq(text[capacity], '!', "written past %zu", capacity);
    }
}

Test(cell, malformed_text_is_refused_where_it_goes_wrong)
{
    static const struct {
        const char *text;
        bship_status status;
        unsigned column;
    } cases[] = {
        { "", BSHIP_ERROR_SYNTAX, 1 },
        { "1", BSHIP_ERROR_SYNTAX, 1 },
        { "1A", BSHIP_ERROR_SYNTAX, 1 },
        { " A1", BSHIP_ERROR_SYNTAX, 1 },
        { "A", BSHIP_ERROR_SYNTAX, 2 },
        { "AMJ", BSHIP_ERROR_SYNTAX, 4 },
        { "A0", BSHIP_ERROR_SYNTAX, 2 },
        { "A01", BSHIP_ERROR_SYNTAX, 2 },
        { "A-1", BSHIP_ERROR_SYNTAX, 2 },
        { "A+1", BSHIP_ERROR_SYNTAX, 2 },
        { "A1 ", BSHIP_ERROR_SYNTAX, 3 },
        { "A1B", BSHIP_ERROR_SYNTAX, 3 },
        { "A1.5", BSHIP_ERROR_SYNTAX, 3 },
        { "\xc3\x84"
          "1",
          BSHIP_ERROR_SYNTAX, 1 },
        { "AMK1", BSHIP_ERROR_RANGE, 1 },
        { "ZZZ1", BSHIP_ERROR_RANGE, 1 },
        { "AAAAA1", BSHIP_ERROR_RANGE, 1 },
        { "ZZZZZZZZZZZZZZZZ1", BSHIP_ERROR_RANGE, 1 },
        { "A1025", BSHIP_ERROR_RANGE, 2 },
        { "B99999999999999999999", BSHIP_ERROR_RANGE, 2 },
        { "AB4294967297", BSHIP_ERROR_RANGE, 3 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_cell cell = { 7, 9 };
        assert_status(bship_cell_parse(cases[i].text, &cell, &error), cases[i].status, "\"%s\"",
                      cases[i].text);
        cr_assert(cell.x == 7 && cell.y == 9, "\"%s\" changed the cell", cases[i].text);
        cr_assert_eq((bship_status)error.status, cases[i].status, "the error of \"%s\"",
                     cases[i].text);
        cr_assert_eq(error.line, 1, "the line of \"%s\"", cases[i].text);
        cr_assert_eq(error.column, cases[i].column, "\"%s\" goes wrong at %u, not %u",
                     cases[i].text, cases[i].column, (unsigned)error.column);
    }
}

Test(cell, missing_arguments_are_refused)
{
    bship_cell cell;

    assert_status(bship_cell_parse(NULL, &cell, NULL), BSHIP_ERROR_ARGUMENT, "no text");
    assert_status(bship_cell_parse("A1", NULL, NULL), BSHIP_ERROR_ARGUMENT, "no cell");
}
