/*
 * The turns of a game, against a referee: a plain model that knows both layouts, reports every
 * shot itself, and determines after each turn whose turn it is, how many shots are due, and
 * whether the game is over. Rules and shots are random; a side is local, or remote with the
 * referee's reports.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define CELLS 64
#define SHIPS 5

/* ---- the referee ---- */

struct location {
    int ship[CELLS];    /* the ship that covers a cell, or -1 */
    bool closed[CELLS]; /* blocked, already shot, or known water */
    bool shot[CELLS];
    int hits[SHIPS];
};

struct referee {
    const bship_rules *rules;
    const bship_fleet *fleet;
    int cells, ships;
    struct location location[BY_SIDE];
    bool remote[BY_SIDE];
    int32_t began, to_move, outcome, reason;
    bool begins_round; /* the turn is the first of its round */
    int64_t round;
    size_t due;
    int afloat[BY_SIDE];  /* as counted for salvos */
    int longest[BY_SIDE]; /* the length of the longest of these */
    int64_t turn;
    int32_t part; /* of the turn: another shot after a hit */
    int64_t turns_of[BY_SIDE], shots_of[BY_SIDE];
    bship_game_entry log[4096];
    int64_t entries;
};

static int32_t rule(const struct referee *referee, bship_rule of)
{
    return bship_rules_get(referee->rules, of);
}

static bool is_sunk(const struct referee *referee, int32_t side, int ship)
{
    return referee->location[side].hits[ship] == bship_fleet_length(referee->fleet, ship);
}

static int count_afloat(const struct referee *referee, int32_t side)
{
    int count = 0;
    for (int ship = 0; ship < referee->ships; ship++)
        count += !is_sunk(referee, side, ship);
    return count;
}

static int longest_afloat(const struct referee *referee, int32_t side)
{
    int longest = 0;
    for (int ship = 0; ship < referee->ships; ship++) {
        int length = bship_fleet_length(referee->fleet, ship);
        if (!is_sunk(referee, side, ship) && length > longest)
            longest = length;
    }
    return longest;
}

static size_t count_open(const struct referee *referee, int32_t side)
{
    size_t count = 0;
    for (int i = 0; i < referee->cells; i++)
        count += !referee->location[side].closed[i];
    return count;
}

/* The shots that a side has left. */
static int64_t count_left(const struct referee *referee, int32_t side)
{
    int64_t limit = bship_rules_number(referee->rules, BSHIP_RULE_SHOTS);
    return limit ? limit - referee->shots_of[side] : INT64_MAX;
}

/* The points of the ships that a side has sunk. */
static int64_t count_points(const struct referee *referee, int32_t side)
{
    int64_t points = 0;
    for (int ship = 0; ship < referee->ships; ship++)
        if (is_sunk(referee, opposite(side), ship))
            points += bship_fleet_points(referee->fleet, ship);
    return points;
}

/* A turn of the side to move begins. */
static void referee_begin_turn(struct referee *referee)
{
    size_t open = count_open(referee, opposite(referee->to_move));
    bool equal = rule(referee, BSHIP_RULE_ENDING) == BSHIP_ENDING_EQUAL_TURNS;
    int32_t turn = rule(referee, BSHIP_RULE_TURN);

    referee->turn++;
    referee->part = 0;
    referee->round += referee->begins_round;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (equal ? referee->begins_round : side == referee->to_move) {
            referee->afloat[side] = count_afloat(referee, side);
            referee->longest[side] = longest_afloat(referee, side);
        }
    }
    referee->due = 1;
    if (turn == BSHIP_TURN_RULE_SALVO)
        referee->due = (size_t)bship_rules_number(referee->rules, BSHIP_RULE_TURN);
    if (turn == BSHIP_TURN_RULE_SALVO_AFLOAT)
        referee->due = (size_t)referee->afloat[referee->to_move];
    if (turn == BSHIP_TURN_RULE_SALVO_LARGEST)
        referee->due = (size_t)referee->longest[referee->to_move];
    if (referee->due > open)
        referee->due = open;
    if ((int64_t)referee->due > count_left(referee, referee->to_move))
        referee->due = (size_t)count_left(referee, referee->to_move);
}

static void referee_log(struct referee *referee, size_t shots)
{
    int32_t side = referee->to_move;
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;

    entry.entry = referee->entries;
    entry.round = referee->round;
    entry.turn = referee->turn - 1;
    entry.part = referee->part++;
    entry.side = side;
    entry.chart_turn = referee->turns_of[side]++;
    entry.first_shot = referee->shots_of[side];
    entry.shots = (int32_t)shots;
    entry.is_total = reports_totals(referee->rules);
    referee->shots_of[side] += (int64_t)shots;
    referee->log[referee->entries++] = entry;
}

