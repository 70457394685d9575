/* Placing by hand: moving, turning, what is in the way, and the missing ships at random. */
#include <stdbool.h>
#include <string.h>

#include "board_model.h"

static const struct shape any = { .width = 8, .height = 8, .ships = 5, .length = 4, .blocked = 6 };

/* A board on which some ships of a random layout are placed, and its model. */
static bship_board *partial_board(const bship_rules *rules, bship_rng *rng, struct model *model)
{
    bship_board *board = random_board(rules, rng);
    for (int32_t ship = 0; ship < bship_fleet_count(bship_rules_fleet(rules)); ship++)
        if (between(rng, 0, 2) == 0)
            assert_ok(bship_board_remove(board, ship), "ship %d", (int)ship);
    model_init(model, rules);
    for (int32_t ship = 0; ship < model->ships; ship++) {
        bship_placement at;
        if (!bship_board_placement(board, ship, &at))
            model_place(model, at);
    }
    return board;
}

static bship_placement random_placement(const struct model *model, bship_rng *rng)
{
    return (bship_placement){ between(rng, 0, model->ships - 1), between(rng, -2, model->width),
                              between(rng, -2, model->height), between(rng, 0, 1) };
}

static bool covers(bship_placement at, int32_t length, bship_cell cell)
{
    int32_t along = at.orientation == BSHIP_ORIENTATION_VERTICAL ? cell.y - at.y : cell.x - at.x;
    bool in_line = at.orientation == BSHIP_ORIENTATION_VERTICAL ? cell.x == at.x : cell.y == at.y;
    return in_line && along >= 0 && along < length;
}

/* Why a cell is in the way of a placement; the model does not have the ship. */
static bship_status conflict_of(const struct model *model, bship_placement at, bship_cell cell)
{
    int32_t length = bship_fleet_length(model->fleet, at.ship);
    int32_t contact = bship_rules_get(model->rules, BSHIP_RULE_CONTACT);
    bool on_board = cell.x >= 0 && cell.y >= 0 && cell.x < model->width && cell.y < model->height;
    bool is_ship = on_board && model->owner[cell.y * model->width + cell.x] >= 0;
    if (covers(at, length, cell)) {
        if (!on_board)
            return BSHIP_ERROR_OFF_BOARD;
        if (bship_rules_is_blocked(model->rules, cell))
            return BSHIP_ERROR_BLOCKED;
        return is_ship ? BSHIP_ERROR_OVERLAP : BSHIP_OK;
    }
    for (int32_t dy = -1; is_ship && dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++)
            if (covers(at, length, (bship_cell){ cell.x + dx, cell.y + dy }) &&
                (contact == BSHIP_CONTACT_NONE ||
                 (contact == BSHIP_CONTACT_NO_SIDES && (dx == 0 || dy == 0))))
                return BSHIP_ERROR_CONTACT;
    return BSHIP_OK;
}

/* Compares the conflicts of a placement with those of the model; returns the first status. */
static bship_status check_conflicts(const bship_board *board, const struct model *model,
                                    bship_placement at)
{
    bship_conflict found[64];
    size_t count = bship_board_conflicts(board, at, found, 64), next = 0;
    bship_status first = BSHIP_OK;
    for (int32_t y = -8; y < model->height + 8; y++)
        for (int32_t x = -8; x < model->width + 8; x++) {
            bship_cell cell = { x, y };
            bship_status status = conflict_of(model, at, cell);
            if (!status)
                continue;
            cr_assert(next < count, "a conflict is missing of\n%s", rules_text(model->rules));
            cr_assert_eq(found[next].cell.x, x, "the column");
            cr_assert_eq(found[next].cell.y, y, "the row");
            cr_assert_eq(found[next].status, (int32_t)status, "the status at %d,%d", (int)x,
                         (int)y);
            cr_assert_eq(found[next].ship,
                         status < BSHIP_ERROR_OVERLAP ? -1 : bship_board_ship_at(board, cell),
                         "the ship");
            if (!first || status < first)
                first = status;
            next++;
        }
    cr_assert_eq(next, count, "%zu conflicts, expected %zu", count, next);
    cr_assert_eq(bship_board_conflicts(board, at, NULL, 0), count, "without memory");
    return first;
}

