/*
 * Sessions of the console game: what an undo takes back under every rule of turns, who begins a
 * rematch, names, and what survives.
 */
#include <stdbool.h>
#include <string.h>

#include "battleship/game/session.h"
#include "support.h"

/* Rules of every kind of turn, on a board on which games are short. */
static const char *const turn_rules[] = {
    "board 6x6\nfleet 3 2\nturn one\nfirst a\n",
    "board 6x6\nfleet 3 2\nturn one\nfirst b\n",
    "board 6x6\nfleet 3 2\nturn again-on-hit\nfirst a\n",
    "board 6x6\nfleet 3 2\nturn again-on-hit\nfirst b\n",
    "board 6x6\nfleet 3 2\nturn salvo 3\nfirst a\n",
    "board 6x6\nfleet 3 2\nturn salvo 3\nsalvo-report total\ndisclosure sunk\nfirst b\n",
    "board 6x6\nfleet 3 2 1\nturn salvo-afloat\nfirst a\n",
    "board 6x6\nfleet 3 2 1\nturn salvo-largest\nfirst a\n",
    "board 6x6\nfleet 3 2 1\nturn salvo-afloat\nending equal-turns\nfirst a\n",
};

#define TURN_RULES (sizeof turn_rules / sizeof turn_rules[0])

static struct setup setup_of(const char *rules, int32_t kind_a, int32_t kind_b)
{
    struct setup setup = { .rules = rules_from(rules), .seed = 7, .places_at_random = true };
    const int32_t kinds[SIDES] = { [BSHIP_SIDE_A] = kind_a, [BSHIP_SIDE_B] = kind_b };

    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        setup.players[side].kind = kinds[side];
        setup.players[side].strategy = kinds[side] == PLAYER_AI ? "stalker" : NULL;
    }
    return setup;
}

static void open_session(struct session *session, const char *rules, int32_t kind_a, int32_t kind_b)
{
    struct setup setup = setup_of(rules, kind_a, kind_b);

    assert_ok(session_open(session, &setup, NULL, NULL, NULL), "%s", rules);
    assert_ok(bship_game_start(session->game, NULL), "%s", rules);
    setup_clear(&setup);
}

/* Fires for a human: at the first cells that are unknown. */
static void fire_first(struct session *session)
{
    bship_cell cells[36];
    int32_t due = bship_game_shots_due(session->game), chosen = 0;
    const bship_chart *chart = bship_game_chart(session->game, bship_game_to_move(session->game));

    for (int32_t i = 0; chosen < due; i++) {
        bship_cell cell = cell_at(session->setup.rules, i);
        if (bship_chart_state_at(chart, cell) == BSHIP_CHART_STATE_UNKNOWN)
            cells[chosen++] = cell;
    }
    assert_ok(bship_game_fire_salvo(session->game, cells, (size_t)due, NULL), "unknown cells");
}

static bool is_over(const struct session *session)
{
    return bship_game_phase(session->game) == BSHIP_PHASE_OVER;
}

static bool is_human_to_move(const struct session *session)
{
    return !is_over(session) && session_is_human(session, bship_game_to_move(session->game));
}

static void let_ais_fire(struct session *session)
{
    while (!is_over(session) && !is_human_to_move(session))
        assert_ok(bship_game_step(session->game, NULL, NULL, NULL), "an AI is to move");
}

/* Plays against an AI, and checks that each undo gives exactly the position of the last choice. */
static void play_and_undo(const char *rules)
{
    struct session session;
    int32_t undos = 0;

    open_session(&session, rules, PLAYER_HUMAN, PLAYER_AI);
    for (let_ais_fire(&session); !is_over(&session); let_ais_fire(&session)) {
        struct text before = game_and_boards_dump(session.game);
        fire_first(&session);
        let_ais_fire(&session);
        assert_ok(session_undo(&session, BSHIP_SIDE_A), "%s", rules);
        cr_assert(is_human_to_move(&session), "an undo leaves the human to move: %s", rules);
        assert_same(before, game_and_boards_dump(session.game), rules);
        undos++;
        fire_first(&session);
    }
    cr_assert_eq(session.tallies[BSHIP_SIDE_A].undos, undos, "all undos are counted");
    cr_assert_eq(session.tallies[BSHIP_SIDE_B].undos, 0, "for the human only");
    session_close(&session);
}

