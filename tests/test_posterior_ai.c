/*
 * The strategy `posterior`: it fires at the cells of highest index, and its position cache changes
 * nothing.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <battleship/enumeration.h>

#include "support.h"

#define CELLS_MAX 64
#define SALVO_MAX 5

#define CONTACTS 3
#define DISCLOSURES 5

/* ---- players with different caches ---- */

/* Their memory limits, of which a quarter is for the cache. */
static const uint64_t memories[] = { 0, 64 << 20, 32 << 20 };

#define PLAYERS 3

struct table {
    bship_rules *rules;
    bship_ai *players[PLAYERS];
    bship_posterior *posterior; /* NULL until there is one */
    uint64_t seed;
};

static bship_ai *new_player(const bship_rules *rules, uint64_t seed, uint64_t memory)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;

    options.seed = seed;
    options.memory_limit = memory;
    assert_ok(bship_ai_new(&ai, rules, "posterior", &options, NULL), "%s", rules_text(rules));
    return ai;
}

/* Lets the players with a cache play games of their own, the first one most of them. */
static void gather_experience(struct table *table, int games, bship_rng *rng)
{
    bship_board *board = random_board(table->rules, rng);
    bship_chart *chart = new_chart(table->rules);

    for (int i = 0; i < games; i++) {
        bship_ai *ai = table->players[i % 4 == 0];
        bship_ai_reset(ai, (uint64_t)i / 4);
        assert_ok(bship_board_place_random(board, rng, NULL, NULL), "a layout");
        while (!bship_board_is_defeated(board))
            fire_by_ai(ai, board, chart);
        bship_chart_reset(chart);
        bship_board_clear(board);
    }
    bship_chart_free(chart);
    bship_board_free(board);
}

/* Creates a table of players; those with a cache have played `games` games. */
static void open_table(struct table *table, bship_rules *rules, int games, bship_rng *rng)
{
    *table = (struct table){ .rules = rules };
    for (int i = 0; i < PLAYERS; i++)
        table->players[i] = new_player(rules, 0, memories[i]);
    gather_experience(table, games, rng);
}

static void close_table(struct table *table)
{
    for (int i = 0; i < PLAYERS; i++)
        bship_ai_free(table->players[i]);
    bship_posterior_free(table->posterior);
    bship_rules_unref(table->rules);
}

/* Starts a game with the same seed for all players. */
static void seat(struct table *table, uint64_t seed)
{
    table->seed = seed;
    for (int i = 0; i < PLAYERS; i++)
        bship_ai_reset(table->players[i], seed);
}

/* ---- choices ---- */

/* The position as a record, for messages; good until the next call. */
static const char *record_of(const bship_chart *chart)
{
    static char text[65536];
    bship_record *record = NULL;

    assert_ok(bship_record_new_chart(&record, chart, BSHIP_SIDE_A, NULL), "a record");
    bship_record_format(record, text, sizeof text);
    bship_record_free(record);
    return text;
}

/* ---- the index, by its definition in doc/strategies.md ---- */

/* The cell of a placement; number 0 is the first. */
static bship_cell cell_of(bship_placement placement, int32_t number)
{
    bool is_down = placement.orientation == BSHIP_ORIENTATION_VERTICAL;
    return (bship_cell){ placement.x + (is_down ? 0 : number),
                         placement.y + (is_down ? number : 0) };
}

/* Whether the class of a ship has another ship before it. */
static bool is_counted(const bship_rules *rules, int32_t ship)
{
    const bship_fleet *fleet = bship_rules_fleet(rules);
    int32_t disclosure = bship_rules_get(rules, BSHIP_RULE_DISCLOSURE);
    bool has_names =
        disclosure == BSHIP_DISCLOSURE_SHIP || disclosure == BSHIP_DISCLOSURE_EVERY_HIT;

    for (int32_t i = 0; i < ship; i++) {
        bool is_named_alike =
            strcmp(bship_fleet_name(fleet, i), bship_fleet_name(fleet, ship)) == 0;
        if (bship_fleet_length(fleet, i) == bship_fleet_length(fleet, ship) &&
            (!has_names || is_named_alike))
            return true;
    }
    return false;
}

