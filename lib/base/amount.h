/* An amount: an exact sum of integers, or a sum of weights in double precision. */
#ifndef BSI_BASE_AMOUNT_H
#define BSI_BASE_AMOUNT_H

#include "base/uint128.h"

typedef struct bsi_amount {
    bsi_uint128 whole; /* 0 in a sum of weights */
    double real;       /* 0 in a sum of integers */
} bsi_amount;

static inline bsi_amount bsi_amount_of_whole(bsi_uint128 value)
{
    return (bsi_amount){ value, 0 };
}

static inline bsi_amount bsi_amount_of_real(double value)
{
    return (bsi_amount){ { 0, 0 }, value };
}

/* Whether an amount is 0. Rounding can make a sum of weights negative; that counts as 0. */
static inline bool bsi_amount_is_zero(bsi_amount amount)
{
    return bsi_uint128_is_zero(amount.whole) && !(amount.real > 0);
}

static inline void bsi_amount_add(bsi_amount *to, bsi_amount value, int32_t times)
{
    bsi_uint128_add(&to->whole, bsi_uint128_scaled(value.whole, (uint64_t)times));
    to->real += value.real * times;
}

/*
 * A step of a choice by cumulative amounts: whether a point lies in the next interval, which is
 * `next` long. If not, makes the point relative to the end of that interval.
 */
static inline bool bsi_amount_contains(bsi_amount next, bsi_amount *point, bool is_whole)
{
    if (is_whole ? bsi_uint128_compare(point->whole, next.whole) < 0 : point->real < next.real)
        return true;
    point->whole = bsi_uint128_difference(point->whole, next.whole);
    point->real -= next.real;
    return false;
}

#endif
