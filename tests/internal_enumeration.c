/* The kernels of every lane and instruction set count what the scalar twin counts, to the bit. */
#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "inference/posterior.h"
#include "kernel_twin.h"
#include "support.h"

#define NEAR 1e-12 /* the largest difference of two shares in double precision */

static const char *const lane_names[] = { "16 bits", "32 bits", "64 bits", "weights" };
static const char *const cpu_names[] = { "plain", "vectors", "AVX2" };
static_assert(sizeof cpu_names / sizeof *cpu_names == BSI_CPU_COUNT, "a name for each");

/* The posterior of a chart by a lane and an instruction set, -1 for the best. */
static bship_posterior *posterior_by(const bship_chart *chart, const double *weights, int32_t lane,
                                     int32_t cpu)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    const bship_rules *rules = bship_chart_rules(chart);
    bship_posterior *posterior = NULL;
    bship_status status;

    options.method = BSHIP_METHOD_ENUMERATION;
    options.weights = weights;
    options.weight_count = weights ? bship_rules_placement_count(rules) : 0;
    status = bsi_posterior_new(&posterior, chart, &options, NULL, lane, cpu, &error);
    assert_ok(status, "%s under\n%s", error.text, rules_text(rules));
    return posterior;
}

static bsi_lane lane_of(const bship_posterior *posterior)
{
    return posterior->solver.enumeration.workspace.lane;
}

/* ---- against the twin ---- */

/* A twin of a posterior's evidence, its ships class by class; `classes`: that of each. */
static struct twin *twin_of(const bship_posterior *posterior, int32_t classes[TWIN_SHIPS])
{
    const bsi_evidence *evidence = &posterior->evidence;
    const bship_rules *rules = posterior->rules;
    int32_t lengths[TWIN_SHIPS], ships = 0;
    struct twin *twin;

    for (int32_t k = 0; k < evidence->class_count; k++)
        for (int32_t i = 0; i < evidence->classes[k].ships; i++) {
            lengths[ships] = evidence->classes[k].length;
            classes[ships++] = k;
        }
    twin = twin_new(rules->width, rules->height, rules->values[BSHIP_RULE_CONTACT], lengths, ships);
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        uint32_t position = bsi_position(rules, cell);
        twin_set(twin, cell, evidence->cells[position]);
        for (int32_t j = 0; j < ships; j++)
            for (int32_t o = 0; o < 2; o++)
                if (evidence->classes[classes[j]].placements[o][position] == BSI_PLACEMENT_HIT)
                    twin_allow(twin, (bship_placement){ j, cell.x, cell.y, o });
    }
    return twin;
}

/* How often the twin, which tells all ships apart, counts a layout. */
static uint64_t times_of(const bsi_evidence *evidence)
{
    uint64_t times = 1;
    for (int32_t k = 0; k < evidence->class_count; k++)
        for (int32_t i = 2; i <= evidence->classes[k].ships; i++)
            times *= (uint64_t)i;
    return times;
}

/* Asserts that a count of a posterior equals one of the twin. */
static void check_count(const bship_posterior *posterior, bsi_uint128 count, uint64_t twins,
                        const char *what)
{
    const bsi_evidence *evidence = &posterior->evidence;
    bsi_uint128 ours = bsi_uint128_scaled(count, times_of(evidence));
    bsi_uint128 theirs = bsi_uint128_product(twins, posterior->counts.unit);
    int32_t lane = posterior->solver.enumeration.workspace.lane;

    cr_assert_eq(bsi_uint128_compare(ours, theirs), 0,
                 "%s in lanes of %s: %llu, not %llu, in units of %llu, after %d hits under\n%s",
                 what, lane_names[lane], (unsigned long long)ours.low,
                 (unsigned long long)theirs.low, (unsigned long long)posterior->counts.unit,
                 (int)evidence->hit_count, rules_text(posterior->rules));
}