/* Whether a cell shares a side with a hit or, where corners may not touch either, a corner. */
static bool touches_hit(const bship_chart *chart, bship_cell cell)
{
    int32_t contact = bship_rules_get(bship_chart_rules(chart), BSHIP_RULE_CONTACT);

    for (int32_t y = -1; y <= 1; y++) {
        for (int32_t x = -1; x <= 1; x++) {
            bship_cell at = { cell.x + x, cell.y + y };
            int32_t state = bship_chart_state_at(chart, at);
            bool is_near = contact == BSHIP_CONTACT_NONE ||
                           (contact == BSHIP_CONTACT_NO_SIDES && (x == 0 || y == 0));
            if (is_near && (state == BSHIP_CHART_STATE_HIT || state == BSHIP_CHART_STATE_SUNK))
                return true;
        }
    }
    return false;
}

/* What a chart says of the cells of a placement. */
struct cells_seen {
    int32_t unknown;
    int32_t hit;
    bool touches; /* whether one of them may not be part of a ship that has no hit */
};

static struct cells_seen look_at(const bship_chart *chart, bship_placement placement,
                                 int32_t length)
{
    struct cells_seen seen = { 0 };

    for (int32_t k = 0; k < length; k++) {
        bship_cell cell = cell_of(placement, k);
        int32_t state = bship_chart_state_at(chart, cell);
        seen.unknown += state == BSHIP_CHART_STATE_UNKNOWN;
        seen.hit += state == BSHIP_CHART_STATE_HIT || state == BSHIP_CHART_STATE_SUNK;
        seen.touches |= touches_hit(chart, cell);
    }
    return seen;
}

/* The numbers of placements on unknown cells alone, by ship; the greatest is returned. */
static int32_t count_open(const bship_chart *chart, int32_t *open)
{
    const bship_rules *rules = bship_chart_rules(chart);
    const bship_fleet *fleet = bship_rules_fleet(rules);
    int32_t most = 1;

    for (int64_t i = 0; i < bship_rules_placement_count(rules); i++) {
        bship_placement placement;
        assert_ok(bship_rules_placement(rules, i, &placement), "a placement");
        int32_t length = bship_fleet_length(fleet, placement.ship), *count = &open[placement.ship];
        struct cells_seen seen = look_at(chart, placement, length);
        *count += seen.unknown == length && !seen.touches;
        most = *count > most ? *count : most;
    }
    return most;
}

/* The index of every unknown cell, from the probabilities of single placements. */
static void find_indices(const bship_posterior *posterior, const bship_chart *chart, double *grid)
{
    const bship_rules *rules = bship_chart_rules(chart);
    const bship_fleet *fleet = bship_rules_fleet(rules);
    bool is_named = bship_rules_get(rules, BSHIP_RULE_DISCLOSURE) == BSHIP_DISCLOSURE_EVERY_HIT;
    int32_t open[CELLS_MAX] = { 0 }, most = count_open(chart, open);
    int32_t free = bship_rules_width(rules) * bship_rules_height(rules) -
                   (int32_t)bship_rules_blocked(rules, NULL, 0);
    bool is_crowded = bship_rules_get(rules, BSHIP_RULE_CONTACT) != BSHIP_CONTACT_ALLOWED &&
                      4 * bship_fleet_cells(fleet) > free;
    double greatest = is_crowded ? 1 : fmax(1, fmin(most / 15.0, 3));

    bship_posterior_occupancy(posterior, grid, CELLS_MAX);
    if (reports_totals(rules))
        return;
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_forecast forecast = BSHIP_FORECAST_INIT;
        bool is_unknown = !bship_posterior_forecast(posterior, cell_at(rules, i), &forecast);
        grid[i] = is_unknown && is_named ? forecast.entropy / 2 : 0;
    }
    for (int64_t i = 0; i < bship_rules_placement_count(rules); i++) {
        bship_placement placement;
        double share;
        assert_ok(bship_rules_placement(rules, i, &placement), "a placement");
        assert_ok(bship_posterior_placement(posterior, placement, &share), "a placement");
        if (is_counted(rules, placement.ship))
            continue;
        int32_t length = bship_fleet_length(fleet, placement.ship);
        struct cells_seen seen = look_at(chart, placement, length);
        double weight = seen.hit > 0 ? 1 : greatest * open[placement.ship] / most;
        double sinking = seen.unknown == 1 ? 0.5 : 0;
        for (int32_t k = 0; k < length; k++)
            grid[cell_index(rules, cell_of(placement, k))] += (weight - sinking) * share;
    }
}

