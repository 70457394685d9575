/* Custom strategies: when they are called, and how their results are used. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* The results of a custom strategy, and how often it was called. */
struct own {
    bship_aim_options options; /* of the last aim */
    bship_status create_status, aim_status, place_status;
    bship_cell cells[4];
    bship_placement placements[2];
    uint64_t seed;
    int32_t side;
    const bship_rules *rules;
    int creates, resets, aims, places, destroys;
    bship_status describe_status;
    uint64_t drawn;
};

static bship_status own_create(void **state, const bship_rules *rules, void *user)
{
    struct own *own = user;
    own->creates++;
    own->rules = rules;
    if (!own->create_status)
        *state = &own->drawn;
    return own->create_status;
}

static void own_reset(void *state, uint64_t seed, int32_t side, void *user)
{
    struct own *own = user;
    cr_assert_eq(state, &own->drawn, "another state");
    own->resets++;
    own->seed = seed;
    own->side = side;
}

static bship_status own_aim(void *state, const bship_chart *chart, const bship_aim_options *options,
                            bship_cell *cells, size_t count, bship_rng *rng, void *user)
{
    struct own *own = user;
    cr_assert_not_null(chart, "no chart");
    own->options = *options;
    own->aims++;
    *(uint64_t *)state = bship_rng_next(rng);
    memcpy(cells, own->cells, count * sizeof *cells);
    return own->aim_status;
}

static bship_status own_place(void *state, const bship_rules *rules, bship_placement *placements,
                              size_t count, bship_rng *rng, void *user)
{
    struct own *own = user;
    cr_assert_not_null(rules, "no rules");
    cr_assert_eq(count, 2, "a placement for each ship");
    own->places++;
    *(uint64_t *)state = bship_rng_next(rng);
    memcpy(placements, own->placements, count * sizeof *placements);
    return own->place_status;
}

static void own_destroy(void *state, void *user)
{
    struct own *own = user;
    cr_assert_eq(state, &own->drawn, "another state");
    own->destroys++;
}

static bship_status own_describe(const void *state, bship_ai_info *out, void *user)
{
    const struct own *own = user;
    cr_assert_eq(state, &own->drawn, "another state");
    cr_assert(out->method == -1 && out->work == 0, "not an empty description");
    out->method = BSHIP_METHOD_MCMC;
    out->work = own->aims;
    return own->describe_status;
}

static const bship_strategy_callbacks own_callbacks = { sizeof(bship_strategy_callbacks),
                                                        NULL,
                                                        own_create,
                                                        own_reset,
                                                        own_aim,
                                                        own_place,
                                                        own_destroy,
                                                        own_describe };

static const char own_rules[] = "board 4x4\nfleet 3 2\nblocked D4\n";

