/*
 * The moves of a Markov chain over the layouts that agree with an evidence.
 *
 * Three kinds of move, each of which keeps the balance of every two layouts:
 *
 * - Renewal. The ship on a hit drawn from all, and up to four others, are taken off
 *   and laid anew one after another: as long as a hit is uncovered, the lowest one
 *   is covered by a placement drawn from all that fit, of any of these ships; then
 *   the others are laid on any open spots. A layout comes about in one way only,
 *   with the probability of its weight over the product of the weights of all that
 *   could be drawn at each stage. So accepting by the ratio of these products, new
 *   to old, keeps the balance; that a set of ships is chosen depends on how many
 *   hits they cover together, which no move changes. Few renewals are thorough:
 *   only open spots that fit are then drawn from, where they are few enough to look
 *   through. It takes long, and gets crowded boards out of where nothing else moves.
 * - Relocation: the same of one ship that covers no hit, where the products are
 *   equal. It is quick, and most tries are in vain.
 * - Shift. One ship turns or slides about one of its cells, or each of two ships is
 *   laid through a cell of the other, by any of its own cells and either way: as
 *   likely as the move back.
 */
#ifndef BSI_INFERENCE_SAMPLING_MCMC_MOVES_H
#define BSI_INFERENCE_SAMPLING_MCMC_MOVES_H

#include "inference/common/sampling.h"

/* A placement that a ship may take: which of those taken off. */
typedef struct bsi_move_option {
    bsi_placement placed;
    uint32_t ship;
} bsi_move_option;

typedef struct bsi_moves {
    bsi_partial_layout *partial;
    const bsi_open_placements *placements;
    uint32_t count;       /* of ships */
    bsi_placement *ships; /* the state; lies in the sketch */
    uint16_t *owners;     /* by position of a hit: the number of the ship on it */
    uint32_t thorough;    /* of 256 moves, so many are thorough renewals */
    int64_t now;          /* moves so far */
    int64_t *since;       /* by ship: the move that laid it, or after which it was counted */
    bsi_placement_counts *counts; /* NULL: times are not counted */
    double *cells;                /* by position: the times for which they were covered */
    bsi_move_option *options;
    double *sums;   /* of the options' weights so far */
    uint32_t *hits; /* that the ships taken off covered, */
    uint32_t hit_count;
} bsi_moves;

void bsi_moves_carve(bsi_moves *moves, bsi_partial_layout *partial,
                     const bsi_open_placements *placements, bsi_arena *arena);

/* Takes up a state, which is kept up from then on. */
void bsi_moves_start(bsi_moves *moves, bsi_placement *ships);

void bsi_moves_make(bsi_moves *moves, bship_rng *rng);

/* Counts the times of all ships until now. */
void bsi_moves_settle(bsi_moves *moves);

/* About the steps that a move takes. */
int64_t bsi_moves_cost(const bsi_moves *moves);

#endif
