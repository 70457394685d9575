/*
 * Helpers for tests of the sampling methods: a position with a sampler of it, and the properties
 * that every sampler must have.
 */
#ifndef TESTS_SAMPLING_H
#define TESTS_SAMPLING_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "inference/common/sampling.h"
#include "layout_oracle.h"
#include "positions.h"

/* More steps than any test takes. */
#define NO_LIMIT (INT64_C(1) << 50)

/* A sampling method; `sampler` is created by `make`. */
struct method {
    void *(*make)(const bsi_evidence *evidence, const bship_allocator *allocator);
    void (*destroy)(void *sampler);
    bship_status (*read)(void *sampler, bsi_work_budget *budget);
    bship_status (*run)(void *sampler, const bsi_sample_request *request,
                        bsi_placement_counts *counts, bsi_sample_quality *quality);
    bship_status (*draw)(void *sampler, bship_rng *rng, bsi_work_budget *budget,
                         bship_placement *placements);
    bool knows_total;
};

/* Wraps the functions of a sampler of the library for a method, except `read` and `draw`. */
#define SAMPLER_CALLS(name, clear)                                                                 \
    struct sampler {                                                                               \
        bsi_##name method; /* the first member, which the calls are given */                       \
        bsi_exact_cover cover;                                                                     \
        void *block;                                                                               \
    };                                                                                             \
    static size_t carve(struct sampler *self, const bsi_evidence *evidence,                        \
                        const bship_allocator *allocator)                                          \
    {                                                                                              \
        bsi_arena arena = { self->block, 0 };                                                      \
        bsi_exact_cover_carve(&self->cover, evidence, allocator, &arena);                          \
        bsi_##name##_carve(&self->method, &self->cover, &arena);                                   \
        return arena.used;                                                                         \
    }                                                                                              \
    static void *make(const bsi_evidence *evidence, const bship_allocator *allocator)              \
    {                                                                                              \
        struct sampler *self = calloc(1, sizeof *self);                                            \
        self->block = calloc(1, carve(self, evidence, allocator));                                 \
        (void)carve(self, evidence, allocator);                                                    \
        return self;                                                                               \
    }                                                                                              \
    static void destroy(void *sampler)                                                             \
    {                                                                                              \
        struct sampler *self = sampler;                                                            \
        if (!self)                                                                                 \
            return;                                                                                \
        clear;                                                                                     \
        bsi_exact_cover_clear(&self->cover);                                                       \
        free(self->block);                                                                         \
        free(self);                                                                                \
    }                                                                                              \
    static bship_status run(void *sampler, const bsi_sample_request *request,                      \
                            bsi_placement_counts *counts, bsi_sample_quality *quality)             \
    {                                                                                              \
        return bsi_##name##_run(sampler, request, counts, quality);                                \
    }

/* ---- a position and its sample ---- */

struct sampling {
    const struct method *method;
    struct memory memory;
    bsi_evidence evidence;
    void *block; /* memory of the evidence */
    void *sampler;
    bsi_work_budget budget;
    bsi_placement_counts counts;
    bsi_sample_quality quality;
};

static inline void sampling_init(struct sampling *s, const struct method *method,
                                 const bship_rules *rules, const double *weights)
{
    bsi_arena arena = { NULL, 0 };
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    bsi_class_map class_map;

    memset(s, 0, sizeof *s);
    memory_init(&s->memory);
    s->method = method;
    assert_ok(bsi_class_map_find(&class_map, rules, weights, &budget), "classes");
    bsi_evidence_carve(&s->evidence, rules, &class_map, weights != NULL, &arena);
    s->block = calloc(1, arena.used);
    arena = (bsi_arena){ s->block, 0 };
    bsi_evidence_carve(&s->evidence, rules, &class_map, weights != NULL, &arena);
    assert_ok(bsi_evidence_weigh(&s->evidence, weights, &budget), "weights");
    s->counts.positions = rules->positions;
    s->counts.weights =
        calloc((size_t)s->evidence.class_count * 2 * rules->positions, sizeof *s->counts.weights);
    s->quality.errors = calloc(rules->positions, sizeof *s->quality.errors);
    s->budget.limit = NO_LIMIT;
    s->sampler = method->make(&s->evidence, &s->memory.allocator);
}

