/* The profile of a player in line mode; see profiling.h. */
#include "battleship/lines/profiling.h"

#include <stdlib.h>
#include <string.h>

#include "battleship/game/profile_use.h"
#include "battleship/game/profile_words.h"
#include "battleship/lines/front.h"
#include "battleship/lines/line_mode.h"
#include "battleship/lines/text.h"
#include "battleship/talk/pages.h"
#include "common/process.h"

/* Prints what is known of a player, broken to the width of the terminal. */
static void print_report(FILE *out, const struct profile *profile)
{
    char *text = profile_report(profile, profile->name);
    if (text != NULL)
        text_print(out, text, terminal_width(), 0);
    free(text);
}

/* Prints the profile of a player, or of all if the name is NULL. */
static bool print_profiles(FILE *out, const char *name, char why[FILES_WHY_SIZE])
{
    struct profiles profiles;
    bool is_empty = true;
    bool is_read = profile_read_all(&profiles, why);
    for (size_t i = 0; i < profiles.count && is_read; i++) {
        if (name != NULL && strcmp(name, profiles.players[i].name) != 0)
            continue;
        print_report(out, &profiles.players[i]);
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
    struct lines_front lines;
    struct front front = lines_front(&lines, plain);
    struct reply reply = { .kind = REPLY_NONE };
    pages_show_profile(&front, &plain->session, side, &reply);
    lines_say_reply(plain, &reply);
    return PLAIN_GOES_ON;
}

enum plain_state profiling_forget(struct plain *plain, int32_t side)
{
    struct lines_front lines;
    struct front front = lines_front(&lines, plain);
    struct reply reply = { .kind = REPLY_NONE };
    pages_forget(&front, &plain->session, side, &reply);
    lines_say_reply(plain, &reply);
    return lines.state;
}

/* ---- instead of a game ---- */

int plain_run_profile(const struct options *options)
{
    char why[FILES_WHY_SIZE];
    const char *name = options->names[BSHIP_SIDE_A];
    bool is_done = options->profile == PROFILE_SHOWN || profile_allow(name, options->profile, why);
    if (is_done && options->profile != PROFILE_UNASKED)
        is_done = print_profiles(stdout, name, why);
    if (!is_done)
        fprintf(stderr, PROGRAM ": %s\n", why);
    return is_done ? EXIT_FINE : EXIT_RUNTIME;
}
