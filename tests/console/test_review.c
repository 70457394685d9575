/*
 * The review of a game: its chances are the posterior's, costs and luck add up under all rules of
 * turns, the expert gives nothing away, and luck is fair.
 */
#include <math.h>
#include <time.h>

#include "battleship/game/hindsight.h"
#include "battleship/game/review.h"
#include "battleship/game/rollout.h"
#include "support.h"

static const char *const all_rules[] = {
    "board 6x6\nfleet 3 2\n",
    "board 6x6\nfleet 3 2 2\nturn again-on-hit\ndisclosure hit\n",
    "board 6x6\nfleet 4 2\nturn salvo 3\n",
    "board 6x6\nfleet 3 2\nturn salvo 2\nsalvo-report total\n",
    "board 6x6\nfleet 3 2 1\nturn salvo-afloat\ncontact none\nreveal-water yes\n",
    "board 6x6\nfleet 3 2\nrepeat wasted\n",
};

#define RULES (sizeof all_rules / sizeof all_rules[0])

/* A game of one player. */
struct game {
    bship_rules *rules;
    bship_board *board;
    bship_chart *chart;
};

static void new_game(struct game *game, const char *rules, bship_rng *rng)
{
    game->rules = rules_from(rules);
    game->board = random_board(game->rules, rng);
    game->chart = new_chart(game->rules);
}

static void free_game(struct game *game)
{
    bship_chart_free(game->chart);
    bship_board_free(game->board);
    bship_rules_unref(game->rules);
}

/* Plays up to so many turns with a strategy. */
static void play(struct game *game, const char *strategy, int turns)
{
    bship_ai *ai = new_ai(game->rules, strategy, 0);

    for (int i = 0; i < turns && !bship_chart_is_defeated(game->chart); i++)
        fire_by_ai(ai, game->board, game->chart);
    bship_ai_free(ai);
}

/* Plays badly: row by row. */
static void play_badly(struct game *game)
{
    for (int32_t i = 0; !bship_chart_is_defeated(game->chart); i++) {
        bship_cell cell = cell_at(game->rules, i);
        fire_turn(game->board, game->chart, &cell, 1);
    }
}

static struct review *review_of(const struct game *game, const char *expert, int32_t rollouts,
                                struct worker *worker)
{
    struct review *review = NULL;
    struct review_options options = { .expert = expert, .rollouts = rollouts, .seconds = 600 };

    assert_ok(review_open(&review, game->chart, game->board, &options, worker), "a review");
    return review;
}

static void run(struct review *review, struct worker *worker)
{
    cr_assert(review_start(review), "the worker is free");
    worker_wait(worker);
    cr_assert(review_collect(review), "it has ended");
}

/* The turns that cost most, as hindsight_costliest(). */
static size_t costliest(const struct review *review, int64_t *turns, size_t capacity)
{
    struct hindsight hindsight = { .shots = NULL };

    cr_assert(hindsight_take(&hindsight, review), "out of memory");
    size_t count = hindsight_costliest(&hindsight, turns, capacity);
    hindsight_clear(&hindsight);
    return count;
}

static void check_sums(struct review *review, const char *what)
{
    struct review_summary summary;
    struct review_turn turn;
    double cost = 0, luck = 0, hits = 0;

    review_read(review, &summary);
    assert_ok(summary.status, "%s: %s", what, bship_status_message(summary.status));
    cr_assert_eq(summary.stage, REVIEW_DONE, "%s", what);
    cr_assert_eq(summary.shots_done, summary.shots, "%s", what);
    for (int64_t i = 0; i < summary.turns; i++) {
        cr_assert(review_turn(review, i, &turn), "turn %d", (int)i);
        cost += turn.cost.value;
        luck += turn.luck.value;
        hits += turn.chance_given_away;
        cr_assert_geq(turn.chance_given_away, -1e-9, "no cell is better than the best: %s", what);
    }
    cr_assert_not(review_turn(review, summary.turns, &turn), "there are no more");
    cr_assert_float_eq(cost, summary.cost.value, 1e-6, "costs add up: %s", what);
    cr_assert_float_eq(luck, summary.luck.value, 1e-6, "luck adds up: %s", what);
    cr_assert_float_eq(summary.start.value + cost - luck,
                       (double)summary.shots + summary.rest.value, 1e-6,
                       "cost and luck make the difference: %s", what);
    cr_assert_float_eq(hits, summary.hits_best - summary.hits_fair, 1e-6, "%s", what);
}

