/*
 * What other folders use of salvos reported by totals: the residual dynamic programme, its
 * branching for exact covers, and sequential Monte Carlo.
 */
#ifndef BSI_INFERENCE_TOTALS_TOTALS_H
#define BSI_INFERENCE_TOTALS_TOTALS_H

#include "inference/totals/branching.h"
#include "inference/totals/residual.h"
#include "inference/totals/smc.h"

#endif
