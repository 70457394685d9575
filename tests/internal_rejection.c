/* Rejection sampling. */
#include "inference/sampling/rejection.h"
#include "sampling.h"

SAMPLER_CALLS(rejection, bsi_rejection_clear(&self->method))

static bship_status read(void *sampler, bsi_work_budget *budget)
{
    return bsi_rejection_read(sampler, budget);
}

static bship_status draw(void *sampler, bship_rng *rng, bsi_work_budget *budget,
                         bship_placement *placements)
{
    const bsi_rejection *rejection = sampler;
    return bsi_proposal_draw(&rejection->proposal, rng, budget, placements);
}

static const struct method rejection = { make, destroy, read, run, draw, true };

Test(rejection, confidence_intervals_contain_the_truth)
{
    check_coverage(&rejection, &small, scaled(400), 0.01);
}

Test(rejection, estimates_agree_with_the_reference_positions)
{
    /* The empty board of the russian fleet is too crowded. */
    check_positions(&rejection, 0.005, 1);
}

Test(rejection, draws_are_uniform)
{
    check_draws(&rejection, scaled(5000));
}

Test(rejection, failures_have_no_lasting_effect)
{
    check_failures(&rejection);
}

Test(rejection, contradictions_of_hits_are_found)
{
    check_contradiction(&rejection, "board 5x1\nfleet 2 2\ndisclosure hit\n", "x..x.", BSHIP_OK);
    check_contradiction(&rejection, "board 9x1\nfleet 3\ndisclosure hit\n", "x.......x",
                        BSHIP_ERROR_CONTRADICTION);
    check_contradiction(&rejection, "board 4x1\nfleet 2 1\n", "x.o.", BSHIP_OK);
    /* It does not prove that the remaining ships do not fit together. */
    check_contradiction(&rejection, "board 5x1\nfleet 2 2\n", "..o..", BSHIP_OK);
    check_contradiction(&rejection, "board 6x1\nfleet 2 2\n", "o.o...", BSHIP_ERROR_WORK_LIMIT);
}

Test(rejection, totals_beyond_a_double_have_an_exponent)
{
    char fleet[4000] = "board 1000x1000\nfleet";
    for (int i = 0; i < 200; i++)
        strcat(fleet, " 3");
    bship_rules *rules = rules_from(strcat(fleet, "\n"));
    bship_chart *chart = new_chart(rules);
    struct sampling s;
    double share = 0;

    sampling_init(&s, &rejection, rules, NULL);
    assert_ok(sampling_read(&s, chart), "an empty board");
    const bsi_rejection *sampler = s.sampler;
    assert_ok(bsi_proposal_estimate(&sampler->proposal, &s.budget, &share), "an estimate");
    cr_assert(share > 0.5, "acceptance rate %f", share);
    s.budget.limit = s.budget.done + 20000000;
    assert_ok(sampling_run(&s, 1, 0), "a run up to its work limit");
    /* 200 equal ships with 1,996,000 placements each; few conflict. */
    double log2_all = 200 * log2(1996000) - lgamma(201) / log(2);
    double log2_found = log2(s.counts.weight) + (double)s.quality.exponent;
    cr_assert(log2_found < log2_all && log2_found > log2_all - 1, "2^%f of 2^%f", log2_found,
              log2_all);
    sampling_free(&s);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}
