/* What other folders use of sampling: rejection sampling and Markov chain Monte Carlo. */
#ifndef BSI_INFERENCE_SAMPLING_SAMPLERS_H
#define BSI_INFERENCE_SAMPLING_SAMPLERS_H

#include "inference/sampling/mcmc.h"
#include "inference/sampling/rejection.h"

#endif