/* Asserts that an aim has the highest indices of all unknown cells, or nearly so for a sample. */
static void assert_highest(const bship_posterior *posterior, const bship_chart *chart,
                           const bship_cell *cells, size_t count, bool is_exact)
{
    const bship_rules *rules = bship_chart_rules(chart);
    double grid[CELLS_MAX], least = (double)INFINITY;
    bool is_chosen[CELLS_MAX] = { false };

    find_indices(posterior, chart, grid);
    for (size_t i = 0; i < count; i++) {
        int32_t at = cell_index(rules, cells[i]);
        is_chosen[at] = true;
        cr_assert_leq(grid[at], least + (is_exact ? 1e-9 : 0.3), "cell %zu is better:\n%s", i,
                      record_of(chart));
        least = grid[at] < least ? grid[at] : least;
    }
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bool is_left =
            bship_chart_state_at(chart, cell_at(rules, i)) == BSHIP_CHART_STATE_UNKNOWN &&
            !is_chosen[i];
        cr_assert(!is_left || grid[i] <= least + (is_exact ? 1e-9 : 0.3),
                  "%d,%d has index %f, more than %f:\n%s", (int)cell_at(rules, i).x,
                  (int)cell_at(rules, i).y, grid[i], least, record_of(chart));
    }
}

/* ---- aims ---- */

/* Aims at one cell or several: they must be those expected, or the refusal write nothing. */
static void check_aim(bship_ai *ai, const bship_chart *chart, size_t count, bship_status status,
                      const bship_cell *expected, const char *who)
{
    bship_cell cells[SALVO_MAX];

    for (size_t i = 0; i < count; i++)
        cells[i] = (bship_cell){ -7, -7 };
    assert_status(count > 1 ? bship_ai_aim_salvo(ai, chart, NULL, cells, count)
                            : bship_ai_aim(ai, chart, NULL, cells),
                  status, "%s:\n%s", who, record_of(chart));
    for (size_t i = 0; i < count; i++)
        cr_assert(cells[i].x == expected[i].x && cells[i].y == expected[i].y,
                  "%s: cell %zu of %zu is %d,%d, not %d,%d:\n%s", who, i, count, (int)cells[i].x,
                  (int)cells[i].y, (int)expected[i].x, (int)expected[i].y, record_of(chart));
}

/* Lets each player aim at one cell, several, or both in either order. */
static void check_players(struct table *table, const bship_chart *chart, size_t count,
                          bship_status status, const bship_cell *expected, bship_rng *rng)
{
    static const char *const names[] = { "the experienced", "the forgetful", "the memoryless" };

    for (int i = 0; i < PLAYERS; i++) {
        int32_t order = between(rng, 0, 3);
        if (order % 2 == 0)
            check_aim(table->players[i], chart, 1, status, expected, names[i]);
        if (order > 0)
            check_aim(table->players[i], chart, count, status, expected, names[i]);
        if (order == 3)
            check_aim(table->players[i], chart, 1, status, expected, names[i]);
    }
}

/*
 * Lets all players and a new one aim, at single cells and at salvos; returns the number of unknown
 * cells: 0 if no layout agrees with the chart.
 */
static size_t check_position(struct table *table, const bship_chart *chart, bship_rng *rng,
                             bship_cell cells[SALVO_MAX])
{
    size_t unknown = (size_t)bship_chart_unknown(chart), count = (size_t)between(rng, 1, SALVO_MAX);
    bship_ai *fresh = new_player(table->rules, table->seed, 0);
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    bship_status status;

    if (count > unknown)
        count = unknown;
    for (size_t i = 0; i < count; i++)
        cells[i] = (bship_cell){ -7, -7 };
    status = table->posterior ? bship_posterior_update(table->posterior, chart, NULL)
                              : bship_posterior_new(&table->posterior, chart, NULL, NULL);
    assert_status(bship_ai_aim_salvo(fresh, chart, NULL, cells, count), status, "%s",
                  record_of(chart));
    if (!status)
        assert_ok(bship_ai_describe(fresh, &info), "what it rests on");
    bship_ai_free(fresh);
    check_players(table, chart, count, status, cells, rng);
    if (status == BSHIP_ERROR_CONTRADICTION)
        return 0;
    assert_ok(status, "%s", record_of(chart));
    assert_highest(table->posterior, chart, cells, count, info.is_exact);
    return count;
}

