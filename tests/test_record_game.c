/*
 * Records of games and positions: written, read and played on, under random rules; and false
 * reports: such records can be read, but are contradictions as charts and games.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

/* A record with layouts and seeds, but without settings. */
static const bship_record_game_options secrets = { sizeof secrets, 1, 1, 0, BSHIP_SIDE_NONE };

static bship_record *parse(const char *text, size_t length)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    bship_status status = bship_record_parse(&record, text, length, NULL, &error);

    assert_ok(status, "%u:%u: %s in\n%.*s", (unsigned)error.line, (unsigned)error.column,
              error.text, (int)length, text);
    return record;
}

static bship_record *record_from(const char *text)
{
    return parse(text, strlen(text));
}

/* Reads the text of a record, and asserts that the result writes the same text. */
static bship_record *read_back(const bship_record *record)
{
    struct text text = record_text_of(record);
    bship_record *back = parse(text.data, text.length);
    struct text again = record_text_of(back);

    assert_same(text, again, "written, read and written");
    return back;
}

/* Games. */

/* Another AI that plays as the first does. */
static bship_ai *same_ai(const bship_ai *ai)
{
    return ai ? new_ai(bship_ai_rules(ai), bship_ai_strategy(ai), 0) : NULL;
}

static bship_game *new_game(const bship_rules *rules, uint64_t seed, bship_ai *const *ais,
                            int32_t location)
{
    bship_game_options options = { .size = sizeof options,
                                   .seed = seed,
                                   .ai_a = ais[BSHIP_SIDE_A],
                                   .ai_b = ais[BSHIP_SIDE_B],
                                   .location_a = location,
                                   .location_b = location };
    bship_game *game = NULL;

    assert_ok(bship_game_new(&game, rules, &options, NULL), "%s", rules_text(rules));
    return game;
}

/* Fires at unknown cells and now and then, where that is allowed, at others. */
static void fire_somewhere(bship_game *game, bship_rng *rng)
{
    const bship_rules *rules = bship_game_rules(game);
    const bship_chart *chart = bship_game_chart(game, bship_game_to_move(game));
    size_t due = (size_t)bship_game_shots_due(game), chosen = 0;
    bship_cell cells[64];
    int32_t from = between(rng, 0, cell_count(rules) - 1);
    int waste =
        bship_rules_get(rules, BSHIP_RULE_REPEAT) == BSHIP_REPEAT_WASTED && between(rng, 0, 9) == 0;

    for (int32_t i = 0; chosen < due; i++) {
        bship_cell cell = cell_at(rules, (from + i) % cell_count(rules));
        int32_t state = bship_chart_state_at(chart, cell);
        if (state == BSHIP_CHART_STATE_UNKNOWN || (waste && state != BSHIP_CHART_STATE_BLOCKED))
            cells[chosen++] = cell;
    }
    assert_ok(bship_game_fire_salvo(game, cells, due, NULL), "%s", rules_text(rules));
}

static void play(bship_game *game, bship_rng *rng, int moves)
{
    while (moves-- > 0 && bship_game_phase(game) == BSHIP_PHASE_AIMING) {
        if (bship_game_ai(game, bship_game_to_move(game)))
            assert_ok(bship_game_step(game, NULL, NULL, NULL), "%s",
                      rules_text(bship_game_rules(game)));
        else
            fire_somewhere(game, rng);
    }
}

static void check_charts(const bship_record *record, const bship_game *game)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_chart *chart = new_chart(bship_record_rules(record));
        assert_ok(bship_record_to_chart(record, side, chart, NULL), "side %d", (int)side);
        assert_same(chart_dump(bship_game_chart(game, side)), chart_dump(chart), "a chart");
        bship_chart_free(chart);
    }
}

