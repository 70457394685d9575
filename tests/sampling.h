/*
 * Shared by the tests of the samplers: a position with a sampler, and the properties that every
 * sampler must have.
 */
#ifndef TESTS_SAMPLING_H
#define TESTS_SAMPLING_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "inference/common/sampling.h"
#include "layout_oracle.h"
#include "positions.h"

/* A practically unlimited work budget. */
#define ENDLESS (INT64_C(1) << 50)

/* A sampling method; `make` creates the `sampler`. */
struct way {
    bship_status (*make)(void **sampler, const bsi_evidence *evidence,
                         const bship_allocator *allocator);
    void (*destroy)(void *sampler);
    bship_status (*read)(void *sampler, bsi_work_budget *budget);
    bship_status (*run)(void *sampler, const bsi_sample_request *order,
                        bsi_placement_counts *counts, bsi_sample_quality *quality);
    bship_status (*draw)(void *sampler, bship_rng *rng, bsi_work_budget *budget,
                         bship_placement *placements);
    bool knows_total;
};

/* The functions of a sampler of the library, except `read`. */
#define SAMPLER_CALLS(name)                                                                        \
    static bship_status make(void **sampler, const bsi_evidence *evidence,                         \
                             const bship_allocator *allocator)                                     \
    {                                                                                              \
        return bsi_##name##_new((bsi_##name **)sampler, evidence, allocator);                      \
    }                                                                                              \
    static void destroy(void *sampler)                                                             \
    {                                                                                              \
        bsi_##name##_free(sampler);                                                                \
    }                                                                                              \
    static bship_status run(void *sampler, const bsi_sample_request *order,                        \
                            bsi_placement_counts *counts, bsi_sample_quality *quality)             \
    {                                                                                              \
        return bsi_##name##_run(sampler, order, counts, quality);                                  \
    }                                                                                              \
    static bship_status draw(void *sampler, bship_rng *rng, bsi_work_budget *budget,               \
                             bship_placement *placements)                                          \
    {                                                                                              \
        return bsi_##name##_draw(sampler, rng, budget, placements);                                \
    }

/* ---- a position and its results ---- */

struct sampling {
    const struct way *way;
    struct memory memory;
    bsi_evidence evidence;
    void *block; /* the memory of the evidence */
    void *sampler;
    bsi_work_budget budget;
    bsi_placement_counts counts;
    bsi_sample_quality quality;
};

static inline void sampling_init(struct sampling *s, const struct way *way,
                                 const bship_rules *rules, const double *weights)
{
    bsi_arena arena = { NULL, 0 };
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    bsi_class_map class_map;

    memset(s, 0, sizeof *s);
    memory_init(&s->memory);
    s->way = way;
    assert_ok(bsi_class_map_find(&class_map, rules, weights, &budget), "ship classes");
    bsi_evidence_carve(&s->evidence, rules, &class_map, weights != NULL, &arena);
    s->block = calloc(1, arena.used);
    arena = (bsi_arena){ s->block, 0 };
    bsi_evidence_carve(&s->evidence, rules, &class_map, weights != NULL, &arena);
    assert_ok(bsi_evidence_weigh(&s->evidence, weights, &budget), "weights");
    s->counts.positions = rules->positions;
    s->counts.weights =
        calloc((size_t)s->evidence.class_count * 2 * rules->positions, sizeof *s->counts.weights);
    s->quality.errors = calloc(rules->positions, sizeof *s->quality.errors);
    s->budget.limit = ENDLESS;
    assert_ok(way->make(&s->sampler, &s->evidence, &s->memory.allocator), "a sampler");
}

static inline void sampling_free(struct sampling *s)
{
    s->way->destroy(s->sampler);
    memory_check(&s->memory, "a sampler");
    free(s->quality.errors);
    free(s->counts.weights);
    free(s->block);
}

static inline bship_status sampling_read(struct sampling *s, const bship_chart *chart)
{
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);

    assert_ok(bsi_evidence_read(&s->evidence, chart, &budget), "evidence");
    return s->way->read(s->sampler, &s->budget);
}

static inline bship_status sampling_run(struct sampling *s, uint64_t seed, double precision)
{
    bsi_sample_request order = { seed, precision, 0, &s->budget };
    return s->way->run(s->sampler, &order, &s->counts, &s->quality);
}

