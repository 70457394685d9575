/* Drawing by weight; see drawing.h. */
#include "inference/common/drawing.h"

bsi_amount bsi_draw_amount(bship_rng *rng, bool is_whole, bsi_amount total)
{
    return is_whole ? bsi_amount_of_whole(bsi_rng_below_128(rng, total.whole))
                    : bsi_amount_of_real(bsi_rng_unit(rng) * total.real);
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
    return first + bsi_rng_pick(rng, sums, sizeof *sums, bsi_open_count(evidence, class));
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
