/* The greatest common divisor. */
#ifndef BSI_BASE_DIVISOR_H
#define BSI_BASE_DIVISOR_H

#include <stdint.h>

/* Euclid's algorithm; a and b must not both be 0. */
static inline uint64_t bsi_common_divisor(uint64_t a, uint64_t b)
{
    while (b > 0) {
        uint64_t remainder = a % b;
        a = b;
        b = remainder;
    }
    return a;
}

#endif
