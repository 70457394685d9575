/*
 * Games as a caller sees them: creation, placement, first mover, ending and AIs. Turns are in
 * test_game_turns.c, remote sides in test_game_remote.c.
 */
#include <stdio.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "support.h"

static bship_game *new_game(const bship_rules *rules, uint64_t seed, bship_ai *a, bship_ai *b)
{
    bship_game_options options = { .size = sizeof options, .seed = seed, .ai_a = a, .ai_b = b };
    bship_game *game = NULL;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "%s", rules_text(rules));
    return game;
}

/* Places both fleets at random and starts. */
static void begin(bship_game *game)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        assert_ok(bship_game_place_random(game, side, NULL, NULL, NULL), "side %d", (int)side);
    }
    assert_ok(bship_game_start(game, NULL), "both fleets are placed");
}

static void place(bship_game *game, int32_t side, int32_t ship, int32_t x, int32_t y)
{
    bship_placement placement = { ship, x, y, BSHIP_ORIENTATION_HORIZONTAL };
    assert_ok(place_ship(game, side, placement), "ship %d", (int)ship);
}

static struct text layout_dump(const bship_game *game)
{
    struct text text = { NULL, 0, 0 };
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        struct text board = board_dump(bship_game_board(game, side));
        text_add(&text, "%s", board.data);
        text_free(&board);
    }
    return text;
}

/* The whole state of a game: both layouts, both logs, the outcome. */
static struct text story(const bship_game *game)
{
    struct text text = layout_dump(game);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        struct text chart = chart_dump(bship_game_chart(game, side));
        text_add(&text, "%s", chart.data);
        text_free(&chart);
    }
    text_add(&text, "began %d, outcome %d, round %lld, entries %lld\n", (int)bship_game_began(game),
             (int)bship_game_outcome(game), (long long)bship_game_round(game),
             (long long)bship_game_log_length(game));
    return text;
}

static void step_to_the_end(bship_game *game)
{
    while (bship_game_phase(game) == BSHIP_PHASE_AIMING)
        assert_ok(bship_game_step(game, NULL, NULL, NULL), "%s",
                  rules_text(bship_game_rules(game)));
    cr_assert_eq(bship_game_phase(game), BSHIP_PHASE_OVER, "the game stopped before its end");
}

/* ---- creation ---- */

Test(game, new_game_waits_for_ships)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_game *game = new_game(rules, 7, NULL, NULL);

    cr_assert_eq(bship_game_phase(game), BSHIP_PHASE_PLACING, "the phase");
    cr_assert_eq(bship_game_rules(game), rules, "the rules");
    cr_assert_eq(bship_game_seed(game), 7, "the seed");
    cr_assert_eq(bship_game_to_move(game), BSHIP_SIDE_NONE, "no side is to move");
    cr_assert_eq(bship_game_began(game), BSHIP_SIDE_NONE, "no side has begun");
    cr_assert_eq(bship_game_shots_due(game), 0, "no shots are due");
    cr_assert_eq(bship_game_round(game), 0, "no round is being played");
    cr_assert_eq(bship_game_outcome(game), BSHIP_OUTCOME_NONE, "it has no outcome");
    cr_assert_eq(bship_game_log_length(game), 0, "its log is empty");
    for (int32_t side = -1; side < 4; side++) {
        int exists = side == BSHIP_SIDE_A || side == BSHIP_SIDE_B;
        cr_assert_eq(bship_game_board(game, side) != NULL, exists, "board of %d", (int)side);
        cr_assert_eq(bship_game_chart(game, side) != NULL, exists, "chart of %d", (int)side);
        cr_assert_null(bship_game_ai(game, side), "AI of %d", (int)side);
    }
    bship_game_free(game);
    bship_game_free(NULL);
    bship_rules_unref(rules);
}