/* Asserts that all counts of a posterior equal those of a twin that has counted. */
static void check_twin(const bship_posterior *posterior, const struct twin *twin, uint64_t layouts,
                       const int32_t *classes)
{
    const bship_rules *rules = posterior->rules;
    const bsi_placement_counts *counts = &posterior->counts;
    int32_t ships = bship_fleet_count(rules->fleet);

    check_count(posterior, counts->total, layouts, "all layouts");
    for (int32_t j = 0; j < ships; j++) {
        uint64_t class_ships = (uint64_t)posterior->evidence.classes[classes[j]].ships;
        if (j > 0 && classes[j] == classes[j - 1])
            continue;
        for (int32_t i = 0; i < cell_count(rules) * 2; i++) {
            bship_cell cell = cell_at(rules, i / 2);
            size_t row = bsi_placement_counts_row(counts, classes[j], i % 2);
            bship_placement at = { j, cell.x, cell.y, i % 2 };
            check_count(posterior, counts->by_placement[row + bsi_position(rules, cell)],
                        twin_with(twin, at) * class_ships, "layouts with a placement");
        }
    }
}

/* Asserts that two integer counts are the same in every bit. */
static void check_same(const bship_posterior *a, const bship_posterior *b)
{
    size_t count = (size_t)a->evidence.class_count * 2 * a->counts.positions;

    cr_assert(a->counts.unit == b->counts.unit &&
                  memcmp(&a->counts.total, &b->counts.total, sizeof a->counts.total) == 0 &&
                  memcmp(a->counts.by_placement, b->counts.by_placement,
                         count * sizeof *a->counts.by_placement) == 0,
              "lanes of %s and of %s differ under\n%s", lane_names[lane_of(a)],
              lane_names[lane_of(b)], rules_text(a->rules));
}

/*
 * Asserts that every integer kernel of this machine that is wide enough for a chart counts the
 * same, and what the twin counts.
 */
static void check_variants(const bship_chart *chart)
{
    bship_posterior *usual = posterior_by(chart, NULL, -1, -1);
    int32_t classes[TWIN_SHIPS];
    struct twin *twin = twin_of(usual, classes);

    check_twin(usual, twin, twin_count(twin), classes);
    for (int32_t lane = (int32_t)lane_of(usual); lane <= BSI_LANE_64; lane++)
        for (int32_t cpu = 0; cpu < BSI_CPU_COUNT; cpu++) {
            bsi_kernel kernel = bsi_kernel_of((bsi_lane)lane, (bsi_cpu)cpu);
            bship_posterior *forced;
            if (!kernel)
                continue;
            forced = posterior_by(chart, NULL, lane, cpu);
            cr_assert_eq(forced->solver.enumeration.workspace.kernel, kernel,
                         "%s in lanes of %s is not used", cpu_names[cpu], lane_names[lane]);
            check_same(usual, forced);
            bship_posterior_free(forced);
        }
    twin_free(twin);
    bship_posterior_free(usual);
}

/* ---- weights ---- */

/* A placement's share of the layouts. */
static double share_of(const bsi_placement_counts *counts, size_t i)
{
    if (!counts->is_whole)
        return counts->weights[i] / counts->weight;
    return bsi_uint128_to_double(counts->by_placement[i]) / bsi_uint128_to_double(counts->total);
}

/* Asserts that placements have the same shares of the layouts in two posteriors. */
static void check_shares(const bship_posterior *a, const bship_posterior *b, const char *what)
{
    size_t count = (size_t)a->evidence.class_count * 2 * a->counts.positions;

    cr_assert_eq(a->evidence.class_count, b->evidence.class_count, "%s: ship classes", what);
    for (size_t i = 0; i < count; i++) {
        double ours = share_of(&a->counts, i), theirs = share_of(&b->counts, i);
        cr_assert(fabs(ours - theirs) <= NEAR, "%s: a share of %.17g and of %.17g under\n%s", what,
                  ours, theirs, rules_text(a->rules));
    }
}

