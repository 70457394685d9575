/* The residual dynamic programme: its enumeration, and samples drawn from it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inference/posterior.h"
#include "support.h"

/* A posterior after some random salvos; NULL if none of them hit. */
static bship_posterior *posterior_after(const bship_rules *rules, const double *weights, int turns,
                                        bship_rng *rng)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_board *board = random_board(rules, rng);
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = NULL;

    while (turns-- > 0 && !bship_chart_is_defeated(chart))
        fire_at_random(board, chart, rng);
    options.weights = weights;
    options.weight_count = weights ? bship_rules_placement_count(rules) : 0;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "%s", rules_text(rules));
    if (!bsi_totals_matter(&posterior->solver.residual.totals)) {
        bship_posterior_free(posterior);
        posterior = NULL;
    }
    bship_chart_free(chart);
    bship_board_free(board);
    return posterior;
}

/* The number or weight of layouts in placement counts, of a placement or of all. */
static double amount_of(const bsi_placement_counts *counts, bsi_uint128 count, double weight)
{
    return counts->is_whole ? bsi_uint128_to_double(count) / counts->unit : weight;
}

/* Counts by the residual programme and by inclusion-exclusion, and asserts that they agree. */
static void check_counts(bship_posterior *posterior, const char *what)
{
    bsi_placement_counts *counts = &posterior->counts;
    bsi_work_budget budget = { .limit = INT64_MAX };
    size_t count = (size_t)posterior->evidence.class_count * 2 * counts->positions;
    double *listed = calloc(count + 1, sizeof *listed);

    counts->is_whole = !posterior->evidence.is_weighted;
    assert_ok(bsi_residual_count(&posterior->solver.residual, counts, &budget), "%s", what);
    listed[count] = amount_of(counts, counts->total, counts->weight);
    for (size_t i = 0; i < count; i++)
        listed[i] = amount_of(counts, counts->by_placement[i], counts->weights[i]);
    assert_ok(bsi_enumeration_plan(&posterior->solver.enumeration, counts->is_whole, &budget), "%s",
              what);
    assert_ok(bsi_enumeration_count(&posterior->solver.enumeration, counts, &budget), "%s", what);
    double total = amount_of(counts, counts->total, counts->weight), near = total * 1e-9;
    cr_assert_leq(fabs(listed[count] - total), near, "%.17g layouts, not %.17g:\n%s", listed[count],
                  total, what);
    for (size_t i = 0; i < count; i++)
        cr_assert_leq(
            fabs(listed[i] - amount_of(counts, counts->by_placement[i], counts->weights[i])), near,
            "placement %zu of\n%s", i, what);
    free(listed);
}

/* Random weights from 0.5 to 2. */
static double *some_weights(const bship_rules *rules, bship_rng *rng)
{
    size_t count = (size_t)bship_rules_placement_count(rules);
    double *weights = calloc(count, sizeof *weights);

    for (size_t i = 0; i < count; i++)
        weights[i] = between(rng, 1, 4) / 2.0;
    return weights;
}

Test(residual, counts_equal_those_of_inclusion_exclusion)
{
    static const struct shape shape = { .width = 6,
                                        .height = 6,
                                        .ships = 5,
                                        .length = 4,
                                        .blocked = 2,
                                        .pin = { [BSHIP_RULE_SALVO_REPORT] =
                                                     1 + BSHIP_SALVO_REPORT_TOTAL } };
    bship_rng rng = rng_of(40);
    int checked = 0;

    for (int i = 0; i < scaled(400); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        double *weights = i % 4 ? NULL : some_weights(rules, &rng);
        bship_posterior *posterior = posterior_after(rules, weights, between(&rng, 1, 6), &rng);
        if (posterior) {
            check_counts(posterior, rules_text(rules));
            checked++;
        }
        bship_posterior_free(posterior);
        free(weights);
        bship_rules_unref(rules);
    }
    cr_assert_gt(checked, 0, "no totals matter");
}

/* Asserts that the estimates of a position bound the work: that of all layouts, and that of storing
 * all exact covers. */
static void check_estimates(bship_posterior *posterior, const char *what)
{
    bsi_solver *solver = &posterior->solver;
    bsi_work_budget budget = { .limit = INT64_MAX };
    bsi_branching branching = bsi_residual_branching(&solver->residual);
    double covers = 0, near = 1 + 1e-9;
    bship_status status;

    posterior->counts.is_whole = true;
    assert_ok(bsi_residual_count(&solver->residual, &posterior->counts, &budget), "%s", what);
    double counted =
        (double)solver->residual.counted - (double)solver->residual.totals.placements.count;
    cr_assert_leq(counted, solver->residual.steps * near, "%.17g steps, estimated as %.17g:\n%s",
                  counted, solver->residual.steps, what);
    assert_ok(bsi_exact_cover_start(&solver->cover, &branching, &budget), "%s", what);
    while (!(status = bsi_exact_cover_next(&solver->cover, NULL, &budget)))
        covers++;
    assert_status(status, BSHIP_ERROR_CONTRADICTION, "%s", what);
    cr_assert_leq(covers * BSI_COST_COVER, solver->residual.cover_steps * near,
                  "%.0f covers, estimated at %.17g steps:\n%s", covers,
                  solver->residual.cover_steps, what);
}