/* ---- games ---- */

/* Random rules of a small board with enough ships that positions are cached. */
static bship_rules *crowded_rules(bship_rng *rng, int32_t contact, int32_t disclosure,
                                  struct shape shape)
{
    static const int32_t sizes[][2] = { { 5, 5 }, { 6, 6 }, { 4, 6 }, { 6, 5 }, { 7, 4 } };
    const int32_t *size = sizes[between(rng, 0, 4)];
    bship_rules *rules = NULL;

    shape.width = size[0];
    shape.height = size[1];
    shape.ships = 6;
    shape.length = 3;
    shape.blocked = 2 * between(rng, 0, 1);
    shape.pin[BSHIP_RULE_CONTACT] = 1 + contact;
    shape.pin[BSHIP_RULE_DISCLOSURE] = 1 + disclosure;
    do {
        bship_rules_unref(rules);
        rules = random_rules(rng, &shape);
    } while (bship_fleet_count(bship_rules_fleet(rules)) < 5 ||
             bship_rules_width(rules) < size[0] || bship_rules_height(rules) < size[1]);
    return rules;
}

/* Plays a game; most turns are the players' choices. */
static void check_game(struct table *table, bship_rng *rng)
{
    bship_board *board = random_board(table->rules, rng);
    bship_chart *chart = new_chart(table->rules);
    bool salvos = has_salvos(table->rules);

    while (!bship_board_is_defeated(board)) {
        bship_cell cells[SALVO_MAX];
        size_t count = check_position(table, chart, rng, cells);
        cr_assert_gt(count, 0, "the truth is possible");
        if (between(rng, 0, 3) == 0)
            fire_at_random(board, chart, rng);
        else
            fire_turn(board, chart, cells, salvos ? count : 1);
    }
    bship_chart_free(chart);
    bship_board_free(board);
}

Test(posterior_ai, fires_at_the_highest_index_whatever_is_cached)
{
    static const struct shape any;

    for (int32_t rule_values = 0; rule_values < CONTACTS * DISCLOSURES; rule_values++) {
        bship_rng rng = rng_of(800 + (uint64_t)rule_values);
        for (int i = 0; i < scaled(2); i++) {
            bship_rules *rules =
                crowded_rules(&rng, rule_values % CONTACTS, rule_values / CONTACTS, any);
            struct table table;
            /* Positions with totals of salvos take long to analyse and are not cached. */
            open_table(&table, rules, scaled(reports_totals(rules) ? 4 : 150), &rng);
            for (uint64_t game = 0; game < (uint64_t)scaled(6); game++) {
                seat(&table, game / 2);
                check_game(&table, &rng);
            }
            close_table(&table);
        }
    }
}

/*
 * 4x4 {3,2} after misses at B1 and C2: D3 is the likeliest cell, in 49 of 97 layouts, of which 33
 * have the longer ship there. B3 is in 48, but in 20 of them under the shorter ship, which has 17
 * placements left while the longer has 9. So the index prefers B3, and says no more than that.
 */
