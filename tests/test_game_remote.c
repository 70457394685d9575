/*
 * Games with a remote side: two programs must keep the same game; and false reports.
 */
#include "support.h"

#include <stdbool.h>

static bship_game *new_game(const bship_rules *rules, uint64_t seed, int32_t a, int32_t b)
{
    bship_game_options options = {
        .size = sizeof options, .seed = seed, .location_a = a, .location_b = b
    };
    bship_game *game = NULL;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "%s", rules_text(rules));
    return game;
}

/* Places the local fleets and starts. */
static void begin(bship_game *game)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (bship_game_board(game, side))
            assert_ok(bship_game_place_random(game, side, NULL, NULL, NULL), "side %d", (int)side);
    }
    assert_ok(bship_game_start(game, NULL), "both fleets are placed");
}

/* Carries the shots of the side to move from its own game over to the other's and back. */
static void exchange(bship_game *attacker, bship_game *target, bship_rng *rng)
{
    const bship_rules *rules = bship_game_rules(attacker);
    int32_t side = bship_game_to_move(attacker);
    const bship_chart *chart = bship_game_chart(target, side);
    size_t due = (size_t)bship_game_shots_due(attacker), chosen = 0;
    bship_cell cells[64];
    bship_report reports[64];
    bship_turn turn = BSHIP_TURN_INIT;
    int32_t sunk_of[5], hits_of[5];
    bship_total total = { sizeof total, 0, -1, sunk_of, hits_of, 5 };

    int32_t from = between(rng, 0, cell_count(rules) - 1);
    for (int32_t i = 0; chosen < due; i++) {
        bship_cell cell = cell_at(rules, (from + i) % cell_count(rules));
        if (bship_chart_state_at(chart, cell) == BSHIP_CHART_STATE_UNKNOWN)
            cells[chosen++] = cell;
    }
    assert_ok(bship_game_fire_salvo(attacker, cells, due, NULL), "%s", rules_text(rules));
    assert_ok(bship_game_fire_salvo(target, cells, due, NULL), "%s", rules_text(rules));
    int64_t last = bship_chart_turns(chart) - 1;
    assert_ok(bship_chart_turn(chart, last, &turn), "the last turn");
    for (int32_t i = 0; i < turn.shots; i++)
        assert_ok(bship_chart_shot(chart, turn.first_shot + i, NULL, &reports[i]), "a shot");
    if (turn.is_total) {
        assert_ok(bship_chart_total(chart, last, &total), "a total");
        assert_ok(bship_game_report_total(attacker, &total, (size_t)turn.shots, NULL), "%s",
                  rules_text(rules));
    } else {
        assert_ok(bship_game_report(attacker, reports, (size_t)turn.shots, NULL), "%s",
                  rules_text(rules));
    }
}

static struct text charts_dump(const bship_game *game)
{
    struct text text = { NULL, 0, 0 };
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        struct text chart = chart_dump(bship_game_chart(game, side));
        text_add(&text, "%s", chart.data);
        text_free(&chart);
    }
    text_add(&text, "phase %d to move %d due %d round %lld outcome %d\n",
             (int)bship_game_phase(game), (int)bship_game_to_move(game),
             (int)bship_game_shots_due(game), (long long)bship_game_round(game),
             (int)bship_game_outcome(game));
    return text;
}

Test(game_remote, two_ends_of_a_wire_agree)
{
    bship_rng rng = rng_of(6);
    for (int i = 0; i < scaled(100); i++) {
        static const struct shape shape = { .width = 6, .height = 6 };
        bship_rules *rules = random_rules(&rng, &shape);
        uint64_t seed = bship_rng_next(&rng);
        bship_game *ends[BY_SIDE] = {
            NULL, new_game(rules, seed, BSHIP_LOCATION_LOCAL, BSHIP_LOCATION_REMOTE),
            new_game(rules, seed, BSHIP_LOCATION_REMOTE, BSHIP_LOCATION_LOCAL)
        };
        begin(ends[BSHIP_SIDE_A]);
        begin(ends[BSHIP_SIDE_B]);
        while (bship_game_phase(ends[BSHIP_SIDE_A]) != BSHIP_PHASE_OVER) {
            int32_t side = bship_game_to_move(ends[BSHIP_SIDE_A]);
            exchange(ends[side], ends[opposite(side)], &rng);
            assert_same(charts_dump(ends[BSHIP_SIDE_A]), charts_dump(ends[BSHIP_SIDE_B]),
                        "two ends of a wire");
        }
        bship_game_free(ends[BSHIP_SIDE_A]);
        bship_game_free(ends[BSHIP_SIDE_B]);
        bship_rules_unref(rules);
    }
}

