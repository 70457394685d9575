/*
 * The method `frontier`: exact counts by frontier-based dynamic programming, for many short ships.
 *
 * The board is visited cell by cell. A state describes only the frontier between visited and
 * unvisited cells; partial layouts with equal frontiers have the same completions and are merged.
 * The states form a layered graph whose paths are the layouts (frontier/graph.h), counted by a
 * backward and a forward pass (frontier/sweep.h). The technique is Simpath (Knuth, TAOCP 4A, 7.1.4)
 * or frontier-based search (Kawahara, Inoue, Iwashita and Minato 2017); in physics, the transfer
 * matrix.
 *
 * Cost: states times combinations of ships used. States grow exponentially with the narrower side
 * of the board, hardly with the number of ships. Limits: the encoding of a frontier (its profile,
 * frontier/scan.h) fits 64 bits, and there are fewer than 2^16 combinations of ships.
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

/* Creates a dynamic programme, which keeps its memory between counts: OK or MEMORY. */
bship_status bsi_frontier_new(bsi_frontier **out, const bship_allocator *allocator,
                              uint64_t memory_limit);

void bsi_frontier_free(bsi_frontier *frontier);

/*
 * Builds the graph and counts backward, for drawing layouts. If only draws will follow
 * (`is_final`), memory is freed as soon as it is no longer needed.
 *
 * OK; CONTRADICTION if there is no layout; WORK_LIMIT, also where more than `memory_limit` bytes
 * are needed; CANCELLED; MEMORY; UNSUPPORTED where a profile needs more than 64 bits (about 21
 * columns of the narrower side for ships of up to 7 cells), for 2^16 or more combinations of ships,
 * for 2^127 or more layouts, or for an infinite weight. Sets the budget's `expected` to the steps
 * needed, as far as they are known.
 */
bship_status bsi_frontier_prepare(bsi_frontier *frontier, const bsi_evidence *evidence,
                                  bool is_final, bsi_work_budget *budget);

/* Prepares the programme and fills placement counts, with a unit of 1: statuses as above. */
bship_status bsi_frontier_count(bsi_frontier *frontier, const bsi_evidence *evidence,
                                bsi_placement_counts *counts, bsi_work_budget *budget);

/*
 * Draws a layout into `placements`, by ship, with probability proportional to its weight; without
 * weights exactly uniformly. The programme must be prepared for the same evidence.
 */
void bsi_frontier_draw(const bsi_frontier *frontier, const bsi_evidence *evidence, bship_rng *rng,
                       bship_placement *placements);

/*
 * Writes the layout of a rank, below the number of layouts, to `placements`, by ship. Equal ships
 * take their placements in the order of the fleet. The programme must be prepared for the same
 * evidence, which has no weights.
 */
void bsi_frontier_layout(const bsi_frontier *frontier, const bsi_evidence *evidence, uint64_t rank,
                         bship_placement *placements);

/*
 * Estimates the steps of a count; infinite if it is UNSUPPORTED. Measured: right within a factor of
 * 3 while few ships are known; later up to 20 times too high, where a count is cheap anyway.
 * `*along` (may be NULL) receives the orientation of the lines that are cheapest to visit. OK,
 * WORK_LIMIT or CANCELLED.
 */
bship_status bsi_frontier_estimate(const bsi_evidence *evidence, bsi_work_budget *budget,
                                   double *steps, int32_t *along);

#endif
