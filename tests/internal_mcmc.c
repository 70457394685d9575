/* Markov chain Monte Carlo. */
#include "inference/sampling/mcmc.h"
#include "sampling.h"

SAMPLER_CALLS(mcmc, (void)0)

static bship_status read(void *sampler, bsi_work_budget *budget)
{
    return bsi_mcmc_read(sampler, 1, budget);
}

static bship_status draw(void *sampler, bship_rng *rng, bsi_work_budget *budget,
                         bship_placement *placements)
{
    return bsi_mcmc_draw(sampler, rng, budget, placements);
}

static const struct method mcmc = { make, destroy, read, run, draw, false };

Test(mcmc, confidence_intervals_contain_the_truth)
{
    check_coverage(&mcmc, &small, 5 + scaled(10), 0.02);
}

Test(mcmc, moves_satisfy_detailed_balance)
{
    /* On a tiny board all types of moves are frequent, and a small bias is significant. */
    static const struct shape tiny = {
        .width = 6,
        .height = 3,
        .ships = 3,
        .length = 3,
        .pin[BSHIP_RULE_CONTACT] = 1 + BSHIP_CONTACT_NONE,
    };
    check_coverage(&mcmc, &tiny, scaled(30), 0.0025);
}

Test(mcmc, estimates_agree_with_the_reference_positions)
{
    check_positions(&mcmc, 0.01, 0);
}

Test(mcmc, draws_are_uniform)
{
    check_draws(&mcmc, scaled(250));
}

Test(mcmc, failures_have_no_lasting_effect)
{
    check_failures(&mcmc);
}

Test(mcmc, contradictions_are_found)
{
    check_contradiction(&mcmc, "board 5x1\nfleet 2 2\ndisclosure hit\n", "x..x.", BSHIP_OK);
    check_contradiction(&mcmc, "board 9x1\nfleet 3\ndisclosure hit\n", "x.......x",
                        BSHIP_ERROR_CONTRADICTION);
    check_contradiction(&mcmc, "board 5x1\nfleet 2 2\n", "..o..", BSHIP_OK);
    check_contradiction(&mcmc, "board 6x1\nfleet 2 2\n", "o.o...", BSHIP_ERROR_CONTRADICTION);
    check_contradiction(&mcmc, "board 7x1\nfleet 3 2\n", "o..o..x", BSHIP_OK);
    check_contradiction(&mcmc, "board 9x1\nfleet 3 3\n", "o..o...x", BSHIP_ERROR_CONTRADICTION);
}
