/* Records as text: what is read, what is refused and where, what is written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static bship_record *record_from(const char *text)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    bship_status status = bship_record_parse(&record, text, strlen(text), NULL, &error);

    assert_ok(status, "%u:%u: %s in\n%s", (unsigned)error.line, (unsigned)error.column, error.text,
              text);
    return record;
}

/* Asserts that a text is refused, with all members of the error. */
static void check_refused(const char *text, bship_status expected, unsigned line, unsigned column,
                          const char *message)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;

    assert_status(bship_record_parse(&record, text, strlen(text), NULL, &error), expected,
                  "%u:%u: %s in\n%s", (unsigned)error.line, (unsigned)error.column, error.text,
                  text);
    cr_assert_null(record, "a record was made of\n%s", text);
    cr_assert(error.line == line && error.column == column, "at %u:%u, not %u:%u: %s in\n%s",
              (unsigned)error.line, (unsigned)error.column, line, column, error.text, text);
    cr_assert_str_eq(error.text, message, "in\n%s", text);
}

static const char whole[] = "battleship 1\n"
                            "board 6x5\n"
                            "blocked F5\n"
                            "fleet \"Patrol Boat\":2 Cruiser:3 1\n"
                            "contact allowed\n"
                            "turn one\n"
                            "disclosure ship\n"
                            "salvo-report each\n"
                            "reveal-water no\n"
                            "repeat wasted\n"
                            "first random\n"
                            "ending at-once\n"
                            "began b\n"
                            "player a \"Ann, of B:ath\"\n"
                            "player b Bob\n"
                            "strategy b density\n"
                            "seed 18446744073709551615\n"
                            "date 2024-02-29\n"
                            "x-clock 12:00  # kept\n"
                            "x-\n"
                            "b ship \"Patrol Boat\" A1 down\n"
                            "b ship Cruiser C1 right\n"
                            "b ship 1 F1 right\n"
                            "b A1 miss\n"
                            "a A1 hit\n"
                            "b A1 wasted\n"
                            "a A2 sunk \"Patrol Boat\"\n";

Test(record, is_written_as_it_was_read)
{
    bship_record *record = record_from(whole);
    struct text text = record_text_of(record);

    cr_assert_str_eq(text.data, whole, "written");
    text_free(&text);
    bship_record_free(record);
}

Test(record, returns_its_contents)
{
    bship_record *record = record_from(whole);
    bship_record_entry entry = BSHIP_RECORD_ENTRY_INIT;
    bship_placement placement;
    bship_report report;
    bship_cell cell;

    cr_assert(bship_record_is_game(record), "a game");
    cr_assert_str_eq(bship_record_get(record, BSHIP_FACT_PLAYER, BSHIP_SIDE_A), "Ann, of B:ath",
                     "a");
    cr_assert_str_eq(bship_record_get(record, BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE), "b", "began");
    cr_assert_null(bship_record_get(record, BSHIP_FACT_STRATEGY, BSHIP_SIDE_A),
                   "a has no strategy");
    cr_assert_null(bship_record_get(record, BSHIP_FACT_SEED, BSHIP_SIDE_A),
                   "the seed is not of a side");
    cr_assert_null(bship_record_get(record, 22, BSHIP_SIDE_NONE), "no such fact");
    cr_assert_eq(bship_record_extras(record), 2, "lines kept");
    cr_assert_str_eq(bship_record_extra(record, 0), "x-clock 12:00  # kept", "a line kept");
    cr_assert_null(bship_record_extra(record, 2), "no such line");
    cr_assert(has_placement(record, BSHIP_SIDE_B, 1, &placement), "the cruiser");
    cr_assert(placement.ship == 1 && placement.x == 2 && placement.y == 0, "the cruiser");
    cr_assert_not(has_placement(record, BSHIP_SIDE_A, 0, &placement), "a");
    cr_assert_eq(bship_record_layout(record, BSHIP_SIDE_B, NULL, 0), 3, "b");
    cr_assert_eq(bship_record_layout(record, BSHIP_SIDE_NONE, NULL, 0), 0, "no side");
    cr_assert_eq(bship_record_log_length(record), 4, "entries");
    assert_ok(bship_record_log_entry(record, 3, &entry), "the last");
    cr_assert(entry.side == BSHIP_SIDE_A && entry.shots == 1 && entry.first_shot == 3 &&
                  !entry.is_total && entry.line == 27 && entry.column == 3,
              "the last entry, at %u:%u", (unsigned)entry.line, (unsigned)entry.column);
    assert_ok(bship_record_shot(record, 3, &cell, &report), "the last shot");
    cr_assert(cell.x == 0 && cell.y == 1 && report.result == BSHIP_RESULT_SUNK &&
                  report.ship == 0 && report.length == 2,
              "the last shot");
    assert_status(bship_record_log_entry(record, 4, &entry), BSHIP_ERROR_RANGE, "no entry");
    assert_status(bship_record_shot(record, 4, &cell, NULL), BSHIP_ERROR_RANGE, "no shot");
    bship_record_free(record);
}

