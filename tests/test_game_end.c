/*
 * The ends of a game that its shots do not decide; liars; the seeds that a remote side may
 * know; and every call in every phase.
 */
#include <stdbool.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "support.h"

#define RULES "board 5x1\nfleet 3\nfirst a\n"

static const bship_placement left = { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL };
static const bship_placement right = { 0, 2, 0, BSHIP_ORIENTATION_HORIZONTAL };

static const bship_report miss = { BSHIP_RESULT_MISS, -1, 0, 0, 0, 0, 0, 0 };
static const bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };
static const bship_report sunk_3 = { BSHIP_RESULT_SUNK, -1, 3, 0, 0, 0, 0, 0 };

static bship_cell at(int32_t x)
{
    return (bship_cell){ x, 0 };
}

/* A game whose side a is local and fires first, at a remote side. */
static bship_game *new_remote(const bship_rules *rules, bship_game_options options)
{
    bship_game *game = NULL;

    options.size = sizeof options;
    options.location_b = BSHIP_LOCATION_REMOTE;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "%s", rules_text(rules));
    return game;
}

static bship_game *begin_remote(const bship_rules *rules, bship_game_options options)
{
    bship_game *game = new_remote(rules, options);
    assert_ok(place_ship(game, BSHIP_SIDE_A, left), "a ship");
    assert_ok(bship_game_start(game, NULL), "the start");
    return game;
}

/* Side a fires, side b reports and fires back at a cell of its own choice. */
static void exchange(bship_game *game, int32_t x, bship_report report, int32_t back)
{
    assert_ok(bship_game_fire(game, at(x), NULL, NULL), "a fires");
    assert_ok(bship_game_report(game, &report, 1, NULL), "b reports");
    if (bship_game_phase(game) == BSHIP_PHASE_AIMING)
        assert_ok(bship_game_fire(game, at(back), NULL, NULL), "b fires");
}

static void check_over(const bship_game *game, int32_t outcome, int32_t reason)
{
    cr_assert_eq(bship_game_phase(game), BSHIP_PHASE_OVER, "the phase");
    cr_assert_eq(bship_game_to_move(game), BSHIP_SIDE_NONE, "no side is to move");
    cr_assert_eq(bship_game_shots_due(game), 0, "no shots are due");
    cr_assert_eq(bship_game_pending(game, NULL, 0), 0, "no reports are awaited");
    cr_assert_eq(bship_game_outcome(game), outcome, "the outcome");
    cr_assert_eq(bship_game_end_reason(game), reason, "the reason");
}

/* ---- resigning and abandoning ---- */

Test(game_end, a_side_that_resigns_has_lost_whoever_is_to_move)
{
    bship_rules *rules = rules_from(RULES);
    for (int awaits = 0; awaits < 2; awaits++) {
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
            bship_game *game = begin_remote(rules, (bship_game_options){ .seed = 1 });
            if (awaits)
                assert_ok(bship_game_fire(game, at(0), NULL, NULL), "a fires");
            assert_status(bship_game_resign(game, 3), BSHIP_ERROR_ARGUMENT, "no such side");
            assert_ok(bship_game_resign(game, side), "side %d", (int)side);
            check_over(game, side == BSHIP_SIDE_A ? BSHIP_OUTCOME_B : BSHIP_OUTCOME_A,
                       BSHIP_END_REASON_RESIGNED);
            cr_assert_eq(bship_game_log_length(game), 0, "shots without reports are dropped");
            bship_game_free(game);
        }
    }
    bship_rules_unref(rules);
}

Test(game_end, nobody_wins_an_abandoned_game)
{
    bship_rules *rules = rules_from(RULES);
    bship_game *game = begin_remote(rules, (bship_game_options){ .seed = 1 });
    exchange(game, 0, hit, 4);
    assert_ok(bship_game_abandon(game), "no connection");
    check_over(game, BSHIP_OUTCOME_NONE, BSHIP_END_REASON_ABANDONED);
    bship_game_reset(game, 1, 0);
    cr_assert_eq(bship_game_end_reason(game), BSHIP_END_REASON_NONE, "a new game");
    bship_game_free(game);
    bship_rules_unref(rules);
}

