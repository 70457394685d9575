/*
 * A prior: the law by which a player lays ships, where it is not uniform. With probability `rest`
 * the next layout follows the weights of placements under one of several contact rules, each with a
 * share; else it is one of few known layouts, each with a probability. Habits make it
 * (habits/snapshot.h).
 *
 * Immutable once made, and counted by references. No prior (NULL) is a uniform one.
 */
#ifndef BSI_INFERENCE_PRIOR_H
#define BSI_INFERENCE_PRIOR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/rules.h"

enum {
    BSI_CONTACTS_MAX = 3,      /* contact rules: the game's, and the stricter ones */
    BSI_KNOWN_LAYOUTS_MAX = 64 /* layouts with a probability of their own */
};

/* Contact rules with a smaller share of the probability are left out: so little changes no decision
 * that could be told from chance, and a single rule is counted in whole numbers. */
#define BSI_CONTACT_SHARE_MIN 1e-3

/* A contact rule that the player may have. */
typedef struct bsi_contact_share {
    bship_rules *rules; /* a reference */
    double share;       /* its probability; those of all add up to 1 */
    double log2_empty;  /* log2 of the total weight of its layouts; NaN: unknown */
} bsi_contact_share;

/* The first member of the block of memory that also holds its arrays. */
typedef struct bsi_prior {
    atomic_int references;
    bship_rules *rules;
    double *weights; /* by bship_rules_placement_index(); NULL: all 1 */
    double rest;
    size_t known;          /* the number of known layouts */
    double *probabilities; /* by known layout */
    int64_t *placements;   /* by known layout and ship: by bship_rules_placement_index() */
    int32_t contact_count; /* at least 1 */
    bsi_contact_share contacts[BSI_CONTACTS_MAX]; /* that of the rules first */
    size_t block_size;
} bsi_prior;

/* Adds a reference; `prior` may be NULL. */
bsi_prior *bsi_prior_ref(const bsi_prior *prior);

/* Drops a reference, the last of which frees the prior; `prior` may be NULL. */
void bsi_prior_unref(bsi_prior *prior);

/* Whether the layouts of a prior (NULL: none) are uniform. */
static inline bool bsi_is_uniform(const bsi_prior *prior)
{
    return !prior || (!prior->weights && prior->known == 0 && prior->contact_count == 1);
}

#endif