Test(game, new_game_refuses_what_makes_no_sense)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_rules *others = rules_from("board 4x5\nfleet 3 2\n");
    bship_ai *ai = new_ai(rules, "random", 0), *stranger = new_ai(others, "random", 0);
    enum {
        SIZE = sizeof(bship_game_options)
    };
    const struct {
        bship_game_options options;
        bship_status expected;
        int64_t index;
    } cases[] = {
        { { .size = SIZE, .location_a = 2 }, BSHIP_ERROR_ARGUMENT, BSHIP_SIDE_A },
        { { .size = SIZE, .location_b = -1 }, BSHIP_ERROR_ARGUMENT, BSHIP_SIDE_B },
        { { .size = SIZE, .ai_a = ai, .ai_b = ai }, BSHIP_ERROR_ARGUMENT, BSHIP_SIDE_B },
        { { .size = SIZE, .ai_a = stranger, .ai_b = ai }, BSHIP_ERROR_RULES, BSHIP_SIDE_A },
        { { .size = SIZE, .ai_a = ai, .ai_b = stranger }, BSHIP_ERROR_RULES, BSHIP_SIDE_B },
        { { .size = SIZE - 1 }, BSHIP_ERROR_SIZE, -1 },
        { { .size = SIZE, .first = 3 }, BSHIP_ERROR_ARGUMENT, -1 },
        { { .size = SIZE, .audit = 2 }, BSHIP_ERROR_ARGUMENT, -1 },
        { { .size = SIZE, .audit_work_limit = -1 }, BSHIP_ERROR_RANGE, -1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_game *game = NULL;
        assert_status(bship_game_new(&game, rules, &cases[i].options, &error), cases[i].expected,
                      "case %zu", i);
        cr_assert_null(game, "case %zu wrote its output", i);
        cr_assert_eq(error.status, (int32_t)cases[i].expected, "case %zu: the error's status", i);
        cr_assert_eq(error.index, cases[i].index, "case %zu: the side at fault", i);
        cr_assert_neq(error.text[0], '\0', "case %zu says nothing", i);
    }
    bship_ai_free(ai);
    bship_ai_free(stranger);
    bship_rules_unref(rules);
    bship_rules_unref(others);
}

Test(game, missing_arguments_are_refused)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_game *game = new_game(rules, 0, NULL, NULL);
    bship_board *board = new_board(rules);
    bship_cell cell = { 0, 0 };
    bship_report report = BSHIP_REPORT_INIT;
    bship_total total = BSHIP_TOTAL_INIT;
    const bship_status statuses[] = {
        bship_game_new(NULL, rules, NULL, NULL),
        bship_game_new(&game, NULL, NULL, NULL),
        bship_game_set_board(NULL, BSHIP_SIDE_A, board, NULL),
        bship_game_set_board(game, 3, board, NULL),
        bship_game_set_board(game, BSHIP_SIDE_NONE, board, NULL),
        bship_game_set_board(game, BSHIP_SIDE_A, NULL, NULL),
        bship_game_place_random(NULL, BSHIP_SIDE_A, NULL, NULL, NULL),
        bship_game_place_random(game, 3, NULL, NULL, NULL),
        bship_game_start(NULL, NULL),
        bship_game_fire(NULL, cell, NULL, NULL),
        bship_game_fire_salvo(NULL, &cell, 1, NULL),
        bship_game_fire_salvo(game, NULL, 1, NULL),
        bship_game_step(NULL, NULL, NULL, NULL),
        bship_game_report(NULL, &report, 1, NULL),
        bship_game_report(game, NULL, 1, NULL),
        bship_game_report_total(NULL, &total, 1, NULL),
        bship_game_report_total(game, NULL, 1, NULL),
    };
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
        cr_assert_eq(statuses[i], BSHIP_ERROR_ARGUMENT, "call %zu", i);
    bship_board_free(board);
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* ---- placement ---- */