Test(session, undo_returns_to_the_last_choice_against_an_ai)
{
    for (size_t i = 0; i < TURN_RULES; i++)
        play_and_undo(turn_rules[i]);
}

Test(session, undo_takes_back_one_entry_between_two_humans)
{
    for (size_t i = 0; i < TURN_RULES; i++) {
        struct session session;
        int32_t undos[SIDES] = { 0 };
        open_session(&session, turn_rules[i], PLAYER_HUMAN, PLAYER_HUMAN);
        while (!is_over(&session)) {
            int64_t entries = bship_game_log_length(session.game);
            int32_t side = bship_game_to_move(session.game);
            fire_first(&session);
            assert_ok(session_undo(&session, other_side(side)), "%s", turn_rules[i]);
            cr_assert_eq(bship_game_log_length(session.game), entries, "%s", turn_rules[i]);
            cr_assert_eq(bship_game_to_move(session.game), side, "%s", turn_rules[i]);
            cr_assert_eq(session.tallies[other_side(side)].undos, ++undos[other_side(side)],
                         "it is counted for the side that wished it");
            const struct remark *remark = &session.remarks[session.remark_count - 1];
            cr_assert_eq(remark->kind, REMARK_UNDO, "the log says so");
            cr_assert_eq(remark->side, other_side(side), "and whose wish it was");
            cr_assert_eq(remark->entries, entries, "where it was");
            fire_first(&session);
        }
        session_close(&session);
    }
}

Test(session, undo_is_refused_where_there_is_nothing_to_take_back)
{
    struct session session;

    open_session(&session, turn_rules[1], PLAYER_HUMAN, PLAYER_AI);
    let_ais_fire(&session);
    struct text before = game_and_boards_dump(session.game);
    cr_assert_not(session_can_undo(&session), "only the AI has fired");
    assert_status(session_undo(&session, BSHIP_SIDE_A), BSHIP_ERROR_STATE, "only the AI has fired");
    assert_same(before, game_and_boards_dump(session.game), "a refused undo");
    cr_assert_eq(session.tallies[BSHIP_SIDE_A].undos, 0, "a refused undo is not counted");
    session_close(&session);

    open_session(&session, turn_rules[0], PLAYER_AI, PLAYER_AI);
    assert_ok(bship_game_step(session.game, NULL, NULL, NULL), "the AI is to move");
    assert_status(session_undo(&session, BSHIP_SIDE_A), BSHIP_ERROR_STATE, "there is no human");
    session_close(&session);
}

Test(session, undo_is_refused_with_a_remote_side)
{
    struct session session;

    open_session(&session, turn_rules[0], PLAYER_HUMAN, PLAYER_REMOTE);
    fire_first(&session);
    cr_assert_not(session_can_undo(&session), "the other side has seen the shot");
    assert_status(session_undo(&session, BSHIP_SIDE_A), BSHIP_ERROR_STATE,
                  "the other side has seen the shot");
    session_close(&session);
}

Test(session, a_resignation_is_taken_back_alone)
{
    struct session session;

    open_session(&session, turn_rules[0], PLAYER_HUMAN, PLAYER_AI);
    fire_first(&session);
    let_ais_fire(&session);
    struct text before = game_and_boards_dump(session.game);
    assert_ok(bship_game_resign(session.game, BSHIP_SIDE_A), "a game that is played");
    assert_ok(session_undo(&session, BSHIP_SIDE_A), "a resignation");
    assert_same(before, game_and_boards_dump(session.game), "a resignation taken back");
    session_close(&session);
}

Test(session, a_resignation_in_the_ai_s_turn_goes_back_to_the_human_s)
{
    struct session session;

    open_session(&session, turn_rules[0], PLAYER_HUMAN, PLAYER_AI);
    fire_first(&session);
    assert_ok(bship_game_resign(session.game, BSHIP_SIDE_A), "the AI is to move");
    assert_ok(session_undo(&session, BSHIP_SIDE_A), "a resignation");
    cr_assert(is_human_to_move(&session), "the AI is never left to move");
    cr_assert_eq(bship_game_log_length(session.game), 0, "the shot is taken back, too");
    session_close(&session);

    open_session(&session, turn_rules[1], PLAYER_HUMAN, PLAYER_AI);
    assert_ok(bship_game_resign(session.game, BSHIP_SIDE_A), "before any shot");
    assert_ok(session_undo(&session, BSHIP_SIDE_A), "a resignation before any shot");
    cr_assert_not(is_over(&session), "the game goes on");
    session_close(&session);
}

