/*
 * Drawing by weight: a uniform 128-bit integer below a bound, an item from a list of cumulative
 * sums (by bisection), and the random assignment of placements to the ships of a class.
 */
#ifndef BSI_INFERENCE_COMMON_DRAWING_H
#define BSI_INFERENCE_COMMON_DRAWING_H

#include <battleship/geometry.h>
#include <battleship/random.h>

#include "base/uint128.h"
#include "inference/evidence.h"

/* A number below a bound, each with the same probability. */
bsi_uint128 bsi_draw_uint128(bship_rng *rng, bsi_uint128 bound);

/*
 * The number of one of `count` items, each of so many bytes. An item begins with a sum, a double,
 * of the weights of those up to it, in proportion to which it is drawn; the last is not 0.
 */
uint32_t bsi_draw_item(const void *items, size_t size, uint32_t count, bship_rng *rng);

/* Begins to deal: no ship has a placement, which its `ship` of -1 shows. */
void bsi_assign_begin(const bsi_evidence *evidence, bship_placement *placements);

/* Deals a placement to one of the ships of its kind that have none, any with the same probability.
 */
void bsi_assign_placement(const bsi_evidence *evidence, bship_rng *rng, bship_placement *placements,
                          bsi_placement placement);

#endif
