/*
 * Drawing by weight: an amount below a total, an open placement, and the random assignment of
 * placements to the ships of a class.
 */
#ifndef BSI_INFERENCE_COMMON_DRAWING_H
#define BSI_INFERENCE_COMMON_DRAWING_H

#include <battleship/geometry.h>
#include <battleship/random.h>

#include "base/random.h"
#include "inference/common/placement_counts.h"

/* A uniformly random amount below a total, whole or real. */
bsi_amount bsi_draw_amount(bship_rng *rng, bool is_whole, bsi_amount total);

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

/* Assigns a placement to a uniformly random unassigned ship of its class or, without a random
 * stream (NULL), to the first one. */
void bsi_assign_placement(const bsi_evidence *evidence, bship_rng *rng, bship_placement *placements,
                          bsi_placement placement);

/* Assigns the placements of a layout, given in any order, to the ships in fleet order. */
void bsi_assign_all(const bsi_evidence *evidence, const bsi_placement *placed,
                    bship_placement *placements);

#endif
