/* The deductions of a chart, against a plain reading of the contract and against the truth. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define CELLS_MAX 144
#define SHIPS_MAX 16

/* A sinking and, once there is only one candidate for its wreck, the wreck. */
struct sinking {
    int32_t cell, shot, ship, length;
    bool settled;
    bship_placement wreck;
    bool is_shown;
    bship_placement shown; /* as the report shows it */
};

/* What is known of a board, deduced from the whole log after every turn. */
struct knowledge {
    const bship_rules *rules;
    const bship_fleet *fleet;
    int32_t width, height, contact, disclosure;
    int32_t states[CELLS_MAX];
    bool ambiguous[CELLS_MAX];
    bool reported_sunk[CELLS_MAX];
    int32_t hit_shot[CELLS_MAX]; /* of a hit, the number of its shot; else -1 */
    int32_t hit_name[CELLS_MAX]; /* of a hit, the ship that its report named, or -1 */
    struct sinking sinkings[SHIPS_MAX];
    int32_t sinking_count;
    int32_t total_hits, total_sunk;
    int32_t total_sunk_of[SHIPS_MAX];
    int32_t shots, wasted;
};

static void know_nothing(struct knowledge *k, const bship_rules *rules)
{
    memset(k, 0, sizeof *k);
    k->rules = rules;
    k->fleet = bship_rules_fleet(rules);
    k->width = bship_rules_width(rules);
    k->height = bship_rules_height(rules);
    k->contact = bship_rules_get(rules, BSHIP_RULE_CONTACT);
    k->disclosure = bship_rules_get(rules, BSHIP_RULE_DISCLOSURE);
    for (int32_t i = 0; i < CELLS_MAX; i++)
        k->hit_shot[i] = k->hit_name[i] = -1;
    for (int32_t i = 0; i < k->width * k->height; i++)
        k->states[i] = bship_rules_is_blocked(rules, cell_at(rules, i)) ? BSHIP_CHART_STATE_BLOCKED
                                                                        : BSHIP_CHART_STATE_UNKNOWN;
}

/* The cell of a run at (x, y), or -1 if it is off the board. */
static int32_t run_cell(const struct knowledge *k, bship_placement run, int32_t i)
{
    int32_t x = run.x + (run.orientation == BSHIP_ORIENTATION_HORIZONTAL ? i : 0);
    int32_t y = run.y + (run.orientation == BSHIP_ORIENTATION_VERTICAL ? i : 0);
    return x < 0 || y < 0 || x >= k->width || y >= k->height ? -1 : y * k->width + x;
}

static bool in_run(const struct knowledge *k, bship_placement run, int32_t length, int32_t cell)
{
    for (int32_t i = 0; i < length; i++)
        if (run_cell(k, run, i) == cell)
            return true;
    return false;
}

static bool is_settled(const struct knowledge *k, int32_t cell)
{
    for (int32_t i = 0; i < k->sinking_count; i++)
        if (k->sinkings[i].settled && in_run(k, k->sinkings[i].wreck, k->sinkings[i].length, cell))
            return true;
    return false;
}

/* Whether a hit outside a run touches it where ships may not. */
static bool is_touched(const struct knowledge *k, bship_placement run, int32_t length)
{
    for (int32_t cell = 0; cell < k->width * k->height; cell++) {
        if (k->hit_shot[cell] < 0 || in_run(k, run, length, cell))
            continue;
        for (int32_t i = 0; i < length; i++) {
            int32_t other = run_cell(k, run, i);
            int32_t dx = abs(cell % k->width - other % k->width);
            int32_t dy = abs(cell / k->width - other / k->width);
            if ((k->contact == BSHIP_CONTACT_NO_SIDES && dx + dy == 1) ||
                (k->contact == BSHIP_CONTACT_NONE && dx <= 1 && dy <= 1))
                return true;
        }
    }
    return false;
}