Test(posterior_ai, prefers_the_ship_that_is_harder_to_find)
{
    static const bship_report miss = { BSHIP_RESULT_MISS, -1, 0, 0, 0, 0, 0, 0 };
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_ai(rules, "posterior", 0);
    bship_posterior *posterior = NULL;
    bship_cell best[16], cell;
    double occupancy[16], scores[16], indices[CELLS_MAX];

    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 0 }, &miss, NULL), "B1");
    assert_ok(bship_chart_record(chart, (bship_cell){ 2, 1 }, &miss, NULL), "C2");
    assert_ok(bship_posterior_new(&posterior, chart, NULL, NULL), "a posterior");
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
    cr_assert(cell.x == 1 && cell.y == 2, "it fires at %d,%d, not at B3", (int)cell.x, (int)cell.y);
    find_indices(posterior, chart, indices);
    cr_assert_float_eq(indices[9], (28 * 9 / 17.0 + 20) * (17 / 15.0) / 97, 1e-12,
                       "the index of B3");
    cr_assert_float_eq(indices[11], (33 * 9 / 17.0 + 16) * (17 / 15.0) / 97, 1e-12,
                       "the index of D3");

    cr_assert_eq(bship_posterior_best(posterior, best, 16), 14, "the unknown cells");
    cr_assert(best[0].x == 3 && best[0].y == 2, "D3 is not the likeliest cell");
    bship_posterior_occupancy(posterior, occupancy, 16);
    cr_assert_float_eq(occupancy[11], 49 / 97.0, 1e-12, "D3");
    cr_assert_float_eq(occupancy[9], 48 / 97.0, 1e-12, "B3");
    assert_ok(bship_ai_scores(ai, chart, NULL, scores, 16), "scores");
    for (int i = 0; i < 16; i++)
        cr_assert_eq(scores[i], occupancy[i], "score %d is not the occupancy", i);
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim after the scores");
    cr_assert(cell.x == 1 && cell.y == 2, "it fires elsewhere after the scores");

    bship_ai_free(ai);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- possibly impossible charts ---- */

static int32_t distance(bship_cell a, bship_cell b)
{
    return abs(a.x - b.x) + abs(a.y - b.y);
}

/* A chart with hits near a random cell, so that touching ships are hit together. */
static bship_chart *chart_of_hits(const bship_rules *rules, int32_t hits, bship_rng *rng)
{
    bship_board *board = random_board(rules, rng);
    bship_chart *chart = new_chart(rules);
    bship_cell centre = cell_at(rules, between(rng, 0, cell_count(rules) - 1));

    while (bship_chart_hits(chart) < hits) {
        bship_cell nearest = { -100, -100 };
        for (int32_t i = 0; i < cell_count(rules); i++) {
            bship_cell cell = cell_at(rules, i);
            if (bship_board_state_at(board, cell) == BSHIP_BOARD_STATE_SHIP &&
                distance(cell, centre) < distance(nearest, centre))
                nearest = cell;
        }
        fire_turn(board, chart, &nearest, 1);
    }
    bship_board_free(board);
    return chart;
}

/*
 * Records the shots of a chart in random order, as far as a chart accepts them; returns the number
 * of impossible positions, a few at most.
 */
static int check_shuffled(struct table *table, const bship_chart *chart, bship_rng *rng)
{
    bship_chart *shuffled = new_chart(table->rules);
    int32_t shots = (int32_t)bship_chart_shots(chart), order[CELLS_MAX];
    int impossible = 0;

    for (int32_t i = 0; i < shots; i++) {
        int32_t j = between(rng, 0, i);
        order[i] = order[j];
        order[j] = i;
    }
    for (int32_t i = 0; i < shots && impossible < 2; i++) {
        bship_cell cell, cells[SALVO_MAX];
        bship_report report;
        assert_ok(bship_chart_shot(chart, order[i], &cell, &report), "shot %d", (int)order[i]);
        if (!bship_chart_record(shuffled, cell, &report, NULL))
            impossible += check_position(table, shuffled, rng, cells) == 0;
    }
    bship_chart_free(shuffled);
    return impossible;
}

/* Shuffles charts of a few hits, and now and then of nearly all. */
static int check_orders(struct table *table, int games, bship_rng *rng)
{
    int32_t cells = bship_fleet_cells(bship_rules_fleet(table->rules));
    int impossible = 0;

    for (int game = 0; game < games; game++) {
        int32_t hits = between(rng, 2, game % 4 ? 5 : cells - 1);
        bship_chart *chart = chart_of_hits(table->rules, hits, rng);
        seat(table, (uint64_t)game);
        for (int i = 0; i < 6; i++)
            impossible += check_shuffled(table, chart, rng);
        bship_chart_free(chart);
    }
    return impossible;
}

