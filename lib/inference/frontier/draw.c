/*
 * Layouts drawn by a frontier programme.
 *
 * All layouts have a place in one row, in the order of the graph's edges, each as
 * wide as its weight; a layout is found from a point of that row. From layer to
 * layer that is kept, paths are tried one after the other: what is left of the row
 * behind each is known.
 */
#include "base/random.h"

#include "inference/common/drawing.h"
#include "inference/frontier/frontier.h"
#include <stdbool.h>

/* ---- points of the row ---- */

static bsi_amount draw_point(bship_rng *rng, bool is_weighted, bsi_amount total)
{
    if (!is_weighted)
        return (bsi_amount){ bsi_draw_uint128(rng, total.whole), 0 };
    return (bsi_amount){ { 0, 0 }, bsi_rng_unit(rng) * total.real };
}

/* ---- paths ---- */

/* A point that is sought, along the path to it. */
struct search {
    const bsi_frontier *frontier;
    bool is_weighted;
    bsi_amount point; /* from where the paths not yet tried begin */
    uint32_t node;    /* where the path is */
    uint32_t usage;
    uint32_t path[BSI_SEGMENT]; /* its edges */
};

/* Whether the point is behind a path of some weight; moves it to where the row goes on there. */
static bool is_behind(struct search *search, bsi_amount behind, double weight)
{
    bsi_amount *point = &search->point;
    if (!search->is_weighted) {
        if (bsi_uint128_compare(point->whole, behind.whole) < 0)
            return true;
        point->whole = bsi_uint128_difference(point->whole, behind.whole);
        return false;
    }
    double width = behind.real * weight;
    if (point->real < width) {
        point->real /= weight;
        return true;
    }
    point->real -= width;
    return false;
}

/* Tries the paths from a node on to layer `end`; whether the point is behind one of them. */
static int try_paths(struct search *search, uint32_t layer, uint32_t end, uint32_t n,
                     uint32_t usage, double weight)
{
    const bsi_graph *graph = &search->frontier->graph;
    if (layer == end) {
        search->node = n;
        search->usage = usage;
        return is_behind(search, bsi_sweep_get(&search->frontier->sweep, graph, end, n, usage),
                         weight);
    }
    const bsi_node *node = bsi_graph_node(graph, n);
    if (usage < node->begin || usage >= node->end)
        return 0;
    uint32_t position = bsi_scan_position(&graph->scan, layer);
    for (uint32_t e = node->edges; e < node[1].edges; e++) {
        const bsi_edge *edge = bsi_graph_edge(graph, e);
        const bsi_usage_class *class = bsi_usages_class(&graph->usages, edge->class);
        search->path[layer % BSI_SEGMENT] = e;
        if (bsi_usages_has(class->open, usage) &&
            try_paths(search, layer + 1, end, edge->to, usage + class->step,
                      weight * bsi_edge_weight(graph, edge, position)))
            return 1;
    }
    return 0;
}

/* Follows the path to the point from a layer that is kept to the next one. */
static void follow(struct search *search, uint32_t layer, uint32_t end)
{
    uint32_t node = search->node, usage = search->usage;
    if (try_paths(search, layer, end, node, usage, 1))
        return;
    /* Only rounded numbers come here: the point was beside the end. */
    search->point.real = 0;
    (void)try_paths(search, layer, end, node, usage, 1);
}

/* ---- layouts ---- */

void bsi_frontier_draw(const bsi_frontier *frontier, const bsi_evidence *evidence, bship_rng *rng,
                       bship_placement *placements)
{
    const bsi_graph *graph = &frontier->graph;
    bsi_amount total = bsi_sweep_get(&frontier->sweep, graph, 0, 0, 0);
    struct search search = { .frontier = frontier, .is_weighted = evidence->is_weighted };
    search.point = draw_point(rng, evidence->is_weighted, total);
    bsi_assign_begin(evidence, placements);
    for (uint32_t layer = 0; layer < graph->cells;) {
        uint32_t end = bsi_sweep_next(graph, layer);
        follow(&search, layer, end);
        for (; layer < end; layer++) {
            const bsi_edge *edge = bsi_graph_edge(graph, search.path[layer % BSI_SEGMENT]);
            uint32_t position = bsi_scan_position(&graph->scan, layer);
            if (edge->class)
                bsi_assign_placement(
                    evidence, rng, placements,
                    bsi_placement_of(edge->class - 1, edge->orientation, position));
        }
    }
}
