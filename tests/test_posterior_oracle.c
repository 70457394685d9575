/* Posteriors of random charts, true and false, against brute force over all layouts. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout_oracle.h"

#define NEAR 1e-12 /* how far a probability may be from the truth */
/* The same with weights: sums of them are rounded, and inclusion-exclusion subtracts them. */
#define NEAR_WEIGHTED (16 * NEAR)
#define LENGTH_MAX 6
/* Layouts that the oracle may have to try for a position: enough for four ships on 5x5. */
#define WORK_MAX 5e5

/* A position and its true results. */
struct position {
    const bship_chart *chart;
    const double *weights; /* or NULL */
    struct oracle oracle;
};

/* The position as a record, for messages; good until the next call. */
static const char *record_of(const struct position *p)
{
    static char text[65536];
    bship_record *record = NULL;
    size_t length;

    assert_ok(bship_record_new_chart(&record, p->chart, BSHIP_SIDE_A, NULL), "a record");
    length = bship_record_format(record, text, sizeof text);
    bship_record_free(record);
    for (int64_t i = 0; p->weights && i < bship_rules_placement_count(p->oracle.rules); i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%.17g ", p->weights[i]);
    return text;
}

/* Asserts that a probability is a share of the layouts. */
#define assert_share(actual, weight, ...)                                                          \
    do {                                                                                           \
        double share = (double)((weight) / p->oracle.labelled);                                    \
        char what[128];                                                                            \
        snprintf(what, sizeof what, __VA_ARGS__);                                                  \
        cr_assert(fabs((actual)-share) <= (p->weights ? NEAR_WEIGHTED : NEAR),                     \
                  "%s is %.17g, not %.17g:\n%s", what, (double)(actual), share, record_of(p));     \
    } while (0)

/* ---- the whole posterior ---- */

static void check_info(const bship_posterior *posterior, const struct position *p)
{
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    double layouts = (double)oracle_layouts(&p->oracle);

    assert_ok(bship_posterior_describe(posterior, &info), "%s", record_of(p));
    cr_assert_eq(info.is_exact, 1, "not exact:\n%s", record_of(p));
    cr_assert_eq(info.is_labelled, p->oracle.is_labelled, "labelled %d:\n%s", (int)info.is_labelled,
                 record_of(p));
    cr_assert(info.method == BSHIP_METHOD_ENUMERATION || info.method == BSHIP_METHOD_FRONTIER,
              "method %d", (int)info.method);
    cr_assert(info.layouts_error == 0.0 && info.effective_sample_size == 0.0, "nothing is sampled");
    cr_assert(fabs(info.layouts - layouts) <= (p->weights ? 0.5 + 1e-12 * layouts : 0.0),
              "%.17g layouts, not %.17g:\n%s", info.layouts, layouts, record_of(p));
    cr_assert(fabs(info.log2_layouts - log2(layouts)) <= 1e-11, "log2 is %.17g:\n%s",
              info.log2_layouts, record_of(p));
    cr_assert_geq(info.work, 0, "work %lld", (long long)info.work);
}

/* Whole numbers to the last digit; sums of weights rounded, either way if they end in about .5. */
static void check_layouts(const bship_posterior *posterior, const struct position *p)
{
    long double layouts = oracle_layouts(&p->oracle);
    char text[64], expected[64], higher[64];
    size_t length = bship_posterior_format_layouts(posterior, text, sizeof text);

    cr_assert_eq(length, strlen(text), "the length of the text \"%s\"", text);
    snprintf(expected, sizeof expected, "%.0Lf",
             layouts - (p->weights ? 1e-9L * (layouts + 1) : 0));
    snprintf(higher, sizeof higher, "%.0Lf", layouts + (p->weights ? 1e-9L * (layouts + 1) : 0));
    cr_assert(strcmp(text, expected) == 0 || strcmp(text, higher) == 0, "%s layouts, not %s:\n%s",
              text, expected, record_of(p));
}

static void check_occupancy(const bship_posterior *posterior, const struct position *p)
{
    double grid[ORACLE_CELLS], errors[ORACLE_CELLS], sum = 0.0;
    size_t cells = (size_t)p->oracle.cells;

    cr_assert_eq(bship_posterior_occupancy(posterior, grid, cells), cells, "the cells");
    cr_assert_eq(bship_posterior_standard_error(posterior, errors, cells), cells, "the cells");
    for (int32_t i = 0; i < p->oracle.cells; i++) {
        assert_share(grid[i], oracle_covered(&p->oracle, i, 0), "cell %d", (int)i);
        cr_assert_eq(errors[i], 0.0, "cell %d has an error", (int)i);
        sum += grid[i];
    }
    cr_assert_float_eq(sum, bship_fleet_cells(p->oracle.fleet), NEAR * (double)cells,
                       "%.17g cells are covered:\n%s", sum, record_of(p));
    for (int32_t length = 1; length <= LENGTH_MAX; length++) {
        cr_assert_eq(bship_posterior_occupancy_of_class(
                         posterior, class_of_length(p->oracle.fleet, length), grid, cells),
                     cells, "the cells");
        for (int32_t i = 0; i < p->oracle.cells; i++)
            assert_share(grid[i], oracle_covered(&p->oracle, i, length), "cell %d, length %d",
                         (int)i, (int)length);
    }
}

static void check_placements(const bship_posterior *posterior, const struct position *p)
{
    for (int64_t i = 0; i < bship_rules_placement_count(p->oracle.rules); i++) {
        bship_placement at;
        double lies = -1.0;
        assert_ok(bship_rules_placement(p->oracle.rules, i, &at), "placement %d", (int)i);
        assert_ok(bship_posterior_placement(posterior, at, &lies), "%s", record_of(p));
        assert_share(lies, oracle_placed(&p->oracle, at), "placement %d", (int)i);
    }
}

/* ---- forecasts ---- */

static void check_forecast(const bship_posterior *posterior, const struct position *p, int32_t i)
{
    const struct oracle *o = &p->oracle;
    long double covered = oracle_covered(o, i, 0), sunk = oracle_sunk(o, i, 0);
    bship_cell cell = cell_at(o->rules, i);
    bship_forecast forecast = BSHIP_FORECAST_INIT;

    assert_ok(bship_posterior_forecast(posterior, cell, &forecast), "%s", record_of(p));
    assert_share(forecast.miss, o->labelled - covered, "cell %d: a miss", (int)i);
    assert_share(forecast.hit, covered - sunk, "cell %d: a hit", (int)i);
    assert_share(forecast.sunk, sunk, "cell %d: a sinking", (int)i);
    /* With weights an impossible report can be off by a rounding error, where entropy is steepest.
     */
    cr_assert(fabs(forecast.entropy - oracle_entropy(o, i)) <=
                  (p->weights ? 40 * NEAR_WEIGHTED : 10 * NEAR),
              "cell %d: entropy %.17g, not %.17g:\n%s", (int)i, forecast.entropy,
              oracle_entropy(o, i), record_of(p));
}

/* Only unknown cells have a forecast; if a shot would be refused, so is the forecast. */
static void check_forecasts(const bship_posterior *posterior, const struct position *p)
{
    for (int32_t i = 0; i < p->oracle.cells; i++) {
        bship_cell cell = cell_at(p->oracle.rules, i);
        bship_status status = bship_chart_check_fire(p->chart, cell);
        bship_forecast forecast = BSHIP_FORECAST_INIT;
        if (p->oracle.is_unknown[i]) {
            check_forecast(posterior, p, i);
        } else if (status) {
            assert_status(bship_posterior_forecast(posterior, cell, &forecast), status, "cell %d",
                          (int)i);
        }
    }
}

/* ---- the order of the cells ---- */

/* Whether the reports of shots at two cells have the same probabilities. */
static bool results_equal(const struct oracle *o, int32_t a, int32_t b)
{
    long double of_a[ORACLE_REPORTS], of_b[ORACLE_REPORTS];
    int count = oracle_reports(o, a, of_a);

    if (oracle_reports(o, b, of_b) != count)
        return false;
    for (int i = 0; i < count; i++)
        if (of_a[i] != of_b[i])
            return false;
    return true;
}

/* Whether `a` may stand before `b`; entropies within 2^-30 of each other may be equal or not. */
static bool may_precede(const struct position *p, int32_t a, int32_t b)
{
    const struct oracle *o = &p->oracle;
    double more = (double)((oracle_covered(o, a, 0) - oracle_covered(o, b, 0)) / o->labelled);
    double entropy = oracle_entropy(o, a) - oracle_entropy(o, b);

    if (p->weights)
        return more >= -NEAR_WEIGHTED;
    if (more != 0)
        return more > 0;
    if (results_equal(o, a, b))
        return a < b;
    return entropy > -0x1p-30 - NEAR;
}

static void check_best(const bship_posterior *posterior, const struct position *p)
{
    bship_cell cells[ORACLE_CELLS];
    bool seen[ORACLE_CELLS] = { false };
    size_t count = bship_posterior_best(posterior, cells, ORACLE_CELLS);

    cr_assert_eq(count, (size_t)bship_chart_unknown(p->chart), "%zu unknown cells", count);
    for (size_t i = 0; i < count; i++) {
        int32_t cell = cell_index(p->oracle.rules, cells[i]);
        cr_assert(p->oracle.is_unknown[cell] && !seen[cell], "cell %d:\n%s", (int)cell,
                  record_of(p));
        seen[cell] = true;
        cr_assert(i == 0 || may_precede(p, cell_index(p->oracle.rules, cells[i - 1]), cell),
                  "cell %d is better than the one before it:\n%s", (int)cell, record_of(p));
    }
}

/* ---- positions ---- */

/* Counts of positions with and without layouts. */
struct counts {
    int possible, impossible;
};

/*
 * Creates the posterior of a position, or updates that of an earlier position, and checks all of
 * it.
 */
static void check_position(bship_posterior **posterior, const bship_chart *chart,
                           const double *weights, struct counts *counts)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    static struct position position;
    struct position *p = &position;
    bship_status expected;

    p->chart = chart;
    p->weights = weights;
    oracle_ask(&p->oracle, chart, weights);
    expected = p->oracle.labelled > 0 ? BSHIP_OK : BSHIP_ERROR_CONTRADICTION;
    options.weights = weights;
    options.weight_count = weights ? bship_rules_placement_count(p->oracle.rules) : 0;
    assert_status(bship_posterior_check(chart, &options, &error), expected, "%s\n%s", error.text,
                  record_of(p));
    assert_status(*posterior ? bship_posterior_update(*posterior, chart, &error)
                             : bship_posterior_new(posterior, chart, &options, &error),
                  expected, "%s\n%s", error.text, record_of(p));
    if (expected) {
        cr_assert_eq(error.status, expected, "the error's status is %d", (int)error.status);
        counts->impossible++;
        return;
    }
    counts->possible++;
    check_info(*posterior, p);
    check_layouts(*posterior, p);
    check_occupancy(*posterior, p);
    check_placements(*posterior, p);
    check_forecasts(*posterior, p);
    check_best(*posterior, p);
}

