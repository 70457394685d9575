/* What the tests of ways to count layouts share; internal_support.h says what. */
#include <stdlib.h>
#include <string.h>

#include "internal_support.h"

/* ---- evidence ---- */

void fixture_init(struct fixture *fixture, const bship_chart *chart, const double *weights)
{
    bship_internal_arena arena = { NULL, 0 };
    bship_internal_evidence *evidence = &fixture->evidence;
    bship_internal_effort effort = no_limit();
    bship_internal_alike alike;

    fixture->rules = bship_chart_rules(chart);
    assert_ok(bship_internal_alike_find(&alike, fixture->rules, weights, &effort), "kinds");
    bship_internal_evidence_layout(evidence, fixture->rules, &alike, weights != NULL, &arena);
    fixture->block = calloc(1, arena.used);
    arena = (bship_internal_arena){ fixture->block, 0 };
    bship_internal_evidence_layout(evidence, fixture->rules, &alike, weights != NULL, &arena);
    assert_ok(bship_internal_evidence_weigh(evidence, weights, &effort), "weights");
    assert_ok(bship_internal_evidence_read(evidence, chart, &effort), "evidence");
    fixture->tally = (bship_internal_tally){ .positions = fixture->rules->positions };
    size_t count = bship_internal_tally_row(&fixture->tally, evidence->kind_count, 0);
    fixture->tally.counts = malloc(count * sizeof *fixture->tally.counts);
    fixture->tally.weights = malloc(count * sizeof *fixture->tally.weights);
}

void fixture_free(struct fixture *fixture)
{
    free(fixture->tally.counts);
    free(fixture->tally.weights);
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

bship_internal_frontier *new_frontier(void)
{
    bship_internal_frontier *frontier = NULL;
    bship_allocator allocator;
    assert_ok(bship_internal_allocator_read(&allocator, &(bship_allocator){ 0 }), "allocator");
    assert_ok(bship_internal_frontier_new(&frontier, &allocator, (uint64_t)1 << 30), "frontier");
    return frontier;
}

double estimate_of(const struct fixture *fixture)
{
    bship_internal_effort effort = no_limit();
    double steps = 0;

    assert_ok(bship_internal_frontier_estimate(&fixture->evidence, &effort, &steps, NULL),
              "estimate");
    return steps;
}

bship_internal_effort no_limit(void)
{
    return (bship_internal_effort){ .limit = NO_LIMIT };
}

double *random_weights(const bship_rules *rules, bship_rng *rng)
{
    const bship_internal_ship *ships = rules->fleet->ships;
    double *weights = malloc((size_t)bship_placement_count(rules) * sizeof *weights);
    bool are_alike = between(rng, 0, 1);

    for (int32_t ship = 0; ship < rules->fleet->count; ship++) {
        int64_t begin = rules->index_base[ship], end = rules->index_base[ship + 1];
        int32_t like = ships[ship].first_of_length;
        for (int64_t i = begin; i < end; i++)
            weights[i] = are_alike && like < ship ? weights[rules->index_base[like] + i - begin]
                                                  : between(rng, 0, 7) * 0.25;
    }
    return weights;
}

/* ---- all layouts ---- */

static bool fits(const struct search *search, uint32_t position, uint32_t step, int32_t length)
{
    const bship_rules *rules = search->evidence->rules;

    for (int32_t i = 0; i < length; i++, position += step) {
        if (search->taken[position])
            return false;
        for (uint32_t n = 0; n < rules->contact_count; n++)
            if (search->taken[position + (uint32_t)rules->neighbours[n]])
                return false;
    }
    return true;
}

static void take(struct search *search, uint32_t position, uint32_t step, int32_t length,
                 uint8_t value)
{
    for (int32_t i = 0; i < length; i++)
        search->taken[position + (uint32_t)i * step] = value;
}

static void end_layout(struct search *search)
{
    const bship_internal_evidence *evidence = search->evidence;
    size_t positions = evidence->rules->positions;

    for (uint32_t i = 0; i < evidence->hit_count; i++)
        if (!search->taken[evidence->hits[i]])
            return;
    search->total += search->layout.weight;
    for (int32_t ship = 0; ship < evidence->rules->fleet->count; ship++) {
        size_t row = (size_t)evidence->kind_of[ship] * 2 * positions;
        search->counts[row + search->layout.numbers[ship]] += search->layout.weight;
    }
    if (search->layouts) {
        cr_assert_lt(search->layout_count, LAYOUTS_MAX, "too many layouts");
        search->layouts[search->layout_count++] = search->layout;
    }
}

/* Tries all placements of the ships from `ship` on. */
static void try_ships(struct search *search, int32_t ship)
{
    const bship_internal_evidence *evidence = search->evidence;
    const bship_rules *rules = evidence->rules;
    uint32_t first = 0;

    if (ship == rules->fleet->count) {
        end_layout(search);
        return;
    }
    const bship_internal_kind *kind = &evidence->kinds[evidence->kind_of[ship]];
    for (int32_t other = 0; other < ship; other++)
        if (evidence->kind_of[other] == evidence->kind_of[ship])
            first = search->layout.numbers[other] + 1;
    for (uint32_t n = first; n < (uint32_t)kind->orientations * rules->positions; n++) {
        uint32_t o = n / rules->positions, position = n % rules->positions;
        uint32_t step = o ? rules->stride : 1;
        double weight = search->layout.weight;
        if (rules->blocked[position] || kind->spots[o][position] == BSHIP_INTERNAL_SPOT_NONE ||
            !fits(search, position, step, kind->length))
            continue;
        take(search, position, step, kind->length, 1);
        search->layout.numbers[ship] = n;
        search->layout.weight *= bship_internal_weight(kind, (int32_t)o, position);
        try_ships(search, ship + 1);
        search->layout.weight = weight;
        take(search, position, step, kind->length, 0);
    }
}

void search_all(struct search *search, const bship_internal_evidence *evidence,
                struct layout *layouts)
{
    size_t positions = evidence->rules->positions;

    memset(search, 0, sizeof *search);
    search->evidence = evidence;
    search->layout.weight = 1;
    search->layouts = layouts;
    search->taken = calloc(positions, 1);
    search->counts = calloc((size_t)evidence->kind_count * 2 * positions, sizeof(double));
    try_ships(search, 0);
}

void search_free(struct search *search)
{
    free(search->taken);
    free(search->counts);
}
