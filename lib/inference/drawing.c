/* What all ways of drawing a layout share; see drawing.h. */
#include "inference/drawing.h"

#include "base/random.h"

bship_internal_wide bship_internal_draw_wide(bship_rng *rng, bship_internal_wide bound)
{
    if (bound.high == 0)
        return bship_internal_wide_of(bship_rng_below(rng, bound.low));
    uint64_t mask = bound.high;
    for (int shift = 1; shift < 64; shift *= 2)
        mask |= mask >> shift;
    bship_internal_wide draw;
    do {
        draw.high = bship_internal_rng_next(rng) & mask;
        draw.low = bship_internal_rng_next(rng);
    } while (bship_internal_wide_compare(draw, bound) >= 0);
    return draw;
}

uint32_t bship_internal_draw_item(const void *items, size_t size, uint32_t count, bship_rng *rng)
{
    const unsigned char *bytes = items;
    double share = bship_internal_rng_unit(rng) * *(const double *)(bytes + (count - 1) * size);
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

void bship_internal_deal_begin(const bship_internal_evidence *evidence, bship_placement *placements)
{
    for (int32_t i = 0; i < evidence->rules->fleet->count; i++)
        placements[i].ship = -1;
}

void bship_internal_deal(const bship_internal_evidence *evidence, bship_rng *rng,
                         bship_placement *placements, bship_internal_placement spot)
{
    int32_t left = 0, ship = -1;
    for (int32_t i = 0; i < evidence->rules->fleet->count; i++)
        left += evidence->kind_of[i] == spot.kind && placements[i].ship < 0;
    uint32_t skip = bship_internal_rng_below(rng, (uint32_t)left);
    do
        ship++;
    while (evidence->kind_of[ship] != spot.kind || placements[ship].ship >= 0 || skip-- > 0);
    bship_cell cell = bship_internal_cell(evidence->rules, spot.position);
    placements[ship] = (bship_placement){ ship, cell.x, cell.y, spot.orientation };
}
