/* Profiles, in words; see profile_pages.h. */
#include "battleship/talk/profile_pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/profile_use.h"
#include "battleship/game/profile_words.h"
#include "common/printed.h"

static const char no_profile[] = "There is no profile. With a name, of the menu or --name, you are "
                                 "asked for one before a game.";

/* ---- what is known ---- */

/* Reads the profile of a player, possibly an empty one; profiles_clear() in any case. */
static bool read_profile(const char *name, struct profiles *profiles, struct profile *out,
                         char why[FILES_WHY_SIZE])
{
    *out = (struct profile){ .consent = PROFILE_UNASKED };
    snprintf(out->name, sizeof out->name, "%s", name);
    bool is_read = profile_read_all(profiles, why);
    const struct profile *found = is_read ? profiles_find(profiles, name) : NULL;
    if (found)
        *out = *found;
    return is_read;
}

static int32_t fleets_of(const struct profile *profile)
{
    int32_t fleets = 0;
    for (size_t i = 0; i < profile->count; i++) {
        bship_habits_info info = BSHIP_HABITS_INFO_INIT;
        if (!bship_habits_describe(profile->habits[i], &info))
            fleets += info.observations;
    }
    return fleets;
}

static void write_state(const struct profile *profile, char *text, size_t size)
{
    int32_t fleets = fleets_of(profile);
    if (profile->consent == PROFILE_ON)
        snprintf(text, size, "on, %d fleet%s", (int)fleets, fleets == 1 ? "" : "s");
    else
        snprintf(text, size, "%s", profile->consent == PROFILE_OFF ? "off" : "not asked yet");
}

void talk_profile_state(const char *name, char *text, size_t size)
{
    char why[FILES_WHY_SIZE];
    struct profiles profiles;
    struct profile profile;
    if (!name[0]) {
        snprintf(text, size, "none without a name");
        return;
    }
    if (read_profile(name, &profiles, &profile, why))
        write_state(&profile, text, size);
    else
        snprintf(text, size, "unreadable");
    profiles_clear(&profiles);
}

/* Prints the reports on the players of a name, or on all; false if out of memory. */
static bool print_reports(FILE *out, const struct profiles *profiles, const char *name,
                          const char *shown)
{
    bool is_empty = true;
    for (size_t i = 0; i < profiles->count; i++) {
        const struct profile *profile = &profiles->players[i];
        if (name && strcmp(name, profile->name) != 0)
            continue;
        char *report = profile_report(profile, shown ? shown : profile->name);
        if (!report)
            return false;
        fputs(report, out);
        free(report);
        is_empty = false;
    }
    if (is_empty)
        fprintf(out, "%s\n", no_profile);
    return true;
}

char *talk_profile_text(const char *name, const char *shown, char why[FILES_WHY_SIZE])
{
    char *text = NULL;
    struct profiles profiles;
    struct printed printed;
    bool is_read = profile_read_all(&profiles, why);
    if (is_read && printed_open(&printed))
        text = printed_close(&printed, print_reports(printed.out, &profiles, name, shown));
    profiles_clear(&profiles);
    if (is_read && !text)
        files_fail_memory(why);
    return text;
}

void talk_profile_show(const char *name, const char *shown, const struct front *front,
                       struct reply *reply)
{
    char why[FILES_WHY_SIZE];
    char *text = talk_profile_text(name, shown, why);
    reply_set(reply, REPLY_NONE, "%s", "");
    if (text)
        front->show(front->user, "PROFILE", text);
    else
        reply_set(reply, REPLY_FAILED, "The profile cannot be read: %s.", why);
    free(text);
}

/* ---- changing ---- */

/* Notes an answer; false, and said why, if that is impossible. */
static bool allow(const char *name, int32_t consent, struct reply *reply)
{
    char why[FILES_WHY_SIZE];
    bool is_noted = profile_allow(name, consent, why);
    if (!is_noted)
        reply_set(reply, REPLY_FAILED, "The profile cannot be changed: %s.", why);
    return is_noted;
}

int talk_profile_ask(const struct setup *setup, const struct front *front, struct reply *reply)
{
    char text[400];
    const char *name = profile_to_ask(setup);
    reply_set(reply, REPLY_NONE, "%s", "");
    if (!name)
        return 0;
    snprintf(text, sizeof text,
             "%s, may the machine remember how you lay your ships? From level expert on it then "
             "aims accordingly. The profile stays on this computer; you can see it and erase it at "
             "any time.",
             name);
    int answer = front_ask_if(front, text, "No", "Yes");
    if (answer >= 0)
        allow(name, answer == 0 ? PROFILE_OFF : PROFILE_ON, reply);
    return answer;
}

