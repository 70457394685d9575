/*
 * The ways to cover the hits.
 *
 * Exactly one ship covers each hit, so whatever may cover a hit splits the layouts
 * into disjoint sets: a tree of choices, always for the hit that leaves the fewest.
 * Where salvos were answered by totals, which of their cells are hits is chosen too.
 * A leaf is what remains: the cells that are taken, and the ships that are left, by
 * kind. Ways that leave the same cells and the same ships share a leaf.
 */
#ifndef BSHIP_INFERENCE_COVERINGS_H
#define BSHIP_INFERENCE_COVERINGS_H

#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "inference/effort.h"
#include "inference/ledger.h"
#include "inference/tally.h"
#include "inference/waters.h"

/* What several leaves have in common: how many ships of each kind are left. */
typedef struct bship_internal_rest {
    size_t left;        /* where its numbers begin in `left` */
    int32_t ships;      /* how many are left */
    int32_t covering;   /* and how many cover hits */
    int32_t first_leaf; /* -1: none */
} bship_internal_rest;

typedef struct bship_internal_leaf {
    uint64_t hash; /* of its cells and its rest */
    size_t cells;  /* where the positions of its open cells that are taken begin in `cells` */
    uint32_t cell_count;
    int32_t rest;
    int32_t next_leaf; /* of the same rest; -1: none */
    int32_t first_way; /* there is one at least */
    int32_t ways;
    double weight;             /* of its ways */
    bship_internal_amount met; /* what closing met behind it */
} bship_internal_leaf;

/* A way to cover the hits. */
typedef struct bship_internal_way {
    size_t spots;     /* where its placements begin in `spots`; rest.covering of them */
    int32_t next_way; /* to the same leaf; -1: none */
    double weight;
} bship_internal_way;

typedef struct bship_internal_coverings {
    const bship_internal_evidence *evidence;
    const bship_internal_ledger *ledger; /* open where totals matter */
    bship_allocator allocator;
    bship_internal_waters waters; /* where no ship is laid between calls */
    int32_t *left;                /* by kind: ships not laid */
    bship_internal_placement *laid;
    int32_t laid_count;
    uint32_t *taken; /* the open cells that are taken, in the order in which they were */
    uint32_t taken_count;
    int64_t hit_cost;             /* steps that looking through what may cover a hit takes, about */
    size_t options_max;           /* the most placements that may cover a cell */
    bship_internal_array options; /* placements to be tried, cell by cell */
    bship_internal_array rests, lefts, leaves, ways, spots, cells;
    int32_t *table;    /* of leaves by hash: their numbers plus 1, or 0 */
    size_t table_size; /* a power of two, or 0 */
} bship_internal_coverings;

/* Takes the arrays from an arena, which must be zeroed; the lists come from the allocator. */
void bship_internal_coverings_layout(bship_internal_coverings *coverings,
                                     const bship_internal_evidence *evidence,
                                     const bship_internal_ledger *ledger,
                                     bship_internal_arena *arena);

/* Frees the lists; what was in them can be found again. */
void bship_internal_coverings_clear(bship_internal_coverings *coverings);

/*
 * Finds all ways to cover the hits of what the evidence has read and, where totals matter, the
 * ledger lists: OK (there may be none), MEMORY, WORK_LIMIT or CANCELLED.
 */
bship_status bship_internal_coverings_find(bship_internal_coverings *coverings,
                                           bship_internal_effort *effort);

static inline const bship_internal_rest *bship_internal_rest_at(
    const bship_internal_coverings *coverings, int32_t rest)
{
    return (const bship_internal_rest *)coverings->rests.items + rest;
}

static inline const bship_internal_leaf *bship_internal_leaf_at(
    const bship_internal_coverings *coverings, int32_t leaf)
{
    return (const bship_internal_leaf *)coverings->leaves.items + leaf;
}

static inline const bship_internal_way *bship_internal_way_at(
    const bship_internal_coverings *coverings, int32_t way)
{
    return (const bship_internal_way *)coverings->ways.items + way;
}

/* By kind: the ships left. */
static inline const int32_t *bship_internal_left_of(const bship_internal_coverings *coverings,
                                                    const bship_internal_rest *rest)
{
    return (const int32_t *)coverings->lefts.items + rest->left;
}

static inline const uint32_t *bship_internal_cells_of(const bship_internal_coverings *coverings,
                                                      const bship_internal_leaf *leaf)
{
    return (const uint32_t *)coverings->cells.items + leaf->cells;
}

static inline const bship_internal_placement *bship_internal_spots_of(
    const bship_internal_coverings *coverings, const bship_internal_way *way)
{
    return (const bship_internal_placement *)coverings->spots.items + way->spots;
}

#endif
