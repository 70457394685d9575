/* A first game that explains itself. */
#include <string.h>

#include "battleship/talk/primer.h"
#include "support.h"

static struct session session;
static struct primer primer;

/* Two people, whose first one fires first. */
static void open_session(void)
{
    struct setup setup = { .rules = rules_from("board 8x8\nfleet 3 2 2\nfirst a\n"),
                           .seed = 7,
                           .places_at_random = true };
    primer = (struct primer){ .said = 0 };
    assert_ok(session_open(&session, &setup, NULL, NULL, NULL), "a session");
    assert_ok(bship_game_start(session.game, NULL), "a game");
    setup_clear(&setup);
}

static void close_session(void)
{
    session_close(&session);
}

TestSuite(primer, .init = open_session, .fini = close_session);

/* Has the side to move fire at an unknown cell of a ship or, below 0, of water. */
static void fire(int32_t ship)
{
    int32_t side = bship_game_to_move(session.game);
    const bship_board *board = bship_game_board(session.game, other_side(side));
    const bship_chart *chart = bship_game_chart(session.game, side);
    for (int32_t i = 0; i < cell_count(session.setup.rules); i++) {
        bship_cell cell = cell_at(session.setup.rules, i);
        if (bship_board_ship_at(board, cell) != ship || bship_chart_check_fire(chart, cell))
            continue;
        assert_ok(bship_game_fire_salvo(session.game, &cell, 1, NULL), "a shot");
        return;
    }
    cr_assert_fail("no such cell");
}

/* Both sides fire, and the next line is taken, which begins with these words. */
static void expect_after(int32_t ship, int32_t other_ship, const char *words)
{
    fire(ship);
    fire(other_ship);
    primer_go_on(&primer, &session, BSHIP_SIDE_A, false);
    cr_assert(strncmp(primer.text, words, strlen(words)) == 0, "%s instead of %s", primer.text,
              words);
}

Test(primer, each_line_comes_once_where_it_applies)
{
    primer_go_on(&primer, &session, BSHIP_SIDE_A, false);
    cr_assert(strncmp(primer.text, "The other fleet is hidden", 25) == 0, "%s", primer.text);
    expect_after(-1, -1, "Water");
    expect_after(-1, 0, "A ship of yours was hit");
    expect_after(0, -1, "A hit");
    expect_after(0, -1, "Another hit");
    expect_after(0, -1, "Sunk");
    expect_after(-1, -1, "^T shows where an expert would fire, ^E how likely");
    expect_after(-1, -1, "To search");
    expect_after(-1, -1, "^U takes your last turn back, ? lists");
    expect_after(1, -1, "");
    expect_after(1, -1, "One ship is left");
    for (int i = 0; i < 3; i++) {
        expect_after(-1, -1, "");
        cr_assert_str_empty(primer.text, "there is no more: %s", primer.text);
    }
}

Test(primer, line_mode_has_words_for_keys)
{
    for (int i = 0; i < 4; i++) {
        primer_go_on(&primer, &session, BSHIP_SIDE_A, true);
        fire(-1);
        fire(-1);
    }
    cr_assert_str_eq(
        primer.text,
        "hint shows where an expert would fire, heat how likely a hit is in each cell.", "%s",
        primer.text);
}
