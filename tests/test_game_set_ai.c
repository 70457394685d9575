/*
 * Another AI, or none, for a side of a running game: what it does, what the record of the game says
 * of it and what undo makes of that; and who frees the AIs of a game. test_game_restore.c restores
 * such games from their records.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <battleship/experimental/habits.h>

#include "support.h"

#define RULES "board 6x6\nfleet 3 2\nfirst a\n"

static const char *strategy_of(const bship_game *game, int32_t side)
{
    bship_ai *ai = bship_game_ai(game, side);
    return ai ? bship_ai_strategy(ai) : NULL;
}

static bool are_equal(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* ---- another AI ---- */

static bship_game *new_game(const bship_rules *rules, int32_t owns, bship_ai *a, bship_ai *b)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    options.seed = 5;
    options.ai_a = a;
    options.ai_b = b;
    options.owns_ais = owns;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    return game;
}

static void start(bship_game *game)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        assert_ok(bship_game_place_random(game, side, NULL, NULL, NULL), "a layout");
    assert_ok(bship_game_start(game, NULL), "a start");
}

static void step(bship_game *game, int steps)
{
    for (int i = 0; i < steps; i++)
        assert_ok(bship_game_step(game, NULL, NULL, NULL), "a step");
}

/* The lines of a game's record about who had a side before. */
static void check_lines(const bship_game *game, const char *expected)
{
    bship_record *record = NULL;
    assert_ok(bship_record_new_game(&record, game, NULL, NULL), "a record");
    struct text text = record_text_of(record), found = { NULL, 0, 0 };
    text_add(&found, "%s", "");
    for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n")) {
        if (strncmp(line, "optional-until", 14) == 0)
            text_add(&found, "%s\n", line);
    }
    cr_assert_str_eq(found.data, expected, "expected\n%sfound\n%s", expected, found.data);
    text_free(&found);
    text_free(&text);
    bship_record_free(record);
}

static void give(bship_game *game, int32_t side, const char *strategy)
{
    bship_ai *ai = strategy ? new_ai(bship_game_rules(game), strategy, 0) : NULL;
    assert_ok(bship_game_set_ai(game, side, ai, NULL), "%s", strategy ? strategy : "nobody");
}

