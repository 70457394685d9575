/* The two passes; see frontier/sweep.h. */
#include "inference/frontier/sweep.h"

/* ---- storage ---- */

static bool is_checkpoint(const bsi_graph *graph, uint32_t layer)
{
    return layer % BSI_SEGMENT == 0 || layer == graph->cells;
}

/* The completions of a layer. */
static unsigned char *numbers_of(const bsi_sweep *sweep, uint32_t layer)
{
    bool is_kept = is_checkpoint(sweep->graph, layer);
    const bsi_array *array = is_kept ? &sweep->checkpoints : &sweep->segment;
    return (unsigned char *)array->items + sweep->places.items[layer] * sweep->type->size;
}

/* The number of a node and usage among those of its layer. */
static unsigned char *number_at(const bsi_sweep *sweep, unsigned char *numbers,
                                const bsi_node *node, uint32_t usage)
{
    return numbers + ((size_t)node->offset + usage - node->begin) * sweep->type->size;
}

/* Provides room for numbers. Sizes are in bytes, so that memory is reused for any type. */
static bship_status provide(const bsi_sweep *sweep, bsi_array *array, size_t count)
{
    return bsi_array_renew(array, sweep->allocator, count * sweep->type->size, 1);
}

/* Finds the sizes of the largest layers with an even and with an odd number. */
static void find_largest(const bsi_graph *graph, size_t largest[2])
{
    largest[0] = largest[1] = 0;
    for (uint32_t layer = 0; layer <= graph->cells; layer++) {
        size_t size = graph->layers.items[layer].size;
        largest[layer % 2] = size > largest[layer % 2] ? size : largest[layer % 2];
    }
}

/*
 * Assigns a place to the completions of each layer, and allocates memory for them. Before a forward
 * pass, those of a whole segment are kept at a time, otherwise only those of two layers.
 */
static bship_status arrange(bsi_sweep *sweep)
{
    const bsi_graph *graph = sweep->graph;
    size_t checkpoints = 0, segment = 0, longest = 0, largest[2];
    find_largest(graph, largest);
    bship_status status = BSI_RENEW(&sweep->places, sweep->allocator, (size_t)graph->cells + 1);
    if (status)
        return status;
    for (uint32_t layer = 0; layer <= graph->cells; layer++) {
        size_t *end = is_checkpoint(graph, layer) ? &checkpoints : &segment;
        if (is_checkpoint(graph, layer))
            segment = 0;
        else if (!sweep->is_forward)
            segment = layer % 2 ? largest[0] : 0;
        sweep->places.items[layer] = *end;
        *end += graph->layers.items[layer].size;
        longest = segment > longest ? segment : longest;
    }
    status = provide(sweep, &sweep->checkpoints, checkpoints);
    if (!status && longest > 0)
        status = provide(sweep, &sweep->segment, longest);
    return status;
}

void bsi_sweep_free(bsi_sweep *sweep)
{
    const bship_allocator *allocator = sweep->allocator;
    BSI_FREE(&sweep->places, allocator);
    bsi_array_free(&sweep->checkpoints, allocator, 1);
    bsi_array_free(&sweep->segment, allocator, 1);
    bsi_array_free(&sweep->forward[0], allocator, 1);
    bsi_array_free(&sweep->forward[1], allocator, 1);
}

bsi_amount bsi_sweep_get(const bsi_sweep *sweep, uint32_t layer, uint32_t number, uint32_t usage)
{
    const bsi_node *node = &sweep->graph->nodes.items[number];
    if (usage < node->begin || usage >= node->end)
        return (bsi_amount){ { 0, 0 }, 0 };
    return sweep->type->get(number_at(sweep, numbers_of(sweep, layer), node, usage));
}

/* ---- edges ---- */

/* The traversal of an edge. */
struct traversal {
    const bsi_edge *edge;
    bsi_usage_set usages; /* of the node that the edge leaves */
    double weight;
};

/* Prepares the traversal of an edge of a node; returns whether any usage passes it. */
static bool traverse(struct traversal *traversal, const bsi_graph *graph, const bsi_node *from,
                     uint32_t edge, uint32_t position)
{
    traversal->edge = &graph->edges.items[edge];
    traversal->usages = bsi_usages_along(graph, from, traversal->edge);
    traversal->weight = bsi_edge_weight(graph, traversal->edge, position);
    return traversal->usages.begin < traversal->usages.end;
}

/* The number, in the layer behind an edge, of the usage to which the first usage leads. */
static unsigned char *number_behind(const bsi_sweep *sweep, const struct traversal *traversal,
                                    unsigned char *numbers)
{
    uint32_t usage = traversal->usages.begin + traversal->usages.class->step;
    return number_at(sweep, numbers, &sweep->graph->nodes.items[traversal->edge->to], usage);
}

/* ---- cost ---- */

int64_t bsi_sweep_back_steps(const bsi_graph *graph)
{
    int64_t steps = 0;
    for (uint32_t layer = 0; layer < graph->cells; layer++)
        steps += graph->layers.items[layer].steps;
    return steps;
}