/* Continues a game from its record, and asserts that it goes on identically. */
static void check_playing_on(const bship_record *record, bship_game *game, uint64_t seed)
{
    const bship_rules *rules = bship_game_rules(game);
    bship_ai *ais[BY_SIDE] = { NULL, same_ai(bship_game_ai(game, BSHIP_SIDE_A)),
                               same_ai(bship_game_ai(game, BSHIP_SIDE_B)) };
    bship_game *other = new_game(rules, seed, ais, BSHIP_LOCATION_LOCAL);
    bship_rng rng = rng_of(seed), same = rng;

    assert_ok(bship_record_to_game(record, other, NULL), "%s", rules_text(rules));
    assert_same(game_dump(game), game_dump(other), "a game from its record");
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        assert_same(board_dump(bship_game_board(game, side)),
                    board_dump(bship_game_board(other, side)), "a board from a record");
    play(game, &rng, 12);
    play(other, &same, 12);
    assert_same(game_dump(game), game_dump(other), "a game played on");
    bship_game_free(other);
    bship_ai_free(ais[BSHIP_SIDE_A]);
    bship_ai_free(ais[BSHIP_SIDE_B]);
}

static void check_remote(const bship_record *record, const bship_game *game)
{
    bship_ai *none[BY_SIDE] = { NULL };
    bship_game *remote = new_game(bship_game_rules(game), 1, none, BSHIP_LOCATION_REMOTE);

    assert_ok(bship_record_to_game(record, remote, NULL), "a remote side");
    assert_same(game_dump(game), game_dump(remote), "a game with a remote side");
    bship_game_free(remote);
}

Test(record_game, is_written_read_and_played_on_under_all_rules)
{
    static const struct shape shape = { .width = 7, .height = 7, .blocked = 3 };
    bship_rng rng = rng_of(31);

    for (int i = 0; i < 40 + scaled(360); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        uint64_t seed = bship_rng_next(&rng);
        bship_ai *ais[BY_SIDE] = { NULL, random_ai(rules, &rng), random_ai(rules, &rng) };
        bship_game *game = new_game(rules, seed, ais, BSHIP_LOCATION_LOCAL);
        int with_layouts = between(&rng, 0, 2) > 0;
        bship_record *record = NULL, *back;

        assert_ok(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL), "a");
        assert_ok(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, NULL), "b");
        assert_ok(bship_game_start(game, NULL), "start");
        play(game, &rng, between(&rng, 0, 90));
        assert_ok(bship_record_new_game(&record, game, with_layouts ? &secrets : NULL, NULL),
                  "a record");
        back = read_back(record);
        cr_assert(bship_record_is_game(back), "it is of a game");
        check_charts(record, game);
        check_charts(back, game);
        check_remote(back, game);
        if (with_layouts)
            check_playing_on(back, game, seed);
        bship_record_free(back);
        bship_record_free(record);
        bship_game_free(game);
        bship_ai_free(ais[BSHIP_SIDE_A]);
        bship_ai_free(ais[BSHIP_SIDE_B]);
        bship_rules_unref(rules);
    }
}

Test(record_game, positions_are_written_and_read_under_all_rules)
{
    static const struct shape shape = { .width = 7, .height = 7, .blocked = 3 };
    bship_rng rng = rng_of(32);

    for (int i = 0; i < 40 + scaled(360); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules), *copy = new_chart(rules);
        int32_t side = between(&rng, BSHIP_SIDE_A, BSHIP_SIDE_B);
        bship_record *record = NULL, *back;

        for (int turns = between(&rng, 0, 40); turns > 0; turns--)
            fire_at_random(board, chart, &rng);
        assert_ok(bship_record_new_chart(&record, chart, side, NULL), "a position");
        back = read_back(record);
        cr_assert_not(bship_record_is_game(back), "it is a position");
        assert_ok(bship_record_to_chart(back, side, copy, NULL), "%s", rules_text(rules));
        assert_same(chart_dump(chart), chart_dump(copy), "a position from its record");
        bship_record_free(back);
        bship_record_free(record);
        bship_chart_free(copy);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(record_game, without_layouts_reveals_no_secret)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\nfirst a\n");
    bship_ai *none[BY_SIDE] = { NULL };
    bship_game *game = new_game(rules, 77, none, BSHIP_LOCATION_LOCAL);
    bship_record *record = NULL;
    struct text text;

    assert_ok(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL), "a");
    assert_ok(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, NULL), "b");
    assert_ok(bship_game_start(game, NULL), "start");
    assert_ok(bship_record_new_game(&record, game, NULL, NULL), "a record");
    text = record_text_of(record);
    cr_assert_null(strstr(text.data, " ship "), "a layout is written");
    cr_assert_null(strstr(text.data, "seed"), "the seed is written");
    text_free(&text);
    bship_record_free(record);
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* False reports. */

