/* Building and pruning the graph layer by layer; see frontier/graph.h. */
#include "inference/frontier/graph.h"

#include <string.h>

#include "base/random.h"

/* Measured steps of building. */
enum {
    STEPS_A_NODE = 28,
    STEPS_AN_EDGE = 56,
    STEPS_A_WORD = 2 /* of a set of usages */
};

/* ---- building, from the first layer to the last ---- */

/* A layer under construction. */
struct builder {
    bsi_graph *graph;
    const bship_allocator *allocator;
    bsi_work_budget *budget;
    bsi_array *profiles; /* of the layer */
    uint32_t first;      /* its first node */
    size_t edges_max;    /* greatest number of edges of a node of the layer before */
};

/* The hash of a node of the layer. SplitMix64 is a bijection, so nodes with equal hashes have equal
 * profiles. */
static uint64_t hash_of_node(const void *user, uint32_t node)
{
    const struct builder *builder = user;
    const uint64_t *profiles = builder->profiles->items;
    return bsi_splitmix(profiles[node - builder->first]);
}

/* Makes room for the nodes and edges to which one node of the layer before can lead. */
static bship_status reserve(struct builder *builder)
{
    bsi_graph *graph = builder->graph;
    size_t words = graph->usages.words;
    size_t nodes = graph->nodes.count + builder->edges_max;
    size_t edges = graph->edges.count + builder->edges_max;
    size_t profiles = builder->profiles->count + builder->edges_max;
    if (nodes > UINT32_MAX || edges > UINT32_MAX)
        return BSHIP_ERROR_WORK_LIMIT;
    const bship_allocator *allocator = builder->allocator;
    bsi_work_budget *budget = builder->budget;
    bship_status status = BSI_GROW(&graph->nodes, allocator, nodes + 1, budget);
    if (!status)
        status = BSI_GROW(&graph->edges, allocator, edges, budget);
    if (!status)
        status = BSI_GROW(&graph->supports, allocator, (nodes + 1) * words, budget);
    if (!status)
        status = bsi_array_grow(builder->profiles, allocator, profiles, sizeof(uint64_t), budget);
    bsi_hash_items items = { hash_of_node, builder, builder->first, builder->profiles->count };
    return status ? status
                  : bsi_hash_table_reserve(&graph->table, profiles, &items, builder->allocator,
                                           builder->budget);
}

static uint64_t *support_of(const bsi_graph *graph, size_t node)
{
    return &graph->supports.items[node * graph->usages.words];
}

/* The node of a profile in the layer, added if new. */
static uint32_t node_of(struct builder *builder, uint64_t profile)
{
    bsi_graph *graph = builder->graph;
    uint64_t hash = bsi_splitmix(profile);
    bsi_hash_slot *slot = bsi_hash_table_find(&graph->table, hash, NULL, NULL, NULL);
    if (bsi_hash_slot_is_set(&graph->table, slot))
        return slot->number;
    uint32_t node = (uint32_t)graph->nodes.count++;
    bsi_hash_slot_set(&graph->table, slot, hash, node);
    ((uint64_t *)builder->profiles->items)[builder->profiles->count++] = profile;
    memset(support_of(graph, node), 0, graph->usages.words * sizeof(uint64_t));
    return node;
}

/* Adds an edge from a node to a profile of the layer, if the ship that begins is left in some usage
 * of the node. */
static void add_edge(struct builder *builder, uint32_t from, uint64_t profile, uint16_t class,
                     uint16_t orientation)
{
    bsi_graph *graph = builder->graph;
    const bsi_usages *usages = &graph->usages;
    const bsi_usage_class *ship = &usages->classes.items[class];
    uint64_t *reached = graph->reached.items;
    if (!bsi_bits_advance(reached, support_of(graph, from), ship->leaving, ship->step,
                          usages->words))
        return;
    uint32_t to = node_of(builder, profile);
    uint64_t *support = support_of(graph, to);
    for (size_t i = 0; i < usages->words; i++)
        support[i] |= reached[i];
    graph->edges.items[graph->edges.count++] = (bsi_edge){ to, class, orientation };
}