static bool may_have_length(const struct knowledge *k, const struct sinking *s, int32_t length)
{
    int32_t ships = 0;

    if (discloses_length(k->disclosure))
        return s->length == length;
    for (int32_t ship = 0; ship < bship_fleet_count(k->fleet); ship++)
        ships += bship_fleet_length(k->fleet, ship) == length;
    for (int32_t i = 0; i < k->sinking_count; i++)
        ships -= k->sinkings[i].settled && k->sinkings[i].length == length;
    return ships > 0;
}

static bool is_candidate(const struct knowledge *k, const struct sinking *s, bship_placement run,
                         int32_t length)
{
    for (int32_t i = 0; i < length; i++) {
        int32_t cell = run_cell(k, run, i);
        if (cell < 0)
            return false;
        if (cell == s->cell)
            continue;
        if (k->hit_shot[cell] < 0 || k->hit_shot[cell] > s->shot || k->reported_sunk[cell] ||
            is_settled(k, cell))
            return false;
        if (k->disclosure == BSHIP_DISCLOSURE_EVERY_HIT && k->hit_name[cell] != s->ship)
            return false;
    }
    return !is_touched(k, run, length);
}

/* Counts the candidates of a sinking, calling `visit` for each with its length. */
static int32_t for_candidates(struct knowledge *k, const struct sinking *s,
                              void (*visit)(struct knowledge *k, bship_placement run,
                                            int32_t length, void *user),
                              void *user)
{
    int32_t count = 0;

    if (s->is_shown) {
        visit(k, s->shown, s->length, user);
        return 1;
    }
    for (int32_t length = 1; length <= k->width || length <= k->height; length++)
        for (int32_t orientation = 0; orientation < (length > 1 ? 2 : 1); orientation++)
            for (int32_t i = 0; i < length && may_have_length(k, s, length); i++) {
                int32_t x =
                    s->cell % k->width - (orientation == BSHIP_ORIENTATION_HORIZONTAL ? i : 0);
                int32_t y =
                    s->cell / k->width - (orientation == BSHIP_ORIENTATION_VERTICAL ? i : 0);
                bship_placement run = { s->ship, x, y, orientation };
                if (!is_candidate(k, s, run, length))
                    continue;
                count++;
                visit(k, run, length, user);
            }
    return count;
}

struct found {
    bship_placement run;
    int32_t length;
};

static void keep_candidate(struct knowledge *k, bship_placement run, int32_t length, void *user)
{
    struct found *found = user;
    (void)k;
    found->run = run;
    found->length = length;
}

static void doubt_candidate(struct knowledge *k, bship_placement run, int32_t length, void *user)
{
    (void)user;
    for (int32_t i = 0; i < length; i++)
        k->ambiguous[run_cell(k, run, i)] = true;
}

static bool settle_one(struct knowledge *k)
{
    for (int32_t i = 0; i < k->sinking_count; i++) {
        struct sinking *s = &k->sinkings[i];
        struct found found;
        if (s->settled || for_candidates(k, s, keep_candidate, &found) != 1)
            continue;
        s->settled = true;
        s->wreck = found.run;
        s->length = found.length;
        return true;
    }
    return false;
}

static void deduce(struct knowledge *k)
{
    memset(k->ambiguous, 0, sizeof k->ambiguous);
    for (int32_t i = 0; i < k->sinking_count; i++) {
        k->sinkings[i].settled = false;
        if (k->disclosure == BSHIP_DISCLOSURE_SUNK)
            k->sinkings[i].length = 0;
    }
    while (settle_one(k))
        continue;
    for (int32_t i = 0; i < k->sinking_count; i++)
        if (!k->sinkings[i].settled)
            for_candidates(k, &k->sinkings[i], doubt_candidate, NULL);
    for (int32_t cell = 0; cell < k->width * k->height; cell++)
        if (k->reported_sunk[cell] || is_settled(k, cell))
            k->states[cell] = BSHIP_CHART_STATE_SUNK;
}