#define GAME "battleship 1\nboard 4x4\nfleet 3 2\nfirst a\n"

/* Valid texts, and the place of the first contradiction in side a's shots. */
static const struct {
    const char *text;
    unsigned line, column;
} lies[] = {
    { GAME "a A1 sunk 2\n", 5, 3 },
    { GAME "a A1 hit\n  a  A2   sunk 4\n", 6, 6 },
    { GAME "a A1 hit\na C3 sunk 3\n", 6, 3 },
    { GAME "a A1 hit\na A2 sunk 2\na B1 hit\na B2 sunk 2\n", 8, 3 },
    { GAME "a A1 hit\na B1 hit\na C1 hit\na D1 hit\na A2 hit\n", 8, 3 },
    { GAME "b ship 3 A1 right\nb ship 2 A3 right\na A1 miss\n", 7, 3 },
    { GAME "b ship 3 A1 right\nb ship 2 A3 right\na A1 hit\na D4 hit\n", 8, 3 },
    { "battleship 1\nboard 4x4\nfleet 2\nturn salvo 3\nsalvo-report total\n"
      "a A1, B1, C1: 9 hits\n",
      6, 3 },
    { "battleship 1\nboard 4x4\nfleet 2\nturn salvo 3\nsalvo-report total\nb ship 2 A1 right\n"
      "a A1, B1, C1: 1 hit\n",
      7, 3 },
};

Test(record_game, a_liar_is_read_and_written_and_found_out_where_he_lies)
{
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        bship_record *record = record_from(lies[i].text), *back = read_back(record);
        bship_chart *chart = new_chart(bship_record_rules(record));
        bship_error error = BSHIP_ERROR_INIT;
        struct text before = chart_dump(chart);

        assert_status(bship_record_to_chart(record, BSHIP_SIDE_A, chart, &error),
                      BSHIP_ERROR_CONTRADICTION, "%s", lies[i].text);
        cr_assert(error.line == lies[i].line && error.column == lies[i].column, "%u:%u in\n%s",
                  (unsigned)error.line, (unsigned)error.column, lies[i].text);
        assert_same(before, chart_dump(chart), "a chart with a false report");
        assert_ok(bship_record_to_chart(record, BSHIP_SIDE_B, chart, NULL), "the other side");
        bship_chart_free(chart);
        bship_record_free(back);
        bship_record_free(record);
    }
}

Test(record_game, a_false_report_resets_the_game_and_names_the_line)
{
    bship_record *record =
        record_from(GAME "began a\na A1 miss\nb A1 sunk 4\na B1 hit\nb B1 hit\n");
    bship_ai *none[BY_SIDE] = { NULL };
    bship_game *game = new_game(bship_record_rules(record), 5, none, BSHIP_LOCATION_REMOTE);
    bship_game *boards = new_game(bship_record_rules(record), 5, none, BSHIP_LOCATION_LOCAL);
    struct text before = game_dump(game);
    bship_error error = BSHIP_ERROR_INIT;

    assert_status(bship_record_to_game(record, game, &error), BSHIP_ERROR_CONTRADICTION, "a lie");
    cr_assert(error.line == 7 && error.column == 3, "%u:%u", (unsigned)error.line,
              (unsigned)error.column);
    assert_same(before, game_dump(game), "a game with a false report");
    assert_status(bship_record_to_game(record, boards, NULL), BSHIP_ERROR_NOT_PLACED, "boards");
    assert_ok(bship_game_start(game, NULL), "begun");
    assert_status(bship_record_to_game(record, game, NULL), BSHIP_ERROR_STATE, "begun");
    bship_game_free(boards);
    bship_game_free(game);
    bship_record_free(record);
}

