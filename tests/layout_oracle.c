/* The posterior by brute force; see layout_oracle.h. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "layout_oracle.h"

/* A possible placement of a ship. */
struct candidate {
    uint64_t cells;
    uint64_t around; /* its cells, and those from which the contact rule excludes other ships */
    int32_t number;  /* in the order of the orientations and first cells */
    long double weight;
};

/* A shot that was not wasted: a wasted one reports nothing. */
struct shot {
    uint64_t cell;
    bship_report report; /* unless its turn was reported as a total */
    bool is_last;        /* no shot was fired after it, not even a wasted one */
};

/* The total of a salvo. */
struct total {
    int32_t hits, sunk; /* `sunk` is -1 if that is not disclosed */
    int32_t sunk_of[ORACLE_SHIPS], hits_of[ORACLE_SHIPS];
};

struct turn {
    int first, end; /* of its shots */
    bool is_total;
    struct total total;
};

struct search {
    struct oracle *oracle;
    struct shot shots[ORACLE_CELLS];
    int shot_count;
    struct turn turns[ORACLE_CELLS + 1]; /* those with shots that were not wasted, and one */
    int turn_count;
    uint64_t fired;        /* every cell that was fired at */
    uint64_t misses, hits; /* of these, those known to be water, and to be ships */
    struct candidate candidates[ORACLE_SHIPS][2 * ORACLE_CELLS];
    int candidate_count[ORACLE_SHIPS];
    const struct candidate *placed[ORACLE_SHIPS];
};

bool oracle_can_ask(const bship_rules *rules)
{
    return cell_count(rules) <= ORACLE_CELLS &&
           bship_fleet_count(bship_rules_fleet(rules)) <= ORACLE_SHIPS;
}

double oracle_work(const bship_rules *rules)
{
    const bship_fleet *fleet = bship_rules_fleet(rules);
    int32_t width = bship_rules_width(rules), height = bship_rules_height(rules);
    double work = 1.0;

    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++) {
        int32_t length = bship_fleet_length(fleet, ship);
        int32_t right = length <= width ? (width - length + 1) * height : 0;
        int32_t down = length <= height && length > 1 ? (height - length + 1) * width : 0;
        work *= right + down;
    }
    return work;
}

/* ---- the possible placements ---- */

static uint64_t bit(const struct oracle *o, int32_t x, int32_t y)
{
    bship_cell cell = { x, y };
    bool on_board =
        x >= 0 && x < bship_rules_width(o->rules) && y >= 0 && y < bship_rules_height(o->rules);
    return on_board ? 1ull << cell_index(o->rules, cell) : 0;
}

/* The cells from which a ship in a cell excludes other ships. */
static uint64_t around_cell(const struct oracle *o, int32_t x, int32_t y)
{
    int32_t contact = bship_rules_get(o->rules, BSHIP_RULE_CONTACT);
    uint64_t sides = bit(o, x - 1, y) | bit(o, x + 1, y) | bit(o, x, y - 1) | bit(o, x, y + 1);
    uint64_t corners =
        bit(o, x - 1, y - 1) | bit(o, x + 1, y - 1) | bit(o, x - 1, y + 1) | bit(o, x + 1, y + 1);

    return bit(o, x, y) | (contact != BSHIP_CONTACT_ALLOWED ? sides : 0) |
           (contact == BSHIP_CONTACT_NONE ? corners : 0);
}

static bool is_blocked(const struct oracle *o, uint64_t cells)
{
    for (int32_t i = 0; i < o->cells; i++)
        if ((cells >> i & 1) && bship_rules_is_blocked(o->rules, cell_at(o->rules, i)))
            return true;
    return false;
}

/* Adds a placement unless it is off the board, blocked, over a miss or of weight 0. */
static void add_candidate(struct search *s, bship_placement at, const double *weights)
{
    const struct oracle *o = s->oracle;
    struct candidate candidate = { 0, 0, at.orientation * o->cells, 1.0L };

    candidate.number += cell_index(o->rules, (bship_cell){ at.x, at.y });
    for (int32_t i = 0; i < bship_fleet_length(o->fleet, at.ship); i++) {
        int32_t x = at.x + (at.orientation == BSHIP_ORIENTATION_HORIZONTAL ? i : 0);
        int32_t y = at.y + (at.orientation == BSHIP_ORIENTATION_VERTICAL ? i : 0);
        if (!bit(o, x, y))
            return;
        candidate.cells |= bit(o, x, y);
        candidate.around |= around_cell(o, x, y);
    }
    if (weights)
        candidate.weight = (long double)weights[bship_rules_placement_index(o->rules, at)];
    if (candidate.weight > 0 && !(candidate.cells & s->misses) && !is_blocked(o, candidate.cells))
        s->candidates[at.ship][s->candidate_count[at.ship]++] = candidate;
}

