/* The frontier programme: what is made in which order, and with which numbers. */
#include "inference/frontier.h"

#include <math.h>

bship_status bship_internal_frontier_new(bship_internal_frontier **out,
                                         const bship_allocator *allocator, uint64_t memory_limit)
{
    bship_internal_frontier *frontier = bship_internal_alloc(allocator, 1, sizeof *frontier);
    if (!frontier)
        return BSHIP_ERROR_MEMORY;
    frontier->memory.allocator = *allocator;
    frontier->memory.left = memory_limit;
    *out = frontier;
    return BSHIP_OK;
}

void bship_internal_frontier_free(bship_internal_frontier *frontier)
{
    if (!frontier)
        return;
    bship_allocator allocator = frontier->memory.allocator;
    bship_internal_sweep_free(&frontier->sweep, &frontier->memory);
    bship_internal_graph_free(&frontier->graph, &frontier->memory);
    bship_internal_free(&allocator, frontier, 1, sizeof *frontier);
}

/* ---- which numbers ---- */

static uint32_t count_spots(const bship_internal_evidence *evidence,
                            const bship_internal_kind *kind)
{
    const bship_rules *rules = evidence->rules;
    uint32_t count = 0;
    for (int32_t o = 0; o < kind->orientations; o++) {
        for (uint32_t i = 0; i < rules->free_count; i++)
            count += kind->spots[o][rules->free_cells[i]] != BSHIP_INTERNAL_SPOT_NONE;
    }
    return count;
}

/* No less than the number of layouts: the ways to choose placements, legal together or not. */
static double bound_of(const bship_internal_evidence *evidence)
{
    double bound = 1;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        const bship_internal_kind *kind = &evidence->kinds[k];
        double spots = count_spots(evidence, kind);
        for (int32_t i = 0; i < kind->ships; i++)
            bound *= (spots - i) / (i + 1);
    }
    return bound;
}

/* The number of layouts, or their weight. */
static bship_internal_amount total_of(const bship_internal_frontier *frontier)
{
    return bship_internal_sweep_get(&frontier->sweep, &frontier->graph, 0, 0, 0);
}

static bship_status sweep_with(bship_internal_frontier *frontier,
                               const bship_internal_number_type *type,
                               bship_internal_effort *effort)
{
    return bship_internal_sweep_back(&frontier->sweep, &frontier->graph, type, &frontier->memory,
                                     effort);
}

/* Of the weights rounding may leave nothing: then whole numbers tell whether there is a layout. */
static bship_status sweep_weights(bship_internal_frontier *frontier, int is_forward,
                                  bship_internal_effort *effort)
{
    bship_status status = sweep_with(frontier, &bship_internal_number_real, effort);
    if (status)
        return status;
    double weight = total_of(frontier).real;
    if (!isfinite(weight))
        return BSHIP_ERROR_UNSUPPORTED;
    if (weight > 0)
        return BSHIP_OK;
    status = sweep_with(frontier, &bship_internal_number_128, effort);
    if (!status && bship_internal_wide_is_zero(total_of(frontier).whole))
        return BSHIP_ERROR_CONTRADICTION;
    return status || !is_forward ? status : BSHIP_ERROR_UNSUPPORTED;
}

/* The errors of a sweep in double precision are far below the margin left here. */
static const double margin = 0.999;

/* Whether a sweep in double precision must tell first how large numbers are. */
static int must_weigh(const bship_internal_evidence *evidence)
{
    return !evidence->is_weighted && !(bound_of(evidence) < margin * 0x1p64);
}

static bship_status sweep_counts(bship_internal_frontier *frontier, int is_to_weigh,
                                 bship_internal_effort *effort)
{
    const bship_internal_number_type *type = &bship_internal_number_64;
    bship_status status = BSHIP_OK;
    if (is_to_weigh) {
        status = sweep_with(frontier, &bship_internal_number_real, effort);
        if (status)
            return status;
        double total = total_of(frontier).real;
        if (!(total < margin * 0x1p127))
            return BSHIP_ERROR_UNSUPPORTED;
        if (!(total < margin * 0x1p64))
            type = &bship_internal_number_128;
    }
    return sweep_with(frontier, type, effort);
}

/* ---- all ---- */

/* The graph is made: says what sweeping takes, or that it is too much. */
static bship_status expect_sweeps(const bship_internal_graph *graph, int is_to_weigh,
                                  int is_forward, bship_internal_effort *effort)
{
    int64_t steps = (1 + is_to_weigh) * bship_internal_sweep_back_steps(graph);
    if (is_forward)
        steps += bship_internal_sweep_forward_steps(graph);
    effort->expected = effort->done + steps;
    return effort->expected > effort->limit ? BSHIP_ERROR_WORK_LIMIT : BSHIP_OK;
}

/* Makes the graph and sweeps backward; `is_forward` is whether that will be done, too. */
static bship_status prepare(bship_internal_frontier *frontier,
                            const bship_internal_evidence *evidence, int is_forward,
                            bship_internal_effort *effort)
{
    double steps;
    int32_t along;
    bship_status status = bship_internal_frontier_estimate(evidence, effort, &steps, &along);
    if (!status)
        status =
            bship_internal_graph_make(&frontier->graph, evidence, along, &frontier->memory, effort);
    int is_to_weigh = must_weigh(evidence);
    if (!status)
        status = expect_sweeps(&frontier->graph, is_to_weigh, is_forward, effort);
    if (status)
        return status;
    return evidence->is_weighted ? sweep_weights(frontier, is_forward, effort)
                                 : sweep_counts(frontier, is_to_weigh, effort);
}

bship_status bship_internal_frontier_prepare(bship_internal_frontier *frontier,
                                             const bship_internal_evidence *evidence,
                                             bship_internal_effort *effort)
{
    return prepare(frontier, evidence, 0, effort);
}

bship_status bship_internal_frontier_count(bship_internal_frontier *frontier,
                                           const bship_internal_evidence *evidence,
                                           bship_internal_tally *tally,
                                           bship_internal_effort *effort)
{
    bship_status status = prepare(frontier, evidence, 1, effort);
    if (!status)
        status = bship_internal_tally_clear(tally, evidence, !evidence->is_weighted, effort);
    if (status)
        return status;
    bship_internal_amount total = total_of(frontier);
    tally->total = total.whole;
    tally->weight = total.real;
    return bship_internal_sweep_forward(&frontier->sweep, &frontier->graph, tally,
                                        &frontier->memory, effort);
}
