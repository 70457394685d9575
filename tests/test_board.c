/* Boards: placing ships, clearing and copying, against a plain model. */
#include <stdbool.h>
#include <string.h>

#include "board_model.h"

static const struct shape any = {
    .width = 12, .height = 12, .ships = 7, .length = 6, .blocked = 10
};

static void check_all_placements(bship_board *board, const struct model *model)
{
    for (int32_t ship = -1; ship <= model->ships; ship++)
        for (int32_t orientation = -1; orientation <= 2; orientation++)
            for (int32_t y = -2; y <= model->height + 1; y++)
                for (int32_t x = -2; x <= model->width + 1; x++) {
                    bship_placement at = { ship, x, y, orientation };
                    assert_status(bship_board_check_place(board, at), model_can_place(model, at),
                                  "ship %d at %d,%d, %d on\n%s", (int)ship, (int)x, (int)y,
                                  (int)orientation, rules_text(model->rules));
                }
}

/* Tries random placements, most of them illegal, and checks that refusals change nothing. */
static void place_at_random(bship_board *board, struct model *model, bship_rng *rng)
{
    for (int tries = 0; tries < 30; tries++) {
        bship_placement at = { between(rng, 0, model->ships - 1), between(rng, -1, model->width),
                               between(rng, -1, model->height), between(rng, 0, 1) };
        bship_status expected = model_can_place(model, at);
        struct text before = board_dump(board);
        assert_status(bship_board_place(board, at), expected, "on\n%s", rules_text(model->rules));
        if (expected) {
            assert_same(before, board_dump(board), "a refused placement changed the board");
            continue;
        }
        text_free(&before);
        model_place(model, at);
    }
}

