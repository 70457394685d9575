/*
 * The frontier programme: exact counts for fleets of many small ships.
 *
 * The board is visited cell by cell, and ways of laying ships that leave the same
 * to the cells to come are one: see frontier_graph.h. Counts go backward and
 * forward over the graph of these: see frontier_sweep.h.
 */
#ifndef BSHIP_INFERENCE_FRONTIER_H
#define BSHIP_INFERENCE_FRONTIER_H

#include <battleship/geometry.h>
#include <battleship/random.h>

#include "inference/frontier_sweep.h"

typedef struct bship_internal_frontier {
    bship_internal_frontier_memory memory;
    bship_internal_graph graph;
    bship_internal_sweep sweep;
} bship_internal_frontier;

/* Makes the programme's memory, which it keeps for the next count: OK or MEMORY. */
bship_status bship_internal_frontier_new(bship_internal_frontier **out,
                                         const bship_allocator *allocator, uint64_t memory_limit);

void bship_internal_frontier_free(bship_internal_frontier *frontier);

/*
 * Readies the programme for drawing layouts: OK; CONTRADICTION if there is none;
 * WORK_LIMIT, the effort's `expected` being what is needed as far as is known, also where
 * it would need more than `memory_limit` bytes; CANCELLED;
 * MEMORY; UNSUPPORTED where a profile needs more than 64 bits (about 21 columns of
 * the narrower side for ships of up to 7 cells), where there are 2^16 or more
 * combinations of ships, or for 2^127 or more layouts or an infinite weight.
 */
bship_status bship_internal_frontier_prepare(bship_internal_frontier *frontier,
                                             const bship_internal_evidence *evidence,
                                             bship_internal_effort *effort);

/* Readies the programme and fills a tally, in units of 1: answers as the above. */
bship_status bship_internal_frontier_count(bship_internal_frontier *frontier,
                                           const bship_internal_evidence *evidence,
                                           bship_internal_tally *tally,
                                           bship_internal_effort *effort);

/*
 * Draws a layout, each with a probability in proportion to its weight: exactly, where
 * evidence is not weighted. The programme was last readied for the same evidence.
 * `placements` are by ship.
 */
void bship_internal_frontier_draw(const bship_internal_frontier *frontier,
                                  const bship_internal_evidence *evidence, bship_rng *rng,
                                  bship_placement *placements);

/*
 * About how many steps a count takes; infinite if UNSUPPORTED. Measured: within a factor
 * of 3 while few ships are known, then too much, by up to 20 where a count takes little.
 * And `*along`, the orientation of the lines that it is best to visit; may be NULL. OK,
 * WORK_LIMIT or CANCELLED.
 */
bship_status bship_internal_frontier_estimate(const bship_internal_evidence *evidence,
                                              bship_internal_effort *effort, double *steps,
                                              int32_t *along);

#endif
