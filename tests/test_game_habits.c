/* Habits of the players of games: what they observe, when, and which AIs learn of it. */
#include <stdlib.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>

#include "support.h"

#define RULES "board 6x6\nfleet 3 2\nfirst a\n"

enum {
    SHIPS = 2,
    CELLS = 5
};

static const bship_placement layout[SHIPS] = { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL },
                                               { 1, 0, 2, BSHIP_ORIENTATION_HORIZONTAL } };
static const bship_placement other_layout[SHIPS] = { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL },
                                                     { 1, 0, 3, BSHIP_ORIENTATION_HORIZONTAL } };
/* The cells of the layout, ship by ship. */
static const bship_cell cells[CELLS] = { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 0, 2 }, { 1, 2 } };

static bship_habits *new_habits(const bship_rules *rules)
{
    bship_habits *habits = NULL;
    bship_error error = BSHIP_ERROR_INIT;
    assert_ok(bship_habits_new(&habits, rules, NULL, &error), "%s", error.text);
    return habits;
}

static void check_observed(bship_habits *habits, int32_t layouts, int32_t complete,
                           const char *what)
{
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    assert_ok(bship_habits_describe(habits, &info), "%s", what);
    cr_assert_eq(info.observations, layouts, "%s: %d layouts, not %d", what, (int)info.observations,
                 (int)layouts);
    cr_assert_eq(info.complete, complete, "%s: %d complete layouts, not %d", what,
                 (int)info.complete, (int)complete);
}

static struct text habits_dump(const bship_habits *habits)
{
    struct text text = { NULL, 0, 0 };
    size_t length = bship_habits_format(habits, NULL, 0);
    char *buffer = malloc(length + 1);
    bship_habits_format(habits, buffer, length + 1);
    text_add(&text, "%s", buffer);
    free(buffer);
    return text;
}

/* A game in which side a and, if it is local, side b lay the layout. */
static bship_game *begin(const bship_rules *rules, bship_habits *const habits[BY_SIDE],
                         int32_t location_of_b)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    options.location_b = location_of_b;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        assert_ok(bship_game_set_habits(game, side, habits[side]), "habits");
    return game;
}

static void start(bship_game *game)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (bship_game_board(game, side))
            assert_ok(place_fleet(game, side, layout, SHIPS), "a layout");
    }
    assert_ok(bship_game_start(game, NULL), "the start");
}

/* Side a fires `count` times at the ships of side b, which fires back at water. */
static void exchange(bship_game *game, int32_t count)
{
    static const int32_t sunk_length[CELLS] = { 0, 0, 3, 0, 2 };
    for (int32_t i = 0; i < count; i++) {
        bship_report report = { BSHIP_RESULT_HIT, -1, sunk_length[i], 0, 0, 0, 0, 0 };
        if (sunk_length[i] > 0)
            report.result = BSHIP_RESULT_SUNK;
        assert_ok(bship_game_fire(game, cells[i], NULL, NULL), "a fires");
        if (bship_game_phase(game) == BSHIP_PHASE_AWAITING_REPORT)
            assert_ok(bship_game_report(game, &report, 1, NULL), "b reports");
        if (bship_game_phase(game) == BSHIP_PHASE_AIMING)
            assert_ok(bship_game_fire(game, (bship_cell){ i, 5 }, NULL, NULL), "b fires");
    }
}

/* ---- local sides ---- */

Test(game_habits, layouts_of_local_sides_are_observed_when_the_game_ends)
{
    bship_rules *rules = rules_from(RULES);
    for (int end = 0; end < 3; end++) {
        bship_habits *habits[BY_SIDE] = { NULL, new_habits(rules), new_habits(rules) };
        bship_habits *expected = new_habits(rules);
        bship_game *game = begin(rules, habits, BSHIP_LOCATION_LOCAL);
        start(game);
        exchange(game, CELLS - 1);
        check_observed(habits[BSHIP_SIDE_A], 0, 0, "before the end");
        if (end == 0)
            assert_ok(bship_game_fire(game, cells[CELLS - 1], NULL, NULL), "the end");
        else if (end == 1)
            assert_ok(bship_game_resign(game, BSHIP_SIDE_B), "the end");
        else
            assert_ok(bship_game_abandon(game), "the end");
        assert_ok(bship_habits_observe(expected, layout, SHIPS, 1.0, NULL), "the layout");
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
            assert_same(habits_dump(habits[side]), habits_dump(expected), "what was observed");
            bship_habits_free(habits[side]);
        }
        bship_habits_free(expected);
        bship_game_free(game);
    }
    bship_rules_unref(rules);
}

