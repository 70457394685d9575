/* Matches in several threads: the same rows in the same order as in one, whatever happens. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>

#include "matches.h"

static const int32_t thread_counts[] = { 2, 3, 7, 64 };

enum {
    THREAD_COUNTS = sizeof thread_counts / sizeof thread_counts[0]
};

/* A match of two quick strategies. */
static bship_match *new_quick_match(const bship_rules *rules, bship_match_options options,
                                    int32_t threads)
{
    options.threads = threads;
    bship_match *match = new_match(rules, &options);
    add_entry(match, "random");
    add_entry(match, "hunt");
    return match;
}

/* Plays such a match of the default rules in one thread. */
static bship_rules *play_alone(const bship_match_options *options, struct rows *rows)
{
    bship_rules *rules = rules_from("");
    bship_match *match = new_quick_match(rules, *options, 1);
    run_match(match, rows);
    bship_match_free(match);
    return rules;
}

Test(match_threads, rows_are_those_of_one_thread)
{
    static struct rows alone, rows;
    static const struct shape shape = { .blocked = 6, .pin[BSHIP_RULE_SALVO_REPORT] = 1 };
    bship_rng rng;
    bship_rng_seed(&rng, 41, BSHIP_RNG_PURPOSE_USER, 0);
    for (int32_t i = 0; i < scaled(40); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
        options.seed = bship_rng_next(&rng);
        options.kind = i % 2;
        options.alternate = i / 2 % 2;
        options.first_game = between(&rng, 0, 1000);
        options.games = between(&rng, 1, 200);
        if (i % 3 == 0) {
            options.series = between(&rng, 1, 90);
            options.first_game *= options.series;
        }
        const char *strategies[] = { "stalker", i % 5 == 0 ? "posterior" : "density", NULL };
        play_match(rules, &options, strategies, &alone);
        for (int j = 0; j < THREAD_COUNTS; j++) {
            options.threads = thread_counts[j];
            play_match(rules, &options, strategies, &rows);
            assert_same_rows(&rows, &alone, "threads");
        }
        bship_rules_unref(rules);
    }
}

Test(match_threads, learners_and_styles_give_the_rows_of_one_thread)
{
    static struct rows alone, rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
        bship_ai_options ai = BSHIP_AI_OPTIONS_INIT;
        options.kind = kind;
        options.alternate = kind == BSHIP_MATCH_KIND_DUEL;
        options.games = 12 + scaled(20);
        options.series = 4;
        *(kind == BSHIP_MATCH_KIND_SOLO ? &options.placing : &ai.placing) = "edge";
        for (options.threads = 1; options.threads <= 4; options.threads++) {
            bship_match *match = new_match(rules, &options);
            assert_ok(bship_match_add_learner(match, "posterior", &ai, NULL, NULL), "a learner");
            assert_ok(bship_match_add_learner(match, "posterior", &ai, NULL, NULL), "another");
            run_match(match, options.threads == 1 ? &alone : &rows);
            bship_match_free(match);
            if (options.threads > 1)
                assert_same_rows(&rows, &alone, "threads");
        }
    }
    bship_rules_unref(rules);
}

Test(match_threads, levels_give_the_rows_of_one_thread)
{
    static struct rows alone, rows;
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\n");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_ai_options ai = BSHIP_AI_OPTIONS_INIT;
    options.kind = BSHIP_MATCH_KIND_DUEL;
    options.games = 8;
    ai.level = BSHIP_LEVEL_EXPERT; /* which lays its fleet by a style */
    for (options.threads = 1; options.threads <= 2; options.threads++) {
        bship_match *match = new_match(rules, &options);
        assert_ok(bship_match_add(match, NULL, &ai, NULL), "an expert");
        assert_ok(bship_match_add(match, NULL, &ai, NULL), "another");
        run_match(match, options.threads == 1 ? &alone : &rows);
        bship_match_free(match);
    }
    assert_same_rows(&rows, &alone, "threads");
    bship_rules_unref(rules);
}

