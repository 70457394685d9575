/*
 * The struct of a snapshot: the law by which a player lays ships, as far as it has been learnt.
 * With probability `rest` the next layout follows the weights of placements, times the factor of a
 * law of pairs; else it is one of the remembered layouts, each with a probability of its own.
 */
#ifndef BSI_INFERENCE_HABITS_SNAPSHOT_H
#define BSI_INFERENCE_HABITS_SNAPSHOT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/habits.h>

#include "inference/habits/pairs.h"
#include "model/rules.h"

struct bship_habits_snapshot {
    atomic_int references;
    bship_rules *rules;
    double *weights; /* by bship_rules_placement_index(); NULL: all 1 */
    double rest;
    size_t remembered;
    double *probabilities; /* by remembered layout */
    int64_t *placements;   /* by remembered layout and ship: by bship_rules_placement_index() */
    bsi_pair_law *pairs;   /* of layouts that follow the weights; NULL: none */
    size_t block_size;
    max_align_t block[]; /* the arrays */
};

/* Whether layouts of a player with a snapshot (NULL: none) are uniform. */
static inline bool bsi_is_uniform(const bship_habits_snapshot *snapshot)
{
    return !snapshot || (!snapshot->weights && snapshot->remembered == 0 && !snapshot->pairs);
}

#endif
