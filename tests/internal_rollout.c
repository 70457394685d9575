/*
 * The evaluation of a shot over explicit sets, against a straightforward one that counts every list
 * anew, in random positions of many rules.
 */
#include <stdlib.h>
#include <string.h>

#include "inference/lookahead/rollout.h"
#include "inference/posterior.h"
#include "support.h"

/* ---- a set ---- */

struct world {
    bship_chart *chart;
    bship_posterior *posterior;
    bsi_layout_set set;
    bsi_rollout rollout;
    void *block;
};

static void carve(struct world *w, bsi_arena *arena)
{
    bsi_layout_set_carve(&w->set, &w->posterior->evidence, arena);
    bsi_rollout_carve(&w->rollout, &w->set, arena);
}

/* The layouts of a chart: all, if there are at most `most`, else so many draws. */
static void open_world(struct world *w, bship_chart *chart, uint32_t most, bship_rng *rng)
{
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    bsi_arena arena = { NULL, 0 };
    w->chart = chart;
    assert_ok(bship_posterior_new(&w->posterior, chart, NULL, NULL), "a posterior");
    carve(w, &arena);
    w->block = calloc(1, arena.used);
    cr_assert_not_null(w->block, "out of memory");
    arena = (bsi_arena){ w->block, 0 };
    carve(w, &arena);
    bsi_layout_set_open(&w->set);
    bship_status status = bsi_layout_set_list(&w->set, w->posterior, most, &budget);
    if (status == BSHIP_ERROR_WORK_LIMIT)
        status = bsi_layout_set_draw(&w->set, w->posterior, most, rng, &budget);
    assert_ok(status, "layouts");
    const bship_rules *rules = w->posterior->evidence.rules;
    assert_ok(bsi_layout_set_index(&w->set, rules->free_cells, &budget), "a matrix");
    /* Once the fleet is sunk there is nothing to fire at. */
    if (w->set.cell_count > 0)
        assert_ok(bsi_rollout_start(&w->rollout), "a rollout");
}

static void close_world(struct world *w)
{
    bsi_rollout_close(&w->rollout);
    bsi_layout_set_close(&w->set);
    bship_posterior_free(w->posterior);
    free(w->block);
}

static int64_t evaluate(struct world *w, uint32_t cell, int64_t limit)
{
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    int64_t misses;
    assert_ok(bsi_rollout_evaluate(&w->rollout, cell, limit, &misses, &budget), "an evaluation");
    return misses;
}

static int64_t estimate(struct world *w, uint32_t cell, int64_t limit)
{
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    int64_t misses;
    assert_ok(bsi_rollout_estimate(&w->rollout, cell, limit, &misses, &budget), "an estimate");
    return misses;
}

/* ---- the straightforward evaluation ---- */

struct model {
    const bsi_layout_set *set;
    uint8_t *is_hit;   /* by position */
    uint8_t *is_fired; /* by live cell */
};

static int64_t play(struct model *own, const uint32_t *list, uint32_t count, uint32_t left);

static int64_t fire(struct model *own, const uint32_t *list, uint32_t count, uint32_t left,
                    uint32_t cell)
{
    const uint8_t *row = bsi_layout_set_row(own->set, cell);
    uint8_t reports[BSI_CODES_MAX];
    uint32_t *part = calloc(count, sizeof *part);
    int64_t misses = 0;
    cr_assert_not_null(part, "out of memory");
    bsi_layout_set_reports(own->set, bsi_layout_set_runs(own->set, own->is_hit, cell), reports);
    own->is_fired[cell] = 1;
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
    own->is_fired[cell] = 0;
    free(part);
    return misses;
}

