/* Advice of the console game: the aims of AIs, hints, heat maps, and how they are cancelled. */
#include <math.h>
#include <poll.h>
#include <string.h>
#include <time.h>

#include "battleship/game/advice.h"
#include "battleship/game/session.h"
#include "common/process.h"
#include "support.h"

#define CELLS 400

static const char *const all_rules[] = {
    "board 8x8\nfleet 4 3 2\nfirst b\n",
    "board 8x8\nfleet 4 3 2\nturn again-on-hit\nfirst b\n",
    "board 8x8\nfleet 4 3 2\nturn salvo 4\nfirst b\n",
    "board 8x8\nfleet 4 3 2\nturn salvo 3\nsalvo-report total\nfirst b\n",
    "board 8x8\nfleet 4 3 2 1\nturn salvo-afloat\ncontact none\nreveal-water yes\nfirst b\n",
};

#define RULES (sizeof all_rules / sizeof all_rules[0])

static struct setup setup_of(const char *rules, const char *strategy)
{
    struct setup setup = { .rules = rules_from(rules), .seed = 11, .places_at_random = true };

    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        setup.players[side] = (struct player){ .kind = PLAYER_AI, .strategy = strategy };
    return setup;
}

static void open_session(struct session *session, const char *rules, const char *strategy,
                         struct worker *worker)
{
    struct setup setup = setup_of(rules, strategy);

    assert_ok(session_open(session, &setup, worker_report, worker, NULL), "%s", rules);
    assert_ok(bship_game_start(session->game, NULL), "%s", rules);
    setup_clear(&setup);
}

static const bship_chart *chart_to_move(const struct session *session)
{
    return bship_game_chart(session->game, bship_game_to_move(session->game));
}

/* Lets the side to move fire where its AI aims. */
static void fire_by_advice(struct session *session, struct advice *advice)
{
    struct advice_question question = {
        .kind = ADVICE_AIM,
        .ai = session->ai[bship_game_to_move(session->game)],
        .chart = chart_to_move(session),
        .count = bship_game_shots_due(session->game),
    };

    assert_ok(advice_ask(advice, &question), "the worker is free");
    const struct advice_result *result = advice_wait(advice);
    assert_ok(result->status, "an aim");
    cr_assert_eq(result->count, question.count, "the shots due");
    assert_ok(bship_game_fire_salvo(session->game, result->cells, (size_t)result->count, NULL),
              "an aim");
}

static void compare_with_step(const char *rules, const char *strategy)
{
    struct worker *worker = worker_new();
    struct session advised, stepped;
    struct advice *advice = NULL;

    open_session(&advised, rules, strategy, worker);
    open_session(&stepped, rules, strategy, NULL);
    assert_ok(advice_open(&advice, advised.setup.rules, worker), "an adviser");
    while (bship_game_phase(advised.game) != BSHIP_PHASE_OVER) {
        fire_by_advice(&advised, advice);
        assert_ok(bship_game_step(stepped.game, NULL, NULL, NULL), "an AI is to move");
        assert_same(game_and_boards_dump(stepped.game), game_and_boards_dump(advised.game), rules);
    }
    advice_close(advice);
    session_close(&advised);
    session_close(&stepped);
    worker_free(worker);
}

Test(advice, an_aim_is_that_of_a_step)
{
    for (size_t i = 0; i < RULES; i++) {
        compare_with_step(all_rules[i], "hunt");
        compare_with_step(all_rules[i], "density");
    }
    compare_with_step(all_rules[2], "posterior");
}

/* The hint for the rest of a salvo of which some cells are marked. */
static const struct advice_result *hint(struct advice *advice, const struct session *session,
                                        const bship_cell *marked, int32_t count)
{
    struct advice_question question = {
        .kind = ADVICE_HINT,
        .chart = chart_to_move(session),
        .marked = marked,
        .marked_count = count,
        .count = bship_game_shots_due(session->game),
    };

    assert_ok(advice_ask(advice, &question), "the worker is free");
    const struct advice_result *result = advice_wait(advice);
    assert_ok(result->status, "a hint");
    return result;
}

