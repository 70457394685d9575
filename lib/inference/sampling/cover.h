/*
 * The coverings of the hits, one after another.
 *
 * A covering is a set of placements that fit together, each through a hit, and
 * cover all hits: every layout contains exactly one. (enumeration/hit_covers.h finds them all, and
 * makes one of those that leave the same.) They are walked depth first:
 * each level takes the uncovered hit that the fewest placements may cover, and
 * tries these in turn, by kind, not by ship. For every hit their number is kept
 * up as ships are laid and taken, which changes it only nearby.
 */
#ifndef BSI_INFERENCE_SAMPLING_COVER_H
#define BSI_INFERENCE_SAMPLING_COVER_H

#include <stdbool.h>

#include "inference/common/sampling.h"

/* The ways to cover one hit. */
typedef struct bsi_cover_level {
    size_t first;   /* of its options */
    uint32_t count; /* of its options */
    uint32_t next;  /* the one to try next; the one before lies in the sketch */
} bsi_cover_level;

typedef struct bsi_cover {
    bsi_partial_layout *partial;
    uint32_t *counts; /* by hit: the placements that may cover it; kept up while it is uncovered */
    bsi_cover_level *levels;
    uint32_t depth;
    bool is_begun;
    bsi_array options; /* bsi_placement, level by level */
} bsi_cover;

void bsi_cover_carve(bsi_cover *cover, bsi_partial_layout *partial, bsi_arena *arena);
void bsi_cover_free(bsi_cover *cover, const bship_allocator *allocator);

/* Begins anew, with an empty sketch: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_cover_start(bsi_cover *cover, bsi_work_budget *budget);

/*
 * Lays the next covering in the sketch, which must be as the one before left it.
 * With a stream, the options of a hit are tried in random order. OK; CONTRADICTION
 * when there is none left; WORK_LIMIT, CANCELLED or MEMORY.
 */
bship_status bsi_cover_next(bsi_cover *cover, const bship_allocator *allocator, bship_rng *rng,
                            bsi_work_budget *budget);

/* The ships of the covering that is laid, `depth` of them. */
static inline bsi_placement bsi_cover_ship(const bsi_cover *cover, uint32_t i)
{
    const bsi_cover_level *level = &cover->levels[i];
    return ((const bsi_placement *)cover->options.items)[level->first + level->next - 1];
}

#endif