#define SALVO "battleship 1\nboard 5x5\nfleet A:3 B:2 C:2\nturn salvo 3\nsalvo-report total\n"

Test(record, totals_of_every_disclosure_are_read_and_written)
{
    static const struct {
        const char *disclosure, *result;
        int hits, sunk, sunk_of[3], hits_of[3];
    } rows[] = {
        { "hit", "0 hits", 0, -1, { 0, 0, 0 }, { 0, 0, 0 } },
        { "hit", "1 hit", 1, -1, { 0, 0, 0 }, { 0, 0, 0 } },
        { "sunk", "3 hits, sunk, sunk", 3, 2, { 0, 0, 0 }, { 0, 0, 0 } },
        { "length", "3 hits, sunk 3, sunk 2, sunk 2", 3, 3, { 1, 2, 0 }, { 0, 0, 0 } },
        { "ship", "2 hits, sunk B, sunk C", 2, 2, { 0, 1, 1 }, { 0, 0, 0 } },
        { "every-hit", "0 hits", 0, 0, { 0, 0, 0 }, { 0, 0, 0 } },
        { "every-hit", "2 hits A, 1 hit C, sunk C", 3, 1, { 0, 0, 1 }, { 2, 0, 1 } },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256], line[128];
        int32_t sunk_of[3], hits_of[3];
        bship_total total = { sizeof total, 0, 0, sunk_of, hits_of, 3 };
        snprintf(line, sizeof line, "a A1, B2, C3: %s\n", rows[i].result);
        snprintf(text, sizeof text, SALVO "disclosure %s\n%s", rows[i].disclosure, line);
        bship_record *record = record_from(text);
        struct text written = record_text_of(record);
        cr_assert_not_null(strstr(written.data, line), "%s is written\n%s", line, written.data);
        assert_ok(bship_record_total(record, 0, &total), "%s", line);
        cr_assert(total.hits == rows[i].hits && total.sunk == rows[i].sunk, "%s", line);
        for (int ship = 0; ship < 3; ship++)
            cr_assert(sunk_of[ship] == rows[i].sunk_of[ship] &&
                          hits_of[ship] == rows[i].hits_of[ship],
                      "%s", line);
        text_free(&written);
        bship_record_free(record);
    }
}

Test(record, is_read_the_same_however_it_is_set)
{
    static const char *const same[] = {
        "battleship 1\nfleet 3 2\ncontact none\na A1 hit\na A2 miss\n",
        ("\xef\xbb\xbf"
         "battleship 1\r\n# one\r\n\r\ncontact none # two\r\nfleet 3 2\r\na A1 hit\r\na A2 miss"),
        "battleship 1\n\tcontact\tnone \nfleet 3\nfleet 2\n a\ta1 \thit\na a2 miss # three\n",
    };
    bship_record *record = record_from(same[0]);

    for (size_t i = 1; i < sizeof same / sizeof *same; i++) {
        bship_record *other = record_from(same[i]);
        assert_same(record_text_of(record), record_text_of(other), same[i]);
        bship_record_free(other);
    }
    bship_record_free(record);
}

Test(record, ships_of_a_length_or_name_are_placed_in_order)
{
    bship_record *record = record_from("battleship 1\nfleet A:2 B:3 A:2\n"
                                       "a ship A A1 right\na ship 2 A3 right\na ship 3 A5 down\n");
    bship_placement placement;

    cr_assert(has_placement(record, BSHIP_SIDE_A, 2, &placement), "the second A");
    cr_assert_eq(placement.y, 2, "the second A");
    bship_record_free(record);
}

