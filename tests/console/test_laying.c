/* Laying ships: the ghost stays on the board, and every step can be taken back. */
#include <stdbool.h>
#include <string.h>

#include "battleship/game/laying.h"
#include "support.h"

enum {
    SHIPS_MAX = 8
};

static struct session session;
static struct laying laying;

static void open_laying(const char *rules)
{
    struct setup setup = { .rules = rules_from(rules), .seed = 5 };

    assert_ok(session_open(&session, &setup, NULL, NULL, NULL), "%s", rules);
    setup_clear(&setup);
    cr_assert(laying_open(&laying, &session, BSHIP_SIDE_A), "opened");
}

static void close_laying(void)
{
    laying_close(&laying);
    session_close(&session);
}

TestSuite(laying, .fini = close_laying);

static void lay_at(int32_t x, int32_t y)
{
    laying_move(&laying, (bship_cell){ x, y });
    assert_ok(laying_lay(&laying), "at %d %d", (int)x, (int)y);
}

/* Where each ship is; -1 as its number: it is not laid. */
static void note_layout(bship_placement layout[SHIPS_MAX])
{
    for (int32_t ship = 0; ship < SHIPS_MAX; ship++) {
        layout[ship] = (bship_placement){ -1, 0, 0, 0 };
        bship_board_placement(laying.board, ship, &layout[ship]);
    }
}

Test(laying, begins_with_the_first_ship_and_ends_without)
{
    open_laying("fleet 3 2\nboard 5x5\n");
    cr_assert_eq(laying.ghost.ship, 0, "the first ship");
    lay_at(0, 0);
    cr_assert_eq(laying.ghost.ship, 1, "the second ship");
    lay_at(0, 1);
    cr_assert_eq(laying.ghost.ship, -1, "none is left");
    cr_assert(bship_board_is_complete(laying.board), "complete");
}

Test(laying, the_ghost_stays_on_the_board)
{
    open_laying("fleet 4 2\nboard 6x5\n");
    laying_move(&laying, (bship_cell){ 99, 99 });
    cr_assert(laying.ghost.x == 2 && laying.ghost.y == 4, "%d %d", (int)laying.ghost.x,
              (int)laying.ghost.y);
    laying_rotate(&laying);
    cr_assert(laying.ghost.x == 2 && laying.ghost.y == 1, "%d %d", (int)laying.ghost.x,
              (int)laying.ghost.y);
    laying_move(&laying, (bship_cell){ -4, -4 });
    cr_assert(laying.ghost.x == 0 && laying.ghost.y == 0, "the corner");
    assert_ok(laying_check(&laying), "it fits");
}

Test(laying, the_next_ghost_is_beside_what_was_laid)
{
    open_laying("fleet 3 2\nboard 5x5\ncontact none\n");
    lay_at(1, 0);
    cr_assert(laying.ghost.x == 1 && laying.ghost.y == 2, "%d %d", (int)laying.ghost.x,
              (int)laying.ghost.y);
    assert_ok(laying_check(&laying), "it fits");
    cr_assert(laying_undo(&laying), "taken back");
    cr_assert(laying.ghost.x == 1 && laying.ghost.y == 0, "where it was");
}

Test(laying, a_ship_that_does_not_fit_stays_in_hand)
{
    open_laying("fleet 3 2\nboard 5x5\ncontact none\n");
    lay_at(0, 0);
    laying_move(&laying, (bship_cell){ 1, 0 });
    cr_assert_eq(laying_lay(&laying), BSHIP_ERROR_OVERLAP, "over the first");
    laying_move(&laying, (bship_cell){ 3, 1 });
    cr_assert_eq(laying_lay(&laying), BSHIP_ERROR_CONTACT, "at its corner");
    cr_assert_eq(laying.ghost.ship, 1, "still in hand");
    cr_assert_eq(laying_laid(&laying), 1, "one ship");
}