Test(review, costs_and_luck_add_up)
{
    struct worker *worker = worker_new();
    bship_rng rng = rng_of(1);

    for (size_t i = 0; i < RULES; i++) {
        struct game game;
        new_game(&game, all_rules[i], &rng);
        play(&game, "hunt", 100);
        struct review *review = review_of(&game, "density", 10, worker);
        run(review, worker);
        check_sums(review, all_rules[i]);
        struct review_summary summary;
        review_read(review, &summary);
        cr_assert_eq(summary.rollouts, 10, "%s", all_rules[i]);
        cr_assert(summary.hits_known, "the board is known");
        cr_assert_eq(summary.hits, bship_chart_hits(game.chart), "%s", all_rules[i]);
        cr_assert_eq(summary.rest.value, 0, "the fleet is sunk: %s", all_rules[i]);
        review_close(review);
        free_game(&game);
    }
    worker_free(worker);
}

Test(review, a_game_that_was_given_up_has_a_rest)
{
    struct worker *worker = worker_new();
    bship_rng rng = rng_of(2);

    for (int turns = 0; turns < 4; turns++) {
        struct game game;
        new_game(&game, all_rules[0], &rng);
        play(&game, "density", turns);
        struct review *review = review_of(&game, "density", 10, worker);
        run(review, worker);
        check_sums(review, "a game given up");
        struct review_summary summary;
        review_read(review, &summary);
        cr_assert_gt(summary.rest.value, 0, "ships are afloat");
        cr_assert_eq(summary.shots, turns, "one shot a turn");
        review_close(review);
        free_game(&game);
    }
    worker_free(worker);
}

Test(review, the_expert_gives_nothing_away)
{
    static const char *const strategies[] = { "density", "posterior" };
    struct worker *worker = worker_new();
    bship_rng rng = rng_of(3);

    for (size_t i = 0; i < 2 * RULES; i++) {
        struct game game;
        new_game(&game, all_rules[i / 2], &rng);
        play(&game, strategies[i % 2], 100);
        struct review *review = review_of(&game, strategies[i % 2], 5, worker);
        run(review, worker);
        check_sums(review, all_rules[i / 2]);
        struct review_summary summary;
        int64_t turn;
        review_read(review, &summary);
        /* How many shots a salvo has by the ships afloat is not known of the last one. */
        cr_assert_float_eq(summary.cost.value, 0, 1e-9, "%s, %s", strategies[i % 2],
                           all_rules[i / 2]);
        cr_assert_eq(costliest(review, &turn, 1), 0, "no turn cost anything");
        review_close(review);
        free_game(&game);
    }
    worker_free(worker);
}

/* Fires a turn at the next cells, from `*next` on, that hold a ship, or do not. */
static void fire_at(struct game *game, bool ships, int32_t *next, size_t count)
{
    bship_cell cells[8];
    for (size_t i = 0; i < count; ++*next) {
        cells[i] = cell_at(game->rules, *next);
        i += (bship_board_ship_at(game->board, cells[i]) >= 0) == ships;
    }
    fire_turn(game->board, game->chart, cells, count);
}

static void check_turns(const struct game *game, const size_t *expected, int count)
{
    struct rollout rollout;
    assert_ok(rollout_open(&rollout, game->chart), "rollouts");
    for (int turn = 0; turn < count; turn++)
        cr_assert_eq(rollout_salvo(&rollout, turn), expected[turn], "turn %d after %d", turn,
                     (int)bship_chart_turns(game->chart));
    rollout_close(&rollout);
}

/* The log tells how many shots the player had; the turn that ends the game may be cut short. */
Test(review, rollouts_have_turns_as_long_as_those_of_the_player)
{
    bship_rng rng = rng_of(6);
    struct game game;
    int32_t water = 0, ship = 0;
    new_game(&game, "board 6x6\nfleet 3 2 1\nturn salvo-afloat\n", &rng);
    check_turns(&game, (size_t[]){ 3, 3, 3 }, 3);
    fire_at(&game, false, &water, 3);
    fire_at(&game, false, &water, 2);
    check_turns(&game, (size_t[]){ 3, 2, 2, 2 }, 4);
    fire_at(&game, true, &ship, 5);
    check_turns(&game, (size_t[]){ 3, 2, 5, 5 }, 4);
    fire_at(&game, true, &ship, 1);
    check_turns(&game, (size_t[]){ 3, 2, 5, 5, 5 }, 5);
    free_game(&game);
}