Test(record_game, objects_of_other_rules_and_positions_are_refused)
{
    bship_record *record = record_from(GAME "a A1 miss\n");
    bship_rules *rules = rules_from("board 5x5\n");
    bship_chart *chart = new_chart(rules);
    bship_board *board = NULL;
    bship_ai *none[BY_SIDE] = { NULL };
    bship_game *other = new_game(rules, 0, none, BSHIP_LOCATION_REMOTE);
    bship_game *game = new_game(bship_record_rules(record), 0, none, BSHIP_LOCATION_REMOTE);

    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    assert_status(bship_record_to_chart(record, BSHIP_SIDE_A, chart, NULL), BSHIP_ERROR_RULES,
                  "a chart");
    assert_status(bship_record_to_board(record, BSHIP_SIDE_A, board), BSHIP_ERROR_RULES, "a board");
    assert_status(bship_record_to_game(record, other, NULL), BSHIP_ERROR_RULES, "a game");
    assert_status(bship_record_to_game(record, game, NULL), BSHIP_ERROR_STATE, "a position");
    assert_status(bship_record_to_chart(record, 3, chart, NULL), BSHIP_ERROR_ARGUMENT, "side 3");
    bship_game_free(game);
    bship_game_free(other);
    bship_board_free(board);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    bship_record_free(record);
}

/* Ends that shots do not decide. */

#define PLAYED                                                                                     \
    "battleship 1\nboard 4x4\nfleet 2\nfirst a\nbegan a\n"                                         \
    "a ship 2 A1 right\nb ship 2 A1 right\na C3 miss\nb A1 hit\na A1 hit\n"

static const struct {
    const char *text, *fact;
    int32_t outcome, reason;
} ends[] = {
    { PLAYED "result a resigned\n", "a resigned", BSHIP_OUTCOME_A, BSHIP_END_REASON_RESIGNED },
    { PLAYED "result\tb   resigned # gone\n", "b resigned", BSHIP_OUTCOME_B,
      BSHIP_END_REASON_RESIGNED },
    { PLAYED "result abandoned\n", "abandoned", BSHIP_OUTCOME_NONE, BSHIP_END_REASON_ABANDONED },
    { PLAYED "result a contradiction\n", "a contradiction", BSHIP_OUTCOME_A,
      BSHIP_END_REASON_CONTRADICTION },
    { PLAYED "b B1 sunk 2\nresult a contradiction\n", "a contradiction", BSHIP_OUTCOME_A,
      BSHIP_END_REASON_CONTRADICTION },
    { PLAYED "b B1 sunk 2\nresult b\n", "b", BSHIP_OUTCOME_B, BSHIP_END_REASON_SUNK },
    { PLAYED "b B1 sunk 2\n", NULL, BSHIP_OUTCOME_B, BSHIP_END_REASON_SUNK },
    { PLAYED, NULL, BSHIP_OUTCOME_NONE, BSHIP_END_REASON_NONE },
};

static void check_end(const bship_record *record, size_t i, int32_t location)
{
    bship_ai *none[BY_SIDE] = { NULL };
    bship_game *game = new_game(bship_record_rules(record), 0, none, location);
    bool is_over = ends[i].reason != BSHIP_END_REASON_NONE;
    bship_record *again = NULL;

    assert_ok(bship_record_to_game(record, game, NULL), "%s", ends[i].text);
    cr_assert_eq(bship_game_outcome(game), ends[i].outcome, "%s", ends[i].text);
    cr_assert_eq(bship_game_end_reason(game), ends[i].reason, "%s", ends[i].text);
    cr_assert_eq(bship_game_phase(game), is_over ? BSHIP_PHASE_OVER : BSHIP_PHASE_AIMING, "%s",
                 ends[i].text);
    assert_status(bship_game_fire(game, (bship_cell){ 3, 3 }, NULL, NULL),
                  is_over ? BSHIP_ERROR_STATE : BSHIP_OK, "playing on after\n%s", ends[i].text);
    cr_assert_eq(bship_game_board(game, BSHIP_SIDE_B) != NULL,
                 is_over || location == BSHIP_LOCATION_LOCAL, "the revealed board of b");
    if (is_over && ends[i].fact) {
        assert_ok(bship_record_new_game(&again, game, &secrets, NULL), "a record");
        assert_ok(bship_record_set(again, BSHIP_FACT_SEED, BSHIP_SIDE_NONE, NULL, NULL), "no seed");
        assert_same(record_text_of(record), record_text_of(again), "a record of its game");
        bship_record_free(again);
    }
    bship_game_free(game);
}

