/* Charts: the log, and what is deduced of it, against a plain reading of the contract. */
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define CELLS_MAX 144
#define SHIPS_MAX 16
#define TURNS_MAX 400

/* A sinking and, once there is only one candidate for its wreck, the wreck. */
struct sinking {
    int32_t cell, shot, ship, length;
    bool settled;
    bship_placement wreck;
};

/* What is known of the other's waters, deduced anew from the whole log after every turn. */
struct knowledge {
    bship_rules *rules;
    bship_fleet *fleet;
    int32_t width, height, contact, disclosure;
    bship_chart_state states[CELLS_MAX];
    bool doubtful[CELLS_MAX];
    bool answered_sunk[CELLS_MAX];
    int32_t hit_shot[CELLS_MAX]; /* of a hit, the number of its shot; else -1 */
    int32_t hit_name[CELLS_MAX]; /* of a hit, the ship that it named, or -1 */
    struct sinking sinkings[SHIPS_MAX];
    int32_t sinking_count;
    int32_t total_hits, total_sunk;
    int32_t total_sunk_of[SHIPS_MAX];
    int32_t shots, wasted;
};

static void know_nothing(struct knowledge *k, bship_rules *rules)
{
    memset(k, 0, sizeof *k);
    k->rules = rules;
    k->fleet = bship_rules_fleet(rules);
    k->width = bship_rules_width(rules);
    k->height = bship_rules_height(rules);
    k->contact = bship_rules_axis(rules, BSHIP_AXIS_CONTACT);
    k->disclosure = bship_rules_axis(rules, BSHIP_AXIS_DISCLOSURE);
    for (int32_t i = 0; i < CELLS_MAX; i++)
        k->hit_shot[i] = k->hit_name[i] = -1;
    for (int32_t i = 0; i < k->width * k->height; i++)
        k->states[i] = bship_rules_is_blocked(rules, cell_at(rules, i)) ? BSHIP_CHART_BLOCKED
                                                                        : BSHIP_CHART_FOG;
}