Test(review, a_bad_player_gives_shots_away)
{
    struct worker *worker = worker_new();
    bship_rng rng = rng_of(4);
    struct game game;
    new_game(&game, all_rules[0], &rng);
    play_badly(&game);
    struct review *review = review_of(&game, "posterior", 60, worker);
    run(review, worker);
    check_sums(review, "row by row");
    struct review_summary summary;
    struct review_turn worse, turn;
    int64_t turns[5];
    review_read(review, &summary);
    cr_assert_gt(summary.cost.value, 3 * summary.cost.error, "%.1f +- %.1f shots",
                 summary.cost.value, summary.cost.error);
    size_t count = costliest(review, turns, 5);
    cr_assert_gt(count, 0, "some turn cost shots");
    for (size_t i = 1; i < count; i++) {
        review_turn(review, turns[i - 1], &worse);
        review_turn(review, turns[i], &turn);
        cr_assert_geq(worse.cost.value, turn.cost.value, "from the worst");
    }
    review_close(review);
    free_game(&game);
    worker_free(worker);
}

Test(review, chances_are_the_posterior_s)
{
    struct worker *worker = worker_new();
    bship_rng rng = rng_of(5);
    struct game game;
    new_game(&game, all_rules[0], &rng);
    play(&game, "hunt", 100);
    struct review *review = review_of(&game, "density", 2, worker);
    run(review, worker);
    bship_chart *chart = new_chart(game.rules);
    for (int64_t i = 0; i < bship_chart_shots(game.chart); i++) {
        struct review_shot shot;
        bship_cell best;
        double grid[36];
        assert_ok(bship_chart_copy(chart, game.chart), "equal rules");
        assert_ok(bship_chart_truncate(chart, i), "a shot a turn");
        bship_posterior *posterior = new_posterior(chart);
        bship_posterior_occupancy(posterior, grid, 36);
        bship_posterior_best(posterior, &best, 1);
        cr_assert(review_shot(review, i, &shot), "shot %d", (int)i);
        cr_assert_float_eq(shot.chance, grid[cell_index(game.rules, shot.cell)], 1e-9, "chance");
        cr_assert_float_eq(shot.best_chance, grid[cell_index(game.rules, best)], 1e-9, "best");
        cr_assert_eq(shot.is_hit, bship_board_ship_at(game.board, shot.cell) >= 0, "hit");
        bship_posterior_free(posterior);
    }
    bship_chart_free(chart);
    review_close(review);
    free_game(&game);
    worker_free(worker);
}

/* Luck has the mean 0: over many games it stays within a few standard errors of it. Fewer than a
 * dozen games do not tell their deviation. */
Test(review, luck_is_fair)
{
    struct worker *worker = worker_new();
    bship_rng rng = rng_of(6);
    int games = scaled(60) > 12 ? scaled(60) : 12;
    double sum = 0, squares = 0, errors = 0;

    for (int i = 0; i < games; i++) {
        struct game game;
        new_game(&game, all_rules[0], &rng);
        play(&game, "hunt", 100);
        struct review *review = review_of(&game, "density", 20, worker);
        run(review, worker);
        struct review_summary summary;
        review_read(review, &summary);
        sum += summary.luck.value;
        squares += summary.luck.value * summary.luck.value;
        errors += summary.luck.error / games;
        review_close(review);
        free_game(&game);
    }
    double mean = sum / games, deviation = sqrt(squares / games - mean * mean);
    cr_assert_lt(fabs(mean), 4.5 * deviation / sqrt(games) + 1e-9, "%.2f on average", mean);
    cr_assert_lt(errors, deviation, "the error is less than what it measures");
    worker_free(worker);
}

