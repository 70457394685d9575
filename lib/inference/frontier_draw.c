/*
 * Layouts drawn by a frontier programme.
 *
 * All layouts have a place in one row, in the order of the graph's edges, each as
 * wide as its weight; a layout is found from a point of that row. From layer to
 * layer that is kept, paths are tried one after the other: what is left of the row
 * behind each is known.
 */
#include "base/random.h"
#include "inference/drawing.h"
#include "inference/frontier.h"

/* ---- points of the row ---- */

static bship_internal_amount draw_point(bship_rng *rng, int is_weighted,
                                        bship_internal_amount total)
{
    if (!is_weighted)
        return (bship_internal_amount){ bship_internal_draw_wide(rng, total.whole), 0 };
    return (bship_internal_amount){ { 0, 0 }, bship_internal_rng_unit(rng) * total.real };
}

/* ---- paths ---- */

/* A point that is sought, along the path to it. */
struct search {
    const bship_internal_frontier *frontier;
    int is_weighted;
    bship_internal_amount point; /* from where the paths not yet tried begin */
    uint32_t node;               /* where the path is */
    uint32_t usage;
    uint32_t path[BSHIP_INTERNAL_STRETCH]; /* its edges */
};

/* Whether the point is behind a path of some weight; moves it to where the row goes on there. */
static int is_behind(struct search *search, bship_internal_amount behind, double weight)
{
    bship_internal_amount *point = &search->point;
    if (!search->is_weighted) {
        if (bship_internal_wide_compare(point->whole, behind.whole) < 0)
            return 1;
        point->whole = bship_internal_wide_difference(point->whole, behind.whole);
        return 0;
    }
    double width = behind.real * weight;
    if (point->real < width) {
        point->real /= weight;
        return 1;
    }
    point->real -= width;
    return 0;
}

/* Tries the paths from a node on to layer `end`; whether the point is behind one of them. */
static int try_paths(struct search *search, uint32_t layer, uint32_t end, uint32_t n,
                     uint32_t usage, double weight)
{
    const bship_internal_graph *graph = &search->frontier->graph;
    if (layer == end) {
        search->node = n;
        search->usage = usage;
        return is_behind(search,
                         bship_internal_sweep_get(&search->frontier->sweep, graph, end, n, usage),
                         weight);
    }
    const bship_internal_node *node = bship_internal_graph_node(graph, n);
    if (usage < node->begin || usage >= node->end)
        return 0;
    uint32_t position = bship_internal_scan_position(&graph->scan, layer);
    for (uint32_t e = node->edges; e < node[1].edges; e++) {
        const bship_internal_edge *edge = bship_internal_graph_edge(graph, e);
        const bship_internal_usage_kind *kind =
            bship_internal_usages_kind(&graph->usages, edge->kind);
        search->path[layer % BSHIP_INTERNAL_STRETCH] = e;
        if (bship_internal_usages_has(kind->open, usage) &&
            try_paths(search, layer + 1, end, edge->to, usage + kind->step,
                      weight * bship_internal_edge_weight(graph, edge, position)))
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

void bship_internal_frontier_draw(const bship_internal_frontier *frontier,
                                  const bship_internal_evidence *evidence, bship_rng *rng,
                                  bship_placement *placements)
{
    const bship_internal_graph *graph = &frontier->graph;
    bship_internal_amount total = bship_internal_sweep_get(&frontier->sweep, graph, 0, 0, 0);
    struct search search = { .frontier = frontier, .is_weighted = evidence->is_weighted };
    search.point = draw_point(rng, evidence->is_weighted, total);
    bship_internal_deal_begin(evidence, placements);
    for (uint32_t layer = 0; layer < graph->cells;) {
        uint32_t end = bship_internal_sweep_next(graph, layer);
        follow(&search, layer, end);
        for (; layer < end; layer++) {
            const bship_internal_edge *edge =
                bship_internal_graph_edge(graph, search.path[layer % BSHIP_INTERNAL_STRETCH]);
            uint32_t position = bship_internal_scan_position(&graph->scan, layer);
            if (edge->kind)
                bship_internal_deal(
                    evidence, rng, placements,
                    bship_internal_placement_of(edge->kind - 1, edge->orientation, position));
        }
    }
}