Test(game, board_of_a_side_is_taken_whole_or_in_part_until_the_start)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\n"), *others = rules_from("board 5x5\n"
                                                                                    "fleet 3 3\n");
    const bship_placement layout[2] = { { 1, 0, 4, BSHIP_ORIENTATION_HORIZONTAL },
                                        { 0, 0, 0, BSHIP_ORIENTATION_VERTICAL } };
    bship_game *game = new_game(rules, 1, NULL, NULL);
    bship_board *board = new_board(rules), *strange = new_board(others);
    const bship_board *taken = bship_game_board(game, BSHIP_SIDE_A);
    bship_error error = BSHIP_ERROR_INIT;
    bship_report report;

    assert_ok(bship_board_place(board, layout[0]), "one ship");
    assert_ok(bship_game_set_board(game, BSHIP_SIDE_A, board, &error), "a part");
    cr_assert_eq(bship_board_ships_afloat(taken), 1, "one ship");
    cr_assert_eq(bship_board_ships_afloat(bship_game_board(game, BSHIP_SIDE_B)), 0, "b has none");
    assert_status(bship_game_start(game, NULL), BSHIP_ERROR_NOT_PLACED, "ship 0 is missing");
    assert_ok(bship_board_place_layout(board, layout, 2, NULL), "a layout");
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        assert_ok(bship_game_set_board(game, side, board, &error), "side %d", (int)side);
    cr_assert_eq(error.status, BSHIP_OK, "no error");
    assert_ok(bship_game_set_board(game, BSHIP_SIDE_A, taken, NULL), "its board again");
    assert_status(bship_game_set_board(game, BSHIP_SIDE_A, strange, &error), BSHIP_ERROR_RULES,
                  "other rules");
    cr_assert_eq(error.status, BSHIP_ERROR_RULES, "the error");
    assert_ok(bship_board_fire(board, (bship_cell){ 4, 0 }, &report, NULL), "a shot");
    assert_status(bship_game_set_board(game, BSHIP_SIDE_A, board, NULL), BSHIP_ERROR_STARTED,
                  "a shot");
    cr_assert(bship_board_is_complete(taken), "a refusal changes nothing");
    bship_board_clear(board);
    assert_ok(bship_game_set_board(game, BSHIP_SIDE_A, board, NULL), "no ship");
    cr_assert_eq(bship_board_ships_afloat(taken), 0, "no ship");
    assert_ok(bship_board_place_layout(board, layout, 2, NULL), "a layout");
    assert_ok(bship_game_set_board(game, BSHIP_SIDE_A, board, NULL), "the fleet");
    assert_ok(bship_game_start(game, NULL), "it begins");
    assert_status(bship_game_set_board(game, BSHIP_SIDE_A, board, NULL), BSHIP_ERROR_STATE,
                  "too late");
    bship_board_free(board);
    bship_board_free(strange);
    bship_game_free(game);
    bship_rules_unref(rules);
    bship_rules_unref(others);
}

Test(game, random_layouts_follow_from_seed_side_and_draw)
{
    bship_rules *rules = rules_from("fleet classic\n");
    bship_game *game = new_game(rules, 11, NULL, NULL);
    bship_board *board = NULL;

    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    for (uint64_t draw = 0; draw < 5; draw++) {
        for (int32_t side = BSHIP_SIDE_B; side >= BSHIP_SIDE_A; side--) {
            bship_rng rng;
            bship_rng_seed(&rng, 11, BSHIP_RNG_PURPOSE_LAYOUT, 2 * draw + (side == BSHIP_SIDE_B));
            assert_ok(bship_board_place_random(board, &rng, NULL, NULL), "by hand");
            assert_ok(bship_game_place_random(game, side, NULL, NULL, NULL), "by the game");
            assert_same(board_dump(board), board_dump(bship_game_board(game, side)),
                        "the layout of a draw");
        }
    }
    bship_board_free(board);
    bship_game_free(game);
    bship_rules_unref(rules);
}