Test(advice, a_hint_has_the_chances_of_the_heat_map)
{
    struct worker *worker = worker_new();
    struct session session;
    struct advice *advice = NULL;

    open_session(&session, all_rules[0], "density", worker);
    assert_ok(advice_open(&advice, session.setup.rules, worker), "an adviser");
    const struct advice_result *result = hint(advice, &session, NULL, 0);
    bship_cell cell = result->cells[0];
    size_t index = (size_t)(cell.y * bship_rules_width(session.setup.rules) + cell.x);
    cr_assert_not_null(result->grid, "chances");
    double chance = result->grid[index];
    cr_assert(chance > 0 && chance <= 1, "%f", chance);
    struct advice_question question = { .kind = ADVICE_HEAT, .chart = chart_to_move(&session) };
    assert_ok(advice_ask(advice, &question), "the worker is free");
    result = advice_wait(advice);
    assert_ok(result->status, "a heat map");
    cr_assert_float_eq(result->grid[index], chance, 1e-9, "%f %f", result->grid[index], chance);
    advice_close(advice);
    session_close(&session);
    worker_free(worker);
}

Test(advice, the_best_cells_come_in_order)
{
    static const double grid[] = { 0.1, 0.5, 0, 0.5, 0.2, 0.3 };
    static const size_t expected[] = { 1, 3, 5, 4, 0 };
    size_t best[6];
    for (size_t capacity = 0; capacity <= 6; capacity++) {
        size_t count = advice_best(grid, 6, best, capacity);
        cr_assert_eq(count, capacity < 5 ? capacity : 5, "of %zu: %zu", capacity, count);
        for (size_t i = 0; i < count; i++)
            cr_assert_eq(best[i], expected[i], "%zu of %zu", i, capacity);
    }
}

static bool contains(const bship_cell *cells, int32_t count, bship_cell cell)
{
    for (int32_t i = 0; i < count; i++) {
        if (cells[i].x == cell.x && cells[i].y == cell.y)
            return true;
    }
    return false;
}

Test(advice, a_hint_fills_the_rest_of_a_salvo)
{
    struct worker *worker = worker_new();
    struct session session;
    struct advice *advice = NULL;

    open_session(&session, all_rules[2], "density", worker);
    assert_ok(advice_open(&advice, session.setup.rules, worker), "an adviser");
    const struct advice_result *result = hint(advice, &session, NULL, 0);
    bship_cell marked[4];
    memcpy(marked, result->cells, sizeof marked);
    for (int32_t count = 1; count < 4; count++) {
        /* The cells that would be advised are marked, so that they have to be left out. */
        result = hint(advice, &session, marked, count);
        cr_assert_eq(result->count, 4 - count, "%d marked", (int)count);
        for (int32_t i = 0; i < result->count; i++)
            cr_assert_not(contains(marked, count, result->cells[i]), "%d marked", (int)count);
    }
    struct advice_question full = { .kind = ADVICE_HINT,
                                    .chart = chart_to_move(&session),
                                    .marked = marked,
                                    .marked_count = 4,
                                    .count = 4 };
    assert_status(advice_ask(advice, &full), BSHIP_ERROR_COUNT, "all are marked");
    advice_close(advice);
    session_close(&session);
    worker_free(worker);
}

static const struct advice_result *heat(struct advice *advice, const bship_chart *chart)
{
    struct advice_question question = { .kind = ADVICE_HEAT, .chart = chart };

    assert_ok(advice_ask(advice, &question), "the worker is free");
    return advice_wait(advice);
}

Test(advice, a_heat_map_is_the_posterior_s)
{
    struct worker *worker = worker_new();
    struct session session;
    struct advice *advice = NULL;

    open_session(&session, all_rules[0], "density", worker);
    assert_ok(advice_open(&advice, session.setup.rules, worker), "an adviser");
    while (bship_game_phase(session.game) != BSHIP_PHASE_OVER) {
        const bship_chart *chart = chart_to_move(&session);
        double grid[64];
        bship_posterior *posterior = new_posterior(chart);
        bship_posterior_occupancy(posterior, grid, 64);
        const struct advice_result *result = heat(advice, chart);
        assert_ok(result->status, "a heat map");
        cr_assert_str_eq(result->text, "exact chances", "a small board");
        for (int32_t i = 0; i < 64; i++) {
            bship_cell cell = cell_at(session.setup.rules, i);
            bool is_unknown = bship_chart_state_at(chart, cell) == BSHIP_CHART_STATE_UNKNOWN;
            cr_assert_eq(result->grid[i], is_unknown ? grid[i] : 0, "cell %d", (int)i);
        }
        bship_posterior_free(posterior);
        assert_ok(bship_game_step(session.game, NULL, NULL, NULL), "an AI is to move");
    }
    advice_close(advice);
    session_close(&session);
    worker_free(worker);
}