/* Random rules that are small enough for the oracle, and seldom much smaller. */
static bship_rules *small_rules(bship_rng *rng, int32_t contact, int32_t disclosure,
                                bship_salvo_report salvo_report)
{
    static const int32_t sizes[][2] = { { 5, 5 }, { 4, 6 }, { 6, 4 }, { 3, 8 } };
    const int32_t *size = sizes[between(rng, 0, 3)];
    struct shape shape = { .width = size[0], .height = size[1], .ships = 4, .blocked = 3 };
    double work_min = pow(10.0, between(rng, 0, 4));
    bship_rules *rules = NULL;

    shape.length = between(rng, 2, 5);
    shape.pin[BSHIP_RULE_CONTACT] = 1 + contact;
    shape.pin[BSHIP_RULE_DISCLOSURE] = 1 + disclosure;
    shape.pin[BSHIP_RULE_SALVO_REPORT] = 1 + (int32_t)salvo_report;
    do {
        bship_rules_unref(rules);
        rules = random_rules(rng, &shape);
    } while (oracle_work(rules) < work_min || oracle_work(rules) > WORK_MAX);
    return rules;
}

/* Plays a game and checks some of its positions, the first and the last among them. */
static void check_game(const bship_rules *rules, bship_rng *rng, const double *weights,
                       struct counts *counts)
{
    bship_board *board = random_board(rules, rng);
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = NULL;