static void reveal(struct knowledge *k)
{
    if (bship_rules_get(k->rules, BSHIP_RULE_REVEAL_WATER) != BSHIP_REVEAL_WATER_YES)
        return;
    for (int32_t cell = 0; cell < k->width * k->height; cell++)
        for (int32_t other = 0; other < k->width * k->height; other++)
            if (k->states[other] == BSHIP_CHART_STATE_SUNK &&
                k->states[cell] == BSHIP_CHART_STATE_UNKNOWN &&
                abs(cell % k->width - other % k->width) <= 1 &&
                abs(cell / k->width - other / k->width) <= 1)
                k->states[cell] = BSHIP_CHART_STATE_KNOWN_WATER;
}

static void learn_report(struct knowledge *k, int32_t cell, const bship_report *report)
{
    bool sunk = report->result == BSHIP_RESULT_SUNK;

    if (report->result == BSHIP_RESULT_WASTED) {
        k->wasted++;
        return;
    }
    k->states[cell] =
        report->result == BSHIP_RESULT_MISS ? BSHIP_CHART_STATE_MISS : BSHIP_CHART_STATE_HIT;
    if (report->result == BSHIP_RESULT_MISS)
        return;
    k->hit_shot[cell] = k->shots;
    k->hit_name[cell] = report->ship;
    k->reported_sunk[cell] = sunk;
    if (sunk)
        k->sinkings[k->sinking_count++] =
            (struct sinking){ .cell = cell,
                              .shot = k->shots,
                              .ship = report->ship,
                              .length = report->length,
                              .is_shown = report->is_shown != 0,
                              .shown = { report->ship, report->x, report->y,
                                         report->orientation } };
}

static void learn_total(struct knowledge *k, const bship_chart *chart, int64_t turn,
                        const bship_turn *entry)
{
    bship_total total = BSHIP_TOTAL_INIT;
    int32_t sunk_of[SHIPS_MAX], fresh[CELLS_MAX], count = 0;

    total.sunk_of = sunk_of;
    total.capacity = SHIPS_MAX;
    assert_ok(bship_chart_total(chart, turn, &total), "turn %d", (int)turn);
    for (int32_t i = 0; i < entry->shots; i++) {
        bship_cell at;
        int32_t cell;
        assert_ok(bship_chart_shot(chart, entry->first_shot + i, &at, NULL), "shot %d", (int)i);
        cell = cell_index(k->rules, at);
        if (k->states[cell] == BSHIP_CHART_STATE_UNKNOWN)
            fresh[count++] = cell;
        else
            k->wasted++;
    }
    k->shots += entry->shots;
    k->total_hits += total.hits;
    /* No shot follows the one that sinks the last ship. */
    if (k->total_hits == bship_fleet_cells(k->fleet)) {
        k->states[fresh[--count]] = BSHIP_CHART_STATE_HIT;
        total.hits--;
    }
    for (int32_t i = 0; i < count; i++)
        k->states[fresh[i]] = total.hits == 0       ? BSHIP_CHART_STATE_MISS
                              : total.hits == count ? BSHIP_CHART_STATE_HIT
                                                    : BSHIP_CHART_STATE_SHOT;
    k->total_sunk += total.sunk > 0 ? total.sunk : 0;
    for (int32_t ship = 0; ship < bship_fleet_count(k->fleet); ship++)
        k->total_sunk_of[ship] += sunk_of[ship];
}

/* Learns the next turn of a chart's log. */
static void learn_turn(struct knowledge *k, const bship_chart *chart, int64_t turn)
{
    bship_turn entry = BSHIP_TURN_INIT;

    assert_ok(bship_chart_turn(chart, turn, &entry), "turn %d", (int)turn);
    if (entry.is_total) {
        learn_total(k, chart, turn, &entry);
        return;
    }
    for (int32_t i = 0; i < entry.shots; i++, k->shots++) {
        bship_cell at;
        bship_report report;
        assert_ok(bship_chart_shot(chart, entry.first_shot + i, &at, &report), "shot %d", (int)i);
        learn_report(k, cell_index(k->rules, at), &report);
    }
    deduce(k);
    reveal(k);
}

