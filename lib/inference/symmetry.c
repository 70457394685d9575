/* The symmetries of a board; see symmetry.h. */
#include "inference/symmetry.h"

enum {
    STEPS_AN_IMAGE = 4
};

/* An element of the group is a set of these; transposing comes first. */
enum {
    MIRROR_X = 1,
    MIRROR_Y = 2,
    TRANSPOSE = 4
};

bship_internal_placement bship_internal_symmetry_image(const bship_rules *rules, uint8_t element,
                                                       int32_t length,
                                                       bship_internal_placement spot)
{
    bship_cell cell = bship_internal_cell(rules, spot.position);
    if (element & TRANSPOSE) {
        cell = (bship_cell){ cell.y, cell.x };
        /* A ship of one cell always lies to the right. */
        if (length > 1)
            spot.orientation = spot.orientation == BSHIP_RIGHT ? BSHIP_DOWN : BSHIP_RIGHT;
    }
    if (element & MIRROR_X)
        cell.x = rules->width - 1 - cell.x - (spot.orientation == BSHIP_RIGHT ? length - 1 : 0);
    if (element & MIRROR_Y)
        cell.y = rules->height - 1 - cell.y - (spot.orientation == BSHIP_DOWN ? length - 1 : 0);
    spot.position = bship_internal_position(rules, cell);
    return spot;
}

uint32_t bship_internal_symmetry_cell(const bship_rules *rules, uint8_t element, uint32_t position)
{
    return bship_internal_symmetry_image(rules, element, 1,
                                         bship_internal_placement_of(0, BSHIP_RIGHT, position))
        .position;
}

/* Whether an element keeps the cells, in `*keeps`. */
static bship_status try_element(const bship_internal_evidence *evidence, uint8_t element,
                                bship_internal_effort *effort, int *keeps)
{
    const bship_rules *rules = evidence->rules;
    bship_status status = BSHIP_OK;
    *keeps = !(element & TRANSPOSE) || rules->width == rules->height;
    for (uint32_t i = 0; !status && *keeps && i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        status = bship_internal_effort_spend_at(effort, i, rules->free_count, STEPS_AN_IMAGE);
        *keeps = evidence->cells[position] ==
                 evidence->cells[bship_internal_symmetry_cell(rules, element, position)];
    }
    return status;
}

bship_status bship_internal_symmetry_find(bship_internal_symmetry *symmetry,
                                          const bship_internal_evidence *evidence,
                                          bship_internal_effort *effort)
{
    bship_status status = BSHIP_OK;
    *symmetry = (bship_internal_symmetry){ evidence, 0, { 0 } };
    for (uint8_t element = 0; !status && element < BSHIP_INTERNAL_SYMMETRIES_MAX; element++) {
        int keeps;
        status = try_element(evidence, element, effort, &keeps);
        if (keeps)
            symmetry->elements[symmetry->count++] = element;
    }
    return status;
}

static int comes_before(bship_internal_placement a, bship_internal_placement b)
{
    if (a.orientation != b.orientation)
        return a.orientation < b.orientation;
    return a.position < b.position;
}

int32_t bship_internal_symmetry_orbit(const bship_internal_symmetry *symmetry,
                                      bship_internal_placement spot)
{
    const bship_internal_evidence *evidence = symmetry->evidence;
    int32_t length = evidence->kinds[spot.kind].length, fixed = 0;
    for (int32_t i = 0; i < symmetry->count; i++) {
        bship_internal_placement other =
            bship_internal_symmetry_image(evidence->rules, symmetry->elements[i], length, spot);
        if (comes_before(other, spot))
            return 0;
        fixed += !comes_before(spot, other);
    }
    return symmetry->count / fixed;
}

static void spread_orbit(const bship_internal_symmetry *symmetry, bship_internal_tally *tally,
                         bship_internal_placement spot)
{
    const bship_internal_evidence *evidence = symmetry->evidence;
    int32_t length = evidence->kinds[spot.kind].length;
    bship_internal_wide *images[BSHIP_INTERNAL_SYMMETRIES_MAX];
    bship_internal_wide sum = { 0, 0 };
    for (int32_t i = 0; i < symmetry->count; i++) {
        bship_internal_placement other =
            bship_internal_symmetry_image(evidence->rules, symmetry->elements[i], length, spot);
        images[i] = &tally->counts[bship_internal_tally_row(tally, spot.kind, other.orientation) +
                                   other.position];
        bship_internal_wide_add(&sum, *images[i]);
    }
    for (int32_t i = 0; i < symmetry->count; i++)
        *images[i] = sum;
}

int64_t bship_internal_symmetry_spread_cost(const bship_internal_symmetry *symmetry)
{
    return STEPS_AN_IMAGE * (int64_t)symmetry->count;
}

bship_status bship_internal_symmetry_spread(const bship_internal_symmetry *symmetry,
                                            bship_internal_tally *tally,
                                            bship_internal_effort *effort)
{
    int64_t steps = bship_internal_symmetry_spread_cost(symmetry);
    const bship_internal_evidence *evidence = symmetry->evidence;
    const bship_rules *rules = evidence->rules;
    for (int32_t i = 0; i < evidence->kind_count * 2; i++) {
        const uint8_t *spots = evidence->kinds[i / 2].spots[i % 2];
        for (uint32_t j = 0; j < rules->free_count; j++) {
            bship_internal_placement spot =
                bship_internal_placement_of(i / 2, i % 2, rules->free_cells[j]);
            bship_status status =
                bship_internal_effort_spend_at(effort, j, rules->free_count, steps);
            if (status)
                return status;
            if (spots[spot.position] && bship_internal_symmetry_orbit(symmetry, spot) > 0)
                spread_orbit(symmetry, tally, spot);
        }
    }
    tally->total = bship_internal_wide_scaled(tally->total, (uint64_t)symmetry->count);
    return BSHIP_OK;
}
