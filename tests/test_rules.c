/* Rules: the keyword tables, and which combinations are accepted. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "support.h"

static bship_fleet *fleet_from(const char *text)
{
    bship_fleet *fleet = NULL;
    assert_ok(bship_fleet_parse(&fleet, text, NULL, NULL), "%s", text);
    return fleet;
}

/* The status of bship_rules_new(); the caller must unref the rules in `out`, if any. */
static bship_status make(bship_rules **out, const char *ships, const bship_rules_options *options,
                         bship_error *error)
{
    bship_fleet *fleet = fleet_from(ships);
    bship_status status = bship_rules_new(out, fleet, options, error);
    bship_fleet_unref(fleet);
    return status;
}

/* Asserts that the options are refused, with the error's status and without an output. */
static void refuse(const bship_rules_options *options, bship_status expected, bship_error *error,
                   const char *what)
{
    bship_rules *rules = NULL;

    *error = (bship_error)BSHIP_ERROR_INIT;
    assert_status(make(&rules, "classic", options, error), expected, "%s: %s", what, error->text);
    cr_assert_null(rules, "%s: rules were made", what);
    cr_assert_eq((bship_status)error->status, expected, "%s: the error's status", what);
    cr_assert_str_not_empty(error->text, "%s: no text", what);
}

/* The keyword tables. */

Test(rule, numbers_and_keywords_are_those_of_the_record)
{
    static const struct {
        const char *keyword;
        const char *values[6]; /* numbered as in rules.h; the first is the default */
    } rule_values[] = {
        { "contact", { "allowed", "no-sides", "none" } },
        { "turn", { "one", "again-on-hit", "salvo", "salvo-afloat", "salvo-largest" } },
        { "disclosure", { "length", "hit", "sunk", "ship", "every-hit" } },
        { "salvo-report", { "each", "total" } },
        { "reveal-water", { "no", "yes" } },
        { "repeat", { "refused", "wasted" } },
        { "first", { "random", "a", "b" } },
        { "ending", { "at-once", "equal-turns" } },
        { "shots", { "unlimited", "limited" } },
        { "reveal-ship", { "no", "yes" } },
        { "head-start", { "none", "turns" } },
    };

    assert_nothing_else(bship_enum_count(BSHIP_ENUM_RULE) == RULE_COUNT,
                        "another rule needs a row here");
    for (int32_t rule = 0; rule < RULE_COUNT; rule++) {
        int32_t count = 0;
        cr_assert_str_eq(bship_enum_name(BSHIP_ENUM_RULE, rule), rule_values[rule].keyword,
                         "rule %d", (int)rule);
        cr_assert_eq(bship_enum_find(BSHIP_ENUM_RULE, rule_values[rule].keyword), rule, "%s",
                     rule_values[rule].keyword);
        for (; rule_values[rule].values[count]; count++)
            cr_assert_str_eq(bship_enum_name(BSHIP_ENUM_RULE_VALUES + rule, count),
                             rule_values[rule].values[count], "value %d of %s", (int)count,
                             rule_values[rule].keyword);
        cr_assert_eq(rule_value_count(rule), count, "the values of %s", rule_values[rule].keyword);
        assert_nothing_else(bship_enum_count(BSHIP_ENUM_RULE_VALUES + rule) == count,
                            "the values of %s", rule_values[rule].keyword);
    }
}

Test(rule, every_rule_and_value_has_a_line_of_text_of_its_own)
{
    const char *texts[64];
    size_t count = 0;

    for (int32_t rule = 0; rule < RULE_COUNT; rule++) {
        texts[count++] = bship_enum_text(BSHIP_ENUM_RULE, rule);
        for (int32_t value = 0; value < bship_enum_count(BSHIP_ENUM_RULE_VALUES + rule); value++)
            texts[count++] = bship_enum_text(BSHIP_ENUM_RULE_VALUES + rule, value);
    }
    for (size_t i = 0; i < count; i++) {
        cr_assert_not_null(texts[i], "text %zu is missing", i);
        cr_assert_str_not_empty(texts[i], "text %zu is empty", i);
        cr_assert_null(strchr(texts[i], '\n'), "text %zu is more than a line", i);
        for (size_t j = 0; j < i; j++)
            cr_assert_str_neq(texts[i], texts[j], "two texts say \"%s\"", texts[i]);
    }
}

