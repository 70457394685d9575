/* Rules by arguments: pairs of a keyword and a value, among them those of a benchmark's own. */
#ifndef BENCHMARKS_RULES_ARGUMENTS_H
#define BENCHMARKS_RULES_ARGUMENTS_H

#include <stdbool.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "timing.h"

/* Reads a keyword of the benchmark's own; returns whether it is one. */
typedef bool own_keyword(void *user, const char *keyword, const char *value);

/* Makes the rules that `count` arguments ask for: `fleet`, by default the classic one, or a rule. A
 * preset fleet has the contact rule that it is usually played with. */
static inline bship_rules *read_rules(int count, char **pairs, own_keyword *read_own, void *user)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    const char *name = "classic";
    bship_fleet *fleet;
    bship_rules *rules;
    if (count > 0 && count % 2 != 0)
        check(BSHIP_ERROR_ARGUMENT, pairs[count - 1]);
    for (int i = 0; i + 1 < count; i += 2) {
        if (strcmp(pairs[i], "fleet") == 0)
            name = pairs[i + 1];
    }
    int32_t preset = bship_enum_find(BSHIP_ENUM_FLEET_PRESET, name);
    if (preset >= 0)
        options.contact = bship_fleet_preset_contact(preset);
    for (int i = 0; i + 1 < count; i += 2) {
        if (strcmp(pairs[i], "fleet") != 0 && !read_own(user, pairs[i], pairs[i + 1]))
            check(bship_rules_options_set(&options, pairs[i], pairs[i + 1], NULL), pairs[i]);
    }
    check(bship_fleet_parse(&fleet, name, NULL, NULL), name);
    check(bship_rules_new(&rules, fleet, &options, NULL), "the rules");
    bship_fleet_unref(fleet);
    return rules;
}

#endif