Test(own_strategy, state_is_created_reset_and_destroyed_once)
{
    struct own own = { .cells = { { 1, 2 } } };
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_rules *rules = rules_from(own_rules);
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = NULL;
    bship_cell cell;

    options.seed = 42;
    options.side = BSHIP_SIDE_B;
    assert_ok(bship_ai_new_custom(&ai, rules, &own_callbacks, &own, &options, NULL), "an AI");
    cr_assert_eq(own.creates, 1, "created once");
    cr_assert_eq(own.resets, 1, "and begun once");
    uint64_t seed = own.seed;
    cr_assert_neq(seed, 42, "with the seed itself");
    cr_assert_eq(own.side, BSHIP_SIDE_B, "and its side");
    cr_assert_eq(own.rules, rules, "for its rules");
    cr_assert_str_eq(bship_ai_strategy(ai), "custom", "it has no name");
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
    cr_assert(cell.x == 1 && cell.y == 2, "another cell");
    bship_ai_reset(ai, 4711);
    cr_assert(own.seed != seed && own.seed != 4711, "another seed, of the reset");
    bship_ai_reset(ai, 42);
    cr_assert_eq(own.seed, seed, "the same seed again");
    cr_assert_eq(own.destroys, 0, "destroyed too early");
    bship_ai_free(ai);
    cr_assert_eq(own.destroys, 1, "destroyed once");
    cr_assert_eq(own.creates, 1, "created once");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(own_strategy, that_cannot_be_created_is_not_destroyed)
{
    static const bship_status refusals[] = { BSHIP_ERROR_MEMORY, BSHIP_ERROR_UNSUPPORTED,
                                             BSHIP_ERROR_IO };
    bship_rules *rules = rules_from(own_rules);

    for (size_t i = 0; i < 3; i++) {
        struct own own = { .create_status = refusals[i] };
        bship_error error = BSHIP_ERROR_INIT;
        bship_ai *ai = NULL;
        assert_status(bship_ai_new_custom(&ai, rules, &own_callbacks, &own, NULL, &error),
                      refusals[i], "create refuses");
        cr_assert_null(ai, "an AI was made");
        cr_assert_eq((bship_status)error.status, refusals[i], "the error");
        cr_assert_eq(own.destroys, 0, "what was not created was destroyed");
    }
    bship_rules_unref(rules);
}

Test(own_strategy, bad_options_never_reach_it)
{
    bship_rules *rules = rules_from(own_rules);
    bship_ai_options level = BSHIP_AI_OPTIONS_INIT, side = level, work = level;
    const bship_ai_options *options[] = { &level, &side, &work };
    bship_status expected[] = { BSHIP_ERROR_ARGUMENT, BSHIP_ERROR_ARGUMENT, BSHIP_ERROR_RANGE };

    level.level = BSHIP_LEVEL_EASY;
    side.side = 3;
    work.work_limit = -1;
    for (size_t i = 0; i < 3; i++) {
        struct own own = { .create_status = BSHIP_OK };
        bship_ai *ai = NULL;
        assert_status(bship_ai_new_custom(&ai, rules, &own_callbacks, &own, options[i], NULL),
                      expected[i], "case %zu", i);
        cr_assert_null(ai, "an AI was made");
        cr_assert_eq(own.creates, own.destroys, "created and left");
    }
    bship_rules_unref(rules);
}

Test(own_strategy, needs_nothing_but_aim)
{
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    struct own own = { .cells = { { 3, 0 } } };
    bship_rules *rules = rules_from(own_rules);
    bship_rng rng = rng_of(8), twin = rng;
    bship_board *board = random_board(rules, &twin), *placed = random_board(rules, &twin);
    bship_ai *ai = NULL;

    callbacks.aim = own_aim;
    assert_ok(bship_ai_new_custom(&ai, rules, &callbacks, &own, NULL, NULL), "an AI");
    bship_ai_reset(ai, 1);
    assert_ok(bship_ai_place(ai, &rng, NULL, placed, NULL), "a layout");
    assert_same(board_dump(board), board_dump(placed), "the random layout of the stream");
    bship_ai_free(ai);
    bship_board_free(board);
    bship_board_free(placed);
    bship_rules_unref(rules);
}

Test(own_strategy, describes_its_aims_if_it_can)
{
    static const struct {
        bship_status returned, passed;
    } cases[] = { { BSHIP_OK, BSHIP_OK },
                  { BSHIP_ERROR_UNSUPPORTED, BSHIP_ERROR_UNSUPPORTED },
                  { (bship_status)-12345, BSHIP_ERROR_STRATEGY } };
    bship_rules *rules = rules_from(own_rules);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_ai_info info = { sizeof info, 77, 77, 77, 77, 77, 77, 77, 77 };
        struct own own = { .describe_status = cases[i].returned, .aims = 5 };
        bship_ai *ai = NULL;
        assert_ok(bship_ai_new_custom(&ai, rules, &own_callbacks, &own, NULL, NULL), "an AI");
        assert_status(bship_ai_describe(ai, &info), cases[i].passed, "case %zu", i);
        cr_assert_eq(info.method, i == 0 ? BSHIP_METHOD_MCMC : 77, "case %zu", i);
        cr_assert_eq(info.work, i == 0 ? 5 : 77, "case %zu", i);
        bship_ai_free(ai);
    }
    bship_strategy_callbacks silent = own_callbacks;
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    struct own own = { .create_status = BSHIP_OK };
    bship_ai *ai = NULL;
    double scores[16];
    silent.describe = NULL;
    assert_ok(bship_ai_new_custom(&ai, rules, &silent, &own, NULL, NULL), "an AI");
    assert_status(bship_ai_describe(ai, &info), BSHIP_ERROR_UNSUPPORTED, "no callback");
    bship_chart *chart = new_chart(rules);
    assert_status(bship_ai_scores(ai, chart, NULL, scores, 16), BSHIP_ERROR_UNSUPPORTED,
                  "no scores");
    bship_chart_free(chart);
    bship_ai_free(ai);
    bship_rules_unref(rules);
}

