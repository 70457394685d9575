/* Density's incremental counts against counts computed from the public queries of the chart. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "strategy/density_counts.h"
#include "support.h"

#define CELLS_MAX 196

/* The reference counts, and what they are computed from. */
struct counts {
    const bship_chart *chart;
    const bship_rules *rules;
    const bship_fleet *fleet;
    int32_t width, height, contact;
    bool by_name;
    int32_t named[CELLS_MAX]; /* of a hit reported for a shot: the ship that it named */
    uint64_t weights[CELLS_MAX];
};

static void counts_init(struct counts *counts, const bship_chart *chart)
{
    memset(counts, 0, sizeof *counts);
    counts->chart = chart;
    counts->rules = bship_chart_rules(chart);
    counts->fleet = bship_rules_fleet(counts->rules);
    counts->width = bship_rules_width(counts->rules);
    counts->height = bship_rules_height(counts->rules);
    counts->contact = bship_rules_get(counts->rules, BSHIP_RULE_CONTACT);
    counts->by_name =
        bship_rules_get(counts->rules, BSHIP_RULE_DISCLOSURE) == BSHIP_DISCLOSURE_EVERY_HIT;
    for (int32_t i = 0; i < CELLS_MAX; i++)
        counts->named[i] = -1;
    for (int64_t i = 0; i < bship_chart_shots(chart); i++) {
        bship_report report;
        bship_cell cell;
        assert_ok(bship_chart_shot(chart, i, &cell, &report), "shot %d", (int)i);
        if (report.result == BSHIP_RESULT_HIT)
            counts->named[cell_index(counts->rules, cell)] = report.ship;
    }
}

static bship_cell ship_cell(bship_placement at, int32_t i)
{
    return at.orientation == BSHIP_ORIENTATION_HORIZONTAL ? (bship_cell){ at.x + i, at.y }
                                                          : (bship_cell){ at.x, at.y + i };
}

static bool covers(bship_placement at, int32_t length, bship_cell cell)
{
    for (int32_t i = 0; i < length; i++) {
        bship_cell own = ship_cell(at, i);
        if (own.x == cell.x && own.y == cell.y)
            return true;
    }
    return false;
}

/* Whether a hit next to a cell of a placement excludes it by the contact rule. */
static bool keeps_away(const struct counts *counts, bship_placement at, int32_t length,
                       bship_cell cell)
{
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            bship_cell near = { cell.x + dx, cell.y + dy };
            int32_t state = bship_chart_hit_state_at(counts->chart, near);
            if (counts->contact == BSHIP_CONTACT_ALLOWED ||
                (counts->contact == BSHIP_CONTACT_NO_SIDES && dx != 0 && dy != 0))
                continue;
            if (state == BSHIP_HIT_STATE_ATTRIBUTED ||
                (state == BSHIP_HIT_STATE_UNRESOLVED && !covers(at, length, near)))
                return true;
        }
    return false;
}

/* Whether a ship can cover a cell, considering no other cell. */
static bool can_cover(const struct counts *counts, int32_t ship, bship_cell cell)
{
    int32_t state = bship_chart_state_at(counts->chart, cell);

    /* A hit known from a total names no ship, so it can belong to any. */
    int32_t named = counts->by_name ? counts->named[cell_index(counts->rules, cell)] : -1;
    if (state == BSHIP_CHART_STATE_HIT)
        return named < 0 || named == bship_fleet_first_of_name(counts->fleet, ship);
    return state == BSHIP_CHART_STATE_UNKNOWN || state == BSHIP_CHART_STATE_SHOT;
}

static uint64_t weight_of(const struct counts *counts, bship_placement at)
{
    int32_t length = bship_fleet_length(counts->fleet, at.ship), hits = 0;
    uint64_t weight = 1;

    for (int32_t i = 0; i < length; i++) {
        bship_cell cell = ship_cell(at, i);
        if (!can_cover(counts, at.ship, cell) || keeps_away(counts, at, length, cell))
            return 0;
        hits += bship_chart_hit_state_at(counts->chart, cell) == BSHIP_HIT_STATE_UNRESOLVED;
    }
    for (int32_t i = 0; i < hits && i < 8; i++)
        weight *= 10;
    return weight;
}

/* The number of ships that count for a placement of this one; 0 unless it is the first of them. */
static int32_t ships_like(const struct counts *counts, int32_t ship)
{
    if (counts->by_name)
        return bship_fleet_first_of_name(counts->fleet, ship) == ship
                   ? bship_chart_ships_afloat_of_name(counts->chart, ship)
                   : 0;
    return first_of_length(counts->fleet, ship) == ship
               ? bship_chart_ships_afloat_of_class(
                     counts->chart,
                     class_of_length(counts->fleet, bship_fleet_length(counts->fleet, ship)))
               : 0;
}

