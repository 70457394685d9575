/*
 * The evaluation of a shot over 20,000 layouts, the hot loop of `search`, on one core: 10x10, ships
 * of 5, 4, 3, 3 and 2, at positions of one game. That it is right, tests/internal_rollout.c tests.
 * Machines are noisy: the median of the rounds counts. Never fails because of time.
 */
#include "timing.h"

#include "inference/lookahead/rollout.h"
#include "inference/posterior.h"

#define LAYOUTS 20000
#define ROUNDS 7
#define TARGET 5.0 /* milliseconds */

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
    bship_rng_seed(&rng, SEED, BSHIP_RNG_PURPOSE_SAMPLE, 0);
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

/* The number of layouts that cover a cell. */
static uint32_t covers(const bsi_layout_set *set, uint32_t cell)
{
    const uint8_t *row = bsi_layout_set_row(set, cell);
    uint32_t count = 0;

    for (uint32_t i = 0; i < set->count; i++)
        count += row[i] != BSI_WATER;
    return count;
}

/* Times the evaluation of the cell that most layouts cover. */
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
    sort_values(times, ROUNDS);
    printf("%5lld %6u %7u %9.2f %9.2f %8.4f\n", (long long)bship_chart_shots(chart), bench.set.left,
           bench.set.cell_count, times[ROUNDS / 2], times[0], (double)misses / LAYOUTS);
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

    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL), "fleet");
    check(bship_rules_new(&rules, fleet, NULL, NULL), "rules");
    check(bship_board_new(&board, rules, NULL, NULL), "board");
    check(bship_chart_new(&chart, rules, NULL, NULL), "chart");
    check(bship_ai_new(&ai, rules, "posterior", NULL, NULL), "posterior");
    bship_rng_seed(&rng, SEED, BSHIP_RNG_PURPOSE_LAYOUT, 0);
    check(bship_board_place_random(board, &rng, NULL, NULL), "layout");
    printf("milliseconds for %d layouts and one shot; the target is %.0f\n", LAYOUTS, TARGET);
    printf("%5s %6s %7s %9s %9s %8s\n", "shots", "left", "cells", "median", "best", "misses");
    for (int shots = 0; shots <= 30 && !bship_board_is_defeated(board); shots++) {
        bship_cell at;
        bship_report report;
        if (shots % 6 == 0)
            run(chart);
        check(bship_ai_aim(ai, chart, NULL, &at), "aim");
        check(bship_board_fire(board, at, &report, NULL), "fire");
        check(bship_chart_record(chart, at, &report, NULL), "record");
    }
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
    return finish_output();
}
