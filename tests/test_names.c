/* The names of enumerations: they are the same in every version, like the values. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/batch.h>
#include <battleship/experimental/explain.h>
#include <battleship/experimental/habits.h>
#include <battleship/experimental/placing.h>
#include <battleship/limits.h>

#include "header_text.h"
#include "support.h"

enum {
    VALUES_MAX = 24,
    EXPERIMENTAL = 1000 /* the first number of what experimental headers add */
};

/* The names of an enumeration, from its first value that has one. */
static const struct row {
    int32_t enumeration;
    int32_t first;
    const char *names[VALUES_MAX];
} rows[] = {
    { BSHIP_ENUM_ORIENTATION, 0, { "right", "down" } },
    { BSHIP_ENUM_FEASIBILITY, 1, { "proved", "undecided" } },
    { BSHIP_ENUM_DETAIL, 0, { "sinking", "length", "name", "name-of-hit", "points" } },
    { BSHIP_ENUM_RESULT, 0, { "miss", "hit", "sunk", "wasted" } },
    { BSHIP_ENUM_BOARD_STATE, 0, { "water", "ship", "missed", "hit", "sunk", "blocked" } },
    { BSHIP_ENUM_DRAW_METHOD, 0, { "none", "uniform", "searched", "style" } },
    { BSHIP_ENUM_CHART_STATE,
      0,
      { "unknown", "miss", "hit", "sunk", "known-water", "shot", "blocked" } },
    { BSHIP_ENUM_HIT_STATE, 0, { "none", "unresolved", "ambiguous", "attributed" } },
    { BSHIP_ENUM_SIDE, 0, { "none", "a", "b" } },
    { BSHIP_ENUM_LOCATION, 0, { "local", "remote" } },
    { BSHIP_ENUM_PHASE, 0, { "placing", "aiming", "awaiting-report", "over" } },
    { BSHIP_ENUM_OUTCOME, 0, { "none", "a", "b", "draw" } },
    { BSHIP_ENUM_MATCH_KIND, 0, { "solo", "duel" } },
    { BSHIP_ENUM_LEVEL, 0, { "none", "easy", "medium", "hard", "expert", "master", "skilled" } },
    { BSHIP_ENUM_LOOKAHEAD, 0, { "none", "sample", "all", "optimum" } },
    { BSHIP_ENUM_FLEET_PRESET, 0, { "classic", "modern", "russian", "german" } },
    { BSHIP_ENUM_METHOD, 0, { "auto", "enumeration", "frontier", "rejection", "mcmc", "smc" } },
    { BSHIP_ENUM_EXPLANATION_STATE,
      0,
      { "unreached", "unable", "declined", "abandoned", "chosen" } },
    { BSHIP_ENUM_BATCH_END, 0, { "none", "sunk", "shots" } },
    { BSHIP_ENUM_FACT, 0, { "began",  "player",     "strategy",     "seed",    "date",
                            "result", "first-seed", "begins",       "view",    "location",
                            "audit",  "audit-work", "audit-memory", "drawn",   "level",
                            "work",   "memory",     "aim-seed",     "placing", "strength" } },
    { BSHIP_ENUM_FACT, BSHIP_FACT_PLACING_SEED, { "placing-seed", "habits" } },
    { BSHIP_ENUM_RULE,
      0,
      { "contact", "turn", "disclosure", "salvo-report", "reveal-water", "repeat", "first",
        "ending", "shots", "reveal-ship", "head-start" } },
    { BSHIP_ENUM_END_REASON,
      0,
      { "none", "sunk", "resigned", "contradiction", "abandoned", "shots" } },
    { BSHIP_ENUM_AUDIT, 0, { "necessary", "complete" } },
    { BSHIP_ENUM_BASIS, 0, { "none", "lookahead", "posterior", "sample", "density", "any-cell" } },
    { BSHIP_ENUM_RNG_PURPOSE, 1, { "layout", "ai-a", "ai-b", "first", "sample" } },
    { BSHIP_ENUM_RNG_PURPOSE, BSHIP_RNG_PURPOSE_PLACING, { "placing" } },
    { BSHIP_ENUM_PROGRESS, 0, { "go-on", "cancel", "finish" } },
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *name_of(const struct row *row)
{
    return bship_enum_name(BSHIP_ENUM_ENUM, row->enumeration);
}

Test(names, are_those_of_records_and_programs)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct row *row = &rows[i];
        for (int32_t k = 0; row->names[k]; k++) {
            int32_t value = row->first + k;
            const char *name = bship_enum_name(row->enumeration, value);
            cr_assert_not_null(name, "%s %d has no name", name_of(row), (int)value);
            cr_assert_str_eq(name, row->names[k], "%s %d", name_of(row), (int)value);
            cr_assert_eq(bship_enum_find(row->enumeration, name), value, "%s %s", name_of(row),
                         name);
        }
    }
}