Test(game_set_ai, record_says_who_had_a_side_and_undo_forgets_it)
{
    bship_rules *rules = rules_from(RULES);
    bship_game *game = new_game(rules, 1, new_ai(rules, "hunt", 0), new_ai(rules, "random", 0));
    give(game, BSHIP_SIDE_A, "stalker");
    start(game);
    check_lines(game, "");
    give(game, BSHIP_SIDE_A, "hunt");
    check_lines(game, "");
    step(game, 5);
    give(game, BSHIP_SIDE_B, NULL);
    assert_status(bship_game_step(game, NULL, NULL, NULL), BSHIP_ERROR_STATE, "b has no AI");
    give(game, BSHIP_SIDE_B, "density");
    check_lines(game, "optional-until b 5 random\n");
    step(game, 2);
    give(game, BSHIP_SIDE_B, NULL);
    give(game, BSHIP_SIDE_A, NULL);
    give(game, BSHIP_SIDE_A, "random");
    check_lines(game, "optional-until b 5 random\noptional-until b 7 density\n"
                      "optional-until a 7 hunt\n");
    assert_ok(bship_game_fire(game, (bship_cell){ 5, 5 }, NULL, NULL), "a person");
    give(game, BSHIP_SIDE_B, "stalker");
    check_lines(game, "optional-until b 5 random\noptional-until b 7 density\n"
                      "optional-until a 7 hunt\noptional-until b 8\n");
    /* An end takes nothing away, and neither does taking it back. */
    assert_ok(bship_game_resign(game, BSHIP_SIDE_A), "an end");
    assert_ok(bship_game_undo(game), "taken back");
    check_lines(game, "optional-until b 5 random\noptional-until b 7 density\n"
                      "optional-until a 7 hunt\noptional-until b 8\n");
    assert_ok(bship_game_undo(game), "undo to 7");
    check_lines(game, "optional-until b 5 random\noptional-until b 7 density\n"
                      "optional-until a 7 hunt\n");
    assert_ok(bship_game_undo(game), "undo to 6");
    check_lines(game, "optional-until b 5 random\noptional-until b 6 density\n"
                      "optional-until a 6 hunt\n");
    assert_ok(bship_game_undo(game), "undo to 5");
    check_lines(game, "optional-until b 5 random\noptional-until a 5 hunt\n");
    cr_assert_str_eq(strategy_of(game, BSHIP_SIDE_B), "stalker", "no AI comes back");
    step(game, 1);
    assert_ok(bship_game_undo(game), "undo");
    assert_ok(bship_game_undo(game), "undo to 4");
    check_lines(game, "optional-until b 4 random\noptional-until a 4 hunt\n");
    for (int i = 0; i < 4; i++)
        assert_ok(bship_game_undo(game), "undo to 0");
    check_lines(game, "");
    step(game, 3);
    give(game, BSHIP_SIDE_A, "hunt");
    bship_game_reset(game, 5, 0);
    cr_assert_str_eq(strategy_of(game, BSHIP_SIDE_A), "hunt", "a new game keeps the AI");
    start(game);
    step(game, 4);
    check_lines(game, "");
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* Nothing was fired in between, so nobody else has had the side. */
Test(game_set_ai, ais_that_fire_nothing_leave_no_trace)
{
    struct memory memory;
    memory_init(&memory);
    bship_fleet_options fleet_options = BSHIP_FLEET_OPTIONS_INIT;
    fleet_options.allocator = memory.allocator;
    bship_rules *rules = rules_from_with(RULES, &fleet_options);
    bship_ai *ais[] = { new_ai(rules, "hunt", 0), new_ai(rules, "density", 0) };
    bship_game *game = new_game(rules, 0, ais[0], ais[1]);
    start(game);
    step(game, 3);
    assert_ok(bship_game_set_ai(game, BSHIP_SIDE_A, NULL, NULL), "none");
    memory_fail(&memory, 0, LONG_MAX);
    for (int i = 0; i < 100; i++) {
        assert_ok(bship_game_set_ai(game, BSHIP_SIDE_A, ais[0], NULL), "an AI");
        assert_ok(bship_game_set_ai(game, BSHIP_SIDE_A, NULL, NULL), "none");
    }
    cr_assert_eq(memory.calls, 0, "%ld allocations", memory.calls);
    memory_fail(&memory, 0, 0);
    check_lines(game, "optional-until a 3 hunt\n");
    bship_game_free(game);
    bship_ai_free(ais[0]);
    bship_ai_free(ais[1]);
    bship_rules_unref(rules);
    memory_check(&memory, "a game that borrows its AIs");
}

Test(game_set_ai, view_hides_who_had_the_other_side)
{
    bship_rules *rules = rules_from(RULES);
    bship_game *game = new_game(rules, 1, new_ai(rules, "hunt", 0), new_ai(rules, "random", 0));
    start(game);
    step(game, 3);
    give(game, BSHIP_SIDE_A, "density");
    give(game, BSHIP_SIDE_B, "density");
    for (int32_t view = BSHIP_SIDE_NONE; view <= BSHIP_SIDE_B; view++) {
        bship_record_game_options options = BSHIP_RECORD_GAME_OPTIONS_SAVE;
        bship_record *record = NULL;
        options.view = view;
        assert_ok(bship_record_new_game(&record, game, &options, NULL), "a record");
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
            const char *expected = side == BSHIP_SIDE_A ? "hunt" : "random";
            bool is_shown = view == BSHIP_SIDE_NONE || view == side;
            cr_assert(are_equal(bship_record_strategy(record, side, 0), is_shown ? expected : NULL),
                      "side %d in the view of %d", (int)side, (int)view);
        }
        bship_record_free(record);
    }
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* Side a fires at a remote side, and is given an AI before the report. */
Test(game_set_ai, shots_that_await_a_report_were_fired_by_who_had_the_side)
{
    bship_rules *rules = rules_from(RULES);
    for (int drops = 0; drops < 2; drops++) {
        bship_report miss = BSHIP_REPORT_INIT;
        bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
        bship_game *game = NULL, *again = NULL;
        bship_record *record = NULL;
        options.owns_ais = 1;
        options.location_b = BSHIP_LOCATION_REMOTE;
        assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
        assert_ok(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL), "a layout");
        assert_ok(bship_game_start(game, NULL), "a start");
        assert_ok(bship_game_fire(game, (bship_cell){ 0, 0 }, NULL, NULL), "a person fires");
        give(game, BSHIP_SIDE_A, "hunt");
        check_lines(game, ""); /* without the settings the record has no shot yet */
        assert_ok(bship_record_new_game(&record, game, &whole_game, NULL), "a record");
        cr_assert_null(bship_record_strategy(record, BSHIP_SIDE_A, 0), "a person has fired");
        options.ai_a = new_ai(rules, "hunt", 0);
        assert_ok(bship_game_new(&again, rules, &options, NULL), "another game");
        assert_ok(bship_record_to_game(record, again, NULL), "restored");
        if (drops) {
            assert_ok(bship_game_abandon(game), "the shot is dropped");
            assert_ok(bship_game_abandon(again), "there, too");
        } else {
            assert_ok(bship_game_report(game, &miss, 1, NULL), "a report");
            assert_ok(bship_game_report(again, &miss, 1, NULL), "the same");
        }
        check_lines(game, drops ? "" : "optional-until a 1\n");
        check_lines(again, drops ? "" : "optional-until a 1\n");
        bship_record_free(record);
        bship_game_free(again);
        bship_game_free(game);
    }
    bship_rules_unref(rules);
}