static int32_t hit_state_of(const struct knowledge *k, int32_t cell)
{
    if (k->states[cell] == BSHIP_CHART_STATE_SUNK)
        return BSHIP_HIT_STATE_ATTRIBUTED;
    if (k->states[cell] != BSHIP_CHART_STATE_HIT)
        return BSHIP_HIT_STATE_NONE;
    return k->ambiguous[cell] ? BSHIP_HIT_STATE_AMBIGUOUS : BSHIP_HIT_STATE_UNRESOLVED;
}

static void check_cells(const bship_chart *chart, const struct knowledge *k)
{
    uint8_t states[CELLS_MAX], hit_states[CELLS_MAX];
    int32_t unknown = 0, count = k->width * k->height;
    bool refused = bship_rules_get(k->rules, BSHIP_RULE_REPEAT) == BSHIP_REPEAT_REFUSED;

    bship_chart_states(chart, states, sizeof states);
    bship_chart_hit_states(chart, hit_states, sizeof hit_states);
    for (int32_t i = 0; i < count; i++) {
        bship_cell cell = cell_at(k->rules, i);
        int32_t state = k->states[i];
        cr_assert_eq(bship_chart_state_at(chart, cell), state, "%d,%d is %d, not %d under\n%s",
                     (int)cell.x, (int)cell.y, (int)bship_chart_state_at(chart, cell), (int)state,
                     rules_text(k->rules));
        cr_assert_eq(states[i], state, "item %d of the states", (int)i);
        cr_assert_eq(bship_chart_hit_state_at(chart, cell), hit_state_of(k, i),
                     "%d,%d has state %d, not %d under\n%s", (int)cell.x, (int)cell.y,
                     (int)bship_chart_hit_state_at(chart, cell), (int)hit_state_of(k, i),
                     rules_text(k->rules));
        cr_assert_eq(hit_states[i], hit_state_of(k, i), "item %d of the states", (int)i);
        assert_status(bship_chart_check_fire(chart, cell),
                      state == BSHIP_CHART_STATE_BLOCKED               ? BSHIP_ERROR_BLOCKED
                      : !refused || state == BSHIP_CHART_STATE_UNKNOWN ? BSHIP_OK
                      : state == BSHIP_CHART_STATE_KNOWN_WATER         ? BSHIP_ERROR_KNOWN_WATER
                                                                       : BSHIP_ERROR_REPEATED,
                      "%d,%d under\n%s", (int)cell.x, (int)cell.y, rules_text(k->rules));
        unknown += state == BSHIP_CHART_STATE_UNKNOWN;
    }
    cr_assert_eq(bship_chart_unknown(chart), unknown, "the number of unknown cells");
}

static void check_sinkings(const bship_chart *chart, const struct knowledge *k)
{
    cr_assert_eq(bship_chart_sinkings(chart), k->sinking_count, "the sinkings");
    for (int32_t i = 0; i < k->sinking_count; i++) {
        bship_sinking got = BSHIP_SINKING_INIT;
        const struct sinking *s = &k->sinkings[i];
        assert_ok(bship_chart_sinking(chart, i, &got), "sinking %d", (int)i);
        cr_assert_eq(got.shot, s->shot, "sinking %d: the shot", (int)i);
        cr_assert_eq(cell_index(k->rules, got.cell), s->cell, "sinking %d: the cell", (int)i);
        cr_assert_eq(got.ship, s->ship, "sinking %d: the ship", (int)i);
        cr_assert_eq(got.length, s->length, "sinking %d: length %d, not %d", (int)i,
                     (int)got.length, (int)s->length);
        cr_assert_eq(got.ship_class < 0, s->length == 0, "sinking %d: the class", (int)i);
        cr_assert_eq(bship_fleet_class_length(k->fleet, got.ship_class), s->length,
                     "sinking %d: the length of class %d", (int)i, (int)got.ship_class);
        cr_assert_eq(got.is_settled != 0, s->settled, "sinking %d: settled", (int)i);
        if (s->settled)
            cr_assert_arr_eq(&got.placement, &s->wreck, sizeof s->wreck, "sinking %d: the wreck",
                             (int)i);
    }
}

