/**
 * @file
 * Random numbers: xoshiro256** streams, chosen by seed, purpose and index.
 *
 * All randomness of the library comes from seeds that the caller supplies. The same
 * seed and version give the same game on every platform and compiler.
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

/**
 * The purposes of the library's streams; streams of different purposes are independent. From 1000
 * to 1023 are those of experimental headers, which define them. The caller's own purposes begin at
 * #BSHIP_RNG_PURPOSE_USER.
 */
typedef enum bship_rng_purpose {
    BSHIP_RNG_PURPOSE_LAYOUT = 1, /**< `layout`: layouts */
    BSHIP_RNG_PURPOSE_AI_A = 2,   /**< `ai-a`: the decisions of side a's AI */
    BSHIP_RNG_PURPOSE_AI_B = 3,   /**< `ai-b`: the decisions of side b's AI */
    BSHIP_RNG_PURPOSE_FIRST = 4,  /**< `first`: a random first mover */
    BSHIP_RNG_PURPOSE_SAMPLE = 5  /**< `sample`: sampling of a posterior */
} bship_rng_purpose;

/** The first purpose for the caller's own use, as are all above it. */
#define BSHIP_RNG_PURPOSE_USER 1024

/**
 * A stream of random numbers: a value of 64 bytes that may be copied. Frozen: it will
 * never grow.
 *
 * It is initialised by bship_rng_seed(), or by zeroes: a stream of zeroes is the one of seed 0,
 * purpose 0 and index 0. It may be used by one thread at a time. A copy is independent and repeats
 * the same numbers.
 */
typedef struct bship_rng {
    uint64_t state[4];    /**< the four words of xoshiro256**; all zero: see above */
    uint64_t reserved[4]; /**< zero */
} bship_rng;

/**
 * Initialises a stream. Streams that differ in the seed, the purpose or the index alone are
 * different; two that differ in more are the same only by an accident of 64 bits.
 *
 * SplitMix64 started at `seed` gives k; started at k ^ `purpose` it gives l;
 * started at l ^ `index` it gives the four words of state in order.
 *
 * @param rng     receives the stream
 * @param seed    any number
 * @param purpose a ::bship_rng_purpose, or one of the caller's own
 * @param index   the number of the stream among those of that purpose, such as the number of a game
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
 * Draws a number below a bound, exactly uniformly.
 *
 * Bounds up to 2^32 take the upper half of a draw times the bound, with
 * rejection (D. Lemire, Fast random integer generation in an interval, ACM
 * TOMACS 29, 2019); for larger bounds draws are masked to the width of the
 * bound, and rejected if too large.
 *
 * @param rng   the stream; it advances by one or more
 * @param bound one more than the largest result; 0 means 2^64
 * @return a number from 0 to `bound` - 1.
 */
BSHIP_API uint64_t bship_rng_below(bship_rng *rng, uint64_t bound);

BSHIP_END_DECLS

#endif
