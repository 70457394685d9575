/* Sets of numbers as arrays of bits, in words of 64. */
#ifndef BSI_BASE_BITS_H
#define BSI_BASE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool bsi_bits_has(const uint64_t *set, uint32_t number)
{
    return set[number / 64] >> number % 64 & 1;
}

/* The number of the lowest set bit of a word, which must not be 0. */
static inline uint32_t bsi_lowest_bit(uint64_t word)
{
#ifdef __GNUC__
    return (uint32_t)__builtin_ctzll(word);
#else
    uint32_t number = 0;
    for (; !(word & 1); word >>= 1)
        number++;
    return number;
#endif
}

/* Sets `to` to the numbers x + step for all x in both `from` and `mask`, as far as they fit into
 * `words` words; returns whether there is any. */
bool bsi_bits_advance(uint64_t *to, const uint64_t *from, const uint64_t *mask, uint32_t step,
                      size_t words);

/* Adds to `to` all x in `mask` for which x + step is in `from`: the inverse shift. */
void bsi_bits_retreat(uint64_t *to, const uint64_t *from, const uint64_t *mask, uint32_t step,
                      size_t words);

#endif
