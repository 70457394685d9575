/* The parts of a game fit on every screen, and none covers another. */
#include "battleship/screen/board_view.h"
#include "battleship/screen/layout.h"
#include <stdlib.h>

#include "support.h"

static bship_rules *square_board(int side)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    options.width = options.height = side;
    assert_ok(bship_fleet_parse(&fleet, "2", NULL, NULL), "fleet");
    assert_ok(bship_rules_new(&rules, fleet, &options, NULL), "board of %d", side);
    bship_fleet_unref(fleet);
    return rules;
}

static void check_area(const struct area *area, int rows, int columns)
{
    cr_assert(area->row > 0 && area->rows > 0 && area->row + area->rows <= rows,
              "rows %d + %d of %dx%d", area->row, area->rows, columns, rows);
    cr_assert(area->column >= 0 && area->columns > 0 && area->column + area->columns <= columns,
              "columns %d + %d of %dx%d", area->column, area->columns, columns, rows);
}

static void check_layout(const struct layout *layout, int rows, int columns)
{
    for (int i = 0; i < 2; i++) {
        const struct area *board = &layout->boards[i];
        const struct area *roster = &layout->rosters[i];
        check_area(board, rows, columns);
        check_area(roster, rows, columns);
        cr_assert_eq(roster->row, board->row + board->rows, "the ships are below their board");
        cr_assert_leq(roster->row + roster->rows, layout->news, "news below the ships");
    }
    check_area(&layout->log, rows, columns);
    cr_assert_leq(layout->log.row + layout->log.rows, layout->news, "news below the log");
    cr_assert_eq(layout->status, layout->news + layout->news_rows, "status below the news");
    cr_assert(layout->keys > layout->status && layout->keys < rows, "keys last, on the screen");
    if (!layout->has_tabs)
        cr_assert_gt(layout->boards[1].column, layout->boards[0].column + layout->boards[0].columns,
                     "side by side");
    if (layout->has_log)
        cr_assert_gt(layout->log.column, layout->boards[1].column + layout->boards[1].columns,
                     "the log beside the boards");
}

Test(layout, parts_fit_on_every_screen)
{
    static const int sides[] = { 2, 5, 10, 16, 30, 200 };
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        bship_rules *rules = square_board(sides[i]);
        for (int rows = LAYOUT_LEAST_ROWS; rows <= 70; rows++)
            for (int columns = LAYOUT_LEAST_COLUMNS; columns <= 220; columns++) {
                struct layout layout;
                layout_make(&layout, rules, 1 + rows % 3, rows, columns);
                cr_assert(!layout.is_too_small, "%dx%d suffices", columns, rows);
                check_layout(&layout, rows, columns);
                layout_stretch(&layout, rows);
                check_layout(&layout, rows, columns);
                cr_assert_eq(layout.keys, rows - 1, "keys at the bottom");
            }
        bship_rules_unref(rules);
    }
}

Test(layout, the_usual_board_takes_22_rows_at_most)
{
    bship_rules *rules = square_board(10);
    for (int rows = 22; rows <= 60; rows++) {
        struct layout layout;
        layout_make(&layout, rules, 2, rows, 80);
        cr_assert_lt(layout.keys, 22, "%d rows", rows);
        cr_assert_eq(layout.boards[0].rows, board_view_needed_rows(rules, 1), "all of the board");
        cr_assert(layout.has_log, "with the log");
    }
    bship_rules_unref(rules);
}

Test(layout, boards_become_tabs_where_two_have_no_room)
{
    bship_rules *rules = square_board(10);
    struct layout layout;
    layout_make(&layout, rules, 2, 24, 69);
    cr_assert(layout.has_tabs && !layout.has_log, "69 columns");
    layout_make(&layout, rules, 2, 24, 70);
    cr_assert(!layout.has_tabs && !layout.has_log, "70 columns");
    layout_make(&layout, rules, 2, 24, 76);
    cr_assert(!layout.has_tabs && layout.has_log, "76 columns");
    bship_rules_unref(rules);
}

Test(layout, a_screen_can_be_too_small)
{
    bship_rules *rules = square_board(10);
    struct layout layout;
    layout_make(&layout, rules, 2, LAYOUT_LEAST_ROWS - 1, 80);
    cr_assert(layout.is_too_small, "too few rows");
    layout_make(&layout, rules, 2, 24, LAYOUT_LEAST_COLUMNS - 1);
    cr_assert(layout.is_too_small, "too few columns");
    bship_rules_unref(rules);
}

Test(layout, a_large_screen_has_large_boards_in_its_middle)
{
    bship_rules *rules = square_board(10);
    struct layout layout;
    layout_make(&layout, rules, 2, 40, 120);
    cr_assert_eq(layout.scale, 2, "120x40");
    cr_assert_eq(layout.boards[0].rows, board_view_needed_rows(rules, 2), "all of the board");
    cr_assert(layout.has_log, "with the log");
    cr_assert_gt(layout.headline, 2, "not at the top");
    cr_assert_leq(abs(layout.headline - (39 - layout.keys)), 1, "as much above as below");
    layout_make(&layout, rules, 2, 40, 200);
    cr_assert_leq(abs(layout.left - (200 - layout.log.column - layout.log.columns)), 1,
                  "as much on the left as on the right");
    layout_make(&layout, rules, 2, 40, 110);
    cr_assert_eq(layout.scale, 1, "too few columns");
    layout_make(&layout, rules, 2, 28, 120);
    cr_assert_eq(layout.scale, 1, "too few rows");
    bship_rules_unref(rules);
}