/* The game ends: for whoever has more of what counts. */
static void referee_end(struct referee *referee, int32_t reason, int64_t of_a, int64_t of_b)
{
    referee->reason = reason;
    referee->outcome = of_a > of_b   ? BSHIP_OUTCOME_A
                       : of_b > of_a ? BSHIP_OUTCOME_B
                                     : BSHIP_OUTCOME_DRAW;
}

/*
 * The turn of the side to move has ended, with a hit or without. Turns pass round the table, and a
 * round begins whenever they come to the side that began, even if it has no shots left.
 */
static void referee_end_turn(struct referee *referee, bool hit)
{
    const bool sank_a = count_afloat(referee, BSHIP_SIDE_B) == 0;
    const bool sank_b = count_afloat(referee, BSHIP_SIDE_A) == 0;
    const bool is_sunk = sank_a || sank_b;
    const bool is_at_once = rule(referee, BSHIP_RULE_ENDING) == BSHIP_ENDING_AT_ONCE;

    if (rule(referee, BSHIP_RULE_TURN) == BSHIP_TURN_RULE_AGAIN_ON_HIT && hit &&
        count_afloat(referee, opposite(referee->to_move)) > 0 &&
        count_left(referee, referee->to_move) > 0)
        return;
    if (is_sunk && is_at_once) {
        referee_end(referee, BSHIP_END_REASON_SUNK, sank_a, sank_b);
        return;
    }
    if (!is_sunk && count_left(referee, BSHIP_SIDE_A) == 0 &&
        count_left(referee, BSHIP_SIDE_B) == 0) {
        referee_end(referee, BSHIP_END_REASON_SHOTS, count_points(referee, BSHIP_SIDE_A),
                    count_points(referee, BSHIP_SIDE_B));
        return;
    }
    /* A head start is rounds of one turn, before all others. */
    if (referee->turn <= bship_rules_number(referee->rules, BSHIP_RULE_HEAD_START) &&
        count_left(referee, referee->began) > 0) {
        referee->begins_round = true;
        if (is_sunk)
            referee_end(referee, BSHIP_END_REASON_SUNK, sank_a, sank_b);
        else
            referee_begin_turn(referee);
        return;
    }
    referee->begins_round = false;
    do {
        referee->to_move = opposite(referee->to_move);
        referee->begins_round |= referee->to_move == referee->began;
        if (is_sunk && referee->begins_round) {
            referee_end(referee, BSHIP_END_REASON_SUNK, sank_a, sank_b);
            return;
        }
    } while (count_left(referee, referee->to_move) == 0);
    referee_begin_turn(referee);
}

/* Adds to the report of a sinking where the ship lies, if the rules show it. */
static void show_ship(const struct referee *referee, int32_t side, int ship, bship_report *report)
{
    int first = 0, width = bship_rules_width(referee->rules);
    const int *ships = referee->location[side].ship;

    if (rule(referee, BSHIP_RULE_REVEAL_SHIP) == BSHIP_REVEAL_SHIP_NO)
        return;
    while (ships[first] != ship)
        first++;
    report->is_shown = 1;
    report->x = first % width;
    report->y = first / width;
    report->orientation = first + width < referee->cells && ships[first + width] == ship
                              ? BSHIP_ORIENTATION_VERTICAL
                              : BSHIP_ORIENTATION_HORIZONTAL;
}

/* The report of a shot. */
static bship_report report_of(const struct referee *referee, int32_t result, int ship)
{
    bship_report report = BSHIP_REPORT_INIT;
    int32_t disclosure = rule(referee, BSHIP_RULE_DISCLOSURE);

    report.result = result;
    if (result == BSHIP_RESULT_SUNK && disclosure == BSHIP_DISCLOSURE_HIT)
        report.result = BSHIP_RESULT_HIT;
    if (ship >= 0 && (disclosure == BSHIP_DISCLOSURE_EVERY_HIT ||
                      (result == BSHIP_RESULT_SUNK && disclosure == BSHIP_DISCLOSURE_SHIP))) {
        report.ship = bship_fleet_first_of_name(referee->fleet, ship);
        report.length = bship_fleet_length(referee->fleet, ship);
    }
    if (result == BSHIP_RESULT_SUNK && disclosure == BSHIP_DISCLOSURE_LENGTH)
        report.length = bship_fleet_length(referee->fleet, ship);
    return report;
}

