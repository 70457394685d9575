/* The summary of rules; see rules_summary.h. */
#include "battleship/game/rules_summary.h"

#include <stdint.h>
#include <stdio.h>

#include <battleship/enumeration.h>
#include <battleship/fleet.h>

#include "common/format.h"
#include "common/rules_preset.h"

enum {
    SHIPS_QUOTED = 10 /* a fleet of more ships is described by their number */
};

/* Writes the name of a fleet, or its lengths. */
static void summarise_fleet(const bship_fleet *fleet, char *buffer, size_t size)
{
    int32_t preset = rules_preset_of_fleet(fleet);
    int32_t count = bship_fleet_count(fleet);
    if (preset >= 0)
        snprintf(buffer, size, "%s", bship_enum_name(BSHIP_ENUM_FLEET_PRESET, preset));
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
    bship_rules_format_rule(rules, rule, value, sizeof value);
    format_append(buffer, size, ", %s %s", bship_enum_name(BSHIP_ENUM_RULE, rule), value);
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
    for (int32_t rule = 0; rule < bship_enum_count(BSHIP_ENUM_RULE); rule++)
        summarise_rule(rules, rule, buffer, size);
}
