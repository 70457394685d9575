/**
 * @file
 * Random numbers: xoshiro256** streams, chosen by seed, purpose and index.
 *
 * The library draws from nothing but seeds that the caller gives. Same seed,
 * same version of the algorithm, same game - on every platform and compiler.
 *
 * The generator is xoshiro256** 1.0 by D. Blackman and S. Vigna (Scrambled
 * linear pseudorandom number generators, ACM TOMS 47, 2021); its state is
 * filled by SplitMix64 (G. Steele, D. Lea, C. Flood, Fast splittable
 * pseudorandom number generators, OOPSLA 2014).
 */
#ifndef BATTLESHIP_RANDOM_H
#define BATTLESHIP_RANDOM_H

#include <stdint.h>

#include <battleship/export.h>

BSHIP_BEGIN_DECLS

/** What a stream of random numbers is for; streams of different purpose are independent. */
typedef enum bship_rng_purpose {
    BSHIP_RNG_LAYOUT = 1, /**< drawing layouts */
    BSHIP_RNG_AI_A = 2,   /**< the decisions of side a's AI */
    BSHIP_RNG_AI_B = 3,   /**< the decisions of side b's AI */
    BSHIP_RNG_FIRST = 4,  /**< who begins */
    BSHIP_RNG_SAMPLE = 5, /**< draws from a posterior */
    BSHIP_RNG_USER = 1024 /**< from here on: the caller's own purposes */
} bship_rng_purpose;

/**
 * A stream of random numbers: a value of 64 bytes, freely copied. Frozen.
 *
 * Fill it by bship_rng_seed(). Not to be shared between threads; copies are
 * independent values that repeat the same numbers.
 */
typedef struct bship_rng {
    uint64_t state[4];    /**< the four words of xoshiro256**; never all zero */
    uint64_t reserved[4]; /**< zero */
} bship_rng;

/**
 * Starts a stream. Every (seed, purpose, index) is a stream of its own.
 *
 * SplitMix64 started at `seed` gives k; started at k ^ `purpose` it gives l;
 * started at l ^ `index` it gives the four words of state in order.
 *
 * @param rng     where the stream is written
 * @param seed    any number
 * @param purpose a ::bship_rng_purpose
 * @param index   which stream of that purpose: a game, a side, a turn
 */
BSHIP_API void bship_rng_seed(bship_rng *rng, uint64_t seed, int32_t purpose, uint64_t index);

/**
 * Draws 64 random bits.
 *
 * @param rng the stream; it advances by one
 * @return the next output of xoshiro256**.
 */
BSHIP_API uint64_t bship_rng_next(bship_rng *rng);

/**
 * Draws a number below a bound, each with exactly the same probability.
 *
 * Bounds up to 2^32 take the upper half of a draw times the bound, with
 * rejection (D. Lemire, Fast random integer generation in an interval, ACM
 * TOMACS 29, 2019); larger bounds reject draws masked to the bound's width.
 *
 * @param rng   the stream; it advances by one or more
 * @param bound one more than the largest result; 0 stands for 2^64
 * @return a number from 0 to `bound` - 1.
 */
BSHIP_API uint64_t bship_rng_below(bship_rng *rng, uint64_t bound);

BSHIP_END_DECLS

#endif
