/*
 * The review of a game: whoever fires as the expert hints is never blamed, whoever fires at random
 * is; costs and luck add up under all rules of turns; chances are those of the expert's analysis;
 * luck is fair.
 */
#include <math.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/review.h>

#include "support.h"

/* Every rule of turns and disclosures, contact, totals, wasted shots, blocked cells. */
static const char *const rule_sets[] = {
    "board 6x6\nfleet 3 2\n",
    "board 6x6\nfleet 3 2 2\nturn again-on-hit\ndisclosure hit\n",
    "board 6x6\nfleet 4 2\nturn salvo 3\n",
    "board 6x6\nfleet 3 2\nturn salvo 2\nsalvo-report total\n",
    "board 6x6\nfleet 3 2 1\nturn salvo-afloat\ncontact none\nreveal-water yes\n",
    "board 6x6\nfleet 3 2\nrepeat wasted\n",
    "board 7x7\nfleet 4 3 2 2\ncontact no-sides\ndisclosure sunk\n",
    "board 7x7\nfleet 3 3 2\ndisclosure every-hit\nturn again-on-hit\n",
    "board 8x6\nfleet 4 3 2\ndisclosure ship\nturn salvo 4\n",
    "board 7x7\nfleet 3 2 2\nblocked A1 D4 G7\n",
    "board 8x8\nfleet 4 3 2\ndisclosure hit\n",
    ("board 8x8\nfleet 4 3 3 2\ncontact none\nturn again-on-hit\nreveal-water yes\n"
     "reveal-ship yes\n"),
};

enum {
    RULE_SETS = sizeof rule_sets / sizeof *rule_sets,
    TURNS_MAX = 100
};

/* ---- games of one player ---- */

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

/* Plays up to so many turns with an AI, which it frees. */
static void play_by(struct game *game, bship_ai *ai, int turns)
{
    for (int i = 0; i < turns && !bship_chart_is_defeated(game->chart); i++)
        fire_by_ai(ai, game->board, game->chart);
    bship_ai_free(ai);
}

static void play(struct game *game, const char *strategy, int turns)
{
    play_by(game, new_ai(game->rules, strategy, 0), turns);
}

/* Fires every hint: what an AI of the level of the yardstick aims at. */
static void play_hints(struct game *game)
{
    bship_ai *ai = NULL;
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    options.level = BSHIP_LEVEL_EXPERT;
    assert_ok(bship_ai_new(&ai, game->rules, NULL, &options, NULL), "an expert");
    play_by(game, ai, TURNS_MAX);
}

static bship_review *seeded_review_of(const struct game *game, int64_t rollouts, uint64_t seed)
{
    bship_review *review = NULL;
    bship_review_options options = BSHIP_REVIEW_OPTIONS_INIT;
    options.rollouts = rollouts;
    options.seed = seed;
    assert_ok(bship_review_new(&review, game->chart, game->board, &options, NULL), "a review");
    return review;
}

static bship_review *review_of(const struct game *game, int64_t rollouts)
{
    return seeded_review_of(game, rollouts, 0);
}

static bship_review_info describe(const bship_review *review)
{
    bship_review_info info = BSHIP_REVIEW_INFO_INIT;
    assert_ok(bship_review_describe(review, &info), "a description");
    return info;
}

/* Makes a complete review of a game. */
static bship_review *complete(const struct game *game, int64_t rollouts)
{
    bship_review *review = review_of(game, rollouts);
    assert_ok(bship_review_run(review, NULL), "%s", rules_text(game->rules));
    cr_assert(describe(review).is_complete, "the work suffices: %s", rules_text(game->rules));
    return review;
}

static bship_review_turn turn_of(const bship_review *review, int64_t number)
{
    bship_review_turn turns[TURNS_MAX];
    size_t count = bship_review_turns(review, turns, TURNS_MAX);
    cr_assert_lt((size_t)number, count, "turn %d", (int)number);
    return turns[number];
}

/* ---- sums ---- */