Test(game_habits, end_that_is_taken_back_is_observed_once)
{
    bship_rules *rules = rules_from(RULES);
    bship_habits *habits[BY_SIDE] = { NULL, new_habits(rules), NULL };
    bship_game *game = begin(rules, habits, BSHIP_LOCATION_LOCAL);
    start(game);
    assert_ok(bship_game_resign(game, BSHIP_SIDE_A), "resigning");
    assert_ok(bship_game_undo(game), "taking it back");
    check_observed(habits[BSHIP_SIDE_A], 1, 1, "after undo");
    exchange(game, CELLS);
    cr_assert_eq(bship_game_phase(game), BSHIP_PHASE_OVER, "the fleet is sunk");
    check_observed(habits[BSHIP_SIDE_A], 1, 1, "another end");
    assert_ok(bship_game_undo(game), "taking it back");
    assert_ok(bship_game_fire(game, cells[CELLS - 1], NULL, NULL), "the end again");
    check_observed(habits[BSHIP_SIDE_A], 1, 1, "the same end");

    bship_game_reset(game, 1, 0);
    start(game);
    assert_ok(bship_game_abandon(game), "the end of another game");
    check_observed(habits[BSHIP_SIDE_A], 2, 2, "another game");
    bship_game_free(game);
    bship_habits_free(habits[BSHIP_SIDE_A]);
    bship_rules_unref(rules);
}

/* ---- remote sides ---- */

Test(game_habits, layout_of_a_remote_side_is_observed_when_it_is_revealed)
{
    bship_rules *rules = rules_from(RULES);
    bship_habits *habits[BY_SIDE] = { NULL, NULL, new_habits(rules) },
                 *expected = new_habits(rules);
    bship_game *game = begin(rules, habits, BSHIP_LOCATION_REMOTE);
    start(game);
    exchange(game, CELLS);
    cr_assert_eq(bship_game_phase(game), BSHIP_PHASE_OVER, "the fleet is sunk");
    check_observed(habits[BSHIP_SIDE_B], 0, 0, "before it is revealed");
    assert_ok(bship_game_reveal(game, BSHIP_SIDE_B, layout, SHIPS, NULL), "the layout");
    assert_ok(bship_habits_observe(expected, layout, SHIPS, 1.0, NULL), "the layout");
    assert_same(habits_dump(habits[BSHIP_SIDE_B]), habits_dump(expected), "what was observed");
    assert_ok(bship_game_observe_found(game, BSHIP_SIDE_B), "nothing is left to observe");
    check_observed(habits[BSHIP_SIDE_B], 1, 1, "after that");
    bship_game_free(game);
    bship_habits_free(expected);
    bship_habits_free(habits[BSHIP_SIDE_B]);
    bship_rules_unref(rules);
}

Test(game_habits, of_a_side_that_reveals_nothing_the_ships_found_are_observed)
{
    bship_rules *rules = rules_from(RULES);
    bship_habits *habits[BY_SIDE] = { NULL, NULL, new_habits(rules) },
                 *expected = new_habits(rules);
    bship_game *game = begin(rules, habits, BSHIP_LOCATION_REMOTE);
    start(game);
    exchange(game, CELLS - 1);
    assert_status(bship_game_observe_found(game, BSHIP_SIDE_B), BSHIP_ERROR_STATE, "no end");
    assert_ok(bship_game_abandon(game), "the end");
    check_observed(habits[BSHIP_SIDE_B], 0, 0, "before it is asked for");
    assert_ok(bship_game_observe_found(game, BSHIP_SIDE_B), "the ships found");
    assert_ok(bship_habits_observe(expected, layout, 1, 1.0, NULL), "the first ship");
    assert_same(habits_dump(habits[BSHIP_SIDE_B]), habits_dump(expected), "what was observed");
    assert_ok(bship_game_reveal(game, BSHIP_SIDE_B, layout, SHIPS, NULL), "too late");
    check_observed(habits[BSHIP_SIDE_B], 1, 0, "nothing is observed twice");

    assert_status(bship_game_observe_found(NULL, BSHIP_SIDE_B), BSHIP_ERROR_ARGUMENT, "no game");
    assert_status(bship_game_observe_found(game, BSHIP_SIDE_A), BSHIP_ERROR_ARGUMENT, "local");
    assert_status(bship_game_observe_found(game, 3), BSHIP_ERROR_ARGUMENT, "no such side");
    bship_game_free(game);
    bship_habits_free(expected);
    bship_habits_free(habits[BSHIP_SIDE_B]);
    bship_rules_unref(rules);
}

Test(game_habits, remote_side_without_habits_has_nothing_to_observe)
{
    bship_rules *rules = rules_from(RULES);
    bship_habits *habits[BY_SIDE] = { NULL, NULL, NULL };
    bship_game *game = begin(rules, habits, BSHIP_LOCATION_REMOTE);
    start(game);
    assert_ok(bship_game_abandon(game), "the end");
    assert_status(bship_game_observe_found(game, BSHIP_SIDE_B), BSHIP_ERROR_ARGUMENT, "no habits");
    bship_game_free(game);
    bship_rules_unref(rules);
}