Test(rule, what_is_not_there_is_nothing)
{
    const int32_t none[] = { -1, bship_enum_count(BSHIP_ENUM_RULE), INT32_MIN, INT32_MAX };
    bship_rules *rules = rules_from("");
    char text[32] = "kept";

    for (size_t i = 0; i < 4; i++) {
        cr_assert_null(bship_enum_name(BSHIP_ENUM_RULE, none[i]), "keyword of %d", (int)none[i]);
        cr_assert_null(bship_enum_text(BSHIP_ENUM_RULE, none[i]), "text of %d", (int)none[i]);
        cr_assert_null(bship_enum_name(BSHIP_ENUM_RULE_VALUES + 0, none[i]), "value %d",
                       (int)none[i]);
        cr_assert_null(bship_enum_text(BSHIP_ENUM_RULE_VALUES + 0, none[i]), "value %d",
                       (int)none[i]);
        cr_assert_eq(bship_rules_get(rules, none[i]), -1, "rule %d of rules", (int)none[i]);
        cr_assert_eq(bship_rules_format_rule(rules, none[i], text, sizeof text), 0, "format");
    }
    for (size_t i = 0; i < 2; i++) {
        int32_t values = BSHIP_ENUM_RULE_VALUES + none[i];
        cr_assert_eq(bship_enum_count(values), 0, "values of %d", (int)none[i]);
        cr_assert_null(bship_enum_name(values, 0), "value of %d", (int)none[i]);
        cr_assert_null(bship_enum_text(values, 0), "value of %d", (int)none[i]);
    }
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_RULE, "Contact"), -1, "keywords are lower case");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_RULE, "board"), -1,
                 "the board is not one of these rules");
    bship_rules_unref(rules);
}

/* Accepted and refused rules. */

Test(rules, defaults_are_the_classic_conventions)
{
    bship_rules *by_default = NULL, *by_options = NULL;
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;

    assert_ok(make(&by_default, "classic", NULL, NULL), "no options");
    assert_ok(make(&by_options, "classic", &options, NULL), "default options");
    cr_assert(bship_rules_equal(by_default, by_options), "two defaults");
    cr_assert_eq(bship_rules_width(by_default), 10, "the width");
    cr_assert_eq(bship_rules_height(by_default), 10, "the height");
    cr_assert_eq(bship_rules_blocked(by_default, NULL, 0), 0, "blocked cells");
    cr_assert_eq(bship_rules_feasibility(by_default), BSHIP_FEASIBILITY_PROVED, "feasibility");
    for (int32_t rule = 0; rule < RULE_COUNT; rule++)
        cr_assert_eq(bship_rules_get(by_default, rule), 0, "rule %d", (int)rule);
    bship_rules_unref(by_default);
    bship_rules_unref(by_options);
}

/* Whether a message names both rules of a conflict between the values. */
static bool names_a_conflict(const char *message, const int32_t *values)
{
    for (const struct conflict *conflict = conflicts; conflict->values[0]; conflict++)
        if (in_conflict(conflict, values) &&
            strstr(message, bship_enum_name(BSHIP_ENUM_RULE, conflict->rule[0])) &&
            strstr(message, bship_enum_name(BSHIP_ENUM_RULE, conflict->rule[1])))
            return true;
    return false;
}

static bool in_any_conflict(const int32_t *values)
{
    const struct conflict *conflict = conflicts;
    while (conflict->values[0] && !in_conflict(conflict, values))
        conflict++;
    return conflict->values[0] != 0;
}

