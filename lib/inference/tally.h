/*
 * How often each placement is part of a layout: what every way of counting gives,
 * and all that figures are made from.
 *
 * Exact counts are whole numbers, each layout counting `unit` times; weighted and
 * sampled ones are numbers of double precision, and estimates may have any scale.
 * Layouts count as distinct: ships of one kind are not told apart.
 */
#ifndef BSHIP_INFERENCE_TALLY_H
#define BSHIP_INFERENCE_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/wide.h"
#include "inference/evidence.h"

/* A number of layouts: one of the two members counts. */
typedef struct bship_internal_amount {
    bship_internal_wide whole;
    double real;
} bship_internal_amount;

typedef struct bship_internal_tally {
    size_t positions;
    int is_whole;              /* whether the next three are used, not the last two */
    uint32_t unit;             /* how often each layout counts */
    bship_internal_wide total; /* of all layouts */
    bship_internal_wide
        *counts; /* by kind, orientation and position: of those with the placement */
    double weight;
    double *weights;
} bship_internal_tally;

/* Where the numbers of a kind's placements of an orientation begin. */
static inline size_t bship_internal_tally_row(const bship_internal_tally *tally, int32_t kind,
                                              int32_t orientation)
{
    return ((size_t)kind * 2 + (size_t)orientation) * tally->positions;
}

/* Empties a tally of an evidence, for numbers of one type: OK, WORK_LIMIT or CANCELLED. */
bship_status bship_internal_tally_clear(bship_internal_tally *tally,
                                        const bship_internal_evidence *evidence, int is_whole,
                                        bship_internal_effort *effort);

#endif