Test(record, names_that_are_numbers_are_distinguished)
{
    bship_record *record = record_from("battleship 1\nfleet 3 Cruiser:3 2\ndisclosure ship\n"
                                       "a A1 hit\na A2 hit\na A3 sunk \"3\"\na C1 hit\n"
                                       "a C2 sunk 2\n");
    struct text text = record_text_of(record);

    cr_assert_not_null(strstr(text.data, "a A3 sunk \"3\"\n"), "%s", text.data);
    cr_assert_not_null(strstr(text.data, "a C2 sunk 2\n"), "%s", text.data);
    text_free(&text);
    bship_record_free(record);
}

#define HEAD "battleship 1\n"
#define SMALL HEAD "board 4x4\nfleet 3 2\n"
#define BEGUN SMALL "began a\n"
#define SALVOS HEAD "board 4x4\nfleet 3 2\nturn salvo 2\n"

Test(record, what_is_malformed_is_refused_at_its_place)
{
    static const struct {
        const char *text;
        bship_status status;
        unsigned line, column;
        const char *message;
    } rows[] = {
        { "", BSHIP_ERROR_SYNTAX, 1, 1, "expected battleship 1" },
        { "battleship", BSHIP_ERROR_SYNTAX, 1, 1, "expected battleship 1" },
        { " battleship 1\n", BSHIP_ERROR_SYNTAX, 1, 1, "expected battleship 1" },
        { "battleship 1 \n", BSHIP_ERROR_SYNTAX, 1, 1, "expected battleship 1" },
        { "battleship 2\n", BSHIP_ERROR_VERSION, 1, 12, "expected version 1, not 2" },
        { HEAD "boards 9x9\n", BSHIP_ERROR_NAME, 2, 1, "expected a rule, a fact, a, b or result" },
        { HEAD "board 9x9\nboard 9x9\n", BSHIP_ERROR_SYNTAX, 3, 1, "this rule was given before" },
        { HEAD "contact\n", BSHIP_ERROR_SYNTAX, 2, 8, "expected a value" },
        { HEAD "turn one\nsalvo-report total\n", BSHIP_ERROR_CONFLICT, 3, 1,
          "salvo-report total conflicts with turn one" },
        { HEAD "seed 18446744073709551616\n", BSHIP_ERROR_SYNTAX, 2, 6,
          "expected a number from 0 to 18446744073709551615" },
        { HEAD "seed 007\n", BSHIP_ERROR_SYNTAX, 2, 6,
          "expected a number from 0 to 18446744073709551615" },
        { HEAD "date 2023-02-29\n", BSHIP_ERROR_SYNTAX, 2, 6,
          "expected a date such as 2024-12-31" },
        { HEAD "player c Bob\n", BSHIP_ERROR_SYNTAX, 2, 8, "expected a or b" },
        { HEAD "player a \"Bob\n", BSHIP_ERROR_SYNTAX, 2, 10, "expected a closing quote" },
        { HEAD "player a B\tC\n", BSHIP_ERROR_SYNTAX, 2, 12, "expected the end of the line" },
        { HEAD "player a \"B\tC\"\n", BSHIP_ERROR_SYNTAX, 2, 10,
          "expected a name of 1 to 32 bytes" },
        { HEAD "player a B\nplayer a B\n", BSHIP_ERROR_SYNTAX, 3, 1, "this fact was given before" },
        { HEAD "began c\n", BSHIP_ERROR_SYNTAX, 2, 7, "expected a or b" },
        { HEAD "first b\nbegan a\n", BSHIP_ERROR_STATE, 3, 7,
          "by the rules the other side begins" },
        { SMALL "a ship 4 A1 right\n", BSHIP_ERROR_NAME, 4, 8,
          "expected the length of a ship of the fleet" },
        { SMALL "a ship X A1 right\n", BSHIP_ERROR_NAME, 4, 8,
          "expected the name of a ship of the fleet" },
        { SMALL "a ship 3 A1\n", BSHIP_ERROR_SYNTAX, 4, 12, "expected right or down" },
        { SMALL "a ship 3 A1 left\n", BSHIP_ERROR_SYNTAX, 4, 13, "expected right or down" },
        { SMALL "a ship 3 A1 right now\n", BSHIP_ERROR_SYNTAX, 4, 19,
          "expected the end of the line" },
        { SMALL "a ship 3 C1 right\n", BSHIP_ERROR_OFF_BOARD, 4, 10, "off the board" },
        { SMALL "a ship 3 A1 right\na ship 2 A1 down\n", BSHIP_ERROR_OVERLAP, 5, 10,
          "the ship would overlap another" },
        { SMALL "a ship 3 A1 right\na ship 3 A2 right\n", BSHIP_ERROR_PLACED, 5, 8,
          "expected a ship that is not placed yet" },
        { SMALL "a ship 3 A1 right\na A1 miss\n", BSHIP_ERROR_NOT_PLACED, 4, 1,
          "expected all ships of side a or none" },
        { HEAD "fleet 1\na ship 1 A1 down\n", BSHIP_ERROR_SYNTAX, 3, 13, "expected right" },
        { SMALL "a A1 miss\ncontact none\n", BSHIP_ERROR_SYNTAX, 5, 1,
          "this line is out of order: rules and facts, layouts, shots, result" },
        { SMALL "a A1 miss\nx-late\n", BSHIP_ERROR_SYNTAX, 5, 1,
          "this line is out of order: rules and facts, layouts, shots, result" },
        { SMALL "a\n", BSHIP_ERROR_SYNTAX, 4, 2, "expected a cell such as A1" },
        { SMALL "a A0 miss\n", BSHIP_ERROR_SYNTAX, 4, 4, "expected a row number from 1" },
        { SMALL "a E1 miss\n", BSHIP_ERROR_OFF_BOARD, 4, 3, "E1: off the board" },
        { SMALL "a A1\n", BSHIP_ERROR_SYNTAX, 4, 5, "expected miss, hit or sunk LENGTH" },
        { SMALL "a A1 missed\n", BSHIP_ERROR_SYNTAX, 4, 6, "expected miss, hit or sunk LENGTH" },
        { SMALL "a A1 wasted\n", BSHIP_ERROR_SYNTAX, 4, 6, "expected miss, hit or sunk LENGTH" },
        { SMALL "a A1 sunk\n", BSHIP_ERROR_SYNTAX, 4, 10, "expected a length from 1 to 1024" },
        { SMALL "a A1 hit 3\n", BSHIP_ERROR_SYNTAX, 4, 10, "expected the end of the line" },
        { SMALL "a A1 miss, B1 miss\n", BSHIP_ERROR_SYNTAX, 4, 10, "expected the end of the line" },
        { SMALL "a A1 miss\na A1 miss\n", BSHIP_ERROR_REPEATED, 5, 3,
          "A1: the cell was already fired at" },
        { SMALL "repeat wasted\na A1 miss\na A1 miss\n", BSHIP_ERROR_SYNTAX, 6, 6,
          "expected wasted: the cell was already known" },
        { SMALL "disclosure hit\na A1 sunk\n", BSHIP_ERROR_SYNTAX, 5, 6, "expected miss or hit" },
        { SMALL "contact none\nreveal-water yes\na A1 hit\na B1 sunk 2\na C2 miss\n",
          BSHIP_ERROR_KNOWN_WATER, 8, 3, "C2: the cell is known to be water" },
        { HEAD "fleet A:3 B:3\ndisclosure ship\na A1 sunk 3\n", BSHIP_ERROR_NAME, 4, 11,
          "expected a name: ships of different names have this length" },
        { BEGUN "b A1 miss\n", BSHIP_ERROR_STATE, 5, 3, "expected a shot of side a" },
        { BEGUN "a A1 miss\na A2 miss\n", BSHIP_ERROR_STATE, 6, 3, "expected a shot of side b" },
        { SMALL "a A1 miss\na A2 miss\nb A1 miss\n", BSHIP_ERROR_STATE, 5, 3,
          "expected a shot of side b" },
        { SMALL "first b\na A1 miss\nb A2 miss\n", BSHIP_ERROR_STATE, 5, 3,
          "by the rules the other side begins" },
        { HEAD "board 4x4\nfleet 1\nbegan a\na A1 sunk 1\nb A1 miss\n", BSHIP_ERROR_STATE, 6, 3,
          "expected no shot: the game is over" },
        { SALVOS "a A1 miss, A1 miss\n", BSHIP_ERROR_DUPLICATE, 5, 12,
          "A1: a salvo contains a cell twice" },
        { SALVOS "began a\na A1 miss\n", BSHIP_ERROR_COUNT, 6, 3, "expected 2 shots" },
        { SALVOS "began a\na A1 miss, A2 miss, A3 miss\n", BSHIP_ERROR_COUNT, 6, 3,
          "expected 2 shots" },
        { SALVOS "a A1 miss,\n", BSHIP_ERROR_SYNTAX, 5, 11, "expected a cell such as A1" },
        { SALVO "a A1, B1\n", BSHIP_ERROR_SYNTAX, 6, 9,
          "expected ',' and a cell, or ':' and the total" },
        { SALVO "a A1, B1: 1 hits\n", BSHIP_ERROR_SYNTAX, 6, 11,
          "expected the number of hits, such as 0 hits or 1 hit" },
        { SALVO "a A1, B1: 2 hits, sunk 2, sunk 3\n", BSHIP_ERROR_SYNTAX, 6, 32,
          "expected the ships in the order of the fleet" },
        { SALVO "a A1, B1: 2 hits, sunk 4\n", BSHIP_ERROR_NAME, 6, 24,
          "expected the length of a ship of the fleet" },
        { SALVO "disclosure hit\na A1, B1: 2 hits, sunk\n", BSHIP_ERROR_SYNTAX, 7, 17,
          "expected the end of the line" },
        { BEGUN "result a\n", BSHIP_ERROR_STATE, 5, 1,
          "expected no result: the shots do not decide the game" },
        { HEAD "board 4x4\nfleet 1\nbegan a\na A1 sunk 1\nresult b\n", BSHIP_ERROR_STATE, 6, 8,
          "expected a, the result of the shots" },
        { HEAD "board 4x4\nfleet 1\nbegan a\na A1 sunk 1\nresult b resigned\n", BSHIP_ERROR_STATE,
          6, 8, "expected a, the result of the shots" },
        { BEGUN "result\n", BSHIP_ERROR_SYNTAX, 5, 7,
          "expected a, b, draw, a resigned, a contradiction or abandoned" },
        { BEGUN "result c\n", BSHIP_ERROR_SYNTAX, 5, 8,
          "expected a, b, draw, a resigned, a contradiction or abandoned" },
        { BEGUN "result a  gone\n", BSHIP_ERROR_SYNTAX, 5, 11,
          "expected resigned, contradiction or the end of the line" },
        { BEGUN "result b resigned now\n", BSHIP_ERROR_SYNTAX, 5, 19,
          "expected the end of the line" },
        { BEGUN "result draw resigned\n", BSHIP_ERROR_SYNTAX, 5, 13,
          "expected the end of the line" },
        { BEGUN "result abandoned\nresult abandoned\n", BSHIP_ERROR_SYNTAX, 6, 1,
          "this fact was given before" },
        { BEGUN "result a resigned\na A1 miss\n", BSHIP_ERROR_SYNTAX, 6, 1,
          "this line is out of order: rules and facts, layouts, shots, result" },
        { SMALL "a A1 miss\nresult b resigned\n", BSHIP_ERROR_STATE, 5, 1,
          "expected no such result: only a game, with began, ends otherwise than by its shots" },
        { SMALL "a ship 3 A1 right\nresult abandoned\n", BSHIP_ERROR_STATE, 5, 1,
          "expected no such result: only a game, with began, ends otherwise than by its shots" },
        { BEGUN "a ship 3 A1 right\n", BSHIP_ERROR_NOT_PLACED, 5, 1,
          "expected all ships of side a or none" },
        { HEAD "# \xff\n", BSHIP_ERROR_SYNTAX, 2, 3, "expected UTF-8 without control characters" },
        { HEAD "x-\x01\n", BSHIP_ERROR_SYNTAX, 2, 3, "expected UTF-8 without control characters" },
        { HEAD "x-\xc2\x9b\n", BSHIP_ERROR_SYNTAX, 2, 3,
          "expected UTF-8 without control characters" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_refused(rows[i].text, rows[i].status, rows[i].line, rows[i].column, rows[i].message);
}

Test(record, lines_have_at_most_65536_bytes)
{
    static char text[sizeof HEAD + 65536 + 8] = HEAD;
    size_t head = sizeof HEAD - 1;
    bship_record *record = NULL;
    bship_error error = BSHIP_ERROR_INIT;

    memset(text + head, 'y', 65537);
    memcpy(text + head, "x-", 2);
    text[head + 65536] = '\n';
    assert_ok(bship_record_parse(&record, text, head + 65537, NULL, NULL), "65536 bytes");
    cr_assert_eq(strlen(bship_record_extra(record, 0)), 65536, "the whole line");
    struct text written = record_text_of(record);
    cr_assert_not_null(strstr(written.data, "\nx-yyy"), "the line is written");
    text_free(&written);
    bship_record_free(record);
    text[head + 65536] = 'y';
    assert_status(bship_record_parse(&record, text, head + 65537, NULL, &error), BSHIP_ERROR_SYNTAX,
                  "65537 bytes");
    cr_assert(error.line == 2 && error.column == 65537, "%u:%u", (unsigned)error.line,
              (unsigned)error.column);
}

/* Reading and writing through callbacks. */

struct source {
    const char *text;
    size_t left, piece;
    int calls, fail_at;
};

static int give(char *buffer, size_t capacity, size_t *count, void *user)
{
    struct source *source = user;

    if (source->calls++ == source->fail_at)
        return 1;
    *count = source->left < source->piece ? source->left : source->piece;
    *count = *count < capacity ? *count : capacity;
    memcpy(buffer, source->text, *count);
    source->text += *count;
    source->left -= *count;
    return 0;
}

Test(record, is_read_the_same_in_pieces_of_any_size)
{
    bship_record *record = record_from(whole);

    for (size_t piece = 1; piece < sizeof whole; piece++) {
        struct source source = { whole, sizeof whole - 1, piece, 0, -1 };
        bship_record *other = NULL;
        assert_ok(bship_record_read(&other, give, &source, NULL, NULL), "pieces of %zu", piece);
        assert_same(record_text_of(record), record_text_of(other), "in pieces");
        bship_record_free(other);
    }
    bship_record_free(record);
}

Test(record, a_failure_to_read_or_write_is_passed_on)
{
    for (int call = 0; call < 9; call++) {
        struct source source = { whole, sizeof whole - 1, 50, 0, call };
        bship_record *record = NULL;
        bship_error error = BSHIP_ERROR_INIT;
        assert_status(bship_record_read(&record, give, &source, NULL, &error), BSHIP_ERROR_IO,
                      "call %d", call);
        cr_assert_eq(error.status, BSHIP_ERROR_IO, "the error's status");
    }
}

struct sink {
    struct text text;
    int fail;
};

static int take(const char *text, size_t count, void *user)
{
    struct sink *sink = user;
    text_add(&sink->text, "%.*s", (int)count, text);
    return sink->fail;
}

Test(record, is_written_through_a_function_as_to_memory)
{
    char line[9001];
    struct sink sink = { { NULL, 0, 0 }, 0 };
    bship_record *record = record_from(whole);

    memset(line, 'z', sizeof line - 1);
    memcpy(line, "x-", 2);
    line[sizeof line - 1] = '\0';
    assert_ok(bship_record_add_extra(record, line, NULL), "a long line");
    assert_ok(bship_record_write(record, take, &sink), "written");
    assert_same(record_text_of(record), sink.text, "written through a function");
    sink = (struct sink){ { NULL, 0, 0 }, 1 };
    assert_status(bship_record_write(record, take, &sink), BSHIP_ERROR_IO, "a failing function");
    text_free(&sink.text);
    bship_record_free(record);
}

Test(record, is_given_a_layout)
{
    static const bship_placement placements[] = { { 1, 0, 2, 0 }, { 0, 0, 0, 0 } };
    static const bship_placement wrong[] = { { 0, 0, 0, 0 }, { 1, 9, 2, 0 } };
    bship_record *record = record_from("battleship 1\nfleet 3 2\na A1 hit\n");
    struct text before = record_text_of(record);
    bship_placement placement;

    assert_status(bship_record_set_layout(record, BSHIP_SIDE_B, wrong, 2, NULL),
                  BSHIP_ERROR_OFF_BOARD, "off the board");
    assert_status(bship_record_set_layout(record, 3, placements, 2, NULL), BSHIP_ERROR_ARGUMENT,
                  "no such side");
    cr_assert_not(has_placement(record, BSHIP_SIDE_B, 0, &placement), "nothing has changed");
    for (int time = 0; time < 2; time++) {
        assert_ok(bship_record_set_layout(record, BSHIP_SIDE_B, placements, 2, NULL), "a layout");
        struct text with = record_text_of(record);
        cr_assert_not_null(strstr(with.data, "b ship 3 A1 right\nb ship 2 A3 right\na A1 hit\n"),
                           "written\n%s", with.data);
        text_free(&with);
    }
    assert_status(bship_record_set_layout(record, BSHIP_SIDE_B, wrong, 2, NULL),
                  BSHIP_ERROR_OFF_BOARD, "off the board");
    cr_assert(has_placement(record, BSHIP_SIDE_B, 1, &placement), "kept");
    cr_assert(placement.x == 0 && placement.y == 2, "the layout before");
    assert_ok(bship_record_set_layout(record, BSHIP_SIDE_B, NULL, 0, NULL), "removed");
    assert_same(before, record_text_of(record), "without the layout");
    bship_record_free(record);
}

/* A chart may be told of two shots at once under any rules; what is written can be read. */
Test(record, of_a_chart_has_turns_of_one_shot_unless_there_are_salvos)
{
    static const char *const turns[][2] = { { "one", "\na A1 hit\na C3 miss\n" },
                                            { "salvo 2", "\na A1 hit, C3 miss\n" } };
    static const bship_cell cells[] = { { 0, 0 }, { 2, 2 } };
    bship_report reports[] = { BSHIP_REPORT_INIT, BSHIP_REPORT_INIT };
    reports[0].result = BSHIP_RESULT_HIT;
    for (size_t i = 0; i < 2; i++) {
        char text[512];
        snprintf(text, sizeof text, "battleship 1\nboard 4x4\nfleet 2\nturn %s\n", turns[i][0]);
        bship_record *rules = record_from(text), *made = NULL;
        bship_chart *chart = new_chart(bship_record_rules(rules));
        assert_ok(bship_chart_record_turn(chart, cells, 2, reports, NULL), "a turn");
        assert_ok(bship_record_new_chart(&made, chart, BSHIP_SIDE_A, NULL), "a record");
        bship_record_format(made, text, sizeof text);
        cr_assert_not_null(strstr(text, turns[i][1]), "in\n%s", text);
        bship_record_free(record_from(text));
        bship_record_free(made);
        bship_chart_free(chart);
        bship_record_free(rules);
    }
}

Test(record, is_cut_to_the_buffer)
{
    bship_record *record = record_from(whole);
    char text[sizeof whole + 1];

    for (size_t capacity = 1; capacity <= sizeof whole; capacity++) {
        memset(text, '!', sizeof text);
        cr_assert_eq(bship_record_format(record, text, capacity), sizeof whole - 1, "the length");
        cr_assert_eq(strlen(text), capacity - 1, "not cut to %zu", capacity);
        cr_assert_eq(strncmp(text, whole, capacity - 1), 0, "cut to %s", text);
        cr_assert_eq(text[capacity], '!', "written past %zu", capacity);
    }
    bship_record_free(record);
}

Test(record, reading_keeps_to_its_memory)
{
    for (uint64_t limit = 1; limit < 1 << 20; limit *= 2) {
        struct memory memory;
        bship_record_options options = BSHIP_RECORD_OPTIONS_INIT;
        bship_error error = BSHIP_ERROR_INIT;
        bship_record *record = NULL;
        memory_init(&memory);
        options.allocator = memory.allocator;
        options.memory_limit = limit;
        bship_status status =
            bship_record_parse(&record, whole, sizeof whole - 1, &options, &error);
        cr_assert(!status || status == BSHIP_ERROR_MEMORY, "limit %llu: %s",
                  (unsigned long long)limit, error.text);
        cr_assert(status ? limit < 1 << 18 : limit > 1 << 16, "limit %llu",
                  (unsigned long long)limit);
        cr_assert_leq(memory.peak, limit, "more than %llu bytes", (unsigned long long)limit);
        bship_record_free(record);
        memory_check(&memory, "a limited reading");
    }
}

Test(record, the_largest_board_is_read_within_the_default_limit)
{
    static const char text[] = "battleship 1\nboard 1024x1024\nfleet 2\nbegan a\n"
                               "a ship 2 A1 right\nb ship 2 AMI1024 right\na AMJ1024 hit\n"
                               "b A1 hit\na AMI1024 sunk 2\nresult a\n";
    bship_record_options options = BSHIP_RECORD_OPTIONS_INIT;
    struct memory memory;
    bship_record *record = NULL;

    memory_init(&memory);
    options.allocator = memory.allocator;
    assert_ok(bship_record_parse(&record, text, sizeof text - 1, &options, NULL), "64 MiB");
    cr_assert_leq(memory.peak, (size_t)64 << 20, "%zu bytes", memory.peak);
    bship_record_free(record);
    options.memory_limit = 8 << 20;
    assert_status(bship_record_parse(&record, text, sizeof text - 1, &options, NULL),
                  BSHIP_ERROR_MEMORY, "8 MiB");
    memory_check(&memory, "the largest board");
}

/* Stating facts. */

Test(record, facts_are_stated_and_removed)
{
    static const struct {
        int32_t fact, side;
        const char *text;
        bship_status status;
    } rows[] = {
        { BSHIP_FACT_PLAYER, BSHIP_SIDE_A, "Ann B", BSHIP_OK },
        { BSHIP_FACT_PLAYER, BSHIP_SIDE_A, NULL, BSHIP_OK },
        { BSHIP_FACT_PLAYER, BSHIP_SIDE_NONE, "Ann", BSHIP_ERROR_ARGUMENT },
        { BSHIP_FACT_PLAYER, BSHIP_SIDE_B, "", BSHIP_ERROR_SYNTAX },
        { BSHIP_FACT_PLAYER, BSHIP_SIDE_B, "a\"b", BSHIP_ERROR_SYNTAX },
        { BSHIP_FACT_PLAYER, BSHIP_SIDE_B, "123456789012345678901234567890123",
          BSHIP_ERROR_SYNTAX },
        { BSHIP_FACT_SEED, BSHIP_SIDE_NONE, "0", BSHIP_OK },
        { BSHIP_FACT_SEED, BSHIP_SIDE_NONE, "-1", BSHIP_ERROR_SYNTAX },
        { BSHIP_FACT_DATE, BSHIP_SIDE_NONE, "2024-13-01", BSHIP_ERROR_SYNTAX },
        { BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE, "a", BSHIP_ERROR_STATE },
        { BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE, "b", BSHIP_OK },
        { BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE, NULL, BSHIP_OK },
        { BSHIP_FACT_RESULT, BSHIP_SIDE_NONE, "a", BSHIP_ERROR_STATE },
        { 22, BSHIP_SIDE_NONE, "a", BSHIP_ERROR_ARGUMENT },
    };
    bship_rules *rules = rules_from("first b\n");
    bship_record *record = NULL;

    assert_ok(bship_record_new(&record, rules, NULL, NULL), "a record");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bship_status status =
            bship_record_set(record, rows[i].fact, rows[i].side, rows[i].text, NULL);
        const char *stated = bship_record_get(record, rows[i].fact, rows[i].side);
        assert_status(status, rows[i].status, "row %zu", i);
        if (!status && rows[i].text)
            cr_assert_str_eq(stated, rows[i].text, "row %zu", i);
        else if (!status)
            cr_assert_null(stated, "row %zu", i);
    }
    assert_status(bship_record_add_extra(record, "y-", NULL), BSHIP_ERROR_SYNTAX, "no x-");
    assert_status(bship_record_add_extra(record, "x-\n", NULL), BSHIP_ERROR_SYNTAX, "two lines");
    bship_record_free(record);
    bship_rules_unref(rules);
}

Test(record, names_have_32_bytes_at_most)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_record *record = NULL;

    assert_ok(bship_record_new(&record, rules, NULL, NULL), "a record");
    assert_ok(bship_record_set(record, BSHIP_FACT_PLAYER, BSHIP_SIDE_A,
                               "12345678901234567890123456789012", NULL),
              "32 bytes");
    cr_assert_neq(bship_record_set(record, BSHIP_FACT_PLAYER, BSHIP_SIDE_A,
                                   "123456789012345678901234567890123", NULL),
                  BSHIP_OK, "33 bytes");
    bship_record_free(record);
    bship_rules_unref(rules);
}

