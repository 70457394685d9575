/* Rules as text: options from words, rule lines written and read. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "support.h"

/* Options from words. */

/* The defaults, padding included, so that options can be compared byte by byte. */
static void init_both(bship_rules_options *options, bship_rules_options *same)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
    memcpy(same, options, sizeof *same);
}

Test(options, every_value_of_every_rule_is_set_by_its_keyword)
{
    for (int32_t rule = 0; rule < RULE_COUNT; rule++)
        for (int32_t value = 0; value < bship_enum_count(BSHIP_ENUM_RULE_VALUES + rule); value++) {
            bship_rules_options options, expected;
            bool salvo = rule == BSHIP_RULE_TURN && value == BSHIP_TURN_RULE_SALVO;
            bool limit = rule == BSHIP_RULE_SHOTS && value == BSHIP_SHOTS_LIMITED;
            bool start = rule == BSHIP_RULE_HEAD_START && value == BSHIP_HEAD_START_TURNS;
            const char *word = bship_enum_name(BSHIP_ENUM_RULE_VALUES + rule, value);
            init_both(&options, &expected);
            *rule_option(&expected, rule) = value;
            expected.salvo = salvo ? 7 : 0;
            assert_ok(bship_rules_options_set(&options, bship_enum_name(BSHIP_ENUM_RULE, rule),
                                              salvo   ? "salvo 7"
                                              : limit ? "limited 1"
                                              : start ? "turns 1"
                                                      : word,
                                              NULL),
                      "%s %s", bship_enum_name(BSHIP_ENUM_RULE, rule), word);
            cr_assert_arr_eq(&options, &expected, sizeof options, "%s", word);
        }
}

Test(options, another_turn_takes_the_salvo_away)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;

    assert_ok(bship_rules_options_set(&options, "turn", "salvo 7", NULL), "a salvo");
    assert_ok(bship_rules_options_set(&options, "turn", "one", NULL), "one shot");
    cr_assert_eq(options.salvo, 0, "the salvo stays");
}

