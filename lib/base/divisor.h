/* The greatest common divisor. */
#ifndef BSI_BASE_DIVISOR_H
#define BSI_BASE_DIVISOR_H

#include <stdint.h>

/* Of two numbers that are not both 0. */
static inline uint64_t bsi_common_divisor(uint64_t a, uint64_t b)
{
    while (b > 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

#endif
