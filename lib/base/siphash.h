/*
 * SipHash-2-4 (J.-P. Aumasson and D. J. Bernstein, SipHash: a fast short-input PRF, INDOCRYPT
 * 2012), which derives numbers that tell nothing about the secret they come from. Nothing shorter
 * is known than to try all keys. The generators of random.h can be inverted: whoever knows a few of
 * their outputs can compute the seed.
 */
#ifndef BSI_BASE_SIPHASH_H
#define BSI_BASE_SIPHASH_H

#include <stdint.h>

/* The hash of the eight bytes of a word, the lowest first, under a key of two words. */
uint64_t bsi_siphash(const uint64_t key[2], uint64_t word);

/*
 * The seed that a strategy of a side is given in place of a secret one, from which layouts and the
 * strategy of the other side follow, too. Neither the secret follows from it, nor the other seed.
 */
uint64_t bsi_strategy_seed(uint64_t secret, int32_t side);

#endif