Test(game, draw_that_fails_changes_nothing)
{
    bship_rules *rules = rules_from("fleet german\ncontact none\n");
    bship_game *game = new_game(rules, 0, NULL, NULL);
    bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;

    options.work_limit = 1;
    place(game, BSHIP_SIDE_A, 0, 2, 3);
    struct text before = board_dump(bship_game_board(game, BSHIP_SIDE_A));
    assert_status(bship_game_place_random(game, BSHIP_SIDE_A, &options, NULL, NULL),
                  BSHIP_ERROR_WORK_LIMIT, "one try is too few");
    assert_same(before, board_dump(bship_game_board(game, BSHIP_SIDE_A)), "a draw that failed");
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* ---- first mover ---- */

Test(game, random_follows_from_the_seed_and_falls_either_way)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_game *game = new_game(rules, 0, NULL, NULL);
    int seeds = 400, begun[BY_SIDE] = { 0 };

    for (int seed = 0; seed < seeds; seed++) {
        bship_rng rng;
        bship_rng_seed(&rng, (uint64_t)seed, BSHIP_RNG_PURPOSE_FIRST, 0);
        bship_game_reset(game, (uint64_t)seed, 0);
        begin(game);
        cr_assert_eq(bship_game_began(game), BSHIP_SIDE_A + (int32_t)bship_rng_below(&rng, 2),
                     "seed %d", seed);
        begun[bship_game_began(game)]++;
    }
    cr_assert(begun[BSHIP_SIDE_A] > seeds / 3 && begun[BSHIP_SIDE_B] > seeds / 3,
              "a began %d of %d games", begun[BSHIP_SIDE_A], seeds);
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* ---- endings ---- */

/* Plays single shots on boards of one ship each; x and y of a shot are digits of its text. */
static int32_t outcome_of(const char *text, const char *const *shots)
{
    bship_rules *rules = rules_from(text);
    bship_game *game = new_game(rules, 0, NULL, NULL);
    place(game, BSHIP_SIDE_A, 0, 0, 0);
    place(game, BSHIP_SIDE_B, 0, 0, 0);
    assert_ok(bship_game_start(game, NULL), "%s", text);
    for (; *shots; shots++) {
        bship_cell cell;
        cr_assert_eq(bship_game_to_move(game), (*shots)[0] == 'a' ? BSHIP_SIDE_A : BSHIP_SIDE_B,
                     "before %s of\n%s", *shots, text);
        assert_ok(bship_cell_parse(*shots + 2, &cell, NULL), "%s", *shots);
        assert_ok(bship_game_fire(game, cell, NULL, NULL), "%s of\n%s", *shots, text);
    }
    int32_t outcome = bship_game_outcome(game);
    cr_assert_eq(bship_game_phase(game) == BSHIP_PHASE_OVER, outcome != BSHIP_OUTCOME_NONE, "%s",
                 text);
    bship_game_free(game);
    bship_rules_unref(rules);
    return outcome;
}

Test(game, ends_at_once_or_after_the_round)
{
    static const struct {
        const char *rules;
        const char *shots[8];
        int32_t outcome;
    } cases[] = {
        { "board 3x1\nfleet 1\nfirst a\n", { "a A1" }, BSHIP_OUTCOME_A },
        { "board 3x1\nfleet 1\nfirst b\n", { "b B1", "a A1" }, BSHIP_OUTCOME_A },
        { "board 3x1\nfleet 1\nfirst b\n", { "b B1", "a C1", "b A1" }, BSHIP_OUTCOME_B },
        { "board 3x1\nfleet 1\nfirst a\nending equal-turns\n", { "a A1" }, BSHIP_OUTCOME_NONE },
        { "board 3x1\nfleet 1\nfirst a\nending equal-turns\n",
          { "a A1", "b B1" },
          BSHIP_OUTCOME_A },
        { "board 3x1\nfleet 1\nfirst a\nending equal-turns\n",
          { "a A1", "b A1" },
          BSHIP_OUTCOME_DRAW },
        { "board 3x1\nfleet 1\nfirst a\nending equal-turns\n",
          { "a B1", "b A1" },
          BSHIP_OUTCOME_B },
        { "board 3x1\nfleet 2\nfirst a\nturn again-on-hit\n", { "a A1", "a B1" }, BSHIP_OUTCOME_A },
        { "board 3x1\nfleet 2\nfirst a\nturn again-on-hit\nending equal-turns\n",
          { "a A1", "a B1", "b A1", "b B1" },
          BSHIP_OUTCOME_DRAW },
        { "board 3x1\nfleet 2\nfirst a\nturn again-on-hit\nrepeat wasted\n",
          { "a A1", "a A1", "b C1", "a B1" },
          BSHIP_OUTCOME_A },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cr_assert_eq(outcome_of(cases[i].rules, cases[i].shots), cases[i].outcome, "case %zu:\n%s",
                     i, cases[i].rules);
}

Test(game, salvo_by_ships_afloat_is_counted_for_the_round_with_equal_turns)
{
    static const struct {
        const char *rules;
        int32_t due;
    } cases[] = {
        { "board 4x4\nfleet 1 1\nturn salvo-afloat\nfirst a\n", 1 },
        { "board 4x4\nfleet 1 1\nturn salvo-afloat\nfirst a\nending equal-turns\n", 2 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bship_rules *rules = rules_from(cases[i].rules);
        bship_game *game = new_game(rules, 0, NULL, NULL);
        const bship_cell cells[2] = { { 0, 0 }, { 3, 3 } };
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
            place(game, side, 0, 0, 0);
            place(game, side, 1, 2, 0);
        }
        assert_ok(bship_game_start(game, NULL), "%s", cases[i].rules);
        assert_ok(bship_game_fire_salvo(game, cells, 2, NULL), "%s", cases[i].rules);
        cr_assert_eq(bship_game_shots_due(game), cases[i].due, "%s", cases[i].rules);
        bship_game_free(game);
        bship_rules_unref(rules);
    }
}

/* ---- AIs ---- */

Test(game, same_seed_is_the_same_game_and_reset_begins_anew)
{
    bship_rng rng = rng_of(5);
    for (int i = 0; i < scaled(40); i++) {
        static const struct shape shape = { .pin[BSHIP_RULE_SALVO_REPORT] = 1 };
        bship_rules *rules = random_rules(&rng, &shape);
        bship_ai *ais[4];
        for (int k = 0; k < 4; k++)
            /* Not the last, which is slow. */
            ais[k] =
                new_ai(rules,
                       bship_enum_name(BSHIP_ENUM_STRATEGY,
                                       (i + k % 2) % (bship_enum_count(BSHIP_ENUM_STRATEGY) - 1)),
                       99);
        bship_game *game = new_game(rules, 123, ais[0], ais[1]);
        bship_game *fresh = new_game(rules, (uint64_t)i, ais[2], ais[3]);
        begin(game);
        step_to_the_end(game);
        bship_game_reset(game, (uint64_t)i, 0);
        cr_assert_eq(bship_game_phase(game), BSHIP_PHASE_PLACING, "a reset restarts the game");
        assert_same(story(fresh), story(game), "a new game and one reset");
        begin(game);
        begin(fresh);
        step_to_the_end(game);
        step_to_the_end(fresh);
        assert_same(story(fresh), story(game), "two games of one seed");
        bship_game_free(game);
        bship_game_free(fresh);
        for (int k = 0; k < 4; k++)
            bship_ai_free(ais[k]);
        bship_rules_unref(rules);
    }
}

Test(game, step_is_refused_for_a_side_without_an_ai)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\nfirst a\n");
    bship_ai *ai = new_ai(rules, "random", 0);
    bship_game *game = new_game(rules, 0, ai, NULL);
    bship_cell cell = { 0, 0 };

    cr_assert_eq(bship_game_ai(game, BSHIP_SIDE_A), ai, "the AI of a");
    assert_status(bship_game_step(game, NULL, NULL, NULL), BSHIP_ERROR_STATE,
                  "ships are being placed");
    begin(game);
    assert_ok(bship_game_step(game, NULL, NULL, NULL), "a has an AI");
    assert_status(bship_game_step(game, NULL, NULL, NULL), BSHIP_ERROR_STATE, "b has none");
    assert_ok(bship_game_fire(game, cell, NULL, NULL), "b is to move");
    assert_ok(bship_game_step(game, NULL, NULL, NULL), "a is to move again");
    bship_game_free(game);
    bship_ai_free(ai);
    bship_rules_unref(rules);
}

/* A strategy that repeats its shots and places all its ships on the same cells. */
static bship_status aim_at_corner(void *state, const bship_chart *chart,
                                  const bship_aim_options *options, bship_cell *cells, size_t count,
                                  bship_rng *rng, void *user)
{
    (void)state, (void)chart, (void)options, (void)rng, (void)user;
    for (size_t i = 0; i < count; i++)
        cells[i] = (bship_cell){ 0, 0 };
    return BSHIP_OK;
}

static bship_status lay_a_heap(void *state, const bship_rules *rules, bship_placement *placements,
                               size_t count, bship_rng *rng, void *user)
{
    (void)state, (void)rules, (void)rng, (void)user;
    for (size_t i = 0; i < count; i++)
        placements[i] = (bship_placement){ (int32_t)i, 0, 0, BSHIP_ORIENTATION_HORIZONTAL };
    return BSHIP_OK;
}

Test(game, illegal_strategy_changes_nothing)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\nfirst a\n");
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    bship_ai *ai = NULL;
    bship_cell cell = { 0, 0 };

    callbacks.aim = aim_at_corner;
    callbacks.place = lay_a_heap;
    assert_ok(bship_ai_new_custom(&ai, rules, &callbacks, NULL, NULL, NULL), "an AI");
    bship_game *game = new_game(rules, 0, ai, NULL);
    assert_status(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL),
                  BSHIP_ERROR_STRATEGY, "a heap");
    place(game, BSHIP_SIDE_A, 0, 0, 0);
    place(game, BSHIP_SIDE_A, 1, 0, 1);
    assert_ok(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, NULL), "b has no AI");
    assert_ok(bship_game_start(game, NULL), "both fleets are placed");
    assert_ok(bship_game_step(game, NULL, NULL, NULL), "the corner is free");
    assert_ok(bship_game_fire(game, cell, NULL, NULL), "b fires");
    struct text before = story(game);
    assert_status(bship_game_step(game, NULL, NULL, NULL), BSHIP_ERROR_STRATEGY,
                  "the corner was shot");
    assert_same(before, story(game), "an illegal shot");
    bship_game_free(game);
    bship_ai_free(ai);
    bship_rules_unref(rules);
}

