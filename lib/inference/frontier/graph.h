/*
 * The graph of the dynamic programme: all layouts, as paths.
 *
 * A node of layer i is a profile before cell i is visited; an edge leads to the next layer and
 * stands for water or for the ship that begins in the cell. The paths from the root to the final
 * node that use the whole fleet correspond one-to-one to the layouts.
 *
 * Each node has a range of usages (frontier/usage.h); outside it no path through the node is part
 * of a layout. Equal profiles of a layer are merged by a hash table; usages without a completion
 * are dropped from the last layer to the first. Cost: edges times usages / 64 words.
 */
#ifndef BSI_INFERENCE_FRONTIER_GRAPH_H
#define BSI_INFERENCE_FRONTIER_GRAPH_H

#include "base/hash_table.h"
#include "base/work_budget.h"
#include "inference/frontier/scan.h"
#include "inference/frontier/usage.h"

typedef struct bsi_edge {
    uint32_t to;
    uint16_t class; /* 1 + the class of the ship that begins; 0: none begins */
    uint16_t orientation;
} bsi_edge;

typedef struct bsi_node {
    uint32_t edges;  /* its first edge; its edges end where those of the next node begin */
    uint32_t offset; /* of its numbers among those of its layer */
    uint16_t begin;  /* first usage of its range */
    uint16_t end;    /* end of its range */
} bsi_node;

typedef struct bsi_layer {
    uint32_t nodes; /* its first node; its nodes end where those of the next layer begin */
    uint32_t size;  /* count of the numbers of all its nodes, one per usage */
    int64_t steps;  /* of following all its edges once */
} bsi_layer;

typedef struct bsi_graph {
    bsi_scan scan;
    bsi_usages usages;
    uint32_t cells;
    BSI_ARRAY(bsi_layer) layers; /* one for each cell, the final one, and an end marker */
    BSI_ARRAY(bsi_node) nodes;   /* layer by layer, and an end marker */
    BSI_ARRAY(bsi_edge) edges;
    /* Only building needs these. */
    bsi_array profiles[2];        /* uint64_t, of two layers, by parity of their number */
    BSI_ARRAY(uint64_t) supports; /* by node: the set of usages with which it is reached */
    BSI_ARRAY(uint64_t) reached;  /* workspace: a set of usages */
    bsi_hash_table table;         /* the nodes of the layer under construction, by profile */
} bsi_graph;

/* Builds the graph, with lines along an orientation: OK, CONTRADICTION, UNSUPPORTED, WORK_LIMIT,
 * CANCELLED or MEMORY. */
bship_status bsi_graph_build(bsi_graph *graph, const bsi_evidence *evidence, int32_t along,
                             const bship_allocator *allocator, bsi_work_budget *budget);

void bsi_graph_free(bsi_graph *graph, const bship_allocator *allocator);

/* Frees what only building needs. */
void bsi_graph_trim(bsi_graph *graph, const bship_allocator *allocator);

/* The usages of a node with which an edge can be followed; begin >= end if there is none. */
static inline bsi_usage_set bsi_usages_along(const bsi_graph *graph, const bsi_node *from,
                                             const bsi_edge *edge)
{
    const bsi_usage_class *class = &graph->usages.classes.items[edge->class];
    const bsi_node *to = &graph->nodes.items[edge->to];
    uint32_t begin = to->begin > class->step ? to->begin - class->step : 0;
    uint32_t end = to->end > class->step ? to->end - class->step : 0;
    return (bsi_usage_set){ class, begin > from->begin ? begin : from->begin,
                            end < from->end ? end : from->end };
}

/* The steps of following an edge once with a set of usages. */
static inline int64_t bsi_edge_steps(bsi_usage_set usages)
{
    enum {
        STEPS_AN_EDGE = 4, /* measured, as is the next */
        NUMBERS_A_STEP = 2
    };
    return usages.begin < usages.end ? STEPS_AN_EDGE + (usages.end - usages.begin) / NUMBERS_A_STEP
                                     : 0;
}

#endif
