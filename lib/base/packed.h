/*
 * Small numbers packed into 128 bits: each has a *field*, with a guard bit above it. So one
 * addition or subtraction handles all of them; a field that becomes negative clears its guard bit.
 * No field crosses a word.
 */
#ifndef BSI_BASE_PACKED_H
#define BSI_BASE_PACKED_H

#include <stdbool.h>
#include <stdint.h>

typedef struct bsi_packed {
    uint64_t words[2];
} bsi_packed;

enum {
    BSI_PACKED_WORD_BITS = 64,
    BSI_PACKED_BITS = 2 * BSI_PACKED_WORD_BITS
};

/* The fields that have been laid out. */
typedef struct bsi_packing {
    uint32_t bits;     /* of all fields; more than BSI_PACKED_BITS: they do not fit */
    bsi_packed most;   /* the greatest value of every field */
    bsi_packed guards; /* the guard bits of all fields */
} bsi_packing;

/* Adds a field for numbers from 0 to `most`; if it fits, sets the bit of its number 1 in `unit`. */
static inline void bsi_packing_add(bsi_packing *packing, bsi_packed *unit, int32_t most)
{
    uint32_t bits = 1, at = packing->bits;
    for (int32_t value = most; value > 0; value /= 2)
        bits++;
    if (at / BSI_PACKED_WORD_BITS != (at + bits - 1) / BSI_PACKED_WORD_BITS)
        at = BSI_PACKED_WORD_BITS * (at / BSI_PACKED_WORD_BITS + 1);
    packing->bits = at + bits;
    if (packing->bits > BSI_PACKED_BITS)
        return;
    uint32_t word = at / BSI_PACKED_WORD_BITS, shift = at % BSI_PACKED_WORD_BITS;
    unit->words[word] = UINT64_C(1) << shift;
    packing->most.words[word] |= (uint64_t)most << shift;
    packing->guards.words[word] |= UINT64_C(1) << (shift + bits - 1);
}

static inline bool bsi_packed_is_zero(const bsi_packed *packed)
{
    return (packed->words[0] | packed->words[1]) == 0;
}

static inline bool bsi_packed_equals(const bsi_packed *a, const bsi_packed *b)
{
    return ((a->words[0] ^ b->words[0]) | (a->words[1] ^ b->words[1])) == 0;
}

static inline bsi_packed bsi_packed_sum(bsi_packed a, const bsi_packed *b)
{
    a.words[0] += b->words[0];
    a.words[1] += b->words[1];
    return a;
}

/* Subtracts `b` from `a`; returns whether no field of the difference is negative. */
static inline bool bsi_packed_subtract(const bsi_packing *packing, const bsi_packed *a,
                                       const bsi_packed *b, bsi_packed *difference)
{
    const uint64_t *guards = packing->guards.words;
    uint64_t low = (a->words[0] | guards[0]) - b->words[0];
    uint64_t high = (a->words[1] | guards[1]) - b->words[1];
    difference->words[0] = low ^ guards[0];
    difference->words[1] = high ^ guards[1];
    return (low & guards[0]) == guards[0] && (high & guards[1]) == guards[1];
}

#endif
