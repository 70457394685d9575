/*
 * Drawing a layout by unranking: layouts are numbered in the order of the graph's edges, and a
 * random number below their count is turned into the path with that number. With weights, a layout
 * is an interval as long as its weight, and the random number is a point. The completions at the
 * checkpoints tell which path contains the number; between checkpoints, paths are tried in order.
 */
#include "inference/common/drawing.h"
#include "inference/frontier/frontier.h"

/* The search for the path of a rank. */
struct search {
    const bsi_frontier *frontier;
    bool is_weighted;
    bsi_amount rank;            /* relative to the first path that has not been tried */
    uint32_t node;              /* at the end of the path */
    uint32_t usage;             /* the ships placed on the path */
    uint32_t path[BSI_SEGMENT]; /* the edges of the present segment */
};

/* Whether the rank is among the completions of a path. Makes it relative to the first of these, or
 * else to the next path. */
static bool contains_rank(struct search *search, bsi_amount completions, double weight)
{
    completions.real *= weight;
    if (!bsi_amount_contains(completions, &search->rank, !search->is_weighted))
        return false;
    search->rank.real /= weight;
    return true;
}

/* Tries the paths from a node to layer `end`; returns whether one of them contains the rank. */
static bool try_paths(struct search *search, uint32_t layer, uint32_t end, uint32_t n,
                      uint32_t usage, double weight)
{
    const bsi_graph *graph = &search->frontier->graph;
    if (layer == end) {
        search->node = n;
        search->usage = usage;
        return contains_rank(search, bsi_sweep_get(&search->frontier->sweep, end, n, usage),
                             weight);
    }
    const bsi_node *node = &graph->nodes.items[n];
    if (usage < node->begin || usage >= node->end)
        return false;
    uint32_t position = bsi_scan_position(&graph->scan, layer);
    for (uint32_t e = node->edges; e < node[1].edges; e++) {
        const bsi_edge *edge = &graph->edges.items[e];
        const bsi_usage_class *class = &graph->usages.classes.items[edge->class];
        search->path[layer % BSI_SEGMENT] = e;
        if (bsi_bits_has(class->leaving, usage) &&
            try_paths(search, layer + 1, end, edge->to, usage + class->step,
                      weight * bsi_edge_weight(graph, edge, position)))
            return true;
    }
    return false;
}

/* Writes the layout of a rank. A random stream assigns the placements of a class to its ships; NULL
 * assigns them in order. */
static void unrank(const bsi_frontier *frontier, const bsi_evidence *evidence, bsi_amount rank,
                   bship_rng *rng, bship_placement *placements)
{
    const bsi_graph *graph = &frontier->graph;
    struct search search = { .frontier = frontier,
                             .is_weighted = evidence->is_weighted,
                             .rank = rank };
    bsi_assign_begin(evidence, placements);
    for (uint32_t layer = 0; layer < graph->cells;) {
        uint32_t end = bsi_sweep_next(graph, layer), node = search.node, usage = search.usage;
        if (!try_paths(&search, layer, end, node, usage, 1)) {
            /* By rounding of weights, the rank is beyond the last path. */
            search.rank.real = 0;
            (void)try_paths(&search, layer, end, node, usage, 1);
        }
        for (; layer < end; layer++) {
            const bsi_edge *edge = &graph->edges.items[search.path[layer % BSI_SEGMENT]];
            uint32_t position = bsi_scan_position(&graph->scan, layer);
            if (edge->class)
                bsi_assign_placement(evidence, rng, placements, bsi_edge_placement(edge, position));
        }
    }
}

void bsi_frontier_draw(const bsi_frontier *frontier, const bsi_evidence *evidence, bship_rng *rng,
                       bship_placement *placements)
{
    bsi_amount total = bsi_sweep_total(&frontier->sweep);
    bsi_amount rank = bsi_draw_amount(rng, !evidence->is_weighted, total);
    unrank(frontier, evidence, rank, rng, placements);
}

void bsi_frontier_layout(const bsi_frontier *frontier, const bsi_evidence *evidence, uint64_t rank,
                         bship_placement *placements)
{
    unrank(frontier, evidence, bsi_amount_of_whole(bsi_uint128_of(rank)), NULL, placements);
}