Test(placing, conflicts_and_moves_are_those_of_the_model)
{
    bship_rng rng = rng_of(1);
    int moved = 0;

    for (int i = 0; i < scaled(300); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        struct model model;
        bship_board *board = partial_board(rules, &rng, &model);
        for (int tries = 0; tries < 40; tries++) {
            bship_placement at = random_placement(&model, &rng), old;
            bool is_placed = !bship_board_placement(board, at.ship, &old);
            struct text before = board_dump(board);
            if (is_placed)
                model_unplace(&model, at.ship);
            bship_status expected = check_conflicts(board, &model, at);
            cr_assert_eq(expected, model_can_place(&model, at), "two models");
            assert_status(bship_board_check_place(board, at), expected, "can_place");
            assert_status(bship_board_place(board, at), expected, "place");
            if (expected)
                assert_same(before, board_dump(board), "a refusal");
            else
                text_free(&before);
            moved += is_placed && !expected;
            if (is_placed || !expected)
                model_place(&model, expected ? old : at);
            check_board(board, &model);
        }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
    cr_assert(moved > 100 || scaled(300) < 300, "only %d moves", moved);
}

Test(placing, ship_that_lies_elsewhere_moves)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 1 2\ncontact none\n");
    bship_board *board = new_board(rules);
    bship_placement at;
    bship_report report;

    assert_status(bship_board_place(board, (bship_placement){ 3, 0, 0, 0 }), BSHIP_ERROR_RANGE,
                  "no such ship");
    assert_status(bship_board_place(board, (bship_placement){ -1, 0, 0, 0 }), BSHIP_ERROR_RANGE,
                  "no such ship");
    assert_status(bship_board_place(board, (bship_placement){ 0, 0, 0, 2 }), BSHIP_ERROR_ARGUMENT,
                  "no such orientation");
    assert_ok(bship_board_place(board, (bship_placement){ 0, 1, 1, 0 }), "a ship");
    assert_ok(bship_board_place(board, (bship_placement){ 0, 1, 1, 1 }), "turned");
    assert_ok(bship_board_placement(board, 0, &at), "where");
    cr_assert(at.x == 1 && at.y == 1 && at.orientation == BSHIP_ORIENTATION_VERTICAL, "down");
    assert_ok(bship_board_place(board, (bship_placement){ 1, 3, 1, 0 }), "the ship of 1");
    assert_ok(bship_board_place(board, (bship_placement){ 1, 3, 1, 1 }), "it stays");
    assert_status(bship_board_place(board, (bship_placement){ 0, 1, 1, 0 }), BSHIP_ERROR_OVERLAP,
                  "the other is in the way");
    assert_ok(bship_board_place(board, (bship_placement){ 0, 0, 1, 1 }), "to the side");
    cr_assert_eq(bship_board_missing(board, 0), 2, "the missing ship");
    cr_assert_eq(bship_board_missing(board, -5), 2, "from anywhere");
    cr_assert_eq(bship_board_missing(board, 3), -1, "behind the last");
    assert_ok(bship_board_place(board, (bship_placement){ 2, 2, 3, 0 }), "the last");
    cr_assert_eq(bship_board_missing(board, 0), -1, "none is missing");
    assert_ok(bship_board_fire(board, (bship_cell){ 3, 0 }, &report, NULL), "a shot");
    assert_status(bship_board_place(board, (bship_placement){ 0, 0, 1, 1 }), BSHIP_ERROR_STARTED,
                  "after a shot");
    bship_board_free(board);
    bship_rules_unref(rules);
}

Test(placing, conflicts_of_nonsense_are_none)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3\n");
    bship_board *board = new_board(rules);

    static const bship_placement nonsense[] = { { 1, 0, 0, 0 }, { 0, 0, 0, 2 } };
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        cr_assert_eq(bship_board_conflicts(board, nonsense[i], NULL, 0), 0, "case %zu", i);
        cr_assert(bship_board_check_place(board, nonsense[i]), "case %zu can be placed", i);
    }
    cr_assert_eq(bship_board_conflicts(board, (bship_placement){ 0, INT32_MAX, 0, 0 }, NULL, 0), 1,
                 "the cells that have coordinates");
    bship_board_free(board);
    bship_rules_unref(rules);
}

/* The missing ships. */

