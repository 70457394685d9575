/* The game of a day: the same for everybody, with a par. */
#include <stdio.h>
#include <string.h>

#include "battleship/game/daily.h"
#include "support.h"

/* 2026-11-28, 12:00 UTC. */
#define NOON 1795867200
#define DAY 86400

static void open_day(struct session *session, time_t when, const char *name)
{
    struct setup setup;
    cr_assert(daily_setup(when, name, &setup), "a day");
    assert_ok(session_open(session, &setup, NULL, NULL, NULL), "its game");
    assert_ok(daily_rate(session), "its par");
    setup_clear(&setup);
}

static bool is_same_fleet(const struct session *a, const struct session *b, int32_t side)
{
    const bship_board *boards[] = { bship_game_board(a->game, side),
                                    bship_game_board(b->game, side) };
    int32_t ships = bship_fleet_count(bship_rules_fleet(a->setup.rules));
    bool is_same = true;
    for (int32_t ship = 0; ship < ships; ship++) {
        bship_placement placements[2];
        for (int i = 0; i < 2; i++)
            assert_ok(bship_board_placement(boards[i], ship, &placements[i]), "ship %d", (int)ship);
        is_same = is_same && memcmp(&placements[0], &placements[1], sizeof placements[0]) == 0;
    }
    return is_same;
}

Test(daily, a_day_is_the_same_for_everybody)
{
    struct session anna, bert, next;
    char date[DAILY_DATE_SIZE], title[64], expected[64];
    open_day(&anna, NOON, "Anna");
    open_day(&bert, NOON + DAY / 2 - 1, "");
    open_day(&next, NOON + DAY / 2, "Anna");
    cr_assert(is_same_fleet(&anna, &bert, BSHIP_SIDE_A) &&
                  is_same_fleet(&anna, &bert, BSHIP_SIDE_B),
              "one day");
    cr_assert_not(is_same_fleet(&anna, &next, BSHIP_SIDE_B), "another day");
    cr_assert_eq(anna.par, bert.par, "one par: %d, %d", (int)anna.par, (int)bert.par);
    cr_assert(anna.par >= 17 && anna.par <= 100, "shots at 17 cells of ships: %d", (int)anna.par);
    cr_assert(daily_date(&bert, date), "a day");
    cr_assert_str_eq(date, "2026-11-28", "%s", date);
    cr_assert(daily_date(&next, date), "a day");
    cr_assert_str_eq(date, "2026-11-29", "in UTC: %s", date);
    snprintf(expected, sizeof expected, "daily 2026-11-28, par %d", (int)anna.par);
    daily_title(&anna, title, sizeof title);
    cr_assert_str_eq(title, expected, "%s", title);
    session_close(&anna);
    session_close(&bert);
    session_close(&next);
}

Test(daily, another_game_is_none)
{
    struct setup setup;
    struct session session;
    char text[DAILY_DATE_SIZE];
    cr_assert_not(daily_setup((time_t)0, "", &setup), "before there were any");
    cr_assert(daily_setup(NOON, "", &setup), "a day");
    setup.seed = 7;
    assert_ok(session_open(&session, &setup, NULL, NULL, NULL), "a seed that is no day");
    assert_ok(daily_rate(&session), "no par");
    cr_assert(!daily_date(&session, text) && !text[0] && session.par == 0, "none");
    session_close(&session);
    setup_clear(&setup);
    cr_assert(daily_setup(NOON, "", &setup), "a day");
    setup.seed += 3; /* the 31st of November */
    assert_ok(session_open(&session, &setup, NULL, NULL, NULL), "a seed that is no date");
    cr_assert_not(daily_date(&session, text), "none: %s", text);
    session_close(&session);
    setup_clear(&setup);
    cr_assert(daily_setup(NOON, "", &setup), "a day");
    setup.players[BSHIP_SIDE_B] = player_machine(BSHIP_LEVEL_HARD, NULL);
    assert_ok(session_open(&session, &setup, NULL, NULL, NULL), "another opponent");
    cr_assert_not(daily_date(&session, text), "none");
    session_close(&session);
    setup_clear(&setup);
}