Test(match_threads, cancelled_match_has_delivered_the_first_rows)
{
    static struct rows alone, rows;
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.games = 1500;
    bship_rules *rules = play_alone(&options, &alone);
    for (int j = 0; j < THREAD_COUNTS; j++) {
        for (int stop_at = 1; stop_at < 3000; stop_at += 999) {
            bship_match *match = new_quick_match(rules, options, thread_counts[j]);
            rows.count = 0;
            rows.stop_at = stop_at;
            alone.count = (stop_at + 1) / 2 * 2; /* the rows of whole games */
            assert_status(bship_match_run(match, take_row, &rows, NULL), BSHIP_ERROR_CANCELLED,
                          "row %d", stop_at);
            assert_same_rows(&rows, &alone, "threads");
            bship_match_free(match);
        }
    }
    bship_rules_unref(rules);
}

Test(match_threads, match_is_run_again_after_a_cancelled_one)
{
    static struct rows alone, rows;
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.games = 300;
    bship_rules *rules = play_alone(&options, &alone);
    bship_match *match = new_quick_match(rules, options, 3);
    rows.stop_at = 100;
    assert_status(bship_match_run(match, take_row, &rows, NULL), BSHIP_ERROR_CANCELLED,
                  "the first time");
    run_match(match, &rows);
    assert_same_rows(&rows, &alone, "the second time");
    bship_match_free(match);
    bship_rules_unref(rules);
}

/* ---- failures ---- */

/* A custom strategy that fires at the first unknown cells; what its states share is atomic. */
struct shared {
    atomic_int states;   /* that exist */
    atomic_int most;     /* that were ever created */
    uint64_t fails_with; /* a bship_status, */
    uint64_t fails_at;   /* for AIs whose seed leaves no more than this modulo 64; 64: all */
};

struct state {
    struct shared *shared;
    uint64_t seed;
};

static bship_status create(void **out, const bship_rules *rules, void *user)
{
    struct shared *shared = user;
    struct state *state = malloc(sizeof *state);
    (void)rules;
    state->shared = shared;
    atomic_fetch_add(&shared->states, 1);
    atomic_fetch_add(&shared->most, 1);
    *out = state;
    return BSHIP_OK;
}

static void reset(void *user, uint64_t seed, int32_t side, void *shared)
{
    struct state *state = user;
    (void)side;
    (void)shared;
    state->seed = seed;
}

static bship_status aim(void *user, const bship_chart *chart, const bship_aim_options *options,
                        bship_cell *cells, size_t count, bship_rng *rng, void *shared_user)
{
    const struct state *state = user;
    const struct shared *shared = shared_user;
    (void)options, (void)rng;
    if (state->seed % 64 < shared->fails_at)
        return (bship_status)shared->fails_with;
    const bship_rules *rules = bship_chart_rules(chart);
    size_t found = 0;
    for (int32_t i = 0; found < count; i++) {
        bship_cell cell = { i % bship_rules_width(rules), i / bship_rules_width(rules) };
        if (!bship_chart_check_fire(chart, cell))
            cells[found++] = cell;
    }
    return BSHIP_OK;
}

static void destroy(void *user, void *shared_user)
{
    struct shared *shared = shared_user;
    atomic_fetch_sub(&shared->states, 1);
    free(user);
}

static bship_status run_custom(const bship_rules *rules, bship_match_options options,
                               int32_t threads, struct shared *shared, struct rows *rows)
{
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    callbacks.create = create;
    callbacks.reset = reset;
    callbacks.aim = aim;
    callbacks.destroy = destroy;
    options.threads = threads;
    bship_match *match = new_match(rules, &options);
    bship_ai_options ai = BSHIP_AI_OPTIONS_INIT;
    char style[] = "edge"; /* which the match does not read again */
    ai.placing = style;
    assert_ok(bship_match_add_custom(match, &callbacks, shared, &ai, NULL), "a custom strategy");
    memset(style, 'x', strlen(style));
    add_entry(match, "random");
    rows->count = 0;
    bship_status status = bship_match_run(match, take_row, rows, NULL);
    bship_match_free(match);
    cr_assert_eq(atomic_load(&shared->states), 0, "every state is destroyed");
    return status;
}