/* The water around the ships that are sunk becomes known. */
static void reveal(struct referee *referee, int32_t side)
{
    struct location *location = &referee->location[side];
    for (int i = 0; i < referee->cells; i++) {
        bship_cell cell = cell_at(referee->rules, i);
        if (location->ship[i] < 0 || !is_sunk(referee, side, location->ship[i]))
            continue;
        for (int k = 0; k < 9; k++) {
            bship_cell next = { cell.x + k % 3 - 1, cell.y + k / 3 - 1 };
            if (next.x >= 0 && next.x < bship_rules_width(referee->rules) && next.y >= 0 &&
                next.y < bship_rules_height(referee->rules))
                location->closed[cell_index(referee->rules, next)] = true;
        }
    }
}

/* The reports of a turn. */
struct result {
    size_t fired;
    bool ends; /* the last ship was sunk */
    bship_report reports[CELLS];
    int32_t sunk_of[SHIPS], hits_of[SHIPS];
    bship_total total;
};

static void add_to_total(const struct referee *referee, struct result *result, int ship, bool sinks)
{
    int32_t disclosure = rule(referee, BSHIP_RULE_DISCLOSURE);
    result->total.hits++;
    if (disclosure == BSHIP_DISCLOSURE_EVERY_HIT)
        result->hits_of[bship_fleet_first_of_name(referee->fleet, ship)]++;
    if (!sinks || disclosure == BSHIP_DISCLOSURE_HIT)
        return;
    result->total.sunk++;
    if (disclosure == BSHIP_DISCLOSURE_LENGTH)
        result->sunk_of[first_of_length(referee->fleet, ship)]++;
    if (discloses_name(disclosure))
        result->sunk_of[bship_fleet_first_of_name(referee->fleet, ship)]++;
}

/* The side to move fires: changes the model and computes the correct reports. */
static void referee_fire(struct referee *referee, const bship_cell *cells, size_t count,
                         struct result *result)
{
    int32_t side = opposite(referee->to_move);
    struct location *location = &referee->location[side];
    bool hit = false;

    memset(result, 0, sizeof *result);
    result->total = (bship_total)BSHIP_TOTAL_INIT;
    result->total.sunk_of = result->sunk_of;
    result->total.capacity = SHIPS;
    result->total.hits_of = result->hits_of;
    result->total.sunk = rule(referee, BSHIP_RULE_DISCLOSURE) == BSHIP_DISCLOSURE_HIT ? -1 : 0;
    while (result->fired < count && count_afloat(referee, side) > 0) {
        int cell = cell_index(referee->rules, cells[result->fired]), ship = location->ship[cell];
        int32_t what = BSHIP_RESULT_MISS;
        hit = !location->closed[cell] && ship >= 0;
        if (location->closed[cell])
            what = BSHIP_RESULT_WASTED;
        if (hit) {
            location->hits[ship]++;
            what = is_sunk(referee, side, ship) ? BSHIP_RESULT_SUNK : BSHIP_RESULT_HIT;
            add_to_total(referee, result, ship, what == BSHIP_RESULT_SUNK);
        }
        location->closed[cell] = location->shot[cell] = true;
        result->reports[result->fired] = report_of(referee, what, hit ? ship : -1);
        if (what == BSHIP_RESULT_SUNK)
            show_ship(referee, side, ship, &result->reports[result->fired]);
        result->fired++;
    }
    result->ends = count_afloat(referee, side) == 0;
    if (rule(referee, BSHIP_RULE_REVEAL_WATER) == BSHIP_REVEAL_WATER_YES)
        reveal(referee, side);
    referee_log(referee, result->fired);
    referee_end_turn(referee, hit);
}

static void referee_lay(struct referee *referee, int32_t side, const bship_board *board)
{
    for (int i = 0; i < referee->cells; i++) {
        bship_cell cell = cell_at(referee->rules, i);
        referee->location[side].ship[i] = bship_board_ship_at(board, cell);
        referee->location[side].closed[i] = bship_rules_is_blocked(referee->rules, cell);
    }
}

/* ---- a game and its referee ---- */