Test(own_strategy, illegal_cells_are_an_error_of_the_strategy)
{
    static const struct {
        bship_cell cells[2];
        bool legal, wastes; /* whether it is legal; whether only where repeats are wasted */
    } cases[] = {
        { { { 1, 0 }, { 2, 0 } }, true, false },
        { { { 0, 0 }, { 1, 0 } }, false, true }, /* already fired at */
        { { { 1, 0 }, { 0, 0 } }, false, true },
        { { { 1, 0 }, { 1, 0 } }, false, false },
        { { { 0, 0 }, { 0, 0 } }, false, false },
        { { { 1, 0 }, { 3, 3 } }, false, false }, /* blocked */
        { { { -1, 0 }, { 1, 0 } }, false, false },
        { { { 1, 0 }, { 0, 4 } }, false, false },
        { { { 1, 0 }, { INT32_MAX, INT32_MIN } }, false, false },
    };
    static const char *const repeats[] = { "repeat refused\n", "repeat wasted\n" };

    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        bool legal = cases[i / 2].legal || (i % 2 && cases[i / 2].wastes);
        struct own own = { .create_status = BSHIP_OK };
        bship_cell cells[2] = { { 77, 77 }, { 77, 77 } };
        bship_report miss = BSHIP_REPORT_INIT;
        char text[128] = "turn salvo 2\nboard 4x4\nfleet 3 2\nblocked D4\n";
        bship_rules *rules = rules_from(strcat(text, repeats[i % 2]));
        bship_chart *chart = new_chart(rules);
        bship_ai *ai = NULL;
        assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &miss, NULL), "a miss");
        memcpy(own.cells, cases[i / 2].cells, sizeof cases[i / 2].cells);
        assert_ok(bship_ai_new_custom(&ai, rules, &own_callbacks, &own, NULL, NULL), "an AI");
        assert_status(bship_ai_aim_salvo(ai, chart, NULL, cells, 2),
                      legal ? BSHIP_OK : BSHIP_ERROR_STRATEGY, "case %zu, %s", i / 2,
                      repeats[i % 2]);
        cr_assert_eq(cells[0].x == 77, !legal, "case %zu: the cells", i / 2);
        bship_ai_free(ai);
        cr_assert_eq(own.destroys, 1, "destroyed once");
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* The status that the caller sees when a callback returns one. */
static const struct {
    int returned;
    bship_status passed;
} passed_on[] = {
    { BSHIP_ERROR_MEMORY, BSHIP_ERROR_MEMORY },
    { BSHIP_ERROR_WORK_LIMIT, BSHIP_ERROR_WORK_LIMIT },
    { BSHIP_ERROR_CANCELLED, BSHIP_ERROR_CANCELLED },
    { 1, BSHIP_ERROR_STRATEGY },
    { 9999, BSHIP_ERROR_STRATEGY },
    { -1, BSHIP_ERROR_STRATEGY },
};