Test(options, head_start_is_its_number)
{
    static const struct {
        const char *text;
        int32_t turns; /* -1: refused */
    } cases[] = { { "5", 5 }, { "0", 0 },   { "none", 0 },   { "turns 5", 5 },
                  { "", -1 }, { "-1", -1 }, { "turns", -1 }, { "1048577", -1 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
        options.head_start = 7;
        bship_status status = bship_rules_options_set(&options, "head-start", cases[i].text, NULL);
        cr_assert_eq(status != BSHIP_OK, cases[i].turns < 0, "%s", cases[i].text);
        cr_assert_eq(options.head_start, cases[i].turns < 0 ? 7 : cases[i].turns, "%s",
                     cases[i].text);
    }
}

Test(options, limit_of_shots_is_its_number)
{
    static const struct {
        const char *text;
        int32_t shots; /* -1: refused as a name; -2: as a number */
    } cases[] = { { "40", 40 },
                  { "0", 0 },
                  { "unlimited", 0 },
                  { "limited 12", 12 },
                  { "1000000000", 1000000000 },
                  { "", -1 },
                  { "x", -1 },
                  { "40 x", -1 },
                  { "-4", -1 },
                  { "04", -1 },
                  { "unlimited 3", -1 },
                  { "limited", -1 },
                  { "4x", -1 },
                  { "limited 0", -2 },
                  { "1000000001", -2 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
        bship_error error = BSHIP_ERROR_INIT;
        options.shots = 7;
        assert_status(bship_rules_options_set(&options, "shots", cases[i].text, &error),
                      cases[i].shots == -1   ? BSHIP_ERROR_NAME
                      : cases[i].shots == -2 ? BSHIP_ERROR_RANGE
                                             : BSHIP_OK,
                      "%s: %s", cases[i].text, error.text);
        cr_assert_eq(options.shots, cases[i].shots < 0 ? 7 : cases[i].shots, "%s", cases[i].text);
    }
}

/* A program of an earlier version has a shorter struct. */
Test(options, field_that_the_struct_does_not_have_is_refused)
{
    struct {
        bship_rules_options options;
        int32_t behind;
    } old;
    memset(&old, 0x5a, sizeof old);
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    options.size = offsetof(bship_rules_options, shots);
    memcpy(&old.options, &options, options.size);
    assert_status(bship_rules_options_set(&old.options, "shots", "40", NULL), BSHIP_ERROR_SIZE,
                  "a limit");
    assert_ok(bship_rules_options_set(&old.options, "shots", "0", NULL), "no limit");
    assert_ok(bship_rules_options_set(&old.options, "turn", "salvo 3", NULL), "a salvo");
    cr_assert(old.options.salvo == 3 && old.options.size == options.size, "the salvo");
    cr_assert_eq(old.options.shots, 0x5a5a5a5a, "what is behind the struct");
}

Test(text, limit_of_shots_is_written_only_where_there_is_one)
{
    static const char *const lines[] = { "", "shots 0\n", "shots 40\n", "shots limited 40\n" };
    bship_rules *start = rules_from("head-start turns 5\n");
    cr_assert_not_null(strstr(rules_text(start), "\nhead-start 5\n"), "%s", rules_text(start));
    bship_rules_unref(start);
    for (size_t i = 0; i < 4; i++) {
        bship_rules *rules = rules_from(lines[i]);
        cr_assert_eq(strstr(rules_text(rules), "shots") != NULL, i >= 2, "%s", lines[i]);
        cr_assert_eq(strstr(rules_text(rules), "shots 40\n") != NULL, i >= 2, "%s", lines[i]);
        bship_rules_unref(rules);
    }
}

Test(options, board_is_set_by_its_sides)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;

    assert_ok(bship_rules_options_set(&options, "board", "12x1024", NULL), "a board");
    cr_assert(options.width == 12 && options.height == 1024, "%dx%d", (int)options.width,
              (int)options.height);
}

Test(options, what_is_not_understood_is_refused_and_changes_nothing)
{
    static const struct {
        const char *keyword, *value;
        bship_status status;
    } cases[] = {
        { "contacts", "none", BSHIP_ERROR_NAME },
        { "", "none", BSHIP_ERROR_NAME },
        { "Contact", "none", BSHIP_ERROR_NAME },
        { "contact", "None", BSHIP_ERROR_NAME },
        { "contact", "", BSHIP_ERROR_NAME },
        { "contact", "one", BSHIP_ERROR_NAME },
        { "contact", "nones", BSHIP_ERROR_NAME },
        { "turn", "salvo 0", BSHIP_ERROR_RANGE },
        { "turn", "salvo 1048577", BSHIP_ERROR_RANGE },
        { "turn", "salvo 99999999999999999999", BSHIP_ERROR_RANGE },
        { "board", "0x10", BSHIP_ERROR_RANGE },
        { "board", "10x1025", BSHIP_ERROR_RANGE },
        { "board", "4294967306x10", BSHIP_ERROR_RANGE },
    };
    static const char *const nonsense[] = { "10",    "10x",    "x10",   "10x10x", "10x10 ",
                                            "10 10", "+10x10", "010x9", "axb",    "" };
    static const char *const salvos[] = { "salvo",    "salvo x",  "salvo 3 4",
                                          "salvo -1", "salvo 03", "one 3" };
    bship_rules_options options, before;

    init_both(&options, &before);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_error error = BSHIP_ERROR_INIT;
        assert_status(bship_rules_options_set(&options, cases[i].keyword, cases[i].value, &error),
                      cases[i].status, "%s %s: %s", cases[i].keyword, cases[i].value, error.text);
        cr_assert_arr_eq(&options, &before, sizeof options, "%s changed them", cases[i].value);
        cr_assert_str_not_empty(error.text, "%s is refused without a text", cases[i].value);
    }
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++)
        assert_status(bship_rules_options_set(&options, "board", nonsense[i], NULL),
                      BSHIP_ERROR_NAME, "board %s", nonsense[i]);
    for (size_t i = 0; i < sizeof salvos / sizeof *salvos; i++)
        assert_status(bship_rules_options_set(&options, "turn", salvos[i], NULL), BSHIP_ERROR_NAME,
                      "turn %s", salvos[i]);
    cr_assert_arr_eq(&options, &before, sizeof options, "nonsense changed them");
}