static void check_combination(const bship_fleet *fleet, const int32_t *values)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    bship_rules *rules = NULL;
    bship_status status;

    for (int32_t rule = 0; rule < RULE_COUNT; rule++)
        *rule_option(&options, rule) = values[rule];
    options.salvo = values[BSHIP_RULE_TURN] == BSHIP_TURN_RULE_SALVO ? 3 : 0;
    status = bship_rules_new(&rules, fleet, &options, &error);
    if (in_any_conflict(values)) {
        assert_status(status, BSHIP_ERROR_CONFLICT, "%s", error.text);
        cr_assert(names_a_conflict(error.text, values), "does not name both: %s", error.text);
        cr_assert_null(rules, "rules were made");
        return;
    }
    assert_ok(status, "%s", error.text);
    for (int32_t rule = 0; rule < RULE_COUNT; rule++)
        cr_assert_eq(bship_rules_get(rules, rule), values[rule], "rule %d", (int)rule);
    cr_assert_eq(bship_rules_number(rules, BSHIP_RULE_TURN), options.salvo, "the number");
    bship_rules_unref(rules);
}

Test(rules, are_refused_exactly_when_two_rule_values_conflict_and_the_text_names_both)
{
    bship_fleet *fleet = fleet_from("3 2");
    int32_t values[RULE_COUNT] = { 0 };
    int32_t rule = 0;

    while (rule < RULE_COUNT) {
        check_combination(fleet, values);
        for (rule = 0;
             rule < RULE_COUNT && ++values[rule] == bship_enum_count(BSHIP_ENUM_RULE_VALUES + rule);
             rule++)
            values[rule] = 0;
    }
    bship_fleet_unref(fleet);
}

Test(rules, salvo_without_salvo_turns_is_a_conflict)
{
    for (int32_t turn = 0; turn < bship_enum_count(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_TURN);
         turn++) {
        bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
        bship_error error;
        if (turn == BSHIP_TURN_RULE_SALVO)
            continue;
        options.turn = turn;
        options.salvo = 3;
        refuse(&options, BSHIP_ERROR_CONFLICT, &error, "a salvo");
        cr_assert(strstr(error.text, "salvo") && strstr(error.text, "turn"), "%s", error.text);
    }
}

Test(rules, say_which_values_take_a_number)
{
    for (int32_t rule = 0; rule < RULE_COUNT; rule++) {
        for (int32_t value = 0; value < bship_enum_count(BSHIP_ENUM_RULE_VALUES + rule); value++) {
            int32_t least = -7, most = -7;
            bool takes = bship_rule_number_range(rule, value, &least, &most);
            bool is_salvo = rule == BSHIP_RULE_TURN && value == BSHIP_TURN_RULE_SALVO;
            bool is_limit = rule == BSHIP_RULE_SHOTS && value == BSHIP_SHOTS_LIMITED;
            bool is_start = rule == BSHIP_RULE_HEAD_START && value == BSHIP_HEAD_START_TURNS;
            cr_assert_eq(takes, is_salvo || is_limit || is_start, "rule %d, value %d", (int)rule,
                         (int)value);
            cr_assert_eq(least, takes ? 1 : -7, "the least number");
            cr_assert_eq(most,
                         is_salvo   ? BSHIP_SALVO_MAX
                         : is_limit ? BSHIP_SHOTS_MAX
                         : is_start ? BSHIP_HEAD_START_MAX
                                    : -7,
                         "the greatest number");
        }
    }
    cr_assert(bship_rule_number_range(BSHIP_RULE_TURN, BSHIP_TURN_RULE_SALVO, NULL, NULL),
              "a number, without its range");
    cr_assert_not(bship_rule_number_range(BSHIP_RULE_TURN, -1, NULL, NULL), "no value");
    cr_assert_not(bship_rule_number_range(BSHIP_RULE_TURN, 99, NULL, NULL), "no value");
    cr_assert_not(bship_rule_number_range(-1, 0, NULL, NULL), "no rule");
    cr_assert_not(bship_rule_number_range(RULE_COUNT, 0, NULL, NULL), "no rule");
}