Test(record_game, every_end_is_read_written_and_replayed)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        bship_record *record = record_from(ends[i].text), *back = read_back(record);
        const char *fact = bship_record_get(back, BSHIP_FACT_RESULT, BSHIP_SIDE_NONE);
        cr_assert(ends[i].fact ? fact && strcmp(fact, ends[i].fact) == 0 : !fact, "%s",
                  ends[i].text);
        check_end(record, i, BSHIP_LOCATION_LOCAL);
        check_end(back, i, BSHIP_LOCATION_REMOTE);
        bship_record_free(back);
        bship_record_free(record);
    }
}

Test(record_game, an_end_read_from_a_record_can_be_taken_back)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        bship_record *record = record_from(ends[i].text);
        bship_ai *none[BY_SIDE] = { NULL };
        bship_game *game = new_game(bship_record_rules(record), 0, none, BSHIP_LOCATION_LOCAL);
        assert_ok(bship_record_to_game(record, game, NULL), "%s", ends[i].text);
        int64_t entries = bship_game_log_length(game);
        assert_ok(bship_game_undo(game), "%s", ends[i].text);
        bool is_end = ends[i].reason > BSHIP_END_REASON_SUNK;
        cr_assert_eq(bship_game_log_length(game), entries - !is_end, "%s", ends[i].text);
        bool is_sunk = entries == 4 && is_end;
        cr_assert_eq(bship_game_end_reason(game),
                     is_sunk ? BSHIP_END_REASON_SUNK : BSHIP_END_REASON_NONE, "%s", ends[i].text);
        bship_game_free(game);
        bship_record_free(record);
    }
}

Test(record_game, results_can_be_stated_where_they_are_possible)
{
    static const struct {
        const char *text, *result;
        bship_status status;
    } rows[] = {
        { PLAYED, "a", BSHIP_ERROR_STATE },
        { PLAYED, "a resigned", BSHIP_OK },
        { PLAYED, "draw resigned", BSHIP_ERROR_SYNTAX },
        { PLAYED, "a  resigned", BSHIP_ERROR_SYNTAX },
        { PLAYED, "abandoned", BSHIP_OK },
        { PLAYED "b B1 sunk 2\n", "b", BSHIP_OK },
        { PLAYED "b B1 sunk 2\n", "a resigned", BSHIP_ERROR_STATE },
        { PLAYED "b B1 sunk 2\n", "abandoned", BSHIP_ERROR_STATE },
        { PLAYED "b B1 sunk 2\n", "a contradiction", BSHIP_OK },
        { GAME "a A1 miss\n", "b resigned", BSHIP_ERROR_STATE },
        { GAME "began a\nawaiting a A1\n", "a resigned", BSHIP_ERROR_STATE },
        { GAME "began a\nawaiting a A1\n", NULL, BSHIP_OK },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bship_record *record = record_from(rows[i].text);
        assert_status(
            bship_record_set(record, BSHIP_FACT_RESULT, BSHIP_SIDE_NONE, rows[i].result, NULL),
            rows[i].status, "row %zu in\n%s", i, rows[i].text);
        bship_record_free(read_back(record));
        bship_record_free(record);
    }
}

/* Else the record could be written but not be read back. */
Test(record_game, a_game_with_a_result_stays_a_game)
{
    bship_record *record = record_from(GAME "began a\nresult abandoned\n");
    bship_error error = BSHIP_ERROR_INIT;
    assert_status(bship_record_set(record, BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE, NULL, &error),
                  BSHIP_ERROR_STATE, "only a game is abandoned");
    cr_assert_neq(error.text[0], '\0', "no details");
    bship_record_free(read_back(record));
    assert_ok(bship_record_set(record, BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE, "a", NULL), "a began");
    assert_ok(bship_record_set(record, BSHIP_FACT_RESULT, BSHIP_SIDE_NONE, NULL, NULL),
              "no result");
    assert_ok(bship_record_set(record, BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE, NULL, NULL),
              "a position");
    bship_record_free(read_back(record));
    bship_record_free(record);
}

