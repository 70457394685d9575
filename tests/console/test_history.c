/* The kept games of a person as a small chart. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/talk/history.h"

#define GAME                                                                                       \
    "battleship 1\nboard 3x2\nfleet 2\ncontact allowed\nplayer a %s\nplayer b medium\n"            \
    "x-battleship-player a human\nx-battleship-player b ai\n%sbegan a\na A1 hit\nb A1 miss\n%s\n"

#define WON "a B1 sunk 2\nresult a"
#define LOST "a B1 miss\nb B1 miss\nresult b resigned"

/* A review in which so many shots were given away. */
#define REVIEW(cost)                                                                               \
    "x-review a expert 100 3.00 0.10 0 0 " cost " 0.10 0.50 0.10\n"                                \
    "x-review-turn a 0 1 0 " cost " 0.10 0.20 0.10\nx-review-turn a 1 1 0 0.00 0.10 0.30 0.10\n"   \
    "x-review-shot a A1 1 0.500 A1 0.500\nx-review-shot a B1 1 0.500 B1 0.500\n"

static struct kept_games kept;

/* Keeps a game that is newer than all others. */
static void keep(const char *name, const char *result, const char *review)
{
    char text[1024];
    int length = snprintf(text, sizeof text, GAME, name, review, result);
    memmove(&kept.games[1], &kept.games[0], (size_t)kept.count * sizeof kept.games[0]);
    kept.games[0] = (struct kept_game){ .path = NULL };
    cr_assert_eq(bship_record_parse(&kept.games[0].record, text, (size_t)length, NULL, NULL),
                 BSHIP_OK, "%s", text);
    kept.count++;
}

static void assert_chart(int columns, bool has_utf8, const char *expected)
{
    char *text = history_draw(&kept, columns, has_utf8);
    cr_assert_not_null(text, "out of memory");
    cr_assert_str_eq(text, expected, "%s instead of %s", text, expected);
    free(text);
}

Test(history, a_person_is_drawn_from_the_oldest_game_to_the_newest)
{
    assert_chart(80, true, "");
    keep("Ann", LOST, "");
    keep("Ben", WON, REVIEW("1.00"));
    assert_chart(80, true, "");
    keep("Ann", WON, REVIEW("7.00"));
    keep("Ann", WON, REVIEW("1.00"));
    assert_chart(80, true,
                 "\nAnn, 2, 3x2: 3 games, the newest on the right\n"
                 "  given away  ?█▂\n"
                 "  won         -++\n"
                 "  4.0 shots given away a game, luck taken out. 2 won in a row. Best: won in 2\n"
                 "  shots.\n");
    keep("Ann", LOST, REVIEW("0.00"));
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
    keep("Ann", LOST, REVIEW("-4.00"));
    assert_chart(14, false,
                 "\nAnn, 2, 3x2: 5 games, the newest on the right\n"
                 "  1.0 shots\n  given away a\n  game, luck\n  taken out.\n  Best: won in\n"
                 "  2 shots.\n");
    kept_clear(&kept);
}