Test(review, it_is_read_while_it_runs_and_goes_on_after_a_pause)
{
    struct worker *worker = worker_new();
    bship_rng rng = rng_of(7);
    struct game game;
    new_game(&game, "board 10x10\nfleet classic\n", &rng);
    play(&game, "hunt", 200);
    struct review *review = review_of(&game, "density", 30, worker);
    struct review *whole = review_of(&game, "density", 30, worker);
    struct review_summary summary, expected;
    int pauses = 0;

    do {
        /* Longer and longer, so that slow machines get through a round, too. */
        struct timespec pause = { pauses / 10, 3000000 * (pauses % 10 + 1) };
        cr_assert(review_start(review), "the worker is free");
        for (int i = 0; i < 3; i++) {
            nanosleep(&pause, NULL);
            review_read(review, &summary);
        }
        review_cancel(review);
        worker_wait(worker);
        cr_assert(review_collect(review), "it has ended");
        review_read(review, &summary);
        pauses++;
    } while (summary.stage != REVIEW_DONE);
    run(whole, worker);
    review_read(whole, &expected);
    cr_assert_eq(summary.rollouts, expected.rollouts, "%d pauses", pauses);
    cr_assert_float_eq(summary.hits_fair, expected.hits_fair, 1e-9, "%d pauses", pauses);
    cr_assert_float_eq(summary.luck.value, expected.luck.value, 1e-9, "%d pauses", pauses);
    cr_assert_float_eq(summary.cost.value, expected.cost.value, 1e-9, "%d pauses", pauses);
    review_close(review);
    review_close(whole);
    free_game(&game);
    worker_free(worker);
}

Test(review, closing_ends_the_job)
{
    struct worker *worker = worker_new();
    bship_rng rng = rng_of(8);
    struct game game;
    new_game(&game, "board 10x10\nfleet german\ncontact none\n", &rng);
    play(&game, "density", 200);
    struct review *review = NULL;
    assert_ok(review_open(&review, game.chart, NULL, NULL, worker), "a review");
    cr_assert(review_start(review), "the worker is free");
    cr_assert_not(review_start(review), "it runs");
    struct timespec pause = { 0, 50000000 };
    nanosleep(&pause, NULL);
    review_close(review);
    review_close(NULL);
    free_game(&game);
    worker_free(worker);
}

Test(review, the_time_is_kept)
{
    struct worker *worker = worker_new();
    bship_rng rng = rng_of(9);
    struct game game;
    new_game(&game, "board 10x10\nfleet classic\n", &rng);
    play(&game, "stalker", 200);
    struct review *review = NULL;
    struct review_options options = { .seconds = 0.3, .rollouts = 100000 };
    assert_ok(review_open(&review, game.chart, game.board, &options, worker), "a review");
    run(review, worker);
    struct review_summary summary;
    review_read(review, &summary);
    assert_ok(summary.status, "time that has passed is no failure");
    cr_assert_eq(summary.stage, REVIEW_DONE, "the time has passed");
    cr_assert_not_null(summary.expert, "somebody plays");
    review_close(review);
    options.expert = "nobody";
    assert_status(review_open(&review, game.chart, NULL, &options, worker), BSHIP_ERROR_NAME,
                  "no such strategy");
    free_game(&game);
    worker_free(worker);
}

/* Reviews a game while memory runs out. */
static bship_status review_without_memory(const struct game *game, struct worker *worker)
{
    struct review *review = NULL;
    struct review_options options = { .expert = "density", .rollouts = 2, .seconds = 600 };
    bship_status status = review_open(&review, game->chart, game->board, &options, worker);
    struct review_summary summary;

    if (status)
        return status;
    run(review, worker);
    review_read(review, &summary);
    review_close(review);
    return summary.status;
}

Test(review, running_out_of_memory_is_a_status)
{
    struct worker *worker = worker_new();
    struct memory memory;
    memory_init(&memory);
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    options.allocator = memory.allocator;
    bship_rng rng = rng_of(10);
    struct game game = { .rules = rules_from_with(all_rules[2], &options) };
    game.board = random_board(game.rules, &rng);
    game.chart = new_chart(game.rules);
    play(&game, "hunt", 100);
    bool has_failed = true;

    for (long n = 0; has_failed; n++) {
        memory_fail(&memory, n, 1);
        bship_status status = review_without_memory(&game, worker);
        cr_assert(!status || status == BSHIP_ERROR_MEMORY, "allocation %ld: %d", n, (int)status);
        has_failed = memory.failed > 0;
    }
    free_game(&game);
    memory_check(&memory, "reviews");
    worker_free(worker);
}
