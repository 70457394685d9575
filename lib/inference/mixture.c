/* Adding remembered layouts to placement counts; see mixture.h. */
#include "inference/mixture.h"

#include <math.h>
#include <stdbool.h>

/* The placement of a ship by bship_rules_placement_index(). */
static bsi_placement placement_of(const bsi_evidence *evidence, int32_t ship, int64_t index)
{
    const bship_rules *rules = evidence->rules;
    bsi_placement placement = bsi_placement_at(rules, rules->fleet->ships[ship].length,
                                               (uint32_t)(index - rules->index_base[ship]));
    placement.class = (uint16_t)evidence->class_of[ship];
    return placement;
}

/* Whether a legal layout agrees with an evidence without totals; see evidence.h. */
static bool agrees(const bsi_evidence *evidence, const int64_t *layout)
{
    uint32_t hits = 0;
    for (int32_t ship = 0; ship < evidence->rules->fleet->count; ship++) {
        bsi_placement placement = placement_of(evidence, ship, layout[ship]);
        const bsi_ship_class *class = &evidence->classes[placement.class];
        if (class->placements[placement.orientation][placement.position] == BSI_PLACEMENT_NONE)
            return false;
        hits += bsi_hits_of(evidence, placement, NULL);
    }
    return hits == evidence->hit_count;
}

/* Turns counts into doubles whose total is `weight`. */
static void scale(const bsi_evidence *evidence, double weight, bsi_placement_counts *counts)
{
    size_t count = bsi_placement_counts_row(counts, evidence->class_count, 0);
    double total = counts->is_whole ? bsi_uint128_to_double(counts->total) : counts->weight;
    for (size_t i = 0; i < count; i++) {
        double own =
            counts->is_whole ? bsi_uint128_to_double(counts->by_placement[i]) : counts->weights[i];
        counts->weights[i] = own * (weight / total);
    }
    counts->weight = weight;
    counts->is_whole = false;
}

static void add_layout(const bsi_evidence *evidence, const int64_t *layout, double probability,
                       bsi_placement_counts *counts)
{
    for (int32_t ship = 0; ship < evidence->rules->fleet->count; ship++) {
        bsi_placement placement = placement_of(evidence, ship, layout[ship]);
        counts->weights[bsi_placement_counts_at(counts, placement)] += probability;
    }
    counts->weight += probability;
}

void bsi_mixture_add(const bsi_mixture *mixture, const bsi_evidence *evidence, double log2_total,
                     bsi_placement_counts *counts)
{
    const bship_habits_snapshot *snapshot = mixture->snapshot;
    double chart = exp2(log2_total - mixture->log2_empty);
    size_t ships = (size_t)evidence->rules->fleet->count;
    bool is_mixed = false;
    if (!snapshot || isnan(chart))
        return;
    for (size_t i = 0; i < snapshot->remembered; i++) {
        const int64_t *layout = snapshot->placements + i * ships;
        if (!agrees(evidence, layout))
            continue;
        if (!is_mixed)
            scale(evidence, snapshot->rest * chart, counts);
        is_mixed = true;
        add_layout(evidence, layout, snapshot->probabilities[i], counts);
    }
}
