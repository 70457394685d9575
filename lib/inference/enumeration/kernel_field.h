/* Shared by the kernels of all instruction sets: vector sizes, the arrays of a field, lattices. */
#ifndef BSI_INFERENCE_ENUMERATION_KERNEL_FIELD_H
#define BSI_INFERENCE_ENUMERATION_KERNEL_FIELD_H

#include <string.h>

#include "base/compiler.h"
#include "inference/enumeration/kernel.h"

/* Bytes of a vector. */
#define PLAIN_BYTES 0
#define PORTABLE_BYTES 16
#define AVX2_BYTES 32
#define AVX512_BYTES 64

/*
 * The arrays of a field: see enumeration/kernel.h. CORNER is for the lattice of corners only; so
 * are the last four, the quadrants, where ships may touch at corners.
 */
enum {
    ALL,
    LEFT,
    TOP,
    CORNER,
    RIGHT_DOWN,
    LEFT_DOWN,
    RIGHT_UP,
    LEFT_UP,
    FIELD_ARRAYS
};

#define OPPOSITE(quadrant) (RIGHT_DOWN + LEFT_UP - (quadrant))

static inline bool is_left(size_t quadrant)
{
    return quadrant == LEFT_DOWN || quadrant == LEFT_UP;
}

static inline bool is_up(size_t quadrant)
{
    return quadrant == RIGHT_UP || quadrant == LEFT_UP;
}

/* The points of a ship: its cells or, where contact is forbidden, the corners of these. */
enum lattice {
    CELLS,
    CORNERS
};

static inline enum lattice lattice_of(const bship_rules *rules)
{
    return rules->contact_count == 0 ? CELLS : CORNERS;
}

/* Whether ships may touch at corners, but not at sides. */
static inline bool has_quadrants(const bship_rules *rules)
{
    return rules->contact_count == 4;
}

/* The arrays of a field but for the quadrants. */
static inline size_t field_values(enum lattice lattice)
{
    return lattice == CELLS ? CORNER : RIGHT_DOWN;
}

static inline size_t field_arrays(const bship_rules *rules)
{
    return has_quadrants(rules) ? FIELD_ARRAYS : field_values(lattice_of(rules));
}

enum {
    BLOCK = 1 << 14 /* lanes of an array that a pass visits at once: whole vectors */
};

/* About the steps of a pass over a block, at most. */
static inline int64_t block_cost(const bsi_workspace *workspace)
{
    return BLOCK * (4 + workspace->evidence->classes[0].length / 2);
}

#endif