    do {
        if (bship_chart_turns(chart) == 0 || bship_chart_is_defeated(chart) || between(rng, 0, 1))
            check_position(&posterior, chart, weights, counts);
    } while (fire_at_random(board, chart, rng) > 0);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_board_free(board);
}

#define CONTACTS 3
#define DISCLOSURES 5
#define TURNS 5

Test(posterior, of_true_charts_is_what_brute_force_says)
{
    struct counts counts = { 0, 0 };

    for (int32_t rule_values = 0; rule_values < CONTACTS * DISCLOSURES; rule_values++) {
        bship_rng rng = rng_of(300 + (uint64_t)rule_values);
        for (int i = 0; i < scaled(100); i++) {
            bship_rules *rules = small_rules(&rng, rule_values % CONTACTS, rule_values / CONTACTS,
                                             BSHIP_SALVO_REPORT_EACH);
            check_game(rules, &rng, NULL, &counts);
            bship_rules_unref(rules);
        }
    }
    cr_assert_eq(counts.impossible, 0, "the truth is possible");
}

/* ---- the rules of computer versions and contests ---- */

/* Whether sunk ships are shown and shots are limited, with every contact rule, turn and disclosure.
 */
#define PLAYED_RULES (2 * 2 * CONTACTS * TURNS * DISCLOSURES)

