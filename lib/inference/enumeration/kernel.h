/*
 * The kernel: counts the ways to place up to three ships on the free cells, and how many of them
 * use each placement, by inclusion-exclusion over the last three ships.
 *
 * Ships are boxes of points: of cells or, where contact is forbidden, of corners of cells, so
 * that ships that touch share a point too. By Helly's theorem for boxes, boxes that overlap
 * pairwise have a common box; and the Euler characteristic of a box, points - edges + faces, is
 * 1. So overlapping pairs and triples are counted by sums over the board (Klain and Rota,
 * Introduction to Geometric Probability). For a placement a of the first ship, the pairs (b, c)
 * of placements of the others that avoid a and each other number
 *
 *     N(a) = (B - b(a)) (C - c(a)) - X + P(a) + Q(a) - R(a)
 *
 * B, C        all placements of the second, of the third ship
 * b(a), c(a)  those that overlap a
 * X           overlapping pairs (b, c)
 * P(a), Q(a)  those of them whose b, whose c overlaps a
 * R(a)        those of them of which both overlap a
 *
 * Each term is the sum of a field over the points of a. To avoid signs, a field has an array for
 * the weight of ALL that covers a point; of that, for what begins in its column (LEFT), in its row
 * (TOP), and exactly there (CORNER). What overlaps a, counted where the common box begins, is ALL
 * at a's first point, LEFT along the rest of its first row, TOP down the rest of its first column
 * and CORNER elsewhere; where points are cells, a ship has no elsewhere, and a field no CORNER.
 * Where ships may touch at corners, pairs that share just an extreme corner of both are
 * subtracted again: a field then has four more arrays, for what has a point as an extreme corner
 * and lies in one QUADRANT of it. doc/exact-inference.md derives all of this.
 *
 * Arrays are flat, row after row with a guard column, so that both orientations are the same code
 * with steps of 1 or of a row; zeros follow each as far as a ship reaches. Integers wrap: only the
 * results, which are exact, must fit a lane.
 *
 * A call takes at most eighteen passes over the board, each of time proportional to the points
 * times the length of a ship, and never visits a pair of placements. Large boards are visited in
 * blocks, between which the call can be cancelled.
 */
#ifndef BSI_INFERENCE_ENUMERATION_KERNEL_H
#define BSI_INFERENCE_ENUMERATION_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/amount.h"
#include "base/arena.h"
#include "inference/evidence.h"

/* What a lane holds. */
typedef enum bsi_lane {
    BSI_LANE_16,   /* integers; products of two classes' numbers of placements are below 2^16 */
    BSI_LANE_32,   /* the same, below 2^32 */
    BSI_LANE_64,   /* the same, any */
    BSI_LANE_REAL, /* weights, in double precision */
    BSI_LANE_COUNT
} bsi_lane;

/* Instruction sets, each with a kernel. */
typedef enum bsi_cpu {
    BSI_CPU_PLAIN,  /* one lane at a time, of 64 bits */
    BSI_CPU_VECTOR, /* the compiler's vectors of 16 bytes: SSE2 on x86-64 */
    BSI_CPU_AVX2,
    BSI_CPU_COUNT
} bsi_cpu;

/* The most ships of a call. */
enum {
    BSI_LAST_SHIPS_MAX = 3
};

/* After so many calls the sums must be read and cleared, or they may overflow. */
enum {
    BSI_CALLS_MAX = 1 << 16
};

/* About the steps, at most, between reports of a long call. */
enum {
    BSI_BLOCK_COST = 1 << 15
};

struct bsi_workspace;
typedef struct bsi_kernel_result bsi_kernel_result;

/*
 * Counts the layouts of the workspace's last ships on its free cells. Adds to the sums of their
 * classes, for each placement, the layouts in which the first ship of the class has it. The work
 * has been charged; long calls report it. OK; CANCELLED, which leaves the sums invalid.
 */
typedef bship_status (*bsi_kernel)(const struct bsi_workspace *workspace, bsi_work_budget *budget,
                                   bsi_kernel_result *result);

