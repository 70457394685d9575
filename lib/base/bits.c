/* Shifted sets; see bits.h. */
#include "base/bits.h"

#include <string.h>

bool bsi_bits_advance(uint64_t *to, const uint64_t *from, const uint64_t *mask, uint32_t step,
                      size_t words)
{
    size_t whole = step / 64;
    unsigned bits = step % 64;
    uint64_t carry = 0, any = 0;
    memset(to, 0, whole * sizeof *to);
    for (size_t i = 0; i + whole < words; i++) {
        uint64_t word = from[i] & mask[i];
        to[i + whole] = word << bits | carry;
        carry = bits ? word >> (64 - bits) : 0;
        any |= to[i + whole];
    }
    return any != 0;
}

void bsi_bits_retreat(uint64_t *to, const uint64_t *from, const uint64_t *mask, uint32_t step,
                      size_t words)
{
    size_t whole = step / 64;
    unsigned bits = step % 64;
    for (size_t i = 0; i + whole < words; i++) {
        uint64_t word = from[i + whole] >> bits;
        if (bits && i + whole + 1 < words)
            word |= from[i + whole + 1] << (64 - bits);
        to[i] |= word & mask[i];
    }
}
