/*
 * Branching for exact covers (common/exact_cover.h) where totals say what must be covered.
 *
 * Each level of the search takes the next ship of the residual dynamic programme; its options are
 * the placements of the transitions that can reach residual zero. So the search also decides which
 * of the cells fired at are hits. A ship that contributes to no total covers nothing and remains.
 */
#ifndef BSI_INFERENCE_TOTALS_BRANCHING_H
#define BSI_INFERENCE_TOTALS_BRANCHING_H

#include "inference/common/exact_cover.h"
#include "inference/totals/residual.h"

/* For a programme that is open and outlives the branching. */
bsi_branching bsi_residual_branching(const bsi_residual *residual);

#endif
