/*
 * A record saves the whole game: a game restored from it goes on, shot for shot, as the one that
 * was saved; and a view of a side tells nothing that this side does not know.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>

#include "support.h"

#define RULES "board 7x6\nfleet 4 3 2\n"

static const char *const turn_rules[] = {
    "",
    "turn again-on-hit\n",
    "turn salvo 3\nreveal-ship yes\n",
    "turn salvo-afloat\nending equal-turns\n",
    "turn salvo 2\nsalvo-report total\n",
    "turn salvo-largest\n",
    "turn salvo-largest\nsalvo-report total\nending equal-turns\n",
    "shots 11\n",
    "shots 13\nturn again-on-hit\nending equal-turns\n",
    "shots 14\nturn salvo-afloat\nsalvo-report total\n",
    "head-start 3\nending equal-turns\n",
};

enum {
    TURN_RULES = sizeof turn_rules / sizeof *turn_rules
};

/* A game with its AIs. */
struct table {
    bship_game *game;
    bship_ai *ais[BY_SIDE];
};

static void table_free(struct table *table)
{
    bship_game_free(table->game);
    bship_ai_free(table->ais[BSHIP_SIDE_A]);
    bship_ai_free(table->ais[BSHIP_SIDE_B]);
}

static bship_record *record_of(const bship_game *game, const bship_record_game_options *options)
{
    bship_record *record = NULL;
    assert_ok(bship_record_new_game(&record, game, options, NULL), "a record");
    return record;
}

static bship_record *read_back(const bship_record *record)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *back = NULL;
    struct text text = record_text_of(record);
    assert_ok(bship_record_parse(&back, text.data, text.length, NULL, &error), "%u:%u: %s in\n%s",
              (unsigned)error.line, (unsigned)error.column, error.text, text.data);
    text_free(&text);
    return back;
}

static bship_record *record_from(const char *text)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    assert_ok(bship_record_parse(&record, text, strlen(text), NULL, &error), "%u:%u: %s",
              (unsigned)error.line, (unsigned)error.column, error.text);
    return record;
}

/* The shortest correct caller; doc/records.md shows it. */
static bship_status restore(struct table *table, const bship_record *record, bship_error *error)
{
    const bship_rules *rules = bship_record_rules(record);
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_status status = BSHIP_OK;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && !status; side++) {
        bship_ai_options ai = BSHIP_AI_OPTIONS_INIT;
        const char *strategy = NULL;
        status = bship_record_to_ai_options(record, side, &strategy, &ai, error);
        if (!status && strategy)
            status = bship_ai_new(&table->ais[side], rules, strategy, &ai, error);
    }
    options.ai_a = table->ais[BSHIP_SIDE_A];
    options.ai_b = table->ais[BSHIP_SIDE_B];
    if (!status)
        status = bship_record_to_game_options(record, &options, NULL);
    if (!status)
        status = bship_game_new(&table->game, rules, &options, error);
    return status ? status : bship_record_to_game(record, table->game, error);
}

/* Saves a game and restores it from the text. */
static struct table save_and_restore(const bship_game *game)
{
    struct table table = { NULL, { NULL } };
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = record_of(game, &whole_game), *back = read_back(record);
    struct text text = record_text_of(record);
    assert_ok(restore(&table, back, &error), "%s in\n%s", error.text, text.data);
    text_free(&text);
    bship_record *again = record_of(table.game, &whole_game);
    assert_same(record_text_of(record), record_text_of(again), "saved, restored and saved");
    assert_same(game_dump(game), game_dump(table.game), "restored");
    bship_record_free(again);
    bship_record_free(back);
    bship_record_free(record);
    return table;
}

/* Steps both games, and asserts that the same happens. */
static void play_both(bship_game *game, bship_game *other, int turns)
{
    while (turns-- > 0 && bship_game_phase(game) == BSHIP_PHASE_AIMING) {
        assert_ok(bship_game_step(game, NULL, NULL, NULL), "a turn");
        assert_ok(bship_game_step(other, NULL, NULL, NULL), "the same turn");
        assert_same(game_dump(game), game_dump(other), "a turn");
    }
}