/* The occupancy of a cell by ships of a length (0: any), from the placement counts. */
static inline double sampling_occupancy(const struct sampling *s, int32_t cell, int32_t length)
{
    const bship_rules *rules = s->evidence.rules;
    uint32_t position = bsi_position(rules, cell_at(rules, cell));
    double sum = 0;

    for (int32_t k = 0; k < s->evidence.class_count; k++) {
        const bsi_ship_class *class = &s->evidence.classes[k];
        if (length != 0 && class->length != length)
            continue;
        for (int32_t o = 0; o < class->orientations; o++)
            for (int32_t i = 0; i < class->length; i++) {
                bsi_placement placed;
                if (bsi_through(&s->evidence, k, o, position, i, &placed))
                    sum +=
                        s->counts
                            .weights[bsi_placement_counts_row(&s->counts, k, o) + placed.position];
            }
    }
    return sum / s->counts.weight;
}

/* The number of layouts, or 1 where it is not known: weights are scaled by a power of two. */
static double sampling_total(const struct sampling *s)
{
    int exponent = s->way->knows_total ? bsi_weight_exponent(&s->evidence) : 0;
    return ldexp(s->counts.weight, exponent);
}

static inline double sampling_error(const struct sampling *s, int32_t cell)
{
    const bship_rules *rules = s->evidence.rules;
    return s->quality.errors[bsi_position(rules, cell_at(rules, cell))];
}

/* ---- random positions ---- */

static const struct shape small = {
    .width = 6, .height = 6, .ships = 4, .length = 4, .blocked = 3
};

/* A chart small enough for brute force, reported shot by shot, and sometimes weights. */
struct puzzle {
    bship_rules *rules;
    bship_chart *chart;
    double *weights; /* or NULL */
    struct oracle oracle;
    double total; /* of the distinct layouts */
};

static inline double *random_weights(bship_rng *rng, const bship_rules *rules)
{
    double *weights = calloc((size_t)bship_rules_placement_count(rules), sizeof *weights);
    for (int64_t i = 0; i < bship_rules_placement_count(rules); i++) {
        bship_placement at;
        assert_ok(bship_rules_placement_at(rules, i, &at), "number %d", (int)i);
        at.ship = bship_fleet_first_of_length(bship_rules_fleet(rules), at.ship);
        int64_t first = bship_rules_placement_index(rules, at);
        weights[i] = first < i ? weights[first] : between(rng, 0, 4) / 2.0;
    }
    return weights;
}

static inline void puzzle_init(struct puzzle *puzzle, bship_rng *rng, const struct shape *shape)
{
    struct shape by_shot = *shape;
    bship_board *board;

    by_shot.pin[BSHIP_RULE_SALVO_REPORT] = 1 + BSHIP_SALVO_REPORT_EACH;
    memset(puzzle, 0, sizeof *puzzle);
    do {
        bship_rules_unref(puzzle->rules);
        puzzle->rules = random_rules(rng, &by_shot);
    } while (oracle_work(puzzle->rules) > 1e6);
    board = random_board(puzzle->rules, rng);
    puzzle->chart = new_chart(puzzle->rules);
    for (int32_t turns = between(rng, 0, 6); turns > 0; turns--)
        fire_at_random(board, puzzle->chart, rng);
    bship_board_free(board);
    if (between(rng, 0, 2) == 0)
        puzzle->weights = random_weights(rng, puzzle->rules);
    oracle_ask(&puzzle->oracle, puzzle->chart, puzzle->weights);
}

/* The weight of all layouts; the oracle counts each permutation of interchangeable ships. */
static inline double puzzle_total(const struct puzzle *puzzle, const bsi_evidence *evidence)
{
    double total = (double)puzzle->oracle.labelled;
    for (int32_t k = 0; k < evidence->class_count; k++)
        for (int32_t i = 2; i <= evidence->classes[k].ships; i++)
            total /= i;
    return total;
}

static inline double puzzle_occupancy(const struct puzzle *puzzle, int32_t cell)
{
    return (double)(oracle_covered(&puzzle->oracle, cell, 0) / puzzle->oracle.labelled);
}