Test(match_threads, custom_strategy_has_a_state_for_each_thread)
{
    static struct rows alone, rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3\n");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.games = 200;
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        struct shared one = { 0, 0, BSHIP_ERROR_STRATEGY, 8 }, many = one;
        options.kind = kind;
        assert_ok(run_custom(rules, options, 1, &one, &alone), "one thread");
        assert_ok(run_custom(rules, options, 5, &many, &rows), "five threads");
        assert_same_rows(&rows, &alone, "five threads");
        cr_assert_eq(atomic_load(&one.most), 1, "a state of one thread");
        cr_assert_eq(atomic_load(&many.most), 5, "states of five threads");
    }
    bship_rules_unref(rules);
}

/* Fails for every thread but the first. */
static bship_status create_once(void **out, const bship_rules *rules, void *user)
{
    struct shared *shared = user;
    return atomic_load(&shared->most) > 0 ? BSHIP_ERROR_UNSUPPORTED : create(out, rules, user);
}

Test(match_threads, custom_strategy_that_cannot_be_made_for_a_thread_ends_the_match)
{
    static struct rows rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3\n");
    struct shared shared = { 0, 0, BSHIP_OK, 0 };
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    callbacks.create = create_once;
    callbacks.reset = reset;
    callbacks.aim = aim;
    callbacks.destroy = destroy;
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.games = 20;
    options.threads = 3;
    bship_match *match = new_match(rules, &options);
    bship_error error = BSHIP_ERROR_INIT;
    assert_ok(bship_match_add_custom(match, &callbacks, &shared, NULL, NULL), "one state");
    rows.count = 0;
    assert_status(bship_match_run(match, take_row, &rows, &error), BSHIP_ERROR_UNSUPPORTED, "run");
    cr_assert_str_eq(error.text, bship_status_message(BSHIP_ERROR_UNSUPPORTED), "no layout failed");
    cr_assert_eq(error.index, -1, "of no game");
    cr_assert_eq(rows.count, 0, "before the first game");
    bship_match_free(match);
    cr_assert_eq(atomic_load(&shared.states), 0, "every state is destroyed");
    bship_rules_unref(rules);
}

Test(match_threads, want_of_memory_ends_the_match_after_the_rows_before)
{
    static struct rows alone, rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3\n");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.games = 500;
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        struct shared one = { 0, 0, BSHIP_ERROR_MEMORY, 1 }, many = one;
        options.kind = kind;
        assert_status(run_custom(rules, options, 1, &one, &alone), BSHIP_ERROR_MEMORY, "one");
        assert_status(run_custom(rules, options, 4, &many, &rows), BSHIP_ERROR_MEMORY, "four");
        cr_assert_gt(alone.count, 0, "no game was played before");
        assert_same_rows(&rows, &alone, "four threads");
    }
    bship_rules_unref(rules);
}

Test(match_threads, layout_that_cannot_be_drawn_ends_the_match)
{
    static struct rows alone, rows;
    bship_rules *rules = rules_from("fleet german\ncontact none\n");
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.games = 200;
    options.work_limit = 900;
    bship_status statuses[2];
    for (int i = 0; i < 2; i++) {
        bship_match *match = new_quick_match(rules, options, i == 0 ? 1 : 4);
        statuses[i] = bship_match_run(match, take_row, i == 0 ? &alone : &rows, NULL);
        bship_match_free(match);
    }
    cr_assert_eq(statuses[0], BSHIP_ERROR_WORK_LIMIT, "%s",
                 bship_enum_name(BSHIP_ENUM_STATUS, statuses[0]));
    cr_assert_eq(statuses[1], statuses[0], "%s", bship_enum_name(BSHIP_ENUM_STATUS, statuses[1]));
    assert_same_rows(&rows, &alone, "four threads");
    bship_rules_unref(rules);
}

