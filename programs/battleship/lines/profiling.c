/* The profile of a player in line mode; see profiling.h. */
#include "battleship/lines/profiling.h"

#include <stdlib.h>

#include "battleship/game/profile_use.h"
#include "battleship/lines/front.h"
#include "battleship/lines/line_mode.h"
#include "battleship/lines/text.h"
#include "battleship/talk/profile.h"
#include "common/process.h"

/* ---- in a game ---- */

enum plain_state profiling_ask(struct plain *plain, const struct setup *setup)
{
    struct lines_front lines;
    struct reply reply = { REPLY_NONE, "" };
    struct front front = lines_front(&lines, plain);
    if (plain->has_terminal && plain->options->saves)
        talk_profile_ask(setup, &front, &reply);
    lines_say_reply(plain, &reply);
    return lines.state;
}

/* ---- instead of a game ---- */

int plain_run_profile(const struct options *options)
{
    char why[FILES_WHY_SIZE];
    char *text = NULL;
    const char *name = options->names[BSHIP_SIDE_A];
    bool is_done = options->profile == PROFILE_SHOWN || profile_allow(name, options->profile, why);
    if (is_done && options->profile != PROFILE_UNASKED) {
        text = talk_profile_text(name, NULL, why);
        is_done = text != NULL;
    }
    if (text)
        text_print(stdout, text, terminal_width(), 0);
    if (!is_done)
        fprintf(stderr, PROGRAM ": %s\n", why);
    free(text);
    return is_done ? EXIT_FINE : EXIT_RUNTIME;
}