Test(session, the_end_of_a_game_can_be_taken_back)
{
    struct session session;

    open_session(&session, turn_rules[4], PLAYER_HUMAN, PLAYER_AI);
    for (let_ais_fire(&session); !is_over(&session); let_ais_fire(&session))
        fire_first(&session);
    assert_ok(session_undo(&session, BSHIP_SIDE_A), "a lost or won game");
    cr_assert(is_human_to_move(&session), "the human may choose again");
    session_close(&session);
}

Test(session, notes_survive_an_undo)
{
    struct session session;

    open_session(&session, turn_rules[0], PLAYER_HUMAN, PLAYER_AI);
    fire_first(&session);
    session.notes[BSHIP_SIDE_A][17] = 'x';
    let_ais_fire(&session);
    assert_ok(session_undo(&session, BSHIP_SIDE_A), "a shot");
    cr_assert_eq(session.notes[BSHIP_SIDE_A][17], 'x', "a note is not a shot");
    session_close(&session);
}

Test(session, a_rematch_alternates_who_begins)
{
    struct setup setup = setup_of("board 6x6\nfleet 3 2\n", PLAYER_HUMAN, PLAYER_AI);
    int32_t began = BSHIP_SIDE_NONE;
    uint64_t seed = 0;

    for (int game = 0; game < 5; game++) {
        struct session session;
        assert_ok(session_open(&session, &setup, NULL, NULL, NULL), "game %d", game);
        setup_clear(&setup);
        cr_assert_not(session_next(&session, &setup), "a game that has not started");
        assert_ok(bship_game_start(session.game, NULL), "game %d", game);
        if (game > 0) {
            cr_assert_neq(bship_game_began(session.game), began, "game %d", game);
            cr_assert_neq(session.setup.seed, seed, "game %d", game);
        }
        began = bship_game_began(session.game);
        seed = session.setup.seed;
        cr_assert(session_next(&session, &setup), "game %d", game);
        cr_assert_eq(setup.sampler, session.sampler, "the sampler is used again");
        session_close(&session);
    }
    setup_clear(&setup);
}

Test(session, a_rematch_keeps_who_begins_by_the_rules)
{
    struct session session;
    struct setup next = { 0 };

    open_session(&session, turn_rules[1], PLAYER_HUMAN, PLAYER_AI);
    cr_assert(session_next(&session, &next), "a game that has started");
    session_close(&session);
    assert_ok(session_open(&session, &next, NULL, NULL, NULL), "the rematch");
    assert_ok(bship_game_start(session.game, NULL), "the rematch");
    cr_assert_eq(bship_game_began(session.game), BSHIP_SIDE_B, "as the rules say");
    session_close(&session);
    setup_clear(&next);
}

Test(session, rematches_count_together_until_they_are_decided)
{
    struct session session;
    struct setup next = { 0 };
    char title[64];
    open_session(&session, turn_rules[0], PLAYER_HUMAN, PLAYER_HUMAN);
    session.setup.score.best_of = 3;
    for (int game = 0; game < 3; game++) {
        /* Side b wins the second game. */
        int32_t loser = game == 1 ? BSHIP_SIDE_A : BSHIP_SIDE_B;
        struct score score;
        assert_ok(bship_game_resign(session.game, loser), "game %d", game);
        score = session_score(&session);
        cr_assert_eq(score_winner(&score), game == 2 ? BSHIP_SIDE_A : BSHIP_SIDE_NONE, "game %d",
                     game);
        cr_assert(session_next(&session, &next), "game %d", game);
        score_title(&next.score, BSHIP_SIDE_A, title, sizeof title);
        cr_assert_str_eq(title,
                         game == 0   ? "best of 3, 1 to 0"
                         : game == 1 ? "best of 3, 1 to 1"
                                     : "best of 3, 0 to 0",
                         "game %d: %s", game, title);
        score_title(&next.score, BSHIP_SIDE_B, title, sizeof title);
        cr_assert_str_eq(title + strlen("best of 3, "),
                         game == 0   ? "0 to 1"
                         : game == 1 ? "1 to 1"
                                     : "0 to 0",
                         "game %d: %s", game, title);
        session_close(&session);
        assert_ok(session_open(&session, &next, NULL, NULL, NULL), "game %d", game);
        assert_ok(bship_game_start(session.game, NULL), "game %d", game);
        setup_clear(&next);
    }
    session.setup.score = (struct score){ .best_of = 0 };
    assert_ok(bship_game_resign(session.game, BSHIP_SIDE_A), "a game alone");
    struct score alone = session_score(&session);
    cr_assert_eq(score_winner(&alone), BSHIP_SIDE_NONE, "it has no score");
    score_title(&alone, BSHIP_SIDE_A, title, sizeof title);
    cr_assert_str_empty(title, "%s", title);
    session_close(&session);
}