/* The cell of a run at (x, y), or -1 if it is off the board. */
static int32_t run_cell(const struct knowledge *k, bship_placement run, int32_t i)
{
    int32_t x = run.x + (run.orientation == BSHIP_RIGHT ? i : 0);
    int32_t y = run.y + (run.orientation == BSHIP_DOWN ? i : 0);
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

    if (k->disclosure >= BSHIP_DISCLOSURE_LENGTH)
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
        if (k->hit_shot[cell] < 0 || k->hit_shot[cell] > s->shot || k->answered_sunk[cell] ||
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

    for (int32_t length = 1; length <= k->width || length <= k->height; length++)
        for (int32_t orientation = 0; orientation < (length > 1 ? 2 : 1); orientation++)
            for (int32_t i = 0; i < length && may_have_length(k, s, length); i++) {
                int32_t x = s->cell % k->width - (orientation == BSHIP_RIGHT ? i : 0);
                int32_t y = s->cell / k->width - (orientation == BSHIP_DOWN ? i : 0);
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
        k->doubtful[run_cell(k, run, i)] = true;
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
    memset(k->doubtful, 0, sizeof k->doubtful);
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
        if (k->answered_sunk[cell] || is_settled(k, cell))
            k->states[cell] = BSHIP_CHART_SUNK;
}

static void reveal(struct knowledge *k)
{
    if (bship_rules_axis(k->rules, BSHIP_AXIS_REVEAL_WATER) != BSHIP_REVEAL_WATER_YES)
        return;
    for (int32_t cell = 0; cell < k->width * k->height; cell++)
        for (int32_t other = 0; other < k->width * k->height; other++)
            if (k->states[other] == BSHIP_CHART_SUNK && k->states[cell] == BSHIP_CHART_FOG &&
                abs(cell % k->width - other % k->width) <= 1 &&
                abs(cell / k->width - other / k->width) <= 1)
                k->states[cell] = BSHIP_CHART_KNOWN_WATER;
}

static void learn_report(struct knowledge *k, int32_t cell, const bship_report *report)
{
    bool sunk = report->answer == BSHIP_ANSWER_SUNK;

    if (report->answer == BSHIP_ANSWER_WASTED) {
        k->wasted++;
        return;
    }
    k->states[cell] = report->answer == BSHIP_ANSWER_MISS ? BSHIP_CHART_MISS : BSHIP_CHART_HIT;
    if (report->answer == BSHIP_ANSWER_MISS)
        return;
    k->hit_shot[cell] = k->shots;
    k->hit_name[cell] = report->ship;
    k->answered_sunk[cell] = sunk;
    if (sunk)
        k->sinkings[k->sinking_count++] =
            (struct sinking){ cell, k->shots, report->ship, report->length, false, { 0, 0, 0, 0 } };
}

static void learn_total(struct knowledge *k, const bship_chart *chart, int64_t turn,
                        const bship_turn_entry *entry)
{
    bship_total total = BSHIP_TOTAL_INIT;
    int32_t sunk_of[SHIPS_MAX], fresh[CELLS_MAX], count = 0;

    total.sunk_of = sunk_of;
    assert_ok(bship_chart_total(chart, turn, &total), "turn %d", (int)turn);
    for (int32_t i = 0; i < entry->shots; i++) {
        bship_cell at;
        int32_t cell;
        assert_ok(bship_chart_shot(chart, entry->first_shot + i, &at, NULL), "shot %d", (int)i);
        cell = cell_index(k->rules, at);
        if (k->states[cell] == BSHIP_CHART_FOG)
            fresh[count++] = cell;
        else
            k->wasted++;
    }
    for (int32_t i = 0; i < count; i++)
        k->states[fresh[i]] = total.hits == 0       ? BSHIP_CHART_MISS
                              : total.hits == count ? BSHIP_CHART_HIT
                                                    : BSHIP_CHART_SHOT;
    k->shots += entry->shots;
    k->total_hits += total.hits;
    k->total_sunk += total.sunk > 0 ? total.sunk : 0;
    for (int32_t ship = 0; ship < bship_fleet_count(k->fleet); ship++)
        k->total_sunk_of[ship] += sunk_of[ship];
}

/* Learns the next turn of a chart's log. */
static void learn_turn(struct knowledge *k, const bship_chart *chart, int64_t turn)
{
    bship_turn_entry entry = BSHIP_TURN_ENTRY_INIT;

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

static bship_hit_kind kind_of(const struct knowledge *k, int32_t cell)
{
    if (k->states[cell] == BSHIP_CHART_SUNK)
        return BSHIP_HIT_SUNK;
    if (k->states[cell] != BSHIP_CHART_HIT)
        return BSHIP_HIT_NONE;
    return k->doubtful[cell] ? BSHIP_HIT_DOUBTFUL : BSHIP_HIT_OPEN;
}

static void check_cells(const bship_chart *chart, const struct knowledge *k)
{
    uint8_t states[CELLS_MAX], kinds[CELLS_MAX];
    int32_t fog = 0, count = k->width * k->height;
    bool refused = bship_rules_axis(k->rules, BSHIP_AXIS_REPEAT) == BSHIP_REPEAT_REFUSED;

    bship_chart_states(chart, states, sizeof states);
    bship_chart_hit_kinds(chart, kinds, sizeof kinds);
    for (int32_t i = 0; i < count; i++) {
        bship_cell cell = cell_at(k->rules, i);
        bship_chart_state state = k->states[i];
        cr_assert_eq(bship_chart_state_at(chart, cell), state, "%d,%d is %d, not %d under\n%s",
                     (int)cell.x, (int)cell.y, (int)bship_chart_state_at(chart, cell), (int)state,
                     rules_text(k->rules));
        cr_assert_eq(states[i], state, "item %d of the states", (int)i);
        cr_assert_eq(bship_chart_hit_at(chart, cell), kind_of(k, i),
                     "%d,%d is of kind %d, not %d under\n%s", (int)cell.x, (int)cell.y,
                     (int)bship_chart_hit_at(chart, cell), (int)kind_of(k, i),
                     rules_text(k->rules));
        cr_assert_eq(kinds[i], kind_of(k, i), "item %d of the kinds", (int)i);
        assert_status(bship_chart_can_shoot(chart, cell),
                      state == BSHIP_CHART_BLOCKED           ? BSHIP_ERROR_BLOCKED
                      : !refused || state == BSHIP_CHART_FOG ? BSHIP_OK
                      : state == BSHIP_CHART_KNOWN_WATER     ? BSHIP_ERROR_KNOWN_WATER
                                                             : BSHIP_ERROR_REPEATED,
                      "%d,%d under\n%s", (int)cell.x, (int)cell.y, rules_text(k->rules));
        fog += state == BSHIP_CHART_FOG;
    }
    cr_assert_eq(bship_chart_untried(chart), fog, "the cells in fog");
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
                if (k->disclosure >= BSHIP_DISCLOSURE_SHIP)
                    of_name -= k->total_sunk_of[other];
            }
        }
        for (int32_t i = 0; i < k->sinking_count; i++) {
            of_length -= k->sinkings[i].length == length;
            of_name -= k->sinkings[i].ship == name;
        }
        cr_assert_eq(bship_chart_afloat(chart, length), of_length, "afloat of length %d under\n%s",
                     (int)length, rules_text(k->rules));
        cr_assert_eq(bship_chart_afloat_of_name(chart, ship), of_name, "afloat like ship %d",
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
    cr_assert_eq(bship_chart_wasted(chart), k->wasted, "the wasted shots");
}

static const struct shape any = { .width = 9, .height = 9, .ships = 6, .length = 5, .blocked = 6 };

Test(deduction, agrees_with_a_plain_reading_of_the_contract)
{
    bship_rng rng = rng_of(1);

    for (int i = 0; i < effort(1500); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        struct knowledge k;
        know_nothing(&k, rules);
        check_knowledge(chart, &k);
        for (int64_t turn = 0; shoot_at_random(board, chart, &rng) > 0; turn++) {
            learn_turn(&k, chart, turn);
            check_knowledge(chart, &k);
        }
        cr_assert(bship_chart_is_defeated(chart), "the chart missed the end");
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* Games in which whole ships lie side by side: the hardest for deductions. */
Test(deduction, agrees_on_crowded_boards_too)
{
    static const struct shape crowded = {
        .width = 5, .height = 5, .ships = 8, .length = 4, .pin[BSHIP_AXIS_SALVO_REPORT] = 1
    };
    bship_rng rng = rng_of(2);

    for (int i = 0; i < effort(3000); i++) {
        bship_rules *rules = random_rules(&rng, &crowded);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        struct knowledge k;
        know_nothing(&k, rules);
        for (int64_t turn = 0; shoot_at_random(board, chart, &rng) > 0; turn++) {
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
    bship_fleet *fleet = bship_rules_fleet(bship_board_rules(board));
    int32_t ship = bship_board_ship_at(board, s->cell);
    bship_placement truth;

    assert_ok(bship_board_placement(board, ship, &truth), "a wreck where no ship lies");
    cr_assert_eq(bship_board_state_at(board, s->cell), BSHIP_BOARD_SUNK, "the ship is afloat");
    cr_assert(s->placement.x == truth.x && s->placement.y == truth.y &&
                  s->placement.orientation == truth.orientation &&
                  s->length == bship_fleet_length(fleet, ship),
              "a wreck was settled wrongly under\n%s", rules_text(bship_board_rules(board)));
}

static void check_against_truth(const bship_board *board, const bship_chart *chart)
{
    bship_rules *rules = bship_board_rules(board);

    for (int32_t i = 0; i < bship_chart_sinkings(chart); i++) {
        bship_sinking s = BSHIP_SINKING_INIT;
        assert_ok(bship_chart_sinking(chart, i, &s), "sinking %d", (int)i);
        if (s.is_settled)
            check_wreck(board, &s);
    }
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        bship_hit_kind kind = bship_chart_hit_at(chart, cell);
        bool sunk = bship_board_state_at(board, cell) == BSHIP_BOARD_SUNK;
        cr_assert(kind != BSHIP_HIT_SUNK || sunk, "%d,%d is afloat under\n%s", (int)cell.x,
                  (int)cell.y, rules_text(rules));
        cr_assert(kind != BSHIP_HIT_OPEN || !sunk ||
                      bship_rules_axis(rules, BSHIP_AXIS_DISCLOSURE) == BSHIP_DISCLOSURE_HIT,
                  "%d,%d has sunk but is open under\n%s", (int)cell.x, (int)cell.y,
                  rules_text(rules));
    }
}

/* The same layout again, which is cheaper than a new one. */
static void play_again(bship_board *board, bship_chart *chart)
{
    bship_chart_reset(chart);
    bship_board_clear_shots(board);
}

Test(deduction, never_settles_a_wreck_wrongly)
{
    for (int32_t axes = 0; axes < 3 * 5; axes++) {
        struct shape shape = { .width = 8, .height = 8, .ships = 8, .length = 5, .blocked = 4 };
        bship_rng rng = rng_of(100 + (uint64_t)axes);
        shape.pin[BSHIP_AXIS_CONTACT] = 1 + axes % 3;
        shape.pin[BSHIP_AXIS_DISCLOSURE] = 1 + axes / 3;
        shape.pin[BSHIP_AXIS_SALVO_REPORT] = 1 + BSHIP_SALVO_REPORT_EACH;
        for (int i = 0; i < effort(100); i++) {
            bship_rules *rules = random_rules(&rng, &shape);
            bship_board *board = random_board(rules, &rng);
            bship_chart *chart = new_chart(rules);
            for (int game = 0; game < 15; game++) {
                while (shoot_at_random(board, chart, &rng) > 0)
                    check_against_truth(board, chart);
                play_again(board, chart);
            }
            bship_chart_free(chart);
            bship_board_free(board);
            bship_rules_unref(rules);
        }
    }
}

/* shoot() asserts that the chart takes every true answer. */
Test(chart, never_refuses_the_truth)
{
    static const struct shape shapes[] = {
        { .width = 8, .height = 8, .ships = 10, .length = 4, .blocked = 8 },
        { .width = 3, .height = 3, .ships = 6, .length = 3, .blocked = 3 },
        { .width = 12, .height = 2, .ships = 6, .length = 6, .blocked = 4 },
        { .width = 7,
          .height = 7,
          .ships = 12,
          .length = 3,
          .pin[BSHIP_AXIS_TURN] = 3,
          .pin[BSHIP_AXIS_SALVO_REPORT] = 2,
          .salvo = 8 },
    };
    bship_rng rng = rng_of(3);

    for (int i = 0; i < effort(4000); i++) {
        bship_rules *rules = random_rules(&rng, &shapes[i % 4]);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        for (int game = 0; game < 4; game++) {
            while (shoot_at_random(board, chart, &rng) > 0)
                continue;
            cr_assert(bship_chart_is_defeated(chart), "the chart missed the end");
            play_again(board, chart);
        }
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(chart, reads_the_order_of_the_shots)
{
    /* The same seven hits: the four settles the three on its left, or is unsettled. */
    bship_rules *rules = rules_from("board 7x1\nfleet 3 2 2\n");
    static const bship_report hit = { BSHIP_ANSWER_HIT, -1, 0, { 0 } };
    static const bship_report sunk = { BSHIP_ANSWER_SUNK, -1, 2, { 0 } };
    bship_chart *chart = new_chart(rules);
    bship_sinking s = BSHIP_SINKING_INIT;

    for (int32_t x = 1; x < 3; x++)
        assert_ok(bship_chart_record(chart, (bship_cell){ x, 0 }, x < 2 ? &hit : &sunk), "x %d",
                  (int)x);
    assert_ok(bship_chart_sinking(chart, 0, &s), "the sinking");
    cr_assert(s.is_settled, "B1 C1 is the only run");
    bship_chart_reset(chart);
    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 0 }, &hit), "B1");
    assert_ok(bship_chart_record(chart, (bship_cell){ 3, 0 }, &hit), "D1");
    assert_ok(bship_chart_record(chart, (bship_cell){ 2, 0 }, &sunk), "C1");
    assert_ok(bship_chart_sinking(chart, 0, &s), "the sinking");
    cr_assert_not(s.is_settled, "B1 C1 and C1 D1 are both possible");
    cr_assert_eq(bship_chart_hit_at(chart, (bship_cell){ 1, 0 }), BSHIP_HIT_DOUBTFUL, "B1");
    cr_assert_eq(bship_chart_hit_at(chart, (bship_cell){ 2, 0 }), BSHIP_HIT_SUNK, "C1");
    cr_assert_eq(bship_chart_hit_at(chart, (bship_cell){ 3, 0 }), BSHIP_HIT_DOUBTFUL, "D1");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* The log. */

/* A random game to its end; the dumps after each number of turns. */
struct game {
    bship_rules *rules;
    bship_chart *chart;
    struct text dumps[TURNS_MAX];
    uint64_t hashes[TURNS_MAX];
    int64_t turns;
};

static void game_play(struct game *game, bship_rng *rng)
{
    bship_board *board;

    game->rules = random_rules(rng, &any);
    board = random_board(game->rules, rng);
    game->chart = new_chart(game->rules);
    game->turns = 0;
    do {
        game->dumps[game->turns] = chart_dump(game->chart);
        game->hashes[game->turns] = bship_chart_hash(game->chart, game->turns);
        game->turns = bship_chart_turns(game->chart) + 1;
    } while (game->turns < TURNS_MAX && shoot_at_random(board, game->chart, rng) > 0);
    game->turns--;
    bship_board_free(board);
}

static void game_free(struct game *game)
{
    for (int64_t i = 0; i <= game->turns; i++)
        text_free(&game->dumps[i]);
    bship_chart_free(game->chart);
    bship_rules_unref(game->rules);
}

static struct text text_copy(const struct text *text)
{
    struct text copy = { NULL, 0, 0 };
    text_add(&copy, "%s", text->data);
    return copy;
}

Test(chart, truncated_is_as_it_was_then)
{
    static struct game game;
    bship_rng rng = rng_of(4);

    for (int i = 0; i < effort(100); i++) {
        game_play(&game, &rng);
        assert_status(bship_chart_truncate(game.chart, game.turns + 1), BSHIP_ERROR_RANGE, "more");
        assert_status(bship_chart_truncate(game.chart, -1), BSHIP_ERROR_RANGE, "fewer than none");
        assert_same(text_copy(&game.dumps[game.turns]), chart_dump(game.chart), "a refusal");
        for (int64_t turns = game.turns; turns >= 0; turns -= between(&rng, 1, 4)) {
            assert_ok(bship_chart_truncate(game.chart, turns), "to %d", (int)turns);
            cr_assert_eq(bship_chart_turns(game.chart), turns, "the turns");
            assert_same(text_copy(&game.dumps[turns]), chart_dump(game.chart), "truncated");
        }
        bship_chart_reset(game.chart);
        assert_same(text_copy(&game.dumps[0]), chart_dump(game.chart), "reset");
        game_free(&game);
    }
}

/* Records a turn of one chart on another. */
static void replay(bship_chart *to, const bship_chart *from, int64_t turn)
{
    bship_turn_entry entry = BSHIP_TURN_ENTRY_INIT;
    bship_cell cells[CELLS_MAX];
    bship_report reports[CELLS_MAX];
    int32_t sunk_of[SHIPS_MAX], hits_of[SHIPS_MAX];
    bship_total total = BSHIP_TOTAL_INIT;

    total.sunk_of = sunk_of;
    total.hits_of = hits_of;
    assert_ok(bship_chart_turn(from, turn, &entry), "turn %d", (int)turn);
    for (int32_t i = 0; i < entry.shots; i++)
        assert_ok(bship_chart_shot(from, entry.first_shot + i, &cells[i], &reports[i]), "a shot");
    if (!entry.is_total) {
        assert_ok(bship_chart_record_turn(to, cells, (size_t)entry.shots, reports), "a turn");
        return;
    }
    assert_ok(bship_chart_total(from, turn, &total), "a total");
    assert_ok(bship_chart_record_total(to, cells, (size_t)entry.shots, &total), "a total");
}

Test(chart, log_replayed_gives_the_same_chart)
{
    static struct game game;
    bship_rng rng = rng_of(5);

    for (int i = 0; i < effort(200); i++) {
        bship_chart *again;
        game_play(&game, &rng);
        again = new_chart(game.rules);
        for (int64_t turn = 0; turn < game.turns; turn++) {
            replay(again, game.chart, turn);
            assert_same(text_copy(&game.dumps[turn + 1]), chart_dump(again), "replayed");
        }
        bship_chart_free(again);
        game_free(&game);
    }
}

Test(chart, copy_is_the_same_and_goes_its_own_way)
{
    static struct game game;
    bship_rng rng = rng_of(6);

    for (int i = 0; i < effort(200); i++) {
        bship_chart *copy;
        int64_t turns;
        game_play(&game, &rng);
        copy = new_chart(game.rules);
        turns = between(&rng, 0, (int32_t)game.turns);
        assert_ok(bship_chart_truncate(game.chart, turns), "truncate");
        assert_ok(bship_chart_copy(copy, game.chart), "a copy");
        assert_same(chart_dump(game.chart), chart_dump(copy), "a copy");
        assert_ok(bship_chart_copy(copy, copy), "a copy of itself");
        assert_same(chart_dump(game.chart), chart_dump(copy), "a copy of itself");
        bship_chart_reset(game.chart);
        assert_same(text_copy(&game.dumps[turns]), chart_dump(copy), "the source went on");
        assert_ok(bship_chart_copy(copy, game.chart), "a copy of an empty chart");
        assert_same(text_copy(&game.dumps[0]), chart_dump(copy), "a copy of an empty chart");
        bship_chart_free(copy);
        game_free(&game);
    }
}

Test(chart, is_copied_between_equal_rules_only)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3\n");
    bship_rules *equal = rules_from("fleet 3\nboard 5x5\n");
    bship_rules *other = rules_from("board 5x5\nfleet 3\ncontact none\n");
    bship_chart *chart = new_chart(rules), *twin = new_chart(equal), *target = new_chart(other);
    bship_report miss = BSHIP_REPORT_INIT;
    struct text before = chart_dump(target);

    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 1 }, &miss), "a miss");
    assert_status(bship_chart_copy(target, chart), BSHIP_ERROR_RULES, "other rules");
    assert_same(before, chart_dump(target), "a refused copy changed the chart");
    assert_ok(bship_chart_copy(twin, chart), "equal rules");
    assert_same(chart_dump(chart), chart_dump(twin), "a copy under equal rules");
    bship_chart_free(chart);
    bship_chart_free(twin);
    bship_chart_free(target);
    bship_rules_unref(rules);
    bship_rules_unref(equal);
    bship_rules_unref(other);
}

Test(hash, of_a_prefix_never_changes_and_all_differ)
{
    static struct game game;
    bship_rng rng = rng_of(7);

    for (int i = 0; i < effort(200); i++) {
        game_play(&game, &rng);
        for (int64_t turns = 0; turns <= game.turns; turns++) {
            cr_assert_eq(bship_chart_hash(game.chart, turns), game.hashes[turns], "after %d turns",
                         (int)turns);
            for (int64_t fewer = 0; fewer < turns; fewer++)
                cr_assert_neq(game.hashes[turns], game.hashes[fewer], "%d and %d turns", (int)turns,
                              (int)fewer);
        }
        cr_assert_eq(bship_chart_hash(game.chart, game.turns + 1), 0, "more turns than there are");
        cr_assert_eq(bship_chart_hash(game.chart, -1), 0, "fewer turns than none");
        game_free(&game);
    }
}

Test(hash, tells_cells_answers_order_and_turns_apart)
{
    static const bship_report miss = { BSHIP_ANSWER_MISS, -1, 0, { 0 } };
    static const bship_report hit = { BSHIP_ANSWER_HIT, -1, 0, { 0 } };
    static const bship_cell ab[] = { { 0, 0 }, { 1, 0 } }, ba[] = { { 1, 0 }, { 0, 0 } };
    const bship_report misses[] = { miss, miss }, mixed[] = { miss, hit };
    bship_rules *rules = rules_from("board 4x4\nfleet 3\nturn salvo 2\n");
    bship_chart *charts[5];

    for (int i = 0; i < 5; i++)
        charts[i] = new_chart(rules);
    assert_ok(bship_chart_record_turn(charts[0], ab, 2, misses), "a salvo");
    assert_ok(bship_chart_record_turn(charts[1], ba, 2, misses), "the other order");
    assert_ok(bship_chart_record_turn(charts[2], ab, 2, mixed), "other answers");
    assert_ok(bship_chart_record(charts[3], ab[0], &miss), "two turns");
    assert_ok(bship_chart_record(charts[3], ab[1], &miss), "two turns");
    assert_ok(bship_chart_record(charts[4], ab[0], &miss), "one shot");
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < i; j++)
            cr_assert_neq(bship_chart_hash(charts[i], bship_chart_turns(charts[i])),
                          bship_chart_hash(charts[j], bship_chart_turns(charts[j])), "%d and %d", i,
                          j);
    cr_assert_eq(bship_chart_hash(charts[3], 1), bship_chart_hash(charts[4], 1), "one prefix");
    for (int i = 0; i < 5; i++)
        bship_chart_free(charts[i]);
    bship_rules_unref(rules);
}