static void check_afloat(const bship_chart *chart, const struct knowledge *k)
{
    int32_t ships = bship_fleet_count(k->fleet), hits = k->total_hits;
    bool gone;

    for (int32_t ship = 0; ship < ships; ship++) {
        int32_t length = bship_fleet_length(k->fleet, ship), of_length = 0, of_name = 0;
        int32_t name = bship_fleet_first_of_name(k->fleet, ship);
        for (int32_t other = 0; other < ships; other++) {
            if (bship_fleet_length(k->fleet, other) == length)
                of_length += 1 - k->total_sunk_of[other];
            if (bship_fleet_first_of_name(k->fleet, other) == name) {
                of_name++;
                if (discloses_name(k->disclosure))
                    of_name -= k->total_sunk_of[other];
            }
        }
        for (int32_t i = 0; i < k->sinking_count; i++) {
            of_length -= k->sinkings[i].length == length;
            of_name -= k->sinkings[i].ship == name;
        }
        cr_assert_eq(bship_chart_ships_afloat_of_class(chart, class_of_length(k->fleet, length)),
                     of_length, "afloat of length %d under\n%s", (int)length, rules_text(k->rules));
        cr_assert_eq(bship_chart_ships_afloat_of_name(chart, ship), of_name, "afloat like ship %d",
                     (int)ship);
    }
    for (int32_t i = 0; i < k->width * k->height; i++)
        hits += k->hit_shot[i] >= 0;
    gone = hits == bship_fleet_cells(k->fleet);
    cr_assert_eq(bship_chart_hits(chart), hits, "the hits");
    cr_assert_eq(bship_chart_is_defeated(chart) != 0, gone, "the end");
    cr_assert_eq(bship_chart_ships_afloat(chart),
                 gone ? 0 : ships - k->sinking_count - k->total_sunk, "ships afloat");
}

static void check_knowledge(const bship_chart *chart, const struct knowledge *k)
{
    check_cells(chart, k);
    check_sinkings(chart, k);
    check_afloat(chart, k);
    cr_assert_eq(bship_chart_shots(chart), k->shots, "the shots");
    cr_assert_eq(wasted_shots(chart), k->wasted, "the wasted shots");
}

static const struct shape any = { .width = 9, .height = 9, .ships = 6, .length = 5, .blocked = 6 };

