/* Helpers for tests of counting methods; see internal_support.h. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "internal_support.h"

/* ---- evidence ---- */

void fixture_init(struct fixture *fixture, const bship_chart *chart, const double *weights)
{
    bsi_arena arena = { NULL, 0 };
    bsi_evidence *evidence = &fixture->evidence;
    bsi_work_budget budget = no_limit();
    bsi_class_map class_map;

    fixture->rules = bship_chart_rules(chart);
    assert_ok(bsi_class_map_find(&class_map, fixture->rules, weights, &budget), "classes");
    bsi_evidence_carve(evidence, fixture->rules, &class_map, weights != NULL, &arena);
    fixture->block = calloc(1, arena.used);
    arena = (bsi_arena){ fixture->block, 0 };
    bsi_evidence_carve(evidence, fixture->rules, &class_map, weights != NULL, &arena);
    assert_ok(bsi_evidence_weigh(evidence, weights, &budget), "weights");
    assert_ok(bsi_evidence_read(evidence, chart, &budget), "evidence");
    fixture->counts = (bsi_placement_counts){ .positions = fixture->rules->positions };
    size_t count = bsi_placement_counts_row(&fixture->counts, evidence->class_count, 0);
    fixture->counts.by_placement = malloc(count * sizeof *fixture->counts.by_placement);
    fixture->counts.weights = malloc(count * sizeof *fixture->counts.weights);
}

void fixture_free(struct fixture *fixture)
{
    free(fixture->counts.by_placement);
    free(fixture->counts.weights);
    free(fixture->block);
}

bship_chart *fixture_of_rules(struct fixture *fixture, const char *lines)
{
    bship_rules *rules = rules_from(lines);
    bship_chart *chart = new_chart(rules);
    fixture_init(fixture, chart, NULL);
    bship_rules_unref(rules);
    return chart;
}

bsi_frontier *new_frontier(void)
{
    bsi_frontier *frontier = NULL;
    bship_allocator allocator;
    assert_ok(bsi_allocator_read(&allocator, &(bship_allocator){ 0 }), "allocator");
    assert_ok(bsi_frontier_new(&frontier, &allocator, (uint64_t)1 << 30), "frontier");
    return frontier;
}

double estimate_of(const struct fixture *fixture)
{
    bsi_work_budget budget = no_limit();
    double steps = 0;

    assert_ok(bsi_frontier_estimate(&fixture->evidence, &budget, &steps, NULL), "estimate");
    return steps;
}

bsi_work_budget no_limit(void)
{
    return (bsi_work_budget){ .limit = NO_LIMIT };
}

double *random_weights(const bship_rules *rules, bship_rng *rng)
{
    const bsi_ship *ships = rules->fleet->ships;
    double *weights = malloc((size_t)bship_rules_placement_count(rules) * sizeof *weights);
    bool are_shared = between(rng, 0, 1);

    for (int32_t ship = 0; ship < rules->fleet->count; ship++) {
        int64_t begin = rules->index_base[ship], end = rules->index_base[ship + 1];
        int32_t first = ships[ship].first_of_length;
        for (int64_t i = begin; i < end; i++)
            weights[i] = are_shared && first < ship ? weights[rules->index_base[first] + i - begin]
                                                    : between(rng, 0, 7) * 0.25;
    }
    return weights;
}

/* ---- all layouts ---- */

static bool fits(const struct search *search, uint32_t position, uint32_t step, int32_t length)
{
    const bship_rules *rules = search->evidence->rules;

    for (int32_t i = 0; i < length; i++, position += step) {
        if (search->occupied[position])
            return false;
        for (uint32_t n = 0; n < rules->contact_count; n++)
            if (search->occupied[position + (uint32_t)rules->neighbours[n]])
                return false;
    }
    return true;
}

/* Marks the cells of a ship as occupied (1) or free (0). */
static void mark(struct search *search, uint32_t position, uint32_t step, int32_t length,
                 uint8_t value)
{
    for (int32_t i = 0; i < length; i++)
        search->occupied[position + (uint32_t)i * step] = value;
}

static void end_layout(struct search *search)
{
    const bsi_evidence *evidence = search->evidence;
    size_t positions = evidence->rules->positions;

    for (uint32_t i = 0; i < evidence->hit_count; i++)
        if (!search->occupied[evidence->hits[i]])
            return;
    search->total += search->layout.weight;
    for (int32_t ship = 0; ship < evidence->rules->fleet->count; ship++) {
        size_t row = (size_t)evidence->class_of[ship] * 2 * positions;
        search->counts[row + search->layout.numbers[ship]] += search->layout.weight;
    }
    if (search->layouts) {
        cr_assert_lt(search->layout_count, LAYOUTS_MAX, "too many layouts");
        search->layouts[search->layout_count++] = search->layout;
    }
}

/* Tries all placements of ship `ship` and those after it. */
static void try_ships(struct search *search, int32_t ship)
{
    const bsi_evidence *evidence = search->evidence;
    const bship_rules *rules = evidence->rules;
    uint32_t first = 0;

    if (ship == rules->fleet->count) {
        end_layout(search);
        return;
    }
    const bsi_ship_class *class = &evidence->classes[evidence->class_of[ship]];
    for (int32_t other = 0; other < ship; other++)
        if (evidence->class_of[other] == evidence->class_of[ship])
            first = search->layout.numbers[other] + 1;
    for (uint32_t n = first; n < (uint32_t) class->orientations * rules->positions; n++) {
        uint32_t o = n / rules->positions, position = n % rules->positions;
        uint32_t step = o ? rules->stride : 1;
        double weight = search->layout.weight;
        if (rules->blocked[position] || class->placements[o][position] == BSI_PLACEMENT_NONE ||
            !fits(search, position, step, class->length))
            continue;
        mark(search, position, step, class->length, 1);
        search->layout.numbers[ship] = n;
        search->layout.weight *= bsi_weight(class, (int32_t)o, position);
        try_ships(search, ship + 1);
        search->layout.weight = weight;
        mark(search, position, step, class->length, 0);
    }
}

void search_all(struct search *search, const bsi_evidence *evidence, struct layout *layouts)
{
    size_t positions = evidence->rules->positions;

    memset(search, 0, sizeof *search);
    search->evidence = evidence;
    search->layout.weight = 1;
    search->layouts = layouts;
    search->occupied = calloc(positions, 1);
    search->counts = calloc((size_t)evidence->class_count * 2 * positions, sizeof(double));
    try_ships(search, 0);
}

void search_free(struct search *search)
{
    free(search->occupied);
    free(search->counts);
}