Test(game_set_ai, another_ai_aims_as_if_it_had_played_from_the_beginning)
{
    static const char *const strategies[] = { "hunt", "stalker", "density", "posterior" };
    bship_rules *rules = rules_from(RULES "turn again-on-hit\n");
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++) {
        bship_ai *late = new_ai(rules, strategies[i], 1), *early = new_ai(rules, strategies[i], 2);
        bship_ai *others[2] = { new_ai(rules, "random", 3), new_ai(rules, "random", 4) };
        bship_game *game = new_game(rules, 0, NULL, others[0]);
        bship_game *other = new_game(rules, 0, early, others[1]);
        start(game);
        start(other);
        for (int32_t cell = 0; bship_game_phase(game) == BSHIP_PHASE_AIMING; cell++) {
            int32_t side = bship_game_to_move(game);
            if (cell == 9)
                assert_ok(bship_game_set_ai(game, BSHIP_SIDE_A, late, NULL), "a machine goes on");
            if (side == BSHIP_SIDE_A && cell < 9) {
                bship_cell at = cell_at(rules, 4 * cell);
                assert_ok(bship_game_fire(game, at, NULL, NULL), "a person");
                assert_ok(bship_game_fire(other, at, NULL, NULL), "likewise");
                continue;
            }
            step(game, 1);
            step(other, 1);
            assert_same(game_dump(game), game_dump(other), strategies[i]);
        }
        bship_game_free(game);
        bship_game_free(other);
        bship_ai_free(late);
        bship_ai_free(early);
        bship_ai_free(others[0]);
        bship_ai_free(others[1]);
    }
    bship_rules_unref(rules);
}

