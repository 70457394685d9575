/*
 * Closing up to three ships: how many ways there are to lay them on the cells that
 * are free, and in how many of these each placement takes part, without trying any.
 *
 * Ships are boxes of points. Where contact is allowed the points are cells; where it
 * is forbidden they are the corners of cells, so that ships which touch share a
 * point too. Boxes that meet pairwise have a common box, and a box has one more
 * point than it has edges, less faces: so whatever meets can be counted point by
 * point. For a placement `a` of the first ship, the placements b of the second and c
 * of the third that leave each other and it alone number
 *
 *     N(a) = (B - b(a)) (C - c(a)) - X + P(a) + Q(a) - R(a)
 *
 * b(a), c(a)  placements of the second, third that meet a
 * X           pairs (b, c) that meet
 * P(a), Q(a)  of these, those whose b, whose c meets a
 * R(a)        of these, those of which both do
 *
 * Everything is a sum over the points of a of some field over the board. A field
 * is kept so that such a sum needs no signs: at a point stand the weight ALL of
 * what covers it; of that, LEFT, what begins in this column; TOP, what begins in
 * this row; and CORNER, what begins right here. What meets a, counted where the
 * common box begins, is ALL at a's first point, LEFT along the rest of its first
 * row, TOP down the rest of its first column, CORNER elsewhere. Where corners may
 * touch, the boxes that meet a in but one corner of both are taken off again: a
 * QUADRANT holds, for a point, what has it as an extreme corner and lies in that
 * quadrant.
 *
 * Arrays are flat, row after row with one lane more than there are columns, so that
 * both orientations are the same code with a step of 1 or of a row. Whole numbers
 * wrap: only the results, which are exact, must fit a lane.
 */
#ifndef BSI_INFERENCE_ENUMERATION_KERNEL_H
#define BSI_INFERENCE_ENUMERATION_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "inference/evidence.h"

/* What a lane holds. */
typedef enum bsi_lane {
    BSI_LANE_16,   /* products of two numbers of placements below 2^16 */
    BSI_LANE_32,   /* below 2^32 */
    BSI_LANE_64,   /* any */
    BSI_LANE_REAL, /* weights */
    BSI_LANE_COUNT
} bsi_lane;

/* The instructions that a kernel is made of. */
typedef enum bsi_cpu {
    BSI_CPU_PLAIN,  /* one lane at a time; has no lanes of 16 bits */
    BSI_CPU_VECTOR, /* vectors of 16 bytes, which every x86-64 has */
    BSI_CPU_AVX2,
    BSI_CPU_AVX512, /* F, BW, DQ and VL */
    BSI_CPU_COUNT
} bsi_cpu;

/* At most so many ships are closed at once. */
enum {
    BSI_LAST_SHIPS_MAX = 3
};

/* After so many calls the sums must be taken and set to 0, or they may overflow. */
enum {
    BSI_CALLS_MAX = 1 << 16
};

struct bsi_workspace;
typedef struct bsi_kernel_result bsi_kernel_result;

/*
 * Closes `ships` ships (1..3), whose kinds are given with equal ones side by side,
 * on the cells that the bench says are free. Adds to the sums of these kinds, for
 * each placement, in how many layouts the first ship of the kind has it. The steps
 * have been spent. OK; CANCELLED, the sums being spoilt then.
 */
typedef bship_status (*bsi_kernel)(const struct bsi_workspace *workspace, const int32_t *classes,
                                   int32_t ships, bsi_work_budget *budget,
                                   bsi_kernel_result *result);

/* The kernels, one for each instruction set: each goes by the lanes of the bench. */
bship_status bsi_kernel_plain(const struct bsi_workspace *workspace, const int32_t *classes,
                              int32_t ships, bsi_work_budget *budget, bsi_kernel_result *result);
bship_status bsi_kernel_portable(const struct bsi_workspace *workspace, const int32_t *classes,
                                 int32_t ships, bsi_work_budget *budget, bsi_kernel_result *result);
bship_status bsi_kernel_avx2(const struct bsi_workspace *workspace, const int32_t *classes,
                             int32_t ships, bsi_work_budget *budget, bsi_kernel_result *result);