static void find_candidates(struct search *s, const double *weights)
{
    const struct oracle *o = s->oracle;

    for (int32_t ship = 0; ship < o->ships; ship++) {
        int32_t orientations = bship_fleet_length(o->fleet, ship) == 1 ? 1 : 2;
        for (int32_t i = 0; i < orientations * o->cells; i++) {
            bship_cell first = cell_at(o->rules, i % o->cells);
            bship_placement at = { ship, first.x, first.y, i / o->cells };
            add_candidate(s, at, weights);
        }
    }
}

/* ---- the history ---- */

/* The total of a turn. */
static struct total total_of(const bship_chart *chart, int64_t turn)
{
    struct total observed = { 0, 0, { 0 }, { 0 } };
    bship_total total = BSHIP_TOTAL_INIT;

    total.sunk_of = observed.sunk_of;
    total.capacity = ORACLE_SHIPS;
    total.hits_of = observed.hits_of;
    assert_ok(bship_chart_total(chart, turn, &total), "the total of turn %d", (int)turn);
    observed.hits = total.hits;
    observed.sunk = total.sunk;
    return observed;
}

/* Reads a shot; where totals are reported, a shot at a known cell is wasted. */
static void read_shot(struct search *s, const bship_chart *chart, int64_t number, bool is_total)
{
    struct shot shot = { .is_last = true };
    bship_cell cell;

    assert_ok(bship_chart_shot(chart, number, &cell, &shot.report), "shot %d", (int)number);
    shot.cell = bit(s->oracle, cell.x, cell.y);
    if (s->shot_count > 0)
        s->shots[s->shot_count - 1].is_last = false;
    if (is_total ? (s->fired & shot.cell) != 0 : shot.report.result == BSHIP_RESULT_WASTED)
        return;
    s->shots[s->shot_count++] = shot;
    s->fired |= shot.cell;
}

/* Whether a shot of a turn is known to be a miss (0) or a hit (1); -1: neither. */
static int known_result(const struct turn *turn, const struct shot *shot)
{
    if (!turn->is_total)
        return shot->report.result != BSHIP_RESULT_MISS;
    if (turn->total.hits == 0)
        return 0;
    return turn->total.hits == turn->end - turn->first ? 1 : -1;
}

/* Records the cells of a turn that are known to be water or ships. */
static void settle_shots(struct search *s, const struct turn *turn)
{
    for (int i = turn->first; i < turn->end; i++) {
        int result = known_result(turn, &s->shots[i]);
        s->misses |= result == 0 ? s->shots[i].cell : 0;
        s->hits |= result == 1 ? s->shots[i].cell : 0;
    }
}

static void read_history(struct search *s, const bship_chart *chart)
{
    for (int64_t number = 0; number < bship_chart_turns(chart); number++) {
        bship_turn entry = BSHIP_TURN_INIT;
        struct turn *turn = &s->turns[s->turn_count];
        assert_ok(bship_chart_turn(chart, number, &entry), "turn %d", (int)number);
        turn->first = s->shot_count;
        turn->is_total = entry.is_total != 0;
        for (int32_t i = 0; i < entry.shots; i++)
            read_shot(s, chart, entry.first_shot + i, turn->is_total);
        turn->end = s->shot_count;
        if (turn->is_total)
            turn->total = total_of(chart, number);
        settle_shots(s, turn);
        cr_assert(turn->first < turn->end || !turn->is_total || turn->total.hits == 0,
                  "turn %d: wasted shots are no hits", (int)number);
        s->turn_count += turn->first < turn->end;
    }
}