Test(game_set_ai, ais_that_cannot_play_a_side_are_refused)
{
    bship_rules *rules = rules_from(RULES), *others = rules_from("board 5x5\nfleet 2\n");
    bship_ai *a = new_ai(rules, "hunt", 0), *b = new_ai(rules, "hunt", 0);
    bship_ai *stranger = new_ai(others, "hunt", 0);
    bship_game *game = new_game(rules, 0, a, b);
    start(game);
    step(game, 4);
    const struct {
        bship_game *game;
        int32_t side;
        bship_ai *ai;
        bship_status status;
        int64_t index;
    } cases[] = {
        { NULL, BSHIP_SIDE_A, NULL, BSHIP_ERROR_ARGUMENT, -1 },
        { game, BSHIP_SIDE_NONE, NULL, BSHIP_ERROR_ARGUMENT, 0 },
        { game, 3, NULL, BSHIP_ERROR_ARGUMENT, 3 },
        { game, BSHIP_SIDE_A, b, BSHIP_ERROR_ARGUMENT, BSHIP_SIDE_A },
        { game, BSHIP_SIDE_B, a, BSHIP_ERROR_ARGUMENT, BSHIP_SIDE_B },
        { game, BSHIP_SIDE_B, stranger, BSHIP_ERROR_RULES, BSHIP_SIDE_B },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_error error = BSHIP_ERROR_INIT;
        struct text before = game_dump(game);
        assert_status(bship_game_set_ai(cases[i].game, cases[i].side, cases[i].ai, &error),
                      cases[i].status, "case %zu", i);
        cr_assert_eq(error.status, (int32_t)cases[i].status, "case %zu", i);
        cr_assert_eq(error.index, cases[i].index, "case %zu: %lld", i, (long long)error.index);
        cr_assert(bship_game_ai(game, BSHIP_SIDE_A) == a && bship_game_ai(game, BSHIP_SIDE_B) == b,
                  "case %zu changed an AI", i);
        assert_same(before, game_dump(game), "a refusal");
    }
    check_lines(game, "");
    bship_game_free(game);
    bship_ai_free(a);
    bship_ai_free(b);
    bship_ai_free(stranger);
    bship_rules_unref(others);
    bship_rules_unref(rules);
}

Test(game_set_ai, ai_that_changes_games_plays_in_the_last_one)
{
    bship_rules *rules = rules_from(RULES);
    bship_ai *ai = new_ai(rules, "hunt", 0);
    bship_game *first = new_game(rules, 0, ai, NULL), *second = new_game(rules, 0, NULL, NULL);
    start(first);
    start(second);
    assert_ok(bship_game_set_ai(second, BSHIP_SIDE_A, ai, NULL), "another game");
    assert_status(bship_game_step(first, NULL, NULL, NULL), BSHIP_ERROR_STATE, "it has left");
    step(second, 1);
    assert_ok(bship_game_set_ai(first, BSHIP_SIDE_A, ai, NULL), "taken back");
    assert_status(bship_game_step(second, NULL, NULL, NULL), BSHIP_ERROR_STATE, "b has no AI");
    step(first, 1);
    check_lines(first, "");
    bship_game_free(first);
    bship_game_free(second);
    bship_ai_free(ai);
    bship_rules_unref(rules);
}

/* ---- who frees an AI ---- */

/* A custom strategy that never aims, and counts how often it is destroyed. */

static bship_status refuse_to_aim(void *state, const bship_chart *chart,
                                  const bship_aim_options *options, bship_cell *cells, size_t count,
                                  bship_rng *rng, void *user)
{
    (void)state, (void)chart, (void)options, (void)cells, (void)count, (void)rng, (void)user;
    return BSHIP_ERROR_NO_TARGET;
}

static void count_destroy(void *state, void *user)
{
    (void)state;
    ++*(int *)user;
}

static bship_ai *new_counted(const bship_rules *rules, int *destroyed)
{
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    bship_ai *ai = NULL;
    callbacks.aim = refuse_to_aim;
    callbacks.destroy = count_destroy;
    assert_ok(bship_ai_new_custom(&ai, rules, &callbacks, destroyed, NULL, NULL), "an AI");
    return ai;
}