Test(own_strategy, its_status_is_passed_on_and_an_unknown_one_is_its_error)
{
    bship_rules *rules = rules_from(own_rules);
    bship_chart *chart = new_chart(rules);
    bship_rng rng = rng_of(9);
    bship_board *board = random_board(rules, &rng);

    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++) {
        struct own own = { .aim_status = (bship_status)passed_on[i].returned,
                           .place_status = (bship_status)passed_on[i].returned,
                           .cells = { { 1, 1 } } };
        bship_cell cell = { 77, 77 };
        bship_ai *ai = NULL;
        struct text before = board_dump(board);
        assert_ok(bship_ai_new_custom(&ai, rules, &own_callbacks, &own, NULL, NULL), "an AI");
        assert_status(bship_ai_aim(ai, chart, NULL, &cell), passed_on[i].passed, "aim %d",
                      passed_on[i].returned);
        cr_assert_eq(cell.x, 77, "a failed aim wrote a cell");
        assert_status(bship_ai_place(ai, &rng, NULL, board, NULL), passed_on[i].passed, "place %d",
                      passed_on[i].returned);
        assert_same(before, board_dump(board), "a failed layout changed the board");
        bship_ai_free(ai);
    }
    bship_board_free(board);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(own_strategy, places_its_own_fleet_if_that_is_legal)
{
    static const struct {
        bship_placement placements[2];
        bship_status status;
    } cases[] = {
        { { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL }, { 1, 0, 1, BSHIP_ORIENTATION_HORIZONTAL } },
          BSHIP_OK },
        { { { 1, 0, 1, BSHIP_ORIENTATION_HORIZONTAL }, { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL } },
          BSHIP_OK },
        { { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL }, { 1, 2, 0, BSHIP_ORIENTATION_VERTICAL } },
          BSHIP_ERROR_STRATEGY },
        { { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL }, { 0, 0, 1, BSHIP_ORIENTATION_HORIZONTAL } },
          BSHIP_ERROR_STRATEGY },
        { { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL }, { 1, 3, 1, BSHIP_ORIENTATION_HORIZONTAL } },
          BSHIP_ERROR_STRATEGY },
        { { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL }, { 1, 3, 2, BSHIP_ORIENTATION_VERTICAL } },
          BSHIP_ERROR_STRATEGY },
        { { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL }, { 2, 0, 1, BSHIP_ORIENTATION_HORIZONTAL } },
          BSHIP_ERROR_STRATEGY },
    };
    bship_rules *rules = rules_from(own_rules);
    bship_rng rng = rng_of(10);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct own own = { .create_status = BSHIP_OK };
        bship_board *board = random_board(rules, &rng);
        struct text before = board_dump(board);
        bship_ai *ai = NULL;
        memcpy(own.placements, cases[i].placements, sizeof own.placements);
        assert_ok(bship_ai_new_custom(&ai, rules, &own_callbacks, &own, NULL, NULL), "an AI");
        int32_t method = 77;
        assert_status(bship_ai_place(ai, &rng, NULL, board, &method), cases[i].status, "case %zu",
                      i);
        cr_assert_eq(method, cases[i].status ? 77 : BSHIP_DRAW_METHOD_NONE, "case %zu: the method",
                     i);
        if (cases[i].status)
            assert_same(before, board_dump(board), "a refused layout changed the board");
        else
            text_free(&before);
        bship_ai_free(ai);
        bship_board_free(board);
    }
    bship_rules_unref(rules);
}

Test(own_strategy, draws_depend_on_seed_side_and_log_only)
{
    struct own own = { .cells = { { 1, 1 } } };
    bship_rules *rules = rules_from(own_rules);
    bship_chart *chart = new_chart(rules);
    bship_report miss = BSHIP_REPORT_INIT;
    bship_ai *ai = NULL;
    bship_cell cell;
    uint64_t first;

    assert_ok(bship_ai_new_custom(&ai, rules, &own_callbacks, &own, NULL, NULL), "an AI");
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
    first = own.drawn;
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "the same aim");
    cr_assert_eq(own.drawn, first, "asked twice it drew another number");
    assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &miss, NULL), "a miss");
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "another log");
    cr_assert_neq(own.drawn, first, "after a shot it drew the same number");
    assert_ok(bship_chart_truncate(chart, 0), "the shot is removed");
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "the first log");
    cr_assert_eq(own.drawn, first, "for the first log it drew another number");
    bship_ai_reset(ai, 1);
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "another seed");
    cr_assert_neq(own.drawn, first, "for another seed it drew the same number");
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- names ---- */

/* Aims at the first unknown cell. */
static bship_status aim_first(void *state, const bship_chart *chart,
                              const bship_aim_options *options, bship_cell *cells, size_t count,
                              bship_rng *rng, void *user)
{
    int32_t width = bship_rules_width(bship_chart_rules(chart));
    (void)state;
    (void)options;
    (void)count;
    (void)rng;
    (void)user;
    for (int32_t i = 0;; i++) {
        cells[0] = (bship_cell){ i % width, i / width };
        if (bship_chart_state_at(chart, cells[0]) == BSHIP_CHART_STATE_UNKNOWN)
            return BSHIP_OK;
    }
}

