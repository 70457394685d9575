/* Unsigned 128-bit integers, for counts of layouts; they wrap modulo 2^128. */
#ifndef BSI_BASE_UINT128_H
#define BSI_BASE_UINT128_H

#include <stdbool.h>
#include <stdint.h>

typedef struct bsi_uint128 {
    uint64_t low;
    uint64_t high;
} bsi_uint128;

static inline bsi_uint128 bsi_uint128_of(uint64_t value)
{
    return (bsi_uint128){ value, 0 };
}

static inline bsi_uint128 bsi_uint128_sum(bsi_uint128 a, bsi_uint128 b)
{
    uint64_t low = a.low + b.low;
    return (bsi_uint128){ low, a.high + b.high + (low < a.low) };
}

static inline void bsi_uint128_add(bsi_uint128 *to, bsi_uint128 value)
{
    *to = bsi_uint128_sum(*to, value);
}

/* a - b, where a >= b. */
static inline bsi_uint128 bsi_uint128_difference(bsi_uint128 a, bsi_uint128 b)
{
    return (bsi_uint128){ a.low - b.low, a.high - b.high - (a.low < b.low) };
}

/* The full product of two 64-bit numbers. */
static inline bsi_uint128 bsi_uint128_product(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32);
    uint64_t other = a0 * b1 + (uint32_t)middle;
    return (bsi_uint128){ other << 32 | (uint32_t)low, a1 * b1 + (middle >> 32) + (other >> 32) };
}

static inline bsi_uint128 bsi_uint128_scaled(bsi_uint128 a, uint64_t factor)
{
    bsi_uint128 product = bsi_uint128_product(a.low, factor);
    product.high += a.high * factor;
    return product;
}

static inline bool bsi_uint128_is_zero(bsi_uint128 a)
{
    return (a.low | a.high) == 0;
}

/* -1, 0 or 1 as a is less than, equal to or greater than b. */
static inline int bsi_uint128_compare(bsi_uint128 a, bsi_uint128 b)
{
    if (a.high != b.high)
        return a.high < b.high ? -1 : 1;
    return a.low == b.low ? 0 : a.low < b.low ? -1 : 1;
}

static inline double bsi_uint128_to_double(bsi_uint128 a)
{
    return (double)a.high * 0x1p64 + (double)a.low;
}

/* The quotient; stores the remainder in `*remainder` unless it is NULL. */
static inline bsi_uint128 bsi_uint128_divided(bsi_uint128 a, uint32_t divisor, uint32_t *remainder)
{
    uint32_t digits[4] = { (uint32_t)(a.high >> 32), (uint32_t)a.high, (uint32_t)(a.low >> 32),
                           (uint32_t)a.low };
    uint64_t left = 0;
    for (int i = 0; i < 4; i++) {
        left = left << 32 | digits[i];
        digits[i] = (uint32_t)(left / divisor);
        left %= divisor;
    }
    if (remainder)
        *remainder = (uint32_t)left;
    return (bsi_uint128){ (uint64_t)digits[2] << 32 | digits[3],
                          (uint64_t)digits[0] << 32 | digits[1] };
}

#endif