Test(names, of_other_values_are_null)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct row *row = &rows[i];
        int32_t end = row->first;
        while (row->names[end - row->first])
            end++;
        const int32_t none[] = { -1, row->first - 1, end, end + 1, INT32_MIN, INT32_MAX };
        for (size_t k = 0; k < COUNT(none); k++)
            assert_nothing_else(!bship_enum_name(row->enumeration, none[k]), "%s %d", name_of(row),
                                (int)none[k]);
    }
}

Test(names, that_are_unknown_are_not_found)
{
    static const char *const unknown[] = {
        NULL, "", " ", "nonsense", "A", "MISS", "hit ", "easy\n"
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        for (size_t k = 0; k < COUNT(unknown); k++)
            cr_assert_eq(bship_enum_find(rows[i].enumeration, unknown[k]), -1, "%s \"%s\"",
                         name_of(&rows[i]), unknown[k] ? unknown[k] : "NULL");
    }
}

Test(names, of_the_values_of_rules_are_found)
{
    for (int32_t rule = -1; rule <= bship_enum_count(BSHIP_ENUM_RULE); rule++) {
        int32_t values = BSHIP_ENUM_RULE_VALUES + rule;
        for (int32_t value = 0; value < bship_enum_count(values); value++) {
            const char *name = bship_enum_name(values, value);
            cr_assert_eq(bship_enum_find(values, name), value, "rule %d, %s", (int)rule, name);
        }
        cr_assert_eq(bship_enum_find(values, NULL), -1, "rule %d, NULL", (int)rule);
        cr_assert_eq(bship_enum_find(values, "nonsense"), -1, "rule %d", (int)rule);
    }
}

Test(names, of_enumerations_that_do_not_exist_are_null)
{
    if (is_later_library())
        return;
    const int32_t none[] = { -1,
                             BSHIP_ENUM_RNG_PURPOSE + 1,
                             BSHIP_ENUM_RULE_VALUES - 1,
                             BSHIP_ENUM_RULE_VALUES + bship_enum_count(BSHIP_ENUM_RULE),
                             999,
                             bship_enum_count(BSHIP_ENUM_ENUM),
                             INT32_MIN,
                             INT32_MAX };
    for (size_t i = 0; i < COUNT(none); i++) {
        cr_assert_eq(bship_enum_count(none[i]), 0, "%d", (int)none[i]);
        cr_assert_null(bship_enum_name(none[i], 0), "%d", (int)none[i]);
        cr_assert_null(bship_enum_text(none[i], 0), "%d", (int)none[i]);
        cr_assert_eq(bship_enum_find(none[i], "a"), -1, "%d", (int)none[i]);
        cr_assert_eq(bship_enum_find(none[i], NULL), -1, "%d", (int)none[i]);
        cr_assert_null(bship_enum_name(BSHIP_ENUM_ENUM, none[i]), "%d", (int)none[i]);
        cr_assert_null(bship_enum_text(BSHIP_ENUM_ENUM, none[i]), "%d", (int)none[i]);
    }
}

/* Checks a value with a name; returns whether it has one. */
static bool check_value(int32_t enumeration, int32_t value)
{
    const char *name = bship_enum_name(enumeration, value),
               *text = bship_enum_text(enumeration, value);
    if (!name) {
        cr_assert_null(text, "%d of %d has a text alone", (int)value, (int)enumeration);
        return false;
    }
    cr_assert_str_not_empty(name, "%d of %d", (int)value, (int)enumeration);
    cr_assert_null(strpbrk(name, " \t\n"), "%s", name);
    cr_assert_eq(bship_enum_find(enumeration, name), value, "%s", name);
    cr_assert_not_null(text, "%s has no text", name);
    cr_assert_str_not_empty(text, "%s has no text", name);
    cr_assert_null(strchr(text, '\n'), "the text of %s has lines", name);
    cr_assert_neq(text[strlen(text) - 1], '.', "the text of %s ends in a full stop", name);
    return true;
}

Test(names, and_texts_belong_to_every_value)
{
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_ENUM); i++) {
        if (!check_value(BSHIP_ENUM_ENUM, i)) {
            cr_assert_eq(bship_enum_count(i), 0, "%d has no name", (int)i);
            continue;
        }
        int32_t count = bship_enum_count(i), named = 0;
        for (int32_t value = 0; value < count; value++)
            named += check_value(i, value);
        cr_assert_gt(named, 0, "%s is empty", bship_enum_name(BSHIP_ENUM_ENUM, i));
        cr_assert_not_null(bship_enum_name(i, count - 1), "the last of %d", (int)i);
        cr_assert_null(bship_enum_name(i, count), "one too many of %d", (int)i);
        cr_assert_null(bship_enum_text(i, count), "one too many of %d", (int)i);
        cr_assert_null(bship_enum_name(i, -1), "one too few of %d", (int)i);
        cr_assert_null(bship_enum_text(i, -1), "one too few of %d", (int)i);
    }
}

