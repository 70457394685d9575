/* Random streams, inline for the hot paths. */
#ifndef BSI_BASE_RANDOM_H
#define BSI_BASE_RANDOM_H

#include <stddef.h>

#include <battleship/random.h>

#include "base/names.h"
#include "base/uint128.h"

/* The increment of SplitMix64 (Steele, Lea and Flood 2014). */
#define BSI_GAMMA UINT64_C(0x9e3779b97f4a7c15)

/* One step of SplitMix64: the output for the state `x` before the step. */
static inline uint64_t bsi_splitmix(uint64_t x)
{
    x += BSI_GAMMA;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The key that all streams of one seed and purpose share. */
static inline uint64_t bsi_rng_key(uint64_t seed, int32_t purpose)
{
    return bsi_splitmix(bsi_splitmix(seed) ^ (uint64_t)purpose);
}

/* Starts the stream of a key and an index: see bship_rng_seed(). */
static inline void bsi_rng_start(bship_rng *rng, uint64_t key, uint64_t index)
{
    uint64_t x = key ^ index;
    for (int i = 0; i < 4; i++) {
        rng->state[i] = bsi_splitmix(x + (uint64_t)i * BSI_GAMMA);
        rng->reserved[i] = 0;
    }
}

/*
 * Starts a stream of zeroes, which is none of xoshiro256**, as seed 0, purpose 0 and index 0 do.
 * To be called with every stream of a caller; the library's never become zero.
 */
static inline void bsi_rng_check(bship_rng *rng)
{
    if (!(rng->state[0] | rng->state[1] | rng->state[2] | rng->state[3]))
        bsi_rng_start(rng, bsi_rng_key(0, 0), 0);
}

static inline uint64_t bsi_rotate(uint64_t x, int bits)
{
    return (x << bits) | (x >> (64 - bits));
}

/* One step of xoshiro256** (Blackman and Vigna 2021). */
static inline uint64_t bsi_rng_next(bship_rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = bsi_rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = bsi_rotate(s[3], 45);
    return result;
}

/* A number below a bound of 1..2^32 - 1: multiplication with rejection (Lemire 2019). */
static inline uint32_t bsi_rng_below(bship_rng *rng, uint32_t bound)
{
    uint64_t product = (bsi_rng_next(rng) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = (0u - bound) % bound;
        while ((uint32_t)product < threshold)
            product = (bsi_rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

/* A number in [0, 1). */
static inline double bsi_rng_unit(bship_rng *rng)
{
    return (double)(bsi_rng_next(rng) >> 11) * 0x1p-53;
}

/* A uniformly random number below a bound. */
bsi_uint128 bsi_rng_below_128(bship_rng *rng, bsi_uint128 bound);

/*
 * The index of one of `count` items of `size` bytes, drawn by weight. Each item begins with a
 * double: the cumulative sum of the weights up to it. The last sum is not 0.
 */
uint32_t bsi_rng_pick(bship_rng *rng, const void *items, size_t size, uint32_t count);

/*
 * The random draws of a strategy for one decision, by SplitMix64, which hashes a counter. A
 * decision seldom draws more than once, so starting a stream must cost almost nothing. The stream
 * of an index starts at key + index * (an odd constant) and advances by BSI_GAMMA: the counters of
 * one key are distinct for any practical number of draws.
 */
typedef struct bsi_draws {
    uint64_t counter;
    uint64_t next; /* the hash of the counter, ready before it is needed */
} bsi_draws;

static inline bsi_draws bsi_draws_at(uint64_t counter)
{
    return (bsi_draws){ counter, bsi_splitmix(counter) };
}

/* The counter with which the stream of a key and an index starts. */
static inline uint64_t bsi_draws_counter(uint64_t key, uint64_t index)
{
    return key + index * UINT64_C(0xd1342543de82ef95);
}

static inline bsi_draws bsi_draws_start(uint64_t key, uint64_t index)
{
    return bsi_draws_at(bsi_draws_counter(key, index));
}

static inline uint64_t bsi_draws_next(bsi_draws *draws)
{
    uint64_t result = draws->next;
    *draws = bsi_draws_at(draws->counter + BSI_GAMMA);
    return result;
}

/* The rare case of bsi_draws_below(): draws again while a product would bias the result. */
uint32_t bsi_draws_reject(bsi_draws *draws, uint32_t bound, uint64_t product);

/* A number below a bound of 1..2^32 - 1, as bsi_rng_below(). */
static inline uint32_t bsi_draws_below(bsi_draws *draws, uint32_t bound)
{
    uint64_t product = (bsi_draws_next(draws) >> 32) * bound;
    return (uint32_t)product < bound ? bsi_draws_reject(draws, bound, product)
                                     : (uint32_t)(product >> 32);
}

/* The names of bship_rng_purpose. */
extern const bsi_names bsi_rng_purpose_names;

#endif
