/*
 * All exact covers of the hits, merged by what they leave over.
 *
 * Covers that occupy the same open cells and leave the same ships have the same completions. They
 * share one *leaf*, whose completions are counted once and multiplied by the number (or weight) of
 * its covers. Covers by all ships are layouts already and share one leaf, whatever cells they
 * occupy. Leaves are found by a hash table over occupied cells and remaining ships, and grouped by
 * remaining ships. Where salvos are reported by totals, covers are those that the totals allow
 * (bsi_residual_branching()).
 */
#ifndef BSI_INFERENCE_ENUMERATION_HIT_COVERS_H
#define BSI_INFERENCE_ENUMERATION_HIT_COVERS_H

#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "base/hash_table.h"
#include "base/work_budget.h"
#include "inference/common/exact_cover.h"
#include "inference/common/placement_counts.h"
#include "inference/totals/residual.h"

/* The remaining ships that several leaves have in common. */
typedef struct bsi_remaining {
    size_t left;         /* where its numbers of ships by class begin in `lefts` */
    int32_t ships;       /* number of remaining ships */
    int32_t cover_ships; /* number of ships of a cover */
    int32_t first_leaf;  /* -1: none */
} bsi_remaining;

typedef struct bsi_leaf {
    uint64_t hash; /* of its cells and its remaining ships */
    size_t cells;  /* where the positions of its occupied open cells begin in `cells` */
    uint32_t cell_count;
    int32_t remaining;
    int32_t next_leaf;   /* with the same remaining ships; -1: none */
    int32_t first_cover; /* every leaf has one */
    int32_t cover_count;
    double weight;          /* sum over its covers */
    bsi_amount completions; /* how often its remaining ships can be placed, once counted */
} bsi_leaf;

/* An exact cover of the hits. */
typedef struct bsi_hit_cover {
    size_t placements;  /* where its placements begin in `placements` */
    int32_t next_cover; /* with the same leaf; -1: none */
    double weight;
} bsi_hit_cover;

/* The open cells occupied by the first ships of a cover. */
typedef struct bsi_cover_occupied {
    uint32_t count; /* of cells */
    uint64_t hash;  /* independent of the order of cells */
} bsi_cover_occupied;

typedef struct bsi_hit_covers {
    const bsi_evidence *evidence;
    const bsi_residual *residual; /* used where totals of salvos matter */
    bsi_exact_cover *cover;       /* the search; no ship is placed in it between calls */
    uint32_t *occupied;           /* the open cells that the current cover occupies, ship by ship */
    bool *is_occupied;            /* by position: whether it is in `occupied` */
    bsi_cover_occupied *listed;   /* by number of leading ships of the current cover */
    uint32_t listed_ships;        /* number of ships whose cells are in `occupied` */
    BSI_ARRAY(bsi_remaining) remaining_sets;
    BSI_ARRAY(int32_t) lefts; /* by remaining set and class */
    BSI_ARRAY(bsi_leaf) leaves;
    BSI_ARRAY(bsi_hit_cover) list;       /* all covers */
    BSI_ARRAY(bsi_placement) placements; /* cover by cover */
    BSI_ARRAY(uint32_t) cells;           /* leaf by leaf */
    bsi_hash_table table;                /* of leaves */
} bsi_hit_covers;

/* Carves the arrays from a zeroed arena; the lists grow by the allocator of `cover`. */
void bsi_hit_covers_carve(bsi_hit_covers *covers, bsi_exact_cover *cover,
                          const bsi_residual *residual, bsi_arena *arena);

/* Frees the lists, which bsi_hit_covers_find() can build again. */
void bsi_hit_covers_clear(bsi_hit_covers *covers);

/*
 * Finds all exact covers for the current evidence and, where totals matter, the states of the
 * residual programme: OK (there may be none), MEMORY, WORK_LIMIT or CANCELLED.
 */
bship_status bsi_hit_covers_find(bsi_hit_covers *covers, bsi_work_budget *budget);

#endif
