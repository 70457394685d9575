/*
 * Counts over the graph of a frontier programme.
 *
 * Sweeping backward, each node gets for each usage the number of ways to complete
 * the layout from there. These numbers are kept for every few layers only, which
 * divide the others into stretches; those of one stretch at a time are made again
 * when they are needed. Sweeping forward, each node gets the number of ways to
 * reach it; these are kept for two layers at a time. The layouts with a placement
 * are the sum, over the edges on which its ship begins, of ways to reach the edge
 * times ways to complete the layout behind it.
 */
#ifndef BSHIP_INFERENCE_FRONTIER_SWEEP_H
#define BSHIP_INFERENCE_FRONTIER_SWEEP_H

#include "inference/frontier_graph.h"
#include "inference/frontier_numbers.h"
#include "inference/tally.h"

enum {
    BSHIP_INTERNAL_STRETCH = 5 /* layers from one that is kept to the next */
};

typedef struct bship_internal_sweep {
    const bship_internal_number_type *type;
    bship_internal_array places;   /* by layer: where its numbers begin in one of the next two */
    bship_internal_array kept;     /* ways to complete, of the layers kept */
    bship_internal_array passing;  /* the same of the layers of a stretch */
    bship_internal_array ahead[2]; /* ways to reach, of the layers of even and of odd number */
} bship_internal_sweep;

/* The steps that sweeping takes, backward and forward. */
int64_t bship_internal_sweep_back_steps(const bship_internal_graph *graph);
int64_t bship_internal_sweep_forward_steps(const bship_internal_graph *graph);

/* Sweeps backward: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bship_internal_sweep_back(bship_internal_sweep *sweep,
                                       const bship_internal_graph *graph,
                                       const bship_internal_number_type *type,
                                       bship_internal_frontier_memory *memory,
                                       bship_internal_effort *effort);

/* Sweeps forward and fills a tally: as the above. */
bship_status bship_internal_sweep_forward(bship_internal_sweep *sweep,
                                          const bship_internal_graph *graph,
                                          bship_internal_tally *tally,
                                          bship_internal_frontier_memory *memory,
                                          bship_internal_effort *effort);

void bship_internal_sweep_free(bship_internal_sweep *sweep, bship_internal_frontier_memory *memory);

/* The ways to complete a layout from a node of a layer that is kept; 0 outside its range. */
bship_internal_amount bship_internal_sweep_get(const bship_internal_sweep *sweep,
                                               const bship_internal_graph *graph, uint32_t layer,
                                               uint32_t node, uint32_t usage);

/* The layer after one that is kept which is kept next. */
static inline uint32_t bship_internal_sweep_next(const bship_internal_graph *graph, uint32_t layer)
{
    uint32_t next = layer + BSHIP_INTERNAL_STRETCH;
    return next < graph->cells ? next : graph->cells;
}

/* The weight of the placement that begins on an edge from a cell; 1 if none does. */
static inline double bship_internal_edge_weight(const bship_internal_graph *graph,
                                                const bship_internal_edge *edge, uint32_t position)
{
    if (edge->kind == 0)
        return 1;
    const bship_internal_kind *kind = &graph->scan.evidence->kinds[edge->kind - 1];
    return bship_internal_weight(kind, edge->orientation, position);
}

#endif