Test(options, error_lists_the_values_that_were_expected)
{
    for (int32_t rule = 0; rule < RULE_COUNT; rule++) {
        bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
        bship_error error = BSHIP_ERROR_INIT;
        assert_status(bship_rules_options_set(&options, bship_enum_name(BSHIP_ENUM_RULE, rule),
                                              "nonsense", &error),
                      BSHIP_ERROR_NAME, "nonsense");
        bool is_number = rule == BSHIP_RULE_SHOTS || rule == BSHIP_RULE_HEAD_START;
        for (int32_t value = 0; value < bship_enum_count(BSHIP_ENUM_RULE_VALUES + rule); value++) {
            const char *name = bship_enum_name(BSHIP_ENUM_RULE_VALUES + rule, value);
            const char *word = is_number && value == 1 ? " or N" : name;
            cr_assert_not_null(strstr(error.text, word), "%s does not list %s", error.text, word);
        }
    }
}

Test(options, error_gives_the_range_of_a_number)
{
    static const char *const values[] = { "salvo 0", "salvo 99999999" };
    int32_t least = 0, most = 0;
    char range[64];

    cr_assert(bship_rule_number_range(BSHIP_RULE_TURN, BSHIP_TURN_RULE_SALVO, &least, &most), "N");
    snprintf(range, sizeof range, "%d to %d", (int)least, (int)most);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
        bship_error error = BSHIP_ERROR_INIT;
        assert_status(bship_rules_options_set(&options, "turn", values[i], &error),
                      BSHIP_ERROR_RANGE, "%s", values[i]);
        cr_assert_not_null(strstr(error.text, range), "%s", error.text);
    }
}

/* Rules as text. */

Test(text, default_rules_are_written_whole_and_in_order)
{
    static const char expected[] =
        "board 10x10\n"
        "fleet Carrier:5 Battleship:4 Cruiser:3 Submarine:3 Destroyer:2\n"
        "contact allowed\n"
        "turn one\n"
        "disclosure length\n"
        "salvo-report each\n"
        "reveal-water no\n"
        "repeat refused\n"
        "first random\n"
        "ending at-once\n";
    bship_rules *rules = rules_from("");

    cr_assert_str_eq(rules_text(rules), expected, "the defaults");
    bship_rules_unref(rules);
}

Test(text, what_is_written_is_read_back_equal)
{
    static const struct shape shape = { .width = 14, .height = 14, .blocked = 30, .salvo = 99999 };
    bship_rng rng = rng_of(2);
    char text[4096];

    for (int i = 0; i < scaled(2000); i++) {
        bship_rules *rules = random_rules(&rng, &shape), *back;
        snprintf(text, sizeof text, "%s", rules_text(rules));
        back = rules_from(text);
        cr_assert(bship_rules_equal(rules, back), "%s", text);
        cr_assert_str_eq(rules_text(back), text, "written twice");
        bship_rules_unref(back);
        bship_rules_unref(rules);
    }
}

Test(text, is_cut_to_the_buffer)
{
    bship_rules *rules = rules_from("blocked A1 B2\nturn salvo 12\n");
    size_t length = bship_rules_format(rules, NULL, 0);
    char *whole = malloc(length + 1), *text = malloc(length + 2);

    cr_assert_eq(bship_rules_format(rules, whole, length + 1), length, "the length");
    cr_assert_eq(strlen(whole), length, "the length");
    for (size_t capacity = 1; capacity <= length + 1; capacity++) {
        memset(text, '!', length + 2);
        cr_assert_eq(bship_rules_format(rules, text, capacity), length, "the whole length");
        cr_assert_eq(strlen(text), capacity - 1, "not cut to %zu", capacity);
        cr_assert_eq(strncmp(text, whole, capacity - 1), 0, "cut to %s", text);
        cr_assert_eq(text[capacity], '!', "written past %zu", capacity);
    }
    free(whole);
    free(text);
    bship_rules_unref(rules);
}

Test(text, rule_is_written_as_in_a_record)
{
    bship_rules *rules = rules_from("turn salvo 1048576\ncontact no-sides\n");
    char text[32];

    cr_assert_eq(bship_rules_format_rule(rules, BSHIP_RULE_TURN, text, sizeof text), 13, "turn");
    cr_assert_str_eq(text, "salvo 1048576", "turn");
    cr_assert_eq(bship_rules_format_rule(rules, BSHIP_RULE_CONTACT, text, 5), 8, "contact");
    cr_assert_str_eq(text, "no-s", "contact, cut");
    bship_rules_unref(rules);
}