Test(game_set_ai, game_frees_the_ais_that_it_owns_once)
{
    struct memory memory;
    int destroyed = 0;
    memory_init(&memory);
    bship_fleet_options fleet_options = BSHIP_FLEET_OPTIONS_INIT;
    fleet_options.allocator = memory.allocator;
    bship_rules *rules = rules_from_with(RULES, &fleet_options);
    bship_ai *ais[4];
    for (int i = 0; i < 4; i++)
        ais[i] = new_counted(rules, &destroyed);
    bship_game *game = new_game(rules, 1, ais[0], ais[1]);
    assert_ok(bship_game_set_ai(game, BSHIP_SIDE_A, ais[0], NULL), "the one that it has");
    cr_assert_eq(destroyed, 0, "nothing is freed");
    assert_ok(bship_game_set_ai(game, BSHIP_SIDE_A, ais[2], NULL), "another one");
    cr_assert_eq(destroyed, 1, "the first is freed");
    assert_ok(bship_game_set_ai(game, BSHIP_SIDE_A, NULL, NULL), "none");
    cr_assert_eq(destroyed, 2, "the second is freed");
    assert_status(bship_game_set_ai(game, BSHIP_SIDE_A, ais[1], NULL), BSHIP_ERROR_ARGUMENT, "b's");
    assert_ok(bship_game_set_ai(game, BSHIP_SIDE_A, ais[3], NULL), "the last");
    cr_assert_eq(destroyed, 2, "there was none");
    bship_game_free(game);
    cr_assert_eq(destroyed, 4, "all are freed");
    bship_rules_unref(rules);
    memory_check(&memory, "AIs that a game owns");
}

Test(game_set_ai, game_that_cannot_be_made_leaves_the_ais_to_the_caller)
{
    bship_rules *rules = rules_from(RULES);
    int destroyed = 0;
    bship_ai *ai = new_counted(rules, &destroyed);
    bship_game *game = NULL;
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT, both = options, flag = options;
    options.ai_a = both.ai_a = both.ai_b = flag.ai_a = ai;
    options.owns_ais = both.owns_ais = 1;
    options.reserved = 1;
    flag.owns_ais = 2;
    if (!is_later_library())
        assert_status(bship_game_new(&game, rules, &options, NULL), BSHIP_ERROR_ARGUMENT,
                      "reserved");
    assert_status(bship_game_new(&game, rules, &both, NULL), BSHIP_ERROR_ARGUMENT, "both sides");
    assert_status(bship_game_new(&game, rules, &flag, NULL), BSHIP_ERROR_ARGUMENT, "no flag");
    cr_assert_eq(destroyed, 0, "the AI is the caller's");
    bship_ai_free(ai);
    cr_assert_eq(destroyed, 1, "once");
    bship_rules_unref(rules);
}

/* ---- the lines of a record ---- */

static bship_record *record_from(const char *text)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    assert_ok(bship_record_parse(&record, text, strlen(text), NULL, &error), "%u:%u: %s",
              (unsigned)error.line, (unsigned)error.column, error.text);
    return record;
}

#define HEADER "battleship 1\n" RULES

Test(game_set_ai, lines_about_predecessors_are_read_written_and_asked_for)
{
    static const char text[] = HEADER "began a\nstrategy b density\nx-mine\n"
                                      "optional-until b 2 \"Deep Sea\" # she left\n"
                                      "optional-until a 1\noptional-untilled yes\n"
                                      "optional-until b 3\na F6 miss\nb F6 miss\na F5 miss\n";
    bship_record *record = record_from(text), *again = NULL;
    const char *const b[] = { "Deep Sea", "Deep Sea", NULL, "density" };
    for (int64_t entry = 0; entry < 4; entry++)
        cr_assert(are_equal(bship_record_strategy(record, BSHIP_SIDE_B, entry), b[entry]),
                  "entry %lld", (long long)entry);
    cr_assert_null(bship_record_strategy(record, BSHIP_SIDE_A, 2), "side a never had an AI");
    cr_assert_null(bship_record_strategy(record, BSHIP_SIDE_B, -1), "no such line");
    cr_assert_null(bship_record_strategy(record, BSHIP_SIDE_B, 4), "no such line");
    cr_assert_null(bship_record_strategy(record, BSHIP_SIDE_NONE, 0), "no such side");
    cr_assert_null(bship_record_strategy(NULL, BSHIP_SIDE_B, 0), "no record");
    cr_assert_eq(bship_record_extras(record), 2, "they are no extra lines");
    struct text written = record_text_of(record);
    cr_assert_not_null(strstr(written.data,
                              "\noptional-until b 2 \"Deep Sea\"\noptional-until a 1\n"
                              "optional-until b 3\nx-mine\noptional-untilled yes\n"),
                       "%s", written.data);
    assert_ok(bship_record_parse(&again, written.data, written.length, NULL, NULL), "read back");
    assert_same(written, record_text_of(again), "read back");
    bship_record_free(again);
    bship_record_free(record);
}

