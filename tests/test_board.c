/* Boards: laying ships and taking shots, against a plain model of one's own waters. */
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define CELLS_MAX 144
#define SHIPS_MAX 16

/* One's own waters, written as plainly as possible. */
struct model {
    bship_rules *rules;
    bship_fleet *fleet;
    int32_t width, height, ships;
    int32_t owner[CELLS_MAX]; /* a ship, or -1 */
    bool shot[CELLS_MAX];     /* it was shot at */
    bool revealed[CELLS_MAX]; /* a sinking revealed it as water */
    int32_t hits[SHIPS_MAX];  /* by ship */
    bship_placement laid[SHIPS_MAX];
    int32_t laid_count;
};

static void model_init(struct model *model, bship_rules *rules)
{
    memset(model, 0, sizeof *model);
    model->rules = rules;
    model->fleet = bship_rules_fleet(rules);
    model->width = bship_rules_width(rules);
    model->height = bship_rules_height(rules);
    model->ships = bship_fleet_count(model->fleet);
    for (int32_t i = 0; i < CELLS_MAX; i++)
        model->owner[i] = -1;
    for (int32_t i = 0; i < model->ships; i++)
        model->laid[i].ship = -1;
}

static bool model_has(const struct model *model, int32_t x, int32_t y)
{
    return x >= 0 && x < model->width && y >= 0 && y < model->height;
}

static bship_cell ship_cell(bship_placement at, int32_t i)
{
    return at.orientation == BSHIP_RIGHT ? (bship_cell){ at.x + i, at.y }
                                         : (bship_cell){ at.x, at.y + i };
}

/* Whether another ship lies on one of the cells around a cell that count as contact. */
static bool model_touches(const struct model *model, bship_cell cell)
{
    int32_t contact = bship_rules_axis(model->rules, BSHIP_AXIS_CONTACT);

    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            bool corner = dx != 0 && dy != 0;
            if (contact == BSHIP_CONTACT_ALLOWED || (contact == BSHIP_CONTACT_NO_SIDES && corner))
                continue;
            if (model_has(model, cell.x + dx, cell.y + dy) &&
                model->owner[(cell.y + dy) * model->width + cell.x + dx] >= 0)
                return true;
        }
    return false;
}

/* Why a ship cannot be laid, the reasons in the order of the contract. */
static bship_status model_can_place(const struct model *model, bship_placement at)
{
    static const bship_status reasons[] = { BSHIP_ERROR_OFF_BOARD, BSHIP_ERROR_BLOCKED,
                                            BSHIP_ERROR_OVERLAP, BSHIP_ERROR_CONTACT };

    if (at.ship < 0 || at.ship >= model->ships || at.orientation < 0 || at.orientation > 1)
        return BSHIP_ERROR_ARGUMENT;
    if (model->laid[at.ship].ship >= 0)
        return BSHIP_ERROR_PLACED;
    for (int reason = 0; reason < 4; reason++)
        for (int32_t i = 0; i < bship_fleet_length(model->fleet, at.ship); i++) {
            bship_cell cell = ship_cell(at, i);
            bool on_board = model_has(model, cell.x, cell.y);
            if ((reason == 0 && !on_board) ||
                (reason == 1 && bship_rules_is_blocked(model->rules, cell)) ||
                (reason == 2 && model->owner[cell.y * model->width + cell.x] >= 0) ||
                (reason == 3 && model_touches(model, cell)))
                return reasons[reason];
        }
    return BSHIP_OK;
}

static void model_place(struct model *model, bship_placement at)
{
    for (int32_t i = 0; i < bship_fleet_length(model->fleet, at.ship); i++) {
        bship_cell cell = ship_cell(at, i);
        model->owner[cell.y * model->width + cell.x] = at.ship;
    }
    if (bship_fleet_length(model->fleet, at.ship) == 1)
        at.orientation = BSHIP_RIGHT;
    model->laid[at.ship] = at;
    model->laid_count++;
}

static void model_unplace(struct model *model, int32_t ship)
{
    for (int32_t i = 0; i < model->width * model->height; i++)
        if (model->owner[i] == ship)
            model->owner[i] = -1;
    model->laid[ship].ship = -1;
    model->laid_count--;
}