Test(session, names_are_those_given_or_tell_the_players_apart)
{
    struct session session;
    struct setup setup = setup_of(turn_rules[0], PLAYER_HUMAN, PLAYER_AI);

    strcpy(setup.players[BSHIP_SIDE_A].name, "Zoë");
    assert_ok(session_open(&session, &setup, NULL, NULL, NULL), "a name in UTF-8");
    cr_assert_str_eq(session.setup.players[BSHIP_SIDE_A].name, "Zoë", "as given");
    cr_assert_str_eq(session_name(&session, BSHIP_SIDE_A), "you", "the only human");
    cr_assert_str_eq(session_name(&session, BSHIP_SIDE_B), "stalker", "an AI without a name");
    cr_assert_eq(session_viewer(&session), BSHIP_SIDE_A, "the human's view");
    session_close(&session);
    setup_clear(&setup);

    open_session(&session, turn_rules[1], PLAYER_HUMAN, PLAYER_HUMAN);
    cr_assert_str_neq(session_name(&session, BSHIP_SIDE_A), session_name(&session, BSHIP_SIDE_B),
                      "two humans");
    cr_assert_eq(session_viewer(&session), BSHIP_SIDE_B, "the one to move");
    session_close(&session);

    open_session(&session, turn_rules[0], PLAYER_AI, PLAYER_AI);
    cr_assert_str_neq(session_name(&session, BSHIP_SIDE_A), session_name(&session, BSHIP_SIDE_B),
                      "two AIs");
    cr_assert_eq(session_viewer(&session), BSHIP_SIDE_NONE, "nobody's view");
    session_close(&session);
}