Test(text, lines_come_in_any_order_with_comments_blanks_and_either_end)
{
    static const char plain[] = "board 8x9\nblocked A1 B2\nfleet 4 3 2\ncontact none\n"
                                "turn salvo 3\ndisclosure ship\n";
    static const char *const same[] = {
        "disclosure ship\nturn salvo 3\ncontact none\nfleet 4 3 2\nblocked A1 B2\nboard 8x9\n",
        "\xef\xbb\xbf"
        "board 8x9\r\nblocked A1 B2\r\nfleet 4 3 2\r\ncontact none\r\n"
        "turn salvo 3\r\ndisclosure ship\r\n",
        "# rules\n\n  \t\nboard\t8x9 # small\nblocked b2 a1\nfleet 4:4\t3 2\n contact  none \n"
        "turn salvo   3\ndisclosure ship",
        "board 8x9\nblocked A1 B2\nfleet 4,3,2\ncontact none\nturn salvo 3\ndisclosure ship\n",
        "board 8x9\nblocked A1 B2\nfleet ,4, 3\nfleet 2,\ncontact none\nturn salvo 3\n"
        "disclosure ship\n",
        "board 8x9\nblocked A1\nfleet 4\nblocked B2\nfleet 3 2\ncontact none\nturn salvo 3\n"
        "disclosure ship\n",
    };
    bship_rules *rules = rules_from(plain);

    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        bship_rules *other = rules_from(same[i]);
        cr_assert(bship_rules_equal(rules, other), "case %zu:\n%s", i, rules_text(other));
        bship_rules_unref(other);
    }
    bship_rules_unref(rules);
}