/* Else, too, it could not be read back: only a game awaits reports, and the side to move does. */
Test(record_game, who_began_is_settled_once_a_report_is_awaited)
{
    static const char *const sides[] = { "b", "a", NULL };
    bship_record *record =
        record_from("battleship 1\nboard 4x4\nfleet 3 2\nfirst random\nbegan a\nawaiting a A1\n");
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        assert_status(bship_record_set(record, BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE, sides[i], NULL),
                      BSHIP_ERROR_STATE, "row %zu", i);
        bship_record_free(read_back(record));
    }
    bship_record_free(record);
}

/* Games that are being placed. */

/* Removes ships at random, so that layouts are complete, partial or empty. */
static void remove_some(bship_game *game, bship_rng *rng)
{
    const bship_rules *rules = bship_game_rules(game);
    bship_board *board = new_board(rules);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        int32_t share = between(rng, 0, 4);
        assert_ok(bship_board_copy(board, bship_game_board(game, side)), "a copy");
        for (int32_t ship = 0; ship < bship_fleet_count(bship_rules_fleet(rules)); ship++) {
            if (between(rng, 1, 4) <= share)
                assert_ok(bship_board_remove(board, ship), "ship %d", (int)ship);
        }
        assert_ok(bship_game_set_board(game, side, board, NULL), "a part of a layout");
    }
    bship_board_free(board);
}

/* Ships of one name are interchangeable: a record does not say which of them is missing. */
static void check_same_names(const bship_board *a, const bship_board *b)
{
    const bship_rules *rules = bship_board_rules(a);
    const bship_fleet *fleet = bship_rules_fleet(rules);

    cr_assert_eq(bship_board_ships_afloat(a), bship_board_ships_afloat(b), "the number of ships");
    for (int32_t i = 0; i < cell_count(rules); i++) {
        int32_t here = bship_board_ship_at(a, cell_at(rules, i));
        int32_t there = bship_board_ship_at(b, cell_at(rules, i));
        cr_assert_eq(bship_fleet_first_of_name(fleet, here),
                     bship_fleet_first_of_name(fleet, there), "cell %d", (int)i);
    }
}

Test(record_game, placing_is_saved_and_resumed)
{
    static const struct shape shape = { .width = 7, .height = 7, .blocked = 3 };
    bship_rng rng = rng_of(33);

    for (int i = 0; i < 20 + scaled(80); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        bship_ai *ais[BY_SIDE] = { NULL, random_ai(rules, &rng), NULL };
        bship_game *game = new_game(rules, 5, ais, BSHIP_LOCATION_LOCAL);
        bship_game *other = new_game(rules, 6, (bship_ai *[BY_SIDE]){ NULL }, BSHIP_LOCATION_LOCAL);
        bship_record *record = NULL, *back, *open = NULL;

        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
            assert_ok(bship_game_place_random(game, side, NULL, NULL, NULL), "side %d", (int)side);
            assert_ok(bship_game_place_random(other, side, NULL, NULL, NULL), "side %d", (int)side);
        }
        remove_some(game, &rng);
        assert_ok(bship_record_new_game(&record, game, &secrets, NULL), "a record");
        assert_ok(bship_record_new_game(&open, game, NULL, NULL), "a record without layouts");
        back = read_back(record);
        cr_assert_not(bship_record_is_game(back), "it has not begun");
        assert_ok(bship_record_to_game(back, other, NULL), "%s", rules_text(rules));
        cr_assert_eq(bship_game_phase(other), BSHIP_PHASE_PLACING, "the phase");
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
            check_same_names(bship_game_board(game, side), bship_game_board(other, side));
        struct text text = record_text_of(open);
        cr_assert_null(strstr(text.data, " ship "), "a layout is written");
        text_free(&text);
        bship_record_free(open);
        bship_record_free(back);
        bship_record_free(record);
        bship_game_free(game);
        bship_game_free(other);
        bship_ai_free(ais[BSHIP_SIDE_A]);
        bship_rules_unref(rules);
    }
}