static inline void puzzle_free(struct puzzle *puzzle)
{
    free(puzzle->weights);
    bship_chart_free(puzzle->chart);
    bship_rules_unref(puzzle->rules);
}

/* ---- common properties ---- */

/* The number of 95 % intervals that contain the true value. */
struct coverage {
    int held, all;
};

static inline void coverage_add(struct coverage *coverage, double value, double error, double truth)
{
    coverage->held += fabs(value - truth) <= 1.959964 * error;
    coverage->all++;
}

/* Asserts a share of 93 to 97 %, with a margin for small numbers. */
static inline void coverage_check(const struct coverage *coverage, const char *what)
{
    double share = (double)coverage->held / coverage->all;
    double slack = coverage->all < 4000 ? 1.3 / sqrt(coverage->all) : 0;
    cr_log_info("%s: %.2f %% of %d", what, 100 * share, coverage->all);
    cr_assert(share > 0.93 - slack && share < 0.97 + slack, "%s: %d of %d intervals hold", what,
              coverage->held, coverage->all);
}

static inline void cover_cells(const struct sampling *s, const struct puzzle *puzzle,
                               struct coverage *coverage)
{
    for (int32_t cell = 0; cell < cell_count(puzzle->rules); cell++) {
        double truth = puzzle_occupancy(puzzle, cell);
        double value = sampling_occupancy(s, cell, 0), error = sampling_error(s, cell);
        /* A rare cell is hit too seldom for its error to be normal. */
        if (s->quality.effective * truth * (1 - truth) > 20)
            coverage_add(coverage, value, error, truth);
        if (truth == 0 || truth == 1)
            cr_assert_float_eq(value, truth, 1e-9, "cell %d is certain in\n%s", (int)cell,
                               rules_text(puzzle->rules));
        cr_assert(fabs(value - truth) <= 6 * error + 1e-9, "%f +- %f, not %f, of cell %d in\n%s",
                  value, error, truth, (int)cell, rules_text(puzzle->rules));
    }
}

/* Samples random positions and checks how often the intervals contain the true value. */
static inline void check_coverage(const struct way *way, const struct shape *shape, int count,
                                  double precision)
{
    bship_rng rng = rng_of(1);
    struct coverage cells = { 0, 0 }, totals = { 0, 0 };
    int imprecise = 0;

    for (int i = 0; i < count; i++) {
        struct puzzle puzzle;
        struct sampling s;
        puzzle_init(&puzzle, &rng, shape);
        sampling_init(&s, way, puzzle.rules, puzzle.weights);
        bship_status status = sampling_read(&s, puzzle.chart);
        for (uint64_t seed = 0; seed < 2 && puzzle.oracle.labelled > 0; seed++) {
            double total = puzzle_total(&puzzle, &s.evidence);
            assert_ok(status, "%f layouts of\n%s", total, rules_text(puzzle.rules));
            /* If no draw can be accepted, sampling would never end. */
            s.budget.limit = s.budget.done + 1000000000;
            assert_ok(sampling_run(&s, seed, precision), "%f layouts", total);
            imprecise += s.quality.rms > precision;
            if (s.quality.rms > precision)
                cr_log_info("rms %f of %f\n%s", s.quality.rms, total, rules_text(puzzle.rules));
            cover_cells(&s, &puzzle, &cells);
            if (way->knows_total && s.quality.total_error > 0)
                coverage_add(&totals, sampling_total(&s), s.quality.total_error * total, total);
            else
                cr_assert_float_eq(sampling_total(&s), way->knows_total ? total : 1, 1e-9 * total,
                                   "%f layouts, not %f", sampling_total(&s), total);
        }
        if (puzzle.oracle.labelled == 0)
            cr_assert(status == BSHIP_ERROR_CONTRADICTION || status == BSHIP_OK, "no layout: %s",
                      bship_status_name(status));
        sampling_free(&s);
        puzzle_free(&puzzle);
    }
    cr_assert_leq(imprecise, 1 + count / 25, "%d samples are not precise", imprecise);
    coverage_check(&cells, "occupancies");
    if (way->knows_total)
        coverage_check(&totals, "totals");
}

/* Whether a reference position is skipped at low test effort. */
static inline bool is_left_out(int number)
{
    int step = 50 / scaled(50);
    return step > 1 && number % step != 0;
}

