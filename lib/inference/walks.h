/*
 * Layouts by random walks: for salvos answered by totals that are too many to go through.
 *
 * A batch of walks covers the hits at random (coverings.h), and what they leave is closed.
 * Weights and figures of batches are independent; the figures are the ratio of their sums,
 * and how the batches differ from it tells the errors.
 */
#ifndef BSHIP_INFERENCE_WALKS_H
#define BSHIP_INFERENCE_WALKS_H

#include "inference/closing.h"
#include "inference/sample.h"

/* Sums over batches. */
typedef struct bship_internal_walks {
    const bship_internal_evidence *evidence;
    double *weights;  /* as a tally's */
    double *cover;    /* by position: the weight of a batch with a ship there */
    double *squares;  /* by position: the sum of its squares, */
    double *products; /* and of its products with the batch's weight */
    double weight;    /* of all batches */
    double weight_squares;
    int32_t batches;
    double found; /* ways that walks found, in all batches */
} bship_internal_walks;

/* Takes the arrays from an arena where the rules have totals. */
void bship_internal_walks_layout(bship_internal_walks *walks,
                                 const bship_internal_evidence *evidence,
                                 bship_internal_arena *arena);

/*
 * Walks until the rms error is small enough or the effort is spent: OK; WORK_LIMIT if too
 * few walks came through for errors to be told; CANCELLED; MEMORY.
 */
bship_status bship_internal_walks_run(bship_internal_walks *walks, bship_internal_closing *closing,
                                      const bship_internal_sample_order *order,
                                      bship_internal_tally *tally,
                                      bship_internal_sample_quality *quality);

#endif
