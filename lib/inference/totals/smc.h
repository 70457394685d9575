/*
 * Layouts drawn from a ledger: for salvos answered by totals that leave too many to count.
 *
 * Where ships do not meet too often, ways are drawn independently, and those where they do are
 * rejected whole; else layouts are walked to, and weighted (totals/residual.h). Either comes in
 * batches: these are independent, the figures are the ratio of their sums, and how the batches
 * differ from it tells the errors.
 */
#ifndef BSI_INFERENCE_TOTALS_SMC_H
#define BSI_INFERENCE_TOTALS_SMC_H

#include <stdbool.h>

#include "inference/common/sampling.h"
#include "inference/totals/particles.h"

/* Sums over batches. */
typedef struct bsi_smc {
    bsi_residual *residual;
    bsi_particles particles;
    double *batch;    /* by position: the weight of the layouts of a batch with a ship there, */
    double *cover;    /* of all batches, */
    double *squares;  /* the sum of its squares, */
    double *products; /* and of its products with the batch's weight */
    double weight;    /* of all batches */
    double weight_squares;
    int32_t batches;
    double effective; /* of all batches, in independent layouts, about */
} bsi_smc;

/* Takes the arrays from an arena where the rules have totals. */
void bsi_smc_carve(bsi_smc *smc, bsi_residual *residual, bsi_arena *arena);
void bsi_smc_clear(bsi_smc *smc);

/*
 * Tries some draws of a ledger that is open, for the share that is accepted: OK; UNSUPPORTED if
 * weights are too far apart to draw by; WORK_LIMIT; CANCELLED.
 */
bship_status bsi_smc_try(bsi_smc *smc, bsi_work_budget *budget, double *accepted);

/* Makes the walkers' room, without which there are only draws: OK, UNSUPPORTED or MEMORY. */
bship_status bsi_smc_make_room(bsi_smc *smc);

/*
 * Draws, or walks, until the rms error is small enough or the effort is spent: OK; WORK_LIMIT if
 * too few layouts were found for errors to be told; CANCELLED.
 */
bship_status bsi_smc_run(bsi_smc *smc, bool is_walked, const bsi_sample_request *order,
                         bsi_placement_counts *counts, bsi_sample_quality *quality);

/* Draws one layout, exactly: OK, UNSUPPORTED, WORK_LIMIT or CANCELLED. */
bship_status bsi_smc_draw(bsi_smc *smc, bship_rng *rng, bsi_work_budget *budget,
                          bship_placement *placements);

#endif