/* The number of a combination, as values of its rules. */
static struct shape played_shape(int32_t number)
{
    struct shape shape = { .width = 6,
                           .height = 5,
                           .ships = 5,
                           .blocked = 2,
                           .length = 4,
                           .shots = 30,
                           .has_points = true,
                           .pin[BSHIP_RULE_SALVO_REPORT] = 1 + BSHIP_SALVO_REPORT_EACH };

    shape.pin[BSHIP_RULE_REVEAL_SHIP] = 1 + number % 2;
    shape.pin[BSHIP_RULE_SHOTS] = 1 + number / 2 % 2;
    shape.pin[BSHIP_RULE_CONTACT] = 1 + number / 4 % CONTACTS;
    shape.pin[BSHIP_RULE_TURN] = 1 + number / 4 / CONTACTS % TURNS;
    shape.pin[BSHIP_RULE_DISCLOSURE] = 1 + number / 4 / CONTACTS / TURNS;
    return shape;
}

static bship_rules *played_rules(bship_rng *rng, const struct shape *shape)
{
    bship_rules *rules = NULL;

    do {
        bship_rules_unref(rules);
        rules = random_rules(rng, shape);
    } while (oracle_work(rules) < 1e3 || oracle_work(rules) > WORK_MAX);
    return rules;
}

/* With an effort of 100, BSHIP_TEST_EFFORT=100, these are more than 5,000 positions. */
Test(posterior, of_ships_shown_and_limits_of_shots_is_what_brute_force_says)
{
    struct counts counts = { 0, 0 };
    int combinations = 0;

    for (int32_t number = 0; number < PLAYED_RULES; number++) {
        struct shape shape = played_shape(number);
        bship_rng rng = rng_of(700 + (uint64_t)number);
        if (!shape_makes_sense(&shape))
            continue;
        combinations++;
        for (int enough = counts.possible + scaled(24); counts.possible < enough;) {
            bship_rules *rules = played_rules(&rng, &shape);
            check_game(rules, &rng, NULL, &counts);
            bship_rules_unref(rules);
        }
    }
    cr_assert_eq(counts.impossible, 0, "the truth is possible");
    cr_log_info("%d positions under %d combinations of rules", counts.possible, combinations);
}

/* ---- weights ---- */

enum weighting {
    ONES,
    WHOLE, /* 0 to 3 */
    FEW,   /* three in five are 0 */
    REAL,
    WEIGHTINGS
};

static double random_weight(bship_rng *rng, enum weighting weighting)
{
    double real = 3.0 * (double)(bship_rng_next(rng) >> 11) * 0x1p-53;

    switch (weighting) {
    case ONES:
        return 1.0;
    case WHOLE:
        return between(rng, 0, 3);
    case FEW:
        return between(rng, 0, 4) < 3 ? 0.0 : real;
    default:
        return real;
    }
}