static void check_sums(const bship_review *review, const char *what)
{
    bship_review_info info = describe(review);
    bship_review_turn turns[TURNS_MAX];
    bship_review_shot shots[TURNS_MAX * 4];
    double cost = 0, luck = 0, chosen = 0, expert = 0;
    int64_t hits = 0;
    size_t turn_count = bship_review_turns(review, turns, TURNS_MAX);
    size_t shot_count = bship_review_shots(review, shots, TURNS_MAX * 4);

    cr_assert_eq(turn_count, (size_t)info.turns, "%s", what);
    cr_assert_eq(shot_count, (size_t)info.shots, "%s", what);
    for (size_t i = 0; i < turn_count; i++) {
        cost += turns[i].cost;
        luck += turns[i].luck;
        double sum = 0;
        for (int64_t k = turns[i].first_shot; k < turns[i].first_shot + turns[i].shots; k++) {
            sum += shots[k].chance;
            cr_assert_eq(shots[k].turn, (int64_t)i, "%s", what);
        }
        cr_assert_float_eq(sum, turns[i].hits_chosen, 1e-9, "the chances of a turn: %s", what);
    }
    for (size_t i = 0; i < shot_count; i++) {
        hits += shots[i].is_hit > 0;
        chosen += shots[i].chance;
        expert += shots[i].expert_chance;
    }
    cr_assert_float_eq(cost, info.cost, 1e-6, "costs add up: %s", what);
    cr_assert_float_eq(luck, info.luck, 1e-6, "luck adds up: %s", what);
    cr_assert_float_eq(info.start + info.cost - info.luck, (double)info.shots + info.rest, 1e-6,
                       "cost and luck make the difference: %s", what);
    cr_assert_eq(hits, info.hits, "%s", what);
    cr_assert_float_eq(chosen, info.hits_chosen, 1e-9, "%s", what);
    cr_assert_float_eq(expert, info.hits_expert, 1e-9, "%s", what);
}

Test(review, costs_and_luck_add_up)
{
    bship_rng rng = rng_of(1);

    for (size_t i = 0; i < RULE_SETS; i++) {
        struct game game;
        new_game(&game, rule_sets[i], &rng);
        play(&game, "hunt", TURNS_MAX);
        bship_review *review = complete(&game, 10);
        bship_review_info info = describe(review);
        check_sums(review, rule_sets[i]);
        cr_assert_eq(info.rollouts, 10, "%s", rule_sets[i]);
        cr_assert(info.hits_known, "the board is known");
        cr_assert_eq(info.hits, bship_chart_hits(game.chart), "%s", rule_sets[i]);
        cr_assert_eq(info.rest, 0, "the fleet is sunk: %s", rule_sets[i]);
        bship_review_free(review);
        free_game(&game);
    }
}

Test(review, a_game_that_was_given_up_has_a_rest)
{
    bship_rng rng = rng_of(2);

    for (int turns = 0; turns < 4; turns++) {
        struct game game;
        new_game(&game, rule_sets[0], &rng);
        play(&game, "density", turns);
        bship_review *review = complete(&game, 10);
        check_sums(review, "a game given up");
        bship_review_info info = describe(review);
        cr_assert_gt(info.rest, 0, "ships are afloat");
        cr_assert_eq(info.shots, turns, "one shot a turn");
        bship_review_free(review);
        free_game(&game);
    }
}

/* ---- hints and chance ---- */