/* The layout of a board that was laid at random. */
static void model_take_layout(struct model *model, const bship_board *board)
{
    model_init(model, bship_board_rules(board));
    for (int32_t ship = 0; ship < model->ships; ship++) {
        bship_placement at;
        assert_ok(bship_board_placement(board, ship, &at), "ship %d", (int)ship);
        assert_ok(model_can_place(model, at), "a random layout that is not legal:\n%s",
                  rules_text(model->rules));
        model_place(model, at);
    }
}

static bool model_is_sunk(const struct model *model, int32_t ship)
{
    return model->hits[ship] == bship_fleet_length(model->fleet, ship);
}

static bool model_is_defeated(const struct model *model)
{
    int32_t hits = 0;
    for (int32_t ship = 0; ship < model->ships; ship++)
        hits += model->hits[ship];
    return hits == bship_fleet_cells(model->fleet);
}

/* The answer to a shot, as the disclosure words it. */
static bship_report model_shoot(struct model *model, int32_t cell)
{
    int32_t disclosure = bship_rules_axis(model->rules, BSHIP_AXIS_DISCLOSURE);
    int32_t ship = model->owner[cell];
    bship_report report = BSHIP_REPORT_INIT;
    bool sunk;

    if (model->shot[cell] || model->revealed[cell]) {
        report.answer = BSHIP_ANSWER_WASTED;
        return report;
    }
    model->shot[cell] = true;
    if (ship < 0)
        return report;
    model->hits[ship]++;
    sunk = model_is_sunk(model, ship) && disclosure != BSHIP_DISCLOSURE_HIT;
    report.answer = sunk ? BSHIP_ANSWER_SUNK : BSHIP_ANSWER_HIT;
    if ((sunk && disclosure >= BSHIP_DISCLOSURE_LENGTH) || disclosure == BSHIP_DISCLOSURE_EVERY_HIT)
        report.length = bship_fleet_length(model->fleet, ship);
    if ((sunk && disclosure == BSHIP_DISCLOSURE_SHIP) || disclosure == BSHIP_DISCLOSURE_EVERY_HIT)
        report.ship = bship_fleet_first_of_name(model->fleet, ship);
    return report;
}

/* After a turn: the neighbours of wrecks, if they are revealed. */
static void model_reveal(struct model *model)
{
    if (bship_rules_axis(model->rules, BSHIP_AXIS_REVEAL_WATER) != BSHIP_REVEAL_WATER_YES)
        return;
    for (int32_t y = 0; y < model->height; y++)
        for (int32_t x = 0; x < model->width; x++) {
            int32_t ship = model->owner[y * model->width + x];
            if (ship < 0 || !model_is_sunk(model, ship))
                continue;
            for (int32_t i = 0; i < 9; i++) {
                int32_t nx = x + i % 3 - 1, ny = y + i / 3 - 1;
                if (model_has(model, nx, ny) && !model->shot[ny * model->width + nx] &&
                    !bship_rules_is_blocked(model->rules, (bship_cell){ nx, ny }))
                    model->revealed[ny * model->width + nx] = true;
            }
        }
}

static bship_board_state model_state(const struct model *model, int32_t cell)
{
    int32_t ship = model->owner[cell];

    if (bship_rules_is_blocked(model->rules, cell_at(model->rules, cell)))
        return BSHIP_BOARD_BLOCKED;
    if (ship < 0)
        return model->shot[cell] ? BSHIP_BOARD_MISSED : BSHIP_BOARD_WATER;
    if (!model->shot[cell])
        return BSHIP_BOARD_SHIP;
    return model_is_sunk(model, ship) ? BSHIP_BOARD_SUNK : BSHIP_BOARD_HIT;
}

static bship_status model_can_fire(const struct model *model, int32_t cell)
{
    bool refused = bship_rules_axis(model->rules, BSHIP_AXIS_REPEAT) == BSHIP_REPEAT_REFUSED;

    if (model->laid_count < model->ships)
        return BSHIP_ERROR_NOT_PLACED;
    if (bship_rules_is_blocked(model->rules, cell_at(model->rules, cell)))
        return BSHIP_ERROR_BLOCKED;
    if (refused && model->shot[cell])
        return BSHIP_ERROR_REPEATED;
    if (refused && model->revealed[cell])
        return BSHIP_ERROR_KNOWN_WATER;
    return BSHIP_OK;
}