bship_status bsi_kernel_avx512(const struct bsi_workspace *workspace, const int32_t *classes,
                               int32_t ships, bsi_work_budget *budget, bsi_kernel_result *result);

/* Work space of a kernel, for one board. */
typedef struct bsi_workspace {
    const bsi_evidence *evidence;
    bsi_kernel kernel;
    bsi_lane lane;
    size_t points;    /* lanes in use of an array */
    size_t count;     /* lanes of an array: whole vectors */
    size_t pitch;     /* lanes from an array to the next: between them are zeros */
    ptrdiff_t stride; /* lanes of a row */
    void *free;       /* by point: 1 for a cell that is free, else 0 */
    void *scratch;    /* arrays */
    void *weights;    /* arrays, by kind and orientation: of the placements; NULL: all 1 */
    void *sums;       /* by kind and orientation, `count` each: uint32_t in lanes of 16 bits,
                         uint64_t in the other whole ones, double in the last */
    double scale;     /* in lanes that hold weights: by which all that is counted is multiplied */
    size_t split;     /* sums of so many lanes stand the even ones first; 1: all in order */
    int32_t calls;    /* of the kernel since the sums were 0 */
} bsi_workspace;

/* In how many layouts (ordered, where ships are of a kind) the ships can be closed. */
struct bsi_kernel_result {
    uint64_t whole;
    double real;
    double
        most; /* the weight of all ways to choose placements, of which those that meet are taken */
};

/* The kernel for lanes and instructions; NULL if this build or this machine has none. */
bsi_kernel bsi_kernel_of(bsi_lane lane, bsi_cpu cpu);

/* The fastest instructions that this machine has a kernel for in lanes of such a kind. */
bsi_cpu bsi_cpu_best(bsi_lane lane);

/*
 * Takes a bench's arrays from an arena (see base/arena.h), which is zeroed, and
 * fills in all of it but the weights.
 */
void bsi_workspace_carve(bsi_workspace *workspace, const bsi_evidence *evidence, bsi_lane lane,
                         bsi_cpu cpu, bsi_arena *arena);

/* Copies the weights of the evidence: OK or CANCELLED. */
bship_status bsi_workspace_weigh(const bsi_workspace *workspace, bsi_work_budget *budget);

/* How many points there are. */
size_t bsi_workspace_points(const bsi_evidence *evidence);

/* Where the sum of a point stands among those of its kind and orientation. */
static inline size_t bsi_workspace_sum(const bsi_workspace *workspace, size_t point)
{
    if (workspace->split == 1)
        return point;
    size_t lane = point % workspace->split;
    return point - lane + lane / 2 + lane % 2 * (workspace->split / 2);
}

/* Sets the sums to 0, all or those of a kind: OK or CANCELLED. */
bship_status bsi_workspace_clear(bsi_workspace *workspace, bsi_work_budget *budget);
bship_status bsi_workspace_clear_class(bsi_workspace *workspace, int32_t class,
                                       bsi_work_budget *budget);

/* The point of a cell; a placement that begins in a cell begins in that point. */
static inline size_t bsi_point(const bsi_workspace *workspace, uint32_t position)
{
    return position - (size_t)workspace->stride - 1;
}

/* Sets a lane of an array. */
static inline void bsi_lane_set(bsi_lane lane, void *array, size_t i, double value)
{
    switch (lane) {
    case BSI_LANE_16:
        ((uint16_t *)array)[i] = (uint16_t)value;
        break;
    case BSI_LANE_32:
        ((uint32_t *)array)[i] = (uint32_t)value;
        break;
    case BSI_LANE_64:
        ((uint64_t *)array)[i] = (uint64_t)value;
        break;
    default:
        ((double *)array)[i] = value;
    }
}

/* Makes a cell free, or not. */
static inline void bsi_workspace_set(bsi_workspace *workspace, uint32_t position, bool is_free)
{
    bsi_lane_set(workspace->lane, workspace->free, bsi_point(workspace, position), is_free);
}

#endif