/* The report of a shot that hits a ship with a placement of this number, or none (-1). */
static bship_report result_of(const struct oracle *o, int32_t ship, bool sinks, int32_t number)
{
    bship_report report = BSHIP_REPORT_INIT;

    if (ship < 0)
        return report;
    sinks = sinks && o->disclosure != BSHIP_DISCLOSURE_HIT;
    report.result = sinks ? BSHIP_RESULT_SUNK : BSHIP_RESULT_HIT;
    if (o->disclosure == BSHIP_DISCLOSURE_EVERY_HIT ||
        (sinks && o->disclosure == BSHIP_DISCLOSURE_SHIP))
        report.ship = bship_fleet_first_of_name(o->fleet, ship);
    if (report.ship >= 0 || (sinks && o->disclosure == BSHIP_DISCLOSURE_LENGTH))
        report.length = bship_fleet_length(o->fleet, ship);
    if (sinks && o->shows) {
        bship_cell first = cell_at(o->rules, number % o->cells);
        report.is_shown = 1;
        report.x = first.x;
        report.y = first.y;
        report.orientation = number / o->cells;
    }
    return report;
}

/* Fires a shot at the current layout: the ship that it hits, or -1, and whether it sinks. */
static int32_t fire(const struct search *s, const struct shot *shot, uint64_t *fired, bool *sinks)
{
    int32_t ship = s->oracle->ships - 1;

    while (ship >= 0 && !(s->placed[ship]->cells & shot->cell))
        ship--;
    *fired |= shot->cell;
    *sinks = ship >= 0 && !(s->placed[ship]->cells & ~*fired);
    return ship;
}

/* Whether nothing was fired after a shot that sank the last ship. */
static bool ends_in_time(const struct search *s, const struct shot *shot, uint64_t fired)
{
    uint64_t cells = 0;

    for (int32_t ship = 0; ship < s->oracle->ships; ship++)
        cells |= s->placed[ship]->cells;
    return shot->is_last || (cells & ~fired) != 0;
}

/* Fires a shot: whether its report is as recorded. */
static bool shot_agrees(const struct search *s, const struct shot *shot, uint64_t *fired)
{
    bool sinks;
    int32_t ship = fire(s, shot, fired, &sinks);
    bship_report report = result_of(s->oracle, ship, sinks, ship < 0 ? 0 : s->placed[ship]->number);

    return memcmp(&report, &shot->report, sizeof report) == 0 && ends_in_time(s, shot, *fired);
}

/* Adds a hit to a total, as far as it is disclosed. */
static void count_hit(const struct oracle *o, struct total *total, int32_t ship, bool sinks)
{
    int32_t of_name = bship_fleet_first_of_name(o->fleet, ship);

    total->hits++;
    if (o->disclosure == BSHIP_DISCLOSURE_EVERY_HIT)
        total->hits_of[of_name]++;
    if (!sinks || o->disclosure == BSHIP_DISCLOSURE_HIT)
        return;
    total->sunk++;
    if (o->disclosure == BSHIP_DISCLOSURE_LENGTH)
        total->sunk_of[first_of_length(o->fleet, ship)]++;
    if (o->disclosure == BSHIP_DISCLOSURE_SHIP || o->disclosure == BSHIP_DISCLOSURE_EVERY_HIT)
        total->sunk_of[of_name]++;
}

/* Fires a salvo: whether its total is as recorded. */
static bool total_agrees(const struct search *s, const struct turn *turn, uint64_t *fired)
{
    struct total total = { 0, 0, { 0 }, { 0 } };

    if (s->oracle->disclosure == BSHIP_DISCLOSURE_HIT)
        total.sunk = -1;
    for (int i = turn->first; i < turn->end; i++) {
        bool sinks;
        int32_t ship = fire(s, &s->shots[i], fired, &sinks);
        if (ship >= 0)
            count_hit(s->oracle, &total, ship, sinks);
        if (!ends_in_time(s, &s->shots[i], *fired))
            return false;
    }
    return memcmp(&total, &turn->total, sizeof total) == 0;
}

/* Fires the history at the current layout: whether every report is as recorded. */
static bool agrees(const struct search *s)
{
    uint64_t fired = 0;

    for (int t = 0; t < s->turn_count; t++) {
        const struct turn *turn = &s->turns[t];
        if (turn->is_total && !total_agrees(s, turn, &fired))
            return false;
        for (int i = turn->first; i < turn->end && !turn->is_total; i++)
            if (!shot_agrees(s, &s->shots[i], &fired))
                return false;
    }
    return true;
}

/* ---- the layouts ---- */

static bool is_ordered(const struct search *s)
{
    const struct oracle *o = s->oracle;

    for (int32_t a = 0; a < o->ships; a++)
        for (int32_t b = a + 1; b < o->ships; b++)
            if (bship_fleet_length(o->fleet, a) == bship_fleet_length(o->fleet, b) &&
                s->placed[a]->number > s->placed[b]->number)
                return false;
    return true;
}