/* ---- memory ---- */

Test(game, no_memory_for_a_shot_changes_nothing)
{
    struct memory memory;
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    bship_cell corner = { 3, 3 };

    memory_init(&memory);
    options.allocator = memory.allocator;
    bship_rules *rules = rules_from_with("board 4x4\nfleet 2\nrepeat wasted\n", &options);
    bship_game *game = new_game(rules, 0, NULL, NULL);
    place(game, BSHIP_SIDE_A, 0, 0, 0);
    place(game, BSHIP_SIDE_B, 0, 0, 0);
    assert_ok(bship_game_start(game, NULL), "both fleets are placed");
    int refused = 0;
    for (int shot = 0; shot < 1100; shot++) {
        memory_fail(&memory, 0, 1000);
        struct text before = story(game);
        bship_status status = bship_game_fire(game, corner, NULL, NULL);
        memory_fail(&memory, 0, 0);
        if (status == BSHIP_ERROR_MEMORY) {
            assert_same(before, story(game), "a shot without memory");
            refused++;
            status = bship_game_fire(game, corner, NULL, NULL);
        } else {
            text_free(&before);
        }
        assert_ok(status, "shot %d", shot);
    }
    cr_assert_gt(refused, 2, "the logs of 1,100 shots have room from the beginning");
    memory_fail(&memory, 0, 1000);
    bship_game_reset(game, 1, 0);
    cr_assert_eq(memory.calls, 0, "a reset allocates");
    bship_game_free(game);
    bship_rules_unref(rules);
    memory_check(&memory, "a game");
}

