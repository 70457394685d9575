/*
 * Branching of exact covers where totals of salvos say what must be covered (common/exact_cover.h).
 *
 * The ships are placed in the order of the ledger, and each level takes the next one: its options
 * are the placements by which it pays. A ship that adds to no total covers nothing, and is left.
 */
#ifndef BSI_INFERENCE_TOTALS_COVER_H
#define BSI_INFERENCE_TOTALS_COVER_H

#include "inference/common/exact_cover.h"
#include "inference/totals/residual.h"

/* For a ledger that is open. */
bsi_branching bsi_residual_branching(const bsi_residual *residual);

#endif
