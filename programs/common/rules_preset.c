/* Rules under a name; see rules_preset.h. */
#include "common/rules_preset.h"

#include <stdio.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/fleet.h>

#include "common/format.h"

/* Variants that many people play, or may want to try. */
static const struct variant {
    const char *name;
    const char *text;
    const char *lines; /* of a record: what is not as in the classic rules */
} variants[] = {
    { "salvo", "the classic fleet; in a turn as many shots as you have ships afloat",
      "turn salvo-afloat\n" },
    { "computer", "as most programs play it: the classic fleet; the cells of a sunk ship are shown",
      "reveal-ship yes\n" },
    { "phone",
      "as on telephones: again after a hit, no contact, sunk ships and the water around them shown",
      "contact none\nturn again-on-hit\nreveal-water yes\nreveal-ship yes\n" },
    { "sea-battle",
      "as in Russian schools: again after a hit, no contact, water around sunk ships is shown",
      "fleet russian\ncontact none\nturn again-on-hit\nreveal-water yes\n" },
    { "blind", "the classic fleet; only hit or miss is told, never that a ship sinks",
      "disclosure hit\n" },
    { "small", "7x7 with ships of 4, 3, 2 and 2: a game of a few minutes",
      "board 7x7\nfleet 4 3 2 2\n" },
    { "large", "16x16 with ten ships, three shots in a turn",
      "board 16x16\nfleet 6 5 5 4 4 4 3 3 3 2\nturn salvo 3\n" },
};

int32_t rules_preset_count(void)
{
    return bship_enum_count(BSHIP_ENUM_FLEET_PRESET) +
           (int32_t)(sizeof variants / sizeof *variants);
}

/* The variant that a preset is; NULL if it is a fleet of the library. */
static const struct variant *find_variant(int32_t preset)
{
    int32_t fleets = bship_enum_count(BSHIP_ENUM_FLEET_PRESET);
    return preset >= fleets && preset < rules_preset_count() ? &variants[preset - fleets] : NULL;
}

const char *rules_preset_name(int32_t preset)
{
    const struct variant *variant = find_variant(preset);
    return variant ? variant->name : bship_enum_name(BSHIP_ENUM_FLEET_PRESET, preset);
}

void rules_preset_explain(int32_t preset, char *buffer, size_t size)
{
    const struct variant *variant = find_variant(preset);
    bship_fleet *fleet = NULL;
    if (variant) {
        snprintf(buffer, size, "%s", variant->text);
    } else if (!bship_fleet_new_preset(&fleet, preset, NULL, NULL)) {
        bship_fleet_format(fleet, buffer, size);
        format_append(buffer, size, "; %s",
                      bship_enum_text(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_CONTACT,
                                      bship_fleet_preset_contact(preset)));
    }
    bship_fleet_unref(fleet);
}

/* The rules of a fleet of the library, with the contact rule that it is usually played with. */
static bship_rules *rules_of_fleet(int32_t preset)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    options.contact = bship_fleet_preset_contact(preset);
    if (!bship_fleet_new_preset(&fleet, preset, NULL, NULL))
        (void)bship_rules_new(&rules, fleet, &options, NULL);
    bship_fleet_unref(fleet);
    return rules;
}

bship_rules *rules_preset_make(int32_t preset)
{
    const struct variant *variant = find_variant(preset);
    bship_rules *rules = NULL;
    if (!variant)
        return rules_of_fleet(preset);
    (void)bship_rules_parse(&rules, variant->lines, strlen(variant->lines), NULL, NULL);
    return rules;
}

int32_t rules_preset_of_fleet(const bship_fleet *fleet)
{
    int32_t found = -1;
    for (int32_t preset = 0; found < 0 && preset < bship_enum_count(BSHIP_ENUM_FLEET_PRESET);
         preset++) {
        bship_fleet *known = NULL;
        if (!bship_fleet_new_preset(&known, preset, NULL, NULL) && bship_fleet_equal(known, fleet))
            found = preset;
        bship_fleet_unref(known);
    }
    return found;
}

int32_t rules_preset_find(const bship_rules *rules)
{
    int32_t found = -1;
    for (int32_t preset = 0; found < 0 && preset < rules_preset_count(); preset++) {
        bship_rules *known = rules_preset_make(preset);
        if (known && bship_rules_equal(known, rules))
            found = preset;
        bship_rules_unref(known);
    }
    return found;
}