/* Asserts that every kernel of weights agrees with a posterior. */
static void check_weighted_by(const bship_posterior *usual, const bship_chart *chart,
                              const double *weights)
{
    for (int32_t cpu = 0; cpu < BSI_CPU_COUNT; cpu++) {
        bsi_kernel kernel = bsi_kernel_of(BSI_LANE_REAL, (bsi_cpu)cpu);
        bship_posterior *forced;
        if (!kernel)
            continue;
        forced = posterior_by(chart, weights, -1, cpu);
        cr_assert_eq(forced->solver.enumeration.workspace.kernel, kernel, "%s is not used",
                     cpu_names[cpu]);
        check_shares(usual, forced, cpu_names[cpu]);
        bship_posterior_free(forced);
    }
}

static void check_weights(const bship_chart *chart, bship_rng *rng)
{
    int64_t count = bship_rules_placement_count(bship_chart_rules(chart));
    double *weights = calloc((size_t)count, sizeof *weights);
    bship_posterior *posterior = posterior_by(chart, NULL, -1, -1);

    for (int64_t i = 0; i < count; i++)
        weights[i] = 1;
    check_weighted_by(posterior, chart, weights);
    bship_posterior_free(posterior);
    for (int64_t i = 0; i < count; i++)
        weights[i] = between(rng, 1, 1000);
    posterior = posterior_by(chart, weights, -1, -1);
    check_weighted_by(posterior, chart, weights);
    bship_posterior_free(posterior);
    free(weights);
}

/* ---- random games ---- */

/* Costlier posteriors are not tried. */
#define WORK_MAX 1500000

static bool is_cheap(const bship_chart *chart)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    bship_status status;

    options.method = BSHIP_METHOD_ENUMERATION;
    options.work_limit = WORK_MAX;
    status = bship_posterior_new(&posterior, chart, &options, NULL);
    bship_posterior_free(posterior);
    cr_assert(!status || status == BSHIP_ERROR_WORK_LIMIT, "%s under\n%s",
              bship_enum_name(BSHIP_ENUM_STATUS, status), rules_text(bship_chart_rules(chart)));
    return !status;
}

