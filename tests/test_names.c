/* The names of enumerations: they are the same in every version, like the values. */
#include <stdbool.h>
#include <string.h>

#include "support.h"

enum {
    VALUES_MAX = 16
};

/* The names of an enumeration, from its first value that has one. */
static const struct row {
    const char *enumeration;
    const char *(*name)(int32_t value);
    int32_t (*find)(const char *name);
    int32_t first;
    const char *names[VALUES_MAX];
} rows[] = {
#define ROW(type, first, ...)                                                                      \
    {                                                                                              \
#type, type##_name, type##_find, first,                                                    \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
    ROW(bship_orientation, 0, "right", "down"),
    ROW(bship_feasibility, 1, "proved", "undecided"),
    ROW(bship_result, 0, "miss", "hit", "sunk", "wasted"),
    ROW(bship_board_state, 0, "water", "ship", "missed", "hit", "sunk", "blocked"),
    ROW(bship_draw_method, 1, "uniform", "searched", "style"),
    ROW(bship_chart_state, 0, "unknown", "miss", "hit", "sunk", "known-water", "shot", "blocked"),
    ROW(bship_hit_state, 0, "none", "unresolved", "ambiguous", "attributed"),
    ROW(bship_side, 0, "a", "b"),
    ROW(bship_location, 0, "local", "remote"),
    ROW(bship_phase, 0, "placing", "aiming", "awaiting-report", "over"),
    ROW(bship_outcome, 0, "a", "b", "draw"),
    ROW(bship_match_kind, 0, "solo", "duel"),
    ROW(bship_level, 1, "easy", "medium", "hard", "expert", "master"),
    ROW(bship_lookahead, 0, "none", "sample", "all", "optimum"),
    ROW(bship_fleet_preset, 0, "classic", "modern", "russian", "german"),
    ROW(bship_method, 0, "auto", "enumeration", "frontier", "rejection", "mcmc", "smc"),
    ROW(bship_explanation_state, 0, "unreached", "unable", "declined", "abandoned", "chosen"),
    ROW(bship_fact, 0, "began", "player", "strategy", "seed", "date", "result"),
    ROW(bship_rule, 0, "contact", "turn", "disclosure", "salvo-report", "reveal-water", "repeat",
        "first", "ending"),
#undef ROW
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

Test(names, are_those_of_records_and_programs)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct row *row = &rows[i];
        for (int32_t k = 0; row->names[k]; k++) {
            int32_t value = row->first + k;
            const char *name = row->name(value);
            cr_assert_not_null(name, "%s %d has no name", row->enumeration, (int)value);
            cr_assert_str_eq(name, row->names[k], "%s %d", row->enumeration, (int)value);
            cr_assert_eq(row->find(name), value, "%s %s", row->enumeration, name);
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
            cr_assert_null(row->name(none[k]), "%s %d", row->enumeration, (int)none[k]);
    }
}

Test(names, that_are_unknown_are_not_found)
{
    static const char *const unknown[] = {
        NULL, "", " ", "nonsense", "A", "MISS", "hit ", "easy\n"
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        for (size_t k = 0; k < COUNT(unknown); k++)
            cr_assert_eq(rows[i].find(unknown[k]), -1, "%s \"%s\"", rows[i].enumeration,
                         unknown[k] ? unknown[k] : "NULL");
    }
}

Test(names, of_the_values_of_rules_are_found)
{
    for (int32_t rule = -1; rule <= bship_rule_count(); rule++) {
        for (int32_t value = 0; value < bship_rule_value_count(rule); value++) {
            const char *name = bship_rule_value_name(rule, value);
            cr_assert_eq(bship_rule_value_find(rule, name), value, "rule %d, %s", (int)rule, name);
        }
        cr_assert_eq(bship_rule_value_find(rule, NULL), -1, "rule %d, NULL", (int)rule);
        cr_assert_eq(bship_rule_value_find(rule, "nonsense"), -1, "rule %d", (int)rule);
    }
}
