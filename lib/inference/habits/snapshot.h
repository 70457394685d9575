/*
 * The struct of a snapshot: what has been learnt of how a player lays ships, as a prior over his
 * next layout.
 */
#ifndef BSI_INFERENCE_HABITS_SNAPSHOT_H
#define BSI_INFERENCE_HABITS_SNAPSHOT_H

#include <stddef.h>

#include <battleship/experimental/habits.h>

#include "inference/prior.h"

struct bship_habits_snapshot {
    bsi_prior prior;
    max_align_t block[]; /* the arrays */
};

/* The prior of a snapshot; that of none (NULL) is none. */
static inline const bsi_prior *bsi_prior_of(const bship_habits_snapshot *snapshot)
{
    return snapshot ? &snapshot->prior : NULL;
}

#endif
