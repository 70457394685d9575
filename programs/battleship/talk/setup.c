/* Before a game, in words; see setup.h. */
#include "battleship/talk/setup.h"

#include <stdio.h>

bool setup_describe_saved(struct saves *saves, char text[SETUP_SAVED_SIZE])
{
    time_t when;
    char date[SAVES_TIME_SIZE];
    char game[SETUP_SAVED_SIZE - SAVES_TIME_SIZE - 2];
    text[0] = '\0';
    if (!saves_find(saves, &when))
        return false;
    saves_format_time(when, date);
    saves_describe(saves, game, sizeof(game));
    snprintf(text, SETUP_SAVED_SIZE, "%s%s%s", game, game[0] != '\0' ? ", " : "", date);
    return true;
}

int setup_ask_to_resume(const char *saved, const struct front *front)
{
    char text[SETUP_SAVED_SIZE + 64];
    snprintf(text, sizeof(text), "There is a saved game: %s. Go on with it?", saved);
    return front_ask_if(front, text, "No, begin a new one", "Yes, go on");
}