/* Counted memory for several threads. */
struct locked {
    pthread_mutex_t lock;
    struct memory memory;
};

static void *allocate_locked(size_t size, void *user)
{
    struct locked *locked = user;
    pthread_mutex_lock(&locked->lock);
    const bship_allocator *allocator = &locked->memory.allocator;
    void *block = allocator->alloc(size, allocator->user);
    pthread_mutex_unlock(&locked->lock);
    return block;
}

static void *reallocate_locked(void *block, size_t old_size, size_t size, void *user)
{
    struct locked *locked = user;
    pthread_mutex_lock(&locked->lock);
    const bship_allocator *allocator = &locked->memory.allocator;
    void *resized = allocator->realloc(block, old_size, size, allocator->user);
    pthread_mutex_unlock(&locked->lock);
    return resized;
}

static void free_locked(void *block, size_t size, void *user)
{
    struct locked *locked = user;
    pthread_mutex_lock(&locked->lock);
    const bship_allocator *allocator = &locked->memory.allocator;
    allocator->free(block, size, allocator->user);
    pthread_mutex_unlock(&locked->lock);
}

/* Runs a match, perhaps of a learner, of which one allocation fails; whether it was reached. */
static bool runs_short_of_memory(struct locked *locked, int32_t kind, bool learns, long fail_from)
{
    static struct rows rows;
    bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    fleet.allocator = (bship_allocator){ allocate_locked, reallocate_locked, free_locked, locked };
    options.games = learns ? 3 : 5;
    options.kind = kind;
    options.series = learns ? 2 : 0;
    options.placing = learns && kind == BSHIP_MATCH_KIND_SOLO ? "edge" : NULL;
    bship_rules *rules = rules_from_with("board 5x5\nfleet 3 2\n", &fleet);
    options.threads = 3;
    bship_match *match = new_match(rules, &options);
    if (learns)
        assert_ok(bship_match_add_learner(match, "posterior", NULL, NULL, NULL), "a learner");
    else
        add_entry(match, "density");
    add_entry(match, "random");
    rows.count = 0;
    memory_fail(&locked->memory, fail_from, 1);
    bship_status status = bship_match_run(match, take_row, &rows, NULL);
    bool was_reached = locked->memory.failed > 0;
    memory_fail(&locked->memory, 0, 0);
    /* The sampler may fail: the match then goes on without it. */
    cr_assert(status ? was_reached && status == BSHIP_ERROR_MEMORY
                     : rows.count == 2 * options.games,
              "allocation %ld: %s, %d rows", fail_from, bship_enum_name(BSHIP_ENUM_STATUS, status),
              rows.count);
    bship_match_free(match);
    bship_rules_unref(rules);
    return was_reached;
}

Test(match_threads, every_allocation_may_fail)
{
    struct locked locked;
    cr_assert_eq(pthread_mutex_init(&locked.lock, NULL), 0, "a lock");
    memory_init(&locked.memory);
    static const struct {
        int32_t kind;
        bool learns;
    } cases[] = { { BSHIP_MATCH_KIND_SOLO, false },
                  { BSHIP_MATCH_KIND_DUEL, false },
                  { BSHIP_MATCH_KIND_SOLO, true } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        long fail_from = 0;
        while (runs_short_of_memory(&locked, cases[i].kind, cases[i].learns, fail_from))
            fail_from++;
        cr_assert_gt(fail_from, 20, "only %ld allocations", fail_from);
    }
    memory_check(&locked.memory, "matches");
    pthread_mutex_destroy(&locked.lock);
}

