/*
 * The struct of a snapshot: the law by which a player lays ships, as far as it has been learnt.
 * With probability `rest` the next layout follows the weights of placements under one of several
 * contact rules, each with a share; else it is one of the remembered layouts, each with a
 * probability.
 */
#ifndef BSI_INFERENCE_HABITS_SNAPSHOT_H
#define BSI_INFERENCE_HABITS_SNAPSHOT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/experimental/habits.h>

#include "inference/habits/contact.h"
#include "model/rules.h"

/* A contact rule that the player may have. */
typedef struct bsi_contact_share {
    bship_rules *rules; /* a reference */
    double share;       /* its probability; those of all add up to 1 */
    double log2_empty;  /* log2 of the total weight of its layouts; NaN: unknown */
} bsi_contact_share;

struct bship_habits_snapshot {
    atomic_int references;
    bship_rules *rules;
    double *weights; /* by bship_rules_placement_index(); NULL: all 1 */
    double rest;
    size_t remembered;
    double *probabilities; /* by remembered layout */
    int64_t *placements;   /* by remembered layout and ship: by bship_rules_placement_index() */
    int32_t contact_count; /* at least 1 */
    bsi_contact_share contacts[BSI_CONTACTS_MAX]; /* that of the rules first */
    size_t block_size;
    max_align_t block[]; /* the arrays */
};

/* Whether layouts of a player with a snapshot (NULL: none) are uniform. */
static inline bool bsi_is_uniform(const bship_habits_snapshot *snapshot)
{
    return !snapshot ||
           (!snapshot->weights && snapshot->remembered == 0 && snapshot->contact_count == 1);
}

#endif
