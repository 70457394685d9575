/* The tables of duels. */
#include <stdio.h>
#include <string.h>

#include "simulation/simulation.h"
#include "support.h"

/* Prints the tables of two players, of whom the second won all of so many games. */
static const char *tables_of(int64_t games)
{
    static char text[4096];
    struct player players[2] = { { .label = "loser" }, { .label = "winner" } };
    struct plan plan = { .players = players, .player_count = 2 };
    struct share none = { 0, games, games, 0.0, 0.0, 0.0 };
    struct duel duel = { .games = games, .share = none, .first = none };
    struct rating ratings[2] = { { .name = players[0].label, .games = games, .lost = games },
                                 { .name = players[1].label, .games = games, .won = games } };
    struct tournament tournament = { &plan, &duel, 1, ratings, 2 };
    pair_label(duel.label, &plan, players[0].label, players[1].label);
    FILE *file = tmpfile();
    cr_assert_not_null(file, "no temporary file");
    print_duel_tables(file, &tournament);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void assert_has(const char *text, const char *line)
{
    cr_assert_not_null(strstr(text, line), "no line \"%s\" in\n%s", line, text);
}

Test(duel_table, columns_have_a_least_width)
{
    const char *text = tables_of(9999999);
    assert_has(text,
               "\nduels                             won  drawn    lost   won %  95% interval\n");
    assert_has(text,
               "\nloser         - winner              0      0 9999999     0.0  [  0.0,   0.0]\n");
    assert_has(text,
               "\nwinner             0.0     0.0   9999999   9999999       0         0       0\n");
}

Test(duel_table, great_numbers_of_games_stay_apart)
{
    const char *text = tables_of(10000000);
    assert_has(text,
               "\nduels                             won  drawn     lost   won %  95% interval\n");
    assert_has(text,
               "\nloser         - winner              0      0 10000000     0.0  [  0.0,   0.0]\n");
    text = tables_of(9000000000);
    assert_has(text, "       0      0 9000000000     0.0");
    assert_has(
        text,
        "\nwinner             0.0     0.0 9000000000 9000000000       0          0       0\n");
}
