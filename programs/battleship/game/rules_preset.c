/* Rules under a name; see rules_preset.h. */
#include "battleship/game/rules_preset.h"

#include <stdio.h>

#include <battleship/enumeration.h>
#include <battleship/fleet.h>

#include "common/format.h"

enum {
    SHIPS_QUOTED = 10,  /* a fleet of more ships is described by their number */
    PRESET_SETTINGS = 5 /* the most fields that a preset changes */
};

/* A field that is not as in the classic rules. */
struct setting {
    int32_t field;
    const char *value; /* NULL: there are no more */
};

/* Variants that many people play, or may want to try. */
static const struct variant {
    const char *name;
    const char *text;
    struct setting settings[PRESET_SETTINGS];
} variants[] = {
    { "salvo",
      "the classic fleet; in a turn as many shots as you have ships afloat",
      { { FIELD_RULE + BSHIP_RULE_TURN, "salvo-afloat" } } },
    { "sea-battle",
      "as in Russian schools: again after a hit, no contact, water around sunk ships is shown",
      { { FIELD_FLEET, "russian" },
        { FIELD_RULE + BSHIP_RULE_CONTACT, "none" },
        { FIELD_RULE + BSHIP_RULE_TURN, "again-on-hit" },
        { FIELD_RULE + BSHIP_RULE_REVEAL_WATER, "yes" } } },
    { "blind",
      "the classic fleet; only hit or miss is told, never that a ship sinks",
      { { FIELD_RULE + BSHIP_RULE_DISCLOSURE, "hit" } } },
    { "small",
      "7x7 with ships of 4, 3, 2 and 2: a game of a few minutes",
      { { FIELD_FLEET, "4,3,2,2" }, { FIELD_WIDTH, "7" }, { FIELD_HEIGHT, "7" } } },
    { "large",
      "16x16 with ten ships, three shots in a turn",
      { { FIELD_FLEET, "6,5,5,4,4,4,3,3,3,2" },
        { FIELD_WIDTH, "16" },
        { FIELD_HEIGHT, "16" },
        { FIELD_RULE + BSHIP_RULE_TURN, "salvo 3" } } },
};

enum {
    VARIANT_COUNT = sizeof(variants) / sizeof(*variants)
};

int32_t rules_preset_count(void)
{
    return bship_count(BSHIP_ENUM_FLEET_PRESET) + VARIANT_COUNT;
}

/* The variant that a preset is; NULL if it is a fleet of the library. */
static const struct variant *find_variant(int32_t preset)
{
    int32_t fleets = bship_count(BSHIP_ENUM_FLEET_PRESET);
    return preset < fleets ? NULL : &variants[preset - fleets];
}

const char *rules_preset_name(int32_t preset)
{
    const struct variant *variant = find_variant(preset);
    return variant != NULL ? variant->name : bship_name(BSHIP_ENUM_FLEET_PRESET, preset);
}

void rules_preset_explain(int32_t preset, char *buffer, size_t size)
{
    const struct variant *variant = find_variant(preset);
    bship_fleet *fleet = NULL;
    if (variant != NULL) {
        snprintf(buffer, size, "%s", variant->text);
    } else if (bship_fleet_new_preset(&fleet, preset, NULL, NULL) == BSHIP_OK) {
        bship_fleet_format(fleet, buffer, size);
        format_append(buffer, size, "; %s",
                      bship_text(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_CONTACT,
                                 bship_fleet_preset_contact(preset)));
    }
    bship_fleet_unref(fleet);
}

/* Takes a fleet of the library with the contact rule that it is usually played with. */
static void take_fleet(int32_t preset, struct rules_choice *choice)
{
    const char *contact =
        bship_name(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_CONTACT, bship_fleet_preset_contact(preset));
    rules_choice_set(choice, FIELD_FLEET, bship_name(BSHIP_ENUM_FLEET_PRESET, preset), NULL);
    rules_choice_set(choice, FIELD_RULE + BSHIP_RULE_CONTACT, contact, NULL);
}