Test(own_strategy, has_a_name_of_its_own)
{
    static const struct {
        const char *name;
        bship_status status;
    } cases[] = {
        { "Sweep \303\244", BSHIP_OK },
        { "custom", BSHIP_OK },
        { "12345678901234567890123456789012", BSHIP_OK },
        { "123456789012345678901234567890123", BSHIP_ERROR_ARGUMENT },
        { "", BSHIP_ERROR_ARGUMENT },
        { "\"quoted\"", BSHIP_ERROR_ARGUMENT },
        { "two\nlines", BSHIP_ERROR_ARGUMENT },
        { "\377", BSHIP_ERROR_ARGUMENT },
        { "density", BSHIP_ERROR_ARGUMENT },
    };
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
        char name[64];
        bship_ai *ai = NULL;
        callbacks.aim = aim_first;
        callbacks.name = strcpy(name, cases[i].name);
        assert_status(bship_ai_new_custom(&ai, rules, &callbacks, NULL, NULL, NULL),
                      cases[i].status, "%s", cases[i].name);
        memset(name, 'x', strlen(name));
        if (ai)
            cr_assert_str_eq(bship_ai_strategy(ai), cases[i].name, "the name is copied");
        bship_ai_free(ai);
    }
    bship_rules_unref(rules);
}

/* In a match the AIs of other threads are made long after the caller's text is gone. */
Test(own_strategy, has_its_name_in_every_thread_of_a_match)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_match *match = NULL;
    char *name = malloc(8);

    strcpy(name, "sweeper");
    callbacks.aim = aim_first;
    callbacks.name = name;
    options.threads = 3;
    options.games = 100;
    assert_ok(bship_match_new(&match, rules, &options, NULL), "a match");
    assert_ok(bship_match_add_custom(match, &callbacks, NULL, NULL, NULL), "an entry");
    memset(name, '"', 7);
    free(name);
    cr_assert_str_eq(bship_match_entry_name(match, 0), "sweeper", "the name is copied");
    assert_ok(bship_match_run(match, NULL, NULL, NULL), "it plays");
    bship_match_free(match);
    bship_rules_unref(rules);
}

Test(own_strategy, is_kept_by_its_name_in_records)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\nfirst a\n");
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_ai_options ai_options = BSHIP_AI_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    const char *strategy = NULL;
    bship_game *game = NULL, *again = NULL;
    bship_record *record = NULL, *second = NULL;
    bship_ai *ai = NULL, *other = NULL;

    callbacks.aim = aim_first;
    callbacks.name = "x-sweep";
    assert_ok(bship_ai_new_custom(&ai, rules, &callbacks, NULL, NULL, NULL), "an AI");
    assert_ok(bship_ai_new_custom(&other, rules, &callbacks, NULL, NULL, NULL), "another AI");
    options.ai_a = ai;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        assert_ok(bship_game_place_random(game, side, NULL, NULL, NULL), "a fleet");
    assert_ok(bship_game_start(game, NULL), "a start");
    assert_ok(bship_game_step(game, NULL, NULL, NULL), "a step");
    assert_ok(bship_record_new_game(&record, game, &whole_game, NULL), "a record");
    cr_assert_str_eq(bship_record_get(record, BSHIP_FACT_STRATEGY, BSHIP_SIDE_A), "x-sweep",
                     "the name");
    assert_status(bship_record_to_ai_options(record, BSHIP_SIDE_A, &strategy, &ai_options, &error),
                  BSHIP_ERROR_NAME, "the library cannot make it");
    cr_assert_not_null(strstr(error.text, "'x-sweep'"), "%s", error.text);
    options.ai_a = other;
    assert_ok(bship_game_new(&again, rules, &options, NULL), "a game with the caller's AI");
    assert_ok(bship_record_to_game(record, again, &error), "it is restored: %s", error.text);
    assert_ok(bship_record_new_game(&second, again, &whole_game, NULL), "its record");
    assert_same(record_text_of(record), record_text_of(second), "the record");
    bship_record_free(second);
    bship_record_free(record);
    bship_game_free(again);
    bship_game_free(game);
    bship_ai_free(other);
    bship_ai_free(ai);
    bship_rules_unref(rules);
}