Test(game, side_that_begins_can_be_given_where_the_rules_draw_a_random)
{
    static const struct {
        const char *first;
        int32_t given;
        int begins; /* -1: refused */
    } cases[] = {
        { "first random\n", BSHIP_SIDE_A, BSHIP_SIDE_A },
        { "first random\n", BSHIP_SIDE_B, BSHIP_SIDE_B },
        { "first a\n", BSHIP_FIRST_A, BSHIP_SIDE_A },
        { "first a\n", BSHIP_FIRST_B, -1 },
        { "first b\n", BSHIP_FIRST_A, -1 },
        { "first b\n", BSHIP_FIRST_RANDOM, BSHIP_SIDE_B },
        { "first random\n", -1, -1 },
        { "first a\n", 3, -1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (uint64_t seed = 0; seed < 8; seed++) {
            bship_rules *rules = rules_from(cases[i].first);
            bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
            bship_game *game = NULL;
            options.seed = seed;
            options.first = cases[i].given;
            options.location_a = options.location_b = BSHIP_LOCATION_REMOTE;
            assert_status(bship_game_new(&game, rules, &options, NULL),
                          cases[i].begins < 0 ? BSHIP_ERROR_ARGUMENT : BSHIP_OK, "case %zu", i);
            if (game) {
                assert_ok(bship_game_start(game, NULL), "case %zu", i);
                cr_assert_eq(bship_game_to_move(game), cases[i].begins, "case %zu", i);
            }
            bship_game_free(game);
            bship_rules_unref(rules);
        }
    }
}

Test(game, ais_of_two_sides_differ_whatever_they_were_made_for)
{
    bship_rules *rules = rules_from("");
    bship_ai *a = new_ai(rules, "random", 0), *b = new_ai(rules, "random", 0);
    bship_game *game = new_game(rules, 5, a, b);
    int same = 0;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        assert_ok(bship_game_place_random(game, side, NULL, NULL, NULL), "side %d", (int)side);
    assert_ok(bship_game_start(game, NULL), "it begins");
    for (int turn = 0; turn < 40; turn++)
        assert_ok(bship_game_step(game, NULL, NULL, NULL), "turn %d", turn);
    for (int64_t shot = 0; shot < 20; shot++) {
        bship_cell cells[BY_SIDE];
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
            assert_ok(bship_chart_shot(bship_game_chart(game, side), shot, &cells[side], NULL),
                      "shot %d", (int)shot);
        same += cells[BSHIP_SIDE_A].x == cells[BSHIP_SIDE_B].x &&
                cells[BSHIP_SIDE_A].y == cells[BSHIP_SIDE_B].y;
    }
    cr_assert_lt(same, 5, "%d of 20 shots are the same", same);
    bship_game_free(game);
    bship_ai_free(a);
    bship_ai_free(b);
    bship_rules_unref(rules);
}

static bship_game *ready_game(const bship_rules *rules, bship_ai *ai, uint64_t seed)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    options.ai_a = ai;
    options.seed = seed;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        assert_ok(bship_game_place_random(game, side, NULL, NULL, NULL), "a fleet");
    return game;
}