/* ---- the headers ---- */

static int enumerations;

/* The enumeration of a type: bship_hit_state is called hit-state. */
static int32_t enumeration_of(const char *type)
{
    char name[64];
    snprintf(name, sizeof name, "%s",
             strcmp(type, "bship_turn_rule") == 0 ? "turn" : type + strlen("bship_"));
    for (char *at = strchr(name, '_'); at; at = strchr(at, '_'))
        *at = '-';
    return bship_enum_find(BSHIP_ENUM_ENUM, name);
}

/*
 * Checks an enumerator and its comment, in which the name comes first, in quotation marks. Without
 * one it is a status, a preset, or no value, such as BSHIP_SIDE_NONE. Returns whether it is a
 * value.
 */
static bool check_enumerator(int32_t enumeration, const char *enumerator, const char *equals)
{
    char name[64];
    int32_t value = (int32_t)strtol(equals + 2 + strspn(equals + 2, " \n"), NULL, 10);
    const char *comment = strstr(equals, "/**< ");
    const char *found = bship_enum_name(enumeration, value);
    cr_assert_not_null(comment, "%s has no comment", enumerator);
    cr_assert_eq(bship_constant(enumerator), value, "%s is no constant", enumerator);
    if (comment[5] == '`') {
        size_t length = strcspn(comment + 6, " `");
        snprintf(name, sizeof name, "%.*s", (int)length, comment + 6);
        cr_assert_not_null(found, "%s needs a row", enumerator);
        cr_assert_str_eq(found, name, "%s", enumerator);
    }
    return found != NULL;
}

static void check_enum(const char *type, const char *at, const char *end)
{
    int32_t enumeration = enumeration_of(type);
    int32_t named = 0, values = 0;
    cr_assert_geq(enumeration, 0, "%s is not in the index of enumerations", type);
    for (at = strstr(at, "\n    BSHIP_"); at && at < end; at = strstr(at, "\n    BSHIP_")) {
        char enumerator[64];
        at = copy_word(at + 5, enumerator, sizeof enumerator);
        values += check_enumerator(enumeration, enumerator, at);
    }
    for (int32_t value = 0; value < EXPERIMENTAL; value++)
        named += bship_enum_name(enumeration, value) != NULL;
    /* The index also holds the values of rules. */
    if (enumeration != BSHIP_ENUM_ENUM)
        assert_nothing_else(values == named, "%s has other values than its header", type);
    enumerations++;
}

static void check_enums(const char *text)
{
    static const char begin[] = "typedef enum ";
    for (const char *at = strstr(text, begin); at; at = strstr(at, begin)) {
        char type[64], closing[80];
        at = copy_word(at + sizeof begin - 1, type, sizeof type);
        snprintf(closing, sizeof closing, "\n} %s;", type);
        const char *end = strstr(at, closing);
        cr_assert_not_null(end, "the end of %s", type);
        check_enum(type, at, end);
    }
}

Test(names, of_custom_strategies_are_left_to_them)
{
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++) {
        const char *name = bship_enum_name(BSHIP_ENUM_STRATEGY, i);
        cr_assert(strncmp(name, "x-", 2) != 0 && strcmp(name, "custom") != 0, "%s", name);
    }
}

/* The strategy behind a level may change, so its comment must not promise one. */
static void check_levels(const char *text)
{
    const char *at = strstr(text, "typedef enum bship_level {");
    const char *end = at ? strstr(at, "} bship_level;") : NULL;
    for (int32_t i = 0; end && i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++) {
        const char *found = strstr(at, bship_enum_name(BSHIP_ENUM_STRATEGY, i));
        cr_assert(!found || found > end, "a level is said to be %s",
                  bship_enum_name(BSHIP_ENUM_STRATEGY, i));
    }
    enumerations += end != NULL;
}

Test(names, of_strategies_are_in_no_comment_of_a_level)
{
    enumerations = 0;
    each_header(check_levels);
    cr_assert_eq(enumerations, 1, "the levels were found %d times", enumerations);
}

Test(names, belong_to_every_enumeration_of_the_headers)
{
    enumerations = 0;
    each_header(check_enums);
    cr_assert_gt(enumerations, 25, "only %d enumerations were found", enumerations);
}
