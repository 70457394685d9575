/*
 * The layout sampler: uniformly random layouts of an empty board.
 *
 * A trial with a fixed seed decides once, as a function of the rules alone, whether rejection
 * sampling is fast; if not, frontier-based dynamic programming counts the layouts, and each draw
 * turns a random number below the count into a layout. Immutable once made.
 */
#ifndef BSI_INFERENCE_SAMPLER_H
#define BSI_INFERENCE_SAMPLER_H

#include <battleship/experimental/layouts.h>
#include <battleship/sampler.h>

#include "base/work_budget.h"
#include "model/layout.h"

/*
 * Makes a sampler within a work budget and a memory limit: OK; WORK_LIMIT beyond either limit,
 * with the estimated steps in the budget's `expected`; CANCELLED; CONTRADICTION if there is no
 * layout; UNSUPPORTED if the layouts cannot be counted; MEMORY.
 */
bship_status bsi_sampler_make(bship_sampler **out, const bship_rules *rules, uint64_t memory_limit,
                              bsi_work_budget *budget);

/*
 * Places a fleet at random: from a sampler or, if that is NULL, as bship_board_place_random(),
 * whose statuses it returns. The work limit applies only to the latter.
 */
bship_status bsi_place_at_random(const bship_sampler *sampler, bship_board *board, bship_rng *rng,
                                 const bship_draw_options *options, int32_t *method);

/* Draws many layouts of a sampler, which must outlive it, without allocating for each. */
typedef struct bsi_drawer {
    const bship_sampler *sampler;
    bsi_layout layout; /* for rejection sampling; else unused */
} bsi_drawer;

/* OK or MEMORY; bsi_drawer_close() is needed in any case. */
bship_status bsi_drawer_open(bsi_drawer *drawer, const bship_sampler *sampler);
void bsi_drawer_close(const bsi_drawer *drawer);

/* Draws a layout as bship_sampler_draw(). */
void bsi_drawer_draw(bsi_drawer *drawer, bship_rng *rng, bship_placement *placements);

#endif