/* Random weights, those of ships of one length being equal if `is_equal`. */
static double *random_weights(const bship_rules *rules, bship_rng *rng, enum weighting weighting,
                              bool is_equal)
{
    int64_t count = bship_rules_placement_count(rules);
    double *weights = calloc((size_t)count, sizeof *weights);

    for (int64_t i = 0; i < count; i++) {
        bship_placement at;
        assert_ok(bship_rules_placement(rules, i, &at), "placement %d", (int)i);
        at.ship = first_of_length(bship_rules_fleet(rules), at.ship);
        weights[i] = is_equal && bship_rules_placement_index(rules, at) < i
                         ? weights[bship_rules_placement_index(rules, at)]
                         : random_weight(rng, weighting);
    }
    return weights;
}

Test(posterior, of_weighted_layouts_agrees_with_brute_force)
{
    struct counts counts = { 0, 0 };

    for (int32_t rule_values = 0; rule_values < CONTACTS * DISCLOSURES * WEIGHTINGS;
         rule_values++) {
        bship_rng rng = rng_of(400 + (uint64_t)rule_values);
        for (int i = 0; i < scaled(12); i++) {
            bship_rules *rules =
                small_rules(&rng, rule_values % CONTACTS, rule_values / CONTACTS % DISCLOSURES,
                            BSHIP_SALVO_REPORT_EACH);
            double *weights = random_weights(
                rules, &rng, (enum weighting)(rule_values / CONTACTS / DISCLOSURES), i % 2);
            check_game(rules, &rng, weights, &counts);
            free(weights);
            bship_rules_unref(rules);
        }
    }
    cr_assert(counts.possible > 0 && counts.impossible > 0, "%d positions possible, %d not",
              counts.possible, counts.impossible);
}

/* Weights from 10^-most to 10^most, or close to the least there are with a large one among them. */
static double *distant_weights(const bship_rules *rules, bship_rng *rng, int32_t most)
{
    int64_t count = bship_rules_placement_count(rules);
    double *weights = calloc((size_t)count, sizeof *weights);

    for (int64_t i = 0; i < count; i++)
        weights[i] = most > 0 ? pow(10.0, between(rng, -most, most)) : between(rng, 1, 9) * 1e-160;
    if (most == 0)
        weights[between(rng, 0, (int32_t)count - 1)] = 1.0;
    return weights;
}

/* Tries every exact method: exact results are exact, and no contradiction is false. */
static void check_distant(const struct position *p, int is_possible, int *exact)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_status expected = is_possible ? BSHIP_OK : BSHIP_ERROR_CONTRADICTION;
    /* Not every long double holds more than a double, which valgrind's do not. */
    int can_tell = p->oracle.labelled > 1e-290L;

    options.weights = p->weights;
    options.weight_count = bship_rules_placement_count(p->oracle.rules);
    options.exact_only = 1;
    assert_status(bship_posterior_check(p->chart, &options, NULL), expected, "%s", record_of(p));
    for (options.method = BSHIP_METHOD_AUTO; options.method <= BSHIP_METHOD_FRONTIER;
         options.method++) {
        bship_posterior *posterior = NULL;
        double grid[ORACLE_CELLS];
        bship_status status = bship_posterior_new(&posterior, p->chart, &options, NULL);
        if (status == BSHIP_ERROR_UNSUPPORTED)
            continue;
        assert_status(status, expected, "method %d:\n%s", (int)options.method, record_of(p));
        size_t cells = bship_posterior_occupancy(posterior, grid, ORACLE_CELLS);
        for (size_t i = 0; can_tell && i < cells; i++) {
            double truth = (double)(oracle_covered(&p->oracle, (int32_t)i, 0) / p->oracle.labelled);
            cr_assert(fabs(grid[i] - truth) < 1e-8, "method %d, cell %d: %.12g, not %.12g:\n%s",
                      (int)options.method, (int)i, grid[i], truth, record_of(p));
        }
        *exact += !status;
        bship_posterior_free(posterior);
    }
}

/* Rejection sampling must not report anything but that it found no layout in time. */
static void check_distant_draws(const struct position *p, int is_possible)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior *posterior = NULL;

    options.weights = p->weights;
    options.weight_count = bship_rules_placement_count(p->oracle.rules);
    options.method = BSHIP_METHOD_REJECTION;
    options.work_limit = 500000;
    bship_status status = bship_posterior_new(&posterior, p->chart, &options, NULL);
    cr_assert(!is_possible || status != BSHIP_ERROR_CONTRADICTION, "denied:\n%s", record_of(p));
    if (status)
        return;
    assert_ok(bship_posterior_describe(posterior, &info), "%s", record_of(p));
    cr_assert_gt(info.effective_sample_size, 0.0, "effective size %g:\n%s",
                 info.effective_sample_size, record_of(p));
    bship_posterior_free(posterior);
}