/* Checks positions of random games, in which salvos are reported shot by shot. */
static void check_games(struct shape shape, int count, uint64_t seed,
                        void (*check)(const bship_chart *chart, bship_rng *rng))
{
    bship_rng rng = rng_of(seed);
    int checked = 0;

    shape.pin[BSHIP_RULE_SALVO_REPORT] = 1 + BSHIP_SALVO_REPORT_EACH;
    while (checked < count) {
        bship_rules *rules = random_rules(&rng, &shape);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        for (int32_t turns = between(&rng, 0, 12); turns >= 0; turns--) {
            if (between(&rng, 0, 3) == 0 && is_cheap(chart)) {
                check(chart, &rng);
                checked++;
            }
            fire_at_random(board, chart, &rng);
        }
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

static void check_variants_of(const bship_chart *chart, bship_rng *rng)
{
    (void)rng;
    check_variants(chart);
}

Test(enumeration, every_variant_counts_as_the_twin_does)
{
    static const struct shape any = { .blocked = 6 };
    check_games(any, scaled(2000), 1, check_variants_of);
}

Test(enumeration, every_variant_counts_as_the_twin_does_on_crowded_boards)
{
    static const struct shape crowded = { .width = 6, .height = 6, .ships = 7, .length = 4 };
    check_games(crowded, scaled(1500), 2, check_variants_of);
}

Test(enumeration, every_variant_counts_as_the_twin_does_where_ships_are_long)
{
    static const struct shape lines = { .width = 40, .height = 4, .ships = 4, .length = 12 };
    check_games(lines, scaled(1000), 3, check_variants_of);
}

Test(enumeration, every_variant_counts_as_the_twin_does_on_large_boards)
{
    static const struct shape large = { .width = 12, .height = 10, .ships = 6, .blocked = 8 };
    check_games(large, scaled(400), 5, check_variants_of);
}

Test(enumeration, weights_count_the_same_in_every_variant)
{
    static const struct shape any = { .blocked = 6 };
    check_games(any, scaled(1000), 4, check_weights);
}

/* ---- positions ---- */

/* A chart under rule lines, with misses at cells, `-` if there are none. */
static bship_chart *chart_with(const char *rules_lines, const char *misses)
{
    bship_rules *rules = rules_from(rules_lines);
    bship_chart *chart = new_chart(rules);
    bship_report miss = BSHIP_REPORT_INIT;

    miss.result = BSHIP_RESULT_MISS;
    for (const char *text = misses; *text >= 'A';
         text += strcspn(text, " "), text += *text == ' ') {
        char word[8] = "";
        bship_cell cell;
        memcpy(word, text, strcspn(text, " "));
        assert_ok(bship_cell_parse(word, &cell, NULL), "%s", word);
        assert_ok(bship_chart_record(chart, cell, &miss, NULL), "%s", word);
    }
    bship_rules_unref(rules);
    return chart;
}

/* Rule lines, misses, and how many symmetries of the board they leave. */
static const struct {
    const char *rules;
    const char *misses;
    int32_t symmetries;
} symmetric[] = {
    { "board 8x8\nfleet 4 3 3 2\n", "-", 8 },
    { "board 8x8\nfleet 4 3 3 2\ncontact none\n", "-", 8 },
    { "board 8x8\nfleet 4 3 3 2\ncontact no-sides\n", "-", 8 },
    { "board 7x7\nfleet 3 3 3 3\n", "D4", 8 },
    { "board 7x7\nfleet 3 3 3 3\ncontact none\n", "A1 G1 A7 G7", 8 },
    { "board 7x7\nfleet 2 2 2 1 1\ncontact no-sides\n", "D1 G4 D7 A4", 8 },
    { "board 6x6\nfleet 3 3 2 2 2\n", "B2 E5", 4 },
    { "board 6x6\nfleet 1 1 1 1 1\n", "A1", 2 },
    { "board 6x6\nfleet 4 4 3 2\ncontact none\n", "B1 F2 E6 A5", 4 },
    { "board 9x5\nfleet 5 3 3 2\n", "-", 4 },
    { "board 9x5\nfleet 5 3 3 2\ncontact no-sides\n", "B2 H2", 2 },
    { "board 6x6\nblocked A1 F1\nfleet 3 3 2 2\ncontact none\n", "C3 D3", 2 },
    { "board 7x7\nfleet 4 3 3 2\n", "B1", 1 },
};

enum {
    SYMMETRIC = sizeof symmetric / sizeof symmetric[0]
};

Test(enumeration, symmetries_of_a_position_change_nothing)
{
    for (int i = 0; i < SYMMETRIC; i++) {
        bship_chart *chart = chart_with(symmetric[i].rules, symmetric[i].misses);
        bship_posterior *posterior = posterior_by(chart, NULL, -1, -1);
        cr_assert_eq(posterior->solver.enumeration.symmetry.count, symmetric[i].symmetries,
                     "%d symmetries, not %d, with misses %s under\n%s",
                     (int)posterior->solver.enumeration.symmetry.count,
                     (int)symmetric[i].symmetries, symmetric[i].misses, symmetric[i].rules);
        bship_posterior_free(posterior);
        check_variants(chart);
        bship_chart_free(chart);
    }
}

/* Large fleets on the usual boards, one for each contact rule. */
static const char *const usual[] = {
    "board 10x10\nfleet 5 4 3 3 2\n",
    "board 12x10\nfleet 5 4 3 2\ncontact none\n",
    "board 10x10\nfleet 5 4 3 2\ncontact no-sides\n",
};

Test(enumeration, every_variant_counts_as_the_twin_does_on_the_usual_boards)
{
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        bship_chart *chart = chart_with(usual[i], "C2 H7");
        check_variants(chart);
        bship_chart_free(chart);
    }
}

/*
 * Counts a usual board by one instruction set, if the machine has it. Criterion's way to skip a
 * test loses memory, which valgrind reports.
 */
static void check_instructions(bsi_cpu cpu)
{
    bship_chart *chart;
    bship_posterior *plain, *forced;

    if (!bsi_kernel_of(BSI_LANE_16, cpu)) {
        fprintf(stderr, "skipped: no kernel for %s here, nothing tests it\n", cpu_names[cpu]);
        return;
    }
    chart = chart_with(usual[0], "C2 H7");
    plain = posterior_by(chart, NULL, BSI_LANE_64, BSI_CPU_PLAIN);
    forced = posterior_by(chart, NULL, -1, (int32_t)cpu);
    cr_assert_eq(forced->solver.enumeration.workspace.kernel, bsi_kernel_of(BSI_LANE_16, cpu),
                 "%s is not used", cpu_names[cpu]);
    check_same(plain, forced);
    bship_posterior_free(plain);
    bship_posterior_free(forced);
    bship_chart_free(chart);
}

Test(enumeration, vectors_are_tested)
{
    check_instructions(BSI_CPU_VECTOR);
}

Test(enumeration, avx2_is_tested)
{
    check_instructions(BSI_CPU_AVX2);
}

/* ---- the limits of lanes ---- */

/* Positions by the product of the two largest numbers of placements. */
static const struct {
    const char *rules;
    const char *misses;
    bsi_lane lane;
} limits[] = {
    /* 264 x 240, and 312 x 286 */
    { "board 12x12\nfleet 3 3 2\n", "-", BSI_LANE_16 },
    { "board 13x13\nfleet 3 3 2\n", "-", BSI_LANE_32 },
    /* 264 x 264; less 4 twice it is 256 x 256, one too many; less 3 three times 255 x 255 */
    { "board 12x12\nfleet 3 2 2\n", "-", BSI_LANE_32 },
    { "board 12x12\nfleet 3 2 2\n", "C3 H8", BSI_LANE_32 },
    { "board 12x12\nfleet 3 2 2\n", "C1 H1 A8", BSI_LANE_16 },
    { "board 12x12\nfleet 2 2 2 2\n", "C1 H1 A8", BSI_LANE_16 },
    { "board 12x12\nfleet 3 2 2\ncontact none\n", "C1 H1 A8", BSI_LANE_16 },
    { "board 12x12\nfleet 3 2 2\ncontact no-sides\n", "C1 H1 A8", BSI_LANE_16 },
    /* 255 x 257 = 65535 */
    { "board 257x1\nfleet 3 1\n", "-", BSI_LANE_16 },
    { "board 257x1\nfleet 3 1\ncontact none\n", "-", BSI_LANE_16 },
    { "board 258x1\nfleet 3 1\n", "-", BSI_LANE_32 },
    /* 65521 and 65884, squared */
    { "board 181x182\nfleet 2 2\n", "-", BSI_LANE_32 },
    { "board 182x182\nfleet 2 2\n", "-", BSI_LANE_64 },
};

enum {
    LIMITS = sizeof limits / sizeof limits[0]
};

Test(enumeration, lanes_are_as_wide_as_they_must_be)
{
    for (int i = 0; i < LIMITS; i++) {
        bship_chart *chart = chart_with(limits[i].rules, limits[i].misses);
        bship_posterior *posterior = posterior_by(chart, NULL, -1, -1);
        bsi_lane lane = lane_of(posterior);
        bship_posterior_free(posterior);
        posterior = posterior_by(chart, NULL, BSI_LANE_16, -1);
        cr_assert(lane == limits[i].lane && lane_of(posterior) == lane,
                  "lanes of %s, forced %s, with misses %s under\n%s", lane_names[lane],
                  lane_names[lane_of(posterior)], limits[i].misses, limits[i].rules);
        bship_posterior_free(posterior);
        if (lane < BSI_LANE_64)
            check_variants(chart);
        bship_chart_free(chart);
    }
}

/* Sums of 32 bits would overflow here if they were not cleared in between. */
Test(enumeration, sums_do_not_overflow_however_many_ships_are_placed)
{
    bship_chart *chart = chart_with("board 16x8\nfleet 1 1 1 1 1 1\n", "C2");
    bship_posterior *posterior = posterior_by(chart, NULL, -1, -1);
    const bsi_placement_counts *counts = &posterior->counts;
    uint64_t all = 5169379425, with_one = 244222650; /* C(127,6), C(126,5) */

    cr_assert_eq(lane_of(posterior), BSI_LANE_16, "lanes of %s", lane_names[lane_of(posterior)]);
    cr_assert_eq(counts->total.low, all * counts->unit, "%llu layouts in units of %u",
                 (unsigned long long)counts->total.low, (unsigned)counts->unit);
    for (int32_t i = 0; i < cell_count(posterior->rules); i++) {
        uint32_t position = posterior->rules->free_cells[i];
        uint64_t is_open = posterior->evidence.cells[position] == BSI_CELL_OPEN;
        cr_assert_eq(counts->by_placement[position].low, is_open * with_one * counts->unit,
                     "%llu layouts with cell %d in units of %u",
                     (unsigned long long)counts->by_placement[position].low, (int)i,
                     (unsigned)counts->unit);
    }
    bship_posterior_free(posterior);
    bship_chart_free(chart);
}

/* ---- large boards ---- */

Test(enumeration, large_boards_are_counted_as_the_twin_does)
{
    static const char *const large[] = {
        "board 40x40\nfleet 5 4 3\n",
        "board 100x37\nfleet 12 7 5\ncontact none\n",
        "board 37x60\nfleet 6 3 3\ncontact no-sides\n",
    };
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
        bship_chart *chart = chart_with(large[i], "C2 H7");
        check_variants(chart);
        bship_chart_free(chart);
    }
}

