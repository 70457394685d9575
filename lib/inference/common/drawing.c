/* Drawing by weight; see drawing.h. */
#include "inference/common/drawing.h"

bsi_uint128 bsi_draw_uint128(bship_rng *rng, bsi_uint128 bound)
{
    if (bound.high == 0)
        return bsi_uint128_of(bship_rng_below(rng, bound.low));
    uint64_t mask = bound.high;
    for (int shift = 1; shift < 64; shift *= 2)
        mask |= mask >> shift;
    bsi_uint128 draw;
    do {
        draw.high = bsi_rng_next(rng) & mask;
        draw.low = bsi_rng_next(rng);
    } while (bsi_uint128_compare(draw, bound) >= 0);
    return draw;
}

bsi_amount bsi_draw_amount(bship_rng *rng, bool is_whole, bsi_amount total)
{
    if (is_whole)
        return (bsi_amount){ bsi_draw_uint128(rng, total.whole), 0 };
    return (bsi_amount){ { 0, 0 }, bsi_rng_unit(rng) * total.real };
}

uint32_t bsi_draw_item(const void *items, size_t size, uint32_t count, bship_rng *rng)
{
    const unsigned char *bytes = items;
    double share = bsi_rng_unit(rng) * *(const double *)(bytes + (count - 1) * size);
    uint32_t low = 0, high = count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (*(const double *)(bytes + middle * size) > share)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

double bsi_open_weight(const bsi_evidence *evidence, int32_t class)
{
    uint32_t count = bsi_open_count(evidence, class);
    return !evidence->is_weighted || count == 0
               ? count
               : evidence->open_sums[evidence->open_begin[class + 1] - 1];
}

uint32_t bsi_open_pick_weighted(const bsi_evidence *evidence, int32_t class, bship_rng *rng)
{
    uint32_t first = evidence->open_begin[class];
    const double *sums = evidence->open_sums + first;
    return first + bsi_draw_item(sums, sizeof *sums, bsi_open_count(evidence, class), rng);
}

void bsi_assign_begin(const bsi_evidence *evidence, bship_placement *placements)
{
    for (int32_t i = 0; i < evidence->rules->fleet->count; i++)
        placements[i].ship = -1;
}

void bsi_assign_placement(const bsi_evidence *evidence, bship_rng *rng, bship_placement *placements,
                          bsi_placement placement)
{
    int32_t unassigned = 0, ship = -1;
    for (int32_t i = 0; i < evidence->rules->fleet->count; i++)
        unassigned += evidence->class_of[i] == placement.class && placements[i].ship < 0;
    uint32_t skip = rng ? bsi_rng_below(rng, (uint32_t)unassigned) : 0;
    do
        ship++;
    while (evidence->class_of[ship] != placement.class || placements[ship].ship >= 0 || skip-- > 0);
    bship_cell cell = bsi_cell(evidence->rules, placement.position);
    placements[ship] = (bship_placement){ ship, cell.x, cell.y, placement.orientation };
}

void bsi_assign_all(const bsi_evidence *evidence, const bsi_placement *placed,
                    bship_placement *placements)
{
    bsi_assign_begin(evidence, placements);
    for (int32_t i = 0; i < evidence->rules->fleet->count; i++)
        bsi_assign_placement(evidence, NULL, placements, placed[i]);
}
