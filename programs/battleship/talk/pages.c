/* Pages of text that both front ends show; see pages.h. */
#include "battleship/talk/pages.h"

#include <stdio.h>
#include <stdlib.h>

#include <battleship/enumeration.h>

#include "common/printed.h"

static void print_fleet(FILE *out, const bship_fleet *fleet)
{
    size_t size = bship_fleet_format(fleet, NULL, 0) + 1;
    char *text = malloc(size);
    if (!text)
        return;
    bship_fleet_format(fleet, text, size);
    fprintf(out, "  fleet %s\n", text);
    free(text);
}

static void print_rule(FILE *out, const bship_rules *rules, int32_t rule)
{
    char value[32];
    char line[64];
    bship_rules_format_rule(rules, rule, value, sizeof value);
    snprintf(line, sizeof line, "%s %s", bship_enum_name(BSHIP_ENUM_RULE, rule), value);
    fprintf(out, "  %-20s %s\n", line,
            bship_enum_text(BSHIP_ENUM_RULE_VALUES + rule, bship_rules_get(rules, rule)));
}

void pages_show_rules(const struct front *front, const bship_rules *rules)
{
    struct printed printed;
    if (!printed_open(&printed))
        return;
    fprintf(printed.out, "  board %dx%d, %d blocked\n", (int)bship_rules_width(rules),
            (int)bship_rules_height(rules), (int)bship_rules_blocked(rules, NULL, 0));
    print_fleet(printed.out, bship_rules_fleet(rules));
    for (int32_t rule = 0; rule < bship_enum_count(BSHIP_ENUM_RULE); rule++)
        print_rule(printed.out, rules, rule);
    char *text = printed_close(&printed, true);
    if (text)
        front->show(front->user, "The rules", text);
    free(text);
}
