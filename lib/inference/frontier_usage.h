/*
 * Which ships are used: how many of every kind, as one number.
 *
 * The numbers of ships used are the digits of a usage; the digit of a kind runs
 * from 0 to the number of its ships, and counts `step` each. So to use one ship
 * more is to add `step`, and the usages at which a ship is left come in runs. The
 * longest ships count most, for then the usages that go with a profile lie close
 * together. Kind 0 stands for no ship, with a step of 0; the evidence's kinds follow
 * from 1 on.
 */
#ifndef BSHIP_INFERENCE_FRONTIER_USAGE_H
#define BSHIP_INFERENCE_FRONTIER_USAGE_H

#include "inference/evidence.h"
#include "inference/frontier_memory.h"

enum {
    BSHIP_INTERNAL_USAGES_MAX = UINT16_MAX
};

typedef struct bship_internal_usage_kind {
    uint32_t step;
    const uint16_t *turns; /* by usage: the next from which on a ship is left, or no longer is */
    const uint64_t *open;  /* the usages at which a ship is left, as a set */
} bship_internal_usage_kind;

typedef struct bship_internal_usages {
    uint32_t count; /* of usages; the last is that of the whole fleet */
    size_t words;   /* of a set of usages */
    bship_internal_array kinds, turns, open;
} bship_internal_usages;

/* The number of usages of an evidence's kinds, or 0 if there are too many. */
uint32_t bship_internal_usages_count(const bship_internal_evidence *evidence);

/* Numbers the usages of an evidence's kinds: OK, UNSUPPORTED, WORK_LIMIT or MEMORY. */
bship_status bship_internal_usages_read(bship_internal_usages *usages,
                                        const bship_internal_evidence *evidence,
                                        bship_internal_frontier_memory *memory);

void bship_internal_usages_free(bship_internal_usages *usages,
                                bship_internal_frontier_memory *memory);

static inline const bship_internal_usage_kind *bship_internal_usages_kind(
    const bship_internal_usages *usages, uint32_t kind)
{
    return (const bship_internal_usage_kind *)usages->kinds.items + kind;
}

static inline int bship_internal_usages_has(const uint64_t *set, uint32_t usage)
{
    return (int)(set[usage / 64] >> usage % 64 & 1);
}

/* Sets `to` to the usages of `from` with one ship more; whether there are any. */
int bship_internal_usages_advance(const bship_internal_usages *usages,
                                  const bship_internal_usage_kind *kind, uint64_t *to,
                                  const uint64_t *from);

/* Adds to `to` the usages from which one ship more leads to `from`. */
void bship_internal_usages_retreat(const bship_internal_usages *usages,
                                   const bship_internal_usage_kind *kind, uint64_t *to,
                                   const uint64_t *from);

#endif