/* Samples all reference positions but a few. */
static inline void check_positions(const struct way *way, double precision, int few)
{
    struct position position;
    int number = 0, count = 0;
    double squares = 0, errors = 0;

    for (; position_next(&position, &number); position_free(&position)) {
        struct sampling s;
        if (is_left_out(number))
            continue;
        sampling_init(&s, way, position.rules, position.weights);
        s.budget.limit = 400000000;
        bship_status status = sampling_read(&s, position.chart);
        status = status ? status : sampling_run(&s, 1, precision);
        if (!status) {
            double total = strtod(position.layouts, NULL);
            for (int32_t cell = 0; cell < cell_count(position.rules); cell++) {
                double truth = position.occupancy[cell] / total;
                double value = sampling_occupancy(&s, cell, 0), error = sampling_error(&s, cell);
                cr_assert(fabs(value - truth) <= 5 * error + 1e-9, "%s: %f +- %f, not %f, of %d",
                          position.name, value, error, truth, (int)cell);
                squares += (value - truth) * (value - truth);
                errors += error * error;
            }
            if (way->knows_total)
                cr_assert(fabs(sampling_total(&s) / total - 1) <= 4 * s.quality.total_error + 1e-9,
                          "%s: %g +- %g, not %g", position.name, sampling_total(&s),
                          s.quality.total_error, total);
            count++;
        } else {
            cr_assert_eq(status, BSHIP_ERROR_WORK_LIMIT, "%s: %s", position.name,
                         bship_status_name(status));
            cr_assert_geq(--few, 0, "%s is one too many not to be sampled", position.name);
        }
        sampling_free(&s);
    }
    cr_log_info("%d positions: rms error %f times the estimate", count, sqrt(squares / errors));
    cr_assert(count < 40 || (squares < 1.5 * errors && errors < 1.5 * squares),
              "errors are %f times the estimate", sqrt(squares / errors));
}

/* Draws layouts one by one and compares how often each cell is covered, and how often each comes.
 */
static inline void check_draws(const struct way *way, int count)
{
    struct position position = { .name = "" };
    int number = 0;

    for (; position_next(&position, &number); position_free(&position)) {
        double total = strtod(position.layouts, NULL), expected = count / total, sum = 0;
        if (position.weights || total < 2 || total > 110 || is_left_out(number))
            continue;
        struct sampling s;
        struct {
            uint64_t key;
            int seen;
        } layouts[128] = { { 0, 0 } };
        int different = 0, ships = bship_fleet_count(bship_rules_fleet(position.rules));
        bship_rng rng = rng_of((uint64_t)number);
        sampling_init(&s, way, position.rules, NULL);
        assert_ok(sampling_read(&s, position.chart), "%s", position.name);
        assert_ok(sampling_run(&s, 1, 0.05), "%s", position.name);
        for (int i = 0; i < count; i++) {
            bship_placement placements[16];
            uint64_t key = 0;
            assert_ok(way->draw(s.sampler, &rng, &s.budget, placements), "%s", position.name);
            for (int32_t ship = 0; ship < ships; ship++) {
                cr_assert_eq(placements[ship].ship, ship, "%s: out of order", position.name);
                /* Ships of one length are interchangeable. */
                placements[ship].ship =
                    bship_fleet_first_of_length(bship_rules_fleet(position.rules), ship);
                uint64_t index =
                    (uint64_t)bship_rules_placement_index(position.rules, placements[ship]) + 1;
                key += index * index * index * UINT64_C(0x9e3779b97f4a7c15);
            }
            int at = 0;
            while (at < different && layouts[at].key != key)
                at++;
            cr_assert_lt(at, total, "%s: more layouts than there are", position.name);
            layouts[at].key = key;
            layouts[at].seen++;
            different += at == different;
        }
        for (int i = 0; i < (int)total; i++)
            sum += (layouts[i].seen - expected) * (layouts[i].seen - expected) / expected;
        cr_assert(sum < chi_square_limit(total - 1), "%s: chi-square %f of %d layouts",
                  position.name, sum, (int)total);
        sampling_free(&s);
    }
}

static inline int cancel(double done, void *user)
{
    *(int *)user += done >= 0 && done <= 1;
    return 1;
}

