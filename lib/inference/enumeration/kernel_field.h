/* Shared by the kernels of all instruction sets: vector sizes, the arrays of a field, lattices. */
#ifndef BSI_INFERENCE_ENUMERATION_KERNEL_FIELD_H
#define BSI_INFERENCE_ENUMERATION_KERNEL_FIELD_H

#include <string.h>

#include "base/compiler.h"
#include "inference/enumeration/kernel.h"

/*
 * By instruction set: whether this build has it, the bytes of a vector (0: there are none), and an
 * attribute of functions.
 */
#define EXISTS_plain 1
#define EXISTS_portable BSI_VECTORS
#define EXISTS_avx2 BSI_X86
#define BYTES_plain 0
#define BYTES_portable 16
#define BYTES_avx2 32
#define TARGET_plain
#define TARGET_portable
#define TARGET_avx2 __attribute__((target("avx2")))
#define KERNEL_OF(what, cpu) KERNEL_JOINED(what, cpu)
#define KERNEL_JOINED(what, cpu) what##_##cpu

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

/* The points of a ship: its cells or, where contact is forbidden, the corners of these. */
enum lattice {
    CELLS,
    CORNERS,
    QUADRANTS /* corners, where ships may touch at these, but not at sides */
};

static inline bool has_quadrants(const bship_rules *rules)
{
    return rules->contact_count == 4;
}

static inline enum lattice lattice_of(const bship_rules *rules)
{
    return rules->contact_count == 0 ? CELLS : has_quadrants(rules) ? QUADRANTS : CORNERS;
}

static inline size_t field_arrays(enum lattice lattice)
{
    return lattice == CELLS ? CORNER : lattice == CORNERS ? RIGHT_DOWN : FIELD_ARRAYS;
}

/* The lane after the block that begins with a lane. */
static inline size_t block_end(const bsi_workspace *workspace, size_t from)
{
    size_t left = workspace->count - from;
    return from + (left < workspace->block ? left : workspace->block);
}

/* The kernels, by lane and instruction set; lanes of doubles have 0 in the name. */
#define KERNEL(bits, cpu) KERNEL_NAMED(bits, cpu)
#define KERNEL_NAMED(bits, cpu)                                                                    \
    bship_status bsi_kernel_##bits##_##cpu(const bsi_workspace *workspace,                         \
                                           bsi_work_budget *budget, bsi_kernel_result *result)
#define KERNELS_OF_VECTORS(cpu)                                                                    \
    KERNEL(16, cpu);                                                                               \
    KERNEL(32, cpu);                                                                               \
    KERNEL(0, cpu)
KERNEL(64, plain);
KERNEL(0, plain);
KERNELS_OF_VECTORS(portable);
KERNELS_OF_VECTORS(avx2);

#endif
