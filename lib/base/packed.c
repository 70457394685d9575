/* Laying out fields; see packed.h. */
#include "base/packed.h"

void bsi_packing_add(bsi_packing *packing, bsi_packed *unit, int32_t most)
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
