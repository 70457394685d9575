/*
 * What is told of a position, made from a tally of placements: for every cell the
 * probability that a ship covers it, and that a shot there sinks one.
 */
#ifndef BSHIP_INFERENCE_FIGURES_H
#define BSHIP_INFERENCE_FIGURES_H

#include <stdint.h>

#include <battleship/posterior.h>

#include "inference/tally.h"

typedef struct bship_internal_figures {
    const bship_internal_evidence *evidence;
    int is_whole;
    double *occupancy;                 /* by position */
    bship_internal_wide *cover;        /* by position: layouts with a ship there, if whole */
    double *covered_by;                /* by kind and position: P(a ship of the kind is there) */
    double *sunk_of;                   /* by kind and position: P(a shot there sinks one) */
    bship_internal_wide *wide_scratch; /* by position, twice */
    uint32_t *order;                   /* room for the positions of all cells */
    int64_t *entropies;                /* by position, in 2^-30 bit; -1: not computed yet */
} bship_internal_figures;

/* Takes the arrays from an arena. */
void bship_internal_figures_layout(bship_internal_figures *figures,
                                   const bship_internal_evidence *evidence,
                                   bship_internal_arena *arena);

/* The steps that making figures takes. */
int64_t bship_internal_figures_cost(const bship_internal_evidence *evidence);

/* Makes the figures of a tally that is not empty: OK, WORK_LIMIT or CANCELLED. */
bship_status bship_internal_figures_make(bship_internal_figures *figures,
                                         const bship_internal_tally *tally,
                                         bship_internal_effort *effort);

/* How a shot at an open cell would be answered. */
bship_forecast bship_internal_figures_forecast(const bship_internal_figures *figures,
                                               uint32_t position);

/*
 * Whether a cell is better than another: below 0 if it is, above if the other is, 0 if
 * they are equally good: by occupancy, compared in whole numbers where there are any,
 * then by entropy in 2^-30 bit.
 */
int bship_internal_figures_compare(const bship_internal_figures *figures, uint32_t a, uint32_t b);

/* The open cells from the best to the worst, equally good ones row by row; returns their number. */
uint32_t bship_internal_figures_rank(const bship_internal_figures *figures, const uint32_t **order);

#endif