Test(game_habits, liar_teaches_nothing)
{
    bship_rules *rules = rules_from(RULES);
    bship_habits *habits[BY_SIDE] = { NULL, NULL, new_habits(rules) };
    bship_game *game = begin(rules, habits, BSHIP_LOCATION_REMOTE);
    start(game);
    exchange(game, CELLS);
    assert_status(bship_game_reveal(game, BSHIP_SIDE_B, other_layout, SHIPS, NULL),
                  BSHIP_ERROR_CONTRADICTION, "a false layout");
    assert_status(bship_game_observe_found(game, BSHIP_SIDE_B), BSHIP_ERROR_CONTRADICTION,
                  "after a false layout");
    check_observed(habits[BSHIP_SIDE_B], 0, 0, "a false layout");

    /* The second ship cannot be where the first one was sunk. */
    static const bship_report wrong = { BSHIP_RESULT_SUNK, -1, 3, 0, 0, 0, 0, 0 };
    bship_game_reset(game, 1, 0);
    start(game);
    exchange(game, 3);
    assert_ok(bship_game_fire(game, cells[3], NULL, NULL), "a fires");
    assert_status(bship_game_report(game, &wrong, 1, NULL), BSHIP_ERROR_CONTRADICTION, "a lie");
    assert_ok(bship_game_claim_contradiction(game), "the end");
    assert_status(bship_game_observe_found(game, BSHIP_SIDE_B), BSHIP_ERROR_CONTRADICTION,
                  "after a false report");
    check_observed(habits[BSHIP_SIDE_B], 0, 0, "a false report");

    bship_game_reset(game, 1, 0);
    start(game);
    exchange(game, CELLS);
    assert_ok(bship_game_claim_unrevealed(game, BSHIP_SIDE_B), "no layout");
    assert_status(bship_game_observe_found(game, BSHIP_SIDE_B), BSHIP_ERROR_CONTRADICTION,
                  "after it is taken for a liar");
    check_observed(habits[BSHIP_SIDE_B], 0, 0, "no layout");
    bship_game_free(game);
    bship_habits_free(habits[BSHIP_SIDE_B]);
    bship_rules_unref(rules);
}

/* ---- records ---- */

static bship_record *record_of(const bship_game *game)
{
    bship_record *record = NULL;
    assert_ok(bship_record_new_game(&record, game, &whole_game, NULL), "a record");
    return record;
}

Test(game_habits, game_continued_from_a_record_is_observed_when_it_ends)
{
    bship_rules *rules = rules_from(RULES);
    bship_habits *habits[BY_SIDE] = { NULL, new_habits(rules), NULL },
                 *none[BY_SIDE] = { NULL, NULL, NULL };
    bship_game *first = begin(rules, none, BSHIP_LOCATION_LOCAL);
    bship_game *second = begin(rules, habits, BSHIP_LOCATION_LOCAL);
    start(first);
    exchange(first, 2);
    bship_record *running = record_of(first);
    assert_ok(bship_game_resign(first, BSHIP_SIDE_A), "the end");
    bship_record *ended = record_of(first);

    assert_ok(bship_record_to_game(running, second, NULL), "a running game");
    check_observed(habits[BSHIP_SIDE_A], 0, 0, "a running game");
    assert_ok(bship_game_abandon(second), "the end");
    check_observed(habits[BSHIP_SIDE_A], 1, 1, "the end of the game");

    bship_game_reset(second, 0, 0);
    assert_ok(bship_record_to_game(ended, second, NULL), "an ended game");
    assert_ok(bship_game_undo(second), "taking the end back");
    assert_ok(bship_game_abandon(second), "the end");
    check_observed(habits[BSHIP_SIDE_A], 1, 1, "a game that had ended");
    bship_record_free(running);
    bship_record_free(ended);
    bship_game_free(first);
    bship_game_free(second);
    bship_habits_free(habits[BSHIP_SIDE_A]);
    bship_rules_unref(rules);
}

/* ---- AIs ---- */

static bship_cell first_aim(bship_game *game)
{
    bship_cell cell = { -1, -1 };
    assert_ok(bship_ai_aim(bship_game_ai(game, BSHIP_SIDE_A), bship_game_chart(game, BSHIP_SIDE_A),
                           NULL, &cell),
              "the first aim");
    return cell;
}

