/*
 * What all sampling shares: a layout in the making, open spots to draw from, and
 * figures in the making.
 *
 * A sketch is waters with some of the ships laid (waters.h), and what is still to be
 * done: in a complete layout `left` is 0 for every kind, and so is `uncovered`.
 */
#ifndef BSHIP_INFERENCE_SAMPLE_H
#define BSHIP_INFERENCE_SAMPLE_H

#include <stdint.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/random.h"
#include "inference/effort.h"
#include "inference/evidence.h"
#include "inference/tally.h"
#include "inference/waters.h"

/* ---- a layout in the making ---- */

typedef struct bship_internal_sketch {
    bship_internal_waters waters;
    int32_t *left;      /* by kind: ships not laid */
    int64_t room;       /* cells of the ships not laid */
    uint32_t uncovered; /* hits */
} bship_internal_sketch;

void bship_internal_sketch_layout(bship_internal_sketch *sketch,
                                  const bship_internal_evidence *evidence,
                                  bship_internal_arena *arena);

/* Takes all ships off; to be called when the evidence has been read, too. */
void bship_internal_sketch_clear(bship_internal_sketch *sketch);

/* Lays a ship, which must fit, or takes it off. */
void bship_internal_sketch_put(bship_internal_sketch *sketch, bship_internal_placement laid);
void bship_internal_sketch_take(bship_internal_sketch *sketch, bship_internal_placement laid);

static inline const bship_internal_kind *bship_internal_sketch_kind(
    const bship_internal_sketch *sketch, bship_internal_placement laid)
{
    return &sketch->waters.evidence->kinds[laid.kind];
}

/* The placement of a kind whose cell number `offset` is `cell`; returns whether it may be. */
static inline int bship_internal_through(const bship_internal_evidence *evidence, int32_t kind,
                                         int32_t orientation, uint32_t cell, int32_t offset,
                                         bship_internal_placement *out)
{
    const bship_rules *rules = evidence->rules;
    bship_cell at = rules->cells[cell];
    if ((orientation == BSHIP_RIGHT ? at.x : at.y) < offset)
        return 0;
    uint32_t position = cell - (uint32_t)offset * bship_internal_step(rules, orientation);
    *out = bship_internal_placement_of(kind, orientation, position);
    return evidence->kinds[kind].spots[orientation][position] != BSHIP_INTERNAL_SPOT_NONE;
}

/* Gives a complete layout in any order to the ships, in fleet order. */
void bship_internal_sample_placements(const bship_internal_evidence *evidence,
                                      const bship_internal_placement *laid,
                                      bship_placement *placements);

/* ---- open spots ---- */

/* The open spots of every kind, in a list to draw from by number. */
typedef struct bship_internal_spots {
    const bship_internal_evidence *evidence;
    bship_internal_array items; /* bship_internal_placement, kind by kind */
    bship_internal_array sums;  /* double: of the kind's weights so far; if weighted */
    uint32_t *firsts;           /* by kind: the number of its first; one more for the end */
} bship_internal_spots;

void bship_internal_spots_layout(bship_internal_spots *spots,
                                 const bship_internal_evidence *evidence,
                                 bship_internal_arena *arena);

/* Lists the spots of an evidence that has been read: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bship_internal_spots_read(bship_internal_spots *spots,
                                       const bship_allocator *allocator,
                                       bship_internal_effort *effort);
void bship_internal_spots_free(bship_internal_spots *spots, const bship_allocator *allocator);

static inline uint32_t bship_internal_spots_count(const bship_internal_spots *spots, int32_t kind)
{
    return spots->firsts[kind + 1] - spots->firsts[kind];
}

/* The weight of all open spots of a kind. */
double bship_internal_spots_weight(const bship_internal_spots *spots, int32_t kind);

/* The number of one of a kind's spots, which must not be none, drawn by weight. */
uint32_t bship_internal_spots_pick_weighted(const bship_internal_spots *spots, int32_t kind,
                                            bship_rng *rng);

/* A spot of a kind, which must have some, with a probability proportional to its weight. */
static inline bship_internal_placement bship_internal_spots_pick(const bship_internal_spots *spots,
                                                                 int32_t kind, bship_rng *rng)
{
    const bship_internal_placement *items = spots->items.items;
    if (spots->evidence->is_weighted)
        return items[bship_internal_spots_pick_weighted(spots, kind, rng)];
    uint32_t count = bship_internal_spots_count(spots, kind);
    return items[spots->firsts[kind] + bship_internal_rng_below(rng, count)];
}

/* ---- figures ---- */

/* What is wanted of a sample. */
typedef struct bship_internal_sample_order {
    uint64_t seed;
    double precision; /* the rms error of the occupancies of open cells at which to stop */
    int is_rough;     /* whether any sample is better than none, though its errors cannot be told */
    bship_internal_effort *effort;
} bship_internal_sample_order;

/* How good a sample is. */
typedef struct bship_internal_sample_quality {
    double *errors;     /* by position, the caller's: the standard error of the occupancy */
    double rms;         /* of these, over all open cells */
    double effective;   /* independent layouts that the sample is worth */
    double total_error; /* of the tally's weight, relative; not a number where it is unknown */
    int64_t exponent;   /* the tally is in units of 2^exponent layouts */
} bship_internal_sample_quality;

/* Empties a tally and the sums by position: OK, WORK_LIMIT or CANCELLED. */
bship_status bship_internal_sample_clear(const bship_internal_evidence *evidence,
                                         bship_internal_tally *tally, double *cells,
                                         bship_internal_effort *effort);

/* Counts a ship into a tally and into sums by position. */
static inline void bship_internal_sample_add(const bship_internal_evidence *evidence,
                                             bship_internal_placement laid, double amount,
                                             bship_internal_tally *tally, double *cells)
{
    uint32_t step = bship_internal_step(evidence->rules, laid.orientation);
    double *cell = cells + laid.position;
    tally->weights[bship_internal_tally_row(tally, laid.kind, laid.orientation) + laid.position] +=
        amount;
    for (int32_t i = evidence->kinds[laid.kind].length; i > 0; i--, cell += step)
        *cell += amount;
}

/*
 * Multiplies all that a tally holds of placements: OK or CANCELLED. It ends a sample, whose
 * effort may all be spent.
 */
bship_status bship_internal_sample_scale(const bship_internal_evidence *evidence,
                                         bship_internal_tally *tally, double factor,
                                         bship_internal_effort *effort);

/*
 * The variance of a share that was 0 or 1 in `count` draws out of `size`, as if it had also been
 * seen once each way: what never came may still be.
 */
static inline double bship_internal_sample_variance(double count, double size)
{
    double share = (count + 1) / (size + 2);
    return share * (1 - share) / size;
}

#endif