Test(record_game, a_partial_layout_has_the_ships_it_states_and_no_game)
{
    bship_record *record = record_from(GAME "a ship 2 A1 right\n");
    bship_placement placement;
    bship_board *board = NULL;
    bship_error error = BSHIP_ERROR_INIT;

    cr_assert_not(has_placement(record, BSHIP_SIDE_A, 0, &placement), "3");
    cr_assert(has_placement(record, BSHIP_SIDE_A, 1, &placement), "2");
    assert_ok(bship_board_new(&board, bship_record_rules(record), NULL, NULL), "a board");
    assert_ok(bship_record_to_board(record, BSHIP_SIDE_A, board), "a's ships");
    cr_assert_not(bship_board_is_complete(board), "one is missing");
    assert_status(bship_record_to_board(record, BSHIP_SIDE_B, board), BSHIP_ERROR_NOT_PLACED,
                  "b's ships");
    assert_status(bship_record_set(record, BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE, "a", &error),
                  BSHIP_ERROR_STATE, "a ship is missing");
    cr_assert_neq(error.text[0], '\0', "no details");
    bship_board_free(board);
    bship_record_free(record);
}

/* The ship `3` is not the first of its length: only quotes say that it is a name. */
Test(record_game, a_missing_ship_is_not_taken_for_another_of_its_length)
{
    bship_record *record = record_from("battleship 1\nboard 4x4\nfleet Cruiser:3 3\n"
                                       "a ship \"3\" A1 right\n");
    bship_record *back = read_back(record);
    bship_placement placement;

    cr_assert_not(has_placement(back, BSHIP_SIDE_A, 0, &placement), "0");
    cr_assert(has_placement(back, BSHIP_SIDE_A, 1, &placement), "the ship 3");
    bship_record_free(back);
    bship_record_free(record);
}

Test(record_game, a_revealed_layout_is_written_and_read_again)
{
    bship_record *record = record_from("battleship 1\nboard 4x1\nfleet 2\nfirst a\nbegan a\n"
                                       "a ship 2 A1 right\na D1 miss\nb D1 miss\n");
    bship_game_options options = { .size = sizeof options, .location_b = BSHIP_LOCATION_REMOTE };
    const bship_placement ship = { 0, 1, 0, BSHIP_ORIENTATION_HORIZONTAL };
    bship_game *game = NULL, *other = NULL;
    bship_record *revealed = NULL;

    assert_ok(bship_game_new(&game, bship_record_rules(record), &options, NULL), "a game");
    assert_ok(bship_game_new(&other, bship_record_rules(record), &options, NULL), "a game");
    assert_ok(bship_record_to_game(record, game, NULL), "replayed");
    assert_ok(bship_game_resign(game, BSHIP_SIDE_A), "a gives up");
    assert_ok(bship_game_reveal(game, BSHIP_SIDE_B, &ship, 1, NULL), "b's ship");
    assert_ok(bship_record_new_game(&revealed, game, &secrets, NULL), "a record");
    assert_ok(bship_record_to_game(revealed, other, NULL), "replayed");
    assert_same(game_and_boards_dump(game), game_and_boards_dump(other), "a game and its record");
    assert_status(bship_game_reveal(other, BSHIP_SIDE_B, &ship, 1, NULL), BSHIP_ERROR_STATE,
                  "revealed before");
    bship_record_free(revealed);
    bship_record_free(record);
    bship_game_free(other);
    bship_game_free(game);
}

/* The reference positions, which later tests analyse. */

Test(record_game, every_reference_position_is_read)
{
    static char text[65536];
    int count = 0;

    for (int i = 1; i < 1000; i++) {
        char name[512];
        snprintf(name, sizeof name, i < 900 ? "%s/%03d.record" : "%s/order-%d.record",
                 BSHIP_POSITIONS, i < 900 ? i : i - 900);
        FILE *file = fopen(name, "r");
        if (!file)
            continue;
        size_t length = fread(text, 1, sizeof text, file);
        bship_record *record = parse(text, length), *back = read_back(record);
        bship_chart *chart = new_chart(bship_record_rules(record));
        fclose(file);
        assert_ok(bship_record_to_chart(back, BSHIP_SIDE_A, chart, NULL), "%s", name);
        cr_assert_eq(bship_chart_shots(chart), bship_record_log_length(record), "%s", name);
        bship_chart_free(chart);
        bship_record_free(back);
        bship_record_free(record);
        count++;
    }
    cr_assert_geq(count, 40, "only %d positions in %s", count, BSHIP_POSITIONS);
}