/* Asks whether all is to be erased that is known of a player: 1 if so, else as an answer. */
static int ask_to_erase(const char *shown, const struct front *front)
{
    char text[200];
    snprintf(text, sizeof text, "Erase all that the machine knows of how %s lays ships?", shown);
    return front_ask_if(front, text, "No, keep it", "Yes, erase it");
}

int talk_profile_forget(const char *name, const char *shown, const struct front *front,
                        struct reply *reply)
{
    char why[FILES_WHY_SIZE];
    struct profiles profiles;
    struct profile profile;
    bool is_empty =
        read_profile(name, &profiles, &profile, why) && profile.consent == PROFILE_UNASKED;
    profiles_clear(&profiles);
    if (is_empty) {
        reply_set(reply, REPLY_REFUSED, "%s", no_profile);
        return 0;
    }
    reply_set(reply, REPLY_NONE, "%s", "");
    int answer = ask_to_erase(shown, front);
    if (answer > 0 && allow(name, PROFILE_UNASKED, reply))
        reply_set(reply, REPLY_DONE, "Erased. What this game began with is used to its end.");
    return answer;
}

/* ---- the page ---- */

/* What can be done about a profile, the state in which it is offered being given for each. */
enum deed {
    DEED_BACK,
    DEED_SHOW,
    DEED_ALLOW,
    DEED_REFUSE,
    DEED_ERASE,
    DEEDS
};

static const struct deed_row {
    struct choice choice;
    bool is_offered[PROFILE_ON + 1]; /* by the enum profile_consent that was given */
    int32_t consent;                 /* that the deed notes */
} deeds[DEEDS] = {
    [DEED_BACK] = { { "back", "Back" }, { true, true, true }, 0 },
    [DEED_SHOW] = { { "show", "Show it" }, { false, false, true }, 0 },
    [DEED_ALLOW] = { { "allow", "Allow it" }, { true, true, false }, PROFILE_ON },
    [DEED_REFUSE] = { { "refuse", "Refuse it for good" }, { true, false, true }, PROFILE_OFF },
    [DEED_ERASE] = { { "erase", "Erase it" }, { false, true, true }, PROFILE_UNASKED },
};

/* Asks what is to be done; returns an enum deed, or what the question returned. */
static int choose(const struct profile *profile, const struct front *front)
{
    char state[64];
    char text[200];
    int offered[DEEDS];
    struct question question = { .text = text };
    for (int deed = 0; deed < DEEDS; deed++) {
        if (!deeds[deed].is_offered[profile->consent])
            continue;
        offered[question.count] = deed;
        question.choices[question.count++] = deeds[deed].choice;
    }
    write_state(profile, state, sizeof state);
    snprintf(text, sizeof text, "The profile of %s is: %s.", profile->name, state);
    int answer = front->ask(front->user, &question);
    return answer >= 0 ? offered[answer] : answer;
}

/* Does what was chosen; what was learnt is erased after a question only. */
static int act(const struct profile *profile, int deed, const struct front *front,
               struct reply *reply)
{
    bool erases = deed == DEED_REFUSE || deed == DEED_ERASE;
    int answer = erases && profile->count > 0 ? ask_to_erase(profile->name, front) : 1;
    if (deed == DEED_SHOW)
        talk_profile_show(profile->name, NULL, front, reply);
    else if (answer > 0)
        allow(profile->name, deeds[deed].consent, reply);
    return answer;
}

/* Shows the page once; OUTCOME_BACK: it is to be left. */
static int visit_once(const char *name, const struct front *front)
{
    char why[FILES_WHY_SIZE];
    struct profiles profiles;
    struct profile profile;
    struct reply reply = { REPLY_NONE, "" };
    int answer = OUTCOME_BACK;
    if (read_profile(name, &profiles, &profile, why)) {
        int deed = choose(&profile, front);
        answer = deed == DEED_BACK ? OUTCOME_BACK
                 : deed < 0        ? deed
                                   : act(&profile, deed, front, &reply);
        if (deed > DEED_BACK && answer == OUTCOME_BACK)
            answer = 0; /* back from its question is not back from the page */
    } else {
        reply_set(&reply, REPLY_FAILED, "The profile cannot be read: %s.", why);
    }
    if (reply.kind == REPLY_FAILED)
        front->show(front->user, "PROFILE", reply.text);
    profiles_clear(&profiles);
    return answer;
}

int talk_profile_visit(const char *name, const struct front *front)
{
    int answer = 0;
    if (!name[0]) {
        front->show(front->user, "PROFILE",
                    "A profile is that of a name: choose yours in the menu first.");
        return OUTCOME_BACK;
    }
    while (answer >= 0)
        answer = visit_once(name, front);
    return answer;
}
