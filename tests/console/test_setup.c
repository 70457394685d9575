/* Opponents and saved games in words. */
#include <stdio.h>
#include <string.h>

#include <battleship/ai.h>
#include <battleship/enumeration.h>

#include "battleship/talk/opponent.h"
#include "battleship/talk/setup.h"
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
