/* See sampling/proposal.h. */
#include "inference/sampling/proposal.h"

#include "inference/common/sampling.h"

/* Draws one candidate and charges its steps. */
static bship_status try_once(const bsi_proposal *proposal, bship_rng *rng, bsi_work_budget *budget,
                             bool *is_accepted)
{
    int64_t steps = 0;
    *is_accepted = proposal->draw(proposal->user, rng, &steps);
    return bsi_work_charge(budget, steps);
}

bship_status bsi_proposal_estimate(const bsi_proposal *proposal, int tries, bsi_work_budget *budget,
                                   double *accepted)
{
    bship_rng rng;
    bship_rng_seed(&rng, 0, BSHIP_RNG_SAMPLE, 1);
    int count = 0;
    bship_status status = BSHIP_OK;
    for (int i = 0; !status && i < tries; i++) {
        bool is_accepted;
        status = try_once(proposal, &rng, budget, &is_accepted);
        count += is_accepted;
    }
    *accepted = (double)count / tries;
    return status;
}

bship_status bsi_proposal_draw(const bsi_proposal *proposal, const bsi_evidence *evidence,
                               bship_rng *rng, bsi_work_budget *budget, bship_placement *placements)
{
    bool is_accepted = false;
    while (!is_accepted) {
        bship_status status = try_once(proposal, rng, budget, &is_accepted);
        if (status)
            return status;
    }
    bsi_sample_placements(evidence, proposal->placed, placements);
    return BSHIP_OK;
}
