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
#include "base/work_budget.h"
#include "inference/common/exact_cover.h"
#include "inference/common/partial_layout.h"
#include "inference/common/placement_counts.h"
#include "inference/evidence.h"

/* Assigns the placements of a layout, given in any order, to the ships in fleet order. */
void bsi_sample_placements(const bsi_evidence *evidence, const bsi_placement *placed,
                           bship_placement *placements);

/* ---- open placements ---- */

/* The open placements of every class, as a list to draw from: in O(1), or by weight in O(log n). */
typedef struct bsi_open_placements {
    const bsi_evidence *evidence;
    BSI_ARRAY(bsi_placement) items; /* class by class */
    BSI_ARRAY(double) sums;         /* cumulative weights within the class; if weighted */
    uint32_t *firsts;               /* by class: index of its first item; and the end */
} bsi_open_placements;

void bsi_open_placements_carve(bsi_open_placements *placements, const bsi_evidence *evidence,
                               bsi_arena *arena);

/* Lists the open placements of the evidence: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bsi_open_placements_read(bsi_open_placements *placements,
                                      const bship_allocator *allocator, bsi_work_budget *budget);
void bsi_open_placements_free(bsi_open_placements *placements, const bship_allocator *allocator);

static inline uint32_t bsi_open_placements_count(const bsi_open_placements *placements,
                                                 int32_t class)
{
    return placements->firsts[class + 1] - placements->firsts[class];
}

/* The total weight of the open placements of a class. */
double bsi_open_placements_weight(const bsi_open_placements *placements, int32_t class);

/* The index of an open placement of a class, which must have some, drawn by weight. */
uint32_t bsi_open_placements_pick_weighted(const bsi_open_placements *placements, int32_t class,
                                           bship_rng *rng);

/* An open placement of a class, which must have some, drawn by weight. */
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

/* The first member of every sampler: its memory and shared arrays. */
typedef struct bsi_sample_workspace {
    bship_allocator allocator;
    const bsi_evidence *evidence;
    size_t size;       /* of the sampler, in bytes */
    void *block;       /* holds all arrays of fixed length */
    size_t block_size; /* in bytes */
    bsi_partial_layout partial;
    bsi_exact_cover cover; /* in `partial` */
    bsi_open_placements placements;
} bsi_sample_workspace;

/* Carves a sampler's own arrays from an arena (see base/arena.h). */
typedef void bsi_sampler_carve(void *sampler, bsi_arena *arena);

/*
 * Creates a sampler of `size` bytes, zeroed except for its workspace, for an evidence that must
 * outlive it; NULL if there is no memory. Free it by its workspace.
 */
void *bsi_sampler_new(const bsi_evidence *evidence, const bship_allocator *allocator, size_t size,
                      bsi_sampler_carve *carve);
void bsi_sampler_free(bsi_sample_workspace *workspace);

/* Lists the open placements after the evidence has changed: OK, WORK_LIMIT, CANCELLED or MEMORY. */
static inline bship_status bsi_sampler_read(bsi_sample_workspace *workspace,
                                            bsi_work_budget *budget)
{
    return bsi_open_placements_read(&workspace->placements, &workspace->allocator, budget);
}

/* ---- rejection sampling ---- */

/*
 * A proposal distribution (von Neumann 1951). A candidate is drawn with probability proportional to
 * its weight, and rejected unless it is a layout. So accepted candidates are exact, independent
 * samples of the layouts by weight.
 */
typedef struct bsi_proposal {
    /* Draws a candidate into `placed`; returns whether it is a layout. Adds the steps it takes. */
    bool (*draw)(void *user, bship_rng *rng, int64_t *steps);
    void *user;
    const bsi_placement *placed; /* one placement per ship, in any order */
} bsi_proposal;

/* Estimates the acceptance rate from some draws of a fixed seed: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_proposal_estimate(const bsi_proposal *proposal, int tries, bsi_work_budget *budget,
                                   double *accepted);

/* Draws until a candidate is accepted: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_proposal_draw(const bsi_proposal *proposal, const bsi_evidence *evidence,
                               bship_rng *rng, bsi_work_budget *budget,
                               bship_placement *placements);

/* ---- counts and quality ---- */

/* What a sample is asked for. */
typedef struct bsi_sample_request {
    uint64_t seed;
    double precision; /* stop at this rms error of the occupancies of open cells */
    bool is_rough;    /* whether to accept a sample too small to estimate its errors */
    bsi_work_budget *budget;
} bsi_sample_request;

/* The quality of a sample. */
typedef struct bsi_sample_quality {
    double *errors;     /* by position, the caller's: the standard error of the occupancy */
    double rms;         /* of these, over all open cells */
    double effective;   /* effective sample size */
    double total_error; /* relative error of the total weight; NaN: unknown */
    int64_t exponent;   /* the counts are in units of 2^exponent layouts */
} bsi_sample_quality;

/* Zeroes the counts and the sums by position: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_sample_clear(const bsi_evidence *evidence, bsi_placement_counts *counts,
                              double *cells, bsi_work_budget *budget);

/* Adds a ship to the counts and to the sums by position. */
static inline void bsi_sample_add(const bsi_evidence *evidence, bsi_placement placed, double amount,
                                  bsi_placement_counts *counts, double *cells)
{
    uint32_t step = bsi_step(evidence->rules, placed.orientation);
    double *cell = cells + placed.position;
    counts->weights[bsi_placement_counts_at(counts, placed)] += amount;
    for (int32_t i = evidence->classes[placed.class].length; i > 0; i--, cell += step)
        *cell += amount;
}

/*
 * Multiplies the counts of all placements: OK or CANCELLED. Uncharged, as the budget of a sample
 * can be used up at its end.
 */
bship_status bsi_sample_scale(const bsi_evidence *evidence, bsi_placement_counts *counts,
                              double factor, bsi_work_budget *budget);

/* A total in units of 2^exponent, or, where that exceeds a double, its mantissa, the exponent going
 * to `quality`. */
double bsi_sample_total(double total, int64_t exponent, bsi_sample_quality *quality);

/*
 * The variance of a proportion, observed `count` times out of `size`, with one more observation
 * each way: unseen layouts may still exist.
 */
static inline double bsi_sample_variance(double count, double size)
{
    double share = (count + 1) / (size + 2);
    return share * (1 - share) / size;
}

#endif