/*
 * The number of layouts is a polynomial of the third degree in the width of the board, and in its
 * height, once no three overlapping ships can be larger than the board. It is extrapolated from the
 * differences of the smallest boards; these wrap, but the result is exact modulo 2^64.
 */
enum {
    FIRST = 8,  /* the smallest board, both ways */
    DEGREE = 3, /* of the polynomial */
    LARGE = 300
};

/* The value at LARGE of the polynomial with these values from FIRST on. */
static uint64_t extrapolate(const uint64_t *values)
{
    uint64_t differences[DEGREE + 1], chosen = 1, sum = 0;

    memcpy(differences, values, sizeof differences);
    for (int i = 0; i <= DEGREE; i++) {
        sum += chosen * differences[0];
        for (int j = 0; j < DEGREE; j++)
            differences[j] = differences[j + 1] - differences[j];
        chosen = chosen * (uint64_t)(LARGE - FIRST - i) / (uint64_t)(i + 1);
    }
    return sum;
}

static uint64_t layouts_of_size(int32_t contact, int32_t width, int32_t height)
{
    static const int32_t lengths[] = { 3, 2, 2 };
    struct twin *twin = twin_new(width, height, contact, lengths, 3);
    uint64_t layouts = twin_count(twin) / 2;

    twin_free(twin);
    return layouts;
}

