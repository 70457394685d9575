/*
 * Estimating the cost of the dynamic programme without running it.
 *
 * The cost is proportional to the number of profiles. Those before each line are counted by a small
 * finite automaton along the line (a transfer matrix over the values of fields): forbidden cells
 * come in the patterns that ships leave, and pending cells need ships. Ships that are known from
 * hits are left out. The number of ships needed to forbid cells and the agreement with earlier hits
 * are ignored, so the estimate is rough (see frontier/frontier.h for how rough), but cheap.
 */
#include <math.h>

#include "inference/frontier/frontier.h"

enum {
    PLACES_MAX = 64,  /* a profile of 64 bits has fewer */
    DEPTHS_MAX = 64,  /* bits of a word: deeper values are confused with others */
    CLASSES_MAX = 16, /* more classes have more than BSI_USAGES_MAX usages */
    KNOWN_MAX = 64    /* further known ships are ignored, which raises the estimate a little */
};

/* Values of a field, as far as the automaton tells them apart. */
enum option {
    OPTION_FREE,      /* free, in a cell that a ship from its line can cover */
    OPTION_FORBIDDEN, /* forbidden, in such a cell */
    OPTION_EITHER,    /* in any other cell: free and forbidden are one value there */
    OPTION_PENDING,
    OPTIONS
};

/* States of the automaton: the last field, as far as the next one depends on it. */
enum state {
    STATE_NONE, /* not possible */
    STATE_EDGE, /* before the first field */
    STATE_FREE,
    STATE_ONE,       /* the first of the cells that a ship forbids */
    STATE_TWO,       /* the second of these cells */
    STATE_FORBIDDEN, /* the last of these cells, or one after it */
    STATE_PENDING,
    STATES
};

/* Transitions of the automaton. */
typedef uint8_t automaton[STATES][OPTIONS];

/* Ships may touch: no cell is forbidden. */
static const automaton contact_allowed = {
    [STATE_EDGE] = { STATE_FREE, 0, STATE_FREE, STATE_PENDING },
    [STATE_FREE] = { STATE_FREE, 0, STATE_FREE, STATE_PENDING },
    [STATE_PENDING] = { STATE_FREE, 0, STATE_FREE, STATE_PENDING },
};

/* Ships share no sides: a ship forbids the cell behind it. */
static const automaton contact_no_sides = {
    [STATE_EDGE] = { STATE_FREE, STATE_FORBIDDEN, STATE_FREE, STATE_PENDING },
    [STATE_FREE] = { STATE_FREE, STATE_FORBIDDEN, STATE_FREE, STATE_PENDING },
    [STATE_FORBIDDEN] = { STATE_FREE, STATE_FORBIDDEN, STATE_FREE, 0 },
    [STATE_PENDING] = { STATE_FREE, 0, STATE_FREE, 0 },
};

/* Ships do not touch: a ship forbids three cells behind it, or two at an edge. */
static const automaton contact_none = {
    [STATE_EDGE] = { STATE_FREE, STATE_TWO, STATE_FORBIDDEN, STATE_PENDING },
    [STATE_FREE] = { STATE_FREE, STATE_ONE, STATE_FORBIDDEN, 0 },
    [STATE_ONE] = { 0, STATE_TWO, STATE_FORBIDDEN, STATE_PENDING },
    [STATE_TWO] = { 0, STATE_FORBIDDEN, STATE_FORBIDDEN, STATE_PENDING },
    [STATE_FORBIDDEN] = { STATE_FREE, STATE_FORBIDDEN, STATE_FORBIDDEN, STATE_PENDING },
    [STATE_PENDING] = { 0, STATE_FORBIDDEN, STATE_FORBIDDEN, 0 },
};

/* ---- values of a field ---- */

/* Whether a ship that begins on its line can cover a cell, as in frontier/scan.c. */
static bool is_coverable(const bsi_scan *scan, uint32_t position)
{
    bsi_placement placement;
    for (int32_t k = 0; k < scan->evidence->class_count; k++) {
        if (bsi_through(scan->evidence, k, 1 - scan->along, position, 0, &placement))
            return true;
        for (int32_t i = 0; i < scan->evidence->classes[k].length; i++) {
            if (bsi_through(scan->evidence, k, scan->along, position, i, &placement))
                return true;
        }
    }
    return false;
}

/* How many values a field has where its cell is pending: one for each number of cells behind. */
static int32_t count_depths(const bsi_scan *scan, uint32_t position)
{
    bsi_placement placement;
    uint64_t depths = 0;
    int32_t count = 0;
    for (int32_t k = 0; k < scan->evidence->class_count; k++) {
        int32_t length = scan->evidence->classes[k].length;
        for (int32_t i = 1; i < length; i++) {
            if (bsi_through(scan->evidence, k, 1 - scan->along, position, i, &placement))
                depths |= (uint64_t)1 << (length - 1 - i) % DEPTHS_MAX;
        }
    }
    for (; depths; depths &= depths - 1)
        count++;
    return count;
}

/* ---- ships that are known ---- */

