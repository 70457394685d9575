/* Sampling by Markov chains. */
#include "inference/chain.h"
#include "sampling.h"

SAMPLER_CALLS(chain)

static bship_status read(void *sampler, bship_internal_effort *effort)
{
    return bship_internal_chain_read(sampler, 1, effort);
}

static const struct way chain = { make, destroy, read, run, draw, false };

Test(chain, intervals_hold_what_is_true)
{
    check_coverage(&chain, &small, effort(15), 0.02);
}

Test(chain, moves_keep_the_balance)
{
    /* Every kind of move comes often here, and what is not quite right shows. */
    static const struct shape tiny = {
        .width = 6,
        .height = 3,
        .ships = 3,
        .length = 3,
        .pin[BSHIP_AXIS_CONTACT] = 1 + BSHIP_CONTACT_NONE,
    };
    check_coverage(&chain, &tiny, effort(30), 0.0025);
}

Test(chain, reference_positions_are_met)
{
    check_positions(&chain, 0.01, 0);
}

Test(chain, every_layout_comes_as_often)
{
    check_draws(&chain, effort(250));
}

Test(chain, refusals_leave_nothing_behind)
{
    check_refusals(&chain);
}

Test(chain, contradictions_are_found)
{
    check_contradiction(&chain, "board 5x1\nfleet 2 2\ndisclosure hit\n", "x..x.", BSHIP_OK);
    check_contradiction(&chain, "board 9x1\nfleet 3\ndisclosure hit\n", "x.......x",
                        BSHIP_ERROR_CONTRADICTION);
    check_contradiction(&chain, "board 5x1\nfleet 2 2\n", "..o..", BSHIP_OK);
    check_contradiction(&chain, "board 6x1\nfleet 2 2\n", "o.o...", BSHIP_ERROR_CONTRADICTION);
    check_contradiction(&chain, "board 7x1\nfleet 3 2\n", "o..o..x", BSHIP_OK);
    check_contradiction(&chain, "board 9x1\nfleet 3 3\n", "o..o...x", BSHIP_ERROR_CONTRADICTION);
}