Test(rules, numbers_belong_to_the_rule_that_takes_one)
{
    bship_rules *rules = rules_from("fleet 3 2\nturn salvo 4\nshots 30\nhead-start 6\n");
    for (int32_t rule = -1; rule <= RULE_COUNT; rule++)
        cr_assert_eq(bship_rules_number(rules, rule),
                     rule == BSHIP_RULE_TURN         ? 4
                     : rule == BSHIP_RULE_SHOTS      ? 30
                     : rule == BSHIP_RULE_HEAD_START ? 6
                                                     : 0,
                     "rule %d", (int)rule);
    bship_rules_unref(rules);
}

/* Makes rules with a limit of shots for a fleet: OK, or why they are refused. */
static bship_status limit_shots(const char *ships, int32_t disclosure, int32_t shots,
                                bship_error *error)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_rules *rules = NULL;
    *error = (bship_error)BSHIP_ERROR_INIT;
    options.shots = shots;
    options.disclosure = disclosure;
    bship_status status = make(&rules, ships, &options, error);
    cr_assert(status || bship_rules_discloses(rules, BSHIP_DETAIL_POINTS), "the points");
    bship_rules_unref(rules);
    return status;
}

Test(rules, limit_of_shots_is_refused_where_reports_do_not_tell_the_points)
{
    static const struct {
        const char *ships;
        bool is_told[5]; /* by disclosure: length, hit, sunk, ship, every-hit */
    } cases[] = {
        { "5 4 3 3 2", { true, false, true, true, true } },
        { "A:3:2 B:2:2", { true, false, true, true, true } },
        { "A:3:2 B:2:1", { true, false, false, true, true } },
        { "A:3:2 B:3:1", { false, false, false, true, true } },
        { "A:3:2 A:3:2 B:2", { true, false, false, true, true } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int32_t disclosure = 0; disclosure < 5; disclosure++) {
            bship_error error;
            bool is_told = cases[i].is_told[disclosure];
            assert_status(limit_shots(cases[i].ships, disclosure, 20, &error),
                          is_told ? BSHIP_OK : BSHIP_ERROR_CONFLICT, "%s: %s", cases[i].ships,
                          error.text);
            cr_assert(is_told || (strstr(error.text, "shots 20") && strstr(error.text, "points")),
                      "%s", error.text);
        }
}

Test(rules, limit_of_shots_has_a_range)
{
    bship_error error;
    assert_status(limit_shots("3 2", 0, -1, &error), BSHIP_ERROR_RANGE, "%s", error.text);
    assert_status(limit_shots("3 2", 0, BSHIP_SHOTS_MAX + 1, &error), BSHIP_ERROR_RANGE, "%s",
                  error.text);
    cr_assert_not_null(strstr(error.text, "shots N"), "%s", error.text);
    assert_ok(limit_shots("3 2", 0, BSHIP_SHOTS_MAX, &error), "%s", error.text);
}

Test(rules, unknown_values_are_refused)
{
    for (int32_t rule = 0; rule <= BSHIP_RULE_ENDING; rule++) {
        int32_t unknown[] = { -1, bship_enum_count(BSHIP_ENUM_RULE_VALUES + rule), INT32_MIN,
                              INT32_MAX };
        for (size_t i = 0; i < 4; i++) {
            bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
            bship_error error;
            *rule_option(&options, rule) = unknown[i];
            refuse(&options, BSHIP_ERROR_ARGUMENT, &error, bship_enum_name(BSHIP_ENUM_RULE, rule));
            cr_assert_not_null(strstr(error.text, bship_enum_name(BSHIP_ENUM_RULE, rule)),
                               "does not name %s: %s", bship_enum_name(BSHIP_ENUM_RULE, rule),
                               error.text);
        }
    }
}

Test(rules, numbers_out_of_range_are_refused)
{
    static const int32_t sides[] = { -1025, -1, BSHIP_BOARD_EDGE_MAX + 1, INT32_MIN, INT32_MAX };
    static const int32_t salvos[] = { 0, -1, 1048577, INT32_MIN, INT32_MAX };
    bship_error error;

    for (size_t i = 0; i < 5; i++) {
        bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
        options.width = sides[i];
        refuse(&options, BSHIP_ERROR_RANGE, &error, "the width");
        options.width = 10;
        options.height = sides[i];
        refuse(&options, BSHIP_ERROR_RANGE, &error, "the height");
        options.height = 10;
        options.turn = BSHIP_TURN_RULE_SALVO;
        options.salvo = salvos[i];
        refuse(&options, BSHIP_ERROR_RANGE, &error, "the salvo");
    }
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    options.work_limit = -1;
    refuse(&options, BSHIP_ERROR_RANGE, &error, "the work limit");
    options.work_limit = 0;
    options.head_start = -1;
    refuse(&options, BSHIP_ERROR_RANGE, &error, "a head start");
    options.head_start = BSHIP_HEAD_START_MAX + 1;
    refuse(&options, BSHIP_ERROR_RANGE, &error, "a head start");
    cr_assert_not_null(strstr(error.text, "head-start N"), "%s", error.text);
}

Test(rules, largest_numbers_are_accepted)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_rules *rules = NULL;

    options.width = options.height = BSHIP_BOARD_EDGE_MAX;
    options.turn = BSHIP_TURN_RULE_SALVO;
    options.salvo = 1048576;
    assert_ok(make(&rules, "1024 1", &options, NULL), "the largest board");
    cr_assert_eq(bship_rules_number(rules, BSHIP_RULE_TURN), 1048576, "the salvo");
    cr_assert_eq(bship_rules_placement_count(rules), 2 * 1024 + 1048576, "placements");
    bship_rules_unref(rules);
}