Test(chart, queries_beyond_the_log_are_refused)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3\n");
    bship_chart *chart = new_chart(rules);
    bship_report report = BSHIP_REPORT_INIT;
    bship_turn_entry entry = BSHIP_TURN_ENTRY_INIT;
    bship_sinking sinking = BSHIP_SINKING_INIT;
    bship_total total = BSHIP_TOTAL_INIT;
    bship_cell cell;

    assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &report), "a miss");
    for (int64_t i = -1; i <= 1; i += 2) {
        assert_status(bship_chart_turn(chart, i, &entry), BSHIP_ERROR_RANGE, "turn %d", (int)i);
        assert_status(bship_chart_shot(chart, i, &cell, &report), BSHIP_ERROR_RANGE, "shot %d",
                      (int)i);
        assert_status(bship_chart_total(chart, i, &total), BSHIP_ERROR_RANGE, "total %d", (int)i);
        assert_status(bship_chart_sinking(chart, (int32_t)i, &sinking), BSHIP_ERROR_RANGE,
                      "sinking %d", (int)i);
    }
    assert_status(bship_chart_total(chart, 0, &total), BSHIP_ERROR_RANGE, "a turn without total");
    assert_ok(bship_chart_shot(chart, 0, NULL, NULL), "nothing is wanted of a shot");
    cr_assert_eq(bship_chart_state_at(chart, (bship_cell){ 4, 0 }), BSHIP_CHART_BLOCKED, "state");
    cr_assert_eq(bship_chart_hit_at(chart, (bship_cell){ -1, 0 }), BSHIP_HIT_NONE, "kind");
    cr_assert_eq(bship_chart_afloat(chart, 2), 0, "a length that the fleet has not");
    cr_assert_eq(bship_chart_afloat(chart, -1), 0, "no length");
    cr_assert_eq(bship_chart_afloat_of_name(chart, 1), 0, "no ship");
    bship_chart_free(NULL);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* Refusals. */

