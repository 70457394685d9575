/*
 * The evaluation of a shot over 20,000 layouts, the hot loop of `search`, on one core: 10x10, ships
 * of 5, 4, 3, 3 and 2, at positions of one game. A straightforward evaluation of the same policy,
 * which counts every list anew, runs beside it and must find the same number of misses. Machines
 * are noisy: the median of the rounds counts. Never fails because of time.
 */
#include "timing.h"

#include <string.h>

#include "inference/lookahead/rollout.h"
#include "inference/posterior.h"

#define LAYOUTS 20000
#define ROUNDS 7
#define TARGET 5.0 /* milliseconds */

/* ---- the straightforward evaluation ---- */

struct reference {
    const bsi_layout_set *set;
    uint8_t *is_hit;   /* by position */
    uint8_t *is_known; /* by live cell: fired at */
};

static int64_t play(struct reference *own, const uint32_t *list, uint32_t count, uint32_t left);

static int64_t fire(struct reference *own, const uint32_t *list, uint32_t count, uint32_t left,
                    uint32_t cell)
{
    const uint8_t *row = bsi_layout_set_row(own->set, cell);
    uint8_t reports[BSI_CODES_MAX];
    uint32_t *part = malloc(count * sizeof *part);
    int64_t misses = 0;

    bsi_layout_set_reports(own->set, bsi_layout_set_runs(own->set, own->is_hit, cell), reports);
    own->is_known[cell] = 1;
    for (int32_t r = 0; r < own->set->report_count; r++) {
        uint32_t size = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (reports[row[list[i]]] == r)
                part[size++] = list[i];
        }
        own->is_hit[own->set->cells[cell]] = r != BSI_WATER;
        misses += (r == BSI_WATER ? size : 0) + play(own, part, size, left - (r != BSI_WATER));
    }
    own->is_hit[own->set->cells[cell]] = 0;
    own->is_known[cell] = 0;
    free(part);
    return misses;
}

/* The number of layouts that cover a cell; `sum` receives the sum of squares by report. */
static uint32_t count_cell(const struct reference *own, const uint32_t *list, uint32_t count,
                           uint32_t cell, int64_t *sum)
{
    const uint8_t *row = bsi_layout_set_row(own->set, cell);
    uint8_t reports[BSI_CODES_MAX];
    uint32_t counts[BSI_CODES_MAX] = { 0 }, covered = 0;

    bsi_layout_set_reports(own->set, bsi_layout_set_runs(own->set, own->is_hit, cell), reports);
    for (uint32_t i = 0; i < count; i++)
        counts[reports[row[list[i]]]]++;
    *sum = 0;
    for (int32_t r = 1; r < own->set->report_count; r++) {
        covered += counts[r];
        *sum += (int64_t)counts[r] * counts[r];
    }
    return covered;
}

static int64_t play(struct reference *own, const uint32_t *list, uint32_t count, uint32_t left)
{
    uint32_t best = 0, most = 0;
    int64_t least = 0, sum;

    if (count < 2 || left == 0)
        return 0;
    for (uint32_t cell = 0; cell < own->set->cell_count; cell++) {
        if (own->is_known[cell])
            continue;
        uint32_t covered = count_cell(own, list, count, cell, &sum);
        if (covered > most || (covered == most && sum < least)) {
            best = cell;
            most = covered;
            least = sum;
        }
    }
    return fire(own, list, count, left, best);
}

/* ---- positions ---- */

/* What the evaluations need. */
struct bench {
    bship_posterior *posterior;
    bsi_layout_set set;
    bsi_rollout rollout;
    void *block;
};

static void bench_open(struct bench *bench, const bship_chart *chart)
{
    bsi_arena arena = { NULL, 0 };
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    bship_rng rng;

    check(bship_posterior_new(&bench->posterior, chart, NULL, NULL), "posterior");
    const bsi_evidence *evidence = &bench->posterior->evidence;
    const bship_rules *rules = evidence->rules;
    bsi_layout_set_carve(&bench->set, evidence, &arena);
    bsi_rollout_carve(&bench->rollout, &bench->set, &arena);
    bench->block = calloc(1, arena.used);
    arena = (bsi_arena){ bench->block, 0 };
    bsi_layout_set_carve(&bench->set, evidence, &arena);
    bsi_rollout_carve(&bench->rollout, &bench->set, &arena);
    bsi_layout_set_open(&bench->set);
    bship_rng_seed(&rng, SEED, BSHIP_RNG_SAMPLE, 0);
    check(bsi_layout_set_draw(&bench->set, bench->posterior, LAYOUTS, &rng, &budget), "layouts");
    check(bsi_layout_set_index(&bench->set, rules->free_cells, &budget), "matrix");
    check(bsi_rollout_start(&bench->rollout), "rollout");
}