/* Whether ships of a class can cover a cell. */
static bool can_cover(const bsi_evidence *evidence, int32_t class, uint32_t position)
{
    bsi_placement placement;
    for (int32_t o = 0; o < evidence->classes[class].orientations; o++) {
        for (int32_t i = 0; i < evidence->classes[class].length; i++) {
            if (bsi_through(evidence, class, o, position, i, &placement))
                return true;
        }
    }
    return false;
}

/* The only class whose ships can cover a cell, or -1. */
static int32_t only_class_at(const bsi_evidence *evidence, uint32_t position)
{
    int32_t only = -1;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        if (!can_cover(evidence, k, position))
            continue;
        if (only >= 0)
            return -1;
        only = k;
    }
    return only;
}

/* The steps of testing for each class whether its ships can cover a cell. */
static int64_t cover_steps(const bsi_evidence *evidence)
{
    int64_t steps = 0;
    for (int32_t k = 0; k < evidence->class_count; k++)
        steps += 2 * (int64_t)evidence->classes[k].length;
    return steps;
}

/* A hit that only ships of one class can cover. */
struct known {
    uint32_t hit;
    int32_t class;
};

/* Whether a ship that covers one of the known hits may cover another hit, too. */
static bool may_be_known(const bsi_evidence *evidence, const struct known *known, int32_t count,
                         struct known other)
{
    bship_cell b = bsi_cell(evidence->rules, other.hit);
    for (int32_t i = 0; i < count; i++) {
        bship_cell a = bsi_cell(evidence->rules, known[i].hit);
        int32_t x = a.x < b.x ? b.x - a.x : a.x - b.x, y = a.y < b.y ? b.y - a.y : a.y - b.y;
        if (known[i].class == other.class && (x == 0 || y == 0) &&
            x + y < evidence->classes[other.class].length)
            return true;
    }
    return false;
}

/* Counts the ships of each class that are not known. One ship is known for each hit that only its
 * class can cover, unless a ship known before may cover that hit, too. */
static bship_status count_unknown(const bsi_evidence *evidence, bsi_work_budget *budget,
                                  int32_t *ships)
{
    struct known known[KNOWN_MAX];
    int32_t count = 0;
    for (int32_t k = 0; k < evidence->class_count; k++)
        ships[k] = evidence->classes[k].ships;
    for (uint32_t h = 0; h < evidence->hit_count && count < KNOWN_MAX; h++) {
        bship_status status = bsi_work_charge(budget, cover_steps(evidence));
        if (status)
            return status;
        uint32_t hit = evidence->hits[h];
        struct known next = { hit, only_class_at(evidence, hit) };
        if (next.class < 0 || may_be_known(evidence, known, count, next) || ships[next.class] == 0)
            continue;
        known[count++] = next;
        ships[next.class]--;
    }
    return BSHIP_OK;
}

/* ---- pending cells ---- */

/* The number of ships longer than a length. All known ones together count as one: their cells are
 * mostly fixed. */
static int32_t ships_above(const bsi_evidence *evidence, const int32_t *ships, int32_t length)
{
    int32_t count = 0, known = 0;
    for (int32_t k = 0; k < evidence->class_count && evidence->classes[k].length > length; k++) {
        count += ships[k];
        known |= ships[k] < evidence->classes[k].ships;
    }
    return count + known;
}

/* Counts, for each number of pending cells in a line, the combinations of their values. Deep values
 * need long ships, of which there are few. */
static void count_depth_choices(const bsi_scan *scan, const int32_t *unknown, double *choices)
{
    for (uint32_t i = 0; i <= scan->width; i++)
        choices[i] = i == 0;
    for (int32_t depth = scan->evidence->classes[0].length - 2; depth >= 0; depth--) {
        int32_t ships = ships_above(scan->evidence, unknown, depth + 1);
        int32_t most = ships < (int32_t)scan->width ? ships : (int32_t)scan->width;
        for (int32_t all = most; all > 0; all--) {
            double binomial = 1; /* all choose more */
            for (int32_t more = 1; more <= all; more++) {
                binomial *= (double)(all - more + 1) / more;
                choices[all] += choices[all - more] * binomial;
            }
        }
    }
}

/* ---- profiles ---- */

/* How many sequences of the first fields lead to a state, by state and number of pending cells. */
typedef double sequences[STATES][PLACES_MAX];

/* Adds one more field to all sequences; each option counts as often as `ways` says. */
static void add_field(sequences next, sequences now, const automaton transitions,
                      const double *ways, uint32_t place)
{
    for (int s = 0; s < STATES; s++)
        for (uint32_t pending = 0; pending <= place + 1; pending++)
            next[s][pending] = 0;
    for (int s = STATE_EDGE; s < STATES; s++) {
        for (int option = 0; option < OPTIONS; option++) {
            uint32_t more = option == OPTION_PENDING;
            for (uint32_t pending = 0; ways[option] > 0 && pending <= place; pending++)
                next[transitions[s][option]][pending + more] += now[s][pending] * ways[option];
        }
    }
}