/* Asserts that a call is refused with a status and changes no query. */
#define assert_refused(game, call, expected)                                                       \
    do {                                                                                           \
        struct text before = game_and_boards_dump(game);                                           \
        assert_status(call, expected, "%s", rules_text(bship_game_rules(game)));                   \
        assert_same(before, game_and_boards_dump(game), #call);                                    \
    } while (0)

static void check_log(const bship_game *game, const struct referee *referee)
{
    const char *text = rules_text(referee->rules);
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;

    for (int64_t i = 0; i < referee->entries; i++) {
        assert_ok(bship_game_log_entry(game, i, &entry), "%s", text);
        cr_assert(memcmp(&entry, &referee->log[i], sizeof entry) == 0, "entry %lld of\n%s",
                  (long long)i, text);
    }
    assert_status(bship_game_log_entry(game, -1, &entry),
                  referee->entries ? BSHIP_OK : BSHIP_ERROR_RANGE, "%s", text);
    cr_assert_eq(entry.entry, referee->entries ? referee->entries - 1 : 0, "%s", text);
    assert_status(bship_game_log_entry(game, referee->entries, &entry), BSHIP_ERROR_RANGE, "%s",
                  text);
    assert_status(bship_game_log_entry(game, -2, &entry), BSHIP_ERROR_RANGE, "%s", text);
    cr_assert_eq(bship_game_log_shots(game, -2, NULL, NULL, 0), 0, "%s", text);
    if (referee->entries)
        cr_assert_eq(bship_game_log_shots(game, -1, NULL, NULL, 0),
                     (size_t)referee->log[referee->entries - 1].shots, "%s", text);
}

/*
 * Asserts that the law of turns gives the referee's number, by the charts of both sides and by the
 * board of the side to move. With equal turns, the other side's shots of this round do not count.
 */
static void check_shots_due(const bship_game *game, const struct referee *referee)
{
    const char *text = rules_text(referee->rules);
    const bship_board *board = bship_game_board(game, referee->to_move);
    const bship_chart *target = bship_game_chart(game, referee->to_move);
    bool is_second =
        rule(referee, BSHIP_RULE_ENDING) == BSHIP_ENDING_EQUAL_TURNS && !referee->begins_round;
    bship_chart *own = new_chart(referee->rules);
    int32_t due = (int32_t)referee->due;

    assert_ok(bship_chart_copy(own, bship_game_chart(game, opposite(referee->to_move))), "a copy");
    assert_ok(bship_chart_truncate(own, bship_chart_turns(own) - is_second), "the round");
    cr_assert_eq(bship_rules_shots_due(referee->rules, own, target), due, "by charts:\n%s", text);
    cr_assert(bship_rules_shots_due(referee->rules, NULL, NULL) >= due, "the longest:\n%s", text);
    if (board && !is_second)
        cr_assert_eq(bship_board_shots_due(board, target), due, "by the board:\n%s", text);
    bship_chart_free(own);
}

/* Asserts that the points are the referee's, as far as a side knows them. */
static void check_points(const bship_game *game, const struct referee *referee)
{
    const char *text = rules_text(referee->rules);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        int64_t points = count_points(referee, side);
        const bship_board *board = bship_game_board(game, opposite(side));
        bool is_told = bship_rules_discloses(referee->rules, BSHIP_DETAIL_POINTS) ||
                       count_afloat(referee, opposite(side)) == 0;
        cr_assert_eq(bship_chart_points(bship_game_chart(game, side)), is_told ? points : -1, "%s",
                     text);
        cr_assert_eq(bship_game_points(game, side), board || is_told ? points : -1, "%s", text);
        cr_assert(!board || bship_board_points(board) == points, "%s", text);
    }
    cr_assert_eq(bship_game_points(game, BSHIP_SIDE_NONE), -1, "no side");
}

/* Asserts that the state of the game is the referee's. */
static void check_standing(const bship_game *game, const struct referee *referee)
{
    bool over = referee->outcome != BSHIP_OUTCOME_NONE;
    const char *text = rules_text(referee->rules);

    cr_assert_eq(bship_game_phase(game), over ? BSHIP_PHASE_OVER : BSHIP_PHASE_AIMING, "%s", text);
    cr_assert_eq(bship_game_outcome(game), referee->outcome, "%s", text);
    cr_assert_eq(bship_game_end_reason(game), referee->reason, "%s", text);
    cr_assert_eq(bship_game_began(game), referee->began, "%s", text);
    cr_assert_eq(bship_game_to_move(game), over ? BSHIP_SIDE_NONE : referee->to_move, "%s", text);
    cr_assert_eq(bship_game_shots_due(game), over ? 0 : (int32_t)referee->due, "%s", text);
    cr_assert_eq(bship_game_round(game), referee->round, "%s", text);
    cr_assert_eq(bship_game_pending(game, NULL, 0), 0, "%s", text);
    cr_assert_eq(bship_game_log_length(game), referee->entries, "%s", text);
    check_log(game, referee);
    check_points(game, referee);
    if (!over)
        check_shots_due(game, referee);
}