static inline void sampling_free(struct sampling *s)
{
    s->method->destroy(s->sampler);
    memory_check(&s->memory, "a sampler");
    free(s->quality.errors);
    free(s->counts.weights);
    free(s->block);
}

static inline bship_status sampling_read(struct sampling *s, const bship_chart *chart)
{
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);

    assert_ok(bsi_evidence_read(&s->evidence, chart, &budget), "evidence");
    return s->method->read(s->sampler, &s->budget);
}

static inline bship_status sampling_run(struct sampling *s, uint64_t seed, double precision)
{
    bsi_sample_request request = { seed, precision, false, false, &s->budget };
    return s->method->run(s->sampler, &request, &s->counts, &s->quality);
}

/* The estimated occupancy of a cell by ships of a length (0: any). */
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
                bsi_placement placement;
                if (bsi_through(&s->evidence, k, o, position, i, &placement))
                    sum += s->counts.weights[bsi_placement_counts_row(&s->counts, k, o) +
                                             placement.position];
            }
    }
    return sum / s->counts.weight;
}

/* The estimated number of layouts, or 1 if it is unknown. Weights are scaled by a power of 2. */
static double sampling_total(const struct sampling *s)
{
    int exponent = s->method->knows_total ? bsi_weight_exponent(&s->evidence) : 0;
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

/* A random chart, small enough for brute force; in one case of three with weights. */
struct puzzle {
    bship_rules *rules;
    bship_chart *chart;
    double *weights; /* or NULL */
    struct oracle oracle;
};

static inline double *random_weights(bship_rng *rng, const bship_rules *rules)
{
    double *weights = calloc((size_t)bship_rules_placement_count(rules), sizeof *weights);
    for (int64_t i = 0; i < bship_rules_placement_count(rules); i++) {
        bship_placement at;
        assert_ok(bship_rules_placement(rules, i, &at), "number %d", (int)i);
        at.ship = first_of_length(bship_rules_fleet(rules), at.ship);
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

/* The weight of all distinct layouts: the oracle counts the ships of a class in every order. */
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

/* ---- properties ---- */

/* How many confidence intervals of 95 % contain the true value. */
struct coverage {
    int good, all;
};

static inline void coverage_add(struct coverage *coverage, double value, double error, double truth)
{
    coverage->good += fabs(value - truth) <= 1.959964 * error;
    coverage->all++;
}

/* Asserts that 93 to 97 % do, with some slack for small samples. */
static inline void coverage_check(const struct coverage *coverage, const char *what)
{
    double share = (double)coverage->good / coverage->all;
    double slack = coverage->all < 4000 ? 1.3 / sqrt(coverage->all) : 0;
    cr_log_info("%s: %.2f %% of %d", what, 100 * share, coverage->all);
    cr_assert(share > 0.93 - slack && share < 0.97 + slack,
              "%s: %d of %d intervals contain the truth", what, coverage->good, coverage->all);
}

static inline void cover_cells(const struct sampling *s, const struct puzzle *puzzle,
                               struct coverage *coverage)
{
    for (int32_t cell = 0; cell < cell_count(puzzle->rules); cell++) {
        double truth = puzzle_occupancy(puzzle, cell);
        double value = sampling_occupancy(s, cell, 0), error = sampling_error(s, cell);
        /* The error of a rarely covered cell is not normally distributed. */
        if (s->quality.effective * truth * (1 - truth) > 20)
            coverage_add(coverage, value, error, truth);
        if (truth == 0 || truth == 1)
            cr_assert_float_eq(value, truth, 1e-9, "cell %d is certain in\n%s", (int)cell,
                               rules_text(puzzle->rules));
        cr_assert(fabs(value - truth) <= 6 * error + 1e-9, "%f +- %f, not %f, of cell %d in\n%s",
                  value, error, truth, (int)cell, rules_text(puzzle->rules));
    }
}

/* The coverage of a method over many positions. */
struct study {
    const struct method *method;
    struct coverage cells, totals;
    int imprecise;
};

/* Samples a puzzle with one seed. */
static inline void study_sample(struct study *study, struct sampling *s,
                                const struct puzzle *puzzle, uint64_t seed, double precision)
{
    double total = puzzle_total(puzzle, &s->evidence);

    /* If no draw can be accepted, rejection sampling would not end. */
    s->budget.limit = s->budget.done + 1000000000;
    assert_ok(sampling_run(s, seed, precision), "%f layouts", total);
    if (s->quality.rms > precision) {
        study->imprecise++;
        cr_log_info("rms %f of %f\n%s", s->quality.rms, total, rules_text(puzzle->rules));
    }
    cover_cells(s, puzzle, &study->cells);
    if (study->method->knows_total && s->quality.total_error > 0)
        coverage_add(&study->totals, sampling_total(s), s->quality.total_error * total, total);
    else
        cr_assert_float_eq(sampling_total(s), study->method->knows_total ? total : 1, 1e-9 * total,
                           "%f layouts, not %f", sampling_total(s), total);
}

/* Samples random positions and tests how many confidence intervals contain the true value. */
static inline void check_coverage(const struct method *method, const struct shape *shape, int count,
                                  double precision)
{
    bship_rng rng = rng_of(1);
    struct study study = { .method = method };

    /* Positions whose cells are all certain have no interval. */
    for (int i = 0; i < count || study.cells.all == 0; i++) {
        struct puzzle puzzle;
        struct sampling s;
        puzzle_init(&puzzle, &rng, shape);
        sampling_init(&s, method, puzzle.rules, puzzle.weights);
        bship_status status = sampling_read(&s, puzzle.chart);
        if (puzzle.oracle.labelled > 0)
            assert_ok(status, "layouts of\n%s", rules_text(puzzle.rules));
        else
            cr_assert(status == BSHIP_ERROR_CONTRADICTION || !status, "no layout: %s",
                      bship_enum_name(BSHIP_ENUM_STATUS, status));
        for (uint64_t seed = 0; seed < 2 && puzzle.oracle.labelled > 0; seed++)
            study_sample(&study, &s, &puzzle, seed, precision);
        sampling_free(&s);
        puzzle_free(&puzzle);
    }
    cr_assert_leq(study.imprecise, 1 + count / 25, "%d samples are not precise", study.imprecise);
    coverage_check(&study.cells, "occupancies");
    if (method->knows_total)
        coverage_check(&study.totals, "totals");
}

/* Whether a reference position is skipped in a short run. */
static inline bool is_left_out(int number)
{
    int step = 50 / scaled(50);
    return step > 1 && number % step != 0;
}

/* Sums over cells: of squared deviations from the truth, and of estimated variances. */
struct deviations {
    double squares, variances;
};

/* Asserts that the sample of a reference position agrees with its counts. */
static inline void check_sample(const struct sampling *s, const struct position *position,
                                struct deviations *sums)
{
    double total = strtod(position->layouts, NULL);

    for (int32_t cell = 0; cell < cell_count(position->rules); cell++) {
        double truth = position->occupancy[cell] / total;
        double value = sampling_occupancy(s, cell, 0), error = sampling_error(s, cell);
        cr_assert(fabs(value - truth) <= 5 * error + 1e-9, "%s: %f +- %f, not %f, of %d",
                  position->name, value, error, truth, (int)cell);
        sums->squares += (value - truth) * (value - truth);
        sums->variances += error * error;
    }
    if (s->method->knows_total)
        cr_assert(fabs(sampling_total(s) / total - 1) <= 4 * s->quality.total_error + 1e-9,
                  "%s: %g +- %g, not %g", position->name, sampling_total(s), s->quality.total_error,
                  total);
}

/* Samples the reference positions; all but `few` must be within the work limit. */
static inline void check_positions(const struct method *method, double precision, int few)
{
    struct position position;
    struct deviations sums = { 0, 0 };
    int number = 0, count = 0;

    for (; position_next(&position, &number); position_free(&position)) {
        struct sampling s;
        if (is_left_out(number))
            continue;
        sampling_init(&s, method, position.rules, position.weights);
        s.budget.limit = 400000000;
        bship_status status = sampling_read(&s, position.chart);
        status = status ? status : sampling_run(&s, 1, precision);
        if (!status) {
            check_sample(&s, &position, &sums);
            count++;
        } else {
            cr_assert_eq(status, BSHIP_ERROR_WORK_LIMIT, "%s: %s", position.name,
                         bship_enum_name(BSHIP_ENUM_STATUS, status));
            cr_assert_geq(--few, 0, "%s is one too many beyond the work limit", position.name);
        }
        sampling_free(&s);
    }
    double ratio = sqrt(sums.squares / sums.variances);
    cr_log_info("%d positions: rms error %f times the estimated one", count, ratio);
    cr_assert(count < 40 || (ratio * ratio < 1.5 && ratio * ratio > 1 / 1.5),
              "errors are %f times the estimated ones", ratio);
}

/* How often each layout was drawn. */
struct histogram {
    struct {
        uint64_t key;
        int seen;
    } layouts[128];
    int count;
};

/* A hash of a layout, equal if ships of one length are exchanged. */
static inline uint64_t layout_key(const bship_rules *rules, const bship_placement *placements,
                                  const char *name)
{
    const bship_fleet *fleet = bship_rules_fleet(rules);
    uint64_t key = 0;

    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++) {
        bship_placement placement = placements[ship];
        cr_assert_eq(placement.ship, ship, "%s: out of order", name);
        placement.ship = first_of_length(fleet, ship);
        uint64_t index = (uint64_t)bship_rules_placement_index(rules, placement) + 1;
        key += index * index * index * UINT64_C(0x9e3779b97f4a7c15);
    }
    return key;
}

/* Counts a layout. */
static inline void histogram_add(struct histogram *histogram, uint64_t key)
{
    int at = 0;
    while (at < histogram->count && histogram->layouts[at].key != key)
        at++;
    histogram->layouts[at].key = key;
    histogram->layouts[at].seen++;
    histogram->count += at == histogram->count;
}

/* Draws layouts of a reference position and tests by chi-square that they are uniform. */
static inline void check_position_draws(const struct method *method,
                                        const struct position *position, int number, int count)
{
    double total = strtod(position->layouts, NULL), expected = count / total, chi_square = 0;
    struct histogram histogram = { .count = 0 };
    bship_rng rng = rng_of((uint64_t)number);
    struct sampling s;

    sampling_init(&s, method, position->rules, NULL);
    assert_ok(sampling_read(&s, position->chart), "%s", position->name);
    assert_ok(sampling_run(&s, 1, 0.05), "%s", position->name);
    for (int i = 0; i < count; i++) {
        bship_placement placements[16];
        assert_ok(method->draw(s.sampler, &rng, &s.budget, placements), "%s", position->name);
        histogram_add(&histogram, layout_key(position->rules, placements, position->name));
        cr_assert_leq(histogram.count, total, "%s: more layouts than there are", position->name);
    }
    for (int i = 0; i < (int)total; i++)
        chi_square += pow(histogram.layouts[i].seen - expected, 2) / expected;
    cr_assert(chi_square < chi_square_limit(total - 1), "%s: chi-square %f of %d layouts",
              position->name, chi_square, (int)total);
    sampling_free(&s);
}

/* The same for all reference positions with few layouts. */
static inline void check_draws(const struct method *method, int count)
{
    struct position position = { .name = "" };
    int number = 0;

    for (; position_next(&position, &number); position_free(&position)) {
        double total = strtod(position.layouts, NULL);
        if (!position.weights && total >= 2 && total <= 110 && !is_left_out(number))
            check_position_draws(method, &position, number, count);
    }
}

static inline int cancel(double done, void *user)
{
    *(int *)user += done >= 0 && done <= 1;
    return 1;
}

/* Runs out of steps and is cancelled, which must not affect the runs after. */
static inline void check_limits(struct sampling *s, const bship_chart *chart)
{
    int reports = 0;

    s->budget.limit = 3;
    assert_status(sampling_read(s, chart), BSHIP_ERROR_WORK_LIMIT, "three steps");
    s->budget.limit = NO_LIMIT;
    assert_ok(sampling_read(s, chart), "no limit");
    s->budget.limit = s->budget.done + 1000;
    assert_status(sampling_run(s, 1, 0), BSHIP_ERROR_WORK_LIMIT, "a thousand steps");
    s->budget.limit = s->budget.done + 100000000;
    s->budget.progress = cancel;
    s->budget.user = &reports;
    assert_status(sampling_run(s, 1, 0), BSHIP_ERROR_CANCELLED, "a cancelled run");
    cr_assert_eq(reports, 1, "%d progress reports", reports);
    s->budget.progress = NULL;
    s->budget.limit = s->budget.done + 100000000;
    assert_ok(sampling_run(s, 1, 0), "a run up to its work limit");
    cr_assert(s->quality.effective > 100 && s->quality.rms > 0 && s->quality.rms < 0.02,
              "effective sample size %f, rms error %f", s->quality.effective, s->quality.rms);
}

/* Asserts that a warm sampler allocates nothing, and that equal seeds give equal counts. */
static inline void check_repetition(struct sampling *s, const bship_chart *chart)
{
    uint32_t position = bsi_position(s->evidence.rules, (bship_cell){ 3, 3 });

    memory_fail(&s->memory, 0, 0);
    s->budget.limit = NO_LIMIT;
    assert_ok(sampling_read(s, chart), "again");
    assert_ok(sampling_run(s, 1, 0.01), "again");
    double weight = s->counts.weights[position];
    assert_ok(sampling_read(s, chart), "once more");
    assert_ok(sampling_run(s, 1, 0.01), "once more");
    cr_assert_eq(weight, s->counts.weights[position], "counts are not repeated");
    cr_assert_eq(s->memory.calls, 0, "%ld allocations", s->memory.calls);
}

/* Fails each allocation in turn; frees the sampler. */
static inline void check_allocations(struct sampling *s, const bship_chart *chart)
{
    const struct method *method = s->method;

    method->destroy(s->sampler);
    for (long i = 0, failed = 1; failed > 0; i++) {
        memory_fail(&s->memory, i, 1);
        s->sampler = method->make(&s->evidence, &s->memory.allocator);
        bship_status status = sampling_read(s, chart);
        status = status ? status : sampling_run(s, 1, 0.05);
        method->destroy(s->sampler);
        failed = s->memory.failed;
        cr_assert_eq(status, failed ? BSHIP_ERROR_MEMORY : BSHIP_OK, "allocation %ld", i);
        memory_check(&s->memory, "a sampler without memory");
    }
    s->sampler = NULL;
}

/* Work limits, cancellation and failed allocations have no lasting effect. */
static inline void check_failures(const struct method *method)
{
    bship_rules *rules = rules_from("board 8x8\nfleet 4 3 3 2\ncontact none\ndisclosure length\n");
    bship_board *board = NULL;
    bship_chart *chart = new_chart(rules);
    bship_rng rng = rng_of(3);
    struct sampling s;

    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    assert_ok(bship_board_place_random(board, &rng, NULL, NULL), "a layout");
    for (int i = 0; i < 9; i++)
        fire_at_random(board, chart, &rng);
    sampling_init(&s, method, rules, NULL);
    check_limits(&s, chart);
    check_repetition(&s, chart);
    check_allocations(&s, chart);
    sampling_free(&s);
    bship_board_free(board);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* Asserts the status for a chart of misses (o) and hits (x). */
static inline void check_contradiction(const struct method *method, const char *rules_lines,
                                       const char *shots, bship_status expected)
{
    bship_rules *rules = rules_from(rules_lines);
    bship_chart *chart = new_chart(rules);
    struct sampling s;

    for (int32_t i = 0; shots[i]; i++) {
        bship_report report = { .result = shots[i] == 'x' ? BSHIP_RESULT_HIT : BSHIP_RESULT_MISS,
                                .length = 0,
                                .ship = -1 };
        if (shots[i] != '.')
            assert_ok(bship_chart_record(chart, cell_at(rules, i), &report, NULL), "cell %d",
                      (int)i);
    }
    sampling_init(&s, method, rules, NULL);
    s.budget.limit = 100000000;
    bship_status status = sampling_read(&s, chart);
    status = status ? status : sampling_run(&s, 1, 0.01);
    assert_status(status, expected, "%s", shots);
    sampling_free(&s);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

#endif