Test(game_end, a_sunk_fleet_is_the_usual_reason)
{
    bship_rules *rules = rules_from(RULES);
    bship_game *game = begin_remote(rules, (bship_game_options){ .seed = 1 });
    exchange(game, 0, hit, 4);
    exchange(game, 1, hit, 3);
    cr_assert_eq(bship_game_end_reason(game), BSHIP_END_REASON_NONE, "not yet");
    exchange(game, 2, sunk_3, 0);
    check_over(game, BSHIP_OUTCOME_A, BSHIP_END_REASON_SUNK);
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* ---- liars ---- */

Test(game_end, a_refused_contradiction_can_be_claimed_until_a_report_is_accepted)
{
    static const bship_report nameless = { BSHIP_RESULT_SUNK, -1, 0, 0, 0, 0, 0, 0 };
    bship_rules *rules = rules_from(RULES);
    for (int repents = 0; repents < 2; repents++) {
        bship_game *game = begin_remote(rules, (bship_game_options){ .seed = 1 });
        bship_error error = BSHIP_ERROR_INIT;
        assert_status(bship_game_claim_contradiction(game), BSHIP_ERROR_STATE, "no report");
        assert_ok(bship_game_fire(game, at(0), NULL, NULL), "a fires");
        assert_status(bship_game_claim_contradiction(game), BSHIP_ERROR_STATE, "none yet");
        assert_status(bship_game_report(game, &miss, 2, NULL), BSHIP_ERROR_COUNT, "two");
        assert_status(bship_game_claim_contradiction(game), BSHIP_ERROR_STATE, "only two");
        assert_status(bship_game_report(game, &nameless, 1, NULL), BSHIP_ERROR_REPORT, "no length");
        assert_status(bship_game_claim_contradiction(game), BSHIP_ERROR_STATE, "only a form");
        struct text before = game_and_boards_dump(game);
        assert_status(bship_game_report(game, &sunk_3, 1, &error), BSHIP_ERROR_CONTRADICTION,
                      "one hit sinks three cells");
        cr_assert(error.status == BSHIP_ERROR_CONTRADICTION && error.text[0], "no details");
        assert_same(before, game_and_boards_dump(game), "a refused report");
        if (repents) {
            assert_ok(bship_game_report(game, &hit, 1, NULL), "after all");
            assert_status(bship_game_claim_contradiction(game), BSHIP_ERROR_STATE, "accepted");
            assert_ok(bship_game_fire(game, at(0), NULL, NULL), "b fires");
            assert_ok(bship_game_fire(game, at(1), NULL, NULL), "a fires");
            assert_status(bship_game_claim_contradiction(game), BSHIP_ERROR_STATE, "long ago");
        } else {
            assert_ok(bship_game_claim_contradiction(game), "a liar");
            check_over(game, BSHIP_OUTCOME_A, BSHIP_END_REASON_CONTRADICTION);
            cr_assert_eq(bship_game_log_length(game), 0, "nothing was recorded");
        }
        bship_game_free(game);
    }
    bship_rules_unref(rules);
}

/* Any ship of three covers the middle of five cells; a chart only counts the cells left. */
Test(game_end, a_complete_audit_refuses_what_no_layout_could_produce)
{
    bship_rules *rules = rules_from(RULES);
    for (int32_t audit = BSHIP_AUDIT_NECESSARY; audit <= BSHIP_AUDIT_COMPLETE; audit++) {
        bship_game *game = begin_remote(rules, (bship_game_options){ .audit = audit });
        bship_error error = BSHIP_ERROR_INIT;
        assert_ok(bship_game_fire(game, at(2), NULL, NULL), "the middle");
        struct text before = game_and_boards_dump(game);
        assert_status(bship_game_report(game, &miss, 1, &error),
                      audit ? BSHIP_ERROR_CONTRADICTION : BSHIP_OK, "a lie");
        if (audit) {
            assert_same(before, game_and_boards_dump(game), "a report refused by an audit");
            cr_assert(error.status == BSHIP_ERROR_CONTRADICTION && error.text[0], "no details");
            assert_ok(bship_game_claim_contradiction(game), "a liar");
            check_over(game, BSHIP_OUTCOME_A, BSHIP_END_REASON_CONTRADICTION);
        } else {
            text_free(&before);
            cr_assert_eq(bship_game_phase(game), BSHIP_PHASE_AIMING, "it goes on");
        }
        bship_game_free(game);
    }
    bship_rules_unref(rules);
}

Test(game_end, a_complete_audit_refuses_impossible_totals)
{
    bship_rules *rules =
        rules_from("board 5x1\nfleet 3\nfirst a\nturn salvo 2\nsalvo-report total\n");
    bship_game *game = begin_remote(rules, (bship_game_options){ .audit = BSHIP_AUDIT_COMPLETE });
    const bship_cell cells[2] = { { 1, 0 }, { 2, 0 } };
    int32_t none = 0;
    bship_total total = { sizeof total, 0, 0, &none, NULL, 1 };
    bship_error error = BSHIP_ERROR_INIT;

    assert_ok(bship_game_fire_salvo(game, cells, 2, NULL), "a fires");
    assert_status(bship_game_report_total(game, &total, 2, &error), BSHIP_ERROR_CONTRADICTION,
                  "a lie");
    cr_assert_eq(error.status, BSHIP_ERROR_CONTRADICTION, "no details");
    total.hits = 1;
    assert_ok(bship_game_report_total(game, &total, 2, &error), "the truth");
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* Fires the shots due at unknown cells, and has the true board of the other side report. */
static void exchange_truly(bship_game *game, bship_board *board, bship_rng *rng)
{
    const bship_rules *rules = bship_game_rules(game);
    bship_cell cells[64];
    bship_report reports[64];
    size_t due = (size_t)bship_game_shots_due(game), chosen = 0, fired = 0;
    int32_t sunk_of[8], hits_of[8];
    bship_total total = { sizeof total, 0, -1, sunk_of, hits_of, 8 };
    const bship_chart *chart = bship_game_chart(game, bship_game_to_move(game));

    for (int32_t i = between(rng, 0, cell_count(rules)); chosen < due; i++) {
        bship_cell cell = cell_at(rules, i % cell_count(rules));
        if (bship_chart_state_at(chart, cell) == BSHIP_CHART_STATE_UNKNOWN)
            cells[chosen++] = cell;
    }
    assert_ok(bship_game_fire_salvo(game, cells, due, NULL), "%s", rules_text(rules));
    if (reports_totals(rules)) {
        assert_ok(bship_board_fire_total(board, cells, due, &total, &fired, NULL), "a salvo");
        assert_ok(bship_game_report_total(game, &total, fired, NULL), "%s", rules_text(rules));
    } else {
        assert_ok(bship_board_fire_salvo(board, cells, due, reports, &fired, NULL), "a salvo");
        assert_ok(bship_game_report(game, reports, fired, NULL), "%s", rules_text(rules));
    }
}

/* Under audit no true report is refused, and the layouts agree with all of them. */
Test(game_end, honest_sides_pass_audit_and_reveal)
{
    static const struct shape shape = { .width = 5, .height = 5, .blocked = 3 };
    bship_rng rng = rng_of(11);
    for (int i = 0; i < 20 + scaled(60); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        bship_board *boards[BY_SIDE] = { NULL, random_board(rules, &rng),
                                         random_board(rules, &rng) };
        int32_t ships = bship_fleet_count(bship_rules_fleet(rules));
        bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
        bship_game *game = NULL;
        options.location_a = options.location_b = BSHIP_LOCATION_REMOTE;
        options.audit = BSHIP_AUDIT_COMPLETE;
        assert_ok(bship_game_new(&game, rules, &options, NULL), "%s", rules_text(rules));
        assert_ok(bship_game_start(game, NULL), "the start");
        while (bship_game_phase(game) == BSHIP_PHASE_AIMING)
            exchange_truly(game, boards[opposite(bship_game_to_move(game))], &rng);
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
            bship_placement layout[8];
            for (int32_t ship = 0; ship < ships; ship++)
                assert_ok(bship_board_placement(boards[side], ship, &layout[ship]), "a ship");
            assert_ok(bship_game_reveal(game, side, layout, (size_t)ships, NULL), "%s",
                      rules_text(rules));
            assert_same(board_dump(boards[side]), board_dump(bship_game_board(game, side)),
                        "a revealed board");
            bship_board_free(boards[side]);
        }
        bship_game_free(game);
        bship_rules_unref(rules);
    }
}

static int32_t cancel(double done, void *user)
{
    (void)done;
    ++*(int *)user;
    return 1;
}

/* The status of a report that an audit within no limits would find to be a lie. */
static bship_status report_lie(const bship_rules *rules, bship_game_options limits)
{
    const bship_cell cells[2] = { { 1, 0 }, { 2, 0 } };
    int32_t none = 0;
    bship_total total = { sizeof total, 0, 0, &none, NULL, 1 };
    limits.audit = BSHIP_AUDIT_COMPLETE;
    bship_game *game = begin_remote(rules, limits);
    assert_ok(bship_game_fire_salvo(game, cells, 2, NULL), "a fires");
    bship_status status = bship_game_report_total(game, &total, 2, NULL);
    bship_game_free(game);
    return status;
}

/* A lie is accepted where the limits do not suffice, unless they are too small to begin. */
Test(game_end, an_audit_beyond_its_limits_accepts)
{
    bship_rules *rules =
        rules_from("board 5x1\nfleet 3\nfirst a\nturn salvo 2\nsalvo-report total\n");
    bship_game_options limits = { .audit_work_limit = 1 };

    assert_status(report_lie(rules, (bship_game_options){ .size = 0 }), BSHIP_ERROR_CONTRADICTION,
                  "no limit");
    assert_ok(report_lie(rules, limits), "a work limit");
    limits = (bship_game_options){ .audit_memory_limit = 1000 };
    bship_status status = BSHIP_ERROR_MEMORY;
    while (status == BSHIP_ERROR_MEMORY) {
        limits.audit_memory_limit += 64;
        status = report_lie(rules, limits);
    }
    assert_ok(status, "%d bytes", (int)limits.audit_memory_limit);
    bship_rules_unref(rules);
}

/* The board is so large that reading the chart takes millions of steps. */
Test(game_end, a_cancelled_audit_leaves_the_report_awaited)
{
    bship_rules *rules = rules_from("board 1024x1024\nfleet 5 4 3\nfirst a\n");
    int calls = 0;
    bship_game_options options = { .size = sizeof options,
                                   .location_a = BSHIP_LOCATION_REMOTE,
                                   .location_b = BSHIP_LOCATION_REMOTE,
                                   .audit = BSHIP_AUDIT_COMPLETE,
                                   .progress = cancel,
                                   .user = &calls };
    bship_game *game = NULL;

    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    assert_ok(bship_game_start(game, NULL), "the start");
    assert_ok(bship_game_fire(game, at(0), NULL, NULL), "a fires");
    assert_status(bship_game_report(game, &miss, 1, NULL), BSHIP_ERROR_CANCELLED, "the audit");
    cr_assert_eq(calls, 1, "%d calls", calls);
    cr_assert_eq(bship_game_phase(game), BSHIP_PHASE_AWAITING_REPORT, "the phase");
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* ---- the reveal ---- */

Test(game_end, a_true_layout_is_kept)
{
    bship_rules *rules = rules_from(RULES);
    bship_game *game = begin_remote(rules, (bship_game_options){ .seed = 1 });
    bship_placement overlapping = { 0, 4, 0, BSHIP_ORIENTATION_HORIZONTAL };
    bship_error error = BSHIP_ERROR_INIT;

    exchange(game, 0, miss, 4);
    assert_status(bship_game_reveal(game, BSHIP_SIDE_B, &right, 1, NULL), BSHIP_ERROR_STATE,
                  "the game goes on");
    assert_ok(bship_game_resign(game, BSHIP_SIDE_B), "b gives up");
    assert_status(bship_game_reveal(game, BSHIP_SIDE_A, &left, 1, NULL), BSHIP_ERROR_ARGUMENT,
                  "a is local");
    assert_status(bship_game_reveal(game, BSHIP_SIDE_B, NULL, 1, NULL), BSHIP_ERROR_ARGUMENT,
                  "no layout");
    assert_status(bship_game_reveal(game, BSHIP_SIDE_B, &overlapping, 1, &error),
                  BSHIP_ERROR_OFF_BOARD, "an illegal layout");
    cr_assert_eq(error.index, 0, "the placement at fault is %lld", (long long)error.index);
    assert_status(bship_game_reveal(game, BSHIP_SIDE_B, &right, 0, NULL), BSHIP_ERROR_COUNT,
                  "too few");
    cr_assert_null(bship_game_board(game, BSHIP_SIDE_B), "nothing was revealed");
    assert_ok(bship_game_reveal(game, BSHIP_SIDE_B, &right, 1, NULL), "the truth");
    check_over(game, BSHIP_OUTCOME_A, BSHIP_END_REASON_RESIGNED);
    const bship_board *board = bship_game_board(game, BSHIP_SIDE_B);
    cr_assert_not_null(board, "the board is not kept");
    cr_assert_eq(bship_board_state_at(board, at(0)), BSHIP_BOARD_STATE_MISSED, "its shot");
    cr_assert_eq(bship_board_state_at(board, at(4)), BSHIP_BOARD_STATE_SHIP, "its ship");
    assert_status(bship_game_reveal(game, BSHIP_SIDE_B, &right, 1, NULL), BSHIP_ERROR_STATE,
                  "again");
    bship_game_reset(game, 1, 0);
    cr_assert_null(bship_game_board(game, BSHIP_SIDE_B), "a new game");
    bship_game_free(game);
    bship_rules_unref(rules);
}

Test(game_end, a_false_layout_loses_and_the_shot_is_named)
{
    bship_rules *rules = rules_from(RULES);
    bship_game *game = begin_remote(rules, (bship_game_options){ .seed = 1 });
    bship_error error = BSHIP_ERROR_INIT;

    exchange(game, 4, miss, 0);
    exchange(game, 3, miss, 1);
    exchange(game, 0, hit, 2);
    check_over(game, BSHIP_OUTCOME_B, BSHIP_END_REASON_SUNK);
    assert_status(bship_game_reveal(game, BSHIP_SIDE_B, &right, 1, &error),
                  BSHIP_ERROR_CONTRADICTION, "it lay where a missed");
    cr_assert_eq(error.index, 0, "the first lie is shot %lld", (long long)error.index);
    check_over(game, BSHIP_OUTCOME_A, BSHIP_END_REASON_CONTRADICTION);
    cr_assert_null(bship_game_board(game, BSHIP_SIDE_B), "a false layout is kept");
    assert_status(bship_game_reveal(game, BSHIP_SIDE_B, &left, 1, NULL), BSHIP_ERROR_STATE,
                  "another one");
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* The report that was refused is not recorded, so the true layout agrees with all that is. */
Test(game_end, a_layout_that_agrees_is_kept_after_a_claim_and_a_false_one_is_not)
{
    bship_rules *rules = rules_from(RULES);
    for (int lies = 0; lies < 2; lies++) {
        bship_game *game = begin_remote(rules, (bship_game_options){ .seed = 1 });
        exchange(game, 4, miss, 0);
        assert_ok(bship_game_fire(game, at(0), NULL, NULL), "a fires");
        assert_status(bship_game_report(game, &sunk_3, 1, NULL), BSHIP_ERROR_CONTRADICTION,
                      "a lie");
        assert_ok(bship_game_claim_contradiction(game), "a liar");
        assert_status(bship_game_reveal(game, BSHIP_SIDE_B, lies ? &right : &left, 1, NULL),
                      lies ? BSHIP_ERROR_CONTRADICTION : BSHIP_OK, "a layout");
        cr_assert_eq(bship_game_board(game, BSHIP_SIDE_B) != NULL, !lies, "whether it is kept");
        check_over(game, BSHIP_OUTCOME_A, BSHIP_END_REASON_CONTRADICTION);
        assert_status(bship_game_reveal(game, BSHIP_SIDE_B, &left, 1, NULL), BSHIP_ERROR_STATE,
                      "another one");
        bship_game_free(game);
    }
    bship_rules_unref(rules);
}

/* The game takes the caller's word for it: only the caller knows what the side had committed to. */
Test(game_end, a_side_that_reveals_nothing_loses_and_reveals_nothing_later)
{
    bship_rules *rules = rules_from(RULES);
    for (int32_t resigns = BSHIP_SIDE_NONE; resigns <= BSHIP_SIDE_B; resigns++) {
        bship_game *game = begin_remote(rules, (bship_game_options){ .seed = 1 });
        exchange(game, 4, miss, 0);
        exchange(game, 3, miss, 1);
        assert_status(bship_game_claim_unrevealed(game, BSHIP_SIDE_B), BSHIP_ERROR_STATE,
                      "the game goes on");
        if (resigns == BSHIP_SIDE_NONE)
            exchange(game, 0, hit, 2);
        else
            assert_ok(bship_game_resign(game, resigns), "side %d gives up", (int)resigns);
        assert_status(bship_game_claim_unrevealed(game, BSHIP_SIDE_A), BSHIP_ERROR_ARGUMENT,
                      "a is local");
        assert_ok(bship_game_claim_unrevealed(game, BSHIP_SIDE_B), "b reveals nothing");
        check_over(game, BSHIP_OUTCOME_A, BSHIP_END_REASON_CONTRADICTION);
        cr_assert_null(bship_game_board(game, BSHIP_SIDE_B), "a layout from nowhere");
        assert_status(bship_game_reveal(game, BSHIP_SIDE_B, &left, 1, NULL), BSHIP_ERROR_STATE,
                      "too late");
        assert_status(bship_game_claim_unrevealed(game, BSHIP_SIDE_B), BSHIP_ERROR_STATE,
                      "a second claim");
        bship_game_reset(game, 1, 0);
        cr_assert_eq(bship_game_end_reason(game), BSHIP_END_REASON_NONE, "a new game");
        bship_game_free(game);
    }
    bship_rules_unref(rules);
}

/* A layout that was accepted is no longer to be doubted, nor is the first of two contradictions. */
Test(game_end, a_layout_that_was_revealed_cannot_be_claimed_to_be_missing)
{
    bship_rules *rules = rules_from(RULES);
    for (int lies = 0; lies < 2; lies++) {
        bship_game *game = begin_remote(rules, (bship_game_options){ .seed = 1 });
        exchange(game, 4, miss, 0);
        assert_ok(bship_game_resign(game, BSHIP_SIDE_A), "a gives up");
        assert_status(bship_game_reveal(game, BSHIP_SIDE_B, lies ? &right : &left, 1, NULL),
                      lies ? BSHIP_ERROR_CONTRADICTION : BSHIP_OK, "a layout");
        assert_status(bship_game_claim_unrevealed(game, BSHIP_SIDE_B), BSHIP_ERROR_STATE,
                      "it has revealed one");
        check_over(game, lies ? BSHIP_OUTCOME_A : BSHIP_OUTCOME_B,
                   lies ? BSHIP_END_REASON_CONTRADICTION : BSHIP_END_REASON_RESIGNED);
        bship_game_free(game);
    }
    bship_rules_unref(rules);
}

/* Of two sides that both conceal their layouts, the first that was claimed has lost. */
Test(game_end, the_first_of_two_claims_decides)
{
    bship_rules *rules = rules_from(RULES);
    bship_game_options options = { .size = sizeof options,
                                   .location_a = BSHIP_LOCATION_REMOTE,
                                   .location_b = BSHIP_LOCATION_REMOTE };
    bship_game *game = NULL;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a referee's game");
    assert_ok(bship_game_start(game, NULL), "the start");
    assert_ok(bship_game_resign(game, BSHIP_SIDE_A), "a gives up");
    assert_ok(bship_game_claim_unrevealed(game, BSHIP_SIDE_B), "b reveals nothing");
    assert_ok(bship_game_claim_unrevealed(game, BSHIP_SIDE_A), "nor does a");
    check_over(game, BSHIP_OUTCOME_A, BSHIP_END_REASON_CONTRADICTION);
    bship_game_free(game);
    bship_rules_unref(rules);
}

/* ---- seeds ---- */

Test(game_end, two_peers_agree_on_the_first_mover_by_the_public_seed_alone)
{
    bship_rules *rules = rules_from("board 5x1\nfleet 3\n");
    int began[BY_SIDE] = { 0 };
    for (uint64_t public = 0; public < 32; public ++) {
        int32_t first = BSHIP_SIDE_NONE;
        for (uint64_t secret = 0; secret < 8; secret++) {
            bship_game *game = begin_remote(
                rules, (bship_game_options){ .seed = secret * 977, .first_seed = public });
            if (secret > 0)
                cr_assert_eq(bship_game_began(game), first, "the secret seed decides");
            first = bship_game_began(game);
            bship_game_free(game);
        }
        began[first]++;
    }
    cr_assert(began[BSHIP_SIDE_A] > 4 && began[BSHIP_SIDE_B] > 4, "%d and %d", began[BSHIP_SIDE_A],
              began[BSHIP_SIDE_B]);
    bship_rules_unref(rules);
}

Test(game_end, two_local_sides_need_no_public_seed)
{
    bship_rules *rules = rules_from("board 5x1\nfleet 3\n");
    int began[2][BY_SIDE] = { { 0 }, { 0 } };
    for (int is_public = 0; is_public < 2; is_public++) {
        bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
        bship_game *game = NULL;
        assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
        for (uint64_t seed = 0; seed < 32; seed++) {
            bship_game_reset(game, seed, is_public ? 5 : 0);
            assert_ok(place_ship(game, BSHIP_SIDE_A, left), "a");
            assert_ok(place_ship(game, BSHIP_SIDE_B, left), "b");
            assert_ok(bship_game_start(game, NULL), "the start");
            began[is_public][bship_game_began(game)]++;
        }
        bship_game_free(game);
    }
    cr_assert(began[0][BSHIP_SIDE_A] > 4 && began[0][BSHIP_SIDE_B] > 4, "the seed does not decide");
    cr_assert(began[1][BSHIP_SIDE_A] == 32 || began[1][BSHIP_SIDE_B] == 32,
              "the public seed does not decide");
    bship_rules_unref(rules);
}

Test(game_end, the_ai_of_a_remote_side_knows_nothing_of_the_secret_seed)
{
    bship_rules *rules = rules_from("first b\n");
    bship_ai *ai = new_ai(rules, "random", 0);
    struct text shots[2];
    for (uint64_t secret = 0; secret < 2; secret++) {
        bship_game_options options = { .seed = secret, .ai_b = ai };
        bship_game *game = new_remote(rules, options);
        bship_cell cell;
        assert_ok(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL), "a fleet");
        assert_ok(bship_game_start(game, NULL), "the start");
        assert_ok(bship_game_step(game, NULL, NULL, NULL), "b fires");
        cr_assert_eq(bship_game_log_shots(game, 0, &cell, NULL, 1), 1, "a shot");
        shots[secret] = (struct text){ NULL, 0, 0 };
        text_add(&shots[secret], "%d,%d\n", (int)cell.x, (int)cell.y);
        bship_game_free(game);
    }
    assert_same(shots[0], shots[1], "shots by two secret seeds");
    bship_ai_free(ai);
    bship_rules_unref(rules);
}

/* ---- every call in every phase ---- */

enum phase {
    PLACING,
    AIMING,
    AWAITING,
    DISPUTED, /* awaiting, after a contradiction */
    SUNK,
    RESIGNED,
    PHASES
};

static bship_game *game_in(const bship_rules *rules, bship_ai *ai, enum phase phase)
{
    bship_game *game = new_remote(rules, (bship_game_options){ .ai_a = ai });
    assert_ok(place_ship(game, BSHIP_SIDE_A, left), "a ship");
    if (phase == PLACING)
        return game;
    assert_ok(bship_game_start(game, NULL), "the start");
    if (phase == AWAITING || phase == DISPUTED)
        assert_ok(bship_game_fire(game, at(0), NULL, NULL), "a fires");
    if (phase == DISPUTED)
        assert_status(bship_game_report(game, &sunk_3, 1, NULL), BSHIP_ERROR_CONTRADICTION,
                      "a lie");
    for (int32_t x = 0; x < 3 && phase == SUNK; x++)
        exchange(game, x, x < 2 ? hit : sunk_3, 4 - x);
    if (phase == RESIGNED)
        assert_ok(bship_game_resign(game, BSHIP_SIDE_A), "a gives up");
    return game;
}

static bship_status call_set_board(bship_game *game)
{
    return place_fleet(game, BSHIP_SIDE_A, &right, 1);
}

static bship_status call_random(bship_game *game)
{
    return bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL);
}

static bship_status call_start(bship_game *game)
{
    return bship_game_start(game, NULL);
}

static bship_status call_fire(bship_game *game)
{
    return bship_game_fire(game, at(1), NULL, NULL);
}

static bship_status call_salvo(bship_game *game)
{
    bship_cell cell = at(1);
    return bship_game_fire_salvo(game, &cell, 1, NULL);
}

static bship_status call_step(bship_game *game)
{
    return bship_game_step(game, NULL, NULL, NULL);
}

static bship_status call_report(bship_game *game)
{
    return bship_game_report(game, &hit, 1, NULL);
}

static bship_status call_total(bship_game *game)
{
    bship_total total = BSHIP_TOTAL_INIT;
    return bship_game_report_total(game, &total, 1, NULL);
}

static bship_status call_resign(bship_game *game)
{
    return bship_game_resign(game, BSHIP_SIDE_A);
}

static bship_status call_claim_unrevealed(bship_game *game)
{
    return bship_game_claim_unrevealed(game, BSHIP_SIDE_B);
}

static bship_status call_reveal(bship_game *game)
{
    return bship_game_reveal(game, BSHIP_SIDE_B, &left, 1, NULL);
}

enum {
    OK = BSHIP_OK,
    STATE = BSHIP_ERROR_STATE
};

static const struct {
    const char *name;
    bship_status (*call)(bship_game *game);
    int expected[PHASES];
} calls[] = {
    /*              placing              aiming awaiting disputed sunk  resigned */
    { "set_board", call_set_board, { OK, STATE, STATE, STATE, STATE, STATE } },
    { "place_random", call_random, { OK, STATE, STATE, STATE, STATE, STATE } },
    { "start", call_start, { OK, STATE, STATE, STATE, STATE, STATE } },
    { "fire", call_fire, { STATE, OK, STATE, STATE, STATE, STATE } },
    { "fire_salvo", call_salvo, { STATE, OK, STATE, STATE, STATE, STATE } },
    { "step", call_step, { STATE, OK, STATE, STATE, STATE, STATE } },
    { "report", call_report, { STATE, STATE, OK, OK, STATE, STATE } },
    { "report_total",
      call_total,
      { STATE, STATE, BSHIP_ERROR_REPORT, BSHIP_ERROR_REPORT, STATE, STATE } },
    { "resign", call_resign, { STATE, OK, OK, OK, STATE, STATE } },
    { "abandon", bship_game_abandon, { STATE, OK, OK, OK, STATE, STATE } },
    { "claim_contradiction",
      bship_game_claim_contradiction,
      { STATE, STATE, STATE, OK, STATE, STATE } },
    { "claim_unrevealed", call_claim_unrevealed, { STATE, STATE, STATE, STATE, OK, OK } },
    { "reveal", call_reveal, { STATE, STATE, STATE, STATE, OK, OK } },
    { "undo", bship_game_undo, { STATE, STATE, STATE, STATE, STATE, STATE } },
};

Test(game_end, every_call_is_accepted_or_refused_by_the_phase)
{
    bship_rules *rules = rules_from(RULES);
    bship_ai *ai = new_ai(rules, "random", 0);
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        for (enum phase phase = PLACING; phase < PHASES; phase++) {
            bship_game *game = game_in(rules, ai, phase);
            struct text before = game_and_boards_dump(game);
            assert_status(calls[i].call(game), (bship_status)calls[i].expected[phase],
                          "%s in phase %d", calls[i].name, (int)phase);
            if (calls[i].expected[phase] != OK)
                assert_same(before, game_and_boards_dump(game), calls[i].name);
            else
                text_free(&before);
            bship_game_free(game);
        }
    }
    bship_ai_free(ai);
    bship_rules_unref(rules);
}

Test(game_end, reasons_and_audits_have_names)
{
    for (int32_t i = BSHIP_END_REASON_NONE; i <= BSHIP_END_REASON_SHOTS; i++)
        cr_assert_eq(
            bship_enum_find(BSHIP_ENUM_END_REASON, bship_enum_name(BSHIP_ENUM_END_REASON, i)), i,
            "reason %d", (int)i);
    for (int32_t i = BSHIP_AUDIT_NECESSARY; i <= BSHIP_AUDIT_COMPLETE; i++)
        cr_assert_eq(bship_enum_find(BSHIP_ENUM_AUDIT, bship_enum_name(BSHIP_ENUM_AUDIT, i)), i,
                     "audit %d", (int)i);
    cr_assert_null(bship_enum_name(BSHIP_ENUM_END_REASON, BSHIP_END_REASON_SHOTS + 1), "no reason");
    cr_assert_null(bship_enum_name(BSHIP_ENUM_AUDIT, -1), "no audit");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_END_REASON, "gone"), -1, "no reason");
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_AUDIT, NULL), -1, "no name");
}