/* Whether a ship in the line before a cell can forbid it. */
static bool can_be_forbidden(const bsi_scan *scan, uint32_t position)
{
    uint32_t contacts = scan->evidence->rules->contact_count;
    uint32_t next = scan->step[scan->along], back = scan->step[1 - scan->along];
    const uint8_t *before = scan->evidence->cells + position - back;
    if (contacts == 0)
        return false;
    return *before || (contacts > 4 && (*(before - next) || *(before + next)));
}

/* Sets how often each option counts for the field of a cell. A cell behind a hit is not free where
 * contact is restricted. */
static void set_ways(const bsi_scan *scan, uint32_t cell, double *ways)
{
    const bsi_evidence *evidence = scan->evidence;
    uint32_t position = bsi_scan_position(scan, cell);
    uint32_t before = position - scan->step[1 - scan->along];
    bool is_start = is_coverable(scan, position);
    bool is_hit = evidence->cells[position] == BSI_CELL_HIT;
    bool is_after_hit =
        evidence->rules->contact_count > 0 && evidence->cells[before] == BSI_CELL_HIT;
    int32_t deepest = evidence->classes[0].length - 1;
    ways[OPTION_FREE] = is_start && !is_after_hit;
    ways[OPTION_FORBIDDEN] = is_start && can_be_forbidden(scan, position);
    ways[OPTION_EITHER] = !is_start && !is_hit;
    ways[OPTION_PENDING] = deepest > 0 ? (double)count_depths(scan, position) / deepest : 0;
}

/* The number of profiles before a line. */
static double count_profiles(const bsi_scan *scan, const automaton transitions, uint32_t line,
                             const double *choices)
{
    sequences both[2] = { { { 0 } } };
    double count = 0;
    both[0][STATE_EDGE][0] = 1;
    for (uint32_t place = 0; place < scan->width; place++) {
        double ways[OPTIONS];
        set_ways(scan, line * scan->width + place, ways);
        add_field(both[(place + 1) % 2], both[place % 2], transitions, ways, place);
    }
    for (int s = STATE_EDGE; s < STATES; s++) {
        for (uint32_t pending = 0; s != STATE_ONE && pending <= scan->width; pending++)
            count += both[scan->width % 2][s][pending] * choices[pending];
    }
    return count;
}

/* Estimates the steps with lines along an orientation; infinite if profiles do not fit. */
static bship_status estimate_along(const bsi_evidence *evidence, int32_t along,
                                   const int32_t *unknown, bsi_work_budget *budget, double *steps)
{
    static const double steps_a_node = 160, steps_a_usage = 1; /* measured */
    /* By number of neighbours without contact. */
    static const uint8_t(*const automata[])[OPTIONS] = {
        [0] = contact_allowed,
        [4] = contact_no_sides,
        [8] = contact_none,
    };
    bsi_scan scan;
    double choices[PLACES_MAX], profiles = 0, usages = 1;
    bship_status status = BSHIP_OK;
    *steps = HUGE_VAL;
    if (bsi_scan_along(&scan, evidence, along))
        return BSHIP_OK;
    for (int32_t k = 0; k < evidence->class_count; k++)
        usages *= unknown[k] + 1;
    count_depth_choices(&scan, unknown, choices);
    int64_t cost = (int64_t)scan.width * STATES * OPTIONS / 2 + cover_steps(evidence);
    for (uint32_t line = 0; !status && line < scan.lines; line++) {
        profiles += count_profiles(&scan, automata[evidence->rules->contact_count], line, choices);
        status = bsi_work_charge(budget, cost * scan.width);
    }
    *steps = profiles * scan.width * (steps_a_node + steps_a_usage * usages);
    return status;
}

/* Whether profiles fit for some orientation, and usages can be numbered. */
static bool is_supported(const bsi_evidence *evidence)
{
    bsi_scan scan;
    return bsi_usages_count(evidence) > 0 &&
           (!bsi_scan_along(&scan, evidence, BSHIP_ORIENTATION_HORIZONTAL) ||
            !bsi_scan_along(&scan, evidence, BSHIP_ORIENTATION_VERTICAL));
}

bship_status bsi_frontier_estimate(const bsi_evidence *evidence, bsi_work_budget *budget,
                                   double *steps, int32_t *along)
{
    int32_t unknown[CLASSES_MAX];
    double by_row = HUGE_VAL, by_column = HUGE_VAL;
    bship_status status = BSHIP_OK;
    if (is_supported(evidence)) {
        status = count_unknown(evidence, budget, unknown);
        if (!status)
            status =
                estimate_along(evidence, BSHIP_ORIENTATION_HORIZONTAL, unknown, budget, &by_row);
        if (!status)
            status =
                estimate_along(evidence, BSHIP_ORIENTATION_VERTICAL, unknown, budget, &by_column);
    }
    *steps = by_column < by_row ? by_column : by_row;
    if (along)
        *along = by_column < by_row ? BSHIP_ORIENTATION_VERTICAL : BSHIP_ORIENTATION_HORIZONTAL;
    return status;
}
