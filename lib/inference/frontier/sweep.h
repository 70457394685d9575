/*
 * Counting paths through the graph: the forward-backward algorithm.
 *
 * The backward pass computes for every node and usage the number of completions, the forward pass
 * the number of ways to reach it. The count of a placement is the sum, over the edges on which its
 * ship begins, of the ways to reach the edge times the completions behind it.
 *
 * Memory (checkpointing): completions are stored at every fifth layer, the checkpoints, and
 * recomputed for one segment between two of these at a time; the forward pass keeps two layers.
 * Time: twice the edges times usages, plus the recomputation.
 */
#ifndef BSI_INFERENCE_FRONTIER_SWEEP_H
#define BSI_INFERENCE_FRONTIER_SWEEP_H

#include "inference/common/placement_counts.h"
#include "inference/frontier/graph.h"
#include "inference/frontier/numbers.h"

enum {
    /* Layers from one checkpoint to the next. Longer segments need less memory, but draws try all
     * paths through a segment, whose number grows exponentially with its length. */
    BSI_SEGMENT = 5
};

typedef struct bsi_sweep {
    const bship_allocator *allocator;
    const bsi_graph *graph;
    const bsi_number_type *type;
    bool is_forward;          /* a forward sweep will follow the backward one */
    BSI_ARRAY(size_t) places; /* by layer: where its completions begin in their array */
    bsi_array checkpoints;    /* completions of the checkpoints */
    bsi_array segment;        /* completions of the other layers of one segment */
    bsi_array forward[2];     /* ways to reach two layers, by parity of their number */
} bsi_sweep;

/* The steps of a backward sweep, and of a forward one. */
int64_t bsi_sweep_back_steps(const bsi_graph *graph);
int64_t bsi_sweep_forward_steps(const bsi_graph *graph);

/* Sweeps backward: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bsi_sweep_back(bsi_sweep *sweep, const bsi_number_type *type, bsi_work_budget *budget);

/* Sweeps forward after a backward sweep and fills placement counts: OK, WORK_LIMIT, CANCELLED or
 * MEMORY. */
bship_status bsi_sweep_forward(bsi_sweep *sweep, bsi_placement_counts *counts,
                               bsi_work_budget *budget);

void bsi_sweep_free(bsi_sweep *sweep);

/* The completions of a node of a checkpoint with a usage; 0 if the node cannot have it. */
bsi_amount bsi_sweep_get(const bsi_sweep *sweep, uint32_t layer, uint32_t node, uint32_t usage);

/* The number of layouts, or their weight, after a backward sweep. */
static inline bsi_amount bsi_sweep_total(const bsi_sweep *sweep)
{
    return bsi_sweep_get(sweep, 0, 0, 0);
}

/* The checkpoint after a checkpoint. */
static inline uint32_t bsi_sweep_next(const bsi_graph *graph, uint32_t layer)
{
    uint32_t next = layer + BSI_SEGMENT;
    return next < graph->cells ? next : graph->cells;
}

/* The placement of the ship that begins on an edge; there must be one. */
static inline bsi_placement bsi_edge_placement(const bsi_edge *edge, uint32_t position)
{
    return bsi_placement_of(edge->class - 1, edge->orientation, position);
}

/* The weight of that placement; 1 if no ship begins. */
static inline double bsi_edge_weight(const bsi_graph *graph, const bsi_edge *edge,
                                     uint32_t position)
{
    return edge->class == 0
               ? 1
               : bsi_placement_weight(graph->scan.evidence, bsi_edge_placement(edge, position));
}

#endif