Test(placing, ship_is_accepted_exactly_when_it_is_legal)
{
    bship_rng rng = rng_of(1);

    for (int i = 0; i < scaled(100); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = new_board(rules);
        struct model model;
        model_init(&model, rules);
        check_all_placements(board, &model);
        place_at_random(board, &model, &rng);
        check_all_placements(board, &model);
        check_board(board, &model);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(placing, every_contact_rule_has_been_tried)
{
    static const struct {
        const char *contact;
        bship_status side, corner;
    } cases[] = {
        { "allowed", BSHIP_OK, BSHIP_OK },
        { "no-sides", BSHIP_ERROR_CONTACT, BSHIP_OK },
        { "none", BSHIP_ERROR_CONTACT, BSHIP_ERROR_CONTACT },
    };

    for (size_t i = 0; i < 3; i++) {
        char text[64] = "board 9x9\nfleet 3 1\ncontact ";
        bship_rules *rules = rules_from(strcat(text, cases[i].contact));
        bship_board *board = new_board(rules);
        assert_ok(
            bship_board_place(board, (bship_placement){ 0, 3, 4, BSHIP_ORIENTATION_HORIZONTAL }),
            "the ship");
        for (int32_t y = 3; y <= 5; y++)
            for (int32_t x = 2; x <= 6; x++) {
                bool corner = (x == 2 || x == 6) && y != 4, own = x > 2 && x < 6 && y == 4;
                assert_status(bship_board_check_place(board, (bship_placement){ 1, x, y, 0 }),
                              own      ? BSHIP_ERROR_OVERLAP
                              : corner ? cases[i].corner
                                       : cases[i].side,
                              "contact %s at %d,%d", cases[i].contact, (int)x, (int)y);
            }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(placing, ships_may_lie_flush_with_every_edge_and_not_beyond)
{
    for (int32_t length = 1; length <= 7; length++) {
        char text[] = "board 7x8\nfleet ?\n";
        bship_rules *rules;
        bship_board *board;
        text[16] = (char)('0' + length);
        rules = rules_from(text);
        board = new_board(rules);
        for (int32_t i = 0; i < 7; i++) {
            int32_t right = 7 - length, down = 8 - length;
            assert_ok(bship_board_check_place(
                          board, (bship_placement){ 0, right, i, BSHIP_ORIENTATION_HORIZONTAL }),
                      "length %d flush right", (int)length);
            assert_ok(bship_board_check_place(
                          board, (bship_placement){ 0, i, down, BSHIP_ORIENTATION_VERTICAL }),
                      "length %d flush with the bottom", (int)length);
            assert_ok(bship_board_check_place(
                          board, (bship_placement){ 0, 0, i, BSHIP_ORIENTATION_HORIZONTAL }),
                      "length %d flush left", (int)length);
            assert_ok(bship_board_check_place(
                          board, (bship_placement){ 0, i, 0, BSHIP_ORIENTATION_VERTICAL }),
                      "length %d flush with the top", (int)length);
            assert_status(
                bship_board_check_place(
                    board, (bship_placement){ 0, right + 1, i, BSHIP_ORIENTATION_HORIZONTAL }),
                BSHIP_ERROR_OFF_BOARD, "length %d over the right edge", (int)length);
            assert_status(
                bship_board_check_place(
                    board, (bship_placement){ 0, i, down + 1, BSHIP_ORIENTATION_VERTICAL }),
                BSHIP_ERROR_OFF_BOARD, "length %d over the bottom", (int)length);
        }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(placing, cells_far_away_are_off_the_board)
{
    static const int32_t far[] = { INT32_MIN, INT32_MIN + 1, INT32_MAX - 1, INT32_MAX };
    bship_rules *rules = rules_from("");
    bship_board *board = new_board(rules);

    for (int i = 0; i < 4; i++)
        for (int32_t orientation = 0; orientation < 2; orientation++) {
            bship_placement at_x = { 0, far[i], 0, orientation };
            bship_placement at_y = { 0, 0, far[i], orientation };
            assert_status(bship_board_check_place(board, at_x), BSHIP_ERROR_OFF_BOARD, "x");
            assert_status(bship_board_check_place(board, at_y), BSHIP_ERROR_OFF_BOARD, "y");
            cr_assert_eq(bship_board_state_at(board, (bship_cell){ far[i], 0 }),
                         BSHIP_BOARD_STATE_BLOCKED, "state of x %d", (int)far[i]);
            cr_assert_eq(bship_board_ship_at(board, (bship_cell){ 0, far[i] }), -1, "ship at y %d",
                         (int)far[i]);
        }
    bship_board_free(board);
    bship_rules_unref(rules);
}

Test(placing, removed_ship_leaves_no_trace)
{
    bship_rng rng = rng_of(2);

    for (int i = 0; i < scaled(200); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = new_board(rules);
        struct model model;
        model_init(&model, rules);
        place_at_random(board, &model, &rng);
        for (int32_t ship = -1; ship <= model.ships; ship++) {
            bool there = ship >= 0 && ship < model.ships;
            bool placed = there && model.placed[ship].ship >= 0;
            assert_status(bship_board_remove(board, ship),
                          placed  ? BSHIP_OK
                          : there ? BSHIP_ERROR_NOT_PLACED
                                  : BSHIP_ERROR_RANGE,
                          "ship %d", (int)ship);
            if (placed)
                model_unplace(&model, ship);
            check_board(board, &model);
        }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(placing, placement_is_returned_as_given)
{
    bship_rng rng = rng_of(3);

    for (int i = 0; i < scaled(200); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = new_board(rules);
        struct model model;
        model_init(&model, rules);
        place_at_random(board, &model, &rng);
        for (int32_t ship = 0; ship < model.ships; ship++) {
            bship_placement at = { 77, 77, 77, 77 }, expected = at;
            if (model.placed[ship].ship >= 0)
                expected = model.placed[ship];
            assert_status(bship_board_placement(board, ship, &at),
                          expected.ship == 77 ? BSHIP_ERROR_NOT_PLACED : BSHIP_OK, "ship %d",
                          (int)ship);
            cr_assert_arr_eq(&at, &expected, sizeof at, "ship %d", (int)ship);
        }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* A random legal layout, in a random order of the ships. */
static void random_layout(const bship_rules *rules, bship_rng *rng, bship_placement *layout)
{
    bship_board *board = random_board(rules, rng);
    int32_t ships = bship_fleet_count(bship_rules_fleet(rules));

    for (int32_t ship = 0; ship < ships; ship++) {
        int32_t other = between(rng, 0, ship);
        layout[ship] = layout[other];
        assert_ok(bship_board_placement(board, ship, &layout[other]), "ship %d", (int)ship);
    }
    bship_board_free(board);
}

Test(layout, replaces_placed_ships)
{
    bship_rng rng = rng_of(4);

    for (int i = 0; i < scaled(200); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = new_board(rules);
        bship_placement layout[SHIPS_MAX];
        struct model model;
        for (int again = 0; again < 3; again++) {
            random_layout(rules, &rng, layout);
            model_init(&model, rules);
            for (int32_t ship = 0; ship < model.ships; ship++)
                model_place(&model, layout[ship]);
            assert_ok(bship_board_place_layout(board, layout, (size_t)model.ships, NULL),
                      "a layout");
            check_board(board, &model);
        }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(layout, with_one_bad_ship_changes_nothing)
{
    bship_rng rng = rng_of(5);

    for (int i = 0; i < scaled(500); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        bship_placement layout[SHIPS_MAX];
        bship_status expected = BSHIP_OK;
        struct text before = board_dump(board);
        struct model model;
        random_layout(rules, &rng, layout);
        model_init(&model, rules);
        layout[between(&rng, 0, model.ships - 1)] =
            (bship_placement){ between(&rng, -1, model.ships), between(&rng, -1, model.width),
                               between(&rng, -1, model.height), between(&rng, -1, 2) };
        for (int32_t ship = 0; ship < model.ships && !expected; ship++) {
            int32_t named = layout[ship].ship;
            bool is_twice = named >= 0 && named < model.ships && model.placed[named].ship >= 0;
            expected = is_twice ? BSHIP_ERROR_PLACED : model_can_place(&model, layout[ship]);
            if (!expected)
                model_place(&model, layout[ship]);
        }
        if (!expected) {
            assert_ok(bship_board_place_layout(board, layout, (size_t)model.ships, NULL),
                      "a layout");
            text_free(&before);
        } else {
            bship_status status =
                bship_board_place_layout(board, layout, (size_t)model.ships, NULL);
            cr_assert_neq(status, BSHIP_OK, "a bad layout on\n%s", rules_text(rules));
            assert_same(before, board_dump(board), "a refused layout changed the board");
        }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(layout, of_another_number_of_ships_or_with_a_ship_twice_is_refused)
{
    static const bship_placement layout[] = { { 0, 0, 0, 0 }, { 1, 0, 1, 0 }, { 1, 0, 2, 0 } };
    static const bship_placement twice[] = { { 1, 0, 0, 0 }, { 1, 0, 1, 0 } };
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_board *board = new_board(rules);

    assert_status(bship_board_place_layout(board, layout, 1, NULL), BSHIP_ERROR_COUNT, "one");
    assert_status(bship_board_place_layout(board, layout, 3, NULL), BSHIP_ERROR_COUNT, "three");
    assert_status(bship_board_place_layout(board, layout, 0, NULL), BSHIP_ERROR_COUNT, "none");
    assert_status(bship_board_place_layout(board, twice, 2, NULL), BSHIP_ERROR_PLACED, "twice");
    assert_status(bship_board_place_layout(board, NULL, 2, NULL), BSHIP_ERROR_ARGUMENT, "nothing");
    cr_assert_not(bship_board_is_complete(board), "a refused layout was placed");
    assert_ok(bship_board_place_layout(board, layout, 2, NULL), "two");
    bship_board_free(board);
    bship_rules_unref(rules);
}

Test(layout, does_not_move_once_shots_have_been_fired)
{
    static const bship_placement layout[] = { { 0, 0, 0, 0 }, { 1, 0, 1, 0 } };
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_rng rng = rng_of(6);
    bship_board *board = random_board(rules, &rng);
    bship_cell cell = { 0, 0 };
    struct text before;

    fire_turn(board, NULL, &cell, 1);
    before = board_dump(board);
    assert_status(bship_board_check_place(board, layout[0]), BSHIP_ERROR_STARTED, "can_place");
    assert_status(bship_board_place(board, layout[0]), BSHIP_ERROR_STARTED, "place");
    assert_status(bship_board_remove(board, 0), BSHIP_ERROR_STARTED, "unplace");
    assert_status(bship_board_place_layout(board, layout, 2, NULL), BSHIP_ERROR_STARTED, "layout");
    assert_status(bship_board_place_random(board, &rng, NULL, NULL), BSHIP_ERROR_STARTED, "random");
    assert_same(before, board_dump(board), "a refusal changed the board");
    bship_board_clear_shots(board);
    assert_ok(bship_board_place_layout(board, layout, 2, NULL), "after clearing the shots");
    bship_board_free(board);
    bship_rules_unref(rules);
}

/* Whole boards. */

Test(board, states_are_cut_to_the_buffer)
{
    bship_rules *rules = rules_from("board 5x4\nfleet 3\nblocked B2\n");
    bship_rng rng = rng_of(15);
    bship_board *board = random_board(rules, &rng);
    uint8_t whole[20], part[24];

    bship_board_states(board, whole, sizeof whole);
    cr_assert_eq(bship_board_states(board, NULL, 0), 20, "without a buffer");
    for (size_t capacity = 0; capacity <= sizeof part; capacity++) {
        size_t filled = capacity < 20 ? capacity : 20;
        memset(part, 0x55, sizeof part);
        cr_assert_eq(bship_board_states(board, part, capacity), 20, "the whole length");
        cr_assert_eq(memcmp(part, whole, filled), 0, "the first %zu", filled);
        for (size_t i = filled; i < sizeof part; i++)
            cr_assert_eq(part[i], 0x55, "written past %zu", capacity);
    }
    bship_board_free(board);
    bship_rules_unref(rules);
}

Test(board, clearing_restores_the_empty_board_and_clearing_shots_the_placed_one)
{
    bship_rng rng = rng_of(16);

    for (int i = 0; i < scaled(300); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = new_board(rules);
        struct text empty = board_dump(board), placed;
        assert_ok(bship_board_place_random(board, &rng, NULL, NULL), "%s", rules_text(rules));
        placed = board_dump(board);
        for (int shots = between(&rng, 1, 40); shots > 0; shots--)
            fire_at_random(board, NULL, &rng);
        bship_board_clear_shots(board);
        assert_same(placed, board_dump(board), "clear_shots");
        for (int shots = between(&rng, 1, 40); shots > 0; shots--)
            fire_at_random(board, NULL, &rng);
        bship_board_clear(board);
        assert_same(empty, board_dump(board), "clear");
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(board, copy_is_the_same_and_goes_its_own_way)
{
    bship_rng rng = rng_of(17);

    for (int i = 0; i < scaled(300); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng), *copy = random_board(rules, &rng);
        bship_rng twin;
        for (int shots = between(&rng, 0, 40); shots > 0; shots--)
            fire_at_random(board, NULL, &rng);
        assert_ok(bship_board_copy(copy, board), "a copy");
        assert_same(board_dump(board), board_dump(copy), "a copy");
        assert_ok(bship_board_copy(board, board), "a copy of itself");
        assert_same(board_dump(board), board_dump(copy), "a copy of itself");
        twin = rng;
        for (int shots = 0; shots < 10; shots++) {
            fire_at_random(board, NULL, &rng);
            fire_at_random(copy, NULL, &twin);
        }
        assert_same(board_dump(board), board_dump(copy), "the same shots at a copy");
        bship_board_clear(copy);
        cr_assert(bship_board_is_complete(board), "clearing the copy cleared the source");
        bship_board_free(copy);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(board, is_copied_between_equal_rules_only)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3\n");
    bship_rules *equal = rules_from("fleet 3\nboard 5x5\n");
    bship_rules *other = rules_from("board 5x5\nfleet 3\nrepeat wasted\n");
    bship_rng rng = rng_of(18);
    bship_board *board = random_board(rules, &rng), *target = new_board(other);
    bship_board *twin = new_board(equal);
    struct text before = board_dump(target);

    assert_status(bship_board_copy(target, board), BSHIP_ERROR_RULES, "other rules");
    assert_same(before, board_dump(target), "a refused copy changed the board");
    assert_ok(bship_board_copy(twin, board), "equal rules");
    assert_same(board_dump(board), board_dump(twin), "a copy under equal rules");
    bship_board_free(twin);
    bship_board_free(target);
    bship_board_free(board);
    bship_rules_unref(rules);
    bship_rules_unref(equal);
    bship_rules_unref(other);
}