static bool same_report(const bship_report *a, const bship_report *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Asserts that the last entry of the log has the referee's reports. */
static void check_result(const bship_game *game, int32_t side, const bship_cell *cells,
                         const struct result *result)
{
    const bship_chart *chart = bship_game_chart(game, side);
    const char *text = rules_text(bship_game_rules(game));
    int64_t last = bship_game_log_length(game) - 1;
    int32_t sunk_of[SHIPS], hits_of[SHIPS];
    bship_total total = { sizeof total, 0, -1, sunk_of, hits_of, SHIPS };
    bship_cell at[CELLS];
    bship_report reports[CELLS];

    cr_assert_eq(bship_game_log_shots(game, last, at, reports, CELLS), result->fired, "%s", text);
    cr_assert(memcmp(at, cells, result->fired * sizeof *at) == 0, "%s", text);
    for (size_t i = 0; i < result->fired; i++)
        cr_assert(reports_totals(bship_game_rules(game)) ||
                      same_report(&reports[i], &result->reports[i]),
                  "shot %zu of\n%s", i, text);
    if (!reports_totals(bship_game_rules(game)))
        return;
    size_t bytes =
        sizeof *sunk_of * (size_t)bship_fleet_count(bship_rules_fleet(bship_game_rules(game)));
    assert_ok(bship_chart_total(chart, bship_chart_turns(chart) - 1, &total), "%s", text);
    cr_assert(total.hits == result->total.hits && total.sunk == result->total.sunk, "%s", text);
    cr_assert(memcmp(sunk_of, result->sunk_of, bytes) == 0, "sinkings of\n%s", text);
    cr_assert(memcmp(hits_of, result->hits_of, bytes) == 0, "hits of\n%s", text);
}

/* Whether to fire at a cell: if unknown, or now and then where the shot is wasted. */
static bool is_wanted(const struct referee *referee, bship_rng *rng, int cell)
{
    const struct location *location = &referee->location[opposite(referee->to_move)];
    if (bship_rules_is_blocked(referee->rules, cell_at(referee->rules, cell)))
        return false;
    if (location->closed[cell])
        return rule(referee, BSHIP_RULE_REPEAT) == BSHIP_REPEAT_WASTED && between(rng, 0, 7) == 0;
    return location->ship[cell] >= 0 || between(rng, 0, 1) == 0;
}

/* Different legal cells, those of ships more often than chance would have it. */
static void choose(const struct referee *referee, bship_rng *rng, bship_cell *cells)
{
    bool taken[CELLS] = { false };
    for (size_t chosen = 0; chosen < referee->due;) {
        int cell = between(rng, 0, referee->cells - 1);
        if (taken[cell] || !is_wanted(referee, rng, cell))
            continue;
        taken[cell] = true;
        cells[chosen++] = cell_at(referee->rules, cell);
    }
}

/* ---- refusals ---- */

static void check_wrong_cell(bship_game *game, const struct referee *referee, bship_rng *rng,
                             const bship_cell *cells, bship_cell wrong, bship_status expected)
{
    bship_cell spoilt[CELLS];
    memcpy(spoilt, cells, referee->due * sizeof *cells);
    spoilt[between(rng, 0, (int32_t)referee->due - 1)] = wrong;
    assert_refused(game, bship_game_fire_salvo(game, spoilt, referee->due, NULL), expected);
    if (referee->due == 1)
        assert_refused(game, bship_game_fire(game, spoilt[0], NULL, NULL), expected);
}

/* One bad cell makes the whole salvo fail. */
static void check_wrong_cells(bship_game *game, const struct referee *referee, bship_rng *rng,
                              const bship_cell *cells)
{
    const struct location *location = &referee->location[opposite(referee->to_move)];
    bship_cell off = { bship_rules_width(referee->rules), 0 };
    int at = between(rng, 0, referee->cells - 1);
    bship_cell cell = cell_at(referee->rules, at);

    check_wrong_cell(game, referee, rng, cells, off, BSHIP_ERROR_OFF_BOARD);
    if (bship_rules_is_blocked(referee->rules, cell))
        check_wrong_cell(game, referee, rng, cells, cell, BSHIP_ERROR_BLOCKED);
    else if (location->closed[at] && rule(referee, BSHIP_RULE_REPEAT) == BSHIP_REPEAT_REFUSED)
        check_wrong_cell(game, referee, rng, cells, cell,
                         location->shot[at] ? BSHIP_ERROR_REPEATED : BSHIP_ERROR_KNOWN_WATER);
    if (referee->due > 1) {
        bship_cell twice[CELLS];
        memcpy(twice, cells, referee->due * sizeof *cells);
        twice[referee->due - 1] = twice[0];
        assert_refused(game, bship_game_fire_salvo(game, twice, referee->due, NULL),
                       BSHIP_ERROR_DUPLICATE);
    }
}

/* Calls that are refused once the game has started, in every phase. */
static void check_begun(bship_game *game, const struct referee *referee)
{
    bship_board *board = new_board(referee->rules);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_status expected = referee->remote[side] ? BSHIP_ERROR_ARGUMENT : BSHIP_ERROR_STATE;
        assert_refused(game, bship_game_set_board(game, side, board, NULL), expected);
        assert_refused(game, bship_game_place_random(game, side, NULL, NULL, NULL), expected);
    }
    assert_refused(game, bship_game_start(game, NULL), BSHIP_ERROR_STATE);
    assert_refused(game, bship_game_step(game, NULL, NULL, NULL), BSHIP_ERROR_STATE);
    bship_board_free(board);
}