/* Asserts that a board answers every question as the model does. */
static void check_board(const bship_board *board, const struct model *model)
{
    uint8_t states[CELLS_MAX];
    int32_t hits = 0, afloat = 0;
    size_t count = (size_t)(model->width * model->height);

    cr_assert_eq(bship_board_states(board, states, sizeof states), count, "the number of states");
    for (int32_t i = 0; i < (int32_t)count; i++) {
        bship_cell cell = cell_at(model->rules, i);
        cr_assert_eq(bship_board_state_at(board, cell), model_state(model, i), "cell %d,%d",
                     (int)cell.x, (int)cell.y);
        cr_assert_eq(states[i], model_state(model, i), "item %d of the states", (int)i);
        cr_assert_eq(bship_board_ship_at(board, cell), model->owner[i], "ship at %d,%d",
                     (int)cell.x, (int)cell.y);
        assert_status(bship_board_can_fire(board, cell), model_can_fire(model, i), "%d,%d in\n%s",
                      (int)cell.x, (int)cell.y, rules_text(model->rules));
    }
    for (int32_t ship = 0; ship < model->ships; ship++) {
        cr_assert_eq(bship_board_hits_on(board, ship), model->hits[ship], "hits on %d", (int)ship);
        hits += bship_board_hits_on(board, ship);
        afloat += model->laid[ship].ship >= 0 && !model_is_sunk(model, ship);
    }
    cr_assert_eq(bship_board_hits(board), hits, "hits are not the sum of the hits on ships");
    cr_assert_eq(bship_board_ships_afloat(board), afloat, "ships afloat");
    cr_assert_eq(bship_board_is_complete(board) != 0, model->laid_count == model->ships,
                 "completeness");
    cr_assert_eq(bship_board_is_defeated(board) != 0, model_is_defeated(model), "defeat");
}

static bship_board *new_board(bship_rules *rules)
{
    bship_board *board = NULL;
    assert_ok(bship_board_new(&board, rules), "a board");
    return board;
}

