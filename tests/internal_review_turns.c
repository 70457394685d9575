/* Rollouts of a review: how many shots their turns have. */
#include "play/review.h"
#include "support.h"

/* Fires a turn at the next cells, from `*next` on, that hold a ship, or do not. */
static void fire_at(bship_board *board, bship_chart *chart, bool ships, int32_t *next, size_t count)
{
    bship_cell cells[8];
    for (size_t i = 0; i < count; ++*next) {
        cells[i] = cell_at(bship_chart_rules(chart), *next);
        i += (bship_board_ship_at(board, cells[i]) >= 0) == ships;
    }
    fire_turn(board, chart, cells, count);
}

static void check_turns(const bship_chart *chart, const size_t *expected, uint32_t count)
{
    for (uint32_t turn = 0; turn < count; turn++)
        cr_assert_eq(bsi_review_turn_shots(chart, turn), expected[turn], "turn %d after %d",
                     (int)turn, (int)bship_chart_turns(chart));
}

/* A limit of shots cuts the last turn, not those of rollouts. */
Test(review, rollouts_have_whole_turns_after_a_limit_of_shots)
{
    bship_rng rng = rng_of(7);
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2 1\nturn salvo 3\nshots 7\n");
    bship_board *board = random_board(rules, &rng);
    bship_chart *chart = new_chart(rules);
    int32_t water = 0;

    fire_at(board, chart, false, &water, 3);
    fire_at(board, chart, false, &water, 3);
    check_turns(chart, (size_t[]){ 3, 3, 3 }, 3);
    fire_at(board, chart, false, &water, 1);
    check_turns(chart, (size_t[]){ 3, 3, 1, 3 }, 4);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
}

/* The log tells how many shots the side had; the turn that ends the game may be cut short. */
Test(review, rollouts_have_turns_as_long_as_those_of_the_side)
{
    bship_rng rng = rng_of(6);
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2 1\nturn salvo-afloat\n");
    bship_board *board = random_board(rules, &rng);
    bship_chart *chart = new_chart(rules);
    int32_t water = 0, ship = 0;

    check_turns(chart, (size_t[]){ 3, 3, 3 }, 3);
    fire_at(board, chart, false, &water, 3);
    fire_at(board, chart, false, &water, 2);
    check_turns(chart, (size_t[]){ 3, 2, 2, 2 }, 4);
    fire_at(board, chart, true, &ship, 5);
    check_turns(chart, (size_t[]){ 3, 2, 5, 5 }, 4);
    fire_at(board, chart, true, &ship, 1);
    check_turns(chart, (size_t[]){ 3, 2, 5, 5, 5 }, 5);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
}