static void refuse_turn(bship_chart *chart, const bship_cell *cells, size_t count,
                        const bship_report *reports, bship_status expected, const char *what)
{
    struct text before = chart_dump(chart);
    assert_status(bship_chart_record_turn(chart, cells, count, reports), expected, "%s under\n%s",
                  what, rules_text(bship_chart_rules(chart)));
    assert_same(before, chart_dump(chart), what);
}

/* The reports that a board gives for cells that may be fired at; the board stays as it is. */
static size_t answers(const bship_board *board, const bship_cell *cells, size_t count,
                      bship_report *reports)
{
    bship_board *copy = NULL;
    size_t fired = 0;

    assert_ok(bship_board_new(&copy, bship_board_rules(board)), "a board");
    assert_ok(bship_board_copy(copy, board), "a copy");
    assert_ok(bship_board_fire_salvo(copy, cells, count, reports, &fired), "a salvo");
    bship_board_free(copy);
    return fired;
}

static void check_bad_cells(const bship_board *board, bship_chart *chart)
{
    bship_rules *rules = bship_chart_rules(chart);
    bship_cell cells[2] = { { -1, -1 }, { -1, -1 } };
    bship_report reports[3];
    size_t count = 0;

    for (int32_t i = 0; i < cell_count(rules) && count < 2; i++)
        if (bship_chart_state_at(chart, cell_at(rules, i)) == BSHIP_CHART_FOG)
            cells[count++] = cell_at(rules, i);
    if (count < 2 || answers(board, cells, 2, reports) < 2)
        return;
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell bad[2] = { cells[0], cell_at(rules, i) };
        bship_status status = bship_chart_can_shoot(chart, bad[1]);
        if (status != BSHIP_OK)
            refuse_turn(chart, bad, 2, reports, status, "a bad cell");
    }
    refuse_turn(chart, (bship_cell[]){ cells[0], { bship_rules_width(rules), 0 } }, 2, reports,
                BSHIP_ERROR_OFF_BOARD, "off the board");
    reports[1] = reports[0];
    refuse_turn(chart, (bship_cell[]){ cells[0], cells[0] }, 2, reports, BSHIP_ERROR_DUPLICATE,
                "a cell twice");
    refuse_turn(chart, cells, 0, reports, BSHIP_ERROR_SHOT_COUNT, "no shots");
}

