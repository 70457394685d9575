/* Computing and comparing the indices of shots; see shot_index.h. */
#include "inference/shot_index.h"

#include <math.h>

/*
 * The coefficients of the index. They did best over all layouts of small boards and in games of the
 * classic fleet; doc/strategies.md has the figures.
 */

/* The weight of the first hit of the class with the most placements: 1 for every
 * EASY_PLACEMENTS of them, but at least 1 and at most FIRST_HIT. With a maximum of 2 the classic
 * board takes 0.06 shots more; with 4, 7x7 {4,3,2} takes 0.07 more, as found ships are left alone
 * for too long. With a weight of 3 from one placement on, 5x5 {4,3} takes 0.25 more; where 30 count
 * as one does, 7x7 {4,3,2} takes 0.02 more. */
#define FIRST_HIT 3.0
#define EASY_PLACEMENTS 15.0

/* Where ships must keep apart and fill more than one cell in so many, a first hit weighs at most 1:
 * it is likely anyway, and to sink a ship discloses the water around it. Without contact FIRST_HIT
 * takes 1.2 shots more with the german fleet, 0.2 with the classic one on 8x8, and 0.4 on 7x7
 * {3,3,2,2,2}; with contact as good as none. */
#define CROWDED 4

/* What a sinking takes off a hit. From 0.3 to 0.5 the means change by 0.003 shots on small boards;
 * with 0.7, 8x8 {4,3} takes 0.03 more. */
#define SINKING 0.5

/* What a bit of the report is worth where hits are named. Without it 7x7 {4,3,2} takes 0.14 shots
 * more. Where hits are not named, 0.2 bits cost as much on the classic board as the rest gains. */
#define NAMED_BIT 0.5

/* The weight of a first hit of a class. */
static double weight_of(const bsi_evidence *evidence, int32_t class)
{
    uint32_t most = 1;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        uint32_t open = bsi_open_count(evidence, k);
        most = open > most ? open : most;
    }
    const bship_rules *rules = evidence->rules;
    bool is_crowded =
        rules->contact_count > 0 && (uint32_t)rules->fleet->cells * CROWDED > rules->free_count;
    double greatest = is_crowded ? 1 : fmax(1, fmin(most / EASY_PLACEMENTS, FIRST_HIT));
    return greatest * bsi_open_count(evidence, class) / most;
}

/* Adds what a hit of a class is worth, as if it were the first hit of its ship. */
static void add_first_hits(bsi_shot_index *index, int32_t class, double weight)
{
    const bsi_marginals *marginals = index->marginals;
    const bship_rules *rules = marginals->evidence->rules;
    size_t row = (size_t) class * rules->positions;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        index->values[position] += weight * marginals->covered_by[row + position] -
                                   SINKING * marginals->sunk_of[row + position];
    }
}

/* Replaces the weight of a hit, where the ship has a hit already, by 1. */
static void correct_later_hits(bsi_shot_index *index, const bsi_placement_counts *counts,
                               int32_t number, double weight)
{
    const bsi_evidence *evidence = index->marginals->evidence;
    const bsi_ship_class *class = &evidence->classes[number];
    const bship_rules *rules = evidence->rules;
    double total = counts->is_whole ? bsi_uint128_to_double(counts->total) : counts->weight;
    for (int32_t o = 0; o < class->orientations; o++) {
        size_t row = bsi_placement_counts_row(counts, number, o);
        uint32_t step = bsi_step(rules, o);
        for (uint32_t i = 0; i < rules->free_count; i++) {
            uint32_t position = rules->free_cells[i];
            if (class->placements[o][position] != BSI_PLACEMENT_HIT)
                continue;
            double count = counts->is_whole
                               ? bsi_uint128_to_double(counts->by_placement[row + position])
                               : fmax(counts->weights[row + position], 0);
            for (int32_t j = 0; j < class->length; j++, position += step)
                index->values[position] += (1 - weight) * (count / total);
        }
    }
}

void bsi_shot_index_make(bsi_shot_index *index, const bsi_placement_counts *counts)
{
    const bsi_marginals *marginals = index->marginals;
    const bsi_evidence *evidence = marginals->evidence;
    const bship_rules *rules = evidence->rules;
    bool has_totals = bsi_reports_totals(rules);
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        index->values[position] = has_totals ? marginals->occupancy[position] : 0;
    }
    for (int32_t k = 0; !has_totals && k < evidence->class_count; k++) {
        double weight = weight_of(evidence, k);
        add_first_hits(index, k, weight);
        correct_later_hits(index, counts, k, weight);
    }
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        if (bsi_discloses_hit_names(rules) && !has_totals &&
            evidence->cells[position] == BSI_CELL_OPEN)
            index->values[position] +=
                NAMED_BIT * bsi_marginals_forecast(marginals, position).entropy;
        index->values[position] = floor(index->values[position] * 0x1p40 + 0.5);
    }
}

int bsi_shot_index_compare(const void *context, uint32_t a, uint32_t b)
{
    const bsi_shot_index *index = context;
    if (index->values[a] != index->values[b])
        return index->values[a] > index->values[b] ? -1 : 1;
    return bsi_marginals_compare(index->marginals, a, b);
}