Test(laying, a_ship_is_picked_up_and_moved)
{
    open_laying("fleet 3 2\nboard 5x5\n");
    laying_rotate(&laying);
    lay_at(4, 1);
    cr_assert_not(laying_pick_up(&laying, (bship_cell){ 0, 0 }), "no ship there");
    cr_assert(laying_pick_up(&laying, (bship_cell){ 4, 3 }), "its last cell");
    cr_assert(laying.ghost.ship == 0 && laying.ghost.x == 4 && laying.ghost.y == 1 &&
                  laying.ghost.orientation == BSHIP_ORIENTATION_VERTICAL,
              "in hand as it was");
    lay_at(0, 0);
    cr_assert_eq(laying.ghost.ship, 1, "then the other one");
}

Test(laying, next_goes_through_the_ships_that_are_missing)
{
    open_laying("fleet 3 3 2\nboard 6x6\n");
    laying_next(&laying);
    cr_assert_eq(laying.ghost.ship, 1, "the second");
    lay_at(0, 0);
    cr_assert_eq(laying.ghost.ship, 2, "the third");
    laying_next(&laying);
    cr_assert_eq(laying.ghost.ship, 0, "the first again");
}

Test(laying, every_step_is_taken_back)
{
    bship_placement layouts[6][SHIPS_MAX];
    bship_placement now[SHIPS_MAX];
    int step = 0;

    open_laying("fleet 4 3 2 2\nboard 8x8\n");
    note_layout(layouts[step++]);
    lay_at(1, 1);
    note_layout(layouts[step++]);
    assert_ok(laying_draw(&laying), "the rest");
    note_layout(layouts[step++]);
    assert_ok(laying_draw(&laying), "again");
    note_layout(layouts[step++]);
    laying_pick_up(&laying, (bship_cell){ 1, 1 });
    note_layout(layouts[step++]);
    laying_clear(&laying);
    while (step > 0) {
        cr_assert(laying_undo(&laying), "step %d", step);
        note_layout(now);
        cr_assert_arr_eq(now, layouts[--step], sizeof now, "step %d", step);
    }
    cr_assert_not(laying_undo(&laying), "there is no more");
}

Test(laying, random_keeps_what_was_laid_by_hand)
{
    bship_placement placement;
    bool has_changed = false;
    bship_placement first[SHIPS_MAX], now[SHIPS_MAX];

    open_laying("fleet 4 3 2 2\nboard 8x8\n");
    lay_at(3, 5);
    assert_ok(laying_draw(&laying), "the rest");
    note_layout(first);
    for (int i = 0; i < 20; i++) {
        assert_ok(laying_draw(&laying), "again");
        assert_ok(bship_board_placement(laying.board, 0, &placement), "laid");
        cr_assert(placement.x == 3 && placement.y == 5, "it stays");
        note_layout(now);
        has_changed = has_changed || memcmp(first, now, sizeof now) != 0;
    }
    cr_assert(has_changed, "the others change");
}

Test(laying, random_leaves_a_fleet_laid_by_hand_alone)
{
    open_laying("fleet 3 2\nboard 5x5\n");
    lay_at(0, 0);
    lay_at(0, 1);
    cr_assert_eq(laying_draw(&laying), BSHIP_ERROR_PLACED, "nothing to draw");
    cr_assert_eq(laying_laid(&laying), 2, "both stay");
    cr_assert(laying_undo(&laying), "the second is taken back");
    cr_assert_eq(laying_laid(&laying), 1, "not an empty step");
}

Test(laying, a_layout_without_room_for_the_rest_is_told_and_left)
{
    open_laying("fleet 2 3\nboard 3x2\n");
    laying_rotate(&laying);
    lay_at(1, 0);
    cr_assert_not(laying_has_room(&laying), "no row is left");
    cr_assert_eq(laying_draw(&laying), BSHIP_ERROR_INFEASIBLE, "nor at random");
    cr_assert_eq(laying_laid(&laying), 1, "the first stays");
    cr_assert(laying_undo(&laying), "and is taken back");
    cr_assert(laying_has_room(&laying), "then there is room");
}
