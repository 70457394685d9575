/* The games of a person as a small chart. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <battleship/game.h>

#include "battleship/talk/history.h"

enum {
    GAMES = 16
};

static struct game_result results[GAMES];
static struct rows rows = { .results = results };

/* Counts a game that is newer than all others: won in two shots, or resigned after them. */
static void count(const char *player, int32_t outcome, double given_away)
{
    struct game_result *result = &results[rows.count++];
    *result = (struct game_result){
        .rules = "2, 3x2", .outcome = outcome, .shots = 2, .given_away = given_away
    };
    result->reason = outcome == GAME_WON ? BSHIP_END_REASON_SUNK : BSHIP_END_REASON_RESIGNED;
    snprintf(result->player, sizeof result->player, "%s", player);
}

static void assert_chart(int columns, bool has_utf8, const char *expected)
{
    char *text = history_draw(&rows, columns, has_utf8);
    cr_assert_not_null(text, "out of memory");
    cr_assert_str_eq(text, expected, "%s instead of %s", text, expected);
    free(text);
}

Test(history, a_person_is_drawn_from_the_oldest_game_to_the_newest)
{
    assert_chart(80, true, "");
    count("Ann", GAME_LOST, (double)NAN);
    count("Ben", GAME_WON, 1);
    assert_chart(80, true, "");
    count("Ann", GAME_WON, 7);
    count("Ann", GAME_WON, 1);
    assert_chart(80, true,
                 "\nAnn, 2, 3x2: 3 games, the newest on the right\n"
                 "  given away  ?█▂\n"
                 "  won         -++\n"
                 "  4.0 shots given away a game, luck taken out. 2 won in a row. Best: won in 2\n"
                 "  shots.\n");
    count("Ann", GAME_LOST, 0);
    assert_chart(60, false,
                 "\nAnn, 2, 3x2: 4 games, the newest on the right\n"
                 "  given away  ?821\n"
                 "  won         -++-\n"
                 "  2.7 shots given away a game, luck taken out. Best: won in\n"
                 "  2 shots.\n");
    /* On a narrow terminal the oldest games have no room. */
    assert_chart(16, false,
                 "\nAnn, 2, 3x2: 4 games, the newest on the right\n"
                 "  given away  81\n"
                 "  won         +-\n"
                 "  2.7 shots\n  given away a\n  game, luck\n  taken out.\n  Best: won in 2\n"
                 "  shots.\n");
    /* On a still narrower one no game has, and a game that saved shots counts as it is. */
    count("Ann", GAME_LOST, -4);
    assert_chart(14, false,
                 "\nAnn, 2, 3x2: 5 games, the newest on the right\n"
                 "  1.0 shots\n  given away a\n  game, luck\n  taken out.\n  Best: won in\n"
                 "  2 shots.\n");
}