/* Restores a game again and again as it is played to its end. */
static void check_every_few_turns(bship_game *game, int few)
{
    while (bship_game_phase(game) == BSHIP_PHASE_AIMING) {
        struct table table = save_and_restore(game);
        play_both(game, table.game, few);
        table_free(&table);
    }
    struct table table = save_and_restore(game);
    assert_ok(bship_game_undo(game), "the end is taken back");
    assert_ok(bship_game_undo(table.game), "likewise");
    play_both(game, table.game, few);
    table_free(&table);
}

static bship_rules *rules_with_turns(int turns, const char *more)
{
    char text[256];
    snprintf(text, sizeof text, RULES "%s%s", turn_rules[turns], more);
    return rules_from(text);
}

/* Two AIs with limits and styles of their own; the game begins with a side, if one is given. */
static bool open_table(struct table *table, const bship_rules *rules, int32_t strategy,
                       int32_t first, uint64_t seed)
{
    bship_ai_options a = BSHIP_AI_OPTIONS_INIT, b = BSHIP_AI_OPTIONS_INIT;
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    *table = (struct table){ NULL, { NULL } };
    a.work_limit = 300000;
    a.memory_limit = 3 << 20;
    a.placing = "edge";
    a.placing_strength = 1.3;
    a.seed = 5;
    b.placing = "repeat";
    b.seed = 6;
    if (bship_ai_new(&table->ais[BSHIP_SIDE_A], rules,
                     bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), &a, NULL))
        return false;
    assert_ok(bship_ai_new(&table->ais[BSHIP_SIDE_B], rules, "random", &b, NULL), "b");
    options.seed = seed;
    options.first_seed = seed % 3;
    options.first = first;
    options.ai_a = table->ais[BSHIP_SIDE_A];
    options.ai_b = table->ais[BSHIP_SIDE_B];
    assert_ok(bship_game_new(&table->game, rules, &options, NULL), "a game");
    return true;
}

static void start(bship_game *game)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (!bship_board_is_complete(bship_game_board(game, side)))
            assert_ok(bship_game_place_random(game, side, NULL, NULL, NULL), "side %d", (int)side);
    }
    assert_ok(bship_game_start(game, NULL), "the start");
}

Test(record_resume, games_of_every_strategy_go_on_under_all_turn_rules)
{
    for (int32_t strategy = 0; strategy < bship_enum_count(BSHIP_ENUM_STRATEGY); strategy++) {
        for (int turns = 0; turns < TURN_RULES; turns++) {
            for (int32_t first = BSHIP_FIRST_RANDOM; first <= BSHIP_FIRST_B; first++) {
                struct table table;
                bship_rules *rules = rules_with_turns(turns, "");
                if (open_table(&table, rules, strategy, first, (uint64_t)(strategy + turns))) {
                    start(table.game);
                    check_every_few_turns(table.game, 4);
                }
                table_free(&table);
                bship_rules_unref(rules);
            }
        }
    }
}

Test(record_resume, games_go_on_while_ships_are_placed)
{
    for (int turns = 0; turns < TURN_RULES; turns++) {
        for (uint64_t seed = 0; seed < 20; seed++) {
            bship_rules *rules = rules_with_turns(turns, "");
            struct table table;
            open_table(&table, rules, 0, (int32_t)(seed % 3), seed);
            for (uint64_t draws = 0; draws < seed % 5; draws++) {
                int32_t side = draws % 2 ? BSHIP_SIDE_A : BSHIP_SIDE_B;
                assert_ok(bship_game_place_random(table.game, side, NULL, NULL, NULL), "a layout");
            }
            struct table other = save_and_restore(table.game);
            for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
                assert_ok(bship_game_place_random(table.game, side, NULL, NULL, NULL), "a layout");
                assert_ok(bship_game_place_random(other.game, side, NULL, NULL, NULL), "the same");
            }
            assert_same(game_and_boards_dump(table.game), game_and_boards_dump(other.game),
                        "layouts drawn");
            start(table.game);
            start(other.game);
            play_both(table.game, other.game, 5);
            table_free(&other);
            table_free(&table);
            bship_rules_unref(rules);
        }
    }
}

