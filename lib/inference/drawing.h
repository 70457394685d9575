/* What all ways of drawing a layout share. */
#ifndef BSHIP_INFERENCE_DRAWING_H
#define BSHIP_INFERENCE_DRAWING_H

#include <battleship/geometry.h>
#include <battleship/random.h>

#include "base/wide.h"
#include "inference/evidence.h"

/* A number below a bound, each with the same probability. */
bship_internal_wide bship_internal_draw_wide(bship_rng *rng, bship_internal_wide bound);

/*
 * The number of one of `count` items, each of so many bytes. An item begins with a sum, a double,
 * of the weights of those up to it, in proportion to which it is drawn; the last is not 0.
 */
uint32_t bship_internal_draw_item(const void *items, size_t size, uint32_t count, bship_rng *rng);

/* Begins to deal: no ship has a placement, which its `ship` of -1 shows. */
void bship_internal_deal_begin(const bship_internal_evidence *evidence,
                               bship_placement *placements);

/* Deals a placement to one of the ships of its kind that have none, any with the same probability.
 */
void bship_internal_deal(const bship_internal_evidence *evidence, bship_rng *rng,
                         bship_placement *placements, bship_internal_placement spot);

#endif