/* The number of layouts that cover a cell; `sum` receives the sum of squares by report. */
static uint32_t count_cell(const struct model *own, const uint32_t *list, uint32_t count,
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

static int64_t play(struct model *own, const uint32_t *list, uint32_t count, uint32_t left)
{
    uint32_t best = 0, most = 0;
    int64_t least = 0, sum;
    if (count < 2 || left == 0)
        return 0;
    for (uint32_t cell = 0; cell < own->set->cell_count; cell++) {
        if (own->is_fired[cell])
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

static int64_t evaluate_plainly(const struct world *w, uint32_t cell)
{
    const bsi_layout_set *set = &w->set;
    uint32_t positions = set->evidence->rules->positions;
    struct model own = { set, calloc(positions, 1), calloc(set->cell_count, 1) };
    uint32_t *list = calloc(set->count, sizeof *list);
    cr_assert(own.is_hit && own.is_fired && list, "out of memory");
    for (uint32_t i = 0; i < positions; i++)
        own.is_hit[i] = set->evidence->cells[i] == BSI_CELL_HIT;
    for (uint32_t i = 0; i < set->count; i++)
        list[i] = i;
    int64_t misses = fire(&own, list, set->count, set->left, cell);
    free(list);
    free(own.is_hit);
    free(own.is_fired);
    return misses;
}

/* ---- random positions ---- */

static const char *const rules_texts[] = {
    "board 5x5\nfleet 4 3\n",
    "board 4x4\nfleet 3 2 2\n",
    "board 5x4\nfleet 2 2\ncontact none\n",
    "board 6x5\nfleet 3 2 1\ncontact no-sides\n",
    "board 6x6\nfleet 3 2 2\ndisclosure hit\n",
    "board 6x6\nfleet 4 2 1 1\ndisclosure sunk\n",
    "board 6x6\nfleet 3 3 2\ndisclosure every-hit\n",
    "board 7x6\nfleet 4 3 2\ndisclosure ship\n",
    "board 7x7\nfleet 3 3 3\nreveal-water yes\ncontact none\n",
    "board 6x6\nfleet 3 3 2\nreveal-ship yes\n",
    "board 6x5\nfleet 3 2 1\ndisclosure every-hit\nreveal-ship yes\n",
    "board 13x13\nfleet 5 4 3 3 2\n", /* more live cells than a mask holds */
};

/* A chart after some shots of `density` at a random layout. */
static bship_chart *random_chart(const bship_rules *rules, uint32_t shots, bship_rng *rng)
{
    bship_chart *chart = new_chart(rules);
    bship_board *board = random_board(rules, rng);
    bship_ai *ai = new_ai(rules, "density", 0);
    for (; shots > 0 && !bship_board_is_defeated(board); shots--)
        fire_by_ai(ai, board, chart);
    bship_ai_free(ai);
    bship_board_free(board);
    return chart;
}

/* Calls a test for positions of all rules. */
static void for_positions(int each, uint32_t most, void (*test)(struct world *w, bship_rng *rng))
{
    bship_rng rng = rng_of(11);
    for (size_t i = 0; i < sizeof rules_texts / sizeof *rules_texts; i++) {
        bship_rules *rules = rules_from(rules_texts[i]);
        for (int k = 0; k < each; k++) {
            bship_chart *chart = random_chart(rules, bship_rng_below(&rng, 12), &rng);
            struct world w;
            open_world(&w, chart, most, &rng);
            if (w.set.cell_count > 0)
                test(&w, &rng);
            close_world(&w);
            bship_chart_free(chart);
        }
        bship_rules_unref(rules);
    }
}

static void check_cells(struct world *w, bship_rng *rng)
{
    uint32_t first = bship_rng_below(rng, w->set.cell_count);
    for (uint32_t cell = first; cell < w->set.cell_count && cell < first + 3; cell++) {
        int64_t misses = evaluate(w, cell, INT64_MAX);
        cr_assert_eq(misses, evaluate_plainly(w, cell), "cell %u of %u layouts", cell,
                     w->set.count);
        cr_assert_eq(evaluate(w, cell, misses + 1), misses, "below the limit");
        cr_assert_eq(evaluate(w, cell, misses / 2), misses / 2, "not beyond the limit");
    }
}

Test(rollout, misses_are_those_of_a_straightforward_evaluation)
{
    for_positions(scaled(3), 300, check_cells);
}

/* Estimates of an evaluated cell are exact: the means of all short lists add up to their sum. */
static void check_estimates(struct world *w, bship_rng *rng)
{
    uint32_t cell = bship_rng_below(rng, w->set.cell_count);
    uint32_t other = bship_rng_below(rng, w->set.cell_count);
    int64_t exact = evaluate_plainly(w, cell);
    cr_assert_eq(estimate(w, cell, INT64_MAX), exact, "nothing is known of short lists yet");
    cr_assert_eq(evaluate(w, cell, INT64_MAX), exact, "an evaluation");
    int64_t estimated = estimate(w, other, INT64_MAX);
    cr_assert_eq(estimate(w, cell, INT64_MAX), exact, "the mean of all lists, by all lists");
    estimate(w, other, estimated / 2);
    cr_assert_eq(estimate(w, other, INT64_MAX), estimated, "estimates do not depend on others");
}

Test(rollout, estimates_are_exact_for_what_was_evaluated)
{
    for_positions(scaled(3), 400, check_estimates);
}