Test(posterior, of_weights_however_far_apart_is_what_brute_force_says_or_refused)
{
    static const int32_t most[] = { 0, 8, 80, 300 };
    static struct position p;
    int exact = 0, possible = 0;

    for (int i = 0; i < scaled(400); i++) {
        bship_rng rng = rng_of(1000 + (uint64_t)i);
        struct shape shape = { .width = 5, .height = 4, .ships = 4, .length = 3 };
        bship_rules *rules = NULL;
        do {
            bship_rules_unref(rules);
            rules = random_rules(&rng, &shape);
        } while (oracle_work(rules) > 2e4);
        double *weights = distant_weights(rules, &rng, most[i % 4]);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        for (int32_t turns = between(&rng, 0, 6); turns > 0; turns--)
            fire_at_random(board, chart, &rng);
        p = (struct position){ .chart = chart, .weights = weights };
        /* No weight is 0, so the same layouts are possible as without weights. */
        oracle_ask(&p.oracle, chart, NULL);
        int is_possible = p.oracle.labelled > 0;
        oracle_ask(&p.oracle, chart, weights);
        possible += is_possible;
        check_distant(&p, is_possible, &exact);
        check_distant_draws(&p, is_possible);
        bship_chart_free(chart);
        bship_board_free(board);
        free(weights);
        bship_rules_unref(rules);
    }
    cr_assert_geq(exact, possible, "%d counts of %d positions are exact", exact, possible);
}

/* ---- charts of false reports ---- */

/* A random report of a form that the rules allow. */
static bship_report random_result(const bship_rules *rules, bship_rng *rng)
{
    const bship_fleet *fleet = bship_rules_fleet(rules);
    int32_t disclosure = bship_rules_get(rules, BSHIP_RULE_DISCLOSURE), draw = between(rng, 0, 9);
    int32_t ship = bship_fleet_first_of_name(fleet, between(rng, 0, bship_fleet_count(fleet) - 1));
    bship_report report = BSHIP_REPORT_INIT;
    bool sinks = draw >= 7 && disclosure != BSHIP_DISCLOSURE_HIT;

    if (draw < 4)
        return report;
    report.result = sinks ? BSHIP_RESULT_SUNK : BSHIP_RESULT_HIT;
    if (disclosure == BSHIP_DISCLOSURE_EVERY_HIT || (sinks && disclosure == BSHIP_DISCLOSURE_SHIP))
        report.ship = ship;
    if (report.ship >= 0 || (sinks && disclosure == BSHIP_DISCLOSURE_LENGTH))
        report.length = bship_fleet_length(fleet, ship);
    return report;
}

/* Shows the sunk ship in random cells on the board, more often than not over the cell of the shot.
 */
static void show_anywhere(const bship_rules *rules, bship_cell cell, bship_rng *rng,
                          bship_report *report)
{
    int32_t length = report->length, width = bship_rules_width(rules);
    int32_t height = bship_rules_height(rules);
    bool is_down = length > width || (length > 1 && length <= height && between(rng, 0, 1));
    int32_t back = between(rng, 0, length - 1);
    int32_t x = cell.x - (is_down ? 0 : back), y = cell.y - (is_down ? back : 0);
    int32_t most_x = width - (is_down ? 1 : length), most_y = height - (is_down ? length : 1);

    report->is_shown = 1;
    report->x = x < 0 ? 0 : x > most_x ? most_x : x;
    report->y = y < 0 ? 0 : y > most_y ? most_y : y;
    report->orientation = is_down ? BSHIP_ORIENTATION_VERTICAL : BSHIP_ORIENTATION_HORIZONTAL;
}