Test(placing, missing_ships_are_added_and_the_others_stay)
{
    bship_rng rng = rng_of(2);

    for (int i = 0; i < scaled(500); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        struct model model, after;
        bship_board *board = partial_board(rules, &rng, &model);
        int32_t method = 0;
        assert_ok(bship_board_place_missing(board, &rng, NULL, &method), "%s", rules_text(rules));
        cr_assert(method == BSHIP_DRAW_METHOD_UNIFORM || method == BSHIP_DRAW_METHOD_SEARCHED,
                  "the method");
        model_init(&after, rules);
        model_take_layout(&after, board);
        check_board(board, &after);
        for (int32_t ship = 0; ship < model.ships; ship++)
            for (int32_t cell = 0; cell < cell_count(rules); cell++)
                cr_assert(model.owner[cell] != ship || after.owner[cell] == ship,
                          "ship %d was moved", (int)ship);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* Lays a 3, completes with two 2s, and counts how often each completion is drawn. */
static void check_uniform(const char *lines, bship_rng *rng)
{
    enum {
        PLACEMENTS = 31
    };
    bship_rules *rules = rules_from(lines);
    bship_board *board = new_board(rules);
    int64_t base = bship_rules_placement_index(rules, (bship_placement){ 1, 0, 0, 0 });
    int64_t second = bship_rules_placement_index(rules, (bship_placement){ 2, 0, 0, 0 });
    int seen[PLACEMENTS][PLACEMENTS] = { { 0 } }, kinds = 0, draws = scaled(40000);
    double chi = 0;
    bool legal[PLACEMENTS][PLACEMENTS] = { { false } };

    assert_ok(bship_board_place(board, (bship_placement){ 0, 1, 1, 0 }), "the 3");
    for (int64_t a = base; a < second; a++)
        for (int64_t b = second; b < bship_rules_placement_count(rules); b++) {
            bship_placement at[2];
            assert_ok(bship_rules_placement(rules, a, &at[0]), "a");
            assert_ok(bship_rules_placement(rules, b, &at[1]), "b");
            bool is_first = !bship_board_place(board, at[0]);
            legal[a - base][b - second] = is_first && !bship_board_check_place(board, at[1]);
            kinds += legal[a - base][b - second];
            if (is_first)
                assert_ok(bship_board_remove(board, 1), "a");
        }
    for (int i = 0; i < draws; i++) {
        bship_placement a, b;
        assert_ok(bship_board_place_missing(board, rng, NULL, NULL), "%s", lines);
        assert_ok(bship_board_placement(board, 1, &a), "a");
        assert_ok(bship_board_placement(board, 2, &b), "b");
        seen[bship_rules_placement_index(rules, a) - base]
            [bship_rules_placement_index(rules, b) - second]++;
        assert_ok(bship_board_remove(board, 1), "a");
        assert_ok(bship_board_remove(board, 2), "b");
    }
    for (int a = 0; a < PLACEMENTS; a++)
        for (int b = 0; b < PLACEMENTS; b++) {
            double expected = legal[a][b] ? (double)draws / kinds : 0;
            cr_assert(legal[a][b] || seen[a][b] == 0, "an illegal completion");
            if (legal[a][b])
                chi += (seen[a][b] - expected) * (seen[a][b] - expected) / expected;
        }
    cr_assert(kinds > 10 && chi < chi_square_limit(kinds - 1), "chi-square is %f of %d", chi,
              kinds);
    bship_board_free(board);
    bship_rules_unref(rules);
}

Test(placing, completions_are_uniform)
{
    bship_rng rng = rng_of(3);

    check_uniform("board 5x4\nfleet 3 2 2\n", &rng);
    check_uniform("board 5x4\nfleet 3 2 2\nblocked A1 D4\n", &rng);
    check_uniform("board 5x4\nfleet 3 2 2\ncontact no-sides\n", &rng);
}

/* The ship of length 3 fits the upper row only. */
Test(placing, impossible_remainder_is_proved)
{
    bship_rules *rules = rules_from("board 3x2\nfleet 1 3\nblocked B2\n");
    bship_board *board = new_board(rules);
    bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;
    bship_rng rng = rng_of(4);
    struct text before;
    int32_t method = 77;

    assert_ok(bship_board_place(board, (bship_placement){ 0, 1, 0, 0 }), "in the upper row");
    before = board_dump(board);
    assert_status(bship_board_place_missing(board, &rng, NULL, &method), BSHIP_ERROR_INFEASIBLE,
                  "no row is left");
    options.work_limit = 1000;
    assert_status(bship_board_place_missing(board, &rng, &options, &method), BSHIP_ERROR_WORK_LIMIT,
                  "too little work");
    options.work_limit = -1;
    assert_status(bship_board_place_missing(board, &rng, &options, &method), BSHIP_ERROR_RANGE,
                  "less than none");
    cr_assert_eq(method, 77, "a refusal wrote the method");
    assert_same(before, board_dump(board), "a refusal");
    assert_ok(bship_board_place(board, (bship_placement){ 0, 0, 1, 0 }), "out of the way");
    assert_ok(bship_board_place_missing(board, &rng, NULL, &method), "the upper row");
    cr_assert_eq(method, BSHIP_DRAW_METHOD_UNIFORM, "by rejection");
    assert_ok(bship_board_place_missing(board, &rng, NULL, &method), "nothing is missing");
    bship_board_free(board);
    bship_rules_unref(rules);
}