Test(session, a_name_is_what_a_record_can_hold)
{
    static const char *const names[] = { "Ann", "Zo\xC3\xAB", "a b",
                                         "12345678901234567890123456789012" };
    static const char *const faults[] = {
        "", " a", "a ", "a\"b", "a\tb", "\xC3", "\xC2\x85", "123456789012345678901234567890123"
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        cr_assert_null(player_name_fault(names[i]), "%s", names[i]);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        cr_assert_not_null(player_name_fault(faults[i]), "%s", faults[i]);
}

/* The share of a side's ship cells that are on the edge of the board. */
static double share_on_edge(const struct session *session, int32_t side)
{
    const bship_board *board = bship_game_board(session->game, side);
    const bship_rules *rules = session->setup.rules;
    int32_t edge = 0, all = 0;

    for (int32_t i = 0; i < (int32_t)session_cells(session); i++) {
        bship_cell cell = cell_at(rules, i);
        if (bship_board_ship_at(board, cell) < 0)
            continue;
        all++;
        edge += cell.x == 0 || cell.y == 0 || cell.x == bship_rules_width(rules) - 1 ||
                cell.y == bship_rules_height(rules) - 1;
    }
    return (double)edge / all;
}

Test(session, people_s_fleets_are_laid_by_the_style_of_the_setup)
{
    struct session session;
    struct setup setup = setup_of("board 10x10\nfleet classic\n", PLAYER_HUMAN, PLAYER_HUMAN);
    double share[2] = { 0, 0 };

    for (int style = 0; style < 2; style++) {
        setup.placing = style == 0 ? NULL : "edge";
        assert_ok(session_open(&session, &setup, NULL, NULL, NULL), "style %d", style);
        for (int i = 0; i < 400; i++) {
            assert_ok(session_place_random(&session, BSHIP_SIDE_A), "another layout");
            share[style] += share_on_edge(&session, BSHIP_SIDE_A) / 400;
        }
        session_close(&session);
    }
    cr_assert_gt(share[1], share[0] + 0.03, "%g on the edge, uniformly %g", share[1], share[0]);
    setup_clear(&setup);
}

Test(session, the_machine_is_called_what_the_player_has_chosen)
{
    struct session session;
    char subject[PLAYER_NAME_SIZE];
    struct setup setup = setup_of(turn_rules[0], PLAYER_HUMAN, PLAYER_AI);

    setup.players[BSHIP_SIDE_B] = player_machine(BSHIP_LEVEL_MEDIUM, NULL);
    assert_ok(session_open(&session, &setup, NULL, NULL, NULL), "a level");
    cr_assert_str_eq(session_name(&session, BSHIP_SIDE_B), "medium", "by its name");
    session_subject(&session, BSHIP_SIDE_B, subject);
    cr_assert_str_eq(subject, "Medium", "at the beginning of a sentence");
    session_close(&session);

    setup.players[BSHIP_SIDE_A] = player_machine(BSHIP_LEVEL_NONE, "stalker");
    setup.players[BSHIP_SIDE_B] = setup.players[BSHIP_SIDE_A];
    assert_ok(session_open(&session, &setup, NULL, NULL, NULL), "a strategy, twice");
    cr_assert_str_eq(session_name(&session, BSHIP_SIDE_A), "stalker 1", "told apart");
    cr_assert_str_eq(session_name(&session, BSHIP_SIDE_B), "stalker 2", "by a number");
    session_close(&session);
    setup_clear(&setup);
}

Test(session, an_ai_that_cannot_play_is_named_in_the_error)
{
    struct session session;
    struct setup setup = setup_of(turn_rules[0], PLAYER_HUMAN, PLAYER_AI);
    bship_error error = BSHIP_ERROR_INIT;

    setup.players[BSHIP_SIDE_B].strategy = "nobody";
    assert_status(session_open(&session, &setup, NULL, NULL, &error), BSHIP_ERROR_NAME, "no AI");
    cr_assert_eq(error.index, BSHIP_SIDE_B, "the side at fault");
    cr_assert_null(session.game, "an empty session");
    session_close(&session);
    setup_clear(&setup);
}

static int32_t cancel(double done, void *user)
{
    (void)done;
    (void)user;
    return 1;
}

Test(session, counting_layouts_can_be_cancelled)
{
    struct session session;
    struct setup setup = setup_of("board 10x10\nfleet german\ncontact none\n", 0, PLAYER_AI);

    assert_status(session_open(&session, &setup, cancel, NULL, NULL), BSHIP_ERROR_CANCELLED,
                  "the layouts of this fleet are counted");
    cr_assert_null(session.game, "an empty session");
    setup_clear(&setup);
}

/* Opens a session with every allocation of the library failing in turn. */
Test(session, running_out_of_memory_is_a_status)
{
    struct memory memory;
    memory_init(&memory);
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    options.allocator = memory.allocator;
    struct setup setup = { .rules = rules_from_with(turn_rules[0], &options), .seed = 1 };
    setup.players[BSHIP_SIDE_B] = (struct player){ .kind = PLAYER_AI, .strategy = "density" };
    bship_status status = BSHIP_ERROR_MEMORY;

    for (long n = 0; status; n++) {
        struct session session;
        memory_fail(&memory, n, 1);
        status = session_open(&session, &setup, NULL, NULL, NULL);
        cr_assert(!status || status == BSHIP_ERROR_MEMORY, "allocation %ld: %d", n, (int)status);
        if (!status && memory.failed > 0) {
            cr_assert_null(session.sampler, "only the sampler may be missing");
            cr_assert_eq(session.sampler_status, BSHIP_ERROR_MEMORY, "and that is said");
            status = BSHIP_ERROR_MEMORY;
        }
        session_close(&session);
        cr_assert_lt(n, 1000, "it succeeds in the end");
    }
    setup_clear(&setup);
    memory_check(&memory, "sessions");
}