/* A class among the last ships, with its arrays. */
typedef struct bsi_last_class {
    int32_t class;
    int32_t length;
    int32_t ships;
    int32_t others[2]; /* numbers of the classes of the two other ships, seen from its first ship */
    void *placements;  /* rightward, then downward: their weights */
    void *field;       /* of these */
    void *pairs;       /* the field whose sum over a placement is P + Q - R of the other two */
    /* By class, rightward, then downward: the weight that overlaps a placement, times its weight;
       then, where that is not 0 or 1, without it. */
    void *overlaps[BSI_LAST_SHIPS_MAX];
} bsi_last_class;

/* The arrays that a kernel works on, for one board. */
typedef struct bsi_workspace {
    const bsi_evidence *evidence;
    bsi_kernel kernel;
    bsi_lane lane;
    size_t points;    /* lanes in use of an array */
    size_t count;     /* lanes of an array: whole vectors */
    size_t pitch;     /* lanes from an array to the next; those between are zeros */
    size_t block;     /* lanes that a pass visits at once: whole vectors */
    ptrdiff_t stride; /* lanes of a row */
    void *free;       /* by point: 1 for a free cell, else 0 */
    void *scratch;    /* arrays */
    void *weights;    /* arrays, by class and orientation: of placements; NULL: all 1 */
    /* By class and orientation, `count` each: uint32_t for lanes of 16 bits, uint64_t for wider
       integers, double for weights. */
    void *sums;
    double scale;  /* for weights: multiplies all results */
    size_t split;  /* of so many sums the even ones come first; 1: all are in order */
    int32_t calls; /* of the kernel since the sums were cleared */
    int32_t last_ships;
    int32_t last_classes;
    bsi_last_class last[BSI_LAST_SHIPS_MAX];
} bsi_workspace;

/* The number of layouts; ships of one class are distinguished. */
struct bsi_kernel_result {
    uint64_t whole; /* in integer lanes, else unchanged */
    double real;    /* in lanes of weights, else unchanged */
    double most;    /* the number of all combinations of placements, overlapping ones too */
};

static inline bsi_amount bsi_kernel_amount(const bsi_kernel_result *result)
{
    return (bsi_amount){ bsi_uint128_of(result->whole), result->real };
}

/* The kernel for a lane and an instruction set; NULL if this build or this machine has none. */
bsi_kernel bsi_kernel_of(bsi_lane lane, bsi_cpu cpu);

/* The fastest instruction set with a kernel for a lane on this machine. */
bsi_cpu bsi_cpu_best(bsi_lane lane);

/* Carves a workspace from a zeroed arena (see base/arena.h) and sets all of it but the weights. */
void bsi_workspace_carve(bsi_workspace *workspace, const bsi_evidence *evidence, bsi_lane lane,
                         bsi_cpu cpu, bsi_arena *arena);

/* Chooses the last ships: 1 to 3 of these classes, equal ones side by side. */
void bsi_workspace_choose(bsi_workspace *workspace, const int32_t *classes, int32_t ships);

/* Copies the weights of the evidence: OK or CANCELLED. */
bship_status bsi_workspace_weigh(const bsi_workspace *workspace, bsi_work_budget *budget);

/* The number of points. */
size_t bsi_workspace_points(const bsi_evidence *evidence);

/* The sum of a placement. */
bsi_amount bsi_workspace_amount(const bsi_workspace *workspace, bsi_placement placement);

/* Clears the sums, all or those of a class: OK or CANCELLED. */
bship_status bsi_workspace_clear(bsi_workspace *workspace, bsi_work_budget *budget);
bship_status bsi_workspace_clear_class(bsi_workspace *workspace, int32_t class,
                                       bsi_work_budget *budget);

/* The point of a cell; a placement begins in the point of its first cell. */
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

/* Sets whether a cell is free. */
static inline void bsi_workspace_set(bsi_workspace *workspace, uint32_t position, bool is_free)
{
    bsi_lane_set(workspace->lane, workspace->free, bsi_point(workspace, position), is_free);
}

#endif
