/* What the kernels of all instruction sets share: the arrays of a field, and the contact rules. */
#ifndef BSI_INFERENCE_KERNEL_FIELD_H
#define BSI_INFERENCE_KERNEL_FIELD_H

#include "inference/enumeration/kernel.h"

/* The arrays of a field: see enumeration/kernel.h. The last four are for CONTACT_NO_SIDES only. */
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

enum contact {
    CONTACT_ALLOWED,
    CONTACT_NO_SIDES,
    CONTACT_NONE
};

static inline enum contact contact_of(const bship_rules *rules)
{
    if (rules->contact_count == 0)
        return CONTACT_ALLOWED;
    return rules->contact_count == 4 ? CONTACT_NO_SIDES : CONTACT_NONE;
}

static inline size_t field_arrays(enum contact contact)
{
    if (contact == CONTACT_ALLOWED)
        return CORNER;
    return contact == CONTACT_NO_SIDES ? FIELD_ARRAYS : RIGHT_DOWN;
}

enum {
    BLOCK = 1 << 14 /* lanes of an array that a pass goes over at once: whole strips */
};

/* About the steps that a pass over a block takes at most. */
static inline int64_t block_cost(const bsi_workspace *workspace)
{
    return BLOCK * (4 + workspace->evidence->classes[0].length / 2);
}

#endif
