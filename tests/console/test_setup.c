/* Opponents and saved games in words. */
#include <stdio.h>
#include <string.h>

#include <battleship/ai.h>
#include <battleship/enumeration.h>

#include "battleship/talk/opponent.h"
#include "battleship/talk/setup.h"
#include "battleship/talk/wish.h"
#include "support.h"

static const char *explain(int32_t level, const char *strategy)
{
    static char text[OPPONENT_TEXT_SIZE];

    opponent_explain(level, strategy, text, sizeof text);
    return text;
}

static void assert_says(const char *text, const char *words)
{
    cr_assert_not_null(strstr(text, words), "%s: %s", words, text);
}

Test(setup, a_level_says_its_shots_how_it_lays_and_whether_it_learns)
{
    const char *easy = explain(BSHIP_LEVEL_EASY, NULL);

    assert_says(easy, "66.2 shots to sink a fleet");
    assert_says(easy, "Lays its own fleet at random.");
    assert_says(easy, "Does not learn.");
    const char *expert = explain(BSHIP_LEVEL_EXPERT, NULL);
    assert_says(expert, "44.2 shots to sink a fleet, 47.1 if it is told hits only.");
    assert_says(expert, "Hides its own fleet: a strong player needs 5 shots more.");
    assert_says(expert, "Learns how you lay ships, if you allow it.");
    assert_says(explain(BSHIP_LEVEL_MASTER, NULL),
                "Hides its own fleet: a strong player needs 8 shots more.");
}

Test(setup, every_opponent_has_a_row_and_fits_on_four_lines_of_sixty)
{
    int32_t gaps = 0;

    for (int32_t row = 0; row < opponent_rows(); row++) {
        int32_t level;
        const char *strategy;
        char text[OPPONENT_TEXT_SIZE];

        if (!opponent_of_row(row, &level, &strategy)) {
            gaps++;
            continue;
        }
        cr_assert_eq(opponent_row(level, strategy), row, "row %d", (int)row);
        cr_assert_not_null(opponent_name(level, strategy), "row %d", (int)row);
        cr_assert_leq(strlen(explain(level, strategy)), 4 * 52, "%s", explain(level, strategy));
        if (level == BSHIP_LEVEL_NONE)
            continue;
        opponent_summarise(level, text, sizeof text);
        cr_assert_leq(strlen(text), 67, "%s", text);
    }
    cr_assert_eq(gaps, 1, "between levels and strategies");
}

Test(setup, what_is_missing_for_a_network_is_said_with_how_to_get_it)
{
    assert_says(SETUP_NO_NETWORK, "Games over a network are off: this program was built without "
                                  "libsodium.");
    assert_says(SETUP_NO_NETWORK, "libsodium-dev");
    assert_says(SETUP_NO_NETWORK, "./scripts/play");
}

/* ---- a game that is wished for ---- */

static struct setup make_setup(int32_t kind, bship_rules *rules)
{
    const struct wish wish = { .kind = kind,
                               .rules = rules,
                               .level = BSHIP_LEVEL_HARD,
                               .rival = "hunt",
                               .names = { [BSHIP_SIDE_A] = "Ann" },
                               .seed = 7 };
    struct setup setup;
    cr_assert(wish_setup(&wish, &setup), "kind %d", (int)kind);
    return setup;
}

Test(setup, a_kind_of_game_says_who_plays)
{
    static const struct {
        int32_t kind, first, second;
        const char *names[2];
        bool has_own_rules;
    } rows[] = {
        { GAME_MACHINE, PLAYER_HUMAN, PLAYER_AI, { "Ann", "hard" }, false },
        { GAME_DAILY, PLAYER_HUMAN, PLAYER_AI, { "Ann", "easy" }, true },
        { GAME_TWO_PEOPLE, PLAYER_HUMAN, PLAYER_HUMAN, { "Ann", "" }, false },
        { GAME_WATCHED, PLAYER_AI, PLAYER_AI, { "hunt", "hard" }, false },
        { GAME_HOSTED, PLAYER_HUMAN, PLAYER_HUMAN, { "Ann", "Ann" }, false },
        { GAME_JOINED, PLAYER_HUMAN, PLAYER_HUMAN, { "Ann", "Ann" }, true },
    };
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\n");
    cr_assert_eq(sizeof rows / sizeof rows[0], (size_t)GAME_KINDS, "every kind");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct setup setup = make_setup(rows[i].kind, rules);
        const struct player *players = setup.players;
        cr_assert_eq(players[BSHIP_SIDE_A].kind, rows[i].first, "row %zu", i);
        cr_assert_eq(players[BSHIP_SIDE_B].kind, rows[i].second, "row %zu", i);
        cr_assert_str_eq(players[BSHIP_SIDE_A].name, rows[i].names[0], "row %zu", i);
        cr_assert_str_eq(players[BSHIP_SIDE_B].name, rows[i].names[1], "row %zu", i);
        cr_assert_eq(setup.rules != rules, rows[i].has_own_rules, "row %zu", i);
        setup_clear(&setup);
    }
    bship_rules_unref(rules);
}

Test(setup, there_is_no_game_without_rules)
{
    const struct wish wish = { .kind = GAME_MACHINE, .level = BSHIP_LEVEL_EASY };
    struct setup setup;
    cr_assert_not(wish_setup(&wish, &setup), "no rules");
}