static void count_layout(struct search *s, long double weight)
{
    struct oracle *o = s->oracle;

    o->labelled += weight;
    if (is_ordered(s))
        o->ordered += weight;
    for (int32_t ship = 0; ship < o->ships; ship++) {
        uint64_t afloat = s->placed[ship]->cells & ~s->fired;
        int32_t number = s->placed[ship]->number;
        o->lies[ship][number / o->cells][number % o->cells] += weight;
        for (uint64_t rest = s->placed[ship]->cells; rest; rest &= rest - 1)
            o->covers[ship][__builtin_ctzll(rest)] += weight;
        if (afloat && !(afloat & (afloat - 1)))
            o->sinks[ship][__builtin_ctzll(afloat)] += weight;
    }
}

/*
 * Enumerates the placements of the ships from `ship` on, which have `left` cells; `taken` are
 * excluded cells. There must be no more uncovered hits than cells left.
 */
static void place_ships(struct search *s, int32_t ship, int32_t left, uint64_t taken,
                        uint64_t covered, long double weight)
{
    const struct oracle *o = s->oracle;

    if (__builtin_popcountll(s->hits & ~covered) > left)
        return;
    if (ship == o->ships) {
        if (agrees(s))
            count_layout(s, weight);
        return;
    }
    left -= bship_fleet_length(o->fleet, ship);
    for (int i = 0; i < s->candidate_count[ship]; i++) {
        const struct candidate *candidate = &s->candidates[ship][i];
        if (candidate->cells & taken)
            continue;
        s->placed[ship] = candidate;
        place_ships(s, ship + 1, left, taken | candidate->around, covered | candidate->cells,
                    weight * candidate->weight);
    }
}

/* Whether two ships are interchangeable. */
static bool are_equal(const struct oracle *o, int32_t a, int32_t b, const double *weights)
{
    bool named =
        o->disclosure == BSHIP_DISCLOSURE_SHIP || o->disclosure == BSHIP_DISCLOSURE_EVERY_HIT;

    if (bship_fleet_length(o->fleet, a) != bship_fleet_length(o->fleet, b))
        return false;
    if (named && bship_fleet_first_of_name(o->fleet, a) != bship_fleet_first_of_name(o->fleet, b))
        return false;
    for (int64_t i = 0; weights && i < bship_rules_placement_count(o->rules); i++) {
        bship_placement at;
        assert_ok(bship_rules_placement(o->rules, i, &at), "placement %d", (int)i);
        if (at.ship != a)
            continue;
        at.ship = b;
        if (weights[i] != weights[bship_rules_placement_index(o->rules, at)])
            return false;
    }
    return true;
}

void oracle_ask(struct oracle *oracle, const bship_chart *chart, const double *weights)
{
    struct search s;

    memset(oracle, 0, sizeof *oracle);
    oracle->rules = bship_chart_rules(chart);
    oracle->fleet = bship_rules_fleet(oracle->rules);
    oracle->disclosure = bship_rules_get(oracle->rules, BSHIP_RULE_DISCLOSURE);
    oracle->shows = bship_rules_get(oracle->rules, BSHIP_RULE_REVEAL_SHIP) == BSHIP_REVEAL_SHIP_YES;
    oracle->cells = cell_count(oracle->rules);
    oracle->ships = bship_fleet_count(oracle->fleet);
    cr_assert(oracle_can_ask(oracle->rules), "too large:\n%s", rules_text(oracle->rules));
    for (int32_t i = 0; i < oracle->cells; i++)
        oracle->is_unknown[i] =
            bship_chart_state_at(chart, cell_at(oracle->rules, i)) == BSHIP_CHART_STATE_UNKNOWN;
    for (int32_t a = 0; a < oracle->ships; a++)
        for (int32_t b = 0; b < oracle->ships; b++) {
            oracle->are_equal[a][b] = are_equal(oracle, a, b, weights);
            if (bship_fleet_length(oracle->fleet, a) == bship_fleet_length(oracle->fleet, b) &&
                !oracle->are_equal[a][b])
                oracle->is_labelled = true;
        }
    memset(&s, 0, sizeof s);
    s.oracle = oracle;
    read_history(&s, chart);
    find_candidates(&s, weights);
    place_ships(&s, 0, bship_fleet_cells(oracle->fleet), 0, 0, 1.0L);
}

/* ---- queries ---- */

