/* The profile of a player in line mode; see profiling.h. */
#include "battleship/lines/profiling.h"

#include <stdlib.h>
#include <string.h>

#include "common/process.h"
#include "battleship/game/profile_use.h"
#include "battleship/game/profile_words.h"
#include "battleship/lines/line_mode.h"
#include "battleship/lines/text.h"

/* Prints what is known of a player, broken to the width of the terminal. */
static void print_report(FILE *out, const struct profile *profile, const char *shown)
{
    char *text = profile_report(profile, shown);
    if (text != NULL)
        text_print(out, text, terminal_width(), 0);
    free(text);
}

/*
 * Prints the profile of a player, who is called as `shown` says, or by name if that is NULL; or of
 * all if the name is NULL.
 */
static bool print_profiles(FILE *out, const char *name, const char *shown, char why[FILES_WHY_SIZE])
{
    struct profiles profiles;
    bool is_empty = true;
    bool is_read = profile_read_all(&profiles, why);
    for (size_t i = 0; i < profiles.count && is_read; i++) {
        if (name != NULL && strcmp(name, profiles.players[i].name) != 0)
            continue;
        print_report(out, &profiles.players[i], shown != NULL ? shown : profiles.players[i].name);
        is_empty = false;
    }
    if (is_read && is_empty)
        fputs("There is no profile.\n", out);
    profiles_clear(&profiles);
    return is_read;
}

/* ---- in a game ---- */

enum plain_state profiling_ask(struct plain *plain, const struct setup *setup)
{
    char why[FILES_WHY_SIZE];
    char shown[PLAYER_NAME_SIZE];
    bool is_yes = false;
    const char *name = plain->has_terminal && plain->options->saves ? profile_to_ask(setup) : NULL;
    if (name == NULL)
        return PLAIN_GOES_ON;
    snprintf(shown, sizeof(shown), "%s", name);
    text_make_fit(shown, plain->has_utf8);
    plain_say(plain, "%s, " PROFILE_QUESTION, shown);
    enum plain_state state = plain_ask_yes_or_no(plain, "yes or no", &is_yes);
    if (state == PLAIN_GOES_ON && !profile_allow(name, is_yes ? PROFILE_ON : PROFILE_OFF, why))
        plain_say(plain, "No profile: %s.", why);
    return state;
}

enum plain_state profiling_show(struct plain *plain, int32_t side)
{
    char why[FILES_WHY_SIZE];
    const char *name = plain->session.setup.players[side].name;
    if (!print_profiles(plain_out(plain), name, plain->session.shown[side], why))
        plain_say(plain, "No profile: %s.", why);
    return PLAIN_GOES_ON;
}

enum plain_state profiling_forget(struct plain *plain, int32_t side)
{
    char why[FILES_WHY_SIZE];
    bool is_yes = false;
    const char *name = plain->session.setup.players[side].name;
    plain_say(plain, "Erase all that the machine knows of how %s lays ships?",
              plain->session.shown[side]);
    enum plain_state state = plain_ask_yes_or_no(plain, "yes or no", &is_yes);
    if (state != PLAIN_GOES_ON || !is_yes)
        return state;
    if (profile_allow(name, PROFILE_UNASKED, why))
        plain_say(plain, "Erased. What this game began with is used to its end.");
    else
        plain_say(plain, "Not erased: %s.", why);
    return PLAIN_GOES_ON;
}

/* ---- instead of a game ---- */

int plain_run_profile(const struct options *options)
{
    char why[FILES_WHY_SIZE];
    const char *name = options->names[BSHIP_SIDE_A];
    bool is_done = options->profile == PROFILE_SHOWN || profile_allow(name, options->profile, why);
    if (is_done && options->profile != PROFILE_UNASKED)
        is_done = print_profiles(stdout, name, NULL, why);
    if (!is_done)
        fprintf(stderr, PROGRAM ": %s\n", why);
    return is_done ? EXIT_FINE : EXIT_RUNTIME;
}