/* The game that took an AI last has it, until another game that has it is reset. */
Test(game, ai_plays_in_the_game_that_took_it_last)
{
    static const char text[] = "the AI of side a plays in another game now";
    bship_rules *rules = rules_from("board 5x5\nfleet 2 3\nfirst a\n");
    bship_ai *ai = new_ai(rules, "hunt", 0);
    bship_error error = BSHIP_ERROR_INIT;
    bship_game *first = ready_game(rules, ai, 1), *waiting = ready_game(rules, ai, 2);

    assert_status(bship_game_start(first, &error), BSHIP_ERROR_STATE, "to start");
    cr_assert_str_eq(error.text, text, "%s", error.text);
    cr_assert_eq(error.index, BSHIP_SIDE_A, "the side");
    bship_game_reset(first, 1, 0);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        assert_ok(bship_game_place_random(first, side, NULL, NULL, NULL), "a fleet");
    assert_ok(bship_game_start(first, &error), "the AI is taken back");
    assert_ok(bship_game_step(first, NULL, NULL, &error), "a step");
    assert_status(bship_game_place_random(waiting, BSHIP_SIDE_A, NULL, NULL, &error),
                  BSHIP_ERROR_STATE, "to place");
    assert_ok(bship_game_place_random(waiting, BSHIP_SIDE_B, NULL, NULL, &error), "the other side");
    bship_game *second = ready_game(rules, ai, 3);
    assert_ok(bship_game_start(second, NULL), "a start");
    assert_ok(bship_game_fire(first, (bship_cell){ 4, 4 }, NULL, &error), "a shot of side b");
    struct text before = game_dump(first);
    assert_status(bship_game_step(first, NULL, NULL, &error), BSHIP_ERROR_STATE, "to step");
    cr_assert_str_eq(error.text, text, "%s", error.text);
    assert_same(before, game_dump(first), "a refused step");
    assert_ok(bship_game_step(second, NULL, NULL, &error), "the game that has it");
    bship_game_free(second);
    bship_game_free(waiting);
    bship_game_free(first);
    bship_ai_free(ai);
    bship_rules_unref(rules);
}