/* Aims at nothing, so that a game takes no time. */
static bship_status aim_at_nothing(void *state, const bship_chart *chart,
                                   const bship_aim_options *options, bship_cell *cells,
                                   size_t count, bship_rng *rng, void *user)
{
    (void)state, (void)chart, (void)options, (void)cells, (void)count, (void)rng, (void)user;
    return BSHIP_ERROR_UNSUPPORTED;
}

/* Checks that rows come in order, which are too many to keep. */
static int32_t count_row(const bship_match_row *row, void *user)
{
    int64_t *count = user;
    cr_assert_eq(row->game, *count, "row %lld", (long long)*count);
    ++*count;
    return 0;
}

/* The rows of four series take twice the memory that there is for rows. */
Test(match_threads, long_series_are_delivered_in_pieces_of_bounded_memory)
{
    static struct locked locked = { .lock = PTHREAD_MUTEX_INITIALIZER };
    bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    int64_t count = 0;

    memory_init(&locked.memory);
    fleet.allocator = (bship_allocator){ allocate_locked, reallocate_locked, free_locked, &locked };
    callbacks.aim = aim_at_nothing;
    options.series = BSHIP_MATCH_SERIES_MAX;
    options.games = 4 * options.series;
    options.threads = 4;
    bship_rules *rules = rules_from_with("board 3x3\nfleet 2\n", &fleet);
    bship_match *match = new_match(rules, &options);
    assert_ok(bship_match_add_custom(match, &callbacks, NULL, NULL, NULL), "an entry");
    assert_ok(bship_match_run(match, count_row, &count, NULL), "a match");
    cr_assert_eq(count, options.games, "%lld rows", (long long)count);
    cr_assert_lt(locked.memory.peak, 32 << 20, "%zu bytes", locked.memory.peak);
    bship_match_free(match);
    bship_rules_unref(rules);
    memory_check(&locked.memory, "a match");
}

/* What an observer saw: how many games, and how many with a row, a board and a chart that agree. */
struct observed {
    atomic_int games;
    atomic_int consistent;
};

/* Whether the reports of a finished game are what the board says, and the row counts them. */
static bool agree(const bship_match_row *row, const bship_board *board, const bship_chart *chart)
{
    int32_t hits = 0;
    for (int64_t i = 0; i < bship_chart_shots(chart); i++) {
        bship_cell cell;
        bship_report report;
        bship_chart_shot(chart, i, &cell, &report);
        bool is_hit = report.result != BSHIP_RESULT_MISS;
        hits += is_hit;
        if (is_hit != (bship_board_ship_at(board, cell) >= 0))
            return false;
    }
    bool has_won = row->outcome != (row->side == BSHIP_SIDE_A ? BSHIP_OUTCOME_B : BSHIP_OUTCOME_A);
    return row->shots == bship_chart_shots(chart) && hits == bship_chart_hits(chart) &&
           has_won == (bship_board_is_defeated(board) != 0);
}

static void observe(const bship_match_row *row, const bship_board *board, const bship_chart *chart,
                    void *user)
{
    struct observed *observed = user;
    atomic_fetch_add(&observed->games, 1);
    atomic_fetch_add(&observed->consistent, agree(row, board, chart));
}

Test(match_threads, an_observer_sees_each_game_of_each_entry)
{
    static struct rows expected, rows;
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
        options.kind = kind;
        options.alternate = kind == BSHIP_MATCH_KIND_DUEL;
        options.games = 100;
        bship_rules *rules = play_alone(&options, &expected);
        for (options.threads = 1; options.threads <= 3; options.threads += 2) {
            struct observed observed = { 0, 0 };
            options.observer = observe;
            options.observer_user = &observed;
            bship_match *match = new_quick_match(rules, options, options.threads);
            run_match(match, &rows);
            assert_same_rows(&rows, &expected, "observed");
            cr_assert_eq(observed.games, rows.count, "%d games were seen", observed.games);
            cr_assert_eq(observed.consistent, rows.count, "a game was seen wrongly");
            bship_match_free(match);
        }
        bship_rules_unref(rules);
    }
}
