/*
 * Exact counting by closing three ships.
 *
 * The hits are covered in every way (coverings.h). Of the ships that are left then,
 * whose placements are all open, the longest are laid in every way until three are
 * left, and these are closed at once (kernel.h). Ships of one kind that are laid so
 * are laid in one order only; where the closed ones are of that kind too, each layout
 * is met several times, always as often.
 */
#ifndef BSHIP_INFERENCE_CLOSING_H
#define BSHIP_INFERENCE_CLOSING_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/geometry.h>
#include <battleship/random.h>

#include "inference/coverings.h"
#include "inference/effort.h"
#include "inference/kernel.h"
#include "inference/symmetry.h"
#include "inference/tally.h"

typedef struct bship_internal_closing {
    const bship_internal_evidence *evidence;
    bship_allocator allocator;
    int32_t lane; /* a bship_internal_lane, or -1: the narrowest that will do */
    int32_t cpu;  /* a bship_internal_cpu, or -1: the best */
    bship_internal_coverings coverings;

    bship_internal_bench bench;
    bship_internal_arena arena; /* of the bench */
    size_t arena_size;

    bship_internal_placement *open; /* the open placements of all kinds, by kind */
    uint32_t *open_begin;           /* by kind; one more for the end */
    int32_t *plan;                  /* the kinds of the ships that are left, longest first */

    /* What is planned. */
    int is_whole;
    bship_internal_symmetry symmetry;
    int64_t cost;  /* of closing as many ships as can be, in steps */
    uint64_t unit; /* a layout is met so often, or counted as if */
    double steps;

    /* What is being done. */
    bship_internal_tally *tally;
    bship_internal_effort *effort;
    int32_t laid;      /* how many ships of the plan are laid, not closed */
    int stop_at_first; /* whether it is enough to know that there is a layout */
    /* By which the sums of the bench, and the layouts met now, count. */
    uint64_t factor;
    double weight;
    double most; /* the weights that differences were taken of: rounding is relative to these */
} bship_internal_closing;

/*
 * Takes the arrays from an arena, which must be zeroed; the rest comes from the
 * allocator as need be, and goes back to it by bship_internal_closing_clear().
 */
void bship_internal_closing_layout(bship_internal_closing *closing,
                                   const bship_internal_evidence *evidence,
                                   const bship_internal_ledger *ledger,
                                   bship_internal_arena *arena);
void bship_internal_closing_clear(bship_internal_closing *closing);

/* Sets the allocator, before anything is counted; till then it is that of the rules. */
void bship_internal_closing_use(bship_internal_closing *closing, bship_allocator allocator);

/*
 * Plans for the evidence as it is now, which must not change until all is counted: covers
 * the hits and finds about what the rest will cost, `closing->steps`. `is_whole` is that of the
 * tally. OK; MEMORY, WORK_LIMIT, CANCELLED.
 */
bship_status bship_internal_closing_plan(bship_internal_closing *closing, int is_whole,
                                         bship_internal_effort *effort);

/* Counts the layouts that are planned for: OK; CONTRADICTION, WORK_LIMIT, CANCELLED, MEMORY. */
bship_status bship_internal_closing_count(bship_internal_closing *closing,
                                          bship_internal_tally *tally,
                                          bship_internal_effort *effort);

/*
 * Draws one of the layouts that were counted last, for a tally that holds the count:
 * OK, WORK_LIMIT or CANCELLED. `placements` are by ship.
 */
bship_status bship_internal_closing_draw(bship_internal_closing *closing,
                                         const bship_internal_tally *tally, bship_rng *rng,
                                         bship_internal_effort *effort,
                                         bship_placement *placements);

/*
 * Whether there is any layout of a weight: the same, but ends at the first. `tally`, in
 * whole numbers, is spoilt.
 */
bship_status bship_internal_closing_check(bship_internal_closing *closing,
                                          bship_internal_tally *tally,
                                          bship_internal_effort *effort);

#endif