/* A random report of the form that the rules prescribe, true or not. */
static bship_report random_report(const bship_rules *rules, bship_rng *rng)
{
    const bship_fleet *fleet = bship_rules_fleet(rules);
    int32_t disclosure = bship_rules_get(rules, BSHIP_RULE_DISCLOSURE);
    int32_t ship = between(rng, 0, bship_fleet_count(fleet) - 1);
    bship_report report = BSHIP_REPORT_INIT;

    report.result = between(rng, 0, disclosure == BSHIP_DISCLOSURE_HIT ? 1 : 2);
    if (report.result == BSHIP_RESULT_MISS)
        return report;
    int has_details = disclosure == BSHIP_DISCLOSURE_EVERY_HIT ||
                      (discloses_length(disclosure) && report.result == BSHIP_RESULT_SUNK);
    if (has_details)
        report.length = bship_fleet_length(fleet, ship);
    if (has_details && discloses_name(disclosure))
        report.ship = bship_fleet_first_of_name(fleet, ship);
    if (report.result == BSHIP_RESULT_SUNK &&
        bship_rules_get(rules, BSHIP_RULE_REVEAL_SHIP) == BSHIP_REVEAL_SHIP_YES) {
        bool is_down =
            report.length > bship_rules_width(rules) ||
            (report.length > 1 && report.length <= bship_rules_height(rules) && between(rng, 0, 1));
        report.is_shown = 1;
        report.x = between(rng, 0, bship_rules_width(rules) - (is_down ? 1 : report.length));
        report.y = between(rng, 0, bship_rules_height(rules) - (is_down ? report.length : 1));
        report.orientation = is_down ? BSHIP_ORIENTATION_VERTICAL : BSHIP_ORIENTATION_HORIZONTAL;
    }
    return report;
}

/* Fires everywhere at a side with false reports; returns whether one was finally refused. */
static bool is_caught(bship_game *game, bship_rng *rng)
{
    const bship_rules *rules = bship_game_rules(game);
    for (int32_t i = 0; bship_game_phase(game) != BSHIP_PHASE_OVER; i++) {
        bship_cell cell = cell_at(rules, i % cell_count(rules));
        bship_status status = BSHIP_ERROR_CONTRADICTION;
        if (bship_game_phase(game) == BSHIP_PHASE_AIMING) {
            cr_assert_eq(bship_game_shots_due(game), 1, "a side has nothing to fire at");
            if (bship_game_fire(game, cell, NULL, NULL))
                continue;
        }
        for (int tries = 0; status == BSHIP_ERROR_CONTRADICTION && tries < 50; tries++) {
            bship_report report = random_report(rules, rng);
            status = bship_game_report(game, &report, 1, NULL);
        }
        if (status == BSHIP_ERROR_CONTRADICTION)
            return true;
        assert_ok(status, "a report of the right form under\n%s", rules_text(rules));
    }
    return false;
}

Test(game_remote, whatever_a_remote_side_reports_the_game_goes_on_or_refuses_it)
{
    bship_rng rng = rng_of(7);
    int caught = 0, games = 30 + scaled(270);
    for (int i = 0; i < games; i++) {
        static const struct shape shape = { .width = 5,
                                            .height = 5,
                                            .blocked = 4,
                                            .pin[BSHIP_RULE_TURN] = 1,
                                            .pin[BSHIP_RULE_REPEAT] = 1 };
        bship_rules *rules = random_rules(&rng, &shape);
        bship_game *game = new_game(rules, 0, BSHIP_LOCATION_REMOTE, BSHIP_LOCATION_REMOTE);
        begin(game);
        caught += is_caught(game, &rng);
        bship_game_free(game);
        bship_rules_unref(rules);
    }
    cr_assert_neq(caught, games, "no game came to its end");
}
