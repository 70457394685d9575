/* The strategy `capacity` against its description, computed plainly cell by cell. */
#include "support.h"

#include <stdbool.h>

/* The value of a cell next to an unresolved hit: more than any number of placements. */
#define INFINITE INT32_MAX

static bship_cell shifted(bship_cell cell, int32_t dx, int32_t dy)
{
    return (bship_cell){ cell.x + dx, cell.y + dy };
}

static bool is_open(const bship_chart *chart, bship_cell cell)
{
    return bship_chart_hit_state_at(chart, cell) == BSHIP_HIT_STATE_UNRESOLVED;
}

/* Whether the contact rule excludes ships from a cell because of its neighbours. */
static bool is_barred(const bship_chart *chart, bship_cell cell)
{
    int32_t contact = bship_rules_get(bship_chart_rules(chart), BSHIP_RULE_CONTACT);

    for (int32_t i = 0; i < 9; i++) {
        int32_t dx = i % 3 - 1, dy = i / 3 - 1;
        int32_t state = bship_chart_hit_state_at(chart, shifted(cell, dx, dy));
        bool corner = dx != 0 && dy != 0, side = dx == 0 || dy == 0;
        if (contact == BSHIP_CONTACT_NONE && corner && state != BSHIP_HIT_STATE_NONE)
            return true;
        if (contact != BSHIP_CONTACT_ALLOWED && i != 4 && side &&
            state == BSHIP_HIT_STATE_ATTRIBUTED)
            return true;
    }
    return false;
}

static bool may_hold_ship(const bship_chart *chart, bship_cell cell)
{
    switch (bship_chart_state_at(chart, cell)) {
    case BSHIP_CHART_STATE_HIT:
        return true;
    case BSHIP_CHART_STATE_UNKNOWN:
    case BSHIP_CHART_STATE_SHOT:
        return !is_barred(chart, cell);
    default:
        return false;
    }
}

/* The number of placements of a length that cover a cell. */
static int32_t placements(const bship_chart *chart, bship_cell cell, int32_t length)
{
    int32_t count = 0;

    for (int32_t down = 0; down < (length > 1 ? 2 : 1); down++)
        for (int32_t before = 0; before < length; before++) {
            int32_t i = 0;
            while (i < length && may_hold_ship(chart, shifted(cell, down ? 0 : i - before,
                                                              down ? i - before : 0)))
                i++;
            count += i == length;
        }
    return count;
}

/* Of the longest ship afloat that fits through the cell. */
static int32_t capacity(const bship_chart *chart, bship_cell cell)
{
    const bship_fleet *fleet = bship_rules_fleet(bship_chart_rules(chart));
    int32_t count = 0;

    for (int32_t i = 0; i < bship_fleet_class_count(fleet) && count == 0; i++)
        if (bship_chart_ships_afloat_of_class(chart, i) > 0)
            count = placements(chart, cell, bship_fleet_class_length(fleet, i));
    return count;
}

/* The length of the run of unresolved hits through a cell; `ends` are the cells beyond it. */
static int32_t run_through(const bship_chart *chart, bship_cell cell, bool down, bship_cell ends[2])
{
    int32_t length = -1;

    for (int32_t way = -1; way <= 1; way += 2) {
        bship_cell at = cell;
        for (; is_open(chart, at); length++)
            at = shifted(at, down ? 0 : way, down ? way : 0);
        ends[way > 0] = at;
    }
    return length;
}

static bool can_go_on(const bship_chart *chart, bship_cell cell)
{
    return bship_chart_state_at(chart, cell) == BSHIP_CHART_STATE_UNKNOWN &&
           may_hold_ship(chart, cell);
}

/* Whether a cell is a target because of an unresolved hit at its side. */
static bool is_target(const bship_chart *chart, bship_cell cell)
{
    static const int32_t sides[4][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };

    for (int i = 0; i < 4; i++) {
        bship_cell hit = shifted(cell, sides[i][0], sides[i][1]), ends[2];
        bool down = i > 1;
        if (!is_open(chart, hit))
            continue;
        if (run_through(chart, hit, down, ends) > 1 || run_through(chart, hit, !down, ends) == 1 ||
            (!can_go_on(chart, ends[0]) && !can_go_on(chart, ends[1])))
            return true;
    }
    return false;
}

static int32_t value(const bship_chart *chart, bship_cell cell)
{
    int32_t count = may_hold_ship(chart, cell) ? capacity(chart, cell) : 0;
    return count > 0 && is_target(chart, cell) ? INFINITE : count;
}

static void check_aim(bship_ai *ai, const bship_chart *chart)
{
    const bship_rules *rules = bship_chart_rules(chart);
    int32_t best = 0;
    bship_cell aim;

    assert_ok(bship_ai_aim(ai, chart, NULL, &aim), "an aim");
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        if (bship_chart_state_at(chart, cell) == BSHIP_CHART_STATE_UNKNOWN &&
            value(chart, cell) > best)
            best = value(chart, cell);
    }
    cr_assert_eq(value(chart, aim), best, "%d,%d has value %d, not %d, under\n%s", (int)aim.x,
                 (int)aim.y, (int)value(chart, aim), (int)best, rules_text(rules));
}

Test(capacity, aims_at_a_cell_of_the_greatest_value_under_all_rules)
{
    static const struct shape any = {
        .width = 10, .height = 10, .ships = 6, .length = 6, .blocked = 8
    };
    bship_rng rng = rng_of(1);

    for (int i = 0; i < scaled(200); i++) {
        bship_rules *rules = random_rules(&rng, &any);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        bship_ai *ai = new_ai(rules, "capacity", (uint64_t)i);
        while (!bship_board_is_defeated(board)) {
            check_aim(ai, chart);
            if (between(&rng, 0, 1))
                fire_at_random(board, chart, &rng);
            else
                fire_by_ai(ai, board, chart);
        }
        bship_ai_free(ai);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}