/* Records a random report of a shot at an unknown cell; the chart may refuse it. */
static bship_status report_falsely(bship_chart *chart, bship_rng *rng)
{
    const bship_rules *rules = bship_chart_rules(chart);
    int32_t left = between(rng, 1, bship_chart_unknown(chart)), i = -1;
    bship_report report = random_result(rules, rng);

    while (left > 0)
        left -= bship_chart_state_at(chart, cell_at(rules, ++i)) == BSHIP_CHART_STATE_UNKNOWN;
    if (report.result == BSHIP_RESULT_SUNK &&
        bship_rules_get(rules, BSHIP_RULE_REVEAL_SHIP) == BSHIP_REVEAL_SHIP_YES)
        show_anywhere(rules, cell_at(rules, i), rng, &report);
    return bship_chart_record(chart, cell_at(rules, i), &report, NULL);
}

/* Records a random turn on a chart, which may refuse obviously false reports. */
typedef bship_status (*false_report)(bship_chart *chart, bship_rng *rng);

/* After a few true reports all are random; stops two positions after the first contradiction. */
static void check_false_reports(const bship_rules *rules, false_report lie, bship_rng *rng,
                                struct counts *counts)
{
    bship_board *board = random_board(rules, rng);
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = NULL;
    int true_turns = between(rng, 0, 8), impossible = counts->impossible;

    while (true_turns-- > 0)
        fire_at_random(board, chart, rng);
    for (int i = 0; i < 40 && bship_chart_unknown(chart) > 0 && !bship_chart_is_defeated(chart) &&
                    counts->impossible < impossible + 2;
         i++) {
        bship_status status = lie(chart, rng);
        if (!status)
            check_position(&posterior, chart, NULL, counts);
        else
            assert_status(status, BSHIP_ERROR_CONTRADICTION, "a random report");
    }
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_board_free(board);
}

/* Tries false reports under all rules of contact and of disclosure. */
static void check_all_false_reports(uint64_t seed, int32_t salvo_report, false_report lie)
{
    struct counts counts = { 0, 0 };

    for (int32_t rule_values = 0; rule_values < CONTACTS * DISCLOSURES; rule_values++) {
        bship_rng rng = rng_of(seed + (uint64_t)rule_values);
        for (int i = 0; i < scaled(100); i++) {
            bship_rules *rules =
                small_rules(&rng, rule_values % CONTACTS, rule_values / CONTACTS, salvo_report);
            check_false_reports(rules, lie, &rng, &counts);
            bship_rules_unref(rules);
        }
    }
    cr_assert(counts.possible > 0 && counts.impossible > 0, "%d positions possible, %d not",
              counts.possible, counts.impossible);
}

Test(posterior, contradicts_exactly_the_charts_that_no_layout_explains)
{
    check_all_false_reports(500, BSHIP_SALVO_REPORT_EACH, report_falsely);
}

/* ---- totals of salvos ---- */

Test(posterior, of_totals_is_what_brute_force_says)
{
    struct counts counts = { 0, 0 }, weighted = { 0, 0 };

    for (int32_t rule_values = 0; rule_values < CONTACTS * DISCLOSURES; rule_values++) {
        bship_rng rng = rng_of(600 + (uint64_t)rule_values);
        for (int i = 0; i < scaled(100); i++) {
            bship_rules *rules = small_rules(&rng, rule_values % CONTACTS, rule_values / CONTACTS,
                                             BSHIP_SALVO_REPORT_TOTAL);
            double *weights =
                i % 4 ? NULL
                      : random_weights(rules, &rng, (enum weighting)(i / 4 % WEIGHTINGS),
                                       i / 4 / WEIGHTINGS % 2);
            check_game(rules, &rng, weights, weights ? &weighted : &counts);
            free(weights);
            bship_rules_unref(rules);
        }
    }
    cr_assert_eq(counts.impossible, 0, "the truth is possible");
    cr_assert_gt(weighted.possible, 0, "no position has weights");
}