Test(enumeration, very_large_boards_are_counted_by_a_polynomial)
{
    for (int32_t contact = 0;
         contact < bship_enum_count(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_CONTACT); contact++) {
        uint64_t rows[DEGREE + 1], values[DEGREE + 1];
        char lines[128];
        bship_chart *chart;
        bship_posterior *posterior;
        for (int32_t y = 0; y <= DEGREE; y++) {
            for (int32_t x = 0; x <= DEGREE; x++)
                values[x] = layouts_of_size(contact, FIRST + x, FIRST + y);
            rows[y] = extrapolate(values);
        }
        snprintf(lines, sizeof lines, "board %dx%d\nfleet 3 2 2\ncontact %s\n", LARGE, LARGE,
                 bship_enum_name(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_CONTACT, contact));
        chart = chart_with(lines, "-");
        posterior = posterior_by(chart, NULL, -1, -1);
        cr_assert_eq(lane_of(posterior), BSI_LANE_64, "lanes of %s",
                     lane_names[lane_of(posterior)]);
        cr_assert(posterior->counts.total.high == 0 &&
                      posterior->counts.total.low == extrapolate(rows) * posterior->counts.unit,
                  "%llu layouts, not %llu, in units of %u under\n%s",
                  (unsigned long long)posterior->counts.total.low,
                  (unsigned long long)extrapolate(rows), (unsigned)posterior->counts.unit, lines);
        bship_posterior_free(posterior);
        bship_chart_free(chart);
    }
}