Test(game_habits, ai_of_the_other_side_begins_with_what_was_learnt)
{
    bship_rules *rules = rules_from(RULES);
    bship_habits *habits = new_habits(rules);
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    options.ai_a = new_ai(rules, "posterior", 0);
    options.ai_b = new_ai(rules, "hunt", 0);
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    assert_ok(bship_game_set_habits(game, BSHIP_SIDE_A, habits), "habits");
    assert_ok(bship_game_set_habits(game, BSHIP_SIDE_B, habits), "habits");
    start(game);
    bship_cell before = first_aim(game);
    for (int i = 0; i < 30; i++)
        assert_ok(bship_habits_observe(habits, layout, SHIPS, 1.0, NULL), "the layout");
    bship_cell during = first_aim(game);
    cr_assert(during.x == before.x && during.y == before.y, "the AI learns before a game only");

    bship_ai *informed = new_ai(rules, "posterior", 0);
    bship_habits_snapshot *snapshot = NULL;
    bship_cell expected = { -1, -1 };
    bship_chart *chart = new_chart(rules);
    assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    assert_ok(bship_ai_set_habits(informed, snapshot), "an AI that knows");
    assert_ok(bship_ai_aim(informed, chart, NULL, &expected), "its aim");
    bship_game_reset(game, 0, 0);
    start(game);
    bship_cell after = first_aim(game);
    cr_assert(after.x == expected.x && after.y == expected.y, "it aims as one with the snapshot");
    cr_assert(after.x != before.x || after.y != before.y, "thirty layouts teach something");
    bship_habits_snapshot_unref(snapshot);
    bship_chart_free(chart);
    bship_ai_free(informed);
    bship_game_free(game);
    bship_ai_free(options.ai_a);
    bship_ai_free(options.ai_b);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

Test(game_habits, start_that_runs_out_of_memory_changes_nothing)
{
    struct memory memory;
    bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
    memory_init(&memory);
    fleet.allocator = memory.allocator;
    bship_rules *rules = rules_from_with(RULES, &fleet);
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    options.ai_a = new_ai(rules, "posterior", 0);
    bship_habits *habits = new_habits(rules);
    assert_ok(bship_habits_observe(habits, layout, SHIPS, 1.0, NULL), "one");
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    assert_ok(bship_game_set_habits(game, BSHIP_SIDE_B, habits), "habits");
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        assert_ok(place_fleet(game, side, layout, SHIPS), "a layout");
    bship_status status = BSHIP_ERROR_MEMORY;
    long failed = 0;
    for (; status; failed++) {
        memory_fail(&memory, failed, 1);
        status = bship_game_start(game, NULL);
        cr_assert(!status || status == BSHIP_ERROR_MEMORY, "%s",
                  bship_enum_name(BSHIP_ENUM_STATUS, status));
        cr_assert_eq(bship_game_phase(game), status ? BSHIP_PHASE_PLACING : BSHIP_PHASE_AIMING,
                     "the phase after allocation %ld", failed);
    }
    memory_fail(&memory, 0, 0);
    cr_assert_gt(failed, 1, "the start allocates a snapshot");
    bship_game_free(game);
    bship_ai_free(options.ai_a);
    bship_habits_free(habits);
    bship_rules_unref(rules);
    memory_check(&memory, "a start");
}

Test(game_habits, habits_that_come_late_or_do_not_fit_are_refused)
{
    bship_rules *rules = rules_from(RULES), *others = rules_from("board 7x7\nfleet 3 2\n");
    bship_habits *habits = new_habits(rules), *foreign = new_habits(others);
    bship_habits *const none[BY_SIDE] = { NULL };
    bship_game *game = begin(rules, none, BSHIP_LOCATION_LOCAL);
    assert_status(bship_game_set_habits(game, BSHIP_SIDE_B, foreign), BSHIP_ERROR_RULES, "rules");
    assert_status(bship_game_set_habits(game, BSHIP_SIDE_NONE, habits), BSHIP_ERROR_ARGUMENT,
                  "no side");
    assert_status(bship_game_set_habits(NULL, BSHIP_SIDE_B, habits), BSHIP_ERROR_ARGUMENT,
                  "no game");
    assert_ok(bship_game_set_habits(game, BSHIP_SIDE_B, habits), "habits");
    assert_ok(bship_game_set_habits(game, BSHIP_SIDE_B, NULL), "none any more");
    start(game);
    assert_status(bship_game_set_habits(game, BSHIP_SIDE_B, habits), BSHIP_ERROR_STATE, "started");
    assert_ok(bship_game_resign(game, BSHIP_SIDE_A), "the end");
    assert_status(bship_game_set_habits(game, BSHIP_SIDE_B, habits), BSHIP_ERROR_STATE, "ended");
    assert_ok(bship_habits_describe(habits, &(bship_habits_info)BSHIP_HABITS_INFO_INIT), "habits");
    bship_game_reset(game, 0, 0);
    assert_ok(bship_game_set_habits(game, BSHIP_SIDE_B, habits), "before another start");
    bship_game_free(game);
    bship_habits_free(foreign);
    bship_habits_free(habits);
    bship_rules_unref(others);
    bship_rules_unref(rules);
}
