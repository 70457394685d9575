/*
 * The graph of a frontier programme: all layouts, as paths.
 *
 * A node of layer i is a profile before cell number i is visited. An edge leads to
 * a node of the next layer and says which ship begins in the cell, if any does. So
 * a layout is a path from the one node of the first layer to the one node of the
 * last that uses the whole fleet, and every such path is a layout. A node has
 * one number for each usage (see frontier/usage.h) in a range; outside it no path
 * through the node is part of a layout.
 */
#ifndef BSI_INFERENCE_FRONTIER_GRAPH_H
#define BSI_INFERENCE_FRONTIER_GRAPH_H

#include "base/hash_table.h"
#include "inference/common/work_budget.h"
#include "inference/frontier/scan.h"
#include "inference/frontier/usage.h"

typedef struct bsi_edge {
    uint32_t to;
    uint16_t class; /* 1 + the number of the kind of which a ship begins; 0: none */
    uint16_t orientation;
} bsi_edge;

typedef struct bsi_node {
    uint32_t edges;  /* the first of its edges; they end where those of the next node begin */
    uint32_t offset; /* of its numbers among those of its layer */
    uint16_t begin;  /* its usages, */
    uint16_t end;    /* which end before this one */
} bsi_node;

typedef struct bsi_layer {
    uint32_t nodes; /* the first of its nodes; they end where those of the next layer begin */
    uint32_t size;  /* how many numbers its nodes have */
    int64_t steps;  /* that following its edges once takes */
} bsi_layer;

typedef struct bsi_graph {
    bsi_scan scan;
    bsi_usages usages;
    uint32_t cells;
    bsi_array layers; /* one for each cell, one behind the last, and an end */
    bsi_array nodes;  /* and an end */
    bsi_array edges;
    bsi_array profiles[2]; /* of the layers of even and of odd number */
    bsi_array supports;    /* by node: the usages with which it is reached, as a set */
    bsi_array reached;     /* a set of usages, to work in */
    bsi_hash_table table;  /* of the layer in the making: its nodes by profile */
} bsi_graph;

/* Makes the graph, visiting lines of an orientation: OK, CONTRADICTION, UNSUPPORTED, WORK_LIMIT,
 * CANCELLED or MEMORY. */
bship_status bsi_graph_make(bsi_graph *graph, const bsi_evidence *evidence, int32_t along,
                            const bship_allocator *allocator, bsi_work_budget *budget);

void bsi_graph_free(bsi_graph *graph, const bship_allocator *allocator);

static inline const bsi_layer *bsi_graph_layer(const bsi_graph *graph, uint32_t layer)
{
    return (const bsi_layer *)graph->layers.items + layer;
}

static inline const bsi_node *bsi_graph_node(const bsi_graph *graph, uint32_t node)
{
    return (const bsi_node *)graph->nodes.items + node;
}

static inline const bsi_edge *bsi_graph_edge(const bsi_graph *graph, uint32_t edge)
{
    return (const bsi_edge *)graph->edges.items + edge;
}

/* The usages of a node from which an edge leads to usages of the other: an empty range if none. */
typedef struct bsi_usage_range {
    uint32_t begin;
    uint32_t end;
} bsi_usage_range;

static inline bsi_usage_range bsi_joined(const bsi_node *from, const bsi_node *to, uint32_t step)
{
    uint32_t begin = to->begin > step ? to->begin - step : 0;
    uint32_t end = to->end > step ? to->end - step : 0;
    return (bsi_usage_range){ begin > from->begin ? begin : from->begin,
                              end < from->end ? end : from->end };
}

/* The steps that following an edge takes, once, from such a range. */
static inline int64_t bsi_joined_steps(bsi_usage_range range)
{
    enum {
        STEPS_AN_EDGE = 4,
        NUMBERS_A_STEP = 2
    };
    return range.begin < range.end ? STEPS_AN_EDGE + (range.end - range.begin) / NUMBERS_A_STEP : 0;
}

#endif
