/*
 * Exact covers of the hits: sets of disjoint placements that cover every hit once. Every layout
 * contains exactly one, so the covers split the layouts into disjoint cases.
 *
 * Enumerated depth first by Knuth's Algorithm X ("Dancing links", 2000; TAOCP 4B, 7.2.2.1):
 * branch on the uncovered hit with the fewest candidates, the placements that can cover it. The
 * hits are the primary items, all other cells secondary ones (covered at most once). Placements are
 * chosen by ship class, so that equal ships give one cover. The number of candidates of each hit is
 * updated only near a ship that is placed or removed. There are exponentially many covers in the
 * worst case, in practice few.
 *
 * The partial layout is shared: between two searches for covers, and on top of a cover, other
 * searches for layouts place and remove their ships in it.
 *
 * Where salvos are reported by totals, there are no hits to branch on: a branching lists the
 * options of a node instead (totals/enumerate.c), and the search is the same.
 */
#ifndef BSI_INFERENCE_COMMON_EXACT_COVER_H
#define BSI_INFERENCE_COMMON_EXACT_COVER_H

#include <stdbool.h>

#include "base/array.h"
#include "base/random.h"
#include "base/work_budget.h"
#include "inference/common/partial_layout.h"

/* A branch of the search. */
typedef struct bsi_cover_option {
    bsi_placement placement; /* position 0, a guard cell: no ship is placed */
    uint32_t state;          /* private to the branching, as is the next */
    uint32_t from;
} bsi_cover_option;

typedef struct bsi_exact_cover bsi_exact_cover;

/* What a node branches on. */
typedef struct bsi_branching {
    /* Appends the options of the node behind `parent` (NULL: the root), unless the cover is
     * complete there: OK, WORK_LIMIT, CANCELLED or MEMORY. */
    bship_status (*list)(const void *user, const bsi_cover_option *parent, bsi_exact_cover *cover,
                         bsi_work_budget *budget, bool *is_complete);
    const void *user;
} bsi_branching;

/* The options of one node on the path of the search. */
typedef struct bsi_cover_level {
    size_t first;   /* the first of its options in the list of all */
    size_t saved;   /* the first of the counts that its ship has changed */
    uint32_t count; /* of its options */
    uint32_t next;  /* the option to try next; the one before it is the current one */
} bsi_cover_level;

/* The number of candidates of a hit before a ship was placed. */
typedef struct bsi_saved_count {
    uint32_t hit;
    uint32_t count;
} bsi_saved_count;

struct bsi_exact_cover {
    const bsi_evidence *evidence;
    const bship_allocator *allocator;
    bsi_partial_layout partial;
    const bsi_branching *branching; /* NULL: on hits */
    uint32_t *counts;               /* by hit: its candidates; valid while it is uncovered */
    bsi_placement *found;           /* workspace: the candidates of a hit */
    bsi_placement *ships;           /* the ships placed so far, or the complete cover */
    uint32_t ship_count;
    uint32_t unchanged;      /* number of leading ships that the previous cover has, too */
    bsi_cover_level *levels; /* the path from the root */
    uint32_t depth;          /* number of levels */
    bool is_begun;           /* whether the root has been opened */
    BSI_ARRAY(bsi_cover_option) options; /* level by level */
    BSI_ARRAY(bsi_saved_count) saved;    /* level by level */
};

/* Carves the arrays from a zeroed arena; the lists grow by the allocator, which is borrowed. */
void bsi_exact_cover_carve(bsi_exact_cover *cover, const bsi_evidence *evidence,
                           const bship_allocator *allocator, bsi_arena *arena);

/* Frees the lists, which a search can build again. */
void bsi_exact_cover_clear(bsi_exact_cover *cover);

/*
 * Begins a search and empties the partial layout; a branching must outlive the search. OK,
 * WORK_LIMIT or CANCELLED.
 */
bship_status bsi_exact_cover_start(bsi_exact_cover *cover, const bsi_branching *branching,
                                   bsi_work_budget *budget);

/*
 * Places the next cover in the partial layout, which must contain the previous one, or nothing at
 * first. With a random stream (it may be NULL), options are tried in random order. OK;
 * CONTRADICTION if there are no more covers; WORK_LIMIT, CANCELLED or MEMORY.
 */
bship_status bsi_exact_cover_next(bsi_exact_cover *cover, bship_rng *rng, bsi_work_budget *budget);

/* Reserves room for options to be appended by a branching: OK or MEMORY. */
bship_status bsi_exact_cover_reserve(bsi_exact_cover *cover, size_t count);

/* Appends an option; room must be reserved. */
static inline void bsi_exact_cover_append(bsi_exact_cover *cover, bsi_placement placement,
                                          uint32_t state, uint32_t from)
{
    cover->options.items[cover->options.count++] = (bsi_cover_option){ placement, state, from };
}

#endif
