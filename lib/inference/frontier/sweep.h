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
#ifndef BSI_INFERENCE_FRONTIER_SWEEP_H
#define BSI_INFERENCE_FRONTIER_SWEEP_H

#include "inference/common/placement_counts.h"
#include "inference/frontier/graph.h"
#include "inference/frontier/numbers.h"

enum {
    BSI_SEGMENT = 5 /* layers from one that is kept to the next */
};

typedef struct bsi_sweep {
    const bsi_number_type *type;
    bsi_array places;   /* by layer: where its numbers begin in one of the next two */
    bsi_array kept;     /* ways to complete, of the layers kept */
    bsi_array passing;  /* the same of the layers of a stretch */
    bsi_array ahead[2]; /* ways to reach, of the layers of even and of odd number */
} bsi_sweep;

/* The steps that sweeping takes, backward and forward. */
int64_t bsi_sweep_back_steps(const bsi_graph *graph);
int64_t bsi_sweep_forward_steps(const bsi_graph *graph);

/* Sweeps backward: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bsi_sweep_back(bsi_sweep *sweep, const bsi_graph *graph, const bsi_number_type *type,
                            const bship_allocator *allocator, bsi_work_budget *budget);

/* Sweeps forward and fills a tally: as the above. */
bship_status bsi_sweep_forward(bsi_sweep *sweep, const bsi_graph *graph,
                               bsi_placement_counts *counts, const bship_allocator *allocator,
                               bsi_work_budget *budget);

void bsi_sweep_free(bsi_sweep *sweep, const bship_allocator *allocator);

/* The ways to complete a layout from a node of a layer that is kept; 0 outside its range. */
bsi_amount bsi_sweep_get(const bsi_sweep *sweep, const bsi_graph *graph, uint32_t layer,
                         uint32_t node, uint32_t usage);

/* The layer after one that is kept which is kept next. */
static inline uint32_t bsi_sweep_next(const bsi_graph *graph, uint32_t layer)
{
    uint32_t next = layer + BSI_SEGMENT;
    return next < graph->cells ? next : graph->cells;
}

/* The weight of the placement that begins on an edge from a cell; 1 if none does. */
static inline double bsi_edge_weight(const bsi_graph *graph, const bsi_edge *edge,
                                     uint32_t position)
{
    if (edge->class == 0)
        return 1;
    const bsi_ship_class *class = &graph->scan.evidence->classes[edge->class - 1];
    return bsi_weight(class, edge->orientation, position);
}

#endif