static void count_all(struct counts *counts)
{
    for (int64_t index = 0; index < bship_rules_placement_count(counts->rules); index++) {
        bship_placement at;
        uint64_t weight;
        assert_ok(bship_rules_placement(counts->rules, index, &at), "number %d", (int)index);
        weight = weight_of(counts, at) * (uint64_t)ships_like(counts, at.ship);
        for (int32_t i = 0; i < bship_fleet_length(counts->fleet, at.ship); i++)
            counts->weights[cell_index(counts->rules, ship_cell(at, i))] += weight;
    }
}

static bsi_work_budget unlimited = { .limit = INT64_MAX };

/* Incremental counts and their memory. */
struct kept {
    bsi_density density;
    void *block;
};

static void kept_init(struct kept *kept, const bship_rules *rules)
{
    bsi_arena arena = { NULL, 0 };

    memset(kept, 0, sizeof *kept);
    bsi_density_carve(&kept->density, rules, &arena);
    kept->block = calloc(1, arena.used);
    arena = (bsi_arena){ kept->block, 0 };
    bsi_density_carve(&kept->density, rules, &arena);
    assert_ok(bsi_density_start(&kept->density, &unlimited), "a start");
}

/* Asserts that the counts are equal, and that the strategy chooses a cell of greatest weight. */
static void check_counts(struct kept *kept, bship_ai *ai, const bship_chart *chart)
{
    struct counts counts;
    uint64_t greatest = 0;
    bship_cell aim;

    counts_init(&counts, chart);
    count_all(&counts);
    assert_ok(bsi_density_update(&kept->density, chart, &unlimited), "an update");
    for (int32_t i = 0; i < cell_count(counts.rules); i++) {
        bship_cell cell = cell_at(counts.rules, i);
        uint64_t weight = kept->density.weights[bsi_position(counts.rules, cell)];
        if (bship_chart_state_at(chart, cell) != BSHIP_CHART_STATE_UNKNOWN)
            continue;
        cr_assert_eq(weight, counts.weights[i],
                     "%d,%d weighs %llu, not %llu, after %d turns of\n%s", (int)cell.x, (int)cell.y,
                     (unsigned long long)weight, (unsigned long long)counts.weights[i],
                     (int)bship_chart_turns(chart), rules_text(counts.rules));
        if (weight > greatest)
            greatest = weight;
    }
    if (bship_chart_unknown(chart) == 0)
        return;
    assert_ok(bship_ai_aim(ai, chart, NULL, &aim), "an aim");
    cr_assert_eq(counts.weights[cell_index(counts.rules, aim)], greatest,
                 "%d,%d is not one of the greatest of\n%s", (int)aim.x, (int)aim.y,
                 rules_text(counts.rules));
}

static void check_games(const struct shape *shape, int count, uint64_t seed)
{
    bship_rng rng = rng_of(seed);

    for (int i = 0; i < count; i++) {
        bship_rules *rules = random_rules(&rng, shape);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        bship_ai *ai = new_ai(rules, "density", (uint64_t)i);
        struct kept kept;
        kept_init(&kept, rules);
        for (int game = 0; game < 2; game++) {
            check_counts(&kept, ai, chart);
            while (between(&rng, 0, 1)
                       ? fire_at_random(board, chart, &rng) > 0
                       : !bship_board_is_defeated(board) && fire_by_ai(ai, board, chart) > 0)
                if (game == 0 || between(&rng, 0, 3))
                    check_counts(&kept, ai, chart);
            check_counts(&kept, ai, chart);
            bship_chart_reset(chart);
            bship_board_clear_shots(board);
            assert_ok(bsi_density_start(&kept.density, &unlimited), "a start");
        }
        free(kept.block);
        bship_ai_free(ai);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(density, counts_kept_up_equal_counts_made_anew_under_all_rules)
{
    static const struct shape any = {
        .width = 10, .height = 10, .ships = 6, .length = 6, .blocked = 8
    };
    check_games(&any, scaled(150), 1);
}

Test(density, counts_kept_up_equal_counts_made_anew_on_crowded_boards)
{
    static const struct shape crowded = { .width = 6, .height = 6, .ships = 9, .length = 4 };
    check_games(&crowded, scaled(300), 2);
}

Test(density, counts_kept_up_equal_counts_made_anew_with_long_ships)
{
    /* More hits in a line than add weight. */
    static const struct shape lines = { .width = 14, .height = 3, .ships = 4, .length = 12 };
    check_games(&lines, scaled(100), 3);
}
