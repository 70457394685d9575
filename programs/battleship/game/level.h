/* The levels by difficulty, which is not the order of their numbers. */
#ifndef PROGRAMS_BATTLESHIP_GAME_LEVEL_H
#define PROGRAMS_BATTLESHIP_GAME_LEVEL_H

#include <stdint.h>

#include <battleship/ai.h>

/* The place of a level, from 0 for the easiest; of BSHIP_LEVEL_NONE, which comes after all levels,
 * their number. */
static inline int32_t level_place(int32_t level)
{
    int32_t place = 0;
    while (bship_level_at(place) != level && bship_level_at(place) != BSHIP_LEVEL_NONE)
        place++;
    return place;
}

#endif