/* A status alone does not say which input is wrong, so the sentence does. */
Test(game, errors_say_what_is_wrong)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 2 3\nfirst a\nturn salvo 2\n");
    bship_ai *ai = new_ai(rules, "hunt", 0);
    bship_game *game = ready_game(rules, ai, 1);
    bship_chart *chart = new_chart(rules);
    bship_match *match = NULL;
    bship_record *record = NULL;
    bship_error error = BSHIP_ERROR_INIT;
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    bship_aim_options aim = { .size = 7 };
    bship_draw_options draw = { .size = 7 };
    bship_game_options options = { .size = 7 };
    char text[80];

#define REFUSED(call, status, sentence)                                                            \
    do {                                                                                           \
        assert_status(call, status, "%s", sentence);                                               \
        cr_assert_str_eq(error.text, sentence, "%s", error.text);                                  \
    } while (0)
#define REFUSED_FOR(call, status, beginning)                                                       \
    do {                                                                                           \
        assert_status(call, status, "%s", beginning);                                              \
        cr_assert_eq(strncmp(error.text, beginning, strlen(beginning)), 0, "%s", error.text);      \
    } while (0)
    REFUSED(bship_game_place_random(game, 7, NULL, NULL, &error), BSHIP_ERROR_ARGUMENT,
            "7 is no side: 1 is side a, 2 is side b");
    cr_assert_eq(error.index, 7, "the number");
    snprintf(text, sizeof text, "the size of a bship_draw_options is %zu, not 7:", sizeof draw);
    REFUSED_FOR(bship_game_place_random(game, 1, &draw, NULL, &error), BSHIP_ERROR_SIZE, text);
    REFUSED(bship_game_step(game, NULL, NULL, &error), BSHIP_ERROR_STATE,
            "the phase is 'placing': ships are being placed");
    assert_ok(bship_game_start(game, &error), "a start");
    REFUSED(bship_game_start(game, &error), BSHIP_ERROR_STATE, "the game has started");
    REFUSED(bship_game_fire(game, (bship_cell){ 0, 0 }, NULL, &error), BSHIP_ERROR_COUNT,
            "expected 2 shots, not 1");
    snprintf(text, sizeof text, "the size of a bship_aim_options is %zu, not 7:", sizeof aim);
    REFUSED_FOR(bship_game_step(game, &aim, NULL, &error), BSHIP_ERROR_SIZE, text);
    entry.size = 9;
    snprintf(text, sizeof text, "the size of a bship_game_entry is %zu, not 9:", sizeof entry);
    REFUSED_FOR(bship_game_step(game, NULL, &entry, &error), BSHIP_ERROR_SIZE, text);
    assert_ok(bship_game_step(game, NULL, NULL, &error), "a step");
    REFUSED(bship_game_step(game, NULL, NULL, &error), BSHIP_ERROR_STATE, "side b has no AI");
    REFUSED(bship_record_new_chart(&record, chart, 0, &error), BSHIP_ERROR_ARGUMENT,
            "0 is no side: 1 is side a, 2 is side b");
    assert_ok(bship_record_new_chart(&record, chart, BSHIP_SIDE_A, &error), "a record");
    snprintf(text, sizeof text, "the size of a bship_game_options is %zu, not 7:", sizeof options);
    REFUSED_FOR(bship_record_to_game_options(record, &options, &error), BSHIP_ERROR_SIZE, text);
    REFUSED(bship_record_set(record, BSHIP_FACT_SEED, BSHIP_SIDE_A, "1", &error),
            BSHIP_ERROR_ARGUMENT, "the fact seed is of the game: its side is 0, not 1");
    REFUSED(bship_record_set(record, BSHIP_FACT_PLAYER, BSHIP_SIDE_NONE, "Ann", &error),
            BSHIP_ERROR_ARGUMENT, "the fact player is of a side: 1, side a, or 2, side b, not 0");
    REFUSED(bship_record_set(record, 99, BSHIP_SIDE_NONE, "1", &error), BSHIP_ERROR_ARGUMENT,
            "there is no fact 99");
    assert_ok(bship_match_new(&match, rules, NULL, NULL), "a match");
    REFUSED(bship_match_run(match, NULL, NULL, &error), BSHIP_ERROR_STATE,
            "the match has 0 entries: expected 1");
#undef REFUSED_FOR
#undef REFUSED
    bship_match_free(match);
    bship_record_free(record);
    bship_chart_free(chart);
    bship_game_free(game);
    bship_ai_free(ai);
    bship_rules_unref(rules);
}
