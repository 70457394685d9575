/*
 * The frontier programme: exact counts for fleets of many small ships.
 *
 * The board is visited cell by cell, and ways of laying ships that leave the same
 * to the cells to come are one: see frontier/graph.h. Counts go backward and
 * forward over the graph of these: see frontier/sweep.h.
 */
#ifndef BSI_INFERENCE_FRONTIER_FRONTIER_H
#define BSI_INFERENCE_FRONTIER_FRONTIER_H

#include <battleship/geometry.h>
#include <battleship/random.h>

#include "inference/frontier/sweep.h"

typedef struct bsi_frontier {
    bsi_memory_budget memory;
    bship_allocator allocator; /* within the budget */
    bsi_graph graph;
    bsi_sweep sweep;
} bsi_frontier;

/* Makes the programme's allocator, which it keeps for the next count: OK or MEMORY. */
bship_status bsi_frontier_new(bsi_frontier **out, const bship_allocator *allocator,
                              uint64_t memory_limit);

void bsi_frontier_free(bsi_frontier *frontier);

/*
 * Readies the programme for drawing layouts: OK; CONTRADICTION if there is none;
 * WORK_LIMIT, the effort's `expected` being what is needed as far as is known, also where
 * it would need more than `memory_limit` bytes; CANCELLED;
 * MEMORY; UNSUPPORTED where a profile needs more than 64 bits (about 21 columns of
 * the narrower side for ships of up to 7 cells), where there are 2^16 or more
 * combinations of ships, or for 2^127 or more layouts or an infinite weight.
 */
bship_status bsi_frontier_prepare(bsi_frontier *frontier, const bsi_evidence *evidence,
                                  bsi_work_budget *budget);

/* Gives back the memory that drawing does not need; the next count takes it again. */
void bsi_frontier_trim(bsi_frontier *frontier);

/* Readies the programme and fills a tally, in units of 1: answers as the above. */
bship_status bsi_frontier_count(bsi_frontier *frontier, const bsi_evidence *evidence,
                                bsi_placement_counts *counts, bsi_work_budget *budget);

/*
 * Draws a layout, each with a probability in proportion to its weight: exactly, where
 * evidence is not weighted. The programme was last readied for the same evidence.
 * `placements` are by ship.
 */
void bsi_frontier_draw(const bsi_frontier *frontier, const bsi_evidence *evidence, bship_rng *rng,
                       bship_placement *placements);

/*
 * About how many steps a count takes; infinite if UNSUPPORTED. Measured: within a factor
 * of 3 while few ships are known, then too much, by up to 20 where a count takes little.
 * And `*along`, the orientation of the lines that it is best to visit; may be NULL. OK,
 * WORK_LIMIT or CANCELLED.
 */
bship_status bsi_frontier_estimate(const bsi_evidence *evidence, bsi_work_budget *budget,
                                   double *steps, int32_t *along);

#endif
