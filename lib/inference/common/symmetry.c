/* Finding the group, its orbits, and sums over these; see symmetry.h. */
#include "inference/common/symmetry.h"

enum {
    STEPS_AN_IMAGE = 4
};

bship_status bsi_symmetry_find(bsi_symmetry *symmetry, const bsi_evidence *evidence,
                               bsi_work_budget *budget)
{
    const bship_rules *rules = evidence->rules;
    const uint8_t *cells = evidence->cells;
    bship_status status = BSHIP_OK;
    *symmetry = (bsi_symmetry){ evidence, 0, { 0 } };
    for (uint8_t element = 0; !status && element < BSI_SYMMETRIES; element++) {
        bool is_symmetry = bsi_symmetry_fits(rules, element);
        for (uint32_t i = 0; !status && is_symmetry && i < rules->free_count; i++) {
            uint32_t position = rules->free_cells[i];
            status = bsi_work_charge_at(budget, i, rules->free_count, STEPS_AN_IMAGE);
            is_symmetry = cells[position] == cells[bsi_symmetry_cell(rules, element, position)];
        }
        if (is_symmetry)
            symmetry->elements[symmetry->count++] = element;
    }
    return status;
}

bsi_symmetry bsi_symmetry_of_board(const bsi_evidence *evidence, bool identity_only)
{
    bsi_symmetry symmetry = { evidence, 1, { 0 } };
    bsi_evidence empty = *evidence;
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    empty.cells = evidence->rules->blocked;
    if (!identity_only)
        (void)bsi_symmetry_find(&symmetry, &empty, &budget);
    symmetry.evidence = evidence;
    return symmetry;
}

/* The order of the placements of a class, by orientation and position. */
static bool comes_before(bsi_placement a, bsi_placement b)
{
    if (a.orientation != b.orientation)
        return a.orientation < b.orientation;
    return a.position < b.position;
}

int32_t bsi_symmetry_orbit(const bsi_symmetry *symmetry, bsi_placement placement)
{
    const bsi_evidence *evidence = symmetry->evidence;
    int32_t length = evidence->classes[placement.class].length, fixed = 0;
    for (int32_t i = 0; i < symmetry->count; i++) {
        bsi_placement other =
            bsi_symmetry_image(evidence->rules, symmetry->elements[i], length, placement);
        if (comes_before(other, placement))
            return 0;
        fixed += !comes_before(placement, other);
    }
    return symmetry->count / fixed;
}

/* Replaces the counts of an orbit by their sum. */
static void spread_orbit(const bsi_symmetry *symmetry, bsi_placement_counts *counts,
                         bsi_placement placement)
{
    const bsi_evidence *evidence = symmetry->evidence;
    int32_t length = evidence->classes[placement.class].length;
    bsi_uint128 *images[BSI_SYMMETRIES];
    bsi_uint128 sum = { 0, 0 };
    for (int32_t i = 0; i < symmetry->count; i++) {
        bsi_placement other =
            bsi_symmetry_image(evidence->rules, symmetry->elements[i], length, placement);
        images[i] = &counts->by_placement[bsi_placement_counts_at(counts, other)];
        bsi_uint128_add(&sum, *images[i]);
    }
    for (int32_t i = 0; i < symmetry->count; i++)
        *images[i] = sum;
}

int64_t bsi_symmetry_spread_cost(const bsi_symmetry *symmetry)
{
    return STEPS_AN_IMAGE * (int64_t)symmetry->count;
}

bship_status bsi_symmetry_spread(const bsi_symmetry *symmetry, bsi_placement_counts *counts,
                                 bsi_work_budget *budget)
{
    int64_t steps = bsi_symmetry_spread_cost(symmetry);
    const bsi_evidence *evidence = symmetry->evidence;
    const bship_rules *rules = evidence->rules;
    for (int32_t i = 0; i < evidence->class_count * 2; i++) {
        const uint8_t *placements = evidence->classes[i / 2].placements[i % 2];
        bship_status status = bsi_work_charge_all(budget, rules->free_count, steps);
        if (status)
            return status;
        for (uint32_t j = 0; j < rules->free_count; j++) {
            bsi_placement placement = bsi_placement_of(i / 2, i % 2, rules->free_cells[j]);
            if (placements[placement.position] && bsi_symmetry_orbit(symmetry, placement) > 0)
                spread_orbit(symmetry, counts, placement);
        }
    }
    counts->total = bsi_uint128_scaled(counts->total, (uint64_t)symmetry->count);
    return BSHIP_OK;
}
