/* The posterior by brute force; layout_oracle.h says what is counted. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layout_oracle.h"

/* Where a ship may lie. */
struct spot {
    uint64_t cells;
    uint64_t around; /* its cells, and those where by the contact rule no other ship may lie */
    int32_t number;  /* in the order of the orientations and first cells */
    long double weight;
};

/* A shot that was answered; the wasted ones tell nothing and are left out. */
struct shot {
    uint64_t cell;
    bship_report report;
};

struct search {
    struct oracle *oracle;
    struct shot shots[ORACLE_CELLS];
    int shot_count;
    uint64_t hits;
    struct spot spots[ORACLE_SHIPS][2 * ORACLE_CELLS];
    int spot_count[ORACLE_SHIPS];
    const struct spot *laid[ORACLE_SHIPS];
};

bool oracle_can_ask(const bship_rules *rules)
{
    return cell_count(rules) <= ORACLE_CELLS &&
           bship_fleet_count(bship_rules_fleet(rules)) <= ORACLE_SHIPS;
}

double oracle_work(const bship_rules *rules)
{
    bship_fleet *fleet = bship_rules_fleet(rules);
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

/* ---- the spots ---- */

static uint64_t bit(const struct oracle *o, int32_t x, int32_t y)
{
    bship_cell cell = { x, y };
    bool on_board =
        x >= 0 && x < bship_rules_width(o->rules) && y >= 0 && y < bship_rules_height(o->rules);
    return on_board ? 1ull << cell_index(o->rules, cell) : 0;
}

/* The cells where, with a ship in a cell, no other ship may lie. */
static uint64_t around_cell(const struct oracle *o, int32_t x, int32_t y)
{
    int32_t contact = bship_rules_axis(o->rules, BSHIP_AXIS_CONTACT);
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

/* Adds a spot of a ship unless it leaves the board, is blocked, was missed or weighs nothing. */
static void add_spot(struct search *s, bship_placement at, uint64_t misses, const double *weights)
{
    const struct oracle *o = s->oracle;
    struct spot spot = { 0, 0, at.orientation * o->cells, 1.0L };

    spot.number += cell_index(o->rules, (bship_cell){ at.x, at.y });
    for (int32_t i = 0; i < bship_fleet_length(o->fleet, at.ship); i++) {
        int32_t x = at.x + (at.orientation == BSHIP_RIGHT ? i : 0);
        int32_t y = at.y + (at.orientation == BSHIP_DOWN ? i : 0);
        if (!bit(o, x, y))
            return;
        spot.cells |= bit(o, x, y);
        spot.around |= around_cell(o, x, y);
    }
    if (weights)
        spot.weight = (long double)weights[bship_placement_index(o->rules, at)];
    if (spot.weight > 0 && !(spot.cells & misses) && !is_blocked(o, spot.cells))
        s->spots[at.ship][s->spot_count[at.ship]++] = spot;
}

static void find_spots(struct search *s, uint64_t misses, const double *weights)
{
    const struct oracle *o = s->oracle;

    for (int32_t ship = 0; ship < o->ships; ship++) {
        int32_t orientations = bship_fleet_length(o->fleet, ship) == 1 ? 1 : 2;
        for (int32_t i = 0; i < orientations * o->cells; i++) {
            bship_cell first = cell_at(o->rules, i % o->cells);
            bship_placement at = { ship, first.x, first.y, i / o->cells };
            add_spot(s, at, misses, weights);
        }
    }
}

/* ---- the history ---- */

/* Takes the shots of a chart that were not wasted; returns the misses. */
static uint64_t read_history(struct search *s, const bship_chart *chart)
{
    uint64_t misses = 0;

    for (int64_t turn = 0; turn < bship_chart_turns(chart); turn++) {
        bship_turn_entry entry = BSHIP_TURN_ENTRY_INIT;
        assert_ok(bship_chart_turn(chart, turn, &entry), "turn %d", (int)turn);
        cr_assert_not(entry.is_total, "the oracle knows no totals");
    }
    for (int64_t i = 0; i < bship_chart_shots(chart); i++) {
        struct shot shot;
        bship_cell cell;
        assert_ok(bship_chart_shot(chart, i, &cell, &shot.report), "shot %d", (int)i);
        if (shot.report.answer == BSHIP_ANSWER_WASTED)
            continue;
        shot.cell = bit(s->oracle, cell.x, cell.y);
        s->shots[s->shot_count++] = shot;
        if (shot.report.answer == BSHIP_ANSWER_MISS)
            misses |= shot.cell;
        else
            s->hits |= shot.cell;
    }
    return misses;
}

/* How a shot that meets a ship (or -1) is answered. */
static bship_report answer_of(const struct oracle *o, int32_t ship, bool sinks)
{
    bship_report report = BSHIP_REPORT_INIT;

    if (ship < 0)
        return report;
    sinks = sinks && o->disclosure != BSHIP_DISCLOSURE_HIT;
    report.answer = sinks ? BSHIP_ANSWER_SUNK : BSHIP_ANSWER_HIT;
    if (o->disclosure == BSHIP_DISCLOSURE_EVERY_HIT ||
        (sinks && o->disclosure == BSHIP_DISCLOSURE_SHIP))
        report.ship = bship_fleet_first_of_name(o->fleet, ship);
    if (report.ship >= 0 || (sinks && o->disclosure == BSHIP_DISCLOSURE_LENGTH))
        report.length = bship_fleet_length(o->fleet, ship);
    return report;
}

/* Fires the history at the layout that is laid: whether every answer is as recorded. */
static bool agrees(const struct search *s)
{
    uint64_t shot = 0;

    for (int i = 0; i < s->shot_count; i++) {
        bship_report report;
        int32_t ship = s->oracle->ships - 1;
        while (ship >= 0 && !(s->laid[ship]->cells & s->shots[i].cell))
            ship--;
        shot |= s->shots[i].cell;
        report = answer_of(s->oracle, ship, ship >= 0 && !(s->laid[ship]->cells & ~shot));
        if (report.answer != s->shots[i].report.answer || report.ship != s->shots[i].report.ship ||
            report.length != s->shots[i].report.length)
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
                s->laid[a]->number > s->laid[b]->number)
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
        uint64_t afloat = s->laid[ship]->cells & ~s->hits;
        for (uint64_t rest = s->laid[ship]->cells; rest; rest &= rest - 1)
            o->covers[ship][__builtin_ctzll(rest)] += weight;
        if (afloat && !(afloat & (afloat - 1)))
            o->sinks[ship][__builtin_ctzll(afloat)] += weight;
    }
}

/*
 * Lays the ships from `ship` on in every way, `left` being their cells; no ship may lie in `taken`.
 * Hits that nothing covers must not be more than the cells that are left.
 */
static void lay(struct search *s, int32_t ship, int32_t left, uint64_t taken, uint64_t covered,
                long double weight)
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
    for (int i = 0; i < s->spot_count[ship]; i++) {
        const struct spot *spot = &s->spots[ship][i];
        if (spot->cells & taken)
            continue;
        s->laid[ship] = spot;
        lay(s, ship + 1, left, taken | spot->around, covered | spot->cells, weight * spot->weight);
    }
}

