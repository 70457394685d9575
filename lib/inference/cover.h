/*
 * The coverings of the hits, one after another.
 *
 * A covering is a set of placements that fit together, each through a hit, and
 * cover all hits: every layout contains exactly one. (coverings.h finds them all, and
 * makes one of those that leave the same.) They are walked depth first:
 * each level takes the uncovered hit that the fewest placements may cover, and
 * tries these in turn, by kind, not by ship. For every hit their number is kept
 * up as ships are laid and taken, which changes it only nearby.
 */
#ifndef BSHIP_INFERENCE_COVER_H
#define BSHIP_INFERENCE_COVER_H

#include "inference/sample.h"

/* The ways to cover one hit. */
typedef struct bship_internal_cover_level {
    size_t first;   /* of its options */
    uint32_t count; /* of its options */
    uint32_t next;  /* the one to try next; the one before lies in the sketch */
} bship_internal_cover_level;

typedef struct bship_internal_cover {
    bship_internal_sketch *sketch;
    uint32_t *counts; /* by hit: the placements that may cover it; kept up while it is uncovered */
    bship_internal_cover_level *levels;
    uint32_t depth;
    int is_begun;
    bship_internal_array options; /* bship_internal_placement, level by level */
} bship_internal_cover;

void bship_internal_cover_layout(bship_internal_cover *cover, bship_internal_sketch *sketch,
                                 bship_internal_arena *arena);
void bship_internal_cover_free(bship_internal_cover *cover, const bship_allocator *allocator);

/* Begins anew, with an empty sketch: OK, WORK_LIMIT or CANCELLED. */
bship_status bship_internal_cover_start(bship_internal_cover *cover, bship_internal_effort *effort);

/*
 * Lays the next covering in the sketch, which must be as the one before left it.
 * With a stream, the options of a hit are tried in random order. OK; CONTRADICTION
 * when there is none left; WORK_LIMIT, CANCELLED or MEMORY.
 */
bship_status bship_internal_cover_next(bship_internal_cover *cover,
                                       const bship_allocator *allocator, bship_rng *rng,
                                       bship_internal_effort *effort);

/* The ships of the covering that is laid, `depth` of them. */
static inline bship_internal_placement bship_internal_cover_ship(const bship_internal_cover *cover,
                                                                 uint32_t i)
{
    const bship_internal_cover_level *level = &cover->levels[i];
    return ((const bship_internal_placement *)cover->options.items)[level->first + level->next - 1];
}

#endif