/* The number of layouts is estimated, too, not only occupancy. */
Test(posterior, sampled_from_totals_estimates_the_number_of_layouts)
{
    static const bship_cell salvos[2][3] = { { { 0, 0 }, { 2, 1 }, { 4, 4 } },
                                             { { 1, 3 }, { 3, 2 }, { 0, 4 } } };
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\nturn salvo 3\ndisclosure hit\n"
                                    "salvo-report total\n");
    bship_chart *chart = new_chart(rules);
    bship_total total = BSHIP_TOTAL_INIT;
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info exact = BSHIP_POSTERIOR_INFO_INIT, sampled = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior *posterior = new_posterior(chart);

    total.hits = 1;
    for (int i = 0; i < 2; i++)
        assert_ok(bship_chart_record_total(chart, salvos[i], 3, &total, NULL), "salvo %d", i);
    assert_ok(bship_posterior_update(posterior, chart, NULL), "exactly");
    assert_ok(bship_posterior_describe(posterior, &exact), "exactly");
    cr_assert(exact.is_exact, "not exact");
    bship_posterior_free(posterior);
    options.method = BSHIP_METHOD_REJECTION;
    options.precision = 0.01;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "by smc");
    assert_ok(bship_posterior_describe(posterior, &sampled), "by smc");
    cr_assert_lt(fabs(sampled.layouts / exact.layouts - 1), 6 * sampled.layouts_error,
                 "%g layouts, not %g", sampled.layouts, exact.layouts);
    cr_assert_lt(fabs(sampled.log2_layouts - exact.log2_layouts), 1, "2^%g layouts, not 2^%g",
                 sampled.log2_layouts, exact.log2_layouts);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* Distinct cells for a salvo, often unknown, all legal to fire at. */
static size_t random_salvo(const bship_chart *chart, bship_rng *rng, bship_cell *cells,
                           int *unknown_count)
{
    const bship_rules *rules = bship_chart_rules(chart);
    bool chosen[ORACLE_CELLS] = { false };
    size_t count = 0;

    *unknown_count = 0;
    for (int tries = between(rng, 1, 8); tries > 0 || *unknown_count == 0; tries--) {
        int32_t i = between(rng, 0, cell_count(rules) - 1);
        bool is_unknown =
            bship_chart_state_at(chart, cell_at(rules, i)) == BSHIP_CHART_STATE_UNKNOWN;
        if (chosen[i] || bship_chart_check_fire(chart, cell_at(rules, i)))
            continue;
        chosen[i] = true;
        cells[count++] = cell_at(rules, i);
        *unknown_count += is_unknown;
    }
    return count;
}

/* Distributes a sum over the first ships of the names, or of the lengths. */
static void deal(const bship_fleet *fleet, bship_rng *rng, int32_t sum, bool by_name,
                 int32_t *counts)
{
    for (; sum > 0; sum--) {
        int32_t ship = between(rng, 0, bship_fleet_count(fleet) - 1);
        counts[by_name ? bship_fleet_first_of_name(fleet, ship) : first_of_length(fleet, ship)]++;
    }
}

/* Records a salvo with a random total of a form that the rules allow. */
static bship_status report_false_total(bship_chart *chart, bship_rng *rng)
{
    const bship_rules *rules = bship_chart_rules(chart);
    const bship_fleet *fleet = bship_rules_fleet(rules);
    int32_t disclosure = bship_rules_get(rules, BSHIP_RULE_DISCLOSURE);
    int32_t sunk_of[ORACLE_SHIPS] = { 0 }, hits_of[ORACLE_SHIPS] = { 0 };
    bship_total total = { sizeof total, 0, -1, sunk_of, hits_of, ORACLE_SHIPS };
    bship_cell cells[ORACLE_CELLS];
    int unknown_count;
    size_t count = random_salvo(chart, rng, cells, &unknown_count);

    int32_t missing = bship_fleet_cells(fleet) - bship_chart_hits(chart);
    bool is_last = missing <= unknown_count && between(rng, 0, 1);
    total.hits = is_last ? missing : between(rng, 0, 1) * between(rng, 0, unknown_count);
    if (disclosure != BSHIP_DISCLOSURE_HIT)
        total.sunk = is_last              ? bship_chart_ships_afloat(chart)
                     : between(rng, 0, 3) ? 0
                                          : between(rng, 0, total.hits);
    if (discloses_length(disclosure))
        deal(fleet, rng, total.sunk, discloses_name(disclosure), sunk_of);
    if (disclosure == BSHIP_DISCLOSURE_EVERY_HIT)
        deal(fleet, rng, total.hits, true, hits_of);
    return bship_chart_record_total(chart, cells, count, &total, NULL);
}

Test(posterior, contradicts_exactly_the_totals_that_no_layout_explains)
{
    check_all_false_reports(700, BSHIP_SALVO_REPORT_TOTAL, report_false_total);
}
