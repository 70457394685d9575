/* Pages of text that both front ends show; see pages.h. */
#include "battleship/talk/pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "battleship/game/profile_use.h"
#include "battleship/game/profile_words.h"
#include "battleship/talk/leaving.h"

static void print_fleet(FILE *out, const bship_fleet *fleet)
{
    size_t size = bship_fleet_format(fleet, NULL, 0) + 1;
    char *text = malloc(size);
    if (text == NULL)
        return;
    bship_fleet_format(fleet, text, size);
    fprintf(out, "  fleet %s\n", text);
    free(text);
}

static void print_rule(FILE *out, const bship_rules *rules, int32_t rule)
{
    char value[32];
    char line[64];
    bship_rules_format_rule(rules, rule, value, sizeof(value));
    snprintf(line, sizeof(line), "%s %s", bship_name(BSHIP_ENUM_RULE, rule), value);
    fprintf(out, "  %-20s %s: %s\n", line, bship_text(BSHIP_ENUM_RULE, rule),
            bship_text(BSHIP_ENUM_RULE_VALUES + rule, bship_rules_get(rules, rule)));
}

char *pages_rules(const bship_rules *rules)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fprintf(out, "  board %dx%d, %d blocked\n", (int)bship_rules_width(rules),
            (int)bship_rules_height(rules), (int)bship_rules_blocked(rules, NULL, 0));
    print_fleet(out, bship_rules_fleet(rules));
    for (int32_t rule = 0; rule < bship_count(BSHIP_ENUM_RULE); rule++)
        print_rule(out, rules, rule);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* The profile of a name; NULL if there is none. */
static const struct profile *find_profile(const struct profiles *profiles, const char *name)
{
    for (size_t i = 0; i < profiles->count; i++)
        if (strcmp(profiles->players[i].name, name) == 0)
            return &profiles->players[i];
    return NULL;
}

void pages_show_profile(const struct front *front, const struct session *session, int32_t side,
                        struct reply *reply)
{
    char why[FILES_WHY_SIZE];
    struct profiles profiles;
    const struct profile *profile = NULL;
    char *text = NULL;
    bool is_read = profile_read_all(&profiles, why);
    if (is_read)
        profile = find_profile(&profiles, session->setup.players[side].name);
    if (profile != NULL)
        text = profile_report(profile, session->shown[side]);
    if (text != NULL)
        front->show(front->user, "Your profile", text);
    else if (!is_read)
        reply_set(reply, REPLY_FAILED, "No profile: %s.", why);
    else
        reply_set(reply, REPLY_REFUSED, "There is no profile.");
    free(text);
    profiles_clear(&profiles);
}

void pages_forget(const struct front *front, const struct session *session, int32_t side,
                  struct reply *reply)
{
    char why[FILES_WHY_SIZE];
    char text[PLAYER_NAME_SIZE + 80];
    snprintf(text, sizeof(text), "Erase all that the machine knows of how %s lays ships?",
             session->shown[side]);
    if (!leaving_is_sure(front, text, "Yes, erase it", NULL))
        return;
    if (profile_allow(session->setup.players[side].name, PROFILE_UNASKED, why))
        reply_set(reply, REPLY_DONE, "Erased. What this game began with is used to its end.");
    else
        reply_set(reply, REPLY_FAILED, "Not erased: %s.", why);
}
