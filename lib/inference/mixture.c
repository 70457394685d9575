/* Weighing components and adding up their counts; see mixture.h. */
#include "inference/mixture.h"

#include <math.h>
#include <string.h>

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

/* The placements of a known layout, by ship. */
static const int64_t *layout_at(const bsi_prior *prior, size_t number)
{
    return prior->placements + number * (size_t)prior->rules->fleet->count;
}

/* Lists the known layouts that agree with an evidence. */
static void list_layouts(bsi_mixture *mixture, const bsi_evidence *evidence)
{
    const bsi_prior *prior = mixture->prior;
    mixture->added = 0;
    for (uint32_t i = 0; i < prior->known; i++) {
        if (agrees(evidence, layout_at(prior, i)))
            mixture->layouts[mixture->added++] = i;
    }
}

/* ---- weights of the components ---- */

static double probability_of(const bsi_mixture *mixture, uint32_t i)
{
    return mixture->prior->probabilities[mixture->layouts[i]];
}

/* Weighs the components, relative to the heaviest, so that none of use underflows. */
static void weigh(bsi_mixture *mixture, const bsi_mixture_part *parts)
{
    const bsi_prior *prior = mixture->prior;
    double logarithms[BSI_CONTACTS_MAX], most = (double)-INFINITY;
    for (int32_t i = 0; i < prior->contact_count; i++) {
        const bsi_contact_share *contact = &prior->contacts[i];
        logarithms[i] =
            bsi_log2(prior->rest * contact->share) + parts[i].log2_total - contact->log2_empty;
        most = fmax(most, logarithms[i]);
    }
    for (uint32_t i = 0; i < mixture->added; i++)
        most = fmax(most, bsi_log2(probability_of(mixture, i)));
    for (int32_t i = 0; i < prior->contact_count; i++)
        mixture->rules[i] = bsi_exp2(logarithms[i] - most);
    mixture->scale = bsi_exp2(-most);
}

/* Leaves out the contact rules that weigh little; sets the only component that is left. */
static void drop_light(bsi_mixture *mixture)
{
    double sum = 0;
    int32_t left = 0;
    for (int32_t i = 0; i < BSI_CONTACTS_MAX; i++)
        sum += mixture->rules[i];
    for (int32_t i = 0; i < BSI_CONTACTS_MAX; i++) {
        if (mixture->rules[i] < BSI_CONTACT_SHARE_MIN * sum)
            mixture->rules[i] = 0;
        left += mixture->rules[i] > 0;
        mixture->sole = mixture->rules[i] > 0 ? i : mixture->sole;
    }
    if (left > 1 || mixture->added > 0)
        mixture->sole = -1;
}

/* ---- counts ---- */

/* Adds counts, scaled to a total weight, to doubles, or replaces them. */
static void add_counts(bsi_placement_counts *sums, const bsi_placement_counts *counts, size_t count,
                       double weight, bool replaces)
{
    double total = counts->is_whole ? bsi_uint128_to_double(counts->total) : counts->weight;
    double factor = weight > 0 ? weight / total : 0;
    for (size_t i = 0; i < count; i++) {
        double number =
            counts->is_whole ? bsi_uint128_to_double(counts->by_placement[i]) : counts->weights[i];
        sums->weights[i] = (replaces ? 0 : sums->weights[i]) + number * factor;
    }
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

/* Replaces counts by those of another contact rule. */
static void copy_counts(bsi_placement_counts *counts, const bsi_placement_counts *from,
                        size_t count)
{
    counts->is_whole = from->is_whole;
    counts->unit = from->unit;
    counts->total = from->total;
    counts->weight = from->weight;
    if (from->is_whole)
        memcpy(counts->by_placement, from->by_placement, count * sizeof *counts->by_placement);
    else
        memcpy(counts->weights, from->weights, count * sizeof *counts->weights);
}

void bsi_mixture_make(bsi_mixture *mixture, const bsi_evidence *evidence,
                      const bsi_mixture_part *parts, bsi_placement_counts *counts)
{
    size_t count = bsi_placement_counts_row(counts, evidence->class_count, 0);
    memset(mixture->rules, 0, sizeof mixture->rules);
    mixture->rules[0] = 1;
    mixture->sole = 0;
    mixture->added = 0;
    mixture->game = *counts;
    if (!mixture->prior || !parts)
        return;
    list_layouts(mixture, evidence);
    weigh(mixture, parts);
    drop_light(mixture);
    if (mixture->sole == 0)
        return;
    if (mixture->sole > 0) {
        copy_counts(counts, parts[mixture->sole].counts, count);
        return;
    }
    add_counts(counts, &mixture->game, count, mixture->rules[0], true);
    counts->weight = mixture->rules[0];
    counts->is_whole = false;
    for (int32_t i = 1; i < mixture->prior->contact_count; i++) {
        if (mixture->rules[i] > 0)
            add_counts(counts, parts[i].counts, count, mixture->rules[i], false);
        counts->weight += mixture->rules[i];
    }
    for (uint32_t i = 0; i < mixture->added; i++)
        add_layout(evidence, layout_at(mixture->prior, mixture->layouts[i]),
                   mixture->scale * probability_of(mixture, i), counts);
}

/* ---- drawing ---- */

/* The number of the contact rule that a point between 0 and the weight of the mixture belongs to,
 * or -1; it is reduced by the weights before. */
static int32_t find_rule(const bsi_mixture *mixture, double *point)
{
    for (int32_t i = 0; i < BSI_CONTACTS_MAX; i++) {
        if (*point < mixture->rules[i])
            return i;
        *point -= mixture->rules[i];
    }
    return -1;
}

int32_t bsi_mixture_draw(const bsi_mixture *mixture, const bsi_placement_counts *counts,
                         bship_rng *rng, bship_placement *placements)
{
    const bsi_prior *prior = mixture->prior;
    if (mixture->sole >= 0)
        return mixture->sole;
    double point = bsi_rng_unit(rng) * counts->weight;
    int32_t rule = find_rule(mixture, &point);
    if (rule >= 0)
        return rule;
    /* Rounding may leave the point behind the last component. */
    if (mixture->added == 0)
        return mixture->rules[2] > 0 ? 2 : mixture->rules[1] > 0;
    uint32_t i = 0;
    while (i < mixture->added - 1 && point >= mixture->scale * probability_of(mixture, i))
        point -= mixture->scale * probability_of(mixture, i++);
    const int64_t *layout = layout_at(prior, mixture->layouts[i]);
    for (int32_t ship = 0; ship < prior->rules->fleet->count; ship++)
        (void)bship_rules_placement(prior->rules, layout[ship], &placements[ship]);
    return -1;
}