Test(rules, bad_blocked_cells_are_refused_by_their_index)
{
    static const struct {
        bship_cell cells[3];
        int64_t index;
        bship_status status;
    } cases[] = {
        { { { 0, 0 }, { 10, 0 }, { 1, 1 } }, 1, BSHIP_ERROR_OFF_BOARD },
        { { { 0, 0 }, { 1, 1 }, { 0, 10 } }, 2, BSHIP_ERROR_OFF_BOARD },
        { { { -1, 0 }, { 1, 1 }, { 0, 9 } }, 0, BSHIP_ERROR_OFF_BOARD },
        { { { 0, INT32_MIN }, { 1, 1 }, { 0, 9 } }, 0, BSHIP_ERROR_OFF_BOARD },
        { { { 0, 0 }, { 1, 1 }, { 0, 0 } }, 2, BSHIP_ERROR_DUPLICATE },
        { { { 0, 0 }, { 0, 0 }, { 1, 1 } }, 1, BSHIP_ERROR_DUPLICATE },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
        bship_error error;
        options.blocked = cases[i].cells;
        options.blocked_count = 3;
        refuse(&options, cases[i].status, &error, "blocked cells");
        cr_assert_eq(error.index, cases[i].index, "case %zu blames %d", i, (int)error.index);
    }
}

Test(rules, missing_arguments_are_refused)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_fleet *fleet = fleet_from("3");
    bship_rules *rules = NULL;

    assert_status(bship_rules_new(NULL, fleet, NULL, NULL), BSHIP_ERROR_ARGUMENT, "out");
    assert_status(bship_rules_new(&rules, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "fleet");
    options.blocked_count = 1;
    assert_status(bship_rules_new(&rules, fleet, &options, NULL), BSHIP_ERROR_ARGUMENT, "blocked");
    assert_status(bship_rules_parse(NULL, "", 0, NULL, NULL), BSHIP_ERROR_ARGUMENT, "out");
    assert_status(bship_rules_parse(&rules, NULL, 1, NULL, NULL), BSHIP_ERROR_ARGUMENT, "text");
    assert_status(bship_rules_options_set(NULL, "contact", "none", NULL), BSHIP_ERROR_ARGUMENT,
                  "options");
    assert_status(bship_rules_options_set(&options, NULL, "none", NULL), BSHIP_ERROR_ARGUMENT,
                  "keyword");
    assert_status(bship_rules_options_set(&options, "contact", NULL, NULL), BSHIP_ERROR_ARGUMENT,
                  "value");
    cr_assert_null(rules, "rules were made");
    bship_rules_unref(NULL);
    cr_assert_null(bship_rules_ref(NULL), "a reference to nothing");
    bship_fleet_unref(fleet);
}