static void check_no_shots(bship_game *game, const bship_cell *cells, size_t count)
{
    assert_refused(game, bship_game_fire(game, cells[0], NULL, NULL), BSHIP_ERROR_STATE);
    assert_refused(game, bship_game_fire_salvo(game, cells, count, NULL), BSHIP_ERROR_STATE);
}

static void check_no_result(bship_game *game)
{
    bship_report report = BSHIP_REPORT_INIT;
    bship_total total = BSHIP_TOTAL_INIT;
    assert_refused(game, bship_game_report(game, &report, 1, NULL), BSHIP_ERROR_STATE);
    assert_refused(game, bship_game_report_total(game, &total, 1, NULL), BSHIP_ERROR_STATE);
}

static void check_aiming_refusals(bship_game *game, const struct referee *referee, bship_rng *rng,
                                  const bship_cell *cells)
{
    bship_cell more[CELLS + 1];
    memcpy(more, cells, referee->due * sizeof *cells);
    more[referee->due] = (bship_cell){ 0, 0 };
    check_begun(game, referee);
    check_no_result(game);
    check_wrong_cells(game, referee, rng, cells);
    assert_refused(game, bship_game_fire_salvo(game, more, referee->due + 1, NULL),
                   BSHIP_ERROR_COUNT);
    assert_refused(game, bship_game_fire_salvo(game, more, referee->due - 1, NULL),
                   BSHIP_ERROR_COUNT);
    if (referee->due > 1)
        assert_refused(game, bship_game_fire(game, cells[0], NULL, NULL), BSHIP_ERROR_COUNT);
}

static void check_awaiting_refusals(bship_game *game, const struct referee *referee,
                                    const bship_cell *cells, const struct result *result)
{
    bship_report odd = BSHIP_REPORT_INIT;
    size_t count = result->fired, pending = bship_game_pending(game, NULL, 0);

    check_begun(game, referee);
    check_no_shots(game, cells, 1);
    if (reports_totals(referee->rules)) {
        bship_total wrong = result->total;
        wrong.size = 1;
        assert_refused(game, bship_game_report_total(game, &wrong, count, NULL), BSHIP_ERROR_SIZE);
        wrong = result->total;
        wrong.hits = -1;
        assert_refused(game, bship_game_report_total(game, &wrong, pending, NULL),
                       BSHIP_ERROR_REPORT);
        assert_refused(game, bship_game_report_total(game, &result->total, pending + 1, NULL),
                       BSHIP_ERROR_COUNT);
        if (result->fired == pending && !result->ends)
            assert_refused(game, bship_game_report_total(game, &result->total, pending - 1, NULL),
                           BSHIP_ERROR_COUNT);
        return;
    }
    assert_refused(game, bship_game_report(game, result->reports, count - 1, NULL),
                   BSHIP_ERROR_COUNT);
    assert_refused(game, bship_game_report(game, result->reports, count + 1, NULL),
                   BSHIP_ERROR_COUNT);
    odd.result = 99;
    if (pending == 1)
        assert_refused(game, bship_game_report(game, &odd, 1, NULL), BSHIP_ERROR_REPORT);
}

/* ---- whole games ---- */

/* Places the ships of both sides; those of a remote side are known to the referee only. */
static void place_fleets(bship_game *game, struct referee *referee, bship_rng *rng)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_board *drawn = random_board(referee->rules, rng);
        referee_lay(referee, side, drawn);
        for (int32_t ship = 0; ship < referee->ships && !referee->remote[side]; ship++) {
            bship_placement placement;
            assert_refused(game, bship_game_start(game, NULL), BSHIP_ERROR_NOT_PLACED);
            assert_ok(bship_board_placement(drawn, ship, &placement), "ship %d", (int)ship);
            assert_ok(place_ship(game, side, placement), "ship %d", (int)ship);
        }
        bship_board_free(drawn);
    }
}

static bship_game *set_up(struct referee *referee, const bship_rules *rules, bship_rng *rng)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;

    memset(referee, 0, sizeof *referee);
    referee->rules = rules;
    referee->fleet = bship_rules_fleet(rules);
    referee->cells = cell_count(rules);
    referee->ships = bship_fleet_count(referee->fleet);
    referee->outcome = BSHIP_OUTCOME_NONE;
    options.seed = bship_rng_next(rng);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        referee->remote[side] = between(rng, 0, 1) == 1;
    }
    options.location_a = referee->remote[BSHIP_SIDE_A];
    options.location_b = referee->remote[BSHIP_SIDE_B];
    assert_ok(bship_game_new(&game, rules, &options, NULL), "%s", rules_text(rules));
    place_fleets(game, referee, rng);
    assert_ok(bship_game_start(game, NULL), "%s", rules_text(rules));
    referee->began = bship_game_began(game);
    cr_assert(rule(referee, BSHIP_RULE_FIRST) == BSHIP_FIRST_RANDOM ||
                  referee->began == rule(referee, BSHIP_RULE_FIRST),
              "%d began under\n%s", (int)referee->began, rules_text(rules));
    referee->to_move = referee->began;
    referee->begins_round = true;
    referee_begin_turn(referee);
    return game;
}

