/*
 * Drawing by weight: a uniform 128-bit integer below a bound, an item from a list of cumulative
 * sums (by bisection), an open placement, and the random assignment of placements to the ships of a
 * class.
 */
#ifndef BSI_INFERENCE_COMMON_DRAWING_H
#define BSI_INFERENCE_COMMON_DRAWING_H

#include <battleship/geometry.h>
#include <battleship/random.h>

#include "base/random.h"
#include "inference/common/placement_counts.h"

/* A uniformly random number below a bound. */
bsi_uint128 bsi_draw_uint128(bship_rng *rng, bsi_uint128 bound);

/* A uniformly random amount below a total. */
bsi_amount bsi_draw_amount(bship_rng *rng, bool is_whole, bsi_amount total);

/*
 * The index of one of `count` items of `size` bytes, drawn by weight. Each item begins with a
 * double: the cumulative sum of the weights up to it. The last sum is not 0.
 */
uint32_t bsi_draw_item(const void *items, size_t size, uint32_t count, bship_rng *rng);

/* The total weight of the open placements of a class. */
double bsi_open_weight(const bsi_evidence *evidence, int32_t class);

/* The index of an open placement of a class, which must have some, drawn by weight. */
uint32_t bsi_open_pick_weighted(const bsi_evidence *evidence, int32_t class, bship_rng *rng);

/* An open placement of a class, which must have some, drawn by weight. */
static inline bsi_placement bsi_open_pick(const bsi_evidence *evidence, int32_t class,
                                          bship_rng *rng)
{
    if (evidence->is_weighted)
        return evidence->open[bsi_open_pick_weighted(evidence, class, rng)];
    uint32_t number = bsi_rng_below(rng, bsi_open_count(evidence, class));
    return evidence->open[evidence->open_begin[class] + number];
}

/* Marks all ships as unassigned, by `ship` -1. */
void bsi_assign_begin(const bsi_evidence *evidence, bship_placement *placements);

/* Assigns a placement to a uniformly random unassigned ship of its class; without a random stream
 * (NULL) to the first one. */
void bsi_assign_placement(const bsi_evidence *evidence, bship_rng *rng, bship_placement *placements,
                          bsi_placement placement);

/* Assigns the placements of a layout, given in any order, to the ships in fleet order. */
void bsi_assign_all(const bsi_evidence *evidence, const bsi_placement *placed,
                    bship_placement *placements);

#endif