/* Cancels a question after some milliseconds; returns the seconds until it had ended. */
static double cancel_after(struct advice *advice, struct worker *worker,
                           const struct advice_question *question, long milliseconds)
{
    struct timespec pause = { 0, milliseconds * 1000000 };

    assert_ok(advice_ask(advice, question), "the worker is free");
    nanosleep(&pause, NULL);
    bool was_busy = worker_is_busy(worker);
    double start = seconds_now();
    advice_cancel(advice);
    const struct advice_result *result = advice_wait(advice);
    if (was_busy)
        assert_status(result->status, BSHIP_ERROR_CANCELLED, "it was not finished");
    cr_assert_null(advice_collect(advice), "an answer comes once");
    return seconds_now() - start;
}

Test(advice, slow_questions_are_cancelled_soon)
{
    struct worker *worker = worker_new();
    struct advice *advice = NULL;
    bship_rules *rules = rules_from("board 16x16\nfleet german\ncontact none\n");
    bship_chart *chart = new_chart(rules);

    assert_ok(advice_open(&advice, rules, worker), "an adviser");
    for (int32_t kind = ADVICE_HINT; kind <= ADVICE_HEAT; kind++) {
        struct advice_question question = { .kind = kind, .chart = chart, .count = 1 };
        for (long pause = 0; pause <= 60; pause += 20)
            cr_assert_lt(cancel_after(advice, worker, &question, pause), 2, "kind %d", (int)kind);
    }
    const struct advice_result *result = heat(advice, chart);
    assert_ok(result->status, "after all these cancelled ones");
    cr_assert_gt(strlen(result->text), 0, "how it was found");
    advice_close(advice);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    worker_free(worker);
}

Test(advice, closing_cancels_a_question)
{
    struct worker *worker = worker_new();
    struct advice *advice = NULL;
    bship_rules *rules = rules_from("board 16x16\nfleet german\ncontact none\n");
    bship_chart *chart = new_chart(rules);
    struct advice_question question = { .kind = ADVICE_HEAT, .chart = chart };

    assert_ok(advice_open(&advice, rules, worker), "an adviser");
    assert_ok(advice_ask(advice, &question), "the worker is free");
    assert_status(advice_ask(advice, &question), BSHIP_ERROR_STATE, "one question at a time");
    bship_chart_free(chart);
    bship_rules_unref(rules);
    advice_close(advice);
    advice_close(NULL);
    worker_free(worker);
}

Test(advice, the_end_of_an_answer_wakes_a_poll)
{
    struct worker *worker = worker_new();
    struct advice *advice = NULL;
    bship_rules *rules = rules_from(all_rules[0]);
    bship_chart *chart = new_chart(rules);
    struct advice_question question = { .kind = ADVICE_HINT, .chart = chart, .count = 1 };

    assert_ok(advice_open(&advice, rules, worker), "an adviser");
    cr_assert_null(advice_wait(advice), "nothing was asked");
    assert_ok(advice_ask(advice, &question), "the worker is free");
    struct pollfd row = { .fd = worker_fd(worker), .events = POLLIN };
    cr_assert_eq(poll(&row, 1, 60000), 1, "it ends");
    cr_assert_not_null(advice_collect(advice), "the answer");
    advice_close(advice);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    worker_free(worker);
}

/* Asks one question while memory runs out; returns its status, or that of the adviser. */
static bship_status ask_without_memory(const bship_chart *chart, int32_t kind,
                                       struct worker *worker)
{
    struct advice *advice = NULL;
    struct advice_question question = { .kind = kind, .chart = chart, .count = 1 };
    bship_status status = advice_open(&advice, bship_chart_rules(chart), worker);

    if (!status)
        status = advice_ask(advice, &question);
    if (!status)
        status = advice_wait(advice)->status;
    advice_close(advice);
    return status;
}

Test(advice, running_out_of_memory_is_a_status)
{
    struct worker *worker = worker_new();
    struct memory memory;
    memory_init(&memory);
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    options.allocator = memory.allocator;
    bship_rules *rules = rules_from_with(all_rules[0], &options);
    bship_chart *chart = new_chart(rules);

    for (int32_t kind = ADVICE_HINT; kind <= ADVICE_HEAT; kind++) {
        bool has_failed = true;
        for (long n = 0; has_failed; n++) {
            memory_fail(&memory, n, 1);
            bship_status status = ask_without_memory(chart, kind, worker);
            cr_assert(!status || status == BSHIP_ERROR_MEMORY, "allocation %ld: %d", n,
                      (int)status);
            has_failed = memory.failed > 0;
        }
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
    memory_check(&memory, "advice");
    worker_free(worker);
}