Test(rules, blocked_cells_are_those_given)
{
    static const struct shape shape = { .width = 12, .height = 12, .blocked = 40 };
    bship_rng rng = rng_of(1);

    for (int i = 0; i < scaled(100); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        int32_t width = bship_rules_width(rules), height = bship_rules_height(rules);
        bship_cell cells[40];
        size_t given = bship_rules_blocked(rules, cells, 40), count = 0;
        for (int32_t y = -1; y <= height; y++)
            for (int32_t x = -1; x <= width; x++) {
                bool blocked = bship_rules_is_blocked(rules, (bship_cell){ x, y });
                cr_assert(!blocked || (x >= 0 && x < width && y >= 0 && y < height),
                          "a cell off the board is blocked");
                if (!blocked)
                    continue;
                cr_assert(count < given && cells[count].x == x && cells[count].y == y,
                          "blocked cell %zu", count);
                count++;
            }
        cr_assert_eq(given, count, "the number of blocked cells");
        cr_assert_eq(bship_rules_blocked(rules, NULL, 0), count, "without memory");
        bship_rules_unref(rules);
    }
}

Test(rules, that_are_described_are_made_again)
{
    static const struct shape shape = { .width = 9, .height = 9, .blocked = 10 };
    bship_rng rng = rng_of(2);

    for (int i = 0; i < scaled(200); i++) {
        bship_rules *rules = random_rules(&rng, &shape), *again = NULL, *open = NULL;
        bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
        assert_ok(bship_rules_describe(rules, &options), "the options");
        cr_assert_eq(options.size, sizeof options, "the size");
        assert_ok(bship_rules_new(&again, bship_rules_fleet(rules), &options, NULL), "equal rules");
        cr_assert(bship_rules_equal(rules, again), "not equal:\n%s", rules_text(rules));
        options.blocked_count = 0;
        assert_ok(bship_rules_new(&open, bship_rules_fleet(rules), &options, NULL), "a variation");
        cr_assert_eq(bship_rules_blocked(open, NULL, 0), 0, "nothing is blocked");
        bship_rules_unref(rules);
        bship_rules_unref(again);
        bship_rules_unref(open);
    }
}

