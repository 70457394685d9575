/*
 * The complete search for a layout that agrees with an evidence.
 *
 * Each covering of the hits is tried in turn, in random order, and each of the
 * ships left on every open spot, longest first. The spots of a kind are visited on a
 * random tour (base/tour.h). Ships of one kind are interchangeable, so each goes on
 * where the one before it stands: no layout is tried twice. As a tour can be unlucky
 * in its beginning, the search begins anew after a while that doubles every time,
 * which keeps it complete; one attempt in four goes row by row, which packs best.
 */
#ifndef BSHIP_INFERENCE_SEARCH_H
#define BSHIP_INFERENCE_SEARCH_H

#include "base/tour.h"
#include "inference/cover.h"

typedef struct bship_internal_search {
    bship_internal_sketch *sketch;
    const bship_internal_spots *spots;
    bship_internal_cover cover;
    bship_internal_tour *tours; /* by kind: of its open spots */
    uint32_t *places;           /* by ship: how far its tour has come */
} bship_internal_search;

void bship_internal_search_layout(bship_internal_search *search, bship_internal_sketch *sketch,
                                  const bship_internal_spots *spots, bship_internal_arena *arena);
void bship_internal_search_free(bship_internal_search *search, const bship_allocator *allocator);

/*
 * Finds a layout, writes its ships and leaves them in the sketch: OK; CONTRADICTION
 * if it is proved that there is none; WORK_LIMIT, CANCELLED or MEMORY.
 */
bship_status bship_internal_search_run(bship_internal_search *search,
                                       const bship_allocator *allocator, bship_rng *rng,
                                       bship_internal_effort *effort,
                                       bship_internal_placement *out);

#endif