/* Adds the edges of a node, whose profile is given. */
static void expand(struct builder *builder, const bsi_visit *visit, uint32_t node, uint64_t profile)
{
    uint64_t value = bsi_visit_value(visit, profile);
    if (value >= BSI_FIELD_PENDING) {
        uint32_t behind = (uint32_t)value - BSI_FIELD_PENDING;
        add_edge(builder, node, bsi_visit_cover(visit, profile, behind), 0, 0);
        return;
    }
    if (!visit->is_hit)
        add_edge(builder, node, bsi_visit_water(visit, profile), 0, 0);
    for (uint32_t i = 0; i < visit->start_count; i++) {
        const bsi_start *start = &visit->starts[i];
        if (!(profile & start->clear)) {
            uint64_t next = bsi_visit_cover(visit, profile | start->pending, start->behind);
            add_edge(builder, node, next, start->class, start->orientation);
        }
    }
}

/* Builds the layer after a cell. */
static bship_status build_layer(bsi_graph *graph, uint32_t cell, const bship_allocator *allocator,
                                bsi_work_budget *budget)
{
    bsi_visit visit = bsi_scan_visit(&graph->scan, cell);
    uint32_t begin = graph->layers.items[cell].nodes, end = (uint32_t)graph->nodes.count;
    struct builder builder = { graph,  allocator,
                               budget, &graph->profiles[(cell + 1) % 2],
                               end,    (size_t)visit.start_count + 1 };
    bsi_hash_table_clear(&graph->table);
    builder.profiles->count = 0;
    graph->layers.items[cell + 1].nodes = end;
    bship_status status = BSHIP_OK;
    for (uint32_t node = begin; !status && node < end; node++) {
        status = reserve(&builder);
        if (status)
            break;
        size_t before = graph->edges.count;
        graph->nodes.items[node].edges = (uint32_t)before;
        expand(&builder, &visit, node, ((uint64_t *)graph->profiles[cell % 2].items)[node - begin]);
        size_t edges = graph->edges.count - before;
        status = bsi_work_charge(
            budget,
            STEPS_A_NODE + (int64_t)(edges * (STEPS_AN_EDGE + STEPS_A_WORD * graph->usages.words)));
    }
    return status;
}

/* Builds the first layer: one node with profile 0 and usage 0. */
static bship_status build_first_layer(bsi_graph *graph, const bship_allocator *allocator,
                                      bsi_work_budget *budget)
{
    size_t words = graph->usages.words;
    struct builder builder = { graph, allocator, budget, &graph->profiles[0], 0, 1 };
    bship_status status = BSI_RENEW(&graph->layers, allocator, (size_t)graph->cells + 2);
    if (!status)
        status = BSI_RENEW(&graph->reached, allocator, words);
    graph->nodes.count = graph->edges.count = graph->profiles[0].count = 0;
    bsi_hash_table_clear(&graph->table);
    if (!status)
        status = reserve(&builder);
    if (status)
        return status;
    graph->layers.items[0].nodes = 0;
    *support_of(graph, node_of(&builder, 0)) = 1;
    return BSHIP_OK;
}

/* ---- pruning, from the last layer to the first ---- */

/* Drops from a node's support the usages without a completion. */
static void prune(bsi_graph *graph, uint32_t node)
{
    const bsi_usages *usages = &graph->usages;
    uint64_t *completed = graph->reached.items, *support = support_of(graph, node);
    memset(completed, 0, usages->words * sizeof *completed);
    for (uint32_t e = graph->nodes.items[node].edges; e < graph->nodes.items[node + 1].edges; e++) {
        const bsi_edge *edge = &graph->edges.items[e];
        const bsi_usage_class *class = &usages->classes.items[edge->class];
        bsi_bits_retreat(completed, support_of(graph, edge->to), class->leaving, class->step,
                         usages->words);
    }
    for (size_t i = 0; i < usages->words; i++)
        support[i] &= completed[i];
}

/* Sets the range of a node to the smallest that contains its support. */
static void set_range(bsi_graph *graph, uint32_t number)
{
    bsi_node *node = &graph->nodes.items[number];
    const uint64_t *support = support_of(graph, number);
    size_t first = 0, end = graph->usages.words;
    while (end > 0 && support[end - 1] == 0)
        end--;
    node->begin = node->end = 0;
    if (end == 0)
        return;
    while (support[first] == 0)
        first++;
    node->begin = (uint16_t)(first * 64 + bsi_lowest_bit(support[first]));
    node->end = (uint16_t)((end - 1) * 64);
    for (uint64_t word = support[end - 1]; word; word >>= 1)
        node->end++;
}

