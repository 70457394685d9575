/* What is shown beside a board: the ships afloat or, if reports do not tell, the whole fleet. */
#include "battleship/game/panel.h"
#include "support.h"

/* Sinks a ship; the word before the roster of the chart, and how many ships it has. */
static const char *roster_of(const char *lines, bool shows_board, int32_t *ships)
{
    bship_rng rng = rng_of(1);
    bship_rules *rules = rules_from(lines);
    bship_board *board = random_board(rules, &rng);
    bship_chart *chart = new_chart(rules);
    struct panel panel;

    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        if (bship_board_ship_at(board, cell) == 0)
            fire_turn(board, chart, &cell, 1);
    }
    cr_assert(panel_init(&panel, rules), "out of memory");
    if (shows_board)
        panel_show_board(&panel, "", board);
    else
        panel_show_chart(&panel, "", chart);
    *ships = 0;
    for (size_t i = 0; i < panel.roster_count; i++)
        *ships += panel.roster[i].afloat;
    const char *word = panel_roster_word(&panel);
    panel_clear(&panel);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
    return word;
}

Test(panel, nothing_is_called_afloat_if_reports_do_not_tell)
{
    int32_t ships;
    cr_assert_str_eq(roster_of("board 6x6\nfleet 3 2\n", false, &ships), "afloat", "told");
    cr_assert_eq(ships, 1, "one has sunk");
    cr_assert_str_eq(roster_of("board 6x6\nfleet 3 2\ndisclosure hit\n", false, &ships), "fleet",
                     "not told");
    cr_assert_eq(ships, 2, "both are listed");
    cr_assert_str_eq(roster_of("board 6x6\nfleet 3 2\ndisclosure hit\n", true, &ships), "afloat",
                     "the board is known");
    cr_assert_eq(ships, 1, "one has sunk");
}