/* Laying ships. */

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
                    assert_status(bship_board_can_place(board, at), model_can_place(model, at),
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
        if (expected != BSHIP_OK) {
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

    for (int i = 0; i < effort(100); i++) {
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
        assert_ok(bship_board_place(board, (bship_placement){ 0, 3, 4, BSHIP_RIGHT }), "the ship");
        for (int32_t y = 3; y <= 5; y++)
            for (int32_t x = 2; x <= 6; x++) {
                bool corner = (x == 2 || x == 6) && y != 4, own = x > 2 && x < 6 && y == 4;
                assert_status(bship_board_can_place(board, (bship_placement){ 1, x, y, 0 }),
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
            assert_ok(bship_board_can_place(board, (bship_placement){ 0, right, i, BSHIP_RIGHT }),
                      "length %d flush right", (int)length);
            assert_ok(bship_board_can_place(board, (bship_placement){ 0, i, down, BSHIP_DOWN }),
                      "length %d flush with the bottom", (int)length);
            assert_ok(bship_board_can_place(board, (bship_placement){ 0, 0, i, BSHIP_RIGHT }),
                      "length %d flush left", (int)length);
            assert_ok(bship_board_can_place(board, (bship_placement){ 0, i, 0, BSHIP_DOWN }),
                      "length %d flush with the top", (int)length);
            assert_status(
                bship_board_can_place(board, (bship_placement){ 0, right + 1, i, BSHIP_RIGHT }),
                BSHIP_ERROR_OFF_BOARD, "length %d over the right edge", (int)length);
            assert_status(
                bship_board_can_place(board, (bship_placement){ 0, i, down + 1, BSHIP_DOWN }),
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
            assert_status(bship_board_can_place(board, at_x), BSHIP_ERROR_OFF_BOARD, "x");
            assert_status(bship_board_can_place(board, at_y), BSHIP_ERROR_OFF_BOARD, "y");
            cr_assert_eq(bship_board_state_at(board, (bship_cell){ far[i], 0 }),
                         BSHIP_BOARD_BLOCKED, "state of x %d", (int)far[i]);
            cr_assert_eq(bship_board_ship_at(board, (bship_cell){ 0, far[i] }), -1, "ship at y %d",
                         (int)far[i]);
        }
    bship_board_free(board);
    bship_rules_unref(rules);
}

Test(placing, ship_taken_back_leaves_no_trace)
{
    bship_rng rng = rng_of(2);

    for (int i = 0; i < effort(200); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = new_board(rules);
        struct model model;
        model_init(&model, rules);
        place_at_random(board, &model, &rng);
        for (int32_t ship = -1; ship <= model.ships; ship++) {
            bool there = ship >= 0 && ship < model.ships;
            bool laid = there && model.laid[ship].ship >= 0;
            assert_status(bship_board_unplace(board, ship),
                          laid    ? BSHIP_OK
                          : there ? BSHIP_ERROR_NOT_PLACED
                                  : BSHIP_ERROR_ARGUMENT,
                          "ship %d", (int)ship);
            if (laid)
                model_unplace(&model, ship);
            check_board(board, &model);
        }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(placing, placement_is_told_as_it_was_given)
{
    bship_rng rng = rng_of(3);

    for (int i = 0; i < effort(200); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = new_board(rules);
        struct model model;
        model_init(&model, rules);
        place_at_random(board, &model, &rng);
        for (int32_t ship = 0; ship < model.ships; ship++) {
            bship_placement at = { 77, 77, 77, 77 }, expected = at;
            if (model.laid[ship].ship >= 0)
                expected = model.laid[ship];
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
static void random_layout(bship_rules *rules, bship_rng *rng, bship_placement *layout)
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

Test(layout, replaces_what_was_laid)
{
    bship_rng rng = rng_of(4);

    for (int i = 0; i < effort(200); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = new_board(rules);
        bship_placement layout[SHIPS_MAX];
        struct model model;
        for (int again = 0; again < 3; again++) {
            random_layout(rules, &rng, layout);
            model_init(&model, rules);
            for (int32_t ship = 0; ship < model.ships; ship++)
                model_place(&model, layout[ship]);
            assert_ok(bship_board_place_layout(board, layout, (size_t)model.ships), "a layout");
            check_board(board, &model);
        }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(layout, with_one_bad_ship_changes_nothing)
{
    bship_rng rng = rng_of(5);

    for (int i = 0; i < effort(500); i++) {
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
        for (int32_t ship = 0; ship < model.ships && expected == BSHIP_OK; ship++) {
            expected = model_can_place(&model, layout[ship]);
            if (expected == BSHIP_OK)
                model_place(&model, layout[ship]);
        }
        if (expected == BSHIP_OK) {
            assert_ok(bship_board_place_layout(board, layout, (size_t)model.ships), "a layout");
            text_free(&before);
        } else {
            bship_status status = bship_board_place_layout(board, layout, (size_t)model.ships);
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

    assert_status(bship_board_place_layout(board, layout, 1), BSHIP_ERROR_NOT_PLACED, "one");
    assert_status(bship_board_place_layout(board, layout, 3), BSHIP_ERROR_NOT_PLACED, "three");
    assert_status(bship_board_place_layout(board, layout, 0), BSHIP_ERROR_NOT_PLACED, "none");
    assert_status(bship_board_place_layout(board, twice, 2), BSHIP_ERROR_PLACED, "twice");
    assert_status(bship_board_place_layout(board, NULL, 2), BSHIP_ERROR_ARGUMENT, "nothing");
    cr_assert_not(bship_board_is_complete(board), "a refused layout was laid");
    assert_ok(bship_board_place_layout(board, layout, 2), "two");
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

    shoot(board, NULL, &cell, 1);
    before = board_dump(board);
    assert_status(bship_board_can_place(board, layout[0]), BSHIP_ERROR_STARTED, "can_place");
    assert_status(bship_board_place(board, layout[0]), BSHIP_ERROR_STARTED, "place");
    assert_status(bship_board_unplace(board, 0), BSHIP_ERROR_STARTED, "unplace");
    assert_status(bship_board_place_layout(board, layout, 2), BSHIP_ERROR_STARTED, "layout");
    assert_status(bship_board_place_random(board, &rng, 0, NULL), BSHIP_ERROR_STARTED, "random");
    assert_same(before, board_dump(board), "a refusal changed the board");
    bship_board_clear_shots(board);
    assert_ok(bship_board_place_layout(board, layout, 2), "after clearing the shots");
    bship_board_free(board);
    bship_rules_unref(rules);
}

/* Taking shots. */

/* A salvo of different cells that are not blocked; under refusal none that was shot or known. */
static size_t random_salvo(const struct model *model, bship_rng *rng, bship_cell *cells)
{
    size_t count = 0, wanted = (size_t)between(rng, 1, 5);

    for (int tries = 0; tries < 100 && count < wanted; tries++) {
        int32_t cell = between(rng, 0, model->width * model->height - 1);
        size_t same = 0;
        if (between(rng, 0, 2) && model->owner[cell] < 0)
            continue;
        cells[count] = cell_at(model->rules, cell);
        while (same < count && cell_index(model->rules, cells[same]) != cell)
            same++;
        count += same == count && model_can_fire(model, cell) == BSHIP_OK;
    }
    return count;
}

static void check_report(const bship_report *report, const bship_report *expected, bship_cell cell,
                         const bship_rules *rules)
{
    cr_assert_arr_eq(
        report, expected, sizeof *report, "%d,%d answers %d %d %d, not %d %d %d under\n%s",
        (int)cell.x, (int)cell.y, (int)report->answer, (int)report->ship, (int)report->length,
        (int)expected->answer, (int)expected->ship, (int)expected->length, rules_text(rules));
}

static size_t fire_for_reports(bship_board *board, struct model *model, const bship_cell *cells,
                               size_t count)
{
    bship_report reports[CELLS_MAX];
    size_t fired = 0;

    memset(reports, 0x55, sizeof reports);
    if (count == 1) {
        assert_ok(bship_board_fire(board, cells[0], reports), "%s", rules_text(model->rules));
        fired = 1;
    } else {
        assert_ok(bship_board_fire_salvo(board, cells, count, reports, &fired), "%s",
                  rules_text(model->rules));
    }
    for (size_t i = 0; i < fired; i++) {
        bship_report expected;
        cr_assert(!model_is_defeated(model), "a shot after the last sinking");
        expected = model_shoot(model, cell_index(model->rules, cells[i]));
        check_report(&reports[i], &expected, cells[i], model->rules);
    }
    for (size_t i = fired * sizeof *reports; i < count * sizeof *reports; i++)
        cr_assert_eq(((unsigned char *)reports)[i], 0x55, "a report of a shot not fired");
    return fired;
}

/* The totals of a salvo as the disclosure words them. */
struct totals {
    int32_t hits, sunk;
    int32_t sunk_of[SHIPS_MAX], hits_of[SHIPS_MAX];
};

static void add_to_totals(struct totals *totals, const struct model *model, int32_t ship)
{
    int32_t disclosure = bship_rules_axis(model->rules, BSHIP_AXIS_DISCLOSURE);
    int32_t name = bship_fleet_first_of_name(model->fleet, ship);

    totals->hits++;
    if (disclosure == BSHIP_DISCLOSURE_EVERY_HIT)
        totals->hits_of[name]++;
    if (!model_is_sunk(model, ship) || disclosure == BSHIP_DISCLOSURE_HIT)
        return;
    totals->sunk++;
    if (disclosure == BSHIP_DISCLOSURE_LENGTH)
        totals->sunk_of[bship_fleet_first_of_length(model->fleet, ship)]++;
    else if (disclosure > BSHIP_DISCLOSURE_LENGTH)
        totals->sunk_of[name]++;
}

static size_t fire_for_total(bship_board *board, struct model *model, const bship_cell *cells,
                             size_t count)
{
    struct totals got, expected;
    bship_total total = BSHIP_TOTAL_INIT;
    size_t fired = 0, array = (size_t)model->ships * sizeof(int32_t);

    memset(&expected, 0, sizeof expected);
    memset(&got, 0x55, sizeof got);
    total.sunk_of = got.sunk_of;
    total.hits_of = got.hits_of;
    assert_ok(bship_board_fire_total(board, cells, count, &total, &fired), "%s",
              rules_text(model->rules));
    if (bship_rules_axis(model->rules, BSHIP_AXIS_DISCLOSURE) == BSHIP_DISCLOSURE_HIT)
        expected.sunk = -1;
    for (size_t i = 0; i < fired; i++) {
        int32_t cell = cell_index(model->rules, cells[i]);
        cr_assert(!model_is_defeated(model), "a shot after the last sinking");
        if (model_shoot(model, cell).answer != BSHIP_ANSWER_WASTED && model->owner[cell] >= 0)
            add_to_totals(&expected, model, model->owner[cell]);
    }
    cr_assert_eq(total.hits, expected.hits, "hits of\n%s", rules_text(model->rules));
    cr_assert_eq(total.sunk, expected.sunk, "sinkings of\n%s", rules_text(model->rules));
    cr_assert_arr_eq(got.sunk_of, expected.sunk_of, array, "sinkings of\n%s",
                     rules_text(model->rules));
    cr_assert_arr_eq(got.hits_of, expected.hits_of, array, "hits by name of\n%s",
                     rules_text(model->rules));
    return fired;
}

static void play_checked(bship_board *board, struct model *model, bship_rng *rng)
{
    int64_t shots = 0;

    for (int turn = 0; turn < 500 && !model_is_defeated(model); turn++) {
        bship_cell cells[CELLS_MAX];
        size_t count = random_salvo(model, rng, cells), fired;
        if (count == 0)
            continue;
        fired = tells_totals(model->rules) ? fire_for_total(board, model, cells, count)
                                           : fire_for_reports(board, model, cells, count);
        model_reveal(model);
        cr_assert(fired == count || model_is_defeated(model), "shots were left out");
        shots += (int64_t)fired;
        cr_assert_eq(bship_board_shots(board), shots, "the number of shots");
        check_board(board, model);
    }
}

Test(shooting, every_answer_and_query_agrees_with_a_plain_model)
{
    bship_rng rng = rng_of(7);

    for (int i = 0; i < effort(500); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        struct model model;
        model_take_layout(&model, board);
        check_board(board, &model);
        play_checked(board, &model, &rng);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(shooting, defeat_comes_exactly_with_the_last_cell)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3 1 1\n");
    bship_rng rng = rng_of(8);

    for (int i = 0; i < effort(200); i++) {
        bship_board *board = random_board(rules, &rng);
        int32_t left = bship_fleet_cells(bship_rules_fleet(rules)), sinkings = 0;
        for (int32_t at = 0; at < cell_count(rules); at++) {
            bship_report report;
            left -= bship_board_ship_at(board, cell_at(rules, at)) >= 0;
            assert_ok(bship_board_fire(board, cell_at(rules, at), &report), "cell %d", (int)at);
            sinkings += report.answer == BSHIP_ANSWER_SUNK;
            cr_assert_eq(bship_board_is_defeated(board) != 0, left == 0, "%d cells are left",
                         (int)left);
        }
        cr_assert_eq(sinkings, 4, "every ship sinks once");
        bship_board_free(board);
    }
    bship_rules_unref(rules);
}

Test(shooting, arrays_that_are_missing_are_left_out_of_a_total)
{
    bship_rules *rules =
        rules_from("board 2x1\nfleet 1\nturn salvo 2\nsalvo-report total\ndisclosure every-hit\n");
    bship_rng rng = rng_of(9);
    bship_board *board = random_board(rules, &rng);
    bship_cell cells[] = { { 0, 0 }, { 1, 0 } };
    bship_total total = BSHIP_TOTAL_INIT;
    size_t fired;

    assert_ok(bship_board_fire_total(board, cells, 2, &total, &fired), "no arrays");
    cr_assert_eq(total.hits, 1, "the hit");
    cr_assert_eq(total.sunk, 1, "the sinking");
    bship_board_free(board);
    bship_rules_unref(rules);
}

/* A salvo that must be refused whole. */
static void refuse_salvo(bship_board *board, const bship_cell *cells, size_t count,
                         bship_status expected)
{
    bship_rules *rules = bship_board_rules(board);
    bship_report reports[CELLS_MAX], untouched[CELLS_MAX];
    bship_total total = BSHIP_TOTAL_INIT;
    struct text before = board_dump(board);
    size_t fired = 4711;

    memset(reports, 0x55, sizeof reports);
    memset(untouched, 0x55, sizeof untouched);
    total.hits = 4711;
    if (tells_totals(rules))
        assert_status(bship_board_fire_total(board, cells, count, &total, &fired), expected,
                      "under\n%s", rules_text(rules));
    else
        assert_status(bship_board_fire_salvo(board, cells, count, reports, &fired), expected,
                      "under\n%s", rules_text(rules));
    cr_assert_eq(fired, 4711, "a refused salvo wrote how many were fired");
    cr_assert_eq(total.hits, 4711, "a refused salvo wrote a total");
    cr_assert_arr_eq(reports, untouched, sizeof reports, "a refused salvo wrote reports");
    assert_same(before, board_dump(board), "a refused salvo changed the board");
}

Test(shooting, salvo_with_one_bad_cell_changes_nothing)
{
    bship_rng rng = rng_of(10);

    for (int i = 0; i < effort(250); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        struct model model;
        bship_cell cells[CELLS_MAX], good;
        size_t count, at;
        model_take_layout(&model, board);
        for (int turn = 0; turn < 8; turn++) {
            count = random_salvo(&model, &rng, cells);
            if (count == 0 || model_is_defeated(&model))
                break;
            at = (size_t)between(&rng, 0, (int32_t)count - 1);
            good = cells[at];
            for (int32_t bad = 0; bad < model.width * model.height; bad++) {
                bship_status status = model_can_fire(&model, bad);
                cells[at] = cell_at(rules, bad);
                if (status != BSHIP_OK)
                    refuse_salvo(board, cells, count, status);
            }
            cells[at] = (bship_cell){ model.width, good.y };
            refuse_salvo(board, cells, count, BSHIP_ERROR_OFF_BOARD);
            cells[at] = (bship_cell){ good.x, -1 };
            refuse_salvo(board, cells, count, BSHIP_ERROR_OFF_BOARD);
            cells[at] = good;
            cells[count] = good;
            if (count < (size_t)(cell_count(rules) - bship_rules_blocked_count(rules)))
                refuse_salvo(board, cells, count + 1, BSHIP_ERROR_DUPLICATE);
            refuse_salvo(board, cells, 0, BSHIP_ERROR_SHOT_COUNT);
            if (tells_totals(rules))
                fire_for_total(board, &model, cells, count);
            else
                fire_for_reports(board, &model, cells, count);
            model_reveal(&model);
        }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(shooting, salvo_longer_than_the_board_is_refused)
{
    bship_rules *rules = rules_from("board 2x2\nfleet 1\nblocked A1\n");
    bship_rng rng = rng_of(11);
    bship_board *board = random_board(rules, &rng);
    bship_cell cells[5] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, 1 } };

    refuse_salvo(board, cells, 5, BSHIP_ERROR_SHOT_COUNT);
    bship_board_free(board);
    bship_rules_unref(rules);
}

Test(shooting, incomplete_board_cannot_be_shot_at)
{
    bship_rng rng = rng_of(12);

    for (int i = 0; i < effort(100); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        bship_cell cell = { 0, 0 };
        assert_ok(bship_board_unplace(board, 0), "a ship is taken back");
        assert_status(bship_board_can_fire(board, cell), BSHIP_ERROR_NOT_PLACED, "can_fire");
        refuse_salvo(board, &cell, 1, BSHIP_ERROR_NOT_PLACED);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(shooting, by_the_wrong_kind_of_answer_is_refused)
{
    bship_rules *each = rules_from("board 3x3\nfleet 2\n");
    bship_rules *totals = rules_from("board 3x3\nfleet 2\nturn salvo 2\nsalvo-report total\n");
    bship_rng rng = rng_of(13);
    bship_board *board = random_board(each, &rng), *other = random_board(totals, &rng);
    struct text before = board_dump(board), others = board_dump(other);
    bship_cell cell = { 0, 0 };
    bship_total total = BSHIP_TOTAL_INIT;
    bship_report report;
    size_t fired;

    assert_status(bship_board_fire_total(board, &cell, 1, &total, &fired), BSHIP_ERROR_REPORT,
                  "a total of rules that answer shot by shot");
    assert_status(bship_board_fire_salvo(other, &cell, 1, &report, &fired), BSHIP_ERROR_REPORT,
                  "reports of rules that tell totals");
    assert_status(bship_board_fire(other, cell, &report), BSHIP_ERROR_REPORT,
                  "a report of rules that tell totals");
    assert_same(before, board_dump(board), "a refusal changed the board");
    assert_same(others, board_dump(other), "a refusal changed the board");
    bship_board_free(board);
    bship_board_free(other);
    bship_rules_unref(each);
    bship_rules_unref(totals);
}

Test(shooting, missing_arguments_are_refused)
{
    bship_rules *rules = rules_from("board 3x3\nfleet 2\n");
    bship_rng rng = rng_of(14);
    bship_board *board = random_board(rules, &rng), *none = NULL;
    bship_cell cell = { 0, 0 };
    bship_report report;
    size_t fired;

    assert_status(bship_board_new(NULL, rules), BSHIP_ERROR_ARGUMENT, "out");
    assert_status(bship_board_new(&none, NULL), BSHIP_ERROR_ARGUMENT, "rules");
    assert_status(bship_board_fire(board, cell, NULL), BSHIP_ERROR_ARGUMENT, "report");
    assert_status(bship_board_fire(NULL, cell, &report), BSHIP_ERROR_ARGUMENT, "board");
    assert_status(bship_board_fire_salvo(board, NULL, 1, &report, &fired), BSHIP_ERROR_ARGUMENT,
                  "cells");
    assert_status(bship_board_fire_salvo(board, &cell, 1, NULL, &fired), BSHIP_ERROR_ARGUMENT,
                  "reports");
    assert_status(bship_board_fire_salvo(board, &cell, 1, &report, NULL), BSHIP_ERROR_ARGUMENT,
                  "fired");
    assert_status(bship_board_place_random(board, NULL, 0, NULL), BSHIP_ERROR_ARGUMENT, "rng");
    assert_status(bship_board_placement(board, 0, NULL), BSHIP_ERROR_ARGUMENT, "placement");
    assert_status(bship_board_copy(board, NULL), BSHIP_ERROR_ARGUMENT, "source");
    cr_assert_eq(bship_board_shots(board), 0, "a refusal fired");
    bship_board_free(NULL);
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

Test(board, cleared_is_as_new_and_cleared_of_shots_as_laid)
{
    bship_rng rng = rng_of(16);

    for (int i = 0; i < effort(300); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = new_board(rules);
        struct text empty = board_dump(board), laid;
        assert_ok(bship_board_place_random(board, &rng, 0, NULL), "%s", rules_text(rules));
        laid = board_dump(board);
        for (int shots = between(&rng, 1, 40); shots > 0; shots--)
            shoot_at_random(board, NULL, &rng);
        bship_board_clear_shots(board);
        assert_same(laid, board_dump(board), "clear_shots");
        for (int shots = between(&rng, 1, 40); shots > 0; shots--)
            shoot_at_random(board, NULL, &rng);
        bship_board_clear(board);
        assert_same(empty, board_dump(board), "clear");
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(board, copy_is_the_same_and_goes_its_own_way)
{
    bship_rng rng = rng_of(17);

    for (int i = 0; i < effort(300); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng), *copy = random_board(rules, &rng);
        bship_rng twin;
        for (int shots = between(&rng, 0, 40); shots > 0; shots--)
            shoot_at_random(board, NULL, &rng);
        assert_ok(bship_board_copy(copy, board), "a copy");
        assert_same(board_dump(board), board_dump(copy), "a copy");
        assert_ok(bship_board_copy(board, board), "a copy of itself");
        assert_same(board_dump(board), board_dump(copy), "a copy of itself");
        twin = rng;
        for (int shots = 0; shots < 10; shots++) {
            shoot_at_random(board, NULL, &rng);
            shoot_at_random(copy, NULL, &twin);
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