Test(record_resume, ai_with_a_seed_of_its_own_goes_on)
{
    bship_rules *rules = rules_with_turns(0, "");
    struct table table;
    open_table(&table, rules, 0, BSHIP_FIRST_RANDOM, 3);
    start(table.game);
    bship_ai_reset(table.ais[BSHIP_SIDE_B], 77);
    check_every_few_turns(table.game, 5);
    table_free(&table);
    bship_rules_unref(rules);
}

Test(record_resume, ai_that_another_game_has_taken_leaves_the_record_as_it_was)
{
    bship_rules *rules = rules_with_turns(0, "");
    struct table table;
    open_table(&table, rules, 0, BSHIP_FIRST_RANDOM, 3);
    start(table.game);
    bship_record *before = record_of(table.game, &whole_game);
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *taker = NULL;
    options.seed = 4;
    options.ai_a = table.ais[BSHIP_SIDE_A];
    assert_ok(bship_game_new(&taker, rules, &options, NULL), "the game that takes it");
    bship_record *after = record_of(table.game, &whole_game);
    struct text expected = record_text_of(before), text = record_text_of(after);
    cr_assert_str_eq(text.data, expected.data, "the record");
    text_free(&expected);
    text_free(&text);
    bship_record_free(before);
    bship_record_free(after);
    bship_game_free(taker);
    table_free(&table);
    bship_rules_unref(rules);
}

static void check_level(const bship_rules *rules, int32_t level, const char *placing)
{
    struct table table = { NULL, { NULL } };
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_game_options settings = BSHIP_GAME_OPTIONS_INIT;
    options.level = level;
    options.placing = placing;
    assert_ok(bship_ai_new(&table.ais[BSHIP_SIDE_A], rules, NULL, &options, NULL), "a");
    settings.ai_a = table.ais[BSHIP_SIDE_A];
    settings.seed = 9;
    assert_ok(bship_game_new(&table.game, rules, &settings, NULL), "a game");
    bship_record *record = record_of(table.game, &whole_game);
    cr_assert_str_eq(bship_record_get(record, BSHIP_FACT_LEVEL, BSHIP_SIDE_A),
                     bship_enum_name(BSHIP_ENUM_LEVEL, level), "the level");
    struct table other = save_and_restore(table.game);
    assert_ok(bship_game_place_random(table.game, BSHIP_SIDE_A, NULL, NULL, NULL), "a layout");
    assert_ok(bship_game_place_random(other.game, BSHIP_SIDE_A, NULL, NULL, NULL), "the same");
    assert_same(board_dump(bship_game_board(table.game, BSHIP_SIDE_A)),
                board_dump(bship_game_board(other.game, BSHIP_SIDE_A)), "a layout");
    bship_record_free(record);
    table_free(&table);
    table_free(&other);
}

Test(record_resume, levels_are_kept)
{
    bship_rules *rules = rules_from(RULES);
    for (int32_t level = 1; level < bship_enum_count(BSHIP_ENUM_LEVEL); level++) {
        check_level(rules, level, NULL);
        check_level(rules, level, "uniform");
    }
    bship_rules_unref(rules);
}

Test(record_resume, level_that_plays_another_strategy_is_not_taken)
{
    const char *strategy = NULL;
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_record *record = record_from("battleship 1\nstrategy a random\nlevel a expert\n");
    assert_ok(bship_record_to_ai_options(record, BSHIP_SIDE_A, &strategy, &options, NULL),
              "options");
    cr_assert_str_eq(strategy, "random", "the strategy");
    cr_assert_eq(options.level, BSHIP_LEVEL_NONE, "the level");
    bship_record_free(record);
}

/* ---- remote sides ---- */

/* Side b is remote: reports that every shot missed. */
static bship_game *open_remote(const bship_rules *rules, uint64_t first_seed)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    options.seed = 11;
    options.first_seed = first_seed;
    options.location_b = BSHIP_LOCATION_REMOTE;
    options.audit = BSHIP_AUDIT_COMPLETE;
    options.audit_work_limit = 123456;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    assert_ok(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL), "a layout");
    assert_ok(bship_game_start(game, NULL), "the start");
    return game;
}

