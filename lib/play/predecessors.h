/*
 * The predecessors of a game's AIs: what a side had before it was given another AI, or none.
 *
 * The list is in the order of time. Of one side each predecessor ends later than the one before it:
 * one that had the side while nothing was fired is left out.
 */
#ifndef BSI_PLAY_PREDECESSORS_H
#define BSI_PLAY_PREDECESSORS_H

#include <stdint.h>

#include <battleship/fleet.h>

#include "base/array.h"

typedef struct bsi_predecessor {
    int64_t until; /* the entries of the log when it was replaced, at least 1 */
    int32_t side;
    char strategy[BSHIP_NAME_MAX + 1]; /* empty: the side had no AI */
} bsi_predecessor;

typedef BSI_ARRAY(bsi_predecessor) bsi_predecessors;

/*
 * Adds what a side had until now: a strategy or, if that is NULL or empty, no AI. The log has
 * `until` entries. OK or MEMORY.
 */
bship_status bsi_predecessors_add(bsi_predecessors *list, const bship_allocator *allocator,
                                  int32_t side, const char *strategy, int64_t until);

/* Forgets what lies beyond the first entries of the log, which were not taken back. */
void bsi_predecessors_cut(bsi_predecessors *list, int64_t entries);

/* The entries of the log when the side was last given another AI, or none; 0: it never was. */
int64_t bsi_predecessors_until(const bsi_predecessors *list, int32_t side);

/* What a side had at an entry of the log; NULL: what it has now. */
const bsi_predecessor *bsi_predecessors_at(const bsi_predecessors *list, int32_t side,
                                           int64_t entry);

#endif