Test(refusal, turn_with_a_bad_cell_changes_nothing)
{
    struct shape shape = any;
    bship_rng rng = rng_of(8);

    shape.pin[BSHIP_AXIS_SALVO_REPORT] = 1;
    for (int i = 0; i < effort(200); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        for (int turn = 0; turn < 10 && shoot_at_random(board, chart, &rng) > 0; turn++)
            check_bad_cells(board, chart);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(refusal, reports_must_have_the_form_of_the_disclosure)
{
    /* Under each disclosure, on an empty chart; ships 0 and 1 are of one name. */
    static const struct {
        const char *rules;
        bship_report report;
    } cases[] = {
        { "", { -1, -1, 0, { 0 } } },
        { "", { 4, -1, 0, { 0 } } },
        { "", { BSHIP_ANSWER_MISS, 0, 0, { 0 } } },
        { "", { BSHIP_ANSWER_MISS, -1, 1, { 0 } } },
        { "", { BSHIP_ANSWER_MISS, -1, 0, { 0, 0, 0, 0, 1 } } },
        { "", { BSHIP_ANSWER_HIT, -1, 1, { 0 } } },
        { "", { BSHIP_ANSWER_HIT, 0, 0, { 0 } } },
        { "", { BSHIP_ANSWER_SUNK, -1, 0, { 0 } } },
        { "", { BSHIP_ANSWER_SUNK, 0, 1, { 0 } } },
        { "", { BSHIP_ANSWER_SUNK, -1, -1, { 0 } } },
        { "", { BSHIP_ANSWER_WASTED, -1, 0, { 0 } } },
        { "repeat wasted\n", { BSHIP_ANSWER_WASTED, -1, 0, { 0 } } },
        { "disclosure hit\n", { BSHIP_ANSWER_SUNK, -1, 0, { 0 } } },
        { "disclosure hit\n", { BSHIP_ANSWER_HIT, 0, 1, { 0 } } },
        { "disclosure sunk\n", { BSHIP_ANSWER_SUNK, -1, 1, { 0 } } },
        { "disclosure sunk\n", { BSHIP_ANSWER_SUNK, 0, 0, { 0 } } },
        { "disclosure ship\n", { BSHIP_ANSWER_SUNK, -1, 1, { 0 } } },
        { "disclosure ship\n", { BSHIP_ANSWER_SUNK, 1, 1, { 0 } } },
        { "disclosure ship\n", { BSHIP_ANSWER_SUNK, 0, 2, { 0 } } },
        { "disclosure ship\n", { BSHIP_ANSWER_SUNK, 3, 1, { 0 } } },
        { "disclosure ship\n", { BSHIP_ANSWER_SUNK, 0, 0, { 0 } } },
        { "disclosure ship\n", { BSHIP_ANSWER_HIT, 2, 3, { 0 } } },
        { "disclosure every-hit\n", { BSHIP_ANSWER_HIT, -1, 0, { 0 } } },
        { "disclosure every-hit\n", { BSHIP_ANSWER_HIT, 2, 1, { 0 } } },
        { "disclosure every-hit\n", { BSHIP_ANSWER_HIT, 1, 1, { 0 } } },
        { "disclosure every-hit\n", { BSHIP_ANSWER_MISS, 2, 3, { 0 } } },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128] = "board 5x5\nfleet A:1 A:1 B:3\n";
        bship_rules *rules = rules_from(strcat(text, cases[i].rules));
        bship_chart *chart = new_chart(rules);
        bship_cell cell = { 2, 2 };
        refuse_turn(chart, &cell, 1, &cases[i].report, BSHIP_ERROR_REPORT, "a malformed report");
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

Test(refusal, repeats_and_nothing_else_must_be_wasted)
{
    static const bship_report miss = { BSHIP_ANSWER_MISS, -1, 0, { 0 } };
    static const bship_report wasted = { BSHIP_ANSWER_WASTED, -1, 0, { 0 } };
    bship_rules *rules = rules_from("board 4x4\nfleet 2\nrepeat wasted\n");
    bship_chart *chart = new_chart(rules);
    bship_cell cell = { 1, 1 };
    struct text before;

    refuse_turn(chart, &cell, 1, &wasted, BSHIP_ERROR_REPORT, "a first shot is not wasted");
    assert_ok(bship_chart_record(chart, cell, &miss), "a miss");
    refuse_turn(chart, &cell, 1, &miss, BSHIP_ERROR_REPORT, "a second shot is wasted");
    before = chart_dump(chart);
    assert_ok(bship_chart_record(chart, cell, &wasted), "a wasted shot");
    cr_assert_eq(bship_chart_wasted(chart), 1, "the wasted shot counts");
    cr_assert_eq(bship_chart_shots(chart), 2, "the shots");
    assert_ok(bship_chart_truncate(chart, 1), "truncate");
    assert_same(before, chart_dump(chart), "a wasted shot left a trace");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* A story told shot by shot: "B1 hit", "C1 sunk 2"; the last report is a lie. */
struct told {
    const char *cell;
    int32_t answer, length, ship;
};

#define MISS(cell)                                                                                 \
    {                                                                                              \
        cell, BSHIP_ANSWER_MISS, 0, -1                                                             \
    }
#define HIT(cell)                                                                                  \
    {                                                                                              \
        cell, BSHIP_ANSWER_HIT, 0, -1                                                              \
    }
#define SUNK(cell, length)                                                                         \
    {                                                                                              \
        cell, BSHIP_ANSWER_SUNK, length, -1                                                        \
    }

static void check_lie(const char *text, const struct told *story)
{
    bship_rules *rules = rules_from(text);
    bship_chart *chart = new_chart(rules);

    for (; story->cell; story++) {
        bship_report report = { story->answer, story->ship, story->length, { 0 } };
        bship_cell cell;
        assert_ok(bship_cell_parse(story->cell, &cell, NULL), "%s", story->cell);
        if (story[1].cell)
            assert_ok(bship_chart_record(chart, cell, &report), "%s of\n%s", story->cell, text);
        else
            refuse_turn(chart, &cell, 1, &report, BSHIP_ERROR_CONTRADICTION, story->cell);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(refusal, clear_lies_are_contradictions)
{
    static const struct {
        const char *rules;
        struct told story[8];
    } lies[] = {
        { "board 4x4\nfleet 2\n", { SUNK("A1", 2) } },                       /* no run */
        { "board 4x4\nfleet 2\n", { HIT("A1"), SUNK("B2", 2) } },            /* no run */
        { "board 4x4\nfleet 2\n", { HIT("A1"), SUNK("C1", 2) } },            /* a gap */
        { "board 4x4\nfleet 3\n", { HIT("A1"), SUNK("B1", 3) } },            /* too short */
        { "board 4x4\nfleet 2\n", { HIT("A1"), HIT("B1") } },                /* sunk is due */
        { "board 4x4\nfleet 2\n", { HIT("A1"), SUNK("B1", 2), HIT("C1") } }, /* too many hits */
        { "board 4x4\nfleet 2 3\n", { HIT("A1"), SUNK("B1", 2), HIT("A3"), SUNK("B3", 2) } },
        { "board 4x4\nfleet 1\n", { HIT("A1") } },                          /* sunk is due */
        { "board 4x4\nfleet 1 1\n", { HIT("A1") } },                        /* sunk is due */
        { "board 2x2\nfleet 2\n", { MISS("A1"), MISS("B2"), MISS("A2") } }, /* no room */
        { "board 2x1\nfleet 2\n", { MISS("A1") } },                         /* no room */
        { "board 4x4\nfleet 2 2\ncontact none\n", { HIT("A1"), SUNK("B1", 2), HIT("C2") } },
        { "board 4x4\nfleet 2 2\ncontact none\n", { HIT("A1"), SUNK("B1", 2), HIT("A2") } },
        { "board 4x4\nfleet 2 2\ncontact no-sides\n", { HIT("A1"), SUNK("B1", 2), HIT("A2") } },
        { "board 4x4\nfleet 2 2\ncontact none\n", { HIT("A1"), HIT("B2") } },
        { "board 4x4\nfleet 2 2\ndisclosure hit\n",
          { HIT("A1"), HIT("B1"), HIT("C1"), HIT("D1"), HIT("A3") } },
        { "board 2x2\nfleet 2\ndisclosure hit\n", { MISS("A1"), MISS("B1"), MISS("A2") } },
        { "board 4x4\nfleet 2 2\ndisclosure sunk\n", { SUNK("A1", 0) } },
        { "board 4x4\nfleet 2\ndisclosure sunk\n", { HIT("A1"), SUNK("B1", 0), SUNK("C1", 0) } },
        { "board 4x4\nfleet A:2 B:2\ndisclosure ship\n",
          { HIT("A1"),
            { "B1", BSHIP_ANSWER_SUNK, 2, 0 },
            HIT("A3"),
            { "B3", BSHIP_ANSWER_SUNK, 2, 0 } } },
        { "board 5x5\nfleet A:2 B:2\ndisclosure every-hit\n",
          { { "A1", BSHIP_ANSWER_HIT, 2, 0 },
            { "A3", BSHIP_ANSWER_HIT, 2, 1 },
            { "B1", BSHIP_ANSWER_SUNK, 2, 1 } } },
        { "board 5x5\nfleet A:3 B:3\ndisclosure every-hit\n",
          { { "A1", BSHIP_ANSWER_HIT, 3, 0 },
            { "B1", BSHIP_ANSWER_HIT, 3, 0 },
            { "C1", BSHIP_ANSWER_HIT, 3, 0 } } },
    };

    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        check_lie(lies[i].rules, lies[i].story);
}

Test(refusal, salvo_with_a_lie_in_its_midst_changes_nothing)
{
    static const bship_report reports[] = { { BSHIP_ANSWER_HIT, -1, 0, { 0 } },
                                            { BSHIP_ANSWER_SUNK, -1, 2, { 0 } },
                                            { BSHIP_ANSWER_MISS, -1, 0, { 0 } } };
    static const bship_cell cells[] = { { 0, 0 }, { 2, 2 }, { 3, 3 } };
    bship_rules *rules = rules_from("board 5x5\nfleet 2 2\nturn salvo 3\n");
    bship_chart *chart = new_chart(rules);

    refuse_turn(chart, cells, 3, reports, BSHIP_ERROR_CONTRADICTION, "a lie in a salvo");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

static void refuse_total(bship_chart *chart, size_t count, const bship_total *total,
                         bship_status expected, const char *what)
{
    static const bship_cell cells[] = { { 0, 0 }, { 1, 0 }, { 2, 0 } };
    struct text before = chart_dump(chart);
    assert_status(bship_chart_record_total(chart, cells, count, total), expected, "%s", what);
    assert_same(before, chart_dump(chart), what);
}

Test(refusal, totals_must_have_the_form_of_the_disclosure)
{
    static int32_t zeros[] = { 0, 0, 0 }, second[] = { 0, 1, 0 }, some[] = { 1, 0, 0 };
    static const struct {
        const char *disclosure;
        bship_total total;
    } cases[] = {
        { "hit", { sizeof(bship_total), 1, 0, NULL, NULL } },
        { "hit", { sizeof(bship_total), -1, -1, NULL, NULL } },
        { "sunk", { sizeof(bship_total), 1, -1, NULL, NULL } },
        { "length", { sizeof(bship_total), 1, 0, NULL, NULL } },
        { "length", { sizeof(bship_total), 3, 1, zeros, NULL } },
        { "length", { sizeof(bship_total), 3, 1, second, NULL } }, /* not the first of 2 */
        { "ship", { sizeof(bship_total), 1, 0, NULL, NULL } },
        { "ship", { sizeof(bship_total), 3, 0, some, NULL } },
        { "every-hit", { sizeof(bship_total), 1, 0, zeros, NULL } },
        { "every-hit", { sizeof(bship_total), 2, 0, zeros, some } },
        { "every-hit", { sizeof(bship_total), 1, 0, zeros, second } },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128] = "board 5x5\nfleet A:2 A:2 B:3\nturn salvo 3\nsalvo-report total\n"
                         "disclosure ";
        bship_rules *rules = rules_from(strcat(text, cases[i].disclosure));
        bship_chart *chart = new_chart(rules);
        bship_status status;
        struct text before = chart_dump(chart);
        static const bship_cell cells[] = { { 0, 0 }, { 1, 0 }, { 2, 0 } };
        status = bship_chart_record_total(chart, cells, 3, &cases[i].total);
        cr_assert(status == BSHIP_ERROR_REPORT || status == BSHIP_ERROR_ARGUMENT,
                  "case %zu under %s is %s", i, cases[i].disclosure,
                  bship_status_name((int32_t)status));
        assert_same(before, chart_dump(chart), "a refused total changed the chart");
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

Test(refusal, totals_that_no_layout_gives_are_lies)
{
    static int32_t none[] = { 0, 0 }, first[] = { 1, 0 }, second[] = { 0, 1 }, two[] = { 2, 0 };
    static const bship_cell cells[] = { { 0, 0 }, { 1, 0 }, { 2, 0 } };
    static const struct {
        int32_t hits, sunk, *sunk_of;
        bool malformed; /* it may as well be refused for its form */
    } lies[] = {
        { 1, 1, first, false },  /* a sinking needs two hits */
        { 2, 1, second, false }, /* and this one three */
        { 3, 2, two, true },     /* there is one ship of that length */
        { 0, 1, first, true },   /* more sinkings than hits */
        { 4, 0, none, true },    /* more hits than shots */
    };
    bship_rules *rules = rules_from("board 5x5\nfleet 2 3\nturn salvo 3\nsalvo-report total\n");
    bship_chart *chart = new_chart(rules);
    bship_total honest = { sizeof honest, 3, 0, none, NULL };

    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        bship_total total = { sizeof total, lies[i].hits, lies[i].sunk, lies[i].sunk_of, NULL };
        struct text before = chart_dump(chart);
        bship_status status = bship_chart_record_total(chart, cells, 3, &total);
        cr_assert(status == BSHIP_ERROR_CONTRADICTION ||
                      (lies[i].malformed && status == BSHIP_ERROR_REPORT),
                  "lie %zu is %s", i, bship_status_name((int32_t)status));
        assert_same(before, chart_dump(chart), "a lie changed the chart");
    }
    assert_ok(bship_chart_record_total(chart, cells, 3, &honest), "an honest total");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(refusal, of_the_wrong_kind_of_answer)
{
    bship_rules *each = rules_from("board 5x5\nfleet 2\n");
    bship_rules *totals = rules_from("board 5x5\nfleet 2\nturn salvo 3\nsalvo-report total\n");
    bship_chart *chart = new_chart(each), *other = new_chart(totals);
    bship_report miss = BSHIP_REPORT_INIT;
    int32_t none[] = { 0 };
    bship_total total = { sizeof total, 0, 0, none, NULL };
    bship_cell cell = { 0, 0 };

    refuse_total(chart, 1, &total, BSHIP_ERROR_REPORT, "a total where each shot is answered");
    refuse_turn(other, &cell, 1, &miss, BSHIP_ERROR_REPORT, "a report where totals are told");
    bship_chart_free(chart);
    bship_chart_free(other);
    bship_rules_unref(each);
    bship_rules_unref(totals);
}

Test(refusal, of_missing_arguments)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 2\n");
    bship_chart *chart = new_chart(rules), *none = NULL;
    bship_report miss = BSHIP_REPORT_INIT;
    bship_cell cell = { 0, 0 };

    assert_status(bship_chart_new(NULL, rules), BSHIP_ERROR_ARGUMENT, "out");
    assert_status(bship_chart_new(&none, NULL), BSHIP_ERROR_ARGUMENT, "rules");
    assert_status(bship_chart_record(NULL, cell, &miss), BSHIP_ERROR_ARGUMENT, "chart");
    assert_status(bship_chart_record(chart, cell, NULL), BSHIP_ERROR_ARGUMENT, "report");
    assert_status(bship_chart_record_turn(chart, NULL, 1, &miss), BSHIP_ERROR_ARGUMENT, "cells");
    assert_status(bship_chart_record_turn(chart, &cell, 1, NULL), BSHIP_ERROR_ARGUMENT, "reports");
    assert_status(bship_chart_copy(chart, NULL), BSHIP_ERROR_ARGUMENT, "source");
    assert_status(bship_chart_turn(chart, 0, NULL), BSHIP_ERROR_ARGUMENT, "entry");
    assert_status(bship_chart_sinking(chart, 0, NULL), BSHIP_ERROR_ARGUMENT, "sinking");
    cr_assert_eq(bship_chart_turns(chart), 0, "a refusal was recorded");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(chart, grids_are_cut_to_the_buffer)
{
    bship_rules *rules = rules_from("board 5x4\nfleet 3\nblocked B2\n");
    bship_chart *chart = new_chart(rules);
    uint8_t part[24];

    cr_assert_eq(bship_chart_states(chart, NULL, 0), 20, "states without a buffer");
    cr_assert_eq(bship_chart_hit_kinds(chart, NULL, 0), 20, "kinds without a buffer");
    for (size_t capacity = 0; capacity <= sizeof part; capacity++) {
        size_t filled = capacity < 20 ? capacity : 20;
        memset(part, 0x55, sizeof part);
        cr_assert_eq(bship_chart_states(chart, part, capacity), 20, "the whole length");
        for (size_t i = 0; i < sizeof part; i++)
            cr_assert_eq(part[i],
                         i >= filled ? 0x55
                         : i == 6    ? BSHIP_CHART_BLOCKED
                                     : 0,
                         "state %zu of %zu", i, capacity);
        memset(part, 0x55, sizeof part);
        cr_assert_eq(bship_chart_hit_kinds(chart, part, capacity), 20, "the whole length");
        for (size_t i = 0; i < sizeof part; i++)
            cr_assert_eq(part[i], i >= filled ? 0x55 : 0, "kind %zu of %zu", i, capacity);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}
