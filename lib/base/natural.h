/*
 * Natural numbers up to 2^128 * 1024!, the greatest number of layouts with equal ships told apart.
 * It has fewer than 2,700 decimal digits. Stored in base 10^9, least significant digit first.
 */
#ifndef BSI_BASE_NATURAL_H
#define BSI_BASE_NATURAL_H

#include "base/text.h"
#include "base/uint128.h"

enum {
    BSI_NATURAL_BASE = 1000000000,
    BSI_NATURAL_DIGITS_MAX = 300
};

typedef struct bsi_natural {
    uint32_t digits[BSI_NATURAL_DIGITS_MAX];
    int count;
} bsi_natural;

bsi_natural bsi_natural_of(bsi_uint128 value);
void bsi_natural_multiply(bsi_natural *value, uint32_t factor);

/* Appends the number in decimal. */
void bsi_natural_add_text(const bsi_natural *value, bsi_text *text);

#endif