/* Nothing is given away, nothing is better than the expert, luck is the whole difference. */
static void check_hints(const struct game *game)
{
    bship_review *review = complete(game, 2);
    bship_review_info info = describe(review);
    bship_review_turn turns[TURNS_MAX];
    const char *what = rules_text(game->rules);
    size_t count = bship_review_turns(review, turns, TURNS_MAX);

    check_sums(review, what);
    cr_assert_eq(info.cost, 0, "%f: %s", info.cost, what);
    cr_assert_eq(info.cost_error, 0, "%f: %s", info.cost_error, what);
    cr_assert_float_eq(info.luck, info.start - (double)info.shots, 1e-9, "%s", what);
    cr_assert_float_eq(info.hits_chosen, info.hits_expert, 1e-9, "%s", what);
    cr_assert_eq(bship_review_costliest(turns, count, NULL, 0), 0, "%s", what);
    for (size_t i = 0; i < count; i++) {
        cr_assert(turns[i].is_expert, "turn %d: %s", (int)i, what);
        cr_assert_eq(turns[i].cost, 0, "turn %d: %s", (int)i, what);
    }
    bship_review_free(review);
}

Test(review, who_fires_every_hint_is_never_blamed)
{
    bship_rng rng = rng_of(3);

    for (size_t i = 0; i < RULE_SETS; i++) {
        for (int n = 0; n < scaled(200); n++) {
            struct game game;
            new_game(&game, rule_sets[i], &rng);
            play_hints(&game);
            check_hints(&game);
            free_game(&game);
        }
    }
}

/* Costs of several games: how they are distributed. */
struct costs {
    double sum, squares;
    int games, blamed, praised;
};

static void add_cost(struct costs *costs, const struct game *game)
{
    bship_review *review = complete(game, 8);
    bship_review_info info = describe(review);
    check_sums(review, rules_text(game->rules));
    costs->games++;
    costs->sum += info.cost;
    costs->squares += info.cost * info.cost;
    costs->blamed += info.cost > 2 * info.cost_error;
    costs->praised += info.cost < -3 * info.cost_error;
    bship_review_free(review);
}

Test(review, who_fires_at_random_is_blamed)
{
    bship_rng rng = rng_of(4);
    int games = scaled(200) > 10 ? scaled(200) : 10;

    for (size_t i = 0; i < RULE_SETS; i++) {
        struct costs costs = { 0 };
        for (int n = 0; n < games; n++) {
            struct game game;
            new_game(&game, rule_sets[i], &rng);
            play(&game, "random", TURNS_MAX);
            add_cost(&costs, &game);
            free_game(&game);
        }
        double mean = costs.sum / games;
        double error = sqrt((costs.squares / games - mean * mean) / (games - 1));
        cr_log_info("%d of %d blamed, %d praised, %.2f +- %.2f shots: %s", costs.blamed, games,
                    costs.praised, mean, error, rule_sets[i]);
        cr_assert_gt(mean, 4 * error, "%.2f +- %.2f: %s", mean, error, rule_sets[i]);
        cr_assert_gt(4 * costs.blamed, games, "%d of %d blamed beyond two errors: %s", costs.blamed,
                     games, rule_sets[i]);
        cr_assert_leq(50 * costs.praised, games, "%d of %d praised beyond three errors: %s",
                      costs.praised, games, rule_sets[i]);
    }
}

Test(review, the_costliest_turns_come_first)
{
    bship_rng rng = rng_of(5);
    struct game game;
    new_game(&game, rule_sets[0], &rng);
    play(&game, "random", TURNS_MAX);
    bship_review *review = complete(&game, 100);
    bship_review_turn turns[TURNS_MAX];
    int64_t numbers[TURNS_MAX], some[2];
    size_t count = bship_review_turns(review, turns, TURNS_MAX);
    size_t found = bship_review_costliest(turns, count, numbers, TURNS_MAX);

    cr_assert_gt(found, 2, "some turns cost shots");
    for (size_t i = 0; i < found; i++) {
        const bship_review_turn *turn = &turns[numbers[i]];
        cr_assert(turn->cost >= 0.05 && turn->cost > 3 * turn->cost_error, "beyond doubt");
        cr_assert(i == 0 || turns[numbers[i - 1]].cost >= turn->cost, "from the costliest");
    }
    cr_assert_eq(bship_review_costliest(turns, count, some, 2), found, "all are counted");
    cr_assert_eq(memcmp(some, numbers, sizeof some), 0, "the same ones");
    bship_review_free(review);
    free_game(&game);
}

