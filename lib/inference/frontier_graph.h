/*
 * The graph of a frontier programme: all layouts, as paths.
 *
 * A node of layer i is a profile before cell number i is visited. An edge leads to
 * a node of the next layer and says which ship begins in the cell, if any does. So
 * a layout is a path from the one node of the first layer to the one node of the
 * last that uses the whole fleet, and every such path is a layout. A node has
 * one number for each usage (see frontier_usage.h) in a range; outside it no path
 * through the node is part of a layout.
 */
#ifndef BSHIP_INFERENCE_FRONTIER_GRAPH_H
#define BSHIP_INFERENCE_FRONTIER_GRAPH_H

#include "inference/effort.h"
#include "inference/frontier_scan.h"
#include "inference/frontier_usage.h"

typedef struct bship_internal_edge {
    uint32_t to;
    uint16_t kind; /* 1 + the number of the kind of which a ship begins; 0: none */
    uint16_t orientation;
} bship_internal_edge;

typedef struct bship_internal_node {
    uint32_t edges;  /* the first of its edges; they end where those of the next node begin */
    uint32_t offset; /* of its numbers among those of its layer */
    uint16_t begin;  /* its usages, */
    uint16_t end;    /* which end before this one */
} bship_internal_node;

typedef struct bship_internal_layer {
    uint32_t nodes; /* the first of its nodes; they end where those of the next layer begin */
    uint32_t size;  /* how many numbers its nodes have */
    int64_t steps;  /* that following its edges once takes */
} bship_internal_layer;

typedef struct bship_internal_graph {
    bship_internal_scan scan;
    bship_internal_usages usages;
    uint32_t cells;
    bship_internal_array layers; /* one for each cell, one behind the last, and an end */
    bship_internal_array nodes;  /* and an end */
    bship_internal_array edges;
    bship_internal_array profiles[2]; /* of the layers of even and of odd number */
    bship_internal_array supports;    /* by node: the usages with which it is reached, as a set */
    bship_internal_array reached;     /* a set of usages, to work in */
    bship_internal_array slots;       /* of a hash table */
    uint32_t slots_used;              /* of them by the layer in the making: a power of two */
    uint32_t round;
} bship_internal_graph;

/* Makes the graph, visiting lines of an orientation: OK, CONTRADICTION, UNSUPPORTED, WORK_LIMIT,
 * CANCELLED or MEMORY. */
bship_status bship_internal_graph_make(bship_internal_graph *graph,
                                       const bship_internal_evidence *evidence, int32_t along,
                                       bship_internal_frontier_memory *memory,
                                       bship_internal_effort *effort);

void bship_internal_graph_free(bship_internal_graph *graph, bship_internal_frontier_memory *memory);

static inline const bship_internal_layer *bship_internal_graph_layer(
    const bship_internal_graph *graph, uint32_t layer)
{
    return (const bship_internal_layer *)graph->layers.items + layer;
}

static inline const bship_internal_node *bship_internal_graph_node(
    const bship_internal_graph *graph, uint32_t node)
{
    return (const bship_internal_node *)graph->nodes.items + node;
}

static inline const bship_internal_edge *bship_internal_graph_edge(
    const bship_internal_graph *graph, uint32_t edge)
{
    return (const bship_internal_edge *)graph->edges.items + edge;
}

/* The usages of a node from which an edge leads to usages of the other: an empty range if none. */
typedef struct bship_internal_usage_range {
    uint32_t begin;
    uint32_t end;
} bship_internal_usage_range;

static inline bship_internal_usage_range bship_internal_joined(const bship_internal_node *from,
                                                               const bship_internal_node *to,
                                                               uint32_t step)
{
    uint32_t begin = to->begin > step ? to->begin - step : 0;
    uint32_t end = to->end > step ? to->end - step : 0;
    return (bship_internal_usage_range){ begin > from->begin ? begin : from->begin,
                                         end < from->end ? end : from->end };
}

/* The steps that following an edge takes, once, from such a range. */
static inline int64_t bship_internal_joined_steps(bship_internal_usage_range range)
{
    enum {
        STEPS_AN_EDGE = 4,
        NUMBERS_A_STEP = 2
    };
    return range.begin < range.end ? STEPS_AN_EDGE + (range.end - range.begin) / NUMBERS_A_STEP : 0;
}

#endif
