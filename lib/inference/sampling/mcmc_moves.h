/*
 * The moves of the Markov chain (sampling/mcmc.h). Each satisfies detailed balance.
 *
 * - Regrowth: the ship on a random hit and up to four others are removed and placed again one after
 *   another, as in configurational-bias Monte Carlo (Rosenbluth and Rosenbluth 1955; Siepmann and
 *   Frenkel 1992). While a hit is uncovered, the first one is covered by a placement drawn from all
 *   that fit, of any of these ships. Then the other ships are drawn from the open placements. The
 *   move is accepted with the ratio, new to old, of the products of the total weights at each
 *   stage. The choice of ships depends only on how many hits they cover together, which the move
 *   keeps. A few regrowths are *thorough*: they draw only from open placements that fit. That costs
 *   more, but gets out of crowded states in which every other move is rejected.
 * - Relocation: a regrowth of one ship that covers no hit. The products are equal, so a move that
 *   fits is accepted. Fast, and mostly rejected.
 * - Shift: one ship turns or slides about one of its cells, or two ships are each placed through a
 *   cell of the other. These proposals are symmetric.
 */
#ifndef BSI_INFERENCE_SAMPLING_MCMC_MOVES_H
#define BSI_INFERENCE_SAMPLING_MCMC_MOVES_H

#include "inference/common/partial_layout.h"
#include "inference/common/sampling.h"

/* A possible placement of a removed ship. */
typedef struct bsi_move_option {
    double sum; /* cumulative weight: of this option and of those before it */
    bsi_placement placement;
    uint32_t ship; /* the index of the ship among those of the move */
} bsi_move_option;

typedef struct bsi_moves {
    const bsi_evidence *evidence;
    bsi_partial_layout *partial;
    uint32_t count;       /* of ships */
    bsi_placement *ships; /* the state, which is also in the partial layout */
    uint16_t *ship_on;    /* by position of a hit: the number of the ship that covers it */
    uint32_t thorough;    /* the number of thorough regrowths among 256 moves */
    int64_t now;          /* the time: the number of moves made */
    int64_t *since;       /* by ship: the time up to which it has been counted */
    bsi_placement_counts
        *counts;              /* the time for which each placement had a ship; NULL: uncounted */
    double *cells;            /* by position: the time for which it was covered */
    bsi_move_option *options; /* workspace */
    uint32_t *hits;           /* workspace: the hits that the removed ships covered */
    uint32_t hit_count;
} bsi_moves;

void bsi_moves_carve(bsi_moves *moves, bsi_partial_layout *partial, bsi_arena *arena);

/* Starts from a layout at time 0. Moves update its array of ships. */
void bsi_moves_start(bsi_moves *moves, bsi_placement *ships);

/* Makes one move. */
void bsi_moves_make(bsi_moves *moves, bship_rng *rng);

/* Counts the time of all ships up to now. */
void bsi_moves_settle(bsi_moves *moves);

/* Approximate steps of a move. */
int64_t bsi_moves_cost(const bsi_moves *moves);

#endif