/* ---- one computation ---- */

/* Compares a turn with the aim and the scores of an AI of the level expert. */
static void check_turn(const bship_review *review, const struct game *game, bship_ai *ai,
                       int64_t number)
{
    bship_chart *chart = new_chart(game->rules);
    bship_review_turn turn = turn_of(review, number);
    bship_review_shot shots[TURNS_MAX * 4];
    bship_cell aim[8];
    double grid[100];
    assert_ok(bship_chart_copy(chart, game->chart), "equal rules");
    assert_ok(bship_chart_truncate(chart, number), "a turn of the log");
    assert_ok(bship_ai_scores(ai, chart, NULL, grid, 100), "scores");
    assert_ok(bship_ai_aim_salvo(ai, chart, NULL, aim, (size_t)turn.shots), "an aim");
    bship_review_shots(review, shots, TURNS_MAX * 4);
    for (int64_t i = turn.first_shot; i < turn.first_shot + turn.shots; i++) {
        const bship_review_shot *shot = &shots[i];
        bool is_aimed = false;
        for (int32_t k = 0; k < turn.shots; k++)
            is_aimed |=
                cell_index(game->rules, aim[k]) == cell_index(game->rules, shot->expert_cell);
        cr_assert(is_aimed, "the expert aims there");
        cr_assert_eq(shot->chance, grid[cell_index(game->rules, shot->cell)], "chance");
        cr_assert_eq(shot->expert_chance, grid[cell_index(game->rules, shot->expert_cell)],
                     "the expert's chance");
        cr_assert_eq(shot->is_hit, bship_board_ship_at(game->board, shot->cell) >= 0, "hit");
    }
    bship_chart_free(chart);
}

Test(review, says_of_a_moment_what_the_expert_says)
{
    bship_rng rng = rng_of(6);

    for (size_t i = 0; i < RULE_SETS; i++) {
        struct game game;
        bship_ai *ai = NULL;
        bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
        options.level = BSHIP_LEVEL_EXPERT;
        new_game(&game, rule_sets[i], &rng);
        play(&game, "hunt", TURNS_MAX);
        assert_ok(bship_ai_new(&ai, game.rules, NULL, &options, NULL), "an expert");
        bship_review *review = complete(&game, 1);
        /* How many shots the last salvo has is not known. */
        for (int64_t turn = 0; turn + 1 < bship_chart_turns(game.chart); turn++)
            check_turn(review, &game, ai, turn);
        bship_review_free(review);
        bship_ai_free(ai);
        free_game(&game);
    }
}

/* Luck has the mean 0: over many games it stays within a few standard errors of it. Fewer than a
 * dozen games do not tell their deviation. The reviews have different seeds, since those of one
 * seed have the expert's games from the start in common, with their error. */
static void check_luck(const char *rules, const char *strategy, bship_rng *rng)
{
    int games = scaled(60) > 12 ? scaled(60) : 12;
    double sum = 0, squares = 0, errors = 0;

    for (int i = 0; i < games; i++) {
        struct game game;
        new_game(&game, rules, rng);
        play(&game, strategy, TURNS_MAX);
        bship_review *review = seeded_review_of(&game, 20, (uint64_t)i);
        assert_ok(bship_review_run(review, NULL), "%s", rules);
        bship_review_info info = describe(review);
        sum += info.luck;
        squares += info.luck * info.luck;
        errors += info.luck_error / games;
        bship_review_free(review);
        free_game(&game);
    }
    double mean = sum / games, deviation = sqrt(squares / games - mean * mean);
    cr_log_info("luck of %s: %.2f +- %.2f: %s", strategy, mean, deviation / sqrt(games), rules);
    cr_assert_lt(fabs(mean), 4.5 * deviation / sqrt(games) + 1e-9, "%.2f on average: %s", mean,
                 rules);
    cr_assert_lt(errors, deviation, "the error is less than what it measures: %s", rules);
}

