/*
 * How often an aim calls its progress callback, and how soon it answers: the longest time between
 * two calls, or between a call and an end of the aim, and the longest time that an aim takes to
 * return after it was asked to finish early or was cancelled, in games under several rules:
 * `benchmark-progress [STRATEGY [RULES]]`. Processor time counts, of which other programs take
 * some all the same. Never fails because of time.
 */
#include "timing.h"

#include <stdbool.h>
#include <string.h>

#include <battleship/experimental/habits.h>
#include <battleship/experimental/placing.h>

#define GAMES 1
#define MOMENTS 4 /* at which each aim is asked to stop */

struct row {
    const char *name;
    const char *rules;
    int turns; /* of a game, at most */
    bool has_habits;
};

static const struct row rows[] = {
    { "classic", "board 10x10\nfleet classic\n", 200, false },
    { "german", "board 10x10\nfleet german\ncontact none\n", 200, false },
    { "russian", "board 10x10\nfleet russian\ncontact none\n", 200, false },
    { "touching", "board 10x10\nfleet german\n", 200, false },
    { "totals", "board 10x10\nfleet classic\nturn salvo 5\nsalvo-report total\n", 60, false },
    { "habits", "board 10x10\nfleet classic\n", 200, true },
    { "1024x1024", "board 1024x1024\nfleet classic\n", 3, false },
};

/* What a callback observes in one aim, in seconds. */
struct watch {
    double last;    /* the time of the last call, or of the beginning */
    double longest; /* between two calls */
    int calls;
    int stop_at; /* the call that asks to stop; 0: none */
    int32_t answer;
};

static int32_t observe(double done, void *user)
{
    struct watch *watch = user;
    const double time = now();

    (void)done;
    if (time - watch->last > watch->longest)
        watch->longest = time - watch->last;
    watch->last = now();
    return ++watch->calls == watch->stop_at ? watch->answer : BSHIP_PROGRESS_GO_ON;
}

static void end(struct watch *watch)
{
    const double time = now();

    if (time - watch->last > watch->longest)
        watch->longest = time - watch->last;
}

/* The measurements of a row. */
struct results {
    int aims;
    double calls;
    double longest;   /* of an aim */
    double gap;       /* between two calls */
    double finishing; /* from the request to the return */
    double cancelling;
};

static void raise_to(double *greatest, double value)
{
    *greatest = value > *greatest ? value : *greatest;
}

/* Aims once, asked to stop as the watch says. */
static bship_status aim(bship_ai *ai, const bship_chart *chart, bship_cell *cells, size_t count,
                        struct watch *watch)
{
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
    bship_status status;

    options.progress = observe;
    options.user = watch;
    watch->last = now();
    status = bship_ai_aim_salvo(ai, chart, &options, cells, count);
    end(watch);
    return status;
}

/* Asks a new AI to stop at a call, and returns how long it took to. */
static double time_stop(const bship_rules *rules, const char *strategy,
                        const bship_habits_snapshot *habits, const bship_chart *chart, size_t count,
                        int call, int32_t answer)
{
    struct watch watch = { .stop_at = call, .answer = answer };
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_cell *cells = calloc(count, sizeof *cells);
    bship_ai *ai = NULL;
    double asked;
    bship_status status;

    check(bship_ai_new(&ai, rules, strategy, &options, NULL), strategy);
    check(bship_ai_set_habits(ai, habits), strategy);
    status = aim(ai, chart, cells, count, &watch);
    asked = now() - watch.last;
    if (watch.calls < call)
        asked = 0;
    else if (status && !(status == BSHIP_ERROR_CANCELLED && answer == BSHIP_PROGRESS_CANCEL))
        check(status, "stopped aim");
    bship_ai_free(ai);
    free(cells);
    return asked;
}

/* One turn: a whole aim, and aims that are stopped. */
static void take_turn(bship_game *game, const char *strategy, const bship_habits_snapshot *habits,
                      struct results *results)
{
    const bship_rules *rules = bship_game_rules(game);
    const bship_chart *chart = bship_game_chart(game, BSHIP_SIDE_A);
    bship_ai *ai = bship_game_ai(game, BSHIP_SIDE_A);
    size_t due = (size_t)bship_game_shots_due(game);
    bship_cell *cells = calloc(due, sizeof *cells);
    struct watch watch = { .stop_at = 0 };
    const double begin = now();