static void fire(bship_game *game, const bship_cell *cells, size_t count, bship_report *report)
{
    const char *text = rules_text(bship_game_rules(game));
    if (count == 1)
        assert_ok(bship_game_fire(game, cells[0], report, NULL), "%s", text);
    else
        assert_ok(bship_game_fire_salvo(game, cells, count, NULL), "%s", text);
}

static void check_pending(const bship_game *game, int32_t side, const bship_cell *cells,
                          size_t count)
{
    bship_cell pending[CELLS];
    const char *text = rules_text(bship_game_rules(game));

    cr_assert_eq(bship_game_phase(game), BSHIP_PHASE_AWAITING_REPORT, "%s", text);
    cr_assert_eq(bship_game_to_move(game), side, "%s", text);
    cr_assert_eq(bship_game_shots_due(game), 0, "%s", text);
    cr_assert_eq(bship_game_pending(game, pending, CELLS), count, "%s", text);
    cr_assert(memcmp(pending, cells, count * sizeof *cells) == 0, "%s", text);
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    int64_t next = bship_game_log_length(game);
    assert_ok(bship_game_log_entry(game, -1, &entry), "%s", text);
    cr_assert(entry.is_awaited && entry.entry == next && entry.side == side, "%s", text);
    cr_assert_eq((size_t)entry.shots, count, "%s", text);
    memset(pending, 0, sizeof pending);
    cr_assert_eq(bship_game_log_shots(game, next, pending, NULL, CELLS), count, "%s", text);
    cr_assert(memcmp(pending, cells, count * sizeof *cells) == 0, "%s", text);
}

/* Plays a turn of the game and of the referee; now and then tries calls that are refused. */
static void play_turn(bship_game *game, struct referee *referee, bship_rng *rng)
{
    bool try_refusals = between(rng, 0, 15) == 0;
    int32_t side = referee->to_move;
    size_t due = referee->due;
    bship_cell cells[CELLS];
    bship_report report = BSHIP_REPORT_INIT;
    struct result result;

    choose(referee, rng, cells);
    if (try_refusals)
        check_aiming_refusals(game, referee, rng, cells);
    fire(game, cells, due, &report);
    referee_fire(referee, cells, due, &result);
    if (referee->remote[opposite(side)]) {
        check_pending(game, side, cells, due);
        if (try_refusals)
            check_awaiting_refusals(game, referee, cells, &result);
        if (reports_totals(referee->rules))
            assert_ok(bship_game_report_total(game, &result.total, result.fired, NULL), "%s",
                      rules_text(referee->rules));
        else
            assert_ok(bship_game_report(game, result.reports, result.fired, NULL), "%s",
                      rules_text(referee->rules));
    } else if (due == 1 && !reports_totals(referee->rules)) {
        cr_assert(same_report(&report, &result.reports[0]), "%s", rules_text(referee->rules));
    }
    check_result(game, side, cells, &result);
}

static void play(const bship_rules *rules, bship_rng *rng)
{
    struct referee referee;
    bship_game *game = set_up(&referee, rules, rng);
    bship_cell anywhere = { 0, 0 };

    check_standing(game, &referee);
    while (referee.outcome == BSHIP_OUTCOME_NONE) {
        play_turn(game, &referee, rng);
        check_standing(game, &referee);
    }
    check_begun(game, &referee);
    check_no_shots(game, &anywhere, 1);
    check_no_result(game);
    bship_game_free(game);
}

static void play_games(uint64_t seed, const struct shape *shape, int games)
{
    bship_rng rng = rng_of(seed);
    for (int i = 0; i < games; i++) {
        bship_rules *rules = random_rules(&rng, shape);
        play(rules, &rng);
        bship_rules_unref(rules);
    }
}

Test(game_turns, are_as_a_referee_says_under_any_rules)
{
    static const struct shape shape = { .blocked = 8 };
    play_games(1, &shape, scaled(600));
}

Test(game_turns, are_as_a_referee_says_on_tiny_boards)
{
    static const struct shape shape = { .width = 3, .height = 2, .ships = 2, .length = 2 };
    play_games(2, &shape, scaled(600));
}

