/* The numbering of placements, whether a fleet fits, and the search that is used if draws fail. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#define CELLS_MAX 16

/* The numbering. */

static void check_numbers(const bship_rules *rules)
{
    const bship_fleet *fleet = bship_rules_fleet(rules);
    int32_t width = bship_rules_width(rules), height = bship_rules_height(rules);
    int64_t next = 0;

    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++)
        for (int32_t down = 0; down < (bship_fleet_length(fleet, ship) > 1 ? 2 : 1); down++) {
            int32_t over = bship_fleet_length(fleet, ship) - 1;
            for (int32_t y = 0; y < height - (down ? over : 0); y++)
                for (int32_t x = 0; x < width - (down ? 0 : over); x++, next++) {
                    bship_placement placement = { ship, x, y, down }, back;
                    cr_assert_eq(bship_rules_placement_index(rules, placement), next,
                                 "ship %d at %d,%d, %d is not number %d of\n%s", (int)ship, (int)x,
                                 (int)y, (int)down, (int)next, rules_text(rules));
                    assert_ok(bship_rules_placement(rules, next, &back), "number %d", (int)next);
                    cr_assert_arr_eq(&back, &placement, sizeof back, "number %d", (int)next);
                }
        }
    cr_assert_eq(bship_rules_placement_count(rules), next, "the number of placements");
}

static const struct shape any = {
    .width = 12, .height = 12, .ships = 8, .length = 7, .blocked = 10
};

Test(numbering, is_a_bijection_in_the_documented_order)
{
    bship_rng rng = rng_of(1);

    for (int i = 0; i < scaled(300); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        check_numbers(rules);
        bship_rules_unref(rules);
    }
}

Test(numbering, what_is_no_placement_has_no_number)
{
    bship_rng rng = rng_of(2);

    for (int i = 0; i < scaled(300); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        const bship_fleet *fleet = bship_rules_fleet(rules);
        int32_t width = bship_rules_width(rules), height = bship_rules_height(rules);
        for (int tries = 0; tries < 200; tries++) {
            bship_placement at = { between(&rng, -1, bship_fleet_count(fleet)),
                                   between(&rng, -2, width + 1), between(&rng, -2, height + 1),
                                   between(&rng, -1, 2) };
            int32_t length = bship_fleet_length(fleet, at.ship);
            bool legal =
                length > 0 && at.x >= 0 && at.y >= 0 && at.x < width && at.y < height &&
                ((at.orientation == BSHIP_ORIENTATION_HORIZONTAL && at.x + length <= width) ||
                 (at.orientation == BSHIP_ORIENTATION_VERTICAL && at.y + length <= height &&
                  length > 1));
            cr_assert_eq(bship_rules_placement_index(rules, at) >= 0, legal,
                         "ship %d at %d,%d, %d of\n%s", (int)at.ship, (int)at.x, (int)at.y,
                         (int)at.orientation, rules_text(rules));
        }
        bship_rules_unref(rules);
    }
}

Test(numbering, numbers_beyond_are_refused)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_placement at = { 7, 7, 7, 7 };

    assert_status(bship_rules_placement(rules, -1, &at), BSHIP_ERROR_RANGE, "-1");
    assert_status(bship_rules_placement(rules, bship_rules_placement_count(rules), &at),
                  BSHIP_ERROR_RANGE, "the count");
    assert_status(bship_rules_placement(rules, INT64_MAX, &at), BSHIP_ERROR_RANGE, "the largest");
    assert_status(bship_rules_placement(rules, 0, NULL), BSHIP_ERROR_ARGUMENT, "out");
    cr_assert_eq(at.ship, 7, "a refusal wrote a placement");
    cr_assert_eq(bship_rules_placement_index(rules, (bship_placement){ 0, INT32_MAX, 0, 0 }), -1,
                 "far");
    cr_assert_eq(bship_rules_placement_index(rules, (bship_placement){ 0, 0, INT32_MAX, 1 }), -1,
                 "far");
    bship_rules_unref(rules);
}

/* The cells. */

/* A board that a ship covers, as the board sees it. */
static void check_cells(const bship_rules *rules, bship_board *board, bship_placement at)
{
    bship_cell cells[CELLS_MAX];
    int32_t length = bship_fleet_length(bship_rules_fleet(rules), at.ship), covered = 0;
    size_t count = bship_rules_placement_cells(rules, at, cells, CELLS_MAX);
    cr_assert_eq(count, (size_t)length, "the number of cells of ship %d", (int)at.ship);
    cr_assert(cells[0].x == at.x && cells[0].y == at.y, "the first cell comes first");
    if (bship_board_place(board, at))
        return;
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(bship_board_ship_at(board, cells[i]), at.ship, "cell %zu", i);
    for (int32_t i = 0; i < cell_count(rules); i++)
        covered += bship_board_ship_at(board, cell_at(rules, i)) == at.ship;
    cr_assert_eq(covered, length, "all cells of ship %d", (int)at.ship);
    assert_ok(bship_board_remove(board, at.ship), "removed");
}