long double oracle_layouts(const struct oracle *oracle)
{
    return oracle->is_labelled ? oracle->labelled : oracle->ordered;
}

/* Sums over the ships of a length (0: any). */
static long double sum_ships(const struct oracle *o, const long double (*sums)[ORACLE_CELLS],
                             int32_t cell, int32_t length)
{
    long double sum = 0;

    for (int32_t ship = 0; ship < o->ships; ship++)
        if (length == 0 || bship_fleet_length(o->fleet, ship) == length)
            sum += sums[ship][cell];
    return sum;
}

long double oracle_covered(const struct oracle *oracle, int32_t cell, int32_t length)
{
    return sum_ships(oracle, oracle->covers, cell, length);
}

long double oracle_sunk(const struct oracle *oracle, int32_t cell, int32_t length)
{
    return sum_ships(oracle, oracle->sinks, cell, length);
}

long double oracle_placed(const struct oracle *oracle, bship_placement placement)
{
    int32_t first = cell_index(oracle->rules, (bship_cell){ placement.x, placement.y });
    long double sum = 0;

    for (int32_t ship = 0; ship < oracle->ships; ship++)
        if (oracle->are_equal[placement.ship][ship])
            sum += oracle->lies[ship][placement.orientation][first];
    return sum;
}

/* Adds the weight of a report to that of equal ones. */
static int add_report(const bship_report *report, long double weight, bship_report *reports,
                      long double *weights_of, int count)
{
    int same = 0;

    if (weight <= 0)
        return count;
    while (same < count && memcmp(&reports[same], report, sizeof *report) != 0)
        same++;
    if (same == count) {
        reports[count] = *report;
        weights_of[count++] = 0;
    }
    weights_of[same] += weight;
    return count;
}

static int compare_weights(const void *a, const void *b)
{
    const long double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Whether a cell is the only one of a placement that is unknown. */
static bool is_last(const struct oracle *o, int32_t ship, int32_t number, int32_t cell)
{
    bship_cell first = cell_at(o->rules, number % o->cells);
    bool is_down = number / o->cells == BSHIP_ORIENTATION_VERTICAL;
    int32_t unknown = 0;

    for (int32_t i = 0; i < bship_fleet_length(o->fleet, ship); i++) {
        bship_cell at = { first.x + (is_down ? 0 : i), first.y + (is_down ? i : 0) };
        bool is_unknown = bit(o, at.x, at.y) && o->is_unknown[cell_index(o->rules, at)];
        unknown += is_unknown;
        if (is_unknown && cell_index(o->rules, at) != cell)
            return false;
    }
    return unknown == 1;
}

/* Adds the reports of sinking a ship in each of its placements. */
static int add_places(const struct oracle *o, int32_t ship, int32_t cell, bship_report *reports,
                      long double *weights_of, int count)
{
    for (int32_t number = 0; number < 2 * o->cells; number++) {
        bship_report report = result_of(o, ship, true, number);
        long double weight = o->lies[ship][number / o->cells][number % o->cells];
        if (weight > 0 && is_last(o, ship, number, cell))
            count = add_report(&report, weight, reports, weights_of, count);
    }
    return count;
}

int oracle_reports(const struct oracle *oracle, int32_t cell,
                   long double weights_of[ORACLE_REPORTS])
{
    bship_report reports[ORACLE_REPORTS], report = BSHIP_REPORT_INIT;
    int count = add_report(&report, oracle->labelled - oracle_covered(oracle, cell, 0), reports,
                           weights_of, 0);

    for (int32_t ship = 0; ship < oracle->ships; ship++) {
        long double sinks = oracle->sinks[ship][cell], covers = oracle->covers[ship][cell];
        report = result_of(oracle, ship, false, 0);
        count = add_report(&report, covers - sinks, reports, weights_of, count);
        report = result_of(oracle, ship, true, 0);
        count = oracle->shows ? add_places(oracle, ship, cell, reports, weights_of, count)
                              : add_report(&report, sinks, reports, weights_of, count);
    }
    qsort(weights_of, (size_t)count, sizeof *weights_of, compare_weights);
    return count;
}

double oracle_entropy(const struct oracle *oracle, int32_t cell)
{
    long double weights_of[ORACLE_REPORTS], entropy = 0;
    int count = oracle_reports(oracle, cell, weights_of);

    for (int i = 0; i < count; i++)
        entropy -= weights_of[i] / oracle->labelled * log2l(weights_of[i] / oracle->labelled);
    return (double)entropy;
}