Test(residual, estimates_bound_the_work)
{
    static const char *const all[] = {
        "board 7x7\nfleet 3 2 2 1 1 1\nturn salvo 4\nsalvo-report total\n",
        "board 9x9\nfleet 2 2 2 2 2\nturn salvo 8\nsalvo-report total\ndisclosure hit\n",
    };
    bship_rng rng = rng_of(43);
    int checked = 0;

    for (int i = 0; i < scaled(20); i++) {
        bship_rules *rules = rules_from(all[i % 2]);
        bship_posterior *posterior = posterior_after(rules, NULL, between(&rng, 1, 4), &rng);
        if (posterior) {
            check_estimates(posterior, rules_text(rules));
            checked++;
        }
        bship_posterior_free(posterior);
        bship_rules_unref(rules);
    }
    cr_assert_gt(checked, 0, "no totals matter");
}

/* Asserts that independent draws and particles estimate the share of layouts among the ways. */
static void check_shares(bship_posterior *posterior, double share, bship_rng *rng)
{
    enum {
        ROUNDS = 200,
        DRAWS = 20 /* in a round */
    };
    bsi_residual *residual = &posterior->solver.residual;
    bsi_smc *smc = &posterior->solver.smc;
    bsi_work_budget budget = { .limit = INT64_MAX };
    double mean = 0, squares = 0, accepted = 0, weight, effective;
    int64_t steps = 0;

    assert_ok(bsi_smc_reserve(smc), "particles");
    for (int i = 0; i < ROUNDS; i++) {
        assert_ok(bsi_smc_run_particles(smc, rng, &weight, &effective, &budget), "a run");
        mean += weight / ROUNDS;
        squares += weight * weight / ROUNDS;
        for (int j = 0; j < DRAWS; j++)
            accepted += bsi_residual_draw(residual, rng, &steps) / ((double)DRAWS * ROUNDS);
    }
    cr_assert_leq(fabs(mean - share), 6 * sqrt(fmax(squares - mean * mean, 0) / ROUNDS) + 1e-9,
                  "particles: %f, not %f", mean, share);
    cr_assert_leq(fabs(accepted - share), 6 * sqrt(share * (1 - share) / DRAWS / ROUNDS) + 1e-9,
                  "draws: %f, not %f", accepted, share);
}

Test(residual, samples_estimate_the_share_of_layouts)
{
    bship_rules *rules = rules_from("board 7x7\nfleet 4 3 2 2 1\ncontact none\nturn salvo 4\n"
                                    "salvo-report total\n");
    bship_rng rng = rng_of(41);

    for (int turns = 2; turns <= 6; turns++) {
        bship_posterior *posterior = posterior_after(rules, NULL, turns, &rng);
        const bsi_residual *residual = &posterior->solver.residual;
        bsi_work_budget budget = { .limit = INT64_MAX };
        assert_ok(bsi_residual_count(&posterior->solver.residual, &posterior->counts, &budget),
                  "a count");
        /* A way has its two ships of length 2 in either order. */
        double share = bsi_uint128_to_double(posterior->counts.total) * 2 /
                       residual->states.items[residual->root].ways;
        double found = bsi_residual_share(residual, bsi_uint128_to_double(posterior->counts.total));
        cr_assert_float_eq(found, share, 1e-12 * share, "%g, not %g", found, share);
        check_shares(posterior, share, &rng);
        bship_posterior_free(posterior);
    }
    bship_rules_unref(rules);
}

/* Asserts that layouts drawn by enumeration contain each placement as often as its count says. */
static void check_draws(bship_posterior *posterior, int draws, bship_rng *rng)
{
    const bship_rules *rules = posterior->rules;
    bsi_placement_counts *counts = &posterior->counts;
    bsi_work_budget budget = { .limit = INT64_MAX };
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(rules));
    size_t count = (size_t)posterior->evidence.class_count * 2 * counts->positions;
    int *drawn = calloc(count, sizeof *drawn);
    bship_placement layout[8];

    counts->is_whole = !posterior->evidence.is_weighted;
    assert_ok(bsi_residual_count(&posterior->solver.residual, counts, &budget), "a count");
    double total = amount_of(counts, counts->total, counts->weight);
    for (int i = 0; i < draws; i++) {
        assert_ok(
            bsi_residual_draw_layout(&posterior->solver.residual, counts, rng, &budget, layout),
            "a draw");
        for (size_t k = 0; k < ships; k++) {
            bship_cell first = { layout[k].x, layout[k].y };
            drawn[bsi_placement_counts_at(counts, bsi_placement_of(posterior->evidence.class_of[k],
                                                                   layout[k].orientation,
                                                                   bsi_position(rules, first)))]++;
        }
    }
    for (size_t i = 0; i < count; i++) {
        double truth = amount_of(counts, counts->by_placement[i], counts->weights[i]) / total;
        double error = sqrt(truth * (1 - truth) / draws) + 0.5 / draws;
        cr_assert_leq(fabs((double)drawn[i] / draws - truth), 6 * error,
                      "placement %zu: %d of %d, not %f under\n%s", i, drawn[i], draws, truth,
                      rules_text(rules));
    }
    free(drawn);
}

Test(residual, layouts_are_drawn_as_they_were_counted)
{
    static const struct shape shape = { .width = 5,
                                        .height = 5,
                                        .ships = 4,
                                        .length = 3,
                                        .blocked = 2,
                                        .pin = { [BSHIP_RULE_SALVO_REPORT] =
                                                     1 + BSHIP_SALVO_REPORT_TOTAL } };
    bship_rng rng = rng_of(42);
    int checked = 0;

    for (int i = 0; i < scaled(200); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        double *weights = i % 2 ? NULL : some_weights(rules, &rng);
        bship_posterior *posterior = posterior_after(rules, weights, between(&rng, 2, 6), &rng);
        if (posterior) {
            check_draws(posterior, 400, &rng);
            checked++;
        }
        bship_posterior_free(posterior);
        free(weights);
        bship_rules_unref(rules);
    }
    cr_assert_gt(checked, 0, "no totals matter");
}