/* ---- cancelling ---- */

struct calls {
    int count;
    int cancelled; /* the call that cancels; 0: none */
};

static int32_t count_call(double done, void *user)
{
    struct calls *calls = user;

    (void)done;
    return ++calls->count == calls->cancelled;
}

/* Runs the kernel once more on the last ships of a posterior. */
static bship_status run_kernel(const bship_posterior *posterior, struct calls *calls)
{
    const bsi_workspace *workspace = &posterior->solver.enumeration.workspace;
    bsi_work_budget budget = bsi_work_unlimited(count_call, calls);
    bsi_kernel_result result;

    calls->count = 0;
    return workspace->kernel(workspace, &budget, &result);
}

/* Asserts that a kernel on a large board reports as often as it should, and can be cancelled. */
static void check_cancelled(const bship_chart *chart, int32_t cpu)
{
    enum {
        PASSES = 18
    };
    bship_posterior *posterior = posterior_by(chart, NULL, -1, cpu);
    const bsi_workspace *workspace = &posterior->solver.enumeration.workspace;
    size_t blocks = PASSES * ((workspace->count + workspace->block - 1) / workspace->block);
    size_t most = BSI_WORK_REPORT_INTERVAL + BSI_BLOCK_COST, least = blocks * BSI_BLOCK_COST / most;
    struct calls calls = { 0, 0 };

    assert_ok(run_kernel(posterior, &calls), "%s", rules_text(posterior->rules));
    cr_assert(least > PASSES && calls.count >= (int)least, "%d calls in %d blocks under\n%s",
              calls.count, (int)blocks, rules_text(posterior->rules));
    for (int last = calls.count; last > 0; last /= 2) {
        calls.cancelled = last;
        cr_assert_eq(run_kernel(posterior, &calls), BSHIP_ERROR_CANCELLED, "call %d", last);
        cr_assert_eq(calls.count, last, "%d calls, %d of them too many", calls.count,
                     calls.count - last);
    }
    bship_posterior_free(posterior);
}

Test(enumeration, a_kernel_can_be_cancelled_on_a_large_board)
{
    static const char *const large[] = {
        "board 100x100\nfleet 100 99 98\n",
        "board 100x100\nfleet 100 99 98\ncontact none\n",
        "board 100x100\nfleet 100 99 98\ncontact no-sides\n",
    };
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++)
        for (int32_t cpu = 0; cpu < BSI_CPU_COUNT; cpu++) {
            bship_chart *chart = chart_with(large[i], "-");
            check_cancelled(chart, cpu);
            bship_chart_free(chart);
        }
}

/* A small board is one block: nothing is reported. */
Test(enumeration, a_kernel_reports_nothing_on_a_small_board)
{
    bship_chart *chart = chart_with("board 10x10\nfleet 5 4 3\n", "-");
    bship_posterior *posterior = posterior_by(chart, NULL, -1, -1);
    struct calls calls = { 0, 1 };

    assert_ok(run_kernel(posterior, &calls), "a small board");
    cr_assert_eq(calls.count, 0, "%d calls", calls.count);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
}

/* ---- drawing ---- */