Test(cells, are_those_that_the_ship_covers_on_a_board)
{
    bship_rng rng = rng_of(3);

    for (int i = 0; i < scaled(300); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = new_board(rules);
        for (int64_t index = 0; index < bship_rules_placement_count(rules); index++) {
            bship_placement at;
            assert_ok(bship_rules_placement(rules, index, &at), "number %d", (int)index);
            check_cells(rules, board, at);
        }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(cells, off_the_board_are_listed_up_to_the_largest_coordinate)
{
    static const struct {
        bship_placement at;
        size_t count;
        bship_cell last;
    } cases[] = {
        { { 0, 2, 1, 0 }, 3, { 4, 1 } },
        { { 0, 2, 3, 1 }, 3, { 2, 5 } },
        { { 0, -2, -7, 0 }, 3, { 0, -7 } },
        { { 0, INT32_MIN, INT32_MIN, 1 }, 3, { INT32_MIN, INT32_MIN + 2 } },
        { { 0, INT32_MAX, 3, 0 }, 1, { INT32_MAX, 3 } },
        { { 0, INT32_MAX, INT32_MAX - 1, 1 }, 2, { INT32_MAX, INT32_MAX } },
        { { 0, INT32_MAX - 2, 0, 0 }, 3, { INT32_MAX, 0 } },
        { { 1, 1, 1, 1 }, 1, { 1, 1 } },
        { { 2, 0, 0, 0 }, 0, { 0, 0 } },
        { { -1, 0, 0, 0 }, 0, { 0, 0 } },
        { { 0, 0, 0, 2 }, 0, { 0, 0 } },
        { { 0, 0, 0, -1 }, 0, { 0, 0 } },
    };
    bship_rules *rules = rules_from("board 4x4\nfleet 3 1\nblocked A1\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_cell cells[] = { { 9, 9 }, { 9, 9 }, { 9, 9 } };
        size_t count = bship_rules_placement_cells(rules, cases[i].at, cells, 3);
        bship_cell last = count ? cells[count - 1] : (bship_cell){ 0, 0 };
        cr_assert_eq(count, cases[i].count, "case %zu: %zu cells", i, count);
        cr_assert(last.x == cases[i].last.x && last.y == cases[i].last.y, "case %zu: %d,%d", i,
                  (int)last.x, (int)last.y);
    }
    bship_rules_unref(rules);
}

/* Whether a fleet fits. */

/* A small board as bits, and a search over all layouts. */
struct small {
    int32_t width, height, contact, ships;
    int32_t lengths[8];
    uint32_t blocked;
};

static uint32_t bit(const struct small *small, int32_t x, int32_t y)
{
    bool on_board = x >= 0 && y >= 0 && x < small->width && y < small->height;
    return on_board ? UINT32_C(1) << (y * small->width + x) : 0;
}

/* The cells excluded for other ships: the ship's own and those that must not be touched. */
static uint32_t claim(const struct small *small, int32_t x, int32_t y, int32_t length, bool down)
{
    uint32_t cells = 0;

    for (int32_t i = 0; i < length; i++) {
        int32_t cx = down ? x : x + i, cy = down ? y + i : y;
        for (int32_t dy = -1; dy <= 1; dy++)
            for (int32_t dx = -1; dx <= 1; dx++)
                if ((dx == 0 && dy == 0) || small->contact == BSHIP_CONTACT_NONE ||
                    (small->contact == BSHIP_CONTACT_NO_SIDES && (dx == 0 || dy == 0)))
                    cells |= bit(small, cx + dx, cy + dy);
    }
    return cells;
}

/* Whether the ships from `ship` on fit; `taken` are excluded cells. */
static bool fits(const struct small *small, int32_t ship, uint32_t taken)
{
    int32_t length;

    if (ship == small->ships)
        return true;
    length = small->lengths[ship];
    for (int down = 0; down < 2; down++)
        for (int32_t y = 0; y < small->height - (down ? length - 1 : 0); y++)
            for (int32_t x = 0; x < small->width - (down ? 0 : length - 1); x++) {
                uint32_t cells = 0;
                for (int32_t i = 0; i < length; i++)
                    cells |= bit(small, down ? x : x + i, down ? y + i : y);
                if (!(cells & taken) &&
                    fits(small, ship + 1, taken | claim(small, x, y, length, down)))
                    return true;
            }
    return false;
}

static void random_small(bship_rng *rng, struct small *small)
{
    small->width = between(rng, 1, 4);
    small->height = between(rng, 1, 4);
    small->contact = between(rng, 0, 2);
    small->ships = between(rng, 1, 6);
    for (int32_t i = 0; i < small->ships; i++)
        small->lengths[i] = between(rng, 1, 4);
    small->blocked = 0;
    for (int32_t count = between(rng, -2, 4); count > 0; count--)
        small->blocked |= bit(small, between(rng, 0, 3), between(rng, 0, 3));
}

/* The status of bship_rules_new() for a small board. */
static bship_status make(const struct small *small, bship_rules **rules)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_cell blocked[CELLS_MAX];
    bship_fleet *fleet = NULL;
    bship_status status;

    options.width = small->width;
    options.height = small->height;
    options.contact = small->contact;
    options.blocked = blocked;
    for (int32_t i = 0; i < small->width * small->height; i++)
        if (small->blocked >> i & 1)
            blocked[options.blocked_count++] = (bship_cell){ i % small->width, i / small->width };
    assert_ok(bship_fleet_new(&fleet, small->lengths, NULL, (size_t)small->ships, NULL, NULL),
              "a fleet");
    status = bship_rules_new(rules, fleet, &options, NULL);
    bship_fleet_unref(fleet);
    return status;
}

Test(feasibility, agrees_with_a_search_over_all_layouts_of_small_boards)
{
    bship_rng rng = rng_of(3);
    int feasible = 0, count = scaled(20000);

    for (int i = 0; i < count; i++) {
        bship_rules *rules = NULL;
        struct small small;
        bool expected;
        random_small(&rng, &small);
        expected = fits(&small, 0, small.blocked);
        feasible += expected;
        assert_status(make(&small, &rules), expected ? BSHIP_OK : BSHIP_ERROR_INFEASIBLE,
                      "%dx%d, contact %d, blocked %x, %d ships, the first of %d", (int)small.width,
                      (int)small.height, (int)small.contact, (unsigned)small.blocked,
                      (int)small.ships, (int)small.lengths[0]);
        if (rules)
            cr_assert_eq(bship_rules_feasibility(rules), BSHIP_FEASIBILITY_PROVED, "a small board");
        bship_rules_unref(rules);
    }
    cr_assert(feasible > count / 10 && feasible < count - count / 10,
              "the cases are one-sided: %d of %d", feasible, count);
}

Test(feasibility, known_cases_are_decided)
{
    static const struct {
        const char *text;
        bool feasible;
    } cases[] = {
        { "fleet 10 10 10 10 10 10 10 10 10 10\n", true },
        { "fleet 10 10 10 10 10 10 10 10 10 10 10\n", false },
        { "fleet 10 10 10 10 10 10 10 10 10 10 1\n", false },
        { "fleet 10 10 10 10 10 10 10 10 10 9 1\n", true },
        { "fleet 10 10 10 10 10 10 10 10 10 10\nblocked A1\n", false },
        { "board 2x2\nfleet 2 2\n", true },
        { "board 2x2\nfleet 2 2\ncontact no-sides\n", false },
        { "board 2x2\nfleet 2 2\ncontact none\n", false },
        { "board 2x2\nfleet 1 1\ncontact no-sides\n", true },
        { "board 2x2\nfleet 1 1\ncontact none\n", false },
        { "board 3x3\nfleet 1 1 1 1\ncontact none\n", true },
        { "board 3x3\nfleet 1 1 1 1 1\ncontact none\n", false },
        { "board 3x3\nfleet 1 1 1 1 1\ncontact no-sides\n", true },
        { "board 3x3\nfleet 1 1 1 1 1 1\ncontact no-sides\n", false },
        { "board 10x10\nfleet 11\n", false },
        { "board 10x11\nfleet 11\n", true },
        { "board 11x1\nfleet 11\n", true },
        { "board 11x1\nfleet 6\nblocked F1\n", false },
        { "board 11x1\nfleet 5 5\nblocked F1\n", true },
        { "board 1x1\nfleet 1\n", true },
        { "board 1x1\nfleet 1\nblocked A1\n", false },
        { "fleet russian\ncontact none\n", true },
        { "fleet german\ncontact none\n", true },
        { "board 1024x1024\nfleet 1024\n", true },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_rules *rules = NULL;
        assert_status(bship_rules_parse(&rules, cases[i].text, strlen(cases[i].text), NULL, NULL),
                      cases[i].feasible ? BSHIP_OK : BSHIP_ERROR_INFEASIBLE, "%s", cases[i].text);
        if (rules)
            cr_assert_eq(bship_rules_feasibility(rules), BSHIP_FEASIBILITY_PROVED, "%s",
                         cases[i].text);
        bship_rules_unref(rules);
    }
}

/* Seven dominoes and a chequerboard without two corners of one colour: only a search can decide. */
Test(feasibility, past_the_work_limit_is_undecided_and_the_rules_are_made)
{
    static const bship_cell corners[] = { { 0, 0 }, { 3, 3 } };
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    bship_rng rng = rng_of(4);
    bship_board *board = NULL;
    struct text before;

    options.width = options.height = 4;
    options.blocked = corners;
    options.blocked_count = 2;
    assert_ok(bship_fleet_parse(&fleet, "2 2 2 2 2 2 2", NULL, NULL), "a fleet");
    assert_status(bship_rules_new(&rules, fleet, &options, NULL), BSHIP_ERROR_INFEASIBLE, "whole");
    options.work_limit = 10;
    assert_ok(bship_rules_new(&rules, fleet, &options, NULL), "the search was cut short");
    cr_assert_eq(bship_rules_feasibility(rules), BSHIP_FEASIBILITY_UNDECIDED, "after ten steps");
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    before = board_dump(board);
    assert_status(bship_board_place_random(board, &rng, NULL, NULL), BSHIP_ERROR_INFEASIBLE,
                  "the complete search proves it");
    assert_same(before, board_dump(board), "a refusal changed the board");
    bship_board_free(board);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
}

/* Drawing layouts. */

Test(drawing, work_limit_is_kept_and_changes_nothing)
{
    bship_rules *rules = rules_from("fleet 10 10 10 10 10 10 10 10 10 10\n");
    bship_rng rng = rng_of(5);
    bship_board *board = NULL;
    bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;
    struct text before;
    int32_t method = 77;

    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    assert_ok(bship_board_place(board, (bship_placement){ 3, 0, 0, BSHIP_ORIENTATION_VERTICAL }),
              "a ship");
    before = board_dump(board);
    for (options.work_limit = 1; options.work_limit <= 1000; options.work_limit *= 10)
        assert_status(bship_board_place_random(board, &rng, &options, &method),
                      BSHIP_ERROR_WORK_LIMIT, "limit %d", (int)options.work_limit);
    options.work_limit = -1;
    assert_status(bship_board_place_random(board, &rng, &options, &method), BSHIP_ERROR_RANGE,
                  "below nothing");
    options.work_limit = 0;
    options.size--;
    assert_status(bship_board_place_random(board, &rng, &options, &method), BSHIP_ERROR_SIZE,
                  "a smaller struct");
    cr_assert_eq(method, 77, "a refusal wrote the method");
    assert_same(before, board_dump(board), "a refusal changed the board");
    bship_board_free(board);
    bship_rules_unref(rules);
}

/* What a progress callback has seen. */
struct progress {
    int calls;
    int cancel_at; /* the call that cancels; 0: none */
    double last;
};

static int32_t watch(double done, void *user)
{
    struct progress *progress = user;

    cr_assert(done >= progress->last && done <= 1, "%f after %f", done, progress->last);
    progress->last = done;
    return ++progress->calls == progress->cancel_at;
}

/* A try looks at 100 cells at most: 100,000 of them make ten million work steps. */
Test(drawing, reports_progress_and_can_be_cancelled_by_each_call)
{
    bship_rules *rules = rules_from("fleet 10 10 10 10 10 10 10 10 10 10\n");
    bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;
    bship_board *board = NULL;
    bship_status status = BSHIP_ERROR_CANCELLED;
    int32_t method = 77;
    int calls = 0;
    bship_rng begun = rng_of(5);
    uint64_t first = bship_rng_next(&begun);

    options.progress = watch;
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    assert_ok(bship_board_place(board, (bship_placement){ 3, 0, 0, BSHIP_ORIENTATION_VERTICAL }),
              "a ship");
    while (status == BSHIP_ERROR_CANCELLED) {
        struct text before = board_dump(board);
        struct progress progress = { 0, calls + 1, 0 };
        bship_rng rng = rng_of(5);
        options.user = &progress;
        status = bship_board_place_random(board, &rng, &options, &method);
        if (status != BSHIP_ERROR_CANCELLED) {
            text_free(&before);
            break;
        }
        calls++;
        cr_assert_eq(progress.calls, calls, "it went on after call %d", calls);
        cr_assert_neq(bship_rng_next(&rng), first, "the stream has not advanced");
        cr_assert_eq(method, 77, "a cancelled draw wrote the method");
        assert_same(before, board_dump(board), "a cancelled draw changed the board");
    }
    assert_ok(status, "not cancelled any more");
    cr_assert_geq(calls, 8, "only %d calls", calls);
    bship_board_free(board);
    bship_rules_unref(rules);
}

/*
 * One try in 1.4 million is one of the 2 x 10! layouts: a sampler counts them and draws from the
 * count, a board by itself searches.
 */
Test(drawing, full_board_gets_its_ships_in_random_order)
{
    bship_rules *rules = rules_from("fleet 10 10 10 10 10 10 10 10 10 10\n");
    bship_sampler *sampler = new_sampler(rules);
    bship_rng rng = rng_of(6);
    bship_board *board = NULL;

    cr_assert_eq(bship_sampler_method(sampler), BSHIP_METHOD_FRONTIER, "drawn from the count");
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    for (int way = 0; way < 2; way++) {
        int down = 0, searched = 0, draws = scaled(40);
        for (int i = 0; i < draws; i++) {
            bship_placement first;
            int32_t method = 0;
            if (way == 0)
                assert_ok(bship_sampler_place(sampler, &rng, board), "tens");
            else
                assert_ok(bship_board_place_random(board, &rng, NULL, &method), "tens");
            cr_assert(bship_board_is_complete(board), "the board is not complete");
            assert_ok(bship_board_placement(board, 0, &first), "the first ship");
            down += first.orientation == BSHIP_ORIENTATION_VERTICAL;
            searched += method == BSHIP_DRAW_METHOD_SEARCHED;
        }
        cr_assert(!way || draws < 20 || searched > draws / 2, "%d were searched", searched);
        cr_assert(draws < 20 || (down > 0 && down < draws), "%d of %d lie down", down, draws);
    }
    bship_board_free(board);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

Test(drawing, layouts_drawn_from_the_count_are_uniform)
{
    /* All are horizontal or all vertical, in any order. */
    bship_rules *rules = rules_from("fleet 10 10 10 10 10 10 10 10 10 10\n");
    bship_sampler *sampler = new_sampler(rules);
    bship_rng rng = rng_of(8);
    bship_board *board = NULL;
    int seen[2][10] = { { 0 } }, draws = scaled(10000);
    double chi = 0;

    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    for (int i = 0; i < draws; i++) {
        bship_placement first;
        assert_ok(bship_sampler_place(sampler, &rng, board), "tens");
        assert_ok(bship_board_placement(board, 3, &first), "a ship");
        seen[first.orientation]
            [first.orientation == BSHIP_ORIENTATION_VERTICAL ? first.x : first.y]++;
    }
    for (int i = 0; i < 20; i++) {
        double expected = draws / 20.0, off = seen[i / 10][i % 10] - expected;
        chi += off * off / expected;
    }
    cr_assert(draws < 1000 || chi < chi_square_limit(19), "chi-square %f of %d draws", chi, draws);
    bship_board_free(board);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

Test(drawing, classic_and_russian_fleets_are_drawn_uniformly)
{
    static const char *const texts[] = { "fleet classic\n", "fleet russian\ncontact none\n" };
    bship_rng rng = rng_of(7);

    for (int i = 0; i < 2; i++) {
        bship_rules *rules = rules_from(texts[i]);
        bship_board *board = NULL;
        assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
        for (int draw = 0; draw < scaled(50); draw++) {
            int32_t method = 0;
            assert_ok(bship_board_place_random(board, &rng, NULL, &method), "%s", texts[i]);
            cr_assert_eq(method, BSHIP_DRAW_METHOD_UNIFORM, "%s", texts[i]);
        }
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(drawing, same_stream_draws_the_same_layout)
{
    bship_rng rng = rng_of(8);

    for (int i = 0; i < scaled(200); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_rng twin = rng;
        bship_board *board = random_board(rules, &rng), *again = random_board(rules, &twin);
        assert_same(board_dump(board), board_dump(again), "a layout drawn again");
        cr_assert_eq(bship_rng_next(&rng), bship_rng_next(&twin), "the streams differ");
        bship_board_free(board);
        bship_board_free(again);
        bship_rules_unref(rules);
    }
}