int64_t bsi_sweep_forward_steps(const bsi_graph *graph)
{
    int64_t steps = 0;
    for (uint32_t layer = 0; layer < graph->cells; layer++)
        steps += (is_checkpoint(graph, layer) ? 2 : 3) * graph->layers.items[layer].steps;
    return steps;
}

/* ---- backward ---- */

/* Computes the completions of a layer from those of the next. */
static bship_status complete_layer(const bsi_sweep *sweep, uint32_t cell, bsi_work_budget *budget)
{
    const bsi_graph *graph = sweep->graph;
    unsigned char *numbers = numbers_of(sweep, cell);
    unsigned char *next = numbers_of(sweep, cell + 1);
    uint32_t position = bsi_scan_position(&graph->scan, cell);
    const bsi_layer *layer = &graph->layers.items[cell];
    bship_status status = bsi_work_clear_memory(budget, numbers, layer->size * sweep->type->size);
    for (uint32_t n = layer->nodes; !status && n < layer[1].nodes; n++) {
        const bsi_node *node = &graph->nodes.items[n];
        int64_t steps = 0;
        for (uint32_t e = node->edges; e < node[1].edges; e++) {
            struct traversal traversal;
            if (!traverse(&traversal, graph, node, e, position))
                continue;
            sweep->type->add(&traversal.usages,
                             number_at(sweep, numbers, node, traversal.usages.begin),
                             number_behind(sweep, &traversal, next), traversal.weight);
            steps += bsi_edge_steps(traversal.usages);
        }
        status = bsi_work_charge(budget, steps);
    }
    return status;
}

/* Computes the completions of the layers before `end`, down to `first`. */
static bship_status complete_segment(const bsi_sweep *sweep, uint32_t first, uint32_t end,
                                     bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (uint32_t layer = end; !status && layer > first; layer--)
        status = complete_layer(sweep, layer - 1, budget);
    return status;
}

bship_status bsi_sweep_back(bsi_sweep *sweep, const bsi_number_type *type, bsi_work_budget *budget)
{
    uint32_t last = sweep->graph->cells;
    sweep->type = type;
    bship_status status = arrange(sweep);
    if (status)
        return status;
    type->set(numbers_of(sweep, last), 1);
    return complete_segment(sweep, 0, last, budget);
}

/* ---- forward ---- */

/* Computes the ways to reach the layer after a cell, and counts the placements that begin in the
 * cell. */
static bship_status reach_layer(const bsi_sweep *sweep, uint32_t cell, bsi_placement_counts *counts,
                                bsi_work_budget *budget)
{
    const bsi_graph *graph = sweep->graph;
    unsigned char *forward = sweep->forward[cell % 2].items;
    unsigned char *next = sweep->forward[(cell + 1) % 2].items;
    unsigned char *completed = numbers_of(sweep, cell + 1);
    uint32_t position = bsi_scan_position(&graph->scan, cell);
    const bsi_layer *layer = &graph->layers.items[cell];
    bship_status status = bsi_work_clear_memory(budget, next, layer[1].size * sweep->type->size);
    for (uint32_t n = layer->nodes; !status && n < layer[1].nodes; n++) {
        const bsi_node *node = &graph->nodes.items[n];
        int64_t steps = 0;
        for (uint32_t e = node->edges; e < node[1].edges; e++) {
            struct traversal traversal;
            if (!traverse(&traversal, graph, node, e, position))
                continue;
            const unsigned char *from = number_at(sweep, forward, node, traversal.usages.begin);
            sweep->type->add(&traversal.usages, number_behind(sweep, &traversal, next), from,
                             traversal.weight);
            if (traversal.edge->class) {
                const unsigned char *to = number_behind(sweep, &traversal, completed);
                bsi_placement_counts_add(counts, bsi_edge_placement(traversal.edge, position),
                                         sweep->type->dot(&traversal.usages, from, to), 1,
                                         traversal.weight);
            }
            steps += 2 * bsi_edge_steps(traversal.usages);
        }
        status = bsi_work_charge(budget, steps);
    }
    return status;
}

bship_status bsi_sweep_forward(bsi_sweep *sweep, bsi_placement_counts *counts,
                               bsi_work_budget *budget)
{
    size_t largest[2];
    find_largest(sweep->graph, largest);
    bship_status status = provide(sweep, &sweep->forward[0], largest[0]);
    if (!status)
        status = provide(sweep, &sweep->forward[1], largest[1]);
    if (status)
        return status;
    sweep->type->set(sweep->forward[0].items, 1);
    for (uint32_t first = 0; !status && first < sweep->graph->cells;) {
        uint32_t end = bsi_sweep_next(sweep->graph, first);
        status = complete_segment(sweep, first + 1, end, budget);
        for (; !status && first < end; first++)
            status = reach_layer(sweep, first, counts, budget);
    }
    return status;
}
