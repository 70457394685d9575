/* Natural numbers, to be multiplied and written; see natural.h. */
#include "base/natural.h"

bsi_natural bsi_natural_of(bsi_uint128 value)
{
    bsi_natural natural = { .count = 0 };
    do
        value = bsi_uint128_divided(value, BSI_NATURAL_BASE, &natural.digits[natural.count++]);
    while (!bsi_uint128_is_zero(value));
    return natural;
}

void bsi_natural_multiply(bsi_natural *value, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < value->count; i++) {
        carry += (uint64_t)value->digits[i] * factor;
        value->digits[i] = (uint32_t)(carry % BSI_NATURAL_BASE);
        carry /= BSI_NATURAL_BASE;
    }
    while (carry > 0) {
        value->digits[value->count++] = (uint32_t)(carry % BSI_NATURAL_BASE);
        carry /= BSI_NATURAL_BASE;
    }
}

void bsi_natural_add_text(const bsi_natural *value, bsi_text *text)
{
    bsi_text_add(text, "%u", (unsigned)value->digits[value->count - 1]);
    for (int i = value->count - 1; i-- > 0;)
        bsi_text_add(text, "%09u", (unsigned)value->digits[i]);
}