Test(deduction, agrees_with_a_plain_reading_of_the_contract)
{
    bship_rng rng = rng_of(1);

    for (int i = 0; i < scaled(1500); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        struct knowledge k;
        know_nothing(&k, rules);
        check_knowledge(chart, &k);
        for (int64_t turn = 0; fire_at_random(board, chart, &rng) > 0; turn++) {
            learn_turn(&k, chart, turn);
            check_knowledge(chart, &k);
        }
        cr_assert(bship_chart_is_defeated(chart), "the chart missed the end");
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* Games in which whole ships are side by side: the hardest for deductions. */
Test(deduction, agrees_on_crowded_boards_too)
{
    static const struct shape crowded = {
        .width = 5, .height = 5, .ships = 8, .length = 4, .pin[BSHIP_RULE_SALVO_REPORT] = 1
    };
    bship_rng rng = rng_of(2);

    for (int i = 0; i < scaled(3000); i++) {
        bship_rules *rules = random_rules(&rng, &crowded);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        struct knowledge k;
        know_nothing(&k, rules);
        for (int64_t turn = 0; fire_at_random(board, chart, &rng) > 0; turn++) {
            learn_turn(&k, chart, turn);
            check_knowledge(chart, &k);
        }
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* Whether a settled wreck is a ship of the board, and a sunk one. */
static void check_wreck(const bship_board *board, const bship_sinking *s)
{
    const bship_fleet *fleet = bship_rules_fleet(bship_board_rules(board));
    int32_t ship = bship_board_ship_at(board, s->cell);
    bship_placement truth;

    assert_ok(bship_board_placement(board, ship, &truth), "a wreck where no ship lies");
    cr_assert_eq(bship_board_state_at(board, s->cell), BSHIP_BOARD_STATE_SUNK,
                 "the ship is afloat");
    cr_assert(s->placement.x == truth.x && s->placement.y == truth.y &&
                  s->placement.orientation == truth.orientation &&
                  s->length == bship_fleet_length(fleet, ship),
              "a wreck was settled wrongly under\n%s", rules_text(bship_board_rules(board)));
}

static void check_against_truth(const bship_board *board, const bship_chart *chart)
{
    const bship_rules *rules = bship_board_rules(board);

    for (int32_t i = 0; i < bship_chart_sinkings(chart); i++) {
        bship_sinking s = BSHIP_SINKING_INIT;
        assert_ok(bship_chart_sinking(chart, i, &s), "sinking %d", (int)i);
        if (s.is_settled)
            check_wreck(board, &s);
    }
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        int32_t state = bship_chart_hit_state_at(chart, cell);
        bool sunk = bship_board_state_at(board, cell) == BSHIP_BOARD_STATE_SUNK;
        cr_assert(state != BSHIP_HIT_STATE_ATTRIBUTED || sunk, "%d,%d is afloat under\n%s",
                  (int)cell.x, (int)cell.y, rules_text(rules));
        cr_assert(state != BSHIP_HIT_STATE_UNRESOLVED || !sunk ||
                      bship_rules_get(rules, BSHIP_RULE_DISCLOSURE) == BSHIP_DISCLOSURE_HIT,
                  "%d,%d has sunk but is open under\n%s", (int)cell.x, (int)cell.y,
                  rules_text(rules));
    }
}

/* Plays the same layout again, which is cheaper than a new one. */
static void play_again(bship_board *board, bship_chart *chart)
{
    bship_chart_reset(chart);
    bship_board_clear_shots(board);
}

Test(deduction, never_settles_a_wreck_wrongly)
{
    for (int32_t rule_values = 0; rule_values < 3 * 5; rule_values++) {
        struct shape shape = { .width = 8, .height = 8, .ships = 8, .length = 5, .blocked = 4 };
        bship_rng rng = rng_of(100 + (uint64_t)rule_values);
        shape.pin[BSHIP_RULE_CONTACT] = 1 + rule_values % 3;
        shape.pin[BSHIP_RULE_DISCLOSURE] = 1 + rule_values / 3;
        shape.pin[BSHIP_RULE_SALVO_REPORT] = 1 + BSHIP_SALVO_REPORT_EACH;
        for (int i = 0; i < scaled(100); i++) {
            bship_rules *rules = random_rules(&rng, &shape);
            bship_board *board = random_board(rules, &rng);
            bship_chart *chart = new_chart(rules);
            for (int game = 0; game < 15; game++) {
                while (fire_at_random(board, chart, &rng) > 0)
                    check_against_truth(board, chart);
                play_again(board, chart);
            }
            bship_chart_free(chart);
            bship_board_free(board);
            bship_rules_unref(rules);
        }
    }
}

Test(deduction, reads_the_order_of_the_shots)
{
    /* The same seven hits: the four settles the three on its left, or is unsettled. */
    bship_rules *rules = rules_from("board 7x1\nfleet 3 2 2\n");
    static const bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };
    static const bship_report sunk = { BSHIP_RESULT_SUNK, -1, 2, 0, 0, 0, 0, 0 };
    bship_chart *chart = new_chart(rules);
    bship_sinking s = BSHIP_SINKING_INIT;

    for (int32_t x = 1; x < 3; x++)
        assert_ok(bship_chart_record(chart, (bship_cell){ x, 0 }, x < 2 ? &hit : &sunk, NULL),
                  "x %d", (int)x);
    assert_ok(bship_chart_sinking(chart, 0, &s), "the sinking");
    cr_assert(s.is_settled, "B1 C1 is the only run");
    bship_chart_reset(chart);
    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 0 }, &hit, NULL), "B1");
    assert_ok(bship_chart_record(chart, (bship_cell){ 3, 0 }, &hit, NULL), "D1");
    assert_ok(bship_chart_record(chart, (bship_cell){ 2, 0 }, &sunk, NULL), "C1");
    assert_ok(bship_chart_sinking(chart, 0, &s), "the sinking");
    cr_assert_not(s.is_settled, "B1 C1 and C1 D1 are both possible");
    cr_assert_eq(bship_chart_hit_state_at(chart, (bship_cell){ 1, 0 }), BSHIP_HIT_STATE_AMBIGUOUS,
                 "B1");
    cr_assert_eq(bship_chart_hit_state_at(chart, (bship_cell){ 2, 0 }), BSHIP_HIT_STATE_ATTRIBUTED,
                 "C1");
    cr_assert_eq(bship_chart_hit_state_at(chart, (bship_cell){ 3, 0 }), BSHIP_HIT_STATE_AMBIGUOUS,
                 "D1");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* C1 sank before C2 was hit, so A1 B1 leaves only C1 D1 to it. */