/* Counts the cells that a layout covers. */
static void cover_cells(int *covered, const bship_rules *rules, const bship_placement *placements)
{
    for (int32_t s = 0; s < bship_fleet_count(bship_rules_fleet(rules)); s++)
        for (int32_t j = 0; j < bship_fleet_length(bship_rules_fleet(rules), s); j++) {
            int down = placements[s].orientation == BSHIP_ORIENTATION_VERTICAL;
            bship_cell at = { placements[s].x + (down ? 0 : j), placements[s].y + (down ? j : 0) };
            covered[cell_index(rules, at)]++;
        }
}

/* Records unresolved hits at cells, two characters each. */
static void record_hits(bship_chart *chart, const char *hits)
{
    for (; *hits; hits += 2) {
        static const bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };
        bship_cell at = { hits[0] - 'A', hits[1] - '1' };
        assert_ok(bship_chart_record(chart, at, &hit, NULL), "a hit");
    }
}

/* Cells are covered as often in drawn layouts as in all layouts. */
static void check_enumeration_draws(const char *lines, const char *hits, bool is_weighted)
{
    bship_rules *rules = rules_from(lines);
    bship_chart *chart = new_chart(rules);
    int draws = scaled(2000), cells = cell_count(rules), covered[64] = { 0 };
    int64_t count = bship_rules_placement_count(rules);
    double *weights = malloc((size_t)count * sizeof *weights), truth[64];
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    bship_placement placements[8];
    bship_rng rng = rng_of(5);

    for (int64_t i = 0; i < count; i++)
        weights[i] = (double)(i % 5);
    record_hits(chart, hits);
    options.method = BSHIP_METHOD_ENUMERATION;
    options.weights = is_weighted ? weights : NULL;
    options.weight_count = is_weighted ? count : 0;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "%s", lines);
    bship_posterior_occupancy(posterior, truth, 64);
    for (int i = 0; i < draws; i++) {
        bsi_work_budget budget_left = { .limit = INT64_MAX };
        assert_ok(bsi_enumeration_draw(&posterior->solver.enumeration, &posterior->counts, &rng,
                                       &budget_left, placements),
                  "a draw");
        cover_cells(covered, rules, placements);
    }
    for (int i = 0; i < cells; i++) {
        double error = sqrt(truth[i] * (1 - truth[i]) / draws) + 0.5 / draws;
        double share = (double)covered[i] / draws;
        cr_assert(fabs(share - truth[i]) <= 5 * error, "cell %d: %f, not %f under\n%s", i, share,
                  truth[i], lines);
    }
    bship_posterior_free(posterior);
    free(weights);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(enumeration, draws_layouts_as_it_counted_them)
{
    static const char *const lines[] = {
        "board 5x5\nfleet 4 3 2 2\n",
        "board 6x4\nfleet 2 2 2 2\n",
        "board 5x5\nfleet 2 2 1 1 1\ncontact none\n",
        "board 5x5\nfleet 3 3 2 2 1\ncontact no-sides\n",
    };

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (int weighted = 0; weighted < 2; weighted++) {
            check_enumeration_draws(lines[i], "", weighted);
            check_enumeration_draws(lines[i], "B2", weighted);
        }
    for (int weighted = 0; weighted < 2; weighted++) {
        check_enumeration_draws("board 5x5\nfleet 3 2 2\n", "B2D3C5", weighted);
        check_enumeration_draws("board 5x5\nfleet 4 3 2 2\n", "B2C2D4", weighted);
    }
}

Test(enumeration, covers_by_all_ships_share_a_leaf)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2 2\n");
    bship_chart *chart = new_chart(rules);

    record_hits(chart, "A1D4");
    bship_posterior *posterior = posterior_by(chart, NULL, -1, -1);
    const bsi_hit_covers *covers = &posterior->solver.enumeration.covers;
    cr_assert_eq(covers->list.count, 4, "two placements for each hit");
    cr_assert_eq(covers->leaves.count, 1, "nothing is left to place");
    cr_assert_eq(covers->leaves.items[0].cover_count, 4, "in one leaf");
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}
