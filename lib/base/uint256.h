/* Unsigned 256-bit integers, for sums of squares; they wrap modulo 2^256. */
#ifndef BSI_BASE_UINT256_H
#define BSI_BASE_UINT256_H

#include <stdint.h>

#include "base/uint128.h"

typedef struct bsi_uint256 {
    uint64_t words[4]; /* least significant first */
} bsi_uint256;

/* Adds a number, shifted to the left by 64-bit words. */
static inline void bsi_uint256_add_word(bsi_uint256 *to, uint64_t value, int word)
{
    for (; value && word < 4; word++) {
        to->words[word] += value;
        value = to->words[word] < value;
    }
}

/* Adds a * b, shifted to the left by 64-bit words. */
static inline void bsi_uint256_add_product(bsi_uint256 *to, bsi_uint128 a, uint64_t b, int word)
{
    bsi_uint128 low = bsi_uint128_product(a.low, b), high = bsi_uint128_product(a.high, b);
    bsi_uint256_add_word(to, low.low, word);
    bsi_uint256_add_word(to, low.high, word + 1);
    bsi_uint256_add_word(to, high.low, word + 1);
    bsi_uint256_add_word(to, high.high, word + 2);
}

/* a - b, where a >= b. */
static inline bsi_uint256 bsi_uint256_difference(bsi_uint256 a, bsi_uint256 b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t less = a.words[i] - b.words[i];
        uint64_t next = (a.words[i] < b.words[i]) | (less < borrow);
        a.words[i] = less - borrow;
        borrow = next;
    }
    return a;
}

static inline double bsi_uint256_to_double(bsi_uint256 a)
{
    double value = 0.0;
    for (int i = 3; i >= 0; i--)
        value = value * 0x1p64 + (double)a.words[i];
    return value;
}

#endif
