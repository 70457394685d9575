/* The two sides of a game. */
#ifndef PROGRAMS_COMMON_SIDES_H
#define PROGRAMS_COMMON_SIDES_H

#include <stdint.h>

#include <battleship/ai.h>

enum {
    /* The length of arrays indexed by side; the item of BSHIP_SIDE_NONE, 0, is unused. */
    SIDES = BSHIP_SIDE_B + 1
};

static inline int32_t other_side(int32_t side)
{
    return side == BSHIP_SIDE_A ? BSHIP_SIDE_B : BSHIP_SIDE_A;
}

#endif
