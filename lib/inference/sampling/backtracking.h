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
#ifndef BSI_INFERENCE_SAMPLING_BACKTRACKING_H
#define BSI_INFERENCE_SAMPLING_BACKTRACKING_H

#include "base/tour.h"
#include "inference/common/sampling.h"

typedef struct bsi_backtracking {
    bsi_partial_layout *partial;
    bsi_exact_cover *cover;
    const bsi_open_placements *placements;
    bsi_tour *tours;  /* by kind: of its open spots */
    uint32_t *places; /* by ship: how far its tour has come */
} bsi_backtracking;

/* For a sampler, in whose workspace it works. */
void bsi_backtracking_carve(bsi_backtracking *search, bsi_sample_workspace *workspace,
                            bsi_arena *arena);

/*
 * Finds a layout, writes its ships and leaves them in the sketch: OK; CONTRADICTION
 * if it is proved that there is none; WORK_LIMIT, CANCELLED or MEMORY.
 */
bship_status bsi_backtracking_run(bsi_backtracking *search, bship_rng *rng, bsi_work_budget *budget,
                                  bsi_placement *out);

#endif