Test(rules, disclose_what_their_values_say)
{
    static const struct {
        const char *disclosure;
        bool tells[5]; /* by bship_detail, for a fleet whose ships are worth one point each */
    } cases[] = {
        { "length", { true, true, false, false, true } },
        { "hit", { false, false, false, false, false } },
        { "sunk", { true, false, false, false, true } },
        { "ship", { true, true, true, false, true } },
        { "every-hit", { true, true, true, true, true } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[40];
        snprintf(text, sizeof text, "disclosure %s\n", cases[i].disclosure);
        bship_rules *rules = rules_from(text);
        for (int32_t detail = 0; detail < 5; detail++)
            cr_assert_eq(bship_rules_discloses(rules, detail), cases[i].tells[detail],
                         "detail %d of %s", (int)detail, cases[i].disclosure);
        cr_assert_eq(bship_rules_discloses(rules, -1), 0, "no detail");
        cr_assert_eq(bship_rules_discloses(rules, 5), 0, "no detail");
        cr_assert_eq(bship_rules_discloses(rules, INT32_MAX), 0, "no detail");
        bship_rules_unref(rules);
    }
}

Test(rules, live_until_their_last_reference_is_gone_and_keep_the_fleet)
{
    struct memory memory;
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    bship_rules *rules;
    bship_board *board = NULL;

    memory_init(&memory);
    options.allocator = memory.allocator;
    rules = rules_from_with("fleet Carrier:5\n", &options);
    cr_assert_eq(bship_rules_ref(rules), rules, "ref returns its argument");
    bship_rules_unref(rules);
    cr_assert_str_eq(bship_fleet_name(bship_rules_fleet(rules), 0), "Carrier", "the fleet is gone");
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    bship_rules_unref(rules);
    cr_assert_eq(bship_rules_width(bship_board_rules(board)), 10, "the board lost its rules");
    bship_board_free(board);
    memory_check(&memory, "rules");
}

/* Drops a reference to rules, which must free nothing. */
static void drop(bship_rules *rules, const struct memory *memory, const char *what)
{
    long blocks = memory->blocks;
    bship_rules_unref(rules);
    cr_assert_eq(memory->blocks, blocks, "%s does not keep its rules", what);
}

Test(rules, are_kept_by_every_object_that_is_made_from_them)
{
    struct memory memory;
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    memory_init(&memory);
    options.allocator = memory.allocator;

#define KEEPS(type, release, make, kept)                                                           \
    do {                                                                                           \
        bship_rules *rules = rules_from_with("board 4x4\nfleet 2\n", &options);                    \
        bship_##type *object = NULL;                                                               \
        assert_ok(make, #type);                                                                    \
        drop(rules, &memory, #type);                                                               \
        cr_assert_eq(kept, rules, #type);                                                          \
        bship_##type##_##release(object);                                                          \
        memory_check(&memory, #type);                                                              \
    } while (0)
    KEEPS(board, free, bship_board_new(&object, rules, NULL, NULL), bship_board_rules(object));
    KEEPS(chart, free, bship_chart_new(&object, rules, NULL, NULL), bship_chart_rules(object));
    KEEPS(sampler, unref, bship_sampler_new(&object, rules, NULL, NULL),
          bship_sampler_rules(object));
    KEEPS(ai, free, bship_ai_new(&object, rules, "density", NULL, NULL), bship_ai_rules(object));
    KEEPS(game, free, bship_game_new(&object, rules, NULL, NULL), bship_game_rules(object));
    KEEPS(record, free, bship_record_new(&object, rules, NULL, NULL), bship_record_rules(object));
    KEEPS(match, free, bship_match_new(&object, rules, NULL, NULL), rules);
#undef KEEPS
}

Test(rules, are_equal_exactly_when_everything_is)
{
    static const char *const texts[] = {
        "",
        "board 11x10\n",
        "board 10x11\n",
        "fleet modern\n",
        "fleet 5 4 3 3 2\n",
        "blocked A1\n",
        "blocked A2\n",
        "blocked A1 A2\n",
        "contact no-sides\n",
        "contact none\n",
        "turn again-on-hit\n",
        "turn salvo 3\n",
        "turn salvo 4\n",
        "turn salvo-afloat\n",
        "turn salvo-largest\n",
        "disclosure hit\n",
        "disclosure sunk\n",
        "disclosure ship\n",
        "disclosure every-hit\n",
        "turn salvo 3\nsalvo-report total\n",
        "contact none\nreveal-water yes\n",
        "repeat wasted\n",
        "first a\n",
        "first b\n",
        "ending equal-turns\n",
        "shots 40\n",
        "shots 41\n",
        "fleet Carrier:5 Battleship:4 Cruiser:3 Submarine:3 Destroyer:2:3\n",
    };
    enum {
        COUNT = sizeof texts / sizeof *texts
    };
    bship_rules *rules[2][COUNT];

    for (size_t i = 0; i < COUNT; i++)
        for (int copy = 0; copy < 2; copy++)
            rules[copy][i] = rules_from(texts[i]);
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < COUNT; j++)
            cr_assert_eq(bship_rules_equal(rules[0][i], rules[1][j]) != 0, i == j,
                         "\"%s\" and \"%s\"", texts[i], texts[j]);
    for (size_t i = 0; i < COUNT; i++)
        for (int copy = 0; copy < 2; copy++)
            bship_rules_unref(rules[copy][i]);
}

Test(rules, order_of_blocked_cells_does_not_matter)
{
    bship_rules *a = rules_from("blocked A1 C3 B2\n"), *b = rules_from("blocked B2 A1 C3\n");

    cr_assert(bship_rules_equal(a, b), "the same cells in another order");
    bship_rules_unref(a);
    bship_rules_unref(b);
}