void rules_preset_take(int32_t preset, struct rules_choice *choice)
{
    const struct variant *variant = find_variant(preset);
    rules_choice_reset(choice);
    if (variant == NULL) {
        take_fleet(preset, choice);
        return;
    }
    for (int i = 0; i < PRESET_SETTINGS && variant->settings[i].value != NULL; i++)
        rules_choice_set(choice, variant->settings[i].field, variant->settings[i].value, NULL);
}

int32_t rules_preset_find(const bship_rules *rules)
{
    struct rules_choice choice;
    int32_t found = -1;
    bool is_open = rules_choice_open(&choice, NULL);
    for (int32_t preset = 0; is_open && found < 0 && preset < rules_preset_count(); preset++) {
        rules_preset_take(preset, &choice);
        if (choice.rules != NULL && bship_rules_equal(choice.rules, rules))
            found = preset;
    }
    rules_choice_close(&choice);
    return found;
}

int32_t rules_preset_of_fleet(const bship_fleet *fleet)
{
    int32_t found = -1;
    for (int32_t preset = 0; found < 0 && preset < bship_count(BSHIP_ENUM_FLEET_PRESET); preset++) {
        bship_fleet *known = NULL;
        if (bship_fleet_new_preset(&known, preset, NULL, NULL) == BSHIP_OK &&
            bship_fleet_equal(known, fleet))
            found = preset;
        bship_fleet_unref(known);
    }
    return found;
}

/* Writes the name of a fleet, or its lengths. */
static void summarise_fleet(const bship_fleet *fleet, char *buffer, size_t size)
{
    int32_t preset = rules_preset_of_fleet(fleet);
    int32_t count = bship_fleet_count(fleet);
    if (preset >= 0)
        snprintf(buffer, size, "%s", bship_name(BSHIP_ENUM_FLEET_PRESET, preset));
    else if (count > SHIPS_QUOTED)
        snprintf(buffer, size, "%d ships", (int)count);
    else
        for (int32_t ship = 0; ship < count; ship++)
            format_append(buffer, size, "%s%d", ship == 0 ? "" : " ",
                          (int)bship_fleet_length(fleet, ship));
}

/* The value of a rule that needs no mention: the default is 0. */
static int32_t usual_value(const bship_rules *rules, int32_t rule)
{
    int32_t fleet = rules_preset_of_fleet(bship_rules_fleet(rules));
    return rule == BSHIP_RULE_CONTACT && fleet >= 0 ? bship_fleet_preset_contact(fleet) : 0;
}

static void summarise_rule(const bship_rules *rules, int32_t rule, char *buffer, size_t size)
{
    char value[32];
    if (bship_rules_get(rules, rule) == usual_value(rules, rule))
        return;
    bship_rules_format_rule(rules, rule, value, sizeof(value));
    format_append(buffer, size, ", %s %s", bship_name(BSHIP_ENUM_RULE, rule), value);
}

void rules_summary(const bship_rules *rules, char *buffer, size_t size)
{
    int32_t preset = rules_preset_find(rules);
    if (preset >= 0) {
        snprintf(buffer, size, "%s", rules_preset_name(preset));
        return;
    }
    buffer[0] = '\0';
    summarise_fleet(bship_rules_fleet(rules), buffer, size);
    int32_t width = bship_rules_width(rules);
    int32_t height = bship_rules_height(rules);
    int blocked = (int)bship_rules_blocked(rules, NULL, 0);
    if (width != BSHIP_BOARD_EDGE_DEFAULT || height != BSHIP_BOARD_EDGE_DEFAULT)
        format_append(buffer, size, ", %dx%d", (int)width, (int)height);
    if (blocked > 0)
        format_append(buffer, size, ", %d blocked", blocked);
    for (int32_t rule = 0; rule < bship_count(BSHIP_ENUM_RULE); rule++)
        summarise_rule(rules, rule, buffer, size);
}