/* Prunes the nodes of a layer, sets their ranges, and sums up the layer's size and steps. */
static bship_status prune_layer(bsi_graph *graph, uint32_t number, bsi_work_budget *budget)
{
    uint64_t size = 0;
    bsi_layer *layer = &graph->layers.items[number];
    layer->steps = 0;
    for (uint32_t n = layer->nodes; n < layer[1].nodes; n++) {
        bsi_node *node = &graph->nodes.items[n];
        if (number < graph->cells)
            prune(graph, n);
        set_range(graph, n);
        for (uint32_t e = node->edges; e < node[1].edges; e++)
            layer->steps += bsi_edge_steps(bsi_usages_along(graph, node, &graph->edges.items[e]));
        node->offset = (uint32_t)size;
        size += (uint64_t)(node->end - node->begin);
        bship_status status =
            bsi_work_charge(budget, STEPS_A_NODE + (int64_t)((node[1].edges - node->edges) *
                                                             STEPS_A_WORD * graph->usages.words));
        if (status)
            return status;
    }
    layer->size = (uint32_t)size;
    return size > UINT32_MAX ? BSHIP_ERROR_WORK_LIMIT : BSHIP_OK;
}

/* Completes the final layer: it has no edges, and only the usage of the whole fleet counts. */
static void end_layers(bsi_graph *graph)
{
    uint32_t first = graph->layers.items[graph->cells].nodes, end = (uint32_t)graph->nodes.count;
    uint32_t fleet = graph->usages.count - 1;
    for (uint32_t node = first; node <= end; node++)
        graph->nodes.items[node].edges = (uint32_t)graph->edges.count;
    for (uint32_t node = first; node < end; node++) {
        uint64_t *support = support_of(graph, node);
        for (size_t i = 0; i < graph->usages.words; i++)
            support[i] &= i == fleet / 64 ? (uint64_t)1 << fleet % 64 : 0;
    }
    graph->layers.items[graph->cells + 1].nodes = end;
}

bship_status bsi_graph_build(bsi_graph *graph, const bsi_evidence *evidence, int32_t along,
                             const bship_allocator *allocator, bsi_work_budget *budget)
{
    bship_status status = bsi_scan_along(&graph->scan, evidence, along);
    if (!status)
        status = bsi_scan_read(&graph->scan, allocator);
    if (!status)
        status = bsi_usages_read(&graph->usages, evidence, allocator);
    if (status)
        return status;
    graph->cells = bsi_scan_cells(&graph->scan);
    status = build_first_layer(graph, allocator, budget);
    for (uint32_t cell = 0; !status && cell < graph->cells; cell++)
        status = build_layer(graph, cell, allocator, budget);
    if (status)
        return status;
    end_layers(graph);
    for (uint32_t layer = graph->cells + 1; !status && layer-- > 0;)
        status = prune_layer(graph, layer, budget);
    if (status)
        return status;
    return graph->layers.items[0].size == 0 ? BSHIP_ERROR_CONTRADICTION : BSHIP_OK;
}

void bsi_graph_trim(bsi_graph *graph, const bship_allocator *allocator)
{
    BSI_FREE(&graph->supports, allocator);
    bsi_array_free(&graph->profiles[0], allocator, sizeof(uint64_t));
    bsi_array_free(&graph->profiles[1], allocator, sizeof(uint64_t));
    bsi_hash_table_free(&graph->table, allocator);
}

void bsi_graph_free(bsi_graph *graph, const bship_allocator *allocator)
{
    bsi_graph_trim(graph, allocator);
    bsi_scan_free(&graph->scan, allocator);
    bsi_usages_free(&graph->usages, allocator);
    BSI_FREE(&graph->layers, allocator);
    BSI_FREE(&graph->nodes, allocator);
    BSI_FREE(&graph->edges, allocator);
    BSI_FREE(&graph->reached, allocator);
}
