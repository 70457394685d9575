/*
 * Layouts drawn from a ledger: for salvos answered by totals that leave too many to count.
 *
 * Where ships do not meet too often, ways are drawn independently, and those where they do are
 * rejected whole; else layouts are walked to, and weighted (ledger.h). Either comes in batches:
 * these are independent, the figures are the ratio of their sums, and how the batches differ
 * from it tells the errors.
 */
#ifndef BSHIP_INFERENCE_WALKS_H
#define BSHIP_INFERENCE_WALKS_H

#include "inference/ledger.h"

/* Sums over batches. */
typedef struct bship_internal_walks {
    bship_internal_ledger *ledger;
    double *batch;    /* by position: the weight of the layouts of a batch with a ship there, */
    double *cover;    /* of all batches, */
    double *squares;  /* the sum of its squares, */
    double *products; /* and of its products with the batch's weight */
    double weight;    /* of all batches */
    double weight_squares;
    int32_t batches;
    double worth;  /* of all batches, in independent layouts, about */
    int is_walked; /* whether layouts are walked to, not drawn */
} bship_internal_walks;

/* Takes the arrays from an arena where the rules have totals. */
void bship_internal_walks_layout(bship_internal_walks *walks, bship_internal_ledger *ledger,
                                 bship_internal_arena *arena);

/*
 * Chooses draws or walks, for a ledger that is open, by how many of some draws are accepted: OK;
 * UNSUPPORTED if weights are too far apart for either; WORK_LIMIT; CANCELLED; MEMORY.
 */
bship_status bship_internal_walks_choose(bship_internal_walks *walks,
                                         bship_internal_effort *effort);

/*
 * Draws, or walks, as was chosen, until the rms error is small enough or the effort is spent:
 * OK; WORK_LIMIT if too few layouts were found for errors to be told; CANCELLED.
 */
bship_status bship_internal_walks_run(bship_internal_walks *walks,
                                      const bship_internal_sample_order *order,
                                      bship_internal_tally *tally,
                                      bship_internal_sample_quality *quality);

/* Draws one layout, exactly: OK, UNSUPPORTED, WORK_LIMIT or CANCELLED. */
bship_status bship_internal_walks_draw(bship_internal_walks *walks, bship_rng *rng,
                                       bship_internal_effort *effort, bship_placement *placements);

#endif
