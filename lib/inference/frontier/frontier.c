/* The stages in order, and the width of the integers; see frontier/frontier.h. */
#include "inference/frontier/frontier.h"

#include <math.h>

bship_status bsi_frontier_new(bsi_frontier **out, const bship_allocator *allocator,
                              uint64_t memory_limit)
{
    bsi_frontier *frontier = bsi_alloc(allocator, 1, sizeof *frontier);
    if (!frontier)
        return BSHIP_ERROR_MEMORY;
    frontier->memory = (bsi_memory_budget){ .lender = *allocator, .left = memory_limit };
    frontier->allocator = bsi_memory_budget_allocator(&frontier->memory);
    frontier->sweep.allocator = &frontier->allocator;
    frontier->sweep.graph = &frontier->graph;
    *out = frontier;
    return BSHIP_OK;
}

void bsi_frontier_free(bsi_frontier *frontier)
{
    if (!frontier)
        return;
    bship_allocator lender = frontier->memory.lender;
    bsi_sweep_free(&frontier->sweep);
    bsi_graph_free(&frontier->graph, &frontier->allocator);
    bsi_free(&lender, frontier, 1, sizeof *frontier);
}

/* ---- types of numbers ---- */

/* An upper bound on the number of layouts: the choices of placements, conflicting or not. */
static double bound_of(const bsi_evidence *evidence)
{
    const bship_rules *rules = evidence->rules;
    double bound = 1;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        const bsi_ship_class *class = &evidence->classes[k];
        uint32_t placements = 0;
        for (int32_t o = 0; o < class->orientations; o++) {
            for (uint32_t i = 0; i < rules->free_count; i++)
                placements += class->placements[o][rules->free_cells[i]] != BSI_PLACEMENT_NONE;
        }
        for (int32_t i = 0; i < class->ships; i++)
            bound *= ((double)placements - i) / (i + 1);
    }
    return bound;
}

/* Sweeps backward by weight. If all weights are rounded to 0, a second sweep with integers decides
 * whether there is a layout. */
static bship_status sweep_weights(bsi_sweep *sweep, bsi_work_budget *budget)
{
    bship_status status = bsi_sweep_back(sweep, &bsi_number_real, budget);
    if (status)
        return status;
    double weight = bsi_sweep_total(sweep).real;
    if (!isfinite(weight))
        return BSHIP_ERROR_UNSUPPORTED;
    if (weight > 0)
        return BSHIP_OK;
    status = bsi_sweep_back(sweep, &bsi_number_128, budget);
    if (!status && bsi_uint128_is_zero(bsi_sweep_total(sweep).whole))
        return BSHIP_ERROR_CONTRADICTION;
    return status || !sweep->is_forward ? status : BSHIP_ERROR_UNSUPPORTED;
}

/* A number of layouts computed in double precision has a relative error far below 1 - margin. So
 * if it is below margin * 2^64, the exact number fits 64 bits. */
static const double margin = 0.999;

/* Sweeps backward with integers. If `is_measured`, a sweep in double precision first finds their
 * width; otherwise 64 bits are known to suffice. */
static bship_status sweep_counts(bsi_sweep *sweep, bool is_measured, bsi_work_budget *budget)
{
    const bsi_number_type *type = &bsi_number_64;
    bship_status status = BSHIP_OK;
    if (is_measured) {
        status = bsi_sweep_back(sweep, &bsi_number_real, budget);
        if (status)
            return status;
        double total = bsi_sweep_total(sweep).real;
        if (!(total < margin * 0x1p127))
            return BSHIP_ERROR_UNSUPPORTED;
        if (!(total < margin * 0x1p64))
            type = &bsi_number_128;
    }
    return bsi_sweep_back(sweep, type, budget);
}

/* ---- stages ---- */

/* Sets the budget's expected steps once the graph is built: OK or WORK_LIMIT. */
static bship_status expect_sweeps(const bsi_graph *graph, bool is_measured, bool is_forward,
                                  bsi_work_budget *budget)
{
    int64_t steps = (is_measured ? 2 : 1) * bsi_sweep_back_steps(graph);
    if (is_forward)
        steps += bsi_sweep_forward_steps(graph);
    budget->expected = budget->done + steps;
    return budget->expected > budget->limit ? BSHIP_ERROR_WORK_LIMIT : BSHIP_OK;
}

/* What follows the backward sweep. */
enum purpose {
    PURPOSE_COUNT,     /* a forward sweep */
    PURPOSE_DRAWS,     /* draws, and later counts that reuse the memory */
    PURPOSE_ONLY_DRAWS /* nothing but draws, so memory that they do not need is freed */
};

/* Builds the graph and sweeps backward. */
static bship_status prepare(bsi_frontier *frontier, const bsi_evidence *evidence,
                            enum purpose purpose, bsi_work_budget *budget)
{
    double steps;
    int32_t along;
    bool is_forward = purpose == PURPOSE_COUNT, is_final = purpose == PURPOSE_ONLY_DRAWS;
    bool is_measured = !evidence->is_weighted && !(bound_of(evidence) < margin * 0x1p64);
    frontier->memory.is_reached = false;
    frontier->sweep.is_forward = is_forward;
    bship_status status = bsi_frontier_estimate(evidence, budget, &steps, &along);
    if (!status)
        status = bsi_graph_build(&frontier->graph, evidence, along, &frontier->allocator, budget);
    if (!status)
        status = expect_sweeps(&frontier->graph, is_measured, is_forward, budget);
    if (status)
        return status;
    if (is_final)
        bsi_graph_trim(&frontier->graph, &frontier->allocator);
    status = evidence->is_weighted ? sweep_weights(&frontier->sweep, budget)
                                   : sweep_counts(&frontier->sweep, is_measured, budget);
    if (is_final)
        bsi_array_free(&frontier->sweep.segment, &frontier->allocator, 1);
    return status;
}

/* Reports as WORK_LIMIT that the frontier's memory limit is reached: the allocator has not failed.
 */
static bship_status limited(const bsi_frontier *frontier, bship_status status)
{
    bool is_limit = status == BSHIP_ERROR_MEMORY && frontier->memory.is_reached;
    return is_limit ? BSHIP_ERROR_WORK_LIMIT : status;
}

bship_status bsi_frontier_prepare(bsi_frontier *frontier, const bsi_evidence *evidence,
                                  bool is_final, bsi_work_budget *budget)
{
    enum purpose purpose = is_final ? PURPOSE_ONLY_DRAWS : PURPOSE_DRAWS;
    return limited(frontier, prepare(frontier, evidence, purpose, budget));
}

static bship_status count(bsi_frontier *frontier, const bsi_evidence *evidence,
                          bsi_placement_counts *counts, bsi_work_budget *budget)
{
    bship_status status = prepare(frontier, evidence, PURPOSE_COUNT, budget);
    if (!status)
        status = bsi_placement_counts_clear(counts, evidence, !evidence->is_weighted, budget);
    if (status)
        return status;
    bsi_amount total = bsi_sweep_total(&frontier->sweep);
    counts->total = total.whole;
    counts->weight = total.real;
    return bsi_sweep_forward(&frontier->sweep, counts, budget);
}

bship_status bsi_frontier_count(bsi_frontier *frontier, const bsi_evidence *evidence,
                                bsi_placement_counts *counts, bsi_work_budget *budget)
{
    return limited(frontier, count(frontier, evidence, counts, budget));
}
