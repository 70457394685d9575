/* What is shown beside a board: the ships afloat or, if reports do not tell, the whole fleet. */
#include <string.h>

#include "battleship/game/panel.h"
#include "support.h"

/* Sinks a ship; whether the word before the roster is this one, and how many ships it has. */
static bool has_roster(const char *lines, bool shows_board, const char *word, int32_t *ships)
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
        panel_show_board(&panel, board);
    else
        panel_show_chart(&panel, chart);
    *ships = 0;
    for (size_t i = 0; i < panel.roster_count; i++)
        *ships += panel.roster[i].afloat;
    bool is_called = strcmp(panel.summary, word) == 0;
    panel_clear(&panel);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
    return is_called;
}

Test(panel, nothing_is_called_afloat_if_reports_do_not_tell)
{
    int32_t ships;
    cr_assert(has_roster("board 6x6\nfleet 3 2\n", false, "afloat", &ships), "told");
    cr_assert_eq(ships, 1, "one has sunk");
    cr_assert(has_roster("board 6x6\nfleet 3 2\ndisclosure hit\n", false, "fleet", &ships),
              "not told");
    cr_assert_eq(ships, 2, "both are listed");
    cr_assert(has_roster("board 6x6\nfleet 3 2\ndisclosure hit\n", true, "afloat", &ships),
              "the board is known");
    cr_assert_eq(ships, 1, "one has sunk");
}

/* ---- where ships go on ---- */

/* Lays a ship of a board. */
static void lay(bship_board *board, int32_t ship, const char *cell, int32_t orientation)
{
    bship_cell at;
    assert_ok(bship_cell_parse(cell, &at, NULL), "%s", cell);
    assert_ok(bship_board_place(board, (bship_placement){ ship, at.x, at.y, orientation }), "%s",
              cell);
}

Test(panel, ships_that_touch_are_told_apart)
{
    /* Two upright ships below one another, one beside them, and a flat one below that. */
    static const char expected[] = "vv.."
                                   "_..."
                                   "v=.."
                                   "....";
    static const char shown[] = {
        [0] = '.', [JOINT_RIGHT] = '=', [JOINT_DOWN] = 'v', [JOINT_BORDER] = '_'
    };
    bship_rules *rules = rules_from("board 4x4\nfleet 2 2 2 2\n");
    bship_board *board = new_board(rules);
    struct panel panel;
    lay(board, 0, "A1", BSHIP_ORIENTATION_VERTICAL);
    lay(board, 1, "A3", BSHIP_ORIENTATION_VERTICAL);
    lay(board, 2, "B1", BSHIP_ORIENTATION_VERTICAL);
    lay(board, 3, "B3", BSHIP_ORIENTATION_HORIZONTAL);
    cr_assert(panel_init(&panel, rules), "out of memory");
    panel_show_board(&panel, board);
    for (int32_t i = 0; expected[i]; i++) {
        uint8_t joint = panel.joints[i];
        cr_assert(joint < sizeof shown && shown[joint] == expected[i], "cell %d: %d", i, joint);
    }
    panel_clear(&panel);
    bship_board_free(board);
    bship_rules_unref(rules);
}
