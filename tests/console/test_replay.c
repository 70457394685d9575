/* Records, entry by entry. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/hash.h>

#include "battleship/game/replay.h"
#include "battleship/game/saves.h"
#include "battleship/talk/result.h"
#include "scratch.h"

static char why[FILES_WHY_SIZE];

static void open_scratch(void)
{
    scratch_open();
}

TestSuite(replay, .init = open_scratch, .fini = scratch_close);

static struct replay open_text(const char *text)
{
    struct replay replay;
    scratch_write(scratch_path("text"), text);
    cr_assert(replay_open(&replay, scratch_path("text"), why), "%s", why);
    return replay;
}

/* Plays a game of two machines to its end. */
static void play_game(struct session *session, const char *rules)
{
    struct setup setup = { .seed = 3 };
    setup.players[BSHIP_SIDE_A].kind = setup.players[BSHIP_SIDE_B].kind = PLAYER_AI;
    setup.players[BSHIP_SIDE_A].strategy =
        bship_enum_name(BSHIP_ENUM_STRATEGY, bship_enum_find(BSHIP_ENUM_STRATEGY, "hunt"));
    setup.players[BSHIP_SIDE_B].strategy =
        bship_enum_name(BSHIP_ENUM_STRATEGY, bship_enum_find(BSHIP_ENUM_STRATEGY, "density"));
    cr_assert_eq(bship_rules_parse(&setup.rules, rules, strlen(rules), NULL, NULL), BSHIP_OK, "%s",
                 rules);
    cr_assert_eq(session_open(session, &setup, NULL, NULL, NULL), BSHIP_OK, "no session");
    setup_clear(&setup);
    bship_game_start(session->game, NULL);
    while (bship_game_phase(session->game) == BSHIP_PHASE_AIMING)
        cr_assert_eq(bship_game_step(session->game, NULL, NULL, NULL), BSHIP_OK,
                     "the AI cannot fire");
}

static struct replay replay_of(const struct session *session)
{
    bship_record *record = NULL;
    struct replay replay;
    cr_assert_eq(saves_record(&record, session), BSHIP_OK, "no record");
    cr_assert(replay_open_record(&replay, record, why), "%s", why);
    return replay;
}

/* Asserts that the boards and charts of a replay are those of a game. */
static void assert_same(const struct replay *replay, const bship_game *game)
{
    static uint8_t one[10000];
    static uint8_t other[10000];
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        const bship_chart *chart = bship_game_chart(game, side);
        size_t cells = bship_board_states(bship_game_board(game, side), one, sizeof one);
        int64_t turns = bship_chart_turns(chart);
        bship_board_states(replay->boards[side], other, sizeof other);
        cr_assert_eq(memcmp(one, other, cells), 0, "board %d after %d", side, (int)replay->at);
        cr_assert_eq(turns, bship_chart_turns(replay->charts[side]), "chart %d after %d", side,
                     (int)replay->at);
        cr_assert_eq(bship_chart_hash(chart, turns), bship_chart_hash(replay->charts[side], turns),
                     "chart %d after %d", side, (int)replay->at);
    }
}

static const char *const all_rules[] = {
    "",
    "turn again-on-hit\ndisclosure ship\n",
    "turn salvo 3\n",
    "turn salvo-afloat\nsalvo-report total\ndisclosure every-hit\n",
    "turn salvo 4\nsalvo-report total\ndisclosure hit\nending equal-turns\n",
    "contact none\nreveal-water yes\nboard 14x9\n",
};

/* The game is undone from its end to its beginning, and the replay steps back with it. */
Test(replay, every_position_is_that_of_the_game)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof *all_rules; i++) {
        struct session session;
        play_game(&session, all_rules[i]);
        struct replay replay = replay_of(&session);
        cr_assert_eq(replay.count, bship_game_log_length(session.game), "%s", all_rules[i]);
        cr_assert_str_empty(replay.fault, "%s", replay.fault);
        cr_assert_eq(replay.at, 0, "a game is shown from its beginning");
        for (int64_t at = replay.count;; at--) {
            bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
            replay_go(&replay, at);
            assert_same(&replay, session.game);
            if (at == 0)
                break;
            bship_game_log_entry(session.game, at - 1, &entry);
            cr_assert_eq(replay.steps[at - 1].round, entry.round, "the round of entry %d", (int)at);
            cr_assert_eq(replay.steps[at - 1].side, entry.side, "the side of entry %d", (int)at);
            bship_game_undo(session.game);
        }
        replay_close(&replay);
        session_close(&session);
    }
}

