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
#ifndef BSI_INFERENCE_FRONTIER_USAGE_H
#define BSI_INFERENCE_FRONTIER_USAGE_H

#include <stdbool.h>

#include "base/array.h"
#include "inference/evidence.h"

enum {
    BSI_USAGES_MAX = UINT16_MAX
};

typedef struct bsi_usage_class {
    uint32_t step;
    const uint16_t *turns; /* by usage: the next from which on a ship is left, or no longer is */
    const uint64_t *open;  /* the usages at which a ship is left, as a set */
} bsi_usage_class;

typedef struct bsi_usages {
    uint32_t count; /* of usages; the last is that of the whole fleet */
    size_t words;   /* of a set of usages */
    bsi_array classes, turns, open;
} bsi_usages;

/* The number of usages of an evidence's kinds, or 0 if there are too many. */
uint32_t bsi_usages_count(const bsi_evidence *evidence);

/* Numbers the usages of an evidence's kinds: OK, UNSUPPORTED, WORK_LIMIT or MEMORY. */
bship_status bsi_usages_read(bsi_usages *usages, const bsi_evidence *evidence,
                             const bship_allocator *allocator);

void bsi_usages_free(bsi_usages *usages, const bship_allocator *allocator);

static inline const bsi_usage_class *bsi_usages_class(const bsi_usages *usages, uint32_t class)
{
    return (const bsi_usage_class *)usages->classes.items + class;
}

static inline bool bsi_usages_has(const uint64_t *set, uint32_t usage)
{
    return (int)(set[usage / 64] >> usage % 64 & 1);
}

/* Sets `to` to the usages of `from` with one ship more; whether there are any. */
int bsi_usages_advance(const bsi_usages *usages, const bsi_usage_class *class, uint64_t *to,
                       const uint64_t *from);

/* Adds to `to` the usages from which one ship more leads to `from`. */
void bsi_usages_retreat(const bsi_usages *usages, const bsi_usage_class *class, uint64_t *to,
                        const uint64_t *from);

#endif