/* Whoever plays the rollouts: `density`, or the expert with little work. */
Test(review, luck_is_fair)
{
    static const int sets[] = { 0, 1, 2, 8 };
    bship_rng rng = rng_of(7);

    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        check_luck(rule_sets[sets[i]], "hunt", &rng);
        check_luck(rule_sets[sets[i]], "density", &rng);
    }
}

/* ---- its work ---- */

/* The figures of a poor player's classic game say something after some seconds of work, at 10^9
 * steps each: the more shots differ from the expert's, the longer that takes. */
Test(review, a_classic_game_settles_within_two_seconds_of_work)
{
    bship_rng rng = rng_of(13);
    struct game game;
    new_game(&game, "board 10x10\nfleet 5 4 3 3 2\n", &rng);
    play(&game, "hunt", TURNS_MAX);
    bship_review *review = review_of(&game, 0);
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
    options.work_limit = 2000000000;
    assert_ok(bship_review_run(review, &options), "a part of the work");
    bship_review_info info = describe(review);
    cr_assert_lt(info.luck_error, 2.5, "%.2f", info.luck_error);
    cr_assert_lt(info.cost_error, 2.5, "%.2f", info.cost_error);
    cr_assert_lt(fabs(info.start - 44.24), 4.5 * info.start_error, "%.2f +- %.2f", info.start,
                 info.start_error);
    bship_review_free(review);
    free_game(&game);
}

/* ---- running ---- */

/* What a progress callback does, and what it has seen. */
struct watch {
    const bship_review *review;
    int32_t answer; /* once it was called so often */
    int calls, calls_max;
    double done;
    int64_t rollouts;
};

static int32_t watch_it(double done, void *user)
{
    struct watch *watch = user;
    bship_review_info info = describe(watch->review);
    cr_assert(done >= watch->done && done <= 1, "%f after %f", done, watch->done);
    cr_assert_geq(info.rollouts, watch->rollouts, "rounds are never lost");
    watch->done = done;
    watch->rollouts = info.rollouts;
    return ++watch->calls < watch->calls_max ? BSHIP_PROGRESS_GO_ON : watch->answer;
}

static void check_equal(const bship_review *review, const bship_review *expected, const char *what)
{
    bship_review_info a = describe(review), b = describe(expected);
    bship_review_turn turns[2][TURNS_MAX] = { 0 };
    a.work = b.work = 0;
    bship_review_turns(review, turns[0], TURNS_MAX);
    bship_review_turns(expected, turns[1], TURNS_MAX);
    cr_assert_eq(memcmp(&a, &b, sizeof a), 0, "the figures differ: %s", what);
    cr_assert_eq(memcmp(turns[0], turns[1], sizeof turns[0]), 0, "the turns differ: %s", what);
}

Test(review, is_read_while_it_runs_and_goes_on_after_a_pause)
{
    static const int32_t answers[] = { BSHIP_PROGRESS_CANCEL, BSHIP_PROGRESS_FINISH };
    bship_rng rng = rng_of(8);
    struct game game;
    new_game(&game, rule_sets[2], &rng);
    play(&game, "hunt", TURNS_MAX);
    bship_review *whole = complete(&game, 100);

    for (size_t i = 0; i < 2; i++) {
        bship_review *review = review_of(&game, 100);
        int pauses = 0;
        for (; !describe(review).is_complete; pauses++) {
            struct watch watch = { .review = review,
                                   .answer = answers[i],
                                   .calls_max = 10 + pauses % 200 };
            bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
            options.progress = watch_it;
            options.user = &watch;
            bship_status status = bship_review_run(review, &options);
            cr_assert(!status || (i == 0 && status == BSHIP_ERROR_CANCELLED), "%d", (int)status);
        }
        cr_assert_gt(pauses, 5, "it was interrupted");
        check_equal(review, whole, i == 0 ? "cancelled" : "finished");
        bship_review_free(review);
    }
    bship_review_free(whole);
    free_game(&game);
}

