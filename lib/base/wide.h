/* Natural numbers below 2^128: counts of layouts. What exceeds them wraps. */
#ifndef BSHIP_BASE_WIDE_H
#define BSHIP_BASE_WIDE_H

#include <stdint.h>

typedef struct bship_internal_wide {
    uint64_t low;
    uint64_t high;
} bship_internal_wide;

static inline bship_internal_wide bship_internal_wide_of(uint64_t value)
{
    return (bship_internal_wide){ value, 0 };
}

static inline bship_internal_wide bship_internal_wide_sum(bship_internal_wide a,
                                                          bship_internal_wide b)
{
    uint64_t low = a.low + b.low;
    return (bship_internal_wide){ low, a.high + b.high + (low < a.low) };
}

static inline void bship_internal_wide_add(bship_internal_wide *to, bship_internal_wide value)
{
    *to = bship_internal_wide_sum(*to, value);
}

/* What is left of a, which is no less than b. */
static inline bship_internal_wide bship_internal_wide_difference(bship_internal_wide a,
                                                                 bship_internal_wide b)
{
    return (bship_internal_wide){ a.low - b.low, a.high - b.high - (a.low < b.low) };
}

/* The product of two numbers of 64 bits. */
static inline bship_internal_wide bship_internal_wide_product(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32);
    uint64_t other = a0 * b1 + (uint32_t)middle;
    return (bship_internal_wide){ other << 32 | (uint32_t)low,
                                  a1 * b1 + (middle >> 32) + (other >> 32) };
}

static inline bship_internal_wide bship_internal_wide_scaled(bship_internal_wide a, uint64_t factor)
{
    bship_internal_wide product = bship_internal_wide_product(a.low, factor);
    product.high += a.high * factor;
    return product;
}

static inline int bship_internal_wide_is_zero(bship_internal_wide a)
{
    return (a.low | a.high) == 0;
}

/* -1, 0 or 1 as a is less than, equal to or greater than b. */
static inline int bship_internal_wide_compare(bship_internal_wide a, bship_internal_wide b)
{
    if (a.high != b.high)
        return a.high < b.high ? -1 : 1;
    return a.low == b.low ? 0 : a.low < b.low ? -1 : 1;
}

static inline double bship_internal_wide_to_double(bship_internal_wide a)
{
    return (double)a.high * 0x1p64 + (double)a.low;
}

/* The quotient; the remainder goes to `*remainder`, which may be NULL. */
static inline bship_internal_wide bship_internal_wide_divided(bship_internal_wide a,
                                                              uint32_t divisor, uint32_t *remainder)
{
    uint32_t digits[4] = { (uint32_t)(a.high >> 32), (uint32_t)a.high, (uint32_t)(a.low >> 32),
                           (uint32_t)a.low };
    uint64_t rest = 0;
    for (int i = 0; i < 4; i++) {
        rest = rest << 32 | digits[i];
        digits[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    if (remainder)
        *remainder = (uint32_t)rest;
    return (bship_internal_wide){ (uint64_t)digits[2] << 32 | digits[3],
                                  (uint64_t)digits[0] << 32 | digits[1] };
}

#endif
