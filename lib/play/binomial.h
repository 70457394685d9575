/* Ranks and intervals from the binomial distribution. */
#ifndef BSI_PLAY_BINOMIAL_H
#define BSI_PLAY_BINOMIAL_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a number is a confidence: above 0 and below 1. */
bool bsi_is_confidence(double confidence);

/*
 * The greatest number r for which fewer than r successes in `trials` trials, each of probability
 * `percent` per cent, have a probability of at most (1 - confidence) / 2; 0 if that is exceeded by
 * no success at all. Exact up to a variance of a million, then by the normal distribution.
 */
uint64_t bsi_binomial_low_rank(uint64_t trials, unsigned percent, double confidence);

#endif