static void bench_close(struct bench *bench)
{
    bsi_rollout_close(&bench->rollout);
    bsi_layout_set_close(&bench->set);
    bship_posterior_free(bench->posterior);
    free(bench->block);
}

static int64_t evaluate(struct bench *bench, uint32_t cell)
{
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    int64_t misses;

    check(bsi_rollout_evaluate(&bench->rollout, cell, INT64_MAX, &misses, &budget), "evaluation");
    return misses;
}

static int64_t evaluate_plainly(struct bench *bench, uint32_t cell)
{
    const bsi_layout_set *set = &bench->set;
    struct reference own = { set, calloc(set->evidence->rules->positions, 1),
                             calloc(set->cell_count, 1) };
    uint32_t *list = malloc(set->count * sizeof *list);

    for (uint32_t i = 0; i < set->evidence->rules->positions; i++)
        own.is_hit[i] = set->evidence->cells[i] == BSI_CELL_HIT;
    for (uint32_t i = 0; i < set->count; i++)
        list[i] = i;
    int64_t misses = fire(&own, list, set->count, set->left, cell);
    free(list);
    free(own.is_hit);
    free(own.is_known);
    return misses;
}

/* The number of layouts that cover a cell. */
static uint32_t covers(const bsi_layout_set *set, uint32_t cell)
{
    const uint8_t *row = bsi_layout_set_row(set, cell);
    uint32_t count = 0;

    for (uint32_t i = 0; i < set->count; i++)
        count += row[i] != BSI_WATER;
    return count;
}

/* Times both evaluations of the cell that most layouts cover. */
static void run(const bship_chart *chart)
{
    struct bench bench;
    double times[ROUNDS];
    uint32_t best = 0;
    int64_t misses = 0;

    bench_open(&bench, chart);
    for (uint32_t cell = 1; cell < bench.set.cell_count; cell++) {
        if (covers(&bench.set, cell) > covers(&bench.set, best))
            best = cell;
    }
    for (int i = 0; i < ROUNDS; i++) {
        double begin = now();
        misses = evaluate(&bench, best);
        times[i] = 1e3 * (now() - begin);
    }
    double begin = now();
    int64_t plain = evaluate_plainly(&bench, best);
    double plain_time = 1e3 * (now() - begin);
    sort_values(times, ROUNDS);
    printf("%5lld %6u %7u %9.2f %9.2f %9.1f %8.4f  %s\n", (long long)bship_chart_shots(chart),
           bench.set.left, bench.set.cell_count, times[ROUNDS / 2], times[0], plain_time,
           (double)misses / LAYOUTS, misses == plain ? "equal" : "DIFFERENT");
    if (misses != plain)
        exit(EXIT_FAILURE);
    bench_close(&bench);
}

int main(void)
{
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    bship_board *board = NULL;
    bship_chart *chart = NULL;
    bship_ai *ai = NULL;
    bship_rng rng;

    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_CLASSIC, NULL), "fleet");
    check(bship_rules_new(&rules, fleet, NULL, NULL), "rules");
    check(bship_board_new(&board, rules), "board");
    check(bship_chart_new(&chart, rules), "chart");
    check(bship_ai_new(&ai, rules, "posterior", NULL, NULL), "posterior");
    bship_rng_seed(&rng, SEED, BSHIP_RNG_LAYOUT, 0);
    check(bship_board_place_random(board, &rng, NULL, NULL), "layout");
    printf("milliseconds for %d layouts and one shot; the target is %.0f\n", LAYOUTS, TARGET);
    printf("%5s %6s %7s %9s %9s %9s %8s\n", "shots", "left", "cells", "median", "best", "plain",
           "misses");
    for (int shots = 0; shots <= 30 && !bship_board_is_defeated(board); shots++) {
        bship_cell at;
        bship_report report;
        if (shots % 6 == 0)
            run(chart);
        check(bship_ai_aim(ai, chart, &at), "aim");
        check(bship_board_fire(board, at, &report), "fire");
        check(bship_chart_record(chart, at, &report), "record");
    }
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
    return finish_output();
}