/* Texts are borrowed: what is done with other facts and with lines does not move them. */
Test(record, text_of_a_fact_stays_until_the_fact_is_set)
{
    bship_record *record = record_from("battleship 1\nplayer a Ann\nstrategy b hunt\n");
    const char *player = bship_record_get(record, BSHIP_FACT_PLAYER, BSHIP_SIDE_A);
    const char *strategy = bship_record_strategy(record, BSHIP_SIDE_B, 0);
    char number[24];

    for (int i = 0; i < 100; i++) {
        snprintf(number, sizeof number, "%d", i);
        assert_ok(bship_record_set(record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE, number, NULL), "seed");
        assert_ok(bship_record_set(record, BSHIP_FACT_PLAYER, BSHIP_SIDE_B, number, NULL), "b");
        assert_ok(bship_record_set(record, BSHIP_FACT_WORK, BSHIP_SIDE_B, number, NULL), "work");
        assert_ok(bship_record_add_extra(record, "x-line", NULL), "a line");
        cr_assert_eq(bship_record_get(record, BSHIP_FACT_PLAYER, BSHIP_SIDE_A), player, "moved");
        cr_assert_eq(bship_record_strategy(record, BSHIP_SIDE_B, 0), strategy, "moved");
    }
    cr_assert_str_eq(player, "Ann", "the name");
    cr_assert_str_eq(strategy, "hunt", "the strategy");
    bship_record_free(record);
}
