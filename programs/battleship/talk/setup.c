/* Before a game, in words; see setup.h. */
#include "battleship/talk/setup.h"

#include <stdio.h>

#include "battleship/game/daily.h"
#include "battleship/game/rules_summary.h"
#include "common/format.h"

void setup_describe_game(const struct session *session, char *text, size_t size)
{
    char special[64];
    int32_t first = session_is_remote(session, BSHIP_SIDE_A) ? BSHIP_SIDE_B : BSHIP_SIDE_A;
    rules_summary(session->setup.rules, text, size);
    daily_title(session, special, sizeof special);
    if (!special[0])
        score_title(&session->setup.score, first, special, sizeof special);
    if (special[0])
        format_append(text, size, ", %s", special);
}

/* Describes the game that was found. */
static void describe(const struct saves *saves, time_t when, char text[SETUP_SAVED_SIZE])
{
    char date[SAVES_TIME_SIZE];
    char game[SETUP_SAVED_SIZE - SAVES_TIME_SIZE - 2];
    saves_format_time(when, date);
    saves_describe(saves, game, sizeof game);
    snprintf(text, SETUP_SAVED_SIZE, "%s%s%s", game, game[0] ? ", " : "", date);
}

bool setup_describe_saved(struct saves *saves, char text[SETUP_SAVED_SIZE])
{
    time_t when;
    text[0] = '\0';
    if (!saves_find(saves, &when))
        return false;
    describe(saves, when, text);
    return true;
}

void setup_list_saved(struct saves *saves, struct setup_saved *out)
{
    int32_t numbers[SAVES_MAX];
    size_t count = saves_list(saves, numbers);
    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        time_t when;
        if (!saves_take(saves, numbers[i], &when)) /* another program plays it since */
            continue;
        describe(saves, when, out->games[out->count]);
        out->numbers[out->count++] = numbers[i];
    }
    saves_find(saves, NULL);
}

int setup_ask_to_resume(const struct saves *saves, const char *saved, const struct front *front)
{
    char text[SETUP_SAVED_SIZE + 128];
    int32_t numbers[SAVES_MAX];
    size_t count = saves_list(saves, numbers);
    if (count > 1)
        snprintf(text, sizeof text,
                 "There are %zu saved games, which --resume lists. The newest: %s. Go on with it?",
                 count, saved);
    else
        snprintf(text, sizeof text, "There is a saved game: %s. Go on with it?", saved);
    return front_ask_if(front, text, "No, begin a new one", "Yes, go on");
}
