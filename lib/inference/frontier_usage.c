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

static void fill_kind(const bship_internal_usages *usages, uint32_t step, uint32_t ships,
                      uint16_t *turns, uint64_t *open)
{
    uint32_t block = step * (ships + 1);
    memset(open, 0, usages->words * sizeof *open);
    for (uint32_t usage = 0; usage < usages->count; usage++) {
        uint32_t begin = usage / block * block;
        int is_open = usage - begin < step * ships;
        turns[usage] = (uint16_t)(begin + (is_open ? step * ships : block));
        open[usage / 64] |= (uint64_t)is_open << usage % 64;
    }
}

/* Kind 0: a ship is always left, and none is used. */
static void fill_none(const bship_internal_usages *usages, uint16_t *turns, uint64_t *open)
{
    fill_kind(usages, usages->count, 1, turns, open);
}

bship_status bship_internal_usages_read(bship_internal_usages *usages,
                                        const bship_internal_evidence *evidence,
                                        bship_internal_frontier_memory *memory)
{
    size_t kinds = (size_t)evidence->kind_count + 1;
    usages->count = bship_internal_usages_count(evidence);
    if (usages->count == 0)
        return BSHIP_ERROR_UNSUPPORTED;
    usages->words = (usages->count + 63) / 64;
    bship_status status = bship_internal_frontier_renew(memory, &usages->kinds, kinds,
                                                        sizeof(bship_internal_usage_kind));
    if (!status)
        status = bship_internal_frontier_renew(memory, &usages->turns, kinds * usages->count,
                                               sizeof(uint16_t));
    if (!status)
        status = bship_internal_frontier_renew(memory, &usages->open, kinds * usages->words,
                                               sizeof(uint64_t));
    if (status)
        return status;
    bship_internal_usage_kind *kind = usages->kinds.items;
    uint16_t *turns = usages->turns.items;
    uint64_t *open = usages->open.items;
    fill_none(usages, turns, open);
    kind[0] = (bship_internal_usage_kind){ 0, turns, open };
    uint32_t step = 1;
    for (size_t k = kinds - 1; k > 0; k--) {
        uint32_t ships = (uint32_t)evidence->kinds[k - 1].ships;
        fill_kind(usages, step, ships, turns + k * usages->count, open + k * usages->words);
        kind[k] = (bship_internal_usage_kind){ step, turns + k * usages->count,
                                               open + k * usages->words };
        step *= ships + 1;
    }
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
