/*
 * A complete backtracking search for one layout, in random order: the start of a Markov chain, and
 * the test whether any layout exists.
 *
 * For every exact cover of the hits it tries the remaining ships, longest first, on every open
 * placement. The placements of a class are visited in a pseudo-random order (base/tour.h). Each
 * ship continues behind the one before it of its class, so no layout is tried twice.
 *
 * Randomised search has heavy-tailed running times, so it restarts with a limit that doubles each
 * time (Gomes, Selman and Kautz 1998), which keeps it complete. Every fourth attempt goes row by
 * row, because that packs ships most densely.
 */
#ifndef BSI_INFERENCE_SAMPLING_BACKTRACKING_H
#define BSI_INFERENCE_SAMPLING_BACKTRACKING_H

#include "base/tour.h"
#include "inference/common/exact_cover.h"

typedef struct bsi_backtracking {
    bsi_exact_cover *cover;
    bsi_tour *tours;  /* by class: the order of its open placements */
    uint32_t *places; /* by ship: the index of the placement to try next in that order */
} bsi_backtracking;

/* Carves a search that works in the partial layout of exact covers. */
void bsi_backtracking_carve(bsi_backtracking *search, bsi_exact_cover *cover, bsi_arena *arena);

/*
 * Finds a layout, writes its ships to `out` and leaves them in the partial layout: OK;
 * CONTRADICTION if the search is exhausted; WORK_LIMIT, CANCELLED or MEMORY.
 */
bship_status bsi_backtracking_run(bsi_backtracking *search, bship_rng *rng, bsi_work_budget *budget,
                                  bsi_placement *out);

#endif
