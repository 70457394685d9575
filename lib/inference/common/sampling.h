/*
 * What all samplers share: the request (seed, precision, budget), the workspace, the accumulation
 * of placement counts, and the quality of a sample: standard errors, their root mean square, and
 * the effective sample size.
 *
 * The variance of a proportion is computed with one more observation each way (Laplace's rule of
 * succession): unseen layouts may still exist, so no error is 0.
 */
#ifndef BSI_INFERENCE_COMMON_SAMPLING_H
#define BSI_INFERENCE_COMMON_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/random.h"
#include "inference/common/exact_cover.h"
#include "inference/common/partial_layout.h"
#include "inference/common/placement_counts.h"
#include "inference/common/work_budget.h"
#include "inference/evidence.h"

/* The placement of a kind whose cell number `offset` is `cell`; returns whether it may be. */
static inline int bsi_through(const bsi_evidence *evidence, int32_t class, int32_t orientation,
                              uint32_t cell, int32_t offset, bsi_placement *out)
{
    const bship_rules *rules = evidence->rules;
    bship_cell at = rules->cells[cell];
    if ((orientation == BSHIP_ORIENTATION_HORIZONTAL ? at.x : at.y) < offset)
        return 0;
    uint32_t position = cell - (uint32_t)offset * bsi_step(rules, orientation);
    *out = bsi_placement_of(class, orientation, position);
    return evidence->classes[class].placements[orientation][position] != BSI_PLACEMENT_NONE;
}

/* Gives a complete layout in any order to the ships, in fleet order. */
void bsi_sample_placements(const bsi_evidence *evidence, const bsi_placement *placed,
                           bship_placement *placements);

/* ---- open spots ---- */

/* The open spots of every kind, in a list to draw from by number. */
typedef struct bsi_open_placements {
    const bsi_evidence *evidence;
    bsi_array items;  /* bsi_placement, kind by kind */
    bsi_array sums;   /* double: of the kind's weights so far; if weighted */
    uint32_t *firsts; /* by kind: the number of its first; one more for the end */
} bsi_open_placements;

void bsi_open_placements_carve(bsi_open_placements *placements, const bsi_evidence *evidence,
                               bsi_arena *arena);

/* Lists the spots of an evidence that has been read: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bsi_open_placements_read(bsi_open_placements *placements,
                                      const bship_allocator *allocator, bsi_work_budget *budget);
void bsi_open_placements_free(bsi_open_placements *placements, const bship_allocator *allocator);

static inline uint32_t bsi_open_placements_count(const bsi_open_placements *placements,
                                                 int32_t class)
{
    return placements->firsts[class + 1] - placements->firsts[class];
}

/* The weight of all open spots of a kind. */
double bsi_open_placements_weight(const bsi_open_placements *placements, int32_t class);

/* The number of one of a kind's spots, which must not be none, drawn by weight. */
uint32_t bsi_open_placements_pick_weighted(const bsi_open_placements *placements, int32_t class,
                                           bship_rng *rng);

/* A spot of a kind, which must have some, with a probability proportional to its weight. */
static inline bsi_placement bsi_open_placements_pick(const bsi_open_placements *placements,
                                                     int32_t class, bship_rng *rng)
{
    const bsi_placement *items = placements->items.items;
    if (placements->evidence->is_weighted)
        return items[bsi_open_placements_pick_weighted(placements, class, rng)];
    uint32_t count = bsi_open_placements_count(placements, class);
    return items[placements->firsts[class] + bsi_rng_below(rng, count)];
}

/* ---- samplers ---- */

/* What every sampler begins with: the arrays that it works in. */
typedef struct bsi_sample_workspace {
    bship_allocator allocator;
    const bsi_evidence *evidence;
    size_t size;       /* of the sampler, in bytes */
    void *block;       /* that all arrays of fixed length lie in */
    size_t block_size; /* in bytes */
    bsi_partial_layout partial;
    bsi_exact_cover cover; /* in the sketch */
    bsi_open_placements placements;
} bsi_sample_workspace;

/* Takes a sampler's own arrays from an arena (see base/arena.h). */
typedef void bsi_sampler_carve(void *sampler, bsi_arena *arena);

/*
 * Makes a sampler of `size` bytes, zeroed but for its workspace, for an evidence that has been
 * laid out and outlives it: NULL if there is no memory. It is freed as a workspace.
 */
void *bsi_sampler_new(const bsi_evidence *evidence, const bship_allocator *allocator, size_t size,
                      bsi_sampler_carve *carve);
void bsi_sampler_free(bsi_sample_workspace *workspace);

/* Lists the open spots, once the evidence has been read: OK, WORK_LIMIT, CANCELLED or MEMORY. */
static inline bship_status bsi_sampler_read(bsi_sample_workspace *workspace,
                                            bsi_work_budget *budget)
{
    return bsi_open_placements_read(&workspace->placements, &workspace->allocator, budget);
}

/* ---- figures ---- */

/* What is wanted of a sample. */
typedef struct bsi_sample_request {
    uint64_t seed;
    double precision; /* the rms error of the occupancies of open cells at which to stop */
    bool is_rough;    /* whether any sample is better than none, though its errors cannot be told */
    bsi_work_budget *budget;
} bsi_sample_request;

/* How good a sample is. */
typedef struct bsi_sample_quality {
    double *errors;     /* by position, the caller's: the standard error of the occupancy */
    double rms;         /* of these, over all open cells */
    double effective;   /* independent layouts that the sample is worth */
    double total_error; /* of the tally's weight, relative; not a number where it is unknown */
    int64_t exponent;   /* the tally is in units of 2^exponent layouts */
} bsi_sample_quality;

/* Empties a tally and the sums by position: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_sample_clear(const bsi_evidence *evidence, bsi_placement_counts *counts,
                              double *cells, bsi_work_budget *budget);

/* Counts a ship into a tally and into sums by position. */
static inline void bsi_sample_add(const bsi_evidence *evidence, bsi_placement placed, double amount,
                                  bsi_placement_counts *counts, double *cells)
{
    uint32_t step = bsi_step(evidence->rules, placed.orientation);
    double *cell = cells + placed.position;
    counts->weights[bsi_placement_counts_row(counts, placed.class, placed.orientation) +
                    placed.position] += amount;
    for (int32_t i = evidence->classes[placed.class].length; i > 0; i--, cell += step)
        *cell += amount;
}

/*
 * Multiplies all that a tally holds of placements: OK or CANCELLED. It ends a sample, whose
 * effort may all be spent.
 */
bship_status bsi_sample_scale(const bsi_evidence *evidence, bsi_placement_counts *counts,
                              double factor, bsi_work_budget *budget);

/* A total in units of 2^exponent, which go to the quality where a double would not hold it. */
double bsi_sample_total(double total, int64_t exponent, bsi_sample_quality *quality);

/*
 * The variance of a share that was 0 or 1 in `count` draws out of `size`, as if it had also been
 * seen once each way: what never came may still be.
 */
static inline double bsi_sample_variance(double count, double size)
{
    double share = (count + 1) / (size + 2);
    return share * (1 - share) / size;
}

#endif
