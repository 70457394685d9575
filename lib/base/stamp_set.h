/*
 * A set of cells that is cleared in constant time, because cells are stamped with the number of the
 * set that they are in.
 */
#ifndef BSI_BASE_STAMP_SET_H
#define BSI_BASE_STAMP_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct bsi_stamp_set {
    uint32_t *stamps; /* by position: the number of the last set that it was in */
    size_t positions;
    uint32_t stamp; /* the number of the current set */
} bsi_stamp_set;

static inline void bsi_stamp_set_clear(bsi_stamp_set *set)
{
    if (++set->stamp == 0) {
        memset(set->stamps, 0, set->positions * sizeof *set->stamps);
        set->stamp = 1;
    }
}

static inline bool bsi_stamp_set_has(const bsi_stamp_set *set, uint32_t position)
{
    return set->stamps[position] == set->stamp;
}

/* Adds a position; returns false if it was in the set. */
static inline bool bsi_stamp_set_add(bsi_stamp_set *set, uint32_t position)
{
    if (bsi_stamp_set_has(set, position))
        return false;
    set->stamps[position] = set->stamp;
    return true;
}

#endif