/* All turns and endings, with limits from one shot to more than the board has cells. */
Test(game_turns, are_as_a_referee_says_with_limits_of_shots_and_points)
{
    const int32_t turns = rule_value_count(BSHIP_RULE_TURN);
    for (int32_t turn = 0; turn < turns; turn++)
        for (int32_t ending = 0; ending < 2; ending++) {
            struct shape shape = {
                .width = 6,
                .height = 6,
                .blocked = 3,
                .shots = 30,
                .has_points = true,
                .pin = { [BSHIP_RULE_TURN] = 1 + turn, [BSHIP_RULE_ENDING] = 1 + ending }
            };
            play_games(10 + (uint64_t)(2 * turn + ending), &shape, scaled(150));
        }
}

/* All turns and endings, with head starts of one turn to more than the board has cells; in every
 * other game, with limits of shots. */
Test(game_turns, are_as_a_referee_says_with_head_starts)
{
    const int32_t turns = rule_value_count(BSHIP_RULE_TURN);
    for (int32_t turn = 0; turn < turns; turn++)
        for (int32_t ending = 0; ending < 2; ending++) {
            struct shape shape = { .width = 5,
                                   .height = 5,
                                   .shots = ending ? 12 : 0,
                                   .head_start = turn % 2 ? 30 : 6,
                                   .pin = { [BSHIP_RULE_TURN] = 1 + turn,
                                            [BSHIP_RULE_ENDING] = 1 + ending,
                                            [BSHIP_RULE_HEAD_START] =
                                                1 + BSHIP_HEAD_START_TURNS } };
            play_games(30 + (uint64_t)(2 * turn + ending), &shape, scaled(150));
        }
}

/* Starts a game of rules that are given as text. */
static bship_game *start_game(const char *text)
{
    bship_rules *rules = rules_from(text);
    bship_game *game = NULL;
    assert_ok(bship_game_new(&game, rules, NULL, NULL), "%s", text);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        assert_ok(bship_game_place_random(game, side, NULL, NULL, NULL), "%s", text);
    assert_ok(bship_game_start(game, NULL), "%s", text);
    bship_rules_unref(rules);
    return game;
}

/* Has the side to move fire at its next cell, row by row. */
static void fire_next(bship_game *game)
{
    const bship_chart *chart = bship_game_chart(game, bship_game_to_move(game));
    bship_cell cell = cell_at(bship_game_rules(game), (int)bship_chart_shots(chart));
    assert_ok(bship_game_fire(game, cell, NULL, NULL), "a shot");
}

/* Who fires at turn k, from 1: the side that began up to turn N + 1, and then by turns. */
Test(game_turns, head_start_is_so_many_turns_in_advance)
{
    for (int32_t began = BSHIP_SIDE_A; began <= BSHIP_SIDE_B; began++)
        for (int head_start = 0; head_start < 6; head_start++) {
            char text[64];
            snprintf(text, sizeof text, "fleet 5 4\nfirst %s\nhead-start %d\n",
                     began == BSHIP_SIDE_A ? "a" : "b", head_start);
            bship_game *game = start_game(text);
            for (int k = 1; k <= 9 && bship_game_phase(game) == BSHIP_PHASE_AIMING; k++) {
                bool is_other = k > head_start + 1 && (k - head_start) % 2 == 0;
                cr_assert_eq(bship_game_to_move(game), is_other ? opposite(began) : began,
                             "turn %d of\n%s", k, text);
                fire_next(game);
            }
            bship_game_free(game);
        }
}

/* Equal turns do not make up for a head start: a fleet that sinks in it ends the game. */
Test(game_turns, head_start_is_not_made_up_for)
{
    static const char rules[] = "board 2x1\nfleet 2\nfirst a\nending equal-turns\nhead-start %d\n";
    for (int head_start = 1; head_start <= 2; head_start++) {
        char text[96];
        snprintf(text, sizeof text, rules, head_start);
        bship_game *game = start_game(text);
        fire_next(game);
        fire_next(game);
        /* The second shot is that of the first round, or still one of the head start. */
        cr_assert_eq(bship_game_outcome(game),
                     head_start == 2 ? BSHIP_OUTCOME_A : BSHIP_OUTCOME_NONE, "%s", text);
        cr_assert_eq(bship_game_to_move(game), head_start == 2 ? BSHIP_SIDE_NONE : BSHIP_SIDE_B,
                     "%s", text);
        bship_game_free(game);
    }
}

Test(game_turns, are_as_a_referee_says_with_large_salvos)
{
    static const struct shape shape = { .salvo = 64,
                                        .pin[BSHIP_RULE_TURN] = 1 + BSHIP_TURN_RULE_SALVO };
    play_games(3, &shape, scaled(200));
}