/* Too few steps, too little memory, cancelling: nothing leaks, and sampling works afterwards. */
static inline void check_refusals(const struct way *way)
{
    bship_rules *rules = rules_from("board 8x8\nfleet 4 3 3 2\ncontact none\ndisclosure length\n");
    bship_board *board = NULL;
    bship_chart *chart = new_chart(rules);
    bship_rng rng = rng_of(3);
    struct sampling s;
    int heard = 0;
    double weight;

    assert_ok(bship_board_new(&board, rules), "a board");
    assert_ok(bship_board_place_random(board, &rng, 0, NULL), "a layout");
    for (int i = 0; i < 9; i++)
        fire_at_random(board, chart, &rng);
    sampling_init(&s, way, rules, NULL);
    s.budget.limit = 3;
    assert_status(sampling_read(&s, chart), BSHIP_ERROR_WORK_LIMIT, "three steps");
    s.budget.limit = ENDLESS;
    assert_ok(sampling_read(&s, chart), "all the steps");
    s.budget.limit = s.budget.done + 1000;
    assert_status(sampling_run(&s, 1, 0), BSHIP_ERROR_WORK_LIMIT, "a thousand steps");
    s.budget.limit = s.budget.done + 100000000;
    s.budget.progress = cancel;
    s.budget.user = &heard;
    assert_status(sampling_run(&s, 1, 0), BSHIP_ERROR_CANCELLED, "a cancelled run");
    cr_assert_eq(heard, 1, "heard %d times", heard);
    s.budget.progress = NULL;
    s.budget.limit = s.budget.done + 100000000;
    assert_ok(sampling_run(&s, 1, 0), "as far as the steps go");
    cr_assert(s.quality.effective > 100 && s.quality.rms > 0 && s.quality.rms < 0.02,
              "effective size %f, rms %f", s.quality.effective, s.quality.rms);

    /* Once warm nothing is allocated, and the same seed gives the same results. */
    memory_fail(&s.memory, 0, 0);
    s.budget.limit = ENDLESS;
    assert_ok(sampling_read(&s, chart), "again");
    assert_ok(sampling_run(&s, 1, 0.01), "again");
    weight = s.counts.weights[bsi_position(rules, (bship_cell){ 3, 3 })];
    assert_ok(sampling_read(&s, chart), "once more");
    assert_ok(sampling_run(&s, 1, 0.01), "once more");
    cr_assert_eq(weight, s.counts.weights[bsi_position(rules, (bship_cell){ 3, 3 })],
                 "results are not repeated");
    cr_assert_eq(s.memory.calls, 0, "%ld allocations", s.memory.calls);
    way->destroy(s.sampler);
    for (long i = 0, failed = 1; failed > 0; i++) {
        memory_fail(&s.memory, i, 1);
        bship_status status = way->make(&s.sampler, &s.evidence, &s.memory.allocator);
        if (!status) {
            status = sampling_read(&s, chart);
            status = status ? status : sampling_run(&s, 1, 0.05);
            way->destroy(s.sampler);
        }
        failed = s.memory.failed;
        cr_assert_eq(status, failed ? BSHIP_ERROR_MEMORY : BSHIP_OK, "allocation %ld", i);
        memory_check(&s.memory, "a sampler without memory");
    }
    s.sampler = NULL;
    sampling_free(&s);
    bship_board_free(board);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* Asserts the result of a chart that no layout agrees with. */
static inline void check_contradiction(const struct way *way, const char *rules_lines,
                                       const char *misses, bship_status expected)
{
    bship_rules *rules = rules_from(rules_lines);
    bship_chart *chart = new_chart(rules);
    struct sampling s;

    for (int32_t i = 0; misses[i]; i++) {
        bship_report report = { .result = misses[i] == 'x' ? BSHIP_RESULT_HIT : BSHIP_RESULT_MISS,
                                .length = 0,
                                .ship = -1 };
        if (misses[i] != '.')
            assert_ok(bship_chart_record(chart, cell_at(rules, i), &report), "cell %d", (int)i);
    }
    sampling_init(&s, way, rules, NULL);
    s.budget.limit = 100000000;
    bship_status status = sampling_read(&s, chart);
    status = status ? status : sampling_run(&s, 1, 0.01);
    assert_status(status, expected, "%s", misses);
    sampling_free(&s);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

#endif
