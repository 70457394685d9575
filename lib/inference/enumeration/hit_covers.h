/*
 * All exact covers of the hits, merged by what they leave over.
 *
 * Covers that occupy the same free cells and leave the same ships have the same completions, so
 * they share one leaf: it is counted once and multiplied by the number (or weight) of its
 * covers. Leaves are found by an open-addressing hash table over (occupied cells, remaining
 * ships), and grouped by remaining ships. Where salvos were answered by totals, the search is
 * driven by the residual dynamic programme instead, which also decides which cells fired at were
 * hits.
 */
#ifndef BSI_INFERENCE_ENUMERATION_HIT_COVERS_H
#define BSI_INFERENCE_ENUMERATION_HIT_COVERS_H

#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "base/hash_table.h"
#include "inference/common/exact_cover.h"
#include "inference/common/placement_counts.h"
#include "inference/common/work_budget.h"
#include "inference/totals/residual.h"

/* What several leaves have in common: how many ships of each kind are left. */
typedef struct bsi_remaining {
    size_t left;        /* where its numbers begin in `left` */
    int32_t ships;      /* how many are left */
    int32_t cover;      /* and how many cover hits */
    int32_t first_leaf; /* -1: none */
} bsi_remaining;

typedef struct bsi_leaf {
    uint64_t hash; /* of its cells and its rest */
    size_t cells;  /* where the positions of its open cells that are taken begin in `cells` */
    uint32_t cell_count;
    int32_t remaining;
    int32_t next_leaf; /* of the same rest; -1: none */
    int32_t first_way; /* there is one at least */
    int32_t ways;
    double weight;  /* of its ways */
    bsi_amount met; /* what closing met behind it */
} bsi_leaf;

/* A way to cover the hits. */
typedef struct bsi_way {
    size_t placements; /* where its placements begin in `spots`; rest.covering of them */
    int32_t next_way;  /* to the same leaf; -1: none */
    double weight;
} bsi_way;

/* What so many ships of a cover, from its first, occupy. */
typedef struct bsi_cover_occupied {
    uint32_t count; /* of open cells */
    uint64_t hash;  /* of these, in any order */
} bsi_cover_occupied;

typedef struct bsi_hit_covers {
    const bsi_evidence *evidence;
    const bsi_residual *residual; /* open where totals matter */
    bship_allocator allocator;
    bsi_partial_layout partial; /* where no ship is laid between calls */
    bsi_exact_cover cover;
    uint32_t *occupied; /* the open cells that a cover takes, in the order in which it does */
    bool *is_occupied;  /* by position: whether it is among them */
    bsi_cover_occupied *listed; /* by number of ships */
    uint32_t listed_ships;
    bsi_array remaining_sets, lefts, leaves, ways, placements, cells;
    bsi_hash_table table; /* of leaves */
} bsi_hit_covers;

/* Takes the arrays from an arena, which must be zeroed; the lists come from the allocator. */
void bsi_hit_covers_carve(bsi_hit_covers *covers, const bsi_evidence *evidence,
                          const bsi_residual *residual, bsi_arena *arena);

/* Frees the lists; what was in them can be found again. */
void bsi_hit_covers_clear(bsi_hit_covers *covers);

/*
 * Finds all ways to cover the hits of what the evidence has read and, where totals matter, the
 * ledger lists: OK (there may be none), MEMORY, WORK_LIMIT or CANCELLED.
 */
bship_status bsi_hit_covers_find(bsi_hit_covers *covers, bsi_work_budget *budget);

static inline const bsi_remaining *bsi_remaining_at(const bsi_hit_covers *covers, int32_t remaining)
{
    return (const bsi_remaining *)covers->remaining_sets.items + remaining;
}

static inline const bsi_leaf *bsi_leaf_at(const bsi_hit_covers *covers, int32_t leaf)
{
    return (const bsi_leaf *)covers->leaves.items + leaf;
}

static inline const bsi_way *bsi_way_at(const bsi_hit_covers *covers, int32_t way)
{
    return (const bsi_way *)covers->ways.items + way;
}

/* By kind: the ships left. */
static inline const int32_t *bsi_left_of(const bsi_hit_covers *covers,
                                         const bsi_remaining *remaining)
{
    return (const int32_t *)covers->lefts.items + remaining->left;
}

static inline const uint32_t *bsi_cells_of(const bsi_hit_covers *covers, const bsi_leaf *leaf)
{
    return (const uint32_t *)covers->cells.items + leaf->cells;
}

static inline const bsi_placement *bsi_placements_of(const bsi_hit_covers *covers,
                                                     const bsi_way *way)
{
    return (const bsi_placement *)covers->placements.items + way->placements;
}

#endif