/* Whether two ships of one length count alike. */
static bool are_alike(const struct oracle *o, int32_t a, int32_t b, const double *weights)
{
    bool named = o->disclosure >= BSHIP_DISCLOSURE_SHIP;

    if (named && bship_fleet_first_of_name(o->fleet, a) != bship_fleet_first_of_name(o->fleet, b))
        return false;
    for (int64_t i = 0; weights && i < bship_placement_count(o->rules); i++) {
        bship_placement at;
        assert_ok(bship_placement_at(o->rules, i, &at), "placement %d", (int)i);
        if (at.ship != a)
            continue;
        at.ship = b;
        if (weights[i] != weights[bship_placement_index(o->rules, at)])
            return false;
    }
    return true;
}

void oracle_ask(struct oracle *oracle, const bship_chart *chart, const double *weights)
{
    struct search s;
    uint64_t misses;

    memset(oracle, 0, sizeof *oracle);
    oracle->rules = bship_chart_rules(chart);
    oracle->fleet = bship_rules_fleet(oracle->rules);
    oracle->disclosure = bship_rules_axis(oracle->rules, BSHIP_AXIS_DISCLOSURE);
    oracle->cells = cell_count(oracle->rules);
    oracle->ships = bship_fleet_count(oracle->fleet);
    cr_assert(oracle_can_ask(oracle->rules), "too large:\n%s", rules_text(oracle->rules));
    for (int32_t i = 0; i < oracle->cells; i++)
        oracle->is_fog[i] =
            bship_chart_state_at(chart, cell_at(oracle->rules, i)) == BSHIP_CHART_FOG;
    for (int32_t a = 0; a < oracle->ships; a++)
        for (int32_t b = a + 1; b < oracle->ships; b++)
            if (bship_fleet_length(oracle->fleet, a) == bship_fleet_length(oracle->fleet, b) &&
                !are_alike(oracle, a, b, weights))
                oracle->is_labelled = true;
    memset(&s, 0, sizeof s);
    s.oracle = oracle;
    misses = read_history(&s, chart);
    find_spots(&s, misses, weights);
    lay(&s, 0, bship_fleet_cells(oracle->fleet), 0, 0, 1.0L);
}

/* ---- the questions ---- */

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

/* Adds the weight of an answer to those that read the same. */
static int add_answer(const bship_report *report, long double weight, bship_report *reports,
                      long double *answers, int count)
{
    int same = 0;

    if (weight <= 0)
        return count;
    while (same < count && memcmp(&reports[same], report, sizeof *report) != 0)
        same++;
    if (same == count) {
        reports[count] = *report;
        answers[count++] = 0;
    }
    answers[same] += weight;
    return count;
}

static int compare_figures(const void *a, const void *b)
{
    const long double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int oracle_answers(const struct oracle *oracle, int32_t cell,
                   long double answers[2 * ORACLE_SHIPS + 1])
{
    bship_report reports[2 * ORACLE_SHIPS + 1], report = BSHIP_REPORT_INIT;
    int count = add_answer(&report, oracle->labelled - oracle_covered(oracle, cell, 0), reports,
                           answers, 0);

    for (int32_t ship = 0; ship < oracle->ships; ship++) {
        long double sinks = oracle->sinks[ship][cell], covers = oracle->covers[ship][cell];
        report = answer_of(oracle, ship, false);
        count = add_answer(&report, covers - sinks, reports, answers, count);
        report = answer_of(oracle, ship, true);
        count = add_answer(&report, sinks, reports, answers, count);
    }
    qsort(answers, (size_t)count, sizeof *answers, compare_figures);
    return count;
}

double oracle_entropy(const struct oracle *oracle, int32_t cell)
{
    long double answers[2 * ORACLE_SHIPS + 1], entropy = 0;
    int count = oracle_answers(oracle, cell, answers);

    for (int i = 0; i < count; i++)
        entropy -= answers[i] / oracle->labelled * log2l(answers[i] / oracle->labelled);
    return (double)entropy;
}