/* With totals aims take long enough to be stopped, too. */
Test(review, stopped_at_any_moment_goes_on_to_the_same_figures)
{
    bship_rng rng = rng_of(14);
    struct game game;
    new_game(&game,
             "board 6x6\nfleet 3 2 2\nturn salvo 3\nsalvo-report total\ndisclosure hit\n", &rng);
    play(&game, "density", 2);
    bship_review *whole = complete(&game, 4);
    int stopped = 0;

    for (int calls = 1; calls <= 40; calls++) {
        bship_review *review = review_of(&game, 4);
        struct watch watch = { .review = review,
                               .answer = BSHIP_PROGRESS_CANCEL,
                               .calls_max = calls };
        bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
        options.progress = watch_it;
        options.user = &watch;
        stopped += bship_review_run(review, &options) == BSHIP_ERROR_CANCELLED;
        assert_ok(bship_review_run(review, NULL), "call %d", calls);
        check_equal(review, whole, "stopped");
        bship_review_free(review);
    }
    cr_assert_gt(stopped, 20, "it was stopped %d times", stopped);
    bship_review_free(whole);
    free_game(&game);
}

Test(review, the_work_limit_acts_alike_however_it_is_cut)
{
    bship_rng rng = rng_of(9);
    struct game game;
    new_game(&game, rule_sets[2], &rng);
    play(&game, "hunt", TURNS_MAX);
    bship_review *whole = complete(&game, 70), *again = review_of(&game, 70);
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
    options.work_limit = 2000000;
    int calls = 0;

    for (; !describe(again).is_complete; calls++)
        assert_ok(bship_review_run(again, &options), "the limit of a call is no failure");
    cr_assert_gt(calls, 3, "the limit was met");
    check_equal(again, whole, "in parts");
    cr_assert_eq(describe(again).work, describe(whole).work, "the same work");
    assert_ok(bship_review_run(again, NULL), "nothing is left");
    check_equal(again, whole, "again");
    options.work_limit = -1;
    assert_status(bship_review_run(again, &options), BSHIP_ERROR_RANGE, "a negative limit");
    bship_review_free(whole);
    bship_review_free(again);
    free_game(&game);
}

/* How many rollouts a figure and its errors take is said in the header. */
Test(review, figures_are_nan_until_their_rollouts_are_made)
{
    static const int64_t rollouts[] = { 1, 2, 4, 5 };
    bship_rng rng = rng_of(16);
    struct game game;
    new_game(&game, rule_sets[1], &rng);
    play(&game, "hunt", TURNS_MAX);
    for (size_t i = 0; i < sizeof rollouts / sizeof *rollouts; i++) {
        bship_review_turn turns[TURNS_MAX];
        bship_review *review = complete(&game, rollouts[i]);
        size_t count = bship_review_turns(review, turns, TURNS_MAX);
        cr_assert_gt(count, 0, "there are turns");
        for (size_t k = 0; k < count; k++) {
            const bship_review_turn *turn = &turns[k];
            cr_assert(!isnan(turn->cost + turn->luck + turn->rest), "turn %zu", k);
            cr_assert_eq(!isnan(turn->cost_error), rollouts[i] >= 2, "the cost of turn %zu", k);
            cr_assert_eq(!isnan(turn->luck_error), rollouts[i] >= 5, "the luck of turn %zu", k);
            cr_assert_eq(!isnan(turn->rest_error), rollouts[i] >= 5, "the rest of turn %zu", k);
        }
        bship_review_info info = describe(review);
        cr_assert_eq(!isnan(info.cost_error), rollouts[i] >= 2, "the cost");
        cr_assert_eq(!isnan(info.luck_error), rollouts[i] >= 5, "the luck");
        bship_review_free(review);
    }
    free_game(&game);
}

/* ---- what is refused, and what fails ---- */

