/* Adding remembered layouts to placement counts; see mixture.h. */
#include "inference/mixture.h"

#include <math.h>

#include "base/exponential.h"
#include "base/random.h"

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

/* The placements of a remembered layout, by ship. */
static const int64_t *layout_at(const bship_habits_snapshot *snapshot, size_t number)
{
    return snapshot->placements + number * (size_t)snapshot->rules->fleet->count;
}

/* Lists the remembered layouts that agree with an evidence. */
static void list_layouts(bsi_mixture *mixture, const bsi_evidence *evidence)
{
    const bship_habits_snapshot *snapshot = mixture->snapshot;
    for (uint32_t i = 0; i < snapshot->remembered; i++) {
        if (agrees(evidence, layout_at(snapshot, i)))
            mixture->layouts[mixture->added++] = i;
    }
}

void bsi_mixture_add(bsi_mixture *mixture, const bsi_evidence *evidence, double log2_total,
                     bsi_placement_counts *counts)
{
    const bship_habits_snapshot *snapshot = mixture->snapshot;
    double chart = bsi_exp2(log2_total - mixture->log2_empty);
    mixture->added = 0;
    if (!snapshot || isnan(chart))
        return;
    list_layouts(mixture, evidence);
    if (mixture->added == 0)
        return;
    mixture->law = *counts;
    mixture->law_weight = snapshot->rest * chart;
    scale(evidence, mixture->law_weight, counts);
    for (uint32_t i = 0; i < mixture->added; i++) {
        uint32_t number = mixture->layouts[i];
        add_layout(evidence, layout_at(snapshot, number), snapshot->probabilities[number], counts);
    }
}

bool bsi_mixture_draw(const bsi_mixture *mixture, const bsi_placement_counts *counts,
                      bship_rng *rng, bship_placement *placements)
{
    const bship_habits_snapshot *snapshot = mixture->snapshot;
    if (mixture->added == 0)
        return false;
    double point = bsi_rng_unit(rng) * counts->weight - mixture->law_weight;
    if (point < 0)
        return false;
    uint32_t i = 0;
    while (i < mixture->added - 1 && point >= snapshot->probabilities[mixture->layouts[i]])
        point -= snapshot->probabilities[mixture->layouts[i++]];
    const int64_t *layout = layout_at(snapshot, mixture->layouts[i]);
    for (int32_t ship = 0; ship < snapshot->rules->fleet->count; ship++)
        (void)bship_rules_placement(snapshot->rules, layout[ship], &placements[ship]);
    return true;
}