Test(replay, jumps_lead_where_steps_do)
{
    struct session session;
    play_game(&session, "turn salvo 3\n");
    struct replay steps = replay_of(&session);
    struct replay jumps = replay_of(&session);
    for (int64_t i = 0; i < 3 * steps.count; i++) {
        int64_t at = i * 7919 % (steps.count + 1);
        replay_go(&jumps, at);
        replay_go(&steps, 0);
        for (int64_t step = 1; step <= at; step++)
            replay_go(&steps, step);
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
            int64_t turns = bship_chart_turns(steps.charts[side]);
            cr_assert_eq(bship_chart_hash(steps.charts[side], turns),
                         bship_chart_hash(jumps.charts[side], turns), "position %d", (int)at);
        }
    }
    replay_go(&jumps, -5);
    cr_assert_eq(jumps.at, 0, "before the beginning");
    replay_go(&jumps, INT64_MAX);
    cr_assert_eq(jumps.at, jumps.count, "after the end");
    replay_close(&steps);
    replay_close(&jumps);
    session_close(&session);
}

#define SMALL "battleship 1\nboard 3x2\nfleet 2\ncontact allowed\n"

Test(replay, position_is_shown_at_its_end)
{
    struct result result;
    struct replay replay = open_text(SMALL "player b Ben\nb C1 miss\nb A1 hit\nb B2 miss\n");
    cr_assert(replay.count == 3 && replay.at == 3, "%d of %d", (int)replay.at, (int)replay.count);
    cr_assert(!replay.boards[BSHIP_SIDE_A] && !replay.boards[BSHIP_SIDE_B], "no ship is known");
    cr_assert_eq(bship_chart_hits(replay.charts[BSHIP_SIDE_B]), 1, "hits");
    cr_assert_not(result_of_record(&result, replay.record, false), "no result");
    cr_assert_str_eq(result.called[BSHIP_SIDE_A].name, "side a", "%s",
                     result.called[BSHIP_SIDE_A].name);
    cr_assert_str_eq(result.called[BSHIP_SIDE_B].name, "Ben", "%s",
                     result.called[BSHIP_SIDE_B].name);
    replay_close(&replay);
}

Test(replay, ships_being_placed_are_shown)
{
    struct replay replay = open_text(SMALL "a ship 2 A1 right\n");
    cr_assert_eq(replay.count, 0, "no shots");
    cr_assert_not_null(replay.boards[BSHIP_SIDE_A], "the ship");
    cr_assert_null(replay.boards[BSHIP_SIDE_B], "no ship");
    replay_go(&replay, 1);
    replay_close(&replay);
}

Test(replay, report_that_is_impossible_ends_the_replay)
{
    struct replay replay = open_text(SMALL "a A1 hit\na C2 hit\na C1 miss\n");
    cr_assert_eq(replay.count, 1, "%d", (int)replay.count);
    cr_assert_not_null(strstr(replay.fault, "line 6, column 3: "), "%s", replay.fault);
    replay_close(&replay);
}

Test(replay, report_that_contradicts_a_layout_is_shown)
{
    struct replay replay = open_text(SMALL "began a\na ship 2 A1 right\nb ship 2 A1 right\n"
                                           "a A1 hit\nb A1 miss\na A2 miss\n");
    cr_assert_eq(replay.count, 3, "%d", (int)replay.count);
    cr_assert_not_null(strstr(replay.fault, "line 9, column 3: "), "%s", replay.fault);
    replay_close(&replay);
}

Test(replay, end_is_told_in_words)
{
    static const char *const cases[][2] = {
        { "a resigned", "Ann won: Ben resigned" },
        { "b contradiction", "Ben won: Ann reported falsely, or did not reveal the fleet" },
        { "abandoned", "Nobody won: the game was abandoned" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        char result[64];
        struct result end;
        snprintf(text, sizeof text,
                 SMALL "player a Ann\nplayer b Ben\nbegan a\na A1 miss\n"
                       "result %s\n",
                 cases[i][0]);
        struct replay replay = open_text(text);
        cr_assert(result_of_record(&end, replay.record, false), "a result");
        result_say(&end, result, sizeof result);
        cr_assert_str_eq(result, cases[i][1], "%s", result);
        replay_close(&replay);
    }
}

Test(replay, file_that_is_no_record_is_refused)
{
    struct replay replay;
    scratch_write(scratch_path("text"), SMALL "nonsense\n");
    cr_assert_not(replay_open(&replay, scratch_path("text"), why), "opened");
    cr_assert_not_null(strstr(why, "/text:5:1: "), "%s", why);
    cr_assert_not(replay_open(&replay, scratch_path("none"), why), "opened");
    cr_assert_not_null(strstr(why, "none: cannot open it: No such file"), "%s", why);
}
