/* The job of a review: read while it runs, paused, closed, and ended by its work. */
#include <math.h>
#include <time.h>

#include "battleship/game/review.h"
#include "support.h"

/* A game of one player. */
struct game {
    bship_rules *rules;
    bship_board *board;
    bship_chart *chart;
};

static void play(struct game *game, const char *rules, const char *strategy, uint64_t seed)
{
    bship_rng rng = rng_of(seed);
    game->rules = rules_from(rules);
    game->board = random_board(game->rules, &rng);
    game->chart = new_chart(game->rules);
    bship_ai *ai = new_ai(game->rules, strategy, 0);
    while (!bship_chart_is_defeated(game->chart))
        fire_by_ai(ai, game->board, game->chart);
    bship_ai_free(ai);
}

static void free_game(struct game *game)
{
    bship_chart_free(game->chart);
    bship_board_free(game->board);
    bship_rules_unref(game->rules);
}

static struct review *review_of(const struct game *game, double seconds, struct worker *worker)
{
    struct review *review = NULL;
    assert_ok(review_open(&review, game->chart, game->board, seconds, worker), "a review");
    return review;
}

/* Pauses a review again and again, longer and longer, so that slow machines get on, too. */
static void run_with_pauses(struct review *review, struct worker *worker, struct hindsight *found)
{
    for (int pauses = 0; !found->is_final; pauses++) {
        struct timespec pause = { pauses / 10, 3000000 * (pauses % 10 + 1) };
        cr_assert(review_start(review), "the worker is free");
        for (int i = 0; i < 3; i++) {
            nanosleep(&pause, NULL);
            cr_assert(review_take(review, found), "out of memory");
            cr_assert_leq(found->info.turns_done, found->info.turns, "turns");
        }
        review_cancel(review);
        worker_wait(worker);
        cr_assert(review_collect(review), "it has ended");
        cr_assert(review_take(review, found), "out of memory");
    }
}

Test(review_job, is_read_while_it_runs_and_goes_on_after_a_pause)
{
    struct worker *worker = worker_new();
    struct game game;
    play(&game, "board 10x10\nfleet classic\n", "hunt", 7);
    struct review *review = review_of(&game, 0.2, worker);
    struct hindsight found = { .shots = NULL };

    run_with_pauses(review, worker, &found);
    assert_ok(found.status, "work that is done is no failure");
    cr_assert(found.is_final, "nothing is left");
    cr_assert_eq(found.info.turns_done, found.info.turns, "all have chances");
    cr_assert(hindsight_is_settled(&found) || found.info.work >= 2000000000, "it took its work");
    cr_assert_float_eq(hindsight_luck_in_hits(&found),
                       (double)found.info.hits - found.info.hits_chosen, 1e-9, "luck in hits");
    hindsight_clear(&found);
    review_close(review);
    free_game(&game);
    worker_free(worker);
}

Test(review_job, ends_by_its_work_alike)
{
    struct worker *worker = worker_new();
    struct game game;
    struct hindsight found[2] = { { .shots = NULL }, { .shots = NULL } };
    play(&game, "board 10x10\nfleet classic\n", "stalker", 9);

    for (int i = 0; i < 2; i++) {
        struct review *review = review_of(&game, 0.1, worker);
        cr_assert(review_start(review), "the worker is free");
        cr_assert_not(review_start(review), "it runs");
        worker_wait(worker);
        cr_assert(review_collect(review), "it has ended");
        cr_assert(review_take(review, &found[i]), "out of memory");
        cr_assert(found[i].is_final, "the work is done");
        cr_assert_gt(found[i].info.rollouts, 0, "it began");
        review_close(review);
    }
    cr_assert_eq(found[0].info.rollouts, found[1].info.rollouts, "as many");
    cr_assert_eq(found[0].info.luck, found[1].info.luck, "the same");
    hindsight_clear(&found[0]);
    hindsight_clear(&found[1]);
    free_game(&game);
    worker_free(worker);
}

Test(review_job, closing_ends_the_job)
{
    struct worker *worker = worker_new();
    struct game game;
    play(&game, "board 10x10\nfleet german\ncontact none\n", "density", 8);
    struct review *review = NULL;
    assert_ok(review_open(&review, game.chart, NULL, 0, worker), "a review");
    cr_assert(review_start(review), "the worker is free");
    struct timespec pause = { 0, 50000000 };
    nanosleep(&pause, NULL);
    review_close(review);
    review_close(NULL);
    free_game(&game);
    worker_free(worker);
}