Test(deduction, leaves_out_hits_after_the_sinking)
{
    static const bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };
    static const bship_report sunk = { BSHIP_RESULT_SUNK, -1, 2, 0, 0, 0, 0, 0 };
    static const struct {
        bship_cell cell;
        const bship_report *report;
    } shots[] = {
        { { 1, 0 }, &hit }, { { 3, 0 }, &hit },  { { 2, 0 }, &sunk },
        { { 2, 1 }, &hit }, { { 0, 0 }, &sunk },
    };
    bship_rules *rules = rules_from("board 5x3\nfleet 2 2 2\n");
    bship_chart *chart = new_chart(rules);
    bship_sinking s = BSHIP_SINKING_INIT;

    for (size_t i = 0; i < sizeof shots / sizeof *shots; i++)
        assert_ok(bship_chart_record(chart, shots[i].cell, shots[i].report, NULL), "shot %zu", i);
    assert_ok(bship_chart_sinking(chart, 0, &s), "the first sinking");
    cr_assert(s.is_settled, "C1 and C2 were one ship");
    cr_assert(s.placement.x == 2 && s.placement.y == 0 &&
                  s.placement.orientation == BSHIP_ORIENTATION_HORIZONTAL,
              "not C1 D1");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* The only ship afloat has three cells, and between B1 and E1 there are two. */
Test(deduction, a_hit_needs_room_for_a_ship_that_is_afloat)
{
    bship_rules *rules = rules_from("board 8x1\nfleet 3 2\n");
    static const bship_report miss = { BSHIP_RESULT_MISS, -1, 0, 0, 0, 0, 0, 0 };
    static const bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };
    static const bship_report sunk = { BSHIP_RESULT_SUNK, -1, 2, 0, 0, 0, 0, 0 };
    bship_chart *chart = new_chart(rules);

    assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &hit, NULL), "A1");
    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 0 }, &sunk, NULL), "B1");
    assert_ok(bship_chart_record(chart, (bship_cell){ 4, 0 }, &miss, NULL), "E1");
    assert_status(bship_chart_record(chart, (bship_cell){ 2, 0 }, &hit, NULL),
                  BSHIP_ERROR_CONTRADICTION, "C1");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}