/* Where the order of the hits matters, a cache entry must be of the same order. */
Test(posterior_ai, distinguishes_orders_of_the_hits)
{
    struct shape shape = { .pin = { 0 } };
    int impossible = 0;

    shape.pin[BSHIP_RULE_SALVO_REPORT] = 1 + BSHIP_SALVO_REPORT_EACH;
    shape.pin[BSHIP_RULE_REVEAL_WATER] = 1 + BSHIP_REVEAL_WATER_NO;
    for (int32_t rule_values = 0; rule_values < CONTACTS * DISCLOSURES; rule_values++) {
        /* Most where ships may touch. */
        int games = scaled(rule_values % CONTACTS == BSHIP_CONTACT_ALLOWED ? 24 : 4);
        bship_rng rng = rng_of(1100 + (uint64_t)rule_values);
        for (int i = 0; i < scaled(3); i++) {
            struct table table;
            open_table(&table,
                       crowded_rules(&rng, rule_values % CONTACTS, rule_values / CONTACTS, shape),
                       0, &rng);
            impossible += check_orders(&table, games, &rng);
            close_table(&table);
        }
    }
    cr_assert_gt(impossible, 0, "no position was impossible");
}

/* Records a shot at a cell of row 2, which hits one of several ships of length 2 or sinks it. */
static void record_hit(bship_chart *chart, int32_t x, bool sinks)
{
    int32_t disclosure = bship_rules_get(bship_chart_rules(chart), BSHIP_RULE_DISCLOSURE);
    bool is_named = disclosure == BSHIP_DISCLOSURE_EVERY_HIT;
    bship_report report = BSHIP_REPORT_INIT;

    report.result = sinks ? BSHIP_RESULT_SUNK : BSHIP_RESULT_HIT;
    if (is_named || (sinks && discloses_length(disclosure)))
        report.length = 2;
    if (is_named || (sinks && discloses_name(disclosure)))
        report.ship = 0;
    assert_ok(bship_chart_record(chart, (bship_cell){ x, 1 }, &report, NULL), "column %d", (int)x);
}

/*
 * Ships of length 2 that may touch; B2 and D2 hit, and C2 sank one: it is known which if D2 was
 * fired at last, and otherwise not.
 */
Test(posterior_ai, caches_the_order_in_which_a_ship_sank)
{
    static const int32_t orders[][3] = { { 1, 2, 3 }, { 1, 3, 2 } };
    bship_rng rng = rng_of(1000);

    for (int32_t disclosure = 0; disclosure < DISCLOSURES; disclosure++) {
        if (disclosure == BSHIP_DISCLOSURE_HIT)
            continue;
        char text[128];
        double covered[2], grid[CELLS_MAX];
        struct table table;
        snprintf(text, sizeof text, "board 6x6\nfleet 2 2 2 2 2 2 2\ndisclosure %s\n",
                 bship_enum_name(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_DISCLOSURE, disclosure));
        open_table(&table, rules_from(text), 0, &rng);
        for (int i = 0; i < 2; i++) {
            bship_chart *chart = new_chart(table.rules);
            bship_cell cells[SALVO_MAX];
            for (int shot = 0; shot < 3; shot++)
                record_hit(chart, orders[i][shot], orders[i][shot] == 2);
            check_position(&table, chart, &rng, cells);
            bship_posterior_occupancy(table.posterior, grid, CELLS_MAX);
            covered[i] = grid[6];
            bship_chart_free(chart);
        }
        cr_assert_eq(covered[0] < covered[1], 1, "A2 is no likelier if the wreck is open:\n%s",
                     text);
        close_table(&table);
    }
}

/* A ship of length 4 on 4x4 has no placement left once a diagonal is water. */
Test(posterior_ai, refuses_what_is_impossible)
{
    static const bship_report miss = BSHIP_REPORT_INIT;
    bship_rules *rules = rules_from("board 4x4\nfleet 4\n");
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_player(rules, 0, 0);
    static const bship_cell nowhere[] = { { -7, -7 }, { -7, -7 } };
    bship_cell cell;

    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an empty chart");
    for (int32_t i = 0; i < 4; i++)
        assert_ok(bship_chart_record(chart, (bship_cell){ i, i }, &miss, NULL), "no line is left");
    check_aim(ai, chart, 1, BSHIP_ERROR_CONTRADICTION, nowhere, "one cell");
    check_aim(ai, chart, 2, BSHIP_ERROR_CONTRADICTION, nowhere, "two cells");
    assert_ok(bship_chart_truncate(chart, 3), "the last shot is removed");
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "two lines are left");
    cr_assert(cell.x == 3 && cell.y == 3, "%d,%d is in one line or none", (int)cell.x, (int)cell.y);
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/*
 * Beyond its limits it fires as density does, and says which limit it was: under all disclosures,
 * reported by shots and by totals, single shots and salvos.
 */