static void fire_row(bship_game *game, int32_t row)
{
    bship_cell cells[4];
    size_t due = (size_t)bship_game_shots_due(game);
    for (size_t i = 0; i < due; i++)
        cells[i] = (bship_cell){ (int32_t)i, row };
    assert_ok(bship_game_fire_salvo(game, cells, due, NULL), "a salvo");
}

static bship_status report_misses(bship_game *game)
{
    static const bship_report misses[4] = { BSHIP_REPORT_INIT, BSHIP_REPORT_INIT, BSHIP_REPORT_INIT,
                                            BSHIP_REPORT_INIT };
    int32_t none[3] = { 0 };
    bship_total total = { sizeof total, 0, -1, none, none, 3 };
    size_t pending = bship_game_pending(game, NULL, 0);
    if (bship_rules_get(bship_game_rules(game), BSHIP_RULE_SALVO_REPORT) ==
        BSHIP_SALVO_REPORT_TOTAL) {
        total.sunk = 0;
        return bship_game_report_total(game, &total, pending, NULL);
    }
    return bship_game_report(game, misses, pending, NULL);
}

Test(record_resume, shots_that_await_their_reports_are_kept)
{
    for (int turns = 0; turns < TURN_RULES; turns++) {
        for (uint64_t seed = 0; seed < 4; seed++) {
            bship_rules *rules = rules_with_turns(turns, "");
            bship_game *game = open_remote(rules, seed);
            for (int32_t row = 0; row < 4; row++) {
                fire_row(game, row);
                struct table table = save_and_restore(game);
                if (bship_game_phase(game) == BSHIP_PHASE_AWAITING_REPORT) {
                    assert_ok(report_misses(game), "a report");
                    assert_ok(report_misses(table.game), "the same");
                }
                assert_same(game_dump(game), game_dump(table.game), "after the report");
                table_free(&table);
            }
            bship_game_free(game);
            bship_rules_unref(rules);
        }
    }
}

Test(record_resume, report_that_was_a_contradiction_can_still_be_claimed)
{
    bship_rules *rules = rules_from(RULES "first a\n");
    bship_game *game = open_remote(rules, 0);
    const bship_report lie = { BSHIP_RESULT_SUNK, -1, 4, 0, 0, 0, 0, 0 };
    fire_row(game, 0);
    assert_status(bship_game_report(game, &lie, 1, NULL), BSHIP_ERROR_CONTRADICTION, "a lie");
    struct table table = save_and_restore(game);
    assert_ok(bship_game_claim_contradiction(table.game), "it is disputed");
    assert_ok(bship_game_claim_contradiction(game), "likewise");
    assert_same(game_dump(game), game_dump(table.game), "the end");
    table_free(&table);
    bship_game_free(game);
    bship_rules_unref(rules);
}

