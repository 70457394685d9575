/* The profile of a player on the full screen; see profile_page.h. */
#include "battleship/screen/profile_page.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "battleship/game/profile_use.h"
#include "battleship/game/profile_words.h"
#include "battleship/screen/dialog.h"

/* What can be done, by the index of its choice. */
enum choice {
    CHOICE_BACK,
    CHOICE_SHOW,
    CHOICE_ALLOW,
    CHOICE_REFUSE,
    CHOICE_ERASE,
    CHOICES
};

static const char *const labels[CHOICES] = {
    [CHOICE_BACK] = "&Back",           [CHOICE_SHOW] = "&Show it",   [CHOICE_ALLOW] = "O&n",
    [CHOICE_REFUSE] = "&Off for good", [CHOICE_ERASE] = "&Erase it",
};

/* Which choices there are for each answer that was given. */
static const bool offered[][CHOICES] = {
    [PROFILE_UNASKED] = { [CHOICE_BACK] = true, [CHOICE_ALLOW] = true, [CHOICE_REFUSE] = true },
    [PROFILE_OFF] = { [CHOICE_BACK] = true, [CHOICE_ALLOW] = true, [CHOICE_ERASE] = true },
    [PROFILE_ON] = { [CHOICE_BACK] = true,
                     [CHOICE_SHOW] = true,
                     [CHOICE_REFUSE] = true,
                     [CHOICE_ERASE] = true },
};

static const int32_t consents[CHOICES] = {
    [CHOICE_REFUSE] = PROFILE_OFF,
    [CHOICE_ERASE] = PROFILE_UNASKED,
};

/* ---- the profile ---- */

/* Reads the profile of a player, possibly an empty one; profiles_clear() in any case. */
static bool read_profile(const char *name, struct profiles *profiles, struct profile *out,
                         char why[FILES_WHY_SIZE])
{
    *out = (struct profile){ .consent = PROFILE_UNASKED };
    snprintf(out->name, sizeof(out->name), "%s", name);
    bool is_read = profile_read_all(profiles, why);
    const struct profile *found = is_read ? profiles_find(profiles, name) : NULL;
    if (found != NULL)
        *out = *found;
    return is_read;
}

static int32_t fleets_of(const struct profile *profile)
{
    int32_t fleets = 0;
    for (size_t i = 0; i < profile->count; i++) {
        bship_habits_info info = BSHIP_HABITS_INFO_INIT;
        if (bship_habits_describe(profile->habits[i], &info) == BSHIP_OK)
            fleets += info.observations;
    }
    return fleets;
}

static void describe(const struct profile *profile, char *text, size_t size)
{
    int32_t fleets = fleets_of(profile);
    if (profile->consent == PROFILE_ON)
        snprintf(text, size, "on, %d fleet%s", (int)fleets, fleets == 1 ? "" : "s");
    else
        snprintf(text, size, "%s", profile->consent == PROFILE_OFF ? "off" : "not asked yet");
}

void profile_page_describe(const char *name, char *text, size_t size)
{
    char why[FILES_WHY_SIZE];
    struct profiles profiles;
    struct profile profile;
    if (name[0] == '\0') {
        snprintf(text, size, "none without a name");
        return;
    }
    if (read_profile(name, &profiles, &profile, why))
        describe(&profile, text, size);
    else
        snprintf(text, size, "unreadable");
    profiles_clear(&profiles);
}

/* ---- changing ---- */

/* Notes an answer; returns what the dialogue about a failure did, or 0. */
static int allow(const char *name, int32_t consent)
{
    char why[FILES_WHY_SIZE];
    return profile_allow(name, consent, why) ? 0 : dialog_message(NULL, "NO PROFILE", why);
}

static int show(const struct profile *profile)
{
    char *text = profile_report(profile, profile->name);
    int result = dialog_message(NULL, "PROFILE",
                                text != NULL ? text : bship_status_message(BSHIP_ERROR_MEMORY));
    free(text);
    return result;
}

/* Notes an answer that erases what was learnt, if anything was, after a question. */
static int erase(const struct profile *profile, int32_t consent)
{
    static const char *const answers[] = { "&Back", "&Erase" };
    int result = 1;
    if (profile->count > 0)
        result = dialog_ask(NULL, "Erase all that the machine knows of your fleets?", answers, 2);
    return result > 0 ? allow(profile->name, consent) : result;
}

/* ---- the page ---- */

static int choose(const struct profile *profile)
{
    char state[64];
    char question[200];
    const char *texts[CHOICES];
    int choices[CHOICES];
    int count = 0;
    for (int choice = 0; choice < CHOICES; choice++) {
        if (!offered[profile->consent][choice])
            continue;
        texts[count] = labels[choice];
        choices[count++] = choice;
    }
    describe(profile, state, sizeof(state));
    snprintf(question, sizeof(question), "Profile of %s: %s", profile->name, state);
    int result = dialog_ask(NULL, question, texts, count);
    return result >= 0 ? choices[result] : result;
}

/* Shows the page once; returns 0 to show it again. */
static int run_once(const char *name)
{
    char why[FILES_WHY_SIZE];
    struct profiles profiles;
    struct profile profile;
    int result = DIALOG_BACK;
    if (read_profile(name, &profiles, &profile, why)) {
        int choice = choose(&profile);
        result = choice == CHOICE_SHOW    ? show(&profile)
                 : choice == CHOICE_ALLOW ? allow(name, PROFILE_ON)
                 : choice > CHOICE_BACK   ? erase(&profile, consents[choice])
                 : choice == CHOICE_BACK  ? DIALOG_BACK
                                          : choice;
        /* Back from one of these is not back from the page. */
        if (choice > CHOICE_BACK && result == DIALOG_BACK)
            result = 0;
    } else if (dialog_message(NULL, "NO PROFILE", why) == DIALOG_CLOSED) {
        result = DIALOG_CLOSED;
    }
    profiles_clear(&profiles);
    return result;
}

int profile_page_run(const char *name)
{
    int result = 0;
    if (name[0] == '\0')
        return dialog_message(NULL, "PROFILE",
                              "A profile is that of a name: choose yours in the menu first.");
    while (result >= 0)
        result = run_once(name);
    return result;
}

int profile_page_ask(const struct setup *setup)
{
    static const char *const answers[] = { "&No", "&Yes" };
    char question[400];
    const char *name = profile_to_ask(setup);
    if (name == NULL)
        return 0;
    snprintf(question, sizeof(question), "%s, " PROFILE_QUESTION, name);
    int result = dialog_ask(NULL, question, answers, 2);
    return result < 0 ? result : allow(name, result == 0 ? PROFILE_OFF : PROFILE_ON);
}
