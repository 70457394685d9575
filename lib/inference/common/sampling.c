/* Proposals, quality and scaling of samples; see sampling.h. */
#include "inference/common/sampling.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "inference/common/drawing.h"

bship_status bsi_sample_read(const bsi_evidence *evidence, bsi_work_budget *budget)
{
    enum {
        STEPS_A_CELL = 4
    };
    size_t cells = evidence->rules->free_count;
    bship_status status = BSHIP_OK;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        for (int32_t o = 0; !status && o < evidence->classes[k].orientations; o++)
            status = bsi_work_charge_all(budget, cells, STEPS_A_CELL);
    }
    return status;
}

/* ---- rejection sampling ---- */

/* Draws one candidate and charges its steps. */
static bship_status try_once(const bsi_proposal *proposal, bship_rng *rng, bsi_work_budget *budget,
                             bool *is_accepted)
{
    int64_t steps = 0;
    *is_accepted = proposal->draw(proposal->user, rng, &steps);
    return bsi_work_charge(budget, steps);
}

bship_status bsi_proposal_estimate(const bsi_proposal *proposal, bsi_work_budget *budget,
                                   double *accepted)
{
    bship_rng rng;
    /* The choice of a method by the estimate must not depend on the caller's seed. */
    bship_rng_seed(&rng, 0, BSHIP_RNG_PURPOSE_SAMPLE, 1);
    int count = 0;
    bship_status status = BSHIP_OK;
    for (int i = 0; !status && i < proposal->tries; i++) {
        bool is_accepted;
        status = try_once(proposal, &rng, budget, &is_accepted);
        count += is_accepted;
    }
    *accepted = (double)count / proposal->tries;
    return status;
}

bship_status bsi_proposal_draw(const bsi_proposal *proposal, bship_rng *rng,
                               bsi_work_budget *budget, bship_placement *placements)
{
    bool is_accepted = false;
    while (!is_accepted) {
        bship_status status = try_once(proposal, rng, budget, &is_accepted);
        if (status)
            return status;
    }
    bsi_assign_all(proposal->evidence, proposal->placed, placements);
    return BSHIP_OK;
}

/* ---- counts and quality ---- */

bool bsi_sample_is_ended(const bsi_sample_request *request, bship_status status)
{
    return status == BSHIP_ERROR_WORK_LIMIT ||
           (status == BSHIP_ERROR_CANCELLED && request->may_finish &&
            bsi_work_is_finishing(request->budget));
}

bship_status bsi_sample_clear(const bsi_evidence *evidence, bsi_placement_counts *counts,
                              double *cells, bsi_work_budget *budget)
{
    memset(cells, 0, counts->positions * sizeof *cells);
    return bsi_placement_counts_clear(counts, evidence, false, budget);
}

bship_status bsi_sample_scale(const bsi_evidence *evidence, bsi_placement_counts *counts,
                              double factor, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (int32_t k = 0; !status && k < evidence->class_count; k++) {
        double *weights = counts->weights + bsi_placement_counts_row(counts, k, 0);
        status = bsi_work_report(budget, 2 * (int64_t)counts->positions);
        for (size_t i = 0; i < 2 * counts->positions; i++)
            weights[i] *= factor;
    }
    return status;
}

double bsi_sample_total(double total, int64_t exponent, bsi_sample_quality *quality)
{
    bool is_in_range = exponent > -1000 && exponent < 1000;
    quality->exponent = is_in_range ? 0 : exponent;
    return is_in_range ? ldexp(total, (int)exponent) : total;
}