Test(game_set_ai, bad_lines_about_predecessors_are_refused_at_their_place)
{
    static const struct {
        const char *text;
        bship_status status;
        unsigned line, column;
    } cases[] = {
        { "optional-until\n", BSHIP_ERROR_SYNTAX, 5, 15 },
        { "optional-until c 1\n", BSHIP_ERROR_SYNTAX, 5, 16 },
        { "optional-until a\n", BSHIP_ERROR_SYNTAX, 5, 17 },
        { "optional-until a x\n", BSHIP_ERROR_SYNTAX, 5, 18 },
        { "optional-until a 1x\n", BSHIP_ERROR_SYNTAX, 5, 18 },
        { "optional-until a 01\n", BSHIP_ERROR_SYNTAX, 5, 18 },
        { "optional-until a -1\n", BSHIP_ERROR_SYNTAX, 5, 18 },
        { "optional-until a 9223372036854775808\n", BSHIP_ERROR_SYNTAX, 5, 18 },
        { "optional-until a 0\n", BSHIP_ERROR_RANGE, 5, 18 },
        { "optional-until a 1\noptional-until a 1\na A1 miss\n", BSHIP_ERROR_RANGE, 6, 18 },
        { "optional-until a 1 hunt more\na A1 miss\n", BSHIP_ERROR_SYNTAX, 5, 25 },
        { "optional-until a 1 \"hunt\na A1 miss\n", BSHIP_ERROR_SYNTAX, 5, 20 },
        { "optional-until a 1 \"\ta\"\na A1 miss\n", BSHIP_ERROR_SYNTAX, 5, 20 },
        { "optional-until a 2\noptional-until b 1\na A1 miss\n", BSHIP_ERROR_RANGE, 5, 18 },
        { "optional-until a 1\n", BSHIP_ERROR_RANGE, 5, 18 },
        { "began a\noptional-until b 2\nawaiting a A1\n", BSHIP_ERROR_RANGE, 6, 18 },
        { "a A1 miss\noptional-until a 1\n", BSHIP_ERROR_SYNTAX, 6, 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        bship_error error = BSHIP_ERROR_INIT;
        bship_record *record = NULL;
        snprintf(text, sizeof text, HEADER "%s", cases[i].text);
        assert_status(bship_record_parse(&record, text, strlen(text), NULL, &error),
                      cases[i].status, "%s: %s", cases[i].text, error.text);
        cr_assert(error.line == cases[i].line && error.column == cases[i].column,
                  "%u:%u, %s, in\n%s", (unsigned)error.line, (unsigned)error.column, error.text,
                  text);
        cr_assert_null(record, "a record of\n%s", text);
    }
    bship_record *record = record_from(HEADER);
    assert_status(bship_record_add_extra(record, "optional-until a 1", NULL), BSHIP_ERROR_SYNTAX,
                  "no extra line");
    assert_ok(bship_record_add_extra(record, "optional-untilled 1", NULL), "an extra line");
    bship_record_free(record);
}

/* ---- habits ---- */

Test(game_set_ai, another_ai_is_given_what_is_known_of_its_opponent)
{
    static const bship_placement layout[] = { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL },
                                              { 1, 0, 2, BSHIP_ORIENTATION_HORIZONTAL } };
    bship_rules *rules = rules_from(RULES);
    bship_habits *habits = NULL;
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    assert_ok(bship_habits_observe(habits, layout, 2, 1, NULL), "a layout");
    options.owns_ais = 1;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    assert_ok(bship_game_set_habits(game, BSHIP_SIDE_B, habits), "what is known of b");
    start(game);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_record *record = NULL;
        give(game, side, "posterior");
        assert_ok(bship_record_new_game(&record, game, &whole_game, NULL), "a record");
        cr_assert(are_equal(bship_record_get(record, BSHIP_FACT_HABITS, side),
                            side == BSHIP_SIDE_A ? "known" : NULL),
                  "what side %d knows", (int)side);
        bship_record_free(record);
    }
    bship_game_free(game);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}
