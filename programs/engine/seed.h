/*
 * The seeds that bots are told. The library derives the seeds of a match from that of the match by
 * invertible steps, so whoever knows one of them knows the layouts of all games. A bot is told a
 * keyed hash instead: SipHash-2-4 (J.-P. Aumasson and D. J. Bernstein, SipHash: a fast short-input
 * PRF, INDOCRYPT 2012), with the secret seed as the key. Nothing shorter is known than to try all
 * keys, so it tells nothing about the seed, and the seeds told to one side nothing about those of
 * the other.
 */
#ifndef PROGRAMS_ENGINE_SEED_H
#define PROGRAMS_ENGINE_SEED_H

#include <stdint.h>

/* What a seed is told for: the hashed word. */
enum seed_purpose {
    SEED_GAME = 1, /* `new` */
    SEED_FLEET = 2 /* `place` */
};

/* SipHash-2-4 of the eight bytes of a word, the lowest first, under a key of two words. */
uint64_t siphash_word(const uint64_t key[2], uint64_t word);

/* The seed that a bot is told in place of a secret one. */
uint64_t seed_for_bot(uint64_t secret, enum seed_purpose purpose);

#endif
