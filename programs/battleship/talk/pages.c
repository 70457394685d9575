/* Pages of text that both front ends show; see pages.h. */
#include "battleship/talk/pages.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "battleship/game/describe.h"
#include "common/format.h"
#include "common/printed.h"

static void print_board(FILE *out, const bship_rules *rules)
{
    int width = (int)bship_rules_width(rules), height = (int)bship_rules_height(rules);
    int blocked = (int)bship_rules_blocked(rules, NULL, 0);
    fprintf(out, "The board: %d column%s and %d row%s", width, width == 1 ? "" : "s", height,
            height == 1 ? "" : "s");
    if (blocked > 0)
        fprintf(out, "; %d cell%s blocked", blocked, blocked == 1 ? " is" : "s are");
    fputs(".\n", out);
}

/* Whether ships are worth something else than one point each. */
static bool has_points(const bship_fleet *fleet)
{
    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++)
        if (bship_fleet_points(fleet, ship) != 1)
            return true;
    return false;
}

/* Prints all ships: `Carrier (5), length 4`, or `Carrier (5; 10 points), length 4 (1 point)`. */
static void print_fleet(FILE *out, const bship_fleet *fleet)
{
    bool has_worth = has_points(fleet);
    fputs("The fleet:", out);
    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++) {
        int points = (int)bship_fleet_points(fleet, ship);
        char label[LABEL_SIZE], details[LABEL_SIZE] = "";
        describe_ship(fleet, ship, label);
        if (!describe_is_length(label))
            format_append(details, sizeof details, "%d", (int)bship_fleet_length(fleet, ship));
        if (has_worth)
            format_append(details, sizeof details, "%s%d point%s", details[0] ? "; " : "", points,
                          points == 1 ? "" : "s");
        fprintf(out, "%s %s", ship > 0 ? "," : "", label);
        if (details[0])
            fprintf(out, " (%s)", details);
    }
    fputs(".\n", out);
}

/* Prints a rule and its value: `Who fires first: drawn at random.` */
static void print_rule(FILE *out, const bship_rules *rules, int32_t rule)
{
    const char *name = bship_enum_text(BSHIP_ENUM_RULE, rule);
    const char *value =
        bship_enum_text(BSHIP_ENUM_RULE_VALUES + rule, bship_rules_get(rules, rule));
    int number = (int)bship_rules_number(rules, rule);
    const char *place = number > 0 ? strchr(value, 'N') : NULL;
    fprintf(out, "%c%s: ", toupper((unsigned char)name[0]), name + 1);
    if (place)
        fprintf(out, "%.*s%d%s", (int)(place - value), value, number, place + 1);
    else
        fputs(value, out);
    fputs(".\n", out);
}

void pages_show_rules(const struct front *front, const bship_rules *rules)
{
    struct printed printed;
    if (!printed_open(&printed))
        return;
    print_board(printed.out, rules);
    print_fleet(printed.out, bship_rules_fleet(rules));
    for (int32_t rule = 0; rule < bship_enum_count(BSHIP_ENUM_RULE); rule++)
        print_rule(printed.out, rules, rule);
    char *text = printed_close(&printed, true);
    if (text)
        front->show(front->user, "The rules", text);
    free(text);
}