Test(review, what_does_not_fit_is_refused)
{
    bship_rng rng = rng_of(10);
    struct game game, other;
    bship_review *review = NULL;
    bship_review_options options = BSHIP_REVIEW_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    new_game(&game, rule_sets[0], &rng);
    new_game(&other, rule_sets[1], &rng);
    bship_board *empty = new_board(game.rules);

    assert_status(bship_review_new(&review, game.chart, other.board, NULL, &error),
                  BSHIP_ERROR_RULES, "a board of other rules");
    assert_status(bship_review_new(&review, game.chart, empty, NULL, &error),
                  BSHIP_ERROR_NOT_PLACED, "a board without ships");
    options.rollouts = -1;
    assert_status(bship_review_new(&review, game.chart, NULL, &options, &error), BSHIP_ERROR_RANGE,
                  "a negative number");
    options = (bship_review_options)BSHIP_REVIEW_OPTIONS_INIT;
    options.start_aim_work = -1;
    assert_status(bship_review_new(&review, game.chart, NULL, &options, &error), BSHIP_ERROR_RANGE,
                  "negative work");
    cr_assert_null(review, "nothing was made");
    bship_review_free(NULL);
    cr_assert_eq(bship_review_turns(NULL, NULL, 0), 0, "no review");
    cr_assert_eq(bship_review_shots(NULL, NULL, 0), 0, "no review");
    bship_board_free(empty);
    free_game(&other);
    free_game(&game);
}

Test(review, without_the_board_hits_are_those_reported)
{
    bship_rng rng = rng_of(11);

    for (size_t i = 0; i < RULE_SETS; i++) {
        struct game game;
        new_game(&game, rule_sets[i], &rng);
        play(&game, "hunt", 5);
        bship_review *review = NULL;
        assert_ok(bship_review_new(&review, game.chart, NULL, NULL, NULL), "a review");
        bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
        options.work_limit = 1;
        while (describe(review).turns_done < bship_chart_turns(game.chart))
            assert_ok(bship_review_run(review, &options), "%s", rule_sets[i]);
        bship_review_shot shot;
        bship_review_shots(review, &shot, 1);
        bool is_known = !reports_totals(game.rules);
        cr_assert_eq(describe(review).hits_known, is_known, "%s", rule_sets[i]);
        cr_assert_eq(shot.is_hit, is_known ? bship_board_ship_at(game.board, shot.cell) >= 0 : -1,
                     "%s", rule_sets[i]);
        cr_assert(describe(review).rollouts > 0 || isnan(describe(review).luck), "not known yet");
        bship_review_free(review);
        free_game(&game);
    }
}

/* Reviews a game while memory runs out, and goes on with it once there is some again. */
static bship_status review_without_memory(const struct game *game)
{
    bship_review *review = NULL;
    bship_review_options options = BSHIP_REVIEW_OPTIONS_INIT;
    options.rollouts = 2;
    bship_status status = bship_review_new(&review, game->chart, game->board, &options, NULL);
    if (!status)
        status = bship_review_run(review, NULL);
    if (review && status)
        assert_ok(bship_review_run(review, NULL), "memory is back");
    cr_assert(!review || describe(review).is_complete, "the review is complete");
    bship_review_free(review);
    return status;
}

Test(review, running_out_of_memory_is_a_status)
{
    struct memory memory;
    memory_init(&memory);
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    options.allocator = memory.allocator;
    bship_rng rng = rng_of(12);
    struct game game = { .rules = rules_from_with(rule_sets[2], &options) };
    game.board = random_board(game.rules, &rng);
    game.chart = new_chart(game.rules);
    play(&game, "hunt", TURNS_MAX);
    bool has_failed = true;

    for (long n = 0; has_failed; n++) {
        memory_fail(&memory, n, 1);
        bship_status status = review_without_memory(&game);
        cr_assert(!status || status == BSHIP_ERROR_MEMORY, "allocation %ld: %d", n, (int)status);
        has_failed = memory.failed > 0;
    }
    free_game(&game);
    memory_check(&memory, "reviews");
}