    check(aim(ai, chart, cells, due, &watch), "aim");
    raise_to(&results->longest, now() - begin);
    raise_to(&results->gap, watch.longest);
    results->aims++;
    results->calls += watch.calls;
    for (int i = 0; i < MOMENTS && i < watch.calls; i++) {
        int call = 1 + (watch.calls - 1) * i / (MOMENTS - 1);

        raise_to(&results->finishing,
                 time_stop(rules, strategy, habits, chart, due, call, BSHIP_PROGRESS_FINISH));
        raise_to(&results->cancelling,
                 time_stop(rules, strategy, habits, chart, due, call, BSHIP_PROGRESS_CANCEL));
    }
    check(bship_game_fire_salvo(game, cells, due, NULL), "shots");
    free(cells);
}

/* Plays until side b, a weak opponent, has lost. */
static void play(bship_game *game, uint64_t seed, const struct row *row, const char *strategy,
                 const bship_habits_snapshot *habits, struct results *results)
{
    bship_game_reset(game, seed, 0);
    check(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL), "a's layout");
    check(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, NULL), "b's layout");
    check(bship_game_start(game, NULL), "start");
    for (int turn = 0; turn < row->turns && bship_game_phase(game) != BSHIP_PHASE_OVER;) {
        if (bship_game_to_move(game) == BSHIP_SIDE_A) {
            take_turn(game, strategy, habits, results);
            turn++;
        } else {
            check(bship_game_step(game, NULL, NULL, NULL), "b's turn");
        }
    }
}

/* The habits of a player whose ships keep to the edge. */
static bship_habits_snapshot *learn(const bship_rules *rules)
{
    bship_habits *habits = NULL;
    bship_habits_snapshot *snapshot = NULL;
    bship_placer *placer = NULL;
    bship_placement layout[5];
    bship_rng rng;

    bship_rng_seed(&rng, SEED, BSHIP_RNG_PURPOSE_LAYOUT, 0);
    check(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    check(bship_placer_new(&placer, rules, "edge", NULL, NULL), "placer");
    for (int i = 0; i < 10; i++) {
        check(bship_placer_draw(placer, &rng, layout, 5, NULL), "layout");
        check(bship_habits_observe(habits, layout, 5, 1, NULL), "observation");
    }
    check(bship_habits_snapshot_new(&snapshot, habits, NULL), "snapshot");
    bship_placer_free(placer);
    bship_habits_free(habits);
    return snapshot;
}

static void time_row(const struct row *row, const char *strategy)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_ai_options ai_options = BSHIP_AI_OPTIONS_INIT;
    struct results results = { 0, 0, 0, 0, 0, 0 };
    bship_habits_snapshot *habits = NULL;
    bship_rules *rules = NULL;
    bship_game *game = NULL;
    struct watch made = { .stop_at = 0 };

    check(bship_rules_parse(&rules, row->rules, strlen(row->rules), NULL, NULL), row->name);
    if (row->has_habits)
        habits = learn(rules);
    ai_options.progress = observe;
    ai_options.user = &made;
    made.last = now();
    check(bship_ai_new(&options.ai_a, rules, strategy, &ai_options, NULL), strategy);
    check(bship_ai_set_habits(options.ai_a, habits), strategy);
    end(&made);
    check(bship_ai_new(&options.ai_b, rules, "random", NULL, NULL), "random");
    check(bship_game_new(&game, rules, &options, NULL), "game");
    for (uint64_t seed = SEED; seed < SEED + GAMES; seed++)
        play(game, seed, row, strategy, habits, &results);
    printf("%-10s%-11s%6d%10.1f%10.1f%10.2f%10.2f%10.2f%10.2f\n", strategy, row->name, results.aims,
           results.calls / results.aims, 1e3 * results.longest, 1e3 * results.gap,
           1e3 * results.finishing, 1e3 * results.cancelling, 1e3 * made.longest);
    fflush(stdout);
    bship_game_free(game);
    bship_ai_free(options.ai_a);
    bship_ai_free(options.ai_b);
    bship_habits_snapshot_unref(habits);
    bship_rules_unref(rules);
}

int main(int argc, char **argv)
{
    static const char *const strategies[] = { "posterior", "search", "capacity", "density" };

    printf("%-10s%-11s%6s%10s%10s%10s%10s%10s%10s\n", "ms", "rules", "aims", "calls", "longest",
           "gap", "finish", "cancel", "made");
    for (size_t s = 0; s < sizeof strategies / sizeof strategies[0]; s++)
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
            if ((argc < 2 || strcmp(argv[1], strategies[s]) == 0) &&
                (argc < 3 || strcmp(argv[2], rows[i].name) == 0))
                time_row(&rows[i], strategies[s]);
    return finish_output();
}