Test(text, errors_are_reported_at_their_line_and_column)
{
    static const struct {
        const char *text;
        bship_status status;
        unsigned line, column; /* column 0: not specified */
    } cases[] = {
        { "boards 10x10\n", BSHIP_ERROR_NAME, 1, 1 },
        { "\n# x\n  foo bar\n", BSHIP_ERROR_NAME, 3, 3 },
        { "board 9x9\ncontact foo\n", BSHIP_ERROR_NAME, 2, 9 },
        { "contact\n", BSHIP_ERROR_SYNTAX, 1, 0 },
        { "contact none\ncontact none\n", BSHIP_ERROR_SYNTAX, 2, 1 },
        { "board 9x9\nboard 9x9\n", BSHIP_ERROR_SYNTAX, 2, 1 },
        { "first a\nboard 9y9\n", BSHIP_ERROR_NAME, 2, 0 },
        { "first a\nboard 9x9x9\n", BSHIP_ERROR_NAME, 2, 0 },
        { "first a\nboard 1025x9\n", BSHIP_ERROR_RANGE, 2, 0 },
        { "first a\nboard 0x9\n", BSHIP_ERROR_RANGE, 2, 0 },
        { "turn salvo\n", BSHIP_ERROR_NAME, 1, 6 },
        { "turn salvo 3 4\n", BSHIP_ERROR_NAME, 1, 6 },
        { "turn salvo 0\n", BSHIP_ERROR_RANGE, 1, 6 },
        { "turn salvo x\n", BSHIP_ERROR_NAME, 1, 6 },
        { "board 9x9\nblocked A1 1A\n", BSHIP_ERROR_SYNTAX, 2, 12 },
        { "board 9x9\nblocked A1 K1\n", BSHIP_ERROR_OFF_BOARD, 2, 12 },
        { "blocked A1 K1\nboard 9x9\n", BSHIP_ERROR_OFF_BOARD, 1, 12 },
        { "board 9x9\nblocked A1\nblocked A1\n", BSHIP_ERROR_DUPLICATE, 3, 9 },
        { "fleet 3 2\nfleet 0\n", BSHIP_ERROR_FLEET, 2, 7 },
        { "fleet A:3\nfleet 2 A:4\n", BSHIP_ERROR_FLEET, 2, 9 },
        { "fleet\n", BSHIP_ERROR_SYNTAX, 1, 0 },
        { "fleet ,\n", BSHIP_ERROR_SYNTAX, 1, 7 },
        { "fleet 3,2,x\n", BSHIP_ERROR_SYNTAX, 1, 12 },
        { "fleet 3,2,0\n", BSHIP_ERROR_FLEET, 1, 11 },
        { "fleet \"A:3\n", BSHIP_ERROR_SYNTAX, 1, 7 },
        { "fleet clasic\n", BSHIP_ERROR_NAME, 1, 7 },
        { "first a\nfirst\tb\x01\n", BSHIP_ERROR_SYNTAX, 2, 0 },
        { "first \xff\n", BSHIP_ERROR_SYNTAX, 1, 0 },
        { "# \xff\n", BSHIP_ERROR_SYNTAX, 1, 0 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_rules *rules = NULL;
        bship_status status =
            bship_rules_parse(&rules, cases[i].text, strlen(cases[i].text), NULL, &error);
        assert_status(status, cases[i].status, "case %zu: %s\n%s", i, error.text, cases[i].text);
        cr_assert_null(rules, "rules were made of %s", cases[i].text);
        cr_assert_eq(error.line, cases[i].line, "line %u of %s", (unsigned)error.line,
                     cases[i].text);
        cr_assert(cases[i].column == 0 ? error.column > 0 : error.column == cases[i].column,
                  "column %u, not %u of %s", (unsigned)error.column, cases[i].column,
                  cases[i].text);
        cr_assert_str_not_empty(error.text, "no text for %s", cases[i].text);
    }
}

Test(text, conflicts_and_rules_that_do_not_fit_are_refused_as_by_the_constructor)
{
    static const struct {
        const char *text;
        bship_status status;
        unsigned line; /* the later of those that disagree */
    } cases[] = {
        { "salvo-report total\n", BSHIP_ERROR_CONFLICT, 1 },
        { "turn salvo-afloat\ndisclosure hit\nfirst a\n", BSHIP_ERROR_CONFLICT, 2 },
        { "disclosure hit\nboard 9x9\nturn salvo-afloat\nfirst a\n", BSHIP_ERROR_CONFLICT, 3 },
        { "turn salvo-largest\ndisclosure hit\nfirst a\n", BSHIP_ERROR_CONFLICT, 2 },
        { "disclosure sunk\nturn salvo-largest\nfirst a\n", BSHIP_ERROR_CONFLICT, 2 },
        { "shots 20\ndisclosure hit\nfirst a\n", BSHIP_ERROR_CONFLICT, 2 },
        { "disclosure sunk\nshots 20\nfleet A:3:2 2\n", BSHIP_ERROR_CONFLICT, 2 },
        { "reveal-water yes\nboard 12x12\nfirst a\n", BSHIP_ERROR_CONFLICT, 1 },
        { "board 2x2\nfleet 3\nending equal-turns\n", BSHIP_ERROR_INFEASIBLE, 2 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_rules *rules = NULL;
        bship_error error = BSHIP_ERROR_INIT;
        assert_status(bship_rules_parse(&rules, cases[i].text, strlen(cases[i].text), NULL, &error),
                      cases[i].status, "%s", cases[i].text);
        cr_assert_null(rules, "rules were made of %s", cases[i].text);
        cr_assert_eq(error.line, cases[i].line, "line %u of %s", error.line, cases[i].text);
    }
}

Test(text, with_a_nul_or_another_control_character_is_refused)
{
    for (int c = 0; c < 0x80; c++) {
        char text[] = "first a # ? # x\nboard 9x9\n";
        bship_rules *rules = NULL;
        bship_status status;
        bool control = (c < 0x20 && c != '\t' && c != '\n') || c == 0x7f;
        text[10] = (char)c;
        status = bship_rules_parse(&rules, text, sizeof text - 1, NULL, NULL);
        assert_status(status, control ? BSHIP_ERROR_SYNTAX : BSHIP_OK, "character %d", c);
        bship_rules_unref(rules);
    }
}

Test(text, damaged_at_random_is_read_or_refused_but_never_breaks)
{
    bship_rng rng = rng_of(3);

    for (int i = 0; i < scaled(5000); i++) {
        char text[] = "board 9x9\nblocked A1 C3\nfleet A:4 \"B c\":3 2 2\ncontact none\n"
                      "turn salvo 3\ndisclosure every-hit\nreveal-water yes\nending at-once\n";
        bship_error error = BSHIP_ERROR_INIT;
        bship_rules *rules = NULL;
        size_t length = sizeof text - 1;
        for (int damage = between(&rng, 1, 4); damage > 0; damage--)
            text[bship_rng_below(&rng, length)] = (char)between(&rng, 0, 255);
        if (!bship_rules_parse(&rules, text, length - bship_rng_below(&rng, 3), NULL, &error))
            cr_assert_not_null(rules, "accepted without rules");
        else
            cr_assert_null(rules, "refused with rules");
        bship_rules_unref(rules);
    }
}