Test(posterior_ai, fires_as_density_beyond_its_limits)
{
    static const char *const turns[] = { "turn one\n", "turn salvo 3\n",
                                         "turn salvo 3\nsalvo-report total\n" };
    static const char *const disclosures[] = { "hit", "sunk", "length", "ship", "every-hit" };
    bship_rng rng = rng_of(11);

    for (int i = 0; i < 15; i++) {
        char text[160];
        snprintf(text, sizeof text, "board 8x8\nfleet 4 3 3 2\n%sdisclosure %s\n", turns[i % 3],
                 disclosures[i / 3]);
        bship_rules *rules = rules_from(text);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
        bship_ai *density = new_ai(rules, "density", 7), *limited = NULL;
        size_t count = i % 3 ? 3 : 1;
        options.seed = 7;
        options.work_limit = 1;
        assert_ok(bship_ai_new(&limited, rules, "posterior", &options, NULL), "an AI");
        while (!bship_board_is_defeated(board) && bship_chart_unknown(chart) >= (int32_t)count) {
            bship_cell expected[3], cells[3];
            bship_ai_info info = BSHIP_AI_INFO_INIT;
            double scores[64], same[64];
            assert_ok(bship_ai_aim_salvo(density, chart, NULL, expected, count), "%s", text);
            assert_ok(bship_ai_aim_salvo(limited, chart, NULL, cells, count), "%s", text);
            for (size_t k = 0; k < count; k++)
                cr_assert(cells[k].x == expected[k].x && cells[k].y == expected[k].y,
                          "cell %zu is %d,%d, not %d,%d:\n%s", k, (int)cells[k].x, (int)cells[k].y,
                          (int)expected[k].x, (int)expected[k].y, record_of(chart));
            assert_ok(bship_ai_describe(limited, &info), "%s", text);
            cr_assert_eq(info.status, BSHIP_ERROR_WORK_LIMIT, "status %d", (int)info.status);
            cr_assert_eq(info.method, -1, "method %d", (int)info.method);
            assert_ok(bship_ai_scores(density, chart, NULL, scores, 64), "%s", text);
            assert_ok(bship_ai_scores(limited, chart, NULL, same, 64), "%s", text);
            cr_assert_arr_eq(scores, same, sizeof scores, "other scores:\n%s", record_of(chart));
            fire_turn(board, chart, cells, count);
        }
        bship_ai_free(limited);
        bship_ai_free(density);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* Many short ships need the frontier, which does not fit. */
Test(posterior_ai, keeps_to_its_memory_limit)
{
    bship_rules *rules =
        rules_from("board 20x20\nturn salvo 3\nsalvo-report total\nfleet german\n");
    bship_chart *chart = new_chart(rules);
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    bship_cell cell;

    for (uint64_t limit = 1; limit < 1 << 20; limit *= 32) {
        bship_ai *ai = new_player(rules, 0, limit);
        assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "%d bytes", (int)limit);
        assert_ok(bship_ai_describe(ai, &info), "%d bytes", (int)limit);
        cr_assert(info.status ? info.method == -1 : info.method > BSHIP_METHOD_AUTO,
                  "status %d, method %d", (int)info.status, (int)info.method);
        bship_ai_free(ai);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* A limit is not an amount: the largest possible one must not be allocated at once. */
Test(posterior_ai, caches_within_any_limit)
{
    static const uint64_t limits[] = { UINT64_MAX, (uint64_t)1 << 63, 1 };
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_chart *chart = new_chart(rules);
    bship_cell first = { -1, -1 };

    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        bship_ai *ai = new_player(rules, 0, limits[i]);
        bship_cell cell;
        assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "limit %llu",
                  (unsigned long long)limits[i]);
        if (i == 0)
            first = cell;
        cr_assert(cell.x == first.x && cell.y == first.y, "limit %llu: another cell",
                  (unsigned long long)limits[i]);
        bship_ai_free(ai);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- the basis of an aim ---- */

/* Asserts the basis of the last aim of an AI. */
static void check_basis(const bship_ai *ai, int32_t method, bool is_exact, const char *what)
{
    bship_ai_info info = BSHIP_AI_INFO_INIT;

    assert_ok(bship_ai_describe(ai, &info), "%s", what);
    cr_assert_eq(info.method, method, "%s: %s", what,
                 bship_enum_name(BSHIP_ENUM_METHOD, info.method));
    cr_assert_eq(info.is_exact != 0, is_exact, "%s: exact or not", what);
}

Test(posterior_ai, describes_the_basis_of_its_aim)
{
    bship_rules *rules = rules_from("board 10x10\nfleet classic\n");
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_ai(rules, "posterior", 0), *other = new_ai(rules, "density", 0);
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    static const bship_report miss = { BSHIP_RESULT_MISS, -1, 0, 0, 0, 0, 0, 0 };
    bship_cell cell;

    assert_status(bship_ai_describe(NULL, &info), BSHIP_ERROR_ARGUMENT, "no AI");
    assert_status(bship_ai_describe(ai, NULL), BSHIP_ERROR_ARGUMENT, "no description");
    assert_status(bship_ai_describe(ai, &info), BSHIP_ERROR_STATE, "it has not aimed");
    assert_ok(bship_ai_aim(other, chart, NULL, &cell), "density aims");
    assert_status(bship_ai_describe(other, &info), BSHIP_ERROR_UNSUPPORTED, "it does not analyse");
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "it aims");
    check_basis(ai, BSHIP_METHOD_ENUMERATION, true, "an empty chart");
    assert_ok(bship_ai_describe(ai, &info), "an empty chart");
    cr_assert_gt(info.work, 0, "no work");
    assert_ok(bship_chart_record(chart, cell, &miss, NULL), "a miss");
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "it aims");
    bship_chart_reset(chart);
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "it aims again");
    check_basis(ai, BSHIP_METHOD_ENUMERATION, true, "a cached position");
    assert_ok(bship_ai_describe(ai, &info), "a cached position");
    cr_assert_eq(info.work, 0, "it was worked out again in %lld steps", (long long)info.work);
    bship_ai_reset(ai, 1);
    assert_status(bship_ai_describe(ai, &info), BSHIP_ERROR_STATE, "it was reset");
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "it aims after a reset");
    check_basis(ai, BSHIP_METHOD_ENUMERATION, true, "the first aim after a reset");
    bship_ai_free(ai);
    bship_ai_free(other);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(posterior_ai, says_so_where_it_samples)
{
    bship_rules *rules = rules_from("board 20x20\nfleet german\n");
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_ai(rules, "posterior", 0);
    bship_cell cell;

    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "it aims");
    check_basis(ai, BSHIP_METHOD_REJECTION, false, "ten ships on 20x20");
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* More totals than the residual dynamic programme can represent. */
Test(posterior_ai, fires_as_density_if_the_evidence_is_too_large)
{
    enum {
        SALVOS = 66
    };
    char text[512] = "board 20x20\nturn salvo 2\nsalvo-report total\ndisclosure hit\nfleet";
    bship_total total = BSHIP_TOTAL_INIT;
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    bship_cell cell;

    for (int i = 0; i < SALVOS; i++)
        strcat(text, " 1");
    strcat(text, "\n");
    bship_rules *rules = rules_from(text);
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_ai(rules, "posterior", 0);
    total.hits = 1;
    for (int32_t i = 0; i < SALVOS; i++) {
        bship_cell cells[2] = { cell_at(rules, 2 * i), cell_at(rules, 2 * i + 1) };
        assert_ok(bship_chart_record_total(chart, cells, 2, &total, NULL), "salvo %d", (int)i);
    }
    assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "it does not give up");
    assert_ok(bship_chart_check_fire(chart, cell), "where it may");
    check_basis(ai, -1, false, "no analysis");
    assert_ok(bship_ai_describe(ai, &info), "no analysis");
    cr_assert_gt(info.work, 0, "the analysis in vain took no steps");
    cr_assert_neq(info.status, BSHIP_OK, "no limit was met");
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}
