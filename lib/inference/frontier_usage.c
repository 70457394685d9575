/* Which ships are used, as one number. */
#include "inference/frontier_usage.h"

#include <string.h>

uint32_t bship_internal_usages_count(const bship_internal_evidence *evidence)
{
    uint32_t count = 1;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        uint32_t digits = (uint32_t)evidence->kinds[k].ships + 1;
        if (count > BSHIP_INTERNAL_USAGES_MAX / digits)
            return 0;
        count *= digits;
    }
    return count;
}

static void set_kind(bship_internal_usages *usages, uint32_t kind, uint32_t step, uint32_t ships)
{
    uint16_t *turns = (uint16_t *)usages->turns.items + (size_t)kind * usages->count;
    uint64_t *open = (uint64_t *)usages->open.items + kind * usages->words;
    uint32_t block = step * (ships + 1);
    memset(open, 0, usages->words * sizeof *open);
    for (uint32_t usage = 0; usage < usages->count; usage++) {
        uint32_t begin = usage / block * block;
        int is_open = usage - begin < step * ships;
        turns[usage] = (uint16_t)(begin + (is_open ? step * ships : block));
        open[usage / 64] |= (uint64_t)is_open << usage % 64;
    }
    ((bship_internal_usage_kind *)usages->kinds.items)[kind] =
        (bship_internal_usage_kind){ step, turns, open };
}

static bship_status reserve(bship_internal_usages *usages, size_t kinds,
                            bship_internal_frontier_memory *memory)
{
    bship_status status = bship_internal_frontier_renew(memory, &usages->kinds, kinds,
                                                        sizeof(bship_internal_usage_kind));
    if (!status)
        status = bship_internal_frontier_renew(memory, &usages->turns, kinds * usages->count,
                                               sizeof(uint16_t));
    if (!status)
        status = bship_internal_frontier_renew(memory, &usages->open, kinds * usages->words,
                                               sizeof(uint64_t));
    return status;
}

bship_status bship_internal_usages_read(bship_internal_usages *usages,
                                        const bship_internal_evidence *evidence,
                                        bship_internal_frontier_memory *memory)
{
    uint32_t kinds = (uint32_t)evidence->kind_count;
    usages->count = bship_internal_usages_count(evidence);
    if (usages->count == 0)
        return BSHIP_ERROR_UNSUPPORTED;
    usages->words = (usages->count + 63) / 64;
    bship_status status = reserve(usages, (size_t)kinds + 1, memory);
    if (status)
        return status;
    uint32_t step = 1;
    for (uint32_t k = kinds; k > 0; k--) {
        uint32_t ships = (uint32_t)evidence->kinds[k - 1].ships;
        set_kind(usages, k, step, ships);
        step *= ships + 1;
    }
    /* At every usage, one ship is left of a kind whose ship counts as much as them all. */
    set_kind(usages, 0, usages->count, 1);
    ((bship_internal_usage_kind *)usages->kinds.items)->step = 0;
    return BSHIP_OK;
}

void bship_internal_usages_free(bship_internal_usages *usages,
                                bship_internal_frontier_memory *memory)
{
    bship_internal_frontier_release(memory, &usages->kinds, sizeof(bship_internal_usage_kind));
    bship_internal_frontier_release(memory, &usages->turns, sizeof(uint16_t));
    bship_internal_frontier_release(memory, &usages->open, sizeof(uint64_t));
}

int bship_internal_usages_advance(const bship_internal_usages *usages,
                                  const bship_internal_usage_kind *kind, uint64_t *to,
                                  const uint64_t *from)
{
    size_t words = kind->step / 64;
    unsigned bits = kind->step % 64;
    uint64_t carry = 0, any = 0;
    memset(to, 0, words * sizeof *to);
    for (size_t i = 0; i + words < usages->words; i++) {
        uint64_t word = from[i] & kind->open[i];
        to[i + words] = word << bits | carry;
        carry = bits ? word >> (64 - bits) : 0;
        any |= to[i + words];
    }
    return any != 0;
}

void bship_internal_usages_retreat(const bship_internal_usages *usages,
                                   const bship_internal_usage_kind *kind, uint64_t *to,
                                   const uint64_t *from)
{
    size_t words = kind->step / 64;
    unsigned bits = kind->step % 64;
    for (size_t i = 0; i + words < usages->words; i++) {
        uint64_t word = from[i + words] >> bits;
        if (bits && i + words + 1 < usages->words)
            word |= from[i + words + 1] << (64 - bits);
        to[i] |= word & kind->open[i];
    }
}