Test(record_resume, shots_at_a_local_side_await_nothing)
{
    bship_rules *rules = rules_from(RULES "first a\n");
    bship_game *game = open_remote(rules, 0), *local = NULL;
    fire_row(game, 0);
    bship_record *record = record_of(game, &whole_game);
    const bship_placement layout[] = { { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL },
                                       { 1, 0, 2, BSHIP_ORIENTATION_HORIZONTAL },
                                       { 2, 0, 4, BSHIP_ORIENTATION_HORIZONTAL } };
    assert_ok(bship_record_set_layout(record, BSHIP_SIDE_B, layout, 3, NULL), "a layout");
    assert_ok(bship_game_new(&local, rules, NULL, NULL), "a game");
    assert_status(bship_record_to_game(record, local, NULL), BSHIP_ERROR_STATE, "b is local");
    cr_assert_eq(bship_record_pending(record, NULL, 0), 1, "one shot");
    bship_game_free(local);
    bship_record_free(record);
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* ---- views ---- */

static bool says(const bship_record *record, const char *words)
{
    struct text text = record_text_of(record);
    bool found = strstr(text.data, words) != NULL;
    text_free(&text);
    return found;
}

Test(record_resume, view_tells_nothing_that_its_owner_cannot_know)
{
    bship_rules *rules = rules_from(RULES "first a\n");
    for (int32_t view = BSHIP_SIDE_A; view <= BSHIP_SIDE_B; view++) {
        bship_record_game_options options = BSHIP_RECORD_GAME_OPTIONS_SAVE;
        struct table table, other = { NULL, { NULL } };
        char line[32];
        options.view = view;
        open_table(&table, rules, 1, BSHIP_FIRST_A, 4711);
        start(table.game);
        for (int i = 0; i < 7; i++)
            assert_ok(bship_game_step(table.game, NULL, NULL, NULL), "a turn");
        bship_record *record = record_of(table.game, &options), *back = read_back(record);
        const char *hidden = bship_enum_name(BSHIP_ENUM_SIDE, opposite(view));
        for (size_t i = 0; i < 6; i++) {
            static const char *const facts[] = { "strategy", "work",         "placing",
                                                 "drawn",    "placing-seed", "aim-seed" };
            snprintf(line, sizeof line, "\n%s %s", facts[i], hidden);
            cr_assert_not(says(record, line), "the view of %d says%s", (int)view, line);
        }
        snprintf(line, sizeof line, "\n%s ship", hidden);
        cr_assert_not(says(record, line), "the other layout");
        cr_assert_not(says(record, "seed 4711"), "the seed of both layouts");
        snprintf(line, sizeof line, "\nview %s\n", bship_enum_name(BSHIP_ENUM_SIDE, view));
        cr_assert(says(record, line), "whose view it is");
        assert_ok(restore(&other, back, NULL), "restored");
        cr_assert_not_null(bship_game_board(other.game, view), "its board");
        cr_assert_null(bship_game_board(other.game, opposite(view)), "the other is remote");
        cr_assert_null(bship_game_ai(other.game, opposite(view)), "without an AI");
        assert_same(chart_dump(bship_game_chart(table.game, view)),
                    chart_dump(bship_game_chart(other.game, view)), "its chart");
        bship_record_free(back);
        bship_record_free(record);
        table_free(&other);
        table_free(&table);
    }
    bship_rules_unref(rules);
}

Test(record_resume, view_against_a_remote_side_can_go_on)
{
    bship_rules *rules = rules_from(RULES "first a\n");
    bship_record_game_options options = BSHIP_RECORD_GAME_OPTIONS_SAVE;
    struct table table = { NULL, { NULL } };
    bship_game *game = open_remote(rules, 1);
    options.view = BSHIP_SIDE_A;
    bship_record *record = record_of(game, &options);
    cr_assert(says(record, "\nseed 11\n"), "the seed is of side a alone");
    assert_ok(restore(&table, record, NULL), "restored");
    assert_same(game_and_boards_dump(game), game_and_boards_dump(table.game), "the same game");
    bship_record_free(record);
    table_free(&table);
    bship_game_free(game);
    bship_rules_unref(rules);
}

Test(record_resume, bad_choices_of_contents_are_refused)
{
    bship_rules *rules = rules_from(RULES);
    bship_record *record = NULL;
    bship_game *game = NULL;
    assert_ok(bship_game_new(&game, rules, NULL, NULL), "a game");
    for (int i = 0; i < 5; i++) {
        bship_record_game_options options = BSHIP_RECORD_GAME_OPTIONS_INIT;
        int32_t *const fields[] = { &options.layouts, &options.seeds, &options.settings,
                                    &options.view };
        if (i < 4)
            *fields[i] = i < 3 ? 2 : 3;
        else
            options.size = 4;
        assert_status(bship_record_new_game(&record, game, &options, NULL),
                      i < 4 ? BSHIP_ERROR_ARGUMENT : BSHIP_ERROR_SIZE, "case %d", i);
    }
    cr_assert_null(record, "no record");
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* ---- what the caller must supply ---- */

Test(record_resume, custom_strategies_and_habits_are_refused_by_name)
{
    static const struct {
        const char *facts, *text;
        bship_status status;
    } cases[] = {
        { "strategy b custom\n", "side b: the caller must supply its custom strategy",
          BSHIP_ERROR_UNSUPPORTED },
        { "strategy b posterior\nhabits b known\n",
          "side b: the caller must supply the habits that its strategy knew",
          BSHIP_ERROR_UNSUPPORTED },
        { "strategy b Deep-Blue\n", "side b: no strategy is called 'Deep-Blue'", BSHIP_ERROR_NAME },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128];
        snprintf(text, sizeof text, "battleship 1\n%s", cases[i].facts);
        bship_record *record = record_from(text);
        bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
        bship_error error = BSHIP_ERROR_INIT;
        const char *strategy = "untouched";
        assert_status(bship_record_to_ai_options(record, BSHIP_SIDE_B, &strategy, &options, &error),
                      cases[i].status, "case %zu", i);
        cr_assert_str_eq(error.text, cases[i].text, "case %zu: %s", i, error.text);
        cr_assert_eq(error.index, BSHIP_SIDE_B, "the side");
        cr_assert_str_eq(strategy, "untouched", "nothing has changed");
        assert_ok(bship_record_to_ai_options(record, BSHIP_SIDE_A, &strategy, &options, &error),
                  "side a has no AI");
        cr_assert_null(strategy, "no strategy");
        bship_record_free(record);
    }
}

Test(record_resume, habits_of_the_caller_take_the_place_of_the_fact)
{
    bship_rules *rules = rules_from(RULES);
    bship_habits *habits = NULL;
    bship_habits_snapshot *snapshot = NULL;
    struct table table = { NULL, { NULL } };
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_game_options settings = BSHIP_GAME_OPTIONS_INIT;
    const char *strategy = NULL;
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    assert_ok(bship_ai_new(&table.ais[BSHIP_SIDE_A], rules, "posterior", NULL, NULL), "an AI");
    assert_ok(bship_ai_set_habits(table.ais[BSHIP_SIDE_A], snapshot), "its habits");
    settings.ai_a = table.ais[BSHIP_SIDE_A];
    assert_ok(bship_game_new(&table.game, rules, &settings, NULL), "a game");
    bship_record *record = record_of(table.game, &whole_game);
    cr_assert_str_eq(bship_record_get(record, BSHIP_FACT_HABITS, BSHIP_SIDE_A), "known",
                     "the fact");
    assert_status(bship_record_to_ai_options(record, BSHIP_SIDE_A, &strategy, &options, NULL),
                  BSHIP_ERROR_UNSUPPORTED, "habits are not in the record");
    assert_ok(bship_record_set(record, BSHIP_FACT_HABITS, BSHIP_SIDE_A, NULL, NULL), "removed");
    assert_ok(bship_record_to_ai_options(record, BSHIP_SIDE_A, &strategy, &options, NULL), "given");
    cr_assert_str_eq(strategy, "posterior", "the strategy");
    bship_record_free(record);
    table_free(&table);
    bship_habits_snapshot_unref(snapshot);
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

/* ---- facts ---- */

Test(record_resume, numbers_are_read_as_numbers)
{
    bship_record *record = record_from("battleship 1\nseed 18446744073709551615\nfirst-seed 3\n"
                                       "work a 9223372036854775807\nplayer a 5\n");
    uint64_t number = 0;
    assert_ok(bship_record_number(record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE, &number), "the seed");
    cr_assert_eq(number, UINT64_MAX, "the seed");
    assert_ok(bship_record_number(record, BSHIP_FACT_WORK, BSHIP_SIDE_A, &number), "work");
    cr_assert_eq(number, INT64_MAX, "work");
    assert_status(bship_record_number(record, BSHIP_FACT_WORK, BSHIP_SIDE_B, &number),
                  BSHIP_ERROR_RANGE, "not stated");
    assert_status(bship_record_number(record, BSHIP_FACT_PLAYER, BSHIP_SIDE_A, &number),
                  BSHIP_ERROR_ARGUMENT, "a name");
    assert_status(bship_record_number(record, BSHIP_FACT_SEED, BSHIP_SIDE_A, &number),
                  BSHIP_ERROR_ARGUMENT, "of the game");
    assert_status(bship_record_number(record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE, NULL),
                  BSHIP_ERROR_ARGUMENT, "nowhere");
    cr_assert_eq(number, INT64_MAX, "untouched");
    bship_record_free(record);
}

Test(record_resume, bad_facts_are_refused_at_their_place)
{
    static const struct {
        const char *text;
        bship_status status;
        unsigned line, column;
    } cases[] = {
        { "first-seed -1\n", BSHIP_ERROR_SYNTAX, 2, 12 },
        { "first a\nbegins b\n", BSHIP_ERROR_STATE, 3, 8 },
        { "begins c\n", BSHIP_ERROR_SYNTAX, 2, 8 },
        { "view both\n", BSHIP_ERROR_SYNTAX, 2, 6 },
        { "location a here\n", BSHIP_ERROR_SYNTAX, 2, 12 },
        { "audit strict\n", BSHIP_ERROR_SYNTAX, 2, 7 },
        { "work a 9223372036854775808\n", BSHIP_ERROR_SYNTAX, 2, 8 },
        { "memory 5\n", BSHIP_ERROR_SYNTAX, 2, 8 },
        { "strength a 65\n", BSHIP_ERROR_SYNTAX, 2, 12 },
        { "strength a 0x1\n", BSHIP_ERROR_SYNTAX, 2, 12 },
        { "strength a 1,5\n", BSHIP_ERROR_SYNTAX, 2, 13 },
        { "strength a 1.\n", BSHIP_ERROR_SYNTAX, 2, 12 },
        { "strength a 01\n", BSHIP_ERROR_SYNTAX, 2, 12 },
        { "strength a 1e\n", BSHIP_ERROR_SYNTAX, 2, 12 },
        { "strength a 1e1.0\n", BSHIP_ERROR_SYNTAX, 2, 12 },
        { "strength a 1e2\n", BSHIP_ERROR_SYNTAX, 2, 12 },
        { "strength a 1.0000000000000000000000000000000\n", BSHIP_ERROR_SYNTAX, 2, 12 },
        { "habits a 7\n", BSHIP_ERROR_SYNTAX, 2, 10 },
        { "drawn a 1\ndrawn a 1\n", BSHIP_ERROR_SYNTAX, 3, 1 },
        { "awaiting a A1\n", BSHIP_ERROR_STATE, 2, 1 },
        { "began a\nawaiting b A1\n", BSHIP_ERROR_STATE, 3, 12 },
        { "began a\nawaiting c A1\n", BSHIP_ERROR_SYNTAX, 3, 10 },
        { "began a\nawaiting a A1, A2\n", BSHIP_ERROR_SYNTAX, 3, 14 },
        { "began a\nturn salvo 2\nawaiting a A1\n", BSHIP_ERROR_COUNT, 4, 12 },
        { "began a\nturn salvo 2\nawaiting a A1, A1\n", BSHIP_ERROR_DUPLICATE, 4, 16 },
        { "began a\na A1 miss\nb A1 miss\nawaiting a A1\n", BSHIP_ERROR_REPEATED, 5, 12 },
        { "began a\nawaiting a A1\na A2 miss\n", BSHIP_ERROR_SYNTAX, 4, 1 },
        { "began a\nawaiting a A1\nawaiting a A1\n", BSHIP_ERROR_SYNTAX, 4, 1 },
        { "began a\ndisputed a A1\nresult abandoned\n", BSHIP_ERROR_STATE, 4, 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        bship_error error = BSHIP_ERROR_INIT;
        bship_record *record = NULL;
        snprintf(text, sizeof text, "battleship 1\n%s", cases[i].text);
        assert_status(bship_record_parse(&record, text, strlen(text), NULL, &error),
                      cases[i].status, "%s: %s", cases[i].text, error.text);
        cr_assert(error.line == cases[i].line && error.column == cases[i].column, "%u:%u in\n%s",
                  (unsigned)error.line, (unsigned)error.column, text);
        cr_assert_null(record, "a record of\n%s", text);
    }
}

Test(record_resume, strengths_are_kept_to_the_last_bit)
{
    static const double strengths[] = { 1,       0.1,
                                        1.0 / 3, 63.99999999999999,
                                        1e-9,    0.30000000000000004 };
    bship_rules *rules = rules_from(RULES);
    for (size_t i = 0; i < sizeof strengths / sizeof *strengths; i++) {
        struct table table = { NULL, { NULL } };
        bship_ai_options options = BSHIP_AI_OPTIONS_INIT, back = BSHIP_AI_OPTIONS_INIT;
        bship_game_options settings = BSHIP_GAME_OPTIONS_INIT;
        const char *strategy = NULL;
        options.placing = "edge";
        options.placing_strength = strengths[i];
        assert_ok(bship_ai_new(&table.ais[BSHIP_SIDE_A], rules, "hunt", &options, NULL), "an AI");
        settings.ai_a = table.ais[BSHIP_SIDE_A];
        assert_ok(bship_game_new(&table.game, rules, &settings, NULL), "a game");
        bship_record *record = record_of(table.game, &whole_game), *again = read_back(record);
        assert_ok(bship_record_to_ai_options(again, BSHIP_SIDE_A, &strategy, &back, NULL), "read");
        cr_assert(back.placing_strength == strengths[i], "%.17g, not %.17g", back.placing_strength,
                  strengths[i]);
        cr_assert_str_eq(back.placing, "edge", "the style");
        bship_record_free(again);
        bship_record_free(record);
        table_free(&table);
    }
    bship_rules_unref(rules);
}

Test(record_resume, strengths_are_read_whole_or_refused)
{
    static const struct {
        const char *text;
        double strength; /* -1: refused */
    } cases[] = {
        { "10", 10 },
        { "1e1", 10 },
        { "1e+1", 10 },
        { "0.64e2", 64 },
        { "1.00000000000000000000000000e01", 10 },
        { "1.000000000000000000000000000e01", 10 },
        { "1.0000000000000000000000000000e01", -1 },
        { "1.0000000000000000000000000000000000000", -1 },
        { "1.0000000000000000000000000000000000000e1", -1 },
        { "1.00000000000000000000000000000000000000000000000000000000000000000000e9", -1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool is_refused = cases[i].strength < 0;
        bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
        bship_error error = BSHIP_ERROR_INIT;
        const char *strategy = NULL;
        bship_record *record = record_from("battleship 1\nstrategy a hunt\nplacing a edge\n"
                                           "strength a 3\nstrength b 2\n");
        assert_status(
            bship_record_set(record, BSHIP_FACT_STRENGTH, BSHIP_SIDE_A, cases[i].text, &error),
            is_refused ? BSHIP_ERROR_SYNTAX : BSHIP_OK, "%s: %s", cases[i].text, error.text);
        assert_ok(bship_record_to_ai_options(record, BSHIP_SIDE_A, &strategy, &options, NULL),
                  "read");
        double expected = is_refused ? 3 : cases[i].strength;
        cr_assert(options.placing_strength == expected, "%s is %.17g, not %.17g", cases[i].text,
                  options.placing_strength, expected);
        cr_assert_str_eq(bship_record_get(record, BSHIP_FACT_STRENGTH, BSHIP_SIDE_B), "2",
                         "the other side, beside %s", cases[i].text);
        bship_record_free(record);
    }
}

Test(record_resume, optional_lines_are_kept_in_order_and_ignored)
{
    static const char text[] = "battleship 1\noptional-clock  5 # kept\nx-mine 1\n"
                               "optional-later \"unclosed\nboard 5x5\n";
    bship_record *record = record_from(text), *back = read_back(record);
    cr_assert_eq(bship_record_extras(back), 3, "three lines");
    cr_assert_str_eq(bship_record_extra(back, 0), "optional-clock  5 # kept", "the first");
    cr_assert_str_eq(bship_record_extra(back, 1), "x-mine 1", "the second");
    cr_assert_str_eq(bship_record_extra(back, 2), "optional-later \"unclosed", "the third");
    assert_ok(bship_record_add_extra(back, "optional-more", NULL), "another");
    assert_status(bship_record_add_extra(back, "optional", NULL), BSHIP_ERROR_SYNTAX, "no dash");
    bship_record_free(back);
    bship_record_free(record);
}
